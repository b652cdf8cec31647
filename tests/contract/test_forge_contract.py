"""What every forge promises (`usecases.ports.Forge`), asked of every adapter against a forge on loopback."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.fakes.forges.gitea import FakeGitea
from tests.fakes.forges.github import FakeGitHub
from tests.fakes.forges.gitlab import FakeGitLab
from tests.fakes.forges.pagure import FakePagure
from tests.fakes.forges.server import TOKEN, FakeForge, Fault, serving
from vaultctl.adapters.forges.api import Patience
from vaultctl.adapters.forges.local import Local
from vaultctl.adapters.forges.registry import choose
from vaultctl.core.proposal import ProposalText, PullRequest
from vaultctl.errors import ForgeError
from vaultctl.usecases.ports import Forge

TEXT = ProposalText("Lesson B-1: BLOCKED pdf/font", "A lesson.\n", ("lesson", "new"))
BRANCH = "lesson/b-1"
HTML = "<html><body>Log in first</body></html>"


@dataclass
class Setting:
    """A forge on loopback, the adapters that speak to it, and how long they waited in all."""

    fake: Any
    name: str
    path: str
    fork: str
    waited: list[float] = field(default_factory=list)

    def adapter(self, *, from_fork: bool = False, token: str = TOKEN) -> Forge:
        target = f"{self.fake.url}/{self.path}.git"
        source = f"{self.fake.url}/{self.fork}.git" if from_fork else None
        patience = Patience(attempts=3, sleep=self.waited.append, now=lambda: 1_000.0)
        environ = {"VAULTCTL_FORGE_TOKEN": token}
        return choose(self.name, target, source, environ, patience=patience, timeout=0.3)  # type: ignore[arg-type]


FORGES: dict[str, tuple[type[FakeForge], str, str]] = {
    "github": (FakeGitHub, "acme/vault", "eve/vault"),
    "gitlab": (FakeGitLab, "acme/deep/vault", "eve/vault"),
    "gitea": (FakeGitea, "acme/vault", "eve/vault"),
    "pagure": (FakePagure, "acme/vault", "forks/eve/acme/vault"),
}


@pytest.fixture(params=FORGES)
def setting(request: pytest.FixtureRequest) -> Iterator[Setting]:
    fake, path, fork = FORGES[request.param]
    with serving(fake()) as running:
        yield Setting(running, request.param, path, fork)


def opened(forge: Forge, **options: bool) -> PullRequest:
    pull_request = forge.open(BRANCH, "main", TEXT, **options)
    assert pull_request is not None
    return pull_request


def test_a_branch_without_a_pull_request_has_none(setting: Setting) -> None:
    assert setting.adapter().find(BRANCH) is None


def test_an_opened_pull_request_is_found_again(setting: Setting) -> None:
    made = opened(setting.adapter())
    assert made.state == "open"
    assert made.url.startswith("http") and made.url.endswith(str(made.number))
    assert setting.adapter().find(BRANCH) == made


def test_opening_twice_makes_one(setting: Setting) -> None:
    assert opened(setting.adapter()) == opened(setting.adapter())
    assert setting.fake.opened() == 1


def test_another_branch_is_another_pull_request(setting: Setting) -> None:
    forge = setting.adapter()
    others = [forge.open(f"lesson/b-{n}", "main", TEXT) for n in range(2, 6)]
    assert forge.find(BRANCH) is None
    assert forge.find("lesson/b-2") == others[0]
    assert setting.fake.opened() == 4


def test_a_fork_has_its_own_pull_request_for_a_branch_of_the_same_name(setting: Setting) -> None:
    ours, theirs = setting.adapter(), setting.adapter(from_fork=True)
    mine = opened(theirs)
    assert ours.find(BRANCH) is None
    assert opened(ours) != mine
    assert theirs.find(BRANCH) == mine and opened(theirs) == mine


def test_a_closed_pull_request_is_not_opened_anew(setting: Setting) -> None:
    made = opened(setting.adapter())
    setting.fake.close(made.number, merged=False)
    assert opened(setting.adapter())._replace(draft=False) == made._replace(state="closed")


def test_after_a_merge_the_branch_may_have_another(setting: Setting) -> None:
    made = opened(setting.adapter())
    setting.fake.close(made.number, merged=True)
    found = setting.adapter().find(BRANCH)
    assert found is not None and found.state == "merged"
    assert opened(setting.adapter()).number == made.number + 1


def test_a_draft_is_a_draft(setting: Setting) -> None:
    forge = setting.adapter()
    opened(forge, draft=True)
    found = forge.find(BRANCH)
    assert found is not None and found.draft


def test_labels_and_auto_merge_may_be_asked_for_again(setting: Setting) -> None:
    forge = setting.adapter()
    made = opened(forge)
    first = forge.label(made, TEXT.labels), forge.auto_merge(made)
    assert first == (forge.label(made, TEXT.labels), forge.auto_merge(made))
    if setting.name == "pagure":
        assert "cannot tag" in str(first[0]) and "has none" in str(first[1])
    else:
        assert first == (None, None)


def test_labels_are_set(setting: Setting) -> None:
    forge = setting.adapter()
    forge.label(opened(forge), TEXT.labels)
    fake = setting.fake
    if setting.name == "github":
        assert fake.labels[1] == ["lesson", "new"]
    elif setting.name == "gitlab":
        assert fake.merge_requests[0]["labels"] == ["lesson", "new"]
    elif setting.name == "gitea":
        assert [item["name"] for item in fake.labels if item["id"] in fake.set_labels[1]] == ["lesson", "new"]


def test_a_refused_label_or_auto_merge_is_a_warning(setting: Setting) -> None:
    if setting.name == "pagure":
        pytest.skip("Pagure has neither")
    forge = setting.adapter()
    made = opened(forge)
    for method in ("POST", "PUT"):
        setting.fake.faults += [Fault(403, '{"message": "Must have admin rights"}', method=method)] * 2
    assert "Must have admin rights" in str(forge.label(made, TEXT.labels))
    assert "Must have admin rights" in str(forge.auto_merge(made))


REFUSALS = {
    "401": (Fault(401, '{"message": "Bad credentials"}'), "does not accept the login"),
    "403 permission": (Fault(403, '{"message": "Resource not accessible"}'), "does not allow it"),
    "404": (Fault(404, '{"message": "Not Found"}'), "no such thing"),
    "422": (Fault(422, '{"message": "Invalid", "errors": [{"message": "No commits between main and x"}]}'), "No commits"),
    "429, a long wait": (Fault(429, "{}", {"Retry-After": "3600"}), "asks to wait 3600 seconds"),
}


@pytest.mark.parametrize("kind", REFUSALS)
def test_a_refusal_says_what_happened_and_how_to_go_on(setting: Setting, kind: str) -> None:
    fault, words = REFUSALS[kind]
    setting.fake.faults.append(fault)
    with pytest.raises(ForgeError) as caught:
        opened(setting.adapter())
    assert words in caught.value.message and "127.0.0.1" in caught.value.message
    assert caught.value.hint
    assert setting.fake.opened() == 0 and not setting.waited


PASSING = {
    "429": Fault(429, "{}"),
    "429 with Retry-After": Fault(429, "{}", {"Retry-After": "7"}),
    "429 with a date": Fault(429, "{}", {"Retry-After": "Thu, 01 Jan 1970 00:16:47 GMT"}),
    "403 secondary rate limit": Fault(403, '{"message": "You have exceeded a secondary rate limit. Please wait."}'),
    "403 with Retry-After": Fault(403, "{}", {"Retry-After": "7"}),
    "403 used up": Fault(403, "{}", {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1007"}),
    "500": Fault(500, "{}"),
    "502, a page": Fault(502, HTML),
    "503 with Retry-After": Fault(503, HTML, {"Retry-After": "7"}),
    "500 after it was done": Fault(500, HTML, after=True),
    "garbage": Fault(200, HTML),
    "garbage after it was done": Fault(201, HTML, after=True),
    "cut off": Fault(cut=True),
    "cut off after it was done": Fault(cut=True, after=True),
    "no answer in time, but done": Fault(hang=0.5, after=True),
    "409": Fault(409, '{"message": "Conflict"}'),
    "already exists": Fault(422, '{"message": "A pull request already exists for it."}', after=True),
}


@pytest.mark.parametrize("kind", PASSING)
def test_passing_trouble_ends_in_one_pull_request(setting: Setting, kind: str) -> None:
    setting.fake.faults.append(PASSING[kind])
    made = opened(setting.adapter())
    assert made.number == 1 and setting.fake.opened() == 1
    assert sum(setting.waited) == (7 if "7" in PASSING[kind].headers.values() or "date" in kind or "used up" in kind else 1)


@pytest.mark.parametrize("fault", [Fault(500, HTML), Fault(429, "{}"), Fault(cut=True), Fault(200, HTML), Fault(409, "{}")])
def test_lasting_trouble_ends_in_an_error_after_bounded_tries(setting: Setting, fault: Fault) -> None:
    setting.fake.faults += [fault] * 50
    with pytest.raises(ForgeError) as caught:
        opened(setting.adapter())
    assert "127.0.0.1" in caught.value.message and caught.value.hint
    assert len(setting.fake.sent("POST")) == 3 and setting.waited == [1, 2]
    setting.fake.faults.clear()
    assert opened(setting.adapter()).number == 1


@pytest.mark.parametrize("fault", [Fault(500, method="GET"), Fault(cut=True, method="GET"), Fault(429, method="GET")])
def test_looking_is_tried_again(setting: Setting, fault: Fault) -> None:
    setting.fake.faults += [fault, fault]
    assert setting.adapter().find(BRANCH) is None
    assert setting.waited == [1, 2]


def test_a_web_page_instead_of_a_list_is_an_error(setting: Setting) -> None:
    setting.fake.faults.append(Fault(200, HTML, method="GET"))
    with pytest.raises(ForgeError, match="web page"):
        setting.adapter().find(BRANCH)


@pytest.mark.parametrize("body", ["[1]", '{"a": 1}', '"x"', "null", "[[]]", '[{"head": 1}]', '{"requests": [{"id": {}}]}'])
def test_json_of_another_shape_is_an_error_or_nothing(setting: Setting, body: str) -> None:
    setting.fake.faults.append(Fault(200, body, method="GET"))
    try:
        assert setting.adapter().find(BRANCH) is None
    except ForgeError as error:
        assert error.hint


def test_the_token_is_in_no_address_message_or_repr(setting: Setting) -> None:
    forge = setting.adapter()
    setting.fake.faults.append(Fault(403, f'{{"message": "token {TOKEN} is not allowed\\u001b[31m"}}'))
    with pytest.raises(ForgeError) as caught:
        opened(forge)
    shown = f"{caught.value.message} {caught.value.hint} {caught.value!r} {forge!r}"
    assert TOKEN not in shown and "\x1b" not in shown and "***" in caught.value.message
    assert all(TOKEN not in asked.raw_path and TOKEN.encode() not in asked.body for asked in setting.fake.asked)


def test_a_wrong_token_is_not_accepted(setting: Setting) -> None:
    with pytest.raises(ForgeError, match="does not accept the login"):
        opened(setting.adapter(token="wrong"))


def test_a_redirect_within_the_server_is_followed_and_to_another_one_is_not(setting: Setting) -> None:
    setting.adapter().find(BRANCH)
    there = setting.fake.asked[-1].raw_path
    setting.fake.faults.append(Fault(301, "{}", {"Location": there}, method="GET"))
    assert setting.adapter().find(BRANCH) is None
    asked = len(setting.fake.asked)
    setting.fake.faults.append(Fault(302, "{}", {"Location": "http://127.0.0.9:1/x"}, method="GET"))
    with pytest.raises(ForgeError, match="must not go"):
        setting.adapter().find(BRANCH)
    assert len(setting.fake.asked) == asked + 1


def test_a_forge_that_is_not_there_is_an_error(setting: Setting, unused_port: Callable[[], int]) -> None:
    patience = Patience(attempts=2, sleep=setting.waited.append)
    address = f"http://127.0.0.1:{unused_port()}/{setting.path}.git"
    forge = choose(setting.name, address, None, {"VAULTCTL_FORGE_TOKEN": TOKEN}, patience=patience)  # type: ignore[arg-type]
    with pytest.raises(ForgeError, match="cannot be reached"):
        forge.open(BRANCH, "main", TEXT)
    assert setting.waited == [1]


def test_the_local_forge_is_a_member_like_any_other() -> None:
    forge: Forge = Local()
    assert forge.open(BRANCH, "main", TEXT) is None and forge.find(BRANCH) is None
    assert forge.label(PullRequest("", 0), TEXT.labels) is None and forge.auto_merge(PullRequest("", 0)) is None
    assert forge.push_options("main", TEXT) == () and forge.read_push("remote: x") is None and forge.notes == ()


@pytest.fixture
def unused_port() -> Callable[[], int]:
    """A port that nobody listens on."""
    import socket

    def find() -> int:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port: int = probe.getsockname()[1]
            return port

    return find

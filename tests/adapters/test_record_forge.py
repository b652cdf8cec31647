"""Recording with a pull request: one branch and one pull request, whichever step of the forge's API fails."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import pytest

from tests.conftest import MakeRepo
from tests.fakes.checkout import Checkout
from tests.fakes.command import Result
from tests.fakes.forges.gitea import FakeGitea
from tests.fakes.forges.github import FakeGitHub
from tests.fakes.forges.gitlab import FakeGitLab
from tests.fakes.forges.pagure import FakePagure
from tests.fakes.forges.server import TOKEN, Asked, FakeForge, Fault, Refusal, serving
from tests.fakes.http_git import HttpGit
from tests.fakes.recording import lay_out, record
from vaultctl.adapters.forges import registry
from vaultctl.adapters.forges.api import Patience
from vaultctl.adapters.git import remote

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="git http-backend as POSIX has it")
FORGES: dict[str, tuple[type[FakeForge], str]] = {
    "github": (FakeGitHub, "acme/vault.git"),
    "gitlab": (FakeGitLab, "acme/deep/vault.git"),
    "gitea": (FakeGitea, "acme/vault.git"),
    "pagure": (FakePagure, "acme/vault.git"),
}


class Place:
    """A clone of a repository on a git server, with a forge's API beside it."""

    def __init__(self, repo: Checkout, served: Checkout, forge: Any) -> None:
        self.repo, self.served, self.forge = repo, served, forge

    def record(self, *args: str, **changed: str | None) -> Result:
        return record(self.repo, *args, issue=changed.pop("issue", None) or "Line breaks get lost in tables.", **changed)

    def branches(self) -> list[str]:
        return self.served.git("for-each-ref", "--format=%(refname:short)", "refs/heads/lesson").split()


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "PAUSE", 0.02)
    monkeypatch.setattr(registry, "Patience", lambda: Patience(attempts=3, sleep=lambda seconds: None))
    monkeypatch.setitem(registry.choose.__kwdefaults__ or {}, "timeout", 0.3)


@pytest.fixture
def place(
    request: pytest.FixtureRequest, http_git: HttpGit, git_repo: MakeRepo, clone: MakeRepo, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Place]:
    name = getattr(request, "param", "gitea")
    fake, path = FORGES[name]
    served = http_git.create(path)
    config = f"forge: {name}\nproposals:\n  labels: [lesson]\n"
    lay_out(git_repo("seed", commit=False), config=config).git("push", "-q", str(served.path), "main")
    repo = clone(http_git.url(path))
    with serving(fake()) as forge:
        monkeypatch.setenv("VAULTCTL_FORGE_TOKEN", TOKEN)
        monkeypatch.setenv("VAULTCTL_FORGE_API", forge.url + forge.prefix)
        yield Place(repo, served, forge)


@pytest.mark.parametrize("place", FORGES, indirect=True)
def test_a_lesson_is_proposed_once_and_its_address_is_printed(place: Place) -> None:
    made = place.record()
    assert (made.code, made.json["state"], made.json["pushed"]) == (0, "proposed", True), made
    assert made.json["url"].startswith("http") and place.forge.opened() == 1
    assert place.branches() == [made.json["branch"]]
    assert place.record().json["url"] == made.json["url"]
    assert place.forge.opened() == 1 and len(place.branches()) == 1


@pytest.mark.parametrize("place", FORGES, indirect=True)
def test_no_push_asks_the_forge_for_nothing(place: Place) -> None:
    assert place.record("--no-push").json["state"] == "committed"
    assert place.forge.asked == [] and place.branches() == []
    assert place.record().json["state"] == "proposed" and place.forge.opened() == 1


FAULTS = {
    "401": Fault(401, '{"message": "bad token"}'),
    "403": Fault(403, '{"message": "not for you"}'),
    "403, secondary limit": Fault(403, '{"message": "secondary rate limit"}', {"Retry-After": "3600"}),
    "404": Fault(404, '{"message": "nothing here"}'),
    "409": Fault(409, '{"message": "conflict"}'),
    "422": Fault(422, '{"message": "no commits between"}'),
    "429, long": Fault(429, "{}", {"Retry-After": "3600"}),
    "500": Fault(500),
    "502, a page": Fault(502, "<html>Bad gateway</html>"),
    "503": Fault(503),
    "200, a page": Fault(200, "<html>Log in</html>"),
    "200, cut JSON": Fault(200, '{"number": '),
    "cut": Fault(cut=True),
    "cut afterwards": Fault(cut=True, after=True),
    "500 afterwards": Fault(500, after=True),
    "time-out": Fault(hang=0.5),
    "time-out afterwards": Fault(hang=0.5, after=True),
}


@pytest.mark.parametrize("name", FAULTS)
def test_after_any_answer_of_the_forge_the_same_command_ends_in_one_pull_request(place: Place, name: str) -> None:
    place.forge.faults = [FAULTS[name]] * 3
    first = place.record()
    if first.code:
        assert (first.code, first.json["state"], first.json["pushed"], first.json["url"]) == (3, "pushed", True, None), first
        assert first.json["error"]["message"] and first.json["error"]["hint"]
    else:
        assert first.json["state"] == "proposed"
    assert TOKEN not in first.out + first.err
    place.forge.faults = []
    again = place.record()
    assert (again.code, again.json["state"], again.json["commit"]) == (0, "proposed", first.json["commit"])
    assert place.forge.opened() == 1 and place.branches() == [again.json["branch"]]


@pytest.mark.parametrize("name", ["401", "500", "200, a page", "time-out", "cut"])
def test_a_forge_that_cannot_even_be_read_is_no_loss(place: Place, name: str) -> None:
    fault = FAULTS[name]
    place.forge.faults = [Fault(fault.status, fault.body, fault.headers, "GET", hang=fault.hang, cut=fault.cut)] * 6
    first = place.record()
    assert (first.code, first.json["state"]) == (3, "pushed") and place.forge.opened() == 0
    place.forge.faults = []
    assert place.record().json["state"] == "proposed" and place.forge.opened() == 1


def test_a_pull_request_that_an_earlier_clone_did_not_come_to_open_is_opened(place: Place, clone: MakeRepo) -> None:
    place.forge.faults = [FAULTS["401"]] * 3
    first = place.record()
    assert first.json["state"] == "pushed" and place.forge.opened() == 0
    place.forge.faults = []
    other = Place(clone(place.repo.git("remote", "get-url", "origin"), "other"), place.served, place.forge)
    second = other.record(today="2026-01-06")
    assert (second.code, second.json["state"], second.json["commit"]) == (0, "exists", first.json["commit"])
    assert second.json["url"] and place.forge.opened() == 1
    assert other.record(today="2026-01-06").json["url"] == second.json["url"] == place.record().json["url"]
    assert place.forge.opened() == 1


def test_a_pull_request_that_a_person_closed_is_not_opened_again(place: Place) -> None:
    place.record()
    place.forge.close(1, merged=False)
    again = place.record()
    assert again.json["state"] == "proposed" and "closed without merging" in again.json["warnings"][0]
    assert place.forge.opened() == 1


def test_labels_that_are_refused_are_a_warning(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    handle = place.forge.handle

    def refusing(asked: Asked) -> object:
        if "labels" in asked.path:
            raise Refusal(403, {"message": "no labels for you"})
        return handle(asked)

    monkeypatch.setattr(place.forge, "handle", refusing)
    found = place.record()
    assert (found.code, found.json["state"]) == (0, "proposed") and "no labels for you" in found.json["warnings"][0]


def test_without_a_login_the_branch_is_pushed_and_the_page_to_open_is_named(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VAULTCTL_FORGE_TOKEN")
    found = place.record()
    assert (found.code, found.json["state"], len(place.branches())) == (3, "pushed", 1)
    assert "/compare/main..." in found.json["error"]["hint"]


def test_a_push_to_another_host_costs_the_pull_request_not_the_lesson(place: Place) -> None:
    address = place.repo.git("remote", "get-url", "origin")
    place.repo.git("remote", "set-url", "--push", "origin", address.replace("127.0.0.1", "localhost"))
    found = place.record()
    assert (found.code, found.json["state"], len(place.branches())) == (3, "pushed", 1)
    assert "localhost" in found.json["error"]["message"]


def test_a_fork_s_branch_is_proposed_to_the_upstream(place: Place, http_git: HttpGit) -> None:
    fork = http_git.create("eve/vault.git")
    place.repo.git("remote", "add", "mine", http_git.url("eve/vault.git"))
    place.repo.git("config", "remote.pushDefault", "mine")
    found = place.record()
    assert (found.json["state"], place.branches()) == ("proposed", [])
    assert fork.git("for-each-ref", "--format=%(refname:short)", "refs/heads/lesson") == found.json["branch"]
    assert place.forge.pulls[0]["head"]["repo"]["full_name"] == "eve/vault"
    assert place.record().json["url"] == found.json["url"] and place.forge.opened() == 1

"""The real `gh` and the real `glab`, each against a forge on loopback."""

from __future__ import annotations

import os
import shutil
import socket
import sys
import sysconfig
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.forges.github import FakeGitHub
from tests.fakes.forges.gitlab import FakeGitLab
from tests.fakes.forges.server import Fault, serving, serving_on_socket
from vaultctl.adapters.forges.api import Patience
from vaultctl.adapters.forges.gh_cli import GhCli
from vaultctl.adapters.forges.gitlab import GitLab
from vaultctl.adapters.forges.glab_cli import GlabExchange, read_reply
from vaultctl.adapters.forges.registry import choose
from vaultctl.core.proposal import ProposalText
from vaultctl.errors import ForgeError
from vaultctl.usecases.ports import Forge

TEXT = ProposalText("Lesson B-1: BLOCKED pdf/font", "A lesson.\n\n```text\n    Issue: `x` $HOME \"'\n```\n", ("lesson",))
BRANCH = "lesson/b-1"
SECRET = "made-up-secret"


def program(name: str) -> str:
    scripts = sysconfig.get_path("scripts")
    path = shutil.which(name, path=os.pathsep.join([scripts, os.environ.get("PATH", "")]))
    if path is None:
        pytest.skip(f"{name} is not installed")
    return path


def connect(address: str, source: str, environ: Mapping[str, str], name: str, forge: Any = "auto") -> Forge:
    patience = Patience(attempts=3, sleep=lambda seconds: None)
    path = program(name)
    whole = {"PATH": os.environ.get("PATH", ""), "HOME": os.environ["HOME"], **environ}
    return choose(forge, address, source, whole, find_program=lambda wanted: path if wanted == name else None, patience=patience)


@pytest.fixture
def hub() -> Iterator[FakeGitHub]:
    pytest.importorskip("graphql", reason="graphql-core is not installed")
    if sys.platform == "win32" or not hasattr(socket, "AF_UNIX"):
        pytest.skip("gh is led to the fake by a unix socket")
    fake = FakeGitHub()
    fake.prefix, fake.authorization = "", f"token {SECRET}"
    with tempfile.TemporaryDirectory(prefix="gh") as folder:  # short: the path of a socket has room for about 100 bytes
        place = Path(folder, "s")
        Path(folder, "config.yml").write_text(f"http_unix_socket: {place}\n")
        fake.url = folder
        with serving_on_socket(fake, place):
            yield fake


def gh(hub: FakeGitHub, source: str = "git@github.com:acme/vault.git") -> Forge:
    forge = connect("git@github.com:acme/vault.git", source, {"GH_TOKEN": SECRET, "GH_CONFIG_DIR": hub.url}, "gh")
    assert isinstance(forge, GhCli)
    return forge


def test_gh_opens_one_pull_request_with_labels_and_auto_merge(hub: FakeGitHub) -> None:
    forge = gh(hub)
    assert forge.find(BRANCH) is None
    made = forge.open(BRANCH, "main", TEXT)
    assert made is not None and made.url == "https://github.com/acme/vault/pull/1"
    assert forge.open(BRANCH, "main", TEXT) == made == forge.find(BRANCH)
    assert forge.label(made, TEXT.labels) is None and forge.auto_merge(made) is None
    assert forge.label(made, TEXT.labels) is None and forge.auto_merge(made) is None
    assert (len(hub.pulls), hub.labels, hub.auto_merge) == (1, {1: ["lesson"]}, {1: "SQUASH"})
    assert hub.pulls[0]["title"] == TEXT.title and hub.pulls[0]["body"] == TEXT.body


def test_gh_opens_from_a_fork_and_as_a_draft(hub: FakeGitHub) -> None:
    ours, theirs = gh(hub), gh(hub, "git@github.com:eve/vault.git")
    made = theirs.open(BRANCH, "main", TEXT, draft=True)
    assert made is not None and theirs.find(BRANCH) == made and made.draft
    assert hub.pulls[0]["head"]["label"] == f"eve:{BRANCH}"
    assert ours.find(BRANCH) is None


def test_gh_that_lost_the_answer_looks_again(hub: FakeGitHub) -> None:
    hub.pulls.clear()
    forge = gh(hub)
    assert forge.find(BRANCH) is None
    hub.add("acme", BRANCH, "main", "by somebody else meanwhile", "", False)
    made = forge.open(BRANCH, "main", TEXT)
    assert made is not None and made.number == 1 and len(hub.pulls) == 1


@pytest.mark.parametrize(
    ("fault", "words"),
    [(Fault(401, '{"message": "Bad credentials"}'), "Bad credentials"), (Fault(403, '{"message": "No right"}'), "No right"),
     (Fault(404, '{"message": "Not Found"}'), "404"), (Fault(200, "<html>"), "gh")],
)  # fmt: skip
def test_what_gh_cannot_do_is_an_error_with_a_way_on(hub: FakeGitHub, fault: Fault, words: str) -> None:
    hub.faults += [fault] * 10
    with pytest.raises(ForgeError) as caught:
        gh(hub).open(BRANCH, "main", TEXT)
    assert words in caught.value.message and caught.value.hint and SECRET not in caught.value.message


@pytest.mark.parametrize("fault", [Fault(502, "{}"), Fault(403, '{"message": "You have exceeded a secondary rate limit"}')])
def test_gh_is_asked_again_after_passing_trouble(hub: FakeGitHub, fault: Fault) -> None:
    hub.faults.append(fault)
    made = gh(hub).open(BRANCH, "main", TEXT)
    assert made is not None and len(hub.pulls) == 1


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[tuple[FakeGitLab, Forge]]:
    """The real glab is led to the fake by a host of its configuration, which knows plain HTTP on port 80 only."""
    fake = FakeGitLab()
    program("glab")
    config = tmp_path / "glab"
    config.mkdir()
    (config / "config.yml").write_text(f"hosts:\n  127.0.0.2:\n    token: {SECRET}\n    api_protocol: http\n")
    (config / "config.yml").chmod(0o600)
    try:
        with serving(fake, "127.0.0.2", 80):
            address = "http://127.0.0.2/acme/deep/vault.git"
            forge = connect(address, address, {"GLAB_CONFIG_DIR": str(config)}, "glab", "gitlab")
            assert isinstance(forge, GitLab) and isinstance(forge.api.exchange, GlabExchange)
            yield fake, forge
    except PermissionError:
        pytest.skip("port 80 of loopback is not ours to open")


@pytest.mark.slow
def test_glab_opens_one_merge_request(lab: tuple[FakeGitLab, Forge]) -> None:
    fake, forge = lab
    fake.answer = lambda asked, right=fake.answer: right(  # type: ignore[method-assign,misc]
        asked.__class__(
            asked.method, asked.path, asked.query, {**asked.headers, "authorization": fake.authorization}, asked.payload,
            asked.raw_path, asked.body,
        )
    )  # fmt: skip # glab sends Private-Token
    made = forge.open(BRANCH, "main", TEXT)
    assert made is not None and forge.open(BRANCH, "main", TEXT) == made
    assert forge.label(made, TEXT.labels) is None and forge.auto_merge(made) is None
    assert fake.opened() == 1 and fake.merge_requests[0]["labels"] == ["lesson"]
    assert fake.asked[0].headers["private-token"] == SECRET
    fake.faults.append(Fault(409, '{"message": ["exists"]}'))
    again = forge.open("lesson/b-2", "main", TEXT)
    assert again is not None and again.number == 2
    fake.faults.append(Fault(403, '{"message": "403 Forbidden"}'))
    with pytest.raises(ForgeError, match="does not allow it"):
        forge.open("lesson/b-3", "main", TEXT)


@pytest.mark.parametrize(
    ("printed", "status", "body"),
    [
        (b"HTTP/2.0 201 Created\r\nContent-Type: x\r\nRetry-After: 7\r\n\r\n{}\n\n", 201, b"{}\n\n"),
        (b"HTTP/1.1 409 Conflict\nretry-after: 7\n\n", 409, b""),
    ],
)
def test_a_reply_is_read_as_glab_prints_it(printed: bytes, status: int, body: bytes) -> None:
    reply = read_reply(printed)
    assert reply is not None
    assert (reply.status, reply.headers["retry-after"], reply.body) == (status, "7", body)


@pytest.mark.parametrize("printed", [b"", b"{}", b"<html>\n\n", b"HTTP/1.1 abc\n\n"])
def test_anything_else_is_no_reply(printed: bytes) -> None:
    assert read_reply(printed) is None

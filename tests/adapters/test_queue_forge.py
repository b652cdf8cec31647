"""`sync` and `queue` with a forge that merges by itself: Gitea over HTTP, git over HTTP."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.conftest import MakeRepo
from tests.fakes.checkout import Checkout
from tests.fakes.command import run
from tests.fakes.forges.gitea import FakeGitea
from tests.fakes.forges.server import TOKEN, Fault, serving
from tests.fakes.http_git import HttpGit
from tests.fakes.queueing import propose, queue, recording, seed, states, sync


@pytest.fixture
def forge(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeGitea]:
    fake = FakeGitea()
    with serving(fake):
        monkeypatch.setenv("VAULTCTL_FORGE_API", fake.url + fake.prefix)
        monkeypatch.setenv("VAULTCTL_FORGE_TOKEN", TOKEN)
        yield fake


@pytest.fixture
def made(forge: FakeGitea, http_git: HttpGit, git_repo: MakeRepo) -> Checkout:
    http_git.create("acme/vault.git")
    return seed(git_repo("desk", commit=False), http_git.url("acme/vault.git"), config="forge: gitea\n")


def test_sync_opens_the_pull_request_of_what_waited(made: Checkout, forge: FakeGitea) -> None:
    branch = propose(made, 1, "--no-push")
    found = sync(made)
    assert found.code == 0 and found.json["urls"] == {branch: f"{forge.url}/acme/vault/pulls/1"}
    assert forge.pulls[0]["head"]["ref"] == branch and forge.pulls[0]["base"]["ref"] == "main"
    title = made.git("log", "-1", "--format=%s", branch)
    assert forge.pulls[0]["title"] == title and "breaks" in forge.pulls[0]["body"] and "case/t1" in forge.pulls[0]["body"]
    assert sync(made).code == 0 and forge.opened() == 1


def test_what_sync_says_is_what_record_would_have_said(made: Checkout, forge: FakeGitea) -> None:
    propose(made, 1)
    propose(made, 2, "--no-push")
    sync(made)
    first, second = (pull["body"] for pull in forge.pulls)
    other = second.replace("case/t2", "case/t1")
    assert [line.split(":")[0] for line in first.split("\n")] == [line.split(":")[0] for line in other.split("\n")]


def test_sync_opens_a_pull_request_that_failed_after_the_push(made: Checkout, forge: FakeGitea) -> None:
    forge.faults = [Fault(422, '{"message": "no"}')]
    assert run(*recording(1), cwd=made.path).code == 3 and forge.opened() == 0
    assert sync(made).code == 0 and forge.opened() == 1


def test_a_forge_without_a_login_keeps_no_branch_from_being_sent(
    made: Checkout, forge: FakeGitea, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [propose(made, number, "--no-push") for number in (1, 2)]
    monkeypatch.setenv("VAULTCTL_FORGE_TOKEN", "wrong")
    found = sync(made)
    assert found.code == 3 and found.json["pushed"] == names and found.json["error"] is not None
    monkeypatch.setenv("VAULTCTL_FORGE_TOKEN", TOKEN)
    assert sync(made).code == 0 and forge.opened() == 2


def test_the_list_names_the_pull_requests_and_does_without(made: Checkout, forge: FakeGitea) -> None:
    branch = propose(made, 1)
    assert queue(made).json["proposals"][0]["url"] == f"{forge.url}/acme/vault/pulls/1"
    forge.faults = [Fault(403, '{"message": "no"}', method="GET")]
    found = queue(made)
    assert found.code == 0 and states(found) == {branch: "open"} and found.json["proposals"][0]["url"] is None
    assert "could not be looked up" in found.json["notes"][0]
    asked = len(forge.asked)
    assert queue(made, "list", "--no-push").code == 0 and len(forge.asked) == asked

"""Which branch is the base: one that the remote has, as it has it, or a clear word that it is not known."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.conftest import MakeRepo
from tests.fakes.checkout import Checkout
from tests.fakes.queueing import propose, queue, sync
from tests.fakes.recording import record
from vaultctl.adapters.git import process
from vaultctl.adapters.git import remote as remotes


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remotes, "PAUSE", 0.01)
    monkeypatch.setattr(process, "LOCK_WAIT", 0.05)


def private(repo: Checkout) -> str:
    """Work of the caller that nobody else has, on a branch of its own."""
    repo.git("checkout", "-q", "-b", "private")
    return repo.commit({"salaries": "secret\n"})


def is_there(remote: Checkout, commit: str) -> bool:
    done = subprocess.run(["git", "cat-file", "-e", commit], cwd=remote.path, capture_output=True, check=False)
    return done.returncode == 0


@pytest.mark.parametrize("options", [("--no-push",), ()])
def test_a_checkout_of_a_ci_without_the_remotes_head_proposes_for_the_remotes_branch(
    made: Checkout, remote: Checkout, options: tuple[str, ...]
) -> None:
    secret = private(made)
    made.git("remote", "set-head", "origin", "--delete")
    made.git("branch", "-q", "-D", "main")
    found = record(made, *options).json
    assert found["base"] == "main" and found["base_commit"] == remote.git("rev-parse", "main")
    sync(made)
    assert remote.git("rev-parse", found["branch"]) == found["commit"] and not is_there(remote, secret)


def test_a_clone_of_one_branch_asks_for_the_default_one(made: Checkout, remote: Checkout, clone: MakeRepo) -> None:
    made.git("push", "-q", "origin", "main:feature")
    single = clone(remote, "single", "--single-branch", "--branch", "feature")
    secret = single.commit({"salaries": "secret\n"})
    found = record(single).json
    assert (found["base"], found["state"]) == ("main", "pushed") and not is_there(remote, secret)


def test_a_clone_that_knows_several_branches_and_no_default_says_how_to_name_one(made: Checkout, remote: Checkout) -> None:
    remote.git("symbolic-ref", "HEAD", "refs/heads/one")
    made.git("push", "-q", "origin", "main:one", "main:two", ":main")
    made.git("fetch", "-q", "--prune", "origin")
    private(made)
    found = record(made, "--no-push")
    assert found.code == 3 and "which branch of origin is the base" in found.json["error"]["message"]
    assert "--base" in found.json["error"]["hint"] and made.git("for-each-ref", "refs/heads/lesson") == ""


def test_an_unreachable_remote_is_no_reason_to_build_on_private_commits(made: Checkout, remote: Checkout) -> None:
    known = made.git("rev-parse", "origin/main")
    private(made)
    made.git("remote", "set-head", "origin", "--delete")
    remote.path.rename(remote.path.with_name("gone"))
    found = record(made)
    assert found.code == 3 and found.json["state"] == "committed" and found.json["base_commit"] == known


def test_a_base_that_only_this_clone_has_is_refused(made: Checkout, remote: Checkout) -> None:
    private(made)
    found = record(made, "--base", "private")
    assert found.code == 3 and "origin has no branch private" in found.json["error"]["message"]
    assert "--base main" in found.json["error"]["hint"]
    offline = record(made, "--base", "private", "--no-push")
    assert offline.code == 3 and "not here as origin has it" in offline.json["error"]["message"]


def test_unpublished_commits_on_the_base_are_not_built_upon(made: Checkout, remote: Checkout) -> None:
    known = made.head
    made.commit({"salaries": "secret\n"})
    assert record(made, "--no-push").json["base_commit"] == known


def test_a_branch_that_holds_more_than_a_proposal_is_not_sent(made: Checkout, remote: Checkout) -> None:
    secret = private(made)
    made.git("branch", "-q", "lesson/B-mine", "private")
    made.git("checkout", "-q", "--detach")
    branch = propose(made, 1, "--no-push")
    made.git("update-ref", f"refs/heads/{branch}", made.git(
        "commit-tree", f"{branch}^{{tree}}", "-p", secret, "-m", "on private work", stdin=b""))  # fmt: skip
    found = sync(made)
    assert found.code == 3 and branch in found.json["waiting"] and found.json["pushed"] == [] and not is_there(remote, secret)
    assert "git push origin" in found.json["error"]["hint"]


def test_the_default_branch_that_was_renamed_is_asked_for(made: Checkout, remote: Checkout) -> None:
    remote.git("branch", "-q", "-m", "main", "trunk")
    remote.git("symbolic-ref", "HEAD", "refs/heads/trunk")
    found = record(made)
    assert (found.code, found.json["base"], found.json["state"]) == (0, "trunk", "pushed")
    assert queue(made).json["base"] == "trunk"
    named = record(made, "--base", "main", issue="Another one altogether.")
    assert named.code == 3 and "its default branch is trunk" in named.json["error"]["message"]


def test_a_lock_that_is_left_lying_is_no_fresh_base(made: Checkout, remote: Checkout, clone: MakeRepo) -> None:
    other = clone(remote, "other")
    other.commit({"news": "x"})
    other.git("push", "-q", "origin", "main")
    lock = Path(made.git("rev-parse", "--absolute-git-dir")) / "refs" / "remotes" / "origin" / "main.lock"
    lock.write_text("")
    found = record(made)
    assert found.code == 3 and found.json["state"] == "committed"
    assert "main.lock is there since" in found.json["error"]["message"] and lock.exists()
    assert queue(made, "run").code == 3
    lock.unlink()
    assert record(made).json["state"] == "pushed"


def test_a_lock_is_no_trouble_where_the_base_is_known_as_it_is(made: Checkout) -> None:
    lock = Path(made.git("rev-parse", "--absolute-git-dir")) / "refs" / "remotes" / "origin" / "main.lock"
    lock.write_text("")
    assert record(made).json["state"] == "pushed"


def test_no_push_fetches_nothing_in_a_partial_clone_and_says_why(made: Checkout, remote: Checkout, clone: MakeRepo) -> None:
    remote.git("config", "uploadpack.allowFilter", "true")
    partial = clone(remote, "partial", "--filter=blob:none", "--no-checkout")
    partial.write(".vaultctl.yaml", "schema: 1\n")
    missing = partial.git("rev-list", "--objects", "--missing=print", "origin/main")
    found = record(partial, "--no-push")
    assert found.code == 3 and "partial clone" in found.json["error"]["message"] and "--refetch" in found.json["error"]["hint"]
    assert partial.git("rev-list", "--objects", "--missing=print", "origin/main") == missing and "\n?" in missing
    assert record(partial).json["state"] == "pushed"

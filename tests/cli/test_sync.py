"""`vaultctl sync`, from the command line, on real git."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.conftest import MakeRepo
from tests.fakes.checkout import Checkout
from tests.fakes.command import run
from tests.fakes.http_git import HttpGit
from tests.fakes.queueing import branches, propose, queue, seed, states, sync
from tests.fakes.recording import KNOWN, lay_out
from vaultctl.adapters.git import remote as remotes

KEYS = ["schema", "fetched", "advanced", "pushed", "waiting", "pruned", "base", "base_commit", "urls", "notes", "error"]
LAYOUTS = pytest.mark.parametrize("layout", ["notes", "single-file"])


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remotes, "PAUSE", 0.02)


def test_what_waits_is_sent_and_a_second_call_has_nothing_to_do(made: Checkout, remote: Checkout) -> None:
    branch = propose(made, 1, "--no-push")
    before = made.state()
    found = sync(made)
    assert found.code == 0 and list(found.json) == KEYS
    assert (found.json["fetched"], found.json["pushed"], found.json["waiting"]) == (True, [branch], [])
    assert remote.git("rev-parse", branch) == made.git("rev-parse", branch) and made.state() == before
    again = sync(made)
    assert again.code == 0 and again.json["pushed"] == [] and states(queue(made)) == {branch: "open"}
    assert run("sync", cwd=made.path).out == "fetched   from origin\n"


def test_a_clean_checked_out_base_is_moved_forward(made: Checkout, remote: Checkout, clone: MakeRepo) -> None:
    other = clone(remote, "other")
    propose(other, 1)
    queue(other, "run")
    found = sync(made)
    assert found.json["advanced"] is True and made.head == remote.git("rev-parse", "main")
    assert made.git("status", "--porcelain") == ""


def test_a_changed_tree_is_left_alone_and_the_command_is_named(made: Checkout, remote: Checkout, clone: MakeRepo) -> None:
    other = clone(remote, "other")
    propose(other, 1)
    queue(other, "run")
    made.write(KNOWN, "half done\n")
    before = made.state()
    found = sync(made)
    assert found.code == 0 and found.json["advanced"] is False and made.state() == before
    assert "git merge --ff-only origin/main" in found.json["notes"][0]


def test_a_base_with_commits_of_its_own_is_left_alone(made: Checkout, remote: Checkout, clone: MakeRepo) -> None:
    other = clone(remote, "other")
    propose(other, 1)
    queue(other, "run")
    made.commit({"mine": "x"})
    before = made.state()
    found = sync(made)
    assert found.code == 0 and made.state() == before and "commits of its own" in found.json["notes"][0]


def test_a_base_that_is_not_checked_out_follows(made: Checkout, remote: Checkout, clone: MakeRepo) -> None:
    other = clone(remote, "other")
    propose(other, 1)
    queue(other, "run")
    made.git("checkout", "-q", "-b", "work")
    made.write(KNOWN, "half done\n")
    before = made.state()
    assert sync(made).json["advanced"] is True
    assert made.state() == before and made.git("rev-parse", "main") == remote.git("rev-parse", "main")


@LAYOUTS
def test_merged_proposals_are_pruned_also_after_a_squash(remote: Checkout, git_repo: MakeRepo, layout: str) -> None:
    made = seed(git_repo("desk", commit=False), str(remote.path), layout)
    gone, kept = propose(made, 1), propose(made, 2)
    made.git("checkout", "-q", "-b", "work")
    made.git("merge", "-q", "--squash", gone)
    made.git("commit", "-q", "-m", "squashed elsewhere")
    made.git("push", "-q", "origin", "work:main")
    found = sync(made)
    assert found.json["pruned"] == [gone] and branches(made) == [kept]


def test_a_branch_with_something_more_than_what_was_merged_stays(made: Checkout, remote: Checkout) -> None:
    branch = propose(made, 1)
    queue(made, "run", "--no-push")
    made.git("push", "-q", "origin", "main")
    made.git("checkout", "-q", "-b", branch)
    made.commit({"vault/lessons/x/b-more.md": "more\n"})
    made.git("checkout", "-q", "main")
    found = sync(made)
    assert found.json["pruned"] == [] and branches(made) == [branch]


def test_what_was_removed_there_without_being_merged_is_not_sent_again(made: Checkout, remote: Checkout) -> None:
    branch = propose(made, 1)
    remote.git("update-ref", "-d", f"refs/heads/{branch}")
    for _ in range(2):
        found = sync(made)
        assert found.code == 0 and found.json["pushed"] == [] and branches(remote) == []
        assert "removed there without being merged" in found.json["notes"][0]
    assert "removed there" in queue(made).json["proposals"][0]["reason"]


def test_offline_it_names_what_waits(made: Checkout, remote: Checkout) -> None:
    branch = propose(made, 1, "--no-push")
    remote.path.rename(remote.path.with_name("gone"))
    found = sync(made)
    assert found.code == 3 and found.json["waiting"] == [branch] and found.json["fetched"] is False
    assert branch in found.json["error"]["message"] and "nothing is lost" in found.json["error"]["hint"]
    shown = run("sync", cwd=made.path)
    assert shown.code == 3 and shown.out == f"waiting   {branch}\n" and "could not be asked" in shown.err


def test_without_a_remote_there_is_nothing_to_send(git_repo: MakeRepo) -> None:
    made = lay_out(git_repo(commit=False))
    branch = propose(made, 1)
    found = sync(made)
    assert found.code == 0 and found.json["fetched"] is False and branches(made) == [branch]
    assert found.json["notes"] == ["there is no remote: nothing to fetch or to send"]


def test_a_dry_run_sends_and_moves_nothing(made: Checkout, remote: Checkout) -> None:
    branch = propose(made, 1, "--no-push")
    before = remote.git("for-each-ref")
    found = sync(made, "--dry-run")
    assert found.json["waiting"] == [branch] and found.json["pushed"] == [] and remote.git("for-each-ref") == before


def test_from_a_detached_head_in_a_linked_worktree_nothing_is_touched(made: Checkout, remote: Checkout) -> None:
    branch = propose(made, 1, "--no-push")
    linked = made.worktree(made.path.parent / "linked")
    before = linked.state(), made.state()
    assert sync(linked).json["pushed"] == [branch]
    assert (linked.state(), made.state()) == before


def test_a_push_that_is_refused_leaves_the_rest_sent(made: Checkout, remote: Checkout) -> None:
    good, bad = propose(made, 1, "--no-push"), propose(made, 2, "--no-push")
    hook = remote.path / "hooks" / "update"
    hook.write_text(f'#!/bin/sh\n[ "$1" != refs/heads/{bad} ] || {{ echo "not this one"; exit 1; }}\n')
    hook.chmod(0o755)
    found = sync(made)
    assert found.code == 3 and (found.json["pushed"], found.json["waiting"]) == ([good], [bad])
    assert "not this one" in found.json["error"]["message"] and branches(made) == sorted([good, bad])


# The failure log.


def strike(repo: Checkout, name: str) -> str:
    """One more file on the branch of failures, as `fail` will write it."""
    old = repo.git("for-each-ref", "--format=%(objectname)", "refs/heads/vault-failures")
    blob = repo.git("hash-object", "-w", "--stdin", stdin=name.encode())
    rows = repo.git("ls-tree", f"{old}:strikes") + "\n" if old else ""
    folder = repo.git("mktree", stdin=f"{rows}100644 blob {blob}\t{name}\n".encode())
    tree = repo.git("mktree", stdin=f"040000 tree {folder}\tstrikes\n".encode())
    commit = repo.git("commit-tree", tree, *(["-p", old] if old else []), "-m", name)
    repo.git("update-ref", "refs/heads/vault-failures", commit)
    return commit


def test_strikes_of_two_clones_come_together(made: Checkout, remote: Checkout, clone: MakeRepo) -> None:
    other = clone(remote, "other", "--single-branch")
    strike(made, "one")
    strike(other, "two")
    assert sync(made).json["pushed"] == ["vault-failures"]
    assert sync(other).json["pushed"] == ["vault-failures"]
    assert remote.git("ls-tree", "--name-only", "vault-failures:strikes").split() == ["one", "two"]
    assert sync(made).json["pushed"] == []
    assert made.git("rev-parse", "vault-failures") == remote.git("rev-parse", "vault-failures")


def test_strikes_stay_where_the_config_says_so(remote: Checkout, git_repo: MakeRepo) -> None:
    made = seed(git_repo("desk", commit=False), str(remote.path), config="forge: local\nfailures: local\n")
    strike(made, "one")
    assert sync(made).json["pushed"] == [] and remote.git("for-each-ref", "refs/heads/vault-failures") == ""


def test_strikes_that_cannot_be_sent_wait(made: Checkout, remote: Checkout) -> None:
    strike(made, "one")
    remote.path.rename(remote.path.with_name("gone"))
    found = sync(made)
    assert found.code == 3 and found.json["waiting"] == ["vault-failures"]


# Over HTTP.


def test_a_remote_that_fails_at_times_is_tried_again(http_git: HttpGit, git_repo: MakeRepo) -> None:
    remote = http_git.create()
    made = seed(git_repo("desk", commit=False), http_git.url("vault.git"))
    names = [propose(made, number, "--no-push") for number in (1, 2)]
    failed: list[str] = []

    def fail(request: object) -> int | None:
        if getattr(request, "is_push", False) and len(failed) < 1:
            failed.append("x")
            return 503
        return None

    http_git.fail = fail
    found = sync(made)
    assert found.code == 0 and found.json["pushed"] == names and branches(remote) == sorted(names) and failed


def test_a_push_that_was_cut_off_after_the_work_counts(http_git: HttpGit, git_repo: MakeRepo) -> None:
    remote = http_git.create()
    made = seed(git_repo("desk", commit=False), http_git.url("vault.git"))
    branch = propose(made, 1)
    cuts: list[str] = []

    def cut(request: object) -> str | None:
        if getattr(request, "is_push", False) and not cuts:
            cuts.append("x")
            return "after"
        return None

    http_git.cut = cut
    found = queue(made, "run")
    assert found.code == 0 and states(found) == {branch: "merged"} and cuts
    assert remote.git("rev-list", "--count", "main") == "2" and branches(remote) == []


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are POSIX")
@pytest.mark.parametrize("quiet", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_on_a_terminal_a_slow_remote_shows_how_far_it_is(made: Checkout, remote: Checkout, clone: MakeRepo, *, quiet: bool) -> None:
    other = clone(remote, "other")
    other.commit({f"{number}.txt": f"{number}\n" for number in range(20)})
    other.git("push", "-q", "origin", "main")
    made.git("config", "remote.origin.uploadpack", "sleep 1; git-upload-pack")
    master, terminal = os.openpty()
    argv = [sys.executable, "-m", "vaultctl", "sync", *(["--quiet"] if quiet else [])]
    done = subprocess.run(argv, cwd=made.path, env=os.environ | {"TERM": "xterm"}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=terminal, check=False)  # fmt: skip
    os.close(terminal)
    try:
        shown = os.read(master, 1 << 20).decode()
    except OSError:  # nothing was written
        shown = ""
    os.close(master)
    assert done.returncode == 0 and b"fetched   from origin" in done.stdout
    assert any(work in shown for work in ("counting objects", "compressing objects", "receiving objects")) is not quiet

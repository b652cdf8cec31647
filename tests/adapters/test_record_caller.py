"""Whoever calls `record` in the middle of other work finds everything as it was: HEAD, index, working tree, stash."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import MakeRepo
from tests.fakes.checkout import Checkout
from tests.fakes.command import run
from tests.fakes.recording import KNOWN, changed_paths, draft, lay_out, record

PACKAGE = Path(__file__).parents[2]


@pytest.fixture
def remote(git_repo: MakeRepo, bare_remote: MakeRepo) -> Checkout:
    return bare_remote("remote.git", lay_out(git_repo("seed", commit=False)))


def make_dirty(repo: Checkout) -> None:
    """Staged, unstaged and untracked changes, one file with both, an intent to add, and a stash."""
    repo.write("stashed", "x")
    repo.git("add", "stashed")
    repo.git("stash", "-q")
    repo.write(KNOWN, "staged")
    repo.git("add", KNOWN)
    repo.write(KNOWN, "unstaged")
    repo.write(".vaultctl.yaml", "schema: 1\n# changed\n")
    repo.write("new/äö ü.txt", "untracked")
    repo.write("later", "x")
    repo.git("add", "-N", "later")


def check_untouched(repo: Checkout, caller: Path | None = None, env: dict[str, str] | None = None) -> None:
    """Records in `caller` (the top folder unless named) and compares what must not change."""
    before = repo.state()
    found = run("record", *draft(), "--format", "json", cwd=caller or repo.path, env=env)
    assert (found.code, found.json["state"]) == (0, "pushed"), found
    assert repo.state() == before
    assert changed_paths(repo, found.json["branch"]) == [found.json["path"]]
    git_dir = Path(repo.git("rev-parse", "--absolute-git-dir"))
    assert not list(git_dir.glob("vaultctl-*")), "leftovers"


def test_a_dirty_tree_stays_as_it_is(remote: Checkout, clone: MakeRepo) -> None:
    repo = clone(remote)
    make_dirty(repo)
    check_untouched(repo)


def test_a_linked_worktree_stays_as_it_is(remote: Checkout, clone: MakeRepo, tmp_path: Path) -> None:
    main = clone(remote)
    make_dirty(main)
    before = main.state()
    linked = main.worktree(tmp_path / "linked", branch="work")
    linked.write(KNOWN, "changed")
    check_untouched(linked)
    assert main.state() == before


def test_a_detached_head_stays_as_it_is(remote: Checkout, clone: MakeRepo) -> None:
    repo = clone(remote)
    repo.git("checkout", "-q", "--detach")
    make_dirty(repo)
    check_untouched(repo)


def test_a_shallow_clone_of_one_branch_will_do(remote: Checkout, clone: MakeRepo) -> None:
    clone(remote, "other").git("push", "-q", "origin", "main:side")
    repo = clone(remote, "shallow", "--depth", "1", "--single-branch")
    make_dirty(repo)
    check_untouched(repo)


def test_a_folder_of_the_repository_will_do(remote: Checkout, clone: MakeRepo) -> None:
    repo = clone(remote)
    make_dirty(repo)
    check_untouched(repo, repo.path / "vault" / "lessons")


def test_a_half_done_merge_stays_half_done(remote: Checkout, clone: MakeRepo) -> None:
    repo = clone(remote)
    repo.git("checkout", "-q", "-b", "side")
    repo.commit({"x": "1"})
    repo.git("checkout", "-q", "main")
    repo.commit({"x": "2"})
    subprocess.run(["git", "merge", "-q", "side"], cwd=repo.path, capture_output=True, check=False)
    assert repo.git("ls-files", "-u")
    check_untouched(repo)


def test_the_variables_of_another_repository_lead_nowhere(remote: Checkout, clone: MakeRepo, git_repo: MakeRepo) -> None:
    repo, other = clone(remote), git_repo("other")
    before = other.state()
    env = {"GIT_DIR": str(other.path / ".git"), "GIT_INDEX_FILE": str(other.path / ".git" / "index"), "GIT_PREFIX": "x/",
           "GIT_WORK_TREE": str(other.path)}  # fmt: skip
    with pytest.MonkeyPatch.context() as patch:
        for name, value in env.items():
            patch.setenv(name, value)
        found = record(repo)
    assert found.json["state"] == "pushed" and other.state() == before
    assert other.git("for-each-ref", "refs/heads/lesson") == ""


@pytest.mark.skipif(sys.platform == "win32", reason="a shell hook")
def test_the_pre_commit_hook_of_another_repository_can_record(remote: Checkout, clone: MakeRepo, git_repo: MakeRepo) -> None:
    repo, other = clone(remote), git_repo("other")
    make_dirty(repo)
    before = repo.state()
    words = " ".join(f"'{word}'" for word in (sys.executable, "-m", "vaultctl", "record", *draft(), "--vault", str(repo.path)))
    hook = other.path / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\nPYTHONPATH='{PACKAGE}' exec {words} >&2\n")
    hook.chmod(0o755)
    other.write("file", "x")
    other.git("add", "file")
    other.git("commit", "-q", "-m", "with a lesson")
    assert other.git("log", "-1", "--format=%s") == "with a lesson" and other.git("status", "--porcelain") == ""
    assert repo.state() == before
    assert len(remote.git("for-each-ref", "refs/heads/lesson").split("\n")) == 1
    assert other.git("for-each-ref", "refs/heads/lesson") == ""


def test_a_lock_on_the_caller_s_index_is_no_matter(remote: Checkout, clone: MakeRepo) -> None:
    repo = clone(remote)
    lock = repo.write(".git/index.lock", "")
    found = record(repo)
    assert found.json["state"] == "pushed" and lock.exists()


def test_a_branch_named_lesson_in_the_way_is_named(remote: Checkout, clone: MakeRepo) -> None:
    repo = clone(remote)
    repo.git("branch", "lesson")
    found = record(repo)
    assert found.code == 3 and "refs/heads/lesson" in found.json["error"]["message"]
    assert os.environ.get("GIT_DIR") is None

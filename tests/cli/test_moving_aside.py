"""What `sync` and `queue run` must leave alone in the caller's clone, and what they clear up."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.conftest import MakeRepo
from tests.fakes.checkout import Checkout
from tests.fakes.queueing import branches, propose, queue, sync


def moved_on(remote: Checkout, clone: MakeRepo, files: dict[str, str | bytes | None]) -> None:
    other = clone(remote, "other")
    other.commit(files)
    other.git("push", "-q", "origin", "main")


@pytest.mark.parametrize("command", [("sync",), ("queue", "run")])
def test_an_ignored_file_in_the_way_is_kept_and_named(
    made: Checkout, remote: Checkout, clone: MakeRepo, command: tuple[str, ...]
) -> None:
    made.write(".git/info/exclude", "secret.env\n")
    made.write("secret.env", "mine\n")
    moved_on(remote, clone, {"secret.env": "theirs\n"})
    found = sync(made) if command == ("sync",) else queue(made, "run")
    assert (made.path / "secret.env").read_text() == "mine\n" and found.code == 0
    said = found.json["notes"][0]
    assert ": secret.env; move them away, or commit them on main if they belong there" in said


@pytest.mark.parametrize("backend", ["--merge", "--apply"])
def test_a_base_that_is_being_rebased_is_not_moved(made: Checkout, remote: Checkout, clone: MakeRepo, backend: str) -> None:
    moved_on(remote, clone, {"other": "x"})
    made.commit({"note": "one\n"})
    start = made.git("rev-parse", "HEAD^")
    made.git("branch", "-q", "side", start)
    made.git("checkout", "-q", "side")
    made.commit({"note": "two\n"})
    made.git("checkout", "-q", "main")
    with pytest.raises(AssertionError, match=r"could not apply|CONFLICT|conflict|patch failed|error"):
        made.git("rebase", "-q", backend, "side")
    made.git("update-ref", "refs/heads/main", start)  # as if main itself could be fast-forwarded
    found = sync(made)
    assert found.code == 0 and found.json["advanced"] is False and made.git("rev-parse", "main") == start
    assert "finish that there" in found.json["notes"][0]


def test_a_base_that_is_bisected_in_a_linked_worktree_is_not_moved(made: Checkout, remote: Checkout, clone: MakeRepo) -> None:
    made.commit({"a": "1"})
    made.git("push", "-q", "origin", "main")
    moved_on(remote, clone, {"other": "x"})
    before = made.head
    made.git("checkout", "-q", "-b", "work")
    linked = made.path.parent / "linked"
    made.git("worktree", "add", "-q", str(linked), "main")
    there = Checkout(linked)
    there.git("bisect", "start")
    there.git("checkout", "-q", "--detach")
    found = sync(made)
    assert found.json["advanced"] is False and made.git("rev-parse", "main") == before
    assert str(linked) in found.json["notes"][0]


def test_a_merged_proposal_that_is_being_rebased_is_not_removed(made: Checkout, remote: Checkout) -> None:
    branch = propose(made, 1)
    git_dir = Path(made.git("rev-parse", "--absolute-git-dir"))
    (git_dir / "rebase-merge").mkdir()
    (git_dir / "rebase-merge" / "head-name").write_text(f"refs/heads/{branch}\n")
    queue(made, "run")
    assert branches(made) == [branch]
    assert sync(made).json["pruned"] == [] and branches(made) == [branch]


def test_what_a_killed_process_left_is_cleared_up_a_day_later(made: Checkout) -> None:
    git_dir = Path(made.git("rev-parse", "--absolute-git-dir"))
    old, new = git_dir / "vaultctl-index-0123", git_dir / "vaultctl-index-4567"
    folder = git_dir / "vaultctl-abcd"
    folder.mkdir()
    for file in (old, new, folder / "0"):
        file.write_text("x")
    for place in (old, folder):
        os.utime(place, (1_000_000_000, 1_000_000_000))
    propose(made, 1, "--no-push")
    assert sorted(path.name for path in git_dir.glob("vaultctl-*")) == [new.name]

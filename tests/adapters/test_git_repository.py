"""What a repository says about itself, from every place that a command may be called from."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

from tests.conftest import MakeRepo
from vaultctl.adapters.git import differences, process
from vaultctl.adapters.git.facts import IgnoreRule
from vaultctl.adapters.git.repository import Repository, discover, require_identity
from vaultctl.errors import GitError

posix = pytest.mark.skipif(sys.platform == "win32", reason="owners as POSIX has them")


@pytest.fixture
def foreign(git_repo: MakeRepo, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The environment of a hook that runs in another repository."""
    other = git_repo("other")
    git_dir = other.path / ".git"
    for name, value in {
        "GIT_DIR": git_dir, "GIT_INDEX_FILE": git_dir / "index", "GIT_WORK_TREE": other.path, "GIT_PREFIX": "sub/",
        "GIT_OBJECT_DIRECTORY": git_dir / "objects", "GIT_COMMON_DIR": git_dir, "GIT_GLOB_PATHSPECS": "1",
        "GIT_CONFIG_PARAMETERS": "'core.bare'='true'",
    }.items():  # fmt: skip
        monkeypatch.setenv(name, str(value))
    return other.path


def test_a_sub_folder_a_file_and_the_git_folder_belong_to_their_repository(git_repo: MakeRepo) -> None:
    made = git_repo("with blank é")
    made.write("a/b/x.md", "x")
    for place in ("", "a/b", "a/b/x.md", ".git", ".git/hooks"):
        found = discover(made.path / place)
        assert (found.root, found.git_dir, found.is_bare) == (made.path, made.path / ".git", False), place


def test_no_repository_is_none(tmp_path: Path) -> None:
    assert Repository.discover(tmp_path) is None
    with pytest.raises(GitError, match="not in a git repository"):
        discover(tmp_path)


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(GitError, match="gone: no such folder"):
        Repository.discover(tmp_path / "gone")


def test_the_environment_of_another_repositorys_hook_does_not_count(
    foreign: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, git_repo: MakeRepo
) -> None:
    assert Repository.discover(tmp_path) is None
    assert discover(foreign).root == foreign
    for name in process.environment():
        assert name not in {"GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE", "GIT_CONFIG_PARAMETERS", "GIT_PREFIX"}


def test_every_variable_that_git_calls_local_is_dropped() -> None:
    told = process.run(".", "rev-parse", "--local-env-vars").text.split("\n")
    assert set(told) <= process.REPOSITORY_VARIABLES


def test_a_linked_worktree_knows_its_own_folder_and_the_common_one(git_repo: MakeRepo, tmp_path: Path) -> None:
    made = git_repo()
    linked = made.worktree(tmp_path / "linked", branch="side")
    found = discover(linked.path)
    assert (found.root, found.common_dir) == (linked.path, made.path / ".git")
    assert found.git_dir == made.path / ".git" / "worktrees" / "linked"
    assert found.head_branch() == "side"


def test_a_bare_repository_has_no_working_tree(git_repo: MakeRepo, bare_remote: MakeRepo) -> None:
    found = discover(bare_remote(source=git_repo()).path)
    assert found.is_bare and found.root is None and found.head() is not None
    assert found.ignore_rule("x") is None and differences.staged(found) == []


def test_before_the_first_commit_there_is_a_branch_but_no_head(git_repo: MakeRepo) -> None:
    found = discover(git_repo(branch="trunk", commit=False).path)
    assert (found.head(), found.head_branch()) == (None, "trunk")


def test_a_detached_head_has_a_commit_but_no_branch(git_repo: MakeRepo) -> None:
    made = git_repo()
    made.git("checkout", "-q", "--detach")
    found = discover(made.path)
    assert (found.head(), found.head_branch()) == (made.head, None)


def test_a_shallow_clone_says_so(git_repo: MakeRepo, bare_remote: MakeRepo, clone: MakeRepo) -> None:
    made = git_repo()
    made.commit()
    bare = bare_remote(source=made)
    assert discover(clone(bare, "shallow", "--depth=1").path).is_shallow
    assert not discover(clone(bare, "whole").path).is_shallow


@pytest.mark.parametrize("revision", ["", "gone", "--help", "-n1", "HEAD:README", "a\0b", "0" * 40, "..", "HEAD^{tree}"])
def test_what_is_no_commit_resolves_to_none(git_repo: MakeRepo, revision: str) -> None:
    assert discover(git_repo().path).resolve(revision) is None


def test_refs_branches_and_tags_resolve(git_repo: MakeRepo) -> None:
    made = git_repo()
    made.git("tag", "-a", "-m", "x", "v1")
    found = discover(made.path)
    assert {found.resolve(name) for name in ("HEAD", "main", "refs/heads/main", "v1", made.head[:10])} == {made.head}
    assert found.ref("refs/heads/main") == made.head and found.ref("refs/heads/mai") is None and found.ref("refs/heads") is None


def test_branches_come_by_pattern_with_their_facts(git_repo: MakeRepo, tmp_path: Path) -> None:
    made = git_repo()
    made.git("branch", "lesson/b-1")
    made.git("branch", "lesson/ä-2")
    made.git("branch", "lessons")
    linked = made.worktree(tmp_path / "linked", "lesson/b-1", branch="vault/archive-2026-01-01")
    found = discover(made.path)
    assert [branch.name for branch in found.branches("refs/heads/lesson")] == ["lesson/b-1", "lesson/ä-2"]
    [archive] = found.branches("refs/heads/vault/*")
    assert (archive.commit, archive.subject, archive.worktree) == (made.head, "first", str(linked.path))
    assert archive.date.startswith("20")
    assert found.branches("refs/heads/none/*") == []


def test_a_commits_facts_are_read_whole(git_repo: MakeRepo) -> None:
    made = git_repo()
    first = made.head
    env = {"GIT_AUTHOR_NAME": "Ångström", "GIT_AUTHOR_DATE": "2026-01-02T23:30:00-05:00"}
    made.git("commit", "-q", "--allow-empty", "-m", "subject é\n\nbody\n- line", env=env)
    found = discover(made.path).commit("HEAD")
    assert (found.id, found.parents, found.author) == (made.head, (first,), "Ångström")
    assert (found.author_date, found.subject) == ("2026-01-02T23:30:00-05:00", "subject é")
    assert found.message == "subject é\n\nbody\n- line\n"
    history = discover(made.path).history("HEAD")
    assert [commit.id for commit in history] == [made.head, first]
    assert [commit.id for commit in discover(made.path).history("HEAD", since=first)] == [made.head]
    assert [commit.id for commit in discover(made.path).history("HEAD", paths=["README"])] == [first]


def test_ancestry(git_repo: MakeRepo) -> None:
    made = git_repo()
    first = made.head
    second = made.commit()
    made.git("checkout", "-q", "--orphan", "alone")
    alone = made.commit()
    found = discover(made.path)
    assert found.is_ancestor(first, second) and not found.is_ancestor(second, first)
    assert found.merge_base(first, second) == first and found.merge_base(alone, second) is None


def test_remotes_have_the_addresses_that_git_would_use(git_repo: MakeRepo) -> None:
    made = git_repo()
    made.git("remote", "add", "origin", "short:team/vault.git")
    made.git("remote", "add", "fork", "https://example.org/me/vault.git")
    made.git("config", "url.https://example.org/.insteadOf", "short:")
    made.git("config", "url.ssh://git@example.org/.pushInsteadOf", "short:")
    found = discover(made.path)
    origin = found.remote("origin")
    assert origin is not None
    assert (origin.url, origin.push_url) == ("https://example.org/team/vault.git", "ssh://git@example.org/team/vault.git")
    assert [remote.name for remote in found.remotes()] == ["fork", "origin"]
    assert found.remote("none") is None and found.remote("--all") is None


def test_the_default_branch_of_a_remote_is_not_assumed_to_be_main(
    git_repo: MakeRepo, bare_remote: MakeRepo, clone: MakeRepo
) -> None:
    made = git_repo(branch="trunk")
    copy = clone(bare_remote(source=made, branch="trunk"))
    assert discover(copy.path).default_branch("origin") == "trunk"
    copy.git("remote", "set-head", "origin", "-d")
    assert discover(copy.path).default_branch("origin") is None
    copy.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/gone")
    assert discover(copy.path).default_branch("origin") is None


def test_the_rule_that_ignores_a_path_is_named(git_repo: MakeRepo) -> None:
    made = git_repo()
    made.write(".gitignore", "# comment\nvault/*\n!vault/kept.md\n")
    found = discover(made.path)
    assert found.ignore_rule("vault/é x.md") == IgnoreRule(".gitignore", 2, "vault/*")
    assert found.ignore_rule("vault/kept.md") is None and found.ignore_rule("other.md") is None


def test_staged_changes_are_listed_without_guessing_renames(git_repo: MakeRepo) -> None:
    made = git_repo()
    made.git("mv", "README", "é b.md")
    made.write("x", "x")
    made.git("add", "x")
    made.write("unstaged", "u")
    found = [(change.status, change.path) for change in differences.staged(discover(made.path))]
    assert found == [("D", "README"), ("A", "x"), ("A", "é b.md")]


def test_staged_changes_are_listed_before_the_first_commit(git_repo: MakeRepo) -> None:
    made = git_repo(commit=False)
    made.write("x", "x")
    made.git("add", "x")
    assert [(change.status, change.path) for change in differences.staged(discover(made.path))] == [("A", "x")]


def test_two_trees_differ_by_path_mode_and_blob(git_repo: MakeRepo) -> None:
    made = git_repo()
    first = made.head
    second = made.commit({"é b/x": "1", "README": None})
    found = differences.between(discover(made.path), first, second)
    assert [(change.status, change.path, change.old_mode, change.new_mode) for change in found] == [
        ("D", "README", "100644", "000000"), ("A", "é b/x", "000000", "100644")]
    assert found[1].new is not None and made.show(found[1].new_id) == "1"
    assert len(differences.between(discover(made.path), None, second)) == 1
    assert differences.between(discover(made.path), first, second, ["gone"]) == []


@pytest.mark.parametrize("unborn", [False, True])
def test_many_commits_are_compared_with_one_by_one_process(git_repo: MakeRepo, *, unborn: bool) -> None:
    made = git_repo()
    first = made.head
    second = made.commit({"a/x": "1", "README": None})
    third = made.commit({"a/é y": "2", "b": "3"})
    old = None if unborn else first
    repo = discover(made.path)
    for places in ((), ("a",)):
        expected = {commit: differences.between(repo, old, commit, places) for commit in (first, second, third)}
        found = dict(differences.of_each(repo, old, [first, second, third], places))
        assert {commit: found.get(commit, []) for commit in expected} == expected
    assert differences.of_each(repo, old, []) == []


class TestMerged:
    """Merged means: the content is on the base."""

    def test_a_plain_merge_counts(self, git_repo: MakeRepo) -> None:
        made = git_repo()
        made.git("checkout", "-q", "-b", "lesson")
        made.commit({"x": "1"})
        repo = discover(made.path)
        assert not differences.is_merged(repo, "lesson", "main")
        made.git("checkout", "-q", "main")
        made.commit({"y": "1"})
        assert not differences.is_merged(repo, "lesson", "main")
        made.git("merge", "-q", "lesson")
        assert differences.is_merged(repo, "lesson", "main")

    def test_a_squash_merge_counts_even_when_the_base_went_on(self, git_repo: MakeRepo) -> None:
        made = git_repo()
        made.git("checkout", "-q", "-b", "lesson")
        made.commit({"x": "1"})
        made.git("checkout", "-q", "main")
        made.commit({"x": "1", "y": "2"})
        repo = discover(made.path)
        assert differences.is_merged(repo, "lesson", "main")
        made.commit({"x": "edited later"})
        assert differences.is_merged(repo, "lesson", "main")
        made.commit({"x": None})
        assert differences.is_merged(repo, "lesson", "main")

    def test_half_of_the_content_does_not_count(self, git_repo: MakeRepo) -> None:
        made = git_repo()
        made.git("checkout", "-q", "-b", "vault")
        made.commit({"x": "1", "README": None})
        made.git("checkout", "-q", "main")
        made.commit({"x": "1"})
        repo = discover(made.path)
        assert not differences.is_merged(repo, "vault", "main")
        made.commit({"README": None})
        assert differences.is_merged(repo, "vault", "main")

    def test_other_content_at_the_same_path_does_not_count(self, git_repo: MakeRepo) -> None:
        made = git_repo()
        made.git("checkout", "-q", "-b", "lesson")
        made.commit({"x": "mine"})
        made.git("checkout", "-q", "main")
        made.commit({"x": "theirs"})
        assert not differences.is_merged(discover(made.path), "lesson", "main")


class TestFailures:
    """Git's own reason, and the command to run."""

    @posix
    @pytest.mark.skipif(sys.platform != "win32" and os.geteuid() != 0, reason="only root can give a folder away")
    def test_a_repository_of_another_user_names_the_command(self, git_repo: MakeRepo) -> None:
        made = git_repo("it's theirs")
        for place in (made.path, made.path / ".git"):
            os.chown(place, 12345, 12345)
        with pytest.raises(GitError, match=r"dubious ownership|unsafe repository") as caught:
            Repository.discover(made.path)
        assert "git config --global --add safe.directory '" in caught.value.hint and "*" not in caught.value.hint

    def test_a_missing_identity_names_the_command(
        self, git_repo: MakeRepo, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        made = git_repo()
        monkeypatch.setenv("HOME", str(tmp_path / "nobody"))
        monkeypatch.delenv("XDG_CONFIG_HOME")
        made.git("config", "user.useConfigOnly", "true")
        with pytest.raises(GitError) as caught:
            require_identity(discover(made.path))
        assert "git config user.email" in caught.value.hint

    def test_git_that_is_not_there_is_said(self, git_repo: MakeRepo, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        made = git_repo()
        monkeypatch.setenv("PATH", str(tmp_path))
        with pytest.raises(GitError, match="git was not found") as caught:
            Repository.discover(made.path)
        assert "2.34" in caught.value.hint

    @posix
    def test_a_git_that_is_too_old_is_said(self, git_repo: MakeRepo, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        made = git_repo()
        old = tmp_path / "bin" / "git"
        old.parent.mkdir()
        old.write_text('#!/bin/sh\n[ "$1" = version ] && echo git version 2.20.1 && exit 0\necho usage: git >&2; exit 129\n')
        old.chmod(0o755)
        monkeypatch.setenv("PATH", f"{old.parent}{os.pathsep}{os.environ['PATH']}")
        process.version.cache_clear()
        try:
            with pytest.raises(GitError, match=r"git 2\.20\.1 is too old"):
                Repository.discover(made.path)
        finally:
            process.version.cache_clear()

    def test_a_stale_lock_is_waited_for_then_named_with_its_age_and_left(
        self, git_repo: MakeRepo, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(process, "LOCK_WAIT", 0.2)
        made = git_repo()
        lock = made.path / ".git" / "index.lock"
        lock.write_bytes(b"")
        os.utime(lock, (lock.stat().st_atime, lock.stat().st_mtime - 600))
        made.write("x", "x")
        with pytest.raises(GitError, match=r"index\.lock is there since 10 min"):
            discover(made.path).git("add", "x")
        assert lock.exists()

    def test_a_broken_repository_is_an_error_and_not_none(self, git_repo: MakeRepo, tmp_path: Path) -> None:
        made = git_repo()
        linked = made.worktree(tmp_path / "linked")
        shutil.rmtree(made.path)
        with pytest.raises(GitError, match="not a git repository"):
            Repository.discover(linked.path)

    def test_a_command_that_takes_too_long_is_stopped(self, git_repo: MakeRepo) -> None:
        repo = discover(git_repo().path)
        with pytest.raises(process.TimedOut, match=r"took longer than 0\.2 seconds"):
            repo.git("-c", "alias.wait=!sleep 20", "wait", timeout=0.2)

    def test_standard_input_is_not_inherited(self, git_repo: MakeRepo) -> None:
        assert discover(git_repo().path).git("hash-object", "--stdin").text.startswith("e69de29")

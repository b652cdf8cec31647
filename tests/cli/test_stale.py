"""`guard_max_age`: every answer of `check` says when its clone last heard of its remote too long ago."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.conftest import MakeRepo
from tests.fakes.checkout import Checkout
from tests.fakes.command import Result, run
from tests.fakes.vaults import lesson
from vaultctl import Vault

OLD = {"GIT_COMMITTER_DATE": "2020-01-01T12:00:00Z", "GIT_AUTHOR_DATE": "2020-01-01T12:00:00Z"}
LONG_AGO = 1_600_000_000  # 2020-09-13


def check(repo: Checkout, *options: str) -> Result:
    return run("check", "--tags", "a", *options, cwd=repo.path)


def stale(repo: Checkout, *options: str) -> str | None:
    found: str | None = check(repo, "--format", "json", *options).json["vault"].get("stale")
    return found


@pytest.fixture
def vault(git_repo: MakeRepo) -> Checkout:
    """A vault of long ago, in a repository without a remote, that may be a week old."""
    repo = git_repo(commit=False)
    repo.write(".vaultctl.yaml", "schema: 1\nguard_max_age: 7\n")
    repo.write("vault/lessons/b-1.md", lesson("B-1", "a", ttl="indefinite"))
    repo.git("add", "-A")
    repo.git("commit", "-q", "-m", "vault", env=OLD)
    return repo


@pytest.fixture
def cloned(vault: Checkout, bare_remote: MakeRepo, clone: MakeRepo) -> Checkout:
    return clone(bare_remote("remote.git", vault), "clone")


def forget(repo: Checkout) -> None:
    """As if it had been cloned, and fetched, long ago."""
    for name in ("description", "FETCH_HEAD", "vaultctl/fetched"):
        if (repo.path / ".git" / name).exists():
            os.utime(repo.path / ".git" / name, (LONG_AGO, LONG_AGO))


@pytest.mark.parametrize("ref", [(), ("--ref", "main")])
def test_without_a_remote_the_last_commit_counts_and_no_fetch_is_advised(vault: Checkout, ref: tuple[str, ...]) -> None:
    forget(vault)
    done = check(vault, *ref, "-q", "--today", "2020-09-30")
    said = ("the last commit here is 17 days old (guard_max_age is 7), and there is no remote to fetch from: add the one that has newer "
            "lessons, or set guard_max_age to 0")  # fmt: skip
    assert done.code == 1 and f"  stale: {said}" in done.out.splitlines()
    assert stale(vault, *ref, "--today", "2020-09-30") == said
    assert stale(vault, *ref, "--today", "2020-09-20") is None


@pytest.mark.parametrize("ref", [(), ("--ref", "origin/main")])
def test_a_clone_that_was_not_fetched_for_long_is_told_to_sync(cloned: Checkout, ref: tuple[str, ...]) -> None:
    assert stale(cloned, *ref) is None  # made just now, however old the lessons are
    forget(cloned)
    said = stale(cloned, *ref, "--today", "2020-09-30")
    assert said == "this clone last heard of its remote 17 days ago (guard_max_age is 7): run `vaultctl sync`"
    assert f"  stale: {said}" in check(cloned, *ref, "--today", "2020-09-30").out.splitlines()


@pytest.mark.parametrize("how", ["sync", "git"])
def test_a_fetch_makes_it_fresh_again_also_when_it_brings_nothing(cloned: Checkout, how: str) -> None:
    cloned.git("fetch", "-q")
    forget(cloned)
    assert stale(cloned) is not None
    if how == "sync":
        assert run("sync", cwd=cloned.path).code == 0
    else:
        cloned.git("fetch", "-q")
    assert stale(cloned) is None


def test_a_linked_worktree_goes_by_the_same_clone(cloned: Checkout, tmp_path: Path) -> None:
    forget(cloned)
    linked = cloned.worktree(tmp_path / "linked")
    assert stale(linked) is not None
    linked.git("fetch", "-q")
    assert stale(linked) is None


def test_without_a_limit_nothing_is_stale(vault: Checkout) -> None:
    vault.write(".vaultctl.yaml", "schema: 1\n")
    assert stale(vault, "--today", "2099-01-01") is None
    assert "stale" not in check(vault, "--today", "2099-01-01").out


def test_outside_git_nobody_can_tell(tmp_path: Path, vault: Checkout) -> None:
    (vault.path / ".git").rename(tmp_path / "gone")
    assert (stale(vault) or "").startswith("how old this vault is cannot be told (guard_max_age is 7)")


def test_the_python_api_says_it_too(cloned: Checkout) -> None:
    forget(cloned)
    assert "run `vaultctl sync`" in Vault.open(cloned.path).check("a").vault.stale

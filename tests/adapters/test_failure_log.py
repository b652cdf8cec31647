"""The failure log on real git: added to by many at once, joined, sent, and beside everything that is checked out."""

from __future__ import annotations

import threading

import pytest

from tests.conftest import MakeRepo
from tests.fakes.checkout import Checkout
from vaultctl.adapters.git import remote as remotes
from vaultctl.adapters.git.failure_log import SEEN, GitFailureLog
from vaultctl.adapters.git.repository import discover

BRANCH = "vault-failures"


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remotes, "PAUSE", 0.02)


def log(repo: Checkout, place: str | None = None, folder: str = "") -> GitFailureLog:
    return GitFailureLog(discover(repo.path), place, folder)


def files(repo: Checkout, revision: str = BRANCH) -> list[str]:
    return repo.git("ls-tree", "-r", "--name-only", revision).split()


def add(to: GitFailureLog, name: str) -> str:
    return to.add(f"strikes/{name}", name.encode(), f"Failure {name}")


def test_each_failure_is_one_file_in_one_commit_of_a_branch_without_the_code(git_repo: MakeRepo) -> None:
    repo = git_repo()
    before = repo.state()
    add(log(repo), "a")
    add(log(repo), "b")
    assert repo.state() == before
    assert files(repo) == ["strikes/a", "strikes/b"] and repo.git("rev-list", "--count", BRANCH) == "2"
    assert dict(log(repo).read("strikes")) == {"strikes/a": b"a", "strikes/b": b"b"}


@pytest.mark.parametrize("kind", ["dirty", "detached", "worktree", "no commit", "bare"])
def test_it_works_wherever_somebody_is(git_repo: MakeRepo, bare_remote: MakeRepo, kind: str) -> None:
    repo = bare_remote() if kind == "bare" else git_repo(commit=kind != "no commit")
    if kind == "dirty":
        repo.write("README", "changed")
        repo.git("add", "README")
        repo.write("README", "again")
    if kind == "detached":
        repo.git("checkout", "-q", "--detach")
    there = repo.worktree(repo.path.parent / "linked") if kind == "worktree" else repo
    before = there.state() if kind != "bare" else {}
    add(log(there), "a")
    assert files(repo) == ["strikes/a"] and (kind == "bare" or there.state() == before)


def test_many_at_once_in_one_repository_lose_nothing(git_repo: MakeRepo) -> None:
    repo = git_repo()

    def work(number: int) -> None:
        for step in range(4):
            add(log(repo), f"{number}-{step}")

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(files(repo)) == 16 and repo.git("rev-list", "--count", BRANCH) == "16"


def test_a_push_that_is_late_is_joined_with_what_is_there(git_repo: MakeRepo, bare_remote: MakeRepo, clone: MakeRepo) -> None:
    remote = bare_remote("remote.git", git_repo())
    one, two = clone(remote, "one", "--single-branch"), clone(remote, "two", "--single-branch")
    first, second = log(one, "origin"), log(two, "origin")
    assert first.publish(add(first, "a")).pushed and second.publish(add(second, "b")).pushed
    assert files(remote) == ["strikes/a", "strikes/b"] == files(two)
    assert first.fetch() == "" and [path for path, _ in first.read("strikes")] == ["strikes/a", "strikes/b"]
    assert files(one) == ["strikes/a"], "reading moves no branch"


def test_what_waits_here_is_read_together_with_what_was_fetched(git_repo: MakeRepo, bare_remote: MakeRepo, clone: MakeRepo) -> None:
    remote = bare_remote("remote.git", git_repo())
    one, two = log(clone(remote, "one"), "origin"), log(clone(remote, "two"), "origin")
    one.publish(add(one, "a"))
    add(two, "b")
    two.fetch()
    assert [path for path, _ in two.read("strikes")] == ["strikes/a", "strikes/b"]
    two.join()
    assert files(Checkout(two.repo.root or two.repo.git_dir)) == ["strikes/a", "strikes/b"]


def test_what_was_dropped_stays_dropped_when_another_clone_sends(
    git_repo: MakeRepo, bare_remote: MakeRepo, clone: MakeRepo
) -> None:
    remote = bare_remote("remote.git", git_repo())
    one, two = log(clone(remote, "one"), "origin"), log(clone(remote, "two"), "origin")
    one.publish(add(one, "a"))
    two.fetch()
    two.join()
    add(two, "b")
    assert one.publish(one.remove(["strikes/a"], "Purge")).pushed
    assert two.publish(add(two, "c")).pushed
    assert files(remote) == ["strikes/b", "strikes/c"]
    assert "strikes/a" in remote.git("log", "--name-only", "--format=", BRANCH), "it stays in the history"


def test_a_refused_push_is_told_and_nothing_is_lost(git_repo: MakeRepo, bare_remote: MakeRepo, clone: MakeRepo) -> None:
    remote = bare_remote("remote.git", git_repo())
    hook = remote.write("hooks/pre-receive", "#!/bin/sh\necho protected branch\nexit 1\n")
    hook.chmod(0o755)
    repo = clone(remote)
    made = log(repo, "origin")
    sent = made.publish(add(made, "a"))
    assert not sent.pushed and "protected branch" in sent.problem and files(repo) == ["strikes/a"]


def test_a_remote_that_is_not_there_is_told(git_repo: MakeRepo, tmp_path: object) -> None:
    repo = git_repo()
    repo.git("remote", "add", "origin", str(repo.path / "nowhere"))
    made = log(repo, "origin")
    assert not made.publish(add(made, "a")).pushed and made.fetch()


def test_vaults_in_one_repository_do_not_mix(git_repo: MakeRepo) -> None:
    repo = git_repo()
    add(log(repo), "a")
    add(log(repo, folder="sub/"), "b")
    assert files(repo) == ["strikes/a", "sub/strikes/b"]
    assert [path for path, _ in log(repo, folder="sub/").read("strikes")] == ["strikes/b"]
    assert [path for path, _ in log(repo).read("strikes")] == ["strikes/a"]


def test_what_a_summary_saw_is_remembered_in_the_clone(git_repo: MakeRepo) -> None:
    repo = git_repo()
    made = log(repo)
    assert made.seen() is None
    add(made, "a")
    made.mark_seen()
    add(made, "b")
    assert made.seen() == {"strikes/a"}
    repo.git("update-ref", "-d", SEEN)
    assert made.seen() is None


def test_without_a_log_there_is_nothing_to_read(git_repo: MakeRepo) -> None:
    made = log(git_repo(commit=False))
    assert list(made.read("strikes")) == [] and made.seen() is None
    made.mark_seen()

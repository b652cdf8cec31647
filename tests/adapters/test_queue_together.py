"""Many agents and several queues at once, as processes of their own, over real HTTP: nothing is lost, nothing comes twice."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.conftest import MakeRepo
from tests.fakes.checkout import Checkout
from tests.fakes.command import Result
from tests.fakes.http_git import HttpGit, every_nth_push
from tests.fakes.queueing import branches, finish, lessons, paths_by_commit, propose, recording, seed, start
from tests.fakes.recording import changed_paths

LAYOUTS = pytest.mark.parametrize("layout", ["notes", "single-file"])
AT_ONCE = 6


def ids(names: list[str]) -> list[str]:
    return sorted(name.removeprefix("lesson/").lower() for name in names)


def all_together(folders: list[Path], *args: str) -> list[Result]:
    children = [start(folder, *args) for folder in folders]
    return [finish(child) for child in children]


def run_queues(folders: list[Path], remote: Checkout) -> None:
    """Both queues at once, again for as long as something is left that a failing remote kept back."""
    for _ in range(5):
        for found in all_together(folders, "queue", "run", "--format", "json"):
            assert found.code in (0, 3) and "Traceback" not in found.err, found
        if not branches(remote):
            return


@pytest.mark.parametrize("layout", ["single-file", pytest.param("notes", marks=pytest.mark.slow)])
def test_two_queues_merge_each_of_twelve_proposals_once(
    http_git: HttpGit, git_repo: MakeRepo, clone: MakeRepo, layout: str
) -> None:
    remote = http_git.create()
    made = seed(git_repo("desk", commit=False), http_git.url("vault.git"), layout)
    first = made.head
    names = [propose(made, number, "--no-push") for number in range(12)]
    made.git("push", "-q", "origin", "refs/heads/lesson/*:refs/heads/lesson/*")
    other = clone(http_git.url("vault.git"), "other")
    before = other.state()["stash"]
    both = all_together([made.path, other.path], "queue", "run", "--format", "json")
    assert [found.code for found in both] == [0, 0], both
    # Two that make the same commit within one second make one: both may have brought it.
    assert sum(found.json["merged"] for found in both) >= 12
    assert lessons(remote) == ids(names) and branches(remote) == []
    assert [len(paths) for paths in paths_by_commit(remote, f"{first}..main")] == [1] * 12
    assert branches(made) == [] and other.state()["stash"] == before


def test_two_queues_of_one_clone_do_no_harm_to_each_other(http_git: HttpGit, git_repo: MakeRepo) -> None:
    remote = http_git.create()
    made = seed(git_repo("desk", commit=False), http_git.url("vault.git"), "single-file")
    names = [propose(made, number, "--no-push") for number in range(4)]
    made.git("push", "-q", "origin", "refs/heads/lesson/*:refs/heads/lesson/*")
    both = all_together([made.path, made.path], "queue", "run", "--format", "json")
    assert {found.code for found in both} == {0}, both
    assert lessons(remote) == ids(names) and remote.git("rev-list", "--count", "main") == "5"


@pytest.mark.slow
@pytest.mark.timeout(600)
@LAYOUTS
@pytest.mark.parametrize("failing", [False, True], ids=["", "one push in five fails"])
def test_fifty_agents_in_fifty_clones(
    http_git: HttpGit, git_repo: MakeRepo, clone: MakeRepo, layout: str, failing: bool
) -> None:
    remote = http_git.create()
    made = seed(git_repo("desk", commit=False), http_git.url("vault.git"), layout)
    first = made.head
    clones = [clone(http_git.url("vault.git"), f"agent{number}") for number in range(50)]
    if failing:
        http_git.fail = every_nth_push(5)

    def agent(number: int) -> Result:
        return finish(start(clones[number].path, *recording(number), "--format", "json"))

    def send(made: Checkout) -> Result:
        return finish(start(made.path, "sync", "--format", "json"))

    with ThreadPoolExecutor(AT_ONCE) as pool:
        recorded = list(pool.map(agent, range(50)))
        assert all(found.code == 0 or (failing and found.code == 3) for found in recorded), recorded
        names = [found.json["branch"] for found in recorded]
        for name, repo in zip(names, clones, strict=True):
            assert len(changed_paths(repo, name)) == 1
        synced = list(pool.map(send, clones))
        assert all(found.code == 0 or failing for found in synced), synced
        if failing:
            list(pool.map(send, clones))
    assert len(branches(remote)) == 50
    run_queues([clones[0].path, clones[1].path], remote)
    assert lessons(remote) == ids(names) and len(set(names)) == 50 and branches(remote) == []
    assert [len(paths) for paths in paths_by_commit(remote, f"{first}..main")] == [1] * 50
    with ThreadPoolExecutor(AT_ONCE) as pool:
        assert all(found.code == 0 for found in pool.map(send, clones[:12]))
    assert all(branches(repo) == [] and repo.head == remote.git("rev-parse", "main") for repo in clones[:12])
    remote.git("fsck", "--strict")


@pytest.mark.slow
@pytest.mark.timeout(600)
@LAYOUTS
def test_twenty_agents_in_one_clone(http_git: HttpGit, git_repo: MakeRepo, clone: MakeRepo, layout: str) -> None:
    remote = http_git.create()
    made = seed(git_repo("desk", commit=False), http_git.url("vault.git"), layout)
    first = made.head
    before = made.state()
    children = [start(made.path, *recording(number), "--format", "json") for number in range(20)]
    recorded = [finish(child) for child in children]
    assert made.state() == before and all(found.code in (0, 3) for found in recorded), recorded
    assert finish(start(made.path, "sync")).code == 0
    names = [found.json["branch"] for found in recorded]
    assert branches(remote) == sorted(names)
    run_queues([made.path, clone(http_git.url("vault.git"), "other").path], remote)
    assert lessons(remote) == ids(names) and [len(paths) for paths in paths_by_commit(remote, f"{first}..main")] == [1] * 20

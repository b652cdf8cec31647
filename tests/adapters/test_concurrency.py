"""Many agents, each a process of its own, record different lessons at the same moment."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.conftest import MakeRepo
from tests.fakes.checkout import Checkout
from tests.fakes.http_git import HttpGit, every_nth_push
from tests.fakes.recording import changed_paths, draft, lay_out

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="git http-backend as POSIX has it")
PACKAGE = Path(__file__).parents[2]
LAYOUTS = pytest.mark.parametrize("layout", ["notes", "single-file"])
SUBJECTS = ("tables", "fonts", "margins", "footers", "images", "links", "colours", "bookmarks", "columns", "captions")


def start(folder: Path, number: int) -> subprocess.Popen[str]:
    """An agent that records lesson `number`."""
    issue = f"Rendering {SUBJECTS[number % 10]} breaks in case {number}."
    words = [sys.executable, "-m", "vaultctl", "record", *draft(issue, tags=f"case/{number}"), "--format", "json"]
    env = {**os.environ, "PYTHONPATH": str(PACKAGE)}
    return subprocess.Popen(words, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def finish(agents: Sequence[subprocess.Popen[str]]) -> list[tuple[int, dict[str, object]]]:
    found = []
    for agent in agents:
        out, err = agent.communicate(timeout=300)
        assert agent.returncode in (0, 3), f"{out}\n{err}"
        found.append((agent.returncode, json.loads(out)))
    return found


def check_branches(repo: Checkout, made: Sequence[tuple[int, dict[str, object]]]) -> None:
    """As many branches as agents, each one commit with exactly its one path on the base."""
    names = repo.git("for-each-ref", "--format=%(refname:short)", "refs/heads/lesson").split()
    assert sorted(names) == sorted(str(item["branch"]) for _, item in made) and len(set(names)) == len(made)
    for _, item in made:
        assert changed_paths(repo, str(item["branch"])) == [item["path"]]
        assert repo.git("rev-list", "--count", f"main..{item['branch']}") == "1"


@pytest.fixture
def serve(http_git: HttpGit, git_repo: MakeRepo) -> Callable[[str], Checkout]:
    """Makes the repository on the server, with a vault in that layout."""

    def make(layout: str) -> Checkout:
        served = http_git.create()
        lay_out(git_repo("seed", commit=False), layout).git("push", "-q", str(served.path), "main")
        return served

    return make


def record_in_one_clone(count: int, repo: Checkout, served: Checkout) -> None:
    repo.write("work", "in progress")
    before = repo.state()
    made = finish([start(repo.path, number) for number in range(count)])
    assert [(code, item["state"]) for code, item in made] == [(0, "pushed")] * count, [item["error"] for _, item in made]
    assert repo.state() == before
    check_branches(served, made)
    check_branches(repo, made)
    git_dir = repo.path / ".git"
    assert not [*git_dir.glob("vaultctl-*"), *git_dir.rglob("*.lock")]


def record_in_clones_of_their_own(count: int, served: Checkout, clones: Sequence[Checkout]) -> None:
    made = finish([start(repo.path, number) for number, repo in zip(range(count), clones, strict=True)])
    assert [(code, item["state"]) for code, item in made] == [(0, "pushed")] * count, [item["error"] for _, item in made]
    check_branches(served, made)


@LAYOUTS
def test_eight_agents_record_in_one_clone(serve: Callable[[str], Checkout], http_git: HttpGit, clone: MakeRepo, layout: str) -> None:
    served = serve(layout)
    record_in_one_clone(8, clone(http_git.url("vault.git")), served)


def test_eight_agents_record_in_eight_clones(serve: Callable[[str], Checkout], http_git: HttpGit, clone: MakeRepo) -> None:
    served = serve("notes")
    record_in_clones_of_their_own(8, served, [clone(http_git.url("vault.git"), f"c{number}") for number in range(8)])


def test_the_same_lesson_recorded_by_four_agents_at_once_is_one(
    serve: Callable[[str], Checkout], http_git: HttpGit, clone: MakeRepo
) -> None:
    served = serve("notes")
    one = clone(http_git.url("vault.git"), "one")
    folders = [one, one, clone(http_git.url("vault.git"), "two"), clone(http_git.url("vault.git"), "three")]
    made = finish([start(repo.path, 1) for repo in folders])
    assert {item["state"] for _, item in made} <= {"pushed", "exists"}, made
    assert len({item["branch"] for _, item in made}) == 1
    assert len(served.git("for-each-ref", "refs/heads/lesson").split("\n")) == 1
    assert served.git("rev-parse", str(made[0][1]["branch"])) in {item["commit"] for _, item in made}


@pytest.mark.slow
@LAYOUTS
@pytest.mark.timeout(600)
def test_twenty_agents_record_in_one_clone(serve: Callable[[str], Checkout], http_git: HttpGit, clone: MakeRepo, layout: str) -> None:
    served = serve(layout)
    record_in_one_clone(20, clone(http_git.url("vault.git")), served)


@pytest.mark.slow
@LAYOUTS
@pytest.mark.timeout(600)
def test_fifty_agents_record_in_fifty_clones(serve: Callable[[str], Checkout], http_git: HttpGit, clone: MakeRepo, layout: str) -> None:
    served = serve(layout)
    record_in_clones_of_their_own(50, served, [clone(http_git.url("vault.git"), f"c{number}") for number in range(50)])


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_with_a_remote_that_fails_one_push_in_five_nothing_is_lost(
    serve: Callable[[str], Checkout], http_git: HttpGit, clone: MakeRepo
) -> None:
    served = serve("notes")
    repo = clone(http_git.url("vault.git"))
    http_git.fail = every_nth_push(5)
    made = finish([start(repo.path, number) for number in range(20)])
    assert {item["state"] for _, item in made} <= {"pushed", "committed"}
    check_branches(repo, made)
    http_git.fail = lambda request: None
    again = finish([start(repo.path, number) for number in range(20)])
    assert [item["state"] for _, item in again] == ["pushed"] * 20
    assert [item["commit"] for _, item in again] == [item["commit"] for _, item in made]
    check_branches(served, again)

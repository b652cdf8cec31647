"""Many failures: from many processes at once nothing is lost, and nobody waits long."""

from __future__ import annotations

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta

import pytest

from tests.conftest import MakeRepo
from tests.fakes.checkout import Checkout
from tests.fakes.command import Result
from tests.fakes.failing import fail, logged, reflect
from tests.fakes.queueing import finish, seed, start, sync
from tests.fakes.recording import lay_out
from vaultctl.core.strikes import Strike
from vaultctl.formats import strike_file


def clones_of(remote: Checkout, clone: MakeRepo, number: int) -> list[Checkout]:
    return [clone(remote, f"clone-{at}", "--single-branch") for at in range(number)]


def log_one(place: Checkout, number: int) -> Result:
    return finish(start(place.path, "fail", "--category", f"load/c{number % 5}", "--signature", f"boom {number % 3}", "--agent", "bot",
                        "--format", "json"))  # fmt: skip


def log_many(clones: list[Checkout], processes: int, calls: int) -> list[Result]:
    """`processes` workers, each with `calls` calls one after the other, spread over the clones."""

    def work(worker: int) -> list[Result]:
        return [log_one(clones[worker % len(clones)], worker * calls + call) for call in range(calls)]

    with ThreadPoolExecutor(processes) as pool:
        return [result for results in pool.map(work, range(processes)) for result in results]


def check_all_arrived(remote: Checkout, clones: list[Checkout], results: list[Result]) -> None:
    assert [result for result in results if result.code] == []
    assert [found for place in clones if (found := sync(place)).code] == []
    assert len(logged(remote)) == len(results)
    counts = {group["category"]: group["strikes"] for group in reflect(clones[0]).json["categories"]}
    assert counts == {f"load/c{number}": len(results) // 5 for number in range(5)}


def test_failures_from_several_processes_and_clones_all_arrive(
    bare_remote: MakeRepo, git_repo: MakeRepo, clone: MakeRepo
) -> None:
    remote = bare_remote()
    seed(git_repo("desk", commit=False), str(remote.path))
    clones = clones_of(remote, clone, 2)
    check_all_arrived(remote, clones, log_many(clones, 5, 1))


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_two_hundred_failures_from_eight_processes_in_four_clones_all_arrive(
    bare_remote: MakeRepo, git_repo: MakeRepo, clone: MakeRepo
) -> None:
    remote = bare_remote()
    seed(git_repo("desk", commit=False), str(remote.path))
    clones = clones_of(remote, clone, 4)
    check_all_arrived(remote, clones, log_many(clones, 8, 25))


@pytest.mark.slow
def test_a_failure_is_logged_within_a_second_and_without_a_remote_within_a_third(
    bare_remote: MakeRepo, git_repo: MakeRepo
) -> None:
    made = seed(git_repo("desk", commit=False), str(bare_remote().path))
    fail(made)
    best = {"remote": 9.0, "here": 9.0}
    for _ in range(5):
        for name, args in (("remote", ()), ("here", ("--no-push",))):
            begin = time.perf_counter()
            finish(start(made.path, "fail", "--category", "a", "--signature", "x", "--agent", "bot", *args))
            best[name] = min(best[name], time.perf_counter() - begin)
    assert best["remote"] < 1 and best["here"] < 0.3


@pytest.mark.slow
def test_ten_thousand_failures_are_summed_up_within_two_seconds(git_repo: MakeRepo) -> None:
    repo = lay_out(git_repo(commit=False))
    stream = [b"commit refs/heads/vault-failures\ncommitter a <a@b> 1767571200 +0000\ndata 1\nx\n"]
    for number in range(10_000):
        made = Strike(strike_file.mint(), f"c{number % 50}/d{number % 7}", date(2026, 1, 1) + timedelta(number % 60),
                      f"boom number {number % 97} at {{path}}", f"agent-{number % 9}", "task", "details " * 20)  # fmt: skip
        content = strike_file.render(made)
        stream.append(b"M 100644 inline %s\ndata %d\n%s\n" % (strike_file.path_of(made).encode(), len(content), content))
    repo.git("fast-import", "--quiet", stdin=b"".join(stream))
    best = 9.0
    for _ in range(3):
        begin = time.perf_counter()
        found = subprocess.run([sys.executable, "-m", "vaultctl", "reflect", "--format", "json"], cwd=repo.path, capture_output=True,
                               check=True)  # fmt: skip
        best = min(best, time.perf_counter() - begin)
    assert best < 2 and found.stdout.count(b'"strikes"') == 350

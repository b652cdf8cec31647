"""Runs programs side by side and tells how long they took and how much memory they used.  Standard library only."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

RUNS = 15
LONG = 1.0
"""A command that takes longer than this many seconds is run fewer times."""
RUNS_LONG = 5
RUNS_VERY_LONG = 3


class Failed(Exception):
    """A command ended in a way that makes its time worthless."""


class Command(NamedTuple):
    """What to run, where, and how it may end.  `{n}` in an argument becomes a number that is never used twice."""

    argv: tuple[str, ...]
    folder: Path
    expected: tuple[int, ...] = (0, 1)


class Run(NamedTuple):
    """One run: seconds from start to exit, and the peak resident size in bytes (0 where the system does not say)."""

    seconds: float
    peak: int


class Figures(NamedTuple):
    """The medians of a command and of the parts of its floor, run in turn; the command's peak memory."""

    seconds: float
    parts: tuple[float, ...]
    peak: int
    runs: int

    @property
    def floor(self) -> float:
        """What nothing that does this work could go below."""
        return sum(self.parts)

    @property
    def ratio(self) -> float:
        """How many times its floor a command takes."""
        return self.seconds / self.floor if self.floor else 0.0


class Bench:
    """Runs commands in one environment.  `runs` bounds how often the short ones are run."""

    def __init__(self, env: Mapping[str, str], runs: int = RUNS) -> None:
        self.env = dict(env)
        self.runs = runs
        self._number = 0

    def compare(self, command: Command, floor: Sequence[Command]) -> Figures:
        """A command and the parts of its floor, A B A B …, after one run of each that does not count.  Raises Failed."""
        first = self.run(command)
        for part in floor:
            self.run(part)
        runs = self.runs if first.seconds < LONG else min(self.runs, RUNS_LONG if first.seconds < 10 * LONG else RUNS_VERY_LONG)
        taken: list[Run] = []
        below: list[list[float]] = [[] for _ in floor]
        for _ in range(runs):
            taken.append(self.run(command))
            for times, part in zip(below, floor, strict=True):
                times.append(self.run(part).seconds)
        seconds = median(run.seconds for run in taken)
        return Figures(seconds, tuple(map(median, below)), max(run.peak for run in taken), runs)

    def run(self, command: Command) -> Run:
        """Run a command to its end, without standard input and with its output thrown away.  Raises Failed."""
        self._number += 1
        argv = [word.replace("{n}", str(self._number)) for word in command.argv]
        started = time.perf_counter()
        child = subprocess.Popen(argv, cwd=command.folder, env=self.env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL)  # fmt: skip
        code, peak = _wait(child)
        seconds = time.perf_counter() - started
        if code not in command.expected:
            raise Failed(f"exit code {code}: {' '.join(argv)}")
        return Run(seconds, peak)

    def ask(self, command: Command) -> str | None:
        """What a command prints; None where it does not end well."""
        done = subprocess.run(command.argv, cwd=command.folder, env=self.env, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, check=False)  # fmt: skip
        return done.stdout if done.returncode in command.expected else None


def _wait(child: subprocess.Popen[bytes]) -> tuple[int, int]:
    if not hasattr(os, "wait4"):
        return child.wait(), 0
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    # Kilobytes on Linux, bytes on macOS (getrusage(2)).
    return child.returncode, usage.ru_maxrss * (1 if os.uname().sysname == "Darwin" else 1024)

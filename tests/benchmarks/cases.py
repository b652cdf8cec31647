"""What is measured, and against which floor.

A floor is a bare interpreter and a bare ripgrep, or git, that does the same reading: a plain `rg -l TAG` over the lessons for
a check, one that looks at every line for what reads all of them, `git archive` for what reads all lessons of a commit.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.benchmarks.measuring import Command

DAY = ("--today", "2026-06-01")
NEW = "vault/lessons/bench/new.md"
LESSON = """\
---
id: B-bench000{n}
category: BLOCKED
tags: [build/benchmark]
issue: "A lesson that is staged while it is measured."
mitigation: "Nothing."
first_seen: 2026-05-01
source_agent: bench
ttl: 365
---

See [[B-bench000{n}]].
"""


class Tools(NamedTuple):
    """The programs to run: the interpreter and the console script of the same environment, ripgrep, and git."""

    python: str
    vaultctl: str
    rg: str
    git: str


class Vault(NamedTuple):
    """A vault to measure in: its folder, layout, size as it is shown, and the tag to ask for."""

    folder: Path
    layout: str
    size: str
    tag: str

    @property
    def lessons(self) -> str:
        """Where the lessons are, for ripgrep and git."""
        return "vault/lessons" if self.layout == "notes" else "KNOWLEDGE_VAULT.md"


class Case(NamedTuple):
    """One row of the table."""

    name: str
    vault: Vault
    command: Command
    floor: tuple[Command, ...]

    @property
    def word(self) -> str:
        """The command of vaultctl that it needs."""
        return self.command.argv[1]


def checks(tools: Tools, vault: Vault) -> Iterator[Case]:
    """A cold `check` in the working tree and on a trusted ref."""
    def run(*argv: str) -> Command:
        return Command(argv, vault.folder)

    bare = run(tools.python, "-c", "pass")
    asked = (tools.vaultctl, "check", "--tags", vault.tag, *DAY)
    yield Case("check", vault, run(*asked), (bare, run(tools.rg, "--no-config", "-l", "-F", vault.tag, vault.lessons)))
    grep = run(tools.git, "grep", "-l", "-F", vault.tag, "main", "--", vault.lessons)
    yield Case("check --ref main", vault, run(*asked, "--ref", "main"), (bare, grep))


def staged(tools: Tools, vault: Vault) -> Iterator[Case]:
    """`lint --staged`, and against the last commit, where one new file is staged."""
    bare = Command((tools.python, "-c", "pass"), vault.folder)
    floor = (bare, Command((tools.git, "diff", "--cached", "--stat", "HEAD"), vault.folder))
    yield Case("lint --staged", vault, Command((tools.vaultctl, "lint", "--staged", *DAY), vault.folder), floor)
    yield Case("lint --since HEAD", vault, Command((tools.vaultctl, "lint", "--since", "HEAD", *DAY), vault.folder), floor)


def whole(tools: Tools, vault: Vault, proposal: str) -> Iterator[Case]:
    """What reads every lesson, or writes.  `proposal` is a branch with one new lesson."""
    def run(*argv: str) -> Command:
        return Command(argv, vault.folder)

    def done(*argv: str) -> Command:
        return Command(argv, vault.folder, (0,))

    bare = run(tools.python, "-c", "pass")
    reading = run(tools.rg, "--no-config", "-c", "^", vault.lessons)
    commit = run(tools.git, "archive", "--format=tar", "HEAD", vault.lessons)
    writing = run(tools.git, "commit-tree", "-m", "x", "HEAD^{tree}")
    yield Case("lint", vault, run(tools.vaultctl, "lint", *DAY), (bare, reading))
    yield Case("index", vault, done(tools.vaultctl, "index"), (bare, reading))
    yield Case("archive --dry-run", vault, run(tools.vaultctl, "archive", "--dry-run", "--no-push", *DAY), (bare, commit))
    yield Case("record --no-push", vault,
               done(tools.vaultctl, "record", "--no-push", "--agent", "bench", "--category", "WARNING", "--tags", "build/benchmark",
                   "--issue", "Number {n} of what a benchmark wrote, {n} times over.", "--mitigation", "Delete {n}.", *DAY),
               (bare, commit, writing))  # fmt: skip
    yield Case("gate", vault, done(tools.vaultctl, "gate", "--base", "main", "--head", proposal, *DAY), (bare, commit))
    yield Case("fail --no-push", vault,
               done(tools.vaultctl, "fail", "--no-push", "--agent", "bench", "--category", "build:benchmark", "--signature",
                   "exit {n}", *DAY), (bare, writing))  # fmt: skip
    yield Case("reflect", vault, run(tools.vaultctl, "reflect", *DAY), (bare, run(tools.git, "ls-tree", "-r", "vault-failures")))


WARM = """\
import datetime, statistics, subprocess, sys, time
import vaultctl
tag, rg, lessons, runs = sys.argv[1:5]
vault = vaultctl.Vault.open(".")
day = datetime.date(2026, 6, 1)
ours, bare = [], []
for number in range(int(runs) + 1):
    for times, run in (
        (ours, lambda: vault.check(tags=[tag], today=day)),
        (bare, lambda: subprocess.run([rg, "--no-config", "-l", "-F", tag, lessons], capture_output=True, stdin=subprocess.DEVNULL)),
    ):
        started = time.perf_counter()
        run()
        if number:
            times.append(time.perf_counter() - started)
print(statistics.median(ours), statistics.median(bare))
"""
"""A program that asks again and again in one process, in turn with a bare ripgrep, and prints both medians."""


def warm(tools: Tools, vault: Vault, runs: int) -> Command:
    """The running process that measures itself."""
    return Command((tools.python, "-c", WARM, vault.tag, tools.rg, vault.lessons, str(runs)), vault.folder)

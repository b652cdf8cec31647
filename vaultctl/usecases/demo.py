"""`demo`: the whole loop on screen, each step the real command, in a throw-away repository."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Protocol, TypeAlias

from vaultctl.core.days import ahead
from vaultctl.core.identity import mint
from vaultctl.core.schema import BLOCKED

TAG = "deploy/cache"
AGENT = "demo-agent"
TTL = 90
ISSUE = "Clearing the whole cache before a deploy takes the shop down for ten minutes."
MITIGATION = "Clear the keys of the changed pages alone: make cache-clear PAGES=…"


@dataclass(frozen=True, slots=True)
class Vaultctl:
    """Run vaultctl with these words; `code` is the exit code that it must end with."""

    words: tuple[str, ...]
    code: int = 0


@dataclass(frozen=True, slots=True)
class Git:
    """Run git with these words."""

    words: tuple[str, ...]


Action: TypeAlias = "Vaultctl | Git"


@dataclass(frozen=True, slots=True)
class Step:
    """What happens, in words, and what is done."""

    say: str
    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """An action that was carried out: the command as a person would type it, what it printed, and its exit code."""

    command: str
    output: str
    code: int
    expected: int

    @property
    def as_expected(self) -> bool:
        """Whether it ended as the demo says it does."""
        return self.code == self.expected


class Stage(Protocol):
    """The throw-away repository in which the steps are played."""

    def run(self, action: Action) -> tuple[str, int]:
        """What the command printed, and its exit code."""
        ...


def scenario(today: date) -> tuple[Step, ...]:
    """The steps of the loop, for a day."""
    later = ahead(today, TTL + 1).isoformat()
    check = ("check", "--tags", TAG)
    lesson = ("--category", BLOCKED, "--tags", TAG, "--issue", ISSUE, "--mitigation", MITIGATION)
    return (
        Step("A team lays a vault out in its repository.", (
            Vaultctl(("init",)), Git(("add", "--all")), Git(("commit", "--quiet", "-m", "Lay out a vault")),
            Git(("push", "--quiet", "origin", "main")),
        )),
        Step("An agent asks before it acts. Nothing is known against the task.", (Vaultctl(check),)),
        Step("The task goes wrong. The agent proposes what it learned, on a branch of its own; its working tree stays as it is.",
             (Vaultctl(("record", *lesson, "--ttl", str(TTL), "--agent", AGENT)),)),
        Step("The gate judges it by the rules of main, as CI does on a pull request.",
             (Vaultctl(("gate", "--base", "main", "--head", f"lesson/{mint(BLOCKED, (TAG,), ISSUE, MITIGATION)}")),)),
        Step("The queue gates it again, and merges it.", (Vaultctl(("queue", "run")),)),
        Step("The next agent asks about the same task, and is told what to do instead.", (Vaultctl(check, 1),)),
        Step(f"Nobody verifies the lesson for {TTL} days: it expires, and only warns.", (Vaultctl((*check, "--today", later)),)),
        Step("The weekly cron moves what is over to the archive, as a proposal like any other; nothing is deleted.",
             (Vaultctl(("archive", "--today", later)), Vaultctl(("queue", "run", "--today", later)))),
        Step("It stops nobody any more, and can still be found.",
             (Vaultctl((*check, "--today", later)), Vaultctl(("search", "--archived", "cache")))),
    )  # fmt: skip


def play(steps: tuple[Step, ...], stage: Stage, say: Callable[[str], None], show: Callable[[Played], None]) -> bool:
    """Play the steps one after another; stops at the first action that ends otherwise than it must, and gives False."""
    for step in steps:
        say(step.say)
        for action in step.actions:
            output, code = stage.run(action)
            name = "git" if isinstance(action, Git) else "vaultctl"
            played = Played(" ".join([name, *map(_quoted, action.words)]), output, code, getattr(action, "code", 0))
            show(played)
            if not played.as_expected:
                return False
    return True


def _quoted(word: str) -> str:
    return f'"{word}"' if " " in word else word

"""Command lines that log failures and sum them up."""

from __future__ import annotations

from tests.fakes.checkout import Checkout
from tests.fakes.command import Result, run

CATEGORY = "test:next-image-props"
TAG = "test/next-image-props"
SIGNATURE = "TypeError: Cannot read properties of undefined (reading 'src') at /app/{}.js:10:22"


def fail(repo: Checkout, *args: str, category: str | None = CATEGORY, signature: str = SIGNATURE.format("a"), agent: str = "bot",
         today: str = "2026-01-05") -> Result:  # fmt: skip
    """Runs `vaultctl fail … --format json`."""
    named = ["--category", category] if category is not None else []
    return run("fail", *named, "--signature", signature, "--agent", agent, "--today", today, "--format", "json", *args, cwd=repo.path)


def reflect(repo: Checkout, *args: str, today: str = "2026-01-08") -> Result:
    """Runs `vaultctl reflect … --format json`."""
    return run("reflect", "--today", today, "--format", "json", *args, cwd=repo.path)


def promote(repo: Checkout, *args: str, mitigation: str = "Pass src to every Image in a test.", today: str = "2026-01-08") -> Result:
    """Runs `vaultctl reflect --promote …` on the category of `fail`."""
    return reflect(repo, "--promote", CATEGORY, "--mitigation", mitigation, "--agent", "lead", *args, today=today)


def three(repo: Checkout, *args: str) -> list[str]:
    """Logs three failures of one category on three days by three agents; their ids."""
    return [
        str(fail(repo, *args, agent=f"agent-{day}", signature=SIGNATURE.format(day), today=f"2026-01-0{day}").json["id"])
        for day in (5, 6, 7)
    ]


def logged(repo: Checkout, revision: str = "vault-failures") -> list[str]:
    """The paths of all failures in the log."""
    return repo.git("ls-tree", "-r", "--name-only", "-z", revision).split("\0")[:-1]

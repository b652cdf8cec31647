"""The circuit breaker of `record`: who has the same draft refused again and again is told to stop and ask a person."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from vaultctl.core.draft import problem
from vaultctl.core.lesson import one_line
from vaultctl.core.tags import TagError, normalise

if TYPE_CHECKING:
    from vaultctl.core.draft import Value
    from vaultctl.usecases.record import Outcome, Request

LIMIT = 5
"""So many refusals in a row of one draft."""
RULE = "stop-and-ask"


@dataclass(frozen=True, slots=True)
class Refusal:
    """One refusal.  `time` is UTC, `2026-01-05 10:00`; `reasons` are ids of rules."""

    time: str
    agent: str
    reasons: tuple[str, ...]


class RefusalLog(Protocol):
    """Where refusals are remembered, in this clone alone."""

    def add(self, key: str, agent: str, reasons: Sequence[str]) -> Sequence[Refusal]:
        """Remember one more refusal of a draft, and give all since it was last accepted, oldest first."""
        ...

    def forget(self, key: str) -> None:
        """The draft was accepted."""
        ...


def break_off(request: Request, outcome: Outcome, log: RefusalLog) -> Outcome:
    """The outcome of a recording, with the history as one more problem once the same draft was refused five times in a row."""
    if request.dry_run or outcome.state is None:
        return outcome
    key = key_of(request.given)
    if outcome.state != "refused":
        log.forget(key)
        return outcome
    reasons = [item.rule for item in outcome.problems if item.severity == "error"]
    reasons += ["near-duplicate"] if outcome.similar else []
    agent = request.given.get("source_agent")
    history = log.add(key, agent if isinstance(agent, str) else "", tuple(dict.fromkeys(reasons)))
    if len(history) < LIMIT:
        return outcome
    rows = [f"{item.time} {one_line(item.agent) or '(no name)'}: {', '.join(item.reasons)}" for item in history[-LIMIT:]]
    found = problem("", RULE, f"this draft was refused {len(history)} times in a row: stop and ask a person", "; ".join(rows))
    return replace(outcome, problems=(*outcome.problems, found))


def key_of(given: Mapping[str, Value]) -> str:
    """What makes two drafts the same: category, tags, issue and mitigation, whatever their case and blanks."""
    tags = given.get("tags", ())
    parts = [one_line(str(given.get(name, ""))).casefold() for name in ("category", "issue", "mitigation")]
    parts += sorted(map(_tag, tags.split(",") if isinstance(tags, str) else tags))
    return hashlib.sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _tag(text: str) -> str:
    try:
        return normalise(text)
    except TagError:
        return one_line(text)

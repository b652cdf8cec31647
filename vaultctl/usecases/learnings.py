"""The state of lessons and failures as the three tables of `AGENT_LEARNINGS.md`.

Failures of one category with one signature and one end share a row, whose id is that of the first.  A regression of a live lesson is
told as one, for it is not open (`core.strikes`).  A rule's sources are the rows
that it resolves.  The words of agents stand in code, so that nothing in them acts in a rendered page.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from vaultctl.core.lesson import Lesson, id_key
from vaultctl.core.proposal import neutral
from vaultctl.core.strikes import Ledger, Strike, code_span, named_failures
from vaultctl.formats.learnings import OPEN, RESOLVED, Failure, Learnings, Rule


def learnings_of(lessons: Iterable[Lesson], over: Iterable[tuple[Lesson, str]], strikes: Sequence[Strike], ledger: Ledger) -> Learnings:
    """The tables.  `lessons` count; `over` are pairs of one that is superseded or archived, and the day (may be empty)."""
    failures = _failures(strikes, ledger)
    sources: dict[str, list[str]] = defaultdict(list)
    for failure in failures:
        if failure.resolved_by:
            sources[id_key(failure.resolved_by)].append(failure.id)
    rules = tuple(_rule(lesson, "", sources[lesson.key]) for lesson in sorted(lessons, key=lambda lesson: lesson.key))
    resolved = tuple(_rule(lesson, day, sources[lesson.key]) for lesson, day in sorted(over, key=lambda item: item[0].key))
    return Learnings(rules, failures, resolved)


def _rule(lesson: Lesson, day: str, sources: Sequence[str]) -> Rule:
    # Failures that were purged stand in the body alone.
    named = tuple(sources) or named_failures(lesson.body)
    return Rule(lesson.id, ", ".join(lesson.tags), lesson.mitigation, named, lesson.first_seen.isoformat(), day)


def _failures(strikes: Sequence[Strike], ledger: Ledger) -> tuple[Failure, ...]:
    rows: dict[tuple[str, str, str, str], list[Strike]] = defaultdict(list)
    for strike in strikes:
        end = ledger.resolution(strike)
        # A regression is never counted as open, also where nothing has settled it yet.
        broken = "" if end or ledger.is_open(strike) else strike.regression
        rows[strike.category, strike.signature, end.lesson if end else "", broken].append(strike)
    made = []
    for (category, signature, by, broken), items in rows.items():
        items.sort(key=lambda strike: (strike.day, strike.id))
        status = RESOLVED + by if by else f"regression of {broken}" if broken else OPEN
        made.append(Failure(items[0].id, category, code_span(neutral(signature)), len(items), items[-1].day.isoformat(), by, status))
    return tuple(sorted(made, key=lambda row: (row.category, row.signature, row.id)))

"""Which lessons the archive takes, and which will be due soon.

A lesson is retired once it has expired, or once it is hidden for every one of its tags by the lesson that replaces it.  Where that
one ranks lower it stays: such a step is a person's, and should not hold up all others in an archive proposal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from vaultctl.core.days import ahead
from vaultctl.core.succession import end_of, is_replaced
from vaultctl.core.verdict import chain

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from vaultctl.core.lesson import Entry, Lesson

SOON = 30
"""How many days ahead of its end a lesson is said to expire soon."""


class Retirement(NamedTuple):
    """A lesson that is to be moved to the archive, and why, in words that stand there for good."""

    entry: Entry
    reason: str


def retirements(known: Mapping[str, Sequence[Entry]], today: date) -> list[Retirement]:
    """The lessons to be retired on a day, sorted by id.

    `known` maps an id key to the readable live lessons of that id.  One whose id stands twice, or that was first seen in the
    future, stays; so does one that a lesson which stays needs: it links that lesson to the one which replaces it.
    """
    found: dict[str, Retirement] = {}
    needed: set[str] = set()
    for key, entries in known.items():
        if len(entries) != 1 or entries[0].lesson.first_seen > today:
            continue
        entry = entries[0]
        reason = _reason(entry, known, today)
        if reason:
            found[key] = Retirement(entry, reason)
        elif entry.lesson.superseded_by:
            links = chain(entry, known)
            if links and not links[-1].lesson.is_expired(today):
                needed |= {link.lesson.key for link in links[:-1]}
    return [found[key] for key in sorted(found) if key not in needed]


def _reason(entry: Entry, known: Mapping[str, Sequence[Entry]], today: date) -> str:
    last = end_of(entry, known)
    if last is not None and is_replaced(entry.lesson, last, today):
        return f"superseded by {last.id}"
    return "expired" if entry.lesson.is_expired(today) else ""


def expires_soon(lesson: Lesson, today: date) -> bool:
    """Whether a lesson counts today and will have expired 30 days from now."""
    return lesson.expires is not None and today <= lesson.expires < ahead(today, SOON)

"""What stands in for a lesson that is superseded, and whether it protects as much: its category, its tags, and how long it counts.

What the two say is for people to compare.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from vaultctl.core.schema import CATEGORIES, INDEFINITE
from vaultctl.core.tags import is_under
from vaultctl.core.verdict import chain

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from vaultctl.core.lesson import Entry, Lesson


def end_of(entry: Entry, known: Mapping[str, Sequence[Entry]]) -> Lesson | None:
    """The lesson at the end of the chain that replaces this one; None where there is none, or the chain breaks or forks."""
    links = chain(entry, known)
    return links[-1].lesson if links else None


def is_replaced(lesson: Lesson, end: Lesson | None, today: date) -> bool:
    """Whether the end of its chain stands in for a lesson wholly: it counts, covers all of its tags and ranks as high."""
    return end is not None and not end.is_expired(today) and not ranks_below(end, lesson) and not left_out(end, lesson.tags)


def ranks_below(one: Lesson, other: Lesson) -> bool:
    """Whether a lesson stops less than another: VERIFIED less than WARNING, and that less than BLOCKED."""
    return CATEGORIES.index(one.category) > CATEGORIES.index(other.category)


def left_out(lesson: Lesson, tags: Iterable[str]) -> tuple[str, ...]:
    """Those of the tags that a lesson does not cover."""
    return tuple(tag for tag in tags if not any(is_under(tag, covering) for covering in lesson.tags))


def lapses(lesson: Lesson, than: Lesson) -> str:
    """How a lesson ceases to count before another does, in words; empty where it does not."""
    if lesson.expires is None or (than.expires is not None and lesson.expires >= than.expires):
        return ""
    return f"{lesson.id} counts until {lesson.expires}, {than.id} {than.expires or INDEFINITE}"


def shortfalls(end: Lesson, than: Lesson, today: date, tags: Iterable[str] | None = None) -> tuple[str, ...]:
    """In what a lesson protects less than another, in words; nothing where it stands in for that one wholly.

    `tags` are those to look at (None: all of the other).  One that has expired can lose its rank alone.
    """
    found = [f"{end.id} is {end.category}, {than.id} {than.category}"] if ranks_below(end, than) else []
    if than.is_expired(today):
        return tuple(found)
    bare = left_out(end, than.tags if tags is None else tags)
    if bare:
        found.append(f"{end.id} does not cover {', '.join(bare)}")
    if end.is_expired(today):
        found.append(f"{end.id} has expired")
    elif lapses(end, than):
        found.append(lapses(end, than))
    return tuple(found)

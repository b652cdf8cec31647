"""Whether a change takes a lesson out of the way without something in its place that protects as much.

A lesson is out of the way while a chain of `superseded_by` leads from it to one that counts, and once it is archived.  A step anywhere
along a chain decides over every lesson before it, so all of them are looked at, as they stood on the base and as they would stand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from vaultctl.core import policy
from vaultctl.core.lesson import Entry
from vaultctl.core.rules.context import problem_at
from vaultctl.core.scope import REVIEW_RULE
from vaultctl.core.succession import end_of, is_replaced, left_out, shortfalls
from vaultctl.core.verdict import index_by_id

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import date

    from vaultctl.core.lesson import Lesson
    from vaultctl.core.problem import Problem
    from vaultctl.core.steps import Step
    from vaultctl.core.taxonomy import Taxonomy
    from vaultctl.usecases.snapshot import Snapshot

RULE = "policy"
LOOK = "a person should look at this"


class Lessons(NamedTuple):
    """The readable lessons of a vault by id key: the live ones, and those of the archive."""

    live: Mapping[str, Sequence[Entry]]
    archived: Mapping[str, Sequence[Entry]]


def lessons_of(vault: Snapshot | None) -> Lessons:
    """The lessons of a vault; of none where it could not be read."""
    sources = vault.sources if vault is not None else ()
    live, archived = (index_by_id(item for source in sources if source.role == role for item in source.records)
                      for role in ("lessons", "archive"))  # fmt: skip
    return Lessons(live, archived)


def check(steps: Sequence[Step], before: Lessons, after: Lessons, taxonomy: Taxonomy, today: date) -> Iterator[Problem]:
    """What a person must look at, and what nobody may do who may not write there.  Paths are the vault's."""
    yield from _superseded(steps, before, after, taxonomy, today)
    for step in steps:
        old = step.old.item if step.old is not None else None
        new = step.new.item if step.new is not None else None
        if not (isinstance(old, Entry) and isinstance(new, Entry)):
            continue
        if step.kind == "archived" and not (old.lesson.is_expired(today) or _is_replaced(old, after, today)):
            yield problem_at(new, REVIEW_RULE, "warning", f"{old.lesson.id} has not expired, and {_missing(old, after, today)}", hint=LOOK)
            yield from _by_nobody(new, step.kind, taxonomy)
        elif step.kind == "revived" or (step.kind == "verified" and not _is_replaced(old, after, today)):
            yield from _by_nobody(new, step.kind, taxonomy)


def _end(entry: Entry, lessons: Lessons) -> Lesson | None:
    """The live lesson at the end of a chain whose links may be archived; None where it does not end in one."""
    end = end_of(entry, {**lessons.archived, **lessons.live})
    return end if end is not None and len(lessons.live.get(end.key, ())) == 1 else None


def _is_replaced(entry: Entry, lessons: Lessons, today: date) -> bool:
    return is_replaced(entry.lesson, _end(entry, lessons), today)


def _missing(entry: Entry, lessons: Lessons, today: date) -> str:
    if not entry.lesson.superseded_by:
        return "is not superseded"
    end = _end(entry, lessons)
    if end is None:
        return "no live lesson replaces it"
    return f"is not replaced wholly: {'; '.join(shortfalls(end, entry.lesson, today))}"


def _superseded(steps: Sequence[Step], before: Lessons, after: Lessons, taxonomy: Taxonomy, today: date) -> Iterator[Problem]:
    """What is to be said of the lessons whose chains end in another lesson than before, or in the same that is another now."""
    direct = {step.key for step in steps if step.kind == "superseded"}
    added = next((step.piece.item for step in steps if step.kind == "added"), None)
    for key, entries in after.live.items():
        if len(entries) != 1 or not entries[0].lesson.superseded_by:
            continue
        entry = entries[0]
        now = end_of(entry, after.live)
        if now is None:
            continue  # it is shown as if the key were not there
        known = before.live.get(key, ())
        was = end_of(known[0], before.live) if len(known) == 1 else None
        if was is not None and _protects(was) == _protects(now):
            continue
        if isinstance(added, Entry) and now.key == added.lesson.key and key not in direct:
            yield from superseding(added, entry.lesson, taxonomy)
        found = _weaker(entry.lesson, was, now, today)
        if found:
            yield problem_at(entry, REVIEW_RULE, "warning", f"{entry.lesson.id} gives way to what protects less: {'; '.join(found)}",
                             field="superseded_by", hint=LOOK)  # fmt: skip


def _weaker(lesson: Lesson, was: Lesson | None, now: Lesson, today: date) -> tuple[str, ...]:
    """In what the end of a lesson's chain protects less than the lesson, or than the end that stood in for it before.

    What is weaker than the lesson but was so before has been looked at; where it stands in for more of the tags, it was not.
    """
    if was is None or was.is_expired(today) or set(left_out(was, lesson.tags)) - set(left_out(now, lesson.tags)):
        return shortfalls(now, lesson, today)
    covered = [tag for tag in lesson.tags if tag not in left_out(was, lesson.tags)]
    return shortfalls(now, was, today, covered)


def _protects(lesson: Lesson) -> tuple[object, ...]:
    return lesson.key, lesson.category, lesson.tags, lesson.expires


def superseding(added: Entry, old: Lesson, taxonomy: Taxonomy) -> Iterator[Problem]:
    """Nobody may retire by a new lesson what they may not write."""
    for tag in old.tags:
        found = policy.writers_objection(tag, added.lesson.source_agent, taxonomy)
        if found is not None:
            yield problem_at(added, RULE, "error", f"{old.id} is not to be superseded by this: {found.message}", field=found.key,
                             hint="have one of the writers propose it")  # fmt: skip


def _by_nobody(item: Entry, what: str, taxonomy: Taxonomy) -> Iterator[Problem]:
    for tag in item.lesson.tags:
        prefix = policy.restricted(tag, taxonomy)
        if prefix is not None:
            named = ", ".join(prefix.writers)
            yield problem_at(item, REVIEW_RULE, "warning", f"{item.lesson.id} lies below {prefix.tag} (writers: {named}), and the "
                             f"change does not say who {what} it", hint=LOOK)  # fmt: skip
            return

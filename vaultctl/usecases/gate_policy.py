"""What the base's taxonomy and config say of the lessons that a change touches: who may, what, and how many at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core import policy
from vaultctl.core.lesson import Entry
from vaultctl.core.problem import Problem
from vaultctl.core.rules.context import problem_at
from vaultctl.core.scope import REVIEW_RULE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

    from vaultctl.core.lesson import Lesson
    from vaultctl.core.steps import Step
    from vaultctl.core.taxonomy import Taxonomy
    from vaultctl.usecases.settings import Settings

RULE = "policy"
RETIRED_MAX = 10
"""Lessons that one change may archive without a person's review, whatever the size of the vault; above that, a fifth of it."""
_LOOK = "a person should look at this"


def check(steps: Sequence[Step], settings: Settings, today: date) -> Iterator[Problem]:
    """What speaks against the lessons as they are to be, and against touching those that are there.  Paths are the vault's."""
    added = next((step.piece.item for step in steps if step.kind == "added"), None)
    for step in steps:
        new = step.new.item if step.new is not None else None
        old = step.old.item if step.old is not None else None
        if step.kind in ("added", "filed", "edited", "revived") and isinstance(new, Entry):
            for found in policy.objections(new.lesson, settings.config, settings.taxonomy):
                yield problem_at(new, RULE, "error", found.message, field=found.key, hint=found.hint)
        if not isinstance(old, Entry):
            continue
        if step.kind == "superseded" and isinstance(added, Entry):
            yield from _superseding(added, old.lesson, settings.taxonomy)
        counts = not old.lesson.superseded_by and not old.lesson.is_expired(today)
        if step.kind in ("archived", "verified") and counts and isinstance(new, Entry):
            yield from _by_nobody(new, step.kind, settings.taxonomy)


def _superseding(added: Entry, old: Lesson, taxonomy: Taxonomy) -> Iterator[Problem]:
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
                             f"change does not say who {what} it", hint=_LOOK)  # fmt: skip
            return


def check_number(steps: Sequence[Step], live: int) -> Iterator[Problem]:
    """A warning where one change empties a vault of so many live lessons."""
    retired = [step for step in steps if step.kind == "archived"]
    if len(retired) > RETIRED_MAX and len(retired) * 5 > live:
        piece = retired[0].piece
        yield Problem(piece.path, piece.record.line, 1, "warning", REVIEW_RULE,
                      f"{len(retired)} of {live} lessons go to the archive at once", hint=_LOOK)  # fmt: skip

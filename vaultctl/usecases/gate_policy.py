"""What the base's taxonomy and config say of the lessons that a change touches: who may, what, and how many at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core import policy
from vaultctl.core.lesson import Entry
from vaultctl.core.problem import Problem
from vaultctl.core.rules.context import problem_at
from vaultctl.core.scope import REVIEW_RULE
from vaultctl.usecases.gate_succession import LOOK, RULE, superseding

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vaultctl.core.steps import Step
    from vaultctl.usecases.settings import Settings

RETIRED_MAX = 10
"""Lessons that one change may archive without a person's review, whatever the size of the vault; above that, a fifth of it."""


def check(steps: Sequence[Step], settings: Settings) -> Iterator[Problem]:
    """What speaks against the lessons as they are to be, and against superseding those that are there.  Paths are the vault's."""
    added = next((step.piece.item for step in steps if step.kind == "added"), None)
    for step in steps:
        new = step.new.item if step.new is not None else None
        old = step.old.item if step.old is not None else None
        if step.kind in ("added", "filed", "edited", "revived") and isinstance(new, Entry):
            for found in policy.objections(new.lesson, settings.config, settings.taxonomy):
                yield problem_at(new, RULE, "error", found.message, field=found.key, hint=found.hint)
        if step.kind == "superseded" and isinstance(added, Entry) and isinstance(old, Entry):
            yield from superseding(added, old.lesson, settings.taxonomy)


def check_number(steps: Sequence[Step], live: int) -> Iterator[Problem]:
    """A warning where one change empties a vault of so many live lessons."""
    retired = [step for step in steps if step.kind == "archived"]
    if len(retired) > RETIRED_MAX and len(retired) * 5 > live:
        piece = retired[0].piece
        yield Problem(piece.path, piece.record.line, 1, "warning", REVIEW_RULE,
                      f"{len(retired)} of {live} lessons go to the archive at once", hint=LOOK)  # fmt: skip

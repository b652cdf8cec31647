"""Whether a lesson that is added nearly repeats one that was merged since it was proposed.

`record` refuses what repeats a lesson of the base, unless it is told that this is another matter; of lessons that are proposed at the
same time it cannot know.  So the second of two twins is for a person: it may say more than the first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core.lesson import Entry, id_key
from vaultctl.core.rules.context import problem_at
from vaultctl.core.scope import REVIEW_RULE
from vaultctl.core.similarity import find_similar
from vaultctl.usecases.snapshot import parse_source

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vaultctl.core.problem import Problem
    from vaultctl.core.steps import Step
    from vaultctl.usecases.ports import Layout, Tree
    from vaultctl.usecases.snapshot import Snapshot

_HINT = "see whether it says more: a person may merge it all the same, or remove its branch"


def check(steps: Sequence[Step], base: Snapshot, then: Tree, layout: Layout) -> Iterator[Problem]:
    """Warnings for a change that adds one lesson.  `base` is the vault as it is, `then` as the proposal was made on it."""
    added = [step.piece.item for step in steps if step.kind == "added"]
    entry = added[0] if len(added) == 1 else None
    if not isinstance(entry, Entry):
        return
    touched = {step.key for step in steps}
    others = {item.lesson.key: item for source in base.sources if source.role == "lessons"
              for item in source.records if isinstance(item, Entry) and item.lesson.key not in touched}  # fmt: skip
    for near in find_similar(entry.lesson, [other.lesson for other in others.values()]):
        if not _holds(then, others[id_key(near.id)], layout):
            message = f"{entry.lesson.id} is a near-duplicate of {near.id} ({near.score:.2f}), which was merged since it was proposed"
            yield problem_at(entry, REVIEW_RULE, "warning", message, field="issue", hint=_HINT)


def _holds(tree: Tree, entry: Entry, layout: Layout) -> bool:
    path = entry.record.path
    content = tree.read(path)
    if content is None:
        return False
    source = parse_source(layout, "lessons", path, content.decode("utf-8", "surrogateescape"), archived=False)
    return any(isinstance(item, Entry) and item.lesson.key == entry.lesson.key for item in source.records)

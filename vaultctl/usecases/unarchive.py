"""`unarchive`: a lesson comes back from the archive, as verified today, through a proposal."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from vaultctl.core.proposal import for_changes
from vaultctl.errors import Refused, VaultUnreadable
from vaultctl.usecases.find import find_lesson
from vaultctl.usecases.propose import Proposal
from vaultctl.usecases.snapshot import with_changes
from vaultctl.usecases.upkeep import Means, Moved, Outcome, carry, live, look, name_for, require_writer

STEM = "vault/unarchive-"


@dataclass(frozen=True, slots=True)
class Request:
    """The lesson that is to come back on the UTC day `today`, and who says so (None: nobody in particular).

    `base` None: the config's, else the remote's default branch.  `network` False: neither fetch nor push.
    """

    id: str
    today: date
    agent: str | None = None
    base: str | None = None
    network: bool = True
    dry_run: bool = False


def unarchive(request: Request, means: Means) -> Outcome:
    """Bring a lesson back, from wherever an earlier call left it.

    It stands on its own again: that another lesson superseded it is taken out.  Raises Refused for an id that is unknown or lives
    already, and for an agent that may not; ConfigError, VaultUnreadable, StaleWrite and GitError where nothing could be made.
    """
    network = request.network and not request.dry_run
    view = look(means, request.base, network=network)
    for entry in live(view.vault):
        if entry.lesson.key == request.id.strip().casefold():
            raise Refused(f"{entry.lesson.id} lives already, in {entry.record.path}", "there is nothing to bring back")
    source, entry = find_lesson(view.vault, request.id)
    if source.role != "archive":
        raise Refused(f"{entry.lesson.id} lives already, in {entry.record.path}", "there is nothing to bring back")
    require_writer(request.agent, [entry.lesson], view.vault)
    lesson = entry.lesson._replace(last_verified=request.today, superseded_by=None)
    notes: tuple[str, ...] = ()
    if entry.lesson.superseded_by:
        notes = (f"{lesson.id} is not superseded by {entry.lesson.superseded_by} any more: else it would stay hidden",)
    changes = tuple(view.vault.layout.revive(view.tree, entry.record, lesson))
    back = next((item for item in live(with_changes(view.vault, changes)) if item.lesson == lesson), None)
    if back is None:
        raise VaultUnreadable(f"{lesson.id} would not read the same afterwards; nothing was written",
                              f"`vaultctl lint {entry.record.path}` says what is odd there")  # fmt: skip
    day = request.today.isoformat()
    moved = Moved(lesson.id, entry.record.path, back.record.path, "verified", back.record.path)
    name = name_for(STEM + day, changes, view, means.store)
    outcome = Outcome(view.base, (moved,), name, warnings=view.warnings + notes, dry_run=request.dry_run, changes=changes)
    if request.dry_run:
        return outcome
    by = f" by {request.agent}" if request.agent else ""
    text = for_changes(f"Bring {lesson.id} back, {day}", f"It holds again, as was verified on {day}{by}.",
                       [(f"Back {lesson.id}", f"{moved.source} to {moved.target}")])  # fmt: skip
    return carry(outcome, Proposal(name, changes, text), view, means, network=network)

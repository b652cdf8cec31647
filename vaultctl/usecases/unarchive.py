"""`unarchive`: a lesson comes back from the archive, as verified today, through a proposal."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from vaultctl.core.lesson import Entry, Lesson, interpret
from vaultctl.core.proposal import for_changes
from vaultctl.errors import Refused, VaultUnreadable
from vaultctl.usecases.find import find_lesson
from vaultctl.usecases.propose import Proposal
from vaultctl.usecases.snapshot import with_changes
from vaultctl.usecases.upkeep import Means, Moved, Outcome, View, carry, live, look, name_for, require_writer, wrong_clock

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
    already, and for an agent that may not; VaultctlError for a wrong clock; ConfigError, VaultUnreadable, StaleWrite and GitError
    where nothing could be made.
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
    wrong = wrong_clock(request.today, view, means.store)
    if wrong is not None and not request.dry_run:
        raise wrong
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
    there = _open(lesson, back.record.path, view, means)
    name = there or name_for(STEM + day, changes, view, means.store)
    outcome = Outcome(view.base, (moved,), name, warnings=view.warnings + notes, dry_run=request.dry_run, changes=changes,
                      error=wrong)
    if request.dry_run:
        return outcome
    if there is not None:
        day = there.removeprefix(STEM)[:10]
    by = f" by {request.agent}" if request.agent else ""
    text = for_changes(f"Bring {lesson.id} back, {day}", f"It holds again, as was verified on {day}{by}.",
                       [(f"Back {lesson.id}", f"{moved.source} to {moved.target}")])  # fmt: skip
    return carry(outcome, Proposal(name, () if there else changes, text), view, means, network=network)


def _open(lesson: Lesson, path: str, view: View, means: Means) -> str | None:
    """The newest open proposal, of whatever day, that brings back this very lesson; None where there is none."""
    wanted = lesson._replace(last_verified=None)
    for name, branch in reversed(list(view.branches.items())):
        if not name.startswith(STEM) or (view.base.commit and means.store.contains(view.base.commit, branch.commit)):
            continue
        text = (means.store.tree(branch.commit).read(path) or b"").decode("utf-8", "surrogateescape")
        for record in view.vault.layout.parse(path, text).records if text else ():
            entry = interpret(record)
            if isinstance(entry, Entry) and entry.lesson._replace(last_verified=None) == wanted:
                return name
    return None

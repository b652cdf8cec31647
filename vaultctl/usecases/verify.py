"""`verify`: lessons that still hold get today's day, one line each, in one proposal; and which ones are due."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from vaultctl.core.lesson import Entry
from vaultctl.core.proposal import for_changes
from vaultctl.core.retirement import expires_soon
from vaultctl.errors import Refused, UsageError
from vaultctl.usecases.find import find_lesson, unread
from vaultctl.usecases.findings import Unsearched
from vaultctl.usecases.propose import Proposal
from vaultctl.usecases.snapshot import Snapshot
from vaultctl.usecases.upkeep import Changed, Means, Moved, Outcome, carry, live, look, name_for, require_writer, wrong_clock

STEM = "vault/verify-"
Why = Literal["not working: rewrite it", "expired", "expires soon", "never verified"]


@dataclass(frozen=True, slots=True)
class Request:
    """The lessons that hold on the UTC day `today`, and who says so (None: nobody in particular).

    `base` None: the config's, else the remote's default branch.  `network` False: neither fetch nor push.
    """

    ids: tuple[str, ...]
    today: date
    agent: str | None = None
    base: str | None = None
    network: bool = True
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Due:
    """A lesson that somebody should look at, and how often it was shown to agents."""

    entry: Entry
    why: Why
    fires: int


def verify(request: Request, means: Means) -> Outcome:
    """Set `last_verified` of lessons to today, from wherever an earlier call left it.

    All of them or none.  Raises UsageError where no id is given, or a name is needed; Refused for an id that is unknown or
    archived, for an agent that may not, and for a day before that of the lesson; VaultctlError for a wrong clock; ConfigError,
    VaultUnreadable, StaleWrite and GitError where nothing could be made.
    """
    if not request.ids:
        raise UsageError("no id given", "name the lessons that still hold, or list those to look at: vaultctl verify --due")
    network = request.network and not request.dry_run
    view = look(means, request.base, network=network)
    entries: dict[str, Entry] = {}
    for identity in request.ids:
        source, entry = find_lesson(view.vault, identity)
        if source.role == "archive":
            raise Refused(f"{entry.lesson.id} is in the archive, in {entry.record.path}",
                          f"bring it back, as verified today: vaultctl unarchive {entry.lesson.id}")  # fmt: skip
        entries[entry.lesson.key] = entry
    require_writer(request.agent, [entry.lesson for entry in entries.values()], view.vault)
    wrong = wrong_clock(request.today, view, means.store)
    if wrong is not None and not request.dry_run:
        raise wrong
    for entry in entries.values():
        _require_forward(entry, request.today)
    done = [entry for entry in entries.values() if entry.lesson.last_verified == request.today]
    notes = tuple([f"{entry.lesson.id} is verified as of today already" for entry in done])
    outcome = Outcome(view.base, warnings=view.warnings + notes, error=wrong, dry_run=request.dry_run)
    left = [entry for key, entry in sorted(entries.items()) if entry not in done]
    if not left:
        return outcome
    day = request.today.isoformat()
    tree = Changed(view.tree)
    # From the last line of a file to the first, so that a line that is added moves no record that is still to come.
    for entry in sorted(left, key=lambda entry: (entry.record.path, -entry.record.line)):
        tree.put(view.vault.layout.set_key(tree, entry.record, "last_verified", day))
    outcome = replace(
        outcome, moved=tuple([_moved(entry, day) for entry in left]), changes=tree.changes,
        branch=name_for(STEM + day, tree.changes, view, means.store),
    )  # fmt: skip
    if request.dry_run or outcome.branch is None:
        return outcome
    many = "lesson" if len(left) == 1 else "lessons"
    by = f" by {request.agent}" if request.agent else ""
    text = for_changes(f"Verify {len(left)} {many}, {day}", f"These lessons still hold, as was verified on {day}{by}.",
                       [(f"Verified {item.id}", f"before: {item.source or 'never'}") for item in outcome.moved])  # fmt: skip
    return carry(outcome, Proposal(outcome.branch, tree.changes, text), view, means, network=network)


def _require_forward(entry: Entry, today: date) -> None:
    """See that a verification moves no day back.  Raises Refused."""
    lesson, place = entry.lesson, f"{entry.record.path}:{entry.record.line}"
    if lesson.last_verified is not None and today < lesson.last_verified:
        raise Refused(f"{place}: {lesson.id} was verified on {lesson.last_verified}, which is after {today}",
                      "a verification never moves back: name a later day, or put the date in the lesson right")  # fmt: skip
    if today < lesson.first_seen:
        raise Refused(f"{place}: {lesson.id} was first seen on {lesson.first_seen}, which is after {today}",
                      "nothing is verified before it was seen: name a later day, or put the date in the lesson right")  # fmt: skip


def _moved(entry: Entry, day: str) -> Moved:
    before = entry.lesson.last_verified
    return Moved(entry.lesson.id, before.isoformat() if before else None, day, "verified", entry.record.path)


def find_due(
    vault: Snapshot, today: date, fires: Mapping[str, int] | None = None, broken: Mapping[str, int] | None = None
) -> tuple[tuple[Due, ...], tuple[Unsearched, ...]]:
    """The lessons that do not work, have expired, expire within 30 days or were never verified, and what could not be read.

    Those that do not work come first, then those that fire most, then those that end first.  `fires` maps an id key to how often a
    lesson was shown, `broken` to how often failures broke one that should be rewritten.
    """
    often = fires or {}
    failing = broken or {}
    found = []
    for entry in live(vault):
        lesson = entry.lesson
        why: Why | None = "never verified" if lesson.last_verified is None else None
        if expires_soon(lesson, today):
            why = "expires soon"
        if lesson.is_expired(today):
            why = "expired"
        if lesson.key in failing:
            why = "not working: rewrite it"
        if why is not None:
            found.append(Due(entry, why, often.get(lesson.key, 0)))
    found.sort(key=lambda due: (
        -failing.get(due.entry.lesson.key, 0), -due.fires, due.entry.lesson.expires or date.max, due.entry.lesson.key
    ))  # fmt: skip
    return tuple(found), unread(vault, archived=False)

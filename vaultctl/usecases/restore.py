"""`restore`: what a backup holds and the base lacks, as one proposal.

Only what is missing is restored by itself.  A lesson that is there and says something else, or was archived since (or brought
back), stays as it is and is shown; it is replaced when its id is named.  Nothing is lost then either: git has what it replaces.
All is judged against the base as it is now, never against the working tree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Literal

from vaultctl.core.change import FileChange
from vaultctl.core.counted import counted
from vaultctl.core.lesson import Lesson, Malformed, id_key
from vaultctl.core.places import CONFIG_FILE, LESSONS_DIR, SINGLE_FILE, TAXONOMY_FILE
from vaultctl.core.proposal import for_changes
from vaultctl.errors import ConfigError, Exit, Refused, UsageError, VaultUnreadable
from vaultctl.formats import backup as format
from vaultctl.formats.backup import Saved
from vaultctl.formats.block_text import normal
from vaultctl.formats.settings import parse_config
from vaultctl.usecases.inventory import Item, take
from vaultctl.usecases.naming import exact_name
from vaultctl.usecases.propose import Base, Proposal
from vaultctl.usecases.snapshot import Snapshot
from vaultctl.usecases.upkeep import Means, Moved, carry, look, warnings_beside
from vaultctl.usecases.upkeep import Outcome as Sent

if TYPE_CHECKING:
    from vaultctl.core.record import Record
    from vaultctl.core.stored import Stored
    from vaultctl.usecases.ports import Layout, Tree

    State = Literal["missing", "same", "differs", "archived since", "brought back since", "unreadable"]

_FIELDS = tuple(name for name in Lesson._fields if name != "id")


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be restored: the text of a backup, its name for people, and ids (none: all that is missing)."""

    text: str
    name: str
    today: date
    ids: tuple[str, ...] = ()
    base: str | None = None
    network: bool = True
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Compared:
    """A lesson of the backup beside the one on the base (None: it is not there).

    `differs` are the keys that differ; `record` is what stands in its place, which may be no readable lesson.
    """

    saved: Saved
    there: Item | None
    state: State
    differs: tuple[str, ...] = ()
    record: Record | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was restored, what was left as it is, and what cannot be restored (place in the backup, reason).

    `sent` is how far the proposal got; None where there was nothing to do, or for a dry run.
    """

    base: Base
    compared: tuple[Compared, ...]
    moved: tuple[Moved, ...]
    left: tuple[Compared, ...]
    skipped: tuple[tuple[int, str], ...]
    notes: tuple[str, ...] = ()
    sent: Sent | None = None
    changes: tuple[FileChange, ...] = field(default=(), repr=False)
    dry_run: bool = False

    @property
    def is_large(self) -> bool:
        """Whether it changes more than one lesson, or the settings: the gate leaves that to a person."""
        return len(self.changes) > 1 or len(self.moved) != 1

    @property
    def exit_code(self) -> int:
        """0; 1 where the backup holds what could not be restored; else that of what stopped the proposal."""
        return (self.sent.exit_code if self.sent else 0) or (Exit.NO if self.skipped else Exit.OK)


def restore(request: Request, means: Means) -> Outcome:
    """Restore from a backup.  Raises VaultUnreadable for a text that is none, Refused for an id that it does not hold."""
    backup = format.read(request.text)
    if not backup.lessons and not backup.kept:
        reason = backup.broken[0][1] if backup.broken else "there is no lesson in it"
        raise VaultUnreadable(f"{request.name} is no backup of a vault: {reason}", "name a file that `vaultctl backup` wrote")
    chosen, skipped = _chosen(request, backup)
    chosen, lacking = _without_cut(chosen, backup, named=bool(request.ids))
    skipped = lacking + skipped
    network = request.network and not request.dry_run
    view = look(means, request.base, network=network)
    tree, vault = view.tree, view.vault
    compared = _compare(chosen, vault)
    named = bool(request.ids)
    wanted = [item for item in compared if item.state == "missing" or (named and item.state != "same")]
    left = tuple(item for item in compared if item.state not in ("missing", "same") and not named)
    wanted, refused = _without_refused(wanted, vault.layout, tree)
    skipped += refused
    changes, moved, losses = _changes(wanted, vault, tree)
    settings, notes = ([], []) if named else _settings(backup, vault, tree)
    changes = [*settings, *changes]
    if not named:
        skipped += [(item.line, f"{item.path}: {item.reason}") for item in backup.kept if item.kind in ("note", "entry", "file")]
        notes += [f"text between the lessons of {item.path} stays in the backup, line {item.line}"
                  for item in backup.kept if item.kind == "prose"]  # fmt: skip
    notes = [*warnings_beside(changes, view, means), *notes, *losses]
    outcome = Outcome(view.base, tuple(compared), tuple(moved), left, tuple(skipped), tuple(notes),
                      changes=tuple(changes), dry_run=request.dry_run)  # fmt: skip
    if request.dry_run or not changes:
        return outcome
    text = for_changes(f"Restore {counted(len(moved), 'lesson')} from a backup", f"Restored from {request.name} with `vaultctl restore`.",
                       [(item.id, item.reason) for item in moved])  # fmt: skip
    name = exact_name(f"vault/restore-{request.today.isoformat()}", changes, view, means.store)
    proposal = Proposal(name, tuple(changes), text)
    return replace(outcome, sent=carry(Sent(view.base, tuple(moved)), proposal, view, means, network=network))


def _chosen(request: Request, backup: format.Backup) -> tuple[list[Saved], list[tuple[int, str]]]:
    """The lessons that were asked for, each id once, and what else the backup holds of which no lesson can be made."""
    by_key = format.ids(backup)
    wanted = {id_key(name.strip()): name for name in request.ids}
    unknown = [name for key, name in wanted.items() if key not in by_key]
    if unknown:
        raise Refused(f"{request.name} holds no lesson {', '.join(name[:60] for name in unknown)}",
                      "see which it holds: vaultctl restore FILE --dry-run")  # fmt: skip
    skipped = [] if wanted else list(backup.broken)
    for item in backup.lessons:
        key = id_key(item.stored.lesson.id)
        if by_key[key] is not item and (not wanted or key in wanted):
            skipped.append((item.line, f"{item.stored.lesson.id} stands twice in the backup: the first one counts"))
    return [item for key, item in by_key.items() if not wanted or key in wanted], skipped


def _without_cut(chosen: list[Saved], backup: format.Backup, *, named: bool) -> tuple[list[Saved], list[tuple[int, str]]]:
    """The lessons without one whose end may be missing, and what is said of a backup that was cut short."""
    said: list[tuple[int, str]] = []
    archived = sum(item.stored.archived is not None for item in backup.lessons)
    found = (len(backup.lessons) - archived, archived)
    if backup.promised is not None and found != backup.promised:
        said.append((1, f"the backup is not whole: it says that it holds {backup.promised[0]} lessons and {backup.promised[1]} archived "
                        f"ones, and {found[0]} and {found[1]} were found"))  # fmt: skip
    if backup.is_cut and not named:
        said.append((1, "the backup is cut short: its last heading is missing, and what stood before it may be"))
        last = max(backup.lessons, key=lambda item: item.line, default=None)
        if last is not None and not any(item.line > last.line for item in backup.kept):
            said.append((last.line, f"{last.stored.lesson.id} is the last one there, so its end may be missing; name the id to have it"))
            chosen = [item for item in chosen if item is not last]
    return chosen, said


def _compare(chosen: Sequence[Saved], vault: Snapshot) -> list[Compared]:
    there: dict[str, Item] = {}
    for item in take(source for source in vault.sources if source.role in ("lessons", "archive")).items:
        key = item.stored.lesson.key
        if key not in there or there[key].stored.archived is not None:  # a live one goes before one in the archive
            there[key] = item
    broken: dict[str, Record] = {}
    for source in vault.sources:
        if source.role == "lessons" and source.kind == "file":
            for record in source.records:
                if isinstance(record, Malformed):
                    broken[id_key(record.id or PurePosixPath(source.path).stem)] = record.record
    found = []
    for saved in chosen:
        key = saved.stored.lesson.key
        if key in broken and key not in there:
            found.append(Compared(saved, None, "unreadable", record=broken[key]))
        else:
            found.append(_beside(saved, there.get(key)))
    return found


def _beside(saved: Saved, there: Item | None) -> Compared:
    if there is None:
        return Compared(saved, None, "missing")
    mine, theirs, record = saved.stored, there.stored, there.entry.record
    one, other = normal(mine.lesson), normal(theirs.lesson)
    keys = tuple(name for name in _FIELDS if getattr(one, name) != getattr(other, name))
    if mine.archived is None and theirs.archived is not None:
        return Compared(saved, there, "archived since", keys, record)
    if mine.archived is not None and theirs.archived is None:
        return Compared(saved, there, "brought back since", keys, record)
    if mine.archived != theirs.archived:
        keys = (*keys, "archived")
    return Compared(saved, there, "differs" if keys else "same", keys, record)


def _without_refused(
    wanted: Sequence[Compared], layout: Layout, tree: Tree
) -> tuple[list[Compared], list[tuple[int, str]]]:  # fmt: skip
    """Those that the layout takes, and for the others where they stand in the backup and what is wrong."""

    def replaced(items: Sequence[Compared]) -> Sequence[FileChange]:
        return layout.replace(tree, [item.record for item in items if item.record is not None], [item.saved.stored for item in items])

    try:
        replaced(wanted)
    except (Refused, UsageError):
        refused = []
        kept = []
        for item in wanted:
            try:
                replaced([item])
            except (Refused, UsageError) as error:
                refused.append((item.saved.line, f"{item.saved.stored.lesson.id}: {error.message}"))
            else:
                kept.append(item)
        return kept, refused
    return list(wanted), []


def _changes(wanted: Sequence[Compared], vault: Snapshot, tree: Tree) -> tuple[list[FileChange], list[Moved], list[str]]:
    """The changes that restore these, what becomes of each, and notes on what the layout cannot hold."""
    old = [item.record for item in wanted if item.record is not None]
    new: list[Stored] = []
    notes = []
    form = "note" if vault.layout.name == "notes" else "block"
    for item in wanted:
        stored = item.saved.stored
        if stored.form not in ("", form):
            notes.append(f"{stored.lesson.id}: what it says besides its keys stays in the backup, line {item.saved.line}")
        new.append(stored)
    if not new:
        return [], [], []
    changes = list(vault.layout.replace(tree, old, new))
    paths = _paths(changes, vault.layout)
    moved = [
        Moved(item.saved.stored.lesson.id, item.record.path if item.record else None, path, _reason(item), path)
        for item in wanted
        for path in [paths[item.saved.stored.lesson.key, item.saved.stored.archived is not None]]
    ]  # fmt: skip
    return changes, moved, notes


def _paths(changes: Sequence[FileChange], layout: Layout) -> dict[tuple[str, bool], str]:
    """Id key and whether it is archived -> the path at which the changes put it."""
    found: dict[tuple[str, bool], str] = {}
    for change in changes:
        archived = not _is_live(change.path, layout)
        for record in layout.parse(change.path, (change.after or b"").decode("utf-8", "surrogateescape"), archived=archived).records:
            place = record.field("id")
            if place is not None and isinstance(place.value, str) and change.after is not None:
                found[id_key(place.value.strip()), archived] = change.path
    return found


def _is_live(path: str, layout: Layout) -> bool:
    return path.startswith(f"{LESSONS_DIR}/") if layout.name == "notes" else path == SINGLE_FILE


def _reason(item: Compared) -> str:
    if item.state == "missing":
        return "missing" if item.saved.stored.archived is None else "missing in the archive"
    if item.state == "differs":
        return f"differs in {', '.join(item.differs)}"
    return item.state


def _settings(backup: format.Backup, vault: Snapshot, tree: Tree) -> tuple[list[FileChange], list[str]]:
    """The settings, where the base has none of its own; else a note where they are not the same."""
    changes: list[FileChange] = []
    notes: list[str] = []
    for item in backup.kept:
        if item.kind != "settings" or item.path not in (CONFIG_FILE, TAXONOMY_FILE):
            continue
        content = item.text.encode("utf-8", "surrogateescape")
        there = tree.read(item.path)
        if item.path == CONFIG_FILE:
            # One that is written but not committed yet counts for the caller; another layout's would hide what is restored.
            empty = there is None and not vault.settings.config.present and _layout_of(item.text) == vault.layout.name
        else:
            empty = not vault.settings.taxonomy.prefixes
        if there == content:
            continue
        if empty:
            changes.append(FileChange(item.path, there, content))
        else:
            notes.append(f"{item.path} differs from the one in the backup (line {item.line}), and stays as it is")
    return changes, notes


def layout_of(text: str) -> str:
    """The layout of the vault that a backup was made of; empty where it does not say."""
    settings = (item.text for item in format.read(text).kept if item.kind == "settings" and item.path == CONFIG_FILE)
    return next(map(_layout_of, settings), "")


def _layout_of(text: str) -> str:
    try:
        return parse_config(text, CONFIG_FILE)[0].layout
    except ConfigError:
        return ""

"""`migrate`: all lessons and the archive from one layout into the other, and the config with them, as one proposal.

It is lossless or refused: what a text says besides its lessons (a comment, an unknown key), and whatever is no readable lesson,
is listed, and nothing is written.  Text between the entries of a single file goes on as `vault/lessons/README.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TYPE_CHECKING

from vaultctl.core.change import FileChange
from vaultctl.core.config import Config
from vaultctl.core.counted import counted
from vaultctl.core.lesson import id_key
from vaultctl.core.places import CONFIG_FILE, LESSONS_DIR, SINGLE_FILE
from vaultctl.core.proposal import for_changes
from vaultctl.core.stored import UNKNOWN_DAY
from vaultctl.errors import Exit, Refused, VaultctlError
from vaultctl.formats.block_text import normal
from vaultctl.formats.config_edits import set_layout
from vaultctl.usecases.inventory import Inventory, Item, take
from vaultctl.usecases.naming import exact_name
from vaultctl.usecases.overlay import Overlay, with_changes
from vaultctl.usecases.propose import Base, Proposal
from vaultctl.usecases.snapshot import read_snapshot
from vaultctl.usecases.upkeep import Means, Moved, carry, look, warnings_beside
from vaultctl.usecases.upkeep import Outcome as Sent

if TYPE_CHECKING:
    from vaultctl.core.config import LayoutName
    from vaultctl.usecases.ports import Layout, Tree

README = f"{LESSONS_DIR}/README.md"


@dataclass(frozen=True, slots=True)
class Request:
    """The layout that is wanted."""

    layout: LayoutName
    today: date
    base: str | None = None
    network: bool = True
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Lost:
    """Something that the other layout could not hold."""

    path: str
    line: int
    id: str | None
    what: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was moved, or (`lost`) why nothing was."""

    base: Base
    source: LayoutName
    target: LayoutName
    moved: tuple[Moved, ...] = ()
    lost: tuple[Lost, ...] = ()
    notes: tuple[str, ...] = ()
    sent: Sent | None = None
    changes: tuple[FileChange, ...] = field(default=(), repr=False)
    dry_run: bool = False

    @property
    def exit_code(self) -> int:
        """0; 1 where something would be lost; else that of what stopped the proposal."""
        return Exit.NO if self.lost else self.sent.exit_code if self.sent else Exit.OK


def migrate(request: Request, means: Means) -> Outcome:
    """Bring every lesson into one layout.  Where the config names it already, those that lie in the other one are brought over.

    Raises what `propose` raises.
    """
    network = request.network and not request.dry_run
    view = look(means, request.base, network=network)
    tree, config, layouts = view.tree, view.vault.settings.config, means.layouts
    target = next(layout for layout in layouts if layout.name == request.layout)
    source = next(layout for layout in layouts if layout is not target)
    generated = config.generated.vault and config.layout == "notes"
    here = _read(tree, layouts, config, target)
    there = _read(tree, layouts, config, source)
    if generated and target.name == "single-file":
        here = Inventory((), (), ())  # the file that `index` rendered: it goes
    elif generated:
        there = replace(there, items=tuple(item for item in there.items if item.entry.record.path != SINGLE_FILE),
                        kept=tuple(item for item in there.kept if item.path != SINGLE_FILE))  # fmt: skip
    outcome = Outcome(view.base, source.name, target.name, notes=view.warnings, dry_run=request.dry_run)
    plan = _Plan(tree, source, target, here, there)
    plan.look()
    plan.check_settings(config)
    if not plan.lost:
        plan.work_out(generated=generated)
    if plan.lost:
        return replace(outcome, lost=tuple(sorted(plan.lost, key=lambda item: (item.path, item.line))))
    notes = (*warnings_beside(plan.changes, view, means), *plan.notes)
    outcome = replace(outcome, moved=tuple(plan.moved), changes=tuple(plan.changes), notes=notes)
    if request.dry_run or not plan.changes:
        return outcome
    title = f"Move {counted(len(plan.moved), 'lesson')} into the layout {target.name}"
    text = for_changes(title, "Every lesson and the archive, with `vaultctl migrate`.",
                       [(item.id, item.target) for item in plan.moved])  # fmt: skip
    name = exact_name(f"vault/migrate-{request.today.isoformat()}", plan.changes, view, means.store)
    proposal = Proposal(name, tuple(plan.changes), text)
    return replace(outcome, sent=carry(Sent(view.base, tuple(plan.moved)), proposal, view, means, network=network))


def _read(tree: Tree, layouts: Sequence[Layout], config: Config, layout: Layout) -> Inventory:
    """What lies in a layout, whichever the config names."""
    found = read_snapshot(Overlay(tree, {CONFIG_FILE: None}), layouts, default=config._replace(layout=layout.name))
    return take(source for source in found.sources if source.role in ("lessons", "archive"))


class _Plan:
    """Works a migration out: first `look`, then `work_out`; `lost` says what stands in its way."""

    def __init__(self, tree: Tree, source: Layout, target: Layout, here: Inventory, there: Inventory) -> None:
        self.tree = tree
        self.source = source
        self.target = target
        self.here = here
        self.there = there
        self.lost: list[Lost] = []
        self.changes: list[FileChange] = []
        self.moved: list[Moved] = []
        self.notes: list[str] = []
        self.new: list[Item] = []
        self.prose: list[str] = []
        self.config: FileChange | None = None

    def look(self) -> None:
        """Finds what would be lost, and which lessons are to be moved."""
        for inventory in (self.here, self.there):
            self.lost += [Lost(path, 1, None, reason) for path, reason in inventory.unread]
        self.lost += [Lost(item.path, item.line, None, item.reason) for item in self.there.kept if item.kind != "prose"]
        known = {item.stored.lesson.key: item for item in self.here.items}
        seen: dict[str, Item] = {}
        for item in self.there.items:
            lesson, path = item.stored.lesson, item.entry.record.path
            self.lost += [Lost(path, loss.line, lesson.id, loss.what) for loss in item.losses]
            twice = seen.setdefault(lesson.key, item)
            other = known.get(lesson.key)
            if twice is not item:
                where = f"{twice.entry.record.path}:{twice.entry.record.line}"
                self.lost.append(Lost(path, item.entry.record.line, lesson.id, f"the id stands twice: also at {where}"))
            elif other is None:
                self.new.append(item)
            elif _meaning(other) != _meaning(item):
                where = f"{other.entry.record.path}:{other.entry.record.line}"
                self.lost.append(Lost(path, item.entry.record.line, lesson.id, f"another lesson of that id is at {where}"))
            else:
                held = other.entry.record.path
                self.moved.append(Moved(lesson.id, path, held, "there already", held))
        self.prose = [item.text for item in self.there.kept if item.kind == "prose"]
        if self.prose and self.tree.read(README) is not None:
            self.lost += [Lost(item.path, item.line, None, f"text outside the lessons, and {README} is there already")
                          for item in self.there.kept if item.kind == "prose"]  # fmt: skip

    def check_settings(self, config: Config) -> None:
        """The change of the config, where it names the other layout."""
        before = self.tree.read(CONFIG_FILE)
        if before is None and config.present:
            raise Refused(f"{CONFIG_FILE} is not on the base yet", "commit it there first, then run this again")
        if config.layout == self.target.name and (before is not None or not self.new):
            return
        text = before.decode("utf-8", "surrogateescape") if before is not None else None
        after = set_layout(text, self.target.name).encode("utf-8", "surrogateescape")
        if after != before:
            self.config = FileChange(CONFIG_FILE, before, after)

    def work_out(self, *, generated: bool) -> None:
        """The changes: the lessons at their new places, the old ones gone, the config."""
        tree: Tree = self.tree
        rendered = self.tree.read(SINGLE_FILE) if generated and self.target.name == "single-file" else None
        if rendered is not None:
            tree = Overlay(self.tree, {SINGLE_FILE: None})
        added: list[FileChange] = []
        try:
            added = list(self.target.replace(tree, [], [item.stored for item in self.new])) if self.new else []
        except VaultctlError:
            self._find_refused(tree)
            if not self.lost:
                raise
            return
        if rendered is not None:
            added = [change._replace(before=rendered) if change.path == SINGLE_FILE else change for change in added]
        paths = self._verify(added)
        for item in self.new:
            path = paths[item.stored.lesson.key]
            self.moved.append(Moved(item.stored.lesson.id, item.entry.record.path, path, "moved", path))
        gone = dict.fromkeys(item.entry.record.path for item in self.there.items)
        gone |= dict.fromkeys(item.path for item in self.there.kept)
        self.changes = [change for change in added if change.before != change.after]
        self.changes += [FileChange(path, self.tree.read(path), None) for path in gone]
        if self.source.name == "single-file" and not gone and self.config is not None:
            self.changes += self._empty_files()
        if self.prose:
            self.changes.append(FileChange(README, None, "\n".join(self.prose).encode("utf-8", "surrogateescape")))
            self.notes.append(f"text between the lessons goes on in {README}")
        if self.config is not None:
            self.changes.append(self.config)

    def _empty_files(self) -> list[FileChange]:
        """The single file without any lesson, which is of no use any more."""
        found = [(entry.path, self.tree.read(entry.path)) for archived in (False, True)
                 for entry in self.source.paths(self.tree, archived=archived)]  # fmt: skip
        return [FileChange(path, content, None) for path, content in found if content is not None]

    def _find_refused(self, tree: Tree) -> None:
        """Which lessons the other layout refuses, and why: what it says of all at once names only the first."""
        for item in self.new:
            try:
                self.target.replace(tree, [], [item.stored])
            except VaultctlError as error:
                record = item.entry.record
                self.lost.append(Lost(record.path, record.line, item.stored.lesson.id, error.message))

    def _verify(self, added: Sequence[FileChange]) -> dict[str, str]:
        """Reads back what is to be written: id key -> path.  Raises Refused where anything is not as it was."""
        found = _read(with_changes(self.tree, added), [self.target, self.source], Config(), self.target)
        now = {item.stored.lesson.key: item for item in found.items}
        wrong = [item.stored.lesson.id for item in (*self.here.items, *self.new)
                 if item.stored.lesson.key not in now or _meaning(now[item.stored.lesson.key]) != _meaning(item)]  # fmt: skip
        if wrong or len(now) != len({id_key(item.stored.lesson.id) for item in (*self.here.items, *self.new)}):
            raise Refused(f"these would not read back equal: {', '.join(wrong[:10])}; nothing was written",
                          "report this, with the lessons if you may")  # fmt: skip
        return {key: item.entry.record.path for key, item in now.items()}


def _meaning(item: Item) -> tuple[object, ...]:
    day, reason = item.stored.archived or ("", "")
    return normal(item.stored.lesson), item.stored.archived is not None, day or UNKNOWN_DAY, " ".join(reason.split())

"""What a draft would change in the vault, and everything that speaks against it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from vaultctl.core import policy
from vaultctl.core.change import FileChange
from vaultctl.core.draft import Draft, problem
from vaultctl.core.lesson import Entry, Lesson, id_key
from vaultctl.core.problem import Problem
from vaultctl.core.rules import agent_name
from vaultctl.core.similarity import Similar, find_similar
from vaultctl.core.succession import lapses, left_out, ranks_below
from vaultctl.errors import Refused
from vaultctl.usecases.added import find_added, find_of_vault
from vaultctl.usecases.snapshot import Snapshot, with_changes

if TYPE_CHECKING:
    from vaultctl.core.rules.context import Role
    from vaultctl.usecases.ports import Layout, Tree


def entries_of(vault: Snapshot, role: Role) -> Iterator[Entry]:
    """The readable lessons of the files of that role."""
    for source in vault.sources:
        if source.role == role:
            yield from (item for item in source.records if isinstance(item, Entry))


@dataclass(frozen=True, slots=True)
class Judged:
    """What was found.  `path` is where the lesson would stand, None while the draft makes none; `problems` hold warnings as well."""

    path: str | None
    changes: tuple[FileChange, ...]
    problems: tuple[Problem, ...]
    similar: tuple[Similar, ...] = ()


def find_superseded(named: str, vault: Snapshot) -> Entry | Problem:
    """The lesson of that id that is to be replaced, or why it cannot be."""
    wanted = id_key(named.strip())
    for entry in entries_of(vault, "lessons"):
        if entry.lesson.key == wanted:
            by = entry.lesson.superseded_by
            if not by:
                return entry
            return problem("supersedes", "superseded", f"{entry.lesson.id} is superseded by {by} already",
                           f"supersede that one: --supersedes {by}")
    where = " (it is in the archive)" if any(entry.lesson.key == wanted for entry in entries_of(vault, "archive")) else ""
    return problem("supersedes", "superseded", f"there is no lesson {named[:60]} on the base{where}",
                   "name the id of a live lesson, or leave --supersedes out")


def judge(draft: Draft, vault: Snapshot, tree: Tree, today: date, old: Entry | Problem | None, *, force: bool) -> Judged:
    """Everything that speaks against a draft, and its changes where they can be worked out.

    `old` is what `find_superseded` found; `force` leaves near-duplicates out.
    """
    found = list(draft.problems)
    target = old if isinstance(old, Entry) else None
    if isinstance(old, Problem):
        found.append(old)
    for item in policy.objections(draft.lesson, vault.settings.config, vault.settings.taxonomy):
        if item.key not in draft.broken and not ("tags" in draft.broken and item.key != "source_agent"):
            found.append(problem(item.key, "policy", item.message, item.hint))
    if draft.lesson.superseded_by and "superseded_by" not in draft.broken:
        found.append(problem("superseded_by", "bad-value", "a new lesson cannot be superseded already",
                             "leave superseded_by out; --supersedes ID names the lesson that this one replaces"))  # fmt: skip
    changes: tuple[FileChange, ...] = ()
    path = None
    try:
        changes = work_out(draft.lesson, target, vault.layout, tree)
        path = changes[0].path
        found += problems_of(draft, changes, vault, today)
    except Refused as error:
        found.append(problem("", "not-writable", error.message, error.hint))
    similar: list[Similar] = []
    if not force and not draft.broken & {"tags", "issue"}:
        others = (entry.lesson for entry in entries_of(vault, "lessons") if target is None or entry.lesson.key != target.lesson.key)
        similar = find_similar(draft.lesson, others)
    return Judged(path if draft.is_whole else None, changes, tuple(found), tuple(similar))


def work_out(lesson: Lesson, target: Entry | None, layout: Layout, tree: Tree) -> tuple[FileChange, ...]:
    """The changes that add a lesson and, on the lesson that it replaces, set the one key; the first one holds the new lesson."""
    if target is None:
        return (layout.add(tree, lesson),)
    replaced = layout.set_key(tree, target.record, "superseded_by", lesson.id)
    added = layout.add(_Changed(tree, replaced), lesson)
    if added.path == replaced.path:
        return (FileChange(added.path, replaced.before, added.after),)
    return added, replaced


class _Changed:
    """A tree in which one file is as a change leaves it."""

    def __init__(self, tree: Tree, change: FileChange) -> None:
        self._tree = tree
        self._change = change
        self.label = tree.label
        self.entries = tree.entries

    def read(self, path: str) -> bytes | None:
        """The bytes of a file, None when it is not there."""
        return self._change.after if path == self._change.path else self._tree.read(path)

    def read_many(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes | None]]:
        """`read` for many paths, in their order."""
        for path, content in self._tree.read_many(paths):
            yield path, self._change.after if path == self._change.path else content


def problems_of(draft: Draft, changes: tuple[FileChange, ...], vault: Snapshot, today: date) -> list[Problem]:
    """What `lint` would say of a draft once it is merged, and does not say now; nothing about keys that are stood in for."""
    after = with_changes(vault, changes)
    path = changes[0].path
    entry = next((item for source in after.sources if source.path == path for item in source.records
                  if isinstance(item, Entry) and item.lesson.key == draft.lesson.key), None)  # fmt: skip
    if entry is None or _written(entry.lesson) != _written(draft.lesson):
        # Mostly it is too long to be read at all, and that has a better word.
        long = _too_long(draft.lesson, vault)
        return long or [problem("", "not-writable", "this lesson would not read back as it was meant", "write it in plainer words")]
    stood_in = {place.line for key in draft.broken if (place := entry.record.field(key)) is not None}
    found = find_added(after, vault, today, find_of_vault(after, today), find_of_vault(vault, today))
    return [item._replace(key=_key_at(entry, item)) for item in found if item.path != path or item.line not in stood_in]


def _too_long(lesson: Lesson, vault: Snapshot) -> list[Problem]:
    """The fields that are longer than the config allows (the rules `long-field` and `long-body`), without reading them back."""
    limits = vault.settings.config.limits
    texts = (("issue", lesson.issue, limits.issue, "long-field"), ("mitigation", lesson.mitigation, limits.mitigation, "long-field"),
             ("body", lesson.body, limits.body, "long-body"))  # fmt: skip
    return [problem(key, rule, f"{key} has {len(text)} of at most {limit} characters", "say it shorter")
            for key, text, limit, rule in texts if limit and len(text) > limit]  # fmt: skip


def _written(lesson: Lesson) -> Lesson:
    return lesson._replace(body=lesson.body.replace("\r\n", "\n"))


def _key_at(entry: Entry, item: Problem) -> str:
    """The key of the draft that a problem is about; empty where it is about no single one."""
    if item.path != entry.record.path:
        return ""
    if entry.record.body_line and item.line >= entry.record.body_line:
        return "body"
    keys = [place.key for place in entry.record.fields if place.line <= item.line <= max(place.line, place.end_line)]
    if item.rule == agent_name.ID and "source_agent" in keys:  # in the single file the day stands on the same line, before it
        return "source_agent"
    return keys[0] if keys else ""


def uncovered(old: Lesson, new: Lesson) -> tuple[str, ...]:
    """Warnings where a lesson is superseded by one that protects less: the gate has a person look at it."""
    found = []
    left = left_out(new, old.tags)
    if left:
        found.append(f"{old.id} will still be shown for {', '.join(left)}: the new lesson has no such tag")
    less = [f"{new.id} is {new.category}, {old.id} {old.category}"] if ranks_below(new, old) else []
    less += [way] if (way := lapses(new, old)) else []
    if less:
        found.append(f"a person must review this, for the new lesson protects less: {'; '.join(less)}")
    return tuple(found)

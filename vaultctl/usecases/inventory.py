"""Everything that a vault's files hold, lesson by lesson, and whatever of them is no lesson: what must not get lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vaultctl.core.lesson import Entry
from vaultctl.core.stored import UNKNOWN_DAY, Stored
from vaultctl.formats import backup, block_edits, blocks, losses
from vaultctl.formats.backup import Kept

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vaultctl.core.lesson import Malformed
    from vaultctl.core.rules.context import Source
    from vaultctl.formats.losses import Loss


@dataclass(frozen=True, slots=True)
class Item:
    """A lesson where it stands.  `losses` is what its text says besides."""

    stored: Stored
    entry: Entry
    losses: tuple[Loss, ...] = ()


@dataclass(frozen=True, slots=True)
class Inventory:
    """What some files hold.  `unread` are those that could not be read at all, each with the reason."""

    items: tuple[Item, ...]
    kept: tuple[Kept, ...]
    unread: tuple[tuple[str, str], ...]


def take(sources: Iterable[Source]) -> Inventory:
    """What these files of lessons hold; files of other roles are passed over."""
    items: list[Item] = []
    kept: list[Kept] = []
    unread: list[tuple[str, str]] = []
    for source in sources:
        if source.role not in ("lessons", "archive", "stray"):
            continue
        if source.kind != "file":
            unread.append((source.path, f"a {source.kind}, which is not followed"))
        elif not source.text and any(fault.rule == "unreadable" for fault in source.faults):
            unread.append((source.path, source.faults[0].message))
        elif source.single:
            _take_single(source, items, kept)
        else:
            _take_note(source, source.records[0], items, kept)
    return Inventory(tuple(items), tuple(kept), tuple(unread))


def _take_note(source: Source, record: Entry | Malformed, items: list[Item], kept: list[Kept]) -> None:
    found = losses.of_note(source.text, record)
    if not isinstance(record, Entry):
        kept.append(Kept("file", source.path, source.text, found[0].what, found[0].line, record.record.archived))
        return
    stored = Stored(record.lesson, _archived(record), "note" if found else "", source.text if found else "")
    items.append(Item(stored, record, tuple(found)))


def _take_single(source: Source, items: list[Item], kept: list[Kept]) -> None:
    lines = blocks.split(source.text)
    archived = any(record.record.archived for record in source.records) or source.role == "archive"
    reader = blocks.Reader(source.path, lines, archived=archived)
    if any(fault.rule == "not-a-vault" for fault in source.faults):
        kept.append(Kept("file", source.path, source.text, source.faults[0].message, 1, archived))
        return
    for record in source.records:
        found = losses.of_block(lines, reader.state, record)
        block = block_edits.cut(lines, record.record)
        if isinstance(record, Entry):
            stored = Stored(record.lesson, _archived(record), "block" if found else "", block if found else "")
            items.append(Item(stored, record, tuple(found)))
        else:
            kept.append(Kept("entry", source.path, block, found[0].what, found[0].line, record.record.archived))
    rest = losses.prose(reader)
    if rest:
        text = "".join(f"{line}\n" for _, line in rest)
        kept.append(Kept("prose", source.path, text, "it stands outside the lessons", rest[0][0], archived))


def _archived(entry: Entry) -> tuple[str, str] | None:
    if not entry.record.archived:
        return None
    return backup.archived_with(entry.record) or (UNKNOWN_DAY, "")

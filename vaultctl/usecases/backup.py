"""`backup`: the whole vault, archive included, as one readable file beside it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING

from vaultctl.core.change import FileChange
from vaultctl.core.places import CONFIG_FILE, TAXONOMY_FILE
from vaultctl.errors import VaultUnreadable
from vaultctl.formats import backup as format
from vaultctl.formats.backup import Kept
from vaultctl.usecases.inventory import take

if TYPE_CHECKING:
    from datetime import date

    from vaultctl.usecases.ports import Tree
    from vaultctl.usecases.snapshot import Snapshot

_NAMED = 20


@dataclass(frozen=True, slots=True)
class Plan:
    """The file to write, and what is in it.

    `kept` are the texts of which no lesson could be made: they are in the backup as they stand, with the reason.
    """

    change: FileChange
    lessons: int
    archived: int
    kept: tuple[Kept, ...]


def plan(vault: Snapshot, tree: Tree, today: date) -> Plan:
    """The backup of a vault as `tree` holds it; a new file each time.

    What is no readable lesson is kept as it stands.  Raises VaultUnreadable, naming all, where a file could not be read at all:
    a backup that lacks lessons is none.
    """
    held = take(vault.sources)
    if held.unread:
        named = "\n".join(f"  {path}: {reason}" for path, reason in held.unread[:_NAMED])
        more = f"\n  and {len(held.unread) - _NAMED} more" if len(held.unread) > _NAMED else ""
        raise VaultUnreadable(f"not everything could be read, so nothing was written:\n{named}{more}",
                              "make these plain files that you may read, or move them out of the vault")  # fmt: skip
    settings = [_settings(path, content) for path in (CONFIG_FILE, TAXONOMY_FILE) if (content := tree.read(path)) is not None]
    name = _free_name(tree, today)
    live = sum(item.stored.archived is None for item in held.items)
    archived = len(held.items) - live
    about = (
        f"{format.about(live, archived, today)}\n"
        f"`vaultctl restore {name}` proposes what is missing from here."
    )
    kept = [item._replace(reason=f"{item.reason} (line {item.line})") for item in held.kept]
    text = format.write(name, about, [item.stored for item in held.items], [*kept, *settings])
    return Plan(FileChange(name, None, text.encode()), live, archived, held.kept)


def _settings(path: str, content: bytes) -> Kept:
    return Kept("settings", path, content.decode("utf-8", "surrogateescape"), "the vault's settings")


def _free_name(tree: Tree, today: date) -> str:
    return next(name for number in count(1) if not _is_taken(tree, name := format.name(today, number)))


def _is_taken(tree: Tree, name: str) -> bool:
    try:
        return tree.read(name) is not None
    except VaultUnreadable:  # a folder or a link of that name
        return True

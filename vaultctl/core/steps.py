"""What became of each lesson between two states of a vault."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, Literal, NamedTuple

from vaultctl.core.lesson import Entry, Malformed, id_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vaultctl.core.record import Record
    from vaultctl.core.rules.context import Source

Kind = Literal["added", "filed", "edited", "verified", "superseded", "archived", "revived", "moved", "removed"]
"""What happened to one lesson.  `filed`: it was added to the archive, and had not been a live lesson before.  `moved`: another
path among the lessons, or among the archived ones."""


class Piece(NamedTuple):
    """One record as it stands in a file.  `lines` are its lines, `line` is where the first stands."""

    item: Entry | Malformed
    path: str
    archived: bool
    lines: tuple[str, ...]

    @property
    def record(self) -> Record:
        return self.item.record

    @property
    def id(self) -> str | None:
        """The id as it is written, where it can be read."""
        return self.item.lesson.id if isinstance(self.item, Entry) else self.item.id

    @property
    def name(self) -> str:
        """What to call it in a message."""
        return self.id or f"the lesson at {self.path}:{self.record.line}"


class Step(NamedTuple):
    """What happened to one lesson; `old` is None where it was not there before, `new` where it is not there any more."""

    kind: Kind
    old: Piece | None
    new: Piece | None

    @property
    def piece(self) -> Piece:
        """The lesson as it is now, or as it was."""
        piece = self.new or self.old
        assert piece is not None
        return piece

    @property
    def key(self) -> str:
        """The lesson's id without case; its place where it has none."""
        return _key(self.piece)


def pieces(sources: Iterable[Source]) -> list[Piece]:
    """Every record of the sources, in order."""
    return [
        Piece(item, source.path, source.role == "archive", tuple(source.lines[item.record.line - 1 : item.record.end_line]))
        for source in sources
        for item in source.records
    ]


# What happened to each lesson.


def steps(before: Sequence[Piece], after: Sequence[Piece]) -> list[Step]:
    """What became of each lesson, those that stayed as they were left out; in the order of their places."""
    found: list[Step] = []
    old, new = _by_key(before), _by_key(after)
    gone: list[Piece] = []
    come: list[Piece] = []
    for key in {**old, **new}:
        left, right = _without_same(old.get(key, []), new.get(key, []))
        if len(left) == 1 and len(right) == 1:
            found.append(_step(left[0], right[0]))
        else:
            gone += left
            come += right
    for piece in come:
        # A lesson whose id could not be read before is known by its place.
        twin = next((item for item in gone if item.path == piece.path and item.id is None and not piece.record.line > 1), None)
        if twin is not None:
            gone.remove(twin)
        kind: Kind = "edited" if twin is not None else "filed" if piece.archived else "added"
        found.append(Step(kind, twin, piece))
    found += [Step("removed", piece, None) for piece in gone]
    return sorted(found, key=lambda step: (step.piece.path, step.piece.record.line))


def _key(piece: Piece) -> str:
    return id_key(piece.id) if piece.id else f"{piece.path}:"


def _by_key(found: Sequence[Piece]) -> dict[str, list[Piece]]:
    grouped: dict[str, list[Piece]] = defaultdict(list)
    for piece in found:
        grouped[_key(piece)].append(piece)
    return grouped


def _without_same(left: list[Piece], right: list[Piece]) -> tuple[list[Piece], list[Piece]]:
    rest = list(right)
    changed = []
    for piece in left:
        same = next((item for item in rest if _stands_as(item) == _stands_as(piece)), None)
        if same is None:
            changed.append(piece)
        else:
            rest.remove(same)
    return changed, rest


def _stands_as(piece: Piece) -> tuple[object, ...]:
    # In the single file the category is that of the section, so it is no part of the lines.
    return piece.path, piece.archived, piece.lines, _values(piece, "category")


def _step(old: Piece, new: Piece) -> Step:
    if old.archived != new.archived:
        return Step("archived" if new.archived else "revived", old, new)
    if old.path != new.path:
        return Step("moved", old, new)
    if only_changes(old, new, frozenset({"last_verified"})) and is_later(old, new) and is_bare(new, "last_verified"):
        return Step("verified", old, new)
    if (
        only_changes(old, new, frozenset({"superseded_by"}))
        and not _values(old, "superseded_by")
        and is_bare(new, "superseded_by")
    ):
        return Step("superseded", old, new)
    return Step("edited", old, new)


def only_changes(old: Piece, new: Piece, keys: frozenset[str]) -> bool:
    """Whether two states of a lesson differ in the lines of these keys alone."""
    return _kept_lines(old, keys) == _kept_lines(new, keys) and _content(old, keys) == _content(new, keys)


def _kept_lines(piece: Piece, keys: frozenset[str]) -> list[str]:
    start = piece.record.line
    dropped = {
        number
        for field in piece.record.fields
        if field.key in keys
        for number in range(field.line, max(field.line, field.end_line) + 1)
    }
    return [line for number, line in enumerate(piece.lines, start) if number not in dropped]


def _content(piece: Piece, without: frozenset[str]) -> tuple[object, ...]:
    return [(field.key, field.value) for field in piece.record.fields if field.key not in without], piece.record.body


def _values(piece: Piece, key: str) -> list[object]:
    return [field.value for field in piece.record.fields if field.key == key]


def is_later(old: Piece, new: Piece) -> bool:
    """Whether the day of the last verification is a day, and later than it was."""
    if not (isinstance(old.item, Entry) and isinstance(new.item, Entry)):
        return False
    before, after = old.item.lesson.last_verified, new.item.lesson.last_verified
    return after is not None and (before is None or after > before)


def is_bare(piece: Piece, key: str) -> bool:
    """Whether the line of a key holds the key and its value and nothing else, such as a comment."""
    field = piece.record.field(key)
    if field is None or not isinstance(field.value, str) or max(field.line, field.end_line) != field.line:
        return False
    line = piece.lines[field.line - piece.record.line]
    rest = line.rstrip().removesuffix('"').removesuffix("'").removesuffix(field.value)
    return re.sub(r"[\s*:\"'_-]", "", rest).casefold() == key.replace("_", "")

"""Whether a lesson went to the archive, or came from it, as it was: nothing but what `archive` and `unarchive` write may differ."""

from __future__ import annotations

import json
import re
from datetime import date
from typing import TYPE_CHECKING

from vaultctl.core.places import ARCHIVE_DIR, SINGLE_FILE_ARCHIVE
from vaultctl.core.schema import ARCHIVE_KEYS
from vaultctl.core.steps import is_bare, is_later, only_changes

if TYPE_CHECKING:
    from vaultctl.core.record import Field
    from vaultctl.core.steps import Piece

_REVIVABLE = frozenset({*ARCHIVE_KEYS, "last_verified", "superseded_by"})
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_PLACE = re.compile(rf"{re.escape(ARCHIVE_DIR)}/(\d{{4}})/[^/]+\.md", re.IGNORECASE)


def against_archiving(old: Piece, new: Piece, today: date) -> str:
    """What else than its place changed, or is not as `archive` writes it, in words; empty: nothing."""
    if not only_changes(old, new, frozenset(ARCHIVE_KEYS)):
        return "it was changed on the way"
    found = {key: _fields(new, key) for key in ARCHIVE_KEYS}
    for key, fields in found.items():
        if len(fields) > 1 or not all(_is_written(new, field) for field in fields):
            return f"the line of {key} is not as `vaultctl archive` writes it"
    day = str(found["archived"][0].value) if found["archived"] else ""
    if day and not _is_day(day):
        return f"archived: {day} is no day"
    if day > today.isoformat():
        return f"archived: {day} is in the future"
    if new.path == SINGLE_FILE_ARCHIVE:
        return ""
    place = _PLACE.fullmatch(new.path)
    if place is None or place[1] != (day[:4] or place[1]):
        return f"it does not lie in {ARCHIVE_DIR}/{day[:4] or '<year>'}"
    return ""


def against_reviving(old: Piece, new: Piece) -> str:
    """What else than its place changed, or is not as `unarchive` writes it, in words; empty: nothing."""
    if not only_changes(old, new, _REVIVABLE):
        return "it was changed on the way"
    if any(_fields(new, key) and new.path != SINGLE_FILE_ARCHIVE for key in ARCHIVE_KEYS):
        return "it still says that it is archived"
    for key in ("superseded_by", "last_verified"):
        before, after = ([_line(piece, field) for field in _fields(piece, key)] for piece in (old, new))
        if after == before or (key == "superseded_by" and not after):
            continue
        if key == "superseded_by":
            return "superseded_by was changed"
        if len(after) != 1 or not is_bare(new, key) or not is_later(old, new):
            return "last_verified is not as `vaultctl unarchive` writes it"
    return ""


def _fields(piece: Piece, key: str) -> list[Field]:
    return [field for field in piece.record.fields if field.key == key]


def _line(piece: Piece, field: Field) -> str:
    """The line of a key; empty where it stands outside of the record (the heading of an archived batch)."""
    at = field.line - piece.record.line
    return piece.lines[at] if 0 <= at < len(piece.lines) else ""


def _is_written(piece: Piece, field: Field) -> bool:
    """Whether a key stands on one line that holds it, its value and nothing else."""
    if not isinstance(field.value, str) or max(field.line, field.end_line) != field.line or "\n" in field.value:
        return False
    line = _line(piece, field)
    if not line:
        return True
    name, _, rest = line.strip().partition(":")
    rest = rest.strip()
    return name == field.key and field.value in (rest, _unquoted(rest))


def _unquoted(text: str) -> str | None:
    if len(text) > 1 and text[0] == text[-1] == "'":
        inner = text[1:-1]
        return inner.replace("''", "'") if "'" not in inner.replace("''", "") else None
    try:
        found: object = json.loads(text)
    except ValueError:
        return None
    return found if isinstance(found, str) else None


def _is_day(text: str) -> bool:
    try:
        return _DAY.fullmatch(text) is not None and bool(date.fromisoformat(text))
    except ValueError:
        return False

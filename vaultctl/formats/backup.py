"""`VAULT_BACKUP_YYYY_MM_DD.md`: a whole vault, archive included, as one readable file.

It is a single-file vault (`formats.blocks`), read as an archive is: what stands above the first heading `## Archived DAY: REASON`
counts, what stands below one is archived.  What that form cannot hold stands whole in a fence below `## Kept as it was`, with
its place and kind as JSON after the fence's word: so nothing is left out, and everything can be found again.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from datetime import date
from typing import TYPE_CHECKING, Literal, NamedTuple

from vaultctl.core.lesson import Entry, Lesson, id_key, interpret
from vaultctl.core.proposal import fence
from vaultctl.core.schema import ARCHIVE_KEYS, CATEGORIES, SECTIONS
from vaultctl.core.stored import UNKNOWN_DAY, Stored
from vaultctl.errors import Refused
from vaultctl.formats import block_edits, block_text, blocks, frontmatter, note_writing
from vaultctl.formats.block_lines import read_heading
from vaultctl.formats.markdown import FENCED

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vaultctl.core.record import Record

    Kind = Literal["note", "entry", "file", "prose", "settings"]

PREFIX = "VAULT_BACKUP_"
KEPT_TITLE = "Kept as it was"
END_TITLE = "End of the backup"
"""The last heading; a backup that says that it has one, and has not, was cut short."""
_WIDTH = 76
_COUNTS = re.compile(r"^A backup of (\d{1,9}) lessons and (\d{1,9}) archived ones\b(.*)$", re.MULTILINE)
_HAS_END = "ending with its last heading"
_NEXT = Lesson("B-next", "BLOCKED", ("next",), "i", "m", date(2000, 1, 1), "x", None, None, None, None, "")


class Kept(NamedTuple):
    """A text that is kept as it was.

    `kind`: a `note` that is a lesson, an `entry` of the single file that is none, a `file`, `prose` between entries, `settings`.
    `reason` says why it is not among the lessons.  `line` is where it stands in the backup, or stood in its file.  Bytes that were
    not UTF-8 are lone surrogates (`surrogateescape`).
    """

    kind: Kind
    path: str
    text: str
    reason: str
    line: int = 0
    archived: bool = False


class Saved(NamedTuple):
    """A lesson in a backup, and its line there."""

    stored: Stored
    line: int


class Backup(NamedTuple):
    """What a backup holds.  `kept` are texts of which no lesson can be made; `broken` lines that were damaged, with the reason.

    `promised` is how many live and archived lessons its top says there are (None: it does not say), `is_cut` whether its end is missing.
    """

    lessons: tuple[Saved, ...]
    kept: tuple[Kept, ...]
    broken: tuple[tuple[int, str], ...] = ()
    promised: tuple[int, int] | None = None
    is_cut: bool = False


def about(live: int, archived: int, day: date) -> str:
    """The sentence at the top, by which a backup that was cut short is told."""
    return f"A backup of {live} lessons and {archived} archived ones, written on {day.isoformat()} by vaultctl, {_HAS_END}."


def name(day: date, number: int = 1) -> str:
    """The file name of a backup; a second one that day is number 2."""
    return f"{PREFIX}{day.isoformat().replace('-', '_')}{'' if number == 1 else f'_{number}'}.md"


# Writing


def write(title: str, about: str, lessons: Sequence[Stored], kept: Sequence[Kept]) -> str:
    """The text of a backup, once it is read back and holds the same.  `about` is a sentence at its top.

    Raises Refused where that cannot be, which would be a mistake in this module.
    """
    wanted = sorted(map(_content, lessons))
    # What harms the reading of the others, such as a fence without an end, may stand in any lesson: those get a fence, or all do.
    for fences in (_never, _harms, _always):
        text = _compose(title, about, lessons, kept, fences)
        found = read(text)
        if sorted(_content(item.stored) for item in found.lessons) == wanted and not found.broken:
            return text
    raise Refused("the backup would not read back equal; nothing was written", "report this, with the vault if you may")


def _never(stored: Stored) -> bool:
    return False


def _always(stored: Stored) -> bool:
    return True


def _harms(stored: Stored) -> bool:
    """Whether a lesson, written plainly, keeps the one after it from being read."""
    live = stored._replace(archived=None)
    block = _block(live)
    if not block:
        return True
    found = read(f"{_section(stored.lesson.category, [block, block_text.write(_NEXT._replace(category=stored.lesson.category))])}")
    return found.broken != () or [item.stored.lesson.key for item in found.lessons] != [stored.lesson.key, _NEXT.key]


def _content(stored: Stored) -> str:
    day, reason = stored.archived or ("", "")
    return repr((block_text.normal(stored.lesson), stored.archived is not None, day or UNKNOWN_DAY, reason))


def _compose(title: str, about: str, lessons: Sequence[Stored], kept: Sequence[Kept], fences: Callable[[Stored], bool]) -> str:
    parts = [f"# {title}\n{block_text.SCHEMA_LINE}\n\n{about}\n"]
    fenced = list(kept)
    batches: dict[tuple[str, str], dict[str, list[str]]] = {}
    for stored in sorted(lessons, key=_order):
        block = "" if fences(stored) else _block(stored)
        if block:
            batches.setdefault(stored.archived or ("", ""), {}).setdefault(stored.lesson.category, []).append(block)
        else:
            fenced.append(_as_note(stored))
    live = batches.pop(("", ""), {})
    parts += [_section(category, live.get(category, [])) for category in CATEGORIES]
    for (day, reason), found in batches.items():
        parts.append(f"\n## Archived {day or UNKNOWN_DAY}: {reason}\n")
        parts += [_section(category, found[category]) for category in CATEGORIES if category in found]
    if fenced:
        parts.append(f"\n## {KEPT_TITLE}\n")
        parts += map(_fenced, fenced)
    parts.append(f"\n## {END_TITLE}\n")
    return "".join(parts)


def _order(stored: Stored) -> tuple[bool, tuple[str, str], str]:
    return stored.archived is not None, stored.archived or ("", ""), stored.lesson.key


def _section(category: str, written: Sequence[str]) -> str:
    return f"\n### {SECTIONS[category]}\n" + "".join(f"\n{block}" for block in written)  # type: ignore[index] # one of them


def _block(stored: Stored) -> str:
    """The lesson in the form of the single file; empty where that form cannot hold all of it."""
    reason = stored.archived[1] if stored.archived else ""
    if stored.form == "note" or reason != " ".join(reason.split()):
        return ""
    if stored.form == "block":
        return stored.text if block_text.read_alone(stored.lesson.category, stored.text) == stored.lesson else ""
    try:
        return block_text.write(stored.lesson)
    except Refused:
        return ""


def _as_note(stored: Stored) -> Kept:
    text = stored.text if stored.form == "note" else note_writing.write(stored.lesson)
    for key, value in zip(ARCHIVE_KEYS, stored.archived or (), strict=False):
        record = frontmatter.parse("", text, archived=True).records[0]
        if value not in ("", UNKNOWN_DAY) and record.field(key) is None:
            text = note_writing.set_key(text, record, key, value)
    reason = "it says more than a lesson does" if stored.form == "note" else "it would not read back equal above"
    return Kept("note", stored.lesson.id, text, reason, archived=stored.archived is not None)


def _fenced(kept: Kept) -> str:
    """One text in a fence that nothing in it can close."""
    info: dict[str, object] = {"kind": kept.kind, "path": kept.path, "reason": kept.reason}
    text = kept.text
    if kept.archived:
        info["archived"] = True
    if not _is_plain(text):
        info["encoding"] = "base64"
        data = base64.b64encode(text.encode("utf-8", "surrogateescape")).decode()
        text = "".join(f"{data[at : at + _WIDTH]}\n" for at in range(0, len(data), _WIDTH))
    elif not text.endswith("\n"):
        info["newline"] = False
        text += "\n"
    ticks = fence(text)
    # A back quote after the opening ones would make it no fence (CommonMark 4.5).
    return f"\n{ticks}text {json.dumps(info).replace('`', chr(92) + 'u0060')}\n{text}{ticks}\n"


def _is_plain(text: str) -> bool:
    return "\r" not in text and "\0" not in text and not any("\ud800" <= char <= "\udfff" for char in text)


# Reading


def read(text: str) -> Backup:
    """What a backup holds.  Never raises: what is damaged is told in `broken`.  A single-file vault reads as one, too."""
    lines = blocks.split(text)
    reader = blocks.Reader("", lines, archived=True)
    parsed = reader.result()
    broken = [(fault.line, fault.message) for fault in parsed.faults if fault.severity == "error"]
    saved: list[Saved] = []
    kept: list[Kept] = []
    for record in parsed.records:
        entry = interpret(record)
        if isinstance(entry, Entry):
            more = any(fault.rule == "unknown-key" for fault in entry.faults)
            block = block_edits.cut(lines, record) if more else ""
            saved.append(Saved(Stored(entry.lesson, archived_with(record), "block" if more else "", block), record.line))
        else:
            broken.append((entry.worst.line, entry.worst.message))
    for item in _fences(lines, reader.state, broken):
        note = interpret(frontmatter.parse("", item.text, archived=item.archived).records[0]) if item.kind == "note" else None
        if isinstance(note, Entry):
            archived = archived_with(note.record) or (UNKNOWN_DAY, "") if item.archived else None
            saved.append(Saved(Stored(note.lesson, archived, "note", item.text), item.line))
        else:
            kept.append(item)
    says = _COUNTS.search("\n".join(lines[:20]))
    promised = (int(says[1]), int(says[2])) if says else None
    is_cut = says is not None and _HAS_END in says[3] and not _has_end(lines, reader.state)
    return Backup(tuple(saved), tuple(kept), tuple(sorted(broken)), promised, is_cut)


def _has_end(lines: Sequence[str], state: bytearray) -> bool:
    last = max((number for number, line in enumerate(lines) if line.strip()), default=0)
    return bool(lines) and state[last] != FENCED and read_heading(lines[last]) == (2, END_TITLE)


def archived_with(record: Record) -> tuple[str, str] | None:
    """The day and reason with which a record was archived; None where it says nothing of the kind."""
    found = [record.field(key) for key in ARCHIVE_KEYS]
    if found[0] is None and found[1] is None:
        return None
    day, reason = [field.value if field and isinstance(field.value, str) else "" for field in found]
    return day or UNKNOWN_DAY, reason


def _fences(lines: Sequence[str], state: bytearray, broken: list[tuple[int, str]]) -> list[Kept]:
    """The texts in the fences below the last heading `Kept as it was`."""
    start = len(lines)
    for number, line in enumerate(lines):
        if line.startswith("## ") and state[number] != FENCED and read_heading(line) == (2, KEPT_TITLE):
            start = number
    found: list[Kept] = []
    at = start
    while at < len(lines):
        if state[at] != FENCED:
            at += 1
            continue
        end = at
        while end < len(lines) and state[end] == FENCED:
            end += 1
        try:
            found.append(_kept(lines[at].lstrip("`").removeprefix("text "), lines[at + 1 : end - 1], at + 1))
        except (ValueError, KeyError, TypeError, binascii.Error):
            broken.append((at + 1, "this fence does not say what it holds"))
        at = end
    return found


def _kept(info: str, lines: Sequence[str], line: int) -> Kept:
    says = json.loads(info)
    text = "".join(f"{item}\n" for item in lines)
    if says.get("encoding") == "base64":
        text = base64.b64decode("".join(lines), validate=True).decode("utf-8", "surrogateescape")
    elif says.get("newline") is False:
        text = text.removesuffix("\n")
    return Kept(says["kind"], str(says["path"]), text, str(says["reason"]), line, says.get("archived") is True)


def ids(backup: Backup) -> dict[str, Saved]:
    """Id key -> the first lesson of that id in a backup."""
    found: dict[str, Saved] = {}
    for item in backup.lessons:
        found.setdefault(id_key(item.stored.lesson.id), item)
    return found

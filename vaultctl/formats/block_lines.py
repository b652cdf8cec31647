"""What one line of the single-file layout is: a section heading, a key, a heading of an archived batch.

Reading is tolerant (DESIGN section 3): every spelling with one meaning is read, and says whether it is the one that is written.
"""

from __future__ import annotations

from vaultctl.core.lesson import parse_category
from vaultctl.core.schema import KEYS, SECTIONS
from vaultctl.core.values import NamedTuple as _NamedTuple
from vaultctl.formats.markdown import BLANKS, indent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple

    from vaultctl.core.schema import Category
else:
    NamedTuple = _NamedTuple

ARCHIVED_TITLE = "Archived "
_NAMES = {key.name.replace("_", " "): key.name for key in KEYS} | {"tag": "tags"}
_EXACT = {key.label: key.name for key in KEYS if key.label}
WIDE_COLON = "\uff1a"
_KEY_REACH = 80
"""A key's colon stands within so many characters; a longer line start is prose."""


class Heading(NamedTuple):
    """A section heading.  `line` counts from 1.  `named` is False for a plain word (`## Warning`), which is a section only
    where entries follow; `spare` is the text after the name."""

    line: int
    level: int
    category: Category
    text: str
    named: bool
    spare: str = ""

    @property
    def canonical(self) -> str:
        """The line that vaultctl writes for it."""
        return "### " + SECTIONS[self.category]


class KeyLine(NamedTuple):
    """A line that holds a key: the key's name (as typed where it is unknown), its first value line, and how it was written.

    `bold` and `bullet` say whether it has them, `canonical` whether it is spelled as it is written by vaultctl.
    """

    name: str
    value: str
    column: int
    canonical: bool
    bullet: bool = True
    bold: bool = True


def read_heading(line: str) -> tuple[int, str] | None:
    """The level and text of an ATX heading (CommonMark 4.2), closing hashes kept; None for another line."""
    text = line.strip(BLANKS)
    rest = text.lstrip("#")
    level = len(text) - len(rest)
    if not 1 <= level <= 6 or indent(line) > 3 or rest[:1] not in ("", " ", "\t"):
        return None
    return level, rest.strip(BLANKS)


def read_section(number: int, line: str) -> Heading | None:
    """The section heading that a line is, in any tolerated spelling; None for another line."""
    text = line[:200].strip(BLANKS)
    bare = text.lstrip("#")
    level = len(text) - len(bare)
    hashed = 1 <= level <= 6
    start = 0
    while start < len(bare) and not bare[start].isalnum():  # emphasis, an emoji
        start += 1
    name = bare[start:].rstrip("#*_: \t" + WIDE_COLON)
    category = parse_category(name)
    if category is not None:
        named = len(name) > len(category)
        if named or (hashed and bare[:1] in (" ", "\t")):
            return Heading(number, level if hashed else 3, category, text, named) if hashed or _decorated(text, name) else None
        return None
    if not hashed:
        return None
    word = name.upper().replace(" ", "_")
    for category, section in SECTIONS.items():
        if word.startswith(section) and not (word[len(section)].isalnum()):
            return Heading(number, level, category, text, named=True, spare=name[len(section):])
    return None


def _decorated(text: str, name: str) -> bool:
    """Whether a line without hashes is still a heading: the name of a section in capitals, alone or in emphasis."""
    return name == name.upper() and text.strip("*_: ") == name and "_" in name


def read_key(line: str) -> KeyLine | None:
    """The key that a line holds, in any tolerated spelling; None for another line."""
    if line.startswith("- **"):
        end = line.find("**:", 4, _KEY_REACH)
        name = _EXACT.get(line[4:end]) if end > 0 else None
        if name is not None and line[end + 3 : end + 4] in (" ", "") and line[end + 4 : end + 5] not in (" ", "\t"):
            return KeyLine(name, line[end + 4 :].rstrip(BLANKS), 1, canonical=True)
    return _read_loose_key(line)


def _read_loose_key(line: str) -> KeyLine | None:
    head = line[: _KEY_REACH + 4]
    ends = [place for place in (head.find(":"), head.find(WIDE_COLON)) if place >= 0]
    if not ends:
        return None
    colon = min(ends)
    label = head[:colon].lstrip(BLANKS)
    column = colon - len(label) + 1
    item = _after_bullet(label)
    bullet = len(item) < len(label)
    label = item
    opened = len(label) - len(label.lstrip("*_`"))
    mark = label[:opened]
    label = label[opened:].rstrip(BLANKS)
    value = line[colon + 1 :]
    closed = True
    if mark:
        if label.endswith(mark[::-1]):
            label = label[:-opened]
        elif value.startswith(mark[::-1]):
            value = value[opened:]
        else:
            closed = False
    name = _NAMES.get(" ".join(label.casefold().replace("_", " ").replace("-", " ").split())) if label else None
    if name is None:
        # An unknown key must look like one in full; anything less is prose with a colon in it.
        if not (bullet and len(mark) >= 2 and closed) or not label or "**" in label:
            return None
        return KeyLine(label.strip(BLANKS), value.strip(BLANKS), column, canonical=True)
    bold = len(mark) >= 2 and closed
    return KeyLine(name, value.strip("*_" + BLANKS) if mark and not closed else value.strip(BLANKS), column, False, bullet, bold)


def _after_bullet(text: str) -> str:
    """The text without the list marker, and the check box, that it starts with: `- `, `1. `, `- [ ] `, and `-**`."""
    digits = len(text) - len(text.lstrip("0123456789"))
    marker = text[:1] if not digits else text[digits : digits + 1]
    rest = text[digits + 1 :]
    if not marker or marker not in (".)" if digits else "-*+"):
        return text
    if rest[:1] not in (" ", "\t") and not (marker == "-" and rest[:2] == "**"):
        return text
    rest = rest.lstrip(BLANKS)
    if rest[:3] in ("[ ]", "[x]", "[X]"):
        rest = rest[3:].lstrip(BLANKS)
    return rest


def read_archived(line: str) -> tuple[str, str] | None:
    """The day and the reason of a heading `## Archived DAY: REASON`; None for another line."""
    heading = read_heading(line)
    if heading is None or not heading[1].startswith(ARCHIVED_TITLE):
        return None
    day, _, reason = heading[1].removeprefix(ARCHIVED_TITLE).partition(":")
    return day.strip(), reason.strip()

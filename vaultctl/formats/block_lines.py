"""What one line of the single-file layout is: a section heading, a key, a heading of an archived batch.

Reading is tolerant (DESIGN section 3): every spelling with one meaning is read, and says whether it is the one that is written.
"""

from __future__ import annotations

from vaultctl.core.lesson import is_id, parse_category
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
ODD_BLANKS = "\xa0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\u200b\u2060\ufeff"
"""What looks like a blank, or like nothing, where a blank belongs: text that was copied from a page is full of them."""
ID_MARKS = ("ID*", "ID_", "ID:", "ID" + WIDE_COLON, "Id*", "Id_", "Id:", "Id" + WIDE_COLON, "id*")
"""What the label of an ID line ends with that is looked for in the text of other entries."""
_PLAIN_BLANKS = dict.fromkeys(map(ord, ODD_BLANKS), " ")
_ALL_BLANKS = BLANKS + ODD_BLANKS
_ODD_BULLETS = (
    "\u2013\u2014\u2212\u2010\u2011\u2012\u2015"  # dashes
    "\u2022\u2023\u2043\u2219\u00b7\u25cf\u25cb\u25e6\u25aa\u25ab\u25a0\u25b6\u25ba\u27a4\u2192"
)
_SEPARATORS = "-=>|\u2013\u2014\u2212\u2192"
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

    `bold` and `bullet` say whether it has them, `canonical` whether it is spelled as it is written by vaultctl.  `bare` is a bold
    label without a colon, which may as well be emphasis in prose.
    """

    name: str
    value: str
    column: int
    canonical: bool
    bullet: bool = True
    bold: bool = True
    bare: bool = False


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
    bare = text.lstrip("#") if text.isascii() else text.lstrip("#").translate(_PLAIN_BLANKS)
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
            spare = bare[start:].rstrip("# \t")[len(section) :].strip("*_: \t")
            return Heading(number, level, category, text, named=True, spare="" if _is_trimming(spare) else spare)
    return None


def _is_trimming(spare: str) -> bool:
    """Whether what follows a section's name says nothing: a count `(3)`, an anchor `{#x}`, the rest of a link `](#x)`."""
    if spare.startswith("(") and spare.endswith(")"):
        return spare[1:-1].strip().isdigit()
    if spare.startswith("{#") and spare.endswith("}"):
        return " " not in spare
    return spare.startswith("](#") and spare.endswith(")") and " " not in spare and spare.count("(") == 1


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
    if not head.isascii():
        head = head.translate(_PLAIN_BLANKS)
    ends = [place for place in (head.find(":"), head.find(WIDE_COLON)) if place >= 0]
    return (_read_with_colon(line, head, min(ends)) if ends else None) or _read_bare_key(line, head)


def _read_with_colon(line: str, head: str, colon: int) -> KeyLine | None:
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
    name = _name_of(label)
    if name is None:
        # An unknown key must look like one in full; anything less is prose with a colon in it.
        if not (bullet and len(mark) >= 2 and closed) or not label or "**" in label:
            return None
        return KeyLine(label.strip(BLANKS), value.strip(BLANKS), column, canonical=True)
    bold = len(mark) >= 2 and closed
    value = value.strip("*_" + _ALL_BLANKS) if mark and not closed else value.strip(_ALL_BLANKS)
    return KeyLine(name, value, column, False, bullet, bold)


def _read_bare_key(line: str, head: str) -> KeyLine | None:
    """A bold label without a colon, `- **ID** B-001` or `- **ID** - B-001`, or a plain `- ID B-001`."""
    text = head.lstrip(BLANKS)
    column = len(head) - len(text) + 1
    item = _after_bullet(text)
    bullet = len(item) < len(text)
    start = len(head) - len(item)
    mark = item[:2]
    if mark in ("**", "__"):
        end = item.find(mark, 2)
        name = _name_of(item[2:end]) if end > 0 else None
        value = line[start + end + 2 :].strip(_ALL_BLANKS)
        if value[:1] in _SEPARATORS and value[1:2] in ("", *_ALL_BLANKS):
            value = value[1:].lstrip(_ALL_BLANKS)
        return KeyLine(name, value, column, canonical=False, bullet=bullet, bare=True) if name is not None else None
    value = line[start + 3 :].strip(_ALL_BLANKS)
    if bullet and item[:3] in ("ID ", "Id ", "id ") and is_sure_id(value):
        return KeyLine("id", value, column, canonical=False, bold=False)
    return None


def _name_of(label: str) -> str | None:
    """The key of that label, in any spelling."""
    return _NAMES.get(" ".join(label.casefold().replace("_", " ").replace("-", " ").split())) if label else None


def may_nest(text: str) -> bool:
    """Whether the ID line of another entry may stand in the text of one (`block_stray.find_nested`)."""
    return any(mark in text for mark in ID_MARKS)


def is_sure_id(text: str) -> bool:
    """Whether a text is an id that no word is: it holds a digit."""
    return is_id(text) and any(char.isdigit() for char in text)


def _after_bullet(text: str) -> str:
    """The text without the list marker, and the check box, that it starts with: `- `, `1. `, `- [ ] `, and `-**`."""
    digits = len(text) - len(text.lstrip("0123456789"))
    marker = text[:1] if not digits else text[digits : digits + 1]
    rest = text[digits + 1 :]
    odd = not digits and marker in _ODD_BULLETS
    if not marker or not (odd or marker in (".)" if digits else "-*+")):
        return text
    if rest[:1] not in (" ", "\t") and not ((odd or marker == "-") and rest[:2] == "**"):
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

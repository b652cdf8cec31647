"""What stands in a section of the single-file layout, belongs to no lesson, and was meant as one all the same.

The grammar (`blocks`) reads what has one meaning.  What it cannot read must not pass for prose: a line that looks as if somebody
had written an entry there makes the answer of `check` UNKNOWN, for nobody can say which tags it has.
"""

from __future__ import annotations

from vaultctl.core.record import Fault
from vaultctl.core.schema import KEY_BY_NAME
from vaultctl.formats.block_lines import ODD_BLANKS, WIDE_COLON, is_sure_id, may_nest, read_key, read_section
from vaultctl.formats.markdown import BLANKS, SHOWN, indent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultctl.formats.block_entries import Open

_LABELS = ("id", "tags", "tag", "issue", "mitigation", "first seen", "ttl", "last verified", "superseded by")
_REACH = 400
_CLOSERS = "*_`\"' \t" + ODD_BLANKS
_HINT = "write it as - **ID**: B-001 at the start of the line, with its other keys below, or put it into a code fence"


def looks_meant(line: str) -> str:
    """`id` where a line that was not read looks like the start of an entry, another label where it looks like a key, else empty.

    Bold labels, labels with a colon after them, and cells of a table that are labels look like keys.
    """
    text = line[:_REACH]
    if "<" in text:
        text = _without_tags(text)
    if "|" in text:
        cells = [cell.strip(_CLOSERS + ":").casefold() for cell in text.split("|")]
        found = [cell for cell in cells if cell in _LABELS]
        if found:
            return found[0]
    start = 0
    while start < len(text) and not text[start].isalnum():
        start += 1
    if text[start + 1 : start + 2] in (".", ")") or text[start : start + 1].isdigit():  # `a)`, `12.`
        while start < len(text) and (text[start].isdigit() or text[start + 1 : start + 2] in (".", ")")):
            start += 1
        while start < len(text) and not text[start].isalnum():
            start += 1
    folded = text[start : start + 20].casefold().replace("_", " ")
    label = next((label for label in _LABELS if folded.startswith(label) and not folded[len(label) : len(label) + 1].isalnum()), "")
    if not label or len(folded) != len(text[start : start + 20]):
        return ""
    mark = text[:start].rstrip(" \t")
    after = text[start + len(label) :]
    rest = after.lstrip(_CLOSERS)
    value = rest.lstrip(":=" + WIDE_COLON + _CLOSERS)
    if label == "id" and is_sure_id(value.strip(_CLOSERS + ",")):
        return label
    emphasised = mark.endswith(("**", "__")) and after[:1] in ("*", "_", ":", "")
    coloned = rest[:1] in (":", "=", WIDE_COLON) and (label != "id" or mark.endswith(("*", "_", '"', "'", "`")))
    return label if emphasised or coloned or (label == "tags" and rest.startswith("#")) else ""


def find_meant(lines: Sequence[str], state: bytearray, start: int, stop: int, *, told: bool = False) -> list[Fault]:
    """The faults of the lines from index `start` to before `stop`, which belong to no lesson.

    Every start of an entry is one, other keys only where nothing before them was `told`.
    """
    found: list[Fault] = []
    for number in range(start, stop):
        line = lines[number]
        if state[number] != SHOWN or not line:
            continue
        what = looks_meant(line)
        if what == "id" or (what and not told):
            told = True
            found.append(_fault("this looks like an entry, but is not written as one: it cannot be read", number, indent(line)))
        elif indent(line) > 3 and (heading := read_section(number + 1, line)) is not None and heading.named:
            found.append(_fault("this section heading is indented like code: what follows may belong to it", number, indent(line)))
    return found


def find_nested(entry: Open, lines: Sequence[str], state: bytearray, stop: int) -> list[Fault]:
    """The faults of whole entries that stand, indented, in the text of another: an ID line with another key right below it."""
    found: list[Fault] = []
    keys = {number for number, _ in entry.keys}
    for number in range(entry.keys[0][0] + 1, stop - 1):
        line = lines[number]
        if line[:1] not in (" ", "\t") or number in keys or not may_nest(line):
            continue
        if state[number] != SHOWN or state[number + 1] != SHOWN or min(indent(line), indent(lines[number + 1])) < entry.limit:
            continue
        first, second = read_key(line.lstrip(BLANKS)), read_key(lines[number + 1].lstrip(BLANKS))
        if first is None or second is None or first.name != "id" or second.name not in KEY_BY_NAME:
            continue
        if is_sure_id(first.value) and (first.bold or first.bullet) and (second.bold or second.bullet):
            found.append(_fault("this entry is indented, which makes it text of the lesson above it", number, indent(line)))
    return found


def _fault(message: str, number: int, depth: int) -> Fault:
    return Fault("unreadable", message, number + 1, depth + 1, fatal=True, hint=_HINT)


def _without_tags(text: str) -> str:
    """The text with HTML tags as emphasis."""
    out: list[str] = []
    at = 0
    while at < len(text):
        end = text.find(">", at) if text[at] == "<" and (text[at + 1 : at + 2].isalpha() or text[at + 1 : at + 2] == "/") else -1
        out.append("**" if end > 0 else text[at])
        at = end + 1 if end > 0 else at + 1
    return "".join(out)

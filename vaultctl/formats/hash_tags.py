"""Tags of a note that YAML takes for a comment: `tags: a/b #pdf/x`, `tags: #a, #b`.

What is plainly a list of tags is read; other text behind the tags may have been meant as one, so nobody knows the tags then.  A
`#` with a blank after it starts a comment indeed.
"""

from __future__ import annotations

from vaultctl.core.record import Fault
from vaultctl.core.values import NamedTuple as _NamedTuple
from vaultctl.formats.yaml_nodes import ListNode, Scalar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NamedTuple

    from vaultctl.formats.yaml_nodes import Node

    Value = str | tuple[str, ...]
else:
    NamedTuple = _NamedTuple


class Tags(NamedTuple):
    """The whole value; `has_note` says whether a comment stands behind it that none of the tags is."""

    value: Value
    has_note: bool


def holds_tags(comment: str) -> bool:
    """Whether what YAML takes for a comment starts with a tag."""
    return comment[:1] == "#" and comment[1:2] not in ("", " ", "\t", "#")


def read(lines: Sequence[str], node: Node, value: Value, row: int, colon: int, stop: int) -> Tags | Fault | None:
    """The tags with those that YAML takes for a comment; None where there are none, a fatal fault where that text is no list of tags.

    `row` and `colon` (from 0) say where the key's value may start, `stop` is the row where the next key stands.
    """
    above: list[str] = []
    found: list[str] = []
    has_note = False
    follows = isinstance(node, Scalar) and node.text.endswith(",")
    for line, column, cut in _comments(lines, node, row, colon):
        more = _split(cut, open_end=isinstance(node, Scalar) and (not node.text or follows))
        if more is None:
            return _lost(cut, line, column)
        has_note = has_note or " # " in f"{cut} "
        (above if line < node.line else found).extend(more)
    if follows and not found:  # `tags: a,` and a line `#b` below it
        below = next((number for number in range(node.end_line, stop) if lines[number].strip(" ")), stop)
        text = lines[below].strip(" ") if below < stop else ""
        if holds_tags(text):
            return _lost(text, below + 1, 1)
    if not above and not found:
        return None
    if not isinstance(value, str):
        return Tags((*above, *value, *found), has_note)
    between = ", " if "," in value or len(value.split()) < 2 else " "
    return Tags(between.join([*above, *([value.rstrip(", ")] if value.strip(", ") else []), *found]), has_note)


def _comments(lines: Sequence[str], node: Node, row: int, colon: int) -> list[tuple[int, int, str]]:
    """Line, column and text of what stands behind the tags, behind one of them or before a list of them, and starts with a tag."""
    found: list[tuple[int, int, str]] = []
    above = lines[row][colon:].strip(" ") if node.line > row + 1 else ""
    if holds_tags(above):
        found.append((row + 1, lines[row].find(above, colon) + 1, above))
    nodes: list[Node] = [item for item in node.items if isinstance(item, Scalar)] if isinstance(node, ListNode) else [node]
    if isinstance(node, ListNode) and node.flow:
        nodes.append(node)
    for item in nodes:
        if isinstance(item, Scalar) and item.style == "block":
            continue
        line = lines[item.end_line - 1] if item.end_line <= len(lines) else ""
        cut = (item.cut if isinstance(item, Scalar) else "") or line[item.end_column - 1 :].strip(" ")
        if holds_tags(cut):
            found.append((item.end_line, line.find(cut, item.end_column - 1) + 1 or 1, cut))
    return found


def _lost(cut: str, line: int, column: int) -> Fault:
    message = f"tags: YAML takes {cut[:80]!r} as a comment; that text is lost"
    return Fault("lost-text", message, line, column, fatal=True, hint="write tags: [a/b, c]")


def _split(cut: str, *, open_end: bool) -> list[str] | None:
    """The tags in what YAML takes for a comment, such as `#a/b, #c` or `#a #b # a note`; None where they are prose.

    Words without `#` are tags after a comma only; with `open_end` a comma, or nothing, stands before the first one.
    """
    text = f"{cut} ".partition(" # ")[0].rstrip(" ")
    found: list[str] = []
    for place, item in enumerate(text.split(",")):
        words = item.split()
        if not words:
            continue
        hashed = all(len(word) > 1 and word[0] == "#" and word[1] != "#" for word in words)
        if not hashed and (len(words) > 1 or not (place or open_end)):
            return None
        found += words
    return found

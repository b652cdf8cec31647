"""A small fast reader for plain YAML; anything outside it raises `NotPlain`, and `yaml_full` reads it.

Plain is: block mappings of `key: value`, where a value is a scalar on one line (plain, single- or double-quoted), a flow list of
such on one line, a block list of such, another mapping, or nothing; and comments.  Every scalar is a text as typed: `no`, `3.10`
and `12:30` are texts.  Whatever is accepted here equals what YAML 1.2 says (chapters 6 to 8 of its specification); a
differential test against ruamel.yaml holds that.  No `re`: this module is on the check path.
"""

from __future__ import annotations

from vaultctl.formats.yaml_nodes import ListNode, MapNode, NotPlain, Scalar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultctl.formats.yaml_nodes import Node

MAX_DEPTH = 8
_MAX_KEY = 512
_NO_START = frozenset(",[]{}#&*!|>'\"%@`")
_MAYBE_START = frozenset("-?:")
_ESCAPES = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r", "e": "\x1b", " ": " ", '"': '"',
    "/": "/", "\\": "\\", "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029",
}  # fmt: skip
_HEX = {"x": 2, "u": 4, "U": 8}


def split_lines(text: str) -> list[str]:
    """The lines of a text without their ends (`\\n` or `\\r\\n`); there is no line after a last `\\n`."""
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    return [line[:-1] if line.endswith("\r") else line for line in lines] if "\r" in text else lines


def read_document(lines: Sequence[str]) -> MapNode:
    """The mapping that a whole document is; an empty document is an empty mapping.  Raises NotPlain."""
    for line in lines:
        require_plain(line)
    stop = len(lines)
    row = next_content(lines, 0, stop)
    if row < stop and lines[row].rstrip(" ") == "---":
        row = next_content(lines, row + 1, stop)
    if row == stop:
        return MapNode((), 1, 1, 1, 1)
    node, after = _mapping(lines, row, indent_of(lines[row]), stop, 0)
    if after < stop:
        raise NotPlain
    return node


def require_plain(line: str) -> None:
    """Raises NotPlain where a line holds a tab, a control character, or something that a YAML reader may take as a line end."""
    if line.isprintable():
        return
    for char in line:
        if char < " " or "\x7f" <= char < "\xa0" or "\ud800" <= char <= "\udfff" or char in "\u2028\u2029\ufeff\ufffe\uffff":
            raise NotPlain


def indent_of(line: str) -> int:
    """How many blanks a line starts with."""
    return len(line) - len(line.lstrip(" "))


def next_content(lines: Sequence[str], row: int, stop: int) -> int:
    """The first row from `row` on that is neither blank nor a comment, or `stop`."""
    while row < stop:
        text = lines[row].lstrip(" ")
        if text and text[0] != "#":
            break
        row += 1
    return row


def is_dash(line: str, column: int) -> bool:
    """Whether a list item starts at that column (from 0)."""
    return line[column : column + 1] == "-" and line[column + 1 : column + 2] in ("", " ")


def read_value(lines: Sequence[str], row: int, column: int, indent: int, stop: int, depth: int = 0) -> tuple[Node, int]:
    """The value of the key whose colon ends before `column` (from 0) of `lines[row]`, and the row of the content after it.

    `indent` is the key's own indentation, `stop` the row where the text ends.  The lines must have passed `require_plain`.
    Raises NotPlain.
    """
    line = lines[row]
    start = column
    size = len(line)
    while start < size and line[start] == " ":
        start += 1
    after = next_content(lines, row + 1, stop)
    if start == size or line[start] == "#":
        if after < stop:
            inner = indent_of(lines[after])
            if inner >= indent and is_dash(lines[after], inner):
                return _block_list(lines, after, inner, stop)
            if inner > indent:
                return _mapping(lines, after, inner, stop, depth + 1)
        return Scalar("", row + 1, column + 1, row + 1, column + 1, "empty", line[start:].rstrip(" ")), after
    if after < stop and (indent_of(lines[after]) > indent or is_dash(lines[after], indent)):
        raise NotPlain  # the value goes on
    return (_flow_list if line[start] == "[" else _scalar)(line, start, row + 1), after


def _mapping(lines: Sequence[str], row: int, indent: int, stop: int, depth: int) -> tuple[MapNode, int]:
    if depth > MAX_DEPTH:
        raise NotPlain
    pairs: list[tuple[Scalar, Node]] = []
    first = row
    while row < stop:
        line = lines[row]
        here = indent_of(line)
        if here < indent:
            break
        if here > indent:
            raise NotPlain
        colon = _key_end(line, indent)
        key = line[indent:colon].rstrip(" ")
        value, after = read_value(lines, row, colon + 1, indent, stop, depth)
        pairs.append((Scalar(key, row + 1, indent + 1, row + 1, indent + 1 + len(key)), value))
        row = after
    last = pairs[-1][1]
    return MapNode(tuple(pairs), first + 1, indent + 1, last.end_line, last.end_column), row


def _key_end(line: str, start: int) -> int:
    """Where the colon after a plain key stands."""
    colon = line.find(": ", start)
    if colon < 0:
        if not line.endswith(":"):
            raise NotPlain
        colon = len(line) - 1
    first = line[start]
    if not (first.isalnum() or first in "_./") or line.startswith("...", start) or colon - start > _MAX_KEY:
        raise NotPlain
    if " #" in line[start:colon]:
        raise NotPlain
    return colon


def _block_list(lines: Sequence[str], row: int, indent: int, stop: int) -> tuple[ListNode, int]:
    items: list[Node] = []
    first = row
    while row < stop and indent_of(lines[row]) == indent and is_dash(lines[row], indent):
        line = lines[row]
        start = indent + 1
        while start < len(line) and line[start] == " ":
            start += 1
        if start == len(line) or line[start] == "#":
            raise NotPlain
        items.append(_scalar(line, start, row + 1))
        row = next_content(lines, row + 1, stop)
        if row < stop and indent_of(lines[row]) > indent:
            raise NotPlain
    last = items[-1]
    return ListNode(tuple(items), first + 1, indent + 1, last.end_line, last.end_column), row


def _scalar(line: str, start: int, number: int) -> Scalar:
    """A scalar that must be the last thing on its line, a comment aside."""
    if line[start] in "\"'":
        node = _quoted(line, start, number)
        _require_end(line, node.end_column - 1)
        return node
    end = line.find(" #", start)
    cut = line[end:].strip(" ") if end >= 0 else ""
    text = (line[start:end] if end >= 0 else line[start:]).rstrip(" ")
    if not text or text[0] in _NO_START or (text[0] in _MAYBE_START and text[1:2] in ("", " ")):
        raise NotPlain
    if ": " in text or text[-1] == ":":
        raise NotPlain
    return Scalar(text, number, start + 1, number, start + 1 + len(text), "plain", cut)


def _require_end(line: str, end: int) -> None:
    rest = line[end:]
    if rest and (rest[0] != " " or rest.lstrip(" ")[:1] not in ("", "#")):
        raise NotPlain


def _flow_list(line: str, start: int, number: int) -> ListNode:
    items: list[Node] = []
    size = len(line)
    pos = start + 1
    while True:
        while pos < size and line[pos] == " ":
            pos += 1
        if pos == size:
            raise NotPlain
        if line[pos] == "]":
            break
        item = _quoted(line, pos, number) if line[pos] in "\"'" else _flow_item(line, pos, number)
        items.append(item)
        pos = item.end_column - 1
        while pos < size and line[pos] == " ":
            pos += 1
        if pos == size or line[pos] not in ",]":
            raise NotPlain
        if line[pos] == ",":
            pos += 1
    _require_end(line, pos + 1)
    return ListNode(tuple(items), number, start + 1, number, pos + 2, True)


def _flow_item(line: str, start: int, number: int) -> Scalar:
    bracket = line.find("]", start)
    comma = line.find(",", start)
    end = comma if 0 <= comma < bracket else bracket
    if end < 0:
        raise NotPlain
    text = line[start:end].rstrip(" ")
    if not text or text[0] in _NO_START or text[0] in _MAYBE_START or text[-1] == ":":
        raise NotPlain
    if "[" in text or "{" in text or "}" in text or ": " in text or " #" in text or "?" in text:
        raise NotPlain
    return Scalar(text, number, start + 1, number, start + 1 + len(text))


def _quoted(line: str, start: int, number: int) -> Scalar:
    return _single(line, start, number) if line[start] == "'" else _double(line, start, number)


def _single(line: str, start: int, number: int) -> Scalar:
    end = line.find("'", start + 1)
    while end >= 0 and line[end + 1 : end + 2] == "'":
        end = line.find("'", end + 2)
    if end < 0:
        raise NotPlain
    return Scalar(line[start + 1 : end].replace("''", "'"), number, start + 1, number, end + 2, "single")


def _double(line: str, start: int, number: int) -> Scalar:
    end = line.find('"', start + 1)
    slash = line.find("\\", start + 1)
    if end < 0:
        raise NotPlain
    if slash < 0 or slash > end:
        return Scalar(line[start + 1 : end], number, start + 1, number, end + 2, "double")
    parts: list[str] = []
    pos = start + 1
    while slash >= 0 and slash < end:
        parts.append(line[pos:slash])
        letter = line[slash + 1 : slash + 2]
        if letter in _HEX:
            pos = slash + 2 + _HEX[letter]
            parts.append(_code_point(line[slash + 2 : pos], _HEX[letter]))
        elif letter in _ESCAPES:
            pos = slash + 2
            parts.append(_ESCAPES[letter])
        else:
            raise NotPlain
        end = line.find('"', pos)
        slash = line.find("\\", pos)
        if end < 0:
            raise NotPlain
    parts.append(line[pos:end])
    return Scalar("".join(parts), number, start + 1, number, end + 2, "double")


def _code_point(digits: str, size: int) -> str:
    if len(digits) != size or not all(digit in "0123456789abcdefABCDEF" for digit in digits):
        raise NotPlain
    number = int(digits, 16)
    if number > 0x10FFFF or 0xD800 <= number <= 0xDFFF:
        raise NotPlain
    return chr(number)

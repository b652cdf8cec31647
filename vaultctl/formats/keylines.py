"""The keys of a note's front matter, each read by itself, in every spelling that is read (DESIGN section 3).

Plain values go through `yaml_subset`, others through `yaml_full`.  A broken value is a fault with its place, its key and the
quoted form to use, and hides no other key.
"""

from __future__ import annotations

from vaultctl.core.record import Fault, Field
from vaultctl.core.schema import ARCHIVE_KEYS, KEY_BY_NAME
from vaultctl.core.values import NamedTuple as _NamedTuple
from vaultctl.formats import scalars
from vaultctl.formats.yaml_nodes import BadYaml, ListNode, NotPlain, Scalar
from vaultctl.formats.yaml_subset import indent_of, is_dash, next_content, read_value, require_plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple

    from vaultctl.formats.yaml_nodes import Node
else:
    NamedTuple = _NamedTuple

KNOWN: dict[str, int] = {name: place for place, name in enumerate([*KEY_BY_NAME, *ARCHIVE_KEYS])}
"""Every key of a note -> its place in the canonical order."""
_TEXT_KEYS = frozenset(["issue", "mitigation", "source_agent", "name", "archived_reason"])
_WIDE_COLON = "\uff1a"
_CONFLICT = ("<<<<<<<", "=======", ">>>>>>>", "|||||||")
_CONFLICT_LEFT = "a merge conflict was left here"


class KeyValue(NamedTuple):
    """One key of a note as it stands in the text.

    `row` is its line (from 0 in the whole file), `start` and `colon` the columns (from 0) of the key and of what follows its
    colon.  `name` is canonical where the key is known; `node` and `field` are None where the value is broken.
    """

    name: str
    row: int
    start: int
    colon: int
    node: Node | None
    field: Field | None


class Scan(NamedTuple):
    """A note taken apart.  `lines` are without their ends, `closing` is the row of the closing line."""

    lines: list[str]
    closing: int
    keys: tuple[KeyValue, ...]
    faults: tuple[Fault, ...]


def scan_head(head: str) -> Scan:
    """Takes the front matter apart: everything before the closing line, the opening line included."""
    lines = head.split("\n")
    if lines[-1] == "":
        lines.pop()
    if "\r" in head:
        lines = [line[:-1] if line.endswith("\r") else line for line in lines]
    return _Reader(lines).read()


class _Reader:
    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.faults: list[Fault] = []

    def read(self) -> Scan:
        lines = self.lines
        stop = len(lines)
        top = next_content(lines, 1, stop)
        base = indent_of(lines[top]) if top < stop else 0
        starts: list[tuple[int, str, int]] = []  # row, key as typed, column after its colon
        for row in range(top, stop):
            line = lines[row]
            if line[base : base + 1] in ("", " ", "\t", "#", "-") or (base and line[:base].strip(" ")):
                continue
            found = _key_of(line, base)
            if found is not None:
                starts.append((row, *found))
        first = starts[0][0] if starts else stop
        conflict = next((row for row in range(1, stop) if is_conflict(lines[row])), 0)
        if conflict:
            self.garbage(conflict)
        for row in range(1, first):
            if lines[row].strip(" ")[:1] not in ("", "#"):
                self.garbage(row)
                break
        keys = []
        for index, (row, typed, colon) in enumerate(starts):
            end = starts[index + 1][0] if index + 1 < len(starts) else stop
            keys.append(self.key(row, typed, colon, end, base))
        if conflict:  # the tags may stand on both sides, or be half of a list
            keys = [key._replace(node=None, field=None) if key.name == "tags" else key for key in keys]
            if all(key.name != "tags" for key in keys):
                keys.append(KeyValue("tags", conflict, base, base, None, None))
        return Scan(lines, stop, tuple(keys), tuple(self.faults))

    def garbage(self, row: int) -> None:
        line = self.lines[row].strip()
        if line.startswith(_CONFLICT):
            if any(fault.message == _CONFLICT_LEFT for fault in self.faults):
                return
            message, hint = _CONFLICT_LEFT, "keep one side and delete the conflict markers"
        elif indent_of(self.lines[row]) < indent_of(self.lines[next_content(self.lines, 1, row + 1)]):
            message, hint = "indented less than the keys above it", "start every key in the same column"
        elif self.lines[row].startswith(" ") and _key_of(self.lines[row], indent_of(self.lines[row])):
            message, hint = "a key that is indented more than the others", "start every key in the same column"
        elif self.lines[row].lstrip(" ").startswith("\t"):
            message, hint = "a tab at the start of the line", "YAML indents with blanks only"
        else:
            message, hint = "not a key with its value", "write key: value; text goes into the body below the closing ---"
        self.faults.append(Fault("bad-yaml", message, row + 1, 1, fatal=True, hint=hint))

    def key(self, row: int, typed: str, colon: int, stop: int, base: int) -> KeyValue:
        """One key with its value; adds the faults it has."""
        name = known_name(typed)
        node, reason = self.value(row, colon, stop, base, name)
        line = self.lines[row]
        canonical = name not in KNOWN or (line[base:colon] == name + ":" and line[colon : colon + 1] in ("", " "))
        if not canonical:
            self.variant(name, f"{line[base:colon].strip()!r} is written {name + ':'!r}", row, base)
        if reason is not None:
            self.faults.append(reason)
            return KeyValue(name, row, base, colon, None, None)
        assert node is not None
        value = self.field_value(name, node, row, colon)
        commented = fixable = False
        if value is not None and name == "tags":
            fixable = not self.has_comment(node, row)
            if any("#" in self.lines[number] for number in range(row, stop)):
                from vaultctl.formats import hash_tags  # only here: canonical tags have no hash

                found = hash_tags.read(self.lines, node, value, row, colon, stop)
                if isinstance(found, Fault):
                    self.faults.append(found)
                    value = None
                elif found is not None:
                    value, commented = found.value, True
                    fixable = fixable and not found.has_note
        if value is None:
            return KeyValue(name, row, base, colon, None, None)
        if name == "tags" and (commented or not self.tags_canonical(node, value)):
            canonical = False
            self.variant(name, "tags are written as a list on one line without #: tags: [a/b, c]", row, base, fixable=fixable)
        field = Field(name, value, row + 1, base + 1, max(node.end_line, row + 1), canonical)
        return KeyValue(name, row, base, colon, node, field)

    def variant(self, name: str, message: str, row: int, column: int, *, fixable: bool = True) -> None:
        if name in KNOWN:
            hint = "" if fixable else "--fix would lose the comment beside the tags: write the list by hand"
            self.faults.append(Fault("not-canonical", message, row + 1, column + 1, "warning", hint=hint, fixable=fixable))

    def has_comment(self, node: Node, row: int) -> bool:
        """Whether comments stand inside a list, which putting it on one line would lose."""
        if node.end_line <= row + 1:
            return False
        inside = [self.lines[row][node.column - 1 :] if node.line == row + 1 else "", *self.lines[row + 1 : node.end_line]]
        inside[-1] = inside[-1] if isinstance(node, ListNode) and not node.flow else inside[-1][: node.end_column - 1]
        return any(" #" in " " + _without_hashes(line) for line in inside)

    def value(self, row: int, colon: int, stop: int, base: int, name: str) -> tuple[Node | None, Fault | None]:
        """The value that ends before row `stop`, or why it cannot be read."""
        lines = self.lines
        node = _read_plain(lines, row, colon, stop, base)
        if node is not None:
            return node, None
        end = self.own_end(row, colon, stop, base)
        if end < stop:
            self.garbage(end)
            return self.value(row, colon, end, base, name)
        if name == "tags":
            bare = [lines[row][:colon] + _without_hashes(lines[row][colon:]), *map(_without_hashes, lines[row + 1 : stop])]
            node = _read_plain(bare, 0, colon, len(bare), base)
            if node is not None:
                return _moved(node, row), None
        return self.full(row, colon, stop, base, name)

    def own_end(self, row: int, colon: int, stop: int, base: int) -> int:
        """The row after the last line that can belong to the value at all: others are nobody's."""
        one_line = self.lines[row][colon:].strip(" ")[:1] not in ("", "#", "[", "{", "|", ">", '"', "'")
        for end in range(row + 1, stop):
            line = self.lines[end]
            text = line.strip(" ")
            if not text or text[0] == "#":
                continue
            deeper = indent_of(line) > base
            if not (deeper or is_dash(line, base) or text[0] in "]}"):
                return end
            if one_line and deeper:
                found = _key_of(line, indent_of(line))
                if found is not None and known_name(found[0]) in KNOWN:
                    return end
        return stop

    def full(self, row: int, colon: int, stop: int, base: int, name: str) -> tuple[Node | None, Fault | None]:
        """`value` for what is not plain: first what is plainly wrong, then ruamel.yaml."""
        lines = self.lines
        typed = lines[row][colon:]
        first = typed.strip()[:1]
        column = colon + 1 + len(typed) - len(typed.lstrip(" \t"))
        whole = " ".join(lines[row:stop])[colon:]
        several = next_content(lines, row + 1, stop) < stop
        reason = ""
        control = next((char for char in whole if (char < " " and char != "\t") or "\x7f" <= char < "\xa0"), None)
        if control is not None:
            reason = f"the control character U+{ord(control):04X}"
        elif any(line.lstrip(" ").startswith("\t") for line in [typed, *lines[row + 1 : stop]] if line.strip()):
            reason = "a tab where YAML wants blanks"
        elif first not in ("[", "{") and not (several and first in ('"', "'")):
            reason = scalars.trouble(typed)
        if reason:
            return None, self.broken(name, reason, row + 1, column, whole)
        from vaultctl.formats import yaml_full  # only here: most checks never need it

        try:
            return yaml_full.read_value(lines, row, colon, base, stop), None
        except BadYaml as error:
            if first != "[" or name in _TEXT_KEYS:
                reason = scalars.trouble(typed)
            elif "]" not in whole:
                reason = "the list is never closed"
            return None, self.broken(name, reason or error.problem, row + 1, column, whole)

    def broken(self, name: str, reason: str, line: int, column: int, typed: str) -> Fault:
        hint = "write tags: [a/b, c]" if name == "tags" else f"write {name}: {scalars.suggestion(typed)}"
        return Fault("bad-yaml", f"{name}: {reason}", line, column, fatal=True, hint=hint)

    def field_value(self, name: str, node: Node, row: int, colon: int) -> str | tuple[str, ...] | None:
        """What a field holds; None where it holds what no key may, with the fault."""
        if isinstance(node, Scalar):
            return self.scalar_value(name, node)
        if name in _TEXT_KEYS and node.flow:
            typed = " ".join(self.lines[row : node.end_line])[colon:]
            self.faults.append(self.broken(name, scalars.trouble(typed), node.line, node.column, typed))
            return None
        if isinstance(node, ListNode):
            if all(isinstance(item, Scalar) for item in node.items):
                for item in node.items:
                    if isinstance(item, Scalar) and item.cut and name in KNOWN and name != "tags":
                        self.lost(name, item)
                return tuple([item.text for item in node.items if isinstance(item, Scalar)])
            what = "a list or mapping inside a list"
        else:
            what = "a mapping"
        if name not in KNOWN:
            return ""
        wanted = "write tags: [a/b, c]" if name == "tags" else f'write {name}: "…" on one line'
        self.faults.append(Fault("bad-value", f"{name} must not hold {what}", node.line, node.column, fatal=True, hint=wanted))
        return None

    def scalar_value(self, name: str, node: Scalar) -> str:
        text = node.text
        if not node.cut:
            return text
        if name in _TEXT_KEYS:
            self.lost(name, node)
        return text

    def lost(self, name: str, node: Scalar) -> None:
        """The fault for text after ` #`."""
        whole = f"{node.text} {node.cut}".lstrip()
        form = f"write {name}: {scalars.quote(whole)}"
        column = self.lines[node.end_line - 1].find(node.cut, node.end_column - 1) + 1
        message = f"{name}: YAML takes {node.cut[:80]!r} as a comment; that text is lost"
        self.faults.append(Fault("lost-text", message, node.end_line, max(column, 1), hint=form))

    def tags_canonical(self, node: Node, value: str | tuple[str, ...]) -> bool:
        if not value:
            return True  # said as an empty value
        if not isinstance(node, ListNode) or not node.flow or node.line != node.end_line:
            return False
        line = self.lines[node.line - 1]
        if "#" not in line[: node.end_column - 1]:
            return True
        return not any(item.startswith("#") for item in value) and "#" not in line[node.column - 1 : node.end_column - 1]


def known_name(typed: str) -> str:
    """The canonical name of a key, where it is one of ours in another spelling; else the key as typed."""
    if typed in KNOWN:
        return typed
    name = typed.strip().casefold().replace(" ", "_").replace("-", "_")
    return name if name in KNOWN else typed


def _key_of(line: str, start: int) -> tuple[str, int] | None:
    """The key that a line starts with, and the column (from 0) after its colon; None where it starts with none."""
    if line[start] in "\"'":
        close = line.find(line[start], start + 1)
        after = close + 1
        while 0 < after < len(line) and line[after] == " ":
            after += 1
        return (line[start + 1 : close], after + 1) if close > 0 and line[after : after + 1] == ":" else None
    colon = line.find(":", start)
    wide = line.find(_WIDE_COLON, start)
    if wide >= 0 and (colon < 0 or wide < colon):
        typed = line[start:wide].strip(" \t")
        if known_name(typed) in KNOWN:
            return typed, wide + 1
    while colon >= 0:
        typed = line[start:colon].strip(" \t")
        if line[colon + 1 : colon + 2] in ("", " ", "\t"):
            return (typed, colon + 1) if typed and line[start] not in "[]{}&*!|>%@`,<=" and " #" not in typed else None
        if known_name(typed) in KNOWN:
            return typed, colon + 1
        colon = line.find(":", colon + 1)
    return None


def _read_plain(lines: list[str], row: int, colon: int, stop: int, base: int) -> Node | None:
    """The value of a key where all of it is plain YAML, else None."""
    try:
        for number in range(row, stop):
            if not lines[number].isprintable():
                require_plain(lines[number])
        node, after = read_value(lines, row, colon, base, stop)
    except NotPlain:
        return None
    return node if after == stop else None


def _without_hashes(text: str) -> str:
    """Drops the `#` before tags of a list, keeping every column: the blank goes before the tag."""
    out = list(text)
    fresh = False  # a list item starts here
    for place, char in enumerate(text):
        if char == "#" and fresh and text[place + 1 : place + 2] not in ("", " ", "#"):
            out[place] = " "
            fresh = False
        elif char in "[," or (char == "-" and not text[:place].strip(" ")):
            fresh = True
        elif char != " ":
            fresh = False
    return "".join(out)


def is_conflict(line: str) -> bool:
    """Whether a line is the mark that git writes where a conflict begins."""
    return line[:7] == _CONFLICT[0] and line[7:8] in ("", " ", "\t")


def _moved(node: Node, rows: int) -> Node:
    """A node of a list, further down by so many lines."""
    if isinstance(node, ListNode):
        items = tuple([_moved(item, rows) for item in node.items])
        return node._replace(items=items, line=node.line + rows, end_line=node.end_line + rows)
    return node._replace(line=node.line + rows, end_line=node.end_line + rows)

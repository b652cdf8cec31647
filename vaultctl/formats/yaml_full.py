"""What the plain subset of YAML leaves over, read through ruamel.yaml (this is the only module that imports it).

YAML 1.2, every scalar a text.  Works on ruamel's parse events, not its node graph: they carry anchors, tags and directives as
typed, keep a key that stands twice, and need no recursion.  Anchors, aliases, tags and directives are refused, and so is what
nests deeper than `MAX_DEPTH` or is longer than `MAX_CHARS`, so that time and memory stay bounded.
"""

from __future__ import annotations

from vaultctl.formats.yaml_nodes import BadYaml, ListNode, MapNode, Scalar
from vaultctl.formats.yaml_subset import MAX_DEPTH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Protocol

    from vaultctl.formats.yaml_nodes import Node, Style

    class _Mark(Protocol):
        line: int
        column: int

    class _Event(Protocol):
        start_mark: _Mark
        end_mark: _Mark


MAX_CHARS = 262_144
_STYLES: dict[str | None, Style] = {"'": "single", '"': "double", "|": "block", ">": "block"}


def read_document(lines: Sequence[str]) -> MapNode:
    """The mapping that a whole document is; an empty document is an empty mapping.  Raises BadYaml."""
    node = _read(lines, 0)
    if node is None or (isinstance(node, Scalar) and node.style == "empty"):
        return MapNode((), 1, 1, 1, 1)
    if not isinstance(node, MapNode):
        raise BadYaml("not a mapping of keys to values", node.line, node.column)
    return node


def read_value(lines: Sequence[str], row: int, column: int, indent: int, stop: int) -> Node:
    """The value of the key whose colon ends before `column` (from 0) of `lines[row]`; it goes on up to `stop`.

    The key's own spelling does not matter: one of the same width takes its place.  Raises BadYaml.
    """
    # `k:` and blanks: the value keeps its column, and `tags:[a]` and a full-width colon read like `tags: [a]`.
    head = " " * indent + "k:" + " " * (column - indent - 2) + lines[row][column:]
    node = _read([head, *lines[row + 1 : stop]], row)
    if not isinstance(node, MapNode) or len(node.pairs) != 1:
        raise BadYaml("more than one value", row + 1, column + 1)
    return node.pairs[0][1]


def _read(lines: Sequence[str], skipped: int) -> Node | None:
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError
    from ruamel.yaml.reader import ReaderError

    text = "\n".join(lines) + "\n"
    if len(text) > MAX_CHARS:
        raise BadYaml(f"longer than {MAX_CHARS} characters", skipped + 1)
    for number, content in enumerate(lines):
        for char in "\r\x85":  # ruamel.yaml ends a line there, nobody else does
            if char in content:
                raise BadYaml(f"the control character U+{ord(char):04X}", number + skipped + 1, content.index(char) + 1)
    reader = YAML(typ="safe", pure=True)
    builder = _Builder(lines, skipped)
    try:
        return builder.build(reader.parse(text))
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line, mark.column) if mark else (0, 0)
        raise BadYaml(str(error.problem or error.context), line + skipped + 1, column + 1) from None
    except ReaderError as error:
        before = text[: error.position]
        line, column = before.count("\n"), len(before) - before.rfind("\n")
        code = error.character if isinstance(error.character, int) else ord(error.character)
        raise BadYaml(f"the control character U+{code:04X}", line + skipped + 1, column) from None
    except YAMLError as error:
        raise BadYaml(str(error).split("\n", 1)[0], skipped + 1) from None
    except (ValueError, OverflowError):  # chr() of an escape such as "\UFFFFFFFF"
        raise BadYaml("an escape that is no character", skipped + 1) from None


class _Open:
    """A list or mapping whose end has not come yet."""

    def __init__(self, event: _Event, *, mapping: bool) -> None:
        self.line = event.start_mark.line
        self.column = event.start_mark.column
        self.mapping = mapping
        self.flow = bool(getattr(event, "flow_style", False))
        self.nodes: list[Node] = []


class _Builder:
    """Makes nodes from events."""

    def __init__(self, lines: Sequence[str], skipped: int) -> None:
        self.lines = lines
        self.skipped = skipped
        self.documents = 0

    def build(self, events: Iterable[_Event]) -> Node | None:
        from ruamel.yaml import events as kinds

        root: Node | None = None
        stack: list[_Open] = []
        for event in events:
            node: Node | None = None
            if isinstance(event, kinds.AliasEvent):
                raise self.refuse("an alias (*)", event)
            if isinstance(event, kinds.DocumentStartEvent):
                self.documents += 1
                if self.documents > 1:
                    raise self.refuse("a second document", event)
                if event.version or event.tags:
                    raise self.refuse("a directive (%)", event)
                continue
            if isinstance(event, (kinds.ScalarEvent, kinds.SequenceStartEvent, kinds.MappingStartEvent)):
                if event.anchor is not None:
                    raise self.refuse("an anchor (&)", event)
                if event.tag is not None:
                    raise self.refuse("a type tag (!)", event)
            if isinstance(event, kinds.ScalarEvent):
                node = self.scalar(event, event.value, event.style)
            elif isinstance(event, (kinds.SequenceStartEvent, kinds.MappingStartEvent)):
                if len(stack) > MAX_DEPTH:
                    raise self.refuse(f"more than {MAX_DEPTH} levels", event)
                stack.append(_Open(event, mapping=isinstance(event, kinds.MappingStartEvent)))
            elif isinstance(event, (kinds.SequenceEndEvent, kinds.MappingEndEvent)):
                node = self.close(stack.pop(), event)
            if node is not None:
                if stack:
                    stack[-1].nodes.append(node)
                else:
                    root = node
        return root

    def refuse(self, what: str, event: _Event) -> BadYaml:
        return BadYaml(f"{what} is not read here", event.start_mark.line + self.skipped + 1, event.start_mark.column + 1)

    def scalar(self, event: _Event, value: str, mark: str | None) -> Scalar:
        start, end = event.start_mark, event.end_mark
        style = _STYLES.get(mark, "plain")
        end_line, end_column = end.line, end.column
        if style == "block" and end_column == 0 and end_line > start.line:
            end_line -= 1
            end_column = len(self.lines[end_line])
        cut = ""
        if style == "plain":
            if not value:
                style = "empty"
            rest = self.lines[end_line][end_column:].lstrip(" ") if end_line < len(self.lines) else ""
            cut = rest.rstrip(" ") if rest.startswith("#") else ""
        if any("\ud800" <= char <= "\udfff" for char in value):  # "\ud83d\ude00", as JSON writes what lies beyond U+FFFF
            value = value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        first = self.skipped + 1
        return Scalar(value, start.line + first, start.column + 1, end_line + first, end_column + 1, style, cut)

    def place_empty(self, key: Scalar, value: Scalar) -> Scalar:
        """An empty value stands right after its colon; ruamel puts it where the next thing starts."""
        line = self.lines[key.end_line - self.skipped - 1]
        colon = line.find(":", key.end_column - 1)
        if colon < 0:
            return value
        rest = line[colon + 1 :].strip(" ")
        cut = rest if rest.startswith("#") else ""
        return Scalar("", key.end_line, colon + 2, key.end_line, colon + 2, "empty", cut)

    def close(self, opened: _Open, event: _Event) -> Node:
        nodes = opened.nodes
        line, column = opened.line + self.skipped + 1, opened.column + 1
        end_line, end_column = event.end_mark.line + self.skipped + 1, event.end_mark.column + 1
        if not opened.flow and nodes:
            end_line, end_column = nodes[-1].end_line, nodes[-1].end_column
        if not opened.mapping:
            return ListNode(tuple(nodes), line, column, end_line, end_column, opened.flow)
        pairs: list[tuple[Scalar, Node]] = []
        for index in range(0, len(nodes), 2):
            key = nodes[index]
            if not isinstance(key, Scalar):
                raise BadYaml("a key that is no text", key.line, key.column)
            value = nodes[index + 1]
            pairs.append((key, self.place_empty(key, value) if isinstance(value, Scalar) and value.style == "empty" else value))
        if pairs and not opened.flow:
            end_line, end_column = pairs[-1][1].end_line, pairs[-1][1].end_column
        return MapNode(tuple(pairs), line, column, end_line, end_column, opened.flow)

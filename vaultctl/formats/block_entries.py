"""Makes a record of one entry of the single-file layout: values over several lines, body, provenance, tags."""

from __future__ import annotations

from vaultctl.core.lesson import parse_category, trim_body
from vaultctl.core.record import Fault, Field, Record
from vaultctl.core.schema import KEY_BY_NAME
from vaultctl.formats.block_lines import WIDE_COLON
from vaultctl.formats.markdown import BLANKS, FENCED, SHOWN, indent, is_blank

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultctl.formats.block_lines import Heading, KeyLine

CONFLICT_MARKS = ("<<<<<<<", "|||||||", "=======", ">>>>>>>")
_ONE_LINE = frozenset(KEY_BY_NAME) - {"issue", "mitigation", "tags"}
_OWN_LINES = frozenset(["id", "tags", "issue", "mitigation", "first_seen", "ttl"])
_AGENT_WORDS = ("agent", "source agent", "source_agent", "source", "by")


class Open:
    """An entry whose key lines are being collected.

    `base` is the indentation of its first line; a line indented by `limit` or more is no key.  `batch` is line, day and reason
    of the archived batch that it stands in.
    """

    def __init__(self, base: int, heading: Heading | None, batch: tuple[int, str, str] | None) -> None:
        self.base = base
        self.limit = base + 2
        self.heading = heading
        self.batch = batch
        self.loose: list[tuple[int, int]] = []
        """Where lines stand that belong neither to a value nor to the body: from one index to before another."""
        self.keys: list[tuple[int, KeyLine]] = []
        self.names: set[str] = set()

    def add(self, number: int, key: KeyLine) -> None:
        """Takes a key line with its index."""
        self.keys.append((number, key))
        self.names.add(key.name)

    @property
    def is_complete(self) -> bool:
        """Whether every required key with a line of its own has been seen."""
        return self.names >= _OWN_LINES


class _Tail:
    """The lines between a key line and the next key (or the entry's end), divided into value, body and neither.

    `value` and `body` hold text, `body_line`, `end` and `loose` line numbers from 1 (0: none).
    """

    def __init__(self, number: int) -> None:
        self.value: list[str] = []
        self.body: list[str] = []
        self.body_line = 0
        self.value_end = self.end = number + 1
        self.loose = 0

    def to_value(self, number: int, line: str) -> None:
        self.value.append(line.strip(BLANKS))
        self.value_end = self.end = number + 1

    def to_body(self, number: int, line: str, width: int) -> None:
        self.body.append(_dedent(line, width))
        if not is_blank(line):
            self.body_line = self.body_line or number + 1
            self.end = number + 1


def read_entry(entry: Open, lines: Sequence[str], state: bytearray, end: int, *, path: str, archived: bool) -> Record:
    """The record of an entry that ends before line index `end`."""
    fields: list[Field] = []
    faults: list[Fault] = []
    if entry.heading is not None:
        fields.append(Field("category", entry.heading.category, entry.heading.line, 1, entry.heading.line))
    if entry.batch is not None:
        line, day, reason = entry.batch
        fields += [Field("archived", day, line, 1, line), Field("archived_reason", reason, line, 1, line)]
    body: list[str] = []
    body_line = last = 0
    for position, (number, key) in enumerate(entry.keys):
        final = position == len(entry.keys) - 1
        stop = end if final else entry.keys[position + 1][0]
        tail = _read_tail(number, key, lines, state, stop, base=entry.base, final=final)
        last = max(last, tail.end)
        if tail.body_line:
            body += ["", *tail.body]
            body_line = body_line or tail.body_line
            if not final:
                faults.append(Fault("not-canonical", "the body is written below the last key", tail.body_line, 1, "warning",
                                    hint="move it there by hand, with a blank line above it"))
        if tail.loose:
            entry.loose.append((tail.loose - 1, stop))
            faults.append(Fault("stray-text", "this text belongs to no lesson", tail.loose, 1, "warning",
                                hint="indent it by two blanks to make it the body of the lesson above it, or move it away"))
        _read_fields(entry, number, key, tail, fields, faults)
    return Record(path, entry.keys[0][0] + 1, last, tuple(fields), trim_body("\n".join(body)), body_line, tuple(faults), archived)


def _read_tail(number: int, key: KeyLine, lines: Sequence[str], state: bytearray, stop: int, *, base: int, final: bool) -> _Tail:
    tail = _Tail(number)
    paragraph = key.name not in _ONE_LINE
    width = base + 2
    after_blank = False
    for place in range(number + 1, stop):
        line = lines[place]
        if is_blank(line):
            after_blank = True
            if tail.body:
                tail.to_body(place, line, width)
            continue
        indented = indent(line) >= width
        if paragraph and not (final and after_blank):
            if state[place] == FENCED or (state[place] == SHOWN and not (_is_mark(line) and not indented)):
                tail.to_value(place, line)
        elif indented:
            tail.to_body(place, line, width)
        elif tail.body and not after_blank and state[place] == SHOWN and not _is_mark(line):
            tail.to_body(place, line, width)  # a lazy continuation (CommonMark 5.2)
        else:
            _find_loose(tail, lines, state, place, stop)
            break
        after_blank = after_blank and not (paragraph and not final)
    return tail


def _find_loose(tail: _Tail, lines: Sequence[str], state: bytearray, start: int, stop: int) -> None:
    for place in range(start, stop):
        if state[place] == SHOWN and not is_blank(lines[place]) and not _is_mark(lines[place]):
            tail.loose = place + 1
            return


def _is_mark(line: str) -> bool:
    """Whether a line is a thematic break, the underline of a heading, or a mark that git left at a conflict."""
    if line[:7] in CONFLICT_MARKS:
        return True
    text = line.replace(" ", "").strip(BLANKS)
    return len(text) > 2 and text[0] in "-*_=" and not text.strip(text[0])


def _dedent(line: str, width: int) -> str:
    """A body line without its first `width` columns of blanks (a tab that spans the border goes whole)."""
    column = 0
    for position, char in enumerate(line):
        if column >= width or char not in " \t":
            return line[position:]
        column += 1 if char == " " else 4 - column % 4
    return ""


def _read_fields(entry: Open, number: int, key: KeyLine, tail: _Tail, fields: list[Field], faults: list[Fault]) -> None:
    line = number + 1
    name = key.name

    def field(key_name: str, value: str | tuple[str, ...], *, canonical: bool) -> None:
        fields.append(Field(key_name, value, line, key.column, tail.value_end, canonical))

    def tolerate(written: str) -> None:
        faults.append(Fault("not-canonical", f"this is written {written}", line, key.column, "warning", fixable=True))

    known = KEY_BY_NAME.get(name)
    text = "\n".join([key.value, *tail.value]).strip()
    if name == "category" and entry.heading is not None and parse_category(text) == entry.heading.category:
        tolerate("by the section alone")
    elif name == "first_seen":
        day, agent, canonical = read_provenance(text)
        canonical = canonical and key.canonical
        field(name, day, canonical=canonical)
        if agent is not None:
            field("source_agent", agent, canonical=canonical)
        if not canonical and (agent is not None or not key.canonical):
            tolerate("- **First Seen**: YYYY-MM-DD (agent: NAME)")
    elif name == "source_agent":
        field(name, text, canonical=False)
        tolerate("on the First Seen line: (agent: NAME)")
    elif name == "tags":
        tags, canonical = _read_tags(key.value, tail.value)
        field(name, tags, canonical=canonical and key.canonical)
        if not (canonical and key.canonical):
            tolerate("- **Tags**: #one/tag, #another")
    else:
        field(name, text, canonical=key.canonical)
        if not key.canonical and known is not None:
            tolerate(f"- **{known.label or known.name}**: …")


def read_provenance(text: str) -> tuple[str, str | None, bool]:
    """Day and agent of a First Seen value, and whether it is canonical: `2025-06-10 (agent: invoice-bot)`.

    The agent is None where there is none to be found; then the first item is the whole text.
    """
    day, bracket, rest = text.partition("(")
    day = day.rstrip(" \t\n,;")
    if bracket and rest.endswith(")"):
        rest = rest[:-1]
    elif bracket or len(text) <= 10 or text[4:5] != "-":
        return text, None, not bracket
    else:
        day, rest = text[:10], text[10:].lstrip(" \t\n,;-\u2013")
    first = min((place for place in (rest.find(":"), rest.find(WIDE_COLON)) if place >= 0), default=len(rest))
    word, colon, agent = rest[:first], rest[first : first + 1], rest[first + 1 :]
    if not colon and bracket:
        return day, rest.strip(), False
    if not colon or word.strip().casefold() not in _AGENT_WORDS:
        return text, None, True
    return day, agent.strip(), text == f"{day} (agent: {agent.strip()})"


def _read_tags(first: str, more: Sequence[str]) -> tuple[str | tuple[str, ...], bool]:
    """The value of the Tags key and whether it is canonical: a block list is a tuple, anything else text."""
    if not more:
        items = first.split(", ")
        if all(item[:1] == "#" and "," not in item and len(item.split()) == 1 for item in items):
            return first, True
    elif not first and all(item[:2] in ("- ", "* ", "+ ") for item in more):
        return tuple(item[2:].strip("`\"' \t,") for item in more), False
    text = ", ".join(part.strip(BLANKS + ",") for part in (first, *more) if part.strip(BLANKS + ","))
    if text.startswith("[") and text.endswith("]"):
        text = text[1:-1]
    return text.replace("`", ""), False

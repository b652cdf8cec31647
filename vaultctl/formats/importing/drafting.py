"""Raw entries -> drafts: which part becomes which key, what is guessed, and what stays as the body.

Nothing of an entry is dropped: what does not become a key word for word stands in the body.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from vaultctl.core.lesson import is_id, one_line, parse_category, parse_ttl, trim_body
from vaultctl.formats.importing import keys
from vaultctl.formats.importing.keys import ISSUE, MITIGATION

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultctl.core.draft import Value

MAX_TEXT = 500
"""The longest issue or mitigation that is made of a text, in characters (`core.config.Limits`)."""


@dataclass(slots=True)
class Part:
    """A labelled part of an entry: its label as typed, its lines, and where it starts (from 1)."""

    label: str
    lines: list[str]
    line: int

    @property
    def text(self) -> str:
        """The value, with its line ends."""
        return "\n".join(self.lines).strip()


@dataclass(slots=True)
class Raw:
    """An entry as it stands: `title` without day and id, labelled parts, other lines (with their numbers), and the headings above
    it, outermost first.  `taken` are the numbers of all its lines."""

    line: int
    title: str = ""
    day: str = ""
    id: str = ""
    parts: list[Part] = field(default_factory=list)
    prose: list[tuple[int, str]] = field(default_factory=list)
    topics: tuple[str, ...] = ()
    taken: set[int] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Draft:
    """What could be made of an entry.

    `given` holds keys of the schema and `body`; `guessed` are those of them that the source does not say in so many words.
    `archived` is the day and the reason of an entry that is done with.  `lines` are the source's lines that went into it.
    """

    line: int
    given: dict[str, Value]
    guessed: frozenset[str] = frozenset()
    archived: tuple[str, str] | None = None
    lines: frozenset[int] = frozenset()


def draft(raw: Raw) -> Draft:
    """The draft of an entry."""
    return _Drafting(raw).result()


class _Drafting:
    def __init__(self, raw: Raw) -> None:
        self.raw = raw
        self.given: dict[str, Value] = {}
        self.guessed: set[str] = set()
        self.whole: set[int] = set()
        """The places (in `raw.parts`) of parts that became a key word for word."""
        self.shows_title = bool(raw.title)
        self.shows_prose = True

    def result(self) -> Draft:
        raw = self.raw
        if raw.id and is_id(raw.id):
            self.given["id"] = raw.id
        if raw.day:
            self.given["first_seen"] = raw.day
        for place, part in enumerate(raw.parts):
            self.take_small(place, part)
        tag, rest = keys.topic(raw.title)
        if tag and "tags" not in self.given:
            self.given["tags"] = (tag,)
            self.guessed.add("tags")
            raw.title = rest
            self.shows_title = bool(rest)
        self.take_text(ISSUE)
        self.take_text(MITIGATION)
        self.guess_texts()
        self.guess_tags()
        body = self.body()
        if body:
            self.given["body"] = body
        return Draft(raw.line, self.given, frozenset(self.guessed), None, frozenset(raw.taken))

    def take_small(self, place: int, part: Part) -> None:
        """A part that is a day, an agent, tags, an id, a ttl, a name or a category."""
        text = one_line(part.text)
        name = keys.label(part.label)
        if not text or keys.is_placeholder(text):
            return
        if name == "category" and parse_category(text) is not None:
            self.put("category", parse_category(text) or "", place)
            return
        for meaning in keys.MEANINGS.get(name, ()):
            key = meaning.key
            if key in (ISSUE, MITIGATION) or (key in self.given and key != "tags"):
                continue
            if key == "first_seen":
                day = keys.read_day(text)
                if day:
                    self.put(key, day, place, whole=text == day)
            elif key == "tags":
                self.take_tags(place, part, text, is_guess=meaning.is_guess)
            elif key == "ttl":
                try:
                    ttl = parse_ttl(text)
                except ValueError:
                    continue
                self.put(key, "indefinite" if ttl is None else str(ttl), place)
            elif key in ("id", "superseded_by"):
                if is_id(text):
                    self.put(key, text, place)
            elif key == "name":
                if text.replace("-", "").replace("_", "").replace(".", "").isalnum():
                    self.put(key, text, place)
            elif len(text) <= 60:
                self.put(key, text, place)

    def take_tags(self, place: int, part: Part, text: str, *, is_guess: bool) -> None:
        if is_guess and (len(text.split()) > 4 or ("tags" in self.given and "tags" not in self.guessed)):
            return
        listed = ", ".join(line.strip().lstrip("-*+ ") for line in part.lines if line.strip())
        tags, changed = keys.read_tags(listed)
        if not tags:
            return
        if is_guess and "tags" in self.given:
            return
        self.put("tags", tags, place, whole=not changed)
        if is_guess or changed:
            self.guessed.add("tags")
        else:
            self.guessed.discard("tags")

    def put(self, key: str, value: Value, place: int, *, whole: bool = True) -> None:
        self.given[key] = value
        if whole:
            self.whole.add(place)

    def take_text(self, key: str) -> None:
        """The part that says best what the issue, or the mitigation, is."""
        found: list[tuple[int, int, bool]] = []
        for place, part in enumerate(self.raw.parts):
            if place in self.whole or not part.text or keys.is_placeholder(one_line(part.text)):
                continue
            found += [(item.rank, place, item.is_guess) for item in keys.MEANINGS.get(keys.label(part.label), ()) if item.key == key]
        for _, place, is_guess in sorted(found):
            text = self.raw.parts[place].text
            told = keys.settling(text) if key == MITIGATION else text
            value, whole = paragraph(told)
            whole = whole and told == text
            if value:
                self.given[key] = value
                if whole:
                    self.whole.add(place)
                if is_guess or not whole:
                    self.guessed.add(key)
                return

    def guess_texts(self) -> None:
        """An issue or a mitigation out of the title, or the first paragraph, where no part says it."""
        raw = self.raw
        lines = "\n".join(line for _, line in raw.prose)
        first, whole = paragraph(lines)
        title, title_whole = ("", False) if keys.is_placeholder(raw.title) else paragraph(raw.title)
        # A title such as `Never …` is the way out, and what stands below it says why.
        swapped = bool(title and first) and keys.is_order(title) and ISSUE not in self.given and MITIGATION not in self.given
        for key, texts in ((ISSUE, (first, title) if swapped else (title, first)), (MITIGATION, (title,) if swapped else (first,))):
            if key in self.given:
                continue
            other = self.given.get(MITIGATION if key == ISSUE else ISSUE, "")
            text = next(filter(None, (*texts, other)), "")
            if text:
                self.given[key] = text
                self.guessed.add(key)
        taken = (self.given.get(ISSUE), self.given.get(MITIGATION))
        self.shows_title = bool(raw.title) and not (title_whole and title in taken)
        self.shows_prose = not (whole and first in taken)

    def guess_tags(self) -> None:
        """A tag from the nearest heading above that is short enough to be one."""
        if "tags" in self.given:
            return
        for topic in reversed(self.raw.topics):
            if len(topic.split()) <= 4:
                tag = keys.slug(topic)
                if tag:
                    self.given["tags"] = (tag,)
                    self.guessed.add("tags")
                    return

    def body(self) -> str:
        """What did not become a key word for word, in the source's order."""
        chunks: list[tuple[int, str]] = []
        if self.shows_title:
            chunks.append((0, self.raw.title))
        for place, part in enumerate(self.raw.parts):
            if place in self.whole:
                continue
            text = part.text
            several = "\n" in text or text[:1] in ("-", "*", "`", "|", ">")
            name = part.label.strip().strip("*_: \uff1a")
            chunks.append((part.line, f"**{name}:**\n{text}" if several else f"**{name}:** {text}".rstrip()))
        run: list[str] = []
        start = 0
        for number, line in self.raw.prose if self.shows_prose else ():
            if run and number > start + len(run):
                chunks.append((start, "\n".join(run)))
                run = []
            if not run:
                start = number
            run.append(line)
        if run:
            chunks.append((start, "\n".join(run)))
        chunks.sort(key=lambda chunk: chunk[0])
        return trim_body("\n\n".join(trim_body(text) for _, text in chunks if text.strip()))


def paragraph(text: str) -> tuple[str, bool]:
    """The first paragraph of a text on one line, at most MAX_TEXT characters, and whether that is all of it.

    A code fence is passed over; where only list items stand there, the first of them counts.
    """
    taken: list[str] = []
    item = ""
    fenced = False
    for line in text.split("\n"):
        bare = line.strip()
        if bare.startswith(("```", "~~~")):
            fenced = not fenced
        elif bare and not fenced and not _is_item(bare) and not bare.startswith(("|", "#", "<!--")):
            taken.append(bare.lstrip("> "))
            continue
        elif _is_item(bare) and not fenced and not item and not taken:
            item = _without_marker(bare)
        if taken:
            break
    value = one_line(" ".join(taken)) or one_line(item)
    return cut(value), one_line(text) == value and len(value) <= MAX_TEXT


def _is_item(line: str) -> bool:
    return _without_marker(line) != line


def _without_marker(line: str) -> str:
    """A list item without its marker."""
    if line[:2] in ("- ", "* ", "+ "):
        return line[2:].lstrip()
    digits = len(line) - len(line.lstrip("0123456789"))
    if 0 < digits < 5 and line[digits : digits + 2] in (". ", ") "):
        return line[digits + 2 :].lstrip()
    return line


def cut(text: str) -> str:
    """A text of at most MAX_TEXT characters: whole sentences where that is possible."""
    if len(text) <= MAX_TEXT:
        return text
    head = text[: MAX_TEXT - 1]
    end = max(head.rfind(mark) for mark in (". ", "! ", "? ", "; "))
    return head[: end + 1] if end > MAX_TEXT // 3 else head.rsplit(" ", 1)[0] + "…"


def split_statement(text: str) -> tuple[str, str]:
    """A line such as `what goes wrong → what to do` in two; the second is empty where there is no such arrow."""
    for arrow in (" → ", " -> ", " => ", " ⇒ "):
        before, found, after = text.partition(arrow)
        if found and before.strip() and after.strip():
            return before.strip(), after.strip()
    return text, ""


def of_texts(line: int, pairs: Sequence[tuple[str, str]], taken: set[int], topics: tuple[str, ...]) -> Raw:
    """A raw entry of labels and values, such as a row of a table."""
    parts = [Part(name, [value], line) for name, value in pairs if value]
    return Raw(line, parts=parts, topics=topics, taken=taken)

"""A lesson, and how a record becomes one.

`interpret` is the only way from what a file says (`core.record.Record`) to what it means.  A record that
cannot be understood is a value in the stream (`Malformed`), not an exception.
"""

from __future__ import annotations

from vaultctl.core import expiry
from vaultctl.core import tags as tagging
from vaultctl.core.days import date
from vaultctl.core.record import Fault, Field, Record
from vaultctl.core.schema import (
    ARCHIVE_KEYS,
    BLOCKED,
    CATEGORIES,
    INDEFINITE,
    KEY_BY_NAME,
    MAX_TTL_DAYS,
    REQUIRED,
    SECTIONS,
    VERIFIED,
)
from vaultctl.core.values import NamedTuple as _NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import NamedTuple

    from vaultctl.core.schema import Category
else:
    NamedTuple = _NamedTuple


class Lesson(NamedTuple):
    """One lesson.  `tags` are normalised, `ttl` is in days (None: indefinite), days are UTC days."""

    id: str
    category: Category
    tags: tuple[str, ...]
    issue: str
    mitigation: str
    first_seen: date
    source_agent: str
    ttl: int | None
    last_verified: date | None = None
    superseded_by: str | None = None
    name: str | None = None
    body: str = ""

    @property
    def expires(self) -> date | None:
        """The last day on which it counts; None: never expires."""
        return expiry.expires_on(self.first_seen, self.last_verified, self.ttl)

    def is_expired(self, today: date) -> bool:
        """Whether it has expired on that UTC day."""
        return expiry.is_expired(self.expires, today)

    @property
    def key(self) -> str:
        """The id as it is compared: without case."""
        return id_key(self.id)


class Entry(NamedTuple):
    """A record that is a lesson; `faults` are those that leave it one."""

    lesson: Lesson
    record: Record
    faults: tuple[Fault, ...] = ()


class Malformed(NamedTuple):
    """A record that is no lesson.  `tags` are its normalised tags, None where they cannot be read."""

    record: Record
    faults: tuple[Fault, ...]
    id: str | None = None
    tags: tuple[str, ...] | None = None

    @property
    def worst(self) -> Fault:
        """The first fatal fault: the reason to show."""
        return next(fault for fault in self.faults if fault.fatal)


def id_key(text: str) -> str:
    """An id as ids are compared: without case."""
    return text.casefold()


def is_id(text: str) -> bool:
    """Whether a text is `[A-Z]{1,4}-?[0-9A-Za-z]+(-[0-9A-Za-z]+)*`."""
    # Up to four letters may lead, but what follows may be letters too: one letter and any parts say the same.
    if not text.isascii() or not text[:1].isupper():
        return False
    return all(part.isalnum() for part in text[1:].removeprefix("-").split("-"))


def parse_day(text: str) -> date:
    """A day written YYYY-MM-DD.  Raises ValueError with a plain reason."""
    if len(text) == 10 and text.isascii() and text[4] == text[7] == "-" and (text[:4] + text[5:7] + text[8:]).isdigit():
        try:
            return date(int(text[:4]), int(text[5:7]), int(text[8:]))
        except ValueError:
            raise ValueError(f"no such day: {text}") from None
    raise ValueError(f"{text[:40]!r} is not a day: write YYYY-MM-DD")


def parse_ttl(text: str) -> int | None:
    """Days from `365`, `365d`, `365 days`, or None from `indefinite`.  Raises ValueError with a plain reason."""
    word = text.strip().casefold()
    if word == INDEFINITE:
        return None
    for unit in ("days", "day", "d"):
        if word.endswith(unit):
            word = word[: -len(unit)].rstrip()
            break
    if not (word.isascii() and word.isdigit()) or len(word) > 6 or not 1 <= int(word) <= MAX_TTL_DAYS:
        raise ValueError(f"{text[:40]!r} is not a ttl: write whole days from 1 to {MAX_TTL_DAYS}, or {INDEFINITE}")
    return int(word)


def parse_category(text: str) -> Category | None:
    """The category of that name or section heading, without case; None for anything else."""
    word = text.strip().upper().replace(" ", "_")
    for category in CATEGORIES:
        if word in (category, SECTIONS[category]):
            return category
    return None


def trim_body(text: str) -> str:
    """A body in the form in which both layouts keep it: without blank lines before and after it, and no line end at its end."""
    lines = text.split("\n")
    first, last = 0, len(lines)
    while first < last and not lines[first].strip(" \t\r"):
        first += 1
    while first < last and not lines[last - 1].strip(" \t\r"):
        last -= 1
    return "\n".join(lines[first:last])


def one_line(text: str) -> str:
    """A paragraph on one line: runs of blanks and line ends become one blank."""
    return " ".join(text.split())


class _Reader:
    """Takes the fields of one record apart and collects the faults."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.faults: list[Fault] = list(record.faults)
        self.fields: dict[str, Field] = {}
        for field in record.fields:
            first = self.fields.setdefault(field.key, field)
            if first is not field:
                self.fatal("duplicate-key", f"{field.key} stands twice, on lines {first.line} and {field.line}", field,
                           "keep the right one and delete the other")
            elif field.key not in KEY_BY_NAME and not (record.archived and field.key in ARCHIVE_KEYS):
                self.faults.append(Fault("unknown-key", f"unknown key {field.key!r}", field.line, field.column, "warning",
                                         hint="the keys are " + ", ".join(KEY_BY_NAME)))
        for key in REQUIRED:
            field = self.fields.get(key)  # type: ignore[assignment] # a fresh name for each key
            if field is None and key in record.broken:
                continue
            if field is None:
                self.faults.append(Fault("missing-key", f"{key} is missing", record.line, fatal=True,
                                         hint=f"add it: {KEY_BY_NAME[key].about}"))
            elif not field.value or not any(item.strip() for item in field.value):
                self.fatal("missing-key", f"{key} is empty", field, KEY_BY_NAME[key].about)

    def fatal(self, rule: str, message: str, field: Field, hint: str = "") -> None:
        self.faults.append(Fault(rule, message, field.line, field.column, fatal=True, hint=hint))

    def text(self, key: str) -> str | None:
        """The one-line text of a key; None where it is absent, empty or a list (which is a fault)."""
        field = self.fields.get(key)
        if field is None or not field.value:
            return None
        if isinstance(field.value, tuple):
            self.fatal("bad-value", f"{key} must be text, not a list", field, f"write {key}: \"…\" on one line")
            return None
        return one_line(field.value) or None

    def day(self, key: str) -> date | None:
        text = self.text(key)
        if text is None:
            return None
        try:
            return parse_day(text)
        except ValueError as error:
            self.fatal("bad-date", f"{key}: {error}", self.fields[key], "write the day as YYYY-MM-DD")
            return None

    def tags(self) -> tuple[str, ...] | None:
        """The normalised tags, each once and in the order written; None where they cannot all be read."""
        field = self.fields.get("tags")
        if field is None or not field.value:
            return None
        items = tagging.split_list(field.value) if isinstance(field.value, str) else field.value
        if isinstance(field.value, str) and len(items) == 1:
            items = items[0].split()  # `#a #b`, and prose that then fails below
        found: dict[str, None] = {}
        good = bool(items)
        for item in items:
            try:
                tag = tagging.normalise(item)
            except tagging.TagError as error:
                self.fatal("bad-tag", error.message, field, error.hint)
                good = False
                continue
            found[tag] = None
            if tag != item.removeprefix("#"):
                self.faults.append(Fault("not-canonical", f"tag {item!r} is written {tag}", field.line, field.column, "warning",
                                         fixable=True))
        return tuple(found) if good else None

    def all_tags(self) -> Iterator[Field]:
        return (field for field in self.record.fields if field.key == "tags")


def interpret(record: Record) -> Entry | Malformed:
    """The lesson that a record stands for, or why it stands for none.  Never raises."""
    reader = _Reader(record)
    identity = reader.text("id")
    if identity is not None and not is_id(identity):
        message = f"{identity[:60]!r} is no id: write one to four capital letters, a dash, then letters and digits"
        reader.faults.append(Fault("bad-id", message, reader.fields["id"].line, reader.fields["id"].column,
                                   hint=f"such as {identity.upper() if is_id(identity.upper()) else 'B-001'}"))
    category_text = reader.text("category")
    category = parse_category(category_text) if category_text else None
    if category_text and category is None:
        reader.fatal("bad-category", f"{category_text[:40]!r} is no category", reader.fields["category"],
                     "write BLOCKED, WARNING or VERIFIED")
    elif category_text and category_text != category and category_text != SECTIONS[category or BLOCKED]:
        reader.faults.append(Fault("not-canonical", f"category {category_text!r} is written {category}",
                                   reader.fields["category"].line, reader.fields["category"].column, "warning", fixable=True))
    tags = reader.tags()
    issue = reader.text("issue")
    mitigation = reader.text("mitigation")
    if issue is not None and issue.casefold() == "n/a" and category not in (None, VERIFIED):
        reader.fatal("bad-value", "issue is N/A, which only a VERIFIED lesson may say", reader.fields["issue"],
                     "say in one paragraph what goes wrong")
    first_seen = reader.day("first_seen")
    last_verified = reader.day("last_verified")
    ttl: int | None = None
    ttl_text = reader.text("ttl")
    if ttl_text is not None:
        try:
            ttl = parse_ttl(ttl_text)
        except ValueError as error:
            reader.fatal("bad-ttl", str(error), reader.fields["ttl"], "ttl: 365")
    agent = reader.text("source_agent")
    superseded_by = reader.text("superseded_by")
    name = reader.text("name")
    faults = tuple(sorted(reader.faults, key=lambda fault: (fault.line, fault.column)))
    if any(fault.fatal for fault in faults):
        unsure = "tags" in record.broken or sum(1 for _ in reader.all_tags()) > 1
        return Malformed(record, faults, identity, None if unsure else tags)
    assert identity and category and tags and issue and mitigation and first_seen and agent, record
    lesson = Lesson(identity, category, tags, issue, mitigation, first_seen, agent, ttl, last_verified, superseded_by, name,
                    record.body)
    return Entry(lesson, record, faults)

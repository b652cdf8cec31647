"""`show` and `search`: one lesson by its id, or those that hold some words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from vaultctl.core.lesson import Entry, id_key
from vaultctl.core.links import find_links
from vaultctl.core.rules.context import Source
from vaultctl.core.schema import CATEGORIES
from vaultctl.core.shown import shown, shown_body
from vaultctl.errors import Refused, UsageError, VaultUnreadable
from vaultctl.formats import markdown
from vaultctl.usecases.findings import Unsearched
from vaultctl.usecases.presence import ODD
from vaultctl.usecases.snapshot import Snapshot

EXCERPT = 120


@dataclass(frozen=True, slots=True)
class Shown:
    """A lesson with its neighbours: the ids that it links to (as typed, where no lesson bears one), and those that link to it."""

    entry: Entry
    links: tuple[str, ...]
    backlinks: tuple[str, ...]
    archived: bool


@dataclass(frozen=True, slots=True)
class Hit:
    """A lesson that holds the words, with the first line that does."""

    entry: Entry
    line: int
    excerpt: str
    archived: bool


@dataclass(frozen=True, slots=True)
class Hits:
    """What a search brings.  `files` were searched, `unread` could not be."""

    hits: tuple[Hit, ...]
    files: int
    unread: tuple[Unsearched, ...]


def _entries(snapshot: Snapshot, *, archived: bool) -> Iterator[tuple[Source, Entry]]:
    for source in snapshot.sources:
        if source.role == "lessons" or (archived and source.role == "archive"):
            yield from ((source, record) for record in source.records if isinstance(record, Entry))


def unread(snapshot: Snapshot, *, archived: bool) -> tuple[Unsearched, ...]:
    """What of the lessons could not be read."""
    found: list[Unsearched] = []
    for source in snapshot.sources:
        if source.role != "lessons" and not (archived and source.role == "archive"):
            continue
        if source.kind != "file":
            found.append(Unsearched(source.path, 0, ODD[source.kind]))
        found += [Unsearched(source.path, fault.line, fault.message) for fault in source.faults if fault.fatal]
        found += [
            Unsearched(source.path, record.worst.line, record.worst.message)
            for record in source.records
            if not isinstance(record, Entry)
        ]
    return tuple(found)


def find_lesson(snapshot: Snapshot, identity: str) -> tuple[Source, Entry]:
    """The lesson of that id or name, archived or not, with its file.

    Raises Refused when there is none; VaultUnreadable when several bear the id, or there is none and not all could be read.
    """
    wanted = id_key(identity.strip())
    if not wanted:
        raise UsageError("no id given", "name one: vaultctl show B-001")
    everything = list(_entries(snapshot, archived=True))
    found = [item for item in everything if item[1].lesson.key == wanted]
    found = found or [item for item in everything if (item[1].lesson.name or "").casefold() == wanted]
    if len(found) > 1:
        places = ", ".join(f"{entry.record.path}:{entry.record.line}" for _, entry in found)
        raise VaultUnreadable(f"{identity} stands for {len(found)} lessons: {places}", "give all but one of them another id")
    if not found:
        raise _missing(identity, [entry for _, entry in everything], unread(snapshot, archived=True))
    return found[0]


def show(snapshot: Snapshot, identity: str) -> Shown:
    """The lesson of that id or name with its neighbours, archived or not.  Raises what `find_lesson` raises."""
    source, entry = find_lesson(snapshot, identity)
    everything = list(_entries(snapshot, archived=True))
    names = {entry.lesson.name.casefold(): entry.lesson.id for _, entry in everything if entry.lesson.name}
    ids = {entry.lesson.key: entry.lesson.id for _, entry in everything}

    def resolve(target: str) -> str:
        return ids.get(id_key(target)) or names.get(target.casefold()) or target

    def links(lesson: Entry) -> tuple[str, ...]:
        named = [link.target for link in find_links(lesson.lesson.body, markdown.scan)] if "[[" in lesson.lesson.body else []
        if lesson.lesson.superseded_by:
            named.append(lesson.lesson.superseded_by)
        return tuple(dict.fromkeys(resolve(target) for target in named))

    back = sorted(other.lesson.id for _, other in everything if other is not entry and entry.lesson.id in links(other))
    return Shown(entry, links(entry), tuple(back), source.role == "archive")


def _missing(identity: str, entries: list[Entry], unreadable: tuple[Unsearched, ...]) -> Refused | VaultUnreadable:
    if unreadable:
        first = unreadable[0]
        return VaultUnreadable(
            f"no readable lesson {identity}, but {len(unreadable)} could not be read, the first at {first.place}",
            "`vaultctl lint` says what is wrong there",
        )
    close = get_close_matches(id_key(identity), [entry.lesson.key for entry in entries], n=1)
    meant = next((entry.lesson.id for entry in entries if close and entry.lesson.key == close[0]), None)
    return Refused(f"no lesson {identity}", f"did you mean {meant}?" if meant else "`vaultctl search TEXT` looks for words")


def search(snapshot: Snapshot, text: str, *, archived: bool) -> Hits:
    """The lessons that hold every word of the text, without case, in any of their keys or the body.

    Sorted by category, newest first.  Raises UsageError for no words.
    """
    words = [word.casefold() for word in text.split()]
    if not words:
        raise UsageError("no text to look for", "name some: vaultctl search unicode font")
    hits: list[Hit] = []
    files = 0
    for source in snapshot.sources:
        files += source.role == "lessons" or (archived and source.role == "archive")
    for source, entry in _entries(snapshot, archived=archived):
        lesson = entry.lesson
        # Blanks between the parts keep words from growing together.
        parts = (lesson.id, lesson.category, " ".join(lesson.tags), lesson.issue, lesson.mitigation, lesson.source_agent)
        whole = "\n".join((*parts, lesson.name or "", lesson.body)).casefold()
        if all(word in whole for word in words):
            line, excerpt = _excerpt(entry, words)
            hits.append(Hit(entry, line, excerpt, source.role == "archive"))
    hits.sort(key=_order)
    return Hits(tuple(hits), files, unread(snapshot, archived=archived))


def _order(hit: Hit) -> tuple[bool, int, int, str]:
    lesson = hit.entry.lesson
    return hit.archived, CATEGORIES.index(lesson.category), -lesson.first_seen.toordinal(), lesson.key


def _excerpt(entry: Entry, words: list[str]) -> tuple[int, str]:
    """The line of the issue, the mitigation or the body that holds most of the words; the issue where none of them does.

    Keys and tags are not shown: they stand beside it in every answer.
    """
    record, lesson = entry.record, entry.lesson
    best, line = shown(lesson.issue), _line_of(entry, "issue")
    most = _held(best, words)
    candidates = [(shown(lesson.mitigation), _line_of(entry, "mitigation"))]
    if lesson.body:
        body = shown_body(lesson.body, markdown.scan)
        candidates += [(text, number) for number, text in enumerate(body.split("\n"), record.body_line or record.line)]
    for text, number in candidates:
        held = _held(text, words)
        if held > most:
            best, line, most = text, number, held
    return line, _shorten(" ".join(best.split()), words)


def _line_of(entry: Entry, key: str) -> int:
    field = entry.record.field(key)
    return field.line if field is not None else entry.record.line


def _held(text: str, words: list[str]) -> int:
    folded = text.casefold()
    return sum(word in folded for word in words)


def _shorten(text: str, words: list[str]) -> str:
    if len(text) <= EXCERPT:
        return text
    at = min((place for word in words if (place := text.casefold().find(word)) >= 0), default=0)
    start = max(0, min(at - EXCERPT // 3, len(text) - EXCERPT))
    return ("…" if start else "") + text[start : start + EXCERPT] + ("…" if start + EXCERPT < len(text) else "")

"""`VAULT_INDEX.md` and the pages below it: each of at most 40 lines, together one way down to every lesson.

A page lists lessons while they fit.  Else it lists namespaces, each with its count and its own page; where even those are too
many, one line stands for all that begin alike (`rust/crate/s…`).  So a lesson that is added changes the pages above it alone.
What a page does not list it says.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from vaultctl.core.counted import counted
from vaultctl.core.places import INDEX_DIR, INDEX_JSON, INDEX_MD
from vaultctl.core.schema import CATEGORIES
from vaultctl.core.tags import portability
from vaultctl.formats.index import last_day, line_of, order, visible

if TYPE_CHECKING:
    from vaultctl.core.lesson import Entry

MAX_LINES = 40
_HEAD = 2  # the title, and a blank line
TITLE = "# Vault index"
_NUMBER = r"\d+ lessons?"
# Each line that a page may have, and the marks of a merge.
_OURS = tuple(map(re.compile, (
    rf"{TITLE}(?: of .+)?: {_NUMBER}(?: \([^()]*\)|, not listed one by one: .+)?",
    rf"- (?:{'|'.join(CATEGORIES)}) \[.*\]\(.+#L\d+-L\d+>?\) .+",
    rf"- \[.+\]\(.+\): {_NUMBER} \([^()]*\)",
    rf"- .+: {_NUMBER}, not listed: look the tag up in {re.escape(INDEX_JSON)}",
    rf"- and {_NUMBER} more that are not listed here: .+",
    r"(?:<{7}|>{7}|\|{7}|={7})(?: .*)?",
)))  # fmt: skip
_UNFIT = re.compile(r"[^\w.+-]")


def is_page(text: str) -> bool:
    """Whether every line of a text is one that is written here, so that nothing is lost with it; an empty one is."""
    return all(not line.strip() or any(own.fullmatch(line) for own in _OURS) for line in text.split("\n"))


def pages(entries: Sequence[Entry]) -> dict[str, str]:
    """Path -> text of `VAULT_INDEX.md` and every page below it."""
    found: dict[str, str] = {}
    if len(entries) <= MAX_LINES:
        ordered = sorted(entries, key=lambda entry: (entry.lesson.tags[0], order(entry)))
        lines = [_lesson_line(entry, INDEX_MD) for entry in ordered]
        # The title gives way to the last two lessons.
        head = [f"{TITLE}: {counted(len(entries), 'lesson')}", *([""] if lines else [])] if len(lines) <= MAX_LINES - _HEAD else []
        return {INDEX_MD: _join([*head, *lines])}
    root = _branching(_tree(entries))
    of = f" of {root.tag}" if root.tag else ""
    title = f"{TITLE}{of}: {counted(len(entries), 'lesson')}, not listed one by one: follow the pages, or look a tag up in {INDEX_JSON}"
    _Writer(found).write(INDEX_MD, title, list(_items(root)), whole=False)
    return dict(sorted(found.items()))


@dataclass(slots=True)
class _Node:
    """A namespace: the lessons that bear just this tag, the namespaces one segment below, and every lesson in it, each once."""

    tag: str
    own: list[Entry] = field(default_factory=list)
    below: dict[str, _Node] = field(default_factory=dict)
    every: dict[int, Entry] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Item:
    """A line of a page that may be joined with others.

    `above` is the namespace whose page it stands on, `key` what it is sorted and joined by, `tag` the namespace that it is about.
    `inside` are the lines of that one's own page; a lesson has none.
    """

    above: str
    key: str
    tag: str
    entries: tuple[Entry, ...]
    inside: Callable[[], Iterator[_Item]] | None = None


def _tree(entries: Sequence[Entry]) -> _Node:
    root = _Node("")
    for entry in sorted(entries, key=order):
        for tag in entry.lesson.tags:
            node = root
            node.every[id(entry)] = entry
            for segment in tag.split("/"):
                node = node.below.setdefault(segment, _Node(f"{node.tag}/{segment}".lstrip("/")))
                node.every[id(entry)] = entry
            node.own.append(entry)
    return root


def _items(node: _Node) -> Iterator[_Item]:
    """What a namespace holds: a line each for its own lessons and for the namespaces below."""
    for entry in node.own:
        yield _Item(node.tag, _UNFIT.sub("_", entry.lesson.key), node.tag, (entry,))
    for segment, child in node.below.items():
        last = _branching(child)
        yield _Item(node.tag, segment, last.tag, tuple(last.every.values()), _inside(last))


def _branching(node: _Node) -> _Node:
    """The first namespace from here down that holds more than another one."""
    while not node.own and len(node.below) == 1:
        node = next(iter(node.below.values()))
    return node


def _inside(node: _Node) -> Callable[[], Iterator[_Item]]:
    return lambda: _items(node)


class _Writer:
    """Writes pages into `found`, each with those below it."""

    def __init__(self, found: dict[str, str]) -> None:
        self.found = found

    def write(self, path: str, title: str, items: list[_Item], *, whole: bool = True) -> None:
        """One page.  `whole`: it lists lessons where they fit."""
        entries = _distinct(items)
        room = MAX_LINES - _HEAD
        if whole and len(entries) <= room:
            lines = [_lesson_line(entry, path) for entry in sorted(entries, key=order)]
        else:
            lines = self._lines(path, items, room)
        self.found[path] = _join([title, "", *lines])

    def _lines(self, path: str, items: list[_Item], room: int) -> list[str]:
        groups = _groups(items, room)
        shown = groups if len(groups) <= room else groups[: room - 1]
        lines = []
        for prefix, group in shown:
            entries, lone = _distinct(group), group[0]
            if len(entries) == 1:
                lines.append(_lesson_line(entries[0], path))
            elif prefix or lone.inside is None:
                name = f"{lone.above}/{prefix}…" if lone.above else f"{prefix}…"
                lines.append(self._below(path, name, _page_of(f"{lone.above}/~{prefix}".lstrip("/")), group, entries))
            elif portability(lone.tag):
                lines.append(f"- {lone.tag}: {counted(len(entries), 'lesson')}, not listed: look the tag up in {INDEX_JSON}")
            else:
                lines.append(self._below(path, lone.tag, _page_of(lone.tag), list(lone.inside()), entries))
        if len(groups) > room:
            left = _distinct(item for _, group in groups[room - 1 :] for item in group)
            lines.append(f"- and {counted(len(left), 'lesson')} more that are not listed here: look their tags up in {INDEX_JSON}")
        return lines

    def _below(self, path: str, name: str, page: str, items: list[_Item], entries: Sequence[Entry]) -> str:
        """Writes a page, and gives the line that leads to it."""
        about = f"{counted(len(entries), 'lesson')} ({_tally(entries)})"
        self.write(page, f"{TITLE} of {name}: {about}", items)
        return f"- [{name}]({_link(path, page)}): {about}"


def _groups(items: Iterable[_Item], room: int) -> list[tuple[str, list[_Item]]]:
    """The items one by one; where they are too many, those that begin alike together, with what they begin with.

    The smallest of those groups are taken apart again as far as there is room.
    """
    ordered = sorted(items, key=lambda item: (item.key, item.tag, order(item.entries[0])))
    alone = [("", [item]) for item in ordered]
    if len(ordered) <= room:
        return alone
    first, last = ordered[0].key, ordered[-1].key
    shared = next((place for place, (one, other) in enumerate(zip(first, last, strict=False)) if one != other),
                  min(len(first), len(last)))  # fmt: skip
    groups: dict[str, list[_Item]] = {}
    for item in ordered:
        groups.setdefault(item.key[: shared + 1], []).append(item)
    if len(groups) == 1:
        return alone
    left = room - len(groups)
    apart: set[str] = set()
    for prefix in sorted(groups, key=lambda prefix: (len(groups[prefix]), prefix)):
        left -= len(groups[prefix]) - 1
        if left < 0:
            break
        apart.add(prefix)
    lines: list[tuple[str, list[_Item]]] = []
    for item in ordered:
        prefix = item.key[: shared + 1]
        if prefix in apart:
            lines.append(("", [item]))
        elif not lines or lines[-1][0] != prefix:
            lines.append((prefix, groups[prefix]))
    return lines


def _distinct(items: Iterable[_Item]) -> list[Entry]:
    return list({id(entry): entry for item in items for entry in item.entries}.values())


def _page_of(tag: str) -> str:
    # A folder must not bear the name of another tag's page.
    parts = [f"{part}~" if part.endswith(".md") else part for part in tag.split("/")]
    return f"{INDEX_DIR}/{'/'.join(parts)}.md"


def _lesson_line(entry: Entry, page: str) -> str:
    lesson, record = entry.lesson, entry.record
    link = _link(page, record.path)
    if any(char in link for char in " ()<>\\"):
        link = "<" + re.sub(r"([<>\\])", r"\\\1", link)
        place = f"{link}#L{record.line}-L{record.end_line}>"
    else:
        place = f"{link}#L{record.line}-L{record.end_line}"
    by = f", superseded by {_plain(lesson.superseded_by)}" if lesson.superseded_by else ""
    return (f"- {lesson.category} [{_plain(lesson.id)}]({place}) {last_day(lesson)}{by} ({', '.join(lesson.tags)}): "
            f"{_plain(line_of(lesson))}")  # fmt: skip


def _link(page: str, path: str) -> str:
    """A path as seen from a page."""
    here, there = page.split("/")[:-1], path.split("/")
    shared = 0
    while shared < min(len(here), len(there) - 1) and here[shared] == there[shared]:
        shared += 1
    return visible("/".join([".."] * (len(here) - shared) + there[shared:]))


def _plain(text: str) -> str:
    """Text in which no Markdown can start a link, an image or HTML."""
    return re.sub(r"([\\<\[\]])", r"\\\1", visible(text))


def _tally(entries: Iterable[Entry]) -> str:
    counts: Mapping[str, int] = Counter(entry.lesson.category for entry in entries)
    return ", ".join(f"{counts[category]} {category}" for category in CATEGORIES if counts.get(category))


def _join(lines: Sequence[str]) -> str:
    return "\n".join(lines) + "\n"

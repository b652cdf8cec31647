"""The verdict: what the lessons that a query touches add up to (DESIGN section 4).

Everything here is decided from values: the same records, query and day give the same verdict on every machine.
"""

from __future__ import annotations

from vaultctl.core.lesson import Entry, Malformed, id_key
from vaultctl.core.matching import Query, Touch, touch
from vaultctl.core.schema import BLOCKED, CATEGORIES, VERIFIED
from vaultctl.core.values import NamedTuple as _NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import date
    from typing import Literal, NamedTuple

    Word = Literal["BLOCKED", "UNKNOWN", "WARNED", "CLEAR"]
else:
    NamedTuple = _NamedTuple


class Shown(NamedTuple):
    """A lesson of the answer: the entry, how it meets the query, and whether it has expired."""

    entry: Entry
    touch: Touch
    expired: bool

    @property
    def blocks(self) -> bool:
        """Whether it stops the task."""
        return self.entry.lesson.category == BLOCKED and not self.expired

    @property
    def warns(self) -> bool:
        """Whether it counts as a warning."""
        return self.entry.lesson.category != VERIFIED and not self.blocks


class Judgement(NamedTuple):
    """What the lessons say.  `shown` and `narrower` are in order; `malformed` are the records that may match and are no lessons."""

    word: Word
    shown: tuple[Shown, ...]
    narrower: tuple[Entry, ...]
    superseded: tuple[Entry, ...]
    malformed: tuple[Malformed, ...]


def sort_entries(
    records: Iterable[Entry | Malformed], query: Query
) -> tuple[list[tuple[Entry, Touch]], list[Entry], list[Malformed]]:
    """Entries that the query touches, those that are narrower, and the malformed records that may match."""
    touched: list[tuple[Entry, Touch]] = []
    narrower: list[Entry] = []
    malformed: list[Malformed] = []
    for record in records:
        if isinstance(record, Malformed):
            # One whose tags cannot be read may match anything.
            meets = touch(record.tags, query) if record.tags else None
            if record.tags is None or (meets is not None and not meets.narrower):
                malformed.append(record)
            continue
        meets = touch(record.lesson.tags, query)
        if meets is None:
            continue
        if meets.narrower:
            narrower.append(record)
        else:
            touched.append((record, meets))
    return touched, narrower, malformed


def open_ends(touched: Sequence[tuple[Entry, Touch]], known: Mapping[str, Sequence[Entry]]) -> frozenset[str]:
    """The id keys that chains of `superseded_by` lead to and that are not known yet."""
    missing: set[str] = set()
    for entry, _ in touched:
        seen: set[str] = set()
        following = entry.lesson.superseded_by
        while following and id_key(following) not in seen:
            seen.add(id_key(following))
            found = known.get(id_key(following))
            if found is None:
                missing.add(id_key(following))
                break
            following = found[0].lesson.superseded_by if len(found) == 1 else None
    return frozenset(missing)


def chain(entry: Entry, known: Mapping[str, Sequence[Entry]]) -> tuple[Entry, ...]:
    """The lessons that replace one another after this one, in order; none when the chain breaks, forks or runs in a circle."""
    seen = {entry.lesson.key}
    links: list[Entry] = []
    following = entry.lesson.superseded_by
    while following:
        key = id_key(following)
        found = known.get(key, ())
        if key in seen or len(found) != 1:
            return ()
        seen.add(key)
        links.append(found[0])
        following = found[0].lesson.superseded_by
    return tuple(links)


def _is_superseded(entry: Entry, meets: Touch, query: Query, known: Mapping[str, Sequence[Entry]], today: date) -> bool:
    if not entry.lesson.superseded_by:
        return False
    links = chain(entry, known)
    if not links or links[-1].lesson.is_expired(today):
        return False
    reach = touch(links[-1].lesson.tags, query)
    return reach is not None and not reach.narrower and meets.queries <= reach.queries


def judge(
    records: Sequence[Entry | Malformed], query: Query, known: Mapping[str, Sequence[Entry]], today: date, *, whole: bool
) -> Judgement:
    """The verdict on a query.

    `records` holds at least everything that may touch it; `known` maps an id key to the readable live lessons of that id;
    `whole` says whether everything that may match could be searched.
    """
    touched, narrower, malformed = sort_entries(records, query)
    shown: list[Shown] = []
    superseded: list[Entry] = []
    for entry, meets in touched:
        if _is_superseded(entry, meets, query, known, today):
            superseded.append(entry)
        else:
            shown.append(Shown(entry, meets, entry.lesson.is_expired(today)))
    shown.sort(key=_order)
    narrower.sort(key=lambda entry: (entry.lesson.key, entry.record.path, entry.record.line))
    malformed.sort(key=lambda record: (record.record.path, record.record.line))
    word: Word
    if any(item.blocks for item in shown):
        word = "BLOCKED"
    elif malformed or not whole:
        word = "UNKNOWN"
    elif any(item.warns for item in shown):
        word = "WARNED"
    else:
        word = "CLEAR"
    return Judgement(word, tuple(shown), tuple(narrower), tuple(superseded), tuple(malformed))


def _order(item: Shown) -> tuple[bool, int, int, int, str, str, int]:
    """What blocks, which decides, before everything else; then category, closeness, newest, id."""
    lesson = item.entry.lesson
    newest = max(lesson.first_seen, lesson.last_verified or lesson.first_seen)
    return (not item.blocks, CATEGORIES.index(lesson.category), item.touch.distance, -newest.toordinal(), lesson.key,
            item.entry.record.path, item.entry.record.line)


def index_by_id(records: Iterable[Entry | Malformed]) -> dict[str, list[Entry]]:
    """Readable lessons by id key."""
    known: dict[str, list[Entry]] = {}
    for record in records:
        if isinstance(record, Entry):
            known.setdefault(record.lesson.key, []).append(record)
    return known



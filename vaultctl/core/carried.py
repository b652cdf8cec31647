"""Which lessons stand in another file than before, so that what was known of them is not told anew.

A lesson has moved where one of its id and its words went from one file and came to another.  Its tags, its ttl and how it was
verified, superseded or archived may differ, for that is what a move changes; problems with those say so in their message.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from vaultctl.core.lesson import Entry, id_key

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from vaultctl.core.lesson import Malformed
    from vaultctl.core.rules.context import Source

_WORDS = ("category", "issue", "mitigation", "first_seen", "source_agent", "name")


def find_moves(after: Iterable[Source], before: Iterable[Source]) -> dict[tuple[str, str], str]:
    """(id as ids are compared, path) -> the path where that lesson stood before.  Files that are the same value are passed over."""
    new, old = {source.path: source for source in after}, {source.path: source for source in before}
    here = _standing(source for path, source in new.items() if source is not old.get(path))
    there = _standing(source for path, source in old.items() if source is not new.get(path))
    gone: dict[tuple[str, Hashable], list[str]] = defaultdict(list)
    for (key, words, path), count in (there - here).items():
        gone[key, words] += [path] * count
    moves: dict[tuple[str, str], str] = {}
    for key, words, path in (here - there).elements():
        left = gone.get((key, words))
        if left:
            moves.setdefault((key, path), left.pop())
    return moves


def _standing(sources: Iterable[Source]) -> Counter[tuple[str, Hashable, str]]:
    return Counter(
        (id_key(identity), _words(item), source.path)
        for source in sources for item in source.records
        if (identity := item.lesson.id if isinstance(item, Entry) else item.id)
    )  # fmt: skip


def _words(item: Entry | Malformed) -> Hashable:
    """What a lesson says, whichever layout it is written in."""
    if isinstance(item, Entry):
        values = [str(getattr(item.lesson, key) or "") for key in _WORDS]
    else:
        found = [item.record.field(key) for key in _WORDS]
        values = [str(field.value) if field is not None else "" for field in found]
    return isinstance(item, Entry), *(" ".join(value.split()) for value in (*values, item.record.body))

"""Near-duplicates: lessons on the same tags that say nearly the same.

Two lessons are compared when the tags of one are all among those of the other.  The score is the better of two ratios from 0
to 1: of the words they share (without the commonest ones; Dice), so that another order or a filler word does not matter, and of
the characters in their order (`difflib`), for scripts without blanks.

`THRESHOLD` was chosen on a real vault of 1,191 security advisories, none of which is a second recording of another: 1,393 pairs
of them share their tags, 34 score 0.65 or more, and about half of those a reader would call duplicates as well.
"""

from __future__ import annotations

import re
import unicodedata
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vaultctl.core.lesson import Lesson

THRESHOLD = 0.65
MAX_COMPARED = 1_000
"""Characters of a text that are looked at."""
_WORD = re.compile(r"[^\W_]+")
_COMMON = frozenset((
    "a", "an", "and", "are", "as", "at", "be", "by", "can", "could", "for", "from", "if", "in", "into", "is", "it", "its",
    "may", "no", "not", "of", "on", "or", "so", "that", "the", "then", "this", "to", "was", "when", "will", "with", "would",
))  # fmt: skip


class Similar(NamedTuple):
    """A lesson that is much like another, and how much: 0 to 1, two digits."""

    id: str
    score: float


def score(one: str, other: str) -> float:
    """How alike two texts are, from 0 to 1.  A score below the threshold may come out lower than it is, to save time."""
    left, right = _words(one), _words(other)
    a, b = set(left) - _COMMON or set(left), set(right) - _COMMON or set(right)
    shared = 2 * len(a & b) / (len(a) + len(b)) if a or b else float(one == other)
    matcher = SequenceMatcher(None, " ".join(left), " ".join(right), autojunk=False)
    if matcher.real_quick_ratio() < THRESHOLD or matcher.quick_ratio() < max(THRESHOLD, shared):
        return shared
    return max(shared, matcher.ratio())


def find_similar(draft: Lesson, lessons: Iterable[Lesson]) -> list[Similar]:
    """The lessons that a draft nearly repeats, most alike first.  Superseded ones and the draft itself do not count."""
    tags = frozenset(draft.tags)
    found = []
    for lesson in lessons:
        if lesson.key == draft.key or lesson.superseded_by or not (tags.issuperset(lesson.tags) or tags.issubset(lesson.tags)):
            continue
        alike = round(score(_subject(draft), _subject(lesson)), 2)
        if alike >= THRESHOLD:
            found.append(Similar(lesson.id, alike))
    return sorted(found, key=lambda item: (-item.score, item.id))


def _subject(lesson: Lesson) -> str:
    """What a lesson is about: its issue, or for a VERIFIED one without, what it says to do."""
    return lesson.mitigation if lesson.issue.casefold() == "n/a" else lesson.issue


def _words(text: str) -> list[str]:
    return _WORD.findall(unicodedata.normalize("NFKC", text[:MAX_COMPARED]).casefold())

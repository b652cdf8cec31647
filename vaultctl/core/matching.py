"""Which lessons a query touches, and how closely.

A lesson covers a queried tag when one of its tags equals the query or is an ancestor of it by whole segments; lessons
below the query are narrower and never block (DESIGN section 4).
"""

from __future__ import annotations

from vaultctl.core import tags as tagging
from vaultctl.core.values import NamedTuple as _NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Literal, NamedTuple

    Match = Literal["covering", "exact", "under"]
else:
    NamedTuple = _NamedTuple


class Query(NamedTuple):
    """Normalised tags to look for, and how.  `under` holds those that were written `tag/*`."""

    tags: tuple[str, ...]
    match: Match = "covering"
    under: frozenset[str] = frozenset()

    def wants_under(self, tag: str) -> bool:
        """Whether everything below that queried tag is asked for too."""
        return self.match == "under" or tag in self.under


class Touch(NamedTuple):
    """How a lesson meets a query.

    `matched` are the lesson's tags that cover, `queries` the queried tags that are covered, `distance` the number of segments
    between the closest pair.  `narrower` says that it lies below the query; then nothing matched.
    """

    matched: tuple[str, ...]
    queries: frozenset[str]
    distance: int
    narrower: bool = False


def parse_query(texts: Iterable[str], match: Match = "covering") -> Query:
    """A query from tags as typed, each one strictly normalised; `test/*` and `test:*` ask for everything under `test`.

    Raises TagError (a usage error) for an empty query or a bad tag.
    """
    found: dict[str, None] = {}
    under: set[str] = set()
    for text in texts:
        bare = text.strip()
        everything = bare.endswith(("/*", ":*"))
        tag = tagging.strict(bare[:-2] if everything else bare)
        found[tag] = None
        if everything:
            under.add(tag)
    if not found:
        raise tagging.TagError("empty query: no tag to look for", "name at least one: --tags pdf/font/unicode")
    return Query(tuple(found), match, frozenset(under))


def covers(tag: str, queried: str, query: Query) -> bool:
    """Whether a lesson's tag covers a queried tag.

    Under a wildcard the lessons below count, and so do those above: what stops everything stops that part as well.
    """
    if query.match == "exact" and queried not in query.under:
        return tag == queried
    if tagging.is_under(queried, tag):
        return True
    return query.wants_under(queried) and tagging.is_under(tag, queried)


def touch(lesson_tags: tuple[str, ...], query: Query) -> Touch | None:
    """How a lesson with these normalised tags meets the query; None when it does not."""
    matched: list[str] = []
    queries: set[str] = set()
    distance = 1 << 30
    narrower = False
    for tag in lesson_tags:
        hit = False
        for queried in query.tags:
            if covers(tag, queried, query):
                hit = True
                queries.add(queried)
                distance = min(distance, abs(tagging.depth(tag) - tagging.depth(queried)))
            elif tagging.is_under(tag, queried):
                narrower = True
        if hit:
            matched.append(tag)
    if matched:
        return Touch(tuple(matched), frozenset(queries), distance)
    return Touch((), frozenset(), distance, narrower=True) if narrower else None

"""The taxonomy: the allowed tag prefixes with their meaning, routes, writers and bounds.

While it names no prefix, nothing is outside it.
"""

from __future__ import annotations

from vaultctl.core import tags as tagging
from vaultctl.core.values import NamedTuple as _NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple
else:
    NamedTuple = _NamedTuple


class Prefix(NamedTuple):
    """One allowed prefix.  `tag` is normalised.

    `paths` are gitignore-style globs, `commands` shell-word globs: the routes to this tag.  `writers` are globs on agent
    names (empty: everybody).  `categories` are those allowed (empty: all), `ttl_max`/`ttl_min` in days (0: no bound).
    `leaf` declares a one-segment prefix as precise enough for a BLOCKED lesson.
    """

    tag: str
    about: str = ""
    paths: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    writers: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    min_depth: int = 0
    max_depth: int = 0
    ttl_min: int = 0
    ttl_max: int = 0
    leaf: bool = False
    line: int = 0


class Taxonomy(NamedTuple):
    """All prefixes, and whether a tag outside them is an error (`strict`) or a warning."""

    prefixes: tuple[Prefix, ...] = ()
    strict: bool = False

    def knows(self, tag: str) -> bool:
        """Whether a tag stands inside the taxonomy: at or below a prefix, or above one."""
        if not self.prefixes:
            return True
        return any(tagging.is_under(tag, prefix.tag) or tagging.is_under(prefix.tag, tag) for prefix in self.prefixes)

    def governing(self, tag: str) -> tuple[Prefix, ...]:
        """The prefixes at or above a tag, closest first."""
        found = [prefix for prefix in self.prefixes if tagging.is_under(tag, prefix.tag)]
        return tuple(sorted(found, key=lambda prefix: -len(prefix.tag)))


def suggest(tag: str, known: tuple[str, ...]) -> str | None:
    """The tag that was probably meant: a known one, or one below it; None where nothing is close.

    `known` are the prefixes of the taxonomy.  Imports difflib, so only call it for a tag that is unknown.
    """
    from difflib import get_close_matches

    parts = tag.split("/")
    candidates: dict[str, None] = {}
    for prefix in known:
        size = tagging.depth(prefix)
        # What was typed below the prefix is kept: `pfd/font/unicode` means `pdf/font/unicode`.
        candidates["/".join([prefix, *parts[size:]])] = None
        candidates[prefix] = None
    close = get_close_matches(tag, list(candidates), n=1, cutoff=0.6)
    return close[0] if close else None

"""Shapes of text that rules look for: a regular expression behind a cheap look for words that it cannot match without.

Expressions are compiled when the words are there for the first time, so that a vault in order pays for none of them.  They must be
linear: bounded repetition, and no two neighbours that match the same.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class Shape:
    """One shape.

    `what` says what it is, for the message.  `needs` are groups of texts parted by blanks: of each group one must stand in the
    text (`·` stands for a blank).
    """

    def __init__(self, what: str, needs: str | tuple[str, ...], pattern: str, flags: int = 0) -> None:
        self.what = what
        groups = (needs,) if isinstance(needs, str) else needs
        self.needs = tuple(tuple(sign.replace("·", " ") for sign in group.split()) for group in groups)
        self.pattern = pattern
        self._flags = flags

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self.pattern, self._flags)

    def find(self, text: str) -> Iterator[re.Match[str]]:
        """Where the shape stands in a text."""
        return self._compiled.finditer(text) if self.may_stand_in(text) else iter(())

    def may_stand_in(self, text: str) -> bool:
        """Whether the words are there without which it cannot be."""
        for group in self.needs:
            for sign in group:
                if sign in text:
                    break
            else:
                return False
        return True

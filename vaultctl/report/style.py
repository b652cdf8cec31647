"""Colour for plain text, by ANSI codes, without loading a library.

Colour only ever repeats what the words say.
"""

from __future__ import annotations

import os
import sys

_CODES = {"BLOCKED": "1;31", "UNKNOWN": "1;35", "WARNED": "1;33", "WARNING": "1;33", "CLEAR": "1;32", "VERIFIED": "1;32",
          "error": "1;31", "warning": "1;33", "dim": "2", "bold": "1"}


class Style:
    """Paints words, or leaves them alone."""

    def __init__(self, *, colour: bool) -> None:
        self.colour = colour

    def paint(self, text: str, role: str) -> str:
        """The text in the colour of a role: a verdict, a category, a severity, `dim` or `bold`."""
        code = _CODES.get(role)
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and code else text


def wants_colour(choice: str, *, terminal: bool) -> bool:
    """What `--color auto|always|never` comes to: `auto` colours a terminal that is not dumb, unless NO_COLOR is set."""
    if choice != "auto":
        return choice == "always"
    return terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def style_for(choice: str) -> Style:
    """The style for standard output."""
    return Style(colour=wants_colour(choice, terminal=sys.stdout.isatty()))

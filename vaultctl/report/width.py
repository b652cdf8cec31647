"""How wide the text of an answer may be."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap


def width() -> int | None:
    """The columns of the terminal, or what COLUMNS says; None where nothing limits a line, as in a pipe."""
    named = os.environ.get("COLUMNS", "")
    if named.isascii() and named.isdigit() and int(named) > 0:
        return int(named)
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def fold(text: str, indent: str, columns: int | None) -> list[str]:
    """The text as indented lines of so many columns; words are never broken, so that they can be copied."""
    if columns is None:
        return [indent + text]
    return textwrap.wrap(text, max(columns, len(indent) + 1), initial_indent=indent, subsequent_indent=indent, break_long_words=False,
                         break_on_hyphens=False) or [indent]  # fmt: skip

"""Takes out of a text what can never be right in a lesson: terminal escapes, control and invisible characters."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from vaultctl.core.invisible import describe, is_hidden

if TYPE_CHECKING:
    from collections.abc import Sequence

# ECMA-48: CSI sequences (5.4), and the strings that OSC and its kin open (5.6), up to BEL or ST.
_ESCAPES = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[ -/]*[0-~]")
_LINE_ENDS = "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"


class Cleaned(NamedTuple):
    """A text without what was taken out.  `removed` describes each kind of it once, in order."""

    text: str
    removed: tuple[str, ...] = ()


def clean(text: str) -> Cleaned:
    """The text with `\\n` line ends and without hidden characters; line feeds and tabs stay.

    Bytes that were not UTF-8 (lone surrogates) stay too: what they meant must be asked.
    """
    if text.isascii() and text.isprintable():
        return Cleaned(text)
    removed: dict[str, None] = {}
    if "\x1b" in text:
        shorter = _ESCAPES.sub("", text)
        if shorter != text:
            removed["terminal escapes"] = None
            text = shorter
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    kept = []
    for index, char in enumerate(text):
        if "\ud800" <= char <= "\udfff" or not is_hidden(text, index):
            kept.append(char)
        elif char in _LINE_ENDS:
            kept.append("\n")
        else:
            removed[describe(char)] = None
    return Cleaned("".join(kept), tuple(removed))


def has_bad_bytes(texts: str | Sequence[str]) -> bool:
    """Whether a text holds bytes that are not UTF-8 (or halves of a character of UTF-16)."""
    return any("\ud800" <= char <= "\udfff" for text in ([texts] if isinstance(texts, str) else texts) for char in text)

"""look-alike: a word that mixes Latin letters with letters of another alphabet that look the same, or piles up marks.

`paypal` with a Cyrillic letter in it reads like another word and is found by nobody who types it.  Full-width, mathematical and enclosed
letters within prose are found too.  Words wholly in one alphabet are fine, and so are units such as `μs`.

What it cannot catch: words that are spelled in one other alphabet altogether, and letters that look alike within one alphabet.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vaultctl.core.content import Finding, quote

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultctl.core.content import Passage
    from vaultctl.core.problem import Problem
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Context, Scope, Source

ID = "look-alike"
SEVERITY: Severity = "error"
SCOPE: Scope = "source"

_HINT = "type the word in one alphabet"
_OTHER = "\u0370-\u03ff\u0400-\u052f\u0530-\u058f\u13a0-\u13ff"
_MIXED = re.compile(rf"(?<!\w)(?=\w{{0,60}}[A-Za-z]{{2}})(?=\w{{0,60}}[{_OTHER}])\w{{4,60}}")
_STYLED = re.compile("[\uff21-\uff3a\uff41-\uff5a\U0001d400-\U0001d7ff\u24b6-\u24e9\U0001f130-\U0001f189]{4}")
_PILED = re.compile("[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]{5}")


def check(source: Source, context: Context) -> Iterator[Problem]:
    return () if source.text.isascii() else source.content.report(ID, SEVERITY, _find, paths=True)  # type: ignore[return-value] # nothing


def _find(passage: Passage) -> Iterator[Finding]:
    if passage.text.isascii():
        return
    for match in _MIXED.finditer(passage.text):
        yield Finding(match.start(), f"{quote(match[0])} mixes letters of two alphabets", _HINT)
    for match in _STYLED.finditer(passage.text):
        yield Finding(match.start(), "letters in disguise: full-width, mathematical or enclosed", _HINT)
    for match in _PILED.finditer(passage.text):
        yield Finding(match.start(), "marks piled up on one letter", "keep the letter, with one mark at most")

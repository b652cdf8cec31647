"""Reads one file: recognises its shape, makes drafts, and accounts for every line."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from vaultctl.core.schema import NAME_BY_LABEL
from vaultctl.formats import blocks
from vaultctl.formats.block_lines import read_heading
from vaultctl.formats.importing import drafting, keys, shapes
from vaultctl.formats.importing.outline import Outline
from vaultctl.formats.markdown import is_blank

if TYPE_CHECKING:
    from vaultctl.formats.importing.drafting import Draft
    from vaultctl.formats.learnings import Failure

    Kind = Literal["vault", "note", "learnings", "lessons"]

_WORD = re.compile(r"\w+")
_UNDERLINE = re.compile(r"={3,}|-{3,}")
_TIME = re.compile(r"T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?")
_NUMBER = re.compile(r"[#\s>]*(?:[-*+]\s+)?(?:\w{1,12}\s{0,3})?#?\d{1,4}\s*[.):–—-]")
_LABEL_WORDS = frozenset(word for name in (*keys.MEANINGS, *NAME_BY_LABEL) for word in _WORD.findall(name))


@dataclass(frozen=True, slots=True)
class Imported:
    """What was read from a file.

    `not_understood` are lines (from 1) that went into no draft.  `frame` are those that only hold the text together: titles,
    heads of tables, rules.  `failures` are rows of a failure log that no rule answers: they are no lessons.  Every line that is not
    blank is in a draft, in a failure, in the frame, or not understood.
    """

    kind: Kind
    drafts: tuple[Draft, ...]
    not_understood: tuple[tuple[int, str], ...]
    frame: frozenset[int]
    failures: tuple[Failure, ...] = ()


def read(text: str, stem: str) -> Imported:
    """Reads a file's text; `stem` is its name without the ending.  Never raises."""
    text = text.removeprefix("\ufeff")
    found = shapes.read_note(text, stem)
    kind: Kind = "note"
    if found is None:
        found, kind = shapes.read_vault(text), "vault"
    if found is None:
        found, kind = shapes.read_learnings(text), "learnings"
    if found is None:
        outline = Outline(text)
        found, kind = shapes.Shape([drafting.draft(raw) for raw in outline.entries], outline.frame), "lessons"
    return _account(kind, text, found)


def _account(kind: Kind, text: str, found: shapes.Shape) -> Imported:
    """Sees to it that no line is lost unseen: one whose words are in no draft is not understood, whatever was thought of it."""
    lines = blocks.split(text)
    drafts: list[Draft] = []
    everything: set[str] = set()
    used: set[int] = set()
    for draft in found.drafts:
        words = _words_of(draft)
        everything |= words
        held = frozenset(number for number in draft.lines if not is_blank(lines[number - 1]) and _says(lines[number - 1]) <= words)
        used |= held
        drafts.append(replace(draft, lines=held))
    for item in found.failures:
        told = set(_WORD.findall(" ".join((item.id, item.category, item.signature, str(item.count), item.last_seen, item.status,
                                           *(value for _, value in item.more))).casefold()))  # fmt: skip
        everything |= told
        used |= {number for number in range(item.line, item.end_line + 1) if _says(lines[number - 1]) <= told}
    title = next((number for number, line in enumerate(lines, 1) if not is_blank(line)), 0)
    frame = set()
    for number in found.frame:
        line = lines[number - 1]
        heading = read_heading(line)
        if heading is None and kind == "lessons" and number < len(lines) and _UNDERLINE.fullmatch(lines[number].strip()):
            heading = (2, line) if line.strip().strip("-=") else None
        if heading is None or number == title or kind != "lessons" or _says(line) <= everything:
            frame.add(number)
    rest = tuple((number, line) for number, line in enumerate(lines, 1)
                 if not is_blank(line) and number not in used and number not in frame)  # fmt: skip
    return Imported(kind, tuple(drafts), rest, frozenset(frame - used), found.failures)


def _words_of(draft: Draft) -> set[str]:
    words: set[str] = set()
    for value in draft.given.values():
        words.update(_WORD.findall((value if isinstance(value, str) else " ".join(value)).casefold()))
    for text in draft.archived or ():
        words.update(_WORD.findall(text.casefold()))
    return words


def _says(line: str) -> set[str]:
    """The words of a line that must be in its draft: not its labels, the number before it, or the time of day."""
    text = _TIME.sub(" ", keys.iso_days(line))
    number = _NUMBER.match(text)
    words = set(_WORD.findall((text[number.end() :] if number else text).casefold()))
    return words - _LABEL_WORDS

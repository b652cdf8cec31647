"""`[[id-or-name]]` links in a lesson's body.

What stands in a closed fence, a comment or a code span is no link (CommonMark 0.31, sections 4.5 and 6.1), and neither is
`[[ -f x ]]` of a shell: a target is an id or a name, so it holds no blanks.  `[[target|label]]` and `[[target#part]]` are read.
"""

from __future__ import annotations

import re
from collections import deque
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from vaultctl.core.record import Fault

# `[[1]]` is a footnote, and `[[text]](address)` a link of Markdown that wears brackets.
_LINK = re.compile(r"\[\[((?=[\d._-]*[^\W\d_])\w[\w.-]*)(?:[|#][^\[\]\n]*)?\]\](?![(\[])")
_TICKS = re.compile(r"`+")


class Link(NamedTuple):
    """One link.  `line` and `column` count from 1 in the text that was searched; `text` is as typed, brackets and all."""

    target: str
    line: int
    column: int
    text: str


def find_links(text: str, scan: Callable[[Sequence[str]], tuple[bytearray, list[Fault]]]) -> Iterator[Link]:
    """The links of a text, in order.  `scan` is `formats.markdown.scan`, which knows what is hidden."""
    lines = text.split("\n")
    state = scan(lines)[0]
    start = 0
    while start < len(lines):
        end = start
        # A code span may go over lines, but never out of its paragraph.
        while end < len(lines) and lines[end].strip() and not state[end]:
            end += 1
        if end > start:
            yield from _in_paragraph("\n".join(lines[start:end]), start + 1)
        start = max(end, start + 1)


def _in_paragraph(text: str, first: int) -> Iterator[Link]:
    if "[[" not in text:
        return
    shown = without_code(text) if "`" in text else text
    line, start, done = first, 0, 0
    for match in _LINK.finditer(shown):
        at = match.start()
        more = shown.count("\n", done, at)
        if more:
            line += more
            start = shown.rfind("\n", 0, at) + 1
        done = at
        yield Link(match[1], line, at - start + 1, match[0])


def without_code(text: str) -> str:
    """The text with its code spans blanked out, every other character in its place."""
    runs = [match.span() for match in _TICKS.finditer(text)]
    closers: dict[int, deque[int]] = {}
    for place, (start, end) in enumerate(runs):
        closers.setdefault(end - start, deque()).append(place)
    out: list[str] = []
    done = place = 0
    while place < len(runs):
        begin, end = runs[place]
        same = closers[end - begin]
        while same and same[0] <= place:
            same.popleft()
        # A backslash before a run makes its first tick text, and leaves the rest a shorter run (section 2.4).
        if not same or (end - begin == 1 and begin and text[begin - 1] == "\\"):
            place += 1
            continue
        close = same[0]
        end = runs[close][1]
        out += [text[done:begin], "\n".join([" " * len(line) for line in text[begin:end].split("\n")])]
        done = end
        place = close + 1
    return "".join([*out, text[done:]])

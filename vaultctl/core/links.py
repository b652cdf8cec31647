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
    shown = _without_code(text)
    for match in _LINK.finditer(shown):
        at = match.start()
        line = shown.count("\n", 0, at)
        yield Link(match[1], first + line, at - shown.rfind("\n", 0, at), match[0])


def _without_code(text: str) -> str:
    """The text with its code spans blanked out, every other character in its place."""
    runs = list(_TICKS.finditer(text))
    if len(runs) < 2:
        return text
    closers: dict[int, deque[int]] = {}
    for place, run in enumerate(runs):
        closers.setdefault(len(run[0]), deque()).append(place)
    out: list[str] = []
    done = place = 0
    while place < len(runs):
        size = len(runs[place][0])
        same = closers[size]
        while same and same[0] <= place:
            same.popleft()
        # A backslash before a run makes its first tick text, and leaves the rest a shorter run (section 2.4).
        if not same or (runs[place].start() and text[runs[place].start() - 1] == "\\" and size == 1):
            place += 1
            continue
        close = same[0]
        begin, end = runs[place].start(), runs[close].end()
        out += [text[done:begin], re.sub(r"[^\n]", " ", text[begin:end])]
        done = end
        place = close + 1
    return "".join([*out, text[done:]])

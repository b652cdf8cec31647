"""What of a lesson's text an answer shows: everything but what a page of it would hide from people.

Comments, folded and hidden elements, and images are left out with a mark in their place, because a reviewer who looks at the page
does not see what they say and a model would.  Code spans and fences show what they hold, here as there.  The lesson itself stays
as it is stored, and lint objects to all of this.

Follows CommonMark 0.31 (sections 6.1 code spans, 6.4 images, 6.6 raw HTML); where a page may be read in two ways, more is left
out.  Time is linear in the size of the text.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vaultctl.core.record import Fault

COMMENT = "[hidden: HTML comment]"
FOLDED = "[hidden: HTML element]"
IMAGE = "[image]"

_TICKS = re.compile(r"`+")
_TOKEN = re.compile(r"\\[!-/:-@\[-`{-~]|`+|<!--|<[A-Za-z/]")
# The last: a link definition that leads nowhere, which Markdown has for a comment: `[//]: # (…)`.
_OPENER = re.compile(r"<!--|<[?!][A-Za-z\[]|<(?=[A-Za-z])|!\[|"
                     r"^[ \t>]{0,20}(?:\[(?://|_|comment|hidden)\]:|\[[^\]\n]{1,200}\]:[ \t]{0,20}(?:#|<#?>|//?|\.)(?=\s|$))[^\n]*",
                     re.MULTILINE | re.IGNORECASE)  # fmt: skip
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]*(?=[\s/>]|$)")
_FOLDS = frozenset(["details", "dialog", "iframe", "noembed", "noframes", "noscript", "object", "script", "style", "template", "title"])
_PICTURES = frozenset(["picture", "video", "audio", "svg", "canvas"])
_EMPTY = frozenset(["img", "image", "embed", "source", "track"])
_HIDING = re.compile(r"[\s\"'/]hidden(?=[\s=/>\"']|$)|display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0|"
                     r"(?:font-size|max-height|height|width)\s*:\s*0", re.IGNORECASE)  # fmt: skip
_BRACKET = re.compile(r"\\.|\[|\]", re.DOTALL)
_DEFINITION = re.compile(r"^[ \t>]{0,20}\[([^\]\n]{1,300})\]:", re.MULTILINE)
_LONGEST_TARGET = 2000
_LONGEST_LABEL = 1000
_DEEPEST = 32


def may_hide(text: str) -> bool:
    """Whether there is anything to look at."""
    return "<" in text or "![" in text or "]:" in text


def shown(text: str) -> str:
    """A paragraph as it is shown."""
    if not may_hide(text):
        return text
    return _without(text, _code_blanked(text) if "`" in text else text)


def shown_body(text: str, scan: Callable[[Sequence[str]], tuple[bytearray, list[Fault]]]) -> str:
    """A body as it is shown, every line in its place.  `scan` is `formats.markdown.scan`, which knows what stands in a fence."""
    if not may_hide(text):
        return text
    lines = text.split("\n")
    state = scan(lines)[0]
    out: list[str] = []
    paragraph: list[str] = []
    for number, line in enumerate(lines):
        fenced = state[number] == 1
        if fenced or not line.strip():
            out += _code_blanked("\n".join(paragraph)).split("\n") if paragraph else []
            paragraph = []
            out.append(" " * len(line) if fenced else line)
        else:
            paragraph.append(line)
    out += _code_blanked("\n".join(paragraph)).split("\n") if paragraph else []
    return _without(text, "\n".join(out))


def _code_blanked(text: str) -> str:
    """A paragraph with its code spans blanked out, every other character in its place.

    What starts first counts: a backtick in a comment or a tag opens no code.  After a tag that holds quotes or backticks nothing
    is taken for code any more, so that no attribute can make hidden text look like it.
    """
    closers: dict[int, list[int]] = {}
    for run in reversed(list(_TICKS.finditer(text))):
        closers.setdefault(run.end() - run.start(), []).append(run.start())
    out: list[str] = []
    done = at = 0
    while (token := _TOKEN.search(text, at)) is not None:
        mark = token[0]
        at = token.end()
        if mark == "<!--":
            at = _comment_end(text, token.start())
        elif mark[0] == "<":
            end = text.find(">", at)
            if end < 0 or any(char in text[at:end] for char in "\"'`"):
                break
            at = end + 1
        elif mark[0] == "`":
            size = len(mark)
            same = closers.get(size, [])
            while same and same[-1] < at:
                same.pop()
            if same:
                end = same.pop() + size
                out += [text[done : token.start()], "\n".join([" " * len(line) for line in text[token.start() : end].split("\n")])]
                done = at = end
    return "".join([*out, text[done:]])


def _comment_end(text: str, start: int) -> int:
    """Where the comment that starts there ends; the end of the text where it is never closed."""
    for short in ("<!-->", "<!--->"):
        if text.startswith(short, start):
            return start + len(short)
    end = text.find("-->", start + 4)
    return len(text) if end < 0 else end + 3


def _without(text: str, plain: str) -> str:
    """The text with marks for what is hidden; `plain` is the text with its code blanked out."""
    finder = _Finder(plain)
    out: list[str] = []
    done = 0
    opener = _OPENER.search(plain)
    while opener is not None:
        end, mark = finder.find(opener.start(), opener[0])
        if end:
            out += [text[done : opener.start()], mark + "\n" * plain.count("\n", opener.start(), end)]
            done = end
        opener = _OPENER.search(plain, end or opener.end())
    return "".join([*out, text[done:]])


class _Finder:
    """Finds where what is hidden ends.  What was looked for in vain once is not looked for again."""

    def __init__(self, plain: str) -> None:
        self.plain = plain
        self.absent: set[str] = set()
        self.labels: frozenset[str] | None = None
        self.brackets: dict[int, int] | None = None

    def find(self, start: int, opener: str) -> tuple[int, str]:
        """The end of what opens at `start`, and the mark for it; 0 where nothing hidden does."""
        plain = self.plain
        if opener == "<!--":
            return _comment_end(plain, start), COMMENT
        if opener == "![":
            return self.image(start), IMAGE
        if opener[0] != "<":
            return start + len(opener), COMMENT
        close = self.after(">", start)
        if len(opener) > 1:  # a processing instruction, a declaration, CDATA
            return (self.after("]]>", start) if plain.startswith("<![CDATA[", start) else close) or len(plain), FOLDED
        match = _NAME.match(plain, start + 1)
        name = match[0].lower() if match is not None else ""
        if name in _EMPTY:
            return close, IMAGE
        if name in _PICTURES:
            return self.element_end(name, start), IMAGE
        if name in _FOLDS:
            return self.element_end(name, start), FOLDED
        if name and close and close - start < _LONGEST_TARGET and _HIDING.search(plain, start, close):
            return self.element_end(name, start), FOLDED
        return 0, ""

    def after(self, what: str, start: int) -> int:
        """The place after the next one of `what`; 0 where there is none."""
        if what in self.absent:
            return 0
        found = self.plain.find(what, start)
        if found < 0:
            self.absent.add(what)
        return found + len(what) if found >= 0 else 0

    def element_end(self, name: str, start: int) -> int:
        """The end of an element, elements of its name inside it included; the end of the text where it is never closed."""
        depth, at = 0, start
        for tag in re.compile(rf"<(/?){name}(?=[\s/>]|$)", re.IGNORECASE).finditer(self.plain, start):
            depth += -1 if tag[1] else 1
            at = tag.end()
            if depth == 0:
                return self.plain.find(">", at) + 1 or len(self.plain)
        return len(self.plain)

    def image(self, start: int) -> int:
        """The end of a Markdown image; 0 where it is none, such as `vec![1]`."""
        plain = self.plain
        if plain.startswith("![[", start):
            end = plain.find("]]", start, start + _LONGEST_TARGET)
            return end + 2 if end >= 0 else 0
        if self.brackets is None:
            self.brackets = _pairs(plain)
        close = self.brackets.get(start + 1, -1)
        if close < 0:
            return 0
        if plain[close + 1 : close + 2] == "(":
            return self.target_end(close + 2)
        if self.labels is None:
            self.labels = frozenset(_label(match[1]) for match in _DEFINITION.finditer(plain))
        if not self.labels:
            return 0
        end = self.brackets.get(close + 1, -1)
        label = plain[close + 2 : end] if end > close + 2 else plain[start + 2 : close]
        return max(end, close) + 1 if len(label) < _LONGEST_LABEL and _label(label) in self.labels else 0

    def target_end(self, start: int) -> int:
        """The end of `target "title")`, or of what is looked at of a very long one; 0 where the text ends before it."""
        depth, at, stop = 1, start, min(len(self.plain), start + _LONGEST_TARGET)
        while at < stop:
            char = self.plain[at]
            if char == "\\":
                at += 1
            elif char in "()":
                depth += 1 if char == "(" else -1
                if depth == 0 or depth > _DEEPEST:
                    return at + 1
            at += 1
        return stop if stop < len(self.plain) else 0


def _pairs(text: str) -> dict[int, int]:
    """Where the bracket that closes each opening one stands."""
    found: dict[int, int] = {}
    opened: list[int] = []
    for match in _BRACKET.finditer(text):
        if match[0] == "[":
            opened.append(match.start())
        elif match[0] == "]" and opened:
            found[opened.pop()] = match.start()
    return found


def _label(text: str) -> str:
    return " ".join(text.casefold().split())

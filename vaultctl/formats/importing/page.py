"""What the lines of a Markdown text are: labels, list items, bold leads, plain words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vaultctl.formats import blocks
from vaultctl.formats.importing import keys
from vaultctl.formats.importing.drafting import Part
from vaultctl.formats.markdown import COMMENT, SHOWN, indent, is_blank, scan

if TYPE_CHECKING:
    from vaultctl.formats.importing.drafting import Raw

# `- **Label:** value`, `**Label**: value`, `Label: value`; at most 40 characters, so that no sentence is taken for one.
_BOLD = re.compile(r"(?:[-*+] +)?(\*\*|__)([^*_\n][^*\n]{0,58}?)(?::\1|\1 ?:|\1 +[—–-](?= ))[ \t]*(.*)$")
_PLAIN = re.compile(r"(?:[-*+] +)?([A-Za-z][A-Za-z /-]{0,38}?)(?::|\uff1a)(?:[ \t]+(.*))?$")
ITEM = re.compile(r"[-*+] +|\d{1,4}[.)] +")
LEAD = re.compile(r"\*\*([^*\n]{3,300})\*\*")


class Page:
    """A text in lines (numbers count from 0 here).  `frame` are the lines, from 1, that only hold it together."""

    def __init__(self, text: str) -> None:
        self.lines = blocks.split(text)
        self.state, _ = scan(self.lines)
        self.frame: set[int] = set()

    def is_prose(self, number: int) -> bool:
        """Whether a line is plain words: no heading, list item, quotation, table or mark."""
        line = self.lines[number]
        if self.state[number] != SHOWN or is_blank(line) or line[0] in "#>|":
            return False
        return not self.is_item(number) and not is_mark(line)

    def is_underlined(self, number: int) -> bool:
        """Whether a heading of one line with a line of `=` or `-` below it stands here (CommonMark 4.3).

        Short lines of `-` are taken for a thematic break below a paragraph: that is what people mean by them.
        """
        if number + 1 >= len(self.lines) or self.state[number + 1] != SHOWN or not self.is_prose(number):
            return False
        line, below = self.lines[number].strip(), self.lines[number + 1].strip()
        if len(below) < 3 or below.strip(below[0]) or below[0] not in "=-" or indent(self.lines[number + 1]) > 3 or len(line) > 120:
            return False
        if below[0] == "-" and len(below) < min(len(line), 5):
            return False
        return (number == 0 or is_blank(self.lines[number - 1])) and self.part_at(number, any_bold=True) is None

    def is_item(self, number: int) -> bool:
        """Whether a list item of an outermost list starts here."""
        line = self.lines[number]
        return self.state[number] == SHOWN and indent(line) < 2 and ITEM.match(line.strip()) is not None and not is_mark(line)

    def is_lead(self, number: int) -> bool:
        """Whether a paragraph starts here that starts in bold, and not with a label."""
        lead = LEAD.match(self.lines[number]) if self.state[number] == SHOWN else None
        if lead is None or (number > 0 and not is_blank(self.lines[number - 1]) and self.lines[number - 1][0] != "#"):
            return False
        if len(lead[1].split()) < 3 and ":" in (lead[1][-1], self.lines[number][lead.end() :][:1]):
            return False
        return self.part_at(number, any_bold=False) is None

    def fill(self, raw: Raw, start: int, end: int) -> None:
        """The labelled parts and other lines of an entry."""
        part: Part | None = None
        depth = 0
        for number in range(start, end):
            line = self.lines[number]
            if self.state[number] == COMMENT:
                part = None
                continue
            if is_mark(line) and self.state[number] == SHOWN:
                self.frame.add(number + 1)
                part = None
                continue
            found = self.part_at(number, any_bold=True)
            if found is not None and (part is None or indent(line) <= depth + 1):
                part = Part(found[0], [found[1]], number + 1)
                depth = indent(line)
                raw.parts.append(part)
                raw.taken.add(number + 1)
                continue
            if not is_blank(line):
                raw.taken.add(number + 1)
            if part is not None and self._goes_on(part, number, depth):
                part.lines.append(line)
                continue
            part = None
            raw.prose.append((number + 1, line))

    def _goes_on(self, part: Part, number: int, depth: int) -> bool:
        """Whether a line belongs to the value of the part above it."""
        line = self.lines[number]
        if self.state[number] != SHOWN:
            return True
        if is_blank(line):
            return True
        after_blank = number > 0 and is_blank(self.lines[number - 1])
        if indent(line) > depth + 1:
            return True
        empty = not any(text.strip() for text in part.lines)
        return (not after_blank or empty) if not self.is_item(number) else (empty or (not after_blank and _lists(part)))

    def part_at(self, number: int, *, any_bold: bool) -> tuple[str, str] | None:
        """The label and the value that stand here; `any_bold`: labels in bold that are not known count, too."""
        line = self.lines[number]
        if self.state[number] != SHOWN or is_blank(line) or line.lstrip()[:1] in "#|>":
            return None
        return self.match(line, any_bold=any_bold)

    @staticmethod
    def match(line: str, *, any_bold: bool) -> tuple[str, str] | None:
        """The label and the value that a line starts with; of labels that are not known only bold ones, where they count."""
        text = line.strip()
        found = _BOLD.match(text[:2000])
        if found and (any_bold or keys.is_label(found[2])) and (keys.is_label(found[2]) or len(found[2].split()) <= 5):
            return found[2], text[found.start(3) :].strip()
        plain = _PLAIN.match(text[:2000])
        if plain and keys.is_label(plain[1]):
            return plain[1], text[plain.end(1) + 1 :].strip()
        return None


def _lists(part: Part) -> bool:
    """Whether a part ends in a list, so that a further item belongs to it."""
    lines = [line for line in part.lines if line.strip()]
    return len(lines) > 0 and ITEM.match(lines[-1].strip()) is not None and not part.lines[0].strip()


def is_mark(line: str) -> bool:
    """Whether a line is a thematic break (CommonMark 4.1)."""
    text = line.replace(" ", "").replace("\t", "").strip()
    return len(text) > 2 and text[0] in "-*_=" and not text.strip(text[0]) and indent(line) < 4

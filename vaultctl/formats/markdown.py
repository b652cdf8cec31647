"""Which lines of a Markdown text are hidden: inside a closed code fence or a closed HTML comment.

Follows CommonMark 0.31 (sections 4.5 fenced code blocks, 4.6 HTML blocks of kind 2, 5.2 list items) with one difference: what
is never closed hides nothing and is a fault at its opener, because one forgotten fence must not swallow the lessons after it.
"""

from __future__ import annotations

from vaultctl.core.record import Fault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultctl.core.record import Severity

SHOWN = 0
FENCED = 1
COMMENT = 2
BLANKS = " \t\r"
_BULLETS = "-*+"
_DEEPEST = 8
_ITEM = 2
"""The least indentation of what stands inside an item of an outermost list: the width of `- `."""


def indent(line: str) -> int:
    """The columns of blanks that a line starts with; a tab goes on to the next multiple of four."""
    width = 0
    for char in line:
        if char == " ":
            width += 1
        elif char == "\t":
            width += 4 - width % 4
        else:
            break
    return width


def is_blank(line: str) -> bool:
    """Whether a line holds nothing but blanks and tabs (CommonMark 2.1; other white space is content)."""
    return not line.strip(BLANKS)


def fence(text: str) -> tuple[str, int] | None:
    """The character and length of the fence that a line without its indentation opens; None when it opens none."""
    char = text[:1]
    if char not in ("`", "~") or text[:3] != char * 3:
        return None
    info = text.lstrip(char)
    if char == "`" and "`" in info:
        return None
    return char, len(text) - len(info)


def scan(lines: Sequence[str]) -> tuple[bytearray, list[Fault]]:
    """One of SHOWN, FENCED and COMMENT for every line, and the faults `unclosed-fence` and `unclosed-comment`.

    Time is linear in the size of the text, but for texts made to be slow, where it stays within a small factor of that.
    """
    scanner = _Scanner(lines)
    scanner.run()
    return scanner.state, scanner.faults


class _Scanner:
    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self.state = bytearray(len(lines))
        self.faults: list[Fault] = []
        self.in_vain: dict[tuple[str, bool], tuple[int, int, int]] = {}

    def run(self) -> None:
        in_item = False
        after_blank = True
        position = 0
        while position < len(self.lines):
            line = self.lines[position]
            text = line.strip(BLANKS)
            if not text:
                after_blank = True
                position += 1
                continue
            depth = 0 if line[0] not in " \t" else indent(line)
            bullet = text[0] in _BULLETS and text[1:2] in ("", " ", "\t")
            if depth < _ITEM and (bullet or after_blank or text[0] == "#"):
                in_item = bullet
            after_blank = False
            end = 0
            if "```" in line or "~~~" in line or "<!--" in line:
                end = self.hide(position, depth, text, in_item=in_item)
                if end and depth < _ITEM and not bullet:
                    in_item = False
            position = end or position + 1

    def hide(self, start: int, depth: int, text: str, *, in_item: bool) -> int:
        """Marks what the line at `start` opens, and returns the line after it; 0 where it opens nothing that is closed."""
        contained = in_item and depth >= _ITEM
        content = text
        for _ in range(_DEEPEST):
            if content[:1] not in _BULLETS or content[1:2] not in (" ", "\t"):
                break
            content = content[2:].lstrip(BLANKS)
            contained = True
        if depth > 3 and not contained:
            return 0
        if content.startswith("<!--"):
            kind, rule, what, closing = COMMENT, "unclosed-comment", "HTML comment", "-->"
            end = start + 1 if "-->" in content[2:] else self.find_end(start, "-->", 0, contained=contained)
        else:
            opener = fence(content)
            if opener is None:
                return 0
            kind, rule, what, closing = FENCED, "unclosed-fence", "code fence", opener[0] * opener[1]
            end = self.find_end(start, closing, max(depth, _ITEM) + 3 if contained else 3, contained=contained)
        if end:
            self.state[start:end] = bytes([kind]) * (end - start)
            if len(content) != len(text):  # a bullet stands before it, and its item is text all the same
                self.state[start] = SHOWN
        elif depth < _ITEM + 4:  # deeper it may as well be indented code
            # A fence at the very end of its item is a closing line too many: it can hide nothing, whoever reads it.
            stray = contained and self.in_vain[closing[0], contained][0] == start + 1 + self.blanks_after(start)
            hint = "delete this line" if stray else f"add a line {closing[:20]} where it ends; until then it hides nothing"
            severity: Severity = "warning" if stray else "error"
            self.faults.append(Fault(rule, f"this {what} is never closed", start + 1, depth + 1, severity, hint=hint))
        return end

    def blanks_after(self, start: int) -> int:
        """How many blank lines follow the line at `start`."""
        count = 0
        while start + 1 + count < len(self.lines) and is_blank(self.lines[start + 1 + count]):
            count += 1
        return count

    def find_end(self, start: int, closing: str, deepest: int, *, contained: bool) -> int:
        """The line after the one that closes what opens at `start`; 0 where there is none.

        What is `contained` in a list item ends with it.  A search that was in vain is not made again from a later line.
        """
        char = closing[0]
        end, shortest, limit = self.in_vain.get((char, contained), (0, 0, 0))
        if start < end and len(closing) >= shortest and deepest <= limit:
            return 0
        position = start + 1
        while position < len(self.lines):
            line = self.lines[position]
            if contained and not line.startswith("  ") and indent(line) < _ITEM and not is_blank(line):
                break
            position += 1
            if closing in line and (char == "-" or (not line.strip(BLANKS).strip(char) and indent(line) <= deepest)):
                return position
        self.in_vain[char, contained] = (position, len(closing), deepest)
        return 0

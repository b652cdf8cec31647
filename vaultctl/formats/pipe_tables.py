"""Tables of Markdown with pipes (GitHub Flavored Markdown, section 4.10), cells continued over several rows included.

A row whose first cell is empty goes on with the cells of the row above; a row without its last pipe goes on in the next line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from vaultctl.formats.markdown import SHOWN, is_blank

if TYPE_CHECKING:
    from collections.abc import Sequence


class Row(NamedTuple):
    """One row: its first and last line (from 1) and as many cells as the table has columns."""

    line: int
    end_line: int
    cells: tuple[str, ...]


class Table(NamedTuple):
    """A table: the line of its header, the last line, and the lines (from 1) that only rule it off."""

    line: int
    end_line: int
    header: tuple[str, ...]
    rows: tuple[Row, ...]
    rules: tuple[int, ...]


def split_row(line: str) -> list[str]:
    r"""The cells of a row; `\|` is a pipe inside a cell, and `<br>` a blank."""
    text = line.strip().removeprefix("|")
    if text.endswith("|") and not text.endswith("\\|"):
        text = text[:-1]
    cells, cell, at = [], [], 0
    while at < len(text):
        char = text[at]
        if char == "\\" and text[at + 1 : at + 2] == "|":
            cell.append("|")
            at += 1
        elif char == "|":
            cells.append("".join(cell))
            cell = []
        else:
            cell.append(char)
        at += 1
    cells.append("".join(cell))
    return [" ".join(item.replace("<br/>", "<br>").replace("<br>", " ").split()) for item in cells]


def render_row(cells: Sequence[str]) -> str:
    """A row that `split_row` reads back."""
    return "| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in cells) + " |"


def is_rule(line: str) -> bool:
    """Whether a line is the rule below a header."""
    cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
    if "|" not in line:
        return False
    return all(cell.strip(":").strip("-") == "" and "-" in cell for cell in cells)


def table_at(lines: Sequence[str], state: bytearray, start: int) -> Table | None:
    """The table whose header is line index `start`; None where none starts there."""
    if start + 1 >= len(lines) or "|" not in lines[start] or state[start] != SHOWN or state[start + 1] != SHOWN:
        return None
    if not is_rule(lines[start + 1]) or is_rule(lines[start]):
        return None
    header = split_row(lines[start])
    width = len(header)
    rows: list[Row] = []
    rules = [start + 2]
    at = start + 2
    while at < len(lines) and state[at] == SHOWN and not is_blank(lines[at]) and "|" in lines[at]:
        first = at
        if is_rule(lines[at]):
            rules.append(at + 1)
            at += 1
            continue
        cells = split_row(lines[at])
        text = lines[at]
        while len(cells) < width and _goes_on(text, lines, state, at + 1):
            at += 1
            text = f"{text.rstrip()} {lines[at].strip()}"
            cells = split_row(text)
        at += 1
        if len(cells) > width:  # a pipe that was not escaped: the text is kept, in the last cell
            cells[width - 1 :] = [" | ".join(cells[width - 1 :])]
        cells += [""] * (width - len(cells))
        if rows and not cells[0] and any(cells):
            last = rows[-1]
            joined = tuple(" ".join(filter(None, pair)) for pair in zip(last.cells, cells, strict=True))
            rows[-1] = Row(last.line, at, joined)
        else:
            rows.append(Row(first + 1, at, tuple(cells)))
    return Table(start + 1, at, tuple(header), tuple(rows), tuple(rules))


def _goes_on(text: str, lines: Sequence[str], state: bytearray, at: int) -> bool:
    if text.rstrip().endswith("|") or at >= len(lines) or state[at] != SHOWN or is_blank(lines[at]):
        return False
    return not lines[at].lstrip().startswith("|") and not lines[at].lstrip().startswith("#")

"""`AGENT_LEARNINGS.md`: rules that count, failures, and rules that are done with, as three Markdown tables.

    ## Active Rules
    | ID | Category | Rule | Source Failures | Added |
    ## Failure Log
    | ID | Category | Error Signature | Count | Last Seen | Status |
    ## Resolved Rules
    | ID | Category | Rule | Source Failures | Added | Resolved |

The status of a failure is `open` or `→ Resolved L001`.  Columns are found by their names, so their order does not matter and
further ones are kept in `more`.  Cells may go on in rows whose first cell is empty (`formats.pipe_tables`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vaultctl.formats import blocks
from vaultctl.formats.block_lines import read_heading
from vaultctl.formats.markdown import SHOWN, is_blank, scan
from vaultctl.formats.pipe_tables import Table, render_row, table_at

if TYPE_CHECKING:
    from collections.abc import Sequence

More = tuple[tuple[str, str], ...]
"""Further columns of a row: the name in the header, and the cell."""

TITLE = "# AGENT_LEARNINGS.md"
OPEN = "open"
RESOLVED = "→ Resolved "
_HEADS = {
    "Active Rules": ("ID", "Category", "Rule", "Source Failures", "Added"),
    "Failure Log": ("ID", "Category", "Error Signature", "Count", "Last Seen", "Status"),
    "Resolved Rules": ("ID", "Category", "Rule", "Source Failures", "Added", "Resolved"),
}
_OTHER_NAMES = {
    "error": "error signature", "signature": "error signature", "failures": "source failures", "source": "source failures",
    "sources": "source failures", "seen": "last seen", "date added": "added", "resolved on": "resolved", "date": "added",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule.  Days are texts as written; `resolved` is empty for one that counts.  `line` and `end_line`: where it stood."""

    id: str
    category: str
    rule: str
    source_failures: tuple[str, ...] = ()
    added: str = ""
    resolved: str = ""
    more: More = ()
    line: int = 0
    end_line: int = 0


@dataclass(frozen=True, slots=True)
class Failure:
    """A failure with how often it was seen.  `resolved_by` is the id of the rule that answers it, empty while it is open;
    `status` is what is written there."""

    id: str
    category: str
    signature: str
    count: int = 1
    last_seen: str = ""
    resolved_by: str = ""
    status: str = OPEN
    more: More = ()
    line: int = 0
    end_line: int = 0


@dataclass(frozen=True, slots=True)
class Learnings:
    """What the file holds.  `faults` are lines with the reason why they could not be read; `frame` the lines that only hold it
    together (headings, heads of tables)."""

    rules: tuple[Rule, ...] = ()
    failures: tuple[Failure, ...] = ()
    resolved: tuple[Rule, ...] = ()
    faults: tuple[tuple[int, str], ...] = ()
    frame: tuple[int, ...] = ()


def parse(text: str) -> Learnings:
    """Reads the three tables, wherever they stand; other text is passed over.  Never raises."""
    lines = blocks.split(text)
    state, _ = scan(lines)
    rules: list[Rule] = []
    failures: list[Failure] = []
    resolved: list[Rule] = []
    faults: list[tuple[int, str]] = []
    frame: list[int] = []
    kind = ""
    at = 0
    while at < len(lines):
        if state[at] != SHOWN or is_blank(lines[at]):
            at += 1
            continue
        heading = read_heading(lines[at])
        if heading is not None:
            name = heading[1].strip("#*_: ").casefold()
            kind = next((title for title in _HEADS if title.casefold() in name), "")
            if kind or lines[at].startswith(TITLE):
                frame.append(at + 1)
            at += 1
            continue
        table = table_at(lines, state, at) if kind else None
        if table is None:
            at += 1
            continue
        columns = [_column(cell) for cell in table.header]
        wanted = "error signature" if kind == "Failure Log" else "rule"
        if "id" in columns and wanted in columns:
            frame += [table.line, *table.rules]
            _read_table(kind, table, columns, rules, failures, resolved, faults)
        at = table.end_line
    return Learnings(tuple(rules), tuple(failures), tuple(resolved), tuple(faults), tuple(frame))


def _column(cell: str) -> str:
    name = " ".join(cell.casefold().replace("_", " ").replace("*", "").split())
    return _OTHER_NAMES.get(name, name)


def _read_table(
    kind: str, table: Table, columns: Sequence[str], rules: list[Rule], failures: list[Failure], resolved: list[Rule],
    faults: list[tuple[int, str]],
) -> None:  # fmt: skip
    known = {_column(name) for name in _HEADS[kind]}
    for row in table.rows:
        cells = dict(zip(columns, row.cells, strict=True))
        more = tuple((head, cell) for head, column, cell in zip(table.header, columns, row.cells, strict=True)
                     if column not in known and cell)  # fmt: skip
        get = {name: cells.get(name, "") for name in known}
        if not any(row.cells):
            continue
        if kind == "Failure Log":
            count = get["count"].lstrip("×x")
            if count and not (count.isascii() and count.isdigit() and len(count) < 10):
                faults.append((row.line, f"{get['id']}: the count {count[:40]!r} is no number"))
                count = ""
            status, by = _status(get["status"])
            failures.append(Failure(get["id"], get["category"], get["error signature"], int(count or 1), get["last seen"], by, status,
                                    more, row.line, row.end_line))  # fmt: skip
        else:
            sources = tuple(item for item in get["source failures"].replace(",", " ").replace(";", " ").split() if item not in "—–-")
            rule = Rule(get["id"], get["category"], get["rule"], sources, get["added"], get.get("resolved", ""), more, row.line,
                        row.end_line)  # fmt: skip
            (rules if kind == "Active Rules" else resolved).append(rule)


def _status(text: str) -> tuple[str, str]:
    """The status as it is written canonically, and the rule that it names."""
    word = text.strip().strip("`*_")
    bare = word.removeprefix("→").removeprefix("->").strip().strip("`*_")
    if bare.casefold().startswith("resolved"):
        by = bare[len("resolved") :].strip(" :()`*_").removeprefix("by ")
        return (RESOLVED + by).strip(), by
    return (OPEN, "") if word.casefold() in ("", OPEN) else (word, "")


def render(learnings: Learnings) -> str:
    """The file; what `parse` reads from it are the same values."""
    rules, failures, resolved = [], [], []
    for rule in learnings.rules:
        rules.append(([rule.id, rule.category, rule.rule, ", ".join(rule.source_failures), rule.added], rule.more))
    for item in learnings.failures:
        status = RESOLVED + item.resolved_by if item.resolved_by else item.status
        failures.append(([item.id, item.category, item.signature, str(item.count), item.last_seen, status], item.more))
    for rule in learnings.resolved:
        sources = ", ".join(rule.source_failures)
        resolved.append(([rule.id, rule.category, rule.rule, sources, rule.added, rule.resolved], rule.more))
    parts = [TITLE]
    for (title, head), rows in zip(_HEADS.items(), (rules, failures, resolved), strict=True):
        parts.append(f"\n## {title}\n\n{_render_table(head, rows)}")
    return "\n".join(parts) + "\n"


def _render_table(head: Sequence[str], rows: Sequence[tuple[list[str], More]]) -> str:
    further = list(dict.fromkeys(name for _, more in rows for name, _ in more))
    lines = [render_row([*head, *further]), "|" + "---|" * (len(head) + len(further))]
    lines += [render_row([*row, *(dict(more).get(name, "") for name in further)]) for row, more in rows]
    return "\n".join(lines)

"""The table: its rows, what was promised and what came out, and the machine it was made on."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from tests.benchmarks.cases import Tools
from tests.benchmarks.measuring import Bench, Command, Figures

_COLUMNS = ("command", "layout", "lessons", "ms", "floor ms", "ratio", "peak MiB", "runs")
_WIDTHS = (18, 11, 7, 9, 9, 6, 8, 4)


class Row(NamedTuple):
    """One row: what was measured, or why it was not."""

    name: str
    layout: str
    size: str
    figures: Figures | None
    note: str = ""

    def cells(self) -> list[str]:
        """The texts of the cells."""
        size = "1191" if self.size == "real" else self.size
        start = [self.name, self.layout, f"{int(size):,}" if size else ""]
        if self.figures is None:
            return [*start, self.note, *[""] * 4]
        seconds, _, peak, runs = self.figures
        memory = f"{peak / 2**20:.0f}" if peak else "–"
        return [*start, f"{seconds * 1000:.1f}", f"{self.figures.floor * 1000:.1f}", f"{self.figures.ratio:.2f}", memory, str(runs)]

    def line(self) -> str:
        """The row as a line of a Markdown table."""
        return _line(self.cells())


def _line(cells: Sequence[str]) -> str:
    padded = [cell.ljust(width) if place < 2 else cell.rjust(width)
              for place, (cell, width) in enumerate(zip(cells, _WIDTHS, strict=True))]  # fmt: skip
    return f"| {' | '.join(padded)} |"


def machine(bench: Bench, tools: Tools) -> list[tuple[str, str]]:
    """What it was measured on, and with what."""
    def first(*argv: str) -> str:
        return (bench.ask(Command(argv, Path())) or "?").split("\n")[0]

    pip = first(tools.python, "-m", "pip", "--version").partition(" from ")[0]
    versions = [first(tools.vaultctl, "--version"), first(tools.python, "--version"), pip, first(tools.git, "--version"),
                first(tools.rg, "--version")]  # fmt: skip
    return [
        ("day", datetime.now(UTC).date().isoformat()),
        ("machine", f"{platform.system()} {platform.machine()}, {_processor()}, {os.cpu_count()} cores"),
        ("versions", ", ".join(versions)),
        ("runs", f"medians of up to {bench.runs}, each in turn with its floor; fewer where a command takes over a second"),
    ]


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown processor"
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "unknown processor")


def head(facts: Sequence[tuple[str, str]]) -> list[str]:
    """What stands above the rows."""
    return [*(f"- {name}: {value}" for name, value in facts), "", _line(_COLUMNS), f"|{'|'.join('-' * (width + 2) for width in _WIDTHS)}|"]


def render(facts: Sequence[tuple[str, str]], rows: Sequence[Row], ending: Sequence[str], content: str) -> str:
    """The whole page."""
    about = "Written by `make bench`; do not edit. What the figures mean: [docs/performance.md](../../docs/performance.md)."
    title = ["# What vaultctl costs", "", about, ""]
    return "\n".join([*title, *head(facts), *(row.line() for row in rows), "", *ending, "", "## Content rules", "", content, ""])


def promises(rows: Sequence[Row]) -> list[str]:
    """What was promised, beside what came out; only what these rows tell."""
    known = {(row.name, row.layout, row.size): row.figures for row in rows if row.figures is not None}
    lines: list[str] = []

    def say(text: str, value: float, limit: float, unit: str = "×") -> None:
        lines.append(f"| {text} | {limit:g}{unit} | {value:.2f}{unit} | {'yes' if value <= limit else '**no**'} |")

    def quotient(text: str, name: str, large: str, small: str, limit: float, layout: str = "notes") -> None:
        one, other = known.get((name, layout, large)), known.get((name, layout, small))
        if one and other:
            say(text, one.seconds / other.seconds, limit)

    cold, large = known.get(("check", "notes", "real")), known.get(("check", "notes", "10000"))
    if cold:
        say("`check` at 1,191 real lessons against a bare interpreter and a bare ripgrep", cold.ratio, 1.6)
    if cold and large:
        bound = 1.5 * large.parts[-1] + cold.seconds
        say("`check` at 10,000 notes against 1.5 bare ripgreps and a cold `check`", large.seconds / bound, 1)
    quotient("`check --ref` at 100,000 against 1,000", "check --ref main", "100000", "1000", 1.3)
    quotient("`lint` at 10,000 against 5,000", "lint", "10000", "5000", 2.2)
    quotient("`lint --staged` of one file at 10,000 against 100", "lint --staged", "10000", "100", 2)
    for name, size, seconds, mebibytes in (
        ("vault.check()", "real", 0.015, 0), ("lint", "real", 1.5, 120), ("lint", "10000", 6, 400), ("index", "real", 1.5, 0),
        ("index", "20000", 20, 500), ("archive --dry-run", "real", 1.5, 0), ("archive --dry-run", "20000", 20, 500),
        ("record --no-push", "real", 1, 0), ("gate", "real", 1.5, 0), ("fail --no-push", "real", 0.3, 0), ("reflect", "real", 2, 0),
    ):  # fmt: skip
        if figures := known.get((name, "notes", size)):
            shown = "1,191" if size == "real" else f"{int(size):,}"
            say(f"`{name}` at {shown}", figures.seconds, seconds, " s")
            if mebibytes:
                say(f"`{name}` at {shown}, peak memory", figures.peak / 2**20, mebibytes, " MiB")
    return ["## Promises", "", "| what | at most | here | kept |", "|---|---|---|---|", *lines] if lines else []

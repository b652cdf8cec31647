"""The bar for long work: on a terminal alone, only when it takes long, and gone at the end."""

from __future__ import annotations

import io
import sys

import pytest

from vaultctl.cli.common import Common
from vaultctl.cli.watching import watching
from vaultctl.report import tables


class Terminal(io.StringIO):
    """Standard error of somebody who sits at a terminal."""

    def isatty(self) -> bool:
        return True


def work(monkeypatch: pytest.MonkeyPatch, stderr: io.StringIO, common: Common, patience: float = 0) -> str:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(tables, "PATIENCE", patience)
    monkeypatch.setattr(sys, "stderr", stderr)
    with watching("reading lessons", common) as tell:
        for done in range(1, 11):
            tell(done, 10)
    return stderr.getvalue()


def test_long_work_shows_on_a_terminal_and_is_wiped_away(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = work(monkeypatch, Terminal(), Common("index"))
    assert "reading lessons" in shown and "100%" in shown
    assert shown.rstrip("\r\n").endswith("\x1b[2K")


@pytest.mark.parametrize(
    ("stderr", "common", "patience"),
    [(io.StringIO(), Common("index"), 0), (Terminal(), Common("index", quiet=True), 0), (Terminal(), Common("index"), 60)],
)
def test_otherwise_nothing_shows(monkeypatch: pytest.MonkeyPatch, stderr: io.StringIO, common: Common, patience: float) -> None:
    assert work(monkeypatch, stderr, common, patience) == ""

"""The lean entry and Typer answer every form of `check` alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fakes.command import Result, run
from tests.fakes.vaults import lesson, write
from vaultctl.cli import entry
from vaultctl.cli.options import CHECK, SHARED

FORMS: list[list[str]] = [
    ["--tags", "pdf/font"],
    ["--tags=pdf/font"],
    ["-t", "pdf/font"],
    ["--tags", "pdf/font", "--tags", "web,db"],
    ["--tags", "pdf/font", "--format", "json"],
    ["--tags", "pdf/font", "--format=json", "--today=2026-01-01"],
    ["--tags", "pdf", "--match", "under", "--fail-on", "warning"],
    ["--tags", "web", "--fail-on", "warning", "--color", "always", "--today", "2026-01-01"],
    ["--tags", "pdf/font", "--budget", "20"],
    ["--tags", "pdf/font", "--budget", "-1"],
    ["--tags", "pdf/font", "--budget", "ten"],
    ["--tags", "pdf/font", "--budget", ""],
    ["--tags", "pdf/font", "-q", "-v"],
    ["--tags", "pdf/font", "-qv"],
    ["--tags", "-"],
    ["--tags", "--"],
    ["--tags"],
    ["--tags", ""],
    ["--tags", "a//b", "--format", "json"],
    ["--path", "src/x.py", "--path", "y"],
    ["--path", ""],
    ["--command", "make pdf"],
    ["--command", "--help"],
    ["--match", "some", "--tags", "x"],
    ["--formt", "json"],
    ["--form", "json", "--tags", "x"],
    ["--tags", "x", "extra"],
    ["--tags", "x", "--", "y"],
    ["--tags", "x", "--vault", "nowhere"],
    ["--tags", "x", "--vault", "nowhere", "--format", "json"],
    ["--tags", "x", "--today", "tomorrow"],
    ["--ref", "no-such-ref", "--tags", "x"],
    [],
    ["--help"],
    ["-h"],
    ["--quiet=1", "--tags", "x"],
    ["-t=pdf/font"],
]
ENVIRONMENTS: list[dict[str, str]] = [
    {},
    {"VAULTCTL_FORMAT": "json"},
    {"VAULTCTL_FORMAT": "yaml"},
    {"VAULTCTL_FORMAT": ""},
    {"VAULTCTL_TODAY": "2026-01-01", "VAULTCTL_COLOR": "always"},
    {"VAULTCTL_VAULT": "elsewhere"},
]


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return write(tmp_path, {"b-1.md": lesson("B-1", "pdf/font"), "w-1.md": lesson("W-1", "web", "WARNING")})


def through_typer(args: list[str], cwd: Path, env: dict[str, str], stdin: str) -> Result:
    return run("check", *args, cwd=cwd, env=env, stdin=stdin)


@pytest.mark.parametrize("env", ENVIRONMENTS, ids=str)
@pytest.mark.parametrize("args", FORMS, ids=" ".join)
def test_both_ways_answer_alike(vault: Path, args: list[str], env: dict[str, str]) -> None:
    lean = run("check", *args, cwd=vault, env=env, stdin="pdf/font\n", through=entry.run)
    assert lean == through_typer(args, vault, env, "pdf/font\n")


def test_the_plain_forms_are_served_without_typer() -> None:
    plain = [args for args in FORMS if entry.parse(args, (*CHECK, *SHARED)) is not None]
    assert ["--tags", "pdf/font", "--format", "json"] in plain
    assert ["--help"] not in plain
    assert len(plain) > len(FORMS) // 2


def test_version(vault: Path) -> None:
    assert run("--version", cwd=vault, through=entry.run) == run("--version", cwd=vault)

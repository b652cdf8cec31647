"""The lean entry and Typer answer every form of `check` alike."""

from __future__ import annotations

import subprocess
import sys
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


@pytest.mark.parametrize("args", [["--format", "json", "check", "--tags", "x"], ["-q", "--vault=.", "check", "--tags", "x"]])
def test_shared_options_may_stand_before_the_command(vault: Path, args: list[str]) -> None:
    at = args.index("check")
    assert run(*args, cwd=vault, through=entry.run) == run("check", *args[:at], *args[at + 1 :], cwd=vault)


def test_a_mistyped_command_gets_a_suggestion(vault: Path) -> None:
    result = run("chekc", "--format", "json", cwd=vault)
    assert result.code == 2
    assert result.json["schema"] == "vaultctl.vaultctl/1"
    assert result.json["error"]["hint"] == "did you mean check?"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_a_full_disk_is_no_bug_and_no_answer(vault: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([sys.executable, "-m", "vaultctl", "check", "--tags", "web"], cwd=vault, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 3
    assert b"No space left" in done.stderr and b"free some space" in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_closed_pipe_is_quiet(vault: Path) -> None:
    child = subprocess.Popen([sys.executable, "-m", "vaultctl", "check", "--tags", "web"], cwd=vault, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert child.stdout is not None
    child.stdout.close()
    assert child.stderr is not None
    assert child.stderr.read() == b""
    child.stderr.close()
    assert child.wait() == 141


@pytest.mark.parametrize("args", ["check -tweb", "lint --format json", "doctor", "show W-1", "--help", "check --tags web"])
def test_a_reader_that_is_gone_is_never_an_answer(vault: Path, args: str) -> None:
    child = subprocess.Popen([sys.executable, "-m", "vaultctl", *args.split()], cwd=vault, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert child.stdout is not None
    child.stdout.close()
    child.stderr.read()  # type: ignore[union-attr]
    child.stderr.close()  # type: ignore[union-attr]
    assert child.wait() == 141


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell to close streams")
@pytest.mark.parametrize(("close", "code"), [(">&-", 3), ("2>&-", 0), ("<&-", 0)])
def test_a_stream_that_is_closed_is_never_blocked(vault: Path, close: str, code: int) -> None:
    line = f'"{sys.executable}" -m vaultctl check --tags zzz {close}'
    done = subprocess.run(["sh", "-c", line], cwd=vault, capture_output=True, check=False)
    assert done.returncode == code
    assert b"Traceback" not in done.stderr

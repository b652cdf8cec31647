"""The lean entry and Typer answer every form of `check` alike."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

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


FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="/dev/full is Linux's")


def started(vault: Path, *args: str, env: dict[str, str] | None = None, **streams: Any) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", "vaultctl", *args], cwd=vault, env=os.environ | (env or {}), check=False, **streams)


@needs_full
@pytest.mark.parametrize(("tags", "code"), [("pdf/font", 1), ("zzz", 0)])
def test_a_note_that_nobody_can_hear_takes_no_answer(vault: Path, tags: str, code: int) -> None:
    with FULL.open("w") as full:
        done = started(vault, "check", "--tags", tags, "--today", "2026-01-01", env={"VAULTCTL_RG": "/none"}, stdout=subprocess.PIPE, stderr=full)
    assert done.returncode == code
    assert done.stdout.startswith(b"BLOCKED" if code else b"CLEAR")


@needs_full
@pytest.mark.parametrize("args", [["check", "--tags", "zzz"], ["check", "--tags", "a", "--vault", "/none"], ["check", "--bogus"], ["search", "x"]])
def test_what_cannot_be_written_never_ends_as_blocked(vault: Path, args: list[str]) -> None:
    with FULL.open("w") as full:
        assert started(vault, *args, stdout=full, stderr=full).returncode not in (0, 1)


@pytest.mark.parametrize("number", ["9" * 4301, "9" * 19])
def test_a_number_without_end_is_a_usage_error_or_a_large_budget(vault: Path, number: str) -> None:
    done = started(vault, "check", "--tags", "zzz", "--budget", number, capture_output=True)
    assert done.returncode in (0, 2) and b"Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="a folder in use cannot be removed there")
def test_a_folder_that_is_gone_is_unknown(vault: Path, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    script = 'rmdir "$0"; exec "$1" -m vaultctl check --tags zzz --vault "$2"'
    done = subprocess.run(["sh", "-c", script, str(gone), sys.executable, str(vault)], cwd=gone, capture_output=True, check=False,
                          env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])})  # fmt: skip
    assert done.returncode == 3 and b"Traceback" not in done.stderr


def test_standard_input_in_another_encoding_is_a_usage_error(vault: Path) -> None:
    done = started(vault, "check", "--tags", "-", input=b"caf\xe9", env={"PYTHONIOENCODING": "utf-8:strict"}, capture_output=True)
    assert done.returncode == 2 and b"not utf-8" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="SIGCHLD is POSIX")
def test_a_parent_that_ignores_its_children_gets_the_answer(vault: Path) -> None:
    code = "import os, signal, sys; signal.signal(signal.SIGCHLD, signal.SIG_IGN); os.execv(sys.executable, sys.argv[1:])"
    argv = [sys.executable, "-c", code, sys.executable, "-m", "vaultctl", "check", "--tags", "pdf/font", "--today", "2026-01-01"]
    done = subprocess.run(argv, cwd=vault, capture_output=True, check=False)
    assert (done.returncode, done.stdout[:7]) == (1, b"BLOCKED")


def test_a_ref_without_git_is_unknown_with_a_verdict(vault: Path) -> None:
    git(vault)
    text = started(vault, "check", "--tags", "a", "--ref", "HEAD~0", env={"PATH": "/none"}, capture_output=True)
    assert text.returncode == 3 and text.stdout.startswith(b"UNKNOWN")
    found = started(vault, "check", "--tags", "a", "--ref", "HEAD~0", "--format", "json", env={"PATH": "/none"}, capture_output=True)
    assert found.returncode == 3 and json.loads(found.stdout)["verdict"] == "UNKNOWN"


def git(vault: Path) -> None:
    for words in (["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-q", "-m", "x"]):
        subprocess.run(["git", "-C", str(vault), *words], check=True)

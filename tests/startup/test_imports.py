"""What a fresh interpreter loads: `check` runs before every step of an agent, so each import there is paid again and again."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.fakes.command import run

ROOT = Path(__file__).resolve().parents[2]
CHECK_NEVER_LOADS = {"rich", "git", "ruamel", "importlib.metadata", "pathspec", "hypothesis", "pytest", "urllib.request", "ssl"}
"""Loaded by no `vaultctl check`: by a command line, and by the Python API."""

CORE_NEVER_LOADS = CHECK_NEVER_LOADS | {
    "dataclasses", "enum", "inspect", "json", "pathlib", "re", "subprocess", "tempfile", "typer", "typing",
}  # fmt: skip
"""Loaded by no module that a check loads, those of the command line apart, when that module is imported."""

def loaded(code: str, folder: Path) -> set[str]:
    """The modules that a fresh interpreter loads by running this code, with the names of their packages."""
    script = f"""import sys
sys.path.insert(0, {str(ROOT)!r})
before = set(sys.modules)
try:
    exec({code!r})
except SystemExit as end:
    assert end.code in (0, 1), end.code
sys.stderr.write("\\n" + " ".join(sorted(set(sys.modules) - before)))
"""
    # Whatever the environment's own .pth files import is there before we count.
    done = subprocess.run([sys.executable, "-c", script], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return set(done.stderr.rpartition("\n")[2].split())


def offending(modules: set[str], refused: set[str]) -> set[str]:
    return {name for name in modules if any(name == item or name.startswith(f"{item}.") for item in refused)}


@pytest.fixture(scope="module")
def vaults(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A fresh vault a layout."""
    made = {}
    for layout in ("notes", "single-file"):
        made[layout] = tmp_path_factory.mktemp(layout)
        assert run("init", "--layout", layout, cwd=made[layout]).code == 0
    return made


def check(form: str = "text") -> str:
    return f"""
from vaultctl.cli.entry import run
sys.exit(run(["check", "--tags", "example/vaultctl/blocked", "--format", {form!r}]))"""


@pytest.mark.parametrize("layout", ["notes", "single-file"])
@pytest.mark.parametrize("form", ["text", "json"])
def test_a_check_in_a_new_vault_loads_nothing_heavy(vaults: dict[str, Path], layout: str, form: str) -> None:
    modules = loaded(check(form), vaults[layout])
    assert "vaultctl.usecases.check" in modules
    assert offending(modules, CHECK_NEVER_LOADS) == set()


def test_a_check_through_the_python_api_loads_nothing_heavy(vaults: dict[str, Path]) -> None:
    code = "import vaultctl\nassert vaultctl.Vault.open('.').check(tags=['example/vaultctl/blocked']).blocked"
    assert offending(loaded(code, vaults["notes"]), CHECK_NEVER_LOADS | {"typer"}) == set()


@pytest.mark.parametrize("layout", ["notes", "single-file"])
def test_the_modules_of_the_check_path_import_nothing_that_costs_time(vaults: dict[str, Path], layout: str) -> None:
    path = sorted(name for name in loaded(check(), vaults[layout]) if name.startswith("vaultctl.") and "__main__" not in name)
    below = [name for name in path if not name.startswith("vaultctl.cli")]
    assert len(below) > 25
    modules = loaded("\n".join(f"import {name}" for name in below), ROOT)
    assert offending(modules, CORE_NEVER_LOADS) == set()


def test_the_package_itself_loads_nothing() -> None:
    assert {name for name in loaded("import vaultctl", ROOT) if name.startswith("vaultctl.")} == set()

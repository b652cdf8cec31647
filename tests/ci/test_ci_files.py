"""The CI files say what they must: pinned actions and versions, least permissions, no untrusted text in a shell."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.ci.conftest import ROOT, Tool
from tests.fakes import command
from vaultctl import __version__

TEMPLATES = sorted((ROOT / "templates/ci").rglob("*.yml"))
WORKFLOWS = [path for path in TEMPLATES if "workflows" in path.parts] + sorted((ROOT / ".github/workflows").glob("*.yml"))
ACTIONS = [*WORKFLOWS, ROOT / "action.yml"]


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", ACTIONS, ids=_name)
def test_actions_are_pinned_by_hash(path: Path) -> None:
    for used in re.findall(r"uses: *(\S+)", path.read_text()):
        assert re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", used), used


@pytest.mark.parametrize("path", ACTIONS, ids=_name)
def test_no_expression_stands_in_a_shell(path: Path) -> None:
    lines = path.read_text().split("\n")
    for number, line in enumerate(lines):
        if re.match(r" *(- )?run:", line):
            depth = len(line) - len(line.lstrip(" -"))
            body = [line]
            for after in lines[number + 1 :]:
                if after.strip() and len(after) - len(after.lstrip()) <= depth:
                    break
                body.append(after)
            assert "${{" not in "\n".join(body)


@pytest.mark.parametrize("path", WORKFLOWS, ids=_name)
def test_nothing_is_permitted_that_no_job_asks_for(path: Path) -> None:
    assert "\npermissions: {}\n" in path.read_text()


@pytest.mark.parametrize("path", TEMPLATES, ids=_name)
def test_what_is_installed_is_this_release(path: Path) -> None:
    text = path.read_text()
    for version in re.findall(r'VAULTCTL_VERSION: "([^"]*)"', text):
        assert version == __version__
    assert "pip install" not in text or '"vaultctl==$VAULTCTL_VERSION"' in text


@pytest.mark.parametrize("ci", ["github", "gitlab"])
def test_init_lays_the_files_and_overwrites_none(tmp_path: Path, ci: str) -> None:
    folder = ROOT / "templates/ci" / ci
    wanted = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    assert wanted
    (tmp_path / wanted[0]).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / wanted[0]).write_text("mine\n")
    done = command.run("init", "--ci", ci, cwd=tmp_path)
    assert done.code == 0, done.err
    assert (tmp_path / wanted[0]).read_text() == "mine\n"
    for name in wanted[1:]:
        assert (tmp_path / name).read_bytes() == (folder / name).read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [("zizmor", "--offline", "--no-progress"), ("actionlint",)], ids=lambda words: str(words[0]))
def test_linters_of_workflows_find_nothing(tool: Tool, arguments: tuple[str, ...]) -> None:
    name, *options = arguments
    files = WORKFLOWS if name == "actionlint" else ACTIONS
    done = subprocess.run([tool(name), *options, *map(str, files)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("schema", "files"),
    [
        ("vendor.github-workflows", WORKFLOWS),
        ("vendor.github-actions", [ROOT / "action.yml"]),
        ("vendor.gitlab-ci", [path for path in TEMPLATES if "gitlab" in path.parts]),
    ],
    ids=["workflows", "action", "gitlab"],
)
def test_schemas_are_met(tool: Tool, schema: str, files: list[Path]) -> None:
    done = subprocess.run([tool("check-jsonschema"), "--builtin-schema", schema, *map(str, files)], capture_output=True, check=False)
    assert done.returncode == 0, done.stdout.decode() + done.stderr.decode()

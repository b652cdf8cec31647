"""What a path is to a vault, and which paths some disk takes for one."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultctl.core.area import Area, fold, twins, unportable
from vaultctl.core.config import Config, Generated

NOTES = Area(Config())
SINGLE = Area(Config(layout="single-file"))
BELOW = Area(Config(), "docs/kb/")


@pytest.mark.parametrize(
    ("area", "path", "role"),
    [
        (NOTES, "vault/lessons/a/b-1.md", "lesson"),
        (NOTES, "vault/archive/2026/b-1.md", "lesson"),
        (NOTES, "vault/lessons/README.md", "beside"),
        (NOTES, "vault/lessons/a/x.txt", "beside"),
        (NOTES, "vault/taxonomy.yaml", "settings"),
        (NOTES, ".vaultctl.yaml", "settings"),
        (NOTES, "VAULT_INDEX.json", "generated"),
        (NOTES, "vault/index/pdf.md", "generated"),
        (NOTES, "KNOWLEDGE_VAULT.md", "shadow"),
        (Area(Config(generated=Generated(vault=True))), "KNOWLEDGE_VAULT.md", "generated"),
        (NOTES, "vault", "disguised"),
        (NOTES, "vault/lessons", "disguised"),
        (NOTES, "Vault/lessons/a/b-1.md", "disguised"),
        (NOTES, "vault/Lessons/a", "disguised"),
        (NOTES, "vault./lessons/a.md", "disguised"),
        (NOTES, "vaults/lessons/a.md", "other"),
        (NOTES, ".github/workflows/x.yml", "automation"),
        (NOTES, ".GitHub/workflows/x.yml", "automation"),
        (NOTES, "sub/.gitattributes", "automation"),
        (NOTES, "CLAUDE.md", "automation"),
        (NOTES, "src/app.py", "other"),
        (NOTES, "Makefile", "other"),
        (NOTES, "sub/.github/workflows/x.yml", "other"),
        *[(NOTES, path, "automation") for path in (
            ".cursorrules", ".windsurfrules", "sub/.windsurfrules", ".woodpecker.yml", ".woodpecker/build.yaml", ".drone.yml", ".travis.yml",
            "bitbucket-pipelines.yml", ".vscode/tasks.json", "sub/.vscode/settings.json", ".devcontainer/devcontainer.json", ".devcontainer.json",
            ".idea/startup.xml", ".aider.conf.yml", ".clinerules", ".clinerules/rules.md", ".mcp.json", ".envrc", "sub/.envrc",
            "sub/.Claude/settings.json", ".github/copilot-instructions.md", "AGENTS.override.md", ".cursor/rules/x.mdc", ".cursor\u200b/mcp.json",
        )],
        (SINGLE, "KNOWLEDGE_VAULT.md", "lesson"),
        (SINGLE, "ARCHIVED_KNOWLEDGE.md", "lesson"),
        (SINGLE, "Knowledge_Vault.md", "disguised"),
        (SINGLE, "vault/lessons/a.md", "shadow"),
        (BELOW, "docs/kb/vault/lessons/a.md", "lesson"),
        (BELOW, "docs/KB/vault/lessons/a.md", "disguised"),
        (BELOW, "docs", "disguised"),
        (BELOW, "docs/kb", "disguised"),
        (BELOW, "vault/lessons/a.md", "shadow"),
        (BELOW, ".vaultctl.yaml", "shadow"),
        (NOTES, "sub/.VaultCtl.yaml", "shadow"),
        (NOTES, "sub/Knowledge_Vault.md", "shadow"),
        (NOTES, "sub/vault/taxonomy.yaml", "shadow"),
        (NOTES, "vault\\lessons\\a.md", "disguised"),
        (NOTES, ".vaultctl.yaml::$DATA", "disguised"),
    ],
)
def test_what_a_path_is(area: Area, path: str, role: str) -> None:
    assert area.role(path) == role


@given(st.text(min_size=1).filter(lambda text: "/" not in text))
def test_spellings_of_a_name_fold_to_one(name: str) -> None:
    once = fold(name)
    assert fold(once) == once
    assert fold(unicodedata.normalize("NFD", name)) == fold(unicodedata.normalize("NFC", name)) == once
    assert fold(f"{name}\u200d") == once


def test_twins_are_told_with_what_they_double() -> None:
    assert twins(["a/B.md"], ["a/b.md", "a/B.md"]) == {"a/B.md": "a/b.md"}
    assert twins(["A/c.md"], ["a/b.md", "A/c.md"]) == {"A/c.md": "a"}
    assert twins(["a/c.md"], ["a/b.md", "a/c.md"]) == {}
    assert len(twins(["x/1.md", "X/2.md"], ["x/1.md", "X/2.md"])) == 1


@pytest.mark.parametrize("path", ["a\\b.md", "a:b.md", "what?.md", "con.md", "x/AUX", "COM1.txt", "x./y", "x /y", "a\nb", "LESSON~1/x.md"])
def test_what_windows_cannot_check_out_is_told(path: str) -> None:
    assert unportable(f"vault/lessons/{path}")


@pytest.mark.parametrize("path", ["vault/lessons/pdf/b-1.md", "vault/lessons/console/b.md", "vault/.x/y", "vault/caf\u00e9/c.md"])
def test_what_windows_can_check_out_is_left_alone(path: str) -> None:
    assert unportable(path) == ""

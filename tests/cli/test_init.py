"""`vaultctl init`: lays a vault out, and never overwrites."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.conftest import MakeRepo
from tests.fakes.command import run
from vaultctl.core.config import Config
from vaultctl.core.taxonomy import Prefix, Taxonomy
from vaultctl.formats.settings import parse_config, parse_taxonomy

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = [".vaultctl.yaml", "vault/taxonomy.yaml"]
EXAMPLES = ["vault/lessons/README.md", *(f"vault/lessons/example/vaultctl/{letter}-example.md" for letter in "bvw")]
LINES = [".gitattributes", ".gitignore"]
FAILURES = "on a forge that protects branches, let agents push to vault-failures (the failure log), but never force-push it"


def init(folder: Path, *options: str) -> dict[str, Any]:
    """The answer of a call that must succeed."""
    done = run("init", str(folder), *options, "--format", "json", cwd=ROOT)
    assert done.code == 0, done
    return done.json


def files(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, without git's own."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".git" not in path.relative_to(folder).parts
    }


def test_a_new_vault_has_settings_examples_and_git_lines(tmp_path: Path) -> None:
    answer = init(tmp_path)
    assert answer["schema"] == "vaultctl.init/1"
    assert answer["root"] == str(tmp_path)
    assert answer["created"] == [*SETTINGS, *EXAMPLES, *LINES]
    assert answer["existing"] == []
    assert sorted(files(tmp_path)) == sorted([*SETTINGS, *EXAMPLES, *LINES])


def test_a_single_file_vault_is_one_file_with_the_same_examples(tmp_path: Path) -> None:
    answer = init(tmp_path, "--layout", "single-file")
    assert answer["created"] == [*SETTINGS, "KNOWLEDGE_VAULT.md", *LINES]
    assert "layout: single-file" in (tmp_path / ".vaultctl.yaml").read_text()


def test_running_it_again_changes_nothing_and_says_what_is_there(tmp_path: Path) -> None:
    init(tmp_path)
    before = files(tmp_path)
    answer = init(tmp_path)
    assert (answer["created"], answer["extended"]) == ([], [])
    assert answer["existing"] == [*SETTINGS, *EXAMPLES, *LINES]
    assert files(tmp_path) == before


def test_examples_that_were_deleted_do_not_come_back(tmp_path: Path) -> None:
    init(tmp_path)
    for path in EXAMPLES:
        (tmp_path / path).unlink()
    assert init(tmp_path)["created"] == []


def test_a_dry_run_writes_nothing(tmp_path: Path) -> None:
    answer = init(tmp_path / "new", "--dry-run")
    assert answer["created"] == [*SETTINGS, *EXAMPLES, *LINES]
    assert not (tmp_path / "new").exists()


def test_lessons_that_are_there_are_left_alone_and_get_no_examples(tmp_path: Path) -> None:
    lesson = tmp_path / "vault" / "lessons" / "a" / "b-1.md"
    lesson.parent.mkdir(parents=True)
    lesson.write_bytes(b"not even a lesson\r\n")
    answer = init(tmp_path)
    assert answer["created"] == [*SETTINGS, *LINES]
    assert any("holds 1 file already" in note for note in answer["notes"])
    assert lesson.read_bytes() == b"not even a lesson\r\n"


def test_the_next_step_is_named_where_there_is_one(tmp_path: Path) -> None:
    assert "next: vaultctl check --tags example/vaultctl/blocked" in run("init", "new", cwd=tmp_path).err
    assert "next:" not in run("init", "new", cwd=tmp_path).err
    (tmp_path / "old" / "vault" / "lessons").mkdir(parents=True)
    (tmp_path / "old" / "vault" / "lessons" / "b-1.md").touch()
    assert "next:" not in run("init", "old", cwd=tmp_path).err


def test_a_lone_vault_file_decides_the_layout(tmp_path: Path) -> None:
    (tmp_path / "KNOWLEDGE_VAULT.md").write_text("### BLOCKED_PATTERNS\n")
    answer = init(tmp_path)
    assert answer["layout"] == "single-file"
    assert answer["existing"] == ["KNOWLEDGE_VAULT.md"]


def test_a_vault_file_that_is_something_else_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    (tmp_path / "KNOWLEDGE_VAULT.md").write_text("# How to open the vault in the cellar\n")
    done = run("init", "--layout", "single-file", cwd=tmp_path)
    assert done.code == 1 and "something else than a vault" in done.err
    assert list(files(tmp_path)) == ["KNOWLEDGE_VAULT.md"]


def test_missing_lines_are_appended_in_the_files_own_line_ends(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_bytes(b"*.log\r\nbuild/")
    (tmp_path / ".gitattributes").write_bytes(b"# ours\nVAULT_INDEX.json diff\n")
    answer = init(tmp_path)
    assert answer["extended"] == LINES
    ignored = (tmp_path / ".gitignore").read_bytes()
    assert ignored.startswith(b"*.log\r\nbuild/\r\n\r\n") and ignored.endswith(b".vaultctl-*.tmp\r\n")
    attributes = (tmp_path / ".gitattributes").read_bytes()
    assert attributes.startswith(b"# ours\nVAULT_INDEX.json diff\n")
    assert attributes.count(b"VAULT_INDEX.json") == 1
    assert b"vault/lessons/** -text\n" in attributes


def test_a_linked_gitignore_is_left_alone_and_named(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").write_text("*.log\n")
    try:
        (tmp_path / ".gitignore").symlink_to("elsewhere")
    except OSError:
        pytest.skip("this system lets nobody make links")
    answer = init(tmp_path)
    assert ".gitignore" not in answer["created"]
    assert any(note.startswith("left alone: .gitignore") for note in answer["notes"])
    assert (tmp_path / "elsewhere").read_text() == "*.log\n"


def test_a_union_merge_is_named(tmp_path: Path) -> None:
    (tmp_path / ".gitattributes").write_text("KNOWLEDGE_VAULT.md merge=union\n")
    assert any("merge=union" in note for note in init(tmp_path)["notes"])
    assert not any("merge=union" in note for note in init(tmp_path / "other")["notes"])


def test_outside_a_repository_it_says_what_needs_git(tmp_path: Path) -> None:
    assert any("not a git repository" in note for note in init(tmp_path)["notes"])


def test_in_a_repository_there_is_nothing_to_say(git_repo: MakeRepo) -> None:
    assert init(git_repo().path)["notes"] == [FAILURES]


def test_a_sub_folder_of_a_repository_is_named(git_repo: MakeRepo) -> None:
    repo = git_repo()
    assert any("not the root of its repository" in note for note in init(repo.path / "sub")["notes"])


def test_the_rule_that_ignores_the_lessons_is_named(git_repo: MakeRepo) -> None:
    repo = git_repo()
    repo.write(".gitignore", "*.log\nvault/\n")
    assert any(".gitignore:2: vault/" in note for note in init(repo.path)["notes"])


def test_a_bare_repository_is_refused(bare_remote: MakeRepo) -> None:
    done = run("init", cwd=bare_remote().path)
    assert done.code == 1 and "bare repository" in done.err


def test_a_file_in_the_folders_place_is_a_usage_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert run("init", "file", cwd=tmp_path).code == 2


def test_another_layout_for_a_vault_that_is_there_changes_nothing_and_says_so(tmp_path: Path) -> None:
    init(tmp_path)
    answer = init(tmp_path, "--layout", "single-file", "--forge", "github")
    assert answer["created"] == []
    assert [note.partition(" is there already")[0] for note in answer["notes"][:2]] == [".vaultctl.yaml"] * 2


@pytest.mark.parametrize("layout", ["notes", "single-file"])
def test_the_examples_answer_for_their_own_tag_and_for_no_other(tmp_path: Path, layout: str) -> None:
    init(tmp_path, "--layout", layout)
    done = run("check", "--tags", "example/vaultctl/blocked", "--format", "json", cwd=tmp_path)
    assert done.code == 1
    assert [lesson["id"] for lesson in done.json["lessons"]] == ["B-example", "W-example", "V-example"]
    done = run("check", "--tags", "deploy,pdf/font", "--format", "json", cwd=tmp_path)
    assert (done.code, done.json["verdict"]) == (0, "CLEAR")


def test_the_laid_config_says_every_key_with_its_default(tmp_path: Path) -> None:
    init(tmp_path)
    text = (tmp_path / ".vaultctl.yaml").read_text()
    assert parse_config(text, "") == (Config(), ())
    # What is unset by default stands there as a comment; so every line that looks like a key is one.
    commented = text.replace("# base:", "base:").replace("# guard_ref:", "guard_ref:")
    config, faults = parse_config(commented, "")
    assert faults == ()
    assert (config.base, config.guard_ref) == ("main", "origin/main")
    sections = [Config()._replace(present=True), config.limits, config.gate, config.proposals, config.generated]
    for section in sections:
        for key in section._fields:
            assert key == "present" or f"{key}:" in commented, key


def test_the_laid_taxonomy_allows_every_tag_and_its_example_can_be_read(tmp_path: Path) -> None:
    init(tmp_path)
    text = (tmp_path / "vault" / "taxonomy.yaml").read_text()
    assert parse_taxonomy(text, "") == (Taxonomy(), ())
    example = text.partition("# prefixes:\n")[2]
    taxonomy, faults = parse_taxonomy("prefixes:\n" + "".join(f"{line[2:]}\n" for line in example.splitlines()), "")
    assert faults == ()
    assert [prefix.tag for prefix in taxonomy.prefixes] == ["pdf/font", "deploy"]
    assert taxonomy.prefixes[0].paths == ("src/pdf/**", "*.ttf")
    assert isinstance(taxonomy.prefixes[1], Prefix) and taxonomy.prefixes[1].leaf


@pytest.mark.parametrize("layout", ["notes", "single-file"])
def test_a_new_vault_passes_its_own_lint_strictly(tmp_path: Path, layout: str) -> None:
    init(tmp_path, "--layout", layout)
    done = run("lint", "--strict", "--today", "2026-12-01", cwd=tmp_path)
    assert (done.code, done.out) == (0, "")

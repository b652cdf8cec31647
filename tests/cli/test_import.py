"""`vaultctl import`, from the command line."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.command import Result, run
from tests.fakes.vaults import lesson, write

SAMPLES = Path(__file__).parents[1] / "data" / "imports"
DAY = ("--today", "2026-01-05")
GIVEN = ("--tags", "imported", "--agent", "importer", "--category", "WARNING", "--ttl", "400")


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    write(tmp_path, {})
    shutil.copytree(SAMPLES, tmp_path / "old")
    return tmp_path


def call(vault: Path, *args: str) -> Result:
    return run("import", *args, *DAY, cwd=vault)


def data(vault: Path, *args: str) -> Any:
    return call(vault, *args, "--format", "json").json


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_to_look_is_the_default_and_writes_nothing(vault: Path) -> None:
    before = files(vault)
    found = call(vault, "old/LESSONS.md", "--agent", "importer")
    assert found.code == 0
    assert "incomplete (no id yet)  old/LESSONS.md:15\n  ? category: missing\n" in found.out
    assert "  ~ tags: databases\n" in found.out
    assert "not understood, and in no draft:\n  old/LESSONS.md:3: Newest first. One section a lesson.\n" in found.out
    assert "To write the drafts: --write --category … --tags …\n" in found.out
    assert files(vault) == before


def test_the_json_says_what_was_guessed_and_what_is_missing(vault: Path) -> None:
    found = data(vault, "old/LESSONS.md")
    assert list(found)[:3] == ["schema", "drafts", "not_understood"]
    first = found["drafts"][0]
    assert first["guessed"] == ["ttl"] and first["missing"] == ["category", "tags", "source_agent"]
    assert first["lesson"]["issue"] == "The client retried on every 4xx answer and was locked out."
    assert first["lesson"]["id"] is None and first["lesson"]["tags"] == []
    assert found["not_understood"][0] == {"path": "old/LESSONS.md", "line": 3, "text": "Newest first. One section a lesson."}


@pytest.mark.parametrize("layout", ["notes", "single-file"])
def test_what_is_written_passes_lint_once_the_missing_keys_are_given(vault: Path, layout: str) -> None:
    (vault / ".vaultctl.yaml").write_text(f"schema: 1\nlayout: {layout}\n")
    before = files(vault / "old")
    names = [path.relative_to(vault).as_posix() for path in sorted((vault / "old").rglob("*.md"))]
    found = data(vault, *names, "--write", *GIVEN)
    states = {draft["lesson"]["id"]: draft["state"] for draft in found["drafts"]}
    assert [key for key, state in states.items() if state != "written"] == ["W-003"]  # no mitigation is known
    linted = run("lint", "--format", "json", *DAY, cwd=vault).json
    assert [item for item in linted["problems"] if item["severity"] == "error"] == []
    assert files(vault / "old") == before
    shown = run("show", "L001", "--format", "json", *DAY, cwd=vault).json["lesson"]
    assert (shown["category"], shown["ttl"], shown["source_agent"]) == ("WARNING", 400, "importer")
    assert shown["tags"] == ["test/next-image-props"]
    assert run("show", "B-001", "--format", "json", *DAY, cwd=vault).json["lesson"]["ttl"] == 365  # what is written there goes first
    assert run("show", "L000", "--format", "json", *DAY, cwd=vault).json["lesson"]["archived"] is True


def test_a_draft_that_cannot_be_written_is_exit_1(vault: Path) -> None:
    assert call(vault, "old/KNOWLEDGE_VAULT.md", "--write", *GIVEN).code == 1
    assert call(vault, "old/LESSONS.md", "--write", *GIVEN).code == 0


def test_what_is_there_already_is_skipped_and_said(vault: Path) -> None:
    write(vault, {"x/l001.md": lesson("L001", "x")}, config=None)
    assert call(vault, "old/LESSONS.md", "--write", *GIVEN).code == 0
    before = files(vault)
    again = data(vault, "old/LESSONS.md", "old/AGENT_LEARNINGS.md", "--write", "--dry-run", *GIVEN)
    states = [(draft["lesson"]["id"], draft["state"]) for draft in again["drafts"]]
    assert [state for _, state in states[:6]] == ["exists"] * 6
    assert states[6] == ("L001", "exists")
    assert "L001 is there already: vault/lessons/x/l001.md:1" in again["drafts"][6]["reasons"]
    assert files(vault) == before


def test_the_same_entry_twice_is_one_lesson(vault: Path) -> None:
    (vault / "a.md").write_text("- use x → y\n- use x → y\n- [L-1] one thing\n- [L-1] another thing\n")
    found = data(vault, "a.md", *GIVEN)
    assert [draft["state"] for draft in found["drafts"]] == ["ready", "exists", "ready", "exists"]
    assert found["drafts"][3]["reasons"] == ["L-1 is there already: a.md:3"]


def test_links_that_lead_nowhere_become_code(vault: Path) -> None:
    (vault / "one.md").write_text("---\nname: one\ndescription: x\ntype: feedback\n---\nSee [[two]] and [[gone]], not `[[code]]`.\n")
    (vault / "two.md").write_text("---\nname: two\ndescription: y\ntype: reference\n---\nSee [[one]].\n")
    found = data(vault, "one.md", "two.md", "--write", *GIVEN)
    assert found["drafts"][0]["lesson"]["body"].startswith("See [[two]] and `[[gone]]`, not `[[code]]`.")
    assert [draft["state"] for draft in found["drafts"]] == ["written", "written"]


def test_a_name_that_is_taken_goes_into_the_body(vault: Path) -> None:
    write(vault, {"x/b-1.md": lesson("B-1", "x", more="name: one\n")}, config=None)
    (vault / "one.md").write_text("---\nname: one\ndescription: x\n---\nProse.\n")
    (draft,) = data(vault, "one.md", *GIVEN)["drafts"]
    assert draft["state"] == "ready" and draft["lesson"]["name"] is None
    assert "**Name:** one" in draft["lesson"]["body"]


def test_a_fence_that_is_never_closed_is_closed(vault: Path) -> None:
    (vault / "a.md").write_text("## 2025-01-02 - T\n**Problem:** x\n**Fix:** y\n\nLike this:\n```\ncode\n")
    (draft,) = data(vault, "a.md", "--write", *GIVEN)["drafts"]
    assert draft["state"] == "written"
    assert draft["lesson"]["body"].endswith("```\ncode\n```")


def test_what_lint_would_not_pass_is_refused_with_the_reason(vault: Path) -> None:
    (vault / "a.md").write_text(
        "- **ID**: B-1\n- **Tags**: #a!b\n- **Issue**: x\n- **Mitigation**: y\n- **First Seen**: 2025-01-02 (agent: z)\n- **TTL**: 9\n\n"
        "- **ID**: B-2\n- **Tags**: #a\n- **Issue**: x\n- **Mitigation**: y\n- **First Seen**: 2099-01-02 (agent: z)\n- **TTL**: 9\n\n"
        "- **ID**: B-3\n- **Tags**: #a\n- **Issue**: x\n- **Mitigation**: y\n- **First Seen**: 2025-01-02 (agent: z)\n- **TTL**: 9\n"
    )
    found = data(vault, "a.md", "--write", "--category", "BLOCKED")
    assert [draft["state"] for draft in found["drafts"]] == ["refused", "refused", "written"]
    assert "tags" in found["drafts"][0]["reasons"][0] and "future-date" in found["drafts"][1]["reasons"][0]


def test_what_looks_like_a_secret_is_refused_and_not_shown(vault: Path) -> None:
    secret = "ghp_" + "aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5"
    (vault / "a.md").write_text(f"## 2025-01-02 - T\n**Problem:** the token {secret} leaked\n**Fix:** rotate it\n")
    (draft,) = data(vault, "a.md", "--write", *GIVEN)["drafts"]
    assert draft["state"] == "refused"
    assert "secret" in draft["reasons"][0] and secret not in draft["reasons"][0]


def test_hidden_characters_are_escaped_when_shown_and_taken_out_when_written(vault: Path) -> None:
    (vault / "a.md").write_text("## 2025-01-02 - T\n**Problem:** it\u200b fails \x1b[31mred\n**Fix:** y [bold]\n\nlost \u202e line\n")
    found = call(vault, "a.md", *GIVEN)
    assert "\x1b" not in found.out and "\u200b" not in found.out and "y [bold]" in found.out
    (draft,) = data(vault, "a.md", "--write", *GIVEN)["drafts"]
    assert draft["lesson"]["issue"] == "it fails red"


def test_a_vault_is_needed_for_writing_only(tmp_path: Path) -> None:
    shutil.copytree(SAMPLES, tmp_path / "old")
    assert call(tmp_path, "old/LESSONS.md").code == 0
    assert call(tmp_path, "old/LESSONS.md", "--write", *GIVEN).code == 3


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"PK\x03\x04\x00\x00", "no text"), ("Käse".encode("latin-1"), "not UTF-8 (byte 1)"), ("x".encode("utf-16"), "no")],
)
def test_a_file_that_is_no_text_is_named(vault: Path, content: bytes, said: str) -> None:
    (vault / "bin.md").write_bytes(content)
    found = call(vault, "bin.md")
    assert found.code == 3 and "bin.md is " in found.err and said in found.err


@pytest.mark.parametrize("args", [["gone.md"], ["vault"], [], ["old/LESSONS.md", "--category", "BAD"], ["old/LESSONS.md", "--ttl", "0"],
                                  ["old/LESSONS.md", "--tags", "a//b"]])  # fmt: skip
def test_a_command_line_that_makes_no_sense_is_usage(vault: Path, args: list[str]) -> None:
    assert call(vault, *args).code == 2


def test_an_unreadable_vault_file_does_not_stop_an_import(vault: Path) -> None:
    write(vault, {"x/broken.md": "---\n"}, config=None)
    assert call(vault, "old/LESSONS.md", "--write", *GIVEN).code == 0


def test_a_draft_that_expired_already_is_told(vault: Path) -> None:
    (vault / "old.md").write_text("## 2020-01-01 The cache\n- **Issue**: It fails.\n- **Mitigation**: Do not.\n")
    found = call(vault, "old.md", "--tags", "a/b", "--agent", "x", "--category", "BLOCKED", "--ttl", "30")
    assert "it expired after 2020-01-31 already" in found.out


def test_after_writing_the_incomplete_ones_are_told_what_they_lack(vault: Path) -> None:
    found = call(vault, "old/LESSONS.md", "--write")
    assert found.code == 1 and "for the incomplete ones, the same with --category … --tags … --agent …" in found.out


@pytest.mark.parametrize("write", [(), ("--write",)])
@pytest.mark.parametrize("text", [
    "## 2025-01-02 - T\n**Problem:** the token {} leaked\n**Fix:** rotate it\n",
    "## 2025-01-02 {} T\n**Problem:** it leaked\n**Fix:** rotate it\n",
    "# L\n\n- push with {} → do not\n",
    "# L\n\nlost {} line\n",
    "- **ID**: B-1\n- **Tags**: #a/b\n- **Issue**: {}\n",
    "---\nname: one\ndescription: x {}\n---\n{}\n",
    "| Problem | Fix |\n|---|---|\n| {} | so |\n",
])  # fmt: skip
def test_a_secret_is_shown_by_no_look(vault: Path, text: str, write: tuple[str, ...]) -> None:
    secret = "ghp_" + "aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5"
    (vault / "a.md").write_text(text.replace("{}", secret))
    for more in ((), ("--format", "json")):
        found = call(vault, "a.md", *GIVEN, *write, *more)
        assert secret[4:] not in found.out + found.err and ("***" in found.out or "refused" in found.out)


def test_a_key_of_several_lines_is_shown_by_no_look(vault: Path) -> None:
    block = ["-----BEGIN RSA " + "PRIVATE KEY-----", "MIIabcDEF0123", "ghiJKL456789", "-----END RSA PRIVATE KEY-----"]
    (vault / "a.md").write_text("# L\n\nlost words\n" + "\n".join(block) + "\n\n- one lesson\n\n  ```\n  " + "\n  ".join(block) + "\n  ```\n")
    for more in ((), ("--format", "json")):
        found = call(vault, "a.md", *GIVEN, *more)
        assert "MIIabc" not in found.out and "ghiJKL" not in found.out and "lost words" in found.out


def test_tags_of_a_broken_entry_are_shown_without_their_sign(vault: Path) -> None:
    (vault / "a.md").write_text("- **ID**: B-1\n- **Tags**: #a/b, #c\n- **Issue**: half\n")
    (draft,) = data(vault, "a.md")["drafts"]
    assert draft["lesson"]["tags"] == ["a/b", "c"] and draft["state"] == "incomplete"

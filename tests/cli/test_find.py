"""`vaultctl show` and `vaultctl search`, from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fakes.command import run
from tests.fakes.vaults import lesson, write

DAY = ("--today", "2026-01-01")


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return write(
        tmp_path,
        {
            "pdf/b-001.md": lesson("B-001", "pdf/font", issue="Glyphs are missing.", more="name: fonts\n",
                                   body="See [[W-2]].\n\n\x1b[31m`[[no-link]]`\n"),
            "web/w-2.md": lesson("W-2", "web", "WARNING", issue="Unicode [bold] text", more="superseded_by: B-001\n"),
            "/vault/archive/2025/b-3.md": lesson("B-3", "old/thing", issue="An ancient unicode fault"),
        },
    )


def test_show_gives_the_body_links_and_backlinks(vault: Path) -> None:
    shown = run("show", "b-001", "--format", "json", *DAY, cwd=vault).json["lesson"]
    assert shown["body"].startswith("See [[W-2]].")
    assert (shown["links"], shown["backlinks"], shown["archived"]) == (["W-2"], ["W-2"], False)
    assert shown["path"] == "vault/lessons/pdf/b-001.md"


def test_show_finds_by_name_and_in_the_archive(vault: Path) -> None:
    assert run("show", "fonts", "--format", "json", *DAY, cwd=vault).json["lesson"]["id"] == "B-001"
    assert run("show", "B-3", "--format", "json", *DAY, cwd=vault).json["lesson"]["archived"] is True


def test_show_prints_a_body_indented_and_escaped(vault: Path) -> None:
    out = run("show", "B-001", *DAY, cwd=vault).out
    assert "\x1b" not in out
    assert "    \\x1b[31m`[[no-link]]`" in out.splitlines()


def test_show_of_no_lesson_is_no_and_suggests_one(vault: Path) -> None:
    result = run("show", "B-002", cwd=vault)
    assert result.code == 1
    assert "did you mean B-001?" in result.err


def test_show_of_no_lesson_is_unable_when_not_everything_could_be_read(vault: Path) -> None:
    write(vault, {"x/broken.md": "---\n"})
    assert run("show", "B-002", cwd=vault).code == 3


def test_search_wants_every_word_and_tells_the_line(vault: Path) -> None:
    found = run("search", "TEXT", "unicode", "--format", "json", cwd=vault).json
    assert [(item["id"], item["line"]) for item in found["lessons"]] == [("W-2", 5)]
    assert found["lessons"][0]["excerpt"] == "Unicode [bold] text"
    assert found["counts"] == {"files_searched": 2, "matched": 1, "unreadable": 0}


def test_search_looks_into_the_archive_only_when_told(vault: Path) -> None:
    assert run("search", "ancient", cwd=vault).out == ""
    out = run("search", "ancient", "--archived", cwd=vault).out
    assert out.split("\t")[:3] == ["vault/archive/2025/b-3.md:5", "B-3", "BLOCKED archived"]


def test_search_that_was_not_whole_is_unable(vault: Path) -> None:
    write(vault, {"x/broken.md": "---\n"})
    result = run("search", "unicode", cwd=vault)
    assert result.code == 3
    assert "x/broken.md" in result.err


def test_search_for_nothing_is_a_usage_error(vault: Path) -> None:
    assert run("search", " ", cwd=vault).code == 2

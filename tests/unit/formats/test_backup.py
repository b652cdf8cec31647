"""Backups: a whole vault as one readable file, and back."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fakes.vaults import lesson as note
from vaultctl.core.lesson import Entry, Lesson, interpret
from vaultctl.core.stored import UNKNOWN_DAY, Stored
from vaultctl.formats import backup, frontmatter
from vaultctl.formats.backup import Kept
from vaultctl.formats.block_text import normal

LESSON = Lesson("B-001", "BLOCKED", ("pdf/font", "x"), "Glyphs: # missing", "Use “Noto”.", date(2025, 6, 10), "bot", 365,
                date(2025, 7, 1), "B-2", "fonts", "See [[B-2]].\n\n```\n- **ID**: B-9\n```")  # fmt: skip


def saved(stored: list[Stored], kept: list[Kept] | None = None) -> backup.Backup:
    return backup.read(backup.write("VAULT_BACKUP_2026_01_02.md", "About.", stored, kept or []))


def test_a_second_backup_of_a_day_has_a_number() -> None:
    assert backup.name(date(2026, 1, 2)) == "VAULT_BACKUP_2026_01_02.md"
    assert backup.name(date(2026, 1, 2), 2) == "VAULT_BACKUP_2026_01_02_2.md"


def test_lessons_read_back_live_and_archived_with_day_and_reason() -> None:
    old = Stored(LESSON._replace(id="B-000", superseded_by="B-001"), ("2025-12-31", "superseded by B-001: for good"))
    found = saved([Stored(LESSON), old])
    assert [item.stored for item in found.lessons] == [Stored(LESSON), old]
    assert found.kept == () and found.broken == ()


def test_the_text_is_a_single_file_vault_for_people() -> None:
    text = backup.write("T", "About.", [Stored(LESSON), Stored(LESSON._replace(id="B-0"), ("2025-12-31", "expired"))], [])
    assert text.startswith("# T\n# Schema Version: 1.0\n\nAbout.\n\n### BLOCKED_PATTERNS\n\n- **ID**: B-001\n")
    assert "\n## Archived 2025-12-31: expired\n\n### BLOCKED_PATTERNS\n\n- **ID**: B-0\n" in text


def test_an_archived_lesson_that_does_not_say_when_reads_back_archived() -> None:
    (found,) = saved([Stored(LESSON, (UNKNOWN_DAY, ""))]).lessons
    assert found.stored == Stored(LESSON, (UNKNOWN_DAY, ""))


def test_a_note_that_says_more_than_its_lesson_is_kept_byte_for_byte() -> None:
    text = note("B-001", "a/b", more="owner: Ines\n", body="`````\nbody\n")
    entry = interpret(frontmatter.parse("", text).records[0])
    assert isinstance(entry, Entry)
    (found,) = saved([Stored(entry.lesson, None, "note", text)]).lessons
    assert found.stored == Stored(entry.lesson, None, "note", text)


@pytest.mark.parametrize(
    "text",
    ["---\nid: B\n", "no line end", "", "`````\n", "\r\n", "a\udcff\x00b\n", "## Archived x: y\n### BLOCKED_PATTERNS\n"],
)
def test_a_text_that_is_no_lesson_is_kept_byte_for_byte(text: str) -> None:
    kept = Kept("file", "vault/lessons/`a` ü.md", text, "front matter not closed", archived=True)
    found = saved([Stored(LESSON)], [kept])
    assert [item._replace(line=0) for item in found.kept] == [kept]
    assert len(found.lessons) == 1


def test_what_is_damaged_is_told_with_its_line() -> None:
    text = backup.write("T", "About.", [Stored(LESSON)], [Kept("file", "a", "b\n", "c")])
    broken = text.replace("- **TTL**: 365 days\n", "").replace('"kind": "file", ', "")
    found = backup.read(broken)
    assert found.lessons == ()
    assert [message for _, message in found.broken] == ["ttl is missing", "this fence does not say what it holds"]


def test_a_backup_with_other_line_ends_reads_the_same() -> None:
    text = backup.write("T", "About.", [Stored(LESSON)], [])
    assert backup.read(text.replace("\n", "\r\n")).lessons[0].stored.lesson == LESSON


TEXTS = st.text(st.characters(blacklist_categories=("Cs",)), max_size=60)
LINES = st.lists(TEXTS | st.sampled_from(["```", "~~~", "<!--", "-->", "- **ID**: X-1", "### BLOCKED_PATTERNS", "## Archived 2025-01-01: x",
                                          "## Kept as it was", "---", "  - **Tags**: #a", "1. x", "\t- y"]), max_size=8)  # fmt: skip
LESSONS = st.builds(
    lambda number, category, issue, body, ttl: Lesson(
        f"{category[0]}-{number}", category, ("a/b",), issue, issue, date(2025, 1, 2), "bot", ttl, body=body
    ),
    st.integers(0, 99), st.sampled_from(["BLOCKED", "WARNING", "VERIFIED"]),
    TEXTS.map(lambda text: " ".join(text.split()) or "x").filter(lambda text: text.casefold() != "n/a"),
    LINES.map(lambda lines: "\n".join(lines).replace("\r", "")), st.none() | st.integers(1, 36500),
)  # fmt: skip


@settings(max_examples=100)
@given(st.lists(st.tuples(LESSONS, st.booleans()), max_size=4, unique_by=lambda item: item[0].id))
def test_any_lessons_read_back_equal(lessons: list[tuple[Lesson, bool]]) -> None:
    stored = [Stored(normal(lesson), ("2025-05-05", "expired") if archived else None) for lesson, archived in lessons]
    found = saved(stored)
    key = lambda item: item.lesson.id  # noqa: E731
    assert sorted([item.stored._replace(form="", text="") for item in found.lessons], key=key) == sorted(stored, key=key)
    assert not found.broken


def test_the_corpus_reads_back_equal(corpus: Path) -> None:
    stored = []
    for path in sorted((corpus / "vault" / "lessons").rglob("*.md")):
        entry = interpret(frontmatter.parse("", path.read_text("utf-8")).records[0])
        assert isinstance(entry, Entry)
        stored.append(Stored(entry.lesson, None if len(stored) % 10 else ("2026-01-02", "expired")))
    found = saved(stored)
    assert len(found.lessons) == 1191
    assert {item.stored.lesson.id: item.stored for item in found.lessons} == {item.lesson.id: item for item in stored}


def test_one_lesson_with_an_open_fence_leaves_the_others_readable() -> None:
    lessons = [Stored(LESSON._replace(id=f"B-{number}", body="Text.")) for number in (1, 3)]
    body = "Text.\n\n```\nno end"
    open_fence = Stored(LESSON._replace(id="B-2", body=body), None, "", "")
    text = backup.write("T", "About.", [*lessons, open_fence], [])
    assert text.count("- **ID**: ") == 2 and '"path": "B-2"' in text and '"path": "B-1"' not in text


def test_a_backup_that_lost_its_end_says_so() -> None:
    text = backup.write("T", backup.about(2, 0, date(2026, 1, 2)), [Stored(LESSON), Stored(LESSON._replace(id="B-2"))], [])
    whole, cut = backup.read(text), backup.read(text[: text.index("B-2", text.index("B-001") + 200) - 20])
    assert (whole.promised, whole.is_cut) == ((2, 0), False) and cut.is_cut
    assert not backup.read(text.replace(", ending with its last heading", "").replace("## End of the backup", "")).is_cut

"""Near-duplicates: what is found, what is left alone, and how often it cries wolf on a real vault."""

from __future__ import annotations

import itertools
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultctl.core.lesson import Entry, Lesson, interpret
from vaultctl.core.similarity import THRESHOLD, find_similar, score
from vaultctl.formats import frontmatter

ISSUE = "DejaVu Sans lacks glyphs for €, £, ¥."


def lesson(identity: str, issue: str = ISSUE, tags: tuple[str, ...] = ("pdf/font",), **more: str) -> Lesson:
    made = Lesson(identity, "BLOCKED", tags, issue, "Use Noto Sans.", date(2025, 6, 10), "bot", 365)
    return made._replace(**more)  # type: ignore[arg-type] # the keys of the test


@pytest.mark.parametrize("issue", [
    "dejavu sans lacks glyphs for € £ ¥",
    "The font DejaVu Sans lacks the glyphs for €.",
    "Glyphs for €, £, ¥ are what DejaVu Sans lacks.",
    "DejaVu Sans lacks the glyphs of €, £ and ¥",
])  # fmt: skip
def test_the_same_said_otherwise_is_similar(issue: str) -> None:
    assert [item.id for item in find_similar(lesson("B-2", issue), [lesson("B-1")])] == ["B-1"]


@pytest.mark.parametrize("issue", ["Embedding a font twice doubles the file.", "Line breaks get lost in tables.", "€", ""])
def test_another_issue_on_the_same_tags_is_not(issue: str) -> None:
    assert find_similar(lesson("B-2", issue), [lesson("B-1")]) == []


@pytest.mark.parametrize(("tags", "found"), [
    (("pdf/font", "currency"), True), (("currency",), False), (("pdf",), False), (("pdf/font", "a"), True),
])  # fmt: skip
def test_only_lessons_whose_tags_lie_within_each_other_are_compared(tags: tuple[str, ...], found: bool) -> None:
    assert bool(find_similar(lesson("B-2", tags=tags), [lesson("B-1", tags=("pdf/font",))])) is found


def test_a_superseded_lesson_and_the_lesson_itself_do_not_count() -> None:
    assert find_similar(lesson("B-2"), [lesson("b-2"), lesson("B-1", superseded_by="B-9")]) == []


def test_verified_lessons_without_an_issue_are_compared_by_what_they_say_to_do() -> None:
    known = [lesson("V-1", "N/A", mitigation="Run make pdf first."), lesson("V-2", "N/A", mitigation="Call the printer.")]
    assert [item.id for item in find_similar(lesson("V-3", "n/a", mitigation="First run make pdf."), known)] == ["V-1"]


def test_scripts_without_blanks_are_compared_by_their_characters() -> None:
    assert score("字体缺少欧元符号的字形", "字体缺少欧元和英镑符号的字形") >= THRESHOLD
    assert score("字体缺少欧元符号的字形", "表格中的换行丢失了") < THRESHOLD


def test_the_most_alike_comes_first() -> None:
    known = [lesson("B-1", "DejaVu Sans lacks glyphs for € and more"), lesson("B-9", ISSUE)]
    found = find_similar(lesson("B-2"), known)
    assert [item.id for item in found] == ["B-9", "B-1"] and found[0].score == 1


@given(st.text(max_size=60), st.text(max_size=60))
def test_a_score_lies_between_0_and_1_and_a_text_is_like_itself(one: str, other: str) -> None:
    assert 0 <= score(one, other) <= 1
    assert score(one, one) == 1


def test_few_lessons_of_a_real_vault_are_taken_for_duplicates(corpus: Path) -> None:
    entries = [interpret(frontmatter.parse("", path.read_text("utf-8")).records[0]) for path in corpus.rglob("*.md")]
    groups: dict[str, list[Lesson]] = {}
    for entry in entries:
        if isinstance(entry, Entry):
            for tag in entry.lesson.tags:
                groups.setdefault(tag, []).append(entry.lesson)
    crates = [group for tag, group in groups.items() if tag.startswith("rust/crate/")]
    pairs = [pair for group in crates for pair in itertools.combinations(group, 2) if find_similar(pair[0], [pair[1]])]
    assert len(entries) == 1191
    assert 20 <= len(pairs) <= 36

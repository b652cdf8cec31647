"""The index as text: one tag a line, pages of at most forty lines, a way down to every lesson."""

from __future__ import annotations

import json
import posixpath
import re
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vaultctl.core.lesson import Entry, Lesson
from vaultctl.core.record import Record
from vaultctl.formats.index import to_json
from vaultctl.formats.index_pages import is_page, pages

LINK = re.compile(r"^- (BLOCKED|WARNING|VERIFIED )?.*?\[(.+?)\]\(<?(.+?)>?\)")


def entry(identity: str, *tags: str, issue: str = "It fails.", path: str = "", category: str = "BLOCKED") -> Entry:
    lesson = Lesson(identity, category, tags, issue, "Do not.", date(2025, 6, 10), "bot", 365)  # type: ignore[arg-type] # a category
    return Entry(lesson, Record(path or f"vault/lessons/{tags[0]}/{identity.lower()}.md", 1, 10, ()))


def many(number: int) -> list[Entry]:
    return [entry(f"B-{at:04}", f"area{at % 7}/part{at % 50}/leaf{at}") for at in range(number)]


def reached(found: dict[str, str], page: str = "VAULT_INDEX.md") -> set[str]:
    """The lessons that are found by following the links from a page."""
    ids: set[str] = set()
    for line in found[page].splitlines():
        link = LINK.match(line)
        if link is None:
            continue
        target = posixpath.normpath(posixpath.join(posixpath.dirname(page), link[3].partition("#")[0]))
        if link[1]:
            ids.add(link[2])
        else:
            ids |= reached(found, target)
    return ids


@pytest.mark.parametrize("number", [0, 1, 3, 38, 39, 40, 41, 300, 1191])
def test_no_page_has_more_than_forty_lines_and_every_lesson_is_reached(number: int) -> None:
    entries = many(number)
    found = pages(entries)
    assert max(text.count("\n") for text in found.values()) <= 40
    assert all(text.endswith("\n") and "\r" not in text for text in found.values())
    assert reached(found) == {item.lesson.id for item in entries}


@pytest.mark.parametrize("number", [3, 40])
def test_up_to_forty_lessons_have_a_line_each(number: int) -> None:
    (text,) = pages(many(number)).values()
    assert sum(line.startswith("- BLOCKED [B-") for line in text.splitlines()) == number


def test_more_than_forty_have_a_line_a_namespace_with_its_count_and_it_says_what_is_left_out() -> None:
    text = pages(many(41))["VAULT_INDEX.md"]
    assert "- [area0](vault/index/area0.md): 6 lessons (6 BLOCKED)" in text.splitlines()
    assert "41 lessons, not listed one by one" in text.splitlines()[0]


def test_a_lesson_is_found_under_each_of_its_tags() -> None:
    found = pages([*many(50), entry("W-1", "area1/x", "currency/y", category="WARNING")])
    assert "[W-1]" in found["VAULT_INDEX.md"]  # the one lesson of its namespace
    assert "[W-1]" in found["vault/index/area1.md"]


def test_what_has_one_lesson_needs_no_page() -> None:
    found = pages([*many(50), entry("W-1", "lone/x/y", category="WARNING")])
    assert "- WARNING [W-1](vault/lessons/lone/x/y/w-1.md#L1-L10) until 2026-06-10 (lone/x/y): It fails." in found["VAULT_INDEX.md"]
    assert "vault/index/lone.md" not in found


def test_a_hundred_lessons_on_one_tag_are_joined_by_how_their_ids_begin() -> None:
    found = pages([entry(f"B-{at:03}", "pdf/font") for at in range(100)])
    assert "- [pdf/font/b-09…](vault/index/pdf/font/~b-09.md): 10 lessons (10 BLOCKED)" in found["VAULT_INDEX.md"]
    assert "- BLOCKED [B-000](" in found["VAULT_INDEX.md"]  # taken apart again: there was room
    assert len(reached(found)) == 100


def test_what_cannot_be_told_apart_is_cut_and_said() -> None:
    found = pages([entry("B-1", "pdf/font") for _ in range(60)])
    assert found["VAULT_INDEX.md"].count("\n") == 40
    assert found["VAULT_INDEX.md"].splitlines()[-1].startswith("- and 23 lessons more that are not listed here")


def test_a_tag_that_ends_like_a_page_does_not_clash_with_one() -> None:
    entries = [entry(f"B-{at:03}", "a.md/x" if at % 2 else "a/y", "z") for at in range(120)]
    found = pages(entries)
    folders = {posixpath.dirname(path) for path in found}
    assert not folders & set(found)
    assert len(reached(found)) == 120


def test_a_tag_that_cannot_name_a_file_is_said_to_be_left_out() -> None:
    text = pages([*many(50), entry("B-a", "con/x"), entry("B-b", "con/y")])["VAULT_INDEX.md"]
    assert "- con: 2 lessons, not listed: look the tag up in VAULT_INDEX.json" in text.splitlines()


def test_text_of_a_lesson_stays_text() -> None:
    line = pages([entry("B-1", "x", issue="![a](http://e.org) <img src=x> \\<b> \u200b")])["VAULT_INDEX.md"].splitlines()[2]
    assert line.endswith(r"(x): !\[a\](http://e.org) \<img src=x> \\\<b> \\u{200b}")


def test_a_long_text_is_cut() -> None:
    assert pages([entry("B-1", "x", issue="word " * 100)])["VAULT_INDEX.md"].splitlines()[2].endswith("word…")


def test_a_path_with_blanks_is_still_a_link() -> None:
    text = pages([entry("B-1", "x", path="vault/lessons/my notes (old)/b-1.md")])["VAULT_INDEX.md"]
    assert "(<vault/lessons/my notes (old)/b-1.md#L1-L10>)" in text


def test_only_its_own_pages_are_taken_for_pages() -> None:
    for number in (0, 3, 40, 100):
        assert all(is_page(text) for text in pages(many(number)).values())
    assert not is_page("# My notes\n") and not is_page("- [ ] to do\n")


def test_the_json_has_one_tag_a_line_and_is_sorted() -> None:
    text = to_json([entry("B-2", "b/x", "a"), entry("W-1", "a", category="WARNING"), entry("B-1", "a")])
    document = json.loads(text)
    assert [(tag, [item["id"] for item in found]) for tag, found in document["tags"].items()] == [
        ("a", ["B-1", "B-2", "W-1"]), ("b/x", ["B-2"]),
    ]  # fmt: skip
    lines = [line for line in text.splitlines() if '"id"' in line]
    assert [json.loads("{" + line.rstrip(",") + "}").keys() for line in lines] == [{"a": 0}.keys(), {"b/x": 0}.keys()]
    assert document["tags"]["b/x"] == [{
        "id": "B-2", "category": "BLOCKED", "path": "vault/lessons/b/x/b-2.md", "line": 1, "end_line": 10, "expires": "2026-06-10",
        "superseded_by": None, "text": "It fails.",
    }]  # fmt: skip


def test_an_empty_vault_has_an_empty_index() -> None:
    assert json.loads(to_json([])) == {"schema": "vaultctl.index-file/1", "lessons": 0, "tags": {}}


SEGMENT = st.text("abc.", min_size=1, max_size=2).filter(lambda text: not text.endswith("."))
TAGS = st.lists(st.lists(SEGMENT, min_size=1, max_size=4).map("/".join), min_size=1, max_size=3, unique=True)


@settings(max_examples=60, deadline=None)
@given(st.lists(TAGS, max_size=120), st.randoms(use_true_random=False))
def test_any_vault_is_reached_whole_in_any_order(tags: list[list[str]], random: object) -> None:
    entries = [entry(f"B-{at:03}", *found) for at, found in enumerate(tags)]
    found = pages(entries)
    shuffled = list(entries)
    random.shuffle(shuffled)  # type: ignore[attr-defined] # hypothesis gives a Random
    assert pages(shuffled) == found and to_json(shuffled) == to_json(entries)
    assert max(text.count("\n") for text in found.values()) <= 40
    assert reached(found) == {item.lesson.id for item in entries}

"""Merging by entry and by key: what two sides change apart comes together, what they change alike is refused with a reason."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fakes.vaults import lesson as note
from vaultctl.core.lesson import Lesson
from vaultctl.core.record import Record
from vaultctl.core.schema import CATEGORIES
from vaultctl.errors import Refused
from vaultctl.formats import block_edits, block_text, blocks, frontmatter, note_writing
from vaultctl.formats.entry_merge import changed_blocks, merge_blocks, merge_note

ONE = Lesson("B-1", "BLOCKED", ("a/b",), "It fails.", "Do not.", date(2025, 6, 10), "bot", 365)
TWO = ONE._replace(id="B-2", issue="It fails, too.")
START = block_text.new_file([ONE, TWO])


def add(text: str, *lessons: Lesson) -> str:
    return block_edits.insert_all(text, [(lesson, "") for lesson in lessons])


def record(text: str, identity: str, *, archived: bool = False) -> Record:
    found = blocks.parse("", text, archived=archived).records
    return next(item for item in found if (field := item.field("id")) is not None and field.value == identity)


def put(text: str, identity: str, key: str, value: str) -> str:
    return block_edits.set_key(text, record(text, identity), key, value)


def retired(text: str, archive: str, identity: str, day: str = "2026-01-05") -> tuple[str, str]:
    found = record(text, identity)
    block = block_edits.take(text, found)
    return block_edits.remove(text, [found]), block_edits.archive(archive, [(block, found, "expired")], day)


def test_two_new_entries_at_the_same_place_both_stand_there() -> None:
    new, other = ONE._replace(id="B-3"), ONE._replace(id="B-4")
    assert merge_blocks(START, add(START, new), add(START, other)) == add(START, new, other)


def test_an_entry_keeps_the_words_and_comments_of_its_side() -> None:
    theirs = START.replace("### CONTEXTUAL", "- **ID**: B-9\n- Tags: x/y\n- **Issue**: a\n- **Mitigation**: b\n"
                           "- **First Seen**: 2025-01-01 (agent: q)\n- **TTL**: 3 days\n\n  Prose.\n\n### CONTEXTUAL")  # fmt: skip
    assert "- Tags: x/y\n" in merge_blocks(START, add(START, ONE._replace(id="B-3")), theirs)


def test_the_same_entry_on_both_sides_stands_there_once() -> None:
    text = add(START, ONE._replace(id="B-3"))
    assert merge_blocks(START, text, text) == text


def test_one_id_with_two_texts_is_refused() -> None:
    with pytest.raises(Refused, match="B-3 is on the base already, and says something else"):
        merge_blocks(START, add(START, ONE._replace(id="B-3")), add(START, ONE._replace(id="B-3", issue="Another.")))


def test_different_keys_of_one_entry_are_set_side_by_side() -> None:
    merged = merge_blocks(START, put(START, "B-1", "superseded_by", "B-2"), put(START, "B-1", "last_verified", "2026-01-01"))
    assert merged == put(put(START, "B-1", "superseded_by", "B-2"), "B-1", "last_verified", "2026-01-01")


@pytest.mark.parametrize(("ours", "theirs"), [("2026-01-01", "2026-02-01"), ("2026-02-01", "2026-01-01")])
def test_the_later_verification_wins(ours: str, theirs: str) -> None:
    merged = merge_blocks(START, put(START, "B-1", "last_verified", ours), put(START, "B-1", "last_verified", theirs))
    assert merged == put(START, "B-1", "last_verified", "2026-02-01")


def test_two_values_of_one_key_are_refused() -> None:
    with pytest.raises(Refused, match="superseded_by of B-1 was changed on both sides"):
        merge_blocks(START, put(START, "B-1", "superseded_by", "B-2"), put(START, "B-1", "superseded_by", "B-7"))


def test_two_archive_moves_come_together_in_both_files() -> None:
    start = add(START, ONE._replace(id="B-3"))
    ours, ours_archive = retired(start, "", "B-1")
    theirs, theirs_archive = retired(start, "", "B-2")
    vault = merge_blocks(start, ours, theirs)
    assert [block_edits.take(vault, item) for item in blocks.parse("", vault).records] == [block_text.write(ONE._replace(id="B-3"))]
    archive = blocks.parse("", merge_blocks("", ours_archive, theirs_archive, archived=True), archived=True)
    assert [(item.field("id").value, item.field("archived_reason").value) for item in archive.records] == [  # type: ignore[union-attr]
        ("B-1", "expired"), ("B-2", "expired"),
    ]  # fmt: skip


def test_an_entry_archived_by_both_is_archived_once() -> None:
    ours, theirs = retired(START, "", "B-1"), retired(START, "", "B-1", "2026-01-06")
    assert merge_blocks(START, ours[0], theirs[0]) == ours[0]
    assert merge_blocks("", ours[1], theirs[1], archived=True) == ours[1]


def test_archiving_what_was_verified_meanwhile_is_refused() -> None:
    with pytest.raises(Refused, match="B-1 was changed on the base, and is removed here"):
        merge_blocks(START, put(START, "B-1", "last_verified", "2026-01-05"), retired(START, "", "B-1")[0])


def test_verifying_what_was_archived_meanwhile_is_refused() -> None:
    with pytest.raises(Refused, match="B-1 is not on the base any more"):
        merge_blocks(START, retired(START, "", "B-1")[0], put(START, "B-1", "last_verified", "2026-01-05"))


def test_an_entry_that_only_one_side_changed_is_taken_whole() -> None:
    theirs = START.replace("- **ID**: B-2\n", "- **ID**: B-2\n", 1).replace("It fails, too.", "It fails, too, and slowly.")
    new = ONE._replace(id="B-3")
    assert merge_blocks(START, add(START, new), theirs) == add(theirs, new)


def test_text_between_the_entries_is_not_merged() -> None:
    with pytest.raises(Refused, match="between the entries"):
        merge_blocks(START, add(START, ONE._replace(id="B-3")), START.replace("### CONTEXTUAL", "Some prose.\n\n### CONTEXTUAL"))


@pytest.mark.parametrize("side", [0, 1])
def test_a_text_that_is_no_vault_is_refused(side: int) -> None:
    texts = [add(START, ONE._replace(id="B-3"))] * 2
    texts[side] = "# How to use it\n"
    with pytest.raises(Refused, match="not a vault"):
        merge_blocks(START, *texts)


def test_line_ends_of_the_base_stay() -> None:
    start, theirs = START.replace("\n", "\r\n"), add(START, ONE._replace(id="B-4")).replace("\n", "\r\n")
    ours = add(START, ONE._replace(id="B-3")).replace("\n", "\r\n")
    merged = merge_blocks(start, ours, theirs)
    assert merged == add(START, ONE._replace(id="B-3"), ONE._replace(id="B-4")).replace("\n", "\r\n")


def test_the_blocks_that_a_side_brings_are_named() -> None:
    new = ONE._replace(id="B-3")
    changed = put(add(START, new), "B-2", "last_verified", "2026-01-05")
    assert changed_blocks(START, changed) == [
        block_text.write(TWO._replace(last_verified=date(2026, 1, 5))), block_text.write(new),
    ]  # fmt: skip


lessons = st.builds(
    lambda number, category: ONE._replace(id=f"{category[0]}-{number}", category=category, issue=f"Issue {number}."),
    st.integers(10, 60), st.sampled_from(CATEGORIES),
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.lists(lessons, max_size=14, unique_by=lambda lesson: lesson.key), st.data())
def test_proposals_come_out_the_same_in_any_order(many: list[Lesson], data: st.DataObject) -> None:
    order = data.draw(st.permutations(many))
    text = START
    for lesson in order:
        text = merge_blocks(START, text, add(START, lesson))
    assert text == add(START, *many)


# Notes.

NOTE = note("B-1", "a/b", body="Prose.\n")


def put_note(text: str, key: str, value: str) -> str:
    return note_writing.set_key(text, frontmatter.parse("x.md", text).records[0], key, value)


def test_neighbouring_keys_of_a_note_are_set_side_by_side() -> None:
    ours, theirs = put_note(NOTE, "last_verified", "2026-01-05"), put_note(NOTE, "superseded_by", "B-2")
    assert merge_note("x.md", NOTE, ours, theirs) == put_note(ours, "superseded_by", "B-2")


def test_a_new_body_and_a_new_key_of_a_note_come_together() -> None:
    ours, theirs = put_note(NOTE, "last_verified", "2026-01-05"), NOTE.replace("Prose.", "More prose.")
    assert merge_note("x.md", NOTE, ours, theirs) == ours.replace("Prose.", "More prose.")


def test_two_bodies_of_a_note_are_refused() -> None:
    with pytest.raises(Refused, match="the body of B-1 was changed on both sides"):
        merge_note("x.md", NOTE, NOTE.replace("Prose", "Ours"), NOTE.replace("Prose", "Theirs"))

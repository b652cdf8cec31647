"""Writing the single-file layout: what is written reads back equal, and no other byte changes."""

from __future__ import annotations

import difflib
import itertools
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vaultctl.core.lesson import Entry, Lesson, interpret, one_line, trim_body
from vaultctl.core.schema import CATEGORIES
from vaultctl.errors import Refused, StaleWrite, UsageError, VaultUnreadable
from vaultctl.formats import block_edits, block_fixes, block_text, blocks

LESSON = Lesson(
    "B-001", "BLOCKED", ("pdf/font/unicode", "currency"), "It fails.", "Do this.", date(2025, 6, 10), "invoice-bot", 365
)
BLOCK = """\
- **ID**: B-001
- **Tags**: #pdf/font/unicode, #currency
- **Issue**: It fails.
- **Mitigation**: Do this.
- **First Seen**: 2025-06-10 (agent: invoice-bot)
- **TTL**: 365 days
"""
SPECIALS = [
    "```",
    "~~~",
    "````py",
    "<!--",
    "-->",
    "### BLOCKED_PATTERNS",
    "- **ID**: B-9",
    "- **Tags**: #x",
    "tags: a",
    "#",
    "---",
    "===",
    "  ",
    "    ",
    "\t",
    "\n",
    "\n\n",
    "- ",
    "* ",
    ": ",
    "**",
    "<<<<<<< HEAD",
    "\u2028",
    "\r",
    "\x0b",
    "\x00",
    "\uff1a",
    "(agent: ",
    ")",
    "a",
    "€",
    "| a |",
    "[[x]]",
    ">",
]
texts = st.lists(st.sampled_from(SPECIALS) | st.text(st.characters(exclude_categories=["Cs"]), max_size=8), max_size=12).map(
    "".join
)
paragraphs = texts.map(one_line).filter(lambda text: bool(text) and text.casefold() != "n/a")
slugs = st.from_regex(r"[a-z][a-z0-9+._-]{0,8}[a-z0-9]", fullmatch=True)
tags = st.lists(st.lists(slugs, min_size=1, max_size=3).map("/".join), min_size=1, max_size=3, unique=True).map(tuple)
days = st.dates(date(1970, 1, 1), date(2100, 1, 1))
ids = st.from_regex(r"[A-Z]{1,4}-?[0-9A-Za-z]{1,6}(-[0-9A-Za-z]{1,4}){0,2}", fullmatch=True)
any_lesson = st.builds(
    Lesson,
    ids,
    st.sampled_from(CATEGORIES),
    tags,
    paragraphs,
    paragraphs,
    days,
    paragraphs,
    st.none() | st.integers(1, 36500),
    st.none() | days,
    st.none() | ids,
    st.none() | slugs,
    texts.map(trim_body),
)


def read(text: str, *, archived: bool = False) -> list[Lesson]:
    found = [interpret(record) for record in blocks.parse("x.md", text, archived=archived).records]
    assert all(isinstance(entry, Entry) for entry in found), found
    return [entry.lesson for entry in found if isinstance(entry, Entry)]


def lesson(identity: str, **changes: object) -> Lesson:
    return LESSON._replace(id=identity, **changes)  # type: ignore[arg-type] # named by the tests


def added(before: str, after: str) -> str:
    """The one run of text by which `after` is longer than `before`."""
    start = next((place for place, (old, new) in enumerate(zip(before, after, strict=False)) if old != new), len(before))
    stop = len(after) - (len(before) - start)
    assert after[:start] + after[stop:] == before
    return after[start:stop]


def test_a_lesson_is_written_as_the_design_draws_it() -> None:
    assert block_text.write(LESSON) == BLOCK


def test_every_key_and_the_body_are_written() -> None:
    full = LESSON._replace(ttl=None, last_verified=date(2026, 1, 2), superseded_by="B-2", name="noto", body="one\n\n    two")
    assert block_text.write(full).splitlines()[5:] == [
        "- **TTL**: indefinite",
        "- **Last Verified**: 2026-01-02",
        "- **Superseded By**: B-2",
        "- **Name**: noto",
        "",
        "  one",
        "",
        "      two",
    ]


@given(any_lesson)
@settings(max_examples=100, deadline=None)
def test_any_lesson_reads_back_equal(one: Lesson) -> None:
    assert read(block_text.new_file([one])) == [one]


@given(st.lists(any_lesson, min_size=2, max_size=4, unique_by=lambda one: one.key), st.booleans())
@settings(max_examples=50, deadline=None)
def test_any_lessons_inserted_one_after_the_other_give_the_whole_file(some: list[Lesson], crlf: bool) -> None:
    text = block_text.new_file([])
    if crlf:
        text = text.replace("\n", "\r\n")
        some = [one._replace(body=one.body.replace("\r", "")) for one in some]
    for one in some:
        text = block_edits.insert(text, one)
    assert sorted(read(text)) == sorted(block_text.normal(one) for one in some)
    if not crlf:
        assert text == block_text.new_file(some)


@given(any_lesson)
@settings(max_examples=50, deadline=None)
def test_any_lesson_inserted_and_removed_leaves_the_file_as_it_was(one: Lesson) -> None:
    there = [lesson("ZZ-1"), lesson("A-0"), lesson("W-1", category="WARNING")]
    text = block_text.new_file([other for other in there if other.key != one.key])
    with_one = block_edits.insert(text, one)
    [record] = [record for record in blocks.parse("", with_one).records if record.fields[1].value == one.id]
    assert block_edits.remove(with_one, [record]) == text


@pytest.mark.parametrize(
    "wrong",
    [
        {"issue": ""},
        {"issue": "N/A"},
        {"tags": ()},
        {"tags": ("A b",)},
        {"tags": ("Upper",)},
        {"ttl": 0},
        {"source_agent": " "},
        {"id": ""},
        {"id": "b\n1 "},
    ],
)
def test_a_lesson_that_would_not_read_back_is_refused(wrong: dict[str, object]) -> None:
    if wrong.get("id") == "b\n1 ":
        assert read(block_text.new_file([lesson("b\n1 ")]))[0].id == "b 1"  # a bad id, for the rule of that name to say
        return
    with pytest.raises(Refused, match="cannot be written"):
        block_text.write(LESSON._replace(**wrong))  # type: ignore[arg-type] # named above


def test_a_lesson_goes_to_its_ids_sorted_place() -> None:
    text = block_text.new_file([lesson("B-1"), lesson("B-3"), lesson("W-1", category="WARNING")])
    for identity in ("B-0", "B-2", "B-4"):
        more = block_edits.insert(text, lesson(identity))
        assert added(text, more).strip("\n") in more
        assert [one.id for one in read(more)] == [*sorted(["B-1", "B-3", identity]), "W-1"]
        assert more == block_text.new_file([lesson("B-1"), lesson("B-3"), lesson(identity), lesson("W-1", category="WARNING")])


def test_a_missing_section_is_made_at_its_place() -> None:
    text = "# T\n\n### BLOCKED_PATTERNS\n" + BLOCK + "\n### VERIFIED_WORKFLOWS\n" + BLOCK.replace("B-001", "V-1")
    more = block_edits.insert(text, lesson("W-1", category="WARNING"))
    assert added(text, more).count("\n### ") + added(text, more).startswith("### ") == 1
    assert [one.category for one in read(more)] == list(CATEGORIES)
    last = block_edits.insert("### BLOCKED_PATTERNS\n" + BLOCK, lesson("V-1", category="VERIFIED"))
    assert last == "### BLOCKED_PATTERNS\n" + BLOCK + "\n### VERIFIED_WORKFLOWS\n" + BLOCK.replace("B-001", "V-1")


@pytest.mark.parametrize(
    "head",
    [
        "### BLOCKED_PATTERNS\n",
        "### BLOCKED_PATTERNS",
        "## BLOCKED\n\nAn introduction.\n",
        "\ufeff### BLOCKED_PATTERNS\r\n\r\n",
        "### BLOCKED_PATTERNS\n\n### VERIFIED_WORKFLOWS\n",
        "### BLOCKED_PATTERNS\n### VERIFIED_WORKFLOWS\n",
    ],
)
def test_an_empty_section_takes_a_lesson(head: str) -> None:
    if head.startswith("## BLOCKED\n"):
        head = head.replace("BLOCKED", "BLOCKED_PATTERNS")
    more = block_edits.insert(head, LESSON)
    added(head, more)
    assert read(more) == [LESSON]
    assert ("\r\n" in head) == ("\r\n" in more) and ("\r\n" not in head or more.count("\r\n") == more.count("\n"))


def test_each_entry_under_its_own_heading_takes_a_lesson_between() -> None:
    text = "### BLOCKED_PATTERNS\n" + BLOCK.replace("B-001", "B-1") + "\n### BLOCKED_PATTERNS\n" + BLOCK.replace("B-001", "B-3")
    more = block_edits.insert(text, lesson("B-2"))
    added(text, more)
    assert [one.id for one in read(more)] == ["B-1", "B-2", "B-3"]


def test_a_missing_final_line_end_is_no_trouble() -> None:
    text = ("### BLOCKED_PATTERNS\n" + BLOCK).removesuffix("\n")
    assert block_edits.insert(text, lesson("B-2")) == text + "\n\n" + BLOCK.replace("B-001", "B-2")
    assert block_edits.insert(text, lesson("B-0")).endswith("365 days")


def test_an_id_that_is_there_is_refused_without_case() -> None:
    with pytest.raises(Refused, match="already there, on line 5"):
        block_edits.insert(block_text.new_file([LESSON]), lesson("b-001"))


@pytest.mark.parametrize("text", ["# A how-to\n", "", "### BLOCKED_PATTERNS\n<<<<<<< HEAD\n" + BLOCK + "=======\n>>>>>>> x\n"])
def test_what_is_no_vault_or_in_conflict_is_never_rewritten(text: str) -> None:
    with pytest.raises(VaultUnreadable):
        block_edits.insert(text, LESSON)


def test_a_place_where_a_lesson_would_be_swallowed_is_refused() -> None:
    text = "### BLOCKED_PATTERNS\n" + BLOCK + "\n```\n"
    assert len(read(text)) == 1
    with pytest.raises(Refused):
        block_edits.insert(text + "\n### CONTEXTUAL_WARNINGS\n", lesson("W-1", category="WARNING", body="a\n```\nb\n```"))


@pytest.mark.parametrize(
    ("key", "value", "line"),
    [
        ("last_verified", "2026-11-30", "- **Last Verified**: 2026-11-30"),
        ("superseded_by", "B-2", "- **Superseded By**: B-2"),
        ("ttl", "30", "- **TTL**: 30 days"),
        ("ttl", "indefinite", "- **TTL**: indefinite"),
        ("tags", "a/b, c", "- **Tags**: #a/b, #c"),
        ("issue", "Other\ntext", "- **Issue**: Other text"),
        ("first_seen", "2025-06-11", "- **First Seen**: 2025-06-11 (agent: invoice-bot)"),
        ("source_agent", "other", "- **First Seen**: 2025-06-10 (agent: other)"),
        ("name", "noto", "- **Name**: noto"),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_setting_a_key_changes_one_line(key: str, value: str, line: str, end: str) -> None:
    text = block_text.new_file([LESSON._replace(body="a body"), lesson("B-2")]).replace("\n", end)
    record = blocks.parse("", text).records[0]
    after = block_edits.set_key(text, record, key, value)
    changed = [item for item in difflib.ndiff(text.split("\n"), after.split("\n")) if item[0] in "+-"]
    assert [item for item in changed if item[0] == "+"] == ["+ " + line + end[:-1]] and len(changed) <= 2
    [first, second] = read(after)
    assert first.body == "a body" and second == lesson("B-2")


def test_an_optional_key_is_taken_out_with_an_empty_value_and_a_required_one_is_not() -> None:
    text = block_text.new_file([LESSON._replace(superseded_by="B-2")])
    record = blocks.parse("", text).records[0]
    assert block_edits.set_key(text, record, "superseded_by", "") == block_text.new_file([LESSON])
    with pytest.raises(UsageError):
        block_edits.set_key(text, record, "issue", " ")
    with pytest.raises(UsageError):
        block_edits.set_key(text, record, "category", "WARNING")


def test_a_record_that_moved_is_a_stale_write() -> None:
    text = block_text.new_file([LESSON])
    record = blocks.parse("", text).records[0]
    with pytest.raises(StaleWrite):
        block_edits.set_key("\n" + text, record, "ttl", "1")
    with pytest.raises(StaleWrite):
        block_edits.remove("\n" + text, [record])


def test_removing_takes_exactly_the_lines_of_the_records() -> None:
    text = "intro\n" + block_text.new_file(
        [lesson("B-1", body="x\n\ny"), lesson("B-2"), lesson("B-3", body="z"), lesson("V-1", category="VERIFIED")]
    )
    records = blocks.parse("", text).records
    left = block_edits.remove(text, [records[0], records[2]])
    assert left == "intro\n" + block_text.new_file([lesson("B-2"), lesson("V-1", category="VERIFIED")])
    assert block_edits.remove(text, records) == "intro\n" + block_text.new_file([])


def test_the_archive_keeps_blocks_as_they_were_with_day_and_reason() -> None:
    odd = BLOCK.replace("- **Tags**", "- Tags").replace("365 days", "365")
    text = "### BLOCKED_PATTERNS\n" + odd + "\n" + BLOCK.replace("B-001", "B-2")
    moved = [
        (block_edits.take(text, record), record, reason)
        for record, reason in zip(blocks.parse("", text).records, ("expired", "by\nhand"), strict=True)
    ]
    archive = block_edits.archive("", moved, "2026-11-30")
    assert odd in archive
    records = blocks.parse("", archive, archived=True).records
    assert [(record.field("archived"), record.field("archived_reason")) != (None, None) for record in records] == [True, True]
    assert [record.field("archived_reason").value for record in records] == ["expired", "by hand"]  # type: ignore[union-attr] # asserted above
    again = block_edits.archive(archive, moved[:1], "2026-12-07")
    assert again.startswith(archive) and len(read(again, archived=True)) == 3


def test_a_block_is_revised_only_where_the_lesson_differs() -> None:
    odd = BLOCK.replace("- **Tags**", "- Tags") + "- **Foo**: kept\n"
    revised = block_edits.revise(odd, LESSON._replace(last_verified=date(2026, 11, 30)))
    assert revised == odd.replace("365 days\n", "365 days\n- **Last Verified**: 2026-11-30\n")
    assert block_edits.revise(odd, LESSON._replace(body="other")) == ""


def test_canonical_makes_every_variant_what_is_written() -> None:
    text = (
        "## Blocked patterns\n**ID:** B-001\ntags : PDF/font/unicode, currency\n* Issue: It fails.\n- **mitigation**: Do this.\n"
        "- **First Seen**: 2025-06-10\n- **Source Agent**: invoice-bot\n- **TTL**: 365 days\n- **Category**: BLOCKED\n"
        "\n  body\n\nprose\n"
    )
    fixed = block_fixes.canonical(text, blocks.parse("", text))
    assert fixed == "### BLOCKED_PATTERNS\n" + BLOCK + "\n  body\n\nprose\n"
    assert block_fixes.canonical(fixed, blocks.parse("", fixed)) is None


def test_canonical_takes_nested_keys_and_block_lists_apart() -> None:
    text = (
        "### BLOCKED_PATTERNS\r\n"
        + "  - **ID**: B-001\r\n"
        + "".join(
            f"    {line}\r\n"
            for line in BLOCK.replace(" #pdf/font/unicode, #currency", "\n    - pdf/font/unicode\n    - currency").splitlines()[
                1:
            ]
        )
        + "\r\n    body\r\n      more\r\n"
    )
    [before] = read(text)
    fixed = block_fixes.canonical(text, blocks.parse("", text))
    assert fixed == ("### BLOCKED_PATTERNS\n" + BLOCK + "\n  body\n    more\n").replace("\n", "\r\n")
    assert read(fixed) == [before]


def test_canonical_leaves_what_is_no_lesson_as_it_is() -> None:
    text = "### BLOCKED_PATTERNS\n- Tags: a/b\n- Issue: x\n\n" + BLOCK
    assert block_fixes.canonical(text, blocks.parse("", text)) is None
    assert block_fixes.canonical("# how-to\n- Tags: x\n", blocks.parse("", "# how-to\n- Tags: x\n")) is None


vault_lines = st.lists(
    st.sampled_from(
        [
            *SPECIALS,
            "### CONTEXTUAL_WARNINGS",
            "## Notes",
            "- **TTL**: 5",
            "  text",
            "    - **Tags**: a",
            "\r",
            "  ```",
            "  <!--",
            *BLOCK.splitlines(),
        ]
    )
    | st.just(BLOCK)
    | any_lesson.map(block_text.write),
    max_size=25,
).map(lambda lines: "### BLOCKED_PATTERNS\n" + "\n".join(lines))


@given(vault_lines, any_lesson)
@settings(max_examples=100, deadline=None)
def test_any_text_is_read_without_an_error_and_takes_a_lesson_or_refuses(text: str, one: Lesson) -> None:
    parsed = blocks.parse("", text)
    lines = [(record.line, record.end_line) for record in parsed.records]
    assert all(start <= stop for start, stop in lines) and lines == sorted(lines)
    assert all(stop < start for (_, stop), (start, _) in itertools.pairwise(lines))
    try:
        more = block_edits.insert(text, one)
    except (Refused, VaultUnreadable):
        return
    entries = [interpret(record) for record in blocks.parse("", more).records]
    assert [entry.lesson for entry in entries if isinstance(entry, Entry) and entry.lesson.key == one.key] == [
        block_text.normal(one)
    ]
    assert len(entries) == len(parsed.records) + 1


@given(vault_lines)
@settings(max_examples=100, deadline=None)
def test_canonical_is_done_in_one_go_and_keeps_every_lesson(text: str) -> None:
    fixed = block_fixes.canonical(text, blocks.parse("", text))
    if fixed is not None:
        assert block_fixes.canonical(fixed, blocks.parse("", fixed)) is None
        before, after = ([interpret(record) for record in blocks.parse("", each).records] for each in (text, fixed))
        assert [getattr(entry, "lesson", None) for entry in before] == [getattr(entry, "lesson", None) for entry in after]

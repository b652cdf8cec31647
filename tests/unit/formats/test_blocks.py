"""Reading the single-file layout: the grammar, its tolerated variants, and what must never be taken for a lesson."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from vaultctl.core.lesson import Entry, Lesson, Malformed, interpret
from vaultctl.core.record import Fault, Parsed
from vaultctl.formats import block_fixes, blocks

KEYS = """\
- **Tags**: #pdf/font/unicode, #currency
- **Issue**: DejaVu Sans lacks glyphs.
- **Mitigation**: Use Noto Sans.
- **First Seen**: 2025-06-10 (agent: invoice-bot)
- **TTL**: 365 days
"""
ENTRY = "- **ID**: B-001\n" + KEYS
SECTION = "### BLOCKED_PATTERNS\n"


def parse(text: str, *, archived: bool = False) -> Parsed:
    return blocks.parse("KNOWLEDGE_VAULT.md", text, archived=archived)


def lessons(text: str) -> list[Lesson]:
    found = [interpret(record) for record in parse(text).records]
    assert all(isinstance(entry, Entry) for entry in found), found
    return [entry.lesson for entry in found if isinstance(entry, Entry)]


def faults(text: str) -> list[Fault]:
    parsed = parse(text)
    return [*parsed.faults, *(fault for record in parsed.records for fault in interpret(record).faults)]


def rules(text: str) -> list[str]:
    return [fault.rule for fault in faults(text)]


def entry(identity: str) -> str:
    return ENTRY.replace("B-001", identity)


def test_the_example_of_the_design_reads_as_one_lesson_without_a_fault() -> None:
    text = "# KNOWLEDGE_VAULT.md\n# Schema Version: 1.0\n" + SECTION + ENTRY
    [lesson] = lessons(text)
    assert (lesson.id, lesson.category, lesson.tags) == ("B-001", "BLOCKED", ("pdf/font/unicode", "currency"))
    assert (lesson.source_agent, lesson.ttl, lesson.first_seen.isoformat()) == ("invoice-bot", 365, "2025-06-10")
    assert faults(text) == []


def test_fields_and_record_know_their_lines() -> None:
    [record] = parse("# Title\n" + SECTION + ENTRY).records
    assert (record.line, record.end_line) == (3, 8)
    lines = {field.key: field.line for field in record.fields}
    assert lines == {"category": 2, "id": 3, "tags": 4, "issue": 5, "mitigation": 6, "first_seen": 7, "source_agent": 7, "ttl": 8}


def test_entries_under_one_heading_and_under_repeated_headings_read_the_same() -> None:
    together = SECTION + entry("B-1") + entry("B-2")
    repeated = SECTION + entry("B-1") + "\n" + SECTION + entry("B-2")
    assert lessons(together) == lessons(repeated)
    assert faults(together) == faults(repeated) == []


def test_each_section_gives_its_category() -> None:
    text = "### VERIFIED_WORKFLOWS\n" + entry("V-1") + "### CONTEXTUAL_WARNINGS\n" + entry("W-1") + SECTION + entry("B-1")
    assert [lesson.category for lesson in lessons(text)] == ["VERIFIED", "WARNING", "BLOCKED"]


@pytest.mark.parametrize(
    "heading",
    [
        "## BLOCKED_PATTERNS",
        "###### Blocked Patterns",
        "# BLOCKED",
        "### BLOCKED_PATTERNS ###",
        "###BLOCKED_PATTERNS",
        "### **BLOCKED_PATTERNS**",
        "### BLOCKED_PATTERNS:",
        "**BLOCKED_PATTERNS**",
        "### \U0001f6ab BLOCKED_PATTERNS",
        "  ### BLOCKED_PATTERNS",
        "### BLOCKED_PATTERNS (never do these)",
    ],
)
def test_a_variant_of_a_section_heading_is_read_with_a_warning(heading: str) -> None:
    text = f"{heading}\n{ENTRY}"
    assert [lesson.category for lesson in lessons(text)] == ["BLOCKED"]
    if heading.strip() != "### BLOCKED_PATTERNS":
        assert [(fault.rule, fault.severity, fault.line) for fault in faults(text)] == [("not-canonical", "warning", 1)]


@pytest.mark.parametrize(
    "line",
    [
        "1. **Tags**: #a/b",
        "-**Tags**: #a/b",
        "- [x] **Tags**: #a/b",
        "**Tags:** a/b",
        "- Tags: a/b",
        "tags : a/b",
        "* **Tags**: #a/b",
        "- **Tags**\uff1a#a/b",
        "\u2013 **Tags**: #a/b",
        "\u2014 **Tags**: #a/b",
        "\u2022 **Tags**: #a/b",
        "\u2022**Tags**: #a/b",
        "\u2212 Tags: #a/b",
        "-\xa0**Tags**: #a/b",
        "-\u200b **Tags**:\xa0#a/b",
        "\xa0\xa0- **Tags**: #a/b",
        "- **Tags** #a/b",
        "- **Tags** - #a/b",
        "* __Tags__ = #a/b",
        "\u2022 **Tags** \u2013 a/b",
        "- **Tags**\n  - a/b",
        "- **Tags**: a/b",
        "- **tags**: #a/b",
        "- __Tags__: #a/b",
        "- **Tags:** #a/b",
        "+ **Tags** : #a/b",
        "  - **Tags**:   [a/b]",
        "- **Tags**:\n  - a/b",
        "- **Tags**:\n  - #a/b",
        "- **Tags**: `#a/b`",
        "- **Tag**: #a/b",
        "-  **Tags**: #a/b",
        " - **Tags**: #a/b",
        "**Tags**: #a/b",
        "Tags: #a/b",
    ],
)
def test_a_variant_of_a_key_line_is_read_with_a_fixable_warning(line: str) -> None:
    text = SECTION + ENTRY.replace("- **Tags**: #pdf/font/unicode, #currency", line)
    assert lessons(text)[0].tags == ("a/b",)
    found = faults(text)
    assert found and {(fault.rule, fault.severity, fault.fixable, fault.line) for fault in found} == {
        ("not-canonical", "warning", True, 3)
    }


@pytest.mark.parametrize(
    "value",
    [
        "2025-06-10 (invoice-bot)",
        "2025-06-10, agent: invoice-bot",
        "2025-06-10 (Agent : invoice-bot)",
        "2025-06-10 (source: invoice-bot)",
    ],
)
def test_a_variant_of_first_seen_is_read_with_a_warning(value: str) -> None:
    text = SECTION + ENTRY.replace("2025-06-10 (agent: invoice-bot)", value)
    assert lessons(text)[0].source_agent == "invoice-bot"
    assert rules(text) == ["not-canonical"]


def test_an_agent_on_a_line_of_its_own_is_read_with_a_warning() -> None:
    text = SECTION + ENTRY.replace(" (agent: invoice-bot)", "\n- **Source Agent**: invoice-bot")
    assert lessons(text)[0].source_agent == "invoice-bot"
    assert rules(text) == ["not-canonical"]


def test_a_first_seen_without_agent_is_a_missing_key() -> None:
    assert rules(SECTION + ENTRY.replace(" (agent: invoice-bot)", "")) == ["missing-key"]


def test_keys_indented_below_the_id_line_are_read_with_a_warning() -> None:
    text = SECTION + "- **ID**: B-001\n" + "".join(f"  {line}\n" for line in KEYS.splitlines()) + "\n    the body\n"
    [lesson] = lessons(text)
    assert lesson.tags == ("pdf/font/unicode", "currency") and "the body" in lesson.body
    assert set(rules(text)) == {"not-canonical"}


@pytest.mark.parametrize(
    "value",
    [
        "one\n  two",
        "one\ntwo",
        "one\n  - two\n  - three",
        "one:\n\n  - two\n\n  - three",
        "one\n- two\n* three",
        "one\n  Note: see below",
        "one\nNote: see below",
        "one\n- Note: see below",
        "one\n  - **Tags**: are #important",
        "one\n  ```\n  - **ID**: B-9\n  ```",
        "one\n```\n### X\n- **ID**: B-9\n```",
    ],
)
def test_a_value_goes_on_over_several_lines(value: str) -> None:
    text = SECTION + ENTRY.replace("DejaVu Sans lacks glyphs.", value)
    [lesson] = lessons(text)
    assert lesson.issue == " ".join(value.split())
    assert lesson.mitigation == "Use Noto Sans." and lesson.body == ""
    assert faults(text) == []


def test_the_last_value_goes_on_until_a_blank_line_and_the_body_follows() -> None:
    text = (
        SECTION
        + "- **ID**: B-1\n- **Tags**: #a\n- **First Seen**: 2025-06-10 (agent: x)\n- **TTL**: 9\n"
        + "- **Issue**: a\n- **Mitigation**: b\n  c\n\n  body\n"
    )
    [lesson] = lessons(text)
    assert (lesson.mitigation, lesson.body) == ("b c", "body")


def test_an_unknown_key_becomes_a_field_with_a_warning() -> None:
    text = SECTION + ENTRY + "- **Foo**: x\n"
    field = parse(text).records[0].field("Foo")
    assert field is not None and field.value == "x"
    assert rules(text) == ["unknown-key"]


def test_a_key_that_stands_twice_comes_out_as_two_fields() -> None:
    [record] = parse(SECTION + ENTRY + "- **TTL**: 9 days\n").records
    assert [field.value for field in record.fields if field.key == "ttl"] == ["365 days", "9 days"]
    assert isinstance(interpret(record), Malformed)


def test_the_body_is_dedented_by_two_and_loses_the_blank_lines_around_it() -> None:
    text = SECTION + ENTRY + "\n\n  first\n\n      code\n  - list\n\n\n" + entry("B-2")
    first, second = lessons(text)
    assert first.body == "first\n\n    code\n- list" and second.body == ""
    record = parse(text).records[0]
    assert (record.body_line, record.end_line) == (10, 13)


def test_a_body_right_under_a_one_line_key_is_read() -> None:
    assert lessons(SECTION + ENTRY + "  the body\n\tmore\n")[0].body == "the body\nmore"


def test_key_lines_headings_and_fences_in_the_body_are_body() -> None:
    body = "- **ID**: B-9\n### CONTEXTUAL_WARNINGS\n- **TTL**: 1\n```\n- **ID**: B-8\n```\n<!-- x -->"
    text = SECTION + ENTRY + "\n" + "".join(f"  {line}\n" for line in body.splitlines()) + "\n" + entry("B-2")
    assert [lesson.id for lesson in lessons(text)] == ["B-001", "B-2"]
    assert lessons(text)[0].body == body


@pytest.mark.parametrize(
    "hidden",
    [
        "```\n{}```",
        "````\n```\n{}```\n````",
        "~~~\n{}~~~",
        "   ```markdown\n{}  ```",
        "~~~ `x`\n```\n{}~~~~~",
        "<!--\n{}-->",
        "<!-- an entry:\n\n{}\n-->",
        "<!--->\n```\n{}```",
        "- an example:\n  ```\n  ### X\n  - **ID**: B-9\n  ```",
        "- ```\n  - **ID**: B-9\n  ```",
    ],
)
def test_nothing_inside_a_closed_fence_or_comment_is_an_entry(hidden: str) -> None:
    text = SECTION + hidden.format("### CONTEXTUAL_WARNINGS\n" + entry("B-9") + "---\n") + "\n\n" + ENTRY
    assert [(lesson.id, lesson.category) for lesson in lessons(text)] == [("B-001", "BLOCKED")]
    assert rules(text) == []


@pytest.mark.parametrize("opener", ["```", "~~~~", "```python", "  ```", "<!--", "<!-- a note"])
def test_an_opener_that_is_never_closed_is_an_error_and_hides_nothing(opener: str) -> None:
    text = SECTION + opener + "\n" + "\n".join(entry(f"B-{number}") for number in range(10))
    assert len(lessons(text)) == 10
    [fault] = parse(text).faults
    assert (fault.line, fault.severity, fault.fatal) == (2, "error", False)
    assert fault.rule == ("unclosed-comment" if "<" in opener else "unclosed-fence")


def test_a_fence_that_is_never_closed_in_an_entry_ends_with_the_entry() -> None:
    text = SECTION + ENTRY + "\n  ```\n  code\n\n" + entry("B-2") + "\n  ```\n  code\n  ```\n"
    assert [lesson.id for lesson in lessons(text)] == ["B-001", "B-2"]
    assert [(fault.rule, fault.line, fault.severity) for fault in parse(text).faults] == [("unclosed-fence", 9, "error")]


def test_a_stray_closing_fence_at_the_end_of_a_body_is_a_warning() -> None:
    text = SECTION + ENTRY + "\n  text\n  ```\n\n" + entry("B-2")
    assert [(fault.rule, fault.severity) for fault in parse(text).faults] == [("unclosed-fence", "warning")]


def test_a_comment_between_keys_is_no_part_of_a_value() -> None:
    text = SECTION + ENTRY.replace("- **Mitigation**", "  <!-- hidden -->\n- **Mitigation**")
    assert lessons(text)[0].issue == "DejaVu Sans lacks glyphs."


def test_an_entry_without_id_line_is_a_fault_and_spares_its_neighbours() -> None:
    text = SECTION + ENTRY + "\n" + KEYS + "\n" + entry("B-3")
    found = [interpret(record) for record in parse(text).records]
    assert [type(item) for item in found] == [Entry, Malformed, Entry]
    assert isinstance(found[1], Malformed) and found[1].worst.message == "id is missing"


def test_keys_outside_any_section_are_a_fault() -> None:
    text = ENTRY + "\n" + SECTION + entry("B-2")
    first, second = (interpret(record) for record in parse(text).records)
    assert isinstance(first, Malformed) and first.worst.message == "category is missing" and first.id == "B-001"
    assert isinstance(second, Entry)


def test_a_foreign_heading_ends_the_section_and_a_deeper_one_does_not() -> None:
    assert len(lessons(SECTION + "#### Fonts\n" + ENTRY)) == 1
    [record] = parse(SECTION + "## How to\n" + ENTRY).records
    assert record.field("category") is None


def test_a_category_line_that_agrees_is_tolerated_and_one_that_does_not_is_an_error() -> None:
    text = SECTION + ENTRY + "- **Category**: BLOCKED\n"
    assert len(lessons(text)) == 1 and rules(text) == ["not-canonical"]
    assert "duplicate-key" in rules(text.replace("**: BLOCKED", "**: WARNING"))


def test_text_that_belongs_to_no_lesson_is_a_warning() -> None:
    text = SECTION + "An introduction.\n\n" + ENTRY + "\nForgotten body.\n\n---\n\n" + entry("B-2")
    assert len(lessons(text)) == 2
    assert [(fault.rule, fault.line) for fault in faults(text)] == [("stray-text", 11)]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# How to keep knowledge\n\nWrite it down.\n",
        "## Warning\n\nMind the gap.\n\n- **Note**: x\n",
        "```\n" + SECTION + ENTRY + "```\n",
        ENTRY,
        "\x00\x01\x02",
        "[[x]]\n",
    ],
)
def test_a_file_without_vault_section_is_no_vault(text: str) -> None:
    parsed = parse(text)
    assert parsed.records == ()
    assert [(fault.rule, fault.fatal) for fault in parsed.faults] == [("not-a-vault", True)]


def test_lines_end_at_line_feeds_only() -> None:
    odd = "a\u2028- **ID**: B-9\x0b\x0c\x85b\r- **TTL**: 1"
    [lesson] = lessons(SECTION + ENTRY.replace("DejaVu", odd))
    assert lesson.issue.startswith("a - **ID**: B-9 b")


def test_a_file_with_crlf_and_a_byte_order_mark_reads_the_same() -> None:
    text = SECTION + ENTRY + "\n  a\n\n  b\n"
    assert lessons("\ufeff" + text.replace("\n", "\r\n")) == lessons(text)
    assert faults("\ufeff" + text.replace("\n", "\r\n")) == []


def test_text_right_under_a_one_line_value_does_not_spoil_the_lesson() -> None:
    text = SECTION + ENTRY + "</details>\n"
    assert len(lessons(text)) == 1 and rules(text) == ["stray-text"]


def test_an_entry_in_a_quotation_is_reported() -> None:
    text = SECTION + "> " + ENTRY.replace("\n", "\n> ")
    assert parse(text).records == () and [(fault.rule, fault.line) for fault in faults(text) if fault.fatal] == [("unreadable", 2)]


def test_marks_of_a_conflict_do_not_spoil_the_lessons_around_them() -> None:
    text = SECTION + "<<<<<<< HEAD\n" + ENTRY + "=======\n" + entry("B-2") + ">>>>>>> other\n"
    assert [lesson.id for lesson in lessons(text)] == ["B-001", "B-2"]


def test_an_archived_batch_tells_day_and_reason() -> None:
    text = "# ARCHIVED_KNOWLEDGE.md\n\n## Archived 2026-11-30: superseded by B-2: see #7 #\n\n" + SECTION + ENTRY
    [record] = parse(text, archived=True).records
    found = {field.key: field.value for field in record.fields if field.key.startswith("archived")}
    assert found == {"archived": "2026-11-30", "archived_reason": "superseded by B-2: see #7 #"}
    read = interpret(record)
    assert record.archived and isinstance(read, Entry) and read.faults == ()


@pytest.mark.parametrize(("old", "new"), [
    ("- **", "\u2013 **"), ("- **", "\u2022 **"), ("- **", "-\xa0**"), ("- **", "\xa0- **"), ("**: ", "** "), ("**: ", "** - "),
    ("**: ", "**\xa0: "), ("- **", "**"), ("- **", "  - **"),
])  # fmt: skip
def test_a_whole_entry_in_an_odd_spelling_is_read_and_can_be_fixed(old: str, new: str) -> None:
    text = SECTION + (entry("B-1") + "\n" + entry("B-2")).replace(old, new)
    assert lessons(text) == lessons(SECTION + entry("B-1") + "\n" + entry("B-2"))
    assert "not-canonical" in rules(text)
    assert block_fixes.canonical(text, parse(text)) == SECTION + entry("B-1") + "\n" + entry("B-2")


@pytest.mark.parametrize("line", ["- **ID** and the rest", "**Tags** are kept", "- **Issue** is the key above", "- **TTL**"])
def test_a_bold_word_in_a_value_is_prose(line: str) -> None:
    text = SECTION + ENTRY.replace("lacks glyphs.", f"lacks\n{line}") + "- **TTL**: 1\n"
    text = text.replace("- **TTL**: 365 days\n", "") if "TTL" not in line else SECTION + ENTRY.replace("Use Noto Sans.", "Do:\n**TTL** it")
    assert len(lessons(text)) == 1


UNREAD = [
    "| ID | Tags | Issue | Mitigation |\n|---|---|---|---|\n| B-9 | a/b | x | y |",
    "| **ID** | B-9 |\n| **Tags** | a/b |",
    "ID | Tags\n--- | ---\nB-9 | a/b",
    "".join(f"\t{line}\n" for line in ENTRY.splitlines()),
    "".join(f"    {line}\n" for line in ENTRY.splitlines()),
    "".join(f"        {line}\n" for line in ENTRY.splitlines()[:2]),
    "> " + ENTRY.replace("\n", "\n> "),
    "a) **ID**: B-9",
    "\U0001f6ab **ID**: B-9",
    "<li><b>ID</b>: B-9</li>",
    '{"id": "B-9", "tags": ["a/b"]}',
    "ID = B-9",
    "**Tags #a/b**",
    "#### **ID** B-9",
]


@pytest.mark.parametrize("before", ["", "An introduction.\n\n", ENTRY + "\n"])
@pytest.mark.parametrize("unread", UNREAD)
def test_what_looks_like_an_entry_and_cannot_be_read_is_a_fatal_fault(before: str, unread: str) -> None:
    text = SECTION + before + unread + "\n\n" + entry("B-2")
    read = [interpret(record) for record in parse(text).records]
    assert "B-2" in [item.lesson.id for item in read if isinstance(item, Entry)]
    malformed = [item for item in read if isinstance(item, Malformed) and item.tags is None]
    fatal = [fault for fault in parse(text).faults if fault.fatal]
    assert malformed or fatal
    assert all(fault.severity == "error" and fault.hint and fault.line > 1 for fault in fatal)


def test_an_indented_section_heading_is_not_overlooked() -> None:
    text = "### VERIFIED_WORKFLOWS\nAn introduction.\n\n\t### BLOCKED_PATTERNS\n" + ENTRY
    assert [fault.line for fault in faults(text) if fault.fatal] == [4]


@pytest.mark.parametrize("prose", [
    "An introduction.", "Tags are paths of words.", "Each entry has an **ID** and **Tags**.", "Issues are reported by agents.",
    "    cargo install x", "- a list", "**Note**: keep it short.", "| Word | Meaning |\n|---|---|\n| agent | a program |",
    "See the issue tracker: it has more.", "**Issue tracker**: https://example.com", "1. first\n2) second", "ID: the name of it",
])  # fmt: skip
def test_prose_in_a_section_is_not_taken_for_an_entry(prose: str) -> None:
    text = SECTION + prose + "\n\n" + ENTRY + "\n" + prose + "\n\n" + entry("B-2")
    assert len(lessons(text)) == 2 and not any(fault.fatal for fault in faults(text))


@pytest.mark.parametrize("gap", ["", "\n"])
def test_an_entry_that_is_indented_below_another_is_a_fatal_fault_and_spares_that_one(gap: str) -> None:
    nested = "".join(f"  {line}\n" for line in entry("B-9").splitlines())
    text = SECTION + ENTRY + gap + nested + "\n" + entry("B-2")
    assert [lesson.id for lesson in lessons(text)] == ["B-001", "B-2"]
    assert [(fault.rule, fault.line) for fault in faults(text) if fault.fatal] == [("unreadable", 8 + len(gap))]
    fenced = SECTION + ENTRY + "\n  ```\n" + nested + "  ```\n"
    assert faults(fenced) == []


@pytest.mark.parametrize("mark", ["<<<<<<< HEAD", "<<<<<<<", "<<<<<<< HEAD: x"])
def test_a_merge_conflict_is_a_fatal_fault_at_its_first_line(mark: str) -> None:
    text = SECTION + entry("B-1") + f"\n{mark}\n" + entry("B-2") + "=======\n" + entry("B-3") + ">>>>>>> other\n"
    assert [(fault.line, fault.message[:16]) for fault in parse(text).faults if fault.fatal] == [(9, "a merge conflict")]
    assert [lesson.id for lesson in lessons(text)] == ["B-1", "B-2", "B-3"]


@pytest.mark.parametrize("text", [
    "```\n<<<<<<< HEAD\n```\n" + ENTRY, ENTRY + "\n  <<<<<<< HEAD\n", ENTRY + "\n<<<<<<<<\n", ENTRY.replace("lacks", "<<<<<<< lacks"),
])  # fmt: skip
def test_what_only_looks_like_a_mark_of_a_conflict_is_none(text: str) -> None:
    assert not any(fault.fatal for fault in faults(SECTION + text))


@pytest.mark.parametrize("heading", ["### BLOCKED_PATTERNS (3)", "### BLOCKED_PATTERNS {#x}", "### [BLOCKED_PATTERNS](#x)", "###\xa0BLOCKED\xa0PATTERNS"])
def test_a_heading_with_trimmings_is_read_and_fixed(heading: str) -> None:
    text = f"{heading}\n{ENTRY}"
    assert [fault.fixable for fault in faults(text)] == [True]
    assert block_fixes.canonical(text, parse(text)) == SECTION + ENTRY


def test_a_heading_with_words_behind_it_is_not_called_fixable_and_says_why() -> None:
    text = f"### BLOCKED_PATTERNS (never do these)\n{ENTRY}"
    [fault] = faults(text)
    assert not fault.fixable and "would lose the text" in fault.hint and block_fixes.canonical(text, parse(text)) is None


def test_a_newer_schema_is_a_warning_and_the_lessons_count() -> None:
    text = "# Schema Version: 2.0\n" + SECTION + ENTRY
    assert len(lessons(text)) == 1
    assert [(fault.rule, fault.severity) for fault in faults(text)] == [("schema-version", "warning")]


@pytest.mark.parametrize(
    "tail",
    [
        "x: *" * 250_000,
        "\n\n" + "  ```a\n" * 100_000,
        "\n\n" + "  " + "a" * 1_000_000,
        "\n" + "```a\n" * 100_000,
        "\n" + "<!-- a\n" * 100_000,
        "\n" * 500_000,
        "\n" + "- " * 300_000 + "```",
        "\n" + "#" * 1_000_000,
        "\n" + "- **Foo**: x\n" * 50_000,
        "\n\n" + "".join("  " + "`" * size + "\n" for size in range(1400, 3, -1)),
    ],
    ids=[
        "long line",
        "openers in a body",
        "long body line",
        "openers",
        "comments",
        "blank lines",
        "bullets",
        "hashes",
        "keys",
        "shorter fences",
    ],
)
def test_a_megabyte_of_anything_is_read_in_bounded_time(tail: str) -> None:
    started = time.process_time()
    parse(SECTION + "- **ID**: B-1\n- **Issue**: x" + tail)
    assert time.process_time() - started < 5  # linear: well under one second; quadratic: minutes


def test_reading_loads_nothing_that_slows_a_start() -> None:
    code = "import sys; import vaultctl.formats.blocks, vaultctl.adapters.layouts.single_file\nprint(*sys.modules)"
    loaded = set(subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True).stdout.split())
    assert not loaded & {
        "re",
        "typing",
        "dataclasses",
        "pathlib",
        "json",
        "enum",
        "vaultctl.formats.block_text",
        "vaultctl.formats.block_edits",
    }

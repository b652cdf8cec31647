"""Reading only the entries that are asked for gives what reading all of them gives."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from vaultctl.core.lesson import Entry, interpret
from vaultctl.core.record import Record
from vaultctl.formats import block_text, blocks, frontmatter
from vaultctl.formats.block_parts import Parts

TAGS = ("#a", "#a/b, #c", "#b", "#A", "a, b", "[a, b]", "#a:b", "#c/../d", "", "#é", "#a/", "##a", "#a,#b", "#a #b", "#-x")
lines = st.sampled_from([
    "- **ID**: B-001", "- **ID**: W-2", "- **ID**:  V-3 ", "- ID: B-004", "**ID:** B-5", "  - **ID**: B-6", "> - **ID**: B-7", "- **ID**:",
    *(f"- **Tags**: {tags}" for tags in TAGS), "- Tags: a", "- **Tags:** #b", "  - **Tags**: #c", "    - **Tags**: #c",
    "- **Issue**: It fails.", "- **Mitigation**: Do not.", "- **First Seen**: 2026-01-01 (agent: x)", "- **TTL**: 1 day",
    "- **Superseded By**: B-2", "- **Note**: x", "- **Category**: WARNING", "  more", "more", "  #more", "", "", "  ", " ",
    "### BLOCKED_PATTERNS", "### VERIFIED_WORKFLOWS", "## Warning", "# Other", "  ### CONTEXTUAL_WARNINGS", "#### deep",
    "**BLOCKED_PATTERNS**", "```", "  ```", "  ~~~~", "~~~", "- ```", "<!--", "-->", "  <!-- x", "  -->", "<!-- x -->", "---", "\tx",
    "\u2013 **ID**: B-8", "\u2022 **Tags**: #a", "-\xa0**ID**: B-9", "- **ID** B-1", "- **Tags** #a", "- **ID** - W-2", "  - **ID**: B-3",
    "    - **ID**: B-4", "\t- **ID**: B-5", "| ID | Tags |", "| B-9 | a |", "**Tags** are", "- ID B-7", "  **Id** B-8", "  - **Issue**: x",
    "### BLOCKED_PATTERNS (3)", "\t### VERIFIED_WORKFLOWS", "    ```", "      ```", "x\r", "\u2028", "<<<<<<< HEAD", "=======", "- item", "  - item", "1. x",
])  # fmt: skip
entry = st.builds(
    lambda number, tags, body: [f"- **ID**: B-{number}", f"- **Tags**: {tags}", "- **Issue**: It fails.", "- **Mitigation**: Do not.",
                                "- **First Seen**: 2026-01-01 (agent: x)", "- **TTL**: 1 day", *body],
    st.integers(1, 9), st.sampled_from(TAGS), st.sampled_from([[], [""], ["", "  A body.", "", "", "  ```", "  x", "  ```", ""], ["  x"],
                                       ["  - **ID**: B-9", "  - **Tags**: #a"], ["", "  * __ID__: B-9", "  * Tags: #a", ""], ["", "  the ID: x"]]),
)  # fmt: skip
texts = st.lists(st.one_of(entry, entry, st.lists(lines, max_size=3)), max_size=7).map(
    lambda groups: "\n".join(["# KNOWLEDGE_VAULT.md", "### BLOCKED_PATTERNS", *(line for group in groups for line in group)])
)


def touched(record: Record, wanted: set[str]) -> bool:
    """Whether a record has a wanted tag, or tags that cannot be read."""
    found = interpret(record)
    tags = found.lesson.tags if isinstance(found, Entry) else found.tags
    return tags is None or bool(wanted.intersection(tags))


@given(texts, st.sampled_from(["", "\n", "\n\n"]))
@example("### BLOCKED_PATTERNS\n- **ID**: B-1\n- **Tags**: #a\n```\n- **ID**: B-2\n- **Tags**: #a\n```\n", "")
@example("<!--\n### BLOCKED_PATTERNS\n- **ID**: B-1\n-->\n### BLOCKED_PATTERNS\n- **ID**: B-1\n- **Tags**: #a", "")
def test_gives_every_record_that_is_touched_just_as_reading_the_whole_text_does(text: str, ending: str) -> None:
    for form in (text + ending, (text + ending).replace("\n", "\r\n"), "\ufeff" + text):
        whole = blocks.parse("K", form)
        parts = Parts("K", form)
        assert parts.touching(lambda tag: True) == sorted(whole.records, key=lambda record: record.line)
        found = parts.touching(lambda tag: tag == "a")
        assert [record for record in whole.records if touched(record, {"a"}) and record not in found] == []
        assert set(found) <= set(whole.records)
        ids = [record for record in whole.records if (field := record.field("id")) and field.value in ("B-1", "W-2")]
        assert [record for record in ids if record not in parts.of_ids(frozenset(["b-1", "w-2"]))] == []
        assert [fault for fault in parts.faults if fault.fatal] == [fault for fault in whole.faults if fault.fatal]


def test_entries_that_are_not_asked_for_are_not_read() -> None:
    text = "".join(f"### BLOCKED_PATTERNS\n- **ID**: B-{number}\n- **Tags**: #a/n{number}\n- **Issue**: x\n\n" for number in range(50))
    assert [record.line for record in Parts("K", text).touching(lambda tag: tag == "a/n7")] == [37]


def test_agrees_on_the_real_lessons_and_reads_few_of_them(corpus: Path) -> None:
    paths = sorted((corpus / "vault" / "lessons").rglob("*.md"))
    entries = [interpret(frontmatter.parse(str(path), path.read_text("utf-8")).records[0]) for path in paths]
    text = block_text.new_file([block_text.normal(entry.lesson) for entry in entries if isinstance(entry, Entry)])
    whole = blocks.parse("K", text)
    parts = Parts("K", text)
    assert parts.touching(lambda tag: True) == list(whole.records)
    assert len(parts.touching(lambda tag: tag == "rust/crate/openssl")) < 20


@pytest.mark.parametrize("piece", ["\n", "\n\n\n", "\n- **ID**: B-1", "\n- **ID**: B-1\n```", "\n<!--", "\n### BLOCKED_PATTERNS", "- **"])
def test_a_megabyte_of_anything_is_read_in_bounded_time(piece: str) -> None:
    text = "### BLOCKED_PATTERNS\n- **ID**: B-1\n- **Tags**: #a\n\n  x" + piece * (300_000 // len(piece))
    started = time.process_time()
    Parts("K", text)
    assert time.process_time() - started < 10

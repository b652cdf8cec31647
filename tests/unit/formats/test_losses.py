"""What would be lost if only the lessons of a text were kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fakes.vaults import lesson
from vaultctl.core.lesson import interpret
from vaultctl.formats import blocks, frontmatter, losses

BLOCK = """\
### BLOCKED_PATTERNS
- **ID**: B-1
- **Tags**: #a
- **Issue**: It fails.
- **Mitigation**: Do not.
- **First Seen**: 2025-01-01 (agent: bot)
- **TTL**: 365 days
"""


def of_note(text: str) -> list[losses.Loss]:
    return losses.of_note(text, interpret(frontmatter.parse("", text).records[0]))


def of_block(text: str) -> list[losses.Loss]:
    reader = blocks.Reader("", text.split("\n"), archived=False)
    return losses.of_block(reader.lines, reader.state, interpret(reader.result().records[0]))


def test_a_plain_note_loses_nothing() -> None:
    assert of_note(lesson("B-1", "a, b", body="# A heading\n# and more\n")) == []


@pytest.mark.parametrize(
    ("more", "line", "said"),
    [
        ("owner: Ines\n", 10, "owner"),
        ("# why this is here\n", 10, "why this is here"),
        ("name: x  # a slug\n", 10, "a slug"),
    ],
)
def test_what_a_note_says_besides_is_told_with_its_line(more: str, line: int, said: str) -> None:
    ((number, what),) = of_note(lesson("B-1", "a", more=more))
    assert number == line
    assert said in what


def test_a_comment_after_a_list_of_tags_is_told() -> None:
    text = lesson("B-1", "a").replace("tags: [a]", "tags: [a] # only this one")
    assert [loss.line for loss in of_note(text)] == [4]


def test_tags_with_hashes_are_no_comment() -> None:
    assert of_note(lesson("B-1", "a").replace("tags: [a]", "tags: #a/b, #c")) == []


def test_a_number_sign_inside_a_text_is_no_comment() -> None:
    assert of_note(lesson("B-1", "a", issue="build #42 fails # often")) == []


def test_bytes_that_are_not_utf8_are_told() -> None:
    assert [loss.what for loss in of_note(lesson("B-1", "a", body="caf\udce9\n"))] == ["bytes that are not UTF-8"]


def test_a_note_that_is_no_lesson_is_told() -> None:
    assert of_note("---\nid: B-1\n") == [losses.Loss(1, "front matter not closed")]


def test_a_plain_block_loses_nothing() -> None:
    assert of_block(BLOCK + "\n  A body.\n\n  <!-- in the body -->\n") == []


def test_unknown_keys_and_comments_of_a_block_are_told() -> None:
    text = BLOCK.replace("- **Issue**", "- **Owner**: Ines\n<!-- why -->\n- **Issue**")
    assert [loss.line for loss in of_block(text)] == [4, 5]


def test_prose_is_what_stands_outside_the_entries() -> None:
    text = f"# KNOWLEDGE_VAULT.md\n# Schema Version: 1.0\n\nHello.\n\n---\n{BLOCK}\n<!-- a comment -->\n"
    reader = blocks.Reader("", text.split("\n"), archived=False)
    assert losses.prose(reader) == [(4, "Hello."), (15, "<!-- a comment -->")]


def test_the_corpus_loses_nothing(corpus: Path) -> None:
    for path in sorted((corpus / "vault" / "lessons").rglob("*.md"))[::10]:
        assert of_note(path.read_text("utf-8")) == [], path

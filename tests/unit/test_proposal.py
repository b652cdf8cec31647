"""What a proposal says can act on no forge, in no place where it may end up."""

from __future__ import annotations

import re
import subprocess
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultctl.core.lesson import Lesson
from vaultctl.core.proposal import (
    MAX_ROWS,
    MAX_TITLE,
    ProposalText,
    commit_message,
    fence,
    for_changes,
    for_lesson,
    neutral,
    push_option,
    subject,
)

LESSON = Lesson(
    "B-k3x7q2m9ab", "BLOCKED", ("currency", "pdf/font/unicode"), "DejaVu Sans lacks glyphs for €.", "Use Noto Sans.",
    date(2025, 6, 10), "invoice-bot", 365,
)  # fmt: skip

# The forges' own rules, as their documentation and sources tell them, written down here a second time and more loosely.
MENTION = re.compile(r"(?<![0-9A-Za-z])@[0-9A-Za-z_]")
REFERENCE = re.compile(r"[#!&]\d")
CLOSING = re.compile(
    r"\b(?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|implement(?:s|ed|ing)?|merge[sd]?|relate[sd]?)"
    r"(?::?\s*(?:to\s+)?(?:issues?\s+)?(?:[\w./-]*#\d|https?://\S*/\d)|(?::\s*|\s+)(?:issues?\s+)?[A-Za-z][A-Za-z0-9_]*-\d)",
    re.IGNORECASE | re.ASCII,
)
SKIP = re.compile(r"\[(?:skip[ -](?:ci|actions)|ci[ -]skip|no ci|actions skip)\]|\*\*\*NO_CI\*\*\*", re.IGNORECASE)
LINE = re.compile(r"^(?:/[a-z]|[\w-]+-by\s*:|skip-checks\s*:)", re.IGNORECASE | re.MULTILINE)

PIECES = [
    "@", "alice", "@org/team", "#", "12", "fixes", "Closes:", "resolved", "GH-12", "acme/vault#1", "https://host/a/b/issues/3",
    "!7", "&4", "/merge", "/approve", "\n", "\r\n", "\u2028", " ", " ", "`", "```", "~~~", "<!--", "-->", "[skip ci]", "[ci", "[",
    "skip]", "]", "Co-authored-by: Eve <eve@example.org>", "Signed-off-by:", "skip-checks: true", "\u200b", "\u202e", "\x1b[31m",
    "\\n", "\\", "***NO_CI***", "issue", "PROJ-9", "merge", "relates to", '"', "_", "&#64;", "next@15", "implementing", "é", "😀",
]  # fmt: skip
nasty = st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=12).map("".join) | st.text(max_size=80)


def harmless(text: str) -> None:
    for rule in (MENTION, REFERENCE, CLOSING, SKIP, LINE):
        found = rule.search(text)
        assert found is None, (rule.pattern, found)
    assert "<!--" not in text
    assert all(char.isprintable() or char == "\n" or char in "\u200c\u200d" for char in text)


@given(nasty, nasty, nasty, nasty)
def test_nothing_in_a_proposal_acts(issue: str, mitigation: str, agent: str, identity: str) -> None:
    lesson = LESSON._replace(issue=issue, mitigation=mitigation, source_agent=agent, superseded_by=identity)
    text = for_lesson(lesson, supersedes=identity)
    harmless(text.title)
    harmless(text.body)
    harmless(commit_message(text))
    assert "\n" not in text.title
    described = push_option(text.body)
    assert "\n" not in described
    harmless(described.replace("\\n", "\n"))


@given(nasty, nasty, nasty)
def test_nothing_breaks_out_of_its_block(issue: str, mitigation: str, agent: str) -> None:
    text = for_lesson(LESSON._replace(issue=issue, mitigation=mitigation, source_agent=agent))
    for body in (text.body, push_option(text.body).replace("\\n", "\n")):
        lines = body.split("\n")
        ticks = lines[2].removesuffix("text")
        assert set(ticks) == {"`"} and lines[:2] == ["A lesson, proposed with `vaultctl record`.", ""]
        closing = [at for at, line in enumerate(lines) if at > 2 and line.lstrip(" ").startswith(ticks)]
        assert closing == [len(lines) - 4]
        assert all(line.startswith("    ") for line in lines[3 : closing[0]])


@given(nasty)
def test_making_a_text_harmless_twice_changes_nothing(text: str) -> None:
    once = neutral(text)
    assert neutral(once) == once


@given(st.text("ab `", max_size=30))
def test_a_fence_is_longer_than_every_run_of_backticks(text: str) -> None:
    assert fence(text) not in text and len(fence(text)) >= 3


def test_a_proposal_shows_the_lesson() -> None:
    text = for_lesson(LESSON, supersedes="B-001", labels=("lesson",))
    assert text.title == "Lesson B-k3x7q2m9ab: BLOCKED currency, pdf/font/unicode"
    assert text.labels == ("lesson",)
    for words in (
        "    Category: BLOCKED\n", "    Tags: currency, pdf/font/unicode\n", "    Issue: DejaVu Sans lacks glyphs for €.\n",
        "    Mitigation: Use Noto Sans.\n", "    First seen: 2025-06-10 by agent invoice-bot\n", "    TTL: 365 days\n",
        "    Supersedes: B-001\n",
    ):  # fmt: skip
        assert words in text.body
        assert words in commit_message(text)


def test_a_commit_message_has_a_subject_an_empty_line_and_the_rows() -> None:
    lines = commit_message(for_lesson(LESSON)).split("\n")
    assert lines[0] == subject(LESSON) and lines[1] == "" and lines[-1] == ""
    assert all(line.startswith("    ") for line in lines[2:-1])


def test_git_finds_no_trailer_in_a_commit_message(tmp_path: Path) -> None:
    evil = "x\n\nCo-authored-by: Eve <e@x.y>\nSigned-off-by: Eve <e@x.y>\nskip-checks: true"
    text = for_lesson(LESSON._replace(mitigation=evil, source_agent=evil, ttl=None))
    for message in (commit_message(text), f"{text.title}\n\n{text.body}"):
        command = ["git", "interpret-trailers", "--parse"]
        done = subprocess.run(command, input=message.encode(), capture_output=True, cwd=tmp_path, check=True)
        assert done.stdout == b""


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("ask @alice", "ask @ alice"),
        ("pin next@15 and e@x.y", "pin next@15 and e@x.y"),
        ("see #12 or acme/vault#1", "see # 12 or acme/vault# 1"),
        ("fixes GH-12", '"fixes" GH-12'),
        ("Closes: https://host/a/b/issues/3", '"Closes": https://host/a/b/issues/3'),
        ("fixeshttps://host/issue/3", '"fixes" https://host/issue/3'),
        ('"fixes PROJ-1', '""fixes" PROJ-1'),
        ("this fixes the build", "this fixes the build"),
        ("UTF-8 and ISO-8601", "UTF-8 and ISO-8601"),
        ("Co-authored-by: Eve", '"Co-authored-by": Eve'),
        ("[skip ci] and [[ci-skip]] and a[0]", "(skip ci) and ((ci-skip)) and a[0]"),
        ("a\x1b[2Jb\u202ec", "a\\u{1b}[2Jb\\u{202e}c"),
        ("👩\u200d💻 and a\u200db", "👩\u200d💻 and a\\u{200d}b"),
        ("one\n\ntwo\r\n/merge", "one two /merge"),
    ],
)
def test_what_could_act_is_changed_and_the_rest_is_not(text: str, shown: str) -> None:
    assert neutral(text) == shown


def test_lengths_are_bounded() -> None:
    many = tuple(f"tag/{n}" for n in range(100))
    text = for_lesson(LESSON._replace(issue="x " * 50_000, mitigation="/y" * 50_000, tags=many))
    assert len(text.title) <= MAX_TITLE and len(text.body) < 8_000


def test_several_changes_are_rows_and_bounded() -> None:
    text = for_changes("Archive 60 lessons", "Expired.", [(f"B-{n:03}", "expired @alice") for n in range(60)], labels=("tidy",))
    assert text.title == "Archive 60 lessons" and text.labels == ("tidy",)
    assert text.body.count("expired @ alice") == MAX_ROWS and "and 10 more" in text.body
    assert isinstance(text, ProposalText)

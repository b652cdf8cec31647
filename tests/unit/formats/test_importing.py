"""Reading lessons out of files that are no vault, and accounting for every line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vaultctl.core.schema import NAME_BY_LABEL
from vaultctl.formats import blocks
from vaultctl.formats.importing import keys
from vaultctl.formats.importing.drafting import Draft, cut, paragraph
from vaultctl.formats.importing.read import Imported, read

SAMPLES = Path(__file__).parents[2] / "data" / "imports"


def sample(name: str) -> Imported:
    path = SAMPLES / name
    return read(path.read_text("utf-8"), path.stem)


def only(text: str) -> Draft:
    (draft,) = read(text, "stem").drafts
    return draft


def accounted(text: str, found: Imported) -> None:
    """Every line that is not blank is in a draft, in a failure, in the frame, or not understood."""
    lines = blocks.split(text.removeprefix("\ufeff"))
    told = [number for number, _ in found.not_understood]
    used = set().union(*(draft.lines for draft in found.drafts)) if found.drafts else set()
    used |= {number for item in found.failures for number in range(item.line, item.end_line + 1)} - set(told)
    assert sorted({*told, *used, *found.frame}) == [n for n, line in enumerate(lines, 1) if line.strip(" \t\r")]
    assert not set(told) & (used | found.frame)
    assert [line for _, line in found.not_understood] == [lines[number - 1] for number in told]


# The four shapes, by files written for it.


def test_a_single_file_vault_gives_its_lessons() -> None:
    found = sample("KNOWLEDGE_VAULT.md")
    assert found.kind == "vault"
    first, second, third = found.drafts
    assert first.given["id"] == "B-001" and first.given["category"] == "BLOCKED" and not first.guessed
    assert first.given["body"] == "Seen first in the March invoices; see [[W-002]]."
    assert second.given["last_verified"] == "2025-09-30"
    assert "mitigation" not in third.given
    assert [number for number, _ in found.not_understood] == [4, *range(33, 41)]  # the introduction, the template


def test_a_note_with_front_matter_gives_name_issue_mitigation_and_prose() -> None:
    found = sample("memory/feedback_testing.md")
    (draft,) = found.drafts
    assert (found.kind, found.not_understood) == ("note", ())
    assert draft.given["name"] == "feedback_testing"
    assert draft.given["issue"] == "Integration tests must run against a real database, never a mock"
    assert draft.given["mitigation"] == "start the database container in the test session; see [[ci-containers]]."
    assert draft.given["tags"] == ("test/database", "ci") and draft.given["first_seen"] == "2025-11-04"
    assert draft.given["category"] == "WARNING"
    assert draft.guessed == {"name", "issue", "category"}
    body = str(draft.given["body"])
    assert body.startswith("Mocked tests passed") and "[[ci-containers]]" in body and "Real database in tests" in body


def test_agent_learnings_give_rules_open_failures_and_resolved_rules() -> None:
    found = sample("AGENT_LEARNINGS.md")
    assert found.kind == "learnings"
    first, second, resolved = found.drafts
    assert first.given["id"] == "L001" and first.given["tags"] == ("test/next-image-props",)
    assert first.given["mitigation"] == "Mock next/image with a plain img and drop the props that the DOM does not know."
    assert str(first.given["issue"]).startswith("Warning: Received") and first.guessed == {"issue"}
    assert first.lines == {9, 10, 17, 18}  # with the failures that led to it
    assert second.given["mitigation"] == "Purge the CDN | edge cache after each release."
    assert [(item.id, item.count, item.status) for item in found.failures] == [("F003", 2, "open")]
    assert resolved.archived == ("2025-06-30", "resolved in AGENT_LEARNINGS.md")
    assert found.not_understood == ((3, "Read this before every task."),)


def test_lessons_with_dated_headings_bullets_and_tables() -> None:
    found = sample("LESSONS.md")
    assert [draft.line for draft in found.drafts] == [15, 22, 32, 33, 34, 40]
    first, second, arrow, lead, _, row = found.drafts
    assert first.given["issue"] == "The client retried on every 4xx answer and was locked out."
    assert first.given["mitigation"] == "Never retry what the server has refused for good."
    assert first.given["first_seen"] == "2025-10-12" and not first.guessed
    assert "Retry loop hammered" in str(first.given["body"]) and "**Fix:** Retry only on 429" in str(first.given["body"])
    assert second.given["tags"] == ("report/time", "timezone")
    assert second.given["mitigation"] == "Cut periods in UTC, and convert only for display."
    assert (arrow.given["issue"], arrow.given["mitigation"]) == ("Adding a column with a default locks the table",
                                                                 "add it without, then backfill in batches.")  # fmt: skip
    assert arrow.guessed == {"issue", "mitigation", "tags"} and arrow.given["tags"] == ("databases",)
    assert lead.given["mitigation"] == "Never run `VACUUM FULL` in office hours."
    assert row.given["issue"] == "Backups were never restored" and row.guessed == {"tags"}
    assert "**Owner:** Ines" in str(row.given["body"])


def test_templates_in_fences_and_comments_are_listed_and_no_entries() -> None:
    told = dict(sample("LESSONS.md").not_understood)
    assert [*range(5, 10), 11, 12, 13] == [number for number in told if 4 < number < 14]


def test_headings_with_labels_below_them() -> None:
    found = sample("docs/lessons-learned.md")
    twice, silent, digest, pipes = found.drafts
    assert twice.given["issue"] == "Jobs ran twice after a deploy"
    assert twice.given["mitigation"] == "take a lock in the database before polling."
    assert silent.given["issue"] == "nothing in the log for a week."
    assert silent.given["mitigation"] == "alert when a job has not reported for a day" and "mitigation" in silent.guessed
    assert "- send reports over HTTP" in str(silent.given["body"])
    assert digest.given["mitigation"] == "Pin base images by digest."
    assert "- SIGTERM went to the pipe" in str(pipes.given["body"])


@pytest.mark.parametrize("name", ["learnings/LEARNINGS.md", "learnings/ERRORS.md"])
def test_bracketed_ids_with_headings_as_labels(name: str) -> None:
    found = sample(name)
    draft = found.drafts[0]
    assert re.fullmatch(r"(LRN|ERR)-2025\d{4}-001", str(draft.given["id"]))
    assert draft.guessed <= {"issue", "tags"}  # a summary is not quite a problem, an area not quite a tag
    assert all(len(str(draft.given[key])) > 20 for key in ("issue", "mitigation", "body"))
    assert "docker build" in str(draft.given["body"]) or draft.given["tags"] == ("terraform/state", "locking")


def test_groups_of_labels_and_numbered_items() -> None:
    found = sample("tasks/lessons.md")
    assert [draft.line for draft in found.drafts] == [10, 15, 21, 22]
    assert found.drafts[0].given["mitigation"] == "Change the schema and generate the client anew."
    assert [number for number, _ in found.not_understood] == [3, 4, 5, 6]  # the template


@pytest.mark.parametrize("path", sorted(SAMPLES.rglob("*.md")), ids=lambda path: path.name)
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_every_line_of_a_sample_is_accounted_for(path: Path, ends: str) -> None:
    text = path.read_text("utf-8").replace("\n", ends)
    found = read(text, path.stem)
    accounted(text, found)
    plain = read(path.read_text("utf-8"), path.stem)
    assert [dict(draft.given) for draft in found.drafts] == [dict(draft.given) for draft in plain.drafts]


# Odd texts.


def test_a_byte_order_mark_hides_nothing() -> None:
    assert only("\ufeff## 2025-01-02 - T\n**Problem:** a b\n**Fix:** c d\n").given["issue"] == "a b"


def test_a_heading_without_content_is_not_understood() -> None:
    found = read("# T\n\n## 2025-01-02 - Nothing here\n\n## [X-1]\n", "s")
    assert found.drafts == ()
    assert [number for number, _ in found.not_understood] == [3, 5]


def test_an_empty_form_is_no_entry() -> None:
    assert read("## 2025-01-02 - T\n- **Problem:**\n- **Fix:**\n", "s").drafts == ()


def test_a_label_goes_on_in_a_list_below_it() -> None:
    draft = only("## AP-001: T\n\n**Mistake**: x y\n\n**Correct approach**:\n- first a\n- then b\n\nThe end.\n")
    assert draft.given["id"] == "AP-001"
    assert draft.given["mitigation"] == "first a" and "mitigation" in draft.guessed
    assert "- then b" in str(draft.given["body"]) and "The end." in str(draft.given["body"])


def test_a_fence_inside_an_entry_is_its_body() -> None:
    draft = only("## 2025-01-02 - T\n**Problem:** x\n```\n## 2025-01-03 - no entry\n**Fix:** no\n```\n**Fix:** y\n")
    assert draft.given["mitigation"] == "y"
    assert "no entry" in str(draft.given["body"])


def test_nested_lists_stay_with_their_item() -> None:
    first, second = read("- one\n\t- deep\n\t  more\n- two\n", "s").drafts
    assert first.lines == {1, 2, 3} and "deep" in str(first.given["body"])
    assert second.given["issue"] == "two"


def test_a_long_text_is_cut_and_whole_in_the_body() -> None:
    text = "A sentence of words. " * 60
    draft = only(f"## 2025-01-02 - T\n**Problem:** {text}\n**Fix:** y\n")
    assert len(str(draft.given["issue"])) <= 500 and "issue" in draft.guessed
    assert text.strip() in str(draft.given["body"])


def test_vault_keys_in_another_file_s_notes_are_read_as_they_are() -> None:
    draft = only("---\nid: B-1\ncategory: BLOCKED\ntags: [a]\nissue: x\nmitigation: y\nowner: Ines\n---\nBody.\n")
    assert draft.given["id"] == "B-1" and not draft.guessed
    assert draft.given["body"] == "Body.\n\n**owner:** Ines"


@pytest.mark.parametrize("text", ["", "\n\n", "\x00", "---", "---\n---\n", "| a |\n|---|\n", "<!--", "```", "#", "# T", "a" * 100_000])
def test_texts_without_lessons(text: str) -> None:
    found = read(text, "s")
    assert found.drafts == () or found.kind == "note"
    accounted(text, found)


@pytest.mark.parametrize(
    "unit",
    ["- foo → bar\n", "## 2025-01-02 - t\n**Problem:** a\n\n", "| a | problem |\n|---|---|\n", "**x.** y\n\n", "Problem: x\n",
     "- **Date:** 2025-01-01\n- **Rule:** x\n\n", "```\n", "<!--\n", "**a", "prose\n"],
)  # fmt: skip
def test_a_huge_file_takes_bounded_time(unit: str) -> None:
    read(unit * 5_000, "s")  # the time limit of the test run is the assertion


WORDS = st.sampled_from(["alpha", "beta, gamma", "delta → way", "`code`", "[[link]]", "2025-01-02", "Fix: so", "ü é", "x" * 40])
LINES = st.one_of(
    st.sampled_from([
        "", "# T", "## Topic", "## 2025-01-02 - Something", "### [LRN-20250101-001] odd", "### Problem", "### Fix", "## Entry template",
        "- **Date:** 2025-01-01", "- **Rule:** never", "**Problem:** it", "**Fix:** do", "| ID | Problem | Fix |", "|---|---|---|",
        "| 1 | foo | bar |", "|  | more |  |", "```", "~~~", "<!--", "-->", "---", "- None yet.", "- **ID**: B-001", "- **Tags**: #a/b",
        "### BLOCKED_PATTERNS", "- **Issue**: i", "## Active Rules", "| ID | Category | Rule | Source Failures | Added |",
        "| L001 | a:b | do it | F1 | 2025-01-01 |", "name: foo", "description: bar",
    ]),
    st.builds("{}{}".format, st.sampled_from(["", "- ", "  - ", "1. ", "> ", "**Lead.** ", "\t", "* [ ] ", "Context: "]), WORDS),
    st.text(max_size=20),
)


@settings(max_examples=100)
@given(st.lists(LINES, max_size=20), st.sampled_from(["\n", "\r\n"]), st.sampled_from(["", "\ufeff", "---\n"]))
def test_any_text_is_accounted_for_line_by_line(lines: list[str], ends: str, start: str) -> None:
    text = start + ends.join(lines)
    found = read(text, "stem")
    accounted(text, found)
    for draft in found.drafts:
        said = [value if isinstance(value, str) else " ".join(value) for value in (*draft.given.values(), draft.archived or ())]
        held = set(re.findall(r"\w+", " ".join(said).casefold()))
        for number in draft.lines:
            line = blocks.split(text.removeprefix("\ufeff"))[number - 1].casefold()
            words = {word for word in re.findall(r"\w{4,}", line) if word.isalpha()}
            assert words - {word for name in (*keys.MEANINGS, *NAME_BY_LABEL) for word in name.split()} <= held


# The parts.


@pytest.mark.parametrize(
    ("text", "title", "day", "identity", "marked"),
    [
        ("2025-01-02 - A title", "A title", "2025-01-02", "", True),
        ("[2025-01-02] A title", "A title", "2025-01-02", "", True),
        ("A title (2025-01-02)", "A title", "2025-01-02", "", True),
        ("2025-01-02T10:00:00+10:00 - A title", "A title", "2025-01-02", "", True),
        ("[LRN-20250102-001] best_practice", "best_practice", "", "LRN-20250102-001", True),
        ("L003: A title", "A title", "", "L003", True),
        ("Lesson 3: A title", "A title", "", "", True),
        ("2. A title", "A title", "", "", True),
        ("[permanent] A title", "[permanent] A title", "", "", True),
        ("2025-13-40 A title", "2025-13-40 A title", "", "", False),
        ("API keys leak", "API keys leak", "", "", False),
    ],
)
def test_a_day_an_id_and_a_number_are_taken_off_a_title(text: str, title: str, day: str, identity: str, marked: bool) -> None:
    assert keys.read_head(text) == keys.Head(title, day, identity, marked)


@pytest.mark.parametrize(
    ("text", "tags", "changed"),
    [
        ("a/b, C", ("a/b", "c"), False),
        ("#a/b #c", ("a/b", "c"), False),
        ("[a, `b`]", ("a", "b"), False),
        ("test:next-image", ("test/next-image",), False),
        ("Data Layer; UI", ("data-layer", "ui"), True),
        ("!!!", (), True),
    ],
)
def test_tags_are_read_or_made(text: str, tags: tuple[str, ...], changed: bool) -> None:
    assert keys.read_tags(text) == (tags, changed)


def test_the_first_paragraph_and_whether_it_is_all() -> None:
    assert paragraph("a\nb") == ("a b", True)
    assert paragraph("a\n\nb") == ("a", False)
    assert paragraph("```\ncode\n```\nwords") == ("words", False)
    assert paragraph("- one\n- two") == ("one", False)
    assert paragraph("```\ncode\n```") == ("", False)


def test_a_cut_ends_at_a_sentence_where_it_can() -> None:
    assert cut("One sentence of words here. " * 30).endswith("here.")
    assert len(cut("word " * 300)) <= 500 and cut("word " * 300).endswith("…")


# What entries must not lose, or take from each other.


def test_a_dated_bold_lead_inside_an_entry_starts_another() -> None:
    text = ("# L\n\n## 2025-06-10 Glyphs\n**Problem:** Boxes.\n**Fix:** use Noto.\n\n**2025-06-12 | auth**\n**Problem:** Expired.\n"
            "**Fix:** refresh.\n")  # fmt: skip
    first, second = read(text, "stem").drafts
    assert (first.given["first_seen"], second.given["first_seen"], second.given["mitigation"]) == ("2025-06-10", "2025-06-12", "refresh.")
    assert "Expired" not in str(first.given) and second.given["body"] == "auth"


def test_a_resolution_of_dates_and_commits_is_no_mitigation() -> None:
    head = "# L\n\n## [ERR-20250610-001] build\n\n### Summary\nIt fails.\n\n### Resolution\n- **Resolved**: 2025-06-11\n- **Commit/PR**: #42\n"
    assert only(head + "\n### Suggested Fix\nPin node.\n").given["mitigation"] == "Pin node."
    assert only(head + "- **Notes**: Pinned node.\n").given["mitigation"] == "Pinned node."
    bare = only(head)
    assert "2025" not in str(bare.given["mitigation"]) and "mitigation" in bare.guessed and "2025-06-11" in str(bare.given["body"])


def test_a_heading_that_is_no_known_label_stays_in_its_entry() -> None:
    found = only("# L\n\n## 2025-06-10 Glyphs\n\n### Problem\nBoxes.\n\n### Blast Radius\nAll.\n\n### Fix\nUse Noto.\n")
    assert (found.given["issue"], found.given["mitigation"]) == ("Boxes.", "Use Noto.")
    assert str(found.given["body"]) == "Glyphs\n\n**Blast Radius:** All."


@pytest.mark.parametrize("head", [
    "2025-06-10 Glyphs\n-----------------", "## 10 June 2025 - Glyphs", "## June 10, 2025: Glyphs", "## Glyphs (June 10th 2025)",
])  # fmt: skip
def test_headings_are_underlined_and_days_are_written_out(head: str) -> None:
    text = f"Lessons\n=======\n\n{head}\n\n**Problem:** Boxes.\n**Fix:** Use Noto.\n"
    found = read(text, "stem")
    (draft,) = found.drafts
    assert draft.given["first_seen"] == "2025-06-10" and "Glyphs" in str(draft.given["body"]) and found.not_understood == ()
    accounted(text, found)


def test_an_empty_row_is_no_draft() -> None:
    text = "# L\n\n| Problem | Fix |\n|---|---|\n| A | B |\n|  |  |\n"
    assert len(read(text, "stem").drafts) == 1
    accounted(text, read(text, "stem"))


def test_a_bracket_before_the_words_names_a_tag() -> None:
    found = only("# L\n\n- [API] Retry loops hammer the server → back off\n")
    assert (found.given["tags"], found.given["issue"]) == (("api",), "Retry loops hammer the server") and "tags" in found.guessed


def test_a_bold_lead_of_a_day_and_a_topic_names_both() -> None:
    text = "# L\n\n**2025-06-10 | pdf**\nBoxes.\nFix: use Noto.\n\n**2025-06-12 | auth**\nExpired.\nFix: refresh.\n"
    first, second = read(text, "stem").drafts
    assert (first.given["tags"], first.given["issue"], first.given["mitigation"]) == (("pdf",), "Boxes.", "use Noto.")
    assert (second.given["first_seen"], second.given["tags"], second.given["issue"]) == ("2025-06-12", ("auth",), "Expired.")
    accounted(text, read(text, "stem"))


@pytest.mark.parametrize("name", ["Example", "Stack trace", "Follow-up", "What happened", "1. First step", "Sub heading"])
def test_any_deeper_heading_inside_an_entry_with_parts_is_its_body(name: str) -> None:
    text = ("# Lessons\n\n## [L-002] 2026-01-05 Docker cache\n**Problem:** Stale layers.\n**Rule:** Pin them.\n\n"
            f"### {name}\n\nmore text here\n\n#### Frames\n\ndeep words\n\n## [L-003] Other\n**Problem:** q q\n**Rule:** s s\n")  # fmt: skip
    found = read(text, "stem")
    first, second = found.drafts
    assert (first.given["id"], first.given["first_seen"]) == ("L-002", "2026-01-05")
    assert (first.given["issue"], first.given["mitigation"]) == ("Stale layers.", "Pin them.")
    assert "more text here" in str(first.given["body"]) and "deep words" in str(first.given["body"])
    assert second.given["id"] == "L-003" and found.not_understood == ()
    accounted(text, found)


def test_a_deeper_heading_that_is_an_entry_stays_one() -> None:
    text = ("# L\n\n## 2026-01-05 Session\n**Problem:** a a\n\n### Docker\n**Problem:** Stale.\n**Rule:** Pin.\n\n"
            "### [L-4] Npm\n**Rule:** Use a lock file.\n")  # fmt: skip
    assert [draft.given["mitigation"] for draft in read(text, "stem").drafts] == ["Pin.", "Use a lock file."]


@pytest.mark.parametrize("line", ["- **Never** commit secrets: use env", "- **Never commit** secrets: use env", "**Never** commit secrets: use env",
                                  "- [ ] **Never** commit secrets: use env", "- 2026-01-02: **Never** commit secrets: use env",
                                  "- **Never** Commit secrets: use env"])  # fmt: skip
def test_a_bold_word_without_a_colon_is_emphasis(line: str) -> None:
    draft = only(f"# L\n\n{line}\n")
    assert {str(draft.given["issue"]).casefold(), str(draft.given["mitigation"]).casefold()} == {"never commit secrets: use env"}


def test_bold_words_that_are_set_off_are_a_title() -> None:
    title, order = read("# L\n\n- **Docker cache** The layers are reused.\n- **Never run it.** it hurts\n", "stem").drafts
    assert (title.given["issue"], title.given["mitigation"]) == ("Docker cache", "The layers are reused.")
    assert (order.given["issue"], order.given["mitigation"]) == ("it hurts", "Never run it.")


@pytest.mark.parametrize("text", ["---\n---\n\n", "---\nname: x\n---\n\n\n", "---\n---"])
def test_a_note_without_a_body_may_end_in_empty_lines(text: str) -> None:
    accounted(text, read(text, "stem"))

"""What a commit's message may hold: nothing that forges and git act upon, and no secret."""

from __future__ import annotations

import time
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vaultctl.core.lesson import Lesson
from vaultctl.core.problem import Problem
from vaultctl.core.proposal import commit_message, for_changes, for_lesson
from vaultctl.usecases.gate_messages import LONGEST, check
from vaultctl.usecases.gate_ports import Message

SECRET = "ghp_" + "a1B2c3D4e5F6" * 3
WORDS = ["closes", "Fixes:", "resolve", "#1", "gh-12", "!7", "a/b#3", "https://x.org/issues/9", "@everyone", "[skip ci]", "[ci", "skip]", "[",
         "]", "(#4)", "***NO_CI***", "skip-checks: true", "\n", "issue", "-", "@"]  # fmt: skip


def found(text: str, *, proposal: bool = True, lessons: bool = True, waived: tuple[str, ...] = (), merge: bool = False) -> list[Problem]:
    message = Message("c" * 40, f"author A <a@example.org> 1 +0000\n\n{text}", text, merge)
    return list(check([message], "x.md", proposal=proposal, lessons=lessons, waived=frozenset(waived)))


ACTS = ["Lesson\n\n[skip ci]", "[CI SKIP] x", "[no ci]", "***NO_CI***", "a\n\nskip-checks: true", "Closes #1", "fixes: GH-12", "Resolve issue (#3)",
        "fixed a/b#3", "closing https://example.org/a/b/issues/7", "implements !8", "@everyone look", "cc: @bob"]  # fmt: skip


@pytest.mark.parametrize("text", ACTS)
def test_what_acts_fails_on_a_proposal_and_is_pointed_out_elsewhere(text: str) -> None:
    assert [problem.severity for problem in found(text)] == ["error"]
    assert [(problem.severity, problem.rule) for problem in found(text, proposal=False)] == [("warning", "commit-message")]
    assert found(text, proposal=False, lessons=False) == []
    assert found(text, merge=True) == []


@pytest.mark.parametrize(
    "text",
    ["Fix a typo in B-100", "Fixed 3 words, see #12", "Skip the example", "[docs] less", "pip install next@15", "mail a@example.org",
     "x\n\nSigned-off-by: A <a@example.org>", "Merge pull request #4 from a/b", "prefix #1"],
)  # fmt: skip
def test_plain_words_are_fine(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(("proposal", "lessons"), [(True, True), (False, True), (False, False)])
def test_a_secret_fails_everywhere_and_is_not_repeated(proposal: bool, lessons: bool) -> None:
    (problem,) = found(f"Use {SECRET}", proposal=proposal, lessons=lessons, merge=True)
    assert (problem.rule, problem.severity) == ("secret", "error")
    assert "cccccccccccc" in problem.message and SECRET not in str(problem)


def test_what_looks_like_a_password_is_for_review_where_code_is_meant() -> None:
    text = "DB_PASSWORD=" + "hunter2!secret"
    assert [problem.severity for problem in found(text)] == ["error"]
    assert [(problem.severity, problem.rule) for problem in found(text, proposal=False, lessons=False)] == [("warning", "review")]


def test_what_the_base_lets_a_lesson_say_its_message_may_say() -> None:
    assert found(f"Use {SECRET}", waived=("secret",)) == []


def test_a_message_without_end_fails_at_once() -> None:
    start = time.monotonic()
    assert [problem.rule for problem in found("a" * LONGEST + SECRET)] == ["commit-message"]
    for text in ("fix ", "fix-", "fix:https://fix:", "[skip", "[", "@", "fixes issue "):
        found((text * LONGEST)[: LONGEST - 100])
    assert time.monotonic() - start < 5


@settings(max_examples=100)
@given(st.lists(st.sampled_from(WORDS) | st.text(max_size=5), max_size=12), st.sampled_from([" ", "", "  "]))
def test_nothing_that_vaultctl_writes_itself_fails(words: list[str], between: str) -> None:
    text = between.join(words)
    lesson = Lesson("B-1", "BLOCKED", ("a/b",), text, text, date(2026, 1, 1), text or "a", 3, name=None, body=text)
    for made in (for_lesson(lesson, supersedes="B-2"), for_changes(text, text, [(text, text)])):
        assert [problem.message for problem in found(commit_message(made)) if problem.rule == "commit-message"] == []

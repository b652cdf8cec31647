"""Strikes: what counts as open, what resolves it, and what may be purged."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vaultctl.core.lesson import Entry, Lesson
from vaultctl.core.record import Record
from vaultctl.core.strikes import (
    Group,
    Ledger,
    Strike,
    code_span,
    draft_body,
    draft_issue,
    named_failures,
    open_groups,
    plain_span,
    purgeable,
    regressions,
    sentences,
)

DAY = date(2026, 1, 10)


def strike(number: int, category: str = "a/b", day: int = 5, *, signature: str = "boom", agent: str = "bot", broke: str = "") -> Strike:
    return Strike(f"F-{'a' * 9}{'abcdefghij'[number]}", category, date(2026, 1, day), signature, agent, regression=broke)


def entry(identity: str = "B-1", *tags: str, first: date = date(2026, 1, 8), ttl: int | None = 365, verified: date | None = None,
          by: str | None = None, body: str = "") -> Entry:  # fmt: skip
    lesson = Lesson(identity, "BLOCKED", tags or ("a/b",), "i", "m", first, "x", ttl, verified, by, None, body)
    return Entry(lesson, Record("x.md", 1, 1, ()))


def ledger(*live: Entry, archived: tuple[tuple[Entry, date | None], ...] = (), today: date = DAY) -> Ledger:
    return Ledger(live, archived, today)


def test_failures_count_by_category_while_no_lesson_resolves_them() -> None:
    strikes = [strike(0), strike(1), strike(2, "a")]
    groups = open_groups(strikes, ledger(), frozenset({strikes[0].id}))
    assert [(group.category, len(group.strikes), group.new) for group in groups] == [("a/b", 2, 1), ("a", 1, 1)]


def test_a_lesson_on_an_ancestor_resolves_nothing() -> None:
    assert ledger(entry("B-1", "a")).is_open(strike(0))


def test_a_live_lesson_on_the_category_resolves_what_came_before_it() -> None:
    assert not ledger(entry()).is_open(strike(0))


@pytest.mark.parametrize("gone", [entry(ttl=1, first=date(2025, 1, 1)), entry(by="B-2")], ids=["expired", "replaced"])
def test_a_lesson_that_does_not_count_resolves_only_what_it_names(gone: Entry) -> None:
    book = ledger(gone._replace(lesson=gone.lesson._replace(body=f"Failures: {strike(0).id}")), entry("B-2", "a"))
    assert not book.is_open(strike(0)) and book.is_open(strike(1))


def test_an_archived_lesson_still_resolves_what_it_names() -> None:
    named = entry(body=f"Why.\n\nFailures: {strike(0).id}, {strike(1).id}")
    assert not ledger(archived=((named, DAY),)).is_open(strike(1))


def test_a_regression_is_counted_of_the_lesson_and_not_of_the_category() -> None:
    strikes = [strike(number, day=9, broke="B-1") for number in range(3)]
    found = regressions(strikes, ledger(entry()))
    assert [(item.lesson.id, len(item.strikes), item.is_not_working) for item in found] == [("B-1", 3, True)]
    assert open_groups(strikes, ledger(entry()), None) == ()


def test_a_regression_of_a_lesson_that_was_never_merged_is_an_open_failure() -> None:
    (group,) = open_groups([strike(0, broke="B-404")], ledger(entry("B-1", "z")), None)
    assert len(group.strikes) == 1 and ledger(entry("B-1", "z")).is_open(strike(0, broke="B-404"))


def test_regressions_before_the_last_verification_do_not_count() -> None:
    strikes = [strike(0, day=8, broke="B-1"), strike(1, day=9, broke="B-1")]
    (found,) = regressions(strikes, ledger(entry(verified=date(2026, 1, 9))))
    assert [item.id for item in found.strikes] == [strikes[1].id]


def test_what_was_resolved_more_than_thirty_days_ago_may_be_purged() -> None:
    book = ledger(entry(body=f"Failures: {strike(0).id}"))
    assert purgeable([strike(0)], book, date(2026, 2, 7)) == ()
    assert [item.id for item, _ in purgeable([strike(0)], book, date(2026, 2, 8))] == [strike(0).id]


def test_a_failure_is_resolved_when_its_lesson_was_last_verified_or_moved() -> None:
    named, verified = f"Failures: {strike(0).id}", date(2026, 3, 1)
    books = [ledger(entry(verified=verified)), ledger(entry("B-1", "z", body=named, verified=verified)),
             ledger(archived=((entry(body=named), verified),))]  # fmt: skip
    assert [purgeable([strike(0)], book, date(2026, 3, 31)) for book in books] == [(), (), ()]
    assert [len(purgeable([strike(0)], book, date(2026, 4, 1))) for book in books] == [1, 1, 1]


def test_open_failures_and_regressions_of_a_live_lesson_are_never_purged() -> None:
    strikes = [strike(0, "z"), strike(1, broke="B-1"), strike(2, "z", broke="B-404")]
    assert purgeable(strikes, ledger(entry(ttl=None)), date(2030, 1, 1)) == ()


@pytest.mark.parametrize(("book", "day"), [
    (ledger(entry(by="B-2"), entry("B-2", first=date(2026, 1, 9))), date(2026, 1, 9)),
    (ledger(archived=((entry(), date(2026, 1, 7)),)), date(2026, 1, 7)),
    (ledger(entry(ttl=1, first=date(2026, 1, 7))), date(2026, 1, 8)),
    (ledger(entry(verified=DAY)), DAY),
], ids=["replaced", "archived", "expired", "verified"])  # fmt: skip
def test_a_regression_is_settled_when_its_lesson_was_replaced_or_is_over(book: Ledger, day: date) -> None:
    found = book.resolution(strike(0, broke="B-1"))
    assert found is not None and found.day == day


def test_the_draft_says_the_commonest_signature_with_counts_days_and_agents() -> None:
    strikes = (strike(0, agent="a"), strike(1, day=6, agent="b"), strike(2, day=7, signature="other", agent="c"))
    group = Group("a/b", strikes, 0)
    assert draft_issue(group) == "`boom` (2 of 3 failures, from 2026-01-05 to 2026-01-07; agents a, b, c)"
    assert named_failures(draft_body(group, 0)) == tuple(item.id for item in strikes)


def test_a_body_that_would_be_too_long_names_the_oldest() -> None:
    group = Group("a/b", tuple(strike(0)._replace(id=f"F-{'a' * 8}{one}{two}") for one in "abcdefghij" for two in "abcdefghij"), 0)
    body = draft_body(group, 500)
    assert len(body) <= 500 and 0 < len(named_failures(body)) < 100


@pytest.mark.parametrize(("text", "count"), [
    ("Use Noto Sans.", 1), ("Use v1.2 e.g. via pip, then restart.", 1), ("Pass src. Then run.", 2), ("Do a! Do b? Do c", 3),
    ("Set `a.b` to 3.", 1), ("See fig. 3 first", 1), ("", 1), ("Use `x` (or `y`). 3 retries are enough.", 2),
])  # fmt: skip
def test_sentences_are_counted_by_their_stops(text: str, count: int) -> None:
    assert sentences(text) == count


@given(st.text(alphabet="a` ", min_size=1, max_size=12))
def test_nothing_inside_closes_a_code_span(text: str) -> None:
    span = code_span(text)
    ticks = span[: len(span) - len(span.lstrip("`"))]
    inside = span[len(ticks) : -len(ticks)].strip()
    assert inside.strip("`") == text.strip().strip("`") and f" {ticks} " not in f" {inside} ".replace("a", " ")


@settings(max_examples=100)
@given(st.text(alphabet=st.sampled_from("ab` |"), min_size=1, max_size=12).map(str.strip).filter(bool))
def test_a_code_span_is_read_back(text: str) -> None:
    assert plain_span(code_span(text)) == text


@pytest.mark.parametrize("text", ["", "`", "``", "plain", "`a` and `b`", "`a", "a`"])
def test_what_is_no_code_span_stays_as_it_is(text: str) -> None:
    assert plain_span(text) == text

"""From a record to a lesson."""

from __future__ import annotations

from datetime import date

import pytest

from vaultctl.core.lesson import Entry, Malformed, interpret, is_id, parse_day, parse_ttl
from vaultctl.core.record import Field, Record

GOOD = {
    "id": "B-001",
    "category": "BLOCKED",
    "tags": ("pdf/font/unicode", "currency"),
    "issue": "It  fails\n often.",
    "mitigation": "Do that.",
    "first_seen": "2025-06-10",
    "source_agent": "invoice-bot",
    "ttl": "365",
}


def record(**changes: str | tuple[str, ...] | None) -> Record:
    values = {**GOOD, **changes}
    fields = tuple(Field(key, value, number) for number, (key, value) in enumerate(values.items(), 2) if value is not None)
    return Record("vault/lessons/x.md", 1, 12, fields)


def fatal_rules(result: Entry | Malformed) -> list[str]:
    return [fault.rule for fault in result.faults if fault.fatal]


def test_a_good_record_is_a_lesson() -> None:
    entry = interpret(record())
    assert isinstance(entry, Entry)
    assert entry.faults == ()
    assert entry.lesson.tags == ("pdf/font/unicode", "currency")
    assert entry.lesson.issue == "It fails often."
    assert entry.lesson.expires == date(2026, 6, 10)


@pytest.mark.parametrize("key", GOOD)
def test_a_missing_key_makes_it_unreadable(key: str) -> None:
    assert fatal_rules(interpret(record(**{key: None}))) == ["missing-key"]


@pytest.mark.parametrize(
    ("key", "value", "rule"),
    [
        ("first_seen", "2026-02-30", "bad-date"),
        ("first_seen", "2026-1-5", "bad-date"),
        ("first_seen", "05/06/2026", "bad-date"),
        ("first_seen", "2026-01-05T10:00:00Z", "bad-date"),
        ("first_seen", "２０２６-01-05", "bad-date"),
        ("last_verified", "yesterday", "bad-date"),
        ("ttl", "0", "bad-ttl"),
        ("ttl", "36501", "bad-ttl"),
        ("ttl", "-3", "bad-ttl"),
        ("ttl", "1.5", "bad-ttl"),
        ("ttl", "²", "bad-ttl"),
        ("category", "BLOCK", "bad-category"),
        ("tags", ("a//b",), "bad-tag"),
        ("tags", "some prose here (x)", "bad-tag"),
        ("issue", ("a", "b"), "bad-value"),
        ("issue", "N/A", "bad-value"),
    ],
)
def test_a_value_that_cannot_be_read_is_fatal(key: str, value: str | tuple[str, ...], rule: str) -> None:
    assert rule in fatal_rules(interpret(record(**{key: value})))


def test_a_bad_id_still_leaves_a_lesson() -> None:
    entry = interpret(record(id="my lesson"))
    assert isinstance(entry, Entry)
    assert [fault.rule for fault in entry.faults] == ["bad-id"]


def test_a_key_that_stands_twice_names_both_lines() -> None:
    twice = record()
    result = interpret(twice._replace(fields=(*twice.fields, Field("tags", "other", 11))))
    assert isinstance(result, Malformed)
    assert "lines 4 and 11" in result.worst.message
    assert result.tags is None


def test_an_unreadable_record_still_tells_its_tags() -> None:
    result = interpret(record(ttl="soon"))
    assert isinstance(result, Malformed)
    assert result.tags == ("pdf/font/unicode", "currency")


def test_verified_may_have_no_issue() -> None:
    assert isinstance(interpret(record(category="VERIFIED", issue="N/A")), Entry)


@pytest.mark.parametrize("text", ["B-001", "L001", "B-cve-2021-28875", "ABCD-1", "ABCDE-1", "B1", "BA"])
def test_good_ids(text: str) -> None:
    assert is_id(text)


@pytest.mark.parametrize("text", ["", "B", "B-", "b-001", "001", "B--1", "B-1-", "B 1", "B_1", "É-1", "B-1\n"])
def test_bad_ids(text: str) -> None:
    assert not is_id(text)


@pytest.mark.parametrize(("text", "days"), [("365", 365), ("365d", 365), ("365 days", 365), ("1 day", 1), ("indefinite", None)])
def test_ttl(text: str, days: int | None) -> None:
    assert parse_ttl(text) == days


def test_a_day_that_is_not_in_the_calendar_says_so() -> None:
    with pytest.raises(ValueError, match="no such day"):
        parse_day("2026-02-30")

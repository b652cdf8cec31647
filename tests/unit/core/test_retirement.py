"""Which lessons the archive takes: the edges of a ttl, and what superseded means without a query."""

from __future__ import annotations

from datetime import date

import pytest

from vaultctl.core.lesson import Entry, Lesson
from vaultctl.core.record import Record
from vaultctl.core.retirement import expires_soon, retirements
from vaultctl.core.verdict import index_by_id

TODAY = date(2026, 6, 10)


def entry(
    identity: str, *, tags: tuple[str, ...] = ("pdf/font",), first_seen: date = date(2026, 6, 1), ttl: int | None = 365,
    last_verified: date | None = None, superseded_by: str | None = None,
) -> Entry:  # fmt: skip
    lesson = Lesson(identity, "BLOCKED", tags, "It fails.", "Do not.", first_seen, "bot", ttl, last_verified, superseded_by)
    return Entry(lesson, Record(f"vault/lessons/{identity.lower()}.md", 1, 9, ()))


def retired(*entries: Entry, today: date = TODAY) -> list[tuple[str, str]]:
    return [(item.entry.lesson.id, item.reason) for item in retirements(index_by_id(entries), today)]


@pytest.mark.parametrize(
    ("first_seen", "ttl", "last_verified", "goes"),
    [
        (date(2026, 6, 9), 1, None, False),  # the last day itself
        (date(2026, 6, 8), 1, None, True),  # the day after
        (date(2025, 6, 10), 365, None, False),
        (date(2025, 6, 9), 365, None, True),
        (date(2000, 1, 1), None, None, False),
        (date(2000, 1, 1), 30, date(2026, 6, 1), False),  # verified since
        (date(2026, 6, 1), 30, date(2000, 1, 1), False),  # a verification that is older than the lesson counts for nothing
        (date(2026, 6, 11), 1, None, False),  # the future
        (date(2026, 12, 24), 1, date(2020, 1, 1), False),
    ],
)
def test_a_lesson_goes_the_day_after_its_last(first_seen: date, ttl: int | None, last_verified: date | None, goes: bool) -> None:
    found = retired(entry("B-1", first_seen=first_seen, ttl=ttl, last_verified=last_verified))
    assert found == ([("B-1", "expired")] if goes else [])


def test_a_leap_day_counts_as_a_day() -> None:
    lesson = entry("B-1", first_seen=date(2024, 2, 28), ttl=2)
    assert retired(lesson, today=date(2024, 3, 1)) == []
    assert retired(lesson, today=date(2024, 3, 2)) == [("B-1", "expired")]


def test_a_lesson_hidden_for_all_its_tags_goes() -> None:
    old = entry("B-1", tags=("pdf/font/a", "pdf/font/b"), superseded_by="b-2")
    assert retired(old, entry("B-2", tags=("pdf/font",))) == [("B-1", "superseded by B-2")]


def test_a_lesson_that_is_still_shown_for_one_of_its_tags_stays() -> None:
    old = entry("B-1", tags=("pdf/font", "currency"), superseded_by="B-2")
    assert retired(old, entry("B-2", tags=("pdf",))) == []


def test_a_lesson_that_gave_way_to_a_lower_category_stays_for_a_person_to_retire() -> None:
    end = entry("V-2")
    lower = Entry(end.lesson._replace(category="VERIFIED"), end.record)
    assert retired(entry("B-1", superseded_by="V-2"), lower) == []
    assert retired(entry("B-1", superseded_by="V-2", first_seen=date(2020, 1, 1)), lower) == [("B-1", "expired")]


@pytest.mark.parametrize("by", ["B-9", "B-1"])
def test_a_chain_that_leads_nowhere_supersedes_nothing(by: str) -> None:
    assert retired(entry("B-1", superseded_by=by)) == []


def test_a_chain_that_ends_in_an_expired_lesson_supersedes_nothing() -> None:
    end = entry("B-2", first_seen=date(2020, 1, 1))
    assert retired(entry("B-1", superseded_by="B-2"), end) == [("B-2", "expired")]


def test_every_lesson_of_a_chain_but_the_last_goes() -> None:
    chain = [entry("B-1", superseded_by="B-2"), entry("B-2", superseded_by="B-3"), entry("B-3")]
    assert retired(*chain) == [("B-1", "superseded by B-3"), ("B-2", "superseded by B-3")]


def test_a_link_of_the_chain_of_a_lesson_that_stays_is_kept() -> None:
    first = entry("B-1", tags=("pdf/font", "currency"), superseded_by="B-2")
    link = entry("B-2", first_seen=date(2020, 1, 1), superseded_by="B-3")
    # Without B-2, B-1 would be shown for pdf/font again.
    assert retired(first, link, entry("B-3")) == []


def test_an_id_that_stands_twice_stays() -> None:
    assert retired(entry("B-1", first_seen=date(2020, 1, 1)), entry("b-1", first_seen=date(2020, 1, 1))) == []


def test_soon_is_from_today_for_thirty_days() -> None:
    def soon(days: int) -> bool:
        return expires_soon(entry("B-1", first_seen=date.fromordinal(TODAY.toordinal() + days - 365)).lesson, TODAY)

    assert [soon(days) for days in (-1, 0, 29, 30)] == [False, True, True, False]
    assert not expires_soon(entry("B-1", ttl=None).lesson, TODAY)

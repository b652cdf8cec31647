"""What lessons add up to."""

from __future__ import annotations

from datetime import date

from vaultctl.core.lesson import Entry, Lesson, Malformed
from vaultctl.core.matching import parse_query
from vaultctl.core.record import Fault, Record
from vaultctl.core.verdict import Judgement, index_by_id, judge

TODAY = date(2026, 1, 1)


def entry(identity: str, tags: str, category: str = "BLOCKED", *, by: str | None = None, ttl: int | None = None, seen: str = "2025-01-01") -> Entry:
    lesson = Lesson(identity, category, tuple(tags.split()), "i", "m", date.fromisoformat(seen), "a", ttl, None, by)  # type: ignore[arg-type]
    return Entry(lesson, Record(f"{identity}.md", 1, 2, ()))


def verdict(*records: Entry | Malformed, query: str = "a/b", match: str = "covering", whole: bool = True) -> Judgement:
    return judge(records, parse_query(query.split(), match), index_by_id(records), TODAY, whole=whole)  # type: ignore[arg-type]


def test_a_lesson_above_blocks_and_one_below_does_not() -> None:
    assert verdict(entry("B-1", "a")).word == "BLOCKED"
    below = verdict(entry("B-1", "a/b/c"))
    assert below.word == "CLEAR"
    assert [item.lesson.id for item in below.narrower] == ["B-1"]


def test_segments_are_whole() -> None:
    assert verdict(entry("B-1", "a/bc"), entry("B-2", "a/b-c")).word == "CLEAR"


def test_a_wildcard_asks_for_what_is_below_for_that_tag_only() -> None:
    assert verdict(entry("B-1", "a/b/c"), query="a/*").word == "BLOCKED"
    assert verdict(entry("B-1", "a/b/c"), query="x:* a").word == "CLEAR"


def test_exact_wants_the_very_tag() -> None:
    assert verdict(entry("B-1", "a"), match="exact").word == "CLEAR"
    assert verdict(entry("B-1", "a/b"), match="exact").word == "BLOCKED"


def test_expired_lessons_warn_or_count_for_nothing() -> None:
    assert verdict(entry("B-1", "a", ttl=5)).word == "WARNED"
    assert verdict(entry("W-1", "a", "WARNING", ttl=5)).word == "WARNED"
    old = verdict(entry("V-1", "a", "VERIFIED", ttl=5))
    assert old.word == "CLEAR"
    assert [item.expired for item in old.shown] == [True]


def test_what_cannot_be_read_makes_it_unknown_but_never_hides_a_block() -> None:
    broken = Malformed(Record("x.md", 1, 2, ()), (Fault("unreadable", "m", 1, fatal=True),))
    assert verdict(broken).word == "UNKNOWN"
    assert verdict(broken, entry("W-1", "a", "WARNING")).word == "UNKNOWN"
    assert verdict(broken, entry("B-1", "a")).word == "BLOCKED"
    assert verdict(broken._replace(tags=("z",))).word == "CLEAR"
    assert verdict(whole=False).word == "UNKNOWN"


def test_a_superseded_lesson_is_hidden_only_by_one_that_covers_the_same() -> None:
    assert verdict(entry("B-1", "a", by="V-1"), entry("V-1", "a", "VERIFIED")).word == "CLEAR"
    assert verdict(entry("B-1", "a", by="V-1"), entry("V-1", "z", "VERIFIED")).word == "BLOCKED"
    assert verdict(entry("B-1", "a", by="V-1"), entry("V-1", "a", "VERIFIED", ttl=3)).word == "BLOCKED"
    assert verdict(entry("B-1", "a", by="V-9")).word == "BLOCKED"
    assert verdict(entry("B-1", "a c", by="V-1"), entry("V-1", "a", "VERIFIED"), query="a c").word == "BLOCKED"


def test_a_chain_is_followed_to_its_end_and_a_circle_hides_nothing() -> None:
    chain = [entry("B-1", "a", by="b-2"), entry("B-2", "z", by="V-3"), entry("V-3", "a", "VERIFIED")]
    assert verdict(*chain).word == "CLEAR"
    assert verdict(entry("B-1", "a", by="B-2"), entry("B-2", "a", by="B-1")).word == "BLOCKED"
    assert verdict(entry("B-1", "a", by="B-1")).word == "BLOCKED"


def test_an_id_that_two_lessons_carry_replaces_nothing() -> None:
    assert verdict(entry("B-1", "a", by="V-1"), entry("V-1", "a", "VERIFIED"), entry("v-1", "a", "VERIFIED")).word == "BLOCKED"


def test_order_is_category_then_closeness_then_newest_then_id() -> None:
    judged = verdict(
        entry("W-1", "a/b", "WARNING"),
        entry("B-9", "a/b", seen="2025-01-01"),
        entry("B-8", "a/b", seen="2025-01-01"),
        entry("B-7", "a/b", seen="2025-03-01"),
        entry("B-1", "a", seen="2025-12-01"),
    )
    assert [item.entry.lesson.id for item in judged.shown] == ["B-7", "B-8", "B-9", "B-1", "W-1"]

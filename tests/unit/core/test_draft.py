"""Drafts: what was typed becomes a lesson, or every finding at once."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultctl.core import policy
from vaultctl.core.cleaning import clean
from vaultctl.core.config import Config, Gate
from vaultctl.core.draft import read_draft
from vaultctl.core.schema import KEY_BY_NAME
from vaultctl.core.taxonomy import Prefix, Taxonomy
from vaultctl.errors import UsageError
from vaultctl.formats.draft_json import parse_draft

if TYPE_CHECKING:
    from vaultctl.core.draft import Value

DAY = date(2026, 1, 5)
GOOD: dict[str, Value] = {"category": "blocked", "tags": ("#PDF:Font",), "issue": "It  fails\nalways.", "mitigation": "Do not.",
                          "source_agent": "bot"}  # fmt: skip


def findings(**changed: Value) -> list[tuple[str, str]]:
    return [(item.key, item.rule) for item in read_draft({**GOOD, **changed}, DAY).problems]


def test_a_good_draft_is_a_lesson_with_a_minted_id_and_the_defaults() -> None:
    draft = read_draft(GOOD, DAY)
    assert draft.is_whole and draft.notes == ()
    lesson = draft.lesson
    assert (lesson.id[:2], lesson.category, lesson.tags, lesson.issue) == ("B-", "BLOCKED", ("pdf/font",), "It fails always.")
    assert (lesson.first_seen, lesson.ttl, lesson.source_agent, lesson.body) == (DAY, 365, "bot", "")


def test_everything_that_is_wrong_is_found_at_once() -> None:
    given: dict[str, Value] = {"category": "BAD", "tags": ("a b", "c"), "issue": " ", "ttl": "0", "first_seen": "2026-02-30",
                               "name": "two words", "source_agent": "a\x1bb"}  # fmt: skip
    draft = read_draft(given, DAY)
    assert {(item.key, item.rule) for item in draft.problems} == {
        ("category", "bad-category"), ("tags", "bad-tag"), ("issue", "missing-key"), ("mitigation", "missing-key"),
        ("ttl", "bad-ttl"), ("first_seen", "bad-date"), ("name", "bad-value"), ("source_agent", "bad-value"),
    }  # fmt: skip
    assert all(item.hint for item in draft.problems)


@pytest.mark.parametrize("key", ["category", "tags", "issue", "mitigation", "source_agent"])
def test_each_required_key_is_missed_by_name(key: str) -> None:
    given = {name: value for name, value in GOOD.items() if name != key}
    assert [(item.key, item.rule) for item in read_draft(given, DAY).problems] == [(key, "missing-key")]


@pytest.mark.parametrize(("changed", "expected"), [
    ({"issue": "N/A"}, [("issue", "bad-value")]),
    ({"issue": "N/A", "category": "VERIFIED"}, []),
    ({"last_verified": "2026-01-01"}, [("last_verified", "bad-value")]),
    ({"id": "1"}, [("id", "bad-id")]),
    ({"id": "B-001"}, []),
    ({"tags": ()}, [("tags", "missing-key")]),
    ({"issue": "caf\udce9"}, [("issue", "not-utf8")]),
    ({"body": "\udcff"}, [("body", "not-utf8")]),
    ({"ttl": "indefinite"}, []),
    ({"ttl": "36501"}, [("ttl", "bad-ttl")]),
])  # fmt: skip
def test_a_key_is_judged_as_it_is_in_a_file(changed: dict[str, Value], expected: list[tuple[str, str]]) -> None:
    assert findings(**changed) == expected


def test_what_can_never_be_right_is_taken_out_and_told() -> None:
    draft = read_draft({**GOOD, "issue": "a\u200bb \x1b[31mred\x1b[0m\x07", "body": "one\r\ntwo\u2028three\u202e"}, DAY)
    assert (draft.lesson.issue, draft.lesson.body) == ("ab red", "one\ntwo\nthree")
    assert any("U+200B" in note for note in draft.notes) and any("U+202E" in note for note in draft.notes)
    assert draft.is_whole


@pytest.mark.parametrize(("text", "cleaned"), [
    ("👩‍💻 ok ✔️", "👩‍💻 ok ✔️"), ("می‌خواهم", "می‌خواهم"), ("a‍b", "ab"), ("\x1b]0;title\x07x", "x"), ("a\0b", "ab"), ("\x1b[", ""),
    ("tab\there", "tab\there"), ("soft\u00adhyphen", "softhyphen"), ("\U000e0041\U000e0042", ""),
])  # fmt: skip
def test_cleaning_leaves_what_people_write(text: str, cleaned: str) -> None:
    assert clean(text).text == cleaned


# JSON.


def test_json_takes_the_keys_of_a_lesson() -> None:
    values, problems = parse_draft('{"category": "BLOCKED", "tags": ["a"], "ttl": 30, "name": null, "body": "x"}', "f")
    assert values == {"category": "BLOCKED", "tags": ("a",), "ttl": "30", "body": "x"} and problems == ()


def test_json_findings_come_all_at_once() -> None:
    text = '{"tag": 1, "tags": [1], "issue": {"a": 1}, "ttl": true, "name": 3, "body": ["x"], "category": "A", "category": "B"}'
    _, problems = parse_draft(text, "f")
    assert [(item.key, item.rule) for item in problems] == [
        ("", "unknown-key"), ("tags", "bad-value"), ("issue", "bad-value"), ("ttl", "bad-value"), ("name", "bad-value"),
        ("body", "bad-value"), ("category", "duplicate-key"),
    ]  # fmt: skip
    assert all(item.hint for item in problems)


def test_a_ttl_of_null_is_asked_about() -> None:
    assert [item.key for item in parse_draft('{"ttl": null}', "f")[1]] == ["ttl"]


@pytest.mark.parametrize("text", [
    "", "{", "[]", "3", "[" * 100_000, '{"ttl": ' + "9" * 5000 + "}", '{"body": "' + "x" * 2_000_001 + '"}',
])  # fmt: skip
def test_what_is_no_json_object_is_a_usage_error(text: str) -> None:
    with pytest.raises(UsageError, match=r"^f\b"):
        parse_draft(text, "f")


# Policy.


def objections(config: Config | None = None, *prefixes: Prefix, **changed: Value) -> list[str]:
    lesson = read_draft({**GOOD, **changed}, DAY).lesson
    return [item.key for item in policy.objections(lesson, config or Config(), Taxonomy(prefixes))]


def test_writers_are_globs_on_the_agents_name_and_the_closest_prefix_decides() -> None:
    assert objections(None, Prefix("pdf", writers=("release-*",))) == ["source_agent"]
    assert objections(None, Prefix("pdf", writers=("release-*",)), source_agent="release-1") == []
    assert objections(None, Prefix("pdf", writers=("release-*",)), Prefix("pdf/font", writers=("bo?",))) == []
    assert objections(None, Prefix("web", writers=("x",))) == []


def test_categories_and_terms_are_bounded() -> None:
    assert objections(None, Prefix("pdf", categories=("WARNING",))) == ["category"]
    assert objections(None, Prefix("pdf", ttl_max=100)) == ["ttl"]
    assert objections(None, Prefix("pdf", ttl_max=100), ttl="indefinite") == ["ttl"]
    assert objections(None, Prefix("pdf", ttl_min=400)) == ["ttl"]
    assert objections(None, Prefix("pdf", ttl_min=400), ttl="indefinite") == []


def test_the_agents_that_the_gate_lets_pass_are_known_before() -> None:
    assert objections(Config(gate=Gate(agents=("ci-*",)))) == ["source_agent"]
    assert objections(Config(gate=Gate(agents=("ci-*", "bot")))) == []


@given(st.dictionaries(st.sampled_from([*KEY_BY_NAME, "body"]), st.text(max_size=20) | st.lists(st.text(max_size=9)).map(tuple)))
def test_no_values_at_all_can_break_it(given_values: dict[str, Value]) -> None:
    draft = read_draft(given_values, DAY)
    assert draft.is_whole == (not draft.problems)
    assert all(item.message and item.severity == "error" for item in draft.problems)

"""Which problems a change brings."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from vaultctl.core.problem import Problem, added


def problem(path: str = "a.md", line: int = 1, rule: str = "bad-tag", message: str = "x", identity: str | None = None,
            key: str = "", size: int = 0, severity: str = "error") -> Problem:  # fmt: skip
    return Problem(path, line, 1, severity, rule, message, identity, key=key, size=size)  # type: ignore[arg-type]


def test_a_problem_that_moved_to_another_line_is_not_new() -> None:
    assert added([problem(line=9)], [problem(line=3)]) == []


def test_line_numbers_inside_a_message_do_not_make_it_new() -> None:
    before = problem(message="ttl stands twice, on lines 3 and 4")
    assert added([problem(message="ttl stands twice, on lines 9 and 10")], [before]) == []


def test_a_second_one_of_the_same_kind_is_new() -> None:
    assert added([problem(line=1), problem(line=5)], [problem(line=1)]) == [problem(line=5)]


def test_of_twins_the_one_in_the_file_that_did_not_have_it_is_new() -> None:
    old = [problem("b.md", identity="B-1", key="also"), problem("c.md", identity="B-1", key="also")]
    fresh = problem("a.md", identity="B-1", key="also")
    assert added([fresh, *old], old) == [fresh]


def test_a_lesson_that_moved_to_another_file_keeps_its_problems() -> None:
    assert added([problem("b.md", identity="B-1")], [problem("a.md", identity="b-1")], {("b-1", "b.md"): "a.md"}) == []


def test_what_one_file_lost_never_makes_up_for_what_another_got() -> None:
    fresh = problem("b.md", identity="B-1")
    assert added([fresh], [problem("a.md", identity="B-1")]) == [fresh]
    assert added([fresh], [problem("a.md", identity="B-1")], {("b-1", "b.md"): "c.md", ("b-2", "b.md"): "a.md"}) == [fresh]


def test_without_a_lesson_the_file_counts() -> None:
    assert added([problem("b.md")], [problem("a.md")]) == [problem("b.md")]


def test_a_limit_that_is_passed_further_is_new_and_one_passed_less_is_not() -> None:
    before = [problem(message="12 of 10", key="lines", size=12)]
    assert added([problem(message="11 of 10", key="lines", size=11)], before) == []
    worse = problem(message="13 of 10", key="lines", size=13)
    assert added([worse], before) == [worse]


def test_a_warning_that_became_an_error_is_new() -> None:
    assert added([problem()], [problem(severity="warning")]) == [problem()]


def test_very_many_equal_problems_are_compared_in_time() -> None:
    many = [problem(line=line) for line in range(50_000)]
    assert len(added([*many, problem(line=60_000)], many)) == 1


some = st.lists(st.builds(problem, path=st.sampled_from(["a", "b"]), line=st.integers(1, 5), message=st.sampled_from(["x", "y"]),
                          identity=st.sampled_from([None, "B-1", "B-2"]), size=st.integers(0, 2)))  # fmt: skip


@settings(max_examples=100)
@given(some)
def test_nothing_is_new_compared_with_itself(found: list[Problem]) -> None:
    assert added(found, found) == []


@settings(max_examples=100)
@given(some, some)
def test_compared_with_nothing_all_is_new_and_nothing_is_made_up(found: list[Problem], before: list[Problem]) -> None:
    assert Counter(added(found, [])) == Counter(found)
    new = added(found, before)
    assert all(item in found for item in new)
    assert len(new) >= len(found) - len(before)

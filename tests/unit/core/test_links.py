"""Links in bodies: what is one, and what is code."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vaultctl.core.links import find_links
from vaultctl.formats.markdown import scan


def targets(text: str) -> list[str]:
    return [link.target for link in find_links(text, scan)]


def test_a_link_names_an_id_or_a_name() -> None:
    assert targets("See [[B-001]], [[big-files]] and [[caf\u00e9.md]].") == ["B-001", "big-files", "caf\u00e9.md"]


def test_a_label_or_a_part_may_follow() -> None:
    assert targets("[[B-001|that one]] [[B-002#why]]") == ["B-001", "B-002"]


@pytest.mark.parametrize(
    "text",
    ["`[[B-001]]`", "``a ` [[B-001]]``", "`over\ntwo [[B-001]]`", "```\n[[B-001]]\n```", "~~~ sh\n[[B-001]]\n~~~",
     "<!-- [[B-001]] -->", "[[ -f x ]]", "[[]]", "[[1]]", "[[B 001]]", "[[text]](https://example.org)", "a[[0][1]]"],
)  # fmt: skip
def test_what_is_code_or_something_else_is_no_link(text: str) -> None:
    assert targets(text) == []


@pytest.mark.parametrize(
    "text", ["` [[B-001]]", "`a` [[B-001]] `b`", "``a` [[B-001]]", "\\`[[B-001]]`", "`a\n\n[[B-001]]`", "```\n[[B-001]]"]
)
def test_a_back_quote_that_closes_nothing_hides_nothing(text: str) -> None:
    assert targets(text) == ["B-001"]


def test_line_and_column_count_from_one() -> None:
    (link,) = find_links("one\n\ntwo\n  see [[B-001]]\n", scan)
    assert (link.line, link.column, link.text) == (4, 7, "[[B-001]]")


def test_very_many_back_quotes_take_linear_time() -> None:
    assert targets("` `` ``` ```` " * 20_000 + "[[x]]") in ([], ["x"])


@settings(max_examples=100)
@given(st.text("[]`ab1-|# \n~<!>", max_size=80))
def test_every_link_stands_where_it_says(text: str) -> None:
    lines = text.split("\n")
    for link in find_links(text, scan):
        assert lines[link.line - 1].startswith(link.text, link.column - 1)

"""The one normaliser of tags."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultctl.core import tags

segments = st.text(alphabet="abz019_+", min_size=1, max_size=6)
canonical = st.lists(segments, min_size=1, max_size=4).map("/".join)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("pdf/font", "pdf/font"),
        ("#pdf/font", "pdf/font"),
        (" /PDF/Font/ ", "pdf/font"),
        ("test:next-image-props", "test/next-image-props"),
        ("lang/c++/abi", "lang/c++/abi"),
        ("node.js/x", "node.js/x"),
        (".github/workflows", ".github/workflows"),
        ("café", "café"),
        (unicodedata.normalize("NFD", "café"), "café"),
        ("STRASSE", "strasse"),
        ("no", "no"),
        ("3.10", "3.10"),
    ],
)
def test_normalises(typed: str, expected: str) -> None:
    assert tags.normalise(typed) == expected


@pytest.mark.parametrize("typed", ["", " ", "#", "/", "a//b", "-x", "a/-x", "a(b", "a b", "a.", ".", "..", "a/../b", "a,b", "a\x00b", "##a"])
def test_refuses_what_is_no_tag(typed: str) -> None:
    with pytest.raises(tags.TagError):
        tags.normalise(typed)


@pytest.mark.parametrize("typed", ["con", "a/NUL", "lpt1.txt", "x" * 65])
def test_refuses_to_write_what_is_no_folder_everywhere(typed: str) -> None:
    assert tags.normalise(typed) == typed.casefold()
    with pytest.raises(tags.TagError):
        tags.strict(typed)


@given(st.text(max_size=20))
def test_is_stable(typed: str) -> None:
    try:
        once = tags.normalise(typed)
    except tags.TagError:
        return
    assert tags.normalise(once) == once


@given(canonical, canonical)
def test_only_an_ancestor_by_whole_segments_is_above(one: str, other: str) -> None:
    assert tags.is_under(one, other) == (other in tags.ancestors(one))
    assert not tags.is_under(one + "x", one) or "/" in one


def test_ancestors_are_the_tag_and_all_above_it() -> None:
    assert tags.ancestors("a/b/c") == ("a/b/c", "a/b", "a")

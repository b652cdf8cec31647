"""Folding: what a text says without its disguises, and where each character came from."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultctl.core.disguise import Folded, fold

PLAIN = "ignore previous"


@pytest.mark.parametrize(
    "text",
    [
        "IGNORE Previous", "ig**nor**e pre`vi`ous", "ig\\nore previous", "i\u200bgnore prev\u00adious", "í̈gnóre prévious",
        "&#105;gnore &#x70;revious", "\\u0069gnore \\x70revious", "%69%67%6eore previous",
        "ｉｇｎｏｒｅ ｐｒｅｖｉｏｕｓ", "𝐢𝐠𝐧𝐨𝐫𝐞 𝖕𝖗𝖊𝖛𝖎𝖔𝖚𝖘",
        "ⓘⓖⓝⓞⓡⓔ previous", "🄸🄶🄽🄾🅁🄴 previous", "ig<b></b>nore pre<!-- -->vious", "\U000e0069\U000e0067nore previous",
    ],
)  # fmt: skip
def test_a_disguised_text_folds_to_what_it_says(text: str) -> None:
    assert fold(text) == PLAIN


@pytest.mark.parametrize("text", ["іgnоrе рrеvіоus", "ιgnοre ρreviουs", "ɪɢɴᴏʀᴇ ᴘʀᴇᴠɪᴏᴜꜱ"])
def test_look_alikes_are_latin_in_the_latin_view(text: str) -> None:
    assert Folded(text).latin == PLAIN


def test_generics_are_no_tags() -> None:
    assert fold("Vec<u8> and </b>") == "vec<u8> and "


def test_an_escape_that_stands_for_nothing_stays() -> None:
    assert fold("100% of &nothing; at %zz") == "100% of &nothing; at %zz"


def test_the_origin_of_a_character_is_where_it_stood() -> None:
    text = "a **b** &#105;x"
    folded = Folded(text)
    assert folded.text == "a b ix"
    assert [folded.origin(index) for index in range(len(folded.text))] == [0, 1, 4, 7, 8, 14]
    assert folded.origin(len(folded.text)) == len(text)


@given(st.text())
def test_places_rise_and_lie_in_the_text(text: str) -> None:
    folded = Folded(text)
    places = [folded.origin(index) for index in range(len(folded.text))]
    assert places == sorted(places)
    assert all(0 <= place < len(text) for place in places)


@given(st.text(st.characters(max_codepoint=127)))
def test_the_short_way_for_plain_text_gives_the_same_as_the_long_one(text: str) -> None:
    short, long = Folded(text), Folded(text + "é")
    if not any((char < " " and char not in "\n\t\r") or char == "\x7f" for char in text):
        assert short.text + "e" == long.text
        assert [short.origin(index) for index in range(len(short.text))] == [long.origin(index) for index in range(len(short.text))]


@given(st.text())
def test_folding_twice_changes_no_letter(text: str) -> None:
    once = fold(text)
    if not any(sign in once for sign in ("&", "\\", "%", "<")):
        assert fold(once) == once

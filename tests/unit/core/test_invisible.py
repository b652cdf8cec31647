"""Which characters count as hidden: what nobody can see, and not what the spelling of a script or an emoji needs."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultctl.core.invisible import describe, find_hidden, is_hidden


@pytest.mark.parametrize(
    "text",
    [
        "plain", "tab\tand\nline feed", "ä é ß", "日本語", "👩‍💻 👨‍👩‍👧‍👦 🏳️‍🌈 ❤️‍🔥 1️⃣ ©️ ↔️", "👍🏽",
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "می‌خواهم", "क्‍ष", "श्रीमान्‌ है", "ന്‍ എ", "ᠮᠣᠩᠭᠣᠯ᠎ᠤᠨ ᠠ᠋ᠬ", "؀١٢", "\U0001fae8 \U0001fae9", "no-break\u00a0space",
    ],
)  # fmt: skip
def test_what_spelling_and_emoji_need_is_not_hidden(text: str) -> None:
    assert list(find_hidden(text)) == []


@pytest.mark.parametrize(
    "char",
    ["\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u202e", "\u2066", "\u200e", "\u061c", "\x1b", "\x00", "\x7f", "\x85",
     "\u2028", "\u3164", "\u115f", "\u2800", "\ufe0f", "\ufe01", "\U000e0041", "\U000e0100", "\ufff9", "\u034f", "\u180e"],
)  # fmt: skip
def test_a_character_that_nobody_sees_is_hidden_between_latin_letters(char: str) -> None:
    assert list(find_hidden(f"ab{char}cd")) == [(2, char)]


def test_tag_characters_that_spell_no_flag_are_hidden() -> None:
    text = "🏴" + "".join(chr(0xE0000 + ord(char)) for char in "obey") + "\U000e007f"
    assert [index for index, _ in find_hidden(text)] == [1, 2, 3, 4, 5]


def test_a_second_variation_selector_is_hidden() -> None:
    assert [index for index, _ in find_hidden("❤️\ufe0f")] == [2]


def test_a_character_is_described_by_code_point_and_name() -> None:
    assert describe("\u200b") == "U+200B ZERO WIDTH SPACE"
    assert describe("\x07") == "U+0007 control character"


@given(st.text())
def test_letters_digits_and_punctuation_are_never_hidden(text: str) -> None:
    for index, char in enumerate(text):
        if unicodedata.category(char)[0] in "LNP" and char not in "\u115f\u1160\u3164\uffa0":
            assert not is_hidden(text, index)

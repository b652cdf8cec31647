"""Characters that a reader cannot see, or that change how the text around them is seen.

Used by the content rules (which refuse them) and by everything that prints (which escapes them).  Sources: Unicode
general categories; UTS #39 on default-ignorable code points; UAX #9 for the bidirectional controls.
"""

from __future__ import annotations

import unicodedata

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_HIDDEN_CATEGORIES = frozenset(["Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"])
# Blank although their category says letter, mark or symbol: fillers, the grapheme joiner, the braille blank.
_BLANK = frozenset([0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x2800, 0x3164, 0xFFA0])
_ZWNJ, _ZWJ, _VS15, _VS16 = "\u200c", "\u200d", "\ufe0e", "\ufe0f"
# Scripts in which joiners are spelling (Unicode 15, chapter 9, 12, 13): Arabic and its kin, the Indic scripts, Mongolian, Khmer.
_JOINING = ((0x0600, 0x08FF), (0x0900, 0x0DFF), (0x0F00, 0x109F), (0x1780, 0x18AF), (0xFB50, 0xFDFF), (0xFE70, 0xFEFC))
_EMOJI = ((0x231A, 0x27BF), (0x2934, 0x2B55), (0x3030, 0x303D), (0x3297, 0x3299), (0x1F000, 0x1FAFF))
_KEYCAP_BASES = "0123456789#*©®™↔↕↖↗↘↙↩↪ℹ‼⁉"
_VIRAMA = 9
"""The combining class of the signs that take a vowel away: a joiner after one is spelling, also at the end of a word."""
# Signs that category Cf holds although they are drawn: number signs and the like of Arabic, Syriac and Kaithi (Unicode 15, 23.2).
_DRAWN = frozenset([*range(0x0600, 0x0606), 0x06DD, 0x070F, 0x0890, 0x0891, 0x08E2, 0x110BD, 0x110CD])
# New pictures and ideographs come with every Unicode; an older Python calls them unassigned.
_GROWING = ((0x1F000, 0x1FAFF), (0x20000, 0x2FFFD), (0x30000, 0x3FFFD))
# Mongolian letters are drawn in other shapes before these (Unicode 15, 13.5).
_MONGOLIAN = (0x1820, 0x18AA)
_MONGOLIAN_SIGNS = "\u180b\u180c\u180d\u180e\u180f"
# UTS #51, ED-14a: the only flags that are spelled with tag characters.
_TAG_FLAGS = tuple("\U0001f3f4" + "".join(chr(0xE0000 + ord(char)) for char in name) + "\U000e007f" for name in ("gbeng", "gbsct", "gbwls"))


def _within(char: str, ranges: tuple[tuple[int, int], ...]) -> bool:
    return any(low <= ord(char) <= high for low, high in ranges)


def _is_fine(text: str, index: int) -> bool:
    """Whether a joiner or variation selector stands where spelling or an emoji needs it."""
    char = text[index]
    before = text[index - 1] if index else ""
    after = text[index + 1 : index + 2]
    if char in (_VS15, _VS16):
        return bool(before) and (_within(before, _EMOJI) or before in _KEYCAP_BASES)
    if before and char in (_ZWNJ, _ZWJ) and unicodedata.combining(before) == _VIRAMA:
        return True
    if not before or not after:
        return False
    if char == _ZWJ and _within(after, _EMOJI):
        return _within(before, _EMOJI) or before in (_VS15, _VS16)
    return char in (_ZWNJ, _ZWJ) and _within(before, _JOINING) and _within(after, _JOINING)


def _is_in_flag(text: str, index: int) -> bool:
    """Whether a tag character belongs to the flag of England, Scotland or Wales."""
    start = text.rfind("\U0001f3f4", max(0, index - 7), index)
    return start >= 0 and text.startswith(_TAG_FLAGS, start)


def is_hidden(text: str, index: int) -> bool:
    """Whether the character at that place cannot be seen.  Line feed and tab count as seen."""
    char = text[index]
    if " " <= char <= "~" or char in "\n\t":
        return False
    code = ord(char)
    if char in (_ZWNJ, _ZWJ, _VS15, _VS16):
        return not _is_fine(text, index)
    if char in _MONGOLIAN_SIGNS and index and _MONGOLIAN[0] <= ord(text[index - 1]) <= _MONGOLIAN[1]:
        return False
    if code in _DRAWN or (0xE0061 <= code <= 0xE007F and _is_in_flag(text, index)):
        return False
    if 0xFE00 <= code <= 0xFE0F or 0xE0100 <= code <= 0xE01EF or code in _BLANK:
        return True
    category = unicodedata.category(char)
    return category in _HIDDEN_CATEGORIES and not (category == "Cn" and _within(char, _GROWING))


def find_hidden(text: str) -> Iterator[tuple[int, str]]:
    """The hidden characters of a text: (index from 0, character)."""
    if text.isascii() and text.isprintable():
        return
    for index in range(len(text)):
        if is_hidden(text, index):
            yield index, text[index]


def describe(char: str) -> str:
    """`U+200B ZERO WIDTH SPACE`."""
    name = unicodedata.name(char, "")
    if not name:
        names = {"Cc": "control character", "Cs": "a byte that is not UTF-8", "Co": "private use", "Cn": "unassigned"}
        name = names.get(unicodedata.category(char), "")
    return f"U+{ord(char):04X} {name}".rstrip()

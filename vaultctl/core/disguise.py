"""Folds a text to what a reader makes of it, so that a phrase is found however it is dressed up.

Case, accents, full-width and mathematical letters, letters that cannot be seen, emphasis between letters, character references
(`&#105;`), escapes (`\\u0069`), tags and comments within words are taken away.  Sources: Unicode NFKD and case folding (UAX #15,
section 5.18 of the standard), UTS #39 for the look-alikes, CommonMark 0.31 (sections 2.4, 2.5, 6.2, 6.6).

Places are kept: every character of a folded text knows where in the original it came from.
"""

from __future__ import annotations

import html
import re
import unicodedata
from functools import cached_property
from html.entities import html5

_DELETED = "*`~\\\u00ad"
_DELETE = str.maketrans("", "", "*`~\\")
# What stands for other characters; comments and tags vanish, so that `ig<!-- -->nore` is one word.
_ESCAPE = re.compile(
    r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,24});?|\\u\{?[0-9a-fA-F]{4,6}\}?|\\U[0-9a-fA-F]{8}|\\x[0-9a-fA-F]{2}"
    r"|(?:%[0-9a-fA-F]{2})+|<!--.{0,200}?-->|</?[A-Za-z][^<>\n]{0,200}>",
    re.DOTALL,
)
_ESCAPE_SIGNS = ("&", "\\u", "\\x", "\\U", "%", "</", "<!")

LOOK_ALIKES = {
    "а": "a", "е": "e", "о": "o", "р": "p", "с": "c", "у": "y", "х": "x", "і": "i", "ј": "j", "ѕ": "s", "ԁ": "d",
    "һ": "h", "ԛ": "q", "ԝ": "w", "к": "k", "м": "m", "т": "t", "в": "b", "н": "h", "ӏ": "l", "ґ": "r", "з": "e",
    "ь": "b", "ϲ": "c", "ο": "o", "α": "a", "ρ": "p", "τ": "t", "ν": "v", "υ": "u", "κ": "k", "χ": "x", "γ": "y",
    "η": "n", "ε": "e", "ι": "i", "σ": "o", "β": "b", "ω": "w", "ո": "n", "ս": "u", "օ": "o", "հ": "h", "ց": "g",
    "զ": "q", "ա": "w", "ե": "e", "ѵ": "v", "ԍ": "g", "ɩ": "i", "ʟ": "l", "ɴ": "n", "ʀ": "r", "ᴀ": "a", "ʙ": "b",
    "ᴄ": "c", "ᴅ": "d", "ᴇ": "e", "ꜰ": "f", "ɢ": "g", "ʜ": "h", "ɪ": "i", "ᴊ": "j", "ᴋ": "k", "ᴍ": "m", "ᴏ": "o",
    "ᴘ": "p", "ꜱ": "s", "ᴛ": "t", "ᴜ": "u", "ᴠ": "v", "ᴡ": "w", "ʏ": "y", "ᴢ": "z", "ɑ": "a", "ɡ": "g", "ꞵ": "b",
    "ꭱ": "r", "ꮯ": "c",
}  # fmt: skip
"""Small letters of other alphabets (and small capitals) that look like a Latin one -> that one."""
_LOOK_ALIKE_TABLE = str.maketrans(LOOK_ALIKES)
_PLAIN = {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i", "’": "'", "‘": "'", "“": '"', "”": '"',
          "‐": "-", "‑": "-", "–": "-", "—": "-", "−": "-", "∕": "/", "⁄": "/", "¡": "!", "¿": "?", "«": '"', "»": '"', "、": ",",
          "。": ".", "ɑ": "a"}  # fmt: skip


class _Folds(dict[str, str]):
    """Character -> what it folds to; worked out once for each."""

    def __missing__(self, char: str) -> str:
        self[char] = folded = self._fold(char)
        return folded

    @staticmethod
    def _fold(char: str) -> str:
        code = ord(char)
        if char in _DELETED:
            return ""
        if 0xE0020 <= code <= 0xE007E:  # tag characters carry ASCII
            return chr(code - 0xE0000).casefold()
        for first, count in ((0x1F1E6, 26), (0x1F130, 26), (0x1F150, 26), (0x1F170, 26)):  # letters in squares and circles
            if first <= code < first + count:
                return chr(97 + code - first)
        out = []
        for part in unicodedata.normalize("NFKD", char):
            kind = unicodedata.category(part)
            if kind in ("Mn", "Me", "Cf") or (kind == "Cc" and part not in "\n\t\r"):
                continue
            small = part.casefold()
            out.append(_PLAIN.get(small, " " if kind.startswith("Z") else small))
        return "".join(out)


_FOLDS = _Folds()


class Folded:
    """A folded text.  `origin(i)` tells where in the original the character at `i` came from."""

    def __init__(self, original: str) -> None:
        self.original = original
        self._places: list[int] | None = None
        simple = original.isascii() and not any(sign in original for sign in _ESCAPE_SIGNS)
        self.text = original.lower().translate(_DELETE) if simple else self._slowly()

    def _slowly(self) -> str:
        """Folds character by character and keeps the places."""
        out: list[str] = []
        places: list[int] = []
        text = self.original
        position = 0
        for match in _ESCAPE.finditer(text) if any(sign in text for sign in _ESCAPE_SIGNS) else ():
            meant = _meaning(match[0])
            if meant is None:
                continue
            _extend(out, places, text[position : match.start()], position)
            for char in meant:
                folded = _FOLDS[char]
                out.append(folded)
                places += [match.start()] * len(folded)
            position = match.end()
        _extend(out, places, text[position:], position)
        self._places = places
        return "".join(out)

    def origin(self, index: int) -> int:
        """The index in the original text."""
        if self._places is None:
            self._places = [place for place, char in enumerate(self.original) if char not in "*`~\\"]
        if index < len(self._places):
            return self._places[index]
        return len(self.original)

    @cached_property
    def latin(self) -> str:
        """The text with look-alikes of other alphabets as Latin letters, character for character."""
        return self.text if self.text.isascii() else self.text.translate(_LOOK_ALIKE_TABLE)


def _extend(out: list[str], places: list[int], text: str, start: int) -> None:
    for place, char in enumerate(text, start):
        folded = _FOLDS[char]
        if len(folded) == 1:
            out.append(folded)
            places.append(place)
        elif folded:
            out.append(folded)
            places += [place] * len(folded)


def _meaning(escape: str) -> str | None:
    """What an escape stands for; None where it stands for itself."""
    if escape[0] == "&":
        if escape[1] != "#":
            return html5.get(escape[1:].removesuffix(";") + ";")
        return html.unescape(escape)
    if escape[0] == "<":
        # A generic such as `Vec<u8>` has its word before it, and what is in it counts; tags of HTML do not.
        return "" if escape[1] in "!/" or "=" in escape or escape[1:-1].rstrip("/ ") in _INLINE_TAGS else None
    if escape[0] == "%":
        raw = bytes.fromhex(escape.replace("%", ""))
        try:
            return raw.decode()
        except UnicodeDecodeError:
            return None
    code = int(escape.strip("\\uUx{}"), 16)
    return chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else None


_INLINE_TAGS = frozenset(["a", "b", "br", "del", "em", "font", "i", "ins", "mark", "s", "small", "span", "strong", "sub", "sup", "u",
                          "wbr"])  # fmt: skip


def fold(text: str) -> str:
    """The folded text alone."""
    return Folded(text).text

"""Finds phrases by their words: each word becomes the letter of its kind, and patterns are matched over those letters.

A word list names kinds (`@ignore: ignore disregard overrid*`) and patterns over them (`@ignore ~4 @prior ~3 @instr`).  So one
pattern stands for all wordings of an idea, whatever stands between its words, and the time is linear in the size of the text:
every word is looked up once, and gaps are bounded.

The syntax of a pattern, items parted by blanks: `@kind` a word of that kind; `word`, `one/other`, `stem*` words themselves; `~3` up
to three other words; `-3` up to three other words of the same sentence; `|` or `:` the end of a sentence (or a quote, a bracket, a
new list item); `^` the start of a sentence, or a word that asks for what follows (`please`, `always`, `must`); `!@kind` not after a
word of that kind (within four words before); `?` behind an item: it may be missing; `+@kind` a word
of that kind must stand somewhere in the text.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from vaultctl.core.disguise import fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_TOKEN = re.compile(r"[^\W_]+(?:'(?:t|re)\b)?|@|[.!?:;\"(){}>|]|\n[ \t]*(?=[\n\-+#>\d])|\n(?=[a-z_]{2,16}:)")
_SPELLED = re.compile(r"(?<![^\W_])(?:[^\W_][ .,_\-/|·+]{1,4}){3,200}[^\W_](?![^\W_])")
# The last three of four such letters, which are found sooner: few blanks have one letter alone behind them.
_SPELLED_END = re.compile(r"[ .,_\-/|·+](?:[^\W_][ .,_\-/|·+]{1,4}){2}[^\W_](?![^\W_])")
_SYLLABLES = re.compile(r"(?<![\w-])[a-z]{1,7}(?:[-·‧∙•][a-z]{1,7}){1,4}(?![\w-])")
_LAST_SYLLABLE = re.compile(r"-(?<=[a-z]-)([a-z]{3,7})(?![a-z])")
_SIGNS_BETWEEN = frozenset("·‧∙•")
_NEUTRAL = "."
_STOP = "|"
_STOPS = frozenset("|:,")
_FIRST_CODE = 0x4E00
_LEET = str.maketrans("013457", "oleast")
_LEET_OTHER = str.maketrans("013457", "oieast")
_LONGEST_STEM = 14


class Pattern(NamedTuple):
    """One pattern.  `label` says what it stands for; `needs` is the set (as bits) of the kinds that must be there."""

    label: str
    severity: str
    source: str
    needs: int
    items: tuple[tuple[str, int, bool], ...]


class Match(NamedTuple):
    """A place in the text that was searched."""

    start: int
    end: int
    label: str
    severity: str


class Lexicon(dict[str, str]):
    """Word -> its letter (or letters, where several words were written as one); filled as words are met.

    `core` names kinds whose words are also recognised with slips, letters moved or replaced by digits.
    """

    def __init__(self, text: str, *, core: Sequence[str] = ()) -> None:
        super().__init__()
        self._kinds: dict[str, int] = {}
        self._exact: dict[str, int] = {}
        self._stems: dict[str, int] = {}
        self.patterns: list[Pattern] = []
        self._compiled: dict[int, re.Pattern[str]] = {}
        self._assumed = 0
        self._stopping: set[int] = set()
        """The kinds to which the end of a sentence belongs."""
        self._read(text)
        self._stem_starts = {stem[:3] for stem in self._stems}
        self._letters: dict[int, str] = {0: _NEUTRAL}
        masks = {self._mask(word) for word in self._exact} | {self._stem_mask(stem) for stem in self._stems}
        for code, mask in enumerate(sorted(masks - {0}), _FIRST_CODE):
            self._letters[mask] = chr(code)
        if "atsign" in self._exact:
            self["@"] = self._letters[self._exact["atsign"]]
        self._bits = {letter: mask for mask, letter in self._letters.items()} | {_STOP: 0}
        self._letters_of: dict[int, str] = dict.fromkeys(self._kinds.values(), "")
        for letter, mask in self._bits.items():
            for kind in _bits(mask):
                self._letters_of[kind] += letter
        self._asked = self._by_rarest_kind()
        wanted = 0
        for name in core:
            wanted |= 1 << self._kinds["@" + name]
        words = {word for word in self._exact if len(word) >= 6 and word.isascii() and self._exact[word] & wanted}
        self._slips = {_signature(word): word for word in words}
        self._parted = frozenset(words)
        self._last_syllables = frozenset(word[at:] for word in words for at in range(1, len(word) - 2))
        self._core = [word for word in words if len(word) <= 11]
        self._ends = {word[0] + word[-1] for word in words}
        self._starts = {word[0] for word in words if len(word) >= 7}
        self._shorter = {word[:at] + word[at + 1 :]: word for word in words if len(word) >= 7 for at in range(1, len(word))}
        self._turned = {word[::-1] for word in words} | {_rot13(word) for word in words}
        self.update(dict.fromkeys(".!?:;\"(){}>|", _STOP))
        self._turned_letter = self._letters[self._mask("vtaber")] if "vtaber" in self._exact else ""

    # Reading the word list

    def _read(self, text: str) -> None:
        label, severity = "", "error"
        for line in text.strip().split("\n"):
            line = line.split("  #")[0].strip()
            if not line or line.startswith("#"):
                continue
            if line.startswith("["):
                severity, _, label = line.strip("[]").partition(" ")
            elif line.startswith("@") and ": " in line and line.index(": ") == line.index(":"):
                name, words = line.split(":", 1)
                self._kind(name, words.split())
            else:
                self.patterns.append(self._pattern(line, label, severity))

    def _kind(self, name: str, words: Sequence[str]) -> int:
        if name not in self._kinds:
            self._kinds[name] = len(self._kinds)
        bit = 1 << self._kinds[name]
        for word in words:
            if not word.isascii():
                word = fold(word.rstrip("*")) + "*" * word.endswith("*")
            if word.startswith("@"):
                other = 1 << self._kinds[word]
                for table in (self._exact, self._stems):
                    for known in [known for known, mask in table.items() if mask & other]:
                        table[known] |= bit
            elif word.endswith("*"):
                self._stems[word[:-1]] = self._stems.get(word[:-1], 0) | bit
            else:
                self._exact[word] = self._exact.get(word, 0) | bit
        return self._kinds[name]

    def _pattern(self, line: str, label: str, severity: str) -> Pattern:
        items: list[tuple[str, int, bool]] = []
        needs = 0
        for item in line.split():
            if item.startswith("+"):
                needs |= 1 << self._kinds[item[1:]]
                self._assumed |= 1 << self._kinds[item[1:]]
                continue
            optional = item.endswith("?") and len(item) > 1
            item = item.removesuffix("?") if optional else item
            if item[0] in "~-" and item[1:].isdigit():
                items.append((item[0], int(item[1:]), False))
            elif item == "^":
                items.append(("^", 0, False))
            elif item.startswith("!"):
                items.append(("!", self._kinds[item[1:]], False))
            elif item in self._kinds:
                items.append(("@", self._kinds[item], optional))
            else:
                words = item.split("/")
                number = self._kind("=" + item, [word for word in words if word not in _STOPS])
                if not _STOPS.isdisjoint(words):
                    self._stopping.add(number)
                items.append(("@", number, optional))
        for kind, number, optional in items:
            if kind == "@" and not optional and number not in self._stopping:
                needs |= 1 << number
        return Pattern(label, severity, line, needs, tuple(items))

    def _by_rarest_kind(self) -> dict[str, frozenset[int]]:
        """Letter -> the patterns to try where it stands: those of whose needs the one with the fewest letters is met by it."""
        groups: dict[int, set[int]] = {}
        for at, pattern in enumerate(self.patterns):
            rarest = min(_bits(pattern.needs & ~self._assumed), key=lambda kind: len(self._letters_of[kind]))
            groups.setdefault(rarest, set()).add(at)
        return {letter: frozenset().union(*[groups.get(kind, ()) for kind in _bits(mask)]) for letter, mask in self._bits.items()}

    # Words

    @cached_property
    def _long(self) -> re.Pattern[str]:
        """Any word, the longest first: for what is written without blanks."""
        words = sorted((word for word in self._exact if len(word) >= 3 and word.isascii()), key=len, reverse=True)
        return re.compile("|".join(words))

    def _mask(self, word: str) -> int:
        return self._exact.get(word, 0) | self._stem_mask(word)

    def _stem_mask(self, word: str) -> int:
        mask = 0
        if word[:3] not in self._stem_starts and word[:2] not in self._stem_starts:
            return mask
        for size in range(2, min(len(word), _LONGEST_STEM) + 1):
            mask |= self._stems.get(word[:size], 0)
        return mask

    def __missing__(self, word: str) -> str:
        letters = _STOP if word[0] == "\n" else self._letter(word)
        if len(self) < 200_000 and len(word) <= 40:
            self[word] = letters
        return letters

    def _letter(self, word: str) -> str:
        if len(word) >= 16 and word.isascii() and word.isalpha() and (letters := self._taken_apart(word)) != _NEUTRAL:
            return letters
        mask = self._mask(word)
        if mask and not word.isalpha() and word not in self._exact and len(word) >= 6:
            mask = self._mask(next((read for table in (_LEET, _LEET_OTHER) if (read := word.translate(table)) in self._exact), word))
        if mask or len(word) < 4 or not word.isascii():
            return self._letters[mask]
        if not word.isalpha():
            plain = [read for table in (_LEET, _LEET_OTHER) if (read := word.translate(table)).isalpha()]
            # `prev1ous` is `previous`, before it is a stem of another language.
            known = next((read for read in plain if read in self._exact), None)
            return self._letters[next(filter(None, map(self._mask, [known] if known else plain)), 0)]
        if len(word) < 6:
            return _NEUTRAL
        if word in self._turned:
            return self._turned_letter or _NEUTRAL
        if word[:1] + word[-1:] not in self._ends and word[0] not in self._starts:
            return self._taken_apart(word) if 12 <= len(word) < 16 else _NEUTRAL
        meant = self._slips.get(_signature(word)) or self._shorter.get(word)
        if meant is None and 8 <= len(word) <= 15:
            meant = next((self._shorter[short] for at in range(1, len(word))
                          if (short := word[:at] + word[at + 1 :]) in self._shorter), None)  # fmt: skip
        if meant is not None:
            return self._letters[self._mask(meant)]
        return self._taken_apart(word) if 12 <= len(word) < 16 else _NEUTRAL

    def _taken_apart(self, word: str) -> str:
        """The letters of words that were written without blanks between them."""
        if not any(core in word for core in self._core):
            return _NEUTRAL
        parts = self._long.findall(word[:400])
        if len(parts) >= 2 and sum(map(len, parts)) * 10 >= min(len(word), 400) * 8:
            return "".join(self._letters[self._mask(part)] for part in parts)
        return _NEUTRAL

    # Texts

    def find(self, text: str, *, accented: bool = False) -> Iterator[Match]:
        """The phrases in a folded text.  `accented`: the text had letters that English does not have, so no `+@kind` is needed."""
        met = self._assumed if accented else 0
        yield from self._find(text, met)
        for joined, first in (self._unspelled(text), self._whole(text)):
            if first is not None:
                for match in self._find(joined, met):
                    if match.end > first.start():
                        yield match._replace(start=first.start(), end=first.end())

    def _find(self, text: str, met: int) -> Iterator[Match]:
        tokens = _TOKEN.findall(text)
        pieces = [self[token] for token in tokens]
        letters = "".join(pieces)
        present = set(letters)
        places: list[tuple[int, int]] | None = None
        bits = met
        for letter in present:
            bits |= self._bits[letter]
        numbers: set[int] = set()
        for letter in present:
            numbers |= self._asked[letter]
        for number in sorted(numbers):
            pattern = self.patterns[number]
            if bits & pattern.needs != pattern.needs:
                continue
            for match in self._regex(number).finditer(letters):
                if places is None:
                    places = _places(text, pieces)
                start = match.start("x")
                yield Match(places[start][0], places[max(start, match.end() - 1)][1], pattern.label, pattern.severity)

    def _unspelled(self, text: str) -> tuple[str, re.Match[str] | None]:
        """The text with its words written together where a blank stood after each letter, and the first such place."""
        first: list[re.Match[str]] = []
        if _SPELLED_END.search(text) is None:
            return text, None

        def join(run: re.Match[str]) -> str:
            letters = "".join(filter(str.isalnum, run[0]))
            if not any(core in letters for core in self._core):
                return run[0]
            first.append(run)
            return " ".join(self._long.findall(letters))

        joined = _SPELLED.sub(join, text)
        return joined, first[0] if first else None

    def _whole(self, text: str) -> tuple[str, re.Match[str] | None]:
        """The text with the words whole that were parted into syllables (`pre-vious`), and the first of them."""
        first: list[re.Match[str]] = []
        hyphened = not self._last_syllables.isdisjoint(_LAST_SYLLABLE.findall(text))
        if not hyphened and (text.isascii() or _SIGNS_BETWEEN.isdisjoint(text)):
            return text, None

        def join(parts: re.Match[str]) -> str:
            letters = "".join(filter(str.isalpha, parts[0]))
            if letters not in self._parted:
                return parts[0]
            first.append(parts)
            return letters

        joined = _SYLLABLES.sub(join, text)
        return joined, first[0] if first else None

    def _regex(self, number: int) -> re.Pattern[str]:
        found = self._compiled.get(number)
        if found is None:
            found = self._compiled[number] = re.compile(self._write(self.patterns[number]))
        return found

    def _set(self, kind: int) -> str:
        return "[" + _ranges(self._letters_of[kind]) + (_STOP if kind in self._stopping else "") + "]"

    def _write(self, pattern: Pattern) -> str:
        out: list[str] = []
        opened = False
        for kind, number, optional in pattern.items:
            if kind == "^":
                lead = self._set(self._kinds["@lead"])[1:-1]
                out.append(f"(?:\\A|(?<=[|{lead}]))")
            elif kind == "!":
                letters = self._set(number)[1:-1]
                out.append("".join(f"(?<![{letters}]{'.' * gap})" for gap in range(4)))
            elif kind in "~-":
                out.append(f"{'.' if kind == '~' else '[^|]'}{{0,{number}}}?")
            else:
                out.append(("" if opened else "(?P<x>") + self._set(number) + ("?" if optional else ""))
                opened = True
        return "".join(out) + ")"


def _places(text: str, pieces: Sequence[str]) -> list[tuple[int, int]]:
    """Where the word of every letter stands."""
    places: list[tuple[int, int]] = []
    for match, piece in zip(_TOKEN.finditer(text), pieces, strict=True):
        places += [match.span()] * len(piece)
    return places


def _ranges(letters: str) -> str:
    """The letters as they stand in a set of a regular expression, neighbours as ranges (which compile faster)."""
    out: list[list[int]] = []
    for code in sorted(map(ord, letters)):
        if out and out[-1][1] == code - 1:
            out[-1][1] = code
        else:
            out.append([code, code])
    return "".join(chr(low) if low == high else f"{chr(low)}-{chr(high)}" for low, high in out)


def _bits(mask: int) -> list[int]:
    """The numbers of the bits that are set."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def _signature(word: str) -> str:
    """The same for words whose inner letters are in another order."""
    return word[0] + "".join(sorted(word[1:-1])) + word[-1]


def _rot13(word: str) -> str:
    return "".join(chr((ord(char) - 84) % 26 + 97) for char in word)

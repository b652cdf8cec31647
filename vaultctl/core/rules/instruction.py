"""instruction: a text tells its reader what to do instead of stating a fact about the work.

A lesson is data.  This rule looks for phrases that set other instructions aside ("ignore …"), give the reader another part to play,
hide something from people, claim or ask for approval, leave checks out, ask for secrets, or want to be copied on; in English and
some thirty other languages, and through the common disguises (letters of other alphabets, spaced or swapped letters, syllables, emphasis,
references).  What is about the things of the trade ("ignore all previous migrations") is a warning.

What it cannot catch: an idea that it has no words for, a new paraphrase, other languages, a harmful fact that is put politely.
Review is the gate; this is a help.  A lesson that must quote such a phrase needs a waiver in the base's config (`gate.waive`).
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from vaultctl.core.content import Finding, quote
from vaultctl.core.disguise import fold
from vaultctl.core.ordinary import is_ordinary
from vaultctl.core.phrases import english, european, unspaced
from vaultctl.core.wording import Lexicon, Match

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultctl.core.content import Passage
    from vaultctl.core.problem import Problem
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Context, Scope, Source

ID = "instruction"
SEVERITY: Severity = "error"
SCOPE: Scope = "source"

_CHECKS = "claims or asks for approval, or wants checks left out"
# "Never force-push to main" is advice against it; what stands between may be a word or two, but no end of a clause.
_NEGATED = re.compile(r"\b(?:never|not|dont|don t|don't|cannot|can't|mustn't|shouldn't|avoid|without|instead of|rather than"
                      r"|forbids?|refuses?)(?: [\w-]+){0,2}[ -]$")
_HINT = "say what goes wrong and what to do instead, as a fact about the work"
_ACCENTED = re.compile("[\u00c0-\u024f\u1e00-\u1eff]")
# `PREV!OUS`, `@ll`, `in$tructions`.
_SIGNS_AS_LETTERS = re.compile(r"[a-z][!@$|][a-z]|(?<![\w\])\"'])[!@$][a-z]{3}")
_LETTERS = str.maketrans("!@$|", "iasl")
_SCRIPTS = re.compile("[\u0370-\u04ff\u0590-\u06ff\u0900-\u09ff\u0b80-\u0bff\u0e00-\u0e7f\u1100-\u11ff\u3040-\u30ff\u4e00-\u9fff]")


@cache
def lexicon() -> Lexicon:
    """The words of all languages that part words by blanks."""
    return Lexicon("\n".join([english.WORDS, *map(european.words, european.LANGUAGES)]), core=english.CORE)


@cache
def _phrases() -> tuple[tuple[str, re.Pattern[str]], ...]:
    found = []
    for label, gap, parts in unspaced.PHRASES:
        choices = ["(?:" + "|".join(re.escape(fold(text.replace("_", " "))) for text in part.split()) + ")" for part in parts]
        found.append((label, re.compile(f".{{0,{gap}}}?".join(choices), re.DOTALL)))
    return tuple(found)


def check(source: Source, context: Context) -> Iterator[Problem]:
    return source.content.report(ID, SEVERITY, _find, paths=True)


def _find(passage: Passage) -> Iterator[Finding]:
    folded = passage.folded
    text = folded.text.replace("/", " ") if passage.kind == "path" else folded.text
    matches = list(lexicon().find(text, accented=not text.isascii() or _ACCENTED.search(passage.text) is not None))
    if not text.isascii():
        if folded.latin != text:
            matches += lexicon().find(folded.latin)
        if _SCRIPTS.search(text):
            matches += [Match(match.start(), match.end(), label, SEVERITY) for label, pattern in _phrases()
                        for match in pattern.finditer(text)]  # fmt: skip
    if ("!" in text or "$" in text or "@" in text) and len(_SIGNS_AS_LETTERS.findall(text)) > 1:
        matches += lexicon().find(text.translate(_LETTERS))
    end, said = -1, ""
    for match in sorted(matches):
        if (match.start < end and match.label == said) or (match.label == _CHECKS and _NEGATED.search(text, 0, match.start)):
            continue
        end, said = match.end, match.label
        start = folded.origin(match.start)
        words = passage.text[start : folded.origin(match.end - 1) + 1]
        yield Finding(start, f"{match.label}: {quote(words)}", _HINT, "warning" if is_ordinary(match, text) else None)

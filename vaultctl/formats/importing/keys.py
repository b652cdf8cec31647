"""What people call the parts of a lesson, and what may be read out of a heading."""

from __future__ import annotations

import re
from datetime import date
from typing import NamedTuple

from vaultctl.core import tags as tagging
from vaultctl.core.lesson import is_id

ISSUE = "issue"
MITIGATION = "mitigation"

# In order of preference: the first that an entry has is taken.  What stands before the bar says it in so many words; what
# stands behind it is a guess.
_ISSUE = (
    "problem", "issue", "what went wrong", "mistake", "failure", "failure mode", "mistake pattern", "error signature", "symptom",
    "symptoms", "bug", "pitfall", "gotcha", "anti-pattern", "|", "summary", "error", "observation", "what happened", "incident",
    "correction", "pattern", "trigger", "situation", "description", "finding", "lesson", "context",
)  # fmt: skip
_MITIGATION = (
    "rule", "mitigation", "prevention", "prevention rule", "rule going forward", "preventive rule", "fix", "the fix", "solution",
    "suggested fix", "suggested action", "resolution", "what to do instead", "do instead", "instead", "correct approach",
    "how to apply", "recommendation", "workaround", "guardrail", "|", "actionable guidance", "takeaway", "lesson", "lesson learned",
    "lessons learned", "insight", "action", "actions", "action taken", "decision", "best practice", "next time", "going forward",
    "guidance", "correct", "correction", "details",
)  # fmt: skip
_OTHER = {
    "id": ("id", "lesson id"),
    "first_seen": ("date", "first seen", "first-seen", "added", "logged", "created", "recorded", "when", "date added", "discovered"),
    "source_agent": ("agent", "source agent", "author", "recorded by", "reported by"),
    "tags": ("tags", "tag", "labels", "keywords", "|", "area", "category", "component", "topic", "module", "domain"),
    "ttl": ("ttl",),
    "name": ("name", "slug"),
    "superseded_by": ("superseded by",),
}
_KEPT = (
    "cause", "root cause", "why", "why it matters", "details", "background", "impact", "evidence", "example", "examples", "note",
    "notes", "metadata", "see also", "reference", "references", "related", "related files", "files", "file", "priority", "severity",
    "status", "source", "scope", "project", "task", "task id", "count", "last seen", "cost", "detection", "detection signal",
    "counterexample", "environment", "reproducible", "analysis", "outcome", "where/when applied", "source failures", "resolved",
)  # fmt: skip


class Meaning(NamedTuple):
    """What a label stands for: a key of the schema, how good it is for it (less is better), and whether it is a guess."""

    key: str
    rank: int
    is_guess: bool


def _meanings() -> dict[str, tuple[Meaning, ...]]:
    found: dict[str, tuple[Meaning, ...]] = {}
    for key, names in {ISSUE: _ISSUE, MITIGATION: _MITIGATION, **_OTHER}.items():
        sure = names.index("|") if "|" in names else len(names)
        for rank, name in enumerate(names):
            if name != "|":
                found[name] = (*found.get(name, ()), Meaning(key, rank, rank > sure))
    return {**dict.fromkeys(_KEPT, ()), **found}


MEANINGS = _meanings()
"""Label -> what it may stand for; nothing for labels that are known and kept as text."""

_NOT_LESSONS = (
    "template", "format", "schema", "how to use", "usage", "purpose", "overview", "introduction", "about", "index", "contents",
    "table of contents", "legend", "definitions", "required", "instructions", "changelog", "see also", "references", "stats",
)  # fmt: skip
_PLACEHOLDERS = ("none", "none yet", "n/a", "tbd", "todo", "...", "…", "-", "–", "—", "empty", "nothing yet")
_IMPERATIVES = (
    "never", "always", "avoid", "use", "do", "don't", "don’t", "prefer", "keep", "pin", "ensure", "make", "check", "verify", "run",
    "ask", "read", "set", "stop", "test", "write", "treat", "require", "must", "no",
)  # fmt: skip
_DAY = re.compile(r"(?<!\d)(\d{4}-\d{2}-\d{2})(?!\d)")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = r"(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?"
_WORDED = re.compile(
    rf"(?<!\w)(?:(\d{{1,2}})(?:st|nd|rd|th|\.)? {_MONTH},? (\d{{4}})|{_MONTH} (\d{{1,2}})(?:st|nd|rd|th)?,? (\d{{4}}))(?!\d)",
    re.IGNORECASE,
)
# What says when, by whom or with which commit something was settled, and not how.
_SETTLED = re.compile(r"(?:[-*+] +)?[*_]{0,2}(?:resolved(?: (?:at|on|by|in))?|commit(?:/pr)?|pr|date|status|when|fixed(?: in)?)[*_]{0,2} ?:"
                      r"[*_]{0,2}", re.IGNORECASE)  # fmt: skip
_FACT = re.compile(r"\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?|\d\d:\d\d(?::\d\d)?|[0-9a-f]{7,40}|#?\d{1,6}|https?://\S+|resolved|fixed|done|closed|yes"
                   r"|no|n/a|or|pr|commit|[-*+/]", re.IGNORECASE)  # fmt: skip
_NOTES = re.compile(r"(?:[-*+] +)?[*_]{0,2}(?:notes?|how|what|fix)[*_]{0,2} ?:[*_]{0,2} +", re.IGNORECASE)
_BRACKETED = re.compile(r"\[([^\[\]\n]{1,80})\]")
_LEADING_ID = re.compile(r"([A-Z]{1,4}-?\d[0-9A-Za-z]*(?:-[0-9A-Za-z]+)*)\b\s*[:.–—|)-]?\s+")
_NUMBERED = re.compile(r"(?:lesson|entry|rule|mistake|learning)?\s*#?\d{1,4}\s*[:.)–—-]\s+", re.IGNORECASE)
_SEPARATORS = " \t:–—|-·"


def label(text: str) -> str:
    """A label as it is looked up: `**Root Cause**:` -> `root cause`."""
    words = text.strip().strip("*_`:\uff1a ").casefold().replace("_", " ").split()
    while words and not any(char.isalnum() for char in words[0]):  # an emoji
        words = words[1:]
    return " ".join(words)


def is_label(text: str) -> bool:
    """Whether a text is a label that is known."""
    return label(text) in MEANINGS


def is_no_lesson(title: str) -> bool:
    """Whether a heading announces something other than lessons: a template, a legend, how to use the file."""
    name = label(title)
    words = name.split()
    return "yyyy-mm-dd" in name or name in _NOT_LESSONS or (bool(words) and words[-1] in ("template", "format", "schema", "legend"))


def is_placeholder(text: str) -> bool:
    """Whether a text only holds the place of one, such as `None yet.` or `<what happened>`."""
    bare = text.strip().strip("*_`[]() .").casefold()
    return not bare or bare in _PLACEHOLDERS or bare == "yyyy-mm-dd" or (text.strip()[:1] == "<" and text.strip()[-1:] == ">")


def is_order(text: str) -> bool:
    """Whether a sentence says what to do, rather than what goes wrong."""
    return text.strip("*_` ").casefold().split(" ", 1)[0].strip(",:") in _IMPERATIVES


class Head(NamedTuple):
    """What a heading or the start of a list item says: the words without the day and the id, which may be empty."""

    title: str
    day: str = ""
    id: str = ""
    is_marked: bool = False
    """Whether it bears a day, an id, a number or a bracket, as entries do."""


def read_head(text: str) -> Head:
    """Takes a day, a bracketed or leading id and a number off a title."""
    title, day, identity = iso_days(text.strip()), "", ""
    marked = False
    found = _DAY.search(title)
    if found and read_day(found[1]):
        day, marked = found[1], True
        cut = title[found.end() :]
        time = re.match(r"[T ]\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:?\d{2})?", cut)
        title = f"{title[: found.start()]}{cut[time.end() :] if time else cut}"
        title = title.replace("[]", " ").replace("()", " ").replace("****", " ")
    bracket = _BRACKETED.match(title.lstrip(_SEPARATORS))
    if bracket:
        marked = True
        if is_id(bracket[1].strip()) and any(char.isdigit() for char in bracket[1]):
            identity = bracket[1].strip()
            title = title.lstrip(_SEPARATORS)[bracket.end() :]
    else:
        lead = _LEADING_ID.match(f"{title} ")
        if lead and is_id(lead[1]):
            identity, marked = lead[1], True
            title = title[lead.end() :]
        else:
            number = _NUMBERED.match(title)
            if number:
                marked = True
                title = title[number.end() :]
    return Head(title.strip(_SEPARATORS), day, identity, marked)


def iso_days(text: str) -> str:
    """The text with days such as `10 June 2025` or `June 11, 2025` as YYYY-MM-DD."""

    def written(match: re.Match[str]) -> str:
        day, month, year = (match[1], match[2], match[3]) if match[1] else (match[5], match[4], match[6])
        found = f"{year}-{_MONTHS.index(month.lower()) + 1:02}-{int(day):02}"
        return found if read_day(found) else match[0]

    return _WORDED.sub(written, text)


def settling(text: str) -> str:
    """What a text says of how something was settled: without lines that hold a date, a commit or a number only."""
    lines = [line for line in text.split("\n") if line.strip() and not _is_bare(line.strip())]
    return "\n".join(_NOTES.sub("", line.strip(), count=1) for line in lines) if len(lines) < len(text.split("\n")) else text


def _is_bare(line: str) -> bool:
    """Whether a line holds nothing but days, commits and numbers."""
    said = _SETTLED.match(line)
    words = iso_days(line[said.end() :] if said else line).replace(",", " ").split()
    return all(_FACT.fullmatch(word.strip("`*_().;")) or not word.strip("`*_().;") for word in words[:50]) and len(words) <= 50


def topic(title: str) -> tuple[str, str]:
    """The tag that a bracket before a title names, such as `[API] …`, and the rest; no tag where there is none."""
    found = _BRACKETED.match(title)
    if found is None or title[found.end() : found.end() + 1] == "(" or len(found[1].split()) > 3 or len(found[1].strip()) < 2:
        return "", title
    tag = "" if is_id(found[1].strip()) and any(char.isdigit() for char in found[1]) else slug(found[1])
    return (tag, title[found.end() :].strip(_SEPARATORS)) if tag else ("", title)


def read_day(text: str) -> str:
    """The day that a text starts with, as YYYY-MM-DD; empty where there is none."""
    text = text.strip().strip("`*_")
    found = _DAY.match(text) or (_DAY.match(iso_days(text)) if _WORDED.match(text) else None)
    if not found:
        return ""
    try:
        date.fromisoformat(found[1])
    except ValueError:
        return ""
    return found[1]


def read_tags(text: str) -> tuple[tuple[str, ...], bool]:
    """The tags of a text with commas (or blanks, where each has its `#`), and whether any had to be changed to be one."""
    text = text.strip().strip("[]").replace("`", "")
    items = text.split() if text.startswith("#") and "," not in text else text.replace(";", ",").split(",")
    found: dict[str, None] = {}
    changed = False
    for item in items:
        word = item.strip().strip("*_\"'")
        if not word:
            continue
        try:
            found[tagging.strict(word)] = None
        except tagging.TagError:
            tag = slug(word)
            changed = True
            if tag:
                found[tag] = None
    return tuple(found), changed


def slug(text: str) -> str:
    """A tag of one or more segments made from a few words; empty where they are none, or too many."""
    parts = []
    for part in text.casefold().split("/"):
        words = "".join(char if char.isalnum() or char in "+." else " " for char in part).split()
        parts.append("-".join(words).strip("-.")[: tagging.MAX_SEGMENT].strip("-."))
    try:
        return tagging.strict("/".join(filter(None, parts)))
    except tagging.TagError:
        return ""

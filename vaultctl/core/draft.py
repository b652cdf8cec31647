"""A lesson that is being written: what was typed becomes a lesson, or everything that is wrong with it.

The values go the way that those of a file go (`core.lesson.interpret`), so a draft is judged by the same words as a lesson.
What could not be read is stood in for, so that the other rules can be asked as well and all findings come at once.
"""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from vaultctl.core import tags as tagging
from vaultctl.core.cleaning import clean, has_bad_bytes
from vaultctl.core.identity import mint
from vaultctl.core.lesson import Entry, Lesson, Malformed, interpret, one_line, trim_body
from vaultctl.core.problem import Problem
from vaultctl.core.record import Fault, Field, Record
from vaultctl.core.schema import KEY_BY_NAME, KEYS, VERIFIED

if TYPE_CHECKING:
    from collections.abc import Mapping

    Value = str | tuple[str, ...]

DEFAULT_TTL = "365"
BODY = "body"
_FREE_TEXT = ("issue", "mitigation", BODY)
_NAME = re.compile(r"\w[\w.-]*")
_STAND_INS: dict[str, Value] = {
    "id": "V-0", "category": VERIFIED, "tags": ("draft",), "issue": "draft", "mitigation": "draft", "first_seen": "2000-01-01",
    "source_agent": "draft", "ttl": "indefinite",
}  # fmt: skip
_HINTS = {
    "category": "write BLOCKED, WARNING or VERIFIED",
    "tags": "name at least one, such as pdf/font/unicode",
    "issue": "say in one paragraph what goes wrong",
    "mitigation": "say in one paragraph what to do instead",
    "source_agent": "say which agent speaks: --agent NAME, or the variable VAULTCTL_AGENT",
}


class Draft(NamedTuple):
    """What became of a draft.  `lesson` holds stand-ins for the keys in `broken`; `notes` say what was cleaned."""

    lesson: Lesson
    broken: frozenset[str] = frozenset()
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether the lesson can be made as it was meant."""
        return not self.broken and not self.problems


def problem(key: str, rule: str, message: str, hint: str = "") -> Problem:
    """A problem with a key of a draft, which has no place yet."""
    return Problem("", 1, 1, "error", rule, message, None, False, hint, key)


def read_draft(given: Mapping[str, Value], today: date, found: tuple[Problem, ...] = ()) -> Draft:
    """The lesson that these values make.

    `given` holds keys of the schema and `body`; `found` are problems with other keys, found before, whose keys count as broken.
    An `id` that is not given is minted.
    """
    problems = list(found)
    broken = {item.key for item in found if item.key in KEY_BY_NAME or item.key == BODY}
    values, notes = _cleaned(given, problems)
    if "first_seen" not in broken:
        values.setdefault("first_seen", today.isoformat())
    if "ttl" not in broken:
        values.setdefault("ttl", DEFAULT_TTL)
    broken |= {item.key for item in problems if item.key in KEY_BY_NAME}
    wants_id = "id" not in values
    values.setdefault("id", "V-0")
    entry = interpret(_record(_standing_in(values, broken)))
    for fault in entry.faults:
        key = _key_of(fault)
        if fault.severity == "error" and key not in broken:
            problems.append(problem(key, fault.rule, fault.message, _hint(key, fault)))
    broken |= {item.key for item in problems if item.key}
    if isinstance(entry, Malformed):
        entry = interpret(_record(_standing_in(values, broken)))
    assert isinstance(entry, Entry), entry
    reasons = _unportable(entry.lesson.tags) if "tags" not in broken else []
    if reasons:
        # Stood in for as well: with a tag that cannot be a folder nothing else could be asked.
        problems += [problem("tags", "unportable-tag", reason, tagging.HINT) for reason in reasons]
        broken.add("tags")
        entry = interpret(_record(_standing_in(values, broken)))
        assert isinstance(entry, Entry), entry
    lesson = entry.lesson._replace(body=trim_body(str(values.get(BODY, ""))) if BODY not in broken else "")
    if wants_id and not broken & {"category", "tags", "issue", "mitigation"}:
        lesson = lesson._replace(id=mint(lesson.category, lesson.tags, lesson.issue, lesson.mitigation))
    return Draft(lesson, frozenset(broken), tuple(problems), tuple(notes))


def _unportable(tags: tuple[str, ...]) -> list[str]:
    """What speaks against tags as names of folders, and against their number (the rule `unportable-tag`)."""
    if len(tags) > tagging.MAX_TAGS:
        return [f"{len(tags)} tags, of at most {tagging.MAX_TAGS}: name those that a task is most likely to ask for"]
    return [f"the tag {tag[:80]}: {reason}" for tag in tags if (reason := tagging.portability(tag))]


def _cleaned(given: Mapping[str, Value], problems: list[Problem]) -> tuple[dict[str, Value], list[str]]:
    """The values without what can never be right, and what was taken out; what must be decided becomes a problem."""
    values: dict[str, Value] = {}
    notes = []
    for key, value in given.items():
        if has_bad_bytes(value):
            problems.append(problem(key, "not-utf8", f"{key} holds bytes that are not UTF-8", "write it in UTF-8"))
            continue
        if key in _FREE_TEXT and isinstance(value, str):
            cleaned = clean(value)
            if cleaned.removed:
                notes.append(f"{key}: taken out: {', '.join(cleaned.removed)}")
            value = cleaned.text if key == BODY else one_line(cleaned.text)
        values[key] = value
    agent = values.get("source_agent")
    if isinstance(agent, str) and clean(one_line(agent)).text != agent.strip():
        problems.append(problem("source_agent", "bad-value", "source_agent holds characters that cannot be seen, or a line end",
                                "write a plain name"))
    name = values.get("name")
    if isinstance(name, str) and not _NAME.fullmatch(name):
        problems.append(problem("name", "bad-value", f"{name[:60]!r} is no name", "write a short slug: letters, digits, dashes"))
    if values.get("last_verified"):
        problems.append(problem("last_verified", "bad-value", "last_verified cannot be given",
                                "leave it out; only `vaultctl verify` sets it"))
    return values, notes


def _standing_in(values: Mapping[str, Value], broken: set[str]) -> dict[str, Value]:
    """The values with a stand-in for every broken key that must be there."""
    kept = {key: value for key, value in values.items() if key not in broken}
    return kept | {key: value for key, value in _STAND_INS.items() if key in broken}


def _record(values: Mapping[str, Value]) -> Record:
    """A record with one line a key, so that a fault's line tells its key."""
    fields = [Field(key.name, values[key.name], number) for number, key in enumerate(KEYS, 1) if key.name in values]
    return Record("", 0, len(KEYS), tuple(fields))


def _key_of(fault: Fault) -> str:
    if fault.line:
        return KEYS[fault.line - 1].name
    return fault.message.split(" ", 1)[0]  # a missing key, which has no line


def _hint(key: str, fault: Fault) -> str:
    return _HINTS.get(key, fault.hint) if fault.rule == "missing-key" else fault.hint

"""Drafts in JSON: one object with the keys of a lesson (DESIGN section 3) and `body`.

A list of tags may also be one text with commas, and ttl a number.  null counts as left out, but for ttl, where other documents
of ours mean `indefinite` by it.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from vaultctl.core.draft import BODY, problem
from vaultctl.core.schema import KEY_BY_NAME
from vaultctl.errors import UsageError

if TYPE_CHECKING:
    from typing import TypeAlias

    from vaultctl.core.draft import Value
    from vaultctl.core.problem import Problem

    Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | _Object | None"

MAX_CHARACTERS = 2_000_000
_KEYS = (*KEY_BY_NAME, BODY)


class _Object(list[tuple[str, "Json"]]):
    """The pairs of an object, so that a key which stands twice is seen."""


def parse_draft(text: str, place: str) -> tuple[dict[str, Value], tuple[Problem, ...]]:
    """The values of a draft, and what is wrong with their keys and types.  `place` names the text in messages.

    Raises UsageError where the text is no JSON object.
    """
    if len(text) > MAX_CHARACTERS:
        raise UsageError(f"{place} is longer than {MAX_CHARACTERS} characters", "a lesson is short; put logs elsewhere")
    try:
        found: Json = json.loads(text.removeprefix("\ufeff"), object_pairs_hook=_Object)
    except json.JSONDecodeError as error:
        raise UsageError(f"{place}:{error.lineno}:{error.colno}: not JSON: {error.msg}", _way_on()) from None
    except (RecursionError, ValueError):  # nested very deep, or a number of thousands of digits
        raise UsageError(f"{place}: not a JSON object that a lesson can be read from", _way_on()) from None
    if not isinstance(found, _Object):
        raise UsageError(f"{place}: one JSON object is needed", _way_on())
    values: dict[str, Value] = {}
    problems: list[Problem] = []
    seen: set[str] = set()
    for key, item in found:
        if key not in _KEYS:
            problems.append(problem("", "unknown-key", f"unknown key {key[:60]!r}", "the keys are " + ", ".join(_KEYS)))
        elif key in seen:
            problems.append(problem(key, "duplicate-key", f"{key} stands twice", "keep the right one and delete the other"))
        elif item is not None or key == "ttl":
            value = _value(key, item)
            if value is None:
                problems.append(problem(key, "bad-value", f"{key} must be {_wanted(key)}, not {_kind(item)}", _example(key)))
            else:
                values[key] = value
        seen.add(key)
    return values, tuple(problems)


def _value(key: str, item: Json) -> Value | None:
    """The value of a key; None where its type is wrong."""
    if isinstance(item, str):
        return item
    if key == "ttl" and isinstance(item, int) and not isinstance(item, bool) and abs(item) < 10**9:
        return str(item)
    if key == "tags" and isinstance(item, list) and not isinstance(item, _Object):
        texts = [text for text in item if isinstance(text, str)]
        return tuple(texts) if len(texts) == len(item) else None
    return None


def _wanted(key: str) -> str:
    return {"tags": "a list of texts", "ttl": "a number of days or a text"}.get(key, "a text")


def _example(key: str) -> str:
    return {"tags": '"tags": ["pdf/font/unicode"]', "ttl": '"ttl": 365, or "ttl": "indefinite"'}.get(key, f'"{key}": "…"')


def _kind(item: Json) -> str:
    if item is None:
        return "null"
    if isinstance(item, _Object):
        return "an object"
    if isinstance(item, bool):
        return "true or false"
    if isinstance(item, list):
        return "a list"
    return "a number"


def _way_on() -> str:
    return 'write an object such as {"category": "BLOCKED", "tags": ["pdf/font"], "issue": "…", "mitigation": "…"}'

"""The files of the failure log: one small JSON object a failure, under `strikes/<category>/<YYYY-MM>/<day>-<id>.json`.

The path says category, day and id, so that counting needs no reading and no two clones ever write one file; the object says the
rest.  What is read may be anybody's, since the log needs no review: texts are bounded and cleaned again.
"""

from __future__ import annotations

import base64
import json
import secrets
from typing import TypeAlias

from vaultctl.core.cleaning import clean
from vaultctl.core.lesson import is_id, one_line, parse_day
from vaultctl.core.strikes import Strike
from vaultctl.core.tags import TagError, normalise

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

FOLDER = "strikes"
SCHEMA = 1
MAX_AGENT = 100
MAX_TASK = 300
MAX_DETAILS = 3_000
MAX_SIGNATURE = 300
_SUFFIX = ".json"


def mint() -> str:
    """A new id: `F-` and ten lower-case base-32 characters (RFC 4648) at random, 50 bits."""
    return f"F-{base64.b32encode(secrets.token_bytes(7)).decode('ascii')[:10].lower()}"


def folder_of(category: str) -> str:
    """The folder below which the failures of a category (and of those below it) lie."""
    return f"{FOLDER}/{category}"


def path_of(strike: Strike) -> str:
    """Where a failure is written; with `/`."""
    day = strike.day.isoformat()
    return f"{folder_of(strike.category)}/{day[:7]}/{day}-{strike.id.lower()}{_SUFFIX}"


def render(strike: Strike) -> bytes:
    """The file of a failure; what is empty is left out."""
    found: dict[str, Json] = {
        "schema": SCHEMA, "id": strike.id, "category": strike.category, "day": strike.day.isoformat(),
        "signature": strike.signature, "agent": strike.agent, "task": strike.task, "regression": strike.regression,
        "details": strike.details,
    }  # fmt: skip
    kept = {key: value for key, value in found.items() if value != ""}
    return (json.dumps(kept, ensure_ascii=False, indent=2) + "\n").encode("utf-8", "replace")


def parse(path: str, content: bytes) -> Strike | str:
    """The failure in a file, or why there is none."""
    place = _place(path)
    if place is None:
        return "not the name of a failure's file"
    category, day, identity = place
    try:
        found = json.loads(content)
    except (ValueError, RecursionError):
        return "not JSON"
    if not isinstance(found, dict) or found.get("schema") != SCHEMA:
        return "no object of schema 1"
    texts = {key: found.get(key, "") for key in ("signature", "agent", "task", "details", "regression")}
    if not all(isinstance(value, str) for value in texts.values()) or not texts["signature"]:
        return "a key is missing or is no text"
    regression = texts["regression"] if is_id(texts["regression"]) else ""
    try:
        return Strike(identity, category, parse_day(day), line(texts["signature"], MAX_SIGNATURE), line(texts["agent"], MAX_AGENT),
                      line(texts["task"], MAX_TASK), prose(texts["details"]), regression[:MAX_AGENT])  # fmt: skip
    except ValueError as error:
        return str(error)


def _place(path: str) -> tuple[str, str, str] | None:
    """Category, day and id that a path says."""
    parts = path.split("/")
    name = parts[-1]
    if len(parts) < 4 or parts[0] != FOLDER or not name.endswith(_SUFFIX) or name[10:13] != "-f-" or parts[-2] != name[:7]:
        return None
    category = "/".join(parts[1:-2])
    try:
        if normalise(category) != category:
            return None
    except TagError:
        return None
    return category, name[:10], f"F-{name[13:-len(_SUFFIX)]}"


def line(text: str, limit: int) -> str:
    """A text on one line, without hidden characters, at most `limit` characters long."""
    text = text[: 8 * limit]
    if not (text.isascii() and text.isprintable()):
        text = clean(text).text
    text = one_line(text)
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def prose(text: str, limit: int = MAX_DETAILS) -> str:
    """A text of several lines, without hidden characters, at most `limit` characters long."""
    text = clean(text[: 2 * limit]).text.strip("\n")
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"

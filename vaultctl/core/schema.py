"""THE table of a lesson's keys: spelling in both layouts, what is required, in which order it is written.

Everything that reads, writes, checks or documents a key asks this table (DESIGN section 3).
"""

from __future__ import annotations

from vaultctl.core.values import NamedTuple as _NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, NamedTuple

    Category = Literal["BLOCKED", "WARNING", "VERIFIED"]
else:
    NamedTuple = _NamedTuple

BLOCKED: Category = "BLOCKED"
WARNING: Category = "WARNING"
VERIFIED: Category = "VERIFIED"
CATEGORIES: tuple[Category, ...] = (BLOCKED, WARNING, VERIFIED)
"""The categories, worst first: the order in which lessons are shown."""

SECTIONS: dict[Category, str] = {
    BLOCKED: "BLOCKED_PATTERNS",
    WARNING: "CONTEXTUAL_WARNINGS",
    VERIFIED: "VERIFIED_WORKFLOWS",
}
"""Category -> the heading under which its entries stand in the single-file layout."""

INDEFINITE = "indefinite"
MAX_TTL_DAYS = 36500


class Key(NamedTuple):
    """One key of a lesson.

    `name` is the key in front matter and JSON, `label` the bold key of the single-file layout (None: the
    value has no line of its own there), `about` one line of documentation.
    """

    name: str
    label: str | None
    required: bool
    about: str


KEYS: tuple[Key, ...] = (
    Key("id", "ID", True, "unique in the vault; minted from the content"),
    Key("category", None, True, "BLOCKED, WARNING or VERIFIED; in the single file the section it stands in"),
    Key("tags", "Tags", True, "at least one tag, a path of segments such as pdf/font/unicode"),
    Key("issue", "Issue", True, "one paragraph: what goes wrong (N/A only for VERIFIED)"),
    Key("mitigation", "Mitigation", True, "one paragraph: what to do instead"),
    Key("first_seen", "First Seen", True, "the day it was first seen, YYYY-MM-DD"),
    Key("source_agent", None, True, "the agent that recorded it; in the single file on the First Seen line"),
    Key("ttl", "TTL", True, "whole days from 1 to 36500, or indefinite"),
    Key("last_verified", "Last Verified", False, "the day it was last verified; only `vaultctl verify` sets it"),
    Key("superseded_by", "Superseded By", False, "the id of the lesson that replaces it"),
    Key("name", "Name", False, "a short slug, unique in the vault, for [[name]] links"),
)
KEY_BY_NAME: dict[str, Key] = {key.name: key for key in KEYS}
NAME_BY_LABEL: dict[str, str] = {key.label.casefold(): key.name for key in KEYS if key.label}
REQUIRED: tuple[str, ...] = tuple(key.name for key in KEYS if key.required)
ARCHIVE_KEYS: tuple[str, ...] = ("archived", "archived_reason")
"""Keys that only a record of the archive carries: the day it was moved there, and why."""

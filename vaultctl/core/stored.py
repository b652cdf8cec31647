"""A lesson on its way from one place to another: out of a backup, from the other layout, from a file that is imported."""

from __future__ import annotations

from vaultctl.core.values import NamedTuple as _NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, NamedTuple

    from vaultctl.core.lesson import Lesson

    Form = Literal["", "note", "block"]
else:
    NamedTuple = _NamedTuple

UNKNOWN_DAY = "on an unknown day"
"""What stands for the day of an archived lesson that does not say when it was moved."""


class Stored(NamedTuple):
    """A lesson with what a vault says about it besides.

    `archived` is the day (YYYY-MM-DD, or UNKNOWN_DAY) and the reason, None for a lesson that counts.  `text` is the lesson's text
    in the notes (`form` `note`) or the single-file layout (`block`), where that holds more than the lesson (a comment, an
    unknown key): a layout of that form keeps it.
    """

    lesson: Lesson
    archived: tuple[str, str] | None = None
    form: Form = ""
    text: str = ""

"""The types of `datetime`, without its half in Python, and how a moment is read.

Up to Python 3.11 `import datetime` first runs an implementation of its own, 2,500 lines long, and then takes the compiled types
from `_datetime`, which costs a check about a tenth of its time.  From 3.12 on it only takes them.  They are the same types.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import UTC, date, datetime, timedelta, timezone
else:
    try:
        from _datetime import UTC, date, datetime, timedelta, timezone
    except ImportError:  # an interpreter that has no compiled ones
        from datetime import UTC, date, datetime, timedelta, timezone

__all__ = ["UTC", "ahead", "date", "datetime", "read_moment", "timedelta", "timezone"]


def ahead(day: date, days: int) -> date:
    """The day so many days later; past the end of the calendar its last one, 9999-12-31."""
    try:
        return day + timedelta(days=days)
    except OverflowError:
        return date.max


def read_moment(text: str | None) -> datetime | None:
    """A moment written as ISO 8601 with its offset, in UTC; None where there is none, or none that can be reckoned with."""
    try:
        return datetime.fromisoformat(text).astimezone(UTC) if text else None
    except (ValueError, OverflowError):
        return None

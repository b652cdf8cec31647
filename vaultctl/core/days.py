"""The types of `datetime`, without its half in Python.

Up to Python 3.11 `import datetime` first runs an implementation of its own, 2,500 lines long, and then takes the compiled types
from `_datetime`, which costs a check about a tenth of its time.  From 3.12 on it only takes them.  They are the same types.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import UTC, date, datetime, timedelta
else:
    try:
        from _datetime import UTC, date, datetime, timedelta
    except ImportError:  # an interpreter that has no compiled ones
        from datetime import UTC, date, datetime, timedelta

__all__ = ["UTC", "date", "datetime", "timedelta"]

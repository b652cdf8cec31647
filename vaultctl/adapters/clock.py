"""The day it is, in UTC."""

from __future__ import annotations

import os
import time

from vaultctl.core.days import date
from vaultctl.errors import UsageError


def today(given: str | None) -> date:
    """The UTC day: the one given (YYYY-MM-DD), that of `VAULTCTL_TODAY`, or the system's.  Raises UsageError for no day."""
    from vaultctl.core.lesson import parse_day

    text = given if given is not None else os.environ.get("VAULTCTL_TODAY")
    if text is None:
        return date(*time.gmtime()[:3])
    try:
        return parse_day(text)
    except ValueError as error:
        raise UsageError(f"--today (VAULTCTL_TODAY): {error}") from None

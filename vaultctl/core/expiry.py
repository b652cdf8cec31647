"""When a lesson expires: the one function that `check`, `lint`, `index` and `archive` share.

A lesson expires when `today > max(first_seen, last_verified) + ttl`, in UTC days (DESIGN section 3).
"""

from __future__ import annotations

from vaultctl.core.days import ahead, date


def expires_on(first_seen: date, last_verified: date | None, ttl: int | None) -> date | None:
    """The last day on which the lesson still counts, or None when it never expires.

    `ttl` is in days; None means indefinite.  A day past the end of the calendar is its last one, 9999-12-31.
    """
    if ttl is None:
        return None
    start = first_seen if last_verified is None else max(first_seen, last_verified)
    return ahead(start, ttl)


def is_expired(expires: date | None, today: date) -> bool:
    """Whether a lesson with that last day has expired on `today`."""
    return expires is not None and today > expires

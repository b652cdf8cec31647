"""The dates of commits, as git's raw format has them; one that cannot be read is unknown.

Anybody can push a commit with any date.  Where git is asked to write such a date out, it prints the placeholder itself, a day of 1970
or nothing, or it stops with `Timestamp too large for this system` and lists nothing at all.  So it is asked for raw dates, which never
stop it, and they are read here.
"""

from __future__ import annotations

from vaultctl.core.days import UTC, datetime, timedelta, timezone

COMMITTER = "%ct %cd"
"""What to ask `git log --date=raw` for: the seconds twice, for the second time it writes 0 for those that it cannot reckon with."""
AUTHOR = "%at %ad"
_DIGITS = 12


def read(said: str) -> str | None:
    """The date that git said in the form of `COMMITTER` or `AUTHOR`, as ISO 8601 with its own offset; None where it is unknown.

    Known is what git-fsck lets pass, up to the year 9999.  An offset of a day or more is read as none.
    """
    seconds, _, raw = said.partition(" ")
    again, _, zone = raw.partition(" ")
    digits = zone[1:]
    if not _is_number(seconds, _DIGITS) or seconds != again or zone[:1] not in ("+", "-") or not _is_number(digits, 4) or len(digits) != 4:
        return None
    minutes = int(digits[:2]) * 60 + int(digits[2:])
    offset = timedelta(minutes=-minutes if zone[0] == "-" else minutes)
    try:
        return datetime.fromtimestamp(int(seconds), timezone(offset) if minutes < 1440 else UTC).isoformat()
    except (ValueError, OverflowError, OSError):
        return None


def read_ref(raw: str) -> str | None:
    """The same for what `git for-each-ref` says of a ref (`%(committerdate:raw)`)."""
    return read(f"{raw.partition(' ')[0]} {raw}")


def _is_number(text: str, most: int) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= most

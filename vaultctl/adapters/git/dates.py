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
_TOO_LATE = 2**63
"""Seconds that are more than the system can count."""


def read(said: str) -> str | None:
    """The date that git said in the form of `COMMITTER` or `AUTHOR`, as ISO 8601 with its own offset; None where it is unknown.

    Known is what git-fsck lets pass, up to the year 9999.  An offset of a day or more is read as none.
    """
    seconds, _, raw = said.partition(" ")
    if not _is_sound(raw) or seconds != raw.partition(" ")[0]:
        return None
    zone = raw[-5:]
    minutes = int(zone[1:3]) * 60 + int(zone[3:])
    offset = timedelta(minutes=-minutes if zone[0] == "-" else minutes)
    try:
        return datetime.fromtimestamp(int(seconds), timezone(offset) if minutes < 1440 else UTC).isoformat()
    except (ValueError, OverflowError, OSError):
        return None


def read_ref(raw: str) -> str | None:
    """The same for what `git for-each-ref` says of a ref (`%(committerdate:raw)`)."""
    return read(f"{raw.partition(' ')[0]} {raw}")


def unread_in(headers: bytes) -> tuple[str, ...]:
    """Whose dates git cannot read in the headers of a commit object, `author` or `committer`: those that git-fsck calls bad."""
    found: dict[bytes, str] = {}
    for line in headers.split(b"\n"):
        who, _, rest = line.partition(b" ")
        if who in (b"author", b"committer"):
            found.setdefault(who, rest.rpartition(b"> ")[2].decode("ascii", "replace"))
    return tuple(who.decode() for who in (b"author", b"committer") if not _is_sound(found.get(who, "")))


def _is_sound(raw: str) -> bool:
    """Whether it is `SECONDS ±HHMM` as git-fsck wants it (fsck.c, fsck_ident)."""
    seconds, _, zone = raw.partition(" ")
    if not (_is_number(seconds) and len(seconds) < 20 and int(seconds) < _TOO_LATE and (seconds == "0" or seconds[0] != "0")):
        return False
    return len(zone) == 5 and zone[0] in "+-" and _is_number(zone[1:])


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()

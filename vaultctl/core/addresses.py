"""Web addresses in a text of Markdown: where they stand, and which host they really lead to.

Sources: WHATWG URL (section 4.4: a backslash is a slash, tabs and line ends are dropped), CommonMark 0.31 (sections 2.4, 2.5, 4.7, 6.3
to 6.5), GitHub's autolink extension.
"""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

# From the slashes on; the scheme before them is looked at afterwards, so that the search can hop from one to the next.
_SLASHES = re.compile(r"//[^\s<>\"'`|{}]{1,2000}")
_OTHERS = re.compile(r"(?<![\w.@/-])www\.(?=[\w-]+\.)[^\s<>\"'`|{}]{1,2000}|(?<![\w+.-])[a-z][a-z0-9+.-]{1,20}:(?:\\[\\/]"
r"|/\\|[^\s/\\]{0,2}\\/)[^\s<>\"'`|{}]{1,2000}",
                     re.IGNORECASE)  # fmt: skip
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]{1,20}:[^\s/\w]{0,2}$", re.IGNORECASE)
_SCHEMES = ("http", "https", "ftp", "ws", "wss", "ftps", "git", "ssh", "svn", "ldap", "gopher", "smb", "sftp", "rsync", "//", "www")
_ESCAPED = re.compile(r"\\(?=[!-/:-@\[-`{-~])|&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,24});")


class Address(NamedTuple):
    """An address.  `host` is in small letters without port; `pretends` names the host that stands before an `@`."""

    at: int
    text: str
    host: str
    pretends: str = ""


def unescaped(text: str) -> str:
    """A destination of Markdown with its escapes and references read."""
    return _ESCAPED.sub(lambda match: "" if match[0] == "\\" else html.unescape(match[0]), text)


def parse(text: str) -> tuple[str, str] | None:
    """(host, the user part) of an address; None where it leads to no host."""
    # `\\` in Markdown is one backslash, which a browser takes for a slash; some applications do not read Markdown's escapes.
    plain = unescaped(text).replace("\\", "/").strip()
    if "//" not in plain:
        plain = text.replace("\\", "/").strip()
    match = re.match(r"(?:([A-Za-z][A-Za-z0-9+.-]*):)?/{2,}([^/?#\s]*)|(www\.[^/?#\s]+)", plain)
    if match is None:
        return None
    if match[1] and match[1].casefold() not in _SCHEMES:
        return None
    authority = match[2] or match[3] or ""
    user, _, host = authority.rpartition("@")
    host = host.rstrip(".,;:!)]*_").casefold()
    host = host.partition("]")[0] + "]" if host.startswith("[") else host.partition(":")[0]
    return (host, user) if host else None


def find(text: str) -> list[Address]:
    """The addresses of a text, in order.  `text` is Markdown with its code blanked out."""
    found = []
    for index, piece in _pieces(text):
        parsed = parse(piece)
        if parsed is not None and ("." in parsed[0] or ":" in parsed[0] or parsed[0].isdigit()):
            pretends = parsed[1].rpartition(":")[0] or parsed[1]
            found.append(Address(index, piece, parsed[0], pretends if "." in pretends else ""))
    return found


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    if "//" in text:
        for match in _SLASHES.finditer(text):
            start = match.start()
            scheme = _SCHEME.search(text, max(0, start - 26), start)
            if scheme is not None:
                at = scheme.start()
                yield at, text[at : match.end()]
            elif start == 0 or not (text[start - 1].isalnum() or text[start - 1] in "/:._"):
                yield start, match[0]
    if "www." in text.lower() or "\\" in text:
        for match in _OTHERS.finditer(text):
            yield match.start(), match[0]


def is_listed(host: str, hosts: tuple[str, ...]) -> bool:
    """Whether a host is one of the config's: `example.org` is that host alone, `*.example.org` everything below it."""
    from fnmatch import fnmatchcase

    return any(fnmatchcase(host, listed.casefold()) for listed in hosts)

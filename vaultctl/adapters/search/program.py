"""Which ripgrep to use: `VAULTCTL_RG`, the interpreter's scripts folder, then PATH; 13.0 or newer.

A program of that name is asked once who it is; the answer is kept in the user's cache under its path, size and time, so
that no check pays for asking.
"""

from __future__ import annotations

import os
import sys

from vaultctl.adapters import spawn
from vaultctl.core.values import NamedTuple as _NamedTuple
from vaultctl.errors import SearchError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import NamedTuple
else:
    NamedTuple = _NamedTuple

OLDEST = (13, 0)
_PCRE2 = " with PCRE2 for all bytes"
OLDEST_PCRE2 = (10, 34)
"""The first that can search text which is not UTF-8 (its ChangeLog, PCRE2_MATCH_INVALID_UTF)."""
WAY_ON = "install ripgrep 13.0 or newer, or name one in VAULTCTL_RG"
_NAME = "rg.exe" if sys.platform == "win32" else "rg"


class Program(NamedTuple):
    """A ripgrep that can be used.  `version` is as it says itself, such as `15.1.0`; `pcre2`: whether it can look ahead, in any bytes."""

    path: str
    version: str
    pcre2: bool


class Lookup(NamedTuple):
    """The program, or None with the reason why there is none."""

    program: Program | None
    reason: str


def find() -> Lookup:
    """The ripgrep to use.  Looks at every candidate in turn; the reason names those that were refused."""
    reasons: list[str] = []
    for path in _candidates():
        identity = _identity(path)
        version = _version(identity)
        if version is None:
            reasons.append(f"{path} is not ripgrep")
        elif version < OLDEST:
            reasons.append(f"{path} is ripgrep {'.'.join(map(str, version))}, older than {'.'.join(map(str, OLDEST))}")
        else:
            return Lookup(Program(path, identity.split()[1], identity.endswith(_PCRE2)), "")
    return Lookup(None, "; ".join(reasons) or "no ripgrep found")


def _candidates() -> Iterator[str]:
    named = os.environ.get("VAULTCTL_RG")
    if named:
        yield os.path.abspath(named)
        return
    seen: set[str] = set()
    beside = [os.path.dirname(sys.executable), os.path.dirname(os.path.abspath(sys.argv[0])) if sys.argv[:1] else ""]
    # Only absolute folders of PATH: a relative one would run a program out of the repository that is being checked.
    for folder in beside + os.environ.get("PATH", os.defpath).split(os.pathsep):
        if not os.path.isabs(folder):
            continue
        path = os.path.join(folder, _NAME)
        if path not in seen and os.access(path, os.X_OK) and os.path.isfile(path):
            seen.add(path)
            yield path


def _version(identity: str) -> tuple[int, ...] | None:
    words = identity.split()
    return (_dotted(words[1:2]) or None) if words[:1] == ["ripgrep"] else None


def _dotted(words: list[str]) -> tuple[int, ...]:
    """The first two numbers of a version such as `15.1.0`; empty where it is none."""
    parts = words[0].split(".")[:2] if words else []
    return tuple(map(int, parts)) if len(parts) == 2 and all(part.isdigit() and len(part) < 6 for part in parts) else ()


def cache_folder() -> str:
    """The folder for what is only worth keeping for speed; it may not exist."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.path.expanduser("~\\AppData\\Local")
    elif sys.platform == "darwin":
        base = os.path.expanduser("~/Library/Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.path.join(base, "vaultctl")


def cache_trouble() -> str:
    """Why nothing can be kept in the cache folder; empty where it can be."""
    folder = cache_folder()
    while not os.path.lexists(folder):  # it is made when it is first used
        folder = os.path.dirname(folder)
    if not os.path.isdir(folder):
        return f"{folder} is not a folder"
    return "" if os.access(folder, os.W_OK | os.X_OK) else f"{folder} cannot be written"


def _identity(path: str) -> str:
    """The first line of `rg --version`, and whether it has PCRE2; from the cache when the program is the same file.

    Empty when it cannot be run.
    """
    try:
        stat = os.stat(path)
    except OSError:
        return ""
    key = f"{path}\t{stat.st_size}\t{stat.st_mtime_ns}"
    cache = os.path.join(cache_folder(), "ripgrep")
    try:
        with open(cache, encoding="utf-8", errors="surrogateescape") as file:
            for line in file:
                known, _, identity = line.rstrip("\n").rpartition("\t")
                if known == key:
                    return identity
    except OSError:
        pass  # no cache yet
    try:
        finished = spawn.start([path, "--no-config", "--version"])()
    except SearchError:
        return ""
    identity = finished.stdout.split(b"\n")[0].decode("utf-8", "replace").replace("\t", " ").strip()
    if finished.code == 0 and _version(identity):
        library = spawn.start([path, "--no-config", "--pcre2-version"])()
        words = library.stdout.decode("utf-8", "replace").split()
        if library.code == 0 and words[:1] == ["PCRE2"] and _dotted(words[1:2]) >= OLDEST_PCRE2:
            identity += _PCRE2
        _remember(cache, f"{key}\t{identity}\n")
    return identity


def _remember(cache: str, line: str) -> None:
    """Keep one line; a cache that cannot be written costs time, nothing else."""
    from vaultctl.adapters import kept  # only here: it is asked once

    try:
        kept.put(cache, line.encode("utf-8", "surrogateescape"))
    except OSError:
        return

"""What git's own words mean, and the way on for each: the translation of stderr to `GitError`."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path

from vaultctl.adapters import disk
from vaultctl.core.redaction import redact as redact
from vaultctl.errors import GitError

_LOCK = re.compile(r"Unable to create '(?P<path>[^\n]*?\.lock)': File exists")
_OWNER = re.compile(
    r"detected dubious ownership in repository at '(?P<path>[^\n]*)'|unsafe repository \('(?P<old>[^\n]*?)' is owned"
)
_IDENTITY = re.compile(
    r"Please tell me who you are|empty ident name|Author identity unknown|Committer identity unknown|unable to auto-detect email"
    r"|no email was given|no name was given|auto-detection is disabled"
)
_SIGNING = re.compile(
    r"gpg failed to sign|failed to sign the data|user\.signing[kK]ey|cannot run gpg|ssh-keygen|Couldn't load public key"
    r"|signing failed|No secret key|Load key |failed to write commit object"
)
_HOOK = re.compile(r"aborted by (?:the )?hook|hook declined|hook (?:failed|exited)|cannot run \S*hooks?/")
_PROMISOR = re.compile(r"lazy fetching disabled|promisor remote|transport '[^']*' not allowed")
_SHALLOW = re.compile(r"shallow")

PARTIAL = "this is a partial clone, which gets files from its remote as they are needed"
PARTIAL_HINT = "run it without --no-push, or get all of them first: git fetch --refetch --no-filter"
SIGNING_HINT = (
    "signing is on (commit.gpgsign) but did not work: see `git config user.signingkey` and `git config gpg.format`, "
    "or turn it off for this repository with `git config commit.gpgsign false`"
)
LOCK_HINT = "try again; if no git is running in this repository any more, the file can be removed by hand"
IDENTITY_HINT = 'say who you are: git config user.name "Your Name" && git config user.email you@example.org'


def lock_file(err: str) -> str | None:
    """The lock file that git met, or None."""
    found = _LOCK.search(err)
    return found["path"] if found else None


def locked(err: str) -> str:
    """The lock file that git met, with its age; empty where there is none."""
    path = lock_file(err)
    return f"{path} {_age(path)}; another git is at work, or one was stopped half-way" if path is not None else ""


def explain(verb: str, code: int, err: str) -> GitError:
    """The error for a git command that failed: git's own reason, and the way on where one is known."""
    reason = reason_of(err) or f"it ended with exit code {code} and said nothing"
    lock = locked(err)
    if lock:
        return GitError(f"git {verb}: {lock}", LOCK_HINT)
    if _PROMISOR.search(err):
        return GitError(f"git {verb}: {PARTIAL}: {reason}", PARTIAL_HINT)
    return GitError(f"git {verb}: {reason}", hint_of(err))


def reason_of(err: str) -> str:
    """Git's own reason: what it marked as fatal or error, else all it said, without advice."""
    lines = [line.rstrip() for line in err.splitlines()]
    lines = [line for line in lines if line.strip() and not line.startswith(("hint:", "warning:"))]
    marked: list[str] = []
    listed = False
    for line in lines:
        if line.startswith(("fatal: ", "error: ")):
            marked.append(re.sub(r"^(?:fatal|error): ", "", line))
            listed = line.endswith(":")
        elif listed and line.startswith("\t"):  # the names of files that it is about, one a line
            marked[-1] += ("" if marked[-1].endswith(":") else ",") + f" {line.strip()}"
        else:
            listed = False
    return "; ".join(dict.fromkeys(marked)) if marked and not _HOOK.search(err) else "\n".join(lines[-12:])


def hint_of(err: str) -> str:
    """The way on, where git's words are among those known here; else nothing."""
    if disk.WORDS.search(err):  # first: what else git says then is what came of it
        return disk.WAY_ON
    owner = _OWNER.search(err)
    if owner:
        place = owner["path"] or owner["old"]
        return f"if you trust that repository: git config --global --add safe.directory {_quoted(place)}"
    if _IDENTITY.search(err):
        return IDENTITY_HINT
    if _SIGNING.search(err):
        return SIGNING_HINT
    if _HOOK.search(err):
        return "a hook of this repository said no; `git rev-parse --git-path hooks` names their folder"
    if _SHALLOW.search(err):
        return "this clone is shallow: git fetch --unshallow"
    return ""


def _age(path: str) -> str:
    try:
        seconds = max(0, round(time.time() - os.stat(path).st_mtime))  # noqa: PTH116 # the path is git's, as it wrote it
    except OSError:
        return "was there until just now"
    unit = f"{seconds} s" if seconds < 120 else f"{seconds // 60} min" if seconds < 7200 else f"{seconds // 3600} h"
    return f"is there since {unit}"


def _quoted(path: str) -> str:
    import shlex

    return shlex.quote(Path(path).as_posix())

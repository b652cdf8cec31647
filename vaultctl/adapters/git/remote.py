"""Talks to remotes: fetch, push and ls-remote, with what the other side said as values.

Only the refs that are named are fetched or pushed, whatever the configuration adds by itself.  A remote is named by its
name, or by an address without credentials: nothing secret may stand on a command line.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from vaultctl.adapters.git import failures
from vaultctl.adapters.git.process import NETWORK_TIMEOUT, Done, TimedOut
from vaultctl.adapters.git.repository import Repository
from vaultctl.core.redaction import redact
from vaultctl.errors import GitError

State = Literal["ok", "rejected", "refused", "absent", "unreachable"]
"""`rejected`: the ref there is not what we thought (no fast-forward, a lease that is stale, a race): fetch and look again.
`refused`: the server or a hook said no.  `absent`: there is no such ref (fetch).  `unreachable`: no answer; `cause` says why."""
Cause = Literal["", "network", "auth", "permission", "missing", "timeout", "hook"]

ATTEMPTS = 3
PAUSE = 0.3


@dataclass(frozen=True, slots=True)
class Answer:
    """How a talk with a remote ended.  `reason` is for people: git's and the server's words, without credentials."""

    state: State
    reason: str = ""
    cause: Cause = ""

    @property
    def ok(self) -> bool:
        """Whether it did what was asked."""
        return self.state == "ok"


@dataclass(frozen=True, slots=True)
class Update:
    """One ref to push: `source` is a commit id (None: delete the ref), `ref` the full name there.

    `expected` is the lease: what the ref must hold there, `""` for "must not exist yet".  None: only a fast-forward.
    """

    source: str | None
    ref: str
    expected: str | None = None


@dataclass(frozen=True, slots=True)
class Pushed:
    """What became of a push: the answer for each ref, and the worst of them as the whole's."""

    answer: Answer
    refs: Mapping[str, Answer]
    messages: str = ""
    """What the server wrote (lines that git shows as `remote:`), such as the address for a pull request."""


@dataclass(frozen=True, slots=True)
class Listing:
    """The refs of a remote, name -> id; `head` is the ref that its HEAD points to, where it says so."""

    answer: Answer
    refs: Mapping[str, str]
    head: str | None = None


def fetch(
    repo: Repository, remote: str, refspecs: Sequence[str], *, prune: bool = False, timeout: float = NETWORK_TIMEOUT
) -> Answer:
    """Fetches exactly these refspecs (`+refs/heads/main:refs/remotes/origin/main`); FETCH_HEAD and tags stay as they are."""
    args = ("fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules", "--no-auto-maintenance",
            "--prune" if prune else "--no-prune", "--", _named(remote), *refspecs)  # fmt: skip
    return _repeat(lambda: _fetched(_talk(repo, args, timeout)))


def push(
    repo: Repository, remote: str, updates: Sequence[Update], *, options: Sequence[str] = (), timeout: float = NETWORK_TIMEOUT
) -> Pushed:
    """Pushes exactly these refs.  `options` are push options, as GitLab takes them; a server without them refuses the push.

    Repeating a push is safe: a ref that holds the commit already counts as done.
    """
    leases = [f"--force-with-lease={update.ref}:{update.expected}" for update in updates if update.expected is not None]
    args = ("-c", f"remote.{remote}.mirror=false", "push", "--porcelain", "--no-follow-tags", "--recurse-submodules=no", *leases,
            *(f"--push-option={option}" for option in options),
            "--", _named(remote), *(f"{update.source or ''}:{update.ref}" for update in updates))  # fmt: skip
    pushed = Pushed(Answer("ok"), {})

    def once() -> Answer:
        nonlocal pushed
        pushed = _pushed(_talk(repo, args, timeout))
        return pushed.answer

    _repeat(once)
    return pushed


def ls_remote(repo: Repository, remote: str, patterns: Sequence[str] = (), *, timeout: float = NETWORK_TIMEOUT) -> Listing:
    """The refs of a remote that match (all, when none are named), and where its HEAD points."""
    listing = Listing(Answer("ok"), {})

    def once() -> Answer:
        nonlocal listing
        done = _talk(repo, ("ls-remote", "--symref", "--", _named(remote), *patterns), timeout)
        listing = _listed(done) if isinstance(done, Done) and done.code == 0 else Listing(_unreachable(done), {})
        return listing.answer

    _repeat(once)
    return listing


def default_branch(repo: Repository, remote: str, *, timeout: float = NETWORK_TIMEOUT) -> str | None:
    """The remote's default branch: as this clone knows it, else as the remote says; None when neither does."""
    known = repo.default_branch(remote)
    if known is not None:
        return known
    head = ls_remote(repo, remote, ["HEAD"], timeout=timeout).head
    return head.removeprefix("refs/heads/") if head else None


def _named(remote: str) -> str:
    if redact(remote) != remote:
        raise GitError(f"{redact(remote)}: an address with credentials may not stand on a command line",
                       "name a remote, and keep its token in a credential helper")
    return remote


def _talk(repo: Repository, args: Sequence[str], timeout: float) -> Done | TimedOut:
    try:
        return repo.git(*args, timeout=timeout, allowed=None)
    except TimedOut as error:
        return error


def _repeat(once: Callable[[], Answer]) -> Answer:
    """Tries again, a few times and with growing pauses, what may pass by itself: the network, and locks of other processes."""
    pause = PAUSE
    for _ in range(ATTEMPTS - 1):
        answer = once()
        if answer.cause != "network" and answer.state != "rejected" or answer.state == "rejected" and not _is_race(answer):
            return answer
        time.sleep(pause * (1 + random.random()))
        pause *= 2
    return once()


def _is_race(answer: Answer) -> bool:
    return "cannot lock ref" in answer.reason or "Unable to create" in answer.reason


def _fetched(done: Done | TimedOut) -> Answer:
    if isinstance(done, Done):
        if done.code == 0:
            return Answer("ok")
        if "couldn't find remote ref" in done.err:
            return Answer("absent", failures.reason_of(done.err))
        if _LOCKS.search(done.err) or "[rejected]" in done.err:
            return Answer("rejected", failures.reason_of(done.err))
    return _unreachable(done)


def _listed(done: Done) -> Listing:
    refs, head = {}, None
    for line in done.text.split("\n"):
        what, _, name = line.partition("\t")
        if what.startswith("ref: "):
            head = what.removeprefix("ref: ") if name == "HEAD" else head
        elif name:
            refs[name] = what
    return Listing(Answer("ok"), refs, head)


def _pushed(done: Done | TimedOut) -> Pushed:
    if isinstance(done, TimedOut):
        return Pushed(_unreachable(done), {})
    said = "\n".join(line.removeprefix("remote:").strip() for line in done.err.splitlines() if line.startswith("remote:")).strip()
    refs = dict(_pushed_refs(done.text, said))
    bad = [answer for answer in refs.values() if not answer.ok]
    if done.code == 0 and not bad:
        return Pushed(Answer("ok"), refs, said)
    if bad:
        return Pushed(next((answer for answer in bad if answer.state == "refused"), bad[0]), refs, said)
    return Pushed(_unreachable(done), refs, said)


def _pushed_refs(text: str, said: str) -> list[tuple[str, Answer]]:
    # `<flag> TAB <from>:<to> TAB <summary> (<reason>)` (git-push, "OUTPUT", --porcelain); other lines frame the list.
    found = []
    for line in text.split("\n"):
        flag, _, rest = line.partition("\t")
        pair, tab, summary = rest.partition("\t")
        if not tab or len(flag) != 1:
            continue
        ref = pair.rpartition(":")[2]
        if flag != "!":
            found.append((ref, Answer("ok")))
            continue
        raced = summary.startswith("[rejected]") or _RACES.search(summary)
        reason = redact(summary) if raced else "\n".join(filter(None, (redact(summary), said)))
        found.append((ref, Answer("rejected" if raced else "refused", reason, "" if raced else "hook" if "hook" in summary else "")))
    return found


_LOCKS = re.compile(r"cannot lock ref|Unable to create '[^\n]*\.lock'|unable to update local ref")
_RACES = re.compile(r"cannot lock ref|failed to update ref|reference already exists|incorrect old value|fetch first|stale info")
_CAUSES: tuple[tuple[Cause, re.Pattern[str]], ...] = (
    ("permission", re.compile(r"error: 403|HTTP 403|[Pp]ermission to \S+ denied|not allowed to push|access denied|write access")),
    ("auth", re.compile(
        r"Authentication failed|could not read (?:Username|Password)|terminal prompts disabled|Permission denied \(|error: 401|HTTP 401"
        r"|Host key verification failed|invalid credentials")),
    ("missing", re.compile(
        r"[Rr]epository (?:'[^\n]*' )?not found|does not appear to be a git repository|error: 404|HTTP 404|no such remote|No such file")),
)  # fmt: skip
_WAYS: dict[Cause, str] = {
    "auth": "git could not log in: see your credential helper, token or ssh key",
    "permission": "this login may not write there",
}


def _unreachable(done: Done | TimedOut) -> Answer:
    """The answer for a command that brought none.  A push that only its own hook stopped is `refused`."""
    if isinstance(done, TimedOut):
        return Answer("unreachable", done.message, "timeout")
    reason = failures.reason_of(done.err) or f"git ended with exit code {done.code} and said nothing"
    if done.code == 1 and "failed to push some refs" in done.err and "fatal:" not in done.err:
        said = "\n".join(line for line in done.err.splitlines() if "failed to push some refs" not in line).strip()
        return Answer("refused", said or "the pre-push hook of this repository failed", "hook")
    cause = next((cause for cause, words in _CAUSES if words.search(done.err)), "network")
    way = _WAYS.get(cause)
    return Answer("unreachable", f"{reason} ({way})" if way else reason, cause)

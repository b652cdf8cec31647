"""Talks to remotes: fetch, push and ls-remote, with what the other side said as values.

Only the refs that are named are fetched or pushed, whatever the configuration adds by itself.  A remote is named by its
name, or by an address without credentials: nothing secret may stand on a command line.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from vaultctl.adapters.git import answers
from vaultctl.adapters.git.answers import Answer, Listing, Pushed
from vaultctl.adapters.git.process import NETWORK_TIMEOUT, Done, TimedOut
from vaultctl.adapters.git.repository import Repository
from vaultctl.core.redaction import holds_credentials, redact
from vaultctl.errors import GitError

ATTEMPTS = 3
PAUSE = 0.3


@dataclass(frozen=True, slots=True)
class Update:
    """One ref to push: `source` is a commit id (None: delete the ref), `ref` the full name there.

    `expected` is the lease: what the ref must hold there, `""` for "must not exist yet".  None: only a fast-forward.
    """

    source: str | None
    ref: str
    expected: str | None = None


def fetch(
    repo: Repository, remote: str, refspecs: Sequence[str], *, prune: bool = False, timeout: float = NETWORK_TIMEOUT,
) -> Answer:
    """Fetches exactly these refspecs (`+refs/heads/main:refs/remotes/origin/main`); FETCH_HEAD and tags stay as they are."""
    told = ("--progress" if repo.watch else "--quiet", "--prune" if prune else "--no-prune")
    only = ("--no-tags", "--no-write-fetch-head", "--no-recurse-submodules", "--no-auto-maintenance")
    args = ("fetch", *told, *only, "--", _named(remote), *refspecs)
    return _repeat(lambda: answers.fetched(_talk(repo, args, timeout)))


def push(
    repo: Repository, remote: str, updates: Sequence[Update], *, options: Sequence[str] = (), timeout: float = NETWORK_TIMEOUT,
) -> Pushed:
    """Pushes exactly these refs.  `options` are push options, as GitLab takes them; a server without them refuses the push.

    Repeating a push is safe: a ref that holds the commit already counts as done.
    """
    leases = [f"--force-with-lease={update.ref}:{update.expected}" for update in updates if update.expected is not None]
    plain = () if set(remote) & set("/:=") else ("-c", f"remote.{remote}.mirror=false")
    told = ("--porcelain", *(["--progress"] if repo.watch else []), *leases, *(f"--push-option={option}" for option in options))
    refspecs = [f"{update.source or ''}:{update.ref}" for update in updates]
    args = (*plain, "push", *told, "--no-follow-tags", "--recurse-submodules=no", "--", _named(remote), *refspecs)
    pushed = Pushed(Answer("ok"), {})
    cut = False

    def once() -> Answer:
        nonlocal pushed, cut
        pushed = answers.pushed(_talk(repo, args, timeout))
        # An earlier try of ours without an answer may be what put it there.
        pushed = replace(pushed, was_there=pushed.was_there and not cut)
        cut = cut or pushed.answer.state == "unreachable"
        return pushed.answer

    _repeat(once)
    return pushed


def ls_remote(repo: Repository, remote: str, patterns: Sequence[str] = (), *, timeout: float = NETWORK_TIMEOUT) -> Listing:
    """The refs of a remote that match (all, when none are named), and where its HEAD points."""
    listing = Listing(Answer("ok"), {})

    def once() -> Answer:
        nonlocal listing
        done = _talk(repo, ("ls-remote", "--symref", "--", _named(remote), *patterns), timeout)
        listing = answers.listed(done)
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
    if holds_credentials(remote):
        raise GitError(f"{redact(remote)}: an address with credentials may not stand on a command line",
                       "name a remote, and keep its token in a credential helper")
    return remote


def _talk(repo: Repository, args: Sequence[str], timeout: float) -> Done | TimedOut:
    try:
        return repo.git(*args, timeout=timeout, allowed=None, watched=True)
    except TimedOut as error:
        return error


def _repeat(once: Callable[[], Answer]) -> Answer:
    """Tries again, a few times and with growing pauses, what may pass by itself: the network, and locks of other processes."""
    pause = PAUSE
    for _ in range(ATTEMPTS - 1):
        answer = once()
        if not answer.may_pass:
            return answer
        time.sleep(pause * (1 + random.random()))
        pause *= 2
    return once()

"""`queue run`: the merge queue for remotes that do not merge by themselves.

What is merged becomes one commit on the base: the proposal's own, where the base did not move since, else a new one that has the
base as its only parent and keeps message and author.  So the base stays a straight line on which each commit is one proposal,
and each recorded lesson changes one path; a merge commit would add commits of no path, or of all of them.  That a branch is
merged is told by content, as after a squash on a forge (DESIGN section 6).
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from vaultctl.errors import GitError, Refused, VaultctlError
from vaultctl.usecases.propose import TURNED_DOWN, Base, PushEnd
from vaultctl.usecases.queue import (
    UNSENT,
    Branch,
    Gate,
    Listed,
    QueueStore,
    Result,
    in_the_way,
    left_behind,
    prune,
    rule,
    titled,
    weigh,
)

ATTEMPTS = 25
"""How often one proposal is tried while others move the base.  Each time that it loses, another one was merged."""
PUSHES = 3
"""How often a push is tried that brought no answer, each of them with its own repeats."""
REFUSALS = 3
"""After so many refused pushes in a row the remote means all of them."""


def run(
    store: QueueStore,
    gate: Gate,
    named: str | None,
    *,
    network: bool = True,
    dry_run: bool = False,
    sleep: Callable[[float], None] = time.sleep,
) -> Result:
    """Merge what can be merged, oldest first, each against the base as it then is; safe while others do the same.

    A dry run judges each against what the base would be by then, and moves nothing.

    Without a remote, or with `network` False, it works on the local branch of the base alone.  Raises GitError where the remote
    cannot be asked, Refused where there is no base to merge into.
    """
    base = store.base(named, network=network)
    remote = network and base.remote is not None
    if remote:
        problem = base.problem or store.fetch_proposals(base)
        if problem:
            raise GitError(f"{base.remote} could not be asked: {problem}", "nothing was merged; run it again later")
        pushed = store.pushed_base(base)
        if pushed is None:
            way = f"push one: git push {base.remote} {base.branch}"
            raise Refused(f"{base.remote} has no branch {base.branch} to merge into", way)
        base = known = pushed
    else:
        base, known = store.local_base(base), base
    queue = _Run(store, gate, base, sleep, dry_run=dry_run)
    branches = store.proposals(known)
    listed = [queue.wait(branch) if remote and branch.remote is None else queue.take(branch) for branch in branches]
    if dry_run:
        return Result(base, tuple(item for item in listed if item.state != "merged"), queue.merged, dry_run=True)
    notes = _tidy(store, [item.branch for item in listed if item.state == "merged"], remote=remote)
    if remote:
        notes += _follow(store, queue.base)
    return Result(queue.base, tuple(listed), queue.merged, notes=tuple(notes), problem=queue.problem)


class _Run:
    """One run: the base as it is now, and what stops the rest."""

    def __init__(self, store: QueueStore, gate: Gate, base: Base, sleep: Callable[[float], None], *, dry_run: bool) -> None:
        self.store = store
        self.gate = gate
        self.base = base
        self.since = base.commit or ""
        self.sleep = sleep
        self.dry_run = dry_run
        self.way = ""
        self.merged = 0
        self.refused = 0
        self.stopped = False
        self.problem: VaultctlError | None = None

    def wait(self, branch: Branch) -> Listed:
        """What is not there: it is merged already, by another clone, or waits to be sent."""
        if self.base.commit is not None and weigh(self.store, self.base.commit, branch, self.since).state == "merged":
            return Listed(branch, "merged")
        return titled(self.store, Listed(branch, "waiting", TURNED_DOWN if self.store.was_sent(branch) else UNSENT))

    def take(self, branch: Branch) -> Listed:
        """Merge one proposal, starting again each time that the base moved meanwhile."""
        if self.stopped:
            return Listed(branch, "open", "not tried: " + (self.problem.message if self.problem else ""))
        unanswered = 0
        for attempt in range(ATTEMPTS):
            assert self.base.commit is not None
            applied = weigh(self.store, self.base.commit, branch, self.since)
            if applied.state == "merged":
                return Listed(branch, "merged")
            if applied.state == "conflict":
                return titled(self.store, Listed(branch, "conflict", applied.reason))
            listed = rule(self.base, branch, self.gate(self.base.commit, applied.tree, branch))
            if listed.state != "open":
                return titled(self.store, listed)
            commit = self.store.settle(self.base.commit, branch.commit, applied.tree)
            if self.dry_run:
                self.base = replace(self.base, commit=commit)
                self.merged += 1
                return titled(self.store, replace(listed, merges=True))
            end = self._advance(commit)
            if end.state == "unreachable":
                unanswered += 1
            if end.state in ("rejected", "unreachable") and unanswered < PUSHES:
                # Both sides back off by chance, so that neither starves; a push without an answer may have been carried out.
                self.sleep(random.uniform(0.02, 0.1 * min(attempt + 1, 10)))
                self._look_again()
                if not self.store.contains(self.base.commit or "", commit):
                    continue
                end = PushEnd("ok", was_there=end.state == "rejected")
            if end.state == "ok":
                self.base = replace(self.base, commit=commit) if not self._has(commit) else self.base
                self.merged += not end.was_there
                self.refused = 0
                return replace(listed, state="merged")
            return self._give_up(branch, end)
        return self._give_up(branch, PushEnd("rejected", f"it moved {ATTEMPTS} times while this proposal was tried"))

    def _has(self, commit: str) -> bool:
        return self.base.commit is not None and self.store.contains(self.base.commit, commit)

    def _advance(self, commit: str) -> PushEnd:
        if self.base.remote is not None:
            return self.store.push_base(self.base, commit)
        try:
            followed, place = self.store.follow(self.base, commit)
        except GitError as error:  # an untracked file in the way, a hook, a lock
            self.way = error.hint
            return PushEnd("refused", error.message)
        if followed in ("advanced", "current"):
            return PushEnd("ok")
        if followed == "diverged":
            return PushEnd("rejected")
        return PushEnd("refused", in_the_way(self.base.branch, followed, place))

    def _look_again(self) -> None:
        base = self.store.base(self.base.branch, network=self.base.remote is not None)
        if base.problem:
            return
        base = (self.store.pushed_base(base) or self.base) if self.base.remote is not None else self.store.local_base(base)
        self.base, self.since = base, base.commit or ""

    def _give_up(self, branch: Branch, end: PushEnd) -> Listed:
        where = f"{self.base.branch} of {self.base.remote}" if self.base.remote is not None else self.base.branch
        reason = f"{where} could not be moved: {end.reason}"
        self.refused += 1
        if end.state == "refused":
            there = self.base.remote is not None and not end.by_own_hook
            way = self.way or ("see what the remote says of it" if there else "put that right")
            again = f"{way}, then run it again"
        else:
            again = "run it again"
        self.problem = GitError(reason, f"nothing is lost, what was not merged stays open; {again}")
        self.stopped = self.base.remote is None or end.state != "refused" or self.refused >= REFUSALS
        return Listed(branch, "open", reason)


def _tidy(store: QueueStore, merged: Sequence[Branch], *, remote: bool) -> list[str]:
    """Remove the branches of what is merged; what is not possible stays for the next time."""
    notes = []
    if remote:
        there = [branch for branch in merged if branch.remote is not None]
        _, problem = store.remove_pushed(there) if there else ((), "")
        if problem:
            notes.append(f"merged branches could not all be removed, the next run will: {problem}")
    prune(store, merged)
    return notes


def _follow(store: QueueStore, base: Base) -> list[str]:
    """Move the local branch of the base after the remote's; where that may not be, say the command."""
    if base.commit is None:
        return []
    try:
        followed, place = store.follow(base, base.commit)
    except GitError as error:
        return [f"{base.branch} here was not moved: {error.message}" + (f"; {error.hint}" if error.hint else "")]
    note = left_behind(base, followed, place)
    return [note] if note else []

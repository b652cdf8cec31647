"""Sends a branch that many clones add small files to, such as the failure log: what others added is merged in first."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from vaultctl.adapters.git import commits, failure_branch, merging, remote
from vaultctl.adapters.git.process import NETWORK_TIMEOUT
from vaultctl.adapters.git.repository import HEADS, REMOTES, Repository
from vaultctl.core.config import FAILURES_BRANCH
from vaultctl.errors import GitError
from vaultctl.usecases.sync import Sent

ATTEMPTS = 10


class SharedBranch:
    """Implements `usecases.sync.Sender` for one branch.  A single-branch clone lacks it, so every refspec is explicit."""

    def __init__(
        self, repo: Repository, place: str, name: str, *, sleep: Callable[[float], None] = time.sleep,
        timeout: float = NETWORK_TIMEOUT,
    ) -> None:
        self.repo = repo
        self.name = name
        self._place = place
        self._sleep = sleep
        self._timeout = timeout

    @property
    def _tracking(self) -> str:
        return f"{REMOTES}{self._place}/{self.name}"

    def waits(self) -> bool:
        """Whether the branch holds something here that the remote did not have when it was last asked."""
        ours, theirs = self.repo.ref(HEADS + self.name), self.repo.ref(self._tracking)
        return ours is not None and (theirs is None or not self.repo.is_ancestor(ours, theirs))

    def send(self) -> Sent:
        """Bring the branch here and there to the same commit: nothing of either is lost."""
        for attempt in range(ATTEMPTS):
            answer = remote.fetch(self.repo, self._place, [f"+{HEADS}{self.name}:{self._tracking}"], timeout=self._timeout)
            if answer.state in ("unreachable", "refused"):
                return self._stuck(answer.reason) if self.waits() else Sent()
            theirs = self.repo.ref(self._tracking) if answer.state != "absent" else None
            ours = self.repo.ref(HEADS + self.name)
            if ours is None or ours == theirs:
                return Sent()
            try:
                self._inspect(ours, theirs)
            except GitError as error:
                return Sent(waiting=(self.name,), problem=error)
            joined = ours
            if theirs is not None:
                merged = merging.merge_commits(self.repo, ours, theirs, f"Merge {self.name}")
                if merged.id is None:
                    return self._stuck(f"{self.name} here and there conflict in {', '.join(merged.conflicts)}")
                joined = merged.id
            if commits.update_ref(self.repo, HEADS + self.name, joined, ours, reason="vaultctl: sync") == "moved":
                continue
            if joined == theirs:
                return Sent()
            update = remote.Update(joined, HEADS + self.name, theirs or "")
            pushed = remote.push(self.repo, self._place, [update], timeout=self._timeout)
            if pushed.answer.ok:
                commits.update_ref(self.repo, self._tracking, joined, self.repo.ref(self._tracking), reason="vaultctl: push")
                return Sent(pushed=(self.name,))
            if pushed.answer.state != "rejected":
                return self._stuck(pushed.answer.reason)
            self._sleep(random.uniform(0.02, 0.1 * (attempt + 1)))
        return self._stuck("others kept on pushing to it")

    def _inspect(self, ours: str, theirs: str | None) -> None:
        """Raises GitError where the failure log would be joined with a branch that is none."""
        if self.name == FAILURES_BRANCH:
            failure_branch.refuse(self.repo, ours, None)
            if theirs is not None:
                failure_branch.refuse(self.repo, theirs, self._place)

    def _stuck(self, reason: str) -> Sent:
        error = GitError(f"{self.name} was not sent: {reason}", "nothing is lost; run `vaultctl sync` again later")
        return Sent(waiting=(self.name,), problem=error)

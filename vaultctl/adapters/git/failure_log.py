"""The failure log in git: small files on the orphan branch `vault-failures`, added by compare-and-swap (DESIGN section 6).

Implements the ports `FailureLog` of `usecases.fail` and `usecases.reflect`.  Nothing is checked out; other clones and processes add
files at the same time, and since no two ever write one file, what both hold can always be joined.  Paths are relative to the
vault's folder.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count

from vaultctl.adapters.git import commits, failure_branch, remote
from vaultctl.adapters.git.repository import HEADS, REMOTES, Repository
from vaultctl.adapters.git.trees import Blob, CommitTree
from vaultctl.core.config import FAILURES_BRANCH
from vaultctl.errors import GitError
from vaultctl.usecases.fail import Sending

PATIENCE = 20.0
"""Seconds for which other processes that move the branch are waited for."""
PUSH_TIMEOUT = 20.0
"""Seconds that one talk with the remote may take: an agent waits for it."""
SEEN = "refs/vaultctl/reflected"
"""The tree that the last summary of this clone saw; never pushed."""
_BRANCH = HEADS + FAILURES_BRANCH


class GitFailureLog:
    """The failures of one vault.  `place` is the name of the remote, None where the log stays here; `folder` is `sub/` or empty."""

    def __init__(
        self, repo: Repository, place: str | None, folder: str = "", *, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self.repo = repo
        self._place = place
        self._folder = folder
        self._sleep = sleep
        self._tree: CommitTree | None = None

    @property
    def shared(self) -> bool:
        """Whether the log is sent to a remote."""
        return self._place is not None

    @property
    def is_absent(self) -> bool:
        """Whether nothing is known here of a log that others may share."""
        return self._place is not None and self.repo.ref(_BRANCH) is None and self._there() is None

    def add(self, path: str, content: bytes, message: str) -> str:
        """Commit one new file and give the commit.  Raises GitError, where others move the branch for too long as well, and where a
        branch of that name is no failure log."""
        blob = Blob(commits.PLAIN_MODE, commits.write_blobs(self.repo, [content])[0])
        return self._commit({self._folder + path: blob}, message)

    def remove(self, paths: Sequence[str], message: str) -> str:
        """Commit the removal of files and give the commit; what was there before stays in the history."""
        return self._commit({self._folder + path: None for path in paths}, message)

    def _commit(self, entries: Mapping[str, Blob | None], message: str) -> str:
        deadline = time.monotonic() + PATIENCE
        known = None
        for attempt in count(1):
            ours = self.repo.ref(_BRANCH)
            start = ours or self._there()
            if known is None and start is not None:
                known = start
                failure_branch.refuse(self.repo, start, None if ours else self._place)
            tree = commits.edit_tree(self.repo, start, entries)
            commit = commits.commit_tree(self.repo, tree, [start] if start else [], message)
            if commits.update_ref(self.repo, _BRANCH, commit, ours, reason="vaultctl: failure log") == "done":
                self._tree = None
                return commit
            if time.monotonic() > deadline:
                break
            self._sleep(random.uniform(0, 0.01 * min(attempt, 20)))
        raise GitError(f"{FAILURES_BRANCH} was moved by other processes all the time; nothing was logged", "run the command again")

    def _there(self) -> str | None:
        """The commit of the branch on the remote, as last fetched."""
        return self.repo.ref(f"{REMOTES}{self._place}/{FAILURES_BRANCH}") if self._place else None

    def publish(self, commit: str) -> Sending:
        """Push the branch with that commit in it; what others pushed meanwhile is joined with it."""
        if self._place is None:
            return Sending(pushed=False)
        tip = self.repo.ref(_BRANCH) or commit
        pushed = remote.push(self.repo, self._place, [remote.Update(tip, _BRANCH)], timeout=PUSH_TIMEOUT)
        if pushed.answer.ok:
            tracking = f"{REMOTES}{self._place}/{FAILURES_BRANCH}"
            commits.update_ref(self.repo, tracking, tip, self.repo.ref(tracking), reason="vaultctl: push")
            return Sending(pushed=True)
        if pushed.answer.state != "rejected":
            return Sending(pushed=False, problem=pushed.answer.reason)
        # Imported where it is needed: an agent waits while a failure is logged, and mostly nobody else was quicker.
        from vaultctl.adapters.git.sending import SharedBranch

        self._tree = None
        sent = SharedBranch(self.repo, self._place, FAILURES_BRANCH, sleep=self._sleep, timeout=PUSH_TIMEOUT).send()
        there = self._there()
        if there is not None and self.repo.is_ancestor(commit, there):
            return Sending(pushed=True)
        return Sending(pushed=False, problem=sent.problem.message if sent.problem else "others kept on pushing to it")

    def fetch(self) -> str:
        """Learn what others logged.  Gives the reason where the remote could not be asked, else nothing."""
        if self._place is None:
            return ""
        refspec = f"+{_BRANCH}:{REMOTES}{self._place}/{FAILURES_BRANCH}"
        answer = remote.fetch(self.repo, self._place, [refspec], timeout=PUSH_TIMEOUT)
        self._tree = None
        return answer.reason if answer.state in ("unreachable", "refused") else ""

    def join(self) -> None:
        """Bring what was fetched into the branch here.  Raises GitError where the two cannot be joined."""
        from vaultctl.adapters.git import merging

        deadline = time.monotonic() + PATIENCE
        while (there := self._there()) is not None:
            ours = self.repo.ref(_BRANCH)
            for commit, place in ((ours, None), (there, self._place)):
                if commit is not None:
                    failure_branch.refuse(self.repo, commit, place)
            joined = merging.merge_commits(self.repo, ours, there, f"Merge {FAILURES_BRANCH}") if ours else merging.Merge(there)
            if joined.id is None or time.monotonic() > deadline:
                raise GitError(f"{FAILURES_BRANCH} here and there conflict in {', '.join(joined.conflicts)}", "merge them with git")
            if joined.id == ours or commits.update_ref(self.repo, _BRANCH, joined.id, ours, reason="vaultctl: join") == "done":
                break
            self._sleep(random.uniform(0, 0.05))
        self._tree = None

    def read(self, folder: str) -> Iterator[tuple[str, bytes]]:
        """The files below a folder, here and as last fetched, sorted by path, through one process."""
        tree = self._view()
        if tree is None:
            return
        paths = [entry.path for entry in tree.entries(self._folder + folder) if entry.kind == "file"]
        for path, content in tree.read_many(paths):
            yield path.removeprefix(self._folder), content or b""

    def _view(self) -> CommitTree | None:
        """The tree that holds what is here and what was fetched; no ref moves for it."""
        if self._tree is None:
            ours, there = self.repo.ref(_BRANCH), self._there()
            if ours is None or there is None or ours == there:
                whole = ours or there
            else:
                from vaultctl.adapters.git import merging

                whole = ours if self.repo.is_ancestor(there, ours) else there if self.repo.is_ancestor(ours, there) else None
                # What conflicts was made by hand: what is here then counts alone.
                whole = whole or merging.merge_trees(self.repo, ours, there).id or ours
            self._tree = CommitTree(self.repo, whole) if whole else None
        return self._tree

    def seen(self) -> frozenset[str] | None:
        """The paths that the last summary saw; None where there was none, or what it saw is gone."""
        tree = self.repo.ref(SEEN)
        if tree is None:
            return None
        try:
            entries = CommitTree(self.repo, tree).entries(self._folder.rstrip("/"))
        except GitError:
            return None
        return frozenset(entry.path.removeprefix(self._folder) for entry in entries)

    def mark_seen(self) -> None:
        """Remember what is there now as what a summary has shown."""
        view = self._view()
        if view is not None:
            tree = self.repo.git("rev-parse", "-q", "--verify", f"{view.commit}^{{tree}}").text
            commits.update_ref(self.repo, SEEN, tree, self.repo.ref(SEEN), reason="vaultctl: reflect")

"""git as the merge queue and `sync` need it: implements the port `QueueStore` on top of the proposal flow's store."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from vaultctl.adapters.git import checkout, commits, differences, merging, presence, remote
from vaultctl.adapters.git.differences import Difference
from vaultctl.adapters.git.occupied import occupied
from vaultctl.adapters.git.presence import Ids
from vaultctl.adapters.git.repository import HEADS, REMOTES, Repository
from vaultctl.adapters.git.store import SENT, GitStore, push_end
from vaultctl.adapters.git.trees import CommitTree
from vaultctl.core.days import read_moment
from vaultctl.core.lesson import id_key, is_id
from vaultctl.errors import GitError, Refused
from vaultctl.usecases.propose import Base, PushEnd, Standing
from vaultctl.usecases.queue import Applied, Branch, Followed, is_proposal

PLACES = ("lesson", "vault")
"""The folders of branch names in which proposals lie."""
BATCH = 100
"""Branches that one push deletes at most."""
NEEDLE_MAX = 4_000
"""Characters of an entry that are looked for in history (Windows allows 32,767 for a whole command line)."""

_DATE = re.compile(r"\d{1,12} [+-]\d{4}")


class ContentMerge(Ids, Protocol):
    """How the files of a vault are merged (`usecases.lesson_merge`)."""

    def __call__(self, path: str, start: bytes, ours: bytes, theirs: bytes, plain: bytes | None) -> bytes: ...

    def pieces(self, path: str, start: bytes, theirs: bytes) -> Sequence[str]:
        """What stands in that file from the moment on that a proposal is merged."""
        ...


class QueueGit(GitStore):
    """The queue in a repository.  Proposals lie where branches are pushed; the base is merged and pushed where it is fetched."""

    def __init__(
        self, repo: Repository, remote_name: str, push_name: str | None, merge: ContentMerge, folder: str = ""
    ) -> None:
        super().__init__(repo, remote_name, push_name, folder)
        self.folder = folder
        self._merge = merge
        self._marked: dict[str, str] | None = None

    # Reading.

    def fetch_proposals(self, base: Base) -> str:
        """Fetch all proposal branches, forgetting those that are gone."""
        # Before the remote is asked: another process here pushes first and marks then (`was_sent`).
        self._marked = {branch.ref.removeprefix(SENT): branch.commit for branch in self.repo.branches(SENT)}
        specs = [f"+{HEADS}{place}/*:{REMOTES}{self._push}/{place}/*" for place in PLACES]
        answer = remote.fetch(self.repo, self._push_address(), specs, prune=True)
        # `rejected`: another process of this clone fetches the same at this moment; what it brings will do.
        known = answer.state == "rejected" and self._is_known()
        return "" if answer.state in ("ok", "absent") or known else answer.reason

    def _is_known(self) -> bool:
        """Whether the proposals known here are those that are there, asked now."""
        listing = remote.ls_remote(self.repo, self._push_address(), [f"{HEADS}{place}/*" for place in PLACES])
        there = f"{REMOTES}{self._push}/"
        here = {branch.ref.removeprefix(there): branch.commit for branch in self.repo.branches(*(f"{there}{place}/" for place in PLACES))}
        return listing.answer.ok and {ref.removeprefix(HEADS): commit for ref, commit in listing.refs.items()} == here

    def proposals(self, base: Base) -> Sequence[Branch]:
        """The proposal branches here and there, by commit date, then by name."""
        there = f"{REMOTES}{self._push}/"
        found: dict[str, Branch] = {}
        for branch in self.repo.branches(*(f"{there}{place}/" for place in PLACES)) if base.remote is not None else ():
            name = branch.ref.removeprefix(there)
            if is_proposal(name):
                found[name] = Branch(name, None, branch.commit, _seconds(branch.date))
        busy = occupied(self.repo)
        for branch in self.repo.branches(*(f"{HEADS}{place}/" for place in PLACES)):
            if is_proposal(branch.name):
                old = found.get(branch.name) or Branch(branch.name, None, None, _seconds(branch.date))
                found[branch.name] = replace(old, local=branch.commit, worktree=branch.worktree or busy.get(branch.ref, ""))
        return sorted(found.values(), key=lambda branch: (branch.date, branch.name))

    def was_sent(self, branch: Branch) -> bool:
        """Whether what is here was pushed before the proposals were fetched."""
        marked = self._marked.get(branch.name) if self._marked is not None else self.repo.ref(SENT + branch.name)
        return branch.local is not None and marked == branch.local

    def pushed_base(self, base: Base) -> Base | None:
        """The base as the remote has it; None where it has none."""
        commit = self.repo.ref(f"{REMOTES}{base.remote}/{base.branch}")
        return replace(base, commit=commit) if commit is not None else None

    def local_base(self, base: Base) -> Base:
        """The base as the local branch has it, or the remote-tracking one where that is merely ahead of it."""
        ours = self.repo.ref(HEADS + base.branch)
        if ours is None:
            raise Refused(f"there is no branch {base.branch} here to merge into", "make it, or name another: --base BRANCH")
        theirs = self.repo.ref(f"{REMOTES}{self._remote}/{base.branch}") if self._remote else None
        if theirs is not None and not self.repo.is_ancestor(theirs, ours):
            if not self.repo.is_ancestor(ours, theirs):
                raise Refused(f"{base.branch} here and on {self._remote} have gone different ways", "bring them together first")
            ours = theirs
        return Base(base.branch, ours)

    def contains(self, tip: str, commit: str) -> bool:
        """Whether a commit is part of the history of another."""
        return self.repo.is_ancestor(commit, tip)

    def changed(self, old: str, new: str) -> Sequence[str]:
        """The paths that differ between two commits or trees."""
        return [change.path for change in differences.between(self.repo, old, new)]

    def tree_id(self, revision: str) -> str:
        """The id of a commit's tree; of a tree: its own."""
        return self.repo.git("rev-parse", "--verify", f"{revision}^{{tree}}").text

    # Merging.

    def apply(self, base: str, head: str, since: str) -> Applied:
        """A proposal on a base."""
        if differences.is_merged(self.repo, head, base):
            return Applied("merged")
        start = self.repo.merge_base(head, base)
        if start is None:
            way = "this clone is shallow: git fetch --unshallow" if self.repo.is_shallow else "it must start from the base"
            return Applied("conflict", reason=f"it shares no history with the base; {way}")
        plain: list[bool] = []

        def merge(path: str, old: bytes, ours: bytes, theirs: bytes, by_lines: bytes | None) -> bytes:
            plain.append(by_lines is not None)
            return self._merge(path, old, ours, theirs, by_lines)

        merged = merging.merge_trees(self.repo, base, head, merge)
        if merged.id == self.tree_id(base) or (start != since and self._was_put(start, since, head)):
            return Applied("merged")
        if merged.id is None:
            told = {reason.split(": ")[0] for reason in merged.reasons}
            silent = [f"{path}: was changed on both sides" for path in merged.conflicts if path not in told]
            return Applied("conflict", reason="; ".join([*merged.reasons, *silent]))
        return Applied("ready", merged.id, lines=all(plain))

    def gone(self, base: str, branch: Branch) -> str:
        """Why what was merged of a branch is not on the base any more; empty where it is, also edited or in the archive."""
        head = branch.commit
        start = self.repo.merge_base(head, base)
        if start is None or start == head:
            # It is part of the base's history, as the one commit that it is.
            start = self.repo.resolve(f"{head}^") or self.repo.empty_tree()
        brought = presence.find_brought(self.repo, start, head, self._merge)
        if branch.id is not None and is_id(branch.id):
            brought.setdefault(id_key(branch.id), "either")
        lost = [key for key, side in brought.items() if not presence.is_on(self.repo, base, key, side, self._merge)]
        if not lost:
            return ""
        named = ", ".join(sorted(lost)[:5])
        return f"not on the base any more, or never: {named}; run the command that proposed it again, or remove the branch"

    def standing(self, base: Base, commit: str) -> Standing:
        """What a commit is to the base."""
        if base.commit is None:
            return "fresh"
        if self.apply(base.commit, commit, base.commit).state == "merged":
            return "merged"
        return "stray" if self.unfit(base, commit) else "fresh"

    def _was_put(self, start: str, tip: str, head: str) -> bool:
        """Whether some commit of the base after `start` put what the proposal brings, whatever became of it since."""
        changes = differences.between(self.repo, start, head)
        wanted = [(change.path, piece) for change in changes for piece in self._pieces(start, head, change)]
        return bool(wanted) and all(self._put(start, tip, path, piece) for path, piece in wanted)

    def _pieces(self, start: str, head: str, change: Difference) -> Sequence[str]:
        if change.new is None or change.new.kind != "file" or (change.old is not None and change.old.kind != "file"):
            return ()
        old = CommitTree(self.repo, start).read(change.path) or b""
        return self._merge.pieces(change.path, old, CommitTree(self.repo, head).read(change.path) or b"")

    def _put(self, start: str, tip: str, path: str, piece: str) -> bool:
        # A commit that changes how often the text stands there (git-log, -S); at `start` it stood there not at all.
        needle = f"-S{piece[:NEEDLE_MAX]}"
        return bool(self.repo.git("log", "-1", "--no-show-signature", "--format=%H", needle, f"{start}..{tip}", "--", path).out)

    def settle(self, base: str, head: str, tree: str, *, rebuild: bool = False) -> str:
        """The proposal's own commit where it stands on the base alone, else a new one with its message and author."""
        tip = self.repo.commit(head)
        if not rebuild and tip.parents == (base,) and tip.tree == tree:
            return head
        start = self.repo.merge_base(head, base)
        author, message = self._origin(f"{start}..{head}" if start else head, head)
        try:
            return commits.commit_tree(self.repo, tree, [base], message, author=author)
        except GitError:
            # An author that git reads but would not write (a name of dots alone) must not hold up the queue.
            return commits.commit_tree(self.repo, tree, [base], message)

    def _origin(self, span: str, head: str) -> tuple[dict[str, str], str]:
        """Author and message of the first commit of a span: a proposal is one, and what was pushed on top corrects it."""
        form = "--format=tformat:%an%x00%ae%x00%ad%x00%B%x00"
        args = ("log", "--no-show-signature", "--reverse", "--topo-order", "--encoding=UTF-8", "--date=raw", form)
        fields = self.repo.git(*args, "--no-merges", span, "--").fields or self.repo.git(*args, "-1", head, "--").fields
        name, mail, date, message = fields[:4]
        known = {"GIT_AUTHOR_NAME": name, "GIT_AUTHOR_EMAIL": mail, "GIT_AUTHOR_DATE": f"@{date}" if _DATE.fullmatch(date) else ""}
        return {key: value for key, value in known.items() if value}, message

    # Moving refs.

    def push_base(self, base: Base, commit: str) -> PushEnd:
        """Push the base, if it still is there what `base` says."""
        ref = HEADS + base.branch
        end = self._send(base.remote or self._push, remote.Update(commit, ref, base.commit))
        if end.state == "ok":
            self._track(base.remote or self._push, base.branch, commit)
        return end

    def push_again(self, branch: Branch, commit: str) -> PushEnd:
        """Replace a proposal's branch where it was pushed, if it still holds what `branch` says; the local one with it."""
        end = self._send(self._push, remote.Update(commit, HEADS + branch.name, branch.remote or ""))
        if end.state == "ok":
            self._track(self._push, branch.name, commit)
            self.mark_sent(branch.name, commit)
            if branch.local is not None and branch.local == branch.remote and not branch.worktree:
                commits.update_ref(self.repo, HEADS + branch.name, commit, branch.local, reason="vaultctl: put on the new base")
        return end

    def _send(self, place: str, update: remote.Update) -> PushEnd:
        return push_end(remote.push(self.repo, place, [update]))

    def _track(self, place: str, name: str, commit: str) -> None:
        """What was pushed, as known here; git does that itself only where its fetch settings cover the branch."""
        ref = f"{REMOTES}{place}/{name}"
        commits.update_ref(self.repo, ref, commit, self.repo.ref(ref), reason="vaultctl: push")

    def follow(self, base: Base, commit: str) -> tuple[Followed, str]:
        """Move the local branch of the base forward, with the working tree where that is clean; and the folder in the way."""
        ref = HEADS + base.branch
        found = next((branch for branch in self.repo.branches(ref) if branch.ref == ref), None)
        if found is None:
            return "absent", ""
        return checkout.follow(self.repo, base.branch, commit), found.worktree or occupied(self.repo).get(ref, "")

    def remove_pushed(self, branches: Sequence[Branch]) -> tuple[Sequence[str], str]:
        """Delete branches where they were pushed, those that still hold what they held; their names, and what went wrong."""
        removed: list[str] = []
        problems: list[str] = []
        for at in range(0, len(branches), BATCH):
            batch = branches[at : at + BATCH]
            updates = [remote.Update(None, HEADS + branch.name, branch.remote) for branch in batch]
            pushed = remote.push(self.repo, self._push, updates)
            for branch in batch:
                answer = pushed.refs.get(HEADS + branch.name, pushed.answer)
                if answer.ok:
                    removed.append(branch.name)
                    commits.delete_ref(self.repo, f"{REMOTES}{self._push}/{branch.name}", branch.remote or "")
                elif answer.state != "rejected":  # rejected: it is gone, or holds something new
                    problems.append(answer.reason)
        return removed, "; ".join(dict.fromkeys(problems))

    def remove_local(self, branch: Branch) -> bool:
        """Delete a local branch that is checked out nowhere and still holds what it held."""
        done = commits.delete_ref(self.repo, HEADS + branch.name, branch.local or "") == "done"
        sent = self.repo.ref(SENT + branch.name) if done else None
        if sent is not None:
            commits.delete_ref(self.repo, SENT + branch.name, sent)
        return done


def _seconds(date: str | None) -> float:
    """A commit date in seconds; one that cannot be read comes after all others, so that it gets nobody to the front."""
    moment = read_moment(date)
    return moment.timestamp() if moment is not None else math.inf

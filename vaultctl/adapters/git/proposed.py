"""Proposed commits as the gate sees them (`usecases.gate_ports.Commits`): reading only, also in a bare repository."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from vaultctl.adapters.git import dates, differences, merging, process, since
from vaultctl.adapters.git.differences import ABSENT_MODE
from vaultctl.adapters.git.facts import HEADS, REMOTES
from vaultctl.adapters.git.repository import Repository
from vaultctl.adapters.git.trees import CommitTree, read_commits
from vaultctl.core.area import PathChange
from vaultctl.errors import GitError
from vaultctl.usecases.gate_ports import Change, Commit, Merged, Message

if TYPE_CHECKING:
    from vaultctl.adapters.git.merging import MergeContent
    from vaultctl.usecases.ports import Tree

COMMITS_MAX = 1_000
"""Commits of one proposal that are looked at; more are refused."""


class ProposedCommits:
    """The commits of a repository.  `by_content` merges files that both sides changed."""

    def __init__(self, repo: Repository, by_content: MergeContent | None = None) -> None:
        self.repo = repo
        self._by_content = by_content
        self._trees: dict[str, CommitTree] = {}
        self._ids: dict[str, str] = {}

    # What is gated.

    def change(self, base: str, head: str, *, proposal: bool) -> Change:
        """The change from `base` to `head` (refs).

        A merge at the tip that holds exactly what merging gives, as a forge's merge queue makes it, stands for what it merges; on a
        proposal's own branch (`proposal`) it does not.  Raises GitError with the fetch to run where a commit or the common history
        is not here.
        """
        top, onto = self.commit(head), self.commit(base)
        tip = top if proposal else self._merged_by_it(onto, top)
        start = since.merge_base(self.repo, base, tip)
        found = self._commits(tip, onto, start)
        said = [commit.id for commit in found]
        return Change(onto, start, tip, found, self.said([*said, top] if top not in said and top != onto else said))

    def messages(self, base: str, head: str) -> tuple[Message, ...]:
        """What the commits say that `head` has and `base` has not, oldest first."""
        return self.said([commit.id for commit in self._commits(self.commit(head), self.commit(base))])

    def said(self, ids: Sequence[str]) -> tuple[Message, ...]:
        """What these commits say beside their files.

        It is read from the objects: git's own log ends a message at a NUL, and cannot read every encoding that a commit may name.
        """
        return tuple(map(_message, ids, read_commits(self.repo, ids)))

    def line(self, base: str, head: str) -> list[str]:
        """The commits that a push puts on top of `base`, oldest first, following first parents.

        Raises GitError where `base` is not on that line: it would be lost.
        """
        onto, tip = self.commit(base), self.commit(head)
        rows = self.repo.git("rev-list", "--first-parent", "--reverse", "--parents", f"{onto}..{tip}").text.split("\n")
        found = [row.split(" ") for row in rows if row]
        if found and found[0][1:2] != [onto]:
            raise GitError(f"{head} does not continue {base}: commits of it would be lost", "put it on the base first: git rebase")
        return [row[0] for row in found]

    def grown(self, base: str, head: str) -> tuple[Commit, ...]:
        """All commits that a push brings on top of `base` (empty: a new branch).  Raises GitError where it would lose some."""
        tip = self.commit(head)
        if not base:
            return self._commits(tip)
        if not self.repo.is_ancestor(self.commit(base), tip):
            raise GitError(f"{head} does not continue {base}: commits of it would be lost", "fetch, and put yours on top")
        return self._commits(tip, base)

    def proposed_as(self, onto: str, commit: str) -> str | None:
        """The branch here that proposes what a commit on top of `onto` brings: it comes to the same files there.  None: there is none."""
        facts = self.repo.commit(commit)
        touched = {item.path for item in self.changes(onto, commit)}
        open_ = self.repo.branches(f"{HEADS}lesson", f"{HEADS}vault")
        # A queue keeps the message, so the one that it came from is mostly the first.
        for branch in sorted(open_, key=lambda branch: (branch.commit != commit, branch.subject != facts.subject)):
            if branch.commit == commit:
                return branch.name
            start = self.repo.merge_base(branch.commit, onto)
            if start is None or {item.path for item in self.changes(start, branch.commit)} != touched:
                continue
            if merging.merge_trees(self.repo, onto, branch.commit, self._by_content).id == facts.tree:
                return branch.name
        return None

    def commit(self, ref: str) -> str:
        """The commit that a ref or id means.  Raises GitError with the fetch to run."""
        found = self.repo.resolve(ref)
        if found is None:
            raise GitError(f"the ref {ref} is not in this clone", f"run: {since.fetch_command(self.repo, ref)}")
        return found

    def branch(self, head: str) -> str | None:
        """The short name of the branch that a ref names, or that is checked out where it is HEAD; None where it is none."""
        if head == "HEAD":
            return self.repo.head_branch()
        name = self.repo.git("rev-parse", "--symbolic-full-name", "--verify", "-q", head, allowed=(0, 1, 128)).text
        if name.startswith(REMOTES):
            return name.removeprefix(REMOTES).partition("/")[2] or None
        return name.removeprefix(HEADS) if name.startswith(HEADS) else None

    def _commits(self, tip: str, *without: str) -> tuple[Commit, ...]:
        """The commits of a tip, oldest first, that these have not."""
        rows = self.repo.git("rev-list", "--reverse", "--topo-order", "--parents", f"--max-count={COMMITS_MAX + 1}", tip,
                             *(f"^{commit}" for commit in without)).text.split("\n")  # fmt: skip
        found = tuple(Commit(row.split(" ")[0], tuple(row.split(" ")[1:])) for row in rows if row)
        if len(found) > COMMITS_MAX:
            raise GitError(f"there are more than {COMMITS_MAX} commits to look at", "squash them, or push them in parts")
        if without and self.repo.is_shallow and any(not commit.parents for commit in found):
            raise GitError("this clone is shallow: it does not hold all commits of the proposal",
                           f"run: {since.fetch_command(self.repo, without[0])}")  # fmt: skip
        return found

    def _merged_by_it(self, onto: str, tip: str) -> str:
        """What a clean merge on top of the base merged; any other commit is itself."""
        facts = self.repo.commit(tip)
        if len(facts.parents) != 2 or not self.repo.is_ancestor(facts.parents[0], onto):
            return tip
        ours, theirs = facts.parents
        for by_content in (None, self._by_content):
            if merging.merge_trees(self.repo, ours, theirs, by_content).id == facts.tree:
                return theirs
        return tip

    # The port.

    def changes(self, old: str, new: str) -> Sequence[PathChange]:
        """What differs between two commits or trees; an empty `old` is the tree without a file."""
        found = differences.between(self.repo, old or None, new)
        return [PathChange(item.path, _mode(item.old_mode), _mode(item.new_mode)) for item in found]

    def tree(self, revision: str) -> Tree:
        """The files of a commit or tree; what was listed once is not listed again."""
        return self._trees.setdefault(revision, CommitTree(self.repo, revision))

    def merged(self, base: str, head: str) -> Merged:
        """The head merged into the base; a head that is a tree is taken for the result."""
        if self.repo.resolve(head) is None:
            return Merged(self.tree(head), head)
        merge = merging.merge_trees(self.repo, base, head, self._by_content)
        if merge.id is not None:
            return Merged(self.tree(merge.id), merge.id)
        reasons = dict(reason.partition(": ")[::2] for reason in merge.reasons)
        return Merged(None, conflicts=tuple((path, reasons.get(path, "")) for path in merge.conflicts))

    def identity(self, revision: str) -> str:
        """The id of its tree."""
        if revision not in self._ids:
            self._ids[revision] = self.repo.git("rev-parse", "--verify", f"{revision}^{{tree}}").text
        return self._ids[revision]


def _message(identity: str, content: bytes) -> Message:
    head, _, words = content.partition(b"\n\n")
    parents = 0
    kept: list[bytes] = []
    signed = False
    # A line that begins with a blank continues the header before it (git's Documentation/gitformat-signature).
    for line in head.split(b"\n"):
        if not line.startswith(b" "):
            signed = line.startswith((b"gpgsig ", b"gpgsig-sha256 "))
            parents += line.startswith(b"parent ")
        if not signed and not line.startswith((b"tree ", b"parent ")):
            kept.append(line)
    return Message(identity, _readable(b"\n".join([*kept, b"", words])), _readable(words), parents > 1, dates.unread_in(head))


def _readable(content: bytes) -> str:
    # Text in UTF-16 is plain text with a NUL beside each letter.
    return process.decode(content.replace(b"\0", b""))


def _mode(mode: str) -> str:
    return "" if mode == ABSENT_MODE else mode

"""What the proposal flow asks of git: the port `ProposalStore`, and the values that go through it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from vaultctl.core.change import FileChange
from vaultctl.errors import GitError
from vaultctl.usecases.ports import Tree

State = Literal["proposed", "pushed", "committed", "exists", "refused"]
Standing = Literal["fresh", "merged", "stray"]
"""What a branch is to a base.  `fresh`: one commit on top of it, or of an older state of it.  `merged`: what it brings was merged
into it (and may have been changed or taken out since).  `stray`: it holds other commits as well, such as those of another base."""

TURNED_DOWN = "it was pushed and then removed there without being merged; `git push` sends it again if it should be"

MERGED = "it was merged while this command ran, and its branch was removed there"


@dataclass(frozen=True, slots=True)
class Base:
    """The branch that a proposal is to be merged into.

    `commit` is None before the first commit; `remote` None where there is none (or the network is not to be used);
    `problem` says why the remote could not be asked, empty when it was.
    """

    branch: str
    commit: str | None
    remote: str | None = None
    problem: str = ""


class BranchInTheWay(GitError):
    """A branch has the name of a folder that another branch would have to lie in: git has no room for both."""


@dataclass(frozen=True, slots=True)
class There:
    """A branch on a remote.  Its name may be spelled in another case than was asked for."""

    name: str
    commit: str


@dataclass(frozen=True, slots=True)
class PushEnd:
    """How a push ended.  `rejected`: the branch holds something else there.  `said` is what the server wrote, for people.

    `was_there`: it held the commit before, so somebody else had pushed it.  `by_own_hook`: it is not the remote that refused it, but
    a hook of this repository.
    """

    state: Literal["ok", "rejected", "refused", "unreachable"]
    reason: str = ""
    said: str = ""
    was_there: bool = False
    by_own_hook: bool = False


class ProposalStore(Protocol):
    """git, as far as proposals need it.  Branch names are short ones (`lesson/b-abc`)."""

    def base(self, named: str | None, *, network: bool) -> Base:
        """The base branch as it is now: freshly fetched where there is a remote and the network may be used."""
        ...

    def tree(self, commit: str | None) -> Tree:
        """The files of a commit; of none: no files."""
        ...

    def local_branch(self, name: str) -> str | None:
        """The commit of a local branch."""
        ...

    def spelled(self, name: str) -> str:
        """The local branch of that name in whatever case it is there; the name itself where there is none."""
        ...

    def remote_branch(self, base: Base, name: str) -> There | None:
        """That branch on the remote in whatever case, asked now.

        Raises GitError when it cannot be asked, BranchInTheWay where there can be none of that name.
        """
        ...

    def fetch_branch(self, name: str) -> str | None:
        """The commit of a branch where branches are pushed, with its files; None where it cannot be had."""
        ...

    def standing(self, base: Base, commit: str) -> Standing:
        """What a commit is to the base."""
        ...

    def unfit(self, base: Base, commit: str) -> str:
        """Why a commit must not be pushed as a proposal, such as private commits below it; empty where it may be."""
        ...

    def sent(self, name: str) -> str | None:
        """The commit that was pushed of a branch, as far as this clone did that."""
        ...

    def message(self, commit: str) -> str:
        """The message of a commit."""
        ...

    def commit(self, base: Base, changes: Sequence[FileChange], message: str) -> str:
        """A commit of exactly these changes on the base; no branch moves.  Raises StaleWrite, Refused, GitError."""
        ...

    def create_branch(self, name: str, commit: str) -> bool:
        """Make a local branch unless there is one of that name; False when there is one with another commit.

        Raises BranchInTheWay where there can be none of that name.
        """
        ...

    def move_branch(self, name: str, commit: str, old: str) -> bool:
        """Set a local branch that holds `old` to another commit; False where it holds something else, or is checked out."""
        ...

    def push(self, base: Base, name: str, commit: str, options: Sequence[str], replaces: str = "") -> PushEnd:
        """Push a branch that must hold `replaces` on the remote (empty: not exist there yet), or that commit."""
        ...

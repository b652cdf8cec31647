"""The ports: what the use cases ask of the outside world.  `wiring` chooses who answers.

Paths are relative to the repository root with `/` everywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from vaultctl.core.change import FileChange
    from vaultctl.core.config import LayoutName
    from vaultctl.core.lesson import Lesson
    from vaultctl.core.matching import Query
    from vaultctl.core.proposal import ProposalText, PullRequest
    from vaultctl.core.record import Parsed, Record
    from vaultctl.core.stored import Stored
    from vaultctl.usecases.findings import Found, Survey, TreeEntry


class Readable(Protocol):
    """Where single files can be read."""

    def read(self, path: str) -> bytes | None:
        """The bytes of a file, None when it is not there.  Raises VaultUnreadable when it is there and cannot be read."""
        ...


class Tree(Readable, Protocol):
    """A tree of files to read: the working tree, a commit, or the staging area."""

    @property
    def label(self) -> str:
        """What it is, for messages: `working tree`, `staged files`, a commit id."""
        ...

    def entries(self, prefix: str = "") -> Sequence[TreeEntry]:
        """Everything at or below `prefix` (a folder, or one file), sorted by path; empty when there is nothing.

        Folders themselves are not listed and symlinks are not followed.
        """
        ...

    def read_many(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes | None]]:
        """`read` for many paths, in their order, as fast as the tree can."""
        ...


class Surveyed(Tree, Protocol):
    """A tree that can count faster than it can list."""

    def survey(self, prefix: str, ending: str, name: str) -> Survey:
        """The survey of a folder; `ending` and `name` are compared without case."""
        ...


class Layout(Protocol):
    """How lessons are stored.  Reading takes text and gives records; writing gives values, never touches a file."""

    @property
    def name(self) -> LayoutName: ...

    def paths(self, tree: Tree, *, archived: bool = False) -> Sequence[TreeEntry]:
        """The entries of a tree that may hold lessons (or archived ones)."""
        ...

    def parse(self, path: str, text: str, *, archived: bool = False) -> Parsed:
        """The records of one file, with faults.  Never raises."""
        ...

    def canonical(self, path: str, text: str, *, archived: bool = False) -> str | None:
        """The text with every tolerated spelling made canonical; None where there is nothing to change, or it does not parse."""
        ...

    def place(self, lesson: Lesson) -> str:
        """The path at which a new lesson is written."""
        ...

    def add(self, tree: Tree, lesson: Lesson) -> FileChange:
        """The change that adds a lesson."""
        ...

    def set_key(self, tree: Tree, record: Record, key: str, value: str) -> FileChange:
        """The change that sets one key of a record that parsed (adds the line, or replaces its value)."""
        ...

    def retire(self, tree: Tree, records: Sequence[tuple[Record, str]], day: str) -> Sequence[FileChange]:
        """The changes that move records, each with its reason, to the archive."""
        ...

    def revive(self, tree: Tree, record: Record, lesson: Lesson) -> Sequence[FileChange]:
        """The changes that bring an archived record back, as `lesson`."""
        ...

    def replace(self, tree: Tree, old: Sequence[Record], new: Sequence[Stored]) -> Sequence[FileChange]:
        """The changes that take records out, live or archived ones, and put lessons in, all at once."""
        ...


class Search(Protocol):
    """Finds the records that a query may touch; it may bring too many, never too few."""

    def find(self, query: Query) -> Found: ...

    def by_ids(self, ids: frozenset[str]) -> Found:
        """The records with these id keys (`core.lesson.id_key`), for chains of `superseded_by`."""
        ...


class Forge(Protocol):
    """Where pull requests live.  The `local` forge, where a proposal is the branch alone, is a member like any other.

    One forge speaks for one pair of repositories: where the branch was pushed, and where it is to be merged (they differ
    for people who work from a fork).  Every method can be repeated.  `find` and `open` raise ForgeError with what happened
    and how to go on; the caller adds the state that was reached.
    """

    @property
    def name(self) -> str:
        """`github`, `gitlab`, `gitea`, `pagure` or `local`."""
        ...

    @property
    def notes(self) -> tuple[str, ...]:
        """Warnings for whoever opens a pull request here, such as a token whose pull requests start no checks."""
        ...

    def find(self, branch: str) -> PullRequest | None:
        """The pull request of a branch: an open one first, else a merged, else a closed one."""
        ...

    def open(self, branch: str, base: str, text: ProposalText, *, draft: bool = False) -> PullRequest | None:
        """The open or closed pull request that is there, else a new one.  None on a forge without pull requests."""
        ...

    def label(self, pull_request: PullRequest, labels: tuple[str, ...]) -> str | None:
        """Add labels.  A refusal is a warning, which is returned."""
        ...

    def auto_merge(self, pull_request: PullRequest) -> str | None:
        """Have it merged when its checks pass.  A refusal is a warning, which is returned."""
        ...

    def push_options(self, base: str, text: ProposalText, *, draft: bool = False, auto_merge: bool = False) -> tuple[str, ...]:
        """What the push is to carry (`git push -o`, one line each) where the push itself opens the pull request; mostly empty."""
        ...

    def read_push(self, stderr: str) -> PullRequest | None:
        """The pull request that a push with those options opened, from what the push said."""
        ...

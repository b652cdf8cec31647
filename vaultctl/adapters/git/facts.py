"""What a repository says about itself, as values: remotes, branches, commits, ignore rules."""

from __future__ import annotations

from dataclasses import dataclass

HEADS = "refs/heads/"
REMOTES = "refs/remotes/"


@dataclass(frozen=True, slots=True)
class Remote:
    """A remote with its addresses as git would use them (`insteadOf` and `pushInsteadOf` applied); they may hold credentials."""

    name: str
    url: str
    push_url: str


@dataclass(frozen=True, slots=True)
class Branch:
    """A branch, local or remote-tracking.  `worktree` is the folder where it is checked out, or empty.

    `date` is the commit date (ISO 8601), None where it cannot be read.
    """

    ref: str
    commit: str
    date: str | None
    subject: str
    worktree: str = ""

    @property
    def name(self) -> str:
        """The name without `refs/heads/`, or `refs/remotes/`."""
        return self.ref.removeprefix(HEADS).removeprefix(REMOTES)


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit's facts.  Dates are ISO 8601 with their own offset, None where they cannot be read."""

    id: str
    tree: str
    parents: tuple[str, ...]
    author: str
    author_date: str | None
    date: str | None
    subject: str
    message: str


@dataclass(frozen=True, slots=True)
class IgnoreRule:
    """The rule that ignores a path: the file that holds it, its line (from 1) and its pattern."""

    source: str
    line: int
    pattern: str

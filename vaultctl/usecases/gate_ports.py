"""What the gate is asked and what it answers, and the port through which it sees commits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Literal, Protocol

from vaultctl.core.problem import Problem
from vaultctl.errors import Exit

if TYPE_CHECKING:
    from vaultctl.core.area import PathChange
    from vaultctl.core.scope import Name
    from vaultctl.core.steps import Step
    from vaultctl.errors import VaultctlError
    from vaultctl.usecases.ports import Tree

Verdict = Literal["pass", "fail", "unknown"]
Stale = Callable[["Tree"], Sequence[tuple[str, str]]]
"""The generated files of a vault's tree that are not as they must be, each with what is to be said of it."""

@dataclass(frozen=True, slots=True)
class Commit:
    """A commit of the change with its parents."""

    id: str
    parents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Message:
    """What a commit says beside its files: `text` are author, committer and message, `words` the message alone.

    `undated` are those of `author` and `committer` whose date git cannot read.
    """

    commit: str
    text: str
    words: str = ""
    is_merge: bool = False
    undated: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """What is gated.  `start` is where the change left the base, `head` the commit (or tree) that it leads to.

    `commits` are those that it brings, oldest first; none where `head` is a tree that is to become one commit.  `messages` are
    what may stay in the history of them.
    """

    base: str
    start: str
    head: str
    commits: tuple[Commit, ...] = ()
    messages: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class Merged:
    """What merging comes to: the files and the revision that holds them, or None with the paths that conflict and why (may be empty)."""

    tree: Tree | None
    revision: str = ""
    conflicts: tuple[tuple[str, str], ...] = ()


class Commits(Protocol):
    """git as the gate needs it.  Trees and paths are those of the whole repository.  Raises GitError."""

    def changes(self, old: str, new: str) -> Sequence[PathChange]:
        """What differs between two commits or trees; renames are a path less and a path more."""
        ...

    def tree(self, revision: str) -> Tree: ...

    def merged(self, base: str, head: str) -> Merged:
        """The head merged into the base."""
        ...

    def identity(self, revision: str) -> str:
        """What all commits and trees with the same files have in common."""
        ...


@dataclass(frozen=True, slots=True)
class Request:
    """How to gate.

    `branch` is the short name of the proposal's branch, which can only make the gate stricter.  `folder` is where the vault lies in
    the repository, as `sub/folder/`.  `alone`: nobody looks at it afterwards, so it must be a proposal that no person must review.
    `since` is the commit of the base that the proposal was made on, where that is not where the change starts.
    """

    today: date
    branch: str | None = None
    folder: str = ""
    strict: bool = False
    alone: bool = False
    since: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """The verdict.  Paths of problems are relative to the repository's root.

    `about` says in words what the change is, `steps` lesson by lesson; `error` is why the verdict is unknown.
    """

    verdict: Verdict
    scope: Name | None = None
    review: bool = False
    problems: tuple[Problem, ...] = ()
    about: str = ""
    notes: tuple[str, ...] = ()
    error: VaultctlError | None = None
    steps: tuple[Step, ...] = ()

    @property
    def exit_code(self) -> int:
        """0 pass, 1 fail, 3 unknown."""
        return {"pass": Exit.OK, "fail": Exit.NO, "unknown": Exit.UNABLE}[self.verdict]


def unknown(error: VaultctlError) -> Result:
    """The verdict where it could not be found out."""
    return Result("unknown", error=error)


def not_proposed(result: Result, path: str, commit: str) -> Result:
    """The verdict on a commit that is no open proposal, whatever else is to be said of it."""
    message = f"commit {commit[:12]} is not what an open proposal brings"
    problem = Problem(path, 1, 1, "error", "scope", message, hint="push it as a branch first: lesson/<id>, as `vaultctl record` does")
    return replace(result, verdict="fail", problems=(problem, *result.problems))


def together(results: Sequence[Result]) -> Result:
    """The verdict on several changes, each gated on its own: the worst of them."""
    worst = next((item for verdict in ("unknown", "fail") for item in results if item.verdict == verdict), results[-1])
    scopes = {item.scope for item in results}
    return Result(
        worst.verdict, worst.scope if len(scopes) == 1 else "bulk", any(item.review for item in results),
        tuple(dict.fromkeys(problem for item in results for problem in item.problems)),
        "; ".join(item.about for item in results if item.about), tuple(dict.fromkeys(note for item in results for note in item.notes)),
        worst.error,
    )  # fmt: skip

"""The proposal flow: a commit on its own branch, pushed, with its pull request (DESIGN section 6).

Each step looks first whether it is done, so that the same command after any failure finishes what is missing and never makes a
second branch or pull request.  Every command that writes to the vault goes through here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Literal, Protocol

from vaultctl.core.change import FileChange
from vaultctl.core.config import Proposals
from vaultctl.core.proposal import ProposalText, PullRequest, commit_message
from vaultctl.errors import Exit, ForgeError, GitError, StaleWrite, VaultctlError
from vaultctl.usecases.ports import Forge, Tree

State = Literal["proposed", "pushed", "committed", "exists", "refused"]


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


@dataclass(frozen=True, slots=True)
class PushEnd:
    """How a push ended.  `rejected`: the branch holds something else there.  `said` is what the server wrote, for people."""

    state: Literal["ok", "rejected", "refused", "unreachable"]
    reason: str = ""
    said: str = ""


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

    def remote_branch(self, base: Base, name: str) -> str | None:
        """The commit of that branch on the remote, asked now.  Raises GitError when it cannot be asked."""
        ...

    def commit(self, base: Base, changes: Sequence[FileChange], message: str) -> str:
        """A commit of exactly these changes on the base; no branch moves.  Raises StaleWrite, Refused, GitError."""
        ...

    def create_branch(self, name: str, commit: str) -> bool:
        """Make a local branch unless there is one of that name; False when there is one with another commit."""
        ...

    def push(self, base: Base, name: str, commit: str, options: Sequence[str]) -> PushEnd:
        """Push a branch that must not exist on the remote yet, or hold that commit."""
        ...


@dataclass(frozen=True, slots=True)
class Proposal:
    """What is to be proposed.  `branch` is the short name of its branch."""

    branch: str
    changes: tuple[FileChange, ...]
    text: ProposalText


@dataclass(frozen=True, slots=True)
class Reached:
    """How far a proposal got.

    `problem` is what stopped it short of the next state (None: nothing did); `url` the pull request's address, where there is one;
    `warnings` did not stop it.
    """

    state: State
    branch: str
    base: str
    commit: str | None = None
    pushed: bool = False
    url: str | None = None
    warnings: tuple[str, ...] = ()
    problem: VaultctlError | None = None

    @property
    def exit_code(self) -> int:
        """0 when nothing stopped it, else that of what did."""
        return self.problem.exit_code if self.problem else Exit.OK


def propose(
    proposal: Proposal, base: Base, store: ProposalStore, forge: Forge | None, settings: Proposals, *, network: bool
) -> Reached:
    """Take a proposal as far as it can go from wherever an earlier call left it.

    Raises what stands in the way of the commit (StaleWrite, Refused, GitError).  After the commit nothing is raised: what stopped
    it is `problem`, and the branch stays.
    """
    reached = Reached("committed", proposal.branch, base.branch)
    asks = network and base.remote is not None
    problem = _offline(base.problem) if asks and base.problem else None
    there = None
    if asks and not problem:
        try:
            there = store.remote_branch(base, proposal.branch)
        except GitError as error:
            problem = _offline(error.message)
    commit = store.local_branch(proposal.branch)
    if there is not None and there != commit:
        # Somebody else's, or an earlier clone's: it is there, and it is not ours to move.
        return _existing(proposal, base, forge, settings, replace(reached, state="exists", commit=there, pushed=True))
    if commit is None:
        if not proposal.changes:
            raise StaleWrite(f"the branch {proposal.branch} is gone since it was read", "run the command again")
        commit = store.commit(base, proposal.changes, commit_message(proposal.text))
        if not store.create_branch(proposal.branch, commit):
            commit = store.local_branch(proposal.branch) or commit  # another process was quicker with the same lesson
    reached = replace(reached, commit=commit)
    if problem is not None or not asks:
        return replace(reached, problem=problem)
    return publish(proposal, base, store, forge, settings, replace(reached, pushed=there is not None))


def publish(
    proposal: Proposal, base: Base, store: ProposalStore, forge: Forge | None, settings: Proposals, reached: Reached
) -> Reached:
    """Push the branch where that is not done (`reached.pushed`), and see that its pull request is there.

    What stopped it is `problem`.  Raises GitError where a refused push cannot be looked into.
    """
    opened: PullRequest | None = None
    if not reached.pushed:
        options = (
            forge.push_options(base.branch, proposal.text, draft=settings.draft, auto_merge=settings.auto_merge) if forge else ()
        )
        end = store.push(base, proposal.branch, reached.commit or "", options)
        there = _look(store, base, proposal.branch) if end.state != "ok" else reached.commit
        if there is None:
            return replace(reached, problem=_not_pushed(end))
        if there != reached.commit:
            return _existing(proposal, base, forge, settings, replace(reached, state="exists", commit=there, pushed=True))
        opened = forge.read_push(end.said) if forge and options else None
    reached = replace(reached, state="pushed", pushed=True)
    return reached if forge is None else _open(proposal, base, forge, settings, reached, opened)


def _open(
    proposal: Proposal, base: Base, forge: Forge, settings: Proposals, reached: Reached, opened: PullRequest | None
) -> Reached:
    try:
        request = opened or forge.open(proposal.branch, base.branch, proposal.text, draft=settings.draft)
    except ForgeError as error:
        return replace(reached, problem=error)
    if request is None:  # a forge without pull requests: the branch is the proposal
        return replace(reached, warnings=reached.warnings + forge.notes)
    warnings = list(forge.notes)
    if opened is None:
        labels = settings.labels + proposal.text.labels
        warnings += [warning for warning in (forge.label(request, labels) if labels else None,) if warning]
        if settings.auto_merge and request.state == "open":
            warnings += [warning for warning in (forge.auto_merge(request),) if warning]
    if request.state == "closed":
        warnings.append("its pull request was closed without merging: a person has decided against it")
    return replace(reached, state="proposed", url=request.url, warnings=reached.warnings + tuple(warnings))


def _look(store: ProposalStore, base: Base, branch: str) -> str | None:
    """What the remote holds after a push that did not end well: it may have been cut off when all was done."""
    try:
        return store.remote_branch(base, branch)
    except GitError:
        return None


def _existing(proposal: Proposal, base: Base, forge: Forge | None, settings: Proposals, reached: Reached) -> Reached:
    """The pull request of a branch that is there already; opened where whoever pushed it did not come to that."""
    try:
        request = forge.find(reached.branch) if forge else None
        if request is None and forge:
            request = forge.open(proposal.branch, base.branch, proposal.text, draft=settings.draft)
    except ForgeError as error:
        return replace(reached, warnings=(*reached.warnings, f"its pull request could not be looked up: {error.message}"))
    return replace(reached, url=request.url if request else None)


def _offline(reason: str) -> VaultctlError:
    return VaultctlError(
        f"the remote could not be asked: {reason}",
        "nothing is lost: the branch is kept here; `vaultctl queue list` shows it, `vaultctl sync` sends it later",
    )


def _not_pushed(end: PushEnd) -> VaultctlError:
    what = "the remote refused the branch" if end.state in ("refused", "rejected") else "the branch could not be pushed"
    return VaultctlError(
        f"{what}: {end.reason}",
        "nothing is lost: the branch is kept here; run the same command again, or `vaultctl sync` later",
    )


def branch_for(stem: str, changes: Sequence[FileChange], store: ProposalStore) -> str:
    """The branch of a job that may run more than once a day: `stem`, then `stem-2` and so on.

    One that holds exactly these changes already is used again, so that the same command resumes it.
    """
    for name in _names(stem):
        commit = store.local_branch(name)
        if commit is None or all(store.tree(commit).read(change.path) == change.after for change in changes):
            return name
    raise AssertionError("unreachable: the names never end")


def _names(stem: str) -> Iterator[str]:
    yield stem
    yield from (f"{stem}-{number}" for number in count(2))

"""The proposal flow: a commit on its own branch, pushed, with its pull request (DESIGN section 6).

Each step looks first whether it is done, so that the same command after any failure finishes what is missing and never makes a
second branch or pull request.  Every command that writes to the vault goes through here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from vaultctl.core.change import FileChange
from vaultctl.core.config import Proposals
from vaultctl.core.proposal import ProposalText, PullRequest, commit_message
from vaultctl.errors import Exit, ForgeError, GitError, Refused, StaleWrite, VaultctlError
from vaultctl.usecases.ports import Forge
from vaultctl.usecases.proposal_ports import MERGED as MERGED
from vaultctl.usecases.proposal_ports import TURNED_DOWN as TURNED_DOWN
from vaultctl.usecases.proposal_ports import Base as Base
from vaultctl.usecases.proposal_ports import BranchInTheWay as BranchInTheWay
from vaultctl.usecases.proposal_ports import ProposalStore as ProposalStore
from vaultctl.usecases.proposal_ports import PushEnd as PushEnd
from vaultctl.usecases.proposal_ports import Standing as Standing
from vaultctl.usecases.proposal_ports import State as State
from vaultctl.usecases.proposal_ports import There as There


@dataclass(frozen=True, slots=True)
class Proposal:
    """What is to be proposed.  `branch` is the short name of its branch.

    `changes` are those that make it on the base as it is now.  `differs` says in what a local branch of that name, which was made
    before, is something else.
    """

    branch: str
    changes: tuple[FileChange, ...]
    text: ProposalText
    differs: str = ""


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

    A local branch of that name is taken further where it still is what is proposed now; one that is not, and was never pushed, is
    made anew on the base, and so is one that was merged and taken out of the base again.  Raises what stands in the way of the
    commit (StaleWrite, Refused, GitError).  After the commit nothing is raised: what stopped it is `problem`, and the branch stays.
    """
    asks = network and base.remote is not None
    problem = _offline(base.problem) if asks and base.problem else None
    # Read before the remote is asked: another process here pushes first and marks then, so what is marked by now was there before,
    # and where the remote does not show it any more, it was removed.
    marked = store.sent(proposal.branch) if asks else None
    there: There | None = None
    if asks and not problem:
        try:
            there = store.remote_branch(base, proposal.branch)
        except BranchInTheWay:
            raise
        except GitError as error:
            problem = _offline(error.message)
    commit = store.local_branch(proposal.branch)
    if there is not None and there.commit != commit:
        # Somebody else's, or an earlier clone's: it is there, and it is not ours to move.
        proposal = replace(proposal, branch=there.name)
        reached = Reached("exists", there.name, base.branch, there.commit, pushed=True)
        return _existing(proposal, base, forge, settings, reached)
    reached = Reached("committed", proposal.branch, base.branch)
    pushed = there is not None
    if commit is None:
        if not proposal.changes:
            raise StaleWrite(f"the branch {proposal.branch} is gone since it was read", "run the command again")
        commit = store.commit(base, proposal.changes, commit_message(proposal.text))
        if not store.create_branch(proposal.branch, commit):
            commit = store.local_branch(proposal.branch) or commit  # another process was quicker with the same lesson
    else:
        standing = store.standing(base, commit)
        is_gone = marked == commit and not pushed and not problem and standing != "merged"
        warning = _why_gone(store, base, commit) if is_gone else _left_alone(proposal, standing) if pushed else ""
        if standing != "merged" and warning:
            reached = replace(reached, state="exists", commit=commit, pushed=pushed, warnings=(warning,))
            return _existing(proposal, base, forge, settings, reached) if pushed else reached
        if proposal.changes and (standing == "merged" or proposal.differs or (standing == "stray" and _is_ours(store, commit, proposal))):
            old, commit, pushed = commit, _anew(proposal, base, store, commit), False
            reached = replace(reached, warnings=(f"{proposal.branch} was made anew on {base.branch} as it is now; it held {old[:12]}",))
    reached = replace(reached, commit=commit)
    if problem is not None or not asks:
        return replace(reached, problem=problem)
    replaces = there.commit if there is not None and not pushed else ""
    return publish(proposal, base, store, forge, settings, replace(reached, pushed=pushed), replaces=replaces)


def _left_alone(proposal: Proposal, standing: Standing) -> str:
    """Why a branch that is open on the remote is not changed; empty where nothing is wrong with it."""
    if proposal.differs:
        return (f"the open proposal {proposal.branch} differs in {proposal.differs}, and was left as it is: push a correction onto it, or "
                f"close it, remove the branch here and there, and run the same command again")  # fmt: skip
    if standing == "stray":
        return (f"the open proposal {proposal.branch} was made for another base, or the base was rewritten: close it, remove the branch "
                f"here and there, and run the same command again")  # fmt: skip
    return ""


def _why_gone(store: ProposalStore, base: Base, commit: str) -> str:
    """Why a branch that was pushed is not sent again: it was merged since the base was fetched, or turned down."""
    fresh = store.base(base.branch, network=True)
    return MERGED if not fresh.problem and store.standing(fresh, commit) == "merged" else TURNED_DOWN


def _is_ours(store: ProposalStore, commit: str, proposal: Proposal) -> bool:
    """Whether a commit was made by the same command for the same thing, and not by hand on top of that."""
    return store.message(commit).partition("\n")[0] == proposal.text.title


def _anew(proposal: Proposal, base: Base, store: ProposalStore, old: str) -> str:
    """Make the commit again, on the base as it is now, and move the local branch to it.  Raises Refused where that may not be."""
    commit = store.commit(base, proposal.changes, commit_message(proposal.text))
    if not store.move_branch(proposal.branch, commit, old):
        raise Refused(f"{proposal.branch} here holds an earlier state, and could not be made anew: it is checked out, or was changed",
                      f"switch to another branch there, or keep it under another name: git branch -m {proposal.branch} NAME")
    return commit


def publish(
    proposal: Proposal, base: Base, store: ProposalStore, forge: Forge | None, settings: Proposals, reached: Reached, *,
    replaces: str = "",
) -> Reached:  # fmt: skip
    """Push the branch where that is not done (`reached.pushed`), and see that its pull request is there.

    `replaces` is what the branch holds there of ours.  What stopped it is `problem`.  Raises GitError where a refused push cannot
    be looked into.
    """
    opened: PullRequest | None = None
    if not reached.pushed:
        reason = store.unfit(base, reached.commit or "")
        if reason:
            return replace(reached, problem=_unfit(proposal.branch, base, reason))
        options = (
            forge.push_options(base.branch, proposal.text, draft=settings.draft, auto_merge=settings.auto_merge) if forge else ()
        )
        end = store.push(base, proposal.branch, reached.commit or "", options, replaces)
        try:
            there = _look(store, base, proposal.branch) if end.state != "ok" else reached.commit
        except BranchInTheWay as error:
            return replace(reached, problem=error)
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
        there = store.remote_branch(base, branch)
    except BranchInTheWay:
        raise
    except GitError:
        return None
    return there.commit if there is not None else None


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


def _unfit(branch: str, base: Base, reason: str) -> VaultctlError:
    return VaultctlError(
        f"{branch} was not pushed: {reason}",
        f"see git log {base.remote}/{base.branch}..{branch}; if others may have all of that: git push {base.remote} {branch}",
    )


def _not_pushed(end: PushEnd) -> VaultctlError:
    there = end.state in ("refused", "rejected") and not end.by_own_hook
    what = "the remote refused the branch" if there else "the branch could not be pushed"
    first = "put right what the hook objects to (`git rev-parse --git-path hooks` names its folder), then " if end.by_own_hook else ""
    return VaultctlError(
        f"{what}: {end.reason}",
        f"nothing is lost: the branch is kept here; {first}run the same command again, or `vaultctl sync` later",
    )

"""Proposals that wait to be merged: what git is asked about them, and which are open in what state."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, Protocol

from vaultctl.core.lesson import Lesson
from vaultctl.core.problem import Problem
from vaultctl.errors import Exit, ForgeError, VaultctlError
from vaultctl.usecases.ports import Forge
from vaultctl.usecases.propose import TURNED_DOWN, Base, ProposalStore, PushEnd

State = Literal["waiting", "open", "conflict", "failed", "review", "merged"]
"""`waiting`: on a local branch that was not sent yet.  `open`: may be merged.  `conflict`: the base changed the same thing.
`failed`: the gate objects.  `review`: the gate has nothing against it, but a person must look at it and merge it.  `merged`: its
content is on the base."""
Followed = Literal["advanced", "current", "diverged", "dirty", "busy", "absent"]
"""How moving a local branch forward ended.  `diverged`: it has commits of its own.  `dirty`: it is checked out in a tree with
changes.  `busy`: it is checked out where a merge or rebase waits.  `absent`: there is no such branch."""

UNSENT = "not pushed yet: `vaultctl sync` sends it"
_BEYOND = re.compile(r"vault/(?:migrate|restore)-")
"""Branches of commands that may change more than the gate lets pass."""
_NAMES = re.compile(r"lesson/[^/]+|vault/[a-z]+-\d{4}-\d{2}-\d{2}(-\d+)?")


def is_proposal(branch: str) -> bool:
    """Whether a branch of that short name is a proposal: `lesson/<id>`, `vault/<what>-<day>`, `vault/<what>-<day>-2`."""
    return _NAMES.fullmatch(branch) is not None


@dataclass(frozen=True, slots=True)
class Branch:
    """A proposal's branch: its commit here and where branches are pushed (None: not there), as last fetched.

    `date` is the commit date in seconds, `worktree` the folder in which the local branch is checked out (mostly empty).
    """

    name: str
    local: str | None
    remote: str | None
    date: float = 0
    worktree: str = ""

    @property
    def commit(self) -> str:
        """What is proposed: what was pushed, else what waits here."""
        return self.remote or self.local or ""

    @property
    def id(self) -> str | None:
        """The lesson's id; None for a branch of several."""
        return self.name.removeprefix("lesson/") if self.name.startswith("lesson/") else None


@dataclass(frozen=True, slots=True)
class Applied:
    """What a proposal comes to on a base.  `tree` is the base's with its changes made; `lines` whether merging by lines, as a
    forge does, would do."""

    state: Literal["ready", "merged", "conflict"]
    tree: str = ""
    reason: str = ""
    lines: bool = True


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the gate says of a proposal.

    `problems` are what it objects to, `review` why a person must look at it (empty: nobody has to).  `about` is what it does, in
    words, and `lesson` the one that it adds.
    """

    problems: tuple[Problem, ...] = ()
    review: str = ""
    about: str = ""
    lesson: Lesson | None = None


class Gate(Protocol):
    """What a proposal must pass: given the base's commit and the tree that would become of it."""

    def __call__(self, base: str, head: str, branch: Branch, /) -> Ruling: ...


class QueueStore(ProposalStore, Protocol):
    """git, as far as the queue needs it."""

    def fetch_proposals(self, base: Base) -> str:
        """Fetch all proposal branches, forgetting those that are gone.  Gives the reason where that failed, else nothing."""
        ...

    def proposals(self, base: Base) -> Sequence[Branch]:
        """The proposal branches here and there, oldest first."""
        ...

    def was_sent(self, branch: Branch) -> bool:
        """Whether what is here was pushed before; where it is not there any more, somebody turned it down."""
        ...

    def pushed_base(self, base: Base) -> Base | None:
        """The base as the remote has it; None where it has none."""
        ...

    def local_base(self, base: Base) -> Base:
        """The base as the local branch of that name has it, or will have it after a fast-forward.  Raises Refused."""
        ...

    def apply(self, base: str, head: str, since: str) -> Applied:
        """A proposal on a base.  `since`: up to where the base may hold what was merged and then changed again."""
        ...

    def gone(self, base: str, branch: Branch) -> str:
        """Why what was merged of a branch is not on the base any more; empty where it is, also edited or in the archive."""
        ...

    def settle(self, base: str, head: str, tree: str, *, rebuild: bool = False) -> str:
        """The one commit that brings a proposal onto the base: its own where it fits (unless `rebuild`), else a new one."""
        ...

    def push_base(self, base: Base, commit: str) -> PushEnd:
        """Push the base, if it still is there what `base` says."""
        ...

    def push_again(self, branch: Branch, commit: str) -> PushEnd:
        """Replace a proposal's branch where branches are pushed, if it still holds what `branch` says; a local one with it."""
        ...

    def contains(self, tip: str, commit: str) -> bool:
        """Whether a commit is part of the history of another."""
        ...

    def follow(self, base: Base, commit: str) -> tuple[Followed, str]:
        """Move the local branch of the base forward, with the working tree where that is clean; and the folder in the way."""
        ...

    def remove_pushed(self, branches: Sequence[Branch]) -> tuple[Sequence[str], str]:
        """Delete branches where they were pushed, those that still hold what they held; their names, and what went wrong."""
        ...

    def remove_local(self, branch: Branch) -> bool:
        """Delete a local branch that is checked out nowhere and still holds what it held."""
        ...


@dataclass(frozen=True, slots=True)
class Listed:
    """One proposal with its state, why it is in it, and its pull request.

    `ruling` is what the gate said, where it was asked; `title` the first line of the commit.  `next` is what a person can do about
    it, `command` what they run for that (empty: nothing here).  `merges`: a run would merge it.
    """

    branch: Branch
    state: State
    reason: str = ""
    url: str | None = None
    ruling: Ruling = field(default_factory=Ruling)
    title: str = ""
    next: str = ""
    command: str = ""
    merges: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """The proposals, oldest first, and what happened to them.

    `merged` and `refreshed` count what this call did (or would do, where `dry_run`).  `notes` are for stderr; `problem` is what
    stopped it.
    """

    base: Base
    proposals: tuple[Listed, ...]
    merged: int = 0
    refreshed: int = 0
    notes: tuple[str, ...] = ()
    problem: VaultctlError | None = None
    dry_run: bool = False

    @property
    def exit_code(self) -> int:
        """That of what stopped it; else 1 when a proposal failed, conflicts or needs a review, else 0."""
        if self.problem is not None:
            return self.problem.exit_code
        return Exit.NO if any(item.state in ("failed", "conflict", "review") for item in self.proposals) else Exit.OK


def list_open(
    store: QueueStore, gate: Gate, forge: Forge | None, named: str | None, *, network: bool, by_forge: bool = False
) -> Result:
    """Every proposal that is not merged, with its state against the base as it is now.  Works offline, and says so.

    `by_forge`: proposals are merged by their pull requests.
    """
    base = store.base(named, network=network)
    notes = []
    if network and base.remote is not None:
        problem = base.problem or store.fetch_proposals(base)
        if problem:
            notes.append(f"{base.remote} could not be asked, this is what was known before: {problem}")
            network = False
    found = []
    for branch in store.proposals(base):
        listed = judge(store, gate, base, branch, by_forge=by_forge)
        if listed.state == "merged":
            continue
        if network and forge is not None and branch.remote is not None:
            try:
                request = forge.find(branch.name)
                listed = replace(listed, url=request.url if request else None)
            except ForgeError as error:
                notes.append(f"pull requests could not be looked up: {error.message}")
                forge = None
        found.append(listed)
    return Result(base, tuple(found), notes=tuple(notes))


def judge(store: QueueStore, gate: Gate, base: Base, branch: Branch, *, by_forge: bool = False) -> Listed:
    """The state of one proposal against the base."""
    waits = base.remote is not None and branch.remote is None
    if base.commit is None:
        return titled(store, Listed(branch, "waiting" if waits else "open", f"{base.branch} has no commit yet"))
    applied = weigh(store, base.commit, branch, base.commit)
    if applied.state == "merged":
        return Listed(branch, "merged")
    if applied.state == "conflict":
        listed = Listed(branch, "conflict", applied.reason)
    else:
        listed = rule(base, branch, gate(base.commit, applied.tree, branch), by_forge=by_forge)
    if waits:
        reason = listed.reason or (TURNED_DOWN if store.was_sent(branch) else UNSENT)
        listed = replace(listed, state="waiting", reason=reason)
    return titled(store, listed)


def rule(base: Base, branch: Branch, ruling: Ruling, *, by_forge: bool = False) -> Listed:
    """The state that follows from what the gate says: `failed`, `review`, else `open`."""
    way, command = f"if it is right, merge it, with {base.branch} checked out:", by_hand(base, branch)
    if by_forge:
        way, command = "a person reviews its pull request, and merges it", ""
    if ruling.problems and _BEYOND.match(branch.name) is not None:
        way = f"it changes too much for the gate; {way}"
    elif ruling.problems:
        way, command = "correct it on its branch, or remove the branch", ""
    if ruling.problems:
        return Listed(branch, "failed", objections(ruling.problems), ruling=ruling, next=way, command=command)
    if ruling.review:
        return Listed(branch, "review", f"a person must review this: {ruling.review}", ruling=ruling, next=way, command=command)
    return Listed(branch, "open", ruling=ruling)


def titled(store: QueueStore, listed: Listed) -> Listed:
    """With the first line of its commit."""
    return replace(listed, title=store.message(listed.branch.commit).partition("\n")[0])


def by_hand(base: Base, branch: Branch) -> str:
    """The commands with which a person merges a proposal into the base that is checked out.

    They make one commit with one parent of it, as the queue does, so that the base stays a straight line (`queue_run`) and a gate
    over several commits of it finds no merge, which it refuses.
    """
    name = shown_as(branch)
    push = f" && git push {shlex.quote(base.remote)} {shlex.quote(base.branch)}" if base.remote is not None else ""
    return f"git merge --squash {name} && git commit -C {name}{push}"


def shown_as(branch: Branch) -> str:
    """What to call the commit of a proposal on a command line here: its branch, else its id."""
    return shlex.quote(branch.name) if branch.local == branch.commit else branch.commit[:12]


def gate_command(base: Base, branch: Branch) -> str:
    """The command that shows all that the gate has to say."""
    onto = f"{base.remote}/{base.branch}" if base.remote is not None else base.branch
    named = "" if branch.local == branch.commit else f" --branch {shlex.quote(branch.name)}"
    return f"vaultctl gate --base {shlex.quote(onto)} --head {shown_as(branch)}{named}"


def weigh(store: QueueStore, base: str, branch: Branch, since: str) -> Applied:
    """`QueueStore.apply`; but merged is only what is still on the base: what was taken out again is not done with."""
    applied = store.apply(base, branch.commit, since)
    if applied.state != "merged":
        return applied
    reason = store.gone(base, branch)
    return Applied("conflict", reason=reason) if reason else applied


def objections(problems: Sequence[Problem]) -> str:
    """What the gate says, in one text; empty when it passes."""
    return "; ".join(map(objection, problems))


def objection(problem: Problem) -> str:
    """One problem with its place, in a line."""
    return f"{problem.path}:{problem.line}: {problem.message} ({problem.rule})"


def prune(store: QueueStore, merged: Sequence[Branch]) -> list[str]:
    """Remove the local branches of what is merged, and give their names.

    One that holds something else than what was pushed (and merged) stays, and so does one that is checked out.
    """
    mine = [branch for branch in merged if branch.local is not None and branch.local == branch.commit and not branch.worktree]
    return [branch.name for branch in mine if store.remove_local(branch)]


def in_the_way(branch: str, followed: Followed, place: str) -> str:
    """Why a branch that is checked out was not moved, and what to do there."""
    if followed == "dirty":
        return f"{branch} is checked out in {place} with changes that are not committed; commit or stash them there"
    return f"{branch} is checked out in {place}, in the middle of a merge or rebase; finish that there"


def left_behind(base: Base, followed: Followed, place: str) -> str:
    """Why a local base was not moved, and the command to run; empty where there is nothing to do."""
    if followed in ("advanced", "current", "absent"):
        return ""
    tip = f"{base.remote}/{base.branch}"
    if followed == "diverged":
        return f"{base.branch} here has commits of its own and was not moved: push them as a proposal, or run git rebase {tip}"
    return f"{in_the_way(base.branch, followed, place)}, then run: git merge --ff-only {tip}"

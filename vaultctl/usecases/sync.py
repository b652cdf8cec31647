"""`sync`: fetch, fast-forward what is safe, send what waits, remove what is merged.  Each step can be repeated."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from vaultctl.core.config import Proposals
from vaultctl.core.proposal import ProposalText, for_changes
from vaultctl.errors import Exit, ForgeError, GitError, VaultctlError
from vaultctl.usecases.ports import Forge
from vaultctl.usecases.propose import TURNED_DOWN, Base, Proposal, Reached, publish
from vaultctl.usecases.queue import Branch, QueueStore, left_behind, prune, weigh

_ABOUT = {
    "lesson": "A lesson, proposed with `vaultctl record`.",
    "archive": "Lessons to be archived, proposed with `vaultctl archive`.",
    "verify": "Lessons that were verified again, proposed with `vaultctl verify`.",
}


@dataclass(frozen=True, slots=True)
class Sent:
    """What became of one more thing that `sync` sends: branches that were pushed, that still wait, and why."""

    pushed: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    problem: VaultctlError | None = None


class Sender(Protocol):
    """Something besides proposals that waits to be sent, such as the failure log."""

    def waits(self) -> bool:
        """Whether there is something to send, as far as can be told here."""
        ...

    def send(self) -> Sent:
        """Send it.  What goes wrong is in the answer."""
        ...


@dataclass(frozen=True, slots=True)
class Result:
    """What was done, by branch.

    `fetched` and `advanced` say whether the remote was asked, and whether the local base moved.  `pushed` were sent now,
    `waiting` could not be, `pruned` were removed here because they are merged.  `urls` are the pull requests of what was sent.
    """

    base: Base
    fetched: bool = False
    advanced: bool = False
    pushed: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    pruned: tuple[str, ...] = ()
    urls: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    problem: VaultctlError | None = None

    @property
    def exit_code(self) -> int:
        """0, or that of what stopped it."""
        return self.problem.exit_code if self.problem is not None else Exit.OK


def sync(
    store: QueueStore,
    forge: Callable[[], Forge | None],
    settings: Proposals,
    named: str | None,
    *,
    senders: Sequence[Sender] = (),
    dry_run: bool = False,
) -> Result:
    """Bring this clone and its remote together.  `forge` is asked for only when there is something to open."""
    base = store.base(named, network=True)
    if base.remote is None:
        open_, merged = _divide(store, base)
        gone = [branch.name for branch in merged] if dry_run else prune(store, merged)
        return Result(base, pruned=tuple(gone), notes=("there is no remote: nothing to fetch or to send",))
    problem = base.problem or store.fetch_proposals(base)
    open_, merged = _divide(store, base)
    unsent = [branch for branch in open_ if branch.remote is None and not store.was_sent(branch)]
    if problem:
        names = tuple(branch.name for branch in unsent) + tuple("vault-failures" for sender in senders if sender.waits())
        told = f"; waiting here: {', '.join(names)}" if names else ""
        message = f"{base.remote} could not be asked: {problem}{told}"
        error = VaultctlError(message, "nothing is lost; run `vaultctl sync` again later")
        return Result(base, waiting=names, problem=error)
    notes = [f"{branch.name}: {TURNED_DOWN}" for branch in open_ if branch.remote is None and branch not in unsent]
    if dry_run:
        names = tuple(branch.name for branch in unsent)
        return Result(base, fetched=True, waiting=names, pruned=tuple(branch.name for branch in merged), notes=tuple(notes))
    result = Result(base, fetched=True, advanced=_advance(store, base, notes))
    result = _send(store, forge, settings, base, unsent, [branch for branch in open_ if branch.local == branch.remote], result)
    for sender in senders:
        sent = sender.send()
        result = replace(result, pushed=result.pushed + sent.pushed, waiting=result.waiting + sent.waiting,
                         problem=result.problem or sent.problem)  # fmt: skip
    return replace(result, pruned=tuple(prune(store, merged)), notes=tuple(notes) + result.notes)


def _divide(store: QueueStore, base: Base) -> tuple[list[Branch], list[Branch]]:
    """The local proposals that are open, and those that are merged."""
    open_: list[Branch] = []
    merged: list[Branch] = []
    for branch in store.proposals(base):
        if branch.local is not None:
            here = replace(branch, remote=None)
            is_merged = base.commit is not None and weigh(store, base.commit, here, base.commit).state == "merged"
            (merged if is_merged else open_).append(branch)
    return open_, [replace(branch, remote=branch.local) for branch in merged]


def _advance(store: QueueStore, base: Base, notes: list[str]) -> bool:
    """Move the local base forward where that is safe, or add the reason and the command to the notes."""
    if base.commit is None:
        return False
    try:
        followed, place = store.follow(base, base.commit)
    except GitError as error:
        notes.append(f"{base.branch} here was not moved: {error.message}" + (f"; {error.hint}" if error.hint else ""))
        return False
    note = left_behind(base, followed, place)
    if note:
        notes.append(note)
    return followed == "advanced"


def _send(
    store: QueueStore, forge: Callable[[], Forge | None], settings: Proposals, base: Base, unsent: Sequence[Branch],
    sent: Sequence[Branch], result: Result,
) -> Result:  # fmt: skip
    """Push what waits and see that every proposal of this clone has its pull request."""
    if not unsent and not sent:
        return result
    pushed: list[str] = []
    waiting: list[str] = []
    urls: list[tuple[str, str]] = []
    notes: list[str] = []
    trouble: VaultctlError | None = None
    desk: Forge | None = None
    try:
        desk = forge()
    except ForgeError as error:
        trouble = error
    for branch in (*unsent, *sent):
        if branch in sent and (desk is None or desk.name == "local"):
            continue
        reached = _publish_one(store, desk, settings, base, branch)
        if branch in unsent:
            (pushed if reached.pushed else waiting).append(branch.name)
        if reached.url is not None and branch in unsent:
            urls.append((branch.name, reached.url))
        notes += [f"{branch.name}: {warning}" for warning in reached.warnings if branch in unsent]
        if reached.problem is not None:
            trouble = trouble or VaultctlError(f"{branch.name}: {reached.problem.message}", reached.problem.hint)
            if isinstance(reached.problem, ForgeError):
                desk = None  # what it says of one it would say of all; the branches are still sent
    return replace(result, pushed=tuple(pushed), waiting=tuple(waiting), urls=tuple(urls), notes=tuple(dict.fromkeys(notes)),
                   problem=trouble)  # fmt: skip


def _publish_one(store: QueueStore, forge: Forge | None, settings: Proposals, base: Base, branch: Branch) -> Reached:
    commit = branch.local or ""
    reached = Reached("committed", branch.name, base.branch, commit, pushed=branch.remote is not None)
    try:
        text = describe(branch.name, store.message(commit))
        return publish(Proposal(branch.name, (), text), base, store, forge, settings, reached)
    except GitError as error:
        return replace(reached, problem=error)


def describe(branch: str, message: str) -> ProposalText:
    """What the pull request of a branch says, from the message of its commit (`core.proposal.commit_message`)."""
    title, _, rest = message.partition("\n")
    rows: list[tuple[str, str]] = []
    for line in rest.split("\n"):
        name, colon, value = line.strip().partition(": ")
        if line.startswith("      ") and rows:
            rows[-1] = (rows[-1][0], f"{rows[-1][1]} {line.strip()}")
        elif line.startswith("    ") and colon:
            rows.append((name, value))
    kind = branch.split("/")[0] if branch.startswith("lesson/") else branch.split("/")[-1].split("-")[0]
    return for_changes(title, _ABOUT.get(kind, "Lessons to be changed, proposed with `vaultctl`."), rows)

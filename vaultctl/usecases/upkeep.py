"""What `archive`, `verify` and `unarchive` share: the base as they find it, and the one proposal that carries what they change.

All is judged against the base as it is now, never against the working tree: what is merged counts, what lies about does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import count
from typing import Protocol

from vaultctl.core.change import FileChange
from vaultctl.core.config import Config
from vaultctl.core.lesson import Entry, Lesson
from vaultctl.core.places import CONFIG_FILE, SINGLE_FILE
from vaultctl.core.policy import objections
from vaultctl.errors import Exit, ForgeError, Refused, UsageError, VaultctlError
from vaultctl.usecases.base_settings import lacking
from vaultctl.usecases.findings import TreeEntry
from vaultctl.usecases.ports import Forge, Layout, Tree
from vaultctl.usecases.propose import Base, Proposal, ProposalStore, Reached, propose
from vaultctl.usecases.queue import Branch
from vaultctl.usecases.snapshot import Snapshot, read_snapshot
from vaultctl.usecases.watched import Tell, Watched


class UpkeepStore(ProposalStore, Protocol):
    """git, as far as the upkeep of a vault needs it."""

    def committed_on(self, commit: str) -> date:
        """The UTC day of a commit."""
        ...

    def contains(self, tip: str, commit: str) -> bool:
        """Whether a commit is an ancestor of the tip, or the tip itself."""
        ...

    def fetch_proposals(self, base: Base) -> str:
        """Fetch all proposal branches.  Gives the reason where that failed, else nothing."""
        ...

    def proposals(self, base: Base) -> Sequence[Branch]:
        """The proposal branches here and there, oldest first."""
        ...


@dataclass(frozen=True, slots=True)
class Means:
    """What the work is done with.

    `config` is that of the working tree: it names the base, and stands in where the base has none.  `forge` is asked for only
    when there is something to open.  `tell` hears how many files were read.
    """

    config: Config
    layouts: Sequence[Layout]
    store: UpkeepStore
    forge: Callable[[], Forge | None]
    tell: Tell = lambda done, total: None


@dataclass(frozen=True, slots=True)
class View:
    """The vault as the base holds it, and the proposals that are open beside it, by name."""

    base: Base
    tree: Tree
    vault: Snapshot
    branches: Mapping[str, Branch]
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Moved:
    """What happens to one lesson.

    `source` and `target` are what it was and what it becomes: the path for a lesson that moves, the day for one that is verified
    (None: it never was).  `path` is where it stands at the end.
    """

    id: str
    source: str | None
    target: str
    reason: str
    path: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the work ended.  `state` is None where nothing was proposed: a dry run, or nothing to do.

    `moved` is what the proposal does; `error` what stopped it short, or for a dry run what would refuse it.
    """

    base: Base
    moved: tuple[Moved, ...] = ()
    branch: str | None = None
    state: str | None = None
    commit: str | None = None
    pushed: bool = False
    url: str | None = None
    warnings: tuple[str, ...] = ()
    error: VaultctlError | None = None
    dry_run: bool = False
    changes: tuple[FileChange, ...] = field(default=(), repr=False)

    @property
    def exit_code(self) -> int:
        """0 when it got as far as it should (a dry run always does), else that of what stopped it."""
        return self.error.exit_code if self.error and not self.dry_run else Exit.OK


def look(means: Means, named: str | None, *, network: bool) -> View:
    """The base (the one named, else the config's) as it is now: freshly fetched where the network may be used.

    Raises ConfigError, VaultUnreadable and GitError where it cannot be read.
    """
    base = means.store.base(named or means.config.base, network=network)
    tree = means.store.tree(base.commit)
    vault = read_snapshot(Watched(tree, means.tell), means.layouts, default=means.config)
    warnings = []
    if base.commit is None:
        warnings.append(f"{base.branch} has no commit yet: commit the vault there first")
    else:
        warnings += lacking(base.branch, tree, means.config)
    if base.problem:
        warnings.append(f"the remote could not be asked, so this is the base as it was last fetched: {base.problem}")
    elif network and base.remote is not None:
        trouble = means.store.fetch_proposals(base)
        warnings += [f"the open proposals could not be fetched: {trouble}"] if trouble else []
    branches = {branch.name: branch for branch in means.store.proposals(base)}
    return View(base, Held(tree, vault), vault, branches, tuple(warnings))


def warnings_beside(changes: Iterable[FileChange], view: View, means: Means) -> tuple[str, ...]:
    """What is to be said of the base, but not that it lacks settings where these changes bring them."""
    # A lone single file needs no settings.
    enough = (CONFIG_FILE,) if means.config.present or means.config.layout == "notes" else (CONFIG_FILE, SINGLE_FILE)
    told = lacking(view.base.branch, view.tree, means.config) if any(change.path in enough for change in changes) else ()
    return tuple([warning for warning in view.warnings if warning not in told])


def wrong_clock(today: date, view: View, store: UpkeepStore) -> VaultctlError | None:
    """Why nothing may be dated so: the day is before the last commit of the base."""
    last = store.committed_on(view.base.commit) if view.base.commit else None
    if last is None or today >= last:
        return None
    message = f"the day {today} is before the last commit of {view.base.branch}, which is of {last}"
    return VaultctlError(message, "set the clock right, or name the day: --today YYYY-MM-DD")


def free_name(stem: str, view: View) -> str:
    """The first of `stem`, `stem-2`, … that no branch bears."""
    return next(name for name in _names(stem) if name not in view.branches)


def name_for(stem: str, changes: Sequence[FileChange], view: View, store: UpkeepStore) -> str:
    """The branch of a job that may run more than once a day: one that holds these changes already, else the first that is free."""
    for name in _names(stem):
        found = view.branches.get(name)
        if found is None or _holds(store.tree(found.commit), changes):
            return name
    raise AssertionError("unreachable: the names never end")


def _names(stem: str) -> Iterator[str]:
    yield stem
    yield from (f"{stem}-{number}" for number in count(2))


def _holds(tree: Tree, changes: Sequence[FileChange]) -> bool:
    return all(tree.read(change.path) == change.after for change in changes)


def carry(outcome: Outcome, proposal: Proposal, view: View, means: Means, *, network: bool) -> Outcome:
    """Take the proposal as far as it goes.  Raises what stands in the way of the commit (StaleWrite, Refused, GitError)."""
    base = view.base
    forge: Forge | None = None
    trouble: ForgeError | None = None
    if network and base.remote is not None and not base.problem:
        try:
            forge = means.forge()
        except ForgeError as error:
            trouble = error
    reached: Reached = propose(proposal, base, means.store, forge, view.vault.settings.config.proposals, network=network)
    known = view.branches.get(proposal.branch)
    problem = reached.problem or trouble
    if reached.state == "exists" and (known is None or known.commit != reached.commit):
        # Another clone took that name since we looked, for something else or for the same.
        problem = VaultctlError(f"another clone has just pushed {proposal.branch}", "run the command again: it finds out what that holds")
    return replace(
        outcome, branch=reached.branch, state=reached.state, commit=reached.commit, pushed=reached.pushed, url=reached.url,
        warnings=outcome.warnings + reached.warnings, error=problem,
    )  # fmt: skip


def require_writer(agent: str | None, lessons: Iterable[Lesson], vault: Snapshot) -> None:
    """See that an agent may speak for these lessons: whoever may write below a prefix may verify there.

    Nobody needs a name where nothing is restricted.  Raises UsageError where a name is needed and none given, else Refused.
    """
    config, taxonomy = vault.settings.config, vault.settings.taxonomy
    for lesson in lessons:
        for item in objections(lesson._replace(source_agent=agent or ""), config, taxonomy):
            if item.key == "source_agent" and not agent:
                raise UsageError(f"{lesson.id}: only named agents may write there", "say who you are: --agent NAME, or VAULTCTL_AGENT")
            if item.key == "source_agent":
                raise Refused(f"{lesson.id}: {item.message}", "let one of those do it, or have the policy changed")


def live(vault: Snapshot) -> list[Entry]:
    """The readable lessons that count."""
    return [item for source in vault.sources if source.role == "lessons" for item in source.records if isinstance(item, Entry)]


def archived(vault: Snapshot) -> dict[str, Entry]:
    """The readable lessons of the archive by id key; of those that share an id, the last."""
    return {item.lesson.key: item for source in vault.sources if source.role == "archive"
            for item in source.records if isinstance(item, Entry)}  # fmt: skip


class Held:
    """The tree of a vault that was read: its lessons are not read a second time (`usecases.ports.Tree`)."""

    def __init__(self, tree: Tree, vault: Snapshot) -> None:
        self._tree = tree
        self._texts = {source.path: source.text for source in vault.sources if source.role in ("lessons", "archive")}
        self.label = tree.label

    def entries(self, prefix: str = "") -> Sequence[TreeEntry]:
        """Everything at or below `prefix`."""
        return self._tree.entries(prefix)

    def read(self, path: str) -> bytes | None:
        """The bytes of a file, None when it is not there."""
        # No text: it could not be read, or is empty.
        text = self._texts.get(path)
        return text.encode("utf-8", "surrogateescape") if text else self._tree.read(path)

    def read_many(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes | None]]:
        """`read` for many paths, in their order."""
        return ((path, self.read(path)) for path in paths)


class Changed:
    """A tree in which some files are as changes leave them (`usecases.ports.Tree`); it lists what the tree lists."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._changes: dict[str, FileChange] = {}
        self.label = tree.label

    def put(self, change: FileChange) -> None:
        """Take a change that was worked out from what is here."""
        first = self._changes.get(change.path, change)
        self._changes[change.path] = FileChange(change.path, first.before, change.after)

    @property
    def changes(self) -> tuple[FileChange, ...]:
        """All of it, one change a file."""
        return tuple(self._changes.values())

    def entries(self, prefix: str = "") -> Sequence[TreeEntry]:
        """Everything at or below `prefix`."""
        return self._tree.entries(prefix)

    def read(self, path: str) -> bytes | None:
        """The bytes of a file, None when it is not there."""
        change = self._changes.get(path)
        return self._tree.read(path) if change is None else change.after

    def read_many(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes | None]]:
        """`read` for many paths, in their order."""
        return ((path, self.read(path)) for path in paths)

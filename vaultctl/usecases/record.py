"""`record`: a draft becomes a lesson on its own branch, or everything that speaks against it is said at once.

All is judged against the base as it is now, never against the working tree: what is merged counts, what lies about does not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TYPE_CHECKING

from vaultctl.core.change import FileChange
from vaultctl.core.draft import problem, read_draft
from vaultctl.core.lesson import Entry, Lesson, id_key, interpret
from vaultctl.core.problem import Problem
from vaultctl.core.proposal import for_lesson
from vaultctl.core.similarity import Similar
from vaultctl.errors import Exit, ForgeError, GitError, Refused, VaultctlError
from vaultctl.usecases.base_settings import lacking
from vaultctl.usecases.judging import entries_of, find_superseded, judge, uncovered, work_out
from vaultctl.usecases.propose import Base, Proposal, ProposalStore, Reached, State, propose
from vaultctl.usecases.snapshot import Snapshot, read_snapshot

if TYPE_CHECKING:
    from vaultctl.core.config import Config
    from vaultctl.core.draft import Value
    from vaultctl.usecases.ports import Forge, Layout, Tree

PREFIX = "lesson/"
"""Before the id in the name of a lesson's branch."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be recorded.

    `given` holds keys of the schema and `body` as they were typed, `found` what is wrong with other keys (`formats.draft_json`).
    `base` None: the config's, else the remote's default branch.  `network` False: neither fetch nor push.
    """

    given: Mapping[str, Value]
    today: date
    found: tuple[Problem, ...] = ()
    supersedes: str | None = None
    base: str | None = None
    network: bool = True
    force: bool = False
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a recording ended.  `state` is None for a dry run that would have gone through.

    `id` and `path` are None while the draft makes no lesson.  `problems` hold errors, which refuse it, and warnings, which do
    not; `similar` the lessons that it nearly repeats, besides the one that it is to supersede (`supersedes`).  `error` is what
    stopped it after the commit.  `changes` are for a dry run.
    """

    state: State | None
    base: Base
    id: str | None = None
    path: str | None = None
    branch: str | None = None
    commit: str | None = None
    pushed: bool = False
    url: str | None = None
    problems: tuple[Problem, ...] = ()
    similar: tuple[Similar, ...] = ()
    warnings: tuple[str, ...] = ()
    error: VaultctlError | None = None
    changes: tuple[FileChange, ...] = field(default=(), repr=False)
    dry_run: bool = False
    supersedes: str = ""

    @property
    def exit_code(self) -> int:
        """0 when it got as far as it should, 1 refused, else that of what stopped it."""
        if self.state == "refused":
            return Exit.NO
        return self.error.exit_code if self.error else Exit.OK


def record(
    request: Request, config: Config, layouts: Sequence[Layout], store: ProposalStore, forge: Callable[[], Forge | None]
) -> Outcome:
    """Record a lesson, from wherever an earlier call left it.

    `config` is that of the working tree: it names the base, and stands in where the base has none.  `forge` is asked for only
    when there is something to open.  Raises ConfigError, VaultUnreadable, StaleWrite and GitError where nothing could be made;
    what stops it after that is in the outcome.
    """
    network = request.network and not request.dry_run
    draft = read_draft(request.given, request.today, request.found)
    # What is refused anyway is not worth asking the network for.
    base = store.base(request.base or config.base, network=network and draft.is_whole)
    if base.commit is None:
        raise GitError(
            f"{base.branch} has no commit yet, so there is nothing that a lesson could be proposed to",
            f"commit the vault's files on {base.branch} first, then run the same command again",
        )
    tree = store.tree(base.commit)
    vault = read_snapshot(tree, layouts, default=config)
    outcome = Outcome(None, base, warnings=draft.notes + lacking(base.branch, tree, config), dry_run=request.dry_run)
    if draft.is_whole:
        outcome = replace(outcome, id=draft.lesson.id)
        known = _known(draft.lesson, vault, given="id" in request.given)
        if isinstance(known, Entry):
            merged = base.remote is not None
            return replace(outcome, state="exists", id=known.lesson.id, path=known.record.path, pushed=merged)
        if known is not None:
            return replace(outcome, state="refused", problems=(known,))
    old = find_superseded(request.supersedes, vault) if request.supersedes is not None else None
    branch = store.spelled(PREFIX + draft.lesson.id) if draft.is_whole else PREFIX + draft.lesson.id
    differs = ""
    ours = store.local_branch(branch) if draft.is_whole else None
    if ours is not None:
        earlier = _compare(request, draft.lesson, old, ours, branch, store, vault.layout)
        if earlier.against is not None:
            place = earlier.path or _place(draft.lesson, vault.layout)
            return replace(outcome, state="refused", path=place, problems=(earlier.against,))
        if not request.dry_run and not isinstance(old, Problem) and earlier.is_kept and store.standing(base, ours) != "merged":
            # It was judged when it was made: what is left to do is to send it.
            outcome = replace(outcome, branch=branch, path=earlier.path, warnings=outcome.warnings + earlier.warnings)
            # A correction by hand must not get lost: without changes nothing can be made anew.
            changes = _changes(earlier.lesson, old, vault.layout, tree) if earlier.lesson is not None else ()
            text = for_lesson(earlier.lesson or draft.lesson, supersedes=old.lesson.id if isinstance(old, Entry) else "")
            again = Proposal(branch, changes, text)
            return _reach(request, outcome, again, base, store, forge, vault, draft.lesson)
        differs = ", ".join(earlier.differs)
    judged = judge(draft, vault, tree, request.today, old, force=request.force)
    replaced = old.lesson.id if isinstance(old, Entry) else ""
    outcome = replace(outcome, path=judged.path, problems=judged.problems, similar=judged.similar, supersedes=replaced)
    if any(item.severity == "error" for item in judged.problems) or judged.similar:
        return replace(outcome, state="refused")
    more = uncovered(old.lesson, draft.lesson) if isinstance(old, Entry) else ()
    outcome = replace(outcome, branch=branch, warnings=outcome.warnings + more)
    if request.dry_run:
        return replace(outcome, changes=judged.changes)
    text = for_lesson(draft.lesson, supersedes=replaced)
    return _reach(request, outcome, Proposal(branch, judged.changes, text, differs), base, store, forge, vault, draft.lesson)


# What is there already.


def _known(lesson: Lesson, vault: Snapshot, *, given: bool) -> Entry | Problem | None:
    """The lesson of that id on the base, or why that id cannot be had; None for a new one.  `given`: the id was not minted."""
    for entry in entries_of(vault, "lessons"):
        if entry.lesson.key == lesson.key:
            if given and _content(entry.lesson) != _content(lesson):
                return _is_another(entry.lesson, f"in {entry.record.path}")
            return entry
    for entry in entries_of(vault, "archive"):
        if entry.lesson.key == lesson.key:
            return problem("id", "archived", f"this lesson is {entry.lesson.id} in the archive, in {entry.record.path}",
                           f"bring it back: vaultctl unarchive {entry.lesson.id}")
    return None


def _content(lesson: Lesson) -> tuple[object, ...]:
    return lesson.category, frozenset(lesson.tags), lesson.issue, lesson.mitigation


@dataclass(frozen=True, slots=True)
class _Earlier:
    """What a local branch for the same id holds, beside what is to be recorded now.

    `against` is why it can be neither taken further nor made anew; `lesson` is what it holds, None where it was corrected by hand;
    `differs` are the keys in which it is something else.
    """

    path: str | None = None
    against: Problem | None = None
    lesson: Lesson | None = None
    differs: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def is_kept(self) -> bool:
        return not self.differs


def _compare(
    request: Request, lesson: Lesson, old: Entry | Problem | None, commit: str, branch: str, store: ProposalStore, layout: Layout
) -> _Earlier:
    """Hold the lesson of a local branch against the one that is to be recorded."""
    found = _find(lesson, store.tree(commit), layout)
    if found is None:
        return _Earlier(against=problem("", "branch-taken", f"there is a branch {branch} here that does not hold this lesson",
                                        f"look at it, and keep it under another name: git branch -m {branch} NAME"))  # fmt: skip
    path, there = found.record.path, found.lesson
    if _content(there) != _content(lesson):
        if "id" in request.given:
            return _Earlier(path, _is_another(there, f"proposed on the branch {branch}"))
        # The id was minted from this very content, so somebody has corrected the proposal by hand.
        return _Earlier(path, None, None, (), ("its branch holds a corrected draft, which was kept",))
    # What is not given is as it was.  Whoever said it first stays its agent.
    keys = ("ttl", "name", "body", "first_seen")
    differs = [key for key in keys if key in request.given and getattr(there, key) != getattr(lesson, key)]
    notes = (f"its branch names {there.source_agent} as the agent, which was kept",) if there.source_agent != lesson.source_agent else ()
    replaced = _superseded_by(store.message(commit))
    wanted = old.lesson.key if isinstance(old, Entry) else ""
    if not isinstance(old, Problem) and id_key(replaced) != wanted:
        differs.append("supersedes")
    return _Earlier(path, None, there, tuple(differs), notes)


def _find(lesson: Lesson, tree: Tree, layout: Layout) -> Entry | None:
    """The lesson with the same id in a tree."""
    name = lesson.id.casefold()
    paths = [entry.path for entry in layout.paths(tree) if entry.kind == "file"]
    for path, content in tree.read_many([path for path in paths if len(paths) == 1 or name in path.casefold()]):
        for found in layout.parse(path, (content or b"").decode("utf-8", "surrogateescape")).records:
            entry = interpret(found)
            if isinstance(entry, Entry) and entry.lesson.key == lesson.key:
                return entry
    return None


def _is_another(there: Lesson, where: str) -> Problem:
    return problem("id", "duplicate-id", f"{there.id} is another lesson, {where}", "leave the id out: one is minted from the content")


def _superseded_by(message: str) -> str:
    """The id that the proposal of a message replaces (`core.proposal.commit_message`); empty where it is none."""
    rows = [line.strip() for line in message.split("\n") if line.startswith("    Supersedes: ")]
    return rows[-1].removeprefix("Supersedes: ") if rows else ""


def _changes(lesson: Lesson, old: Entry | Problem | None, layout: Layout, tree: Tree) -> tuple[FileChange, ...]:
    """What would make the lesson on the base as it is now; nothing where that is not possible, and what is there must do."""
    try:
        return work_out(lesson, old if isinstance(old, Entry) else None, layout, tree)
    except VaultctlError:
        return ()


def _place(lesson: Lesson, layout: Layout) -> str | None:
    try:
        return layout.place(lesson)
    except VaultctlError:
        return None


# The way out.


def _reach(
    request: Request, outcome: Outcome, proposal: Proposal, base: Base, store: ProposalStore, forge: Callable[[], Forge | None],
    vault: Snapshot, lesson: Lesson,
) -> Outcome:  # fmt: skip
    """Take the proposal as far as it goes."""
    network = request.network
    asked: Forge | None = None
    trouble: ForgeError | None = None
    if network and base.remote is not None and not base.problem:
        try:
            asked = forge()
        except ForgeError as error:
            trouble = error
    try:
        reached: Reached = propose(proposal, base, store, asked, vault.settings.config.proposals, network=network)
    except Refused as error:
        found = problem("", "not-writable", error.message, error.hint)
        return replace(outcome, state="refused", problems=(*outcome.problems, found))
    if reached.state == "exists" and reached.pushed and "id" in request.given and reached.commit != store.local_branch(proposal.branch):
        # An id that was not minted says nothing of the content: another clone may have taken it for something else.
        commit = store.fetch_branch(reached.branch)
        there = _find(lesson, store.tree(commit), vault.layout) if commit is not None else None
        if there is not None and _content(there.lesson) != _content(lesson):
            against = _is_another(there.lesson, f"proposed on the branch {reached.branch} of {base.remote}")
            return replace(outcome, state="refused", branch=reached.branch, url=reached.url, problems=(*outcome.problems, against))
    return replace(
        outcome, state=reached.state, branch=reached.branch, commit=reached.commit, pushed=reached.pushed, url=reached.url,
        warnings=outcome.warnings + reached.warnings, error=reached.problem or trouble,
    )  # fmt: skip

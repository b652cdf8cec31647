"""`gate`: whether a change may be merged, by the rules of the base that it is to be merged into.

The scope follows from what the change does.  Config, taxonomy and waivers are those of the base as it is now; nothing that the
change says about them counts.  What cannot be read whole is `unknown`, never `pass`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from vaultctl.core import problem as comparing
from vaultctl.core.area import Area, PathChange
from vaultctl.core.config import Config
from vaultctl.core.lesson import id_key
from vaultctl.core.places import CONFIG_FILE, LEARNINGS_FILE
from vaultctl.core.problem import Problem
from vaultctl.core.scope import PROPOSABLE, REVIEW_RULE, RULE, Name, Scope, classify, is_proposal_branch
from vaultctl.errors import ConfigError, GitError, VaultctlError, VaultUnreadable
from vaultctl.usecases import gate_history, gate_messages, gate_paths, gate_policy, gate_repeats, gate_succession, gate_texts
from vaultctl.usecases.added import find_added, find_of_vault
from vaultctl.usecases.gate_ports import Merged, Result, unknown
from vaultctl.usecases.gate_reading import Difference, NoFiles, Seen, governed, guess_layout, holds_vault, read_difference
from vaultctl.usecases.lint import find_problems
from vaultctl.usecases.settings import Settings, read_settings
from vaultctl.usecases.snapshot import Snapshot, below, read_snapshot

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vaultctl.core.area import Role
    from vaultctl.core.rules.context import Source
    from vaultctl.usecases.gate_ports import Change, Commits, Request, Stale
    from vaultctl.usecases.ports import Layout, Tree

SETTINGS_RULE = "bad-config"
STALE_RULE = "stale-index"
_LASTING = frozenset({"secret"})
_FOUND_MAX = 200
"""Problems of one kind that are listed; the verdict needs no more."""


def gate(
    request: Request, change: Change, commits: Commits, layouts: Sequence[Layout], stale: Stale | None = None, *, seen: Seen | None = None
) -> Result:
    """The verdict on a change.  Never raises what stands in the way of reading: that is the verdict `unknown`.

    `seen` spares reading again what the gate has seen before.
    """
    try:
        return _Gate(request, change, commits, layouts, stale, seen or Seen(commits)).result()
    except VaultctlError as error:
        return unknown(error)


class _Gate:
    def __init__(
        self, request: Request, change: Change, commits: Commits, layouts: Sequence[Layout], stale: Stale | None, seen: Seen
    ) -> None:
        self.request = request
        self.change = change
        self.commits = commits
        self.layouts = layouts
        self.stale = stale
        self.seen = seen
        self.folder = request.folder
        self.notes: list[str] = []
        self.live = 0
        """The lessons of the base, once it has been read."""
        self.vault: Snapshot | None = None
        """The vault of the base, once it has been read."""
        self.merged: Snapshot | None = None
        """The vault that it would become, once it has been read."""
        self.proposal = request.alone or is_proposal_branch(request.branch)

    def result(self) -> Result:
        paths = self.commits.changes(self.change.start, self.change.head)
        if not paths:
            raise GitError("there is nothing to gate: the head brings no change that the base does not have",
                           "name the branch of the proposal: --head REF")  # fmt: skip
        base_tree = self._vault(self.commits.tree(self.change.base))
        head_tree = self._vault(self.commits.tree(self.change.head))
        guessed = None if base_tree.entries(CONFIG_FILE) else guess_layout(base_tree, head_tree)
        self.default = Config(layout=guessed or "notes", present=False)
        if not (holds_vault(base_tree) or holds_vault(head_tree)):
            place = f"in {self.folder}" if self.folder else "at the top of the repository"
            raise GitError(f"there is no vault {place} on the base, and none on the head",
                           "name the folder of the vault: --vault PATH")  # fmt: skip
        settings, trouble = self._settings(base_tree)
        self.area = Area(settings.config, self.folder)
        roles = {item.path: self.area.role(item.path) for item in paths}
        if "lesson" in roles.values():
            if not (settings.config.present or holds_vault(base_tree)) and not self.proposal:
                return self._ended(Scope("setup", "the first vault of this repository", review=True),
                                   [*self._lint_own(base_tree, paths, roles), *self._said(paths)])  # fmt: skip
            if trouble is not None:
                raise trouble
            return self._judge_lessons(settings, base_tree, paths, roles)
        if trouble is not None:
            self.notes.append(trouble.message)
        return self._judge_others(base_tree, paths, roles)

    def _vault(self, tree: Tree) -> Tree:
        return below(tree, self.folder)

    def _settings(self, base: Tree) -> tuple[Settings, VaultctlError | None]:
        """The base's settings, and what in them makes it impossible to gate lessons by them."""
        try:
            settings = read_settings(base, default=self.default)
        except VaultUnreadable as error:
            return read_settings(NoFiles(), default=self.default), error
        if not settings.config.present:
            self.notes.append(f"the base has no {CONFIG_FILE}: gated with the defaults")
        for item in settings.unread:
            return settings, ConfigError(f"{item.path} of the base cannot be read: {item.message}", "put it right on the base first")
        self.notes += [f"{path}:{fault.line} of the base: {fault.message}" for path, fault in settings.faults if fault.severity != "error"]
        for path, fault in settings.faults:
            if fault.severity == "error":
                return settings, ConfigError(f"{path}:{fault.line} of the base: {fault.message}", "put it right on the base first")
        return settings, None

    def _ended(self, scope: Scope, problems: Iterable[Problem]) -> Result:
        problems = sorted({*scope.problems, *problems}, key=comparing.order)
        if any(item.rule == REVIEW_RULE for item in problems):
            scope = scope._replace(review=True)
        failed = any(item.severity == "error" for item in problems) or (self.request.strict and bool(problems))
        if self.request.alone and not failed and (scope.review or scope.name not in PROPOSABLE):
            failed = True
            place = problems[0].path if problems else self.commits.changes(self.change.start, self.change.head)[0].path
            problems.append(Problem(place, 1, 1, "error", RULE, f"a person must review this: {scope.about}",
                                    hint="a person merges it: on a server with the hook, a login named in vaultctl.maintainer "
                                    "may push it"))  # fmt: skip
        return Result("fail" if failed else "pass", scope.name, scope.review, tuple(problems), scope.about, tuple(self.notes))

    # A change of lessons.

    def _judge_lessons(
        self, settings: Settings, base: Tree, paths: Sequence[PathChange], roles: Mapping[str, Role]
    ) -> Result:
        layout = next(item for item in self.layouts if item.name == settings.config.layout)
        wanted = [item for item in paths if roles[item.path] == "lesson"]
        difference = self._difference(layout, self.change.start, self.change.head, wanted)
        scope = classify(difference.steps, proposal=self.proposal, bulk=settings.config.gate.bulk, today=self.request.today) \
            if difference.steps else Scope("edit", "text beside the lessons edited", review=True)  # fmt: skip
        problems = [self._moved(problem) for problem in scope.problems]
        foreign = [gate_paths.foreign(item, roles[item.path], proposal=self.proposal) for item in paths if roles[item.path] != "lesson"]
        problems += foreign[:_FOUND_MAX]
        problems += gate_paths.wrong_modes(wanted)
        problems += gate_paths.not_portable(paths, roles, self.area)
        if difference.steps or self.proposal:
            problems += [self._at(path, line, "text outside of the lessons was changed", "propose that on its own")
                         for path, line in difference.outside]  # fmt: skip
        problems += [self._moved(found) for found in gate_policy.check(difference.steps, settings)]
        problems += gate_history.check(self.change, lambda old, new: self._difference(layout, old, new), self.commits.changes,
                                       paths, difference, lambda found: self._leaks(found, settings, layout), self.folder)  # fmt: skip
        problems += self._said(paths, settings, [step.key for step in difference.steps])
        merged = self.commits.merged(self.change.base, self.change.head)
        problems += _conflicts(merged)
        after = merged.tree or self.commits.tree(self.change.head)
        problems += gate_paths.same_elsewhere(after, self.folder, paths)
        if merged.tree is not None:
            problems += self._lint(base, governed(self._vault(merged.tree), base), "" if foreign else merged.revision)
        before, after_it = (gate_succession.lessons_of(vault) for vault in (self.vault, self.merged))
        problems += [self._moved(found) for found in gate_succession.check(difference.steps, before, after_it, settings.taxonomy,
                                                                           self.request.today)]  # fmt: skip
        problems += [self._moved(found) for found in gate_policy.check_number(difference.steps, self.live)]
        since = self.request.since or self.change.start
        if self.vault is not None and since != self.change.base:
            then = self._vault(self.commits.tree(since))
            problems += [self._moved(found) for found in gate_repeats.check(difference.steps, self.vault, then, layout)]
        name: Name = "mixed" if foreign else scope.name
        return replace(self._ended(scope._replace(name=name, problems=()), problems), steps=difference.steps)

    def _difference(self, layout: Layout, old: str, new: str, paths: Sequence[PathChange] | None = None) -> Difference:
        if paths is None:
            paths = [item for item in self.commits.changes(old, new) if self.area.role(item.path) == "lesson"]
        inside = [item._replace(path=item.path.removeprefix(self.folder)) for item in paths]
        return read_difference(layout, self._vault(self.commits.tree(old)), self._vault(self.commits.tree(new)), inside)

    def _leaks(self, sources: tuple[Source, ...], settings: Settings, layout: Layout) -> list[Problem]:
        """What must not even stand in a commit on the way, because it stays in the history."""
        vault = Snapshot(self.change.head, settings, layout, sources)
        return [self._moved(item) for item in find_problems(vault, self.request.today, _LASTING)]

    # Any other change.

    def _judge_others(self, base: Tree, paths: Sequence[PathChange], roles: Mapping[str, Role]) -> Result:
        touched = set(roles.values())
        review = bool(touched & {"settings", "automation", "disguised", "shadow"})
        about = "no lesson is touched" + ("; what decides over lessons is" if review else "")
        if "shadow" in touched:
            about = "no lesson of this vault is touched; what belongs to another vault is"
        problems: list[Problem] = []
        if self.proposal:
            problems += [gate_paths.foreign(item, roles[item.path], proposal=self.proposal) for item in paths][:_FOUND_MAX]
        problems += self._lint_own(base, paths, roles)
        problems += self._said(paths)
        return self._ended(Scope("other", about, review=review), problems)

    def _lint_own(self, base: Tree, paths: Sequence[PathChange], roles: Mapping[str, Role]) -> list[Problem]:
        """What is wrong with a change that is not judged by the settings of the base alone: it may bring new ones."""
        near = [item for item in paths if roles[item.path] not in ("other", "automation")]
        problems = [gate_paths.disguised(item) for item in near if roles[item.path] == "disguised"]
        problems += gate_paths.wrong_modes([item for item in near if roles[item.path] != "disguised"])
        problems += gate_paths.not_portable(paths, roles, self.area)
        texts = self._texts(self.change.start, self.change.head, [item for item in paths if roles[item.path] != "lesson"])
        told = {(item.path, item.message) for item in texts}
        passing = gate_history.check_loosely(self.change, self.commits.changes, paths, self.area.role, self._texts)
        problems += [item for item in passing if (item.path, item.message.partition(": ")[2]) not in told]
        merged = self.commits.merged(self.change.base, self.change.head)
        problems += _conflicts(merged)
        if merged.tree is None:
            return problems + texts
        problems += gate_paths.same_elsewhere(merged.tree, self.folder, near)
        tree = self._vault(merged.tree)
        try:
            problems += self._lint(base, tree)
        except ConfigError as error:
            path = next((item.path for item in near if roles[item.path] == "settings"), None)
            if path is None:
                raise
            problems.append(Problem(path, 1, 1, "error", SETTINGS_RULE, error.message, hint=error.hint))
        generated = [item.path for item in near if roles[item.path] == "generated"]
        stale = list(self._stale(tree, generated)) if generated else []
        # What comes of the lessons alone says nothing that they do not say.
        fresh = {path for path in generated if not stale and not path.endswith(LEARNINGS_FILE)}
        problems += [item for item in texts if item.path not in fresh]
        return problems + stale

    def _texts(self, old: str, new: str, paths: Sequence[PathChange]) -> list[Problem]:
        """What the content rules say of the files of a change that are no lessons of this vault."""
        items = [(item, self._content_rules(item.path)) for item in paths]
        before = self.commits.tree(old) if old else None
        found = gate_texts.check(before, self.commits.tree(new), items, self.request.today)
        return [self._weighed(item) for item in found][:_FOUND_MAX]

    def _weighed(self, problem: Problem) -> Problem:
        """A problem in a text.  In code a password may be a variable or a sample: that is for a person to tell."""
        is_code = self.area.role(problem.path) == "other" and self._content_rules(problem.path) == gate_texts.SECRETS
        if is_code and problem.key.startswith("password"):
            return problem._replace(severity="warning", rule=REVIEW_RULE)
        return problem

    def _content_rules(self, path: str) -> frozenset[str]:
        role = self.area.role(path)
        if role in ("other", "automation") and not self.area.is_below(path) and "backup" not in path.casefold():
            return gate_texts.SECRETS if role == "other" else gate_texts.HIDDEN
        # Lessons are linted as such, with the waivers that they have.
        return gate_texts.STEERING if role != "lesson" else gate_texts.SECRETS

    def _stale(self, tree: Tree, touched: Sequence[str]) -> Iterator[Problem]:
        if self.stale is None:
            yield from (Problem(path, 1, 1, "warning", STALE_RULE, "it was not checked whether this generated file is fresh")
                        for path in touched)  # fmt: skip
            return
        for path, message in self.stale(tree):
            yield self._at(path, 1, message, "run `vaultctl index` and commit what it wrote", STALE_RULE)

    # What both have in common.

    def _said(self, paths: Sequence[PathChange], settings: Settings | None = None, touched: Sequence[str] = ()) -> Iterator[Problem]:
        """What speaks against the messages of the commits.  `settings`: the base's, where lessons (`touched`) are."""
        waive = settings.config.gate.waive if settings is not None else ()
        waived = frozenset(rule for lesson, rules in waive if id_key(lesson) in touched for rule in rules)
        return gate_messages.check(self.change.messages, paths[0].path, proposal=self.proposal, lessons=settings is not None,
                                   waived=waived)  # fmt: skip

    def _lint(self, base: Tree, merged: Tree, revision: str = "") -> Iterator[Problem]:
        """What the merged vault has against it that the base has not.  `revision`: where it is remembered, if anywhere."""
        before = self.seen.get(self.change.base)
        if before is None:
            try:
                snapshot = read_snapshot(base, self.layouts, default=self.default)
                before = snapshot, find_of_vault(snapshot, self.request.today)
            except ConfigError:
                before = None, []
        self.vault = before[0]
        self.live = sum(len(source.records) for source in before[0].sources if source.role == "lessons") if before[0] is not None else 0
        after = read_snapshot(merged, self.layouts, default=self.default, known=before[0])
        self.merged = after
        found = find_of_vault(after, self.request.today)
        if revision:
            self.seen.put({self.change.base: before, revision: (after, found)})
        added = find_added(after, before[0], self.request.today, found, before[1])
        yield from (self._moved(item) for item in added)

    def _at(self, path: str, line: int, message: str, hint: str, rule: str = RULE) -> Problem:
        return Problem(self.folder + path, line, 1, "error", rule, message, hint=hint)

    def _moved(self, problem: Problem) -> Problem:
        """A problem in the vault as one in the repository."""
        return problem._replace(path=self.folder + problem.path) if self.folder else problem


def _conflicts(merged: Merged) -> list[Problem]:
    return [
        Problem(path, 1, 1, "error", "conflict", reason or "the base changed the same thing",
                hint="put the proposal on the new base: git rebase, or `vaultctl queue refresh`")
        for path, reason in merged.conflicts
    ]  # fmt: skip

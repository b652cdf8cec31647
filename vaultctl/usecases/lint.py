"""`lint`: the problems of a vault, those that a change brings, and putting right what has one right answer."""

from __future__ import annotations

import os
from collections import Counter
from difflib import get_close_matches
from typing import TYPE_CHECKING, NamedTuple

from vaultctl.core import problem as problems_of
from vaultctl.core.carried import find_moves
from vaultctl.core.change import FileChange
from vaultctl.core.lesson import Entry, id_key
from vaultctl.core.rules import conflict_marker, not_utf8
from vaultctl.core.rules.context import Context, Reading, reported
from vaultctl.core.rules.registry import CONTENT_RULES, ENTRY_RULES, FAULT_RULES, RULES, SOURCE_RULES, VAULT_RULES, Rule
from vaultctl.errors import UsageError
from vaultctl.formats import markdown
from vaultctl.usecases.snapshot import parse_source

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
    from datetime import date

    from vaultctl.core.config import Config
    from vaultctl.core.lesson import Malformed
    from vaultctl.core.problem import Problem
    from vaultctl.core.record import Fault
    from vaultctl.core.rules.context import Source
    from vaultctl.usecases.snapshot import Snapshot

    Spread = Callable[[Callable[[Sequence[Source]], list[Problem]], Sequence[Source]], list[Problem]]

_READ = ("lessons", "archive", "stray")
_ROUNDS = 5
_BY_HAND = "--fix leaves it here: put right what else is wrong with this lesson, or write it by hand"


class Request(NamedTuple):
    """What is asked.

    `paths` (relative to the vault's root; None: all) bound what is reported, never what is looked at.  `rules` are the ids of
    those that may report.  `dry_run` keeps `fix` from writing.
    """

    today: date
    rules: frozenset[str]
    paths: frozenset[str] | None = None
    fix: bool = False
    dry_run: bool = False


class Result(NamedTuple):
    """The problems in order, how many files of lessons were looked at, and the changes that `fix` made (or would make)."""

    problems: tuple[Problem, ...]
    files: int
    changes: tuple[FileChange, ...] = ()

    @property
    def errors(self) -> int:
        """How many problems are errors."""
        return sum(problem.severity == "error" for problem in self.problems)

    @property
    def warnings(self) -> int:
        """How many are warnings."""
        return len(self.problems) - self.errors


def lint(
    request: Request,
    read: Callable[[], Snapshot],
    *,
    before: Callable[[Snapshot], Snapshot | None] = lambda snapshot: None,
    write: Callable[[Sequence[FileChange]], None] | None = None,
    spread: Spread = lambda work, items: work(items),
) -> Result:
    """The problems of the vault that `read` gives.

    `before` is given that vault and gives the one to compare with, if any: only problems that it does not have are reported.
    `spread` is as for `find_problems`.  Raises what reading and writing raise.
    """
    snapshot = read()
    older = before(snapshot)
    old = find_problems(older, request.today, request.rules, spread) if older is not None else None
    problems = _judge(snapshot, request, older, old, spread)
    changes = tuple(fixes(snapshot, request.today, problems)) if request.fix else ()
    if changes and not request.dry_run and write is not None:
        write(changes)
        snapshot = read()
        problems = _judge(snapshot, request, older, old, spread)
    files = sum(source.role in _READ and source.kind == "file" and _is_wanted(source.path, request.paths)
                for source in snapshot.sources)  # fmt: skip
    return Result(tuple(problems), files, changes)


def _judge(
    snapshot: Snapshot, request: Request, older: Snapshot | None, old: list[Problem] | None, spread: Spread
) -> list[Problem]:
    problems = find_problems(snapshot, request.today, request.rules, spread)
    if older is not None and old is not None:
        problems = problems_of.added(problems, old, find_moves(snapshot.sources, older.sources))
    return _promised(snapshot, request.today, [problem for problem in problems if _is_wanted(problem.path, request.paths)])


def _promised(snapshot: Snapshot, today: date, problems: list[Problem]) -> list[Problem]:
    """The problems, of which only those are called fixable that `fixes` puts right: the fix of each file is worked out for that."""
    wanted = {problem.path for problem in problems if problem.fixable}
    if not wanted:
        return problems
    context = _context(snapshot, today)
    left = {place for source in snapshot.sources if source.path in wanted for place in _left(snapshot, source, context)}
    return [
        problem._replace(fixable=False, hint=problem.hint or _BY_HAND)
        if problem.fixable and (problem.path, problem.line, problem.column, problem.message) in left else problem
        for problem in problems
    ]  # fmt: skip


def _left(snapshot: Snapshot, source: Source, context: Context) -> Iterator[tuple[str, int, int, str]]:
    """Path, line, column and message of the fixable faults of a file that its fix leaves."""
    text = _fixed(snapshot, source, context)
    after = parse_source(snapshot.layout, source.role, source.path, text, archived=source.role == "archive")
    # Fixing may move lines, but no record changes its place among the others.
    still = Counter((number, fault.message) for number, fault in _fixable(after))
    for number, fault in _fixable(source):
        if still[number, fault.message]:
            still[number, fault.message] -= 1
            yield source.path, fault.line, fault.column, fault.message


def _fixable(source: Source) -> Iterator[tuple[int, Fault]]:
    """The faults said to be fixable, each with the number of its record (0: none)."""
    for number, faults in enumerate([source.faults, *(item.faults for item in source.records)]):
        yield from ((number, fault) for fault in faults if fault.fixable)


def _is_wanted(path: str, wanted: frozenset[str] | None) -> bool:
    if wanted is None or "." in wanted:
        return True
    while path not in wanted:
        path = path.rpartition("/")[0]
        if not path:
            return False
    return True


def choose_paths(
    root: str, folder: str, typed: Sequence[str], note: Callable[[str], None],
    known: Callable[[Sequence[str]], Collection[str]] = lambda paths: (),
) -> frozenset[str] | None:  # fmt: skip
    """The paths typed in `folder`, relative to `root`; None where none were.  Those outside, or gone, are told to `note`.

    `known` gives those of some absolute paths, which are not in the working tree, that git knows: they were removed.  Raises
    UsageError for a path that never was.
    """
    if not typed:
        return None
    found = set()
    full = {path: os.path.join(folder, path) for path in typed}
    gone = [path for path in typed if not os.path.lexists(full[path])]
    removed = known([full[path] for path in gone]) if gone else ()
    never = [path for path in gone if full[path] not in removed]
    if never:
        more = f" (nor {len(never) - 1} more)" if len(never) > 1 else ""
        raise UsageError(f"{never[0]} is not there, and git knows no such file or folder{more}",
                         "name what lies in the vault, or nothing for all of it")  # fmt: skip
    for path in typed:
        inside = relative(full[path], root)
        if inside is None:
            note(f"{path} lies outside the vault at {root}: left out")
            continue
        if path in gone:
            note(f"{path} is not there any more")
        found.add(inside)
    return frozenset(found)


def relative(full: str, root: str) -> str | None:
    """The path from `root`, with `/`; None where it leads out of it.  Either may be reached through a link."""
    real = os.path.join(os.path.realpath(os.path.dirname(full)), os.path.basename(full))
    for path, top in ((full, root), (real, os.path.realpath(root))):
        try:
            inside = os.path.relpath(path, top).replace(os.sep, "/")
        except ValueError:  # another drive of Windows
            continue
        if inside != ".." and not inside.startswith("../"):
            return inside
    return None


def find_problems(
    snapshot: Snapshot, today: date, rules: Collection[str] = RULES, spread: Spread = lambda work, items: work(items)
) -> list[Problem]:
    """Every problem of a vault that one of these rules reports, in order.  Linear in the size of the vault.

    `spread` may share out what is done file by file.
    """
    context = _context(snapshot, today)
    read = [source for source in snapshot.sources if source.is_read]
    found = [*spread(lambda sources: list(_check_sources(sources, context, rules)), read), *_check_entries(context, rules)]
    waived = _waived(snapshot.settings.config)
    return sorted([problem for problem in found if not waived or (id_key(problem.id or ""), problem.rule) not in waived],
                  key=problems_of.order)  # fmt: skip


def _waived(config: Config) -> frozenset[tuple[str, str]]:
    """What the config lets a lesson say: (id as it is compared, content rule).  Other rules cannot be waived."""
    content = {rule.ID for rule in CONTENT_RULES}
    return frozenset([(id_key(lesson), rule) for lesson, rules in config.gate.waive for rule in rules if rule in content])


def _context(snapshot: Snapshot, today: date) -> Context:
    return Context(snapshot.settings.config, snapshot.settings.taxonomy, today, snapshot.sources, markdown.scan)


def _check_sources(sources: Iterable[Source], context: Context, rules: Collection[str]) -> Iterator[Problem]:
    """What the rules say that look at one file."""
    checks = {rule.ID: rule.check for rule in FAULT_RULES}
    source_checks = [rule.check for rule in (*SOURCE_RULES, *CONTENT_RULES) if rule.ID in rules]
    for source in sources:
        for check in source_checks:
            yield from check(source, context)
        if source.role == "stray":
            continue  # what is not found has one problem: that it is not found
        for found in _readings(source.path, source.faults, source.records):
            rule = found.fault.rule
            if rule in rules or rule not in RULES:
                yield from checks.get(rule, reported)(found, context)


def _check_entries(context: Context, rules: Collection[str]) -> Iterator[Problem]:
    """What the rules say that look at a lesson among all others."""
    live_checks = [rule.check for rule in ENTRY_RULES if rule.ID in rules]
    for entry in context.live:
        for entry_check in live_checks:
            yield from entry_check(entry, context)
    archive_checks = [rule.check for rule in ENTRY_RULES if rule.ID in rules and rule.SCOPE == "entry"]
    for entry in context.archived:
        for entry_check in archive_checks:
            yield from entry_check(entry, context)
    for vault_rule in VAULT_RULES:
        if vault_rule.ID in rules:
            yield from vault_rule.check(context)


def _readings(path: str, faults: Iterable[Fault], records: Iterable[Entry | Malformed]) -> Iterator[Reading]:
    for fault in faults:
        yield Reading(fault, path)
    for item in records:
        if item.faults:
            identity = item.lesson.id if isinstance(item, Entry) else item.id
            for fault in item.faults:
                yield Reading(fault, path, identity)


def fixes(snapshot: Snapshot, today: date, problems: Iterable[Problem]) -> Iterator[FileChange]:
    """The changes that put the fixable ones of these problems right.

    Files that are not UTF-8, hold conflict markers or do not parse are left byte for byte as they are.
    """
    context = _context(snapshot, today)
    wanted = {problem.path for problem in problems if problem.fixable}
    for source in snapshot.sources:
        if source.path not in wanted or source.role not in ("lessons", "archive"):
            continue
        after = _fixed(snapshot, source, context)
        if after != source.text:
            yield FileChange(source.path, source.text.encode(), after.encode())


def _fixed(snapshot: Snapshot, source: Source, context: Context) -> str:
    """The text of a file after `--fix`; as it is where nothing can be done.  Fixed again, it stays the same."""
    text = source.text
    if any(not_utf8.check(source, context)) or any(conflict_marker.check(source, context)):
        return text
    for _ in range(_ROUNDS):
        after = snapshot.layout.canonical(source.path, text, archived=source.role == "archive")
        if after is None or after == text:
            break
        text = after
    return text


def choose_rules(select: Sequence[str], ignore: Sequence[str]) -> frozenset[str]:
    """The rules that are left of all (or of those selected) without those ignored.  Raises UsageError for an unknown one."""
    chosen = [require_rule(name).id for name in select]
    return frozenset(chosen or RULES) - {require_rule(name).id for name in ignore}


def require_rule(name: str) -> Rule:
    """The rule of that id.  Raises UsageError with the one that was probably meant."""
    rule = RULES.get(name.strip().casefold())
    if rule is None:
        close = get_close_matches(name.strip().casefold(), RULES, n=1)
        raise UsageError(f"no such rule: {name}", f"did you mean {close[0]}?" if close else "the rules are " + ", ".join(RULES))
    return rule

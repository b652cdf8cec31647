"""`reflect`: what the failures of the last days add up to, and the way from a category to its lesson."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Protocol

from vaultctl.core import strikes as counting
from vaultctl.core import tags as tagging
from vaultctl.core.cleaning import clean
from vaultctl.core.draft import problem
from vaultctl.core.lesson import Entry, Lesson, one_line, parse_day
from vaultctl.core.problem import Problem
from vaultctl.core.strikes import Group, Ledger, Regressions, Resolution, Strike
from vaultctl.errors import Exit, Refused, VaultctlError
from vaultctl.formats import strike_file
from vaultctl.usecases import fail as logging
from vaultctl.usecases.fail import Sending
from vaultctl.usecases.record import Request as Draft
from vaultctl.usecases.snapshot import Snapshot
from vaultctl.usecases.upkeep import archived, live

if TYPE_CHECKING:
    from vaultctl.core.draft import Value
    from vaultctl.core.schema import Category


OLDEST = 20
ASKED = 1000
"""Failures of one category, and of all, by which open proposals are looked for."""


class FailureLog(logging.FailureLog, Protocol):
    """Where failures are kept, as far as looking at them all needs it."""

    def fetch(self) -> str:
        """Learn what others logged.  Gives the reason where that failed, else nothing."""
        ...

    def join(self) -> None:
        """Bring what was fetched into the log here.  Raises GitError."""
        ...

    def remove(self, paths: Sequence[str], message: str) -> str:
        """Drop files, and give the commit.  Raises GitError."""
        ...

    def seen(self) -> frozenset[str] | None:
        """The paths that the last summary of this clone saw; None where there was none."""
        ...

    def mark_seen(self) -> None:
        """Remember what is there now as seen."""
        ...


@dataclass(frozen=True, slots=True)
class Pending:
    """A lesson that is proposed and not merged, which names failures that are open."""

    branch: str
    lesson: Lesson


@dataclass(frozen=True, slots=True)
class Request:
    """What to do besides looking.

    `mark`: what is there now is not new any more for the next summary.  `network` False: what is known here is all.
    """

    today: date
    purge: bool = False
    mark: bool = True
    network: bool = True
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Summary:
    """What the failures add up to.

    `failures` counts all in the log; `pending` maps a category to the open proposal that resolves its failures; `purged` are the
    failures that were dropped (or would be), `pushed` whether that was sent.
    """

    groups: tuple[Group, ...]
    regressions: tuple[Regressions, ...]
    threshold: int
    failures: int
    pending: Mapping[str, Pending]
    purged: tuple[tuple[Strike, Resolution], ...] = ()
    pushed: bool = False
    warnings: tuple[str, ...] = ()
    dry_run: bool = False

    def waits(self, group: Group) -> bool:
        """Whether a category asks for a lesson that nobody has proposed yet."""
        return 0 < self.threshold <= len(group.strikes) and group.category not in self.pending

    @property
    def exit_code(self) -> int:
        """That of `--check`: 1 when something waits for promotion."""
        return Exit.NO if any(self.waits(group) for group in self.groups) else Exit.OK


FindPending = Callable[[Sequence[str]], Sequence[Pending]]
"""The open proposals that name one of these failures."""


def ledger_of(vault: Snapshot, today: date) -> Ledger:
    """What the lessons of a vault say of failures."""
    return Ledger(live(vault), [(entry, _moved(entry)) for entry in archived(vault).values()], today)


def _moved(entry: Entry) -> date | None:
    field = entry.record.field("archived")
    try:
        return parse_day(str(field.value)) if field is not None else None
    except ValueError:
        return None


def read_all(log: logging.FailureLog) -> tuple[list[Strike], list[str]]:
    """The failures of the log, and what is said of files that are none."""
    strikes, warnings = [], []
    for path, content in log.read(strike_file.FOLDER):
        found = strike_file.parse(path, content)
        if isinstance(found, Strike):
            strikes.append(found)
        else:
            warnings.append(f"{path} in the failure log is left out: {found}")
    if len(warnings) > 3:
        warnings = [*warnings[:3], f"{len(warnings) - 3} more files in the failure log are left out"]
    return strikes, warnings


def reflect(request: Request, vault: Snapshot, log: FailureLog, find_pending: FindPending) -> Summary:
    """Sum the failures up, after asking the remote for those of others; and purge, where that is asked for.

    Raises GitError where the log cannot be read or written.  A remote that cannot be asked is a warning.
    """
    warnings = []
    if request.network:
        trouble = log.fetch()
        if trouble:
            warnings.append(f"the remote could not be asked, so the failures of others may be missing: {trouble}")
    strikes, odd = read_all(log)
    ledger = ledger_of(vault, request.today)
    seen = log.seen()
    known = None if seen is None else frozenset(strike.id for strike in strikes if strike_file.path_of(strike) in seen)
    purged: tuple[tuple[Strike, Resolution], ...] = ()
    pushed = False
    if request.purge:
        purged = counting.purgeable(strikes, ledger, request.today)
        if purged and not request.dry_run:
            sent = _drop(purged, log, network=request.network)
            pushed = sent.pushed
            if sent.problem:
                warnings.append(f"the purge was not pushed yet; `vaultctl sync` sends it: {sent.problem}")
    groups = counting.open_groups(strikes, ledger, known)
    summary = Summary(
        groups, counting.regressions(strikes, ledger), vault.settings.config.strikes, len(strikes), _pending(groups, find_pending),
        purged, pushed, tuple(warnings + odd), request.dry_run,
    )  # fmt: skip
    if request.mark and not request.dry_run:
        log.mark_seen()
    return summary


def _drop(purged: Sequence[tuple[Strike, Resolution]], log: FailureLog, *, network: bool) -> Sending:
    log.join()
    many = "failure" if len(purged) == 1 else "failures"
    paths = [strike_file.path_of(strike) for strike, _ in purged]
    commit = log.remove(paths, f"Purge {len(purged)} resolved {many} [skip ci]")
    return log.publish(commit) if network and log.shared else Sending(pushed=False)


def _pending(groups: Sequence[Group], find_pending: FindPending) -> dict[str, Pending]:
    """Category -> the open proposal that names failures of it.  A few of the oldest tell, for a draft names those first."""
    rows = sorted((rank, strike.id, group.category) for group in groups for rank, strike in enumerate(group.strikes[:OLDEST]))
    asked = {identity: category for _, identity, category in rows[:ASKED]}
    found: dict[str, Pending] = {}
    for item in find_pending(list(asked)) if asked else ():
        for identity in counting.named_failures(item.lesson.body):
            if identity in asked:
                found.setdefault(asked[identity], item)
    return found


# From a category to its lesson.


@dataclass(frozen=True, slots=True)
class Promotion:
    """A lesson to be made of a category.  `tags` empty: the category; `issue` None: drafted from the failures."""

    category: str
    mitigation: str
    agent: str | None
    today: date
    issue: str | None = None
    tags: tuple[str, ...] = ()
    kind: Category = "BLOCKED"
    network: bool = True
    dry_run: bool = False


def promote(request: Promotion, vault: Snapshot, log: FailureLog, find_pending: FindPending) -> tuple[Draft, tuple[str, ...]]:
    """The draft of the lesson, for `record`, and warnings.

    Its body names the failures that it comes from, so that they are resolved once it is merged.  Where such a lesson is proposed
    already with the same words, the draft is that one, so that `record` takes it further.  Raises TagError, Refused where there
    are no open failures, or a proposal with other words, and GitError.
    """
    category = tagging.strict(request.category)
    warnings: tuple[str, ...] = ()
    trouble = log.fetch() if request.network and not request.dry_run else ""
    if trouble:
        warnings = (f"the remote could not be asked, so the failures of others may be missing: {trouble}",)
    strikes = list(logging.of_category(log, category))
    ledger = ledger_of(vault, request.today)
    group = next(iter(counting.open_groups(strikes, ledger, None)), None)
    if group is None:
        raise _nothing_open(category, strikes, ledger)
    mitigation = one_line(clean(request.mitigation).text)
    issue, body = request.issue, counting.draft_body(group, vault.settings.config.limits.body)
    there = _pending([group], find_pending).get(category)
    if there is not None and issue is None:
        same = (there.lesson.mitigation, there.lesson.category) == (mitigation, request.kind)
        if not same or (request.tags and {tagging.strict(tag) for tag in request.tags} != set(there.lesson.tags)):
            raise Refused(f"a lesson for {category} is proposed already, on {there.branch}: {there.lesson.mitigation}",
                          "have that one merged; to propose another beside it, say what goes wrong: --issue TEXT")  # fmt: skip
        issue, body = there.lesson.issue, there.lesson.body
    given_tags = request.tags or (there.lesson.tags if there is not None and issue is not None and request.issue is None else (category,))
    warnings += _left_open(group, body, given_tags)
    given: dict[str, Value] = {
        "category": request.kind, "tags": request.tags or (category,), "issue": issue or counting.draft_issue(group),
        "mitigation": request.mitigation, "body": body,
    }  # fmt: skip
    if request.agent is not None:
        given["source_agent"] = request.agent
    draft = Draft(given, request.today, _not_one_sentence(mitigation), network=request.network, dry_run=request.dry_run)
    return draft, warnings


def _left_open(group: Group, body: str, tags: Sequence[str]) -> tuple[str, ...]:
    """What is said of failures that the lesson neither names nor covers by its tags: the merge resolves all others."""
    named = frozenset(counting.named_failures(body))
    left = sum(strike.id not in named for strike in group.strikes)
    if not left or group.category in map(tagging.normalise, tags):
        return ()
    total = len(group.strikes)
    return (f"{left} of {total} failures of {group.category} stay open when this is merged: the lesson's body does not name them, "
            f"and its tags do not cover them; add the category to the tags: --tags {','.join(tags)},{group.category}",)  # fmt: skip


def without_words(issue: str, category: str) -> str:
    """A drafted issue that names the category in the place of what the error says."""
    counts = issue[issue.rfind(" (") :] if " (" in issue else ""
    return f"Work on {counting.code_span(tagging.strict(category))} keeps failing{counts}"


def _not_one_sentence(mitigation: str) -> tuple[Problem, ...]:
    count = counting.sentences(mitigation)
    if count == 1:
        return ()
    return (problem("mitigation", "one-sentence", f"mitigation has {count} sentences",
                    "write one sentence: something that an agent can do or check before it starts"),)  # fmt: skip


def _nothing_open(category: str, strikes: Sequence[Strike], ledger: Ledger) -> VaultctlError:
    for strike in reversed(strikes):
        broken = ledger.breaks(strike)
        if broken is not None:
            return Refused(f"the failures of {category} are regressions of {broken.id}, which is live",
                           f'rewrite that lesson: vaultctl record --supersedes {broken.id} …')  # fmt: skip
        end = ledger.resolution(strike)
        if end is not None:
            return Refused(f"the failures of {category} are resolved by {end.lesson}", f"`vaultctl show {end.lesson}`")
    return Refused(f"no open failures of {category}", "`vaultctl reflect` lists the categories")


def not_working(strikes: Sequence[Strike], ledger: Ledger) -> dict[str, int]:
    """Id key of each lesson that should be rewritten -> how often it was broken since it was last verified."""
    return {item.lesson.key: len(item.strikes) for item in counting.regressions(strikes, ledger) if item.is_not_working}

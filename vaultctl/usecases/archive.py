"""`archive`: expired and superseded lessons, or those that are named, move to the archive in one proposal.  Nothing is deleted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from vaultctl.core import secrets
from vaultctl.core import tags as tagging
from vaultctl.core.cleaning import clean, has_bad_bytes
from vaultctl.core.counted import counted
from vaultctl.core.lesson import Entry, id_key, is_id, one_line
from vaultctl.core.proposal import ProposalText, for_changes
from vaultctl.core.redaction import holds_token
from vaultctl.core.retirement import SOON, Retirement, expires_soon, retirements
from vaultctl.core.verdict import index_by_id
from vaultctl.errors import Refused, UsageError, VaultctlError
from vaultctl.usecases.find import find_lesson, unread
from vaultctl.usecases.findings import Unsearched
from vaultctl.usecases.ports import Layout, Tree
from vaultctl.usecases.propose import Proposal
from vaultctl.usecases.snapshot import Snapshot, with_changes
from vaultctl.usecases.upkeep import Means, Moved, Outcome, View, archived, carry, free_name, live, look, wrong_clock

MAX_SHARE = 20
"""How many of a hundred lessons may move at once."""
FEW = 10
"""So many may always move."""
MAX_REASON = 200
STEM = "vault/archive-"


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be archived: what is over on the UTC day `today`, or the lessons of these ids, for a reason.

    `max_share` is in percent.  `base` None: the config's, else the remote's default branch.  `network` False: neither fetch
    nor push.
    """

    today: date
    ids: tuple[str, ...] = ()
    reason: str | None = None
    max_share: int = MAX_SHARE
    base: str | None = None
    network: bool = True
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """What moved, what will expire within 30 days, what was left because it does not validate, and how many lessons there were."""

    outcome: Outcome
    expiring: tuple[Entry, ...]
    invalid: tuple[Unsearched, ...]
    lessons: int


def archive(request: Request, means: Means) -> Result:
    """Move lessons to the archive, from wherever an earlier call left it.

    What an open archive proposal moves already is not moved again; where there is nothing else, that proposal is taken further.
    Raises UsageError and Refused for ids and reasons that do not do; VaultctlError where too much would move or the clock is wrong
    (a dry run tells it in the outcome); ConfigError, VaultUnreadable, StaleWrite and GitError where nothing could be made.
    """
    reason = _checked(request)
    view = look(means, request.base, network=request.network and not request.dry_run)
    entries = live(view.vault)
    fit, unfit = _sort_out(entries, archived(view.vault))
    notes: tuple[str, ...] = ()
    if request.ids:
        chosen, notes = _named(request.ids, reason, view.vault, unfit)
    else:
        chosen = retirements(fit, request.today)
    claims = _claims(view, means, chosen)
    mine = [item for item in chosen if item.entry.lesson.key not in claims]
    error = _objection(request, view, means, len(mine), len(entries))
    if error is not None and not request.dry_run:
        raise error
    gone = {item.entry.lesson.key for item in chosen}
    outcome = Outcome(view.base, warnings=view.warnings + notes, error=error, dry_run=request.dry_run)
    invalid = unread(view.vault, archived=True) + tuple(unfit.values())
    result = Result(outcome, _expiring(entries, gone, request.today), invalid, len(entries))
    if mine and claims:
        names = ", ".join(sorted(set(claims.values())))
        note = f"{counted(len(claims), 'lesson')} more: moved by {names} already, which is not merged yet"
        result = replace(result, outcome=replace(outcome, warnings=(*outcome.warnings, note)))
    if mine:
        return _move(result, mine, None, view, means, request)
    if claims:
        name = [name for name in view.branches if name in claims.values()][-1]
        return _move(result, [item for item in chosen if claims[item.entry.lesson.key] == name], name, view, means, request)
    return result


def _checked(request: Request) -> str:
    """The reason on one line.  Raises UsageError where the request does not make sense."""
    if request.ids and request.reason is None:
        raise UsageError("to archive a lesson by hand takes a reason", "say why: --reason TEXT")
    if request.reason is not None and not request.ids:
        raise UsageError("--reason is for lessons that are named", "name them: vaultctl archive B-001 --reason TEXT")
    if not 0 <= request.max_share <= 100:
        raise UsageError(f"--max-share {request.max_share} is no percentage", "write a number from 0 to 100")
    given = clean(request.reason or "").text
    # It goes into the lesson and a commit message for good, where no rule looks at it again.
    if next(secrets.find(given), None) is not None or holds_token(given):
        raise Refused("the reason holds a secret", "leave it out: what is committed stays in git for good")
    if "<!--" in given or "-->" in given or has_bad_bytes(given):
        raise Refused("the reason holds an HTML comment or bytes that are not UTF-8", "say it in plain words")
    reason = one_line(given)
    if request.ids and not reason:
        raise UsageError("the reason is empty", "say in a few words why: --reason TEXT")
    if len(reason) > MAX_REASON:
        raise UsageError(f"the reason is longer than {MAX_REASON} characters", "say it in fewer words")
    return reason


def _objection(request: Request, view: View, means: Means, number: int, lessons: int) -> VaultctlError | None:
    """Why nothing may be moved now: a wrong clock, or too much at once."""
    wrong = wrong_clock(request.today, view, means.store)
    if wrong is not None:
        return wrong
    if number > FEW and number * 100 > request.max_share * lessons:
        message = f"{number} of {lessons} lessons would move at once, more than {request.max_share} %; nothing was moved"
        return VaultctlError(message, "look at them with --dry-run; if it is right, allow more: --max-share PCT")
    return None


# What moves.


def _sort_out(entries: Sequence[Entry], there: Mapping[str, Entry]) -> tuple[dict[str, list[Entry]], dict[str, Unsearched]]:
    """By id key: the lessons that can be moved, and what is wrong with the others.  `there` is what the archive holds."""
    fit: dict[str, list[Entry]] = {}
    unfit: dict[str, Unsearched] = {}
    for key, same in index_by_id(entries).items():
        lesson, record = same[0].lesson, same[0].record
        twin = same[1] if len(same) > 1 else there.get(key)
        if twin is not None:
            message = f"the id {lesson.id} stands a second time, in {twin.record.path}:{twin.record.line}"
            unfit[key] = Unsearched(record.path, record.line, message)
        elif not is_id(lesson.id) or tagging.portability(lesson.id.lower()):
            unfit[key] = Unsearched(record.path, record.line, f"the id {lesson.id} cannot name a file in the archive")
        else:
            fit[key] = same
    return fit, unfit


def _named(
    ids: Sequence[str], reason: str, vault: Snapshot, unfit: Mapping[str, Unsearched]
) -> tuple[list[Retirement], tuple[str, ...]]:
    """The lessons of these ids, and what is said of those that are archived already.  Raises Refused for an unknown id."""
    found: dict[str, Retirement] = {}
    notes: list[str] = []
    for identity in ids:
        source, entry = find_lesson(vault, identity)
        key = entry.lesson.key
        if source.role == "archive":
            notes.append(f"{entry.lesson.id} is archived already, in {entry.record.path}")
        elif key in unfit:
            raise VaultctlError(f"{unfit[key].path}:{unfit[key].line}: {unfit[key].message}", "put that right first")
        else:
            found[key] = Retirement(entry, reason)
    return [found[key] for key in sorted(found)], tuple(notes)


def _expiring(entries: Sequence[Entry], gone: set[str], today: date) -> tuple[Entry, ...]:
    """The lessons that expire within 30 days, the first to go first."""
    soon = [entry for entry in entries if entry.lesson.key not in gone and expires_soon(entry.lesson, today)]
    return tuple(sorted(soon, key=lambda entry: (entry.lesson.expires or date.max, entry.lesson.key)))


def _claims(view: View, means: Means, chosen: Sequence[Retirement]) -> dict[str, str]:
    """Id key -> the newest open archive proposal that moves it already."""
    wanted = {item.entry.lesson.key for item in chosen}
    claims: dict[str, str] = {}
    for name, branch in view.branches.items() if wanted else ():
        found = _archived_ids(means.store.tree(branch.commit), view.vault.layout, wanted) if name.startswith(STEM) else set()
        # One that was merged before a lesson came back is no open proposal, although its branch is still here.
        if found and means.store.standing(view.base, branch.commit) != "merged":
            claims |= dict.fromkeys(found, name)
    return claims


def _archived_ids(tree: Tree, layout: Layout, wanted: set[str]) -> set[str]:
    """Those of the wanted id keys that are in the archive of a tree."""
    paths = [entry.path for entry in layout.paths(tree, archived=True) if entry.kind == "file"]
    if layout.name == "notes":
        return wanted & {id_key(path.rpartition("/")[2].removesuffix(".md")) for path in paths}
    found: set[str] = set()
    for path, content in tree.read_many(paths):
        for record in layout.parse(path, (content or b"").decode("utf-8", "surrogateescape"), archived=True).records:
            place = record.field("id")
            if place is not None and isinstance(place.value, str):
                found.add(id_key(place.value))
    return wanted & found


def _move(
    result: Result, chosen: Sequence[Retirement], there: str | None, view: View, means: Means, request: Request
) -> Result:
    """Propose to move the chosen lessons; `there` is the open proposal that moves them already, and is to be taken further."""
    day = there[len(STEM) :][:10] if there else request.today.isoformat()
    changes = tuple(view.vault.layout.retire(view.tree, [(item.entry.record, item.reason) for item in chosen], day))
    name = there or free_name(STEM + day, view)
    outcome = replace(result.outcome, moved=_moved(chosen, with_changes(view.vault, changes)), branch=name, changes=changes)
    if not request.dry_run:
        proposal = Proposal(name, () if there else changes, _text(result, chosen, day))
        outcome = carry(outcome, proposal, view, means, network=request.network)
    return replace(result, outcome=outcome)


def _moved(chosen: Sequence[Retirement], after: Snapshot) -> tuple[Moved, ...]:
    """Where each lesson is afterwards; this is where it shows that none is lost."""
    there, still = archived(after), {entry.lesson.key for entry in live(after)}
    found = []
    for item in chosen:
        lesson, path = item.entry.lesson, item.entry.record.path
        now = there.get(lesson.key)
        if now is None or now.lesson != lesson or lesson.key in still:
            raise VaultctlError(f"{lesson.id} would not read the same in the archive; nothing was written",
                                f"`vaultctl lint {path}` says what is odd there")  # fmt: skip
        found.append(Moved(lesson.id, path, now.record.path, item.reason, now.record.path))
    return tuple(found)


# What the pull request says.


def _text(result: Result, chosen: Sequence[Retirement], day: str) -> ProposalText:
    """The summary: what moves, what will expire within 30 days, and what failed to validate."""
    about = f"Moves {counted(len(chosen), 'lesson')} of {result.lessons} to the archive; nothing is deleted."
    about += f" {counted(len(result.expiring), 'lesson')} more will expire within {SOON} days unless verified."
    if result.invalid:
        about += f" {counted(len(result.invalid), 'record')} could not be judged, and stayed."
    rows = _first([(f"Moved {item.entry.lesson.id}", f"{item.reason} ({_end(item.entry)})") for item in chosen], 30)
    rows += _first([(f"Expires {entry.lesson.id}", _end(entry)) for entry in result.expiring], 10)
    rows += _first([(f"Not valid {item.path}", f"line {item.line}: {item.message}") for item in result.invalid], 10)
    return for_changes(f"Archive {counted(len(chosen), 'lesson')}, {day}", about, rows)


def _first(rows: list[tuple[str, str]], most: int) -> list[tuple[str, str]]:
    """The first rows of a part, so that a long one leaves room for the others."""
    return rows if len(rows) <= most else [*rows[: most - 1], ("…", f"and {len(rows) - most + 1} more")]


def _end(entry: Entry) -> str:
    return f"last day {entry.lesson.expires}" if entry.lesson.expires else "indefinite"

"""`reflect`, and what else looks at all failures, with git behind it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from vaultctl.adapters.git import differences
from vaultctl.adapters.git.repository import HEADS, REMOTES
from vaultctl.adapters.git.trees import read_blobs
from vaultctl.core.config import FAILURES_BRANCH
from vaultctl.core.lesson import Entry, interpret
from vaultctl.core.places import LESSONS_DIR, SINGLE_FILE
from vaultctl.core.strikes import NAMING, named_failures
from vaultctl.errors import GitError
from vaultctl.formats import learnings as tables
from vaultctl.usecases import reflect
from vaultctl.usecases.learnings import learnings_of
from vaultctl.usecases.record import PREFIX
from vaultctl.usecases.snapshot import read_snapshot
from vaultctl.usecases.upkeep import archived, live
from vaultctl.wiring import OpenVault, layout_named
from vaultctl.wiring.ground import Ground, Placed
from vaultctl.wiring.strikes import open_log

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from vaultctl.usecases.record import Outcome as Recorded
    from vaultctl.usecases.settings import Settings
    from vaultctl.usecases.snapshot import Snapshot

_MAX_PROPOSALS = 200


def summarise(vault: OpenVault, request: reflect.Request) -> reflect.Summary:
    """Sum the failures up (`usecases.reflect.reflect`)."""
    ground = Ground(vault)
    snapshot = _judges(vault, ground, request)
    return reflect.reflect(request, snapshot, open_log(ground), lambda ids: _pending(ground, snapshot, ids))


def promote(vault: OpenVault, request: reflect.Promotion) -> Recorded:
    """Propose the lesson that a category asks for (`usecases.reflect.promote`, `usecases.record.record`)."""
    ground = Ground(vault)
    snapshot = _judges(vault, ground, reflect.Request(request.today, network=request.network, dry_run=request.dry_run))
    draft, warnings = reflect.promote(request, snapshot, open_log(ground), lambda ids: _pending(ground, snapshot, ids))
    outcome = vault.record(draft)
    if request.issue is None and outcome.state == "refused":
        objections = [item for item in outcome.problems
                      if item.severity == "error" and (item.key == "issue" or item.message.startswith("issue:"))]  # fmt: skip
        if objections:
            # What an error says may read like an attack; that is no reason to have no lesson, so the draft does without its words.
            plain = replace(draft, given={**draft.given, "issue": reflect.without_words(str(draft.given["issue"]), request.category)})
            second = vault.record(plain)
            if second.state != "refused":
                left = f"the drafted issue does without the error's words ({objections[0].rule}): say it in your own with --issue TEXT"
                return replace(second, warnings=(*warnings, left, *second.warnings))
            hint = "the issue was drafted from the failures: say in your own words what goes wrong, --issue TEXT"
            problems = tuple([item._replace(hint=hint) if item in objections else item for item in outcome.problems])
            outcome = replace(outcome, problems=problems)
    return replace(outcome, warnings=warnings + outcome.warnings)


def _judges(vault: OpenVault, ground: Ground, request: reflect.Request) -> Snapshot:
    """The lessons that say what is resolved: the merged ones, never those that merely lie in the working tree.

    They are those of the trusted ref where there is one; what is purged is gone for good, so there only the base's count.
    Raises GitError where the base is not known.
    """
    if vault.trusted is not None and not request.purge:
        return vault.snapshot()
    store = ground.store()
    base = store.base(ground.config.base, network=request.network and not request.dry_run)
    return read_snapshot(store.tree(base.commit), [layout_named("notes"), layout_named("single-file")], default=ground.config)


def purge(vault: OpenVault, today: date, *, network: bool) -> tuple[str, ...]:
    """Drop what was resolved long ago, as a part of other work: what happened, for people.  Trouble is told, not raised."""
    try:
        ground = Ground(vault)
        request = reflect.Request(today, purge=True, mark=False, network=network)
        found = reflect.reflect(request, _judges(vault, ground, request), open_log(ground), lambda ids: ())
    except GitError as error:
        return (f"the failure log was not purged: {error.message}",)
    number = len(found.purged)
    many = "failure that was" if number == 1 else "failures that were"
    done = (f"dropped {number} {many} resolved more than 30 days ago from the failure log",) if number else ()
    return done + tuple([warning for warning in found.warnings if "purge" in warning])


def not_working(vault: OpenVault, snapshot: Snapshot, today: date) -> dict[str, int]:
    """The lessons that failures keep on breaking (`usecases.reflect.not_working`), as far as the log is known here."""
    try:
        strikes, _ = reflect.read_all(open_log(Ground(vault)))
    except GitError:
        return {}
    return reflect.not_working(strikes, reflect.ledger_of(snapshot, today)) if strikes else {}


class Here(NamedTuple):
    """A vault's folder and settings, for what looks at the working tree alone (`wiring.Placed`)."""

    root: str
    settings: Settings


def render_learnings(vault: Placed, snapshot: Snapshot, today: date) -> tuple[str | None, str]:
    """The text of AGENT_LEARNINGS.md, as far as the log is known here; None where there are neither lessons nor failures.

    With it, why a file that is there had better stay as it is: the log is not here, as in a clone of a single branch.
    """
    trouble = ""
    try:
        log = open_log(Ground(vault))
        strikes, _ = reflect.read_all(log)
        if not strikes and log.is_absent:
            trouble = f"the failure log is not here ({FAILURES_BRANCH} was never fetched)"
    except GitError as error:
        strikes = []
        trouble = f"the failure log could not be read: {error.message}"
    lessons = [entry.lesson for entry in live(snapshot)]
    over = [(lesson, "") for lesson in lessons if lesson.superseded_by]
    for entry in archived(snapshot).values():
        moved = entry.record.field("archived")
        over.append((entry.lesson, str(moved.value) if moved else ""))
    if not lessons and not over and not strikes:
        return None, trouble
    counting = [lesson for lesson in lessons if not lesson.superseded_by]
    return tables.render(learnings_of(counting, over, strikes, reflect.ledger_of(snapshot, today))), trouble


def _pending(ground: Ground, snapshot: Snapshot, ids: Sequence[str]) -> list[reflect.Pending]:
    """The proposals here and on the remote that name one of these failures."""
    branches = ground.repo.branches(f"{HEADS}{PREFIX.rstrip('/')}", f"{REMOTES}{ground.push}/{PREFIX.rstrip('/')}")
    newest = sorted(branches, key=lambda branch: branch.date or "", reverse=True)[:_MAX_PROPOSALS]
    names = {branch.commit: branch.ref.partition(PREFIX)[2] for branch in newest}
    places = [ground.folder + place for place in (LESSONS_DIR, SINGLE_FILE)]
    changed = [
        (names[commit], change.path, change.new.id)
        for commit, changes in differences.of_each(ground.repo, ground.repo.head(), list(names), places)
        for change in changes
        if change.new is not None and change.new.kind == "file"
    ]
    wanted = set(ids)
    found = []
    contents = read_blobs(ground.repo, [identity for _, _, identity in changed])
    for (branch, path, _), content in zip(changed, contents, strict=True):
        if NAMING.encode() not in content:
            continue
        for record in snapshot.layout.parse(path.removeprefix(ground.folder), content.decode("utf-8", "surrogateescape")).records:
            entry = interpret(record)
            if isinstance(entry, Entry) and wanted & set(named_failures(entry.lesson.body)):
                found.append(reflect.Pending(PREFIX + branch, entry.lesson))
    return found

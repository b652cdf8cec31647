"""What a change to a vault is, worked out from what it does and never from what it is called (`gate`)."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, Literal, NamedTuple

from vaultctl.core import moves
from vaultctl.core.lesson import Entry, id_key
from vaultctl.core.problem import Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date

    from vaultctl.core.steps import Kind, Piece, Step

Name = Literal["lesson", "supersede", "verify", "archive", "edit", "bulk", "setup", "other", "mixed"]
"""`setup` lays out the first vault of a repository; `other` touches no lesson; `mixed` is none of those that may be proposed."""

RULE = "scope"
REVIEW_RULE = "review"
PROPOSABLE: frozenset[Name] = frozenset({"lesson", "supersede", "verify", "archive", "edit"})
"""What a proposal's branch may hold."""
_NAMED = 5
_PROPOSAL = re.compile(
    r"/*(?:refs/+)?(?:heads/+|(?:remotes/+)?(?:[^/]+/+)?)(?:lesson/.*|vault/.+-\d{4}-\d{2}-\d{2}(?:-\d+)?/*)", re.DOTALL
)


class Scope(NamedTuple):
    """What a change is, what speaks against it, and whether a person must review it; `about` says it in a sentence."""

    name: Name
    about: str
    review: bool = False
    problems: tuple[Problem, ...] = ()


def is_proposal_branch(branch: str | None) -> bool:
    """Whether a branch of that name is one on which `vaultctl` proposes: `lesson/<id>`, `vault/<what>-<day>`.

    The name may be a whole ref or begin with that of a remote.
    """
    name = (branch or "").strip().casefold()
    return _PROPOSAL.fullmatch(name) is not None


def classify(found: Sequence[Step], *, proposal: bool, bulk: Literal["review", "refuse"], today: date) -> Scope:
    """What the steps are together.  `proposal`: on a proposal's branch; `bulk`: what the base's config says of several at once."""
    kinds: dict[Kind, list[Step]] = defaultdict(list)
    for step in found:
        kinds[step.kind].append(step)
    problems = [_against(step) for step in found if step.kind in ("removed", "moved")]
    problems += [_on_the_way(step, reason) for step in found if (reason := _not_kept(step, today))]
    problems += [_in_future(step, today) for step in found if step.kind not in ("archived", "removed") and _is_ahead(step, today)]
    problems += [_verified_at_birth(step) for step in found if proposal and step.kind in ("added", "filed") and _last_verified(step)]
    scope = _named(kinds)
    if scope.name == "mixed" and not problems:
        where = found[0].piece
        problems.append(_problem(where, f"{scope.about} at once: none of the changes that may be proposed",
                                 "propose each kind of change on its own"))  # fmt: skip
    if scope.name == "bulk" and (proposal or bulk == "refuse"):
        reason = "on a proposal's branch" if proposal else "at once: gate.bulk says refuse"
        problems += [_problem(step.piece, f"{scope.about} {reason}", "propose one lesson at a time") for step in found[-1:]]
    # An import may bring what replaced one another before; a person looks at it.
    if proposal or scope.name != "bulk":
        problems += [_superseded_at_birth(step) for step in found if step.kind == "added" and step.piece.record.field("superseded_by")]
    return scope._replace(
        name="mixed" if any(step.kind in ("removed", "moved") for step in found) else scope.name,
        problems=(*scope.problems, *problems),
    )


def _named(kinds: dict[Kind, list[Step]]) -> Scope:
    names = set(kinds)
    count = {kind: len(items) for kind, items in kinds.items()}
    about = " and ".join(_counted(kind, items) for kind, items in kinds.items())
    if count == {"added": 1}:
        return Scope("lesson", about)
    if count == {"added": 1, "superseded": 1}:
        return Scope("supersede", about, problems=tuple(_misdirected(kinds["added"][0], kinds["superseded"][0])))
    if names == {"verified"}:
        return Scope("verify", about)
    if names and names <= {"archived", "revived"}:
        return Scope("archive", about)
    if count in ({"edited": 1}, {"superseded": 1}):
        return Scope("edit", about, review=True)
    if names <= {"added", "filed", "edited", "superseded"}:
        return Scope("bulk", about, review=True)
    return Scope("mixed", about)


_WORDS: dict[Kind, str] = {
    "added": "added", "filed": "added to the archive", "edited": "edited", "verified": "verified", "superseded": "superseded",
    "archived": "archived", "revived": "brought back", "moved": "moved", "removed": "removed",
}  # fmt: skip


def _counted(kind: Kind, items: Sequence[Step]) -> str:
    if len(items) == 1:
        return f"{items[0].piece.name} {_WORDS[kind]}"
    return f"{len(items)} lessons {_WORDS[kind]}"


def told(found: Sequence[Step]) -> str:
    """What the steps do, by name: `B-1, B-2 archived`; of each kind the first few."""
    kinds: dict[Kind, list[str]] = defaultdict(list)
    for step in found:
        kinds[step.kind].append(step.piece.name)
    return " and ".join(f"{_listed(names)} {_WORDS[kind]}" for kind, names in kinds.items())


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more


def _problem(piece: Piece, message: str, hint: str = "", field: str = "id") -> Problem:
    place = piece.record.field(field)
    line, column = (place.line, place.column) if place is not None else (piece.record.line, 1)
    return Problem(piece.path, line, column, "error", RULE, message, piece.id, hint=hint)


def _against(step: Step) -> Problem:
    piece = step.piece
    if step.kind == "removed":
        return _problem(piece, f"{piece.name} is gone: lessons are never deleted, and keep their ids",
                        "put it back; `vaultctl archive ID --reason TEXT` retires a lesson")  # fmt: skip
    assert step.old is not None
    return _problem(piece, f"{piece.name} was moved here from {step.old.path}: only the archive takes and gives lessons",
                    "leave it where it was")  # fmt: skip


def _on_the_way(step: Step, reason: str) -> Problem:
    way = "to" if step.kind == "archived" else "from"
    return _problem(step.piece, f"{step.piece.name} did not go {way} the archive as it was: {reason}",
                    "move it as it is, with `vaultctl archive` or `vaultctl unarchive`; propose the edit on its own")  # fmt: skip


def _not_kept(step: Step, today: date) -> str:
    """Why a lesson did not go to or from the archive as it was; empty for one that did, or went nowhere."""
    if step.old is None or step.new is None or step.kind not in ("archived", "revived"):
        return ""
    if step.kind == "archived":
        return moves.against_archiving(step.old, step.new, today)
    return moves.against_reviving(step.old, step.new)


def _last_verified(step: Step) -> date | None:
    return step.piece.item.lesson.last_verified if isinstance(step.piece.item, Entry) else None


def _is_ahead(step: Step, today: date) -> bool:
    """Whether the step says that the lesson was verified after today, and the lesson did not say so before."""
    day = _last_verified(step)
    before = step.old.item if step.old is not None else None
    known = before.lesson.last_verified if isinstance(before, Entry) else None
    return day is not None and day > today and day != known


def _verified_at_birth(step: Step) -> Problem:
    return _problem(step.piece, f"{step.piece.name} is new and said to be verified already", "leave last_verified out; `vaultctl verify` "
                    "sets it once the lesson is there", "last_verified")  # fmt: skip


def _in_future(step: Step, today: date) -> Problem:
    return _problem(step.piece, f"{step.piece.name} is said to be verified after today, {today}", "name the day it was verified",
                    "last_verified")  # fmt: skip


def _misdirected(added: Step, superseded: Step) -> Iterable[Problem]:
    place = superseded.piece.record.field("superseded_by")
    if place is not None and isinstance(place.value, str) and id_key(place.value.strip()) != added.key:
        yield _problem(superseded.piece, f"superseded_by of {superseded.piece.name} does not name {added.piece.name}, which is added",
                       "name the added lesson, or propose the edit on its own", "superseded_by")  # fmt: skip


def _superseded_at_birth(step: Step) -> Problem:
    return _problem(step.piece, f"{step.piece.name} is new and said to be superseded already", "leave superseded_by out; what it replaces "
                    "names it, not the other way round", "superseded_by")  # fmt: skip

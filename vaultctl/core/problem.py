"""A problem that a lint rule reports, and which problems a change brings.

Lines and columns count from 1; a problem with a whole file or vault stands at 1:1.
"""

from __future__ import annotations

import re
from collections import defaultdict
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from vaultctl.core.lesson import id_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from vaultctl.core.record import Severity

_PLACES = re.compile(r"\blines? \d+(?:(?:, | and )\d+)*|:\d+\b")


class Problem(NamedTuple):
    """Something that a rule objects to.

    `path` is relative to the vault's root with `/`; `id` is that of the lesson, where it is known.  `message` says what is
    wrong, `hint` how to go on (may be empty).  `fixable` says that `lint --fix` puts it right.

    `key` and `size` are for comparing two states of a vault: problems with the same key (the message, where it is empty) are the
    same problem, and one whose size grew is a new one.
    """

    path: str
    line: int
    column: int
    severity: Severity
    rule: str
    message: str
    id: str | None = None
    fixable: bool = False
    hint: str = ""
    key: str = ""
    size: int = 0


def order(problem: Problem) -> tuple[str, int, int, str, str]:
    """The order in which problems are reported: by place, then by rule."""
    return problem.path, problem.line, problem.column, problem.rule, problem.message


def identity(problem: Problem) -> tuple[str, str, str, str]:
    """What makes two problems the same although lines moved: the lesson (or the file), the rule, and what is said."""
    where = f"id {id_key(problem.id)}" if problem.id else f"path {problem.path}"
    return where, problem.rule, problem.severity, problem.key or _PLACES.sub("", problem.message)


def added(
    problems: Iterable[Problem], before: Iterable[Problem], moves: Mapping[tuple[str, str], str] = MappingProxyType({})
) -> list[Problem]:
    """The problems that were not there before, in order.

    Counts decide, not lines: where a file had a problem twice and has it three times now, one is new.  What one file has lost
    never makes up for what another has got, but for a lesson that moved: `moves` maps its id, as ids are compared, and its path to
    the path where it stood (`core.carried`).
    """
    old: dict[tuple[str, str, str, str], list[Problem]] = defaultdict(list)
    for problem in before:
        old[identity(problem)].append(problem)
    new: dict[tuple[str, str, str, str], list[Problem]] = defaultdict(list)
    for problem in problems:
        new[identity(problem)].append(problem)
    found: list[Problem] = []
    for same, group in new.items():
        known = old.get(same)
        found += group if known is None else _unmatched(group, known, moves)
    return sorted(found, key=order)


def _unmatched(group: list[Problem], known: list[Problem], moves: Mapping[tuple[str, str], str]) -> list[Problem]:
    """Those of a group that no known one accounts for: first each file's own are taken, then those of where a lesson stood."""
    # The largest first, from the end of the known ones: so no small problem takes the one that a large one needs.
    group = sorted(group, key=lambda problem: -problem.size)
    known = sorted(known, key=lambda problem: problem.size)
    for in_same_file in (True, False):
        left = []
        for problem in group:
            path = problem.path if in_same_file else moves.get((id_key(problem.id or ""), problem.path))
            for place in range(len(known) - 1, -1, -1):
                if known[place].size >= problem.size and known[place].path == path:
                    del known[place]
                    break
            else:
                left.append(problem)
        group = left
        if not group or not known:
            break
    return group

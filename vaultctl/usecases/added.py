"""What one state of a vault has against it that another had not: as `core.problem.added`, without looking twice at what stayed.

Rules of scope `source` see one file alone and most of them read its whole text, which takes long; the others see the vault.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from vaultctl.core import problem as comparing
from vaultctl.core.carried import find_moves
from vaultctl.core.rules.registry import RULES
from vaultctl.usecases.lint import find_problems

if TYPE_CHECKING:
    from vaultctl.core.problem import Problem
    from vaultctl.usecases.snapshot import Snapshot

_OF_ONE_FILE = frozenset(rule.id for rule in RULES.values() if rule.scope == "source")
_OF_THE_VAULT = frozenset(RULES) - _OF_ONE_FILE


def find_of_vault(snapshot: Snapshot, today: date) -> list[Problem]:
    """The problems that need the vault to be seen."""
    return find_problems(snapshot, today, _OF_THE_VAULT)


def find_added(
    after: Snapshot, before: Snapshot | None, today: date, found: list[Problem], old: list[Problem]
) -> list[Problem]:
    """The problems of `after` that `before` has not.

    `found` and `old` are what `find_of_vault` says of the two.  Files count as the same where they are the same value, as
    `read_snapshot(known=…)` and `with_changes` leave them, and the config is the same.
    """
    if before is None or before.settings.config != after.settings.config:
        kept: frozenset[int] = frozenset()
    else:
        kept = frozenset(map(id, before.sources)) & frozenset(map(id, after.sources))
    states = [replace(state, sources=tuple(item for item in state.sources if id(item) not in kept))
              for state in (after, before) if state is not None]  # fmt: skip
    files = [find_problems(state, today, _OF_ONE_FILE) for state in states]
    moves = find_moves(after.sources, before.sources) if before is not None else {}
    return comparing.added(found + files[0], old + (files[1] if len(files) > 1 else []), moves)

"""Several changes as one proposal: what `restore` and `migrate` have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vaultctl.core.change import FileChange
from vaultctl.errors import Exit, ForgeError, VaultctlError
from vaultctl.usecases.propose import Base, Proposal, ProposalStore, Reached, branch_for, propose

if TYPE_CHECKING:
    from vaultctl.core.config import Config
    from vaultctl.core.proposal import ProposalText
    from vaultctl.usecases.ports import Forge


@dataclass(frozen=True, slots=True)
class Moved:
    """What becomes of one lesson: the paths before and after (None: nowhere), and why."""

    id: str
    before: str | None
    after: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class Sent:
    """How far the proposal got.  `reached` is None where there was nothing to do, or for a dry run."""

    reached: Reached | None = None
    trouble: VaultctlError | None = None

    @property
    def error(self) -> VaultctlError | None:
        """What stopped it after the commit."""
        return (self.reached.problem if self.reached else None) or self.trouble

    @property
    def exit_code(self) -> int:
        """0, or that of what stopped it."""
        return self.error.exit_code if self.error else Exit.OK


NOT_SENT = Sent()
"""Nothing was proposed."""


def send(
    stem: str, changes: Sequence[FileChange], text: ProposalText, base: Base, store: ProposalStore,
    forge: Callable[[], Forge | None], config: Config, *, network: bool,
) -> Sent:  # fmt: skip
    """Propose changes on the branch `stem`, or `stem-2` and so on; changes that such a branch holds already are resumed.

    `forge` is asked for only when there is something to open.  Raises what `usecases.propose.propose` raises.
    """
    asked: Forge | None = None
    trouble: VaultctlError | None = None
    if network and base.remote is not None and not base.problem:
        try:
            asked = forge()
        except ForgeError as error:
            trouble = error
    branch = branch_for(stem, changes, store)
    reached = propose(Proposal(branch, tuple(changes), text), base, store, asked, config.proposals, network=network)
    return Sent(reached, trouble)


def about_base(base: Base) -> tuple[str, ...]:
    """What must be said of a base that is not there yet."""
    if base.commit is None:
        return (f"{base.branch} has no commit yet: this proposal is its first, and has nothing to be merged into",)
    return ()

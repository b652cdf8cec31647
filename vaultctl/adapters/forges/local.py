"""The local forge: a proposal is the branch alone, and `vaultctl queue` merges it."""

from __future__ import annotations

from dataclasses import dataclass, field

from vaultctl.adapters.forges.plain_push import PlainPush
from vaultctl.core.proposal import ProposalText, PullRequest


@dataclass(frozen=True, slots=True)
class Local(PlainPush):
    """No pull requests: nothing to find, nothing to open, nothing that can fail."""

    notes: tuple[str, ...] = field(default=())
    name: str = "local"

    def find(self, branch: str) -> PullRequest | None:
        return None

    def open(self, branch: str, base: str, text: ProposalText, *, draft: bool = False) -> PullRequest | None:
        return None

    def label(self, pull_request: PullRequest, labels: tuple[str, ...]) -> str | None:
        return None

    def auto_merge(self, pull_request: PullRequest) -> str | None:
        return None

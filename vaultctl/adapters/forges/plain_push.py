"""What most forges share: the push carries nothing but commits."""

from __future__ import annotations

from vaultctl.core.proposal import ProposalText, PullRequest


class PlainPush:
    """The two halves of `usecases.ports.Forge` that only push options need, for the forges that do without."""

    __slots__ = ()

    def push_options(self, base: str, text: ProposalText, *, draft: bool = False, auto_merge: bool = False) -> tuple[str, ...]:
        """None."""
        return ()

    def read_push(self, stderr: str) -> PullRequest | None:
        """None: the push opened nothing."""
        return None

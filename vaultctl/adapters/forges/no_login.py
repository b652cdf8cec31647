"""A forge that nobody is logged in to: the branch can be pushed, its pull request must wait."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import quote

from vaultctl.adapters.forges.plain_push import PlainPush
from vaultctl.adapters.forges.remote_url import Remote
from vaultctl.core.proposal import ProposalText, PullRequest
from vaultctl.errors import ForgeError

_NEW = {
    "github": "{target}/compare/{base}...{owner}:{branch}?expand=1",
    "gitea": "{target}/compare/{base}...{owner}:{branch}",
    "pagure": "{source}/diff/{base}..{branch}",
}


@dataclass(frozen=True, slots=True)
class NoLogin(PlainPush):
    """Refuses to open anything, naming the login that is missing and the page where it can be done by hand."""

    name: str
    target: Remote
    source: Remote
    advice: str
    notes: tuple[str, ...] = field(default=())

    def find(self, branch: str) -> PullRequest | None:
        return None

    def open(self, branch: str, base: str, text: ProposalText, *, draft: bool = False) -> PullRequest | None:
        names = {"base": quote(base), "owner": quote(self.source.owner), "branch": quote(branch)}
        page = _NEW.get(self.name, "{source}").format(target=self.target.page, source=self.source.page, **names)
        raise ForgeError(
            f"no login for {self.target.host}: its pull request could not be opened",
            f"{self.advice}, and run the same command again; or open it at {page}",
        )

    def label(self, pull_request: PullRequest, labels: tuple[str, ...]) -> str | None:
        return None

    def auto_merge(self, pull_request: PullRequest) -> str | None:
        return None

"""Gitea and Forgejo (Codeberg), by their common REST API.

Source: the Swagger description that each instance serves at /api/swagger.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import quote

from vaultctl.adapters.forges import answers
from vaultctl.adapters.forges.answers import Json
from vaultctl.adapters.forges.api import Answered, Api
from vaultctl.adapters.forges.github import read
from vaultctl.adapters.forges.opening import best, open_once, warn
from vaultctl.adapters.forges.plain_push import PlainPush
from vaultctl.adapters.forges.remote_url import Remote
from vaultctl.core.proposal import ProposalText, PullRequest

HEADERS: Mapping[str, str] = {}
ADVICE = "set GITEA_TOKEN or FORGEJO_TOKEN to a token that may write repositories and issues"
DRAFT = "WIP: "
_PAGE = 50
_PAGES = {"open": 100, "closed": 4}
"""The API cannot filter by head everywhere, so lists are read, newest first; closed ones not far back."""


@dataclass(frozen=True, slots=True)
class Gitea(PlainPush):
    """Pull requests from `source` into `target`."""

    api: Api
    target: Remote
    source: Remote
    notes: tuple[str, ...] = field(default=())
    name: str = "gitea"

    def find(self, branch: str) -> PullRequest | None:
        return best(self._listed("open", branch)) or best(self._listed("closed", branch))

    def open(self, branch: str, base: str, text: ProposalText, *, draft: bool = False) -> PullRequest | None:
        head = branch if self.source.path == self.target.path else f"{self.source.owner}:{branch}"
        title = (DRAFT if draft else "") + text.title
        payload: dict[str, Json] = {"title": title, "body": text.body, "base": base, "head": head}
        return open_once(
            lambda: self.find(branch), lambda: read(self.api.send("POST", f"{self._repo}/pulls", payload)), self.api.patience
        )

    def label(self, pull_request: PullRequest, labels: tuple[str, ...]) -> str | None:
        return warn("the labels were not set", lambda: self._label(pull_request.number, labels)) if labels else None

    def auto_merge(self, pull_request: PullRequest) -> str | None:
        return warn("auto-merge was not turned on", lambda: self._auto_merge(pull_request.number))

    @property
    def _repo(self) -> str:
        return f"repos/{quote(self.target.owner)}/{quote(self.target.repo)}"

    def _pages(self, path: str, query: Mapping[str, str], pages: int) -> Iterator[Json]:
        for page in range(1, pages + 1):
            found = answers.items(self.api.get(path, {**query, "limit": str(_PAGE), "page": str(page)}))
            yield from found
            if not found:  # an instance may cap pages below what was asked for, so a short one need not be the last
                return

    def _listed(self, state: str, branch: str) -> list[PullRequest]:
        found = []
        for item in self._pages(f"{self._repo}/pulls", {"state": state, "sort": "recentupdate"}, _PAGES[state]):
            origin = answers.inner(item, "head", "repo", "full_name")
            same = origin is None or str(origin).casefold() == self.source.path.casefold()  # None: the fork was deleted
            if answers.inner(item, "head", "ref") == branch and same:
                found.append(read(item))
                if state == "open":
                    break
        return found

    def _label(self, number: int, labels: tuple[str, ...]) -> None:
        """Labels go by number: those that the repository has not are made first."""
        ids = {answers.text(item, "name"): answers.number(item, "id") for item in self._pages(f"{self._repo}/labels", {}, 20)}
        for label in labels:
            if label not in ids:
                made = self.api.send("POST", f"{self._repo}/labels", {"name": label, "color": "#5319e7"})
                ids[label] = answers.number(made, "id")
        self.api.send("POST", f"{self._repo}/issues/{number}/labels", {"labels": [ids[label] for label in labels]})

    def _auto_merge(self, number: int) -> None:
        found = self.api.get(f"{self._repo}/pulls/{number}")
        style = answers.inner(found, "base", "repo", "default_merge_style") or "merge"
        try:
            self.api.send("POST", f"{self._repo}/pulls/{number}/merge", {"Do": style, "merge_when_checks_succeed": True})
        except Answered as error:
            if error.status != 409:  # it is scheduled already
                raise

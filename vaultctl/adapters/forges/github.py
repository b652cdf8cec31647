"""GitHub and GitHub Enterprise Server, by REST; auto-merge, which REST has not, by GraphQL.

Source: docs.github.com/rest/pulls/pulls, /rest/issues/labels; the requests are tested against GitHub's own OpenAPI description.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import quote

from vaultctl.adapters.forges import answers, github_auto_merge
from vaultctl.adapters.forges.answers import Json
from vaultctl.adapters.forges.api import Api
from vaultctl.adapters.forges.opening import best, open_once, warn
from vaultctl.adapters.forges.plain_push import PlainPush
from vaultctl.adapters.forges.remote_url import Remote
from vaultctl.core.proposal import ProposalText, PullRequest

HEADERS: Mapping[str, str] = {"Accept": "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28"}
ADVICE = "log in with `gh auth login`, or set GH_TOKEN to a token that may write contents and pull requests"
CI_NOTE = "a pull request opened with the CI job's own token starts no checks: use a token of an app or a person"


def addresses(web: str) -> tuple[str, str]:
    """The REST and the GraphQL address of the GitHub that people see at `web`."""
    if web == "https://github.com":
        return "https://api.github.com", "https://api.github.com"
    scheme, _, host = web.partition("://")
    if host.endswith(".ghe.com"):
        return f"{scheme}://api.{host}", f"{scheme}://api.{host}"
    return f"{web}/api/v3", f"{web}/api"


@dataclass(frozen=True, slots=True)
class GitHub(PlainPush):
    """Pull requests from `source` into `target`.  `graphql` is the API below whose address `graphql` stands."""

    api: Api
    graphql: Api
    target: Remote
    source: Remote
    notes: tuple[str, ...] = field(default=())
    name: str = "github"

    def find(self, branch: str) -> PullRequest | None:
        query = {"state": "all", "head": f"{self.source.owner}:{branch}", "per_page": "100"}
        found = answers.items(self.api.get(f"{self._repo}/pulls", query))
        # An unknown `head` is ignored by some proxies and mirrors, which then list everything.
        return best(read(item) for item in found if answers.inner(item, "head", "ref") == branch)

    def open(self, branch: str, base: str, text: ProposalText, *, draft: bool = False) -> PullRequest | None:
        payload: dict[str, Json] = {
            "title": text.title,
            "body": text.body,
            "base": base,
            "head": f"{self.source.owner}:{branch}",
            "draft": draft,
            "maintainer_can_modify": True,
        }
        if self.source.owner == self.target.owner and self.source.repo != self.target.repo:
            payload["head_repo"] = self.source.repo
        return open_once(
            lambda: self.find(branch), lambda: read(self.api.send("POST", f"{self._repo}/pulls", payload)), self.api.patience
        )

    def label(self, pull_request: PullRequest, labels: tuple[str, ...]) -> str | None:
        if not labels:
            return None
        path = f"{self._repo}/issues/{pull_request.number}/labels"
        return warn("the labels were not set", lambda: self.api.send("POST", path, {"labels": list(labels)}))

    def auto_merge(self, pull_request: PullRequest) -> str | None:
        return warn("auto-merge was not turned on", lambda: github_auto_merge.enable(self._ask, self.target, pull_request.number))

    @property
    def _repo(self) -> str:
        return f"repos/{quote(self.target.owner)}/{quote(self.target.repo)}"

    def _ask(self, query: str, variables: dict[str, Json]) -> Json:
        return self.graphql.send("POST", "graphql", {"query": query, "variables": variables})


def read(data: Json) -> PullRequest:
    """A pull request out of GitHub's or Gitea's JSON."""
    merged = bool(answers.inner(data, "merged_at")) or answers.inner(data, "merged") is True
    state = answers.text(data, "state")
    return PullRequest(
        answers.text(data, "html_url"),
        answers.number(data, "number"),
        "merged" if merged else "open" if state == "open" else "closed",
        answers.inner(data, "draft") is True,
    )

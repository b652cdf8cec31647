"""Pagure (pagure.io, src.fedoraproject.org and others), by its REST API.

Source: `/api/0/` of any instance, and `pagure/api/fork.py` of Pagure 5.14.  Pagure has no drafts and no auto-merge, and its API
cannot set tags; it would also open a second pull request for a branch, so this module looks again after opening one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import quote

from vaultctl.adapters.forges import answers
from vaultctl.adapters.forges.answers import Json
from vaultctl.adapters.forges.api import Api
from vaultctl.adapters.forges.opening import best, open_once
from vaultctl.adapters.forges.plain_push import PlainPush
from vaultctl.adapters.forges.remote_url import Remote
from vaultctl.core.proposal import ProposalText, PullRequest

HEADERS: Mapping[str, str] = {}
ADVICE = "set PAGURE_TOKEN to an API key with the rights `pull_request_create` and `pull_request_update`"
DRAFT = "[WIP] "
_PAGE = 100
_PAGES = {"Open": 30, "All": 4}
"""The API cannot filter by branch, so lists are read, newest first; closed ones not far back."""


@dataclass(frozen=True, slots=True)
class Pagure(PlainPush):
    """Pull requests from `source` into `target`; forks live at `forks/<user>/<repo>`."""

    api: Api
    target: Remote
    source: Remote
    notes: tuple[str, ...] = field(default=())
    name: str = "pagure"

    def find(self, branch: str) -> PullRequest | None:
        return best(self._listed("Open", branch)) or best(self._listed("All", branch))

    def open(self, branch: str, base: str, text: ProposalText, *, draft: bool = False) -> PullRequest | None:
        values = {
            "title": (DRAFT if draft else "") + text.title,
            "branch_to": base,
            "branch_from": branch,
            "initial_comment": text.body,
        }
        if self.source.path != self.target.path:
            user, namespace, repo = _parts(self.source)
            values |= {"repo_from": repo, "repo_from_username": user, "repo_from_namespace": namespace}
            values = {key: value for key, value in values.items() if value}

        def create() -> PullRequest:
            made = self._read(self.api.post_form(f"{_project(self.target)}/pull-request/new", values))
            first = min(self._listed("Open", branch), key=lambda pr: pr.number, default=made)
            if first.number < made.number:  # two at once: the younger one goes
                self.api.post_form(f"{_project(self.target)}/pull-request/{made.number}/close", {})
                return first
            return made

        return open_once(lambda: self.find(branch), create, self.api.patience)

    def label(self, pull_request: PullRequest, labels: tuple[str, ...]) -> str | None:
        return "the labels were not set: Pagure's API cannot tag pull requests" if labels else None

    def auto_merge(self, pull_request: PullRequest) -> str | None:
        return "auto-merge was not turned on: Pagure has none"

    def _listed(self, status: str, branch: str) -> list[PullRequest]:
        found: list[PullRequest] = []
        for page in range(1, _PAGES[status] + 1):
            query = {"status": status, "per_page": str(_PAGE), "page": str(page)}
            answer = self.api.get(f"{_project(self.target)}/pull-requests", query)
            listed = answers.items(answers.inner(answer, "requests"))
            found += [self._read(item) for item in listed if answers.inner(item, "branch_from") == branch and self._is_ours(item)]
            if len(listed) < _PAGE:
                break
        return found

    def _is_ours(self, item: Json) -> bool:
        origin = answers.inner(item, "repo_from")
        if origin is None:  # the fork was deleted
            return True
        user, namespace, repo = _parts(self.source)
        owner = str(answers.inner(origin, "user", "name") or "") if answers.inner(origin, "parent") else ""
        return (owner, answers.inner(origin, "namespace") or "", answers.inner(origin, "name")) == (user, namespace, repo)

    def _read(self, item: Json) -> PullRequest:
        number = answers.number(item, "id")
        state = answers.text(item, "status").casefold()
        title = str(answers.inner(item, "title") or "")
        url = f"{self.target.web}/{_path(self.target)}/pull-request/{number}"
        is_draft = title.startswith(DRAFT)
        return PullRequest(url, number, "open" if state == "open" else "merged" if state == "merged" else "closed", is_draft)


def _parts(remote: Remote) -> tuple[str, str, str]:
    """User (of a fork), namespace and name; the first two may be empty.  git's address says `forks`, the pages say `fork`."""
    parts = remote.owner.split("/") if remote.owner else []
    user = ""
    if len(parts) >= 2 and parts[0] in ("forks", "fork"):
        user = parts[1]
        parts = parts[2:]
    return user, "/".join(parts), remote.repo


def _path(remote: Remote) -> str:
    user, namespace, repo = _parts(remote)
    return "/".join(quote(part) for part in (("fork", user) if user else ()) + ((namespace,) if namespace else ()) + (repo,))


def _project(remote: Remote) -> str:
    return _path(remote)

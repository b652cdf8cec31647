"""GitLab, by its REST API: merge requests.

Source: docs.gitlab.com/api/merge_requests.  Projects are named by their path, quoted whole, nested groups and all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import quote

from vaultctl.adapters.forges import answers
from vaultctl.adapters.forges.answers import Json
from vaultctl.adapters.forges.api import Api
from vaultctl.adapters.forges.opening import best, open_once, warn
from vaultctl.adapters.forges.plain_push import PlainPush
from vaultctl.adapters.forges.remote_url import Remote
from vaultctl.core.proposal import ProposalText, PullRequest
from vaultctl.errors import ForgeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vaultctl.core.proposal import State

HEADERS: Mapping[str, str] = {}
ADVICE = "log in with `glab auth login`, or set GITLAB_TOKEN to a token with the scope `api` (CI_JOB_TOKEN has no right to it)"
DRAFT = "Draft: "
_STATES: Mapping[str, State] = {"opened": "open", "locked": "open", "merged": "merged"}
_PIPELINE_LOOKS = 4


@dataclass(frozen=True, slots=True)
class GitLab(PlainPush):
    """Merge requests from `source` into `target`."""

    api: Api
    target: Remote
    source: Remote
    notes: tuple[str, ...] = field(default=())
    name: str = "gitlab"

    def find(self, branch: str) -> PullRequest | None:
        query = {"state": "all", "source_branch": branch, "per_page": "100"}
        found = answers.items(self.api.get(f"{_project(self.target)}/merge_requests", query))
        if found and self.source.path != self.target.path:
            origin = self._id(self.source)
            found = [item for item in found if answers.inner(item, "source_project_id") == origin]
        else:  # forks may hold a branch of the same name
            found = [
                item for item in found if answers.inner(item, "source_project_id") == answers.inner(item, "target_project_id")
            ]
        return best(read(item) for item in found if answers.inner(item, "source_branch") == branch)

    def open(self, branch: str, base: str, text: ProposalText, *, draft: bool = False) -> PullRequest | None:
        def create() -> PullRequest:
            payload: dict[str, Json] = {
                "source_branch": branch,
                "target_branch": base,
                "title": (DRAFT if draft else "") + text.title,
                "description": text.body,
                "remove_source_branch": True,
                "allow_collaboration": True,
            }
            if self.source.path != self.target.path:
                payload["target_project_id"] = self._id(self.target)
            return read(self.api.send("POST", f"{_project(self.source)}/merge_requests", payload))

        return open_once(lambda: self.find(branch), create, self.api.patience)

    def label(self, pull_request: PullRequest, labels: tuple[str, ...]) -> str | None:
        if not labels:
            return None
        path = f"{_project(self.target)}/merge_requests/{pull_request.number}"
        return warn("the labels were not set", lambda: self.api.send("PUT", path, {"add_labels": ",".join(labels)}))

    def auto_merge(self, pull_request: PullRequest) -> str | None:
        return warn("auto-merge was not turned on", lambda: self._auto_merge(pull_request.number))

    def _auto_merge(self, number: int) -> None:
        """Ask for a merge when the pipeline succeeds, once there is one: without a pipeline GitLab would merge at once."""
        path = f"{_project(self.target)}/merge_requests/{number}"
        for attempt in range(_PIPELINE_LOOKS):
            found = self.api.get(path)
            if answers.inner(found, "merge_when_pipeline_succeeds") is True or answers.inner(found, "state") == "merged":
                return
            if answers.inner(found, "head_pipeline") is not None:
                asked: dict[str, Json] = {"auto_merge": True, "merge_when_pipeline_succeeds": True}
                self.api.send("PUT", f"{path}/merge", {**asked, "sha": answers.text(found, "sha")})
                return
            self.api.patience.sleep(self.api.patience.first * (attempt + 1))
        raise ForgeError("there is no pipeline to wait for", "run the same command again when the pipeline has started")

    def _id(self, remote: Remote) -> int:
        return answers.number(self.api.get(_project(remote)), "id")


def _project(remote: Remote) -> str:
    return f"projects/{quote(remote.path, safe='')}"


def read(data: Json) -> PullRequest:
    """A merge request out of GitLab's JSON."""
    state = _STATES.get(answers.text(data, "state"), "closed")
    draft = answers.inner(data, "draft") is True or answers.inner(data, "work_in_progress") is True
    return PullRequest(answers.text(data, "web_url"), answers.number(data, "iid"), state, draft)

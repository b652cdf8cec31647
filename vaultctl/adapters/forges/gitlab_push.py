"""GitLab without a token: the push itself opens the merge request.

Source: docs.gitlab.com/topics/git/commit ("Push options for merge requests"; 11.10, titles 12.2, labels 12.3, draft 15.0) and
git-push(1).  The answer comes back on the push's standard error: `remote:   https://…/-/merge_requests/7`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from urllib.parse import urlencode

from vaultctl.adapters.forges.gitlab import GitLab
from vaultctl.adapters.forges.remote_url import Remote
from vaultctl.core.proposal import ProposalText, PullRequest, push_option
from vaultctl.errors import ForgeError

_ADDRESS = re.compile(r"^remote:\s+(https?://[^\s\x00-\x1f\x7f]+?/-/merge_requests/([0-9]{1,9}))(?:\s|$)", re.MULTILINE)
MAX_OPTION = 8_000
"""One push option travels in one packet of at most 65,516 bytes (gitprotocol-common); this leaves room for any spelling."""


@dataclass(frozen=True, slots=True)
class GitLabPush:
    """Merge requests by push options.

    `reader` looks without a login, which public projects allow; elsewhere nothing can be looked up, and only the push that
    brings new commits names the merge request.
    """

    reader: GitLab
    target: Remote
    source: Remote
    advice: str
    notes: tuple[str, ...] = field(default=())
    name: str = "gitlab"

    def find(self, branch: str) -> PullRequest | None:
        """The merge request where it is public, else None; never raises."""
        try:
            return self.reader.find(branch)
        except ForgeError:
            return None

    def open(self, branch: str, base: str, text: ProposalText, *, draft: bool = False) -> PullRequest | None:
        found = self.find(branch)
        if found is not None and found.state != "merged":
            return found
        query = urlencode({"state": "all", "source_branch": branch})
        raise ForgeError(
            "the push named no merge request, and there is no login to look for it or to open it",
            f"see {self.target.page}/-/merge_requests?{query}, or {self.advice}",
        )

    def label(self, pull_request: PullRequest, labels: tuple[str, ...]) -> str | None:
        return None  # the push carried them

    def auto_merge(self, pull_request: PullRequest) -> str | None:
        return None  # the push carried it

    def push_options(self, base: str, text: ProposalText, *, draft: bool = False, auto_merge: bool = False) -> tuple[str, ...]:
        """The options; pushing them again for a branch that has its merge request changes that one, it makes no second."""
        options = [
            "merge_request.create",
            f"merge_request.target={base}",
            f"merge_request.title={text.title}",
            f"merge_request.description={text.body}",
            "merge_request.remove_source_branch",
        ]
        if self.source.path != self.target.path:
            options.append(f"merge_request.target_project={self.target.path}")
        options += [f"merge_request.label={label}" for label in text.labels]
        if draft:
            options.append("merge_request.draft")
        if auto_merge:
            options.append("merge_request.merge_when_pipeline_succeeds")
        return tuple(push_option(option)[:MAX_OPTION] for option in options)

    def read_push(self, stderr: str) -> PullRequest | None:
        """The last merge request that the push names; GitLab prints it also when it was there before."""
        found = [match for match in _ADDRESS.finditer(stderr) if match[1].startswith(f"{self.target.web}/")]
        return PullRequest(found[-1][1], int(found[-1][2])) if found else None

"""GitHub's auto-merge, which only GraphQL has; the requests are tested against GitHub's own schema.

`enablePullRequestAutoMerge` never merges at once: where nothing is left to wait for it refuses, and that refusal is a warning.
"""

from __future__ import annotations

from collections.abc import Callable

from vaultctl.adapters.forges import answers
from vaultctl.adapters.forges.answers import Json
from vaultctl.adapters.forges.remote_url import Remote
from vaultctl.errors import ForgeError

QUERY = """query($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    viewerDefaultMergeMethod
    pullRequest(number: $number) { id autoMergeRequest { enabledAt } }
  }
}"""
MUTATION = """mutation($id: ID!, $method: PullRequestMergeMethod) {
  enablePullRequestAutoMerge(input: {pullRequestId: $id, mergeMethod: $method}) { pullRequest { id } }
}"""

Ask = Callable[[str, dict[str, Json]], Json]


def enable(ask: Ask, target: Remote, number: int) -> None:
    """Turn auto-merge on, with the merge method that the repository offers first.  Raises ForgeError with GitHub's reason."""
    found = _data(ask(QUERY, {"owner": target.owner, "name": target.repo, "number": number}))
    pull_request = answers.inner(found, "repository", "pullRequest")
    if answers.inner(pull_request, "autoMergeRequest") is not None:
        return
    method = answers.inner(found, "repository", "viewerDefaultMergeMethod")
    _data(ask(MUTATION, {"id": answers.text(pull_request, "id"), "method": method}))


def _data(answer: Json) -> Json:
    errors = answers.inner(answer, "errors")
    if errors:
        reason = " · ".join(dict.fromkeys(answers.texts([answers.inner(item, "message") for item in answers.items(errors)])))
        raise ForgeError(
            f"GitHub says: {reason[:300] or 'no reason'}",
            "auto-merge must be allowed in the repository's settings, and the base must require a check",
        )
    return answers.inner(answer, "data")

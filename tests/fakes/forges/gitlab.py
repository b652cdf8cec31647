"""GitLab on loopback: merge requests of the project acme/deep/vault, and of eve's fork."""

from __future__ import annotations

import re
import urllib.parse
from typing import Any

from tests.fakes.forges.server import Asked, FakeForge, Refusal

PROJECTS = {"acme/deep/vault": 7, "eve/vault": 8}


class FakeGitLab(FakeForge):
    """Requires paths to be quoted whole, as GitLab does."""

    prefix = "/api/v4"

    def __init__(self) -> None:
        super().__init__()
        self.merge_requests: list[dict[str, Any]] = []
        self.pipeline: dict[str, Any] | None = {"status": "running"}

    def opened(self) -> int:
        return len(self.merge_requests)

    def handle(self, asked: Asked) -> object:
        found = re.fullmatch(r"/projects/([^/]+)(?:/merge_requests(?:/(\d+)(/merge)?)?)?", asked.path)
        project = PROJECTS.get(urllib.parse.unquote(found[1])) if found else None
        if found is None or project is None:
            raise Refusal(404, {"message": "404 Project Not Found"})
        if not asked.path.partition("/merge_requests")[1]:
            return {"id": project}
        if found[2] is None:
            return self.create(project, asked.payload) if asked.method == "POST" else self.listed(project, asked.query)
        one = next(item for item in self.merge_requests if item["iid"] == int(found[2]))
        if found[3]:
            if asked.payload["sha"] != one["sha"]:
                raise Refusal(409, {"message": "SHA does not match HEAD of source branch"})
            one["merge_when_pipeline_succeeds"] = True
        elif asked.method == "PUT":
            one["labels"] += [label for label in asked.payload["add_labels"].split(",") if label not in one["labels"]]
        return {**one, "head_pipeline": self.pipeline}

    def listed(self, project: int, query: Any) -> object:
        found = [item for item in self.merge_requests if item["target_project_id"] == project]
        return [item for item in found if item["source_branch"] == query["source_branch"]]

    def create(self, project: int, payload: Any) -> object:
        target = payload.get("target_project_id", project)
        for item in self.merge_requests:
            same = (item["source_project_id"], item["source_branch"]) == (project, payload["source_branch"])
            if same and item["state"] == "opened":
                message = f"Another open merge request already exists for this source branch: !{item['iid']}"
                raise Refusal(409, {"message": [message]})
        number = len(self.merge_requests) + 1
        made = {
            "iid": number, "state": "opened", "title": payload["title"], "description": payload["description"],
            "draft": payload["title"].startswith("Draft:"), "sha": "5" * 40, "labels": [], "merge_when_pipeline_succeeds": False,
            "source_project_id": project, "target_project_id": target,
            "source_branch": payload["source_branch"], "target_branch": payload["target_branch"],
            "web_url": f"{self.url}/acme/deep/vault/-/merge_requests/{number}",
        }  # fmt: skip
        self.merge_requests.append(made)
        return made

    def close(self, number: int, *, merged: bool) -> None:
        """What a reviewer does."""
        self.merge_requests[number - 1]["state"] = "merged" if merged else "closed"

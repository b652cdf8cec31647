"""Gitea (and Forgejo) on loopback: pull requests of acme/vault, and of eve's fork; labels go by number."""

from __future__ import annotations

import re
from typing import Any

from tests.fakes.forges.server import TOKEN, Asked, FakeForge, Refusal


class FakeGitea(FakeForge):
    """Its lists have pages of two, so that a client which reads one page only is found out."""

    prefix = "/api/v1"
    authorization = f"token {TOKEN}"

    def __init__(self) -> None:
        super().__init__()
        self.pulls: list[dict[str, Any]] = []
        self.labels: list[dict[str, Any]] = [{"id": 41, "name": "bug"}, {"id": 42, "name": "docs"}, {"id": 43, "name": "lesson"}]
        self.set_labels: dict[int, list[int]] = {}
        self.scheduled: dict[int, str] = {}

    def opened(self) -> int:
        return len(self.pulls)

    def handle(self, asked: Asked) -> object:
        path = asked.path.removeprefix("/repos/acme/vault")
        if path == asked.path:
            raise Refusal(404, {"message": "The target couldn't be found.", "url": "https://x/api/swagger"})
        if path == "/pulls":
            return self.create(asked.payload) if asked.method == "POST" else self.page(self.in_state(asked.query["state"]), asked)
        if path == "/labels":
            if asked.method == "GET":
                return self.page(self.labels, asked)
            self.labels.append({"id": 100 + len(self.labels), "name": asked.payload["name"]})
            return self.labels[-1]
        if found := re.fullmatch(r"/issues/(\d+)/labels", path):
            assert all(isinstance(item, int) for item in asked.payload["labels"])
            self.set_labels[int(found[1])] = asked.payload["labels"]
            return [item for item in self.labels if item["id"] in asked.payload["labels"]]
        if found := re.fullmatch(r"/pulls/(\d+)(/merge)?", path):
            number = int(found[1])
            if not found[2]:
                return self.pulls[number - 1]
            assert asked.payload["merge_when_checks_succeed"] is True
            if number in self.scheduled:
                raise Refusal(409, {"message": "pull request is already scheduled to auto merge"})
            self.scheduled[number] = asked.payload["Do"]
            return {}
        raise Refusal(404, {"message": "Not Found"})

    def in_state(self, state: str) -> list[dict[str, Any]]:
        return [pr for pr in reversed(self.pulls) if pr["state"] == state]

    def page(self, items: list[dict[str, Any]], asked: Asked) -> object:
        start = 2 * (int(asked.query["page"]) - 1)
        return items[start : start + 2]

    def create(self, payload: Any) -> object:
        owner, _, branch = payload["head"].rpartition(":")
        origin = f"{owner or 'acme'}/vault"
        for item in self.in_state("open"):
            if (item["head"]["repo"]["full_name"], item["head"]["ref"]) == (origin, branch):
                raise Refusal(409, {"message": f"pull request already exists for these targets [id: {item['number']}]"})
        number = len(self.pulls) + 1
        made = {
            "number": number, "state": "open", "merged": False, "merged_at": None, "draft": payload["title"].startswith("WIP:"),
            "title": payload["title"], "body": payload["body"], "html_url": f"{self.url}/acme/vault/pulls/{number}",
            "head": {"ref": branch, "repo": {"full_name": origin}},
            "base": {"ref": payload["base"], "repo": {"full_name": "acme/vault", "default_merge_style": "squash"}},
        }  # fmt: skip
        self.pulls.append(made)
        return made

    def close(self, number: int, *, merged: bool) -> None:
        """What a reviewer does."""
        self.pulls[number - 1] |= {"state": "closed", "merged": merged}

"""Pagure on loopback: pull requests of acme/vault, and of eve's fork.

As the real one it opens as many for a branch as it is asked to.
"""

from __future__ import annotations

import re
from typing import Any

from tests.fakes.forges.server import TOKEN, Asked, FakeForge, Refusal


class FakePagure(FakeForge):
    """Takes forms, not JSON."""

    prefix = "/api/0"
    authorization = f"token {TOKEN}"

    def __init__(self) -> None:
        super().__init__()
        self.pulls: list[dict[str, Any]] = []

    def opened(self) -> int:
        return sum(1 for pr in self.pulls if pr["status"] == "Open")

    def handle(self, asked: Asked) -> object:
        path = asked.path.removeprefix("/acme/vault")
        if path == "/pull-requests":
            status = asked.query["status"]
            found = [pr for pr in reversed(self.pulls) if status in ("All", pr["status"])]
            start = (int(asked.query["page"]) - 1) * int(asked.query["per_page"])
            return {"requests": found[start : start + int(asked.query["per_page"])], "total_requests": len(found)}
        if path == "/pull-request/new":
            return self.create(asked.payload)
        if found := re.fullmatch(r"/pull-request/(\d+)/close", path):
            self.pulls[int(found[1]) - 1]["status"] = "Closed"
            return {"message": "Pull-request closed!"}
        raise Refusal(404, {"error": "Project not found", "error_code": "ENOPROJECT"})

    def create(self, payload: Any) -> dict[str, Any]:
        user = payload.get("repo_from_username")
        origin: dict[str, Any] = {"name": "vault", "namespace": "acme", "user": {"name": user or "alice"}}
        origin["parent"] = {"name": "vault", "namespace": "acme"} if user else None
        made = {
            "id": len(self.pulls) + 1, "status": "Open", "title": payload["title"], "initial_comment": payload["initial_comment"],
            "branch": payload["branch_to"], "branch_from": payload["branch_from"], "repo_from": origin,
        }  # fmt: skip
        self.pulls.append(made)
        return made

    def close(self, number: int, *, merged: bool) -> None:
        """What a reviewer does."""
        self.pulls[number - 1]["status"] = "Merged" if merged else "Closed"

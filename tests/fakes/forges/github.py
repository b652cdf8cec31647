"""GitHub on loopback.  Every request is checked against GitHub's own description, and answers are made from its examples."""

from __future__ import annotations

import copy
import functools
import json
import re
from pathlib import Path
from typing import Any

from tests.fakes.forges.server import Asked, FakeForge, Refusal

DATA = Path(__file__).resolve().parents[2] / "data" / "github"


@functools.cache
def description() -> Any:
    """GitHub's OpenAPI description, as far as it is kept here."""
    return json.loads((DATA / "openapi.json").read_text(encoding="utf-8"))


@functools.cache
def schema() -> Any:
    """GitHub's GraphQL schema, as far as it is kept here."""
    import graphql

    return graphql.build_schema((DATA / "schema.graphql").read_text(encoding="utf-8"))


class FakeGitHub(FakeForge):
    """Pull requests of acme/vault, and the fork of eve."""

    prefix = "/api/v3"

    def __init__(self) -> None:
        super().__init__()
        self.pulls: list[dict[str, Any]] = []
        self.labels: dict[int, list[str]] = {}
        self.auto_merge: dict[int, str] = {}
        self.auto_merge_refusal = ""

    def opened(self) -> int:
        return len(self.pulls)

    def handle(self, asked: Asked) -> object:
        if asked.path.endswith("/graphql"):
            return self.graphql(asked.payload["query"], asked.payload.get("variables"), asked.payload.get("operationName"))
        if asked.path == "/repos/acme/vault/pulls":
            return self.create(asked.payload) if asked.method == "POST" else self.listed(asked.query)
        found = re.fullmatch(r"/repos/acme/vault/issues/(\d+)/labels", asked.path)
        if found and asked.method == "POST":
            kept = self.labels.setdefault(int(found[1]), [])
            kept += [name for name in asked.payload["labels"] if name not in kept]
            example = description()["components"]["examples"]["label-items"]["value"][0]
            return [{**example, "name": name} for name in kept]
        raise Refusal(404, {"message": "Not Found", "documentation_url": "https://docs.github.com/rest", "status": "404"})

    def listed(self, query: Any) -> object:
        found = [pr for pr in self.pulls if query.get("head") in (None, pr["head"]["label"])]
        return [pr for pr in found if query.get("state") in ("all", pr["state"])]

    def create(self, payload: Any) -> object:
        owner, _, branch = payload["head"].rpartition(":")
        draft = payload.get("draft", False)
        return self.add(owner or "acme", branch, payload["base"], payload["title"], payload.get("body"), draft)

    def add(self, owner: str, branch: str, base: str, title: str, body: Any, draft: bool) -> dict[str, Any]:
        label = f"{owner}:{branch}"
        if any(pr["head"]["label"] == label and pr["state"] == "open" for pr in self.pulls):
            message = f"A pull request already exists for {label}."
            error = {"resource": "PullRequest", "code": "custom", "message": message}
            raise Refusal(422, {"message": "Validation Failed", "errors": [error], "status": "422"})
        made = copy.deepcopy(description()["components"]["examples"]["pull-request"]["value"])
        number = len(self.pulls) + 1
        made |= {"number": number, "state": "open", "title": title, "body": body, "draft": draft}
        made |= {"merged": False, "merged_at": None}
        made |= {"html_url": f"https://github.com/acme/vault/pull/{number}"}
        made["head"] |= {"ref": branch, "label": label}
        made["base"] |= {"ref": base, "label": f"acme:{base}"}
        self.pulls.append(made)
        return made

    def close(self, number: int, *, merged: bool) -> None:
        """What a reviewer does."""
        self.pulls[number - 1] |= {"state": "closed", "merged_at": "2026-01-05T10:00:00Z" if merged else None}

    def graphql(self, query: str, variables: Any, operation: str | None = None) -> object:
        import graphql

        errors = graphql.validate(schema(), graphql.parse(query))
        assert not errors, errors
        result = graphql.graphql_sync(
            schema(), query, self, variable_values=variables, operation_name=operation or None,
            field_resolver=self.resolve, type_resolver=lambda *_: "User",
        )  # fmt: skip
        answer: dict[str, Any] = {"data": result.data}
        if result.errors:
            answer["errors"] = [{"message": error.message, "path": error.path} for error in result.errors]
        return answer

    def resolve(self, source: Any, info: Any, **arguments: Any) -> Any:
        import graphql

        place = f"{info.parent_type.name}.{info.field_name}"
        if place == "Query.repository":
            return {"id": "R_1", "name": "vault", "viewerPermission": "WRITE", "viewerDefaultMergeMethod": "SQUASH"}
        if place == "Repository.pullRequest":
            return self.node(self.pulls[arguments["number"] - 1])
        if place == "Repository.pullRequests":
            states = arguments.get("states") or ["OPEN", "CLOSED", "MERGED"]
            head = arguments.get("headRefName")
            nodes = [self.node(pr) for pr in self.pulls if head in (None, pr["head"]["ref"])]
            nodes = [node for node in nodes if node["state"] in states]
            return {"nodes": nodes, "totalCount": len(nodes), "pageInfo": {"hasNextPage": False}}
        if place == "Mutation.createPullRequest":
            asked = arguments["input"]
            owner, _, branch = asked["headRefName"].rpartition(":")
            try:
                made = self.add(
                    owner or "acme", branch, asked["baseRefName"], asked["title"], asked.get("body"), asked.get("draft", False)
                )
            except Refusal as refusal:
                raise graphql.GraphQLError(refusal.payload["errors"][0]["message"]) from None  # type: ignore[index]
            return {"pullRequest": self.node(made)}
        if place == "Mutation.enablePullRequestAutoMerge":
            if self.auto_merge_refusal:
                raise graphql.GraphQLError(self.auto_merge_refusal)
            asked = arguments["input"]
            number = int(asked["pullRequestId"].removeprefix("PR_"))
            self.auto_merge[number] = asked.get("mergeMethod")
            return {"pullRequest": self.node(self.pulls[number - 1])}
        value = source.get(info.field_name) if isinstance(source, dict) else None
        return blank(info.return_type) if value is None else value

    def node(self, pr: dict[str, Any]) -> dict[str, Any]:
        number = pr["number"]
        state = "MERGED" if pr["merged_at"] else pr["state"].upper()
        owner = pr["head"]["label"].partition(":")[0]
        return {
            "id": f"PR_{number}", "number": number, "url": pr["html_url"], "state": state, "isDraft": pr["draft"],
            "headRefName": pr["head"]["ref"], "baseRefName": pr["base"]["ref"], "isCrossRepository": owner != "acme",
            "headRepositoryOwner": {"id": f"U_{owner}", "login": owner},
            "autoMergeRequest": {"enabledAt": "2026-01-05T10:00:00Z"} if number in self.auto_merge else None,
        }  # fmt: skip


def blank(kind: Any) -> Any:
    """Some value for a field that may not be null."""
    import graphql

    if not graphql.is_non_null_type(kind):
        return None
    inner = kind.of_type
    if graphql.is_list_type(inner):
        return []
    if graphql.is_enum_type(inner):
        return next(iter(inner.values))
    return {"Int": 0, "Boolean": False}.get(inner.name, "") if graphql.is_scalar_type(inner) else {}

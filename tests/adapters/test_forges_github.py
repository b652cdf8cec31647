"""GitHub: every request against GitHub's published description, REST and GraphQL."""

from __future__ import annotations

import urllib.parse
from collections.abc import Iterator
from typing import Any

import pytest

from tests.fakes.forges.github import FakeGitHub, description
from tests.fakes.forges.server import TOKEN, Asked, serving
from vaultctl.adapters.forges.api import Patience
from vaultctl.adapters.forges.registry import choose
from vaultctl.core.proposal import ProposalText, PullRequest
from vaultctl.usecases.ports import Forge

pytest.importorskip("graphql", reason="graphql-core is not installed")
TEXT = ProposalText("Lesson B-1: BLOCKED pdf/font", "A lesson.\n", ("lesson", "new"))


@pytest.fixture
def hub() -> Iterator[FakeGitHub]:
    fake = FakeGitHub()
    with serving(fake):
        yield fake


def adapter(hub: FakeGitHub, source: str = "acme/vault") -> Forge:
    environ = {"VAULTCTL_FORGE_TOKEN": TOKEN}
    patience = Patience(sleep=lambda seconds: None)
    return choose("github", f"{hub.url}/acme/vault.git", f"{hub.url}/{source}.git", environ, patience=patience)


def propose(forge: Forge, *, draft: bool = False) -> PullRequest:
    made = forge.open("lesson/b-1", "main", TEXT, draft=draft)
    assert made is not None
    assert forge.label(made, TEXT.labels) is None and forge.auto_merge(made) is None
    return made


class Described:
    """A request as openapi-core wants it."""

    content_type = "application/json"

    def __init__(self, asked: Asked) -> None:
        from openapi_core.datatypes import RequestParameters

        self.host_url = "https://api.github.com"
        self.path = self.full_url_pattern = asked.path
        self.method = asked.method.lower()
        self.body = asked.body or None
        self.parameters = RequestParameters(query=dict(asked.query), header=dict(asked.headers), path={}, cookie={})


@pytest.mark.parametrize("source", ["acme/vault", "eve/vault", "acme/other"])
def test_every_rest_request_is_as_github_describes_it(hub: FakeGitHub, source: str) -> None:
    openapi = pytest.importorskip("openapi_core", reason="openapi-core is not installed").OpenAPI.from_dict(description())
    propose(adapter(hub, source), draft=True)
    checked = 0
    for asked in hub.asked:
        if not asked.path.endswith("/graphql"):
            openapi.validate_request(Described(asked))
            checked += 1
    assert checked == 3


@pytest.mark.parametrize("wrong", [{"draft": "yes"}, {"base": 1}, {"head": None}])
def test_the_description_would_tell_a_wrong_request(hub: FakeGitHub, wrong: dict[str, Any]) -> None:
    core = pytest.importorskip("openapi_core", reason="openapi-core is not installed")
    import json

    adapter(hub).open("x", "main", TEXT)
    sent = hub.sent("POST")[0]
    body = json.dumps({**sent.payload, **wrong}).encode()
    bad = Asked(sent.method, sent.path, sent.query, sent.headers, None, sent.raw_path, body)
    with pytest.raises(core.exceptions.OpenAPIError):
        core.OpenAPI.from_dict(description()).validate_request(Described(bad))


def test_a_proposal_takes_three_requests_and_each_wish_one_or_two_more(hub: FakeGitHub) -> None:
    propose(adapter(hub))
    kinds = [f"{asked.method} {urllib.parse.urlsplit(asked.raw_path).path}" for asked in hub.asked]
    assert kinds == [
        "GET /api/v3/repos/acme/vault/pulls",
        "POST /api/v3/repos/acme/vault/pulls",
        "POST /api/v3/repos/acme/vault/issues/1/labels",
        "POST /api/graphql",
        "POST /api/graphql",
    ]


def test_auto_merge_takes_the_method_that_the_repository_offers(hub: FakeGitHub) -> None:
    propose(adapter(hub))
    assert hub.auto_merge == {1: "SQUASH"}


def test_auto_merge_that_github_refuses_is_a_warning_and_the_pull_request_counts(hub: FakeGitHub) -> None:
    hub.auto_merge_refusal = "Pull request is in clean status"
    forge = adapter(hub)
    made = forge.open("lesson/b-1", "main", TEXT)
    assert made is not None
    warning = forge.auto_merge(made)
    assert warning is not None and "clean status" in warning and "settings" in warning


def test_requests_name_the_version_of_the_api(hub: FakeGitHub) -> None:
    adapter(hub).find("x")
    assert hub.asked[0].headers["x-github-api-version"] == "2022-11-28"
    assert hub.asked[0].headers["user-agent"] == "vaultctl"

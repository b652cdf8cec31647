"""`vaultctl unarchive`, from the command line."""

from __future__ import annotations

import pytest

from tests.conftest import MakeRepo
from tests.fakes.checkout import Checkout
from tests.fakes.upkeep import SINGLE, TODAY, call, fix_dates, notes, single, usual
from tests.fakes.vaults import lesson

BRANCH = f"vault/unarchive-{TODAY}"


@pytest.fixture(autouse=True)
def dates(monkeypatch: pytest.MonkeyPatch) -> None:
    fix_dates(monkeypatch)


@pytest.fixture
def repo(git_repo: MakeRepo) -> Checkout:
    made = notes(git_repo(commit=False), usual())
    assert call(made, "archive").code == 0
    made.git("merge", "-q", "--no-edit", f"vault/archive-{TODAY}")
    return made


def test_a_lesson_comes_back_as_verified_today(repo: Checkout) -> None:
    before = repo.state()
    found = call(repo, "unarchive", "b-001")
    path = "vault/lessons/pdf/font/b-001.md"
    assert found.code == 0 and found.json["branch"] == BRANCH
    assert found.json["moved"] == [
        {"id": "B-001", "from": "vault/archive/2026/b-001.md", "to": path, "reason": "verified", "path": path}
    ]
    text = lesson("B-001", "pdf/font", body="A body.\n").replace("ttl: 365\n", f"ttl: 365\nlast_verified: {TODAY}\n")
    assert repo.show(f"{BRANCH}:{path}") + "\n" == text
    assert repo.state() == before
    assert call(repo, "unarchive", "B-001").json == found.json


def test_the_next_day_the_open_proposal_is_taken_further(repo: Checkout) -> None:
    first = call(repo, "unarchive", "B-001").json
    repo.commit({"vault/lessons/x/b-3.md": lesson("B-3", "mail")}, "another")
    again = call(repo, "unarchive", "B-001", today="2026-06-12").json
    assert (again["branch"], again["commit"]) == (BRANCH, first["commit"])


def test_one_that_lives_is_refused(repo: Checkout) -> None:
    found = call(repo, "unarchive", "B-002")
    assert found.code == 1 and "lives already" in found.json["error"]["message"]


def test_one_that_lives_as_well_is_refused(repo: Checkout) -> None:
    repo.commit({"vault/lessons/x/b-001.md": usual()["B-001"]}, "by hand")
    assert call(repo, "unarchive", "B-001").code == 1


def test_an_unknown_one_is_no_with_a_suggestion(repo: Checkout) -> None:
    found = call(repo, "unarchive", "B-0001")
    assert found.code == 1 and "did you mean B-001?" in found.json["error"]["hint"]


def test_one_that_was_superseded_stands_on_its_own_again(repo: Checkout) -> None:
    repo.commit({"vault/archive/2025/b-9.md": lesson("B-9", "pdf/table", more="superseded_by: B-002\n")}, "archived")
    found = call(repo, "unarchive", "B-9").json
    assert "superseded" not in repo.show(f"{BRANCH}:{found['moved'][0]['to']}")
    assert "not superseded by B-002 any more" in found["warnings"][0]


def test_who_may_not_write_may_not_bring_back(repo: Checkout) -> None:
    repo.commit({"vault/taxonomy.yaml": "prefixes:\n  pdf:\n    writers: [pdf-*]\n"}, "taxonomy")
    assert [call(repo, "unarchive", "B-001", *agent).code for agent in ([], ["--agent", "x"], ["--agent", "pdf-x"])] == [2, 1, 0]


def test_in_the_single_file_there_and_back_changes_only_the_day(git_repo: MakeRepo) -> None:
    repo = single(git_repo(commit=False))
    call(repo, "archive")
    repo.git("merge", "-q", "--no-edit", f"vault/archive-{TODAY}")
    assert call(repo, "unarchive", "B-001").code == 0
    after = repo.show(f"{BRANCH}:KNOWLEDGE_VAULT.md") + "\n"
    assert after.replace(f"- **Last Verified**: {TODAY}\n", "") == SINGLE
    assert "B-001" not in repo.show(f"{BRANCH}:ARCHIVED_KNOWLEDGE.md")

"""`vaultctl verify`, from the command line."""

from __future__ import annotations

import pytest

from tests.conftest import MakeRepo
from tests.fakes.checkout import Checkout
from tests.fakes.command import run
from tests.fakes.upkeep import SINGLE, TODAY, call, fix_dates, notes, single, usual
from tests.fakes.vaults import lesson

BRANCH = f"vault/verify-{TODAY}"
TAXONOMY = "prefixes:\n  pdf:\n    about: PDF\n    writers: [pdf-*]\n"


@pytest.fixture(autouse=True)
def dates(monkeypatch: pytest.MonkeyPatch) -> None:
    fix_dates(monkeypatch)


@pytest.fixture
def repo(git_repo: MakeRepo) -> Checkout:
    return notes(git_repo(commit=False), usual())


def diff(repo: Checkout, branch: str = BRANCH) -> list[str]:
    lines = repo.git("diff", "-U0", "main", branch).split("\n")
    return [line for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---")]


def test_one_line_changes_for_each_lesson(repo: Checkout) -> None:
    before = repo.state()
    found = call(repo, "verify", "B-001", "w-001")
    assert found.code == 0 and found.json["branch"] == BRANCH
    assert found.json["changed"] == [
        {"id": "B-001", "from": None, "to": TODAY, "reason": "verified", "path": "vault/lessons/x/b-001.md"},
        {"id": "W-001", "from": None, "to": TODAY, "reason": "verified", "path": "vault/lessons/x/w-001.md"},
    ]
    assert diff(repo) == [f"+last_verified: {TODAY}", f"+last_verified: {TODAY}"]
    assert repo.state() == before


def test_an_older_day_is_replaced(repo: Checkout) -> None:
    repo.commit({"vault/lessons/x/b-3.md": lesson("B-3", "mail", more="last_verified: 2026-01-01  # by hand\n")}, "another")
    assert call(repo, "verify", "B-3").json["changed"][0]["from"] == "2026-01-01"
    assert diff(repo) == ["-last_verified: 2026-01-01  # by hand", f"+last_verified: {TODAY}  # by hand"]


def test_in_the_single_file_several_lessons_change_one_line_each(git_repo: MakeRepo) -> None:
    repo = single(git_repo(commit=False))
    assert call(repo, "verify", "B-001", "W-001", "B-002").code == 0
    assert diff(repo) == [f"+- **Last Verified**: {TODAY}"] * 3
    after = repo.show(f"{BRANCH}:KNOWLEDGE_VAULT.md") + "\n"
    assert after.replace(f"- **Last Verified**: {TODAY}\n", "") == SINGLE


def test_a_clock_before_the_last_commit_is_refused(repo: Checkout) -> None:
    refused = call(repo, "verify", "B-001", today="2026-05-31")
    assert refused.code == 3 and "before the last commit of main" in refused.json["error"]["message"]
    assert call(repo, "verify", "B-001", "--dry-run", today="2026-05-31").code == 0


@pytest.mark.parametrize(("more", "says"), [
    ({"more": "last_verified: 2026-08-01\n"}, "was verified on 2026-08-01"), ({"first_seen": "2026-06-12"}, "was first seen on 2026-06-12"),
])  # fmt: skip
def test_no_day_moves_back(repo: Checkout, more: dict[str, str], says: str) -> None:
    repo.commit({"vault/lessons/x/b-3.md": lesson("B-3", "mail", **more)}, "another")
    found = call(repo, "verify", "B-3", "B-001")
    assert found.code == 1 and says in found.json["error"]["message"] and repo.git("for-each-ref", "refs/heads/vault") == ""


def test_merged_it_does_not_expire_any_more(repo: Checkout) -> None:
    call(repo, "verify", "B-001")
    repo.git("merge", "-q", "--no-edit", BRANCH)
    assert call(repo, "archive").json["moved"] == []
    again = call(repo, "verify", "B-001")
    assert (again.code, again.json["branch"], again.json["warnings"]) == (0, None, ["B-001 is verified as of today already"])


def test_run_again_it_is_the_same_proposal_and_others_get_another(repo: Checkout) -> None:
    first = call(repo, "verify", "B-001").json
    assert call(repo, "verify", "B-001").json == first
    assert call(repo, "verify", "B-002").json["branch"] == f"{BRANCH}-2"


def test_another_clone_does_not_take_somebody_elses_proposal_for_its_own(
    repo: Checkout, bare_remote: MakeRepo, clone: MakeRepo
) -> None:
    remote = bare_remote("remote.git", repo)
    one, other = clone(remote, "one"), clone(remote, "other")
    assert call(one, "verify", "B-001").json["state"] == "pushed"
    assert call(other, "verify", "B-001").json["state"] == "exists"
    found = call(other, "verify", "B-002").json
    assert (found["state"], found["branch"]) == ("pushed", f"{BRANCH}-2")


@pytest.mark.parametrize(("identity", "hint"), [("B-0001", "did you mean B-001?"), ("B-9", "vaultctl unarchive B-9")])
def test_an_unknown_or_archived_id_refuses_all(repo: Checkout, identity: str, hint: str) -> None:
    repo.commit({"vault/archive/2025/b-9.md": lesson("B-9", "old")}, "archived")
    found = call(repo, "verify", "B-002", identity)
    assert found.code == 1 and hint in found.json["error"]["hint"]
    assert repo.git("for-each-ref", "refs/heads/vault") == ""


def test_who_may_write_may_verify(repo: Checkout) -> None:
    repo.commit({"vault/taxonomy.yaml": TAXONOMY}, "taxonomy")
    assert call(repo, "verify", "W-001").code == 0
    nobody = call(repo, "verify", "B-001")
    assert nobody.code == 2 and "--agent" in nobody.json["error"]["hint"]
    assert call(repo, "verify", "B-001", "--agent", "web-bot").code == 1
    assert call(repo, "verify", "B-001", "--agent", "pdf-bot").code == 0


def test_the_agent_may_come_from_the_environment(repo: Checkout) -> None:
    repo.commit({"vault/taxonomy.yaml": TAXONOMY}, "taxonomy")
    done = run("verify", "B-001", "--today", TODAY, cwd=repo.path, env={"VAULTCTL_AGENT": "pdf-bot"})
    assert done.code == 0 and "B-001  verified  never -> 2026-06-11" in done.out
    assert "by pdf-bot" not in repo.git("log", "-1", "--format=%s", BRANCH)


def test_due_lists_what_ends_soon_or_was_never_verified(repo: Checkout) -> None:
    verified = "last_verified: 2026-05-01\n"
    repo.commit({
        "vault/lessons/x/b-3.md": lesson("B-3", "mail", more=verified),
        "vault/lessons/x/b-4.md": lesson("B-4", "mail", ttl="60", more=verified),
    }, "more")  # fmt: skip
    found = call(repo, "verify", "--due")
    assert found.code == 0
    assert [(item["id"], item["reason"], item["expires"]) for item in found.json["due"]] == [
        ("B-001", "expired", "2026-06-10"),
        ("B-002", "expires soon", "2026-06-20"),
        ("B-4", "expires soon", "2026-06-30"),
        ("W-001", "never verified", None),
    ]
    assert found.json["changed"] == [] and found.json["branch"] is None


def test_a_list_that_is_not_whole_says_so(repo: Checkout) -> None:
    repo.write("vault/lessons/x/bad.md", "---\nid: B-9\n")
    found = call(repo, "verify", "--due")
    assert found.code == 3 and found.json["unreadable"][0]["path"] == "vault/lessons/x/bad.md"


@pytest.mark.parametrize("args", [[], ["--due", "B-001"]])
def test_no_ids_or_ids_too_many_are_a_usage_error(repo: Checkout, args: list[str]) -> None:
    assert call(repo, "verify", *args).code == 2


def test_a_dry_run_shows_the_line(repo: Checkout) -> None:
    done = run("verify", "B-001", "--dry-run", "--today", TODAY, cwd=repo.path)
    assert done.code == 0 and f"\n+last_verified: {TODAY}\n" in done.out
    assert repo.git("for-each-ref", "refs/heads/vault") == ""

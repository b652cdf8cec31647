"""Failures at the edges: lessons of days to come, branches that only bear the log's name, tags beside the category, remotes that talk."""

from __future__ import annotations

import json

import pytest

from tests.conftest import MakeRepo
from tests.fakes.checkout import Checkout
from tests.fakes.command import run
from tests.fakes.failing import CATEGORY, TAG, fail, logged, promote, reflect, three
from tests.fakes.recording import lay_out
from tests.fakes.vaults import lesson
from vaultctl.formats import learnings


@pytest.fixture
def repo(git_repo: MakeRepo) -> Checkout:
    return lay_out(git_repo(commit=False), config="forge: local\ngenerated:\n  learnings: true\n")


@pytest.fixture
def shared(repo: Checkout, bare_remote: MakeRepo) -> tuple[Checkout, Checkout]:
    there = bare_remote()
    repo.git("remote", "add", "origin", str(there.path))
    repo.git("push", "-q", "-u", "origin", "main")
    return repo, there


def test_a_regression_of_a_lesson_of_a_day_to_come_is_0_days_old(repo: Checkout) -> None:
    repo.commit({"vault/lessons/f/b-007.md": lesson("B-007", TAG, first_seen="2026-07-01")}, "a lesson")
    found = fail(repo, today="2026-01-05").json["regression"]
    assert (found["lesson"], found["age_days"]) == ("B-007", 0)


def test_the_learnings_call_no_regression_open(repo: Checkout, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VAULTCTL_TODAY", "2026-01-08")
    repo.commit({"vault/lessons/f/b-007.md": lesson("B-007", TAG)}, "a lesson")
    fail(repo)
    fail(repo, category="other")
    assert [group["category"] for group in reflect(repo).json["categories"]] == ["other"]
    assert run("index", cwd=repo.path).code == 0
    found = learnings.parse((repo.path / "AGENT_LEARNINGS.md").read_text("utf-8"))
    assert {row.category: row.status for row in found.failures} == {TAG: "regression of B-007", "other": "open"}


@pytest.mark.parametrize("orphan", [False, True])
def test_nothing_is_logged_on_a_branch_that_is_no_log(repo: Checkout, orphan: bool) -> None:
    if orphan:
        repo.git("update-ref", "refs/heads/vault-failures", repo.git("commit-tree", "HEAD^{tree}", "-m", "other"))
    else:
        repo.git("branch", "vault-failures", "main")
    tip = repo.git("rev-parse", "vault-failures")
    refused = fail(repo)
    assert refused.code != 0 and "no failure log" in refused.json["error"]["message"]
    assert "git branch -m vault-failures " in refused.json["error"]["hint"]
    assert repo.git("rev-parse", "vault-failures") == tip
    repo.git("branch", "-m", "vault-failures", "mine")
    assert fail(repo).json["strikes"] == 1 and len(logged(repo)) == 1


@pytest.mark.parametrize("fetched", [False, True])
def test_nothing_is_joined_with_a_branch_of_the_remote_that_is_no_log(shared: tuple[Checkout, Checkout], fetched: bool) -> None:
    repo, there = shared
    there.git("branch", "vault-failures", "main")
    tip = there.git("rev-parse", "vault-failures")
    if fetched:
        repo.git("fetch", "-q", "origin")
        refused = fail(repo)
        assert refused.code != 0 and "on origin is no failure log" in refused.json["error"]["message"]
        assert "git push origin " in refused.json["error"]["hint"]
    else:
        found = fail(repo)
        assert found.code == 0 and found.json["pushed"] is False and "on origin is no failure log" in "".join(found.json["warnings"])
        assert len(logged(repo)) == 1
    run("sync", cwd=repo.path)
    assert there.git("rev-parse", "vault-failures") == tip


def test_a_log_with_a_readme_beside_it_is_one(repo: Checkout) -> None:
    fail(repo)
    where = repo.worktree(repo.path.parent / "log", "vault-failures")
    repo.git("update-ref", "refs/heads/vault-failures", where.commit({"README.md": "hi"}, "say what this is"))
    assert fail(repo).json["strikes"] == 2


def many(repo: Checkout, count: int) -> None:
    fail(repo)
    (path,) = logged(repo)
    sample = json.loads(repo.show(f"vault-failures:{path}"))
    where = repo.worktree(repo.path.parent / "log", "vault-failures")
    letters = "abcdefghijklmnopqrstuvwxyz234567"
    new = {}
    for number in range(count - 1):
        identity = "F-" + "".join(letters[number >> shift & 31] for shift in range(45, -1, -5))
        new[path.replace(sample["id"].lower(), identity.lower())] = json.dumps({**sample, "id": identity}) + "\n"
    where.commit(new, "many")
    repo.git("update-ref", "refs/heads/vault-failures", where.head)


@pytest.mark.slow
def test_a_promotion_says_which_failures_stay_open_where_its_tags_do_not_cover_them(repo: Checkout) -> None:
    many(repo, 2000)
    told = promote(repo, "--tags", "other/tag", "--dry-run").json["warnings"]
    assert len(told) == 1 and "of 2000 failures" in told[0] and f"--tags other/tag,{TAG}" in told[0]
    assert promote(repo, "--tags", f"other/tag,{CATEGORY}", "--dry-run").json["warnings"] == []
    assert promote(repo, "--tags", "other/tag").code == 0
    run("queue", "run", cwd=repo.path)
    (group,) = reflect(repo).json["categories"]
    assert told[0].startswith(f"{group['strikes']} of 2000 ")


def test_a_promotion_whose_body_names_all_says_nothing(repo: Checkout) -> None:
    three(repo)
    assert promote(repo, "--tags", "other/tag", "--dry-run").json["warnings"] == []


def test_what_a_remote_says_shows_no_secret(shared: tuple[Checkout, Checkout]) -> None:
    repo, there = shared
    secret = "hunter2" + "secretX"
    hook = there.write("hooks/pre-receive", f"#!/bin/sh\necho 'no way token={secret} https://u:{secret}@h/x' >&2\nexit 1\n")
    hook.chmod(0o755)
    draft = ["record", "--category", "BLOCKED", "--tags", "x/y", "--issue", "It is bad.", "--mitigation", "Do better."]
    for args in (["fail", "--category", "a/b", "--signature", "x"], ["sync"], draft, ["archive", "B-001", "--reason", "gone"], ["sync"]):
        for more in ([], ["--format", "json"]):
            done = run(*args, *more, cwd=repo.path)
            assert secret not in done.out + done.err, args
    assert "no way token=***" in run("sync", cwd=repo.path).err + run("sync", cwd=repo.path).out

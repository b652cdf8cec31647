"""Commits with dates that git cannot read: nobody is stopped by one, no answer is made up, and none passes the gate."""

from __future__ import annotations

import pytest

from tests.conftest import MakeRepo
from tests.fakes.checkout import Checkout
from tests.fakes.command import run
from tests.fakes.dating import BAD, UNREADABLE, redate
from tests.fakes.proposals import NEW, TEXT, gate, laid_out, said
from tests.fakes.queueing import branches, propose, queue, states, sync
from tests.fakes.recording import TODAY, lay_out

DATES = pytest.mark.parametrize("date", UNREADABLE)
STOPS = "-5 +0000"


@DATES
def test_a_branch_with_such_a_date_stops_nobody(made: Checkout, remote: Checkout, clone: MakeRepo, date: str) -> None:
    good = propose(made, 1)
    for name in ("lesson/a/b/c", "vault-failures", "vault/archive-2026-01-01/x"):
        made.git("push", "-q", "origin", f"{redate(made, made.head, date)}:refs/heads/{name}")
    other = clone(remote, "other")
    assert states(queue(other)) == {good: "open"} and sync(other).code == 0
    assert run("archive", "--dry-run", "--today", "2026-01-06", cwd=other.path).code == 0
    assert states(queue(other, "run")) == {good: "merged"}
    propose(other, 2)


def push_redated(made: Checkout, branch: str, date: str, who: str) -> str:
    """A proposal's branch there, with another date."""
    commit = redate(made, branch, date, who)
    made.git("push", "-q", "-f", "origin", f"{commit}:refs/heads/{branch}")
    made.git("branch", "-D", "-q", branch)
    return commit


@pytest.mark.parametrize("who", ["author", "committer"])
def test_the_queue_names_a_proposal_with_such_a_date_and_goes_on(made: Checkout, remote: Checkout, who: str) -> None:
    odd, good = propose(made, 1), propose(made, 2)
    commit = push_redated(made, odd, STOPS, who)
    found = queue(made, "run")
    assert found.code == 1 and states(found) == {odd: "failed", good: "merged"} and branches(remote) == [odd]
    reason = {item["branch"]: item["reason"] for item in found.json["proposals"]}[odd]
    assert f"git cannot read the {who} date of commit {commit[:12]}" in reason


@pytest.mark.parametrize("date", BAD)
@pytest.mark.parametrize("who", ["author", "committer"])
def test_the_gate_fails_a_proposal_with_such_a_date(git_repo: MakeRepo, date: str, who: str) -> None:
    repo = laid_out(git_repo())
    repo.commit({NEW: TEXT})
    gate(repo, code=0)
    commit = redate(repo, repo.head, date, who)
    done = gate(repo, "--head", commit, "--branch", "lesson/b-100", code=1)
    assert said(done) == [(NEW, "commit-date")]
    [problem] = done.json["problems"]
    assert problem["message"] == f"git cannot read the {who} date of commit {commit[:12]}" and "--reset-author" in problem["hint"]


def test_the_gate_fails_such_a_date_on_the_way_as_well(git_repo: MakeRepo) -> None:
    repo = laid_out(git_repo())
    repo.commit({NEW: TEXT})
    repo.git("reset", "-q", "--hard", redate(repo, repo.head, STOPS))
    repo.commit({NEW: TEXT.replace("slow", "very slow")})
    assert (NEW, "commit-date") in said(gate(repo, code=1))


def test_what_the_hint_says_puts_the_date_right(git_repo: MakeRepo) -> None:
    repo = laid_out(git_repo())
    repo.commit({NEW: TEXT})
    repo.git("reset", "-q", "--hard", redate(repo, redate(repo, repo.head, STOPS), "abc", "author"))
    assert len(said(gate(repo, code=1))) == 2
    repo.git("commit", "-q", "--amend", "--no-edit", "--reset-author")
    gate(repo, code=0)


@DATES
def test_once_it_is_the_head_its_date_is_unknown(git_repo: MakeRepo, date: str) -> None:
    repo = lay_out(git_repo("desk", commit=False))
    repo.git("reset", "-q", "--hard", redate(repo, repo.head, date))
    for ref in ((), ("--ref", "main")):
        for _ in range(2):  # the second time it was remembered
            done = run("check", "--tags", "pdf/font", "--today", TODAY, "--format", "json", *ref, cwd=repo.path)
            assert done.code == 1 and done.json["vault"]["commit"] == repo.head and done.json["vault"]["commit_date"] is None
        done = run("check", "--tags", "pdf/font", "--today", TODAY, *ref, cwd=repo.path)
        assert done.code == 1 and f"at {repo.head[:12]}, of an unknown day\n" in done.out
    done = run("doctor", "--format", "json", cwd=repo.path)
    [clone] = [item for item in done.json["checks"] if item["name"] == "clone"]
    assert clone["state"] == "warning" and "cannot be read" in clone["detail"]


def test_a_clone_whose_commit_has_such_a_date_is_not_called_fresh(git_repo: MakeRepo) -> None:
    repo = lay_out(git_repo("desk", commit=False), config="guard_max_age: 3\n")
    repo.git("reset", "-q", "--hard", redate(repo, repo.head, STOPS))
    for name in ("description", "FETCH_HEAD"):  # what its age would be told by else
        (repo.path / ".git" / name).unlink(missing_ok=True)
    done = run("check", "--tags", "pdf/font", "--today", TODAY, "--format", "json", "--ref", "main", cwd=repo.path)
    assert done.code == 1 and "how old this vault is cannot be told" in done.json["vault"]["stale"]


def test_commands_go_on_where_the_base_has_such_a_date(made: Checkout, remote: Checkout) -> None:
    odd = redate(made, made.head, STOPS)
    made.git("push", "-q", "-f", "origin", f"{odd}:main")
    made.git("fetch", "-q")
    made.git("reset", "-q", "--hard", "origin/main")
    branch = propose(made, 1)
    assert sync(made).code == 0 and states(queue(made, "run")) == {branch: "merged"}
    assert run("lint", cwd=made.path).code == 0 and run("verify", "--due", cwd=made.path).code == 0

"""`record` where a branch for that lesson is there already: taken further, made anew, or left alone with a word; and what `queue run`
takes for merged."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

import pytest

from tests.conftest import MakeRepo
from tests.fakes.checkout import Checkout
from tests.fakes.command import Result, run
from tests.fakes.queueing import branches, finish, lessons, queue, seed, start, states, sync
from tests.fakes.recording import KNOWN, draft, record
from tests.fakes.upkeep import call, fix_dates
from vaultctl.adapters.git.queue_store import QueueGit
from vaultctl.adapters.git.store import GitStore
from vaultctl.usecases.propose import Base, There
from vaultctl.usecases.queue import Branch

LAYOUTS = pytest.mark.parametrize("layout", ["notes", "single-file"])


@pytest.fixture(autouse=True)
def fixed_dates(monkeypatch: pytest.MonkeyPatch) -> None:
    fix_dates(monkeypatch)


def given(repo: Checkout, identity: str, issue: str, *args: str) -> Result:
    """Records a lesson under an id that was not minted."""
    text = json.dumps({"id": identity, "category": "BLOCKED", "tags": ["web/x"], "issue": issue, "mitigation": "Wait.",
                       "source_agent": "bot"})  # fmt: skip
    return run("record", "--from-json", "-", "--format", "json", *args, cwd=repo.path, stdin=text)


def squash_and_revert(made: Checkout, remote: Checkout, clone: MakeRepo, branch: str, *, keep: bool) -> None:
    """Elsewhere, the proposal is squash-merged, its branch mostly removed, and the merge is reverted."""
    other = clone(remote, "other")
    other.git("merge", "-q", "--squash", f"origin/{branch}")
    other.commit({}, "squashed")
    other.git("revert", "--no-edit", "HEAD")
    other.git("push", "-q", "origin", "main")
    if not keep:
        remote.git("update-ref", "-d", f"refs/heads/{branch}")


@LAYOUTS
@pytest.mark.parametrize("keep", [True, False])
def test_what_was_merged_and_reverted_is_proposed_anew_and_lands(
    remote: Checkout, git_repo: MakeRepo, clone: MakeRepo, layout: str, keep: bool
) -> None:
    made = seed(git_repo("desk", commit=False), str(remote.path), layout)
    first = record(made).json
    squash_and_revert(made, remote, clone, first["branch"], keep=keep)
    again = record(made)
    assert (again.code, again.json["state"], again.json["branch"]) == (0, "pushed", first["branch"])
    assert again.json["commit"] != first["commit"] and "made anew" in again.json["warnings"][0]
    found = queue(made, "run")
    assert states(found) == {first["branch"]: "merged"} and found.json["merged"] == 1
    assert lessons(remote) == [first["id"].lower()]


@LAYOUTS
def test_a_reverted_proposal_is_not_called_merged_nor_removed(
    remote: Checkout, git_repo: MakeRepo, clone: MakeRepo, layout: str
) -> None:
    made = seed(git_repo("desk", commit=False), str(remote.path), layout)
    branch = record(made).json["branch"]
    squash_and_revert(made, remote, clone, branch, keep=True)
    found = queue(made, "run")
    assert states(found) == {branch: "conflict"} and branches(remote) == branches(made) == [branch]
    assert "not on the base any more" in found.json["proposals"][0]["reason"]
    assert sync(made).json["pruned"] == [] and branches(made) == [branch]


def test_a_merged_lesson_that_was_archived_since_is_merged(made: Checkout) -> None:
    first = record(made).json
    made.git("merge", "-q", "--ff-only", first["branch"])
    made.git("push", "-q", "origin", "main")
    call(made, "archive", first["id"], "--reason", "old", "--no-push")
    archive = next(name for name in branches(made) if name.startswith("vault/"))
    made.git("push", "-q", "origin", f"{archive}:main")
    assert states(queue(made, "run")) == {first["branch"]: "merged", archive: "merged"}


def test_an_archive_after_an_unarchive_is_proposed_and_lands(made: Checkout, remote: Checkout) -> None:
    def land() -> str:
        found = queue(made, "run")
        assert found.json["merged"] == 1, found.json["proposals"]
        return remote.git("ls-tree", "-r", "--name-only", "main")

    first = call(made, "archive", "B-001", "--reason", "old").json
    assert "branch" in first, first
    kept = made.git("rev-parse", first["branch"])
    assert KNOWN not in land()
    call(made, "unarchive", "B-001")
    assert KNOWN in land()
    made.git("update-ref", f"refs/heads/{first['branch']}", kept)  # a clone that has not tidied up
    again = call(made, "archive", "B-001", "--reason", "old").json
    assert again["state"] == "pushed" and again["commit"] != kept
    made.git("push", "-q", "origin", f"{again['branch']}:main")  # by a person: it was verified again and is not over
    queue(made, "run")
    assert KNOWN not in remote.git("ls-tree", "-r", "--name-only", "main")
    assert branches(made) == branches(remote) == []


def test_another_lesson_under_the_same_given_id_is_refused(made: Checkout) -> None:
    first = given(made, "L001", "It is slow in winter.", "--no-push").json
    again = given(made, "L001", "Colours are lost when printing.", "--no-push")
    assert (again.code, again.json["state"], again.json["problems"][0]["rule"]) == (1, "refused", "duplicate-id")
    assert made.git("rev-parse", first["branch"]) == first["commit"]


def test_another_lesson_under_the_id_that_another_clone_proposed_is_refused(made: Checkout, remote: Checkout, clone: MakeRepo) -> None:
    given(clone(remote, "other"), "L001", "It is slow in winter.")
    again = given(made, "L001", "Colours are lost when printing.")
    assert (again.code, again.json["problems"][0]["rule"]) == (1, "duplicate-id")
    same = given(made, "L001", "It is slow in winter.")
    assert (same.code, same.json["state"]) == (0, "exists")


def test_a_branch_of_that_name_that_holds_something_else_is_named_and_kept(made: Checkout) -> None:
    first = record(made, "--no-push").json
    made.git("update-ref", f"refs/heads/{first['branch']}", made.head)
    found = record(made)
    assert (found.code, found.json["state"], found.json["path"]) == (1, "refused", first["path"])
    assert found.json["problems"][0]["rule"] == "branch-taken" and "git branch -m" in found.json["problems"][0]["hint"]
    queue(made, "run")
    assert branches(made) == [first["branch"]]


def test_superseding_and_ttl_count_also_where_a_branch_waits(made: Checkout) -> None:
    record(made, "--no-push")
    again = record(made, "--no-push", "--supersedes", "B-001", ttl="30").json
    assert again["state"] == "committed" and "made anew" in again["warnings"][-1]
    assert f"superseded_by: {again['id']}" in made.show(f"{again['branch']}:{KNOWN}")
    assert "ttl: 30\n" in made.show(f"{again['branch']}:{again['path']}")
    assert record(made, "--no-push", "--supersedes", "B-001").json["commit"] == again["commit"]


def test_an_open_proposal_that_differs_is_kept_and_that_is_said(made: Checkout, remote: Checkout) -> None:
    first = record(made).json
    again = record(made, "--supersedes", "B-001", body="More.")
    assert (again.code, again.json["state"], again.json["commit"]) == (0, "exists", first["commit"])
    assert "differs in body, supersedes" in again.json["warnings"][-1]
    assert remote.git("rev-parse", first["branch"]) == first["commit"]


def test_another_base_counts_also_where_a_branch_waits(made: Checkout, remote: Checkout) -> None:
    made.git("push", "-q", "origin", "main:release")
    made.commit({"news": "x"})
    made.git("push", "-q", "origin", "main")
    first = record(made, "--no-push").json
    made.git("fetch", "-q", "origin")
    again = record(made, "--base", "release").json
    assert (again["base"], again["state"]) == ("release", "pushed") and again["commit"] != first["commit"]
    assert made.git("rev-parse", f"{again['branch']}^") == remote.git("rev-parse", "release")


def test_a_base_that_was_rewritten_gets_the_proposal_anew(made: Checkout, remote: Checkout) -> None:
    first = record(made, "--no-push").json
    tree = made.git("rev-parse", "main^{tree}")
    unrelated = made.git("commit-tree", tree, "-m", "history rewritten", stdin=b"")
    made.git("push", "-q", "-f", "origin", f"{unrelated}:main")
    again = record(made).json
    assert again["state"] == "pushed" and made.git("rev-parse", f"{first['branch']}^") == unrelated


def test_a_correction_by_hand_is_kept(made: Checkout) -> None:
    first = record(made, "--no-push").json
    made.git("checkout", "-q", first["branch"])
    text = made.show(f"HEAD:{first['path']}").replace("Line breaks", "Some line breaks")
    corrected = made.commit({first["path"]: text})
    made.git("checkout", "-q", "main")
    again = record(made)
    assert made.git("rev-parse", first["branch"]) == corrected and again.code == 3
    assert "git push origin" in again.json["error"]["hint"]


def test_an_id_in_another_case_is_the_same_branch_here_and_there(made: Checkout, remote: Checkout, clone: MakeRepo) -> None:
    first = given(made, "B-Abc", "It is slow in winter.").json
    here = given(made, "B-aBC", "It is slow in winter.").json
    there = given(clone(remote, "other"), "B-ABC", "It is slow in winter.").json
    assert first["branch"] == here["branch"] == there["branch"] == "lesson/B-Abc"
    assert there["state"] == "exists" and branches(remote) == branches(made) == ["lesson/B-Abc"]


def test_what_was_turned_down_is_not_pushed_again_without_a_word(made: Checkout, remote: Checkout) -> None:
    first = record(made).json
    remote.git("update-ref", "-d", f"refs/heads/{first['branch']}")
    again = record(made)
    assert (again.code, again.json["state"], again.json["pushed"]) == (0, "exists", False)
    assert "removed there without being merged" in again.json["warnings"][0] and branches(remote) == []


@pytest.mark.skipif(sys.platform == "win32", reason="needs another process while this one waits")
def test_what_another_agent_pushes_between_two_looks_was_not_turned_down(
    made: Checkout, remote: Checkout, monkeypatch: pytest.MonkeyPatch
) -> None:
    branch = record(made, "--no-push").json["branch"]
    ask = GitStore.remote_branch

    def overtaken(self: GitStore, base: Base, name: str) -> There | None:
        found = ask(self, base, name)
        monkeypatch.setattr(GitStore, "remote_branch", ask)
        other = finish(start(made.path, "record", *draft(), "--format", "json"))
        assert other.json["state"] == "pushed"
        return found

    monkeypatch.setattr(GitStore, "remote_branch", overtaken)
    found = record(made)
    assert (found.code, found.json["state"], found.json["pushed"], found.json["warnings"]) == (0, "pushed", True, [])
    assert branches(remote) == [branch]


@pytest.mark.skipif(sys.platform == "win32", reason="needs another process while this one waits")
@pytest.mark.parametrize("command", ["sync", "queue list", "queue run"])
def test_nor_was_what_is_pushed_while_sync_or_the_queue_looks(
    made: Checkout, remote: Checkout, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    branch = record(made, "--no-push").json["branch"]
    look = QueueGit.proposals

    def overtaken(self: QueueGit, base: Base) -> Sequence[Branch]:
        found = look(self, base)
        monkeypatch.setattr(QueueGit, "proposals", look)
        assert finish(start(made.path, "record", *draft())).code == 0
        return found

    monkeypatch.setattr(QueueGit, "proposals", overtaken)
    found = run(*command.split(), "--format", "json", cwd=made.path)
    assert found.code == 0 and "turned" not in found.out + found.err and "removed there" not in found.out + found.err
    assert branches(remote) == [branch]


@pytest.mark.skipif(sys.platform == "win32", reason="a hook as POSIX has it")
def test_a_pre_push_hook_of_the_user_is_not_taken_for_the_remote(made: Checkout, remote: Checkout) -> None:
    hook = made.write(".git/hooks/pre-push", "#!/bin/sh\necho 'tests are red' >&2\nexit 1\n")
    hook.chmod(0o755)
    found = record(made)
    assert (found.code, found.json["state"], found.json["pushed"]) == (3, "committed", False)
    assert found.json["error"]["message"] == "the branch could not be pushed: the pre-push hook of this repository said no: tests are red"
    assert "git rev-parse --git-path hooks" in found.json["error"]["hint"]
    assert "pre-push hook of this repository" in sync(made).json["error"]["message"]
    hook.unlink()
    assert record(made).json["state"] == "pushed"


def test_a_branch_called_lesson_on_the_remote_is_named_before_anything_is_made(made: Checkout, remote: Checkout) -> None:
    remote.git("branch", "-q", "lesson", "main")
    found = record(made)
    assert found.code == 3 and "origin has a branch lesson" in found.json["error"]["message"] and found.json["error"]["hint"]
    assert branches(made) == []


def test_what_another_clone_merged_is_merged_here_as_well_and_counted_once(made: Checkout, remote: Checkout, clone: MakeRepo) -> None:
    first = record(made).json
    made.git("config", "remote.origin.fetch", "+refs/heads/main:refs/remotes/origin/main")
    assert queue(clone(remote, "other"), "run").json["merged"] == 1
    found = queue(made, "run")
    assert states(found) == {first["branch"]: "merged"} and found.json["merged"] == 0 and branches(made) == []

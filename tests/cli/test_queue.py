"""`vaultctl queue`, from the command line, on real git."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.conftest import MakeRepo
from tests.fakes.checkout import Checkout
from tests.fakes.command import run
from tests.fakes.queueing import branches, lessons, paths_by_commit, propose, queue, seed, states
from tests.fakes.recording import KNOWN, lay_out, record
from tests.fakes.vaults import lesson

LAYOUTS = pytest.mark.parametrize("layout", ["notes", "single-file"])


@pytest.fixture
def remote(bare_remote: MakeRepo) -> Checkout:
    return bare_remote()


def desk(remote: Checkout, git_repo: MakeRepo, layout: str = "notes", *, config: str = "forge: local\n") -> Checkout:
    return seed(git_repo("desk", commit=False), str(remote.path), layout, config=config)


# list


def test_without_a_sub_command_the_open_proposals_are_listed(remote: Checkout, git_repo: MakeRepo) -> None:
    made = desk(remote, git_repo)
    pushed, kept = propose(made, 1), propose(made, 2, "--no-push")
    found = queue(made)
    assert found.code == 0
    assert states(found) == {pushed: "open", kept: "waiting"}
    identity = pushed.removeprefix("lesson/")
    issue = "Case bbb 1 breaks bbbbb."
    assert found.json["proposals"][0] == {
        "branch": pushed, "id": identity, "state": "open", "reason": None, "url": None,
        "title": f"Lesson {identity}: BLOCKED case/t1", "about": f"{identity} added",
        "lesson": {"id": identity, "category": "BLOCKED", "tags": ["case/t1"], "issue": issue},
        "problems": [], "next": None, "command": None, "would_merge": False,
    }  # fmt: skip
    assert queue(made, "list").out == found.out
    text = run("queue", cwd=made.path).out
    assert f"open      {pushed}\n          BLOCKED case/t1: {issue}\nwaiting   {kept}\n" in text
    assert "          not pushed yet: `vaultctl sync` sends it\n" in text


@pytest.mark.parametrize("columns", ["40", "80", ""])
def test_help_says_all_of_the_sub_commands_and_the_options(git_repo: MakeRepo, columns: str) -> None:
    text = run("queue", "--help", cwd=git_repo().path, env={"COLUMNS": columns} if columns else None).out
    assert all(f"  {name} " in text for name in ("list", "run", "refresh")) and "..." not in text
    assert "again, each on its own branch." in " ".join(text.split())
    assert all(f"  {name}" in text for name in ("--base BRANCH", "--format <text|json>", "--no-push", "--vault PATH"))


def test_offline_the_list_says_what_it_could_not_ask(remote: Checkout, git_repo: MakeRepo) -> None:
    made = desk(remote, git_repo)
    branch = propose(made, 1)
    remote.path.rename(remote.path.with_name("gone"))
    found = queue(made)
    assert found.code == 0 and states(found) == {branch: "open"}
    assert "origin could not be asked, this is what was known before" in found.json["notes"][0]
    assert queue(made, "list", "--no-push").json["notes"] == []


def test_branches_that_are_no_proposals_are_left_alone(remote: Checkout, git_repo: MakeRepo) -> None:
    made = desk(remote, git_repo)
    for name in ("feature/x", "vault/notes", "lesson/a/b"):
        made.git("push", "-q", "origin", f"main:refs/heads/{name}")
        made.git("branch", name)
    assert states(queue(made)) == {} == states(queue(made, "run"))
    assert branches(remote) == branches(made) == ["lesson/a/b", "vault/notes"]


# run


@LAYOUTS
def test_proposals_are_merged_one_by_one_each_a_commit_of_one_path(remote: Checkout, git_repo: MakeRepo, layout: str) -> None:
    made = desk(remote, git_repo, layout)
    first = made.head
    env = {"GIT_AUTHOR_NAME": "An Agent", "GIT_AUTHOR_EMAIL": "agent@example.org"}
    names = [propose(made, number) for number in (1, 2)]
    run("record", "--category", "WARNING", "--tags", "other/thing", "--issue", "Entirely different words stand here.",
        "--mitigation", "See above.", "--agent", "x", cwd=made.path, env=env)  # fmt: skip
    found = queue(made, "run")
    assert found.code == 0 and found.json["merged"] == 3 and set(states(found).values()) == {"merged"}
    changed = paths_by_commit(remote, f"{first}..main")
    assert [len(paths) for paths in changed] == [1, 1, 1]
    assert len(lessons(remote)) == 3 and {name.removeprefix("lesson/").lower() for name in names} < set(lessons(remote))
    # The author stays, whoever runs the queue, and the history is a straight line.
    assert "An Agent" in remote.git("log", "--format=%an", f"{first}..main").split("\n")
    assert remote.git("rev-list", "--min-parents=2", "main") == ""
    assert branches(remote) == [] == branches(made)
    assert made.head == remote.git("rev-parse", "main") and made.git("status", "--porcelain") == ""


def test_a_proposal_on_the_current_base_keeps_its_commit(remote: Checkout, git_repo: MakeRepo) -> None:
    made = desk(remote, git_repo)
    commit = made.git("rev-parse", propose(made, 1))
    queue(made, "run")
    assert remote.git("rev-parse", "main") == commit


def test_the_oldest_goes_first(remote: Checkout, git_repo: MakeRepo) -> None:
    made = desk(remote, git_repo)
    names = []
    for number, day in ((1, "2026-01-03"), (2, "2026-01-01"), (3, "2026-01-02")):
        run("record", "--category", "BLOCKED", "--tags", f"t{number}/x", "--issue", f"{'abc'[number - 1] * 9} is wrong.", "--mitigation",
            "No.", "--agent", "x", cwd=made.path, env={"GIT_COMMITTER_DATE": f"{day}T00:00:00Z"})  # fmt: skip
    found = queue(made, "run")
    names = [item["branch"] for item in found.json["proposals"]]
    tags = remote.git("log", "--reverse", "--format=%s", "-3", "main").split("\n")
    assert [tag.split()[-1] for tag in tags] == ["t2/x", "t3/x", "t1/x"] and len(names) == 3


def push_change(made: Checkout, branch: str, files: dict[str, str | bytes | None], start: str = "main") -> str:
    """A proposal made by hand: its commit."""
    here = made.git("rev-parse", "--abbrev-ref", "HEAD")
    made.git("checkout", "-q", "-b", branch, start)
    commit = made.commit(files, f"by hand: {branch}")
    made.git("push", "-q", "origin", branch)
    made.git("checkout", "-q", here)
    return commit


def test_what_the_gate_objects_to_stays_open_with_the_reason(remote: Checkout, git_repo: MakeRepo) -> None:
    made = desk(remote, git_repo)
    before = made.head
    push_change(made, "lesson/B-bad", {"vault/lessons/x/b-bad.md": "no lesson at all\n"})
    push_change(made, "lesson/B-wide", {"README.md": "Something else.\n"})
    good = propose(made, 1)
    found = queue(made, "run")
    assert found.code == 1
    assert states(found) == {"lesson/B-bad": "failed", "lesson/B-wide": "failed", good: "merged"}
    reasons = {item["branch"]: item["reason"] for item in found.json["proposals"]}
    assert "vault/lessons/x/b-bad.md:1" in reasons["lesson/B-bad"]
    assert reasons["lesson/B-wide"] == "README.md:1: a proposal changes lessons and nothing else (scope)"
    assert branches(remote) == ["lesson/B-bad", "lesson/B-wide"] and len(paths_by_commit(remote, f"{before}..main")) == 1
    assert states(queue(made)) == {"lesson/B-bad": "failed", "lesson/B-wide": "failed"}


@LAYOUTS
def test_one_id_with_two_texts_is_a_conflict_and_stays(remote: Checkout, git_repo: MakeRepo, layout: str) -> None:
    made = desk(remote, git_repo, layout)
    base, branch = made.head, propose(made, 1)
    first = made.git("rev-parse", branch)
    queue(made, "run")
    path = made.git("diff-tree", "--no-commit-id", "--name-only", "-r", first)
    text = made.show(f"{first}:{path}").replace("Set wrap to word", "Do something else")
    push_change(made, branch, {path: text}, base)
    made.git("branch", "-D", "-q", branch)
    found = queue(made, "run")
    assert found.code == 1 and states(found) == {branch: "conflict"}
    assert branch.removeprefix("lesson/").lower() in found.json["proposals"][0]["reason"].lower() and branches(remote) == [branch]


def test_a_branch_with_new_commits_is_not_removed(remote: Checkout, git_repo: MakeRepo, tmp_path: Path) -> None:
    made = desk(remote, git_repo)
    branch = propose(made, 1)
    tip = made.git("rev-parse", branch)
    newer = made.git("commit-tree", f"{tip}^{{tree}}", "-p", tip, "-m", "more", stdin=b"")
    made.git("push", "-q", "origin", f"{newer}:refs/heads/spare")
    hook = remote.path / "hooks" / "post-receive"  # somebody pushes to the proposal just when the base has moved
    hook.write_text(f'#!/bin/sh\nwhile read old new ref; do [ "$ref" = refs/heads/main ] && '
                    f"git update-ref refs/heads/{branch} {newer} {tip}; done; true\n")  # fmt: skip
    hook.chmod(0o755)
    assert queue(made, "run").code == 0
    assert remote.git("rev-parse", branch) == newer


@LAYOUTS
def test_a_squash_counts_as_merged_and_is_tidied_up(remote: Checkout, git_repo: MakeRepo, layout: str) -> None:
    made = desk(remote, git_repo, layout)
    branch = propose(made, 1)
    made.git("merge", "-q", "--squash", branch)
    made.commit({}, "squashed elsewhere")
    made.git("push", "-q", "origin", "main")
    found = queue(made, "run")
    assert found.code == 0 and found.json["merged"] == 0 and states(found) == {branch: "merged"}
    assert branches(remote) == [] == branches(made)


def test_an_entry_that_was_merged_and_corrected_since_counts_as_merged(remote: Checkout, git_repo: MakeRepo) -> None:
    made = desk(remote, git_repo, "single-file")
    other, branch = propose(made, 1), propose(made, 2)
    made.git("merge", "-q", "--ff-only", other)
    text = made.show("HEAD:KNOWLEDGE_VAULT.md")
    block = made.show(f"{branch}:KNOWLEDGE_VAULT.md").split("- **ID**: " + branch.removeprefix("lesson/"))[1].split("\n\n")[0]
    added = text.replace("### CONTEXTUAL", "- **ID**: " + branch.removeprefix("lesson/") + block + "\n\n### CONTEXTUAL")
    made.commit({"KNOWLEDGE_VAULT.md": added}, "squashed elsewhere")
    made.commit({"KNOWLEDGE_VAULT.md": added.replace("Set wrap to word", "Set wrap to none")}, "corrected")
    made.git("push", "-q", "origin", "main")
    assert states(queue(made)) == {}


def test_parallel_edits_of_one_note_come_together(remote: Checkout, git_repo: MakeRepo) -> None:
    made = desk(remote, git_repo)
    text = made.show(f"HEAD:{KNOWN}")
    push_change(made, "vault/verify-2026-01-05", {KNOWN: text.replace("ttl: 365\n", "ttl: 365\nlast_verified: 2026-01-05\n")})
    new = lesson("B-new", "pdf/font")
    superseded = text.replace("ttl: 365\n", "ttl: 365\nsuperseded_by: B-new\n")
    push_change(made, "lesson/B-new", {KNOWN: superseded, "vault/lessons/pdf/font/b-new.md": new})
    found = queue(made, "run")
    assert found.code == 0 and found.json["merged"] == 2, found.out
    assert "last_verified: 2026-01-05\nsuperseded_by: B-new\n" in remote.show(f"main:{KNOWN}")


@pytest.mark.parametrize("what", ["staged", "unstaged"])
def test_a_checked_out_base_with_changes_is_not_touched(remote: Checkout, git_repo: MakeRepo, what: str) -> None:
    made = desk(remote, git_repo)
    propose(made, 1)
    made.write(KNOWN, "half done\n")
    if what == "staged":
        made.git("add", KNOWN)
    before = made.state()
    found = queue(made, "run")
    assert found.code == 0 and found.json["merged"] == 1 and made.state() == before
    assert "then run: git merge --ff-only origin/main" in found.json["notes"][0]
    assert remote.git("rev-parse", "main") != before["commit"].strip()


def test_from_a_detached_head_the_local_base_follows_and_nothing_else(remote: Checkout, git_repo: MakeRepo) -> None:
    made = desk(remote, git_repo)
    propose(made, 1)
    made.git("checkout", "-q", "--detach")
    before = made.state()
    assert queue(made, "run").code == 0 and made.state() == before
    assert made.git("rev-parse", "main") == remote.git("rev-parse", "main") != made.head


def test_a_remote_that_cannot_be_reached_is_told_and_nothing_is_merged(remote: Checkout, git_repo: MakeRepo) -> None:
    made = desk(remote, git_repo)
    branch = propose(made, 1)
    remote.path.rename(remote.path.with_name("gone"))
    before = made.state()
    found = queue(made, "run")
    assert found.code == 3 and "origin could not be asked" in found.json["error"]["message"] and made.state() == before
    assert branches(made) == [branch]


def test_a_base_that_may_not_be_pushed_to_is_told_once_for_all(remote: Checkout, git_repo: MakeRepo) -> None:
    made = desk(remote, git_repo)
    names = [propose(made, number) for number in range(1, 6)]
    hook = remote.path / "hooks" / "update"
    hook.write_text('#!/bin/sh\n[ "$1" != refs/heads/main ] || { echo "main is protected"; exit 1; }\n')
    hook.chmod(0o755)
    found = queue(made, "run")
    assert found.code == 3 and "main is protected" in found.json["error"]["message"]
    assert set(states(found)) == set(names) and set(states(found).values()) == {"open"} and branches(remote) == sorted(names)


@LAYOUTS
def test_what_waits_here_is_not_merged_before_it_was_sent(remote: Checkout, git_repo: MakeRepo, layout: str) -> None:
    made = desk(remote, git_repo, layout)
    branch = propose(made, 1, "--no-push")
    found = queue(made, "run")
    assert found.code == 0 and states(found) == {branch: "waiting"} and branches(made) == [branch]


def test_a_dry_run_says_what_would_be_and_changes_no_ref(remote: Checkout, git_repo: MakeRepo) -> None:
    made = desk(remote, git_repo)
    branch = propose(made, 1)
    before = made.git("for-each-ref"), remote.git("for-each-ref")
    found = queue(made, "run", "--dry-run")
    assert found.code == 0 and states(found) == {branch: "open"}
    assert (made.git("for-each-ref"), remote.git("for-each-ref")) == before


def test_where_the_forge_merges_the_queue_refuses_and_names_refresh(remote: Checkout, git_repo: MakeRepo) -> None:
    made = desk(remote, git_repo, config="forge: gitea\n")
    found = queue(made, "run")
    assert found.code == 1 and "merged on gitea" in found.json["error"]["message"]
    assert "queue refresh" in found.json["error"]["hint"]


# What is for a person.


def retired(made: Checkout) -> str:
    """A proposal that retires a live lesson: its branch."""
    for path in (KNOWN, "KNOWLEDGE_VAULT.md"):
        if (made.path / path).exists():
            made.commit({path: made.show(f"HEAD:{path}").replace("365 days", "indefinite").replace("ttl: 365", "ttl: indefinite")}, "forever")
    if made.git("remote"):
        made.git("push", "-q", "origin", "main")
    found = run("archive", "B-001", "--reason", "x", "--format", "json", cwd=made.path)
    return str(found.json["branch"])


@LAYOUTS
def test_what_needs_a_review_says_so_and_the_command_it_names_keeps_all_green(git_repo: MakeRepo, layout: str) -> None:
    made = lay_out(git_repo(commit=False), layout)
    branch, start, other = retired(made), made.head, propose(made, 1)
    found = queue(made, "run")
    assert found.code == 1 and states(found) == {branch: "review", other: "merged"}
    item = next(item for item in found.json["proposals"] if item["state"] == "review")
    assert item["reason"].startswith("a person must review this: B-001 has not expired") and item["about"] == "B-001 archived"
    text = run("queue", cwd=made.path).out
    assert text.startswith(f"review    {branch}\n          B-001 archived\n") and f"            {item['command']}\n" in text
    # The base has moved since it was proposed: what a person types still gives one commit with one parent.
    for words in item["command"].split(" && "):
        made.git(*words.split()[1:])
    assert made.git("rev-list", "--min-parents=2", "main") == "" and made.git("rev-list", "--count", f"{start}..main") == "2"
    gated = run("gate", "--base", start, "--head", "main", "--format", "json", cwd=made.path)
    assert not [problem for problem in gated.json["problems"] if "is a merge" in problem["message"]]
    assert run("gate", "--base", "main~1", "--head", "main", cwd=made.path).code == 0
    again = queue(made, "run")
    assert again.code == 0 and states(again) == {branch: "merged"} and branches(made) == []


def test_with_a_remote_the_command_pushes_and_the_next_run_tidies_up(remote: Checkout, git_repo: MakeRepo, clone: MakeRepo) -> None:
    branch = retired(desk(remote, git_repo))
    other = clone(remote, "other")
    found = queue(other, "run")
    assert found.code == 1 and states(found) == {branch: "review"}
    command = found.json["proposals"][0]["command"]
    assert command.endswith(" && git push origin main")
    for words in command.split(" && "):
        other.git(*words.split()[1:])
    assert states(queue(other, "run")) == {branch: "merged"} and branches(remote) == []


def test_on_a_forge_the_pull_request_is_where_a_person_reviews(remote: Checkout, git_repo: MakeRepo) -> None:
    made = desk(remote, git_repo, config="forge: gitea\n")
    retired(made)
    item = queue(made, "list", "--no-push").json["proposals"][0]
    assert item["next"] == "a person reviews its pull request, and merges it" and item["command"] is None


@LAYOUTS
def test_the_second_of_two_twins_is_left_open_for_a_person(git_repo: MakeRepo, layout: str) -> None:
    made = lay_out(git_repo(commit=False), layout)
    first, second = (str(record(made, issue=f"Line breaks get lost in {word}.").json["branch"]) for word in ("tables", "table"))
    planned = queue(made, "run", "--dry-run")
    assert planned.code == 1 and {item["branch"]: item["would_merge"] for item in planned.json["proposals"]} == {first: True, second: False}
    found = queue(made, "run")
    assert found.code == 1 and states(found) == {first: "merged", second: "review"} and branches(made) == [second]
    near = f"near-duplicate of {first.removeprefix('lesson/')} (0."
    assert near in found.json["proposals"][0 if found.json["proposals"][0]["branch"] == second else 1]["reason"]
    assert near in run("gate", "--base", "main", "--head", second, cwd=made.path).out
    assert states(queue(made)) == {second: "review"}


def test_what_was_recorded_by_force_beside_a_twin_is_merged(git_repo: MakeRepo) -> None:
    made = lay_out(git_repo(commit=False))
    record(made)
    queue(made, "run")
    branch = record(made, "--force", issue="Line breaks get lost in table.").json["branch"]
    assert states(queue(made, "run")) == {branch: "merged"}


# What is printed.


def test_many_problems_are_cut_after_a_few_with_the_command_that_shows_all(git_repo: MakeRepo) -> None:
    made = lay_out(git_repo(commit=False))
    made.commit({f"vault/lessons/x/b-{n}.md": lesson(f"B-{n}", f"x/y{n}") for n in range(40)}, "more")
    branch = str(run("migrate", "--layout", "single-file", "--format", "json", cwd=made.path).json["branch"])
    found = run("queue", cwd=made.path)
    lines = found.out.splitlines()
    assert len(lines) == 9 and max(map(len, lines)) < 170, found.out
    assert f"            vaultctl gate --base main --head {branch}" in lines and lines[5].endswith(" more; all of them:")
    item = queue(made).json["proposals"][0]
    assert len(item["problems"]) > 40 and item["command"] == f"git merge --squash {branch} && git commit -C {branch}"
    for words in item["command"].split(" && "):
        made.git(*words.split()[1:])
    assert states(queue(made, "run")) == {branch: "merged"} and run("lint", cwd=made.path).code == 0


@pytest.mark.parametrize("columns", [40, 80])
def test_lines_fit_the_terminal_but_for_names_and_commands(git_repo: MakeRepo, columns: int) -> None:
    made = lay_out(git_repo(commit=False))
    branch = retired(made)
    record(made, issue="Line breaks get lost in tables, and so does every other thing that anybody has ever put into one of them.")
    found = run("queue", "run", "--dry-run", cwd=made.path, env={"COLUMNS": str(columns)})
    lines = [line for line in found.out.splitlines() if "git merge" not in line]
    assert max(map(len, lines)) <= columns, found.out
    assert found.code == 1 and branch in found.out and "would be merged" in found.out and "BLOCKED pdf/table: Line" in found.out
    assert "vaultctl: would merge 1 into main, and leave 1\n" in found.err


# Without a remote, or without its network.


@pytest.mark.parametrize("layout", ["notes", "single-file"])
def test_a_vault_that_was_never_committed_is_told_by_record_and_queue(git_repo: MakeRepo, layout: str) -> None:
    made = git_repo()
    run("init", "--layout", layout, "--forge", "local", "--ci", "none", cwd=made.path)
    recorded = record(made)
    lacks = "main has no .vaultctl.yaml" + (" and no KNOWLEDGE_VAULT.md" if layout == "single-file" else "")
    way = "commit what `vaultctl init` wrote there, so that the vault's settings count for everybody"
    assert recorded.json["warnings"] == [f"{lacks}: {way}"] and recorded.code == 0
    found = queue(made, "run")
    assert found.json["notes"] == [f"main has no .vaultctl.yaml: {way}" if layout == "notes" else f"{lacks}: {way}"]
    if layout == "single-file":
        error = found.json["error"]
        assert found.code == 3 and error["message"].endswith(": KNOWLEDGE_VAULT.md")
        assert error["hint"].endswith("stays open; move them away, or commit them on main if they belong there, then run it again")
        made.git("add", "--all")
        made.git("commit", "-q", "-m", "the vault")
        found = queue(made, "run")
        assert found.json["notes"] == [] and recorded.json["id"] in made.show("main:KNOWLEDGE_VAULT.md")
    assert found.code == 0 and set(states(found).values()) == {"merged"}


@LAYOUTS
def test_without_a_remote_the_local_base_and_its_tree_move(git_repo: MakeRepo, layout: str) -> None:
    made = lay_out(git_repo(commit=False), layout)
    for number in (1, 2, 3):
        propose(made, number)
    first = made.head
    found = queue(made, "run")
    assert found.code == 0 and found.json["merged"] == 3 and len(lessons(made)) == 3
    assert made.git("status", "--porcelain") == "" and branches(made) == []
    assert [len(paths) for paths in paths_by_commit(made, f"{first}..main")] == [1, 1, 1]


def test_without_a_remote_a_base_with_changes_stays_and_so_do_the_proposals(git_repo: MakeRepo) -> None:
    made = lay_out(git_repo(commit=False))
    branch = propose(made, 1)
    made.write(KNOWN, "half done\n")
    before = made.state()
    found = queue(made, "run")
    assert found.code == 3 and states(found) == {branch: "open"} and made.state() == before
    assert "commit or stash them there" in found.json["error"]["message"] and branches(made) == [branch]


def test_without_a_remote_a_file_in_the_way_stops_it(git_repo: MakeRepo) -> None:
    made = lay_out(git_repo(commit=False))
    branch = propose(made, 1)
    made.write(made.git("diff-tree", "--no-commit-id", "--name-only", "-r", branch), "mine\n")
    before = made.state()
    found = queue(made, "run")
    assert found.code == 3 and states(found) == {branch: "open"} and made.state() == before


def test_no_push_merges_into_the_local_base_alone(remote: Checkout, git_repo: MakeRepo) -> None:
    made = desk(remote, git_repo)
    pushed, kept = propose(made, 1), propose(made, 2, "--no-push")
    before = remote.git("for-each-ref")
    found = queue(made, "run", "--no-push")
    assert found.code == 0 and states(found) == {pushed: "merged", kept: "merged"} and len(lessons(made)) == 2
    assert remote.git("for-each-ref") == before and branches(made) == []


def test_no_push_merges_what_was_fetched_before(remote: Checkout, git_repo: MakeRepo, clone: MakeRepo) -> None:
    made = desk(remote, git_repo)
    branch = propose(made, 1)
    other = clone(remote, "other")
    found = queue(other, "run", "--no-push")
    assert states(found) == {branch: "merged"} and len(lessons(other)) == 1 and branches(remote) == [branch]


@pytest.mark.parametrize("author", ["... <x@y.z> 1764540000 +0000", "A <> 1764540000 +0000", "A <x@y.z> 99999999999999 +0000"])
def test_an_odd_author_does_not_hold_up_the_queue(remote: Checkout, git_repo: MakeRepo, author: str) -> None:
    made = desk(remote, git_repo)
    first, branch = propose(made, 1), propose(made, 2)
    raw = made.git("cat-file", "commit", branch)
    lines = [f"author {author}" if line.startswith("author ") else line for line in raw.split("\n")]
    odd = made.git("hash-object", "-t", "commit", "-w", "--stdin", "--literally", stdin="\n".join([*lines, ""]).encode())
    remote.git("fetch", "-q", str(made.path), f"+{odd}:refs/heads/{branch}", env={"GIT_CONFIG_COUNT": "0"})
    made.git("branch", "-D", "-q", branch)
    found = queue(made, "run")
    assert found.code == 0 and states(found) == {first: "merged", branch: "merged"}, found


def test_a_proposal_of_merge_commits_is_one_commit_on_the_base(remote: Checkout, git_repo: MakeRepo) -> None:
    made = desk(remote, git_repo)
    before = made.head
    branch, other = propose(made, 1), propose(made, 2)
    tree = made.git("rev-parse", f"{branch}^{{tree}}")
    joined = made.git("commit-tree", tree, "-p", "main", "-p", branch, "-m", "joined")
    made.git("push", "-q", "-f", "origin", f"{joined}:refs/heads/{branch}")
    made.git("branch", "-D", "-q", branch)
    assert states(queue(made, "run")) == {branch: "merged", other: "merged"}
    assert [len(paths) for paths in paths_by_commit(remote, f"{before}..main")] == [1, 1]


def test_the_checked_out_proposal_branch_stays(git_repo: MakeRepo) -> None:
    made = lay_out(git_repo(commit=False))
    branch = propose(made, 1)
    made.git("checkout", "-q", branch)
    before = made.state()
    assert queue(made, "run").json["merged"] == 1
    assert branches(made) == [branch] and made.state() == before and made.git("rev-parse", "main") == made.head


def test_a_vault_in_a_folder_is_merged_there(git_repo: MakeRepo) -> None:
    made = lay_out(git_repo(commit=False), "single-file", folder="sub/")
    for number in (1, 2):
        run("record", "--category", "BLOCKED", "--tags", f"t{number}/x", "--issue", f"{'abc'[number] * 9} is wrong.", "--mitigation",
            "No.", "--agent", "x", cwd=made.path / "sub")  # fmt: skip
    found = run("queue", "run", "--format", "json", cwd=made.path / "sub")
    assert found.code == 0 and found.json["merged"] == 2
    assert made.show("main:sub/KNOWLEDGE_VAULT.md").count("- **ID**: ") == 3


# refresh


def refreshable(remote: Checkout, git_repo: MakeRepo) -> tuple[Checkout, str]:
    """A clone where one single-file proposal was merged, and another conflicts by lines."""
    made = desk(remote, git_repo, "single-file", config="forge: gitea\n")
    names = []
    for number in (1, 2):
        names.append(propose(made, number, "--no-push"))
        made.git("push", "-q", "origin", names[-1])
    made.git("merge", "-q", "--ff-only", names[0])
    made.git("push", "-q", "origin", "main")
    return made, names[1]


def test_a_conflicting_proposal_is_put_on_the_new_base_on_its_own_branch(remote: Checkout, git_repo: MakeRepo) -> None:
    made, branch = refreshable(remote, git_repo)
    main = remote.git("rev-parse", "main")
    old = remote.git("rev-parse", branch)
    found = queue(made, "refresh")
    assert found.code == 0 and found.json["refreshed"] == 1, found.out
    assert remote.git("rev-parse", f"{branch}^") == main == remote.git("rev-parse", "main")
    assert remote.git("rev-parse", branch) != old and made.git("rev-parse", branch) == remote.git("rev-parse", branch)
    assert len(lessons(remote, branch)) == 2 and [len(paths) for paths in paths_by_commit(remote, f"main..{branch}")] == [1]
    again = queue(made, "refresh")
    assert again.json["refreshed"] == 0 and states(again) == {branch: "open"}


def test_a_refresh_that_is_only_tried_changes_nothing(remote: Checkout, git_repo: MakeRepo) -> None:
    made, branch = refreshable(remote, git_repo)
    old = remote.git("rev-parse", branch)
    found = queue(made, "refresh", "--dry-run")
    assert found.json["proposals"][0]["reason"] == "would be put on the new base" and remote.git("rev-parse", branch) == old


def test_refresh_is_for_forges(remote: Checkout, git_repo: MakeRepo) -> None:
    found = queue(desk(remote, git_repo), "refresh")
    assert found.code == 1 and "queue run" in found.json["error"]["hint"]


def test_nothing_of_the_repository_variables_leads_astray(remote: Checkout, git_repo: MakeRepo) -> None:
    made = desk(remote, git_repo)
    branch = propose(made, 1)
    other = git_repo("other")
    found = queue(made, "run", env={"GIT_DIR": str(other.path / ".git"), "GIT_INDEX_FILE": os.devnull})
    assert found.code == 0 and states(found) == {branch: "merged"}

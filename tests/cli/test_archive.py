"""`vaultctl archive`, from the command line, in real repositories."""

from __future__ import annotations

import shutil
import subprocess
import time
from pathlib import Path

import pytest

from tests.conftest import MakeRepo
from tests.fakes.checkout import Checkout
from tests.fakes.command import run
from tests.fakes.upkeep import SINGLE, TODAY, call, fix_dates, notes, single, usual
from tests.fakes.vaults import lesson

BRANCH = f"vault/archive-{TODAY}"
LIVE = "vault/lessons/x/b-001.md"
GONE = "vault/archive/2026/b-001.md"


@pytest.fixture(autouse=True)
def dates(monkeypatch: pytest.MonkeyPatch) -> None:
    fix_dates(monkeypatch)


@pytest.fixture
def repo(git_repo: MakeRepo) -> Checkout:
    return notes(git_repo(commit=False), usual())


def branches(repo: Checkout, pattern: str = "refs/heads/vault") -> list[str]:
    return [line for line in repo.git("for-each-ref", "--format=%(refname:short)", pattern).split("\n") if line]


def test_what_is_over_moves_with_the_day_and_the_reason(repo: Checkout) -> None:
    before = repo.state()
    found = call(repo, "archive")
    assert found.code == 0
    document = found.json
    assert list(document)[:8] == ["schema", "branch", "base", "state", "commit", "pushed", "url", "moved"]
    assert (document["schema"], document["branch"], document["pushed"]) == ("vaultctl.archive/1", BRANCH, False)
    assert document["moved"] == [{"id": "B-001", "from": LIVE, "to": GONE, "reason": "expired", "path": GONE}]
    assert document["expiring"] == [{"id": "B-002", "expires": "2026-06-20", "path": "vault/lessons/x/b-002.md"}]
    old = lesson("B-001", "pdf/font", body="A body.\n")
    assert repo.show(f"{BRANCH}:{GONE}") + "\n" == old.replace("ttl: 365\n", f"ttl: 365\narchived: {TODAY}\narchived_reason: \"expired\"\n")
    assert repo.git("diff", "--name-status", "--no-renames", "main", BRANCH).split() == ["A", GONE, "D", LIVE]
    assert repo.git("rev-list", "--count", f"main..{BRANCH}") == "1"
    assert repo.state() == before


def test_the_day_before_nothing_moves_and_there_is_no_branch(repo: Checkout) -> None:
    found = call(repo, "archive", today="2026-06-10")
    assert (found.code, found.json["moved"], found.json["branch"]) == (0, [], None)
    assert branches(repo) == []


def test_the_text_is_a_table_of_three_parts(repo: Checkout) -> None:
    repo.commit({"vault/lessons/x/bad.md": "---\nid: B-9\n"}, "bad")
    shown = run("archive", "--today", TODAY, cwd=repo.path)
    lines = shown.out.split("\n")
    assert lines[:5] == [
        "moved to the archive: 1 of 3",
        f"  B-001  expired  {LIVE} -> {GONE}",
        "expire within 30 days: 1",
        "  B-002  2026-06-20  vault/lessons/x/b-002.md",
        "failed to validate, left where they are: 1",
    ]
    assert lines[5].startswith("  vault/lessons/x/bad.md:1  ")


def test_the_commit_and_so_the_pull_request_hold_the_summary(repo: Checkout) -> None:
    repo.commit({"vault/lessons/x/bad.md": "---\nid: B-9\n"}, "bad")
    call(repo, "archive")
    message = repo.git("log", "-1", "--format=%B", BRANCH)
    assert message.startswith(f"Archive 1 lesson, {TODAY}\n")
    assert "Moved B-001: expired (last day 2026-06-10)" in message
    assert "Expires B-002: last day 2026-06-20" in message
    assert "Not valid vault/lessons/x/bad.md: line " in message


def test_run_again_it_takes_the_same_proposal_further(repo: Checkout) -> None:
    first = call(repo, "archive").json
    again = call(repo, "archive")
    assert again.code == 0 and again.json == first
    assert branches(repo) == [BRANCH]


def test_an_open_proposal_of_another_day_is_taken_further_too(repo: Checkout) -> None:
    call(repo, "archive")
    later = call(repo, "archive", today="2026-06-18").json
    assert later["branch"] == BRANCH and branches(repo) == [BRANCH]


def test_only_what_no_open_proposal_moves_goes_into_a_second_one(repo: Checkout) -> None:
    call(repo, "archive")
    repo.commit({"vault/lessons/x/b-003.md": lesson("B-003", "mail")}, "another")
    second = call(repo, "archive").json
    assert (second["branch"], [item["id"] for item in second["moved"]]) == (f"{BRANCH}-2", ["B-003"])
    assert "moved by" in second["warnings"][0]
    repo.git("merge", "-q", "--no-edit", BRANCH, f"{BRANCH}-2")
    assert call(repo, "archive").json["moved"] == []


def test_after_the_merge_there_is_nothing_to_do(repo: Checkout) -> None:
    call(repo, "archive")
    repo.git("merge", "-q", "--squash", BRANCH)
    repo.git("commit", "-q", "-m", "squashed")
    found = call(repo, "archive")
    assert (found.code, found.json["branch"]) == (0, None)
    assert f"{GONE}:" in run("search", "--archived", "fails", cwd=repo.path).out


def test_what_could_not_be_pushed_is_pushed_by_the_next_call(
    repo: Checkout, bare_remote: MakeRepo, tmp_path: Path
) -> None:
    remote = bare_remote("remote.git", repo)
    repo.git("remote", "add", "origin", str(remote.path))
    repo.git("fetch", "-q", "origin")
    (remote.path / "hooks").mkdir(exist_ok=True)
    hook = remote.path / "hooks" / "pre-receive"
    hook.write_text("#!/bin/sh\nexit 1\n")
    hook.chmod(0o755)
    failed = call(repo, "archive")
    assert failed.code == 3 and failed.json["state"] == "committed" and failed.json["error"]["message"]
    hook.unlink()
    done = call(repo, "archive")
    assert (done.code, done.json["state"], done.json["pushed"]) == (0, "pushed", True)
    assert done.json["commit"] == failed.json["commit"] and branches(repo) == [BRANCH]
    assert remote.git("rev-parse", BRANCH) == done.json["commit"]


def test_another_clone_finds_the_proposal_that_is_open(repo: Checkout, bare_remote: MakeRepo, clone: MakeRepo) -> None:
    remote = bare_remote("remote.git", repo)
    one, other = clone(remote, "one"), clone(remote, "other")
    made = call(one, "archive").json
    found = call(other, "archive", today="2026-06-18")
    assert (found.code, found.json["state"], found.json["branch"], found.json["commit"]) == (0, "exists", BRANCH, made["commit"])
    assert branches(other) == [] and branches(remote) == [BRANCH]


def test_it_reads_the_fresh_base_and_not_the_working_tree(repo: Checkout, bare_remote: MakeRepo, clone: MakeRepo) -> None:
    remote = bare_remote("remote.git", repo)
    one, other = clone(remote, "one"), clone(remote, "other")
    one.commit({LIVE: None}, "gone")
    one.git("push", "-q", "origin", "main")
    assert call(other, "archive").json["moved"] == []


def test_no_push_is_one_local_commit(repo: Checkout, bare_remote: MakeRepo) -> None:
    remote = bare_remote("remote.git", repo)
    repo.git("remote", "add", "-f", "origin", str(remote.path))
    found = call(repo, "archive", "--no-push")
    assert (found.code, found.json["state"], found.json["pushed"]) == (0, "committed", False)
    assert branches(remote) == [] and branches(repo) == [BRANCH]


def test_a_dry_run_writes_nothing(repo: Checkout) -> None:
    found = call(repo, "archive", "--dry-run")
    assert (found.code, [item["id"] for item in found.json["moved"]], found.json["commit"]) == (0, ["B-001"], None)
    assert branches(repo) == []


def crowd(git_repo: MakeRepo, over: int, others: int) -> Checkout:
    lessons = {f"B-{at:03}": lesson(f"B-{at:03}", f"x/y{at}") for at in range(over)}
    lessons |= {f"W-{at:03}": lesson(f"W-{at:03}", f"x/z{at}", "WARNING", ttl="indefinite") for at in range(others)}
    return notes(git_repo("crowd", commit=False), lessons)


def test_more_than_a_fifth_and_more_than_ten_are_refused_unless_allowed(git_repo: MakeRepo) -> None:
    repo = crowd(git_repo, 11, 43)
    refused = call(repo, "archive")
    assert refused.code == 3 and "11 of 54 lessons would move at once, more than 20 %" in refused.json["error"]["message"]
    assert branches(repo) == []
    shown = call(repo, "archive", "--dry-run")
    assert shown.code == 0 and len(shown.json["moved"]) == 11 and shown.json["error"]["hint"]
    assert call(repo, "archive", "--max-share", "21").code == 0


@pytest.mark.parametrize(("over", "others"), [(10, 0), (11, 44)])
def test_ten_or_a_fifth_may_move(git_repo: MakeRepo, over: int, others: int) -> None:
    assert call(crowd(git_repo, over, others), "archive").code == 0


def test_a_clock_before_the_last_commit_is_refused_but_shown(repo: Checkout) -> None:
    refused = call(repo, "archive", today="2026-05-31")
    assert refused.code == 3 and "before the last commit of main" in refused.json["error"]["message"]
    assert call(repo, "archive", "--dry-run", today="2026-05-31").code == 0
    assert call(repo, "archive", today="2026-06-01").code == 0


def test_a_lesson_is_retired_by_hand(repo: Checkout) -> None:
    found = call(repo, "archive", "w-001", "--reason", "fixed in 4.2:\n really")
    assert found.code == 0 and [item["id"] for item in found.json["moved"]] == ["W-001"]
    assert "archived_reason: \"fixed in 4.2: really\"\n" in repo.show(f"{BRANCH}:vault/archive/2026/w-001.md")


@pytest.mark.parametrize("reason", ["leaked ghp_" + "a1B2" * 9, "leaked gh\u200bp_" + "a1B2" * 9, "old <!-- do this -->"])
def test_a_reason_that_holds_a_secret_or_a_comment_is_refused_before_the_commit(repo: Checkout, reason: str) -> None:
    found = call(repo, "archive", "W-001", "--reason", reason)
    assert found.code == 1 and "the reason holds" in found.json["error"]["message"] and "a1B2" not in found.out + found.err
    assert branches(repo) == []


def test_an_unknown_id_is_no_with_a_suggestion(repo: Checkout) -> None:
    found = call(repo, "archive", "B-0001", "--reason", "x")
    assert found.code == 1 and "did you mean B-001?" in found.json["error"]["hint"]


def test_an_archived_id_is_said_to_be_so(repo: Checkout) -> None:
    repo.commit({"vault/archive/2025/b-9.md": lesson("B-9", "old")}, "archived")
    found = call(repo, "archive", "B-9", "--reason", "x")
    assert (found.code, found.json["moved"], found.json["warnings"]) == (
        0, [], ["B-9 is archived already, in vault/archive/2025/b-9.md"],
    )  # fmt: skip


@pytest.mark.parametrize("args", [["B-001"], ["--reason", "x"], ["B-001", "--reason", " "], ["--max-share", "101"]])
def test_what_makes_no_sense_is_a_usage_error(repo: Checkout, args: list[str]) -> None:
    assert call(repo, "archive", *args).code == 2


def test_what_cannot_be_moved_is_left_and_named(repo: Checkout) -> None:
    twin = lesson("B-7", "mail")
    repo.commit({
        "vault/lessons/x/b-7.md": twin, "vault/lessons/y/b-7.md": twin, "vault/lessons/x/b-8.md": lesson("B-8", "mail"),
        "vault/archive/2024/b-8.md": lesson("B-8", "mail"), "vault/lessons/x/bad.md": "---\nid: B-9\n",
    }, "odd")  # fmt: skip
    found = call(repo, "archive").json
    assert [item["id"] for item in found["moved"]] == ["B-001"]
    assert sorted(item["path"] for item in found["invalid"]) == [
        "vault/lessons/x/b-7.md", "vault/lessons/x/b-8.md", "vault/lessons/x/bad.md",
    ]  # fmt: skip


def test_generated_files_are_no_part_of_it(repo: Checkout) -> None:
    call(repo, "index")
    repo.git("add", "-A")
    repo.commit(message="index")
    call(repo, "archive")
    assert repo.git("diff", "--name-only", "--no-renames", "main", BRANCH).split() == [GONE, LIVE]


def test_a_vault_in_a_folder_of_the_repository(git_repo: MakeRepo) -> None:
    repo = git_repo(commit=False)
    repo.commit({"sub/.vaultctl.yaml": "schema: 1\nforge: local\n", f"sub/{LIVE}": usual()["B-001"]}, "vault")
    found = call(repo.path / "sub", "archive")
    assert found.code == 0 and found.json["moved"][0]["to"] == GONE
    assert repo.git("diff", "--name-only", "--no-renames", "main", BRANCH).split() == [f"sub/{GONE}", f"sub/{LIVE}"]


# The single file.


def test_the_single_file_loses_exactly_the_lines_of_the_block(git_repo: MakeRepo) -> None:
    repo = single(git_repo(commit=False))
    found = call(repo, "archive")
    assert found.code == 0
    assert found.json["moved"] == [{"id": "B-001", "from": "KNOWLEDGE_VAULT.md", "to": "ARCHIVED_KNOWLEDGE.md", "reason": "expired",
                                    "path": "ARCHIVED_KNOWLEDGE.md"}]  # fmt: skip
    start, end = SINGLE.index("- **ID**: B-001"), SINGLE.index("- **ID**: B-002")
    block = SINGLE[start:end]
    assert repo.show(f"{BRANCH}:KNOWLEDGE_VAULT.md") + "\n" == SINGLE[:start] + SINGLE[end:]
    archive = repo.show(f"{BRANCH}:ARCHIVED_KNOWLEDGE.md") + "\n"
    assert block.rstrip("\n") in archive and f"{TODAY}: expired" in archive


def test_the_single_file_keeps_its_line_ends_there_and_in_the_archive(git_repo: MakeRepo) -> None:
    repo = git_repo(commit=False)
    repo.git("config", "core.autocrlf", "false")
    repo.commit({".vaultctl.yaml": "schema: 1\nlayout: single-file\nforge: local\n"}, "config")
    (repo.path / "KNOWLEDGE_VAULT.md").write_bytes(SINGLE.replace("\n", "\r\n").encode())
    repo.git("add", "-A")
    repo.git("commit", "-q", "-m", "vault")
    assert call(repo, "archive").code == 0
    for name in ("KNOWLEDGE_VAULT.md", "ARCHIVED_KNOWLEDGE.md"):
        content = subprocess.run(["git", "show", f"{BRANCH}:{name}"], cwd=repo.path, capture_output=True, check=True).stdout
        assert content.count(b"\n") == content.count(b"\r\n") > 3


def test_in_the_single_file_too_the_same_proposal_is_taken_further(git_repo: MakeRepo) -> None:
    repo = single(git_repo(commit=False))
    first = call(repo, "archive").json
    assert call(repo, "archive").json == first
    text = repo.show("main:KNOWLEDGE_VAULT.md").replace("Rows get lost.", "Rows are lost.") + "\n"
    repo.commit({"KNOWLEDGE_VAULT.md": text}, "the base moves on")
    assert call(repo, "archive").json["branch"] == first["branch"]
    assert branches(repo) == [BRANCH]


# Numbers.


def test_the_real_corpus_is_quick(git_repo: MakeRepo, corpus: Path) -> None:
    repo = git_repo("corpus", commit=False)
    shutil.copytree(corpus / "vault", repo.path / "vault")
    repo.write(".vaultctl.yaml", "schema: 1\nforge: local\n")
    repo.git("add", "-A")
    repo.commit(message="corpus")
    start = time.perf_counter()
    found = call(repo, "archive", "--dry-run", today="2026-06-11")
    taken = time.perf_counter() - start
    assert found.code == 0 and found.json["lessons"] == 1191 and len(found.json["moved"]) > 100
    assert taken < 6  # 1.5 s on a quiet machine; here others work beside it

"""`vaultctl gate` from the command line: formats, exit codes, and what it says when it cannot tell."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import MakeRepo
from tests.fakes import command
from tests.fakes.checkout import Checkout
from tests.fakes.proposals import NEW, OLD, TEXT, TODAY, VAULT, gate, laid_out
from tests.fakes.vaults import lesson

SARIF = Path(__file__).parents[1] / "data/sarif"


@pytest.fixture
def repo(git_repo: MakeRepo) -> Checkout:
    return laid_out(git_repo())


def _run(repo: Checkout, *args: str) -> command.Result:
    return command.run("gate", "--base", "main", "--today", TODAY, *args, cwd=repo.path)


def test_the_answer_ends_with_the_verdict_in_words(repo: Checkout) -> None:
    repo.commit({NEW: TEXT})
    done = _run(repo)
    assert (done.code, done.out, done.err) == (0, "pass: B-100 added\n", "")


def test_an_edit_passes_for_a_person_to_review(repo: Checkout) -> None:
    repo.commit({OLD: str(VAULT[OLD]).replace("It fails.", "It fails at night.")})
    done = _run(repo)
    assert (done.code, done.out) == (0, "pass: B-001 edited; a person must review this\n")
    assert _run(repo, "--format", "json").json["review"] is True
    assert "::notice title=vaultctl::a person must review this: B-001 edited\n" in _run(repo, "--format", "github").out


def test_problems_stand_before_the_verdict(repo: Checkout) -> None:
    repo.commit({NEW: TEXT.replace("2025-06-10", "2030-01-01"), "README": "changed\n"})
    done = _run(repo)
    assert done.code == 1
    lines = done.out.splitlines()
    assert lines[0] == "README:1:1: error scope a proposal changes lessons and nothing else"
    assert lines[1] == "  help: propose it on its own"
    assert lines[2].startswith(f"{NEW}:7:1: error future-date ")
    assert lines[-1] == "fail: B-100 added"


def test_json_always_has_the_same_keys(repo: Checkout) -> None:
    unknown = gate(repo, code=3).json
    assert unknown.pop("error")["message"].startswith("there is nothing to gate")
    repo.commit({NEW: TEXT})
    known = gate(repo, code=0).json
    assert list(known) == list(unknown) == ["schema", "verdict", "scope", "review", "problems", "about", "notes"]
    assert known["schema"] == "vaultctl.gate/1"
    assert (unknown["verdict"], unknown["scope"], unknown["review"], unknown["problems"]) == ("unknown", None, False, [])


def test_annotations_name_the_line(repo: Checkout) -> None:
    repo.commit({NEW: TEXT.replace("2025-06-10", "2030-01-01")})
    done = _run(repo, "--format", "github")
    assert done.code == 1
    assert done.out.startswith(f"::error file={NEW},line=7,col=1,title=vaultctl future-date::")


def test_what_cannot_be_told_is_an_annotation_too(repo: Checkout) -> None:
    done = _run(repo, "--format", "github", "--head", "nowhere")
    assert done.code == 3
    assert done.out.startswith("::error title=vaultctl::the ref nowhere is not in this clone%0A")
    assert "the ref nowhere is not in this clone" in done.err


def test_sarif_holds_the_problems(repo: Checkout) -> None:
    repo.commit({NEW: TEXT, "README": "changed\n"})
    log = json.loads(_run(repo, "--format", "sarif").out)
    assert [item["ruleId"] for item in log["runs"][0]["results"]] == ["scope"]


def test_a_base_must_be_named(repo: Checkout) -> None:
    done = command.run("gate", cwd=repo.path)
    assert done.code == 2
    assert "--base" in done.err


def test_outside_a_repository_it_is_unknown(tmp_path: Path) -> None:
    done = command.run("gate", "--base", "main", "--format", "json", cwd=tmp_path)
    assert (done.code, done.json["verdict"]) == (3, "unknown")


def test_strict_lets_warnings_fail(repo: Checkout) -> None:
    repo.commit({"vault/lessons/else/b-100.md": lesson("B-100", "else", "WARNING", ttl="indefinite")})
    assert _run(repo).code == 0
    assert _run(repo, "--strict").code == 1


def test_a_base_without_a_config_says_so(git_repo: MakeRepo) -> None:
    repo = laid_out(git_repo(), {OLD: VAULT[OLD]})
    repo.commit({NEW: TEXT})
    done = _run(repo)
    assert done.code == 0
    assert "the base has no .vaultctl.yaml" in done.err


def test_the_branch_may_be_named_in_full(repo: Checkout) -> None:
    repo.git("switch", "-q", "-c", "feature")
    repo.commit({"README": "changed\n"})
    assert _run(repo).code == 0
    assert _run(repo, "--branch", "refs/heads/lesson/x").code == 1
    assert _run(repo, "--head", "HEAD", "--branch", "vault/archive-2026-02-01-2").code == 1


def test_a_remote_branch_is_taken_by_its_name(repo: Checkout, bare_remote: MakeRepo, clone: MakeRepo) -> None:
    repo.commit({"README": "changed\n"})
    made = clone(bare_remote("remote.git", repo))
    assert command.run("gate", "--base", "origin/main", "--head", "origin/lesson/b-100", cwd=made.path).code == 1


def test_hostile_paths_and_texts_are_escaped(repo: Checkout) -> None:
    repo.commit({NEW: TEXT, "a\x1b[31mb": "x"})
    done = _run(repo)
    assert done.code == 1
    assert "\x1b" not in done.out + done.err


def test_one_lesson_against_the_real_corpus_is_quick(corpus: Path, git_repo: MakeRepo, bare_remote: MakeRepo) -> None:
    import shutil
    import time

    repo = git_repo()
    shutil.copytree(corpus / "vault", repo.path / "vault")
    repo.write(".vaultctl.yaml", "schema: 1\n")
    repo.git("add", "-A")
    repo.git("commit", "-q", "-m", "corpus")
    repo.git("switch", "-q", "-c", "lesson/b-100")
    repo.commit({NEW: TEXT})
    start = time.process_time()
    assert gate(repo, code=0).json["scope"] == "lesson"
    assert time.process_time() - start < 1.5


def test_sarif_says_that_a_run_came_to_no_answer(git_repo: MakeRepo) -> None:
    repo = laid_out(git_repo())
    done = command.run("gate", "--base", "main", "--vault", "vualt", "--format", "sarif", cwd=repo.path)
    assert done.code == 3
    (invocation,) = json.loads(done.out)["runs"][0]["invocations"]
    assert invocation["executionSuccessful"] is False
    assert invocation["toolExecutionNotifications"][0]["message"]["text"]


@pytest.mark.parametrize("named", ["docs", "nowhere", "Vault", ".."])
def test_a_folder_without_a_vault_is_unknown(git_repo: MakeRepo, named: str) -> None:
    repo = laid_out(git_repo(), {**VAULT, "docs/x.md": "x\n"})
    repo.commit({NEW: TEXT})
    assert gate(repo, "--vault", named, code=3).json["verdict"] == "unknown"


def test_gate_at_the_top_does_not_pass_what_belongs_to_a_vault_below(git_repo: MakeRepo) -> None:
    files = {f"kb/{path}": content for path, content in VAULT.items() if path.startswith((".vault", "vault"))}
    repo = laid_out(git_repo(), {**files, "README": "x\n"})
    repo.commit({f"kb/{NEW}": TEXT})
    gate(repo, code=3)
    gate(repo, "--vault", "kb", code=0)

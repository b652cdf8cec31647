"""`vaultctl lint` from the command line, with real git."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.conftest import MakeRepo
from tests.fakes.checkout import Checkout
from tests.fakes.command import Result, run
from tests.fakes.vaults import lesson, write

TODAY = ("--today", "2026-06-01")
A, B = "vault/lessons/pdf/font/b-001.md", "vault/lessons/pdf/font/b-002.md"


def text(identity: str, **more: str) -> str:
    more.setdefault("first_seen", "2026-01-10")
    return lesson(identity, "pdf/font", **more)


def places(done: Result) -> list[str]:
    """The lines of the answer that name a place: all but those with the way on."""
    return [line for line in done.out.splitlines() if not line.startswith("  ")]


BAD = text("B-002", ttl="soon")
ODD = text("B-001").replace("tags: [pdf/font]", "tags: PDF:font")


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A vault without git: one good lesson."""
    return write(tmp_path / "vault-root", {"pdf/font/b-001.md": text("B-001")})


@pytest.fixture
def repo(git_repo: MakeRepo) -> Checkout:
    """A repository whose vault has one good lesson and one old error."""
    made = git_repo()
    made.commit({".vaultctl.yaml": "schema: 1\n", A: text("B-001"), "vault/lessons/old/b-009.md": "nothing\n"}, "old debt")
    return made


# Exit codes and output.


def test_a_sound_vault_prints_nothing_and_exits_0(vault: Path) -> None:
    done = run("lint", *TODAY, cwd=vault)
    assert (done.code, done.out, done.err) == (0, "", "vaultctl: no problems in 1 file\n")


def test_an_error_is_one_line_with_the_way_on_below_and_exits_1(vault: Path) -> None:
    write(vault, {"pdf/font/b-002.md": BAD})
    done = run("lint", *TODAY, cwd=vault)
    assert done.code == 1
    assert done.out == f"{B}:9:1: error bad-ttl 'soon' is not a ttl: write whole days from 1 to 36500, or indefinite\n  help: ttl: 365\n"


def test_warnings_alone_exit_0_unless_strict(vault: Path) -> None:
    write(vault, {"pdf/x.txt": ""})
    assert run("lint", *TODAY, cwd=vault).code == 0
    assert run("lint", "--strict", *TODAY, cwd=vault).code == 1


@pytest.mark.parametrize("columns", ["80", "40"])
def test_an_error_says_how_to_go_on_whatever_the_width(vault: Path, columns: str) -> None:
    write(vault, {"pdf/font/b-002.md": text("b-2", issue='x"\nissue: Cache: stale\nmore: "')})
    (vault / ".vaultctl.yaml").write_text("layout: notse\n")
    said = run("lint", *TODAY, cwd=vault, env={"COLUMNS": columns}).out.splitlines()
    assert ".vaultctl.yaml:1:9: error bad-config layout must be one of notes, single-file, not 'notse'" in said
    assert said[said.index(f"{B}:2:1: error bad-id 'b-2' is no id: write one to four capital letters, a dash, then letters and digits") + 1] == (
        "  help: such as B-2")
    assert '  help: write issue: "Cache: stale"' in said
    assert said == run("lint", "-v", *TODAY, cwd=vault).out.splitlines()


def test_quiet_leaves_the_problems_alone(vault: Path) -> None:
    write(vault, {"pdf/font/b-002.md": BAD})
    done = run("lint", "-q", *TODAY, cwd=vault)
    assert done.err == "" and done.out


def test_without_a_vault_it_could_not_look(tmp_path: Path) -> None:
    done = run("lint", cwd=tmp_path)
    assert done.code == 3
    assert "no vault here" in done.err


def test_a_config_that_cannot_be_understood_is_3(vault: Path) -> None:
    (vault / ".vaultctl.yaml").write_text("layout: [notes")
    done = run("lint", "--format", "json", cwd=vault)
    assert done.code == 3
    assert done.json["schema"] == "vaultctl.lint/1"
    assert ".vaultctl.yaml" in done.json["error"]["message"]


def test_the_day_can_be_given(vault: Path) -> None:
    assert "warning expired its ttl ran out after 2027-01-10" in run("lint", "--today", "2027-01-11", cwd=vault).out
    assert run("lint", "--today", "2027-01-10", cwd=vault).out == ""


@pytest.mark.parametrize("form", ["json", "sarif"])
def test_the_machine_formats_are_json(vault: Path, form: str) -> None:
    write(vault, {"pdf/font/b-002.md": BAD})
    done = run("lint", "--format", form, *TODAY, cwd=vault)
    assert done.code == 1
    assert "bad-ttl" in json.dumps(done.json)


def test_github_annotations_are_relative_to_the_repository(git_repo: MakeRepo) -> None:
    made = git_repo()
    write(made.path / "sub", {"pdf/font/b-002.md": BAD})
    done = run("lint", "--format", "github", *TODAY, cwd=made.path / "sub")
    assert done.out.startswith(f"::error file=sub/{B},line=9,col=1,title=vaultctl bad-ttl::'soon' is not a ttl")


def test_text_that_hides_something_is_escaped(vault: Path) -> None:
    write(vault, {"pdf/font/b-002.md": text("B-002", ttl="\u202e9")})
    out = run("lint", *TODAY, cwd=vault).out
    assert "\\u202e" in out and "\u202e" not in out


# Rules by name.


def test_select_and_ignore_bound_the_rules(vault: Path) -> None:
    write(vault, {"pdf/font/b-002.md": BAD, "pdf/x.txt": ""})
    assert run("lint", "--select", "foreign-file", *TODAY, cwd=vault).code == 0
    assert run("lint", "--ignore", "bad-ttl,foreign-file", *TODAY, cwd=vault).out == ""


@pytest.mark.parametrize("option", ["--select", "--ignore", "--explain"])
def test_an_unknown_rule_is_a_usage_error(vault: Path, option: str) -> None:
    done = run("lint", option, "bad-tll", cwd=vault)
    assert done.code == 2
    assert "did you mean bad-ttl?" in done.err


def test_explain_needs_no_vault(tmp_path: Path) -> None:
    done = run("lint", "--explain", "broad-tag", cwd=tmp_path)
    assert done.code == 0
    assert done.out.startswith("broad-tag (error)\n")
    assert run("lint", "--explain", "broad-tag", "--format", "json", cwd=tmp_path).json["rule"] == "broad-tag"


# Paths.


def test_paths_bound_what_is_reported(vault: Path) -> None:
    write(vault, {"pdf/font/b-002.md": text("B-001"), "mail/b-003.md": lesson("B-003", "mail/x", ttl="soon")})
    done = run("lint", "pdf/font/b-001.md", *TODAY, cwd=vault / "vault" / "lessons")
    assert [line.split()[:3] for line in places(done)] == [[f"{A}:2:1:", "error", "duplicate-id"]]


def test_a_named_file_outside_is_a_note(vault: Path) -> None:
    (vault.parent / "elsewhere.md").write_text("")
    done = run("lint", A, "../elsewhere.md", *TODAY, cwd=vault)
    assert done.code == 0
    assert "../elsewhere.md lies outside the vault" in done.err


@pytest.mark.parametrize("path", ["vault/lessons/nope.md", "vault/lesons", "../nope.md"])
def test_a_path_that_never_was_is_a_usage_error(repo: Checkout, vault: Path, path: str) -> None:
    for folder in (repo.path, vault):  # with git, and without
        done = run("lint", A, path, *TODAY, cwd=folder)
        assert done.code == 2 and done.out == ""
        assert f"{path} is not there, and git knows no such file or folder" in done.err


@pytest.mark.parametrize("how", ["working tree", "index", "commit"])
def test_a_path_that_was_deleted_is_a_note(repo: Checkout, how: str) -> None:
    repo.git("switch", "-q", "-c", "topic")
    (repo.path / "vault/lessons/old/b-009.md").unlink()
    (repo.path / "vault/lessons/old").rmdir()
    if how != "working tree":
        repo.git("add", "-A")
    if how == "commit":
        repo.git("commit", "-q", "-m", "drop it")
    for path in ("vault/lessons/old/b-009.md", "vault/lessons/old/"):
        done = run("lint", path, *TODAY, *(("--since", "main") if how == "commit" else ()), cwd=repo.path)
        assert done.code == 0
        assert f"{path} is not there any more" in done.err
    if how == "commit":
        assert run("lint", "vault/lessons/old/b-009.md", *TODAY, cwd=repo.path).code == 2


def test_a_staged_file_that_the_working_tree_lacks_is_judged(repo: Checkout) -> None:
    repo.write(B, BAD)
    repo.git("add", B)
    (repo.path / B).unlink()
    assert run("lint", "--staged", B, *TODAY, cwd=repo.path).out.startswith(f"{B}:9:1: error bad-ttl")


# --fix


def test_fix_rewrites_and_exits_1_then_0(vault: Path) -> None:
    write(vault, {"pdf/font/b-001.md": ODD})
    first = run("lint", "--fix", *TODAY, cwd=vault)
    assert (first.code, first.out) == (1, "")
    assert f"fixed {A}" in first.err
    assert (vault / A).read_bytes() == text("B-001").encode()
    assert run("lint", "--fix", *TODAY, cwd=vault).code == 0


def test_fix_with_dry_run_prints_a_diff_and_writes_nothing(vault: Path) -> None:
    write(vault, {"pdf/font/b-001.md": ODD})
    done = run("lint", "--fix", "--dry-run", *TODAY, cwd=vault)
    assert done.code == 1
    assert "-tags: PDF:font\n+tags: [pdf/font]\n" in done.out
    assert (vault / A).read_bytes() == ODD.encode()
    assert run("lint", "--fix", "--dry-run", "--format", "json", *TODAY, cwd=vault).json["fixed"] == [A]


def test_fix_of_the_single_file_changes_its_odd_lines_alone(tmp_path: Path) -> None:
    odd = ("# Schema Version: 1.0\r\n## Blocked patterns\r\n- **ID**: B-001\r\n- Tags: PDF/font\r\n- **Issue**: x\r\n"
           "- **Mitigation**: y\r\n- **First Seen**: 2026-01-10 (agent: bot)\r\n- **TTL**: 365 days\r\n")  # fmt: skip
    (tmp_path / "KNOWLEDGE_VAULT.md").write_bytes(odd.encode())
    assert run("lint", "--fix", *TODAY, cwd=tmp_path).code == 1
    fixed = odd.replace("## Blocked patterns", "### BLOCKED_PATTERNS").replace("- Tags: PDF/font", "- **Tags**: #pdf/font")
    assert (tmp_path / "KNOWLEDGE_VAULT.md").read_bytes() == fixed.encode()


def test_fix_does_not_go_with_staged(repo: Checkout) -> None:
    done = run("lint", "--fix", "--staged", cwd=repo.path)
    assert done.code == 2
    assert "--fix writes the working tree" in done.err


# --staged


def test_staged_judges_the_staged_text_and_not_the_working_copy(repo: Checkout) -> None:
    repo.write(B, BAD)
    repo.git("add", B)
    repo.write(B, text("B-002"))
    done = run("lint", "--staged", *TODAY, cwd=repo.path)
    assert done.code == 1
    assert done.out.startswith(f"{B}:9:1: error bad-ttl")
    repo.git("add", B)
    repo.write(B, BAD)
    assert run("lint", "--staged", *TODAY, cwd=repo.path).code == 0


def test_staged_does_not_report_old_debt(repo: Checkout) -> None:
    assert run("lint", *TODAY, cwd=repo.path).code == 1
    assert run("lint", "--staged", *TODAY, cwd=repo.path).out == ""


def test_staged_sees_a_deletion_that_leaves_a_link_dangling(repo: Checkout) -> None:
    repo.commit({B: text("B-002", body="\n[[B-001]]\n")})
    repo.git("rm", "-q", A)
    done = run("lint", "--staged", *TODAY, cwd=repo.path)
    assert done.code == 1
    assert [line.split()[2] for line in places(done)] == ["dangling-link"]


def test_staged_takes_a_rename_for_no_change(repo: Checkout) -> None:
    repo.git("mv", "vault/lessons/old/b-009.md", "vault/lessons/old/b-010.md")
    done = run("lint", "--staged", *TODAY, cwd=repo.path)
    assert [line.split()[2] for line in places(done)] == ["unreadable"]  # the file has no id by which to know it again
    repo.git("reset", "-q", "--hard")
    repo.commit({B: text("B-001")})
    repo.git("mv", B, "vault/lessons/pdf/b-001.md")
    assert run("lint", "--staged", *TODAY, cwd=repo.path).out == ""


def test_staged_uses_the_staged_config(repo: Checkout) -> None:
    repo.write(".vaultctl.yaml", "limits:\n  issue: 3\n")
    assert run("lint", "--staged", *TODAY, cwd=repo.path).code == 0
    repo.git("add", ".vaultctl.yaml")
    repo.write(".vaultctl.yaml", "schema: 1\n")
    assert "long-field" in run("lint", "--staged", *TODAY, cwd=repo.path).out


def test_staged_works_before_the_first_commit_and_below_the_top(git_repo: MakeRepo) -> None:
    made = git_repo(commit=False)
    write(made.path / "sub dir", {"pdf/font/b-002.md": BAD})
    made.git("add", ".")
    done = run("lint", "--staged", *TODAY, cwd=made.path / "sub dir")
    assert done.out.startswith(f"{B}:9:1: error bad-ttl")


def test_staged_works_inside_a_hook(repo: Checkout) -> None:
    hook = repo.path / ".git" / "hooks" / "pre-commit"
    hook.write_text(f'#!/bin/sh\nexec "{Path(sys.executable).as_posix()}" -m vaultctl lint --staged --today 2026-06-01\n')
    hook.chmod(0o755)
    repo.write(B, BAD)
    repo.git("add", B)
    package = str(Path(__file__).resolve().parents[2])
    env = {**os.environ, "PYTHONPATH": package}
    done = subprocess.run(["git", "commit", "-m", "x"], cwd=repo.path, capture_output=True, env=env, check=False)
    assert done.returncode == 1
    assert b"error bad-ttl" in done.stdout + done.stderr


def test_staged_outside_a_repository_is_3(vault: Path) -> None:
    done = run("lint", "--staged", cwd=vault)
    assert done.code == 3
    assert "not in a git repository" in done.err


# --since


def test_since_reports_what_the_branch_brings(repo: Checkout) -> None:
    repo.git("switch", "-q", "-c", "topic")
    repo.commit({B: BAD})
    repo.git("switch", "-q", "main")
    repo.commit({"vault/lessons/more/b-003.md": "nothing\n"}, "main goes on")
    repo.git("switch", "-q", "topic")
    done = run("lint", "--since", "main", *TODAY, cwd=repo.path)
    assert [line.split()[0] for line in places(done)] == [f"{B}:9:1:"]


def test_since_a_ref_that_is_not_there_names_the_fetch(repo: Checkout, bare_remote: MakeRepo) -> None:
    remote = bare_remote("remote.git", repo)
    repo.git("remote", "add", "origin", str(remote.path))
    tracked = "git fetch origin main:refs/remotes/origin/main"
    for ref, fetch in (("origin/main", tracked), ("other", "git fetch origin other:other")):
        done = run("lint", "--since", ref, cwd=repo.path)
        assert done.code == 3
        assert f"run: {fetch}\n" in done.err
    repo.git(*["fetch", "-q", "origin", "main:refs/remotes/origin/main"])
    assert run("lint", "--since", "origin/main", *TODAY, cwd=repo.path).code == 0


def test_since_in_a_shallow_clone_names_a_fetch_that_helps(repo: Checkout, bare_remote: MakeRepo, clone: MakeRepo) -> None:
    repo.git("switch", "-q", "-c", "topic")
    repo.commit({B: BAD})
    repo.git("switch", "-q", "main")
    repo.commit({"README": "more\n"})
    shallow = clone(bare_remote("remote.git", repo), "shallow", "--depth=1", "--branch=topic")
    first = run("lint", "--since", "origin/main", cwd=shallow.path)
    assert first.code == 3
    command = first.err.partition("run: ")[2].strip()
    assert command == "git fetch --unshallow origin main:refs/remotes/origin/main"
    shallow.git(*command.split()[1:])
    done = run("lint", "--since", "origin/main", *TODAY, cwd=shallow.path)
    assert [line.split()[0] for line in places(done)] == [f"{B}:9:1:"]


def test_since_a_ref_known_to_a_shallow_clone_without_common_history_is_3(
    repo: Checkout, bare_remote: MakeRepo, clone: MakeRepo
) -> None:
    repo.git("switch", "-q", "-c", "topic")
    repo.commit({B: BAD})
    repo.git("switch", "-q", "main")
    repo.commit({"README": "more\n"})
    shallow = clone(bare_remote("remote.git", repo), "shallow", "--depth=1", "--no-single-branch", "--branch=topic")
    done = run("lint", "--since", "origin/main", cwd=shallow.path)
    assert done.code == 3
    shallow.git(*done.err.partition("run: ")[2].strip().split()[1:])
    assert run("lint", "--since", "origin/main", *TODAY, cwd=shallow.path).code == 1


def test_staged_and_since_together_judge_the_staged_text_against_the_base(repo: Checkout) -> None:
    repo.git("switch", "-q", "-c", "topic")
    repo.commit({B: BAD})
    repo.write(B, text("B-002"))
    assert run("lint", "--staged", "--since", "main", *TODAY, cwd=repo.path).code == 1
    repo.git("add", B)
    assert run("lint", "--staged", "--since", "main", *TODAY, cwd=repo.path).code == 0


def test_a_base_whose_config_is_broken_counts_for_nothing_and_is_told(repo: Checkout) -> None:
    repo.commit({".vaultctl.yaml": "layout: [notes"}, "broken")
    repo.write(".vaultctl.yaml", "schema: 1\n")
    done = run("lint", "--since", "HEAD", *TODAY, cwd=repo.path)
    assert done.code == 1
    assert "the settings before the change cannot be read" in done.err


# The real corpus.


def test_the_real_corpus_has_no_error_and_is_read_in_time(corpus: Path) -> None:
    start = time.perf_counter()
    done = run("lint", "--vault", str(corpus), "--format", "json", "--today", "2026-12-01", cwd=corpus)
    assert time.perf_counter() - start < 5  # 0.3 s; this only catches work that grows with the square
    assert done.code == 0
    assert done.json["counts"]["files"] == 1191
    assert {problem["rule"] for problem in done.json["problems"]} <= {"expired", "foreign-link", "html", "unsafe-advice"}


@pytest.mark.parametrize("how", [["--staged"], ["--since", "HEAD"]])
def test_a_new_duplicate_id_is_told_although_the_base_had_one(repo: Checkout, how: list[str]) -> None:
    repo.commit({"vault/lessons/q/d-1.md": lesson("D-1", "q/r"), "vault/lessons/q/x.md": lesson("D-1", "q/r", issue="Other.")})
    for name, identity in (("x", "D-2"), ("n", "D-1")):
        (repo.path / f"vault/lessons/q/{name}.md").write_text(lesson(identity, "q/r", issue="Other." if name == "x" else "New."))
    repo.git("add", "-A")
    done = run("lint", *how, *TODAY, cwd=repo.path)
    assert done.code == 1 and "vault/lessons/q/n.md:2:1: error duplicate-id" in done.out

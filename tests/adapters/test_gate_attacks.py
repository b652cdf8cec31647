"""Each way in which a proposal might try to change its own gate, or to smuggle something along, fails closed (real git)."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import MakeRepo
from tests.fakes import command
from tests.fakes.checkout import Checkout
from tests.fakes.proposals import NEW, OLD, OTHER, TEXT, VAULT, gate, laid_out, said
from tests.fakes.vaults import lesson


@pytest.fixture
def repo(git_repo: MakeRepo) -> Checkout:
    return laid_out(git_repo())


def test_one_lesson_passes(repo: Checkout) -> None:
    repo.commit({NEW: TEXT})
    done = gate(repo, code=0)
    assert (done.json["verdict"], done.json["scope"], done.json["review"]) == ("pass", "lesson", False)


@pytest.mark.parametrize("branch", ["lesson/b-100", "feature", ""])
@pytest.mark.parametrize(
    ("path", "content"),
    [
        (".vaultctl.yaml", "schema: 1\ngate: {bulk: review}\n"),
        ("vault/taxonomy.yaml", "schema: 1\nprefixes: {}\n"),
        (".github/workflows/gate.yml", "on: push\n"),
        (".gitlab-ci.yml", "x: y\n"),
        (".gitattributes", "*.md merge=union\n"),
        ("vault/lessons/.gitattributes", "*.md merge=union\n"),
        (".githooks/pre-commit", "#!/bin/sh\n"),
        ("VAULT_INDEX.json", "{}\n"),
        ("vault/lessons/pdf/font/notes.txt", "x\n"),
        ("vault/lessons/README.md", "x\n"),
        ("README", "changed\n"),
        ("AGENTS.md", "do as you are told\n"),
    ],
)
def test_nothing_travels_with_a_lesson(repo: Checkout, path: str, content: str, branch: str) -> None:
    repo.commit({NEW: TEXT, path: content})
    done = gate(repo, "--branch", branch, code=1)
    assert (path, "scope") in said(done)
    assert done.json["scope"] == "mixed"


def test_a_file_removed_with_a_lesson_fails(repo: Checkout) -> None:
    repo.commit({NEW: TEXT, ".github/workflows/gate.yml": None})
    assert (".github/workflows/gate.yml", "scope") in said(gate(repo, "--branch", "", code=1))


@pytest.mark.parametrize("path", [NEW, "elsewhere", "vault/lessons/pdf/link"])
def test_a_symlink_fails(repo: Checkout, path: str) -> None:
    if path != NEW:
        repo.commit({NEW: TEXT})
    (repo.path / path).parent.mkdir(parents=True, exist_ok=True)
    (repo.path / path).symlink_to("/etc/passwd")
    repo.git("add", "-A")
    repo.commit(message="link")
    assert (path, "scope") in said(gate(repo, "--branch", "", code=1))


def test_the_folder_of_the_lessons_as_a_symlink_fails(repo: Checkout) -> None:
    repo.git("mv", "vault", "elsewhere")
    (repo.path / "vault").symlink_to("elsewhere")
    repo.git("add", "-A")
    repo.commit(message="link")
    assert ("vault", "scope") in said(gate(repo, "--branch", "", code=1))


def _submodule(repo: Checkout, path: str) -> None:
    repo.git("update-index", "--add", "--cacheinfo", f"160000,{'1' * 40},{path}")


def test_a_submodule_fails_also_when_git_is_told_to_ignore_it(repo: Checkout) -> None:
    repo.git("switch", "-q", "main")
    repo.write(".gitmodules", '[submodule "s"]\n\tpath = s\n\turl = ./s\n\tignore = all\n')
    repo.git("add", "-A")
    _submodule(repo, "s")
    repo.git("commit", "-q", "-m", "a submodule that nobody sees")
    repo.git("switch", "-q", "-C", "lesson/b-100")
    repo.write(NEW, TEXT)
    repo.git("add", NEW)
    repo.git("update-index", "--cacheinfo", f"160000,{'2' * 40},s")
    repo.git("commit", "-q", "-m", "lesson")
    assert ("s", "scope") in said(gate(repo, "--branch", "", code=1))


def test_a_submodule_among_the_lessons_fails(repo: Checkout) -> None:
    _submodule(repo, "vault/lessons/pdf/more")
    repo.git("commit", "-q", "-m", "more")
    assert ("vault/lessons/pdf/more", "scope") in said(gate(repo, "--branch", "", code=1))


def test_an_executable_lesson_fails(repo: Checkout) -> None:
    repo.write(NEW, TEXT)
    repo.git("add", NEW)
    repo.git("update-index", "--chmod=+x", NEW)
    repo.git("commit", "-q", "-m", "lesson")
    assert said(gate(repo, code=1)) == [(NEW, "scope")]


def test_a_changed_mode_alone_fails(repo: Checkout) -> None:
    repo.git("update-index", "--chmod=+x", OLD)
    repo.git("commit", "-q", "-m", "mode")
    assert (OLD, "scope") in said(gate(repo, "--branch", "", code=1))


def test_a_deleted_lesson_fails(repo: Checkout) -> None:
    repo.commit({OLD: None})
    assert said(gate(repo, "--branch", "", code=1)) == [(OLD, "scope")]


def test_a_renamed_lesson_fails_at_its_new_place(repo: Checkout) -> None:
    repo.git("mv", OLD, "vault/lessons/pdf/b-001.md")
    repo.git("commit", "-q", "-m", "rename")
    assert said(gate(repo, "--branch", "", code=1)) == [("vault/lessons/pdf/b-001.md", "scope")]


def test_a_lesson_that_gets_another_id_fails(repo: Checkout) -> None:
    repo.commit({OLD: str(VAULT[OLD]).replace("B-001", "B-009")})
    assert (OLD, "scope") in said(gate(repo, "--branch", "", code=1))


def test_a_lesson_that_becomes_a_symlink_fails(repo: Checkout) -> None:
    (repo.path / OLD).unlink()
    (repo.path / OLD).symlink_to("w-002.md")
    repo.git("add", "-A")
    repo.git("commit", "-q", "-m", "type")
    assert (OLD, "scope") in said(gate(repo, "--branch", "", code=1))


def _staged(repo: Checkout, path: str, content: str) -> None:
    """Puts a file into the index alone: the disk of the test may not tell the two spellings apart."""
    blob = repo.git("hash-object", "-w", "--stdin", stdin=content.encode())
    repo.git("update-index", "--add", "--cacheinfo", f"100644,{blob},{path}")


@pytest.mark.parametrize(
    "path",
    [
        "vault/lessons/pdf/font/B-001.md",
        "vault/lessons/PDF/font/b-100.md",
        "Vault/lessons/pdf/font/b-100.md",
        "vault/lessons/pdf/font/b-001.md.",
        "vault/lesson\u200bs/pdf/font/b-001.md",
        ".VaultCtl.yaml",
        "vault/TAXONOMY.yaml",
    ],
)
@pytest.mark.parametrize("branch", ["lesson/b-100", ""])
def test_a_twin_in_another_spelling_fails(repo: Checkout, path: str, branch: str) -> None:
    _staged(repo, path, TEXT)
    repo.git("commit", "-q", "-m", "twin")
    assert (path, "scope") in said(gate(repo, "--branch", branch, code=1))


def test_a_twin_in_another_normal_form_fails(git_repo: MakeRepo) -> None:
    files = {**VAULT, "vault/lessons/caf\u00e9/b-003.md": lesson("B-003", "caf\u00e9", ttl="indefinite")}
    repo = laid_out(git_repo(), files)
    path = "vault/lessons/cafe\u0301/b-100.md"
    _staged(repo, path, TEXT)
    repo.git("commit", "-q", "-m", "twin")
    assert (path, "scope") in said(gate(repo, code=1))


def test_a_second_commit_out_of_scope_fails_although_nothing_of_it_is_left(repo: Checkout) -> None:
    repo.commit({NEW: TEXT})
    repo.commit({".github/workflows/evil.yml": "on: push\n"})
    repo.commit({".github/workflows/evil.yml": None})
    done = gate(repo, code=1)
    assert set(said(done)) == {(".github/workflows/evil.yml", "scope")}
    assert "commit" in done.json["problems"][0]["message"]


def test_two_commits_on_the_same_lesson_pass(repo: Checkout) -> None:
    repo.commit({NEW: TEXT.replace("slow", "very slow")})
    repo.commit({NEW: TEXT})
    gate(repo, code=0)


def test_a_secret_in_an_earlier_commit_fails_although_it_was_taken_out(repo: Checkout) -> None:
    repo.commit({NEW: TEXT.replace("It is slow.", "Use ghp_" + "a1B2c3D4e5F6" * 3)})
    repo.commit({NEW: TEXT})
    done = gate(repo, code=1)
    assert said(done) == [(NEW, "secret")]
    assert "history" in done.json["problems"][0]["hint"]


def test_stale_generated_files_fail_where_they_are_touched(repo: Checkout) -> None:
    repo.git("switch", "-q", "-c", "index")
    assert command.run("index", cwd=repo.path).code == 0
    repo.git("add", "-A")
    repo.git("commit", "-q", "-m", "index")
    gate(repo, code=0)
    repo.commit({"VAULT_INDEX.json": "{}\n"})
    assert {rule for _, rule in said(gate(repo, code=1))} == {"stale-index"}


def test_a_merge_commit_inside_the_proposal_fails(repo: Checkout) -> None:
    repo.commit({NEW: TEXT})
    repo.git("switch", "-q", "-c", "side", "main")
    repo.commit({"README": "side\n"})
    repo.git("switch", "-q", "lesson/b-100")
    repo.git("merge", "-q", "--no-ff", "-m", "merge", "side")
    repo.commit({"README": VAULT["README"]})
    for branch in ("lesson/b-100", ""):
        messages = [item["message"] for item in gate(repo, "--branch", branch, code=1).json["problems"]]
        assert any("is a merge" in message for message in messages)


def test_an_evil_merge_fails(repo: Checkout) -> None:
    repo.commit({NEW: TEXT})
    repo.git("switch", "-q", "--detach", "main")
    repo.git("merge", "-q", "--no-ff", "--no-commit", "lesson/b-100")
    repo.write(".github/workflows/evil.yml", "on: push\n")
    repo.git("add", "-A")
    repo.git("commit", "-q", "-m", "merge")
    assert (".github/workflows/evil.yml", "scope") in said(gate(repo, "--branch", "", code=1))


def test_a_clean_merge_of_a_merge_queue_passes_but_not_on_a_proposal_branch(repo: Checkout) -> None:
    repo.commit({NEW: TEXT})
    repo.git("switch", "-q", "--detach", "main")
    repo.git("merge", "-q", "--no-ff", "-m", "queue", "lesson/b-100")
    assert gate(repo, "--branch", "gh-readonly-queue/main/pr-1", code=0).json["scope"] == "lesson"
    gate(repo, "--branch", "lesson/b-100", code=1)


def test_a_replacement_ref_does_not_deceive(repo: Checkout) -> None:
    good = repo.commit({NEW: TEXT})
    repo.git("switch", "-q", "-C", "lesson/evil", "main")
    evil = repo.commit({NEW: TEXT, ".github/workflows/evil.yml": "on: push\n"})
    repo.git("replace", evil, good)
    assert (".github/workflows/evil.yml", "scope") in said(gate(repo, "--head", evil, "--branch", "", code=1))


def test_settings_of_the_proposal_do_not_count(git_repo: MakeRepo) -> None:
    repo = laid_out(git_repo(), {**VAULT, ".vaultctl.yaml": "schema: 1\ngate: {agents: [billing-*]}\n"})
    repo.commit({NEW: TEXT, ".vaultctl.yaml": "schema: 1\n"})
    assert (NEW, "policy") in said(gate(repo, "--branch", "", code=1))


def test_only_changes_to_the_whole_are_proposed_on_proposal_branches(git_repo: MakeRepo) -> None:
    repo = laid_out(git_repo(), branch="vault/archive-2026-02-01")
    repo.commit({"README": "changed\n"})
    assert said(gate(repo, code=1)) == [("README", "scope")]
    gate(repo, "--branch", "feature", code=0)


def test_the_working_tree_is_never_looked_at(repo: Checkout) -> None:
    repo.commit({NEW: TEXT})
    repo.write(".vaultctl.yaml", "layout: nonsense\n")
    repo.write(NEW, "broken")
    before = repo.state()
    gate(repo, code=0)
    assert repo.state() == before


def test_a_conflict_with_the_base_as_it_is_now_fails(repo: Checkout) -> None:
    repo.commit({OTHER: str(VAULT[OTHER]).replace("odd", "strange")})
    repo.git("switch", "-q", "main")
    repo.commit({OTHER: str(VAULT[OTHER]).replace("odd", "queer")})
    assert (OTHER, "conflict") in said(gate(repo, "--head", "lesson/b-100", code=1))


def test_an_id_that_the_base_got_meanwhile_fails(repo: Checkout) -> None:
    repo.commit({NEW: TEXT})
    repo.git("switch", "-q", "main")
    repo.commit({"vault/lessons/pdf/b-100.md": lesson("B-100", "pdf", "WARNING", ttl="indefinite")})
    assert "duplicate-id" in {rule for _, rule in said(gate(repo, "--head", "lesson/b-100", code=1))}


@pytest.mark.parametrize("make", [lambda repo: "main", lambda repo: repo.commit(message="nothing")])
def test_an_empty_change_is_unknown(repo: Checkout, make: Callable[[Checkout], str]) -> None:
    done = gate(repo, "--head", make(repo), code=3)
    assert done.json["verdict"] == "unknown"
    assert "nothing to gate" in done.json["error"]["message"]


def test_a_lost_object_is_unknown(repo: Checkout) -> None:
    repo.commit({NEW: TEXT})
    blob = repo.git("rev-parse", f"HEAD:{NEW}")
    (repo.path / ".git/objects" / blob[:2] / blob[2:]).unlink()
    assert gate(repo, code=3).json["verdict"] == "unknown"


def test_an_unknown_ref_names_the_fetch(repo: Checkout, bare_remote: MakeRepo, clone: MakeRepo) -> None:
    repo.commit({NEW: TEXT})
    shallow = clone(bare_remote("remote.git", repo), "clone", "--depth", "1", "--branch", "lesson/b-100")
    assert "git fetch" in gate(shallow, base="origin/main", code=3).json["error"]["hint"]
    shallow.git("fetch", "-q", "--depth", "1", "origin", "main:refs/remotes/origin/main")
    assert "--unshallow" in gate(shallow, base="origin/main", code=3).json["error"]["hint"]


def test_a_detached_checkout_and_a_bare_repository_do(repo: Checkout, bare_remote: MakeRepo) -> None:
    head = repo.commit({NEW: TEXT})
    bare = bare_remote("remote.git", repo)
    assert gate(bare, "--head", "lesson/b-100", code=0).json["scope"] == "lesson"
    repo.git("switch", "-q", "--detach", head)
    gate(repo, code=0)


def test_a_vault_in_a_sub_folder_is_found_and_its_paths_are_those_of_the_repository(git_repo: MakeRepo, tmp_path: Path) -> None:
    files = {f"docs/kb/{path}": content for path, content in VAULT.items() if path.startswith((".vault", "vault"))}
    repo = laid_out(git_repo(), files)
    repo.commit({f"docs/kb/{NEW}": TEXT.replace("ttl: indefinite", "ttl: never")})
    done = gate(repo, "--vault", "docs/kb", code=1)
    assert {path for path, _ in said(done)} == {f"docs/kb/{NEW}"}
    repo.commit({f"docs/kb/{NEW}": TEXT})
    assert json.loads(gate(Checkout(repo.path / "docs/kb"), code=0).out)["scope"] == "lesson"
    repo.commit({"vault/lessons/x.md": TEXT})
    assert ("vault/lessons/x.md", "scope") in said(gate(repo, "--vault", "docs/kb", code=1))


SECRET = "ghp_" + "a1B2c3D4e5F6" * 3


@pytest.mark.parametrize("message", ["[skip ci]", "Closes #1", "Thanks to @everyone"])
def test_a_message_that_acts_fails_on_a_proposal(repo: Checkout, message: str) -> None:
    head = repo.commit({NEW: TEXT}, f"Lesson B-100\n\n{message}")
    done = gate(repo, code=1)
    assert said(done) == [(NEW, "commit-message")]
    assert head[:12] in done.json["problems"][0]["message"]
    assert [item["severity"] for item in gate(repo, "--branch", "feature", code=0).json["problems"]] == ["warning"]


def _again(repo: Checkout, change: Callable[[bytes], bytes]) -> str:
    """The commit that is checked out, made anew byte by byte."""
    content = subprocess.run(["git", "cat-file", "commit", "HEAD"], cwd=repo.path, capture_output=True, check=True).stdout
    made = repo.git("hash-object", "-t", "commit", "-w", "--literally", "--stdin", stdin=change(content))
    repo.git("update-ref", "HEAD", made)
    return made


@pytest.mark.parametrize(
    "change",
    [
        lambda content: content + f"\nUse {SECRET}\n".encode(),
        lambda content: content + b"\n\0 " + SECRET.encode(),
        lambda content: content.replace(b"\n\n", b"\nencoding UTF-16\n\n", 1) + SECRET.encode("utf-16"),
        lambda content: content.replace(b"\nauthor ", f"\nauthor {SECRET} ".encode(), 1),
        lambda content: content.replace(b"\n\n", f"\nnote {SECRET}\n\n".encode(), 1),
    ],
    ids=["message", "after a NUL", "UTF-16", "author", "header"],
)
@pytest.mark.parametrize("path", [NEW, "src/app.py"])
def test_a_secret_in_what_a_commit_says_fails_and_is_not_printed(repo: Checkout, path: str, change: Callable[[bytes], bytes]) -> None:
    repo.commit({path: TEXT})
    made = _again(repo, change)
    done = gate(repo, "--branch", "lesson/b-100" if path == NEW else "feature", code=1)
    assert said(done) == [(path, "secret")]
    assert made[:12] in done.json["problems"][0]["message"] and SECRET not in done.out + done.err


def test_a_secret_in_the_message_of_an_earlier_commit_fails(repo: Checkout) -> None:
    repo.commit({NEW: TEXT.replace("slow", "very slow")}, f"Use {SECRET}")
    repo.commit({NEW: TEXT})
    assert said(gate(repo, code=1)) == [(NEW, "secret")]


def test_a_secret_in_the_message_of_a_merge_fails_although_the_merge_stands_for_what_it_merges(repo: Checkout) -> None:
    repo.commit({NEW: TEXT})
    repo.git("switch", "-q", "--detach", "main")
    repo.git("merge", "-q", "--no-ff", "-m", f"queue {SECRET}", "lesson/b-100")
    assert said(gate(repo, "--branch", "queue", code=1)) == [(NEW, "secret")]


def test_a_signature_is_no_secret(repo: Checkout) -> None:
    repo.commit({NEW: TEXT})
    _again(repo, lambda content: content.replace(b"\n\n", b"\ngpgsig -----BEGIN SSH SIGNATURE-----\n AP1B2C3D4E5\n -----END\n\n", 1))
    gate(repo, code=0)


def test_a_replacement_that_is_superseded_at_birth_fails(repo: Checkout) -> None:
    repo.git("switch", "-q", "main")
    verified = "vault/lessons/pdf/font/v-050.md"
    repo.commit({verified: lesson("V-050", "pdf/font", "VERIFIED", ttl="indefinite")})
    repo.git("switch", "-q", "-C", "lesson/b-100")
    old = str(VAULT[OLD]).replace("ttl: indefinite\n", "ttl: indefinite\nsuperseded_by: B-100\n")
    repo.commit({NEW: TEXT.replace("ttl: indefinite\n", "ttl: indefinite\nsuperseded_by: V-050\n"), OLD: old})
    done = gate(repo, code=1)
    assert said(done) == [(NEW, "scope")]
    # The lesson in between protects as much; the end of the chain does not.
    assert {(item["path"], item["id"]) for item in done.json["problems"] if item["rule"] == "review"} == {(OLD, "B-001"), (NEW, "B-100")}

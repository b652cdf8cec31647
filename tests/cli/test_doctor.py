"""`vaultctl doctor`: what is there, and what is missing."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.conftest import MakeRepo
from tests.fakes.checkout import Checkout
from tests.fakes.command import Result, run
from tests.fakes.vaults import lesson, write


def checks(done: Result) -> dict[str, dict[str, str]]:
    """The things that were looked at, by name."""
    assert done.json["schema"] == "vaultctl.doctor/1"
    return {item["name"]: item for item in done.json["checks"]}


def doctor(folder: Path, *options: str, env: dict[str, str] | None = None) -> Result:
    return run("doctor", "--format", "json", *options, cwd=folder, env=env)


@pytest.fixture
def repository(git_repo: MakeRepo) -> Path:
    repo = git_repo()
    write(repo.path, {"a/b-1.md": lesson("B-1", "a/b")})
    repo.git("add", "-A")
    repo.commit(message="vault")
    return repo.path


def test_a_good_vault_on_a_good_machine_is_all_right(repository: Path) -> None:
    done = doctor(repository)
    assert done.code == 0 and done.json["ok"] is True
    found = checks(done)
    assert [item["state"] for item in found.values()] == ["ok"] * len(found)
    assert "1 lesson in 1 file" in found["vault"]["detail"]
    assert sys.executable in found["python"]["detail"]


def test_outside_a_vault_it_says_how_to_make_one(tmp_path: Path) -> None:
    done = doctor(tmp_path)
    assert done.code == 3 and done.json["ok"] is False
    assert checks(done)["vault"]["state"] == "missing"
    assert "vaultctl init" in checks(done)["vault"]["hint"]


def test_no_git_is_missing(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from vaultctl.adapters.git import process

    process.version.cache_clear()
    try:
        done = doctor(repository, env={"PATH": str(repository)})
    finally:
        process.version.cache_clear()
    assert done.code == 3
    assert checks(done)["git"]["state"] == "missing"


def test_no_ripgrep_is_only_a_warning(repository: Path) -> None:
    done = doctor(repository, env={"VAULTCTL_RG": str(repository / "no-such-program")})
    assert done.code == 0
    assert checks(done)["ripgrep"]["state"] == "warning"


def test_records_that_are_no_lessons_are_counted(repository: Path) -> None:
    write(repository, {"a/broken.md": "---\nid: B-2\n---\n"})
    done = doctor(repository)
    found = checks(done)["vault"]
    assert found["state"] == "missing" and "1 record that cannot be read as a lesson" in found["detail"]
    assert done.code == 3 and run("check", "--tags", "z", cwd=repository).code == 3
    write(repository, {"a/broken.md": "---\nid: B-2\ntags: [a/c]\n---\n"})
    done = doctor(repository)
    assert checks(done)["vault"]["state"] == "warning"
    assert done.code == 0 and run("check", "--tags", "z", cwd=repository).code == 0


def test_a_config_that_cannot_be_understood_is_missing_a_vault(repository: Path) -> None:
    (repository / ".vaultctl.yaml").write_text("- a list\n")
    done = doctor(repository)
    assert done.code == 3 and checks(done)["vault"]["state"] == "missing"


def test_a_clone_older_than_allowed_is_stale(repository: Path) -> None:
    (repository / ".vaultctl.yaml").write_text("guard_max_age: 7\n")
    assert "stale" in checks(doctor(repository, "--today", "2100-01-01"))["clone"]["detail"]


@pytest.mark.parametrize("in_git", [True, False])
def test_where_nothing_can_be_recorded_something_is_missing(git_repo: MakeRepo, tmp_path: Path, in_git: bool) -> None:
    folder = write(git_repo(commit=False).path if in_git else tmp_path, {"a/b-1.md": lesson("B-1", "a/b")})
    done = doctor(folder)
    assert done.code == 3 and done.json["ok"] is False
    found = checks(done)["clone"]
    assert found["state"] == "missing" and found["detail"].endswith("so nothing can be recorded")
    recorded = run("record", "--category", "WARNING", "--tags", "x", "--issue", "It is slow to start.", "--mitigation", "Wait for it.",
                   "--agent", "bot", "--no-push", cwd=folder)  # fmt: skip
    assert recorded.code == 3


def test_a_vault_that_cannot_be_searched_whole_is_missing(repository: Path) -> None:
    (repository / "vault/taxonomy.yaml").write_text("strict: perhaps\n")
    done = doctor(repository)
    assert done.code == 3 and "strict must be true or false" in checks(done)["vault"]["detail"]
    assert run("check", "--tags", "z", cwd=repository).code == 3
    (repository / "vault/taxonomy.yaml").unlink()
    (repository / ".vaultctl.yaml").write_text("colour: red\n")
    done = doctor(repository)
    assert done.code == 0 and "1 warning in the config" in checks(done)["vault"]["detail"]
    (repository / "KNOWLEDGE_VAULT.md").write_text("### BLOCKED_PATTERNS\n")
    assert doctor(repository).code == run("check", "--tags", "z", cwd=repository).code == 3


# The trusted ref.


@pytest.mark.parametrize("how", ["variable", "option", "config"])
def test_a_trusted_ref_that_cannot_be_resolved_is_missing(repository: Path, how: str) -> None:
    env = {"VAULTCTL_GUARD_REF": "origin/nope"} if how == "variable" else None
    if how == "config":
        (repository / ".vaultctl.yaml").write_text("guard_ref: origin/nope\n")
    done = doctor(repository, *(("--ref", "origin/nope") if how == "option" else ()), env=env)
    assert done.code == 3
    assert checks(done)["trusted"]["state"] == "missing"
    assert checks(done)["trusted"]["detail"] == "no such ref: origin/nope: every check is UNKNOWN"
    assert checks(done)["vault"]["state"] == "ok"
    if how != "option":
        assert run("check", "--tags", "z", cwd=repository, env=env).code == 3


def test_a_trusted_ref_is_told_with_its_commit_and_age(repository: Path) -> None:
    head = Checkout(repository).head
    write(repository, {"a/broken.md": "---\nid: B-2\n---\n"})  # what lies beside it does not matter
    done = doctor(repository, "--ref", "main")
    assert done.code == 0
    assert checks(done)["trusted"]["detail"].startswith(f"main ({head[:12]}) is of 20")
    assert checks(done)["vault"]["detail"].startswith(f"{repository} on main, layout notes, 1 lesson in 1 file")


def test_a_trusted_ref_older_than_allowed_is_a_warning(repository: Path) -> None:
    (repository / ".vaultctl.yaml").write_text("guard_max_age: 7\n")
    Checkout(repository).git("commit", "-qam", "age")
    found = checks(doctor(repository, "--ref", "main", "--today", "2100-01-01"))
    assert found["trusted"]["state"] == "warning" and "stale, guard_max_age is 7 days" in found["trusted"]["detail"]
    assert "no remote" in found["trusted"]["hint"] and found["clone"]["state"] == "ok"


def test_without_a_trusted_ref_it_says_what_counts(repository: Path) -> None:
    assert "the working tree counts" in checks(doctor(repository))["trusted"]["detail"]


def test_the_text_has_a_line_a_thing(repository: Path) -> None:
    done = run("doctor", cwd=repository)
    assert done.code == 0
    assert [line.split()[:2] for line in done.out.splitlines()] == [
        ["ok", name] for name in ("python", "git", "ripgrep", "vault", "trusted", "clone", "identity", "proposals", "cache")
    ]


def test_a_folder_with_an_escape_in_its_name_cannot_move_the_cursor(tmp_path: Path) -> None:
    folder = tmp_path / "a\x1b[2Jb"
    try:
        folder.mkdir()
    except OSError:
        pytest.skip("this system has no such names")
    assert "\x1b" not in run("doctor", cwd=folder).out


def test_it_names_a_login_that_is_missing(git_repo: MakeRepo) -> None:
    repo = git_repo(commit=False)
    write(repo.path, {"b-1.md": lesson("B-1", "a")})
    repo.git("remote", "add", "origin", "https://github.com/owner/name.git")
    checks = run("doctor", "--format", "json", cwd=repo.path).json["checks"]
    found = next(item for item in checks if item["name"] == "proposals")
    assert found["state"] == "warning"
    assert "no login" in found["detail"]
    assert "GH_TOKEN" in found["hint"] or "GITHUB_TOKEN" in found["hint"]


def test_it_says_when_nobody_can_commit(git_repo: MakeRepo, tmp_path: Path) -> None:
    repo = git_repo()
    write(repo.path, {"b-1.md": lesson("B-1", "a")})
    (tmp_path / "empty").write_text("[user]\n\tuseConfigOnly = true\n")
    done = run("doctor", cwd=repo.path, env={"GIT_CONFIG_GLOBAL": str(tmp_path / "empty")})
    assert "git does not know who you are" in done.out
    assert done.code == 3

"""`vaultctl doctor`: what is there, and what is missing."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.conftest import MakeRepo
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
    found = checks(doctor(repository))["vault"]
    assert found["state"] == "warning" and "1 record that cannot be read" in found["detail"]


def test_a_config_that_cannot_be_understood_is_missing_a_vault(repository: Path) -> None:
    (repository / ".vaultctl.yaml").write_text("- a list\n")
    done = doctor(repository)
    assert done.code == 3 and checks(done)["vault"]["state"] == "missing"


def test_a_clone_older_than_allowed_is_stale(repository: Path) -> None:
    (repository / ".vaultctl.yaml").write_text("guard_max_age: 7\n")
    assert "stale" in checks(doctor(repository, "--today", "2100-01-01"))["clone"]["detail"]


def test_without_a_commit_the_age_is_not_known(tmp_path: Path) -> None:
    write(tmp_path, {"a/b-1.md": lesson("B-1", "a/b")})
    done = doctor(tmp_path)
    assert done.code == 0 and checks(done)["clone"]["state"] == "warning"


def test_the_text_has_a_line_a_thing(repository: Path) -> None:
    done = run("doctor", cwd=repository)
    assert done.code == 0
    assert [line.split()[:2] for line in done.out.splitlines()] == [
        ["ok", name] for name in ("python", "git", "ripgrep", "vault", "clone", "identity", "proposals", "cache")
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
    assert done.code == 0

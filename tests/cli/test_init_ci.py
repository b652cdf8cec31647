"""`init --ci` in a folder of a repository, and on another branch than main."""

from __future__ import annotations

import pytest

from tests.conftest import MakeRepo
from tests.fakes import command
from tests.fakes.checkout import Checkout

GATE = ".github/workflows/vaultctl-gate.yml"
INDEX = ".github/workflows/vaultctl-index.yml"
ARCHIVE = ".github/workflows/vaultctl-archive.yml"


@pytest.fixture
def repo(git_repo: MakeRepo) -> Checkout:
    repo = git_repo()
    repo.commit({"README": "x\n"})
    return repo


def _text(repo: Checkout, path: str) -> str:
    return (repo.path / path).read_text()


def test_the_files_of_a_vault_below_lie_at_the_top_and_name_it(repo: Checkout) -> None:
    done = command.run("init", "kb/main", "--ci", "github", cwd=repo.path)
    assert done.code == 0, done.err
    assert f"../../{GATE}" in done.out
    assert not (repo.path / "kb/main/.github").exists()
    assert (repo.path / "kb/main/.vaultctl.yaml").exists()
    assert "run: vaultctl gate --vault kb/main --base" in _text(repo, GATE)
    assert "name: vaultctl gate\n" in _text(repo, GATE)
    assert "          vaultctl archive --vault kb/main\n" in _text(repo, ARCHIVE)
    index = _text(repo, INDEX)
    assert "- kb/main/vault/lessons/**" in index
    assert "- kb/main/KNOWLEDGE_VAULT.md" in index
    assert "          vaultctl index --vault kb/main\n" in index
    assert "vaultctl-index" in index


def test_those_of_gitlab_too(repo: Checkout) -> None:
    assert command.run("init", "kb", "--ci", "gitlab", cwd=repo.path).code == 0
    text = _text(repo, ".gitlab/vaultctl.yml")
    assert text.count("--vault kb") == 2
    assert "\nvaultctl gate:\n" in text


def test_nothing_at_the_top_is_overwritten_nor_written_by_a_dry_run(repo: Checkout) -> None:
    assert command.run("init", "kb", "--ci", "github", "--dry-run", cwd=repo.path).code == 0
    assert not (repo.path / ".github").exists()
    repo.write(GATE, "mine\n")
    assert f"../{GATE}" in command.run("init", "kb", "--ci", "github", cwd=repo.path).out
    assert _text(repo, GATE) == "mine\n"


def test_a_folder_that_they_cannot_name_is_refused_and_nothing_written(repo: Checkout) -> None:
    done = command.run("init", "a b", "--ci", "github", cwd=repo.path)
    assert done.code == 2
    assert "leave --ci out" in done.err
    assert not (repo.path / "a b").exists()


def test_the_branch_is_that_of_the_repository(repo: Checkout) -> None:
    repo.git("branch", "-m", "trunk")
    assert command.run("init", "--ci", "github", cwd=repo.path).code == 0
    assert "branches: [trunk]" in _text(repo, INDEX)

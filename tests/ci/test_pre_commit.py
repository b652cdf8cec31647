"""The pre-commit hooks stop a real `git commit`, installed by pre-commit from this checkout."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.ci.conftest import ROOT, Tool
from tests.conftest import MakeRepo
from tests.fakes.checkout import Checkout
from tests.fakes.proposals import NEW, OLD, TEXT, VAULT
from tests.fakes.vaults import lesson

pytestmark = pytest.mark.slow
LINKED = "vault/lessons/pdf/b-200.md"


@pytest.fixture
def repo(tool: Tool, git_repo: MakeRepo, tmp_path: Path, programs: Path, monkeypatch: pytest.MonkeyPatch) -> Checkout:
    """A vault whose commits run our hooks; their entries call the vaultctl of this checkout, whatever language installs them."""
    hooks = git_repo("hooks")
    manifest = (ROOT / ".pre-commit-hooks.yaml").read_text().replace("language: python", "language: system")
    hooks.commit({".pre-commit-hooks.yaml": manifest}, "hooks")
    hooks.git("tag", "v1")
    made = git_repo()
    config = f"repos:\n- repo: {hooks.path.as_uri()}\n  rev: v1\n  hooks:\n"
    config += "".join(f"  - id: {name}\n" for name in ("vaultctl-lint", "vaultctl-lint-vault", "vaultctl-index"))
    linked = lesson("B-200", "pdf", ttl="indefinite", issue="It prints boxes.", body="See [[B-001]].\n")
    made.commit({**VAULT, LINKED: linked, ".pre-commit-config.yaml": config}, "a vault")
    monkeypatch.setenv("PRE_COMMIT_HOME", str(tmp_path / "pre-commit"))
    monkeypatch.setenv("PATH", os.pathsep.join([str(programs), str(Path(tool("pre-commit")).parent), os.environ["PATH"]]))
    subprocess.run(["pre-commit", "install"], cwd=made.path, check=True, capture_output=True)
    return made


def _commit(repo: Checkout) -> subprocess.CompletedProcess[str]:
    repo.git("add", "-A")
    return subprocess.run(["git", "commit", "-m", "try"], cwd=repo.path, capture_output=True, text=True, check=False)


def test_a_good_lesson_is_committed(repo: Checkout) -> None:
    repo.write(NEW, TEXT)
    done = _commit(repo)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_broken_lesson_is_not(repo: Checkout) -> None:
    repo.write(NEW, TEXT.replace("2025-06-10", "2025-02-30"))
    done = _commit(repo)
    assert done.returncode != 0
    assert f"{NEW}:7" in done.stdout + done.stderr


def test_a_commit_that_only_deletes_is_checked_as_well(repo: Checkout) -> None:
    (repo.path / OLD).unlink()
    done = _commit(repo)
    assert done.returncode != 0
    assert f"{LINKED}:" in done.stdout + done.stderr


def test_a_stale_index_is_not_committed(repo: Checkout) -> None:
    repo.write("VAULT_INDEX.json", "{}\n")
    assert _commit(repo).returncode != 0


def test_the_manifest_is_valid(tool: Tool) -> None:
    done = subprocess.run([tool("pre-commit"), "validate-manifest", str(ROOT / ".pre-commit-hooks.yaml")], capture_output=True, check=False)
    assert done.returncode == 0, done.stdout.decode()


def test_pre_commit_installs_the_hooks_from_the_repository(tool: Tool, git_repo: MakeRepo, tmp_path: Path) -> None:
    """As people use it: an environment of its own, made from a tag of this repository; needs the package index."""
    source = git_repo("source", commit=False)
    for name in ("vaultctl", "templates", "pyproject.toml", "README.md", "LICENSE", ".pre-commit-hooks.yaml"):
        subprocess.run(["cp", "-R", str(ROOT / name), str(source.path / name)], check=True)
    source.git("add", "-A")
    source.git("commit", "-q", "-m", "this checkout")
    source.git("tag", "v1")
    made = git_repo()
    config = f"repos:\n- repo: {source.path.as_uri()}\n  rev: v1\n  hooks: [{{id: vaultctl-lint-vault}}]\n"
    made.commit({**VAULT, NEW: TEXT.replace("ttl: indefinite", "ttl: never"), ".pre-commit-config.yaml": config}, "a vault")
    env = {**os.environ, "PRE_COMMIT_HOME": str(tmp_path / "pre-commit"), "VAULTCTL_TODAY": "2026-02-01"}
    made.write(OLD, str(VAULT[OLD]).replace("2025-06-10", "2025-02-30"))
    made.git("add", "-A")
    done = subprocess.run([tool("pre-commit"), "run"], cwd=made.path, env=env, capture_output=True, text=True, check=False)
    assert f"{OLD}:7" in done.stdout, done.stdout + done.stderr
    assert "b-100" not in done.stdout  # old debt

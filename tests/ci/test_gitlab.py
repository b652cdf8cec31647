"""The GitLab file, run by gitlab-ci-local on this machine."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.ci.conftest import ROOT, Tool
from tests.conftest import MakeRepo
from tests.fakes.checkout import Checkout
from tests.fakes.proposals import NEW, TEXT, VAULT
from tests.fakes.vaults import lesson

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name == "nt", reason="the jobs are those of Linux")]
FILES = ROOT / "templates/ci/gitlab"


@pytest.fixture
def repo(git_repo: MakeRepo, bare_remote: MakeRepo, tool: Tool) -> Checkout:
    tool("rsync")
    made = git_repo()
    files = {path.relative_to(FILES).as_posix(): path.read_bytes() for path in FILES.rglob("*.yml")}
    old = {"vault/lessons/pdf/b-009.md": lesson("B-009", "pdf", first_seen="2020-01-01", ttl="30")}
    made.commit({**VAULT, **files, **old, ".gitignore": ".gitlab-ci-local\n"}, "a vault")
    made.git("remote", "add", "origin", str(bare_remote(source=made).path))
    made.git("fetch", "-q", "origin")
    made.git("switch", "-q", "-c", "lesson/b-100")
    return made


def _run(tool: Tool, repo: Checkout, programs: Path, job: str, **variables: str) -> subprocess.CompletedProcess[str]:
    node = Path(tool("node")).parent
    env = {"PATH": f"{programs}:{node}:/usr/local/bin:/usr/bin:/bin", "HOME": os.environ["HOME"]}
    more = [word for key, value in variables.items() for word in ("--variable", f"{key}={value}")]
    return subprocess.run(
        [tool("gitlab-ci-local"), "--force-shell-executor", "--no-artifacts-to-source", *more, job],
        cwd=repo.path, env=env, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, timeout=100,
    )  # fmt: skip


def _gate(tool: Tool, repo: Checkout, programs: Path) -> subprocess.CompletedProcess[str]:
    return _run(tool, repo, programs, "vaultctl gate", CI_PIPELINE_SOURCE="merge_request_event", CI_COMMIT_SHA=repo.head,
                CI_MERGE_REQUEST_TARGET_BRANCH_NAME="main", CI_MERGE_REQUEST_SOURCE_BRANCH_NAME="lesson/b-100")  # fmt: skip


def test_a_good_lesson_passes_and_a_bad_one_fails(tool: Tool, repo: Checkout, programs: Path) -> None:
    repo.commit({NEW: TEXT})
    done = _gate(tool, repo, programs)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "pass: B-100 added" in done.stdout + done.stderr
    repo.commit({NEW: TEXT, ".gitlab-ci.yml": "include: [{local: .gitlab/vaultctl.yml}]\n"})
    done = _gate(tool, repo, programs)
    assert done.returncode != 0
    assert ".gitlab-ci.yml:1:1" in done.stdout + done.stderr


def test_the_archive_runs_on_its_schedule(tool: Tool, repo: Checkout, programs: Path) -> None:
    repo.git("switch", "-q", "main")
    remote = repo.git("remote", "get-url", "origin")
    Checkout(Path(remote)).path.rename(f"{remote.removesuffix('.git')}-there.git")
    there = Checkout(Path(f"{remote.removesuffix('.git')}-there.git"))
    address = str(there.path).removesuffix(".git")
    repo.git("remote", "set-url", "origin", f"{address}.git")
    done = _run(tool, repo, programs, "vaultctl archive", CI_PIPELINE_SOURCE="schedule", VAULTCTL_JOB="archive", VAULTCTL_TOKEN="x",
                CI_PROJECT_URL=address, CI_SERVER_HOST="example.org", CI_DEFAULT_BRANCH="main")  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "vault/archive-" in there.git("for-each-ref", "--format=%(refname)")

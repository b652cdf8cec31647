"""The GitHub workflows, run by act on this machine: what passes, what fails, and where the annotations stand."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.ci.conftest import ROOT, Tool
from tests.conftest import MakeRepo
from tests.fakes.checkout import Checkout
from tests.fakes.forges.github import FakeGitHub
from tests.fakes.forges.server import TOKEN, serving
from tests.fakes.http_git import HttpGit
from tests.fakes.proposals import NEW, OLD, TEXT, VAULT
from tests.fakes.vaults import lesson
from vaultctl import __version__

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name == "nt", reason="act runs the jobs of Linux")]

FLOWS = ROOT / "templates/ci/github/.github/workflows"
STUB = "name: stub\ndescription: stands in\nruns: {using: composite, steps: [{run: 'true', shell: sh}]}\n"
SETUP = re.search(r"actions/setup-python@\w+", (FLOWS / "vaultctl-gate.yml").read_text())


@dataclass(frozen=True)
class Act:
    """Runs a workflow on what is checked out."""

    program: str
    folder: Path
    programs: Path

    def run(self, repo: Checkout, event: str, workflow: str, payload: dict[str, object], *more: str) -> subprocess.CompletedProcess[str]:
        (self.folder / "stub").mkdir(exist_ok=True)
        (self.folder / "stub/action.yml").write_text(STUB)
        (self.folder / "event.json").write_text(json.dumps(payload))
        assert SETUP is not None
        env = {"PATH": f"{self.programs}:/usr/local/bin:/usr/bin:/bin", "HOME": os.environ["HOME"],
               "XDG_CACHE_HOME": str(self.folder / "cache")}  # fmt: skip
        return subprocess.run(
            [self.program, event, "-W", f".github/workflows/{workflow}", "-P", "ubuntu-latest=-self-hosted", "-e",
             str(self.folder / "event.json"), "--no-cache-server", "--local-repository", f"{SETUP[0]}={self.folder / 'stub'}", *more],
            cwd=repo.path, env=env, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, timeout=100,
        )  # fmt: skip


@pytest.fixture
def act(tool: Tool, tmp_path: Path, programs: Path) -> Act:
    folder = tmp_path / "act"
    folder.mkdir()
    return Act(tool("act"), folder, programs)


@pytest.fixture
def repo(git_repo: MakeRepo, bare_remote: MakeRepo) -> Checkout:
    made = git_repo()
    flows = {f".github/workflows/{path.name}": path.read_bytes() for path in FLOWS.iterdir()}
    made.commit({**VAULT, **flows}, "a vault")
    made.git("remote", "add", "origin", str(bare_remote(source=made).path))
    made.git("fetch", "-q", "origin")
    made.git("switch", "-q", "-c", "lesson/b-100")
    return made


def _gate(act: Act, repo: Checkout) -> subprocess.CompletedProcess[str]:
    pull_request = {"number": 1, "head": {"sha": repo.head, "ref": "lesson/b-100"}, "base": {"ref": "main"}}
    return act.run(repo, "pull_request", "vaultctl-gate.yml", {"pull_request": pull_request})


def test_a_good_lesson_passes(act: Act, repo: Checkout) -> None:
    repo.commit({NEW: TEXT})
    done = _gate(act, repo)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "pass: B-100 added" in done.stdout
    assert (act.programs / "installed").read_text() == f"install vaultctl=={__version__}\n"


@pytest.mark.parametrize(
    ("files", "place"),
    [
        ({NEW: TEXT, ".github/workflows/evil.yml": "on: push\njobs: {}\n"}, ".github/workflows/evil.yml,line=1,"),
        ({NEW: TEXT, ".vaultctl.yaml": "schema: 1\nforge: local\n"}, ".vaultctl.yaml,line=1,"),
        ({NEW: TEXT.replace("2025-06-10", "2025-02-30")}, f"{NEW},line=7,"),
        ({NEW: TEXT.replace("It is slow.", "Use \u200bthis.")}, f"{NEW},line=5,"),
        ({OLD: None}, f"{OLD},line=2,"),
        ({NEW: TEXT, "vault/lessons/pdf/b-101.md": lesson("B-101", "pdf", ttl="indefinite")}, "line=2,"),
    ],
    ids=["workflow", "config", "no such day", "hidden character", "deletion", "two lessons"],
)  # fmt: skip
def test_a_bad_proposal_fails_with_an_annotation_at_its_place(
    act: Act, repo: Checkout, files: dict[str, str | bytes | None], place: str
) -> None:
    repo.commit(files)
    done = _gate(act, repo)
    assert done.returncode != 0, done.stdout
    assert place in done.stdout, done.stdout


def test_a_merge_group_is_gated(act: Act, repo: Checkout) -> None:
    base = repo.git("rev-parse", "main")
    repo.commit({NEW: TEXT})
    repo.git("switch", "-q", "--detach", "main")
    repo.git("merge", "-q", "--no-ff", "-m", "queue", "lesson/b-100")
    done = act.run(repo, "merge_group", "vaultctl-gate.yml", {"merge_group": {"base_sha": base, "head_sha": repo.head}})
    assert done.returncode == 0, done.stdout + done.stderr
    assert "pass: B-100 added" in done.stdout


def test_the_archive_opens_its_pull_request(act: Act, git_repo: MakeRepo, http_git: HttpGit) -> None:
    http_git.create("acme/vault.git")
    made = git_repo()
    flows = {f".github/workflows/{path.name}": path.read_bytes() for path in FLOWS.iterdir()}
    old = {"vault/lessons/pdf/b-009.md": lesson("B-009", "pdf", first_seen="2020-01-01", ttl="30")}
    made.commit({**VAULT, **flows, **old, ".vaultctl.yaml": "schema: 1\nforge: github\n"}, "a vault")
    made.git("remote", "add", "origin", http_git.url("acme/vault.git"))
    made.git("push", "-q", "-u", "origin", "main")
    forge = FakeGitHub()
    with serving(forge):
        done = act.run(made, "workflow_dispatch", "vaultctl-archive.yml", {}, "-s", f"VAULTCTL_TOKEN={TOKEN}",
                       "--env", f"VAULTCTL_FORGE_API={forge.url}{forge.prefix}")  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert [pull["head"]["ref"].rpartition("-")[0][:13] for pull in forge.pulls] == ["vault/archive"]


def test_the_archive_does_nothing_without_a_token(act: Act, repo: Checkout) -> None:
    done = act.run(repo, "workflow_dispatch", "vaultctl-archive.yml", {})
    assert done.returncode == 0, done.stdout + done.stderr
    assert "nothing archived" in done.stdout
    assert not (act.programs / "installed").exists()


def test_the_index_is_pushed_where_it_is_switched_on(act: Act, repo: Checkout) -> None:
    repo.git("switch", "-q", "main")
    payload: dict[str, object] = {"ref": "refs/heads/main"}
    assert act.run(repo, "push", "vaultctl-index.yml", payload).returncode == 0
    done = act.run(repo, "push", "vaultctl-index.yml", payload, "--var", "VAULTCTL_INDEX=on", "-s", "GITHUB_TOKEN=x")
    assert done.returncode == 0, done.stdout + done.stderr
    repo.git("fetch", "-q", "origin")
    assert "VAULT_INDEX.json" in repo.git("ls-tree", "--name-only", "origin/main")


def test_the_composite_action_gates(act: Act, repo: Checkout) -> None:
    """`uses:` of this repository; it installs itself, so it needs the package index."""
    flow = "on: pull_request\njobs:\n  gate:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v5\n      - id: gate\n"
    flow += f"        uses: acme/vaultctl@{'1' * 40}\n      - run: echo \"it is ${{{{ steps.gate.outputs.scope }}}}\"\n"
    repo.git("switch", "-q", "main")
    repo.commit({".github/workflows/uses.yml": flow}, "uses")
    repo.git("push", "-q", "origin", "main")
    repo.git("switch", "-q", "-C", "lesson/b-100")
    repo.commit({NEW: TEXT})
    (act.programs / "python").symlink_to(sys.executable)
    pip = [word for key, value in os.environ.items() if key.startswith("PIP_") for word in ("--env", f"{key}={value}")]
    pull_request = {"number": 1, "head": {"sha": repo.head, "ref": "lesson/b-100"}, "base": {"ref": "main"}}
    done = act.run(repo, "pull_request", "uses.yml", {"pull_request": pull_request}, *pip,
                   "--local-repository", f"acme/vaultctl@{'1' * 40}={ROOT}")  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "pass: B-100 added" in done.stdout
    assert "it is lesson" in done.stdout

"""Remotes with a vault on them, clones of it, and proposals that wait there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.fakes.checkout import Checkout
from tests.fakes.command import Result, run
from tests.fakes.recording import TODAY, draft, lay_out
from vaultctl.formats import blocks


def seed(repo: Checkout, remote: str, layout: str = "notes", *, config: str = "forge: local\n") -> Checkout:
    """A vault on `main`, pushed to a remote address."""
    lay_out(repo, layout, config=config)
    repo.git("remote", "add", "origin", remote)
    repo.git("push", "-q", "-u", "origin", "main")
    repo.git("remote", "set-head", "origin", "main")
    return repo


def propose(repo: Checkout, number: int, *args: str) -> str:
    """Records a lesson that resembles no other, and gives the name of its branch."""
    found = run(*recording(number), "--format", "json", *args, cwd=repo.path)
    assert found.code == 0, found
    return str(found.json["branch"])


def recording(number: int) -> list[str]:
    """The command line that records lesson number so-and-so."""
    word = "".join(chr(97 + int(digit)) for digit in str(number))
    return ["record", *draft(f"Case {word * 3} {number} breaks {word * 5}.", tags=f"case/t{number}")]


def queue(repo: Checkout, *args: str, env: dict[str, str] | None = None) -> Result:
    """Runs `vaultctl queue … --format json`."""
    return run("queue", *args, "--format", "json", cwd=repo.path, env=env)


def sync(repo: Checkout, *args: str) -> Result:
    """Runs `vaultctl sync --format json`."""
    return run("sync", *args, "--format", "json", cwd=repo.path)


def states(result: Result) -> dict[str, str]:
    """Branch -> state."""
    return {item["branch"]: item["state"] for item in result.json["proposals"]}


def start(folder: Path, *args: str) -> subprocess.Popen[bytes]:
    """Starts `vaultctl` as a process of its own."""
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "VAULTCTL_TODAY": TODAY}
    return subprocess.Popen(
        [sys.executable, "-m", "vaultctl", *args], cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )  # fmt: skip


def finish(child: subprocess.Popen[bytes]) -> Result:
    """Waits for it."""
    out, err = child.communicate(timeout=300)
    return Result(child.returncode, out.decode(), err.decode())


def lessons(repo: Checkout, revision: str = "main") -> list[str]:
    """The ids of all lessons on a commit, B-001 of the seed left out."""
    files = repo.git("ls-tree", "-r", "--name-only", "-z", revision).split("\0")[:-1]
    found = [Path(path).stem for path in files if path.startswith("vault/lessons/")]
    if "KNOWLEDGE_VAULT.md" in files:
        parsed = blocks.parse("", repo.show(f"{revision}:KNOWLEDGE_VAULT.md"))
        assert not [fault for fault in parsed.faults if fault.severity == "error"], parsed.faults
        found += [str(field.value) for record in parsed.records if (field := record.field("id")) is not None]
    return sorted(name.lower() for name in found if name.lower() != "b-001")


def paths_by_commit(repo: Checkout, span: str) -> list[list[str]]:
    """For each commit of a span, oldest first, the paths that it changed; merges count against each parent."""
    commits = repo.git("rev-list", "--reverse", span).split()
    return [repo.git("diff-tree", "-m", "-r", "--no-commit-id", "--name-only", "-z", commit).split("\0")[:-1] for commit in commits]


def branches(repo: Checkout) -> list[str]:
    """The names of all proposal branches."""
    return repo.git("for-each-ref", "--format=%(refname:lstrip=2)", "refs/heads/lesson", "refs/heads/vault").split()

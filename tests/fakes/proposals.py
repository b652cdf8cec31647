"""A repository with a small vault on `main`, and a branch to propose on: what the tests of the gate start from."""

from __future__ import annotations

from collections.abc import Mapping

from tests.fakes import command
from tests.fakes.checkout import Checkout
from tests.fakes.vaults import lesson

TODAY = "2026-02-01"
OLD = "vault/lessons/pdf/font/b-001.md"
OTHER = "vault/lessons/net/http/w-002.md"
NEW = "vault/lessons/pdf/font/b-100.md"
TEXT = lesson("B-100", "pdf/font", ttl="indefinite", issue="It is slow.")
VAULT: Mapping[str, str | bytes] = {
    ".vaultctl.yaml": "schema: 1\n",
    "vault/taxonomy.yaml": "schema: 1\nprefixes:\n  pdf: {about: papers}\n  net: {about: wires}\n",
    OLD: lesson("B-001", "pdf/font/unicode", ttl="indefinite").replace("pdf/font/unicode]", "pdf/font]"),
    OTHER: lesson("W-002", "net/http", "WARNING", ttl="indefinite", issue="It is odd."),
    ".github/workflows/gate.yml": "on: pull_request\n",
    "README": "a repository of a test\n",
}


def laid_out(repo: Checkout, files: Mapping[str, str | bytes] = VAULT, *, branch: str = "lesson/b-100") -> Checkout:
    """The vault is committed on the branch that is checked out, and the proposal's branch is begun."""
    repo.commit(files, "a vault")
    repo.git("switch", "-q", "-c", branch)
    return repo


def gate(repo: Checkout, *args: str, base: str = "main", code: int | None = None) -> command.Result:
    """`vaultctl gate --format json` of what is checked out, on a fixed day."""
    done = command.run("gate", "--base", base, "--today", TODAY, "--format", "json", *args, cwd=repo.path)
    if code is not None:
        assert done.code == code, done.out + done.err
    return done


def said(done: command.Result) -> list[tuple[str, str]]:
    """Path and rule of each problem that is an error."""
    return [(item["path"], item["rule"]) for item in done.json["problems"] if item["severity"] == "error"]

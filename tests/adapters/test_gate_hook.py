"""The pre-receive hook on a real server: pushes over HTTP, objects in quarantine."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import MakeRepo
from tests.fakes import command
from tests.fakes.checkout import Checkout
from tests.fakes.http_git import HttpGit
from tests.fakes.proposals import NEW, OLD, TEXT, VAULT
from tests.fakes.vaults import lesson

ROOT = Path(__file__).resolve().parents[2]
STRIKE = "strikes/test/css/2026-02/2026-02-01-f-abcdefghij.json"
SAID = '{"schema": 1, "signature": "It fails."}\n'

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the hook is a shell script for servers")


@pytest.fixture
def server(http_git: HttpGit) -> Checkout:
    bare = http_git.create()
    hook = bare.path / "hooks" / "pre-receive"
    hook.write_bytes((ROOT / "templates/hooks/pre-receive").read_bytes())
    hook.chmod(0o755)
    bare.git("config", "vaultctl.program", f"env PYTHONPATH={ROOT} {sys.executable} -m vaultctl")
    return bare


@pytest.fixture
def work(http_git: HttpGit, server: Checkout, git_repo: MakeRepo) -> Checkout:
    """A clone whose first push laid the vault out."""
    repo = git_repo()
    repo.git("remote", "add", "origin", http_git.url("vault.git"))
    repo.commit({**VAULT, ".vaultctl.yaml": "schema: 1\nforge: local\n"}, "a vault")
    assert _push(repo, "main").returncode == 0
    repo.git("fetch", "-q", "origin")
    return repo


def _push(repo: Checkout, *refs: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["git", "push", "origin", *refs], cwd=repo.path, capture_output=True, text=True, check=False)


def _proposed(repo: Checkout) -> None:
    """What is checked out is pushed as a proposal's branch."""
    done = _push(repo, "HEAD:refs/heads/lesson/b-100")
    assert done.returncode == 0, done.stderr


def _refused(repo: Checkout, server: Checkout, *refs: str) -> str:
    before = server.git("for-each-ref")
    done = _push(repo, *refs)
    assert done.returncode != 0, done.stderr
    assert server.git("for-each-ref") == before
    return done.stderr


def test_the_base_advances_by_a_lesson_that_passes(work: Checkout, server: Checkout) -> None:
    head = work.commit({NEW: TEXT})
    _proposed(work)
    done = _push(work, "main")
    assert done.returncode == 0, done.stderr
    assert server.git("rev-parse", "main") == head


def test_a_direct_push_of_anything_else_is_refused_with_the_reason_and_the_way(work: Checkout, server: Checkout) -> None:
    work.commit({NEW: TEXT, ".github/workflows/gate.yml": "on: push\n"})
    _proposed(work)
    said = _refused(work, server, "main")
    assert ".github/workflows/gate.yml:1:1: error scope" in said
    assert "vaultctl queue run" in said


@pytest.mark.parametrize(
    "files",
    [
        {"README": "code\n"},
        {".vaultctl.yaml": "schema: 1\n"},
        {OLD: str(VAULT[OLD]).replace("It fails.", "All is well.")},
        {NEW: TEXT, "vault/lessons/pdf/b-101.md": lesson("B-101", "pdf", ttl="indefinite")},
        {NEW: TEXT.replace("first_seen", "seen")},
        {OLD: None},
    ],
    ids=["code", "config", "edit", "two lessons", "broken", "deleted"],
)
def test_what_is_no_proposal_or_needs_a_person_is_refused(
    work: Checkout, server: Checkout, files: dict[str, str | bytes | None]
) -> None:
    work.commit(files)
    _proposed(work)
    _refused(work, server, "main")


def test_every_commit_counts_by_itself(work: Checkout, server: Checkout) -> None:
    work.commit({"README": "sneaked in\n"})
    work.commit({"README": VAULT["README"]})
    work.commit({NEW: TEXT})
    _proposed(work)
    _refused(work, server, "main")


def test_a_good_lesson_that_was_never_open_as_a_proposal_is_refused(work: Checkout, server: Checkout) -> None:
    work.commit({NEW: TEXT})
    assert "not what an open proposal brings" in _refused(work, server, "main")
    assert "not what an open proposal brings" in _refused(work, server, "main", "--atomic", "main:refs/heads/lesson/b-100")


def test_a_proposal_put_on_a_base_that_moved_goes_through(work: Checkout, server: Checkout) -> None:
    work.git("switch", "-q", "-c", "lesson/b-100")
    work.commit({NEW: TEXT})
    work.git("switch", "-q", "-c", "lesson/b-101", "main")
    work.commit({"vault/lessons/pdf/b-101.md": lesson("B-101", "pdf", ttl="indefinite")})
    assert _push(work, "lesson/b-100", "lesson/b-101").returncode == 0
    work.git("switch", "-q", "main")
    work.git("cherry-pick", "lesson/b-100", "lesson/b-101")
    done = _push(work, "main")
    assert done.returncode == 0, done.stderr


def test_the_base_is_neither_rewritten_nor_deleted(work: Checkout, server: Checkout) -> None:
    server.git("config", "receive.denyDeleteCurrent", "ignore")
    work.commit({NEW: TEXT})
    _proposed(work)
    assert _push(work, "main").returncode == 0
    assert "never rewritten" in _refused(work, server, "--force", "main~1:refs/heads/main")
    assert "not to be deleted" in _refused(work, server, ":main")


def test_a_replacement_is_not_accepted(work: Checkout, server: Checkout) -> None:
    assert "stand in" in _refused(work, server, f"HEAD:refs/replace/{work.head}")


def test_a_maintainer_may_push_anything(http_git: HttpGit, work: Checkout, server: Checkout) -> None:
    server.git("config", "--add", "vaultctl.maintainer", "ada")
    http_git.token = "x"
    work.commit({".vaultctl.yaml": "schema: 1\nforge: local\nguard_max_age: 7\n"})
    work.git("remote", "set-url", "origin", http_git.url("vault.git", user="bob", token="x"))
    _refused(work, server, "main")
    work.git("remote", "set-url", "origin", http_git.url("vault.git", user="ada", token="x"))
    assert _push(work, "main").returncode == 0


def test_a_recorded_lesson_goes_through_the_queue(work: Checkout, server: Checkout) -> None:
    recorded = command.run(
        "record", "--category", "BLOCKED", "--tags", "pdf/font", "--issue", "Fonts without glyphs print boxes.",
        "--mitigation", "Embed a font that has them.", "--agent", "bot", cwd=work.path,
    )  # fmt: skip
    assert recorded.code == 0, recorded.err
    ran = command.run("queue", "run", "--format", "json", cwd=work.path)
    assert ran.code == 0, ran.out + ran.err
    assert [item["state"] for item in ran.json["proposals"]] == ["merged"]
    assert server.git("rev-list", "--count", "main") == "3"


@pytest.mark.parametrize(
    ("path", "content", "ok"),
    [
        (STRIKE, SAID, True),
        (STRIKE, "[]\n", False),
        (STRIKE, "{", False),
        (STRIKE, '{"schema": 1}', False),
        ("run.sh", "echo\n", False),
        ("strikes.json", SAID, False),
        (STRIKE.replace("2026-02-01", "2026-02-31"), SAID, False),
        (STRIKE, b'{"schema": 1, "signature": "\xff"}', False),
        (STRIKE, SAID.replace("It", "x" * 20_000), False),
    ],
)
def test_the_failure_log_takes_strikes_alone(
    work: Checkout, server: Checkout, path: str, content: str | bytes, ok: bool
) -> None:
    work.git("switch", "-q", "--orphan", "vault-failures")
    work.commit({path: content}, "strike")
    if ok:
        done = _push(work, "vault-failures")
        assert done.returncode == 0, done.stderr
    else:
        _refused(work, server, "vault-failures")


def test_failures_that_are_logged_reach_the_server(work: Checkout, server: Checkout, http_git: HttpGit, clone: MakeRepo) -> None:
    other = clone(http_git.url("vault.git"), "other")
    for place, more in ((work, ()), (other, ("--no-push",)), (work, ()), (other, ())):
        done = command.run("fail", "--category", "test:css", "--signature", "It fails.", "--agent", "bot", *more, cwd=place.path)
        assert done.code == 0, done.err
    assert len(server.git("ls-tree", "-r", "--name-only", "vault-failures").split("\n")) == 4


def test_strikes_are_never_changed_and_the_log_is_never_rewritten(work: Checkout, server: Checkout) -> None:
    work.git("switch", "-q", "--orphan", "vault-failures")
    work.commit({STRIKE: SAID}, "strike")
    work.commit({STRIKE.replace("-01-f", "-02-f"): SAID}, "strike")
    assert _push(work, "vault-failures").returncode == 0
    work.commit({STRIKE: SAID.replace("It", "All")}, "change")
    _refused(work, server, "vault-failures")
    _refused(work, server, "--force", "HEAD~2:refs/heads/vault-failures")
    _refused(work, server, ":vault-failures")
    work.git("reset", "-q", "--hard", "HEAD~1")
    work.commit({STRIKE: None}, "purge")
    assert _push(work, "vault-failures").returncode == 0


def test_a_secret_in_the_message_of_a_strike_is_refused(work: Checkout, server: Checkout) -> None:
    work.git("switch", "-q", "--orphan", "vault-failures")
    work.commit({STRIKE: SAID}, "Use ghp_" + "a1B2c3D4e5F6" * 3)
    assert "GitHub token" in _refused(work, server, "vault-failures")


def test_the_quarantine_of_another_repository_is_not_looked_into(git_repo: MakeRepo, monkeypatch: pytest.MonkeyPatch) -> None:
    from vaultctl.adapters.git.quarantine import opened
    from vaultctl.adapters.git.repository import discover

    here, other = git_repo("here"), git_repo("other")
    for repo, kept in ((here, True), (other, False)):
        path = repo.path / ".git/objects/incoming-1"
        monkeypatch.setenv("GIT_QUARANTINE_PATH", str(path))
        monkeypatch.setenv("GIT_OBJECT_DIRECTORY", str(path))
        names = {name for name, _ in opened(discover(here.path)).objects}
        assert ("GIT_OBJECT_DIRECTORY" in names) is kept

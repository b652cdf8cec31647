"""A lesson's whole way on a whole Pagure: recorded, proposed, merged there, and then in everybody's way."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.conftest import MakeRepo
from tests.e2e.pagure import Pagure
from tests.fakes.checkout import Checkout
from tests.fakes.command import Result
from tests.fakes.recording import draft

# Laying the system takes a minute or more, Pagure ten seconds and more for each push and merge.
pytestmark = [pytest.mark.e2e, pytest.mark.timeout(1200)]
ROOT = Path(__file__).resolve().parents[2]
RIGHTS = ("pull_request_create", "pull_request_update", "pull_request_close")
TAG = "pdf/table"
# Of this day: the verdicts are asked for without a date.
LESSON = draft(tags=TAG, today=None)


def vaultctl(repo: Checkout, *words: str, env: Mapping[str, str] | None = None) -> Result:
    """Runs `vaultctl` in a process of its own, as an agent does."""
    done = subprocess.run(
        [sys.executable, "-m", "vaultctl", *words], cwd=repo.path, env={**os.environ, "PYTHONPATH": str(ROOT), **(env or {})},
        stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    return Result(done.returncode, done.stdout, done.stderr)


def log_in(repo: Checkout, store: Path, forge: Pagure, user: str, key: str) -> None:
    """Lets git push as this user: Pagure takes an API key with the right `commit` as the password."""
    store.write_text(f"http://{user}:{key}@127.0.0.1:{forge.port}\n")
    repo.git("config", "credential.helper", f"store --file={store.as_posix()}")


def branches(repo: Checkout, remote: str) -> list[str]:
    """The lessons' branches that a remote has."""
    return [line.split("refs/heads/")[1] for line in repo.git("ls-remote", remote, "refs/heads/lesson/*").splitlines()]


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """What stays on the machine goes through no proxy."""
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


@pytest.fixture
def maintainer(pagure: Pagure, git_repo: MakeRepo, tmp_path: Path, request: pytest.FixtureRequest) -> tuple[Checkout, str]:
    """alice's clone of a project on Pagure, with a vault laid out by `init` on its main branch; and her key, which may do all."""
    key = pagure.user("alice")
    name = request.function.__name__
    pagure.project(name, key)
    repo = git_repo("alice", commit=False)
    log_in(repo, tmp_path / "alice.login", pagure, "alice", key)
    repo.git("remote", "add", "origin", f"{pagure.url}/{name}.git")
    made = vaultctl(repo, "init", "--forge", "pagure")
    assert made.code == 0, made
    repo.git("add", "--all")
    repo.commit(message="lay out a vault")
    repo.git("push", "-q", "-u", "origin", "main")
    return repo, key


def test_a_lesson_is_recorded_proposed_once_merged_and_blocks(pagure: Pagure, maintainer: tuple[Checkout, str]) -> None:
    repo, key = maintainer
    env = {"PAGURE_TOKEN": pagure.user("alice", *RIGHTS), "VAULTCTL_FORGE_API": pagure.api}
    assert vaultctl(repo, "check", "--tags", TAG).out.startswith("CLEAR")
    before = repo.state()

    made = vaultctl(repo, "record", *LESSON, env=env)
    assert made.code == 0 and made.out.startswith("proposed B-"), made
    (branch,) = branches(repo, "origin")
    url = f"{repo.git('remote', 'get-url', 'origin').removesuffix('.git')}/pull-request/1"
    assert url in made.out.split() and branch in made.out.split(), made
    assert all(secret not in made.out + made.err for secret in (key, env["PAGURE_TOKEN"]))
    again = vaultctl(repo, "record", *LESSON, "--format", "json", env=env)
    derived = vaultctl(repo, "record", *LESSON, "--format", "json", env={"PAGURE_TOKEN": env["PAGURE_TOKEN"]})
    for same in (again, derived):  # the second finds the API by the remote's address
        assert (same.code, same.json["url"], same.json["branch"]) == (0, url, branch), same
    project = url.split("/")[3]
    found = pagure.call(f"{project}/pull-requests?status=all", key)
    assert found["total_requests"] == 1 and branches(repo, "origin") == [branch]
    (proposal,) = found["requests"]
    assert (proposal["status"], proposal["branch"], proposal["branch_from"]) == ("Open", "main", branch)
    assert "Set wrap to word." in proposal["initial_comment"]
    assert repo.state() == before and vaultctl(repo, "check", "--tags", TAG).code == 0

    assert pagure.call(f"{project}/pull-request/1/merge", key, {"wait": "1"})["message"] == "Changes merged!"
    synced = vaultctl(repo, "sync", "--format", "json", env=env)
    assert synced.code == 0, synced
    assert (synced.json["advanced"], synced.json["pruned"], synced.json["waiting"]) == (True, [branch], []), synced
    assert repo.git("for-each-ref", "refs/heads/lesson") == ""
    verdict = vaultctl(repo, "check", "--tags", TAG, "--format", "json")
    assert (verdict.code, verdict.json["verdict"], verdict.json["alternative"]) == (1, "BLOCKED", "Set wrap to word.")
    merged = vaultctl(repo, "record", *LESSON, "--format", "json", env=env)
    assert (merged.code, merged.json["state"]) == (0, "exists"), merged
    assert pagure.call(f"{project}/pull-requests?status=all", key)["total_requests"] == 1


def test_where_nobody_may_push_the_pull_request_comes_from_a_fork(
    pagure: Pagure, maintainer: tuple[Checkout, str], clone: MakeRepo, tmp_path: Path
) -> None:
    repo, key = maintainer
    origin = repo.git("remote", "get-url", "origin")
    project = origin.split("/")[3].removesuffix(".git")
    pagure.call(f"{project}/options/update", key, {"pull_request_access_only": "true"})
    bob = pagure.user("bob")
    pagure.call("fork", bob, {"repo": project, "wait": "1"})
    work = clone(origin, "bob")
    log_in(work, tmp_path / "bob.login", pagure, "bob", bob)
    env = {"PAGURE_TOKEN": pagure.user("bob", *RIGHTS), "VAULTCTL_FORGE_API": pagure.api}

    refused = vaultctl(work, "record", *LESSON, "--format", "json", env=env)
    assert (refused.code, refused.json["state"], refused.json["pushed"]) == (3, "committed", False), refused
    work.git("remote", "add", "fork", f"{pagure.url}/forks/bob/{project}.git")
    work.git("config", "remote.pushDefault", "fork")
    made = vaultctl(work, "record", *LESSON, "--format", "json", env=env)
    assert (made.code, made.json["state"], made.json["pushed"]) == (0, "proposed", True), made
    assert made.json["url"] == f"{pagure.url}/{project}/pull-request/1"
    assert branches(work, "origin") == [] and branches(work, "fork") == [made.json["branch"]]
    assert vaultctl(work, "record", *LESSON, "--format", "json", env=env).json["url"] == made.json["url"]

    pagure.call(f"{project}/pull-request/1/merge", key, {"wait": "1"})
    synced = vaultctl(work, "sync", "--format", "json", env=env)
    assert (synced.code, synced.json["pruned"]) == (0, [made.json["branch"]]), synced
    assert vaultctl(work, "check", "--tags", TAG).code == 1

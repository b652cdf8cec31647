"""Recording over real HTTP to a plain git remote: what is pushed, what goes wrong, and how the same command goes on."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.conftest import MakeRepo
from tests.fakes.checkout import Checkout
from tests.fakes.command import run
from tests.fakes.http_git import HttpGit
from tests.fakes.recording import changed_paths, draft, lay_out, record
from vaultctl.adapters.git import remote

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="git http-backend and shell hooks as POSIX has them")
LAYOUTS = pytest.mark.parametrize("layout", ["notes", "single-file"])


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "PAUSE", 0.02)


@pytest.fixture
def served(http_git: HttpGit, git_repo: MakeRepo) -> Checkout:
    """The repository on the server, with a vault on `main`."""
    made = http_git.create()
    lay_out(git_repo("seed", commit=False)).git("push", "-q", str(made.path), "main")
    return made


def branches(served: Checkout) -> list[str]:
    return served.git("for-each-ref", "--format=%(refname)", "refs/heads/lesson").split()


@LAYOUTS
def test_a_lesson_is_pushed_on_its_own_branch(http_git: HttpGit, git_repo: MakeRepo, clone: MakeRepo, layout: str) -> None:
    served = http_git.create()
    lay_out(git_repo("seed", commit=False), layout).git("push", "-q", str(served.path), "main")
    made = clone(http_git.url("vault.git"))
    found = record(made)
    assert (found.code, found.json["state"], found.json["pushed"]) == (0, "pushed", True)
    assert branches(served) == [f"refs/heads/{found.json['branch']}"]
    assert served.git("rev-parse", found.json["branch"]) == found.json["commit"]
    assert changed_paths(served, found.json["branch"]) == [found.json["path"]]


def test_it_stands_on_the_base_as_the_remote_has_it_now(
    http_git: HttpGit, served: Checkout, clone: MakeRepo
) -> None:
    made, other = clone(http_git.url("vault.git")), clone(served, "other")
    newest = other.commit({"news": "x"})
    other.git("push", "-q", "origin", "main")
    found = record(made).json
    assert found["base_commit"] == newest == served.git("rev-parse", f"{found['branch']}^")


def test_what_was_merged_meanwhile_is_there_already(http_git: HttpGit, served: Checkout, clone: MakeRepo) -> None:
    one, two = clone(http_git.url("vault.git"), "one"), clone(http_git.url("vault.git"), "two")
    made = record(one).json
    served.git("update-ref", "refs/heads/main", made["commit"])
    served.git("update-ref", "-d", f"refs/heads/{made['branch']}")
    found = record(two)
    assert (found.code, found.json["state"], found.json["branch"]) == (0, "exists", None)
    assert branches(served) == []


def test_what_another_clone_proposed_exists(http_git: HttpGit, served: Checkout, clone: MakeRepo) -> None:
    one, two = clone(http_git.url("vault.git"), "one"), clone(http_git.url("vault.git"), "two")
    first = record(one).json
    second = record(two, today="2026-01-06")
    assert (second.code, second.json["state"], second.json["commit"]) == (0, "exists", first["commit"])
    assert served.git("rev-parse", first["branch"]) == first["commit"] and len(branches(served)) == 1
    assert two.git("for-each-ref", "refs/heads/lesson") == ""


def test_no_push_asks_the_network_for_nothing_and_the_next_call_sends_it(
    http_git: HttpGit, served: Checkout, clone: MakeRepo
) -> None:
    made = clone(http_git.url("vault.git"))
    asked = len(http_git.requests)
    kept = record(made, "--no-push")
    assert (kept.code, kept.json["state"], kept.json["pushed"], kept.json["error"]) == (0, "committed", False, None)
    record(made, "--dry-run", issue="Another one altogether.")
    assert len(http_git.requests) == asked
    sent = record(made)
    assert (sent.json["state"], sent.json["commit"]) == ("pushed", kept.json["commit"])


def test_a_remote_that_cannot_be_reached_loses_nothing(http_git: HttpGit, served: Checkout, clone: MakeRepo) -> None:
    made = clone(http_git.url("vault.git"))
    http_git.fail = lambda request: 503
    kept = record(made)
    assert (kept.code, kept.json["state"], kept.json["pushed"]) == (3, "committed", False)
    assert "503" in kept.json["error"]["message"] and "vaultctl sync" in kept.json["error"]["hint"]
    said = run("record", *draft(), cwd=made.path)
    assert said.code == 3 and said.out.startswith("committed B-") and "nothing is lost" in said.err
    http_git.fail = lambda request: None
    sent = record(made)
    assert (sent.code, sent.json["state"], sent.json["commit"]) == (0, "pushed", kept.json["commit"])


def test_a_push_that_fails_is_sent_by_the_same_command(http_git: HttpGit, served: Checkout, clone: MakeRepo) -> None:
    made = clone(http_git.url("vault.git"))
    http_git.fail = lambda request: 500 if request.is_push else None
    kept = record(made)
    assert (kept.code, kept.json["state"]) == (3, "committed")
    http_git.fail = lambda request: None
    sent = record(made)
    assert (sent.json["state"], sent.json["commit"], len(branches(served))) == ("pushed", kept.json["commit"], 1)


def test_a_hook_that_refuses_is_quoted_and_loses_nothing(http_git: HttpGit, served: Checkout, clone: MakeRepo) -> None:
    made = clone(http_git.url("vault.git"))
    http_git.hook("vault.git", "echo 'no lessons on Fridays' >&2; exit 1")
    kept = record(made)
    assert (kept.code, kept.json["state"], kept.json["pushed"]) == (3, "committed", False)
    assert "no lessons on Fridays" in kept.json["error"]["message"]
    assert made.git("rev-parse", kept.json["branch"]) == kept.json["commit"]
    http_git.hook("vault.git", "exit 0")
    assert record(made).json["state"] == "pushed"


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_push_that_is_cut_off_ends_in_one_branch(http_git: HttpGit, served: Checkout, clone: MakeRepo, when: str) -> None:
    made = clone(http_git.url("vault.git"))
    http_git.cut = lambda request: when if request.is_push else None
    first = record(made)
    assert first.json["state"] == ("pushed" if when == "after" else "committed")
    http_git.cut = lambda request: None
    again = record(made)
    assert (again.code, again.json["state"], again.json["commit"]) == (0, "pushed", first.json["commit"])
    assert len(branches(served)) == 1


def test_a_login_that_is_missing_is_named_and_no_token_is_shown(served: Checkout, http_git: HttpGit, clone: MakeRepo) -> None:
    http_git.token = "s3cr3t-right"
    made = clone(served)
    made.git("remote", "set-url", "origin", http_git.url("vault.git", user="bot", token="s3cr3t-wrong"))
    found = record(made)
    assert (found.code, found.json["state"]) == (3, "committed")
    assert "log in" in found.json["error"]["message"] and "s3cr3t" not in found.out + found.err


def test_a_failure_before_the_commit_leaves_nothing_and_the_same_command_works_later(
    http_git: HttpGit, served: Checkout, clone: MakeRepo, tmp_path: Path
) -> None:
    made = clone(http_git.url("vault.git"))
    made.git("config", "commit.gpgSign", "true")
    made.git("config", "gpg.program", str(tmp_path / "no-gpg"))
    failed = record(made)
    assert failed.code == 3 and "gpg" in failed.json["error"]["message"] and "signing" in failed.json["error"]["hint"]
    assert made.git("for-each-ref", "refs/heads/lesson") == "" and branches(served) == []
    made.git("config", "commit.gpgSign", "false")
    assert record(made).json["state"] == "pushed"


def test_a_commit_is_signed_where_git_is_told_to(http_git: HttpGit, served: Checkout, clone: MakeRepo, tmp_path: Path) -> None:
    made = clone(http_git.url("vault.git"))
    gpg = tmp_path / "gpg"
    gpg.write_text("#!/bin/sh\ncat >/dev/null\necho '[GNUPG:] SIG_CREATED ' >&2\necho '-----BEGIN PGP SIGNATURE-----'\n"
                   "echo x\necho '-----END PGP SIGNATURE-----'\n")
    gpg.chmod(0o755)
    made.git("config", "commit.gpgSign", "true")
    made.git("config", "gpg.program", str(gpg))
    made.git("config", "user.name", "Configured Name")
    found = record(made).json
    raw = made.git("cat-file", "commit", found["branch"])
    assert "gpgsig -----BEGIN PGP SIGNATURE-----" in raw and "author Configured Name <author@example.org>" in raw


def test_people_without_push_rights_push_to_their_fork(http_git: HttpGit, served: Checkout, clone: MakeRepo) -> None:
    fork = http_git.create("fork.git")
    made = clone(http_git.url("vault.git"))
    made.git("remote", "add", "mine", http_git.url("fork.git"))
    made.git("config", "remote.pushDefault", "mine")
    found = record(made).json
    assert found["state"] == "pushed" and branches(served) == []
    assert branches(fork) == [f"refs/heads/{found['branch']}"]
    assert record(made).json == found


def test_a_branch_that_upstream_has_is_not_pushed_to_the_fork(http_git: HttpGit, served: Checkout, clone: MakeRepo) -> None:
    fork = http_git.create("fork.git")
    record(clone(http_git.url("vault.git"), "one"))
    made = clone(http_git.url("vault.git"), "two")
    made.git("remote", "add", "mine", http_git.url("fork.git"))
    made.git("config", "remote.pushDefault", "mine")
    assert record(made, today="2026-01-06").json["state"] == "exists" and branches(fork) == []


def test_a_push_address_of_its_own_is_asked_and_pushed_to(http_git: HttpGit, served: Checkout, clone: MakeRepo) -> None:
    fork = http_git.create("fork.git")
    made = clone(http_git.url("vault.git"))
    made.git("remote", "set-url", "--push", "origin", http_git.url("fork.git"))
    first = record(made).json
    assert (first["state"], len(branches(fork)), branches(served)) == ("pushed", 1, [])
    made.git("branch", "-q", "-D", first["branch"])
    assert record(made, today="2026-01-06").json["state"] == "exists"


def test_the_default_branch_of_the_remote_is_the_base(http_git: HttpGit, git_repo: MakeRepo, clone: MakeRepo) -> None:
    served = http_git.create(branch="trunk")
    seed = lay_out(git_repo("seed", commit=False, branch="trunk"))
    seed.git("push", "-q", str(served.path), "trunk", "trunk:main")
    made = clone(http_git.url("vault.git"))
    assert record(made).json["base"] == "trunk"
    made.git("remote", "set-head", "origin", "--delete")
    assert record(made, issue="Another one altogether.").json["base"] == "trunk"


def test_the_only_remote_is_taken_whatever_its_name(http_git: HttpGit, served: Checkout, clone: MakeRepo) -> None:
    made = clone(http_git.url("vault.git"), "clone", "--origin", "hub")
    assert record(made).json["state"] == "pushed"


def test_an_empty_remote_is_refused_until_the_base_is_pushed(http_git: HttpGit, git_repo: MakeRepo) -> None:
    served = http_git.create()
    repo = lay_out(git_repo(commit=False))
    repo.git("remote", "add", "origin", http_git.url("vault.git"))
    found = record(repo)
    assert found.code == 3 and "git push -u origin main" in found.json["error"]["hint"] and branches(served) == []
    assert repo.git("for-each-ref", "refs/heads/lesson") == ""
    repo.git("push", "-q", "-u", "origin", "main")
    assert record(repo).json["state"] == "pushed"

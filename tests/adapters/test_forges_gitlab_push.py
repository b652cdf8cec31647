"""GitLab by push options: what is sent, and what is read back, with a real push."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.conftest import MakeRepo
from tests.fakes.forges.gitlab import FakeGitLab
from tests.fakes.forges.server import Asked, serving
from vaultctl.adapters.forges.api import Api, Patience
from vaultctl.adapters.forges.exchange import Direct
from vaultctl.adapters.forges.gitlab import GitLab
from vaultctl.adapters.forges.gitlab_push import MAX_OPTION, GitLabPush
from vaultctl.adapters.forges.remote_url import Remote
from vaultctl.core.proposal import ProposalText, PullRequest
from vaultctl.errors import ForgeError

VAULT = Remote("gitlab.example.org", "acme/deep", "vault", "https://gitlab.example.org")
FORK = Remote("gitlab.example.org", "eve", "vault", "https://gitlab.example.org")


def make(source: Remote, web: str = "http://127.0.0.1:9") -> GitLabPush:
    api = Api(Direct(f"{web}/api/v4", {}), "gitlab.example.org", "log in", patience=Patience(attempts=1))
    return GitLabPush(GitLab(api, VAULT, source), VAULT, source, "log in")


FORGE = make(VAULT)
TEXT = ProposalText("Lesson B-1", "A lesson.\n\n```text\n    Issue: C:\\new /merge\n```\n", ("lesson", "two words"))
BLANK = " "  # git pads the lines of a remote
SAID = f"""remote:{BLANK}
remote: To create a merge request for other, visit:
remote:   https://gitlab.example.org/acme/deep/vault/-/merge_requests/new?merge_request%5Bsource_branch%5D=other
remote:{BLANK}
remote: View merge request for lesson/b-1:
remote:   https://gitlab.example.org/acme/deep/vault/-/merge_requests/17{BLANK * 8}
remote:{BLANK}
"""


def test_the_options_say_everything_on_one_line_each() -> None:
    options = FORGE.push_options("main", TEXT, draft=True, auto_merge=True)
    assert options[:2] == ("merge_request.create", "merge_request.target=main")
    assert "merge_request.title=Lesson B-1" in options
    assert "merge_request.label=lesson" in options and "merge_request.label=two words" in options
    assert options[-2:] == ("merge_request.draft", "merge_request.merge_when_pipeline_succeeds")
    assert not any("\n" in option or "\0" in option for option in options)


def test_a_backslash_of_the_lesson_starts_no_line() -> None:
    option = next(option for option in FORGE.push_options("main", TEXT) if "description" in option)
    assert option.replace("\\n", "\n").splitlines()[3] == "    Issue: C:\\ new /merge"


def test_an_option_fits_into_one_packet() -> None:
    long = ProposalText("t", "x" * 100_000)
    assert max(len(option.encode()) for option in FORGE.push_options("main", long)) == MAX_OPTION


def test_a_fork_names_the_project_that_it_goes_to() -> None:
    options = make(FORK).push_options("main", TEXT)
    assert "merge_request.target_project=acme/deep/vault" in options


def test_a_public_merge_request_is_found_without_a_login() -> None:
    class Public(FakeGitLab):
        def answer(self, asked: Asked) -> tuple[int, object]:
            return (200, self.handle(asked)) if asked.method == "GET" else (401, {})

    with serving(Public()) as fake:
        assert isinstance(fake, FakeGitLab)
        forge = make(VAULT, fake.url)
        assert forge.find("lesson/b-1") is None
        fake.create(7, {"source_branch": "lesson/b-1", "target_branch": "main", "title": "t", "description": ""})
        found = forge.find("lesson/b-1")
        assert found is not None and found.number == 1
        assert forge.open("lesson/b-1", "main", TEXT) == found


def test_a_private_merge_request_leaves_only_its_page() -> None:
    assert FORGE.find("lesson/b-1") is None
    with pytest.raises(ForgeError, match="named no merge request") as caught:
        FORGE.open("lesson/b-1", "main", TEXT)
    assert "merge_requests?state=all&source_branch=lesson%2Fb-1" in caught.value.hint


def test_the_merge_request_is_read_from_what_the_push_says() -> None:
    assert FORGE.read_push(SAID) == PullRequest("https://gitlab.example.org/acme/deep/vault/-/merge_requests/17", 17)


@pytest.mark.parametrize("said", ["", "Everything up-to-date", SAID.replace("example.org/", "evil.org/"), "remote: WARNINGS:\n"])
def test_a_push_that_names_none_opened_none(said: str) -> None:
    assert FORGE.read_push(said) is None


@pytest.mark.skipif(sys.platform == "win32", reason="the hook of the remote is a shell script")
def test_a_real_push_carries_the_options_and_brings_the_address(git_repo: MakeRepo, bare_remote: MakeRepo) -> None:
    repo, remote = git_repo("work"), bare_remote()
    remote.git("config", "receive.advertisePushOptions", "true")
    hook = remote.path / "hooks" / "post-receive"
    hook.write_text('#!/bin/sh\nenv | sort | grep ^GIT_PUSH_OPTION_ > options\nprintf %s "$SAID"\n')
    hook.chmod(0o755)
    flags = [f"--push-option={option}" for option in FORGE.push_options("main", TEXT)]
    said = "\n".join(line.removeprefix("remote: ") for line in SAID.splitlines()) + "\n"
    command = ["git", "push", *flags, str(remote.path), "HEAD:refs/heads/lesson/b-1"]
    done = subprocess.run(command, cwd=repo.path, env={**os.environ, "SAID": said}, capture_output=True, text=True, check=True)
    assert FORGE.read_push(done.stderr) == FORGE.read_push(SAID)
    assert "merge_request.title=Lesson B-1" in (remote.path / "options").read_text()

"""Who speaks for a repository, and with which login."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from vaultctl.adapters.forges.credentials import find_token, variables
from vaultctl.adapters.forges.gh_cli import GhCli
from vaultctl.adapters.forges.gitea import Gitea
from vaultctl.adapters.forges.github import GitHub, addresses
from vaultctl.adapters.forges.gitlab import GitLab
from vaultctl.adapters.forges.gitlab_push import GitLabPush
from vaultctl.adapters.forges.glab_cli import GlabExchange
from vaultctl.adapters.forges.local import Local
from vaultctl.adapters.forges.no_login import NoLogin
from vaultctl.adapters.forges.pagure import Pagure
from vaultctl.adapters.forges.registry import choose
from vaultctl.core.proposal import ProposalText
from vaultctl.errors import ForgeError

TEXT = ProposalText("T", "B")
HUB, LAB, BERG, PAG = "git@github.com:a/b.git", "git@gitlab.com:g/s/b.git", "https://codeberg.org/a/b", "https://pagure.io/b.git"
posix = pytest.mark.skipif(sys.platform == "win32", reason="the stand-ins for gh and glab are shell scripts")


def nothing(name: str) -> None:
    return None


@pytest.mark.parametrize(
    ("address", "variable", "kind"),
    [(HUB, "GH_TOKEN", GitHub), (HUB, "GITHUB_TOKEN", GitHub), (LAB, "GITLAB_TOKEN", GitLab), (BERG, "GITEA_TOKEN", Gitea),
     (BERG, "FORGEJO_TOKEN", Gitea), (PAG, "PAGURE_TOKEN", Pagure), (HUB, "VAULTCTL_FORGE_TOKEN", GitHub)],
)  # fmt: skip
def test_a_token_in_the_environment_chooses_the_api(address: str, variable: str, kind: type) -> None:
    forge = choose("auto", address, None, {variable: "tok"}, find_program=nothing)
    assert isinstance(forge, kind)
    assert "tok" not in repr(forge).replace("token", "")


@pytest.mark.parametrize(("address", "words"), [(HUB, "compare/main...a:x"), (BERG, "GITEA_TOKEN"), (PAG, "PAGURE_TOKEN")])
def test_without_a_login_opening_says_how_to_go_on(address: str, words: str) -> None:
    forge = choose("auto", address, None, {}, find_program=nothing)
    assert isinstance(forge, NoLogin) and forge.find("x") is None
    with pytest.raises(ForgeError, match="no login") as caught:
        forge.open("x", "main", TEXT)
    assert words in caught.value.hint


def test_gitlab_without_a_login_goes_by_push_options() -> None:
    assert isinstance(choose("auto", LAB, None, {"CI_JOB_TOKEN": "x"}, find_program=nothing), GitLabPush)


def test_an_address_on_no_server_is_local() -> None:
    assert isinstance(choose("auto", "/srv/vault.git", None, {}), Local)
    assert isinstance(choose("github", None, None, {}), Local)


def test_a_fork_on_another_host_is_refused() -> None:
    with pytest.raises(ForgeError, match="pushed to"):
        choose("auto", HUB, "git@example.org:eve/b.git", {})


def test_a_token_for_github_does_not_reach_another_server() -> None:
    environ = {"GH_TOKEN": "public", "GITHUB_TOKEN": "public"}
    assert find_token("github", "github.example.org", environ) is None
    assert find_token("github", "acme.ghe.com", environ) is not None
    assert find_token("github", "github.example.org", {**environ, "GH_ENTERPRISE_TOKEN": "own"}) is not None
    assert variables("gitlab", "gitlab.com")[0] == "VAULTCTL_FORGE_TOKEN"


def test_what_can_be_no_token_is_refused_without_showing_it() -> None:
    with pytest.raises(ForgeError) as caught:
        find_token("pagure", "pagure.io", {"PAGURE_TOKEN": "a\r\nX-Evil: b"})
    assert "Evil" not in caught.value.message
    assert find_token("pagure", "pagure.io", {"PAGURE_TOKEN": "  "}) is None
    token = find_token("pagure", "pagure.io", {"PAGURE_TOKEN": "tok\n"})
    assert token is not None and token.value == "tok"


@pytest.mark.parametrize(
    ("web", "rest", "graphql"),
    [
        ("https://github.com", "https://api.github.com", "https://api.github.com"),
        ("https://acme.ghe.com", "https://api.acme.ghe.com", "https://api.acme.ghe.com"),
        ("https://git.example.org", "https://git.example.org/api/v3", "https://git.example.org/api"),
    ],
)
def test_where_the_api_of_a_github_is(web: str, rest: str, graphql: str) -> None:
    assert addresses(web) == (rest, graphql)


def test_the_ci_token_of_github_brings_a_note() -> None:
    forge = choose("auto", HUB, None, {"GITHUB_ACTIONS": "true", "GITHUB_TOKEN": "ghs_x"}, find_program=nothing)
    assert "starts no checks" in forge.notes[0]
    assert choose("auto", HUB, None, {"GITHUB_TOKEN": "ghp_x"}, find_program=nothing).notes == ()


def test_the_api_may_stand_elsewhere() -> None:
    environ = {"GITLAB_TOKEN": "tok", "VAULTCTL_FORGE_API": "https://example.org/git/api/v4/"}
    forge = choose("gitlab", "git@example.org:a/b.git", None, environ)
    assert isinstance(forge, GitLab) and "https://example.org/git/api/v4'" in repr(forge)


def stand_in(folder: Path, name: str, script: str) -> Path:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


@posix
def test_gh_is_used_where_it_is_logged_in(tmp_path: Path) -> None:
    script = 'test "$1 $2 $3 $4" = "auth token --hostname github.com" && echo gho_secret'
    path = stand_in(tmp_path, "gh", script)
    forge = choose("auto", HUB, None, {"GITHUB_TOKEN": "x"}, find_program=lambda name: str(path))
    assert isinstance(forge, GhCli) and "gho_secret" not in repr(forge)
    other = choose("auto", "git@github.example.org:a/b", None, {}, find_program=lambda name: str(path))
    assert isinstance(other, NoLogin)


@posix
def test_our_own_variable_goes_before_gh(tmp_path: Path) -> None:
    path = stand_in(tmp_path, "gh", "echo gho_secret")
    environ = {"VAULTCTL_FORGE_TOKEN": "tok"}
    assert isinstance(choose("auto", HUB, None, environ, find_program=lambda name: str(path)), GitHub)


@posix
def test_glab_is_used_where_it_is_logged_in_and_speaks_the_scheme(tmp_path: Path) -> None:
    path = stand_in(tmp_path, "glab", 'test "$3" = token && echo glpat; test "$5" = gitlab.com')
    forge = choose("auto", LAB, None, {}, find_program=lambda name: str(path))
    assert isinstance(forge, GitLab) and isinstance(forge.api.exchange, GlabExchange)
    plain = choose("gitlab", "http://gitlab.example.org/a/b.git", None, {}, find_program=lambda name: str(path))
    assert isinstance(plain, GitLabPush)

"""Reading remote addresses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultctl.adapters.forges.registry import resolve
from vaultctl.adapters.forges.remote_url import Remote, detect, parse
from vaultctl.errors import ForgeError


@pytest.mark.parametrize(
    ("address", "host", "path", "web"),
    [
        ("git@github.com:acme/vault.git", "github.com", "acme/vault", "https://github.com"),
        ("github.com:acme/vault", "github.com", "acme/vault", "https://github.com"),
        ("org-123@github.com:acme/vault.git/", "github.com", "acme/vault", "https://github.com"),
        ("git@github.com:/acme/vault.git", "github.com", "acme/vault", "https://github.com"),
        ("ssh://git@ssh.github.com:443/acme/vault.git", "github.com", "acme/vault", "https://github.com"),
        ("ssh://git@gitlab.example.org:2222/a/b/c/vault.git", "gitlab.example.org", "a/b/c/vault", "https://gitlab.example.org"),
        ("git+ssh://git@codeberg.org/a/b", "codeberg.org", "a/b", "https://codeberg.org"),
        ("https://github.com/acme/vault.git", "github.com", "acme/vault", "https://github.com"),
        ("HTTPS://GitHub.com:443/acme/Vault/", "github.com", "acme/Vault", "https://github.com"),
        ("https://user:s3cret@git.example.org:8443/a/b.git", "git.example.org", "a/b", "https://git.example.org:8443"),
        ("https://s3cret@github.com/a/b.git?x=s3cret#s3cret", "github.com", "a/b", "https://github.com"),
        ("http://127.0.0.1:5050/vault.git", "127.0.0.1", "vault", "http://127.0.0.1:5050"),
        ("http://[::1]:3000/a/b.git", "[::1]", "a/b", "http://[::1]:3000"),
        ("git@[::1]:a/b.git", "[::1]", "a/b", "https://[::1]"),
        ("git://pagure.io/forks/eve/vault.git", "pagure.io", "forks/eve/vault", "https://pagure.io"),
        ("https://e%40x.y:p%40ss@host.example/a/b", "host.example", "a/b", "https://host.example"),
        ("https://eve@x:s3cret@host.example/a/b", "host.example", "a/b", "https://host.example"),
    ],
)
def test_an_address_names_host_path_and_web(address: str, host: str, path: str, web: str) -> None:
    remote = parse(address)
    assert remote is not None
    assert (remote.host, remote.path, remote.web) == (host, path, web)
    assert "s3cret" not in repr(remote)


@pytest.mark.parametrize(
    "address",
    ["/srv/git/vault.git", "../vault.git", "vault", "C:\\git\\vault", "C:/git/vault", "file:///srv/git/vault.git", "file://host/x",
     "", ":", "https://", "https:///a/b", "https://host", "https://host/", "git@host:", "host:~user/vault", "https://ho st/a/b",
     "https://host:port/a/b", "https://host/a/../b", "ext::sh -c x", "https://ho\x1bst/a/b", "-oProxyCommand=x:y/z"],
)  # fmt: skip
def test_what_is_on_no_server_is_nothing(address: str) -> None:
    assert parse(address) is None


@given(st.text(max_size=60) | st.from_regex(r"(https?|ssh)://[a-z0-9:@.\[\]-]{0,20}/[a-z/.~]{0,20}", fullmatch=True))
def test_any_text_is_read_or_refused_and_never_fails(text: str) -> None:
    remote = parse(text)
    assert remote is None or (remote.host and remote.repo and "@" not in remote.web)


@pytest.mark.parametrize(
    ("host", "forge"),
    [
        ("github.com", "github"), ("gitlab.com", "gitlab"), ("codeberg.org", "gitea"), ("pagure.io", "pagure"),
        ("github.example.org", "github"), ("gitlab.gnome.org", "gitlab"), ("my-gitea.example.org", "gitea"),
        ("forgejo.example.org", "gitea"), ("stg.pagure.io", "pagure"), ("acme.ghe.com", "local"), ("git.example.org", "local"),
        ("notgithub.com", "local"), ("127.0.0.1", "local"),
    ],
)  # fmt: skip
def test_the_host_tells_the_forge(host: str, forge: str) -> None:
    assert detect(Remote(host, "a", "b", f"https://{host}")) == forge


def test_the_config_goes_before_the_host() -> None:
    assert resolve("forgejo", "https://git.example.org/a/b") == "gitea"
    assert resolve("local", "https://github.com/a/b") == "local"
    assert resolve("auto", "/srv/git/vault.git") == resolve("auto", None) == "local"


def test_a_config_that_contradicts_a_public_host_is_refused() -> None:
    with pytest.raises(ForgeError, match=r"forge: github, but the remote is on gitlab\.com"):
        resolve("github", "git@gitlab.com:a/b.git")

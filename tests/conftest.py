"""What every test stands on: a home folder, a git configuration and a network that are the test run's own."""

from __future__ import annotations

import os
import socket
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.fakes.checkout import Checkout
from tests.fakes.http_git import HttpGit
from tests.fakes.queueing import seed

CORPUS_VARIABLE = "VAULTCTL_CORPUS"
DROPPED = ("GIT_", "SSH_", "VAULTCTL_", "GITHUB_", "GITLAB_", "GH_", "GLAB_", "GITEA_", "FORGEJO_", "PAGURE_", "CI_")
DROPPED_NAMES = ("NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CI", "EMAIL", "COLUMNS", "RIPGREP_CONFIG_PATH")
GIT_CONFIG = """\
[user]
\tname = Test Author
\temail = author@example.org
[init]
\tdefaultBranch = main
[gc]
\tauto = 0
[maintenance]
\tauto = false
[advice]
\tdetachedHead = false
"""
_corpus = os.environ.get(CORPUS_VARIABLE)


@pytest.fixture(scope="session", autouse=True)
def isolated_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A scratch HOME with a fixed author, no system-wide git configuration, none of the caller's `GIT_*`, tokens or colours."""
    home = tmp_path_factory.mktemp("home")
    (home / ".gitconfig").write_text(GIT_CONFIG)
    with pytest.MonkeyPatch.context() as patch:
        for name in list(os.environ):
            if name.startswith(DROPPED) or name in DROPPED_NAMES:
                patch.delenv(name)
        patch.setenv("HOME", str(home))
        patch.setenv("USERPROFILE", str(home))
        for name in ("CONFIG", "CACHE", "DATA", "STATE"):
            folder = home / f".xdg-{name.lower()}"
            folder.mkdir()
            patch.setenv(f"XDG_{name}_HOME", str(folder))
        patch.setenv("GIT_CONFIG_NOSYSTEM", "1")
        # No search for a repository above the scratch folders: a temporary folder inside a checkout must not find it.
        patch.setenv("GIT_CEILING_DIRECTORIES", str(home.parent))
        yield home


@pytest.fixture(scope="session", autouse=True)
def loopback_only() -> Iterator[None]:
    """Refuses every connection of this process that does not stay on the machine."""
    connect, connect_ex = socket.socket.connect, socket.socket.connect_ex

    def allowed(address: object) -> None:
        host = str(address[0]) if isinstance(address, tuple) else "localhost"  # not a tuple: a socket of the file system
        if host not in ("localhost", "::1", "") and not host.startswith("127."):
            raise OSError(f"tests may not connect to {host}")

    def guarded(sock: socket.socket, address: tuple[str, int] | str) -> None:
        allowed(address)
        connect(sock, address)

    def guarded_ex(sock: socket.socket, address: tuple[str, int] | str) -> int:
        allowed(address)
        return connect_ex(sock, address)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", guarded)
        patch.setattr(socket.socket, "connect_ex", guarded_ex)
        yield


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The real corpus of 1,191 lessons (the folder that holds `vault/`), read-only; the test is skipped where it is absent."""
    place = Path(_corpus) if _corpus else Path(__file__).resolve().parents[2] / "shared" / "corpus" / "rustsec"
    if not place.is_dir():
        pytest.skip(f"the real corpus is not here: set {CORPUS_VARIABLE} to its folder")
    return place


MakeRepo = Callable[..., Checkout]


@pytest.fixture
def git_repo(tmp_path: Path) -> MakeRepo:
    """Makes repositories: `git_repo("name", branch="main", commit=True)`; with `commit` there is a first commit with a README."""

    def make(name: str = "repo", *, branch: str = "main", commit: bool = True) -> Checkout:
        path = tmp_path / name
        subprocess.run(["git", "init", "-q", "-b", branch, str(path)], check=True)
        made = Checkout(path)
        if commit:
            made.commit({"README": "a repository of a test\n"}, "first")
        return made

    return make


@pytest.fixture
def bare_remote(tmp_path: Path) -> MakeRepo:
    """Makes bare repositories to push to: `bare_remote("name", source)`; with a source its branches and tags are there."""

    def make(name: str = "remote.git", source: Checkout | None = None, *, branch: str = "main") -> Checkout:
        path = tmp_path / name
        subprocess.run(["git", "init", "-q", "--bare", "-b", branch, str(path)], check=True)
        if source is not None:
            source.git("push", "-q", str(path), "refs/heads/*:refs/heads/*", "refs/tags/*:refs/tags/*")
        return Checkout(path)

    return make


@pytest.fixture
def remote(bare_remote: MakeRepo) -> Checkout:
    """An empty bare repository."""
    return bare_remote()


@pytest.fixture
def made(remote: Checkout, git_repo: MakeRepo) -> Checkout:
    """A repository with a vault, pushed to `remote`."""
    return seed(git_repo("desk", commit=False), str(remote.path))


@pytest.fixture
def clone(tmp_path: Path) -> MakeRepo:
    """Makes clones: `clone(remote_or_url, "name", *options)`, with `git clone`'s own options."""

    def make(source: Checkout | str, name: str = "clone", *options: str) -> Checkout:
        url = source if isinstance(source, str) else source.path.as_uri()
        path = tmp_path / name
        subprocess.run(["git", "clone", "-q", *options, url, str(path)], check=True, capture_output=True)
        return Checkout(path)

    return make


@pytest.fixture
def http_git(tmp_path: Path) -> Iterator[HttpGit]:
    """A git server over HTTP on loopback; `http_git.create()` gives it an empty repository."""
    root = tmp_path / "served"
    root.mkdir()
    with HttpGit(root) as server:
        yield server

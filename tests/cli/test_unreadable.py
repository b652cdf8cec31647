"""A file that may not be read, and what is no file: each answer names the place once, and a line only where there is one."""

from __future__ import annotations

import os
from io import FileIO
from pathlib import Path

import pytest

from tests.fakes.command import run
from tests.fakes.vaults import lesson, write
from vaultctl import Vault, VaultUnreadable
from vaultctl.adapters.files import worktree

SHUT = "vault/lessons/a/link.md"


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A vault with a file that may not be read."""
    write(tmp_path, {"a/b-1.md": lesson("B-1", "a/b"), "a/link.md": lesson("B-2", "a/c")})
    (tmp_path / SHUT).chmod(0)

    def opened(path: str, *_: str, **__: int) -> FileIO:
        if path.replace(os.sep, "/").endswith(SHUT):  # permissions do not hold for every user and system
            raise PermissionError(13, "Permission denied", path)
        return FileIO(path)

    monkeypatch.setattr(worktree, "open", opened, raising=False)
    return tmp_path


@pytest.mark.parametrize("words", [("lint",), ("search", "fails"), ("backup",), ("index",), ("verify", "--due"), ("show", "X-1")])
def test_the_path_is_named_once(vault: Path, words: tuple[str, ...]) -> None:
    done = run(*words, cwd=vault)
    said = done.out + done.err
    assert done.code == (1 if words == ("lint",) else 3)
    assert said.count(SHUT) == 1
    assert "Permission denied" in said or words[0] == "show"


def test_a_check_names_it_once(vault: Path) -> None:
    found = run("check", "--tags", "a/c", "--format", "json", cwd=vault, env={"VAULTCTL_RG": str(vault / "none")}).json
    assert found["unreadable"] == [{"path": SHUT, "line": 0, "message": "Permission denied"}]


@pytest.mark.parametrize("words", [("search", "fails"), ("index",), ("verify", "--due"), ("show", "X-1")])
def test_a_link_has_no_line(tmp_path: Path, words: tuple[str, ...]) -> None:
    write(tmp_path, {"a/b-1.md": lesson("B-1", "a/b")})
    try:
        (tmp_path / SHUT).symlink_to("b-1.md")
    except OSError:
        pytest.skip("this system makes no links")
    done = run(*words, cwd=tmp_path)
    assert done.code == 3 and SHUT in done.err and f"{SHUT}:0" not in done.err


def test_the_guard_of_the_python_api_names_no_line_that_is_none(tmp_path: Path) -> None:
    write(tmp_path, {"a/b-1.md": lesson("B-1", "a/b")})
    try:
        (tmp_path / SHUT).symlink_to("b-1.md")
    except OSError:
        pytest.skip("this system makes no links")
    with pytest.raises(VaultUnreadable, match=rf"{SHUT}: a symlink"), Vault.open(tmp_path).guard("z"):
        pass


def test_a_message_loses_the_place_that_stands_beside_it() -> None:
    assert VaultUnreadable("a/x.md: Permission denied").said_of("a/x.md") == "Permission denied"
    assert VaultUnreadable("sub/a/x.md in staging area: a submodule").said_of("a/x.md") == "in staging area: a submodule"
    assert VaultUnreadable("a: a link").said_of("a/x.md") == "a: a link"
    assert VaultUnreadable("no a/x.md: here").said_of("a/x.md") == "no a/x.md: here"

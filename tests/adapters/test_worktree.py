"""The working tree, against real files."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from vaultctl.adapters.files.worktree import WorkTree
from vaultctl.errors import VaultUnreadable
from vaultctl.usecases.findings import TreeEntry

posix = pytest.mark.skipif(sys.platform == "win32", reason="links and FIFOs as POSIX has them")
not_root = pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="permissions do not hold for this user")


def fill(root: Path, *paths: str) -> WorkTree:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(path.encode())
    return WorkTree(root)


def test_entries_are_sorted_by_whole_path_and_hold_hidden_files_but_no_git_folder(tmp_path: Path) -> None:
    tree = fill(tmp_path, "a/b.md", "a.md", "a-b.md", ".hidden/x", ".git/config", "deep/.git/HEAD", "deep/x.md")
    assert [(entry.path, entry.kind) for entry in tree.entries()] == [
        (".hidden/x", "file"), ("a-b.md", "file"), ("a.md", "file"), ("a/b.md", "file"), ("deep", "submodule")]  # fmt: skip


def test_a_prefix_is_a_folder_by_whole_segments(tmp_path: Path) -> None:
    tree = fill(tmp_path, "vault/lessons/x.md", "vault/lessons-old/y.md")
    assert tree.entries("vault/lessons") == tree.entries("vault/lessons/") == [TreeEntry("vault/lessons/x.md")]


def test_a_prefix_may_be_one_file(tmp_path: Path) -> None:
    assert fill(tmp_path, "K.md").entries("K.md") == [TreeEntry("K.md")]


def test_nothing_at_the_prefix_is_no_entry(tmp_path: Path) -> None:
    tree = fill(tmp_path, "file")
    assert tree.entries("gone") == tree.entries("file/below") == []


def test_names_with_accents_blanks_and_line_ends_come_back_as_they_are(tmp_path: Path) -> None:
    names = ["é ü.md", "two\nlines.md" if sys.platform != "win32" else "x.md", "日本.md"]
    tree = fill(tmp_path, *names)
    assert dict(tree.read_many(sorted(names))) == {name: name.encode() for name in names}
    assert [entry.path for entry in tree.entries()] == sorted(names)


def test_bytes_are_not_touched(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"\xef\xbb\xbfa\r\nb\n\0\xff")
    assert WorkTree(tmp_path).read("x") == b"\xef\xbb\xbfa\r\nb\n\0\xff"


def test_a_file_that_is_not_there_reads_as_none(tmp_path: Path) -> None:
    tree = fill(tmp_path, "file")
    assert tree.read("gone") is None and tree.read("gone/x") is None and tree.read("file/x") is None


@posix
def test_links_are_named_and_never_followed(tmp_path: Path) -> None:
    tree = fill(tmp_path, "real/x.md")
    (tmp_path / "link.md").symlink_to("real/x.md")
    (tmp_path / "folder").symlink_to("real")
    (tmp_path / "loop").symlink_to("loop")
    assert tree.entries() == [
        TreeEntry("folder", "symlink"), TreeEntry("link.md", "symlink"), TreeEntry("loop", "symlink"), TreeEntry("real/x.md")]
    assert tree.entries("folder/x.md") == tree.entries("folder") == [TreeEntry("folder", "symlink")]
    for path in ("link.md", "folder/x.md", "loop"):
        with pytest.raises(VaultUnreadable, match="symbolic link"):
            tree.read(path)


@posix
def test_a_fifo_is_other_and_reading_it_does_not_wait(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert WorkTree(tmp_path).entries() == [TreeEntry("pipe", "other")]
    with pytest.raises(VaultUnreadable, match="special file"):
        WorkTree(tmp_path).read("pipe")


@not_root
def test_what_may_not_be_read_is_named_with_the_systems_reason(tmp_path: Path) -> None:
    tree = fill(tmp_path, "x", "closed/y")
    (tmp_path / "x").chmod(0)
    (tmp_path / "closed").chmod(0)
    try:
        assert tree.entries() == [TreeEntry("closed", "other"), TreeEntry("x")]
        with pytest.raises(VaultUnreadable, match="x: Permission denied"):
            tree.read("x")
    finally:
        (tmp_path / "closed").chmod(0o700)


@pytest.mark.parametrize("path", ["../x", "/etc/passwd", "a/../../x", "a//b", "", "a\0b"])
def test_a_path_that_leads_out_is_refused(tmp_path: Path, path: str) -> None:
    with pytest.raises(VaultUnreadable, match="not a path below the root"):
        WorkTree(tmp_path).read(path)


def test_importing_it_loads_nothing_that_the_check_path_may_not() -> None:
    code = (
        "import sys; import vaultctl.adapters.files.worktree; "
        "print(*sorted({'typing', 'pathlib', 'subprocess', 're', 'dataclasses', 'enum', 'json'} & set(sys.modules)))"
    )
    # Without `site` nothing but the module itself can have brought them in.
    done = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True,
                          env={**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])})
    assert done.stdout.split() == []

"""Changes put into a real working tree."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

import pytest

from vaultctl.adapters.files import writer
from vaultctl.core.change import FileChange
from vaultctl.errors import Refused, StaleWrite, VaultctlError

posix = pytest.mark.skipif(sys.platform == "win32", reason="links and modes as POSIX has them")


def files(root: Path) -> dict[str, bytes]:
    """All files below a folder."""
    return {file.relative_to(root).as_posix(): file.read_bytes() for file in root.rglob("*") if file.is_file()}


def test_files_are_made_changed_and_removed_with_their_folders(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "b" / "old.md").write_bytes(b"old\r\n")
    (tmp_path / "edit.md").write_bytes(b"one\r\n")
    writer.apply(tmp_path, [
        FileChange("new/é ü/x.md", None, b"new\n"),
        FileChange("edit.md", b"one\r\n", b"two\r\n"),
        FileChange("a/b/old.md", b"old\r\n", None),
    ])  # fmt: skip
    assert files(tmp_path) == {"new/é ü/x.md": b"new\n", "edit.md": b"two\r\n"}
    assert not (tmp_path / "a").exists() and tmp_path.exists()


def test_a_folder_that_holds_something_else_stays(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "x").write_bytes(b"x")
    (tmp_path / "a" / "y").write_bytes(b"y")
    writer.apply(tmp_path, [FileChange("a/x", b"x", None)])
    assert files(tmp_path) == {"a/y": b"y"}


@pytest.mark.parametrize("change", [
    FileChange("x", b"what was read", b"new"), FileChange("x", None, b"new"), FileChange("x", b"other", None),
    FileChange("gone", b"x", b"new"),
])
def test_a_file_that_changed_since_it_was_read_stops_everything(tmp_path: Path, change: FileChange) -> None:
    (tmp_path / "x").write_bytes(b"what is there now")
    with pytest.raises(StaleWrite):
        writer.apply(tmp_path, [FileChange("first/file", None, b"1"), change])
    assert files(tmp_path) == {"x": b"what is there now"}
    assert [item.name for item in tmp_path.iterdir()] == ["x"]


@posix
def test_modes_are_kept_and_new_files_follow_the_umask(tmp_path: Path) -> None:
    (tmp_path / "run").write_bytes(b"1")
    (tmp_path / "run").chmod(0o750)
    before = os.umask(0o027)
    try:
        writer.apply(tmp_path, [FileChange("run", b"1", b"2"), FileChange("new", None, b"n")])
    finally:
        os.umask(before)
    assert (tmp_path / "run").stat().st_mode & 0o777 == 0o750
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o640


@posix
def test_nothing_is_written_through_a_link(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "x").write_bytes(b"x")
    root = tmp_path / "root"
    root.mkdir()
    (root / "folder").symlink_to(outside)
    (root / "x").symlink_to(outside / "x")
    for change in (FileChange("folder/x", b"x", b"y"), FileChange("folder/new", None, b"y"), FileChange("x", b"x", None)):
        with pytest.raises(Refused, match="symbolic link"):
            writer.apply(root, [change])
    assert files(outside) == {"x": b"x"}


@pytest.mark.parametrize("path", ["../x", "/tmp/x", "a/../../x", ".git/hooks/pre-commit", "sub/.GIT/config", ""])
def test_a_path_outside_or_in_gits_own_folder_is_refused(tmp_path: Path, path: str) -> None:
    with pytest.raises(Refused):
        writer.apply(tmp_path, [FileChange(path, None, b"x")])
    assert list(tmp_path.iterdir()) == []


def test_a_failure_half_way_is_undone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").write_bytes(b"a")
    (tmp_path / "b").write_bytes(b"b")
    (tmp_path / "c").write_bytes(b"c")
    replace = os.replace

    def full_disk(source: str, target: str) -> None:
        if target.endswith("c") and Path(source).read_bytes() == b"C":
            raise OSError(28, "No space left on device", target)
        replace(source, target)

    monkeypatch.setattr(os, "replace", full_disk)
    with pytest.raises(VaultctlError, match=r"^c could not be written: No space left on device$"):
        writer.apply(tmp_path, [FileChange("a", b"a", b"A"), FileChange("n/w", None, b"n"), FileChange("b", b"b", None),
                                FileChange("c", b"c", b"C")])  # fmt: skip
    assert files(tmp_path) == {"a": b"a", "b": b"b", "c": b"c"}
    assert not (tmp_path / "n").exists()


def test_a_reader_never_sees_half_a_file(tmp_path: Path) -> None:
    one, two = b"1" * 200_000, b"2" * 200_000
    (tmp_path / "x").write_bytes(one)
    seen: set[bytes] = set()
    stop = threading.Event()

    def read() -> None:
        while not stop.is_set():
            seen.add((tmp_path / "x").read_bytes())

    reader = threading.Thread(target=read)
    reader.start()
    for _ in range(20):
        writer.apply(tmp_path, [FileChange("x", one, two)])
        writer.apply(tmp_path, [FileChange("x", two, one)])
    stop.set()
    reader.join()
    assert seen <= {one, two}

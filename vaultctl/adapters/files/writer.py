"""Puts changes into the working tree: all of them or none, each file by renaming a finished one into place."""

from __future__ import annotations

import errno
import os
import secrets
import stat

from vaultctl.adapters import disk
from vaultctl.adapters.files.worktree import GIT_FOLDER, split
from vaultctl.errors import Refused, StaleWrite, VaultctlError, VaultUnreadable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultctl.core.change import FileChange

WAY_ON = "nothing was written; run the command again"


def apply(root: str | os.PathLike[str], changes: Sequence[FileChange]) -> None:
    """Writes and removes files below `root`.

    Every file must still be what its change was worked out from.  Modes are kept, new folders made, emptied ones removed.
    What was already done is undone when a later step fails.  Raises StaleWrite where a file changed meanwhile, Refused for a
    path that leads through a link, out of the root or into git's own folder, VaultctlError with the system's reason otherwise.
    """
    top = os.fspath(root)
    if len({change.path for change in changes}) != len(changes):
        raise ValueError("two changes of one file")
    modes = [_check(top, change) for change in changes]
    work = _Work(top)
    try:
        finished = [work.prepare(change, mode) for change, mode in zip(changes, modes, strict=True)]
        for change, temporary in zip(changes, finished, strict=True):
            _check(top, change)  # again: the time between looking and renaming is as short as it can be
            work.put(change, temporary)
    except OSError as error:
        work.undo()
        name = os.path.relpath(str(error.filename), top).replace(os.sep, "/") if error.filename else "a file"
        raise VaultctlError(f"{name} could not be written: {error.strerror}", disk.WAY_ON if disk.is_full(error) else WAY_ON) from error
    except BaseException:
        work.undo()
        raise
    for change in changes:
        if change.after is None:
            _remove_empty(top, os.path.dirname(change.path))


class _Work:
    """What was made so far, so that it can be undone."""

    def __init__(self, top: str) -> None:
        self.top = top
        self.folders: list[str] = []
        self.temporary: set[str] = set()
        self.done: list[tuple[FileChange, int | None]] = []

    def prepare(self, change: FileChange, mode: int | None) -> str:
        """Writes the finished file beside its place; gives its name, empty for a removal."""
        if change.after is None:
            return ""
        folder = self._make_folders(os.path.dirname(change.path))
        return self._write_beside(folder, change.after, mode)

    def put(self, change: FileChange, temporary: str) -> None:
        """Makes one change."""
        full = os.path.join(self.top, change.path)
        mode = None if change.before is None else stat.S_IMODE(os.lstat(full).st_mode)
        if change.after is None:
            if change.before is not None:
                os.unlink(full)
        else:
            os.replace(temporary, full)
            self.temporary.discard(temporary)
        self.done.append((change, mode))

    def undo(self) -> None:
        """Takes back what can be taken back; what the system refuses here is left, the first reason is the one to report."""
        for change, mode in reversed(self.done):
            full = os.path.join(self.top, change.path)
            try:
                if change.before is None:
                    os.unlink(full)
                else:
                    os.replace(self._write_beside(os.path.dirname(full), change.before, mode), full)
            except OSError:
                continue
        for leftover in (*self.temporary, *reversed(self.folders)):
            try:
                os.rmdir(leftover) if leftover in self.folders else os.unlink(leftover)
            except OSError:
                continue

    def _make_folders(self, path: str) -> str:
        full = self.top
        for part in path.split("/") if path else ():
            full = os.path.join(full, part)
            try:
                os.mkdir(full)
                self.folders.append(full)
            except FileExistsError:
                continue
        return full

    def _write_beside(self, folder: str, content: bytes, mode: int | None) -> str:
        name = os.path.join(folder, f".vaultctl-{secrets.token_hex(6)}.tmp")
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        with os.fdopen(os.open(name, flags, 0o666), "wb") as file:
            self.temporary.add(name)
            file.write(content)
        if mode is not None:
            os.chmod(name, mode)
        return name


def _check(top: str, change: FileChange) -> int | None:
    """Sees that a change may be made; gives the file's mode, None for one that is not there."""
    try:
        parts = split(change.path)
    except VaultUnreadable as error:
        raise Refused(f"{error.message}; nothing was written") from error
    if any(part.casefold() == GIT_FOLDER for part in parts):
        raise Refused(f"{change.path} lies in git's own folder; nothing was written")
    at = top
    for depth, part in enumerate(parts, 1):
        at = os.path.join(at, part)
        try:
            mode = os.lstat(at).st_mode
        except OSError as error:
            if error.errno in (errno.ENOENT, errno.ENOTDIR):
                break
            raise VaultctlError(f"{change.path}: {error.strerror}", WAY_ON) from error
        if stat.S_ISLNK(mode):
            raise Refused(f"{'/'.join(parts[:depth])} is a symbolic link, and links are not written through; nothing was written")
        if depth == len(parts):
            return _check_file(at, mode, change)
        if not stat.S_ISDIR(mode):
            raise Refused(f"{'/'.join(parts[:depth])} is no folder; nothing was written")
    if change.before is not None:
        raise StaleWrite(f"{change.path} is gone since it was read", WAY_ON)
    return None


def _check_file(full: str, mode: int, change: FileChange) -> int:
    if not stat.S_ISREG(mode):
        raise Refused(f"{change.path} is no plain file; nothing was written")
    if change.before is None:
        raise StaleWrite(f"{change.path} is there already", WAY_ON)
    try:
        with os.fdopen(os.open(full, os.O_RDONLY | getattr(os, "O_BINARY", 0)), "rb") as file:
            current = file.read()
    except OSError as error:
        raise VaultctlError(f"{change.path}: {error.strerror}", WAY_ON) from error
    if current != change.before:
        raise StaleWrite(f"{change.path} changed since it was read", WAY_ON)
    return stat.S_IMODE(mode)


def _remove_empty(top: str, folder: str) -> None:
    while folder:
        try:
            os.rmdir(os.path.join(top, folder))
        except OSError:  # not empty, or not ours to remove
            return
        folder = os.path.dirname(folder)

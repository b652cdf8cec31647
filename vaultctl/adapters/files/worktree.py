"""The working tree, read as it is: no index, no ignore rules, no links followed.

On the check path, so `os` alone does the work: importing pathlib takes longer than the reading.
"""

from __future__ import annotations

import os
import stat

from vaultctl.errors import VaultUnreadable
from vaultctl.usecases.findings import Survey, TreeEntry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

GIT_FOLDER = ".git"


class WorkTree:
    """The files below `root` (`usecases.ports.Tree`).  Paths are relative to it, with `/`."""

    label = "working tree"

    def __init__(self, root: str | os.PathLike[str]) -> None:
        self.root = os.fspath(root)

    def entries(self, prefix: str = "") -> list[TreeEntry]:
        """Everything at or below `prefix`, sorted by path.

        Where a folder above `prefix` is a symbolic link, that link is the one entry.  A folder that cannot be listed is an
        entry of kind `other`, so that nothing is passed over in silence; `read` gives the reason.  A folder that is a repository of
        its own is one of kind `submodule`, as git has it.
        """
        prefix = prefix.strip("/")
        at = ""
        for part in split(prefix) if prefix else ():
            at = f"{at}/{part}" if at else part
            try:
                mode = os.lstat(os.path.join(self.root, at)).st_mode
            except OSError as error:
                return [] if _is_absence(error) else [TreeEntry(at, "other")]
            if stat.S_ISLNK(mode):
                return [TreeEntry(at, "symlink")]
            if not stat.S_ISDIR(mode):
                return [TreeEntry(at, "file" if stat.S_ISREG(mode) else "other")] if at == prefix else []
        found: list[TreeEntry] = []
        _walk(os.path.join(self.root, prefix) if prefix else self.root, f"{prefix}/" if prefix else "", found)
        found.sort()
        return found

    def survey(self, prefix: str, ending: str, name: str) -> Survey:
        """How many files with that ending lie below a folder (not above which is a link), and what else does."""
        return _survey(self.root, prefix, ending, name)

    def read(self, path: str) -> bytes | None:
        """The bytes of a file, None when it is not there.  Raises VaultUnreadable for a link, a special file or a refusal."""
        return self._read(path, set())

    def read_many(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes | None]]:
        """`read` for many paths, in their order.  Raises VaultUnreadable at the first that cannot be read."""
        folders: set[str] = set()
        for path in paths:
            yield path, self._read(path, folders)

    def _read(self, path: str, folders: set[str]) -> bytes | None:
        """Reads a file; `folders` remembers those above it that were seen to be no links."""
        split(path)
        end = path.find("/")
        while end != -1:
            folder = path[:end]
            if folder not in folders:
                if not self._is_folder(folder):
                    return None
                folders.add(folder)
            end = path.find("/", end + 1)
        full = os.path.join(self.root, path)
        try:
            mode = os.lstat(full).st_mode
            if not stat.S_ISREG(mode):
                raise VaultUnreadable(f"{path}: {_what(mode)}, not a file")
            with open(full, "rb", buffering=0) as file:
                return file.read()
        except OSError as error:
            if _is_absence(error):
                return None
            raise VaultUnreadable(f"{path}: {error.strerror}") from error

    def _is_folder(self, path: str) -> bool:
        """Whether a folder is there.  Raises VaultUnreadable where it is a link."""
        try:
            mode = os.lstat(os.path.join(self.root, path)).st_mode
        except OSError as error:
            if _is_absence(error):
                return False
            raise VaultUnreadable(f"{path}: {error.strerror}") from error
        if stat.S_ISLNK(mode):
            raise VaultUnreadable(f"{path}: {_what(mode)}; links are not followed")
        return stat.S_ISDIR(mode)


def _survey(root: str, prefix: str, ending: str, name: str) -> Survey:
    """`WorkTree.survey`: the same walk as `_walk`, without a value for each file, of which there may be very many."""
    files = 0
    named: list[str] = []
    empty: list[str] = []
    odd: list[TreeEntry] = []
    end, length = -len(ending), len(name)
    folders = [(os.path.join(root, prefix), f"{prefix}/")]
    for folder, above in folders:
        sizes = files, len(named), len(empty), len(odd), len(folders)
        try:
            with os.scandir(folder) as listing:
                for item in listing:
                    called = item.name
                    if called == GIT_FOLDER:
                        # What stands beside it belongs to that repository.
                        files = sizes[0]
                        del named[sizes[1] :], empty[sizes[2] :], odd[sizes[3] :], folders[sizes[4] :]
                        odd.append(TreeEntry(above.rstrip("/"), "submodule"))
                        break
                    if item.is_file(follow_symlinks=False):
                        if called[end:].lower() != ending:
                            continue
                        if len(called) == length and called.casefold() == name:
                            named.append(above + called)
                            continue
                        files += 1
                        try:
                            if item.stat(follow_symlinks=False).st_size:
                                continue
                        except OSError:
                            pass  # gone, or not to be looked at: whoever reads it will say
                        empty.append(above + called)
                    elif _is_link(item):
                        odd.append(TreeEntry(above + called, "symlink"))
                    elif item.is_dir(follow_symlinks=False):
                        folders.append((item.path, f"{above}{called}/"))
                    else:
                        odd.append(TreeEntry(above + called, "other"))
        except OSError as error:
            if not _is_absence(error):
                odd.append(TreeEntry(above.rstrip("/"), "other"))
    return Survey(files, tuple(sorted(named)), tuple(sorted(empty)), tuple(sorted(odd)))


def split(path: str) -> list[str]:
    """The parts of a path below the root.  Raises VaultUnreadable where it could lead out of it."""
    parts = path.split("/")
    strange = "\0" in path or os.path.splitdrive(path)[0] or (os.sep != "/" and os.sep in path)
    if strange or any(part in ("", ".", "..") for part in parts):
        raise VaultUnreadable(f"{path!r} is not a path below the root")
    return parts


def _walk(root: str, prefix: str, found: list[TreeEntry]) -> None:
    """Everything below a folder; `prefix` is its path with a `/`, empty for the top of the tree, which may be a repository."""
    folders = [(root, prefix)]
    for folder, above in folders:
        try:
            with os.scandir(folder) as listing:
                items = list(listing)
        except OSError as error:
            if not _is_absence(error):
                found.append(TreeEntry(above.rstrip("/") or ".", "other"))
            continue
        if above and any(item.name == GIT_FOLDER for item in items):
            found.append(TreeEntry(above.rstrip("/"), "submodule"))
            continue
        for item in items:
            path = above + item.name
            if item.name == GIT_FOLDER:
                continue
            if _is_link(item):
                found.append(TreeEntry(path, "symlink"))
            elif item.is_dir(follow_symlinks=False):
                folders.append((item.path, f"{path}/"))
            else:
                found.append(TreeEntry(path, "file" if item.is_file(follow_symlinks=False) else "other"))


def _is_link(item: os.DirEntry[str]) -> bool:
    """Whether an entry leads elsewhere: a symbolic link, or a junction of Windows (known from Python 3.12 on)."""
    junction = getattr(item, "is_junction", None)
    return item.is_symlink() or (junction is not None and junction())


def _is_absence(error: OSError) -> bool:
    return isinstance(error, (FileNotFoundError, NotADirectoryError))


def _what(mode: int) -> str:
    if stat.S_ISLNK(mode):
        return "a symbolic link"
    return "a folder" if stat.S_ISDIR(mode) else "a special file"

"""Trees of files that git holds: a commit's, and the staging area's (`usecases.ports.Tree`).

Whole trees are listed by one process and read by one more, `git cat-file --batch`.
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING

from vaultctl.adapters.git import failures, process
from vaultctl.adapters.git.repository import Repository
from vaultctl.errors import GitError, VaultUnreadable
from vaultctl.usecases.findings import TreeEntry

if TYPE_CHECKING:
    from vaultctl.usecases.findings import EntryKind

EMPTY_BLOBS = ("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391", "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813")
"""The ids of the blob without a byte, in SHA-1 and SHA-256 repositories."""
ARGUMENTS_MAX = 200
"""Paths that one command line takes at most (Windows allows 32,767 characters)."""


@dataclass(frozen=True, slots=True)
class Blob:
    """One path of a tree: git's mode, such as `100644`, and the object's id; empty where a merge is not resolved."""

    mode: str
    id: str

    @property
    def kind(self) -> EntryKind:
        """What it is, in the words of the port."""
        if self.mode.startswith("100"):
            return "file"
        return "symlink" if self.mode == "120000" else "submodule" if self.mode == "160000" else "other"


class _BlobTree:
    """What the trees of blobs share: once seen, a path's blob does not change under the reader."""

    label = ""

    def __init__(self, repo: Repository) -> None:
        self.repo = repo
        self._seen: dict[str, Blob | None] = {}

    def _list(self, paths: Collection[str]) -> Iterator[tuple[str, Blob]]:
        """The blobs at or below these paths (none given: all)."""
        raise NotImplementedError

    def entries(self, prefix: str = "") -> Sequence[TreeEntry]:
        """Everything at or below `prefix`, sorted by path.  Where a folder above it is a symbolic link, that link."""
        prefix = prefix.strip("/")
        found = dict(self._list([prefix] if prefix else []))
        if not found and "/" in prefix:
            above = _folders_above(prefix)  # git lists what lies below them, too
            found = {path: blob for path, blob in self._list(above) if blob.kind == "symlink" and path in above}
        self._seen.update(found)
        return [TreeEntry(path, blob.kind) for path, blob in sorted(found.items())]

    def blobs(self, paths: Sequence[str]) -> dict[str, Blob | None]:
        """The mode and id at each path; None where no file is."""
        self._look(paths)
        return {path: self._seen[path] for path in paths}

    def read(self, path: str) -> bytes | None:
        """The bytes of a file, None when it is not there.  Raises VaultUnreadable for what is no plain file."""
        return next(data for _, data in self.read_many([path]))

    def read_many(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes | None]]:
        """`read` for many paths, in order, through one process.  Raises VaultUnreadable at the first that is no plain file."""
        wanted = list(paths)
        self._look(wanted)
        blobs = [(path, self._seen[path]) for path in wanted]
        ids = [blob.id for _, blob in blobs if blob is not None and blob.kind == "file" and blob.id]
        contents = read_blobs(self.repo, ids)
        try:
            for path, blob in blobs:
                if blob is None:
                    yield path, None
                elif blob.kind != "file":
                    raise VaultUnreadable(f"{path} in {self.label}: a {_NAMES[blob.kind]}, not a file")
                elif not blob.id:
                    raise VaultUnreadable(f"{path} in {self.label}: merged with conflicts that are not resolved yet")
                else:
                    yield path, next(contents)
        finally:
            contents.close()

    def _look(self, paths: Sequence[str]) -> None:
        """Sees to it that every path is in `_seen`."""
        unknown = list(dict.fromkeys(path for path in paths if path not in self._seen))
        plain = [path for path in unknown if is_plain(path)]
        self._seen.update(dict.fromkeys(unknown))
        for at in range(0, len(plain), ARGUMENTS_MAX):
            self._seen.update(self._list(plain[at : at + ARGUMENTS_MAX]))


_NAMES = {"symlink": "symbolic link", "submodule": "submodule", "other": "special entry"}


class CommitTree(_BlobTree):
    """The tree of a commit.  `label` is the commit's id as it was given."""

    def __init__(self, repo: Repository, commit: str) -> None:
        super().__init__(repo)
        self.commit = commit
        self.label = commit

    def _list(self, paths: Collection[str]) -> Iterator[tuple[str, Blob]]:
        # Output: `<mode> SP <type> SP <id> TAB <path> NUL` (git-ls-tree, "OUTPUT FORMAT").
        for row in self.repo.git("ls-tree", "-r", "-z", "--full-tree", self.commit, "--", *paths).fields:
            facts, _, path = row.partition("\t")
            mode, _, identity = facts.split(" ")
            yield path, Blob(mode, identity)


class IndexTree(_BlobTree):
    """The staging area: what `git commit` would take.  Inside a hook of this repository, the one that the hook is about."""

    label = "staged files"

    def _list(self, paths: Collection[str]) -> Iterator[tuple[str, Blob]]:
        if self.repo.is_bare:
            return
        # Output: `<mode> SP <id> SP <stage> TAB <path> NUL` (git-ls-files, --stage); a stage above 0 is a conflict.
        found: dict[str, Blob] = {}
        for row in self._git("ls-files", "-s", "-z", "--full-name", "--", *paths):
            facts, _, path = row.partition("\t")
            mode, identity, stage = facts.split(" ")
            found[path] = Blob(mode, identity if stage == "0" else "")
        if any(blob.id in EMPTY_BLOBS for blob in found.values()):
            for path in self._announced(paths):
                found.pop(path, None)
        yield from found.items()

    def _announced(self, paths: Collection[str]) -> list[str]:
        """Paths that `git add -N` announced: the index shows them as empty files, but a commit would not take them."""
        return self._git("diff-files", "--name-only", "--diff-filter=A", "--no-renames", "-z", "--", *paths)

    def _git(self, *args: str) -> list[str]:
        named = self.repo.index_file()
        return self.repo.git(*args, env={"GIT_INDEX_FILE": named} if named else None).fields


def obstacles(repo: Repository, tree: str, paths: Collection[str], *, removed: Collection[str] = ()) -> dict[str, str]:
    """What stands in the way of putting files at these paths of a tree: a file (or link) where a folder above must be, or a
    folder where the file must be.  Gives path -> obstacle.  Needed because `update-index --index-info` replaces such without a
    word."""
    wanted = {path: [*_folders_above(path), path] for path in paths}
    asked = sorted({step for steps in wanted.values() for step in steps})
    kinds: dict[str, str] = {}
    for at in range(0, len(asked), ARGUMENTS_MAX):
        for row in repo.git("ls-tree", "-t", "-z", "--full-tree", tree, "--", *asked[at : at + ARGUMENTS_MAX]).fields:
            facts, _, path = row.partition("\t")
            kinds[path] = facts.split(" ")[1]
    found = {}
    for path, (*folders, last) in wanted.items():
        standing = [step for step in folders if kinds.get(step, "tree") != "tree" and step not in removed]
        if kinds.get(last) == "tree":
            # A folder that is emptied by the same change stands in nobody's way.
            below = repo.git("ls-tree", "-r", "-z", "--name-only", "--full-tree", tree, "--", f"{last}/").fields
            standing += [last] if set(below) - set(removed) else []
        if standing:
            found[path] = standing[0]
    return found


def read_blobs(repo: Repository, ids: Sequence[str]) -> Generator[bytes]:
    """The contents of blobs, in order, through one process; one at a time is held.  Raises GitError where one is missing."""
    return _read(repo, ids, b"blob")


def read_commits(repo: Repository, ids: Sequence[str]) -> Generator[bytes]:
    """Commits as they are stored, as `read_blobs` reads blobs."""
    return _read(repo, ids, b"commit")


def _read(repo: Repository, ids: Sequence[str], kind: bytes) -> Generator[bytes]:
    if not ids:
        return
    child = process.start(repo.folder, "cat-file", "--batch", "--buffer", env=dict(repo.objects))
    assert child.stdin is not None and child.stdout is not None
    # Asked from a thread: a pipe that is full on both sides would wait for ever.
    asking = threading.Thread(target=_ask, args=(child.stdin, ids), daemon=True)
    asking.start()
    try:
        for identity in ids:
            # Output: `<id> SP <type> SP <size> LF <contents> LF`, or `<id> SP missing LF` (git-cat-file, "BATCH OUTPUT").
            header = child.stdout.readline().split()
            if len(header) != 3 or header[1] != kind:
                raise _missing(repo, identity)
            size = int(header[2])
            data = child.stdout.read(size)
            if len(data) != size:
                raise GitError(f"git cat-file: object {identity} came only in part", "see what `git fsck` says")
            child.stdout.read(1)
            yield data
    finally:
        child.kill()
        asking.join()
        with child:  # closes the pipes and waits for its end
            pass


def _missing(repo: Repository, identity: str) -> GitError:
    if repo.is_partial:
        return GitError(f"{failures.PARTIAL}: object {identity} is not here and could not be fetched", failures.PARTIAL_HINT)
    return GitError(f"git cat-file: object {identity} is missing or damaged", "see what `git fsck` says")


def _ask(stdin: IO[bytes], ids: Sequence[str]) -> None:
    with suppress(OSError):  # the reader has seen enough and ended git
        stdin.write("".join(f"{identity}\n" for identity in ids).encode())
    with suppress(OSError):
        stdin.close()


def is_plain(path: str) -> bool:
    """Whether a path can be in a tree of git at all: relative, without empty or dotted segments."""
    return "\0" not in path and not any(part in ("", ".", "..") for part in path.split("/"))


def _folders_above(path: str) -> list[str]:
    parts = path.split("/")
    return ["/".join(parts[:count]) for count in range(1, len(parts))]

"""Makes commits and moves refs beside the caller: a private index, `commit-tree`, compare-and-swap.

Nothing here touches the caller's working tree, index, current branch or stash, and hooks for commits do not run.
"""

from __future__ import annotations

import secrets
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from vaultctl.adapters.git import process
from vaultctl.adapters.git.repository import Repository
from vaultctl.adapters.git.trees import Blob, CommitTree, is_plain, obstacles
from vaultctl.errors import Refused, StaleWrite

if TYPE_CHECKING:
    from vaultctl.core.change import FileChange

Swap = Literal["done", "moved"]
"""How a compare-and-swap ended: `moved` means that the ref holds something else than was expected."""

PLAIN_MODE = "100644"
_INDEX = "vaultctl-index-"
SCRATCH = "vaultctl-"
_LEFT_AFTER = 86_400.0
"""Seconds after which an index or folder of ours belongs to nobody any more: its process was killed."""
# Whatever the user has set for the index, ours is a plain short-lived one; ref locks are waited for by git itself.
_PRIVATE_INDEX = (
    "-c", "core.splitIndex=false", "-c", "core.fsmonitor=false", "-c", "core.untrackedCache=false", "-c", "index.sparse=false",
)  # fmt: skip
_REF_LOCKS = ("-c", "core.filesRefLockTimeout=3000", "-c", "core.packedRefsTimeout=5000")


def build_commit(repo: Repository, base: str | None, changes: Sequence[FileChange], message: str) -> str:
    """Commits the changes on top of `base` (None: a first commit without parents) and gives the commit id; no ref moves.

    Author, committer and signing are what git's configuration and the GIT_AUTHOR_*/GIT_COMMITTER_* variables say.
    Raises StaleWrite where the base does not hold what a change was worked out from, Refused for a path that is git-ignored
    or leads through a link, GitError with git's reason otherwise.  What is made before a failure is unreachable objects only.
    """
    return commit_tree(repo, build_tree(repo, base, changes), [base] if base else [], message)


def build_tree(repo: Repository, base: str | None, changes: Sequence[FileChange]) -> str:
    """The tree of `base` with the changes made, as `build_commit` describes it."""
    if len({change.path for change in changes}) != len(changes):
        raise ValueError("two changes of one file")
    blobs = _check(repo, base, changes)
    kept = [change for change in changes if change.after is not None]
    ids = write_blobs(repo, [change.after for change in kept if change.after is not None])
    entries: dict[str, Blob | None] = {change.path: None for change in changes}
    for change, identity in zip(kept, ids, strict=True):
        before = blobs[change.path]
        entries[change.path] = Blob(before.mode if before else PLAIN_MODE, identity)
    return edit_tree(repo, base, entries)


def edit_tree(repo: Repository, base: str | None, entries: Mapping[str, Blob | None]) -> str:
    """The tree of a commit (None: the empty tree) with some entries set, or removed where None.  Gives the tree id."""
    with _private_index(repo) as env:
        repo.git(*_PRIVATE_INDEX, "read-tree", base or "--empty", env=env)
        zeros = "0" * len(repo.empty_tree())
        # Input: `<mode> SP <id> TAB <path> NUL`, mode 0 removes (git-update-index, "USING --INDEX-INFO").
        rows = (f"{blob.mode} {blob.id}\t{path}\0" if blob else f"0 {zeros}\t{path}\0" for path, blob in entries.items())
        repo.git(*_PRIVATE_INDEX, "update-index", "-z", "--index-info", stdin=process.encode("".join(rows)), env=env)
        return repo.git(*_PRIVATE_INDEX, "write-tree", env=env).text


def commit_tree(
    repo: Repository, tree: str, parents: Sequence[str], message: str, *, author: Mapping[str, str] | None = None
) -> str:
    """Makes the commit object, signed where `commit.gpgSign` asks for it.  Raises GitError where nobody or no key is named.

    `author` are the variables GIT_AUTHOR_NAME, _EMAIL and _DATE where the author is somebody else.
    """
    sign = ["-S"] if repo.setting("commit.gpgSign", kind="bool") == "true" else []
    text = process.encode(message if message.endswith("\n") else f"{message}\n")
    named = [word for parent in parents for word in ("-p", parent)]
    return repo.git("-c", "i18n.commitEncoding=UTF-8", "commit-tree", *sign, *named, "-F", "-", tree, stdin=text, env=author).text


def update_ref(repo: Repository, ref: str, new: str, old: str | None, *, reason: str = "vaultctl") -> Swap:
    """Sets a ref to `new` if it still holds `old` (None: if it does not exist yet).  Locks of others are waited for.

    `done` also where it holds `new` already, so that a repeated step is no failure.
    """
    expected = old or "0" * len(new)
    args = ("update-ref", "--no-deref", "-m", reason, ref, new, expected)
    done = repo.git(*_REF_LOCKS, *args, allowed=None)
    if done.code == 0:
        return "done"
    current = repo.ref(ref)
    if current == new:
        return "done"
    if current != old:
        return "moved"
    raise process.failure(args, done)


def delete_ref(repo: Repository, ref: str, old: str) -> Swap:
    """Removes a ref if it still holds `old`.  `done` also where it is gone already."""
    args = ("update-ref", "--no-deref", "-d", ref, old)
    done = repo.git(*_REF_LOCKS, *args, allowed=None)
    current = repo.ref(ref) if done.code else None
    if current is None:
        return "done"
    if current != old:
        return "moved"
    raise process.failure(args, done)


def _check(repo: Repository, base: str | None, changes: Sequence[FileChange]) -> dict[str, Blob | None]:
    """The blobs of the base at the changed paths, after seeing that each change may be made."""
    tree = CommitTree(repo, base or repo.empty_tree())
    for change in changes:
        if not is_plain(change.path) or change.path.split("/")[0].casefold() == ".git":
            raise Refused(f"{change.path!r} is no path of a file in a repository")
    new = [change.path for change in changes if change.before is None and change.after is not None]
    gone = [change.path for change in changes if change.after is None]
    for path, obstacle in obstacles(repo, tree.commit, new, removed=gone).items():
        raise Refused(f"{path} cannot be written: on the base, {obstacle} is in its way", "move that out of the vault first")
    blobs = tree.blobs([change.path for change in changes])
    for path, blob in blobs.items():
        if blob is not None and blob.kind != "file":
            raise Refused(f"{path} on the base is a {blob.kind}, no plain file", "move it out of the vault first")
    for change, (_, current) in zip(changes, tree.read_many([change.path for change in changes]), strict=True):
        if current != change.before:
            what = "is there already" if change.before is None else "is gone" if current is None else "was changed"
            raise StaleWrite(f"{change.path} {what} on the base since it was read", "nothing was written; run the command again")
    for path, rule in repo.ignore_rules(new).items():
        place = f"{rule.source}, line {rule.line}" if rule.line else rule.source
        raise Refused(f"{path} is ignored by git: the rule {rule.pattern!r} in {place}", "change that rule, or move the vault")
    return blobs


def write_blobs(repo: Repository, contents: Sequence[bytes]) -> list[str]:
    """Stores contents, byte for byte, and gives their ids."""
    if len(contents) == 1:
        return [repo.git("hash-object", "-w", "--stdin", stdin=contents[0]).text]
    if not contents:
        return []
    folder = Path(tempfile.mkdtemp(prefix=SCRATCH, dir=repo.git_dir))
    try:
        for number, content in enumerate(contents):
            (folder / str(number)).write_bytes(content)
        listing = "".join(f"{folder / str(number)}\n" for number in range(len(contents)))
        return repo.git("hash-object", "-w", "--no-filters", "--stdin-paths", stdin=process.encode(listing)).text.split("\n")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _private_index(repo: Repository) -> Iterator[dict[str, str]]:
    _sweep(repo.git_dir)
    file = repo.git_dir / f"{_INDEX}{secrets.token_hex(8)}"
    try:
        yield {"GIT_INDEX_FILE": str(file)}
    finally:
        for leftover in (file, file.with_name(file.name + ".lock")):
            with suppress(FileNotFoundError):
                leftover.unlink()


def _sweep(folder: Path) -> None:
    """Remove what killed processes left: private indexes and scratch folders of ours that are older than a day."""
    oldest = time.time() - _LEFT_AFTER
    for found in folder.glob(f"{SCRATCH}*"):
        with suppress(OSError):
            if found.lstat().st_mtime > oldest:
                continue
            if found.is_dir() and not found.is_symlink():
                shutil.rmtree(found, ignore_errors=True)
            elif found.name.startswith(_INDEX):
                found.unlink()

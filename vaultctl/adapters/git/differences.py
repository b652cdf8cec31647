"""What differs between two trees, and whether a branch's content is on its base already."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from vaultctl.adapters.git.repository import Repository
from vaultctl.adapters.git.trees import ARGUMENTS_MAX, Blob, CommitTree

ABSENT_MODE = "000000"
# A `.gitmodules` with `ignore = all` would hide a submodule from git's own comparison.
_RAW = ("-z", "--raw", "--no-renames", "--no-abbrev", "--ignore-submodules=none")


@dataclass(frozen=True, slots=True)
class Difference:
    """One path that differs.  `status` is git's letter: A(dded), D(eleted), M(odified) or T(ype changed).

    Renames are not guessed: they are a D and an A.  Modes are `000000` and ids all zeros where a side has nothing.
    """

    status: str
    path: str
    old_mode: str
    new_mode: str
    old_id: str
    new_id: str

    @property
    def new(self) -> Blob | None:
        """What the newer side holds, None when nothing."""
        return None if self.new_mode == ABSENT_MODE else Blob(self.new_mode, self.new_id)

    @property
    def old(self) -> Blob | None:
        """What the older side holds, None when nothing."""
        return None if self.old_mode == ABSENT_MODE else Blob(self.old_mode, self.old_id)


def between(repo: Repository, old: str | None, new: str, paths: Collection[str] = ()) -> list[Difference]:
    """What `new` changed against `old` (commits or trees; None: the empty tree), at or below `paths`, sorted by path."""
    done = repo.git("diff-tree", "-r", *_RAW, old or repo.empty_tree(), new, "--", *paths)
    return _parse(done.fields)


def of_each(
    repo: Repository, old: str | None, new: Sequence[str], paths: Collection[str] = ()
) -> list[tuple[str, list[Difference]]]:
    """`between` for many commits against the same old one, by one process; those that changed nothing are left out."""
    if old is None or not new:
        return [(commit, between(repo, None, commit, paths)) for commit in new]
    # A commit followed by another is compared with that one, as if it were its parent (git-diff-tree, "--stdin").
    pairs = "".join(f"{commit} {old}\n" for commit in new)
    fields = repo.git("diff-tree", "--stdin", "-r", *_RAW, "--", *paths, stdin=pairs.encode()).fields
    starts = [place for place, field in enumerate(fields) if field.lstrip("\n") in new]
    ends = [*starts[1:], len(fields)]
    return [(fields[start].lstrip("\n"), _parse(fields[start + 1 : end])) for start, end in zip(starts, ends, strict=True)]


def staged(repo: Repository, paths: Collection[str] = (), *, against: str | None = None) -> list[Difference]:
    """What the staging area changes against a commit: the one that is checked out (before the first one: nothing), or another.

    A path with a conflict has the status U.
    """
    if repo.is_bare:
        return []
    named = repo.index_file()
    head = against or repo.head() or repo.empty_tree()
    env = {"GIT_INDEX_FILE": named} if named else None
    done = repo.git("diff-index", "--cached", *_RAW, head, "--", *paths, env=env)
    return _parse(done.fields)


def is_merged(repo: Repository, branch: str, base: str) -> bool:
    """Whether what a branch changes is on the base, or was: by a merge, or by a squash or cherry-pick of the same content.

    A branch counts as merged when it is part of the base's history, or when for each path it changed against the merge base
    some commit of the base since then put exactly that content there (it may have been edited or removed again after that).
    """
    if repo.is_ancestor(branch, base):
        return True
    start = repo.merge_base(branch, base) or repo.resolve(f"{branch}^")
    changed = between(repo, start, branch)
    there = CommitTree(repo, base).blobs([change.path for change in changed])
    open_ = [change for change in changed if there[change.path] != change.new]
    if not open_:
        return True
    if start is None or len(open_) > ARGUMENTS_MAX:
        return False
    wanted = {(change.path, change.new) for change in open_}
    return wanted <= _put_since(repo, start, base, [change.path for change in open_])


def _put_since(repo: Repository, start: str, tip: str, paths: Sequence[str]) -> set[tuple[str, Blob | None]]:
    """Every content that a commit after `start` gave to one of the paths; merges count against each of their parents."""
    done = repo.git("log", "--no-show-signature", "--format=", "-m", *_RAW, f"{start}..{tip}", "--", *paths)
    return {(change.path, change.new) for change in _parse(done.fields)}


def _parse(fields: Sequence[str]) -> list[Difference]:
    # Output: `:<old mode> <new mode> <old id> <new id> <status> NUL <path> NUL` (git-diff-tree, "RAW OUTPUT FORMAT").
    found = []
    for facts, path in zip(fields[::2], fields[1::2], strict=True):
        old_mode, new_mode, old_id, new_id, status = facts.lstrip("\n:").split(" ")
        found.append(Difference(status[0], path, old_mode, new_mode, old_id, new_id))
    return found

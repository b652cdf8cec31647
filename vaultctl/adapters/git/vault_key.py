"""The ids of everything that a vault consists of at a commit, and what changed between two commits; git is asked."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from vaultctl.adapters.git import differences
from vaultctl.core.places import CONFIG_FILE, LESSONS_DIR, SINGLE_FILE, TAXONOMY_FILE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vaultctl.adapters.git.repository import Repository

PARTS = (CONFIG_FILE, TAXONOMY_FILE, LESSONS_DIR, SINGLE_FILE)
ABSENT = "-"


@dataclass(frozen=True, slots=True)
class VaultIds:
    """The object ids of the vault's parts at a commit (`ABSENT` for those that are not there), and the commit's date, if known."""

    commit: str
    date: str | None
    ids: Mapping[str, str]

    @property
    def present(self) -> bool:
        """Whether there is a vault at all."""
        return any(self.ids[part] != ABSENT for part in (CONFIG_FILE, LESSONS_DIR, SINGLE_FILE))

    def key(self, cache_format: str) -> str:
        """The name of what is worked out from these parts alone.  The parts say which layout it is, through the config."""
        words = [cache_format, *(f"{part} {self.ids[part]}" for part in PARTS)]
        return sha256("\n".join(words).encode()).hexdigest()[:40]


def look(repo: Repository, commit: str, prefix: str) -> VaultIds:
    """The ids at a commit, of the vault at a folder of the repository (`sub/folder/`, or empty)."""
    names = "".join(f"{commit}:{prefix}{part}\n" for part in PARTS)
    lines = repo.git("cat-file", "--batch-check=%(objectname)", stdin=names.encode()).text.split("\n")
    ids = {part: ABSENT if line.endswith((" missing", " ambiguous")) else line for part, line in zip(PARTS, lines, strict=True)}
    return VaultIds(commit, repo.commit(commit).date, ids)


def changed_lessons(repo: Repository, old: str, new: str) -> frozenset[str]:
    """The paths (relative to the vault) of the lessons that differ between two tree objects of the lessons folder.

    Raises GitError when git does not have one of them any more.
    """
    return frozenset(f"{LESSONS_DIR}/{change.path}" for change in differences.between(repo, old, new))

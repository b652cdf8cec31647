"""`fail`, and the failure log, with git behind them.  An agent waits for `fail`: what `reflect` needs besides stands in
`wiring.reflecting`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.adapters.git import mentions
from vaultctl.adapters.git.failure_log import GitFailureLog
from vaultctl.core.lesson import Entry, Lesson, interpret
from vaultctl.core.places import ARCHIVE_DIR, LESSONS_DIR, SINGLE_FILE, SINGLE_FILE_ARCHIVE
from vaultctl.core.strikes import NAMING, named_failures
from vaultctl.usecases import check
from vaultctl.usecases import fail as logging
from vaultctl.wiring import OpenVault
from vaultctl.wiring.ground import Ground

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vaultctl.usecases.check import Answer
    from vaultctl.usecases.ports import Tree

_NAMED = f"{NAMING}F-"


def fail(vault: OpenVault, request: logging.Request) -> logging.Outcome:
    """Log one failure (`usecases.fail.fail`).  Raises GitError outside a repository."""
    ground = Ground(vault)

    def verdict(tag: str) -> Answer:
        return check.check(check.Request((tag,), request.today), vault.settings.taxonomy, vault.search, vault.settings.unread)

    known = logging.Knowledge(
        vault.settings.taxonomy, vault.settings.config.strikes, verdict,
        lambda: {identity: lesson.id for lesson in _naming(vault, ground) for identity in named_failures(lesson.body)}, vault.root,
    )  # fmt: skip
    return logging.fail(request, known, open_log(ground))


def open_log(ground: Ground) -> GitFailureLog:
    """The log of a vault; sent to the remote of its base, unless the config keeps it here."""
    shares = ground.config.failures == "publish" and ground.repo.remote(ground.remote) is not None
    return GitFailureLog(ground.repo, ground.remote if shares else None, ground.folder)


# Lessons that name failures.


def _naming(vault: OpenVault, ground: Ground) -> Iterator[Lesson]:
    """The lessons, archived ones included, that name failures: in the working tree, or on the trusted ref."""
    places = [ground.folder + place for place in (LESSONS_DIR, ARCHIVE_DIR, SINGLE_FILE, SINGLE_FILE_ARCHIVE)]
    if vault.trusted is None:
        found = mentions.in_worktree(ground.repo, _NAMED, places)
        tree = vault.tree
    else:
        found = mentions.in_commit(ground.repo, _NAMED, vault.trusted.commit, places)
        tree = vault.trusted.tree()
    yield from _lessons(vault, tree, [path.removeprefix(ground.folder) for path in found])


def _lessons(vault: OpenVault, tree: Tree, paths: Sequence[str]) -> Iterator[Lesson]:
    for path, content in tree.read_many(paths):
        is_archived = path == SINGLE_FILE_ARCHIVE or path.startswith(f"{ARCHIVE_DIR}/")
        text = (content or b"").decode("utf-8", "surrogateescape")
        for record in vault.layout.parse(path, text, archived=is_archived).records:
            entry = interpret(record)
            if isinstance(entry, Entry):
                yield entry.lesson

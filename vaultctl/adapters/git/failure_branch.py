"""Whether a branch `vault-failures` is a failure log, before anything is put on top of it or joined with it."""

from __future__ import annotations

from vaultctl.adapters.git.repository import HEADS, Repository
from vaultctl.core.config import FAILURES_BRANCH
from vaultctl.errors import GitError
from vaultctl.formats.strike_file import FOLDER


def refuse(repo: Repository, commit: str, place: str | None) -> None:
    """Raises GitError, with the way on, where the commit holds other files than failures and is no log with something beside it.

    A log has a folder of failures (of a vault's folder, where that is not the repository's) and shares no commit with what is
    checked out.  `place` is the remote whose branch it is, None for the one here.
    """
    # Mostly the root says it, and an agent waits.
    if repo.git("ls-tree", "-z", "--name-only", "--full-tree", commit).fields in ([], [FOLDER]):
        return
    paths = repo.git("ls-tree", "-r", "-z", "--name-only", "--full-tree", commit).fields
    others = [path for path in paths if FOLDER not in path.split("/")[:-1]]
    if not others:
        return
    head = repo.head()
    # Of a log that was purged whole, only what somebody put beside it is left.
    is_log = len(others) < len(paths) or repo.git("log", "-1", "--format=%H", commit, "--", FOLDER, f":(glob)**/{FOLDER}/**").text != ""
    if is_log and (head is None or repo.merge_base(commit, head) is None):
        return
    where = f" on {place}" if place else ""
    if place:
        way = f"git push {place} {commit}:{HEADS}OTHER-NAME :{HEADS}{FAILURES_BRANCH}"
    else:
        way = f"git branch -m {FAILURES_BRANCH} OTHER-NAME"
    raise GitError(f"the branch {FAILURES_BRANCH}{where} is no failure log: it holds {others[0]}", f"give that branch another name: {way}")

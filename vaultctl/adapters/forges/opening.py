"""Opening a pull request once: look first, and look again whenever it is not clear how the attempt ended."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from vaultctl.adapters.forges.api import Answered, Patience, Unclear
from vaultctl.core.proposal import PullRequest
from vaultctl.errors import ForgeError

_RANK = {"open": 0, "merged": 1, "closed": 2}


def best(found: Iterable[PullRequest]) -> PullRequest | None:
    """The one to go on with: an open one, else a merged, else a closed one; the newest of its kind."""
    return min(found, key=lambda pr: (_RANK[pr.state], -pr.number), default=None)


def open_once(find: Callable[[], PullRequest | None], create: Callable[[], PullRequest], patience: Patience) -> PullRequest:
    """The pull request that is there (open, or closed by somebody), else a new one; never two, whatever is cut off on the way.

    A merged one does not count: what it brought is on the base, and this is about something that is not.
    """
    attempt = 0
    while True:
        found = find()
        if found is not None and found.state != "merged":
            return found
        try:
            return create()
        except (Answered, Unclear) as error:
            if isinstance(error, Answered) and not error.exists:
                raise
            if not patience.wait(attempt):
                found = find()
                if found is not None and found.state != "merged":
                    return found
                raise
        attempt += 1


def warn(what: str, step: Callable[[], object]) -> str | None:
    """Run a step that a proposal can do without; its failure is a warning, which is returned."""
    try:
        step()
    except ForgeError as error:
        return f"{what}: {error.message}" + (f" ({error.hint})" if error.hint else "")
    return None

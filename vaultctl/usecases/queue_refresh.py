"""`queue refresh`: for forges that merge by themselves, what to do about proposals that a moved base made conflict."""

from __future__ import annotations

from dataclasses import replace

from vaultctl.errors import GitError, Refused, VaultctlError
from vaultctl.usecases.propose import PushEnd
from vaultctl.usecases.queue import UNSENT, Listed, QueueStore, Result, weigh


def refresh(store: QueueStore, named: str | None, *, dry_run: bool = False) -> Result:
    """Put proposals that the moved base made conflict again on the new base, each on its own branch, if it still is what it was.

    Only what a merge by lines cannot do is touched.  Raises GitError where the remote cannot be asked.
    """
    base = store.base(named, network=True)
    if base.remote is None:
        raise Refused("there is no remote to refresh proposals on", "`vaultctl queue run` merges them here")
    problem = base.problem or store.fetch_proposals(base)
    if problem:
        raise GitError(f"{base.remote} could not be asked: {problem}", "nothing was changed; run it again later")
    if base.commit is None:
        return Result(base, ())
    found, refreshed = [], 0
    trouble: VaultctlError | None = None
    for branch in store.proposals(base):
        if branch.remote is None:
            found.append(Listed(branch, "waiting", UNSENT))
            continue
        applied = weigh(store, base.commit, branch, base.commit)
        if applied.state == "merged":
            continue
        listed = Listed(branch, "conflict" if applied.state == "conflict" else "open", applied.reason)
        if applied.state == "ready" and not applied.lines:
            listed = replace(listed, reason="would be put on the new base" if dry_run else "was put on the new base")
            end = PushEnd("ok")
            if not dry_run:
                end = store.push_again(branch, store.settle(base.commit, branch.remote, applied.tree, rebuild=True))
                refreshed += end.state == "ok"
            if end.state == "rejected":
                listed = replace(listed, reason="was changed meanwhile, and left alone")
            elif end.state != "ok":
                listed = Listed(branch, "conflict", f"its branch could not be replaced: {end.reason}")
                trouble = GitError(f"{branch.name} could not be replaced: {end.reason}", "run it again later")
        found.append(listed)
    return Result(base, tuple(found), refreshed=refreshed, problem=trouble)

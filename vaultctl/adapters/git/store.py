"""git as the proposal flow needs it: implements the port `ProposalStore`.

Paths of trees and changes are relative to the vault's root, which may be a folder of the repository.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime

from vaultctl.adapters.git import commits, remote
from vaultctl.adapters.git.failures import redact
from vaultctl.adapters.git.repository import HEADS, REMOTES, Repository
from vaultctl.adapters.git.trees import CommitTree
from vaultctl.core.change import FileChange
from vaultctl.errors import GitError, UsageError
from vaultctl.usecases.ports import Tree
from vaultctl.usecases.propose import Base, PushEnd
from vaultctl.usecases.snapshot import below

SENT = "refs/vaultctl/sent/"
"""Below it, for each proposal's branch, the commit that was pushed."""


class GitStore:
    """Proposals in a repository.

    `remote_name` is where the base is fetched from, `push_name` where branches are pushed (a fork, or the same).
    `folder` is that of the vault, as `sub/folder/`; empty at the top.
    """

    def __init__(self, repo: Repository, remote_name: str, push_name: str | None = None, folder: str = "") -> None:
        self.repo = repo
        self._remote = remote_name if repo.remote(remote_name) else None
        self._push = push_name or remote_name
        self._folder = folder

    def base(self, named: str | None, *, network: bool) -> Base:
        """The base branch: the one named, the remote's default one, or where there is no remote the usual local one."""
        if named is not None:
            self._require_branch_name(named)
        if self._remote is None:
            branch = named or self._local_default()
            return self._existing(Base(branch, self.repo.ref(HEADS + branch)), named)
        problem = ""
        known = named or self.repo.default_branch(self._remote)
        if known is None and network:
            try:
                known = remote.default_branch(self.repo, self._remote)
            except GitError as error:
                problem = error.message
        branch = known or self._local_default()
        tracking = f"{REMOTES}{self._remote}/{branch}"
        absent = False
        if network and not problem:
            answer = remote.fetch(self.repo, self._remote, [f"+{HEADS}{branch}:{tracking}"])
            # `absent`: a remote without that branch, an empty one; `rejected`: another process fetches at this moment.
            problem = answer.reason if answer.state in ("unreachable", "refused") else ""
            absent = answer.state == "absent"
        commit = (None if absent else self.repo.ref(tracking)) or self.repo.ref(HEADS + branch)
        return self._existing(Base(branch, commit, self._remote, problem), named)

    def _existing(self, base: Base, named: str | None) -> Base:
        """The base, once it is sure that a commit which is missing is really none yet."""
        if base.commit is None and (named is not None or self.repo.head() is not None):
            where = f"neither here nor on {base.remote}" if base.remote else "not here"
            if base.problem:
                where = f"not here, and {base.remote} could not be asked: {base.problem}"
            message = f"the base branch {base.branch} is {where}"
            raise GitError(message, "name another: --base BRANCH, or `base:` in the config")
        return base

    def _require_branch_name(self, name: str) -> None:
        if name.startswith("-") or self.repo.git("check-ref-format", HEADS + name, allowed=(0, 1)).code:
            raise UsageError(f"{name!r} is no name of a branch", "name one such as main, without the remote's name before it")

    def _local_default(self) -> str:
        named = self.repo.setting("init.defaultBranch")
        for branch in filter(None, (named, "main", "master")):
            if self.repo.ref(HEADS + branch):
                return branch
        current = self.repo.head_branch()
        if current is None:
            message = "no base branch: nothing is checked out, and there is no main"
            raise GitError(message, "name it: --base BRANCH, or `base:` in the config")
        return current

    def tree(self, commit: str | None) -> Tree:
        """The vault's files in a commit; of None: no files."""
        return below(CommitTree(self.repo, commit or self.repo.empty_tree()), self._folder)

    def committed_on(self, commit: str) -> date:
        """The UTC day of a commit; the first of all days where git holds one that is none."""
        try:
            return datetime.fromisoformat(self.repo.commit(commit).date).astimezone(UTC).date()
        except (ValueError, OverflowError):
            return date.min

    def local_branch(self, name: str) -> str | None:
        """The commit of a local branch."""
        return self.repo.ref(HEADS + name)

    def remote_branch(self, base: Base, name: str) -> str | None:
        """The commit of that branch where branches are pushed, else where the base is; asked now."""
        found = self._ask(self._push_address(), name)
        if found is None and self._push != base.remote and base.remote is not None:
            found = self._ask(base.remote, name)
        return found

    def _ask(self, place: str, name: str) -> str | None:
        listing = remote.ls_remote(self.repo, place, [HEADS + name])
        if not listing.answer.ok:
            raise GitError(f"{place} could not be asked: {listing.answer.reason}", "run the same command again, or use --no-push")
        return listing.refs.get(HEADS + name)

    def _push_address(self) -> str:
        """What to ask for the branches that were pushed: a remote may push elsewhere than it fetches from (`pushurl`)."""
        place = self.repo.remote(self._push)
        if place is None or place.push_url == place.url or redact(place.push_url) != place.push_url:
            return self._push
        return place.push_url

    def commit(self, base: Base, changes: Sequence[FileChange], message: str) -> str:
        """A commit of exactly these changes on the base."""
        moved = [change._replace(path=self._folder + change.path) for change in changes]
        return commits.build_commit(self.repo, base.commit, moved, message)

    def create_branch(self, name: str, commit: str) -> bool:
        """Make a local branch unless there is one of that name with another commit."""
        return commits.update_ref(self.repo, HEADS + name, commit, None, reason="vaultctl: proposal") == "done"

    def push(self, base: Base, name: str, commit: str, options: Sequence[str]) -> PushEnd:
        """Push a branch that must not exist there yet, or hold that commit."""
        pushed = remote.push(self.repo, self._push, [remote.Update(commit, HEADS + name, "")], options=options)
        state = pushed.answer.state
        if state == "ok":
            self.mark_sent(name, commit)
        return PushEnd("unreachable" if state == "absent" else state, pushed.answer.reason, pushed.messages)

    def mark_sent(self, name: str, commit: str) -> None:
        """Remember that a branch was pushed.  Removing it there is how it is turned down: `sync` then does not send it again."""
        commits.update_ref(self.repo, SENT + name, commit, self.repo.ref(SENT + name), reason="vaultctl: sent")

"""git as the proposal flow needs it: implements the port `ProposalStore`."""

from __future__ import annotations

from collections.abc import Sequence

from vaultctl.adapters.git import commits, remote
from vaultctl.adapters.git.repository import HEADS, REMOTES, Repository
from vaultctl.adapters.git.trees import CommitTree
from vaultctl.core.change import FileChange
from vaultctl.errors import GitError
from vaultctl.usecases.ports import Tree
from vaultctl.usecases.propose import Base, PushEnd


class GitStore:
    """Proposals in a repository.  `remote_name` is where the base is fetched from, `push_name` where branches are pushed (a fork, or the
    same)."""

    def __init__(self, repo: Repository, remote_name: str, push_name: str | None = None) -> None:
        self.repo = repo
        self._remote = remote_name if repo.remote(remote_name) else None
        self._push = push_name or remote_name

    def base(self, named: str | None, *, network: bool) -> Base:
        """The base branch: the one named, the remote's default one, or where there is no remote the usual local one."""
        if self._remote is None:
            branch = named or self._local_default()
            return Base(branch, self.repo.resolve(HEADS + branch))
        problem = ""
        known = named or self.repo.default_branch(self._remote)
        if known is None and network:
            try:
                known = remote.default_branch(self.repo, self._remote)
            except GitError as error:
                problem = error.message
        branch = known or self._local_default()
        tracking = f"{REMOTES}{self._remote}/{branch}"
        if network and not problem:
            answer = remote.fetch(self.repo, self._remote, [f"+{HEADS}{branch}:{tracking}"])
            # `absent`: a remote without that branch, an empty one; `rejected`: another process fetches at this moment.
            problem = answer.reason if answer.state in ("unreachable", "refused") else ""
        commit = self.repo.ref(tracking) or self.repo.resolve(HEADS + branch)
        return Base(branch, commit, self._remote, problem)

    def _local_default(self) -> str:
        named = self.repo.setting("init.defaultBranch")
        for branch in filter(None, (named, "main", "master")):
            if self.repo.ref(HEADS + branch):
                return branch
        current = self.repo.head_branch()
        if current is None:
            raise GitError("no base branch: nothing is checked out, and there is no main", "name it: --base BRANCH, or `base:` in the config")
        return current

    def tree(self, commit: str | None) -> Tree:
        """The files of a commit; of None: no files."""
        return CommitTree(self.repo, commit or self.repo.empty_tree())

    def local_branch(self, name: str) -> str | None:
        """The commit of a local branch."""
        return self.repo.ref(HEADS + name)

    def remote_branch(self, base: Base, name: str) -> str | None:
        """The commit of that branch where branches are pushed, asked now."""
        listing = remote.ls_remote(self.repo, self._push, [HEADS + name])
        if not listing.answer.ok:
            raise GitError(f"{self._push} could not be asked: {listing.answer.reason}", "run the same command again, or use --no-push")
        return listing.refs.get(HEADS + name)

    def commit(self, base: Base, changes: Sequence[FileChange], message: str) -> str:
        """A commit of exactly these changes on the base."""
        return commits.build_commit(self.repo, base.commit, changes, message)

    def create_branch(self, name: str, commit: str) -> bool:
        """Make a local branch unless there is one of that name with another commit."""
        return commits.update_ref(self.repo, HEADS + name, commit, None, reason="vaultctl: proposal") == "done"

    def push(self, base: Base, name: str, commit: str, options: Sequence[str]) -> PushEnd:
        """Push a branch that must not exist there yet, or hold that commit."""
        pushed = remote.push(self.repo, self._push, [remote.Update(commit, HEADS + name, "")], options=options)
        state = pushed.answer.state
        return PushEnd("unreachable" if state == "absent" else state, pushed.answer.reason, pushed.messages)

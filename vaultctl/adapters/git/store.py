"""git as the proposal flow needs it: what `queue_store` completes to the ports `ProposalStore` and `QueueStore`.

Paths of trees and changes are relative to the vault's root, which may be a folder of the repository.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from vaultctl.adapters.git import bases, commits, differences, remote
from vaultctl.adapters.git.answers import Pushed
from vaultctl.adapters.git.occupied import occupied
from vaultctl.adapters.git.repository import HEADS, REMOTES, Repository, offline
from vaultctl.adapters.git.trees import CommitTree
from vaultctl.core.change import FileChange
from vaultctl.core.days import read_moment
from vaultctl.core.places import FILES, FOLDERS
from vaultctl.core.redaction import holds_credentials
from vaultctl.errors import GitError
from vaultctl.usecases.ports import Tree
from vaultctl.usecases.propose import Base, BranchInTheWay, PushEnd, There
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
        if not network:
            self.repo = offline(self.repo)
        if named is not None:
            bases.require_branch_name(self.repo, named)
        if self._remote is None:
            return bases.local_base(self.repo, named)
        return bases.remote_base(self.repo, self._remote, named, network=network)

    def tree(self, commit: str | None) -> Tree:
        """The vault's files in a commit; of None: no files."""
        return below(CommitTree(self.repo, commit or self.repo.empty_tree()), self._folder)

    def committed_on(self, commit: str) -> date:
        """The UTC day of a commit; the first of all days where it cannot be read."""
        moment = read_moment(self.repo.commit(commit).date)
        return moment.date() if moment is not None else date.min

    def local_branch(self, name: str) -> str | None:
        """The commit of a local branch."""
        return self.repo.ref(HEADS + name)

    def spelled(self, name: str) -> str:
        """The local branch of that name in whatever case it is there; the name itself where there is none."""
        if self.repo.ref(HEADS + name) is not None:
            return name
        found = [branch.name for branch in self.repo.branches(f"{HEADS}{name.partition('/')[0]}/")]
        return next((other for other in found if other.casefold() == name.casefold()), name)

    def remote_branch(self, base: Base, name: str) -> There | None:
        """That branch where branches are pushed, else where the base is, in whatever case; asked now."""
        found = self._ask(self._push_address(), name)
        if found is None and self._push != base.remote and base.remote is not None:
            found = self._ask(base.remote, name)
        return found

    def _ask(self, place: str, name: str) -> There | None:
        # A pattern as `glob` has it (git-ls-remote): a branch for the same lesson may be spelled in another case.
        pattern = "".join(f"[{char.lower()}{char.upper()}]" if char.isascii() and char.isalpha() else char for char in name)
        listing = remote.ls_remote(self.repo, place, [HEADS + pattern, *(HEADS + above for above in _above(name))])
        if not listing.answer.ok:
            raise GitError(f"{place} could not be asked: {listing.answer.reason}", "run the same command again, or use --no-push")
        for above in _above(name):
            if HEADS + above in listing.refs:
                raise BranchInTheWay(f"{place} has a branch {above}: with that, there can be none called {name}",
                                     f"have it renamed there, or removed: as long as there is {above}, git takes no {above}/…")
        found = {ref.removeprefix(HEADS): commit for ref, commit in sorted(listing.refs.items()) if ref.startswith(HEADS)}
        spelled = name if name in found else next((other for other in found if other.casefold() == name.casefold()), None)
        return There(spelled, found[spelled]) if spelled is not None else None

    def fetch_branch(self, name: str) -> str | None:
        """The commit of a branch where branches are pushed, with its files; None where it cannot be had."""
        ref = f"{REMOTES}{self._push}/{name}"
        answer = remote.fetch(self.repo, self._push_address(), [f"+{HEADS}{name}:{ref}"])
        return self.repo.ref(ref) if answer.ok else None

    def unfit(self, base: Base, commit: str) -> str:
        """Why a commit must not be pushed as a proposal: it is not one commit on top of what the base is or was."""
        if base.commit is None:
            return ""
        count = int(self.repo.git("rev-list", "--count", f"{base.commit}..{commit}").text)
        if self.repo.merge_base(base.commit, commit) is None and not self.repo.is_shallow:
            return f"it shares no history with {base.branch}"
        if count > 1:
            return f"it holds {count} commits that {base.branch} has not, where a proposal is one"
        changed = differences.between(self.repo, f"{commit}^", commit) if count else []
        others = [item.path for item in changed if not self._is_ours(item.path)]
        return f"it changes {others[0]}, which is no part of the vault" if others else ""

    def _is_ours(self, path: str) -> bool:
        inside = path.removeprefix(self._folder)
        return path.startswith(self._folder) and (inside in FILES or inside.startswith(FOLDERS))

    def sent(self, name: str) -> str | None:
        """The commit that was pushed of a branch, as far as this clone did that."""
        return self.repo.ref(SENT + name)

    def message(self, commit: str) -> str:
        """The message of a commit."""
        return self.repo.commit(commit).message

    def _push_address(self) -> str:
        """What to ask for the branches that were pushed: a remote may push elsewhere than it fetches from (`pushurl`)."""
        place = self.repo.remote(self._push)
        if place is None or place.push_url == place.url or holds_credentials(place.push_url):
            return self._push
        return place.push_url

    def commit(self, base: Base, changes: Sequence[FileChange], message: str) -> str:
        """A commit of exactly these changes on the base."""
        moved = [change._replace(path=self._folder + change.path) for change in changes]
        return commits.build_commit(self.repo, base.commit, moved, message)

    def create_branch(self, name: str, commit: str) -> bool:
        """Make a local branch unless there is one of that name with another commit."""
        for above in _above(name):
            if self.repo.ref(HEADS + above) is not None:
                raise BranchInTheWay(f"the branch {above} here ({HEADS}{above}) is in the way: with it, there can be none called {name}",
                                     f"rename it: git branch -m {above} {above}-old")
        return commits.update_ref(self.repo, HEADS + name, commit, None, reason="vaultctl: proposal") == "done"

    def move_branch(self, name: str, commit: str, old: str) -> bool:
        """Set a local branch that holds `old` to another commit, unless it is checked out, rebased or bisected somewhere."""
        ref = HEADS + name
        if ref in occupied(self.repo) or any(found.worktree for found in self.repo.branches(ref) if found.ref == ref):
            return False
        return commits.update_ref(self.repo, ref, commit, old, reason="vaultctl: made anew on the base") == "done"

    def push(self, base: Base, name: str, commit: str, options: Sequence[str], replaces: str = "") -> PushEnd:
        """Push a branch that must hold `replaces` there (empty: not exist yet), or that commit."""
        pushed = remote.push(self.repo, self._push, [remote.Update(commit, HEADS + name, replaces)], options=options)
        if pushed.answer.ok:
            self.mark_sent(name, commit)
        return push_end(pushed)

    def mark_sent(self, name: str, commit: str) -> None:
        """Remember that a branch was pushed.  Removing it there is how it is turned down: `sync` then does not send it again."""
        commits.update_ref(self.repo, SENT + name, commit, self.repo.ref(SENT + name), reason="vaultctl: sent")


def push_end(pushed: Pushed) -> PushEnd:
    """How a push ended, as the proposal flow hears of it."""
    answer = pushed.answer
    state = "unreachable" if answer.state == "absent" else answer.state
    return PushEnd(state, answer.reason, pushed.messages, pushed.was_there, by_own_hook=answer.cause == "own hook")


def _above(name: str) -> list[str]:
    """The names that no branch may bear beside one of that name: those of the folders above it."""
    return [name[:at] for at in range(len(name)) if name[at] == "/"]

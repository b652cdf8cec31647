"""Which branch a proposal is for, and at which commit: never one that the remote does not have, so nothing private is built upon."""

from __future__ import annotations

from vaultctl.adapters.git import heard, remote
from vaultctl.adapters.git.answers import Answer
from vaultctl.adapters.git.repository import HEADS, REMOTES, Repository
from vaultctl.errors import GitError, UsageError
from vaultctl.usecases.propose import Base

_NAME_ONE = "name it: --base BRANCH, or `base:` in .vaultctl.yaml"


def require_branch_name(repo: Repository, name: str) -> None:
    """See that a text can name a branch.  Raises UsageError."""
    if name.startswith("-") or repo.git("check-ref-format", HEADS + name, allowed=(0, 1)).code:
        raise UsageError(f"{name!r} is no name of a branch", "name one such as main, without the remote's name before it")


def local_base(repo: Repository, named: str | None) -> Base:
    """The base where there is no remote: the branch named, else the usual one.  Raises GitError where there is none."""
    branch = named or _local_default(repo)
    commit = repo.ref(HEADS + branch)
    if commit is None and (named is not None or repo.head() is not None):
        raise GitError(f"the base branch {branch} is not here", "name another: --base BRANCH, or `base:` in .vaultctl.yaml")
    return Base(branch, commit)


def remote_base(repo: Repository, name: str, named: str | None, *, network: bool) -> Base:
    """The base as the remote has it: freshly fetched where the network may be used, else as it was fetched last.

    Raises GitError where it is not known which branch that is, or the remote has no such branch.
    """
    problem = ""
    branch = named or repo.default_branch(name)
    if branch is None and network:
        branch, problem = _asked(repo, name)
        if branch is None and not problem:
            raise _nothing_there(repo, name)
    branch = branch or _tracked_default(repo, name)
    if branch is None:
        why = f": {problem}" if problem else ""
        raise GitError(f"it is not known which branch of {name} is the base{why}", _NAME_ONE)
    if network and not problem:
        problem, branch = _fetched(repo, name, branch, named)
        if not problem:
            heard.mark(str(repo.common_dir))
    commit = repo.ref(_tracking(name, branch))
    if commit is None:
        where = f"{name} could not be asked: {problem}" if problem else f"what is known here of {name} does not hold it"
        hint = f"fetch it: git fetch {name} {branch}, push it where it is only here, or name another: --base BRANCH"
        raise GitError(f"the base branch {branch} is not here as {name} has it; {where}", hint)
    return Base(branch, commit, name, problem)


def _fetched(repo: Repository, name: str, branch: str, named: str | None) -> tuple[str, str]:
    """Fetch the base.  Gives the reason where that failed, and the branch: another one where the remote's default was renamed."""
    answer = _fetch(repo, name, branch)
    if answer.state == "absent":
        there, problem = _asked(repo, name)
        if problem:
            return problem, branch
        if there is None:
            raise _nothing_there(repo, name)
        if named is not None or there == branch:
            raise GitError(f"{name} has no branch {branch}; its default branch is {there}",
                           f"name that one, --base {there} or `base:` in .vaultctl.yaml, or push yours: git push {name} {branch}")
        answer, branch = _fetch(repo, name, there), there
    if answer.state == "rejected" and _holds(repo, name, branch):
        return "", branch  # another process of this clone has just fetched the same
    return ("" if answer.ok else answer.reason), branch


def _fetch(repo: Repository, name: str, branch: str) -> Answer:
    return remote.fetch(repo, name, [f"+{HEADS}{branch}:{_tracking(name, branch)}"])


def _holds(repo: Repository, name: str, branch: str) -> bool:
    """Whether what is known here of a branch is what the remote has, asked now."""
    listing = remote.ls_remote(repo, name, [HEADS + branch])
    there = listing.refs.get(HEADS + branch)
    return listing.answer.ok and there is not None and there == repo.ref(_tracking(name, branch))


def _asked(repo: Repository, name: str) -> tuple[str | None, str]:
    """The remote's default branch, as it says now; or why it could not be asked."""
    listing = remote.ls_remote(repo, name, ["HEAD"])
    if not listing.answer.ok:
        return None, listing.answer.reason
    if listing.head is not None and "HEAD" in listing.refs:
        return listing.head.removeprefix(HEADS), ""
    # Its HEAD names a branch that is not there: it is empty, or the branch was pushed under another name.
    heads = remote.ls_remote(repo, name, [f"{HEADS}*"]).refs
    usual = [branch for branch in ("main", "master") if HEADS + branch in heads]
    return (usual[0] if len(usual) == 1 else None), ""


def _tracked_default(repo: Repository, name: str) -> str | None:
    """The one branch of a remote that is known here as main or master, or the only one that is known and no proposal."""
    above = f"{REMOTES}{name}/"
    known = [branch.ref.removeprefix(above) for branch in repo.branches(above)]
    usual = [branch for branch in known if branch in ("main", "master")]
    rest = [branch for branch in known if not branch.startswith(("lesson/", "vault/")) and branch != "vault-failures"]
    return usual[0] if len(usual) == 1 else rest[0] if len(rest) == 1 else None


def _tracking(name: str, branch: str) -> str:
    return f"{REMOTES}{name}/{branch}"


def _nothing_there(repo: Repository, name: str) -> GitError:
    here = repo.head_branch() or "main"
    return GitError(f"{name} has no branch yet that a lesson could be proposed to",
                    f"push the base first: git push -u {name} {here}")


def _local_default(repo: Repository) -> str:
    named = repo.setting("init.defaultBranch")
    for branch in filter(None, (named, "main", "master")):
        if repo.ref(HEADS + branch):
            return branch
    current = repo.head_branch()
    if current is None:
        raise GitError("no base branch: nothing is checked out, and there is no main", _NAME_ONE)
    return current

"""`gate`, with git behind it."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

from vaultctl.adapters.git.proposed import ProposedCommits
from vaultctl.adapters.git.quarantine import opened
from vaultctl.adapters.git.repository import Repository, discover
from vaultctl.core.lesson import Entry
from vaultctl.core.places import CONFIG_FILE, INDEX_MD, LESSONS_DIR, SINGLE_FILE
from vaultctl.core.problem import Problem
from vaultctl.core.scope import PROPOSABLE, REVIEW_RULE, RULE, is_proposal_branch, told
from vaultctl.errors import GitError, Refused, VaultctlError
from vaultctl.usecases import gate as gating
from vaultctl.usecases import index
from vaultctl.usecases.gate_failures import gate_failures
from vaultctl.usecases.gate_ports import Change, Request, Result, not_proposed, together, unknown
from vaultctl.usecases.gate_reading import Seen
from vaultctl.usecases.lesson_merge import LessonMerge
from vaultctl.usecases.queue import Ruling
from vaultctl.usecases.snapshot import read_snapshot
from vaultctl.wiring import layout_named

if TYPE_CHECKING:
    from datetime import date

    from vaultctl.usecases.ports import Layout, Tree
    from vaultctl.usecases.queue import Branch, Gate


def gate(
    folder: str, named: str | None, base: str, head: str, branch: str | None, today: date, *, strict: bool, each: bool,
    failures: bool,
) -> Result:  # fmt: skip
    """The verdict on the change from `base` to `head` in the repository around `folder`.

    `named` is the vault's folder; in a bare repository the one in its trees.  `each`: every commit that the base would get is gated
    alone, and must be open as a proposal here.  `failures`: the two are states of the failure log.  A folder that holds no vault in
    the two commits is the verdict `unknown`.
    """
    try:
        here = Repository.discover(folder)
        keeps = named is None or (here is not None and here.is_bare) or not os.path.isdir(named)
        repo = opened(here if here is not None and keeps else discover(named or folder))
        commits = ProposedCommits(repo)
        if failures:
            return gate_failures(commits, base, head, _in_trees(named) if repo.is_bare else "")
        place = _vault_folder(repo, commits.tree(commits.commit(base)), folder, named)
        commits = ProposedCommits(repo, LessonMerge(place))
        branch = branch if branch is not None else commits.branch(head)
        request = Request(today, branch, place, strict=strict, alone=each)
        if not each:
            proposal = is_proposal_branch(branch)
            return gating.gate(request, commits.change(base, head, proposal=proposal), commits, _layouts(), _stale)
        onto = commits.commit(base)
        results: list[Result] = []
        for commit in commits.line(base, head):
            results.append(_gate_one(request, commits, onto, commit))
            onto = commit
        return together(results) if results else unknown(GitError("there is nothing to gate: no new commit"))
    except VaultctlError as error:
        return Result("fail", error=error) if isinstance(error, Refused) else unknown(error)


def _gate_one(request: Request, commits: ProposedCommits, onto: str, commit: str) -> Result:
    """The verdict on one commit of a push: what it brings must be open as a proposal there, and pass as such."""
    name = commits.proposed_as(onto, commit)
    result = gating.gate(replace(request, branch=name), commits.change(onto, commit, proposal=False), commits, _layouts())
    if name is not None or result.verdict == "unknown":
        return result
    return not_proposed(result, commits.changes(onto, commit)[0].path, commit)


def queue_gate(repo: Repository, folder: str, today: date) -> Gate:
    """The gate as the queue asks it: given the base's commit, the tree (or commit) that would become of it, and the branch.

    An edit passes the gate for people to review; nobody does in a queue, so the ruling says that somebody must.
    """
    here = opened(repo)
    commits = ProposedCommits(here, LessonMerge(folder))
    seen = Seen(commits)

    def judge(base: str, head: str, branch: Branch) -> Ruling:
        since = here.merge_base(branch.commit, base) or ""
        try:
            messages = commits.messages(base, branch.commit)
        except GitError as error:  # one proposal that cannot be looked at holds up no other
            return Ruling((Problem(branch.name, 1, 1, "error", RULE, error.message, hint=error.hint),))
        change = Change(base, base, head, messages=messages)
        result = gating.gate(Request(today, branch.name, folder, since=since), change, commits, _layouts(), seen=seen)
        if result.error is not None:
            raise result.error
        problems = tuple(problem for problem in result.problems if problem.severity == "error")
        looks = [problem.message for problem in result.problems if problem.rule == REVIEW_RULE]
        may_not = result.review or result.scope not in PROPOSABLE
        about = told(result.steps) if result.scope in PROPOSABLE else ""
        added = [step.piece.item for step in result.steps if step.kind == "added"]
        lesson = added[0].lesson if len(added) == 1 and isinstance(added[0], Entry) else None
        return Ruling(problems, ("; ".join(looks) or result.about) if may_not else "", about, lesson)

    return judge


def _stale(tree: Tree) -> list[tuple[str, str]]:
    """What `index` would write otherwise.  AGENT_LEARNINGS.md is left out: it shows the failure log, not the lessons."""
    vault = read_snapshot(tree, _layouts())
    try:
        result = index.build(index.Request(check=True), vault, tree, lambda changes: None)
    except Refused as error:
        return [(INDEX_MD, error.message)]
    return [(change.path, "this generated file is not what the lessons come to") for change in result.changes]


def _layouts() -> list[Layout]:
    return [layout_named("notes"), layout_named("single-file")]


def _in_trees(named: str | None) -> str:
    """A folder as named for the trees of a bare repository."""
    place = (named or "").strip("/").removeprefix("./")
    return f"{place}/" if place not in ("", ".") else ""


def _vault_folder(repo: Repository, base: Tree, folder: str, named: str | None) -> str:
    """Where the vault lies in its repository, as `sub/folder/`: as named, else at or above the current folder on the base."""
    if repo.root is None:
        return _in_trees(named)
    full = os.path.realpath(os.path.join(folder, named or "."))
    inside = os.path.relpath(full, os.path.realpath(repo.root)).replace(os.sep, "/")
    parts = [] if inside == "." else inside.split("/")
    if named is not None:
        return "/".join([*parts, ""])
    for count in range(len(parts), 0, -1):
        place = "/".join([*parts[:count], ""])
        if any(entry.path in (place + CONFIG_FILE, place + SINGLE_FILE) for name in (CONFIG_FILE, SINGLE_FILE)
               for entry in base.entries(place + name)) or base.entries(place + LESSONS_DIR):  # fmt: skip
            return place
    return ""

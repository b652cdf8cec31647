"""The queue's way with a base that moves, pushes without an answer and refusals, on a store that plays them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pytest

from vaultctl.core.change import FileChange
from vaultctl.core.problem import Problem
from vaultctl.errors import GitError, Refused
from vaultctl.usecases import queue_run
from vaultctl.usecases.ports import Tree
from vaultctl.usecases.propose import Base, PushEnd, Standing, There
from vaultctl.usecases.queue import Applied, Branch, Followed, Gate, Result, Ruling, by_hand, is_proposal, objections, prune
from vaultctl.usecases.sync import describe


@dataclass
class ScriptedStore:
    """Implements `QueueStore` over a base that is a list of what was merged into it.

    `ends` are the answers to pushes of the base, in order (then all go well); `on_push` may move the base first.
    """

    open: list[str] = field(default_factory=lambda: ["lesson/A-1"])
    tips: list[str] = field(default_factory=lambda: ["start"])
    ends: list[PushEnd] = field(default_factory=list)
    carried_out: bool = False
    on_push: Callable[[ScriptedStore], None] = lambda store: None
    here: Base = field(default_factory=lambda: Base("main", "start", "origin"))
    followed: tuple[Followed, str] = ("advanced", "")
    pushes: int = 0
    removed: list[str] = field(default_factory=list)

    def base(self, named: str | None, *, network: bool) -> Base:
        return Base("main", self.tips[-1], self.here.remote, self.here.problem)

    def pushed_base(self, base: Base) -> Base | None:
        return base

    def local_base(self, base: Base) -> Base:
        return Base("main", self.tips[-1])

    def fetch_proposals(self, base: Base) -> str:
        return ""

    def proposals(self, base: Base) -> Sequence[Branch]:
        return [Branch(name, name, name) for name in self.open]

    def apply(self, base: str, head: str, since: str) -> Applied:
        return Applied("merged") if f"new {head}" in self.tips else Applied("ready", f"tree {head}")

    def settle(self, base: str, head: str, tree: str, *, rebuild: bool = False) -> str:
        return f"new {head}"

    def push_base(self, base: Base, commit: str) -> PushEnd:
        self.pushes += 1
        self.on_push(self)
        if self.ends:
            end = self.ends.pop(0)
            if self.carried_out:
                self.tips.append(commit)
            return end
        if base.commit != self.tips[-1]:
            return PushEnd("rejected", "stale info")
        self.tips.append(commit)
        return PushEnd("ok")

    def contains(self, tip: str, commit: str) -> bool:
        return commit in self.tips[: self.tips.index(tip) + 1]

    def follow(self, base: Base, commit: str) -> tuple[Followed, str]:
        if base.remote is None and self.followed[0] == "advanced":
            self.tips.append(commit)
        return self.followed

    def remove_pushed(self, branches: Sequence[Branch]) -> tuple[Sequence[str], str]:
        self.removed += [branch.name for branch in branches]
        return self.removed, ""

    def remove_local(self, branch: Branch) -> bool:
        return True

    # The rest of the port is not asked for here.

    def tree(self, commit: str | None) -> Tree: raise NotImplementedError  # fmt: skip
    def local_branch(self, name: str) -> str | None: raise NotImplementedError  # fmt: skip
    def remote_branch(self, base: Base, name: str) -> There | None: raise NotImplementedError  # fmt: skip
    def spelled(self, name: str) -> str: raise NotImplementedError  # fmt: skip
    def fetch_branch(self, name: str) -> str | None: raise NotImplementedError  # fmt: skip
    def standing(self, base: Base, commit: str) -> Standing: raise NotImplementedError  # fmt: skip
    def unfit(self, base: Base, commit: str) -> str: raise NotImplementedError  # fmt: skip
    def sent(self, name: str) -> str | None: raise NotImplementedError  # fmt: skip
    def move_branch(self, name: str, commit: str, old: str) -> bool: raise NotImplementedError  # fmt: skip
    def gone(self, base: str, branch: Branch) -> str: return ""  # fmt: skip
    def commit(self, base: Base, changes: Sequence[FileChange], message: str) -> str: raise NotImplementedError  # fmt: skip
    def create_branch(self, name: str, commit: str) -> bool: raise NotImplementedError  # fmt: skip
    def push(self, base: Base, name: str, commit: str, options: Sequence[str], replaces: str = "") -> PushEnd: raise NotImplementedError  # fmt: skip
    def push_again(self, branch: Branch, commit: str) -> PushEnd: raise NotImplementedError  # fmt: skip
    def was_sent(self, branch: Branch) -> bool: raise NotImplementedError  # fmt: skip
    def message(self, commit: str) -> str: return f"Title of {commit}\n\nMore.\n"  # fmt: skip


def passes(base: str, head: str, branch: Branch) -> Ruling:
    return Ruling()


def run(store: ScriptedStore, gate: Gate = passes) -> tuple[Result, list[float]]:
    slept: list[float] = []
    return queue_run.run(store, gate, None, network=True, sleep=slept.append), slept


def test_a_base_that_moved_is_looked_at_again_and_the_proposal_tried_again() -> None:
    gated = []

    def move(store: ScriptedStore) -> None:
        if store.pushes < 3:
            store.tips.append(f"other {store.pushes}")

    def gate(base: str, head: str, branch: Branch) -> Ruling:
        gated.append(base)
        return Ruling()

    store = ScriptedStore(on_push=move)
    result, slept = run(store, gate)
    assert result.merged == 1 and store.tips == ["start", "other 1", "other 2", "new lesson/A-1"]
    assert gated == ["start", "other 1", "other 2"] and len(slept) == 2 and all(0 < pause <= 1 for pause in slept)


def test_what_another_run_merged_meanwhile_is_merged_once() -> None:
    def move(store: ScriptedStore) -> None:
        if store.pushes == 1:
            store.tips.append("new lesson/A-1")

    store = ScriptedStore(on_push=move)
    result, _ = run(store)
    assert store.tips.count("new lesson/A-1") == 1 and result.proposals[0].state == "merged" and result.problem is None
    assert result.merged == 0  # that run counts it


def test_what_the_remote_had_already_when_it_was_pushed_is_counted_by_whoever_pushed_it() -> None:
    result, _ = run(ScriptedStore(ends=[PushEnd("ok", was_there=True)]))
    assert result.merged == 0 and result.proposals[0].state == "merged"


def test_a_base_that_never_rests_ends_the_run_after_a_bounded_number_of_tries() -> None:
    store = ScriptedStore(open=["lesson/A-1", "lesson/A-2"], on_push=lambda store: store.tips.append(f"other {store.pushes}"))
    result, _ = run(store)
    assert store.pushes == queue_run.ATTEMPTS and [item.state for item in result.proposals] == ["open", "open"]
    assert result.exit_code == 3 and "moved 25 times" in result.proposals[0].reason and "not tried" in result.proposals[1].reason


def test_a_push_without_an_answer_that_was_carried_out_counts_once() -> None:
    store = ScriptedStore(ends=[PushEnd("unreachable", "cut")], carried_out=True)
    result, _ = run(store)
    assert store.pushes == 1 and result.merged == 1 and result.exit_code == 0 and store.removed == ["lesson/A-1"]


def test_a_push_without_an_answer_is_tried_a_few_times() -> None:
    store = ScriptedStore(open=["lesson/A-1", "lesson/A-2"], ends=[PushEnd("unreachable", "no route")] * 9)
    result, _ = run(store)
    assert store.pushes == queue_run.PUSHES and result.exit_code == 3 and "no route" in str(result.problem)
    assert [item.state for item in result.proposals] == ["open", "open"] and store.removed == []


def test_a_remote_that_refuses_one_proposal_still_takes_the_others() -> None:
    store = ScriptedStore(open=[f"lesson/A-{number}" for number in range(3)], ends=[PushEnd("refused", "not this")])
    result, _ = run(store)
    assert [item.state for item in result.proposals] == ["open", "merged", "merged"] and result.exit_code == 3


def test_a_remote_that_refuses_all_is_not_asked_for_each() -> None:
    store = ScriptedStore(open=[f"lesson/A-{number}" for number in range(9)], ends=[PushEnd("refused", "protected")] * 9)
    result, _ = run(store)
    assert store.pushes == queue_run.REFUSALS and result.exit_code == 3 and {item.state for item in result.proposals} == {"open"}


def test_what_the_gate_says_is_the_reason_and_the_exit_code_is_1() -> None:
    store = ScriptedStore()
    result, _ = run(store, lambda base, head, branch: Ruling((Problem("a.md", 3, 1, "error", "bad-ttl", "no"),)))
    assert result.proposals[0].reason == "a.md:3: no (bad-ttl)" and result.exit_code == 1 and store.pushes == 0


def test_what_a_person_must_review_is_told_so_with_the_command_to_run_and_stays() -> None:
    store = ScriptedStore(open=["lesson/A-1", "lesson/$(A)"])
    result, _ = run(store, lambda base, head, branch: Ruling(review="A-1 edited"))
    first, odd = result.proposals
    assert (first.state, first.reason, first.title) == ("review", "a person must review this: A-1 edited", "Title of lesson/A-1")
    assert first.command == "git merge --squash lesson/A-1 && git commit -C lesson/A-1 && git push origin main"
    assert "--squash 'lesson/$(A)' &&" in odd.command and result.exit_code == 1 and store.pushes == 0


def test_a_branch_that_is_not_here_as_it_was_pushed_is_named_by_its_commit() -> None:
    branch = Branch("lesson/A-1", "0" * 40, "1" * 40)
    assert by_hand(Base("main", "start"), branch) == "git merge --squash 111111111111 && git commit -C 111111111111"


def test_a_dry_run_judges_each_against_what_the_base_would_be_by_then() -> None:
    gated = []

    def gate(base: str, head: str, branch: Branch) -> Ruling:
        gated.append(base)
        return Ruling()

    store = ScriptedStore(open=["lesson/A-1", "lesson/A-2"])
    result = queue_run.run(store, gate, None, dry_run=True)
    assert gated == ["start", "new lesson/A-1"] and store.pushes == 0 and store.tips == ["start"] and store.removed == []
    assert [(item.state, item.merges) for item in result.proposals] == [("open", True)] * 2 and result.base.commit == "start"


def test_a_remote_that_cannot_be_asked_is_an_error_before_anything_is_done() -> None:
    with pytest.raises(GitError, match="origin could not be asked: no route"):
        run(ScriptedStore(here=Base("main", "start", "origin", "no route")))


def test_without_a_remote_base_there_is_nothing_to_merge_into() -> None:
    class Empty(ScriptedStore):
        def pushed_base(self, base: Base) -> Base | None:
            return None

    with pytest.raises(Refused, match="no branch main"):
        run(Empty())


@pytest.mark.parametrize("followed", ["dirty", "busy"])
def test_a_local_base_that_cannot_be_moved_stops_the_run(followed: Followed) -> None:
    store = ScriptedStore(["lesson/A-1", "lesson/A-2"], here=Base("main", "start"), followed=(followed, "/place"))
    result, _ = run(store)
    assert {item.state for item in result.proposals} == {"open"} and result.exit_code == 3 and "/place" in str(result.problem)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("lesson/B-1", True), ("vault/archive-2026-01-05", True), ("vault/verify-2026-01-05-2", True), ("lesson/a/b", False),
     ("vault/archive", False), ("vault/archive-2026-01-05-x", False), ("feature/lesson/x", False), ("lesson/", False)],
)  # fmt: skip
def test_which_branches_are_proposals(name: str, expected: bool) -> None:
    assert is_proposal(name) is expected


def test_only_what_is_ours_and_unchanged_is_pruned() -> None:
    store = ScriptedStore()
    same, moved = Branch("lesson/A", "1", "1"), Branch("lesson/B", "2", "1")
    used, foreign = Branch("lesson/C", "1", "1", worktree="/here"), Branch("lesson/D", None, "1")
    assert prune(store, [same, moved, used, foreign]) == ["lesson/A"]


def test_objections_are_one_text() -> None:
    problem = Problem("a", 1, 1, "error", "r", "m")
    assert objections([problem, problem._replace(line=2)]) == "a:1: m (r); a:2: m (r)" and objections([]) == ""


def test_a_pull_request_is_described_from_the_commit_that_waits() -> None:
    text = describe("lesson/B-1", "Lesson B-1: BLOCKED a\n\n    Issue: One\n      and more\n    Tags: a\n")
    assert text.title == "Lesson B-1: BLOCKED a" and "    Issue: One and more\n    Tags: a\n" in text.body
    assert "vaultctl record" in text.body and "vaultctl archive" in describe("vault/archive-2026-01-05", "Archive\n").body


def test_a_message_made_by_hand_cannot_act_on_a_forge() -> None:
    text = describe("lesson/B-1", "Fixes #1 @all\n\n    Note: closes #2\n")
    assert "#1" not in text.title and "@all" not in text.title and "#2" not in text.body

"""The proposal flow: each step looks whether it is done, and what stops it is told with the state that was reached."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest

from vaultctl.core.change import FileChange
from vaultctl.core.config import Proposals
from vaultctl.core.proposal import ProposalText, PullRequest
from vaultctl.errors import ForgeError, GitError, Refused, StaleWrite
from vaultctl.usecases.findings import TreeEntry
from vaultctl.usecases.ports import Tree
from vaultctl.usecases.propose import MERGED, TURNED_DOWN, Base, Proposal, PushEnd, Reached, Standing, There, propose

CHANGE = FileChange("vault/a.md", None, b"a")
PROPOSAL = Proposal("lesson/B-1", (CHANGE,), ProposalText("Lesson B-1", "body", ("new",)))
BASE = Base("main", "c0", "origin")


class Files:
    """A tree of files in memory."""

    label = "memory"

    def __init__(self, files: dict[str, bytes]) -> None:
        self.files = files

    def entries(self, prefix: str = "") -> Sequence[TreeEntry]:
        return [TreeEntry(path) for path in sorted(self.files)]

    def read(self, path: str) -> bytes | None:
        return self.files.get(path)

    def read_many(self, paths: Sequence[str]) -> list[tuple[str, bytes | None]]:
        return [(path, self.read(path)) for path in paths]


@dataclass
class FakeStore:
    """git in memory; `pushes` are the ends of the next pushes, `deaf` the number of questions that are not answered."""

    local: dict[str, str] = field(default_factory=dict)
    there: dict[str, str] = field(default_factory=dict)
    trees: dict[str, dict[str, bytes]] = field(default_factory=dict)
    pushes: list[PushEnd] = field(default_factory=list)
    options: list[tuple[str, ...]] = field(default_factory=list)
    leases: list[str] = field(default_factory=list)
    standings: dict[str, Standing] = field(default_factory=dict)
    unfits: dict[str, str] = field(default_factory=dict)
    sent_before: dict[str, str] = field(default_factory=dict)
    messages: dict[str, str] = field(default_factory=dict)
    held: bool = False
    lands: bool = False
    deaf: int = 0
    made: int = 0

    def base(self, named: str | None, *, network: bool) -> Base:
        return BASE

    def tree(self, commit: str | None) -> Tree:
        return Files(self.trees.get(commit or "", {}))  # type: ignore[return-value]

    def local_branch(self, name: str) -> str | None:
        return self.local.get(name)

    def remote_branch(self, base: Base, name: str) -> There | None:
        if self.deaf:
            self.deaf -= 1
            raise GitError("no answer")
        return There(name, self.there[name]) if name in self.there else None

    def spelled(self, name: str) -> str:
        return name

    def fetch_branch(self, name: str) -> str | None:
        return self.there.get(name)

    def standing(self, base: Base, commit: str) -> Standing:
        return self.standings.get(commit, "fresh")

    def unfit(self, base: Base, commit: str) -> str:
        return self.unfits.get(commit, "")

    def sent(self, name: str) -> str | None:
        return self.sent_before.get(name)

    def message(self, commit: str) -> str:
        return self.messages.get(commit, "Lesson B-1\n")

    def move_branch(self, name: str, commit: str, old: str) -> bool:
        if self.held or self.local.get(name) != old:
            return False
        self.local[name] = commit
        return True

    def commit(self, base: Base, changes: Sequence[FileChange], message: str) -> str:
        self.made += 1
        self.trees[f"c{self.made}"] = {change.path: change.after or b"" for change in changes}
        return f"c{self.made}"

    def create_branch(self, name: str, commit: str) -> bool:
        return self.local.setdefault(name, commit) == commit

    def push(self, base: Base, name: str, commit: str, options: Sequence[str], replaces: str = "") -> PushEnd:
        self.options.append(tuple(options))
        self.leases.append(replaces)
        end = self.pushes.pop(0) if self.pushes else PushEnd("ok")
        if end.state == "ok" or self.lands:
            self.there[name] = commit
        return end


@dataclass
class FakeForge:
    """A forge in memory; `failures` are raised by the next openings."""

    name: str = "fake"
    notes: tuple[str, ...] = ()
    pulls: dict[str, PullRequest] = field(default_factory=dict)
    failures: list[ForgeError] = field(default_factory=list)
    warnings: tuple[str | None, str | None] = (None, None)
    labelled: list[tuple[str, ...]] = field(default_factory=list)
    carries: bool = False

    def find(self, branch: str) -> PullRequest | None:
        return self.pulls.get(branch)

    def open(self, branch: str, base: str, text: ProposalText, *, draft: bool = False) -> PullRequest | None:
        if self.failures:
            raise self.failures.pop(0)
        return self.pulls.setdefault(branch, PullRequest(f"https://forge/{branch}", 1, draft=draft))

    def label(self, pull_request: PullRequest, labels: tuple[str, ...]) -> str | None:
        self.labelled.append(labels)
        return self.warnings[0]

    def auto_merge(self, pull_request: PullRequest) -> str | None:
        return self.warnings[1]

    def push_options(self, base: str, text: ProposalText, *, draft: bool = False, auto_merge: bool = False) -> tuple[str, ...]:
        return ("create",) if self.carries else ()

    def read_push(self, stderr: str) -> PullRequest | None:
        return PullRequest("https://forge/pushed", 7) if self.carries else None


def run(store: FakeStore, forge: FakeForge | None = None, base: Base = BASE, *, network: bool = True,
        settings: Proposals | None = None) -> Reached:  # fmt: skip
    return propose(PROPOSAL, base, store, forge, settings or Proposals(), network=network)


def test_the_way_from_nothing_to_a_pull_request() -> None:
    store, forge = FakeStore(), FakeForge()
    reached = run(store, forge, settings=Proposals(labels=("lesson",)))
    assert reached == Reached("proposed", "lesson/B-1", "main", "c1", True, "https://forge/lesson/B-1")
    assert store.there == store.local == {"lesson/B-1": "c1"} and forge.labelled == [("lesson", "new")]


@pytest.mark.parametrize(("base", "network"), [(Base("main", "c0"), True), (BASE, False)])
def test_without_a_remote_or_the_network_the_branch_is_the_end(base: Base, network: bool) -> None:
    store = FakeStore(deaf=1)
    assert run(store, FakeForge(), base, network=network) == Reached("committed", "lesson/B-1", "main", "c1")
    assert store.deaf == 1


def test_a_forge_without_pull_requests_ends_at_pushed() -> None:
    assert run(FakeStore()).state == "pushed"


def test_a_base_that_could_not_be_fetched_stops_after_the_commit() -> None:
    reached = run(FakeStore(), FakeForge(), Base("main", "c0", "origin", "no route"))
    assert (reached.state, reached.commit, reached.exit_code) == ("committed", "c1", 3)
    assert reached.problem is not None and "no route" in reached.problem.message


@pytest.mark.parametrize("deaf", [1, 2])
def test_a_remote_that_falls_silent_is_told_and_nothing_is_raised_after_the_commit(deaf: int) -> None:
    store = FakeStore(deaf=deaf, pushes=[PushEnd("unreachable", "cut")])
    reached = run(store, FakeForge())
    assert (reached.state, reached.exit_code, store.local) == ("committed", 3, {"lesson/B-1": "c1"})
    store.deaf, store.pushes = 0, []
    again = run(store, FakeForge())
    assert (again.state, again.commit, store.made) == ("proposed", "c1", 1)


def test_a_silence_between_push_and_question_is_no_exception() -> None:
    store = FakeStore(pushes=[PushEnd("rejected", "stale info")])
    first = store.remote_branch

    def silent_later(base: Base, name: str) -> There | None:
        if store.options:
            raise GitError("no answer")
        return first(base, name)

    store.remote_branch = silent_later  # type: ignore[method-assign]
    reached = run(store)
    assert (reached.state, reached.exit_code) == ("committed", 3)


@pytest.mark.parametrize("state", ["refused", "unreachable", "rejected"])
def test_a_push_that_fails_leaves_the_branch(state: str) -> None:
    store = FakeStore(pushes=[PushEnd(state, "a reason")])  # type: ignore[arg-type]
    reached = run(store, FakeForge())
    assert (reached.state, reached.pushed, reached.exit_code) == ("committed", False, 3)
    assert reached.problem is not None and "a reason" in reached.problem.message and "nothing is lost" in reached.problem.hint


def test_a_push_that_was_cut_off_when_all_was_done_counts() -> None:
    store = FakeStore(pushes=[PushEnd("unreachable", "cut")], lands=True)
    assert run(store, FakeForge()).state == "proposed"


def test_a_branch_that_somebody_else_pushed_is_not_moved() -> None:
    store, forge = FakeStore(there={"lesson/B-1": "x9"}), FakeForge()
    reached = run(store, forge)
    assert (reached.state, reached.commit, reached.pushed, reached.exit_code) == ("exists", "x9", True, 0)
    assert store.local == {} and store.made == 0 and store.options == []
    assert reached.url == "https://forge/lesson/B-1", "its pull request was missing, and was opened"


def test_a_branch_that_somebody_else_pushed_at_the_same_moment_is_not_moved() -> None:
    store = FakeStore(pushes=[PushEnd("rejected", "stale info")])
    push = store.push

    def beaten(base: Base, name: str, commit: str, options: Sequence[str], replaces: str = "") -> PushEnd:
        store.there[name] = "x9"
        return push(base, name, commit, options, replaces)

    store.push = beaten  # type: ignore[method-assign]
    reached = run(store, FakeForge())
    assert (reached.state, reached.commit, store.there["lesson/B-1"]) == ("exists", "x9", "x9")


def test_a_process_that_was_quicker_with_the_same_lesson_is_joined() -> None:
    store = FakeStore()
    commit = store.commit

    def beaten(base: Base, changes: Sequence[FileChange], message: str) -> str:
        made = commit(base, changes, message)
        store.local["lesson/B-1"] = "other"
        return made

    store.commit = beaten  # type: ignore[method-assign]
    assert (run(store).commit, store.there) == ("other", {"lesson/B-1": "other"})


def test_what_was_pushed_is_not_pushed_again() -> None:
    store = FakeStore(local={"lesson/B-1": "c5"}, there={"lesson/B-1": "c5"})
    assert (run(store, FakeForge()).state, store.options, store.made) == ("proposed", [], 0)


def test_a_forge_that_fails_leaves_the_pushed_branch_and_the_next_call_opens() -> None:
    store, forge = FakeStore(), FakeForge(failures=[ForgeError("gone", "later")])
    reached = run(store, forge)
    assert (reached.state, reached.pushed, reached.exit_code) == ("pushed", True, 3)
    assert run(store, forge).url == "https://forge/lesson/B-1" and len(store.options) == 1


def test_refused_labels_and_auto_merge_are_warnings() -> None:
    forge = FakeForge(notes=("no checks start",), warnings=("no labels", "no auto-merge"))
    reached = run(FakeStore(), forge, settings=Proposals(auto_merge=True))
    assert reached.state == "proposed" and reached.warnings == ("no checks start", "no labels", "no auto-merge")


def test_a_pull_request_that_a_person_closed_is_told() -> None:
    forge = FakeForge(pulls={"lesson/B-1": PullRequest("u", 1, "closed")})
    assert "closed without merging" in run(FakeStore(), forge, settings=Proposals(auto_merge=True)).warnings[0]


def test_a_push_that_opens_the_pull_request_by_itself_is_read() -> None:
    store, forge = FakeStore(), FakeForge(carries=True)
    assert (run(store, forge).url, store.options, forge.pulls) == ("https://forge/pushed", [("create",)], {})


def test_a_proposal_without_changes_never_becomes_an_empty_commit() -> None:
    store = FakeStore()
    with pytest.raises(StaleWrite):
        propose(Proposal("lesson/B-1", (), PROPOSAL.text), BASE, store, None, Proposals(), network=False)
    assert store.made == 0


# A branch that was made before.


@pytest.mark.parametrize(("standing", "differs"), [("merged", ""), ("stray", ""), ("fresh", "body")])
def test_a_branch_that_is_not_what_is_proposed_now_is_made_anew(standing: Standing, differs: str) -> None:
    store = FakeStore(local={"lesson/B-1": "old"}, standings={"old": standing})
    reached = propose(replace(PROPOSAL, differs=differs), BASE, store, None, Proposals(), network=True)
    assert (reached.state, reached.commit, store.there) == ("pushed", "c1", {"lesson/B-1": "c1"}) and store.leases == [""]
    assert "made anew" in reached.warnings[0]


def test_what_was_merged_and_taken_out_replaces_our_old_branch_with_a_lease() -> None:
    store = FakeStore(local={"lesson/B-1": "old"}, there={"lesson/B-1": "old"}, standings={"old": "merged"})
    assert propose(PROPOSAL, BASE, store, None, Proposals(), network=True).state == "pushed" and store.leases == ["old"]


@pytest.mark.parametrize(("standing", "differs", "said"), [("fresh", "body", "differs in body"), ("stray", "", "another base")])
def test_an_open_proposal_is_left_as_it_is(standing: Standing, differs: str, said: str) -> None:
    store = FakeStore(local={"lesson/B-1": "old"}, there={"lesson/B-1": "old"}, standings={"old": standing})
    reached = propose(replace(PROPOSAL, differs=differs), BASE, store, None, Proposals(), network=True)
    assert (reached.state, reached.commit, reached.problem) == ("exists", "old", None) and said in reached.warnings[0]
    assert store.made == 0


def test_what_was_turned_down_is_not_pushed_again() -> None:
    store = FakeStore(local={"lesson/B-1": "old"}, sent_before={"lesson/B-1": "old"})
    reached = propose(PROPOSAL, BASE, store, None, Proposals(), network=True)
    assert (reached.state, reached.pushed, reached.warnings) == ("exists", False, (TURNED_DOWN,)) and store.there == {}


class Overtaken(FakeStore):
    """A store of which another process of the same clone pushes the branch, and marks it, right after the remote was asked."""

    def remote_branch(self, base: Base, name: str) -> There | None:
        found = super().remote_branch(base, name)
        self.there[name] = self.sent_before[name] = self.local[name]
        return found


def test_what_another_process_pushes_in_this_moment_was_not_turned_down() -> None:
    store = Overtaken(local={"lesson/B-1": "old"})
    assert propose(PROPOSAL, BASE, store, None, Proposals(), network=True) == Reached("pushed", "lesson/B-1", "main", "old", True)


class MergedMeanwhile(FakeStore):
    """A store whose base holds what was proposed when it is fetched again."""

    def base(self, named: str | None, *, network: bool) -> Base:
        self.standings["old"] = "merged"
        return replace(BASE, commit="c9")


def test_what_was_merged_in_this_moment_was_not_turned_down_either() -> None:
    store = MergedMeanwhile(local={"lesson/B-1": "old"}, sent_before={"lesson/B-1": "old"})
    reached = propose(PROPOSAL, BASE, store, None, Proposals(), network=True)
    assert (reached.state, reached.pushed, reached.warnings) == ("exists", False, (MERGED,)) and store.there == {}


@pytest.mark.parametrize(("own", "who"), [(True, "the branch could not be pushed"), (False, "the remote refused the branch")])
def test_who_refused_a_push_is_told_apart(own: bool, who: str) -> None:
    store = FakeStore(pushes=[PushEnd("refused", "tests are red", by_own_hook=own)])
    problem = propose(PROPOSAL, BASE, store, None, Proposals(), network=True).problem
    assert problem is not None and problem.message == f"{who}: tests are red"
    assert ("what the hook objects to" in problem.hint) == own and "nothing is lost" in problem.hint


def test_commits_made_by_hand_are_neither_thrown_away_nor_pushed() -> None:
    store = FakeStore(local={"lesson/B-1": "old"}, standings={"old": "stray"}, unfits={"old": "it holds 3 commits"},
                      messages={"old": "Correct it\n"})  # fmt: skip
    reached = propose(PROPOSAL, BASE, store, None, Proposals(), network=True)
    assert (reached.state, store.local, store.there) == ("committed", {"lesson/B-1": "old"}, {})
    assert "it holds 3 commits" in str(reached.problem)


def test_a_branch_that_is_checked_out_is_not_moved() -> None:
    store = FakeStore(local={"lesson/B-1": "old"}, standings={"old": "merged"}, held=True)
    with pytest.raises(Refused, match="checked out"):
        propose(PROPOSAL, BASE, store, None, Proposals(), network=True)

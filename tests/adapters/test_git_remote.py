"""Fetching and pushing over real HTTP, and what is said when it does not work."""

from __future__ import annotations

import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.conftest import MakeRepo
from tests.fakes.checkout import Checkout
from tests.fakes.http_git import HttpGit, Request, every_nth_push
from vaultctl.adapters.git import checkout, commits, remote
from vaultctl.adapters.git.remote import Update
from vaultctl.adapters.git.repository import Repository, discover
from vaultctl.core.change import FileChange
from vaultctl.errors import GitError

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="git http-backend and shell hooks as POSIX has them")
MAIN = "+refs/heads/main:refs/remotes/origin/main"


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "PAUSE", 0.02)


@pytest.fixture
def served(http_git: HttpGit, git_repo: MakeRepo) -> Checkout:
    """The repository on the server, with a first commit on `main`."""
    made = http_git.create()
    git_repo("seed").git("push", "-q", str(made.path), "main")
    return made


def lesson(repo: Repository, name: str) -> str:
    """A proposal on the remote's main, on a local branch."""
    base = repo.ref("refs/remotes/origin/main")
    commit = commits.build_commit(repo, base, [FileChange(f"vault/{name}.md", None, name.encode())], f"Add {name}")
    commits.update_ref(repo, f"refs/heads/lesson/{name}", commit, None)
    return commit


def new(commit: str, name: str) -> Update:
    """The update that makes the proposal's branch there."""
    return Update(commit, f"refs/heads/lesson/{name}", "")


def test_a_push_sends_exactly_the_named_ref(http_git: HttpGit, served: Checkout, clone: MakeRepo) -> None:
    made = clone(http_git.url("vault.git"))
    made.git("tag", "-a", "-m", "x", "v1")
    made.git("branch", "other")
    for key, value in (("push.followTags", "true"), ("push.default", "matching"), ("remote.origin.push", "refs/heads/*")):
        made.git("config", key, value)
    repo = discover(made.path)
    commit = lesson(repo, "x")
    pushed = remote.push(repo, "origin", [new(commit, "x")])
    assert pushed.answer.ok and pushed.refs["refs/heads/lesson/x"].ok
    assert served.git("for-each-ref", "--format=%(refname)").split() == ["refs/heads/lesson/x", "refs/heads/main"]


def test_pushing_again_is_done_already(http_git: HttpGit, served: Checkout, clone: MakeRepo) -> None:
    repo = discover(clone(http_git.url("vault.git")).path)
    commit = lesson(repo, "x")
    assert remote.push(repo, "origin", [new(commit, "x")]).answer.ok
    assert remote.push(repo, "origin", [new(commit, "x")]).answer.ok


def test_a_branch_with_other_commits_there_is_rejected_and_left(http_git: HttpGit, served: Checkout, clone: MakeRepo) -> None:
    one, two = (discover(clone(http_git.url("vault.git"), name).path) for name in ("one", "two"))
    first = lesson(one, "x")
    assert remote.push(one, "origin", [new(first, "x")]).answer.ok
    other = commits.build_commit(two, two.head(), [FileChange("other", None, b"o")], "other")
    assert remote.push(two, "origin", [new(other, "x")]).answer.state == "rejected"
    assert remote.push(two, "origin", [Update(other, "refs/heads/lesson/x")]).answer.state == "rejected"
    assert served.git("rev-parse", "lesson/x") == first


def test_a_lease_moves_a_branch_only_from_what_was_expected(http_git: HttpGit, served: Checkout, clone: MakeRepo) -> None:
    repo = discover(clone(http_git.url("vault.git")).path)
    first, second = lesson(repo, "x"), lesson(repo, "y")
    ref = "refs/heads/lesson/x"
    assert remote.push(repo, "origin", [Update(first, ref, "")]).answer.ok
    assert remote.push(repo, "origin", [Update(second, ref, second)]).answer.state == "rejected"
    assert remote.push(repo, "origin", [Update(second, ref, first)]).answer.ok
    assert remote.push(repo, "origin", [Update(None, ref, first)]).answer.state == "rejected"
    assert remote.push(repo, "origin", [Update(None, ref, second)]).answer.ok
    assert remote.ls_remote(repo, "origin", ["refs/heads/*"]).refs.keys() == {"refs/heads/main"}


def test_one_refused_ref_of_two_is_told_apart(http_git: HttpGit, served: Checkout, clone: MakeRepo) -> None:
    http_git.hook("vault.git", 'case "$1" in *protected*) echo "main is protected"; exit 1;; esac', kind="update")
    repo = discover(clone(http_git.url("vault.git")).path)
    pushed = remote.push(repo, "origin", [new(lesson(repo, "fine"), "fine"), new(lesson(repo, "protected"), "protected")])
    assert {ref: answer.state for ref, answer in pushed.refs.items()} == {
        "refs/heads/lesson/fine": "ok", "refs/heads/lesson/protected": "refused"}
    assert pushed.answer.state == "refused"


def test_a_server_hook_is_heard_and_its_secrets_are_not(http_git: HttpGit, served: Checkout, clone: MakeRepo) -> None:
    http_git.hook("vault.git", 'echo "GL-HOOK: policy 7 says no, see https://bot:SECRET@example.org/x" >&2; exit 1')
    repo = discover(clone(http_git.url("vault.git")).path)
    pushed = remote.push(repo, "origin", [new(lesson(repo, "x"), "x")])
    assert (pushed.answer.state, pushed.answer.cause) == ("refused", "hook")
    assert "policy 7 says no" in pushed.answer.reason and "SECRET" not in pushed.answer.reason + pushed.messages
    assert http_git.pushes() == 1
    assert repo.ref("refs/heads/lesson/x")


def test_a_local_pre_push_hook_is_heard(http_git: HttpGit, served: Checkout, clone: MakeRepo) -> None:
    made = clone(http_git.url("vault.git"))
    hook = made.path / ".git" / "hooks" / "pre-push"
    hook.write_text("#!/bin/sh\nseq 20\necho 'tests are red' >&2\nexit 1\n")
    hook.chmod(0o755)
    repo = discover(made.path)
    answer = remote.push(repo, "origin", [new(lesson(repo, "x"), "x")]).answer
    assert (answer.state, answer.cause) == ("refused", "own hook")
    assert answer.reason.startswith("the pre-push hook of this repository said no: 10\n") and answer.reason.endswith("20\ntests are red")
    hook.write_text("#!/bin/sh\nexit 3\n")
    answer = remote.push(repo, "origin", [new(lesson(repo, "x"), "x")]).answer
    assert (answer.cause, answer.reason) == ("own hook", "the pre-push hook of this repository failed and said nothing")


def test_messages_of_a_push_that_worked_are_kept(http_git: HttpGit, served: Checkout, clone: MakeRepo) -> None:
    http_git.hook("vault.git", 'echo "View merge request: https://example.org/mr/1"', kind="post-receive")
    repo = discover(clone(http_git.url("vault.git")).path)
    pushed = remote.push(repo, "origin", [new(lesson(repo, "x"), "x")])
    assert pushed.answer.ok and "https://example.org/mr/1" in pushed.messages


def test_push_options_arrive_where_the_server_takes_them(http_git: HttpGit, clone: MakeRepo, git_repo: MakeRepo) -> None:
    made = http_git.create("gitlab.git", push_options=True)
    git_repo("seed").git("push", "-q", str(made.path), "main")
    http_git.hook("gitlab.git", 'echo "options: $GIT_PUSH_OPTION_COUNT $GIT_PUSH_OPTION_0"')
    repo = discover(clone(http_git.url("gitlab.git")).path)
    pushed = remote.push(repo, "origin", [new(lesson(repo, "x"), "x")], options=["merge_request.create"])
    assert pushed.answer.ok and "options: 1 merge_request.create" in pushed.messages


def test_a_server_that_fails_now_and_then_is_asked_again(http_git: HttpGit, served: Checkout, clone: MakeRepo) -> None:
    repo = discover(clone(http_git.url("vault.git")).path)
    http_git.fail = every_nth_push(2)
    for number in range(4):
        assert remote.push(repo, "origin", [new(lesson(repo, str(number)), str(number))]).answer.ok
    assert served.git("for-each-ref", "--format=%(refname)", "refs/heads/lesson").count("lesson") == 4


def test_retries_end(http_git: HttpGit, served: Checkout, clone: MakeRepo) -> None:
    repo = discover(clone(http_git.url("vault.git")).path)
    http_git.fail = lambda request: 503 if request.is_push else None
    answer = remote.push(repo, "origin", [new(lesson(repo, "x"), "x")]).answer
    assert (answer.state, answer.cause) == ("unreachable", "network") and "503" in answer.reason
    assert http_git.pushes() == remote.ATTEMPTS


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_push_that_is_cut_off_once_ends_in_one_branch(http_git: HttpGit, served: Checkout, clone: MakeRepo, when: str) -> None:
    cuts: list[Request] = []

    def once(request: Request) -> str | None:
        if not request.is_push or cuts:
            return None
        cuts.append(request)
        return when

    repo = discover(clone(http_git.url("vault.git")).path)
    http_git.cut = once
    commit = lesson(repo, "x")
    assert remote.push(repo, "origin", [new(commit, "x")]).answer.ok
    assert len(cuts) == 1 and served.git("rev-parse", "lesson/x") == commit


def test_a_missing_login_is_said_and_never_asked_for(http_git: HttpGit, served: Checkout, clone: MakeRepo) -> None:
    http_git.token = "right"
    repo = discover(clone(http_git.url("vault.git")).path)
    answer = remote.push(repo, "origin", [new(lesson(repo, "x"), "x")]).answer
    assert (answer.state, answer.cause) == ("unreachable", "auth")
    assert http_git.pushes() == 0


def test_a_wrong_token_in_the_address_appears_nowhere(http_git: HttpGit, served: Checkout, clone: MakeRepo) -> None:
    http_git.token = "right"
    made = clone(http_git.url("vault.git"))
    made.git("remote", "set-url", "origin", http_git.url("vault.git", user="bot", token="SECRET"))
    repo = discover(made.path)
    answer = remote.push(repo, "origin", [new(lesson(repo, "x"), "x")]).answer
    assert (answer.state, answer.cause) == ("unreachable", "auth") and "SECRET" not in answer.reason
    made.git("remote", "set-url", "origin", http_git.url("gone.git", user="bot", token="SECRET"))
    for told in (remote.fetch(repo, "origin", [MAIN]), remote.ls_remote(repo, "origin").answer):
        assert told.state == "unreachable" and "SECRET" not in told.reason


def test_a_login_that_may_not_write_is_told_from_a_wrong_one(http_git: HttpGit, served: Checkout, clone: MakeRepo) -> None:
    http_git.fail = lambda request: 403 if request.is_push else None
    repo = discover(clone(http_git.url("vault.git")).path)
    answer = remote.push(repo, "origin", [new(lesson(repo, "x"), "x")]).answer
    assert (answer.state, answer.cause) == ("unreachable", "permission") and http_git.pushes() == 1


def test_an_address_with_a_token_never_gets_on_a_command_line(git_repo: MakeRepo) -> None:
    repo = discover(git_repo().path)
    with pytest.raises(GitError) as caught:
        remote.fetch(repo, "https://bot:SECRET@example.org/x.git", [MAIN])
    assert "SECRET" not in caught.value.message


def test_a_remote_that_is_not_there_is_unreachable(git_repo: MakeRepo) -> None:
    made = git_repo()
    made.git("remote", "add", "origin", "http://127.0.0.1:1/x.git")
    answer = remote.fetch(discover(made.path), "origin", [MAIN])
    assert (answer.state, answer.cause) == ("unreachable", "network")
    assert (remote.fetch(discover(made.path), "upstream", [MAIN])).cause == "missing"


def test_a_silent_remote_is_given_up(http_git: HttpGit, served: Checkout, clone: MakeRepo) -> None:
    repo = discover(clone(http_git.url("vault.git")).path)
    done = threading.Event()

    def wait(request: Request) -> None:
        done.wait(10)

    http_git.fail = wait
    try:
        answer = remote.fetch(repo, "origin", [MAIN], timeout=0.3)
    finally:
        done.set()
    assert (answer.state, answer.cause) == ("unreachable", "timeout")


def test_a_fetch_brings_the_named_ref_and_leaves_the_rest(http_git: HttpGit, served: Checkout, clone: MakeRepo) -> None:
    made = clone(http_git.url("vault.git"))
    other = clone(http_git.url("vault.git"), "other")
    tip = other.commit({"x": "x"})
    other.git("tag", "v1")
    other.git("push", "-q", "--tags", "origin", "main", "main:side")
    before = made.state()
    assert remote.fetch(discover(made.path), "origin", [MAIN]).ok
    assert made.git("for-each-ref", "--format=%(refname) %(objectname)").split("\n")[1:] == [
        "refs/remotes/origin/HEAD " + tip, "refs/remotes/origin/main " + tip]
    assert made.state() == before and not (made.path / ".git" / "FETCH_HEAD").exists()


def test_a_single_branch_clone_gets_another_branch_by_its_refspec(http_git: HttpGit, served: Checkout, clone: MakeRepo) -> None:
    served.git("branch", "vault-failures", "main")
    repo = discover(clone(http_git.url("vault.git"), "single", "--single-branch", "--depth=1").path)
    ref = "refs/remotes/origin/vault-failures"
    assert repo.ref(ref) is None
    assert remote.fetch(repo, "origin", [f"+refs/heads/vault-failures:{ref}"]).ok
    assert repo.ref(ref) == served.git("rev-parse", "vault-failures")


def test_a_ref_that_the_remote_lacks_is_absent(http_git: HttpGit, served: Checkout, clone: MakeRepo) -> None:
    repo = discover(clone(http_git.url("vault.git")).path)
    assert remote.fetch(repo, "origin", ["refs/heads/gone:refs/remotes/origin/gone"]).state == "absent"


def test_branches_that_are_gone_there_are_pruned_only_on_request(http_git: HttpGit, served: Checkout, clone: MakeRepo) -> None:
    served.git("branch", "lesson/x", "main")
    made = clone(http_git.url("vault.git"))
    made.git("config", "fetch.prune", "true")
    served.git("branch", "-D", "lesson/x")
    repo, refspec = discover(made.path), "+refs/heads/lesson/*:refs/remotes/origin/lesson/*"
    assert remote.fetch(repo, "origin", [refspec]).ok and repo.ref("refs/remotes/origin/lesson/x")
    assert remote.fetch(repo, "origin", [refspec], prune=True).ok and repo.ref("refs/remotes/origin/lesson/x") is None


def test_the_default_branch_is_asked_for_where_the_clone_does_not_know_it(http_git: HttpGit, git_repo: MakeRepo) -> None:
    served = http_git.create("trunk.git", branch="trunk")
    git_repo("seed", branch="trunk").git("push", "-q", str(served.path), "trunk")
    made = git_repo()
    made.git("remote", "add", "upstream", http_git.url("trunk.git"))
    assert remote.default_branch(discover(made.path), "upstream") == "trunk"


def test_four_clones_and_eight_threads_of_one_push_at_once(http_git: HttpGit, served: Checkout, clone: MakeRepo) -> None:
    shared = discover(clone(http_git.url("vault.git"), "shared").path)
    repos = [shared] * 8 + [discover(clone(http_git.url("vault.git"), f"own-{number}").path) for number in range(4)]

    def one(job: tuple[int, Repository]) -> bool:
        number, repo = job
        fetched = remote.fetch(repo, "origin", [MAIN])
        return fetched.ok and remote.push(repo, "origin", [new(lesson(repo, f"{number}"), f"{number}")]).answer.ok

    with ThreadPoolExecutor(12) as pool:
        assert all(pool.map(one, enumerate(repos)))
    assert len(served.git("for-each-ref", "refs/heads/lesson").split("\n")) == 12


class TestFollow:
    """A checked-out base moves by fast-forward in a clean tree, else not at all."""

    def behind(self, git_repo: MakeRepo) -> tuple[Checkout, Repository, str]:
        made = git_repo()
        made.git("checkout", "-q", "-b", "ahead")
        tip = made.commit({"x": "x"})
        made.git("checkout", "-q", "main")
        return made, discover(made.path), tip

    def test_a_clean_tree_advances(self, git_repo: MakeRepo) -> None:
        made, repo, tip = self.behind(git_repo)
        made.write("untracked", "u")
        assert checkout.follow(repo, "main", tip) == "advanced"
        assert made.head == tip and (made.path / "x").exists()
        assert checkout.follow(repo, "main", tip) == "current"

    def test_a_branch_that_is_not_checked_out_advances(self, git_repo: MakeRepo) -> None:
        made, repo, tip = self.behind(git_repo)
        made.git("checkout", "-q", "--detach")
        before = made.state()
        assert checkout.follow(repo, "main", tip) == "advanced"
        assert repo.ref("refs/heads/main") == tip and made.state() == before

    @pytest.mark.parametrize("staged", [True, False])
    def test_a_tree_with_changes_stays(self, git_repo: MakeRepo, staged: bool) -> None:
        made, repo, tip = self.behind(git_repo)
        made.git("config", "merge.autoStash", "true")
        made.write("README", "edited")
        if staged:
            made.git("add", "README")
        before = made.state()
        assert checkout.follow(repo, "main", tip) == "dirty"
        assert made.state() == before

    def test_an_untracked_file_in_the_way_stops_it(self, git_repo: MakeRepo) -> None:
        made, repo, tip = self.behind(git_repo)
        made.write("x", "mine")
        before = made.state()
        with pytest.raises(GitError, match="untracked"):
            checkout.follow(repo, "main", tip)
        assert made.state() == before

    def test_own_commits_stop_it(self, git_repo: MakeRepo) -> None:
        made, repo, tip = self.behind(git_repo)
        made.commit({"y": "y"})
        assert checkout.follow(repo, "main", tip) == "diverged"


def test_a_push_of_what_is_there_already_says_so(git_repo: MakeRepo, bare_remote: MakeRepo) -> None:
    made = git_repo()
    made.git("remote", "add", "origin", str(bare_remote().path))
    repo = discover(made.path)
    update = remote.Update(made.head, "refs/heads/main", "")
    assert [remote.push(repo, "origin", [update]).was_there for _ in range(2)] == [False, True]

"""Commits made beside the caller: nothing of the caller's moves, and nothing is made half."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import MakeRepo
from tests.fakes.checkout import Checkout
from vaultctl.adapters.git import commits, differences, process
from vaultctl.adapters.git.repository import Repository, discover
from vaultctl.core.change import FileChange
from vaultctl.errors import GitError, Refused, StaleWrite

posix = pytest.mark.skipif(sys.platform == "win32", reason="scripts as POSIX has them")
LESSON = "vault/lessons/pdf/é ü/b-001.md"


def propose(repo: Repository, path: str = LESSON, text: bytes = b"text\n") -> str:
    """One lesson on its own branch, on top of HEAD."""
    commit = commits.build_commit(repo, repo.head(), [FileChange(path, None, text)], "Add a lesson\n\nBody é")
    assert commits.update_ref(repo, f"refs/heads/lesson/{commit[:8]}", commit, None) == "done"
    return commit


def messy(checkout: Checkout) -> Checkout:
    """Staged, unstaged and untracked changes, and a stash."""
    checkout.commit({"a": "1\n", "b": "1\n", "c": "1\n"})
    checkout.write("c", "stashed\n")
    checkout.git("stash", "-q")
    checkout.write("a", "staged\n")
    checkout.git("add", "a")
    checkout.write("a", "staged and edited\n")
    checkout.write("b", "edited\n")
    checkout.write("untracked", "u")
    checkout.git("rm", "-q", "--cached", "c")
    return checkout


def in_a_plain_clone(make: MakeRepo, tmp_path: Path) -> Checkout:
    return messy(make("plain"))


def in_a_linked_worktree(make: MakeRepo, tmp_path: Path) -> Checkout:
    return messy(make("main").worktree(tmp_path / "linked", branch="side"))


def on_a_detached_head(make: MakeRepo, tmp_path: Path) -> Checkout:
    made = messy(make("detached"))
    made.git("checkout", "-q", "--detach")
    return made


def in_a_shallow_clone(make: MakeRepo, tmp_path: Path) -> Checkout:
    source = make("source")
    source.commit()
    made = Checkout(tmp_path / "shallow")
    source.git("clone", "-q", "--depth=1", source.path.as_uri(), str(made.path))
    return messy(made)


def with_a_split_index(make: MakeRepo, tmp_path: Path) -> Checkout:
    made = make("split")
    made.git("config", "core.splitIndex", "true")
    return messy(made)


def in_the_middle_of_a_conflict(make: MakeRepo, tmp_path: Path) -> Checkout:
    made = make("conflict")
    made.git("checkout", "-q", "-b", "other")
    made.commit({"README": "other"})
    made.git("checkout", "-q", "main")
    made.commit({"README": "mine"})
    with pytest.raises(AssertionError):
        made.git("merge", "other")
    return made


@pytest.mark.parametrize("place", [
    in_a_plain_clone, in_a_linked_worktree, on_a_detached_head, in_a_shallow_clone, with_a_split_index,
    in_the_middle_of_a_conflict,
], ids=lambda place: str(place.__name__))  # fmt: skip
def test_head_index_working_tree_and_stash_stay_byte_for_byte(
    place: Callable[[MakeRepo, Path], Checkout], git_repo: MakeRepo, tmp_path: Path
) -> None:
    made = place(git_repo, tmp_path)
    before, head = made.state(), made.head
    repo = discover(made.path)
    commit = propose(repo)
    assert made.state() == before
    assert repo.commit(commit).parents == (head,)
    assert [change.path for change in differences.between(repo, head, commit)] == [LESSON]
    assert made.git("fsck", "--no-dangling", "--no-progress") == ""
    assert not list(repo.git_dir.glob("*vaultctl*"))


def test_a_hook_of_another_repository_changes_nothing_there_nor_here(git_repo: MakeRepo, monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = messy(git_repo("ours")), messy(git_repo("theirs"))
    before = ours.state(), theirs.state()
    with monkeypatch.context() as patch:
        patch.chdir(theirs.path)
        patch.setenv("GIT_DIR", ".git")
        patch.setenv("GIT_INDEX_FILE", ".git/index")
        patch.setenv("GIT_WORK_TREE", ".")
        commit = propose(discover(ours.path))
    assert (ours.state(), theirs.state()) == before
    assert ours.git("cat-file", "-t", commit) == "commit"
    with pytest.raises(AssertionError):
        theirs.git("cat-file", "-t", commit)


@posix
def test_a_pre_commit_hook_of_another_repository_can_propose(git_repo: MakeRepo) -> None:
    ours, theirs = git_repo("ours"), git_repo("theirs")
    code = (
        "from vaultctl.adapters.git import commits; from vaultctl.adapters.git.repository import discover; "
        "from vaultctl.core.change import FileChange; "
        f"r = discover({str(ours.path)!r}); c = commits.build_commit(r, r.head(), [FileChange('x', None, b'x')], 'x'); "
        "assert commits.update_ref(r, 'refs/heads/lesson/x', c, None) == 'done'"
    )
    hook = theirs.path / ".git" / "hooks" / "pre-commit"
    hook.write_text(f'#!/bin/sh\nPYTHONPATH="{Path(commits.__file__).parents[3]}" "{sys.executable}" -c "{code}"\n')
    hook.chmod(0o755)
    before = ours.state()
    theirs.commit({"y": "y"})
    assert ours.state() == before
    assert ours.git("ls-tree", "--name-only", "lesson/x").split() == ["README", "x"]
    assert theirs.git("ls-tree", "--name-only", "HEAD").split() == ["README", "y"]


def test_a_bare_repository_takes_commits(git_repo: MakeRepo, bare_remote: MakeRepo) -> None:
    bare = bare_remote(source=git_repo())
    commit = propose(discover(bare.path))
    assert bare.git("ls-tree", "-r", "-z", "--name-only", commit).split("\0")[:-1] == ["README", LESSON]


def test_before_the_first_commit_a_root_commit_is_made(git_repo: MakeRepo) -> None:
    made = git_repo(commit=False)
    repo = discover(made.path)
    commit = propose(repo)
    assert repo.commit(commit).parents == () and repo.head() is None
    assert made.git("status", "--porcelain") == ""


def test_files_are_changed_removed_and_added_byte_for_byte(git_repo: MakeRepo) -> None:
    made = git_repo()
    made.write(".gitattributes", "* text eol=crlf\n")
    made.git("config", "core.autocrlf", "true")
    made.commit({"run.sh": "1\n", "old/x": "x"})
    made.git("update-index", "--chmod=+x", "run.sh")
    made.git("commit", "-q", "-m", "mode")
    repo = discover(made.path)
    content = b"\xef\xbb\xbfa\r\nb\n\0\xff"
    commit = commits.build_commit(repo, repo.head(), [
        FileChange("run.sh", b"1\n", b"2\n"), FileChange("old/x", b"x", None), FileChange("new", None, content)], "m")
    found = {change.path: (change.status, change.new_mode) for change in differences.between(repo, repo.head(), commit)}
    assert found == {"run.sh": ("M", "100755"), "old/x": ("D", "000000"), "new": ("A", "100644")}
    assert repo.git("cat-file", "-p", f"{commit}:new").out == content


@pytest.mark.parametrize("change", [
    FileChange("README", b"what was read", b"new"), FileChange("README", None, b"new"), FileChange("gone", b"x", None),
])
def test_a_base_that_moved_under_the_change_stops_it(git_repo: MakeRepo, change: FileChange) -> None:
    repo = discover(git_repo().path)
    with pytest.raises(StaleWrite, match="on the base since it was read"):
        commits.build_commit(repo, repo.head(), [change], "m")


def test_an_ignored_path_names_its_rule_and_is_not_forced(git_repo: MakeRepo) -> None:
    made = git_repo()
    made.write(".gitignore", "x\nvault/lessons/\n")
    with pytest.raises(Refused, match=r"the rule 'vault/lessons/' in \.gitignore, line 2"):
        propose(discover(made.path))


@pytest.mark.parametrize("path", ["README/below", "folder", ".git/config", "../x", "/x", "a//b"])
def test_a_path_that_cannot_be_is_refused(git_repo: MakeRepo, path: str) -> None:
    made = git_repo()
    made.commit({"folder/x": "x"})
    with pytest.raises(Refused):
        propose(discover(made.path), path)


@posix
def test_nothing_is_put_below_a_link(git_repo: MakeRepo) -> None:
    made = git_repo()
    (made.path / "vault").symlink_to("elsewhere")
    made.git("add", "vault")
    made.git("commit", "-q", "-m", "link")
    (made.path / "vault").unlink()
    with pytest.raises(Refused, match="vault is in its way"):
        propose(discover(made.path))


def test_author_settings_and_variables_are_honoured(git_repo: MakeRepo, monkeypatch: pytest.MonkeyPatch) -> None:
    repo = discover(git_repo().path)
    assert repo.commit(propose(repo)).author == "Test Author"
    monkeypatch.setenv("GIT_AUTHOR_NAME", "Agent é")
    monkeypatch.setenv("GIT_AUTHOR_DATE", "2026-02-03T04:05:06+09:00")
    found = repo.commit(propose(repo, "y"))
    assert (found.author, found.author_date) == ("Agent é", "2026-02-03T04:05:06+09:00")
    assert found.message == "Add a lesson\n\nBody é\n"


def test_a_message_is_utf8_whatever_the_settings_say(git_repo: MakeRepo) -> None:
    made = git_repo()
    made.git("config", "i18n.commitEncoding", "ISO-8859-1")
    repo = discover(made.path)
    assert "encoding" not in made.show(propose(repo)).split("\n\n")[0]


def test_without_an_identity_nothing_is_left_and_the_command_is_named(
    git_repo: MakeRepo, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    made = git_repo()
    made.git("config", "user.useConfigOnly", "true")
    monkeypatch.setenv("HOME", str(tmp_path / "nobody"))
    monkeypatch.delenv("XDG_CONFIG_HOME")
    before = made.state()
    with pytest.raises(GitError) as caught:
        propose(discover(made.path))
    assert "git config user.name" in caught.value.hint
    assert made.state() == before and not (tmp_path / "nobody").exists()


@posix
def test_signing_is_honoured_when_it_works(git_repo: MakeRepo, tmp_path: Path) -> None:
    made = git_repo()
    signer = tmp_path / "signer"
    signer.write_text("#!/bin/sh\ncat >/dev/null\necho '[GNUPG:] SIG_CREATED ' >&2\necho '-----BEGIN PGP SIGNATURE-----'\n"
                      "echo made-by-a-test\necho '-----END PGP SIGNATURE-----'\n")  # fmt: skip
    signer.chmod(0o755)
    made.git("config", "commit.gpgSign", "yes")
    made.git("config", "gpg.program", str(signer))
    assert "made-by-a-test" in made.show(propose(discover(made.path)))


def test_signing_without_a_key_says_gits_reason_and_leaves_nothing(git_repo: MakeRepo) -> None:
    made = git_repo()
    made.git("config", "commit.gpgSign", "true")
    made.git("config", "gpg.format", "ssh")
    made.git("config", "user.signingKey", str(made.path / "no-such-key"))
    before = made.state(), made.git("for-each-ref")
    with pytest.raises(GitError) as caught:
        propose(discover(made.path))
    assert "commit.gpgsign false" in caught.value.hint
    assert (made.state(), made.git("for-each-ref")) == before


@posix
def test_a_hook_that_refuses_the_ref_is_git_s_reason(git_repo: MakeRepo) -> None:
    made = git_repo()
    hook = made.path / ".git" / "hooks" / "reference-transaction"
    hook.write_text('#!/bin/sh\n[ "$1" = prepared ] && echo "policy says no" >&2 && exit 1\nexit 0\n')
    hook.chmod(0o755)
    repo = discover(made.path)
    commit = commits.build_commit(repo, repo.head(), [FileChange("x", None, b"x")], "m")
    with pytest.raises(GitError, match="policy says no") as caught:
        commits.update_ref(repo, "refs/heads/lesson/x", commit, None)
    assert "hook" in caught.value.hint
    assert repo.ref("refs/heads/lesson/x") is None


def test_a_ref_is_swapped_only_from_what_was_expected(git_repo: MakeRepo) -> None:
    made = git_repo()
    first = made.head
    second, third = made.commit(), made.commit()
    repo, ref = discover(made.path), "refs/heads/x"
    assert commits.update_ref(repo, ref, first, None) == "done"
    assert commits.update_ref(repo, ref, first, None) == "done"
    assert commits.update_ref(repo, ref, second, None) == "moved"
    assert commits.update_ref(repo, ref, third, second) == "moved"
    assert commits.update_ref(repo, ref, second, first) == "done"
    assert commits.delete_ref(repo, ref, first) == "moved"
    assert commits.delete_ref(repo, ref, second) == "done"
    assert commits.delete_ref(repo, ref, second) == "done"
    assert commits.update_ref(repo, ref, second, first) == "moved"


def test_a_ref_that_cannot_be_is_an_error(git_repo: MakeRepo) -> None:
    repo = discover(git_repo().path)
    head = repo.head() or ""
    commits.update_ref(repo, "refs/heads/lesson", head, None)
    with pytest.raises(GitError, match="'refs/heads/lesson' exists"):
        commits.update_ref(repo, "refs/heads/lesson/x", head, None)
    with pytest.raises(GitError):
        commits.update_ref(repo, "refs/heads/a..b", head, None)


def test_eight_threads_make_eight_branches_with_one_path_each(git_repo: MakeRepo) -> None:
    made = messy(git_repo())
    before, head = made.state(), made.head
    repo = discover(made.path)
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda number: propose(repo, f"vault/lessons/{number}.md", b"x"), range(8)))
    assert len(set(found)) == 8
    paths = {tuple(change.path for change in differences.between(repo, head, commit)) for commit in found}
    assert paths == {(f"vault/lessons/{number}.md",) for number in range(8)}
    assert len(repo.branches("refs/heads/lesson")) == 8
    assert made.state() == before


def test_eight_threads_swapping_one_ref_lose_nothing(git_repo: MakeRepo) -> None:
    made = git_repo()
    repo, ref = discover(made.path), "refs/heads/vault-failures"

    def strike(number: int) -> bool:
        for _ in range(100):
            old = repo.ref(ref)
            commit = commits.build_commit(repo, old, [FileChange(f"{number}.md", None, b"x")], "strike")
            if commits.update_ref(repo, ref, commit, old) == "done":
                return True
        return False

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(strike, range(8)))
    assert made.git("ls-tree", "--name-only", ref).split() == [f"{number}.md" for number in range(8)]
    assert made.git("rev-list", "--count", ref) == "8"


def test_a_foreign_index_lock_does_not_matter(git_repo: MakeRepo) -> None:
    made = git_repo()
    (made.path / ".git" / "index.lock").write_bytes(b"")
    propose(discover(made.path))
    assert (made.path / ".git" / "index.lock").exists()


def test_many_files_are_stored_by_few_processes(git_repo: MakeRepo, monkeypatch: pytest.MonkeyPatch) -> None:
    repo = discover(git_repo().path)
    commands: list[str] = []
    once = process._once

    def counted(folder: str, args: Collection[str], *rest: Any) -> process.Done:
        commands.append(" ".join(args))
        return once(folder, args, *rest)

    monkeypatch.setattr(process, "_once", counted)
    changes = [FileChange(f"vault/{number}/x.md", None, f"{number}\n".encode()) for number in range(300)]
    commit = commits.build_commit(repo, repo.head(), changes, "many")
    assert len(differences.between(repo, repo.head(), commit)) == 300
    assert len(commands) < 20

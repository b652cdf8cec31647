"""The trees that git holds, against real repositories."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.conftest import MakeRepo
from tests.fakes.checkout import Checkout
from vaultctl.adapters.files.worktree import WorkTree
from vaultctl.adapters.git.repository import Repository, discover
from vaultctl.adapters.git.trees import CommitTree, IndexTree
from vaultctl.errors import VaultUnreadable
from vaultctl.usecases.findings import TreeEntry

ODD = ["vault/é ü.md", "vault/日本.md", "vault/[x].md"]
if sys.platform != "win32":
    ODD += ['vault/"quoted".md', "vault/a*b.md", "vault/two\nlines.md", "vault/-dash.md"]


def commit_tree(checkout: Checkout, revision: str = "HEAD") -> CommitTree:
    repo = discover(checkout.path)
    commit = repo.resolve(revision)
    assert commit is not None
    return CommitTree(repo, commit)


@pytest.fixture
def odd(git_repo: MakeRepo) -> Checkout:
    """A repository with odd names and a link."""
    made = git_repo()
    made.commit({path: path for path in ODD} | {"vault-old/x.md": "old", "a.md": "a", "a/b.md": "b", "a-b.md": "c"})
    (made.path / "vault" / "link.md").symlink_to("é ü.md")
    made.git("add", "-A")
    made.git("commit", "-q", "-m", "link")
    return made


@pytest.mark.parametrize("kind", [CommitTree, IndexTree])
def test_git_trees_list_and_read_what_the_working_tree_does(odd: Checkout, kind: type) -> None:
    tree = commit_tree(odd) if kind is CommitTree else IndexTree(discover(odd.path))
    files = WorkTree(odd.path)
    assert tree.entries() == files.entries()
    for prefix in ("vault", "vault/", "a", "a.md", "vault/link.md", "vault/link.md/below", "gone", "a.md/below"):
        assert tree.entries(prefix) == files.entries(prefix), prefix
    plain = [entry.path for entry in files.entries() if entry.kind == "file"] + ["gone.md", "a.md/below"]
    assert list(tree.read_many(plain)) == list(files.read_many(plain))


def test_a_link_is_named_and_not_read(odd: Checkout) -> None:
    with pytest.raises(VaultUnreadable, match="symbolic link"):
        commit_tree(odd).read("vault/link.md")


def test_a_file_is_read_without_having_been_listed(odd: Checkout) -> None:
    assert commit_tree(odd).read("vault/é ü.md") == "vault/é ü.md".encode()
    assert commit_tree(odd).read("../a.md") is None


def test_a_submodule_is_an_entry_of_its_own_kind(git_repo: MakeRepo) -> None:
    made = git_repo()
    made.git("update-index", "--add", "--cacheinfo", f"160000,{made.head},vault/sub")
    assert IndexTree(discover(made.path)).entries("vault") == [TreeEntry("vault/sub", "submodule")]


def test_the_staging_area_holds_staged_text_not_the_working_copy(git_repo: MakeRepo) -> None:
    made = git_repo()
    made.write("x.md", "staged")
    made.git("add", "x.md")
    made.write("x.md", "edited since")
    made.git("rm", "-q", "--cached", "README")
    tree = IndexTree(discover(made.path))
    assert tree.read("x.md") == b"staged"
    assert tree.entries() == [TreeEntry("x.md")]


def test_an_announced_file_is_not_staged_but_an_empty_one_is(git_repo: MakeRepo) -> None:
    made = git_repo()
    made.write("announced.md", "text")
    made.git("add", "-N", "announced.md")
    made.write("empty.md", "")
    made.git("add", "empty.md")
    assert [entry.path for entry in IndexTree(discover(made.path)).entries()] == ["README", "empty.md"]


def test_a_conflict_in_the_staging_area_is_said(git_repo: MakeRepo) -> None:
    made = git_repo()
    first = made.head
    made.commit({"x": "one"})
    made.git("checkout", "-q", "-b", "other", first)
    made.commit({"x": "two"})
    with pytest.raises(AssertionError):
        made.git("merge", "main")
    with pytest.raises(VaultUnreadable, match="conflicts that are not resolved"):
        IndexTree(discover(made.path)).read("x")


def test_a_hook_of_this_repository_sees_the_staging_area_that_the_commit_uses(
    git_repo: MakeRepo, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = git_repo()
    index = made.path / ".git" / "next-index-1.lock"
    shutil.copy(made.path / ".git" / "index", index)
    made.write("x.md", "only in the partial commit")
    made.git("add", "x.md", env={"GIT_INDEX_FILE": str(index)})
    monkeypatch.chdir(made.path)
    monkeypatch.setenv("GIT_INDEX_FILE", ".git/next-index-1.lock")
    assert IndexTree(discover(made.path)).read("x.md") == b"only in the partial commit"


def test_a_hook_of_another_repository_does_not_lead_astray(git_repo: MakeRepo, monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = git_repo("ours"), git_repo("theirs")
    theirs.write("secret.md", "theirs")
    theirs.git("add", "secret.md")
    monkeypatch.chdir(theirs.path)
    monkeypatch.setenv("GIT_DIR", str(theirs.path / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", ".git/index")
    assert [entry.path for entry in IndexTree(discover(ours.path)).entries()] == ["README"]


def test_reading_leaves_the_index_file_as_it_is(git_repo: MakeRepo) -> None:
    made = git_repo()
    made.write("README", "a repository of a test\n")  # same text, new time: git would like to refresh its entry
    before = made.state()
    tree = IndexTree(discover(made.path))
    assert tree.read("README") and commit_tree(made).read("README")
    assert made.state() == before


def test_a_bare_repository_has_a_commit_tree_and_nothing_staged(git_repo: MakeRepo, bare_remote: MakeRepo) -> None:
    bare = bare_remote(source=git_repo())
    assert [entry.path for entry in commit_tree(bare, "main").entries()] == ["README"]
    assert IndexTree(discover(bare.path)).entries() == []


def test_giving_up_half_way_leaves_no_process_behind(git_repo: MakeRepo) -> None:
    made = git_repo()
    made.commit({f"{number}.md": "x" * 100_000 for number in range(30)})
    tree = commit_tree(made)
    reading = tree.read_many([entry.path for entry in tree.entries()])
    assert next(iter(reading))[0] == "0.md"
    reading.close()  # type: ignore[attr-defined]


def test_the_real_corpus_reads_fast_and_whole(git_repo: MakeRepo, corpus: Path) -> None:
    made = git_repo()
    shutil.copytree(corpus, made.path, dirs_exist_ok=True)
    made.git("add", "-A", "-f")
    made.git("commit", "-q", "-m", "corpus")
    tree, files = commit_tree(made), WorkTree(made.path)
    paths = [entry.path for entry in tree.entries("vault/lessons")]
    found = dict(tree.read_many(paths))
    assert len(found) == 1191
    assert found == dict(files.read_many(paths))


def test_repositories_with_sha256_ids_are_read_too(tmp_path: Path) -> None:
    made = Checkout(tmp_path)
    made.git("init", "-q", "--object-format=sha256")
    made.write("x", "y")
    made.git("add", "x")
    made.git("commit", "-q", "-m", "x")
    found = Repository.discover(tmp_path)
    assert found is not None and CommitTree(found, made.head).read("x") == b"y"

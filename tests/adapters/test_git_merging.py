"""Merging without a working tree, with git's own merge as the oracle."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.conftest import MakeRepo
from tests.fakes.checkout import Checkout
from vaultctl.adapters.git import commits, merging, process
from vaultctl.adapters.git.repository import Repository, discover
from vaultctl.core.change import FileChange

Files = dict[str, bytes]
BASE: Files = {"keep": b"k\n", "both": b"1\n2\n3\n4\n5\n6\n7\n", "gone": b"g\n", "folder/x": b"x\n", "binary": b"\0\1\n"}


def snapshot(repo: Repository, parent: str | None, files: Files) -> str:
    """A commit of exactly these files."""
    blobs = dict(zip(files, commits.write_blobs(repo, list(files.values())), strict=True))
    rows = "".join(f"100644 blob {identity}\t{path}\0" for path, identity in blobs.items() if "/" not in path)
    inner: dict[str, str] = {}
    for path, identity in blobs.items():
        folder, slash, name = path.partition("/")
        if slash:
            inner[folder] = inner.get(folder, "") + f"100644 blob {identity}\t{name}\0"
    for folder, lines in inner.items():
        rows += f"040000 tree {repo.git('mktree', '-z', stdin=lines.encode()).text}\t{folder}\0"
    tree = repo.git("mktree", "-z", stdin=rows.encode()).text
    return commits.commit_tree(repo, tree, [parent] if parent else [], "snapshot")


def sides(made: Checkout, ours: Files, theirs: Files) -> tuple[Repository, str, str]:
    repo = discover(made.path)
    base = snapshot(repo, None, BASE)
    return repo, snapshot(repo, base, ours), snapshot(repo, base, theirs)


def test_parallel_lessons_merge_and_both_are_parents(git_repo: MakeRepo) -> None:
    made = git_repo()
    repo, ours, theirs = sides(made, BASE | {"a": b"a"}, BASE | {"b": b"b"})
    before = made.state()
    merged = merging.merge_commits(repo, ours, theirs, "merge")
    assert merged.id is not None and repo.commit(merged.id).parents == (ours, theirs)
    assert set(made.git("ls-tree", "--name-only", merged.id).split()) == {*BASE, "a", "b"} - {"folder/x"} | {"folder"}
    assert made.state() == before


def test_the_longer_history_is_the_merge_where_one_contains_the_other(git_repo: MakeRepo) -> None:
    made = git_repo()
    first, second = made.head, made.commit({"x": "x"})
    repo = discover(made.path)
    assert merging.merge_commits(repo, first, second, "m").id == second
    assert merging.merge_commits(repo, second, first, "m").id == second


def test_a_union_attribute_does_not_fuse_entries(git_repo: MakeRepo) -> None:
    made = git_repo()
    made.commit({".gitattributes": "* merge=union\n", "K.md": "a\n"})
    base = made.head
    ours = made.commit({"K.md": "a\nours\n"})
    made.git("checkout", "-q", "-b", "other", base)
    theirs = made.commit({"K.md": "a\ntheirs\n"})
    assert merging.merge_trees(discover(made.path), ours, theirs).conflicts == ("K.md",)


def test_a_renamed_folder_does_not_move_a_new_lesson(git_repo: MakeRepo) -> None:
    made = git_repo()
    moved = {"moved/x" if path == "folder/x" else path: content for path, content in BASE.items()}
    repo, ours, theirs = sides(made, moved, BASE | {"folder/new": b"n"})
    merged = merging.merge_trees(repo, ours, theirs)
    assert merged.id is not None
    assert made.git("ls-tree", "-r", "--name-only", merged.id, "folder/", "moved/").split() == ["folder/new", "moved/x"]


def test_histories_without_a_common_commit_are_put_together(git_repo: MakeRepo) -> None:
    repo = discover(git_repo().path)
    one, other = snapshot(repo, None, {"1": b"1"}), snapshot(repo, None, {"2": b"2"})
    merged = merging.merge_commits(repo, one, other, "failures of two clones")
    assert merged.id is not None and repo.git("ls-tree", "--name-only", merged.id).text.split() == ["1", "2"]


TEXT = b"1\n2\n3\n4\n5\n6\n7\n"
contents = st.sampled_from([TEXT, TEXT.replace(b"7", b"seven"), TEXT.replace(b"1", b"one"), b"new\n", b"\0\2\n", None])
edits = st.dictionaries(st.sampled_from(["keep", "both", "gone", "folder/x", "binary", "new", "folder"]), contents, max_size=6)


def edited(changes: dict[str, bytes | None]) -> Files:
    """The base with changes (None: removed), without a file where a folder is."""
    files = {path: content for path, content in {**BASE, **changes}.items() if content is not None}
    return {path: content for path, content in files.items() if path != "folder" or not any("/" in other for other in files)}


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ours=edits, theirs=edits)
def test_it_agrees_with_git_merge_tree_where_there_is_one(
    merge_repo: Repository, ours: dict[str, bytes | None], theirs: dict[str, bytes | None]
) -> None:
    if process.version() < (2, 38):
        pytest.skip("git merge-tree --write-tree came with git 2.38")
    repo = merge_repo
    base = snapshot(repo, None, BASE)
    one, other = snapshot(repo, base, edited(ours)), snapshot(repo, base, edited(theirs))
    merge = ("merge-tree", "--write-tree", "--name-only", "--no-messages", "-z", one, other)
    oracle = repo.git("-c", "merge.renames=false", "-c", "merge.directoryRenames=false", *merge, allowed=(0, 1))
    merged = merging.merge_trees(repo, one, other)
    if oracle.code == 0:
        assert merged == merging.Merge(oracle.fields[0])
    else:
        assert merged.id is None and merged.conflicts


@pytest.fixture
def merge_repo(git_repo: MakeRepo) -> Repository:
    """A repository for many small histories."""
    return discover(git_repo("merging").path)


def test_a_mode_changed_by_one_side_is_kept_with_the_others_text(git_repo: MakeRepo) -> None:
    made = git_repo()
    made.commit({"x": "1\n2\n3\n4\n5\n"})
    base = made.head
    made.git("update-index", "--chmod=+x", "x")
    made.git("commit", "-q", "-m", "mode")
    repo = discover(made.path)
    theirs = commits.build_commit(repo, base, [FileChange("x", b"1\n2\n3\n4\n5\n", b"1\n2\n3\n4\nfive\n")], "text")
    merged = merging.merge_trees(repo, made.head, theirs)
    assert merged.id is not None and made.git("ls-tree", merged.id, "x").startswith("100755")
    assert made.show(f"{merged.id}:x") == "1\n2\n3\n4\nfive"

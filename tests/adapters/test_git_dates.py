"""Dates of commits: read as git-fsck reads them, and unknown where it calls them bad."""

from __future__ import annotations

import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import MakeRepo
from tests.fakes.checkout import Checkout
from tests.fakes.dating import BAD, UNREADABLE, redate
from vaultctl.adapters.git import dates, head
from vaultctl.adapters.git.repository import Repository, discover
from vaultctl.core.days import read_moment


@pytest.fixture
def made(git_repo: MakeRepo) -> Checkout:
    return git_repo()


def opened(made: Checkout) -> Repository:
    return discover(made.path)


@pytest.mark.parametrize(("said", "date"), [
    ("1700000000 1700000000 +0000", "2023-11-14T22:13:20+00:00"),
    ("1700000000 1700000000 -0530", "2023-11-14T16:43:20-05:30"),
    ("1700000000 1700000000 +9999", "2023-11-14T22:13:20+00:00"),
    ("0 0 +0000", "1970-01-01T00:00:00+00:00"),
    ("253402300799 253402300799 +0000", "9999-12-31T23:59:59+00:00"),
])  # fmt: skip
def test_a_date_is_read_with_its_own_offset(said: str, date: str) -> None:
    assert dates.read(said) == date and dates.read_ref(said.partition(" ")[2]) == date


@pytest.mark.parametrize("said", [
    "", " ", "%ct %cd", "-5 -5 +0000", "253402300800 253402300800 +0000", "5 0 +0000", "05 5 +0000", "5 5", "5 5 0000", "5 5 +000", "٥ ٥ +0000",
])  # fmt: skip
def test_what_is_no_date_is_unknown(said: str) -> None:
    assert dates.read(said) is None


@given(st.one_of(st.text(max_size=40), st.from_regex(r"\d{1,30} \d{1,30} [+-]\d{1,8}", fullmatch=True)))
def test_whatever_git_says_is_a_moment_or_unknown(said: str) -> None:
    for date in (dates.read(said), dates.read_ref(said)):
        assert date is None or read_moment(date) is not None or date[:4] in ("0001", "9999")


@given(st.text(max_size=30))
def test_no_text_for_a_moment_raises(text: str) -> None:
    read_moment(text)


@pytest.mark.parametrize("date", UNREADABLE)
def test_a_branch_with_such_a_date_is_listed_and_its_facts_are_known(made: Checkout, date: str) -> None:
    commit = redate(made, made.head, date)
    made.git("update-ref", "refs/heads/lesson/a", commit)
    repo = opened(made)
    assert [(item.name, item.commit) for item in repo.branches("refs/heads/")] == [("lesson/a", commit), ("main", made.head)]
    found = repo.commit(commit)
    assert (found.date, found.author, found.tree) == (None, "Test Author", repo.commit("HEAD").tree)
    assert found.author_date == repo.commit("HEAD").author_date
    assert repo.commit(redate(made, made.head, date, "author")).author_date is None


@pytest.mark.parametrize("who", ["author", "committer"])
def test_those_that_git_fsck_calls_bad_are_told(made: Checkout, who: str) -> None:
    fine = ("1700000000 +0530", "0 +0000", "9223372036854775807 +0000", "300000000000 -0000", "1700000000 +9999")
    commits = {redate(made, made.head, date, who): date for date in (*BAD, *fine)}
    for number, commit in enumerate(commits):
        made.git("update-ref", f"refs/heads/x/{number}", commit)
    done = subprocess.run(["git", "fsck", "--no-dangling"], cwd=made.path, capture_output=True, text=True, check=False)
    bad = {date for commit, date in commits.items() if f"error in commit {commit}" in done.stdout + done.stderr}
    told = {date for commit, date in commits.items() if dates.unread_in(made.git("cat-file", "commit", commit).encode()) == (who,)}
    assert told == bad == set(BAD)
    assert dates.unread_in(b"tree x\nauthor A <a> 1 +0000") == ("committer",)


@pytest.mark.parametrize("date", UNREADABLE)
def test_the_head_has_an_unknown_date_asked_and_remembered(made: Checkout, date: str) -> None:
    commit = redate(made, made.head, date)
    made.git("reset", "-q", "--hard", commit)
    assert [head.start(str(made.path))() for _ in range(2)] == [head.Head(commit, None)] * 2


def test_what_an_older_version_remembered_of_the_head_is_not_believed(made: Checkout) -> None:
    head.start(str(made.path))()
    cache = made.path / ".git" / "vaultctl" / "head"
    assert cache.read_text().startswith(f"{made.head} 20")
    cache.write_text(f"{made.head} %cI \n")
    assert head.start(str(made.path))() == head.Head(made.head, None)

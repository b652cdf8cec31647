"""What `queue run` must leave for a person, or refuse: proposals that were not made by vaultctl, in both layouts."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from tests.conftest import MakeRepo
from tests.fakes.checkout import Checkout
from tests.fakes.command import run
from tests.fakes.queueing import lessons, queue, seed, states
from tests.fakes.recording import TODAY, record
from tests.fakes.upkeep import fix_dates

ISSUE = "DejaVu Sans lacks many glyphs, among them that for the euro."


@pytest.fixture(params=["notes", "single-file"])
def made(
    request: pytest.FixtureRequest, bare_remote: MakeRepo, git_repo: MakeRepo, monkeypatch: pytest.MonkeyPatch
) -> Checkout:
    fix_dates(monkeypatch, TODAY)
    monkeypatch.setenv("VAULTCTL_TODAY", TODAY)
    return seed(git_repo("desk", commit=False), str(bare_remote().path), request.param)


def _supersede(made: Checkout, **more: str) -> str:
    """Proposes a lesson in the place of B-001, and gives its branch."""
    found = record(made, "--supersedes", "B-001", issue=ISSUE, **{"tags": "pdf/font", **more})
    assert found.code == 0, found.out + found.err
    return str(found.json["branch"])


def test_a_lesson_that_replaces_another_wholly_is_merged_and_the_other_archived(made: Checkout) -> None:
    branch = _supersede(made)
    assert states(queue(made, "run")) == {branch: "merged"}
    assert run("archive", cwd=made.path).code == 0
    assert set(states(queue(made, "run")).values()) == {"merged"}
    assert lessons(made, "origin/main") == [branch.removeprefix("lesson/").lower()]


@pytest.mark.parametrize("weaker", [{"ttl": "30"}, {"tags": "net/http"}, {"category": "WARNING"}])
def test_a_lesson_that_protects_less_waits_for_a_person(made: Checkout, weaker: dict[str, str]) -> None:
    branch = _supersede(made, **weaker)
    found = queue(made, "run")
    assert (found.code, states(found)) == (1, {branch: "review"})
    assert "B-001 gives way" in found.json["proposals"][0]["reason"]


@pytest.mark.parametrize("weaker", [{"tags": "net/http"}, {"category": "WARNING"}])
def test_what_a_person_let_give_way_stays_when_the_archive_is_tidied(made: Checkout, weaker: dict[str, str]) -> None:
    made.git("push", "-q", "origin", f"{_supersede(made, **weaker)}:main")
    made.git("fetch", "-q", "origin")
    assert run("archive", cwd=made.path).code == 0
    assert not [name for name in states(queue(made, "list")) if name.startswith("vault/archive-")]


def test_a_lesson_below_the_end_of_a_chain_waits_as_well(made: Checkout) -> None:
    first = _supersede(made)
    assert states(queue(made, "run")) == {first: "merged"}
    later = str(date.fromisoformat(TODAY) + timedelta(days=1))
    found = record(made, "--supersedes", first.removeprefix("lesson/"), issue="N/A", mitigation="Use DejaVu, it is quick.",
                   category="VERIFIED", tags="pdf/font", today=later)  # fmt: skip
    assert found.code == 0, found.out
    listed = queue(made, "run", env={"VAULTCTL_TODAY": later})
    assert states(listed) == {found.json["branch"]: "review"}
    assert "B-001 gives way" in listed.json["proposals"][0]["reason"]


@pytest.mark.parametrize(("words", "rule"), [("[skip ci] Closes #1", "commit-message"), ("ghp_" + "a1B2c3D4e5F6" * 3, "secret")])
def test_a_message_that_acts_or_leaks_does_not_reach_the_base(made: Checkout, words: str, rule: str) -> None:
    branch = str(record(made, "--no-push").json["branch"])
    made.git("switch", "-q", branch)
    made.git("commit", "-q", "--amend", "-m", f"Lesson\n\n{words}")
    made.git("push", "-q", "origin", branch)
    made.git("switch", "-q", "main")
    before = made.git("ls-remote", "origin", "refs/heads/main")
    found = queue(made, "run")
    assert states(found) == {branch: "failed"} and rule in found.json["proposals"][0]["reason"]
    assert made.git("ls-remote", "origin", "refs/heads/main") == before
    assert "ghp_a1" not in found.out

"""Whether something that protects as much stands in for a lesson that a change takes out of the way, in both layouts."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from tests.unit.usecases.test_gate import LAYOUTS, TODAY, Vault, errors, judge, made
from vaultctl.usecases.gate_ports import Result
from vaultctl.usecases.ports import Layout


@pytest.fixture(params=LAYOUTS, ids=lambda layout: str(layout.name))
def layout(request: pytest.FixtureRequest) -> Layout:
    found: Layout = request.param
    return found


@pytest.fixture
def vault(layout: Layout) -> Vault:
    return Vault.of(layout, made("B-001"), made("V-003", category="VERIFIED"), made("W-004", "net/http", "WARNING"))


def looks(result: Result) -> list[str | None]:
    """The lessons for which a person is asked, where nothing is refused."""
    assert errors(result) == []
    assert result.review == any(problem.rule == "review" for problem in result.problems)
    return [problem.id for problem in result.problems if problem.rule == "review"]


def superseding(vault: Vault, old: str, **more: object) -> Vault:
    """A new lesson in the place of another."""
    return vault.add(made("B-100", **more)).set(old, "superseded_by", "B-100")  # type: ignore[arg-type] # keys of a lesson


@pytest.mark.parametrize("branch", ["lesson/b-100", "feature"])
@pytest.mark.parametrize("old", ["", "B-001"])
def test_a_new_lesson_that_is_superseded_already_fails(vault: Vault, branch: str, old: str) -> None:
    head = superseding(vault, old, superseded_by="V-003") if old else vault.add(made("B-100", superseded_by="V-003"))
    result = judge(vault, head, branch=branch)
    assert "scope" in errors(result)
    assert any("superseded already" in problem.message for problem in result.problems)


def test_an_import_may_bring_what_replaced_one_another(vault: Vault) -> None:
    head = vault.add(made("B-100", "net", superseded_by="B-101")).add(made("B-101", "net"))
    assert errors(judge(vault, head, branch="import-of-lessons")) == []
    assert "scope" in errors(judge(vault, head, branch="lesson/b-100"))


WEAKER: dict[str, dict[str, object]] = {
    "of other tags": {"tag": "net/http"},
    "of a narrower tag": {"tag": "pdf/font/unicode"},
    "of a lower category": {"category": "WARNING"},
    "for a day": {"ttl": 1, "first_seen": TODAY},
    "expired": {"ttl": 1},
}


@pytest.mark.parametrize("case", WEAKER)
def test_a_lesson_that_gives_way_to_what_protects_less_is_for_review(vault: Vault, case: str) -> None:
    result = judge(vault, superseding(vault, "B-001", **WEAKER[case]), branch="lesson/b-100")
    assert looks(result) == ["B-001"]
    assert judge(vault, superseding(vault, "B-001", **WEAKER[case]), branch="lesson/b-100", alone=True).verdict == "fail"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({"ttl": None}, {"ttl": None}),
        ({"ttl": 365, "first_seen": date(2025, 6, 1)}, {"ttl": 365, "first_seen": TODAY}),
        ({"ttl": 365, "first_seen": TODAY}, {"ttl": 365, "first_seen": TODAY}),
        ({"ttl": 365, "first_seen": date(2025, 6, 1)}, {"ttl": 200, "first_seen": TODAY}),
        ({"ttl": 30, "first_seen": date(2025, 6, 1)}, {"ttl": 1, "first_seen": TODAY}),
        ({"category": "WARNING"}, {"category": "BLOCKED"}),
        ({"tag": "pdf/font/unicode"}, {"tag": "pdf"}),
    ],
)
def test_ordinary_superseding_needs_nobody(layout: Layout, old: dict[str, object], new: dict[str, object]) -> None:
    vault = Vault.of(layout, made("B-001", **old))  # type: ignore[arg-type] # keys of a lesson
    assert looks(judge(vault, superseding(vault, "B-001", **new), branch="lesson/b-100", alone=True)) == []


def test_every_lesson_along_a_chain_is_held_against_its_new_end(vault: Vault) -> None:
    base = superseding(vault, "B-001")
    weak = base.add(made("V-200", category="VERIFIED")).set("B-100", "superseded_by", "V-200")
    assert set(looks(judge(base, weak))) == {"B-001", "B-100"}
    strong = base.add(made("B-200")).set("B-100", "superseded_by", "B-200")
    assert looks(judge(base, strong)) == []


def test_an_end_that_is_less_than_the_first_of_its_chain_is_for_review_although_it_is_no_less_than_the_last(layout: Layout) -> None:
    base = Vault.of(layout, made("B-001", superseded_by="W-005"), made("W-005", "pdf", "WARNING", ttl=1))
    head = base.add(made("W-200", "pdf", "WARNING")).set("W-005", "superseded_by", "W-200")
    # W-005 had expired, so B-001 counted again.
    assert looks(judge(base, head)) == ["B-001"]


def test_what_was_looked_at_once_is_not_asked_again(vault: Vault) -> None:
    base = superseding(vault, "B-001", category="WARNING")
    head = base.add(made("W-200", category="WARNING")).set("B-100", "superseded_by", "W-200")
    assert looks(judge(base, head)) == []
    less = base.add(made("W-200", category="WARNING", ttl=9, first_seen=TODAY)).set("B-100", "superseded_by", "W-200")
    assert set(looks(judge(base, less))) == {"B-001", "B-100"}
    assert looks(judge(base, base.add(made("B-300")))) == []


def test_a_lesson_that_stands_in_for_more_than_was_looked_at_is_for_review(vault: Vault) -> None:
    base = superseding(vault, "B-001", tag="pdf/font/unicode", category="WARNING")
    head = base.add(made("W-200", category="WARNING")).set("B-100", "superseded_by", "W-200")
    assert looks(judge(base, head)) == ["B-001"]


WAKING: dict[str, tuple[Callable[[Vault], Vault], Callable[[Vault], Vault]]] = {
    "verified": (lambda vault: vault, lambda vault: vault.set("V-009", "last_verified", "2026-02-01")),
    "brought back": (lambda vault: vault.retire("V-009"), lambda vault: vault.revive("V-009", last_verified=TODAY)),
}


@pytest.mark.parametrize("case", WAKING)
def test_an_end_that_wakes_up_hides_nothing_unseen(layout: Layout, case: str) -> None:
    before, change = WAKING[case]
    base = before(Vault.of(layout, made("B-001", superseded_by="V-009"), made("V-009", category="VERIFIED", ttl=30)))
    assert looks(judge(base, change(base))) == ["B-001"]


@pytest.mark.parametrize("case", WEAKER)
def test_a_lesson_that_nothing_replaces_wholly_is_not_archived_unseen(vault: Vault, case: str) -> None:
    base = superseding(vault, "B-001", **WEAKER[case])
    found = looks(judge(base, base.retire("B-001", reason="superseded by B-100")))
    # How long the other counts was for the proposal that superseded it.
    assert found == ([] if case == "for a day" else ["B-001"])


def test_a_lesson_whose_replacement_is_gone_is_not_archived_unseen(layout: Layout) -> None:
    base = Vault.of(layout, made("B-001", superseded_by="B-002"), made("B-002"))
    assert looks(judge(base, base.retire("B-001"))) == []
    assert set(looks(judge(base, base.retire("B-001", "B-002")))) == {"B-001", "B-002"}
    assert looks(judge(base.retire("B-002"), base.retire("B-002").retire("B-001"))) == ["B-001"]


def test_a_whole_chain_but_its_end_is_archived_at_once(layout: Layout) -> None:
    base = Vault.of(layout, made("B-001", superseded_by="B-002"), made("B-002", superseded_by="B-003"), made("B-003"))
    assert looks(judge(base, base.retire("B-001", "B-002"), alone=True)) == []
    later = base.retire("B-002")
    assert looks(judge(later, later.retire("B-001"), alone=True)) == []


GUARDED = {"ttl": 30, "first_seen": date(2026, 1, 20), "source_agent": "boss-1"}


@pytest.mark.parametrize("by", ["W-004", "B-404"])
def test_a_guarded_lesson_keeps_its_warning_whatever_it_names(vault: Vault, by: str) -> None:
    base = vault.add(made("B-010", "safe/box", superseded_by=by, **GUARDED))
    messages = [problem.message for problem in judge(base, base.retire("B-010")).problems]
    assert any("does not say who archived it" in message for message in messages)
    base = base.set("B-010", "superseded_by", "")
    expired = vault.add(made("B-010", "safe/box", **{**GUARDED, "ttl": 2}))
    for start, head in ((base.retire("B-010"), base.retire("B-010").revive("B-010", last_verified=TODAY)),
                        (expired, expired.set("B-010", "last_verified", "2026-02-01"))):  # fmt: skip
        assert judge(start, head).review


def test_who_may_not_supersede_a_lesson_may_not_do_it_at_the_end_of_its_chain(vault: Vault) -> None:
    wide = made("B-011", "safe", **{**GUARDED, "first_seen": date(2026, 1, 25)})._replace(tags=("safe/box", "pdf"))
    base = vault.add(made("B-010", "safe/box", superseded_by="B-011", **GUARDED)).add(wide)
    found = judge(base, superseding(base, "B-011", tag="pdf"))
    assert {problem.message.split(" ")[0] for problem in found.problems if problem.rule == "policy"} == {"B-010", "B-011"}

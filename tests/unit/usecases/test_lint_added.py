"""What a change brings is never made up for by what it takes away elsewhere; a lesson that only moved brings nothing."""

from __future__ import annotations

from collections import Counter
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fakes.memory_tree import MemoryTree
from tests.fakes.vaults import lesson
from vaultctl.adapters.layouts.notes import NotesLayout
from vaultctl.adapters.layouts.single_file import SingleFileLayout
from vaultctl.core.problem import Problem, identity
from vaultctl.core.rules.registry import RULES
from vaultctl.usecases.lint import Request, find_problems, lint
from vaultctl.usecases.snapshot import Snapshot, read_snapshot

TODAY = date(2026, 1, 5)
LATER = "2027-05-05"
BLOCK = ("### BLOCKED_PATTERNS\n- **ID**: {id}\n- **Tags**: #a/b\n- **Issue**: It fails.\n- **Mitigation**: Do the other thing.\n"
         "- **First Seen**: {day} (agent: invoice-bot)\n- **TTL**: 365 days\n")  # fmt: skip


def vault(files: dict[str, str], layout: str = "notes") -> Snapshot:
    whole = {name[1:] if name.startswith("/") else f"vault/lessons/a/b/{name}": text.encode() for name, text in files.items()}
    config = f"schema: 1\nlayout: {layout}\n".encode()
    return read_snapshot(MemoryTree({".vaultctl.yaml": config, **whole}), [NotesLayout(), SingleFileLayout()])


def added(before: Snapshot, after: Snapshot) -> tuple[Problem, ...]:
    return lint(Request(TODAY, frozenset(RULES)), lambda: after, before=lambda _: before).problems


def rules(before: Snapshot, after: Snapshot) -> set[tuple[str, str]]:
    return {(problem.path.rpartition("/")[2], problem.rule) for problem in added(before, after)}


def test_a_new_duplicate_is_told_where_another_was_renumbered() -> None:
    before = vault({"b-1.md": lesson("B-1", "a/b"), "x.md": lesson("B-1", "a/b", issue="Other.")})
    after = vault({"b-1.md": lesson("B-1", "a/b"), "x.md": lesson("B-2", "a/b", issue="Other."), "n.md": lesson("B-1", "a/b", issue="New.")})
    assert ("n.md", "duplicate-id") in rules(before, after)
    assert ("b-1.md", "duplicate-id") not in rules(before, after)


def test_a_lesson_that_takes_the_id_of_one_that_went_is_judged_anew() -> None:
    before = vault({"b-1.md": lesson("B-1", "a/b", first_seen=LATER)})
    assert ("n.md", "future-date") in rules(before, vault({"n.md": lesson("B-1", "a/b", first_seen=LATER, issue="Another.")}))


@pytest.mark.parametrize("path", ["n.md", "/vault/archive/2025/b-1.md", "/vault/lessons/c/d/b-1.md"])
def test_a_lesson_that_only_moved_keeps_what_was_known_of_it(path: str) -> None:
    body = "See <!-- hidden --> [it](https://elsewhere.example/x).\n"
    more = "archived: 2025-07-01\narchived_reason: old\n" if "archive" in path else ""
    before = vault({"b-1.md": lesson("B-1", "a/b", first_seen=LATER, body=body)})
    after = vault({path: lesson("B-1", "c/d" if "/c/" in path else "a/b", first_seen=LATER, body=body, more=more)})
    assert any(problem.rule == "html-comment" for problem in find_problems(after, TODAY))
    assert {rule for _, rule in rules(before, after)} <= {"wrong-place"}


def test_a_lesson_that_went_into_the_other_layout_keeps_what_was_known_of_it() -> None:
    before = vault({"b-1.md": lesson("B-1", "a/b", first_seen=LATER)})
    after = vault({"/KNOWLEDGE_VAULT.md": BLOCK.format(id="B-1", day=LATER)}, "single-file")
    assert any(problem.rule == "future-date" for problem in find_problems(after, TODAY))
    assert "future-date" not in {rule for _, rule in rules(before, after)}


names = st.sampled_from(["b-1.md", "b-2.md", "c.md", "/vault/archive/2025/b-1.md"])
content = st.builds(
    lambda number, tags, by, body, day, long: lambda name: lesson(
        f"B-{number}", tags, issue=f"It fails in {name}." + "." * long, first_seen=day, body=body, more=f"superseded_by: B-{by}\n" if by else ""),
    st.integers(1, 3), st.sampled_from(["a/b", "a", "A/B"]), st.sampled_from([0, 0, 1, 9]),
    st.sampled_from(["", "[[nope]]\n", "[[nope]] [[nope]]\n", "<!-- x -->\n", "```\nopen\n"]), st.sampled_from(["2025-06-10", LATER, "2025-13-01"]),
    st.sampled_from([0, 600]),
)  # fmt: skip
states = st.dictionaries(names, content, max_size=4).map(lambda found: vault({name: make(name) for name, make in found.items()}))


@settings(max_examples=100, deadline=None)
@given(states, states)
def test_nothing_that_a_file_got_is_passed_over(before: Snapshot, after: Snapshot) -> None:
    """No lesson moves here: every one names its file."""
    def counted(problems: list[Problem]) -> Counter[tuple[object, ...]]:
        return Counter((problem.path, *identity(problem)) for problem in problems)

    expected = counted(find_problems(after, TODAY)) - counted(find_problems(before, TODAY))
    assert expected <= counted(list(added(before, after)))

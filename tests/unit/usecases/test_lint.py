"""Snapshots of a vault, what a change brings, and what is put right."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fakes.memory_tree import MemoryTree
from tests.fakes.vaults import lesson
from vaultctl.adapters.layouts.notes import NotesLayout
from vaultctl.adapters.layouts.single_file import SingleFileLayout
from vaultctl.core.change import FileChange
from vaultctl.core.rules.registry import RULES
from vaultctl.errors import ConfigError, UsageError
from vaultctl.usecases.lint import Request, Result, choose_paths, choose_rules, lint, require_rule
from vaultctl.usecases.ports import Layout
from vaultctl.usecases.snapshot import Snapshot, below, read_snapshot

TODAY = date(2026, 6, 1)
LAYOUTS: list[Layout] = [NotesLayout(), SingleFileLayout()]
A, B = "vault/lessons/pdf/font/b-001.md", "vault/lessons/pdf/font/b-002.md"


def text(identity: str, **more: str) -> str:
    more.setdefault("first_seen", "2026-01-10")
    return lesson(identity, "pdf/font", **more)


def snapshot(files: dict[str, str | bytes]) -> Snapshot:
    return read_snapshot(MemoryTree(files), LAYOUTS)


def run(
    now: dict[str, str | bytes],
    before: dict[str, str | bytes] | None = None,
    *,
    paths: Sequence[str] | None = None,
    fix: bool = False,
    dry_run: bool = False,
    rules: frozenset[str] = frozenset(RULES),
) -> Result:
    """Lints, and with `fix` writes into `now`."""

    def write(changes: Sequence[FileChange]) -> None:
        for change in changes:
            assert change.after is not None
            now[change.path] = change.after

    wanted = frozenset(paths) if paths is not None else None
    return lint(
        Request(TODAY, rules, wanted, fix, dry_run),
        lambda: snapshot(now),
        before=lambda seen: read_snapshot(MemoryTree(before), LAYOUTS, known=seen) if before is not None else None,
        write=write,
    )


def said(result: Result) -> list[tuple[str, str]]:
    return [(problem.path, problem.rule) for problem in result.problems]


# Reading.


def test_a_snapshot_holds_lessons_archive_and_what_lies_between() -> None:
    old, odd_one = "vault/archive/2025/b-002.md", "vault/lessons/x.txt"
    found = snapshot({A: text("B-001"), old: text("B-002"), odd_one: "x", "README.md": "y"})
    assert {source.path: source.role for source in found.sources} == {
        ".vaultctl.yaml": "settings", "vault/taxonomy.yaml": "settings", A: "lessons", old: "archive", odd_one: "foreign",
    }  # fmt: skip


def test_a_file_that_is_the_same_in_a_known_snapshot_is_not_parsed_again() -> None:
    known = snapshot({A: text("B-001"), B: text("B-002")})
    again = read_snapshot(MemoryTree({A: text("B-001"), B: text("B-002", ttl="9")}), LAYOUTS, known=known)
    was = {source.path: source for source in known.sources}
    assert [source.path for source in again.sources if source is was.get(source.path)] == [A]


def test_a_config_that_is_no_yaml_is_refused() -> None:
    with pytest.raises(ConfigError):
        snapshot({".vaultctl.yaml": "layout: [notes"})


def test_a_taxonomy_that_cannot_be_read_is_a_problem() -> None:
    tree = MemoryTree({A: text("B-001")}, refused=["vault/taxonomy.yaml"])
    result = lint(Request(TODAY, frozenset(RULES)), lambda: read_snapshot(tree, LAYOUTS))
    assert said(result) == [("vault/taxonomy.yaml", "unreadable")]


def test_a_vault_below_another_folder_is_seen_from_there() -> None:
    tree = below(MemoryTree({f"sub/{A}": text("B-001"), A: text("B-009"), "sub/.vaultctl.yaml": "schema: 1\n"}), "sub/")
    assert [entry.path for entry in tree.entries("vault")] == [A]
    assert tree.read(A) == text("B-001").encode()
    assert list(tree.read_many([A])) == [(A, text("B-001").encode())]


# What is reported.


def test_paths_bound_what_is_reported_and_not_what_is_looked_at() -> None:
    twins: dict[str, str | bytes] = {A: text("B-001"), B: text("B-001")}
    assert said(run(twins, paths=[A])) == [(A, "duplicate-id")]
    assert said(run(twins, paths=["vault/lessons/pdf"])) == [(A, "duplicate-id"), (B, "duplicate-id"), (B, "wrong-place")]
    assert said(run(twins, paths=["vault/less"])) == []
    assert run(twins, paths=[A]).files == 1


def test_only_the_rules_that_are_asked_for_report() -> None:
    files: dict[str, str | bytes] = {A: text("B-001", ttl="soon"), B: text("B-001")}
    assert said(run(files, rules=choose_rules(["bad-ttl"], []))) == [(A, "bad-ttl")]
    assert "bad-ttl" not in [rule for _, rule in said(run(files, rules=choose_rules([], ["bad-ttl"])))]


def test_old_debt_is_not_reported_against_a_base() -> None:
    debt: dict[str, str | bytes] = {A: text("B-001", ttl="soon")}
    assert said(run({**debt, B: text("B-002", first_seen="soon")}, debt)) == [(B, "bad-date")]


def test_a_deletion_that_breaks_a_link_elsewhere_is_reported_there() -> None:
    before: dict[str, str | bytes] = {A: text("B-001", body="\n[[B-002]]\n"), B: text("B-002")}
    assert said(run({A: before[A]}, before)) == [(A, "dangling-link")]


def test_a_twin_of_an_id_is_reported_in_the_file_that_brings_it() -> None:
    third = "vault/lessons/pdf/b-001.md"
    before: dict[str, str | bytes] = {A: text("B-001"), B: text("B-001")}
    assert (third, "duplicate-id") in said(run({**before, third: text("B-001")}, before))
    assert (A, "duplicate-id") not in said(run({**before, third: text("B-001")}, before))


def test_a_taxonomy_that_becomes_strict_brings_its_errors() -> None:
    before: dict[str, str | bytes] = {A: text("B-001"), "vault/taxonomy.yaml": "prefixes:\n  mail: m\n"}
    after = {**before, "vault/taxonomy.yaml": "strict: true\nprefixes:\n  mail: m\n"}
    assert said(run(after, before)) == [(A, "unknown-tag")]


def test_a_full_namespace_that_shrinks_is_no_new_problem() -> None:
    config = {".vaultctl.yaml": "limits:\n  lessons_per_namespace: 1\n"}
    many = {f"vault/lessons/pdf/font/b-{day}.md": text(f"B-{day}", first_seen=f"2026-01-0{day}") for day in range(1, 5)}
    fewer = {path: content for path, content in many.items() if not path.endswith("b-2.md")}
    assert said(run({**config, **fewer}, {**config, **many})) == []
    assert said(run({**config, **many}, {**config, **fewer})) == [("vault/lessons/pdf/font/b-2.md", "namespace-limit")]


PIECES = [
    "---\n", "id: B-001\n", "category: BLOCKED\n", "tags: [a/b, '#C']\n", "issue: x: y\n", "mitigation: y\n", "ttl: 9\n",
    "first_seen: 2026-01-10\n", "source_agent: b\n", "superseded_by: B-001\n", "name: b-001\n", "[[B-2]] `", "```\n", "<!--\n",
    "### BLOCKED_PATTERNS\n", "- **ID**: B-2\n", "- Tags: #a:b\n", "- **Issue**: z\n", "- **TTL**: 365 days\n", "\r\n", "\t",
    "- **First Seen**: 2026-01-10 (agent: b)\n", "- **Mitigation**: q\n",
    "<<<<<<< a\n", "=======\n", ">>>>>>> b\n", "\udcff", "\0", "\u202e", "  ",
]  # fmt: skip


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join), st.sampled_from(["notes", "single-file"]))
def test_whatever_a_file_holds_its_problems_lie_inside_it_and_fixing_ends(content: str, layout: str) -> None:
    data = content.encode("utf-8", "surrogateescape")
    files: dict[str, str | bytes] = {".vaultctl.yaml": f"layout: {layout}\n", A: data, "KNOWLEDGE_VAULT.md": data}
    found = run(files)
    lines = content.split("\n")
    for problem in found.problems:
        assert 1 <= problem.line <= len(lines)
        assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1, problem
    run(files, fix=True)
    assert run(files, fix=True).changes == ()


# Putting right.

ODD = 'tags: "#PDF:font"'


def odd(identity: str, **more: str) -> str:
    return text(identity, **more).replace("tags: [pdf/font]", ODD)


def test_fix_writes_what_has_one_right_answer_and_reports_what_is_left() -> None:
    files: dict[str, str | bytes] = {A: odd("B-001", first_seen="2026-07-01"), B: text("B-002")}
    result = run(files, fix=True)
    assert files == {A: text("B-001", first_seen="2026-07-01").encode(), B: text("B-002")}
    assert said(result) == [(A, "future-date")]
    assert [change.path for change in result.changes] == [A]


def test_a_dry_run_writes_nothing_and_tells_the_change() -> None:
    files: dict[str, str | bytes] = {A: odd("B-001")}
    result = run(files, fix=True, dry_run=True)
    assert files == {A: odd("B-001")}
    assert result.changes == (FileChange(A, odd("B-001").encode(), text("B-001").encode()),)
    assert (A, "not-canonical") in said(result)


def test_fix_touches_only_the_paths_that_are_named() -> None:
    files: dict[str, str | bytes] = {A: odd("B-001"), B: odd("B-002")}
    run(files, fix=True, paths=[B])
    assert (files[A], files[B]) == (odd("B-001"), text("B-002").encode())


@pytest.mark.parametrize(
    "content",
    [
        odd("B-001", ttl="soon").encode(),
        odd("B-001", body="\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n").encode(),
        odd("B-001", body="\nabc ").encode() + b"\xff\n",
    ],
    ids=["does not parse", "conflict", "not UTF-8"],
)
def test_what_cannot_be_understood_is_left_byte_for_byte(content: bytes) -> None:
    files: dict[str, str | bytes] = {A: content}
    assert run(files, fix=True).changes == ()
    assert files == {A: content}


def test_fix_never_touches_a_file_that_is_no_vault() -> None:
    files: dict[str, str | bytes] = {".vaultctl.yaml": "layout: single-file\n", "KNOWLEDGE_VAULT.md": "# How-to\n\n- Tags: a\n"}
    assert run(files, fix=True).changes == ()


def test_fixing_twice_changes_nothing_more() -> None:
    files: dict[str, str | bytes] = {A: odd("B-001")}
    assert run(files, fix=True).changes
    assert run(files, fix=True).changes == ()


# Names of rules and files.


def test_an_unknown_rule_is_a_usage_error_that_says_what_was_meant() -> None:
    with pytest.raises(UsageError, match="no such rule: brod-tag") as caught:
        choose_rules([], ["brod-tag"])
    assert caught.value.hint == "did you mean broad-tag?"
    assert require_rule("Broad-Tag").id == "broad-tag"


def test_paths_are_taken_from_the_folder_in_which_they_were_typed(tmp_path: Path) -> None:
    (tmp_path / "vault" / "lessons").mkdir(parents=True)
    (tmp_path / "vault" / "lessons" / "a.md").touch()
    notes: list[str] = []
    inside = str(tmp_path / "vault")
    typed = ["lessons/a.md", "..", str(tmp_path / "vault" / "lessons"), "../../elsewhere", "lessons/gone.md"]
    found = choose_paths(str(tmp_path), inside, typed, notes.append, lambda gone: gone)
    assert found == {"vault/lessons/a.md", ".", "vault/lessons", "vault/lessons/gone.md"}
    assert [note.split()[0] for note in notes] == ["../../elsewhere", "lessons/gone.md"]


def test_paths_that_nobody_knows_are_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"^b\.md is not there.* \(nor 1 more\)$"):
        choose_paths(str(tmp_path), str(tmp_path), ["a.md", "b.md", "c.md"], lambda note: None, lambda gone: [str(tmp_path / "a.md")])


@pytest.mark.skipif(os.name == "nt", reason="making links needs a right on Windows")
def test_a_vault_reached_through_a_link_knows_its_files_by_either_way(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.mkdir()
    (real / "a.md").touch()
    link.symlink_to(real)
    assert choose_paths(str(real), str(tmp_path), [str(link / "a.md")], lambda note: None) == {"a.md"}

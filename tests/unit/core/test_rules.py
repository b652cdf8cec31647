"""Every rule against its examples in tests/corpus, the registry, and the corners that one example cannot show."""

from __future__ import annotations

import ast
from datetime import date
from pathlib import Path

import pytest

from tests.fakes.memory_tree import MemoryTree
from tests.fakes.vaults import lesson
from vaultctl.adapters.layouts.notes import NotesLayout
from vaultctl.adapters.layouts.single_file import SingleFileLayout
from vaultctl.core.problem import Problem
from vaultctl.core.rules import registry
from vaultctl.core.rules.registry import RULES
from vaultctl.report.lint import to_text
from vaultctl.report.style import Style
from vaultctl.usecases.lint import Result, find_problems
from vaultctl.usecases.snapshot import read_snapshot

ROOT = Path(__file__).resolve().parents[3]
CORPUS = ROOT / "tests" / "corpus"
TODAY = date(2026, 6, 1)
EXPECTED = "expected.txt"


def examples(kind: str) -> list[Path]:
    """The folders of examples: those that hold a vault."""
    return sorted(path.parent for path in (CORPUS / kind).rglob(".vaultctl.yaml"))


def name_of(folder: Path) -> str:
    return folder.relative_to(CORPUS).as_posix()


def problems(tree: MemoryTree) -> list[Problem]:
    return find_problems(read_snapshot(tree, [NotesLayout(), SingleFileLayout()]), TODAY)


def rules_of(files: dict[str, str | bytes]) -> list[str]:
    return [problem.rule for problem in problems(MemoryTree({".vaultctl.yaml": "schema: 1\n", **files}))]


def note(identity: str, tags: str = "pdf/font", **more: str) -> dict[str, str | bytes]:
    """A note at its right place."""
    more.setdefault("first_seen", "2026-01-10")
    return {f"vault/lessons/{tags.split(',')[0]}/{identity.lower()}.md": lesson(identity, tags, **more)}


# The examples.


@pytest.mark.parametrize("folder", examples("bad"), ids=name_of)
def test_a_bad_example_is_reported_as_written_beside_it(folder: Path) -> None:
    found = problems(MemoryTree.of_folder(folder, without=[EXPECTED]))
    text = to_text(Result(tuple([item._replace(hint="") for item in found]), 0), Style(colour=False))
    assert text == (folder / EXPECTED).read_text("utf-8")
    assert folder.relative_to(CORPUS / "bad").parts[0] in {problem.rule for problem in found}


@pytest.mark.parametrize("folder", examples("good"), ids=name_of)
def test_a_good_example_has_no_problem(folder: Path) -> None:
    assert problems(MemoryTree.of_folder(folder)) == []


@pytest.mark.parametrize("kind", ["bad", "good"])
def test_every_rule_has_an_example_and_every_example_a_rule(kind: str) -> None:
    assert {folder.relative_to(CORPUS / kind).parts[0] for folder in examples(kind)} == set(RULES)


# The registry.


def fault_ids() -> set[str]:
    """The rule ids that the code gives to faults, wherever one is made."""
    found: set[str] = set()
    for path in (ROOT / "vaultctl").rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        texts = {
            target.id: node.value.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and node.args and (
                (isinstance(node.func, ast.Name) and node.func.id == "Fault")
                or (isinstance(node.func, ast.Attribute) and node.func.attr in ("fatal", "warn"))
            ):
                first = node.args[0]
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    found.add(first.value)
                elif isinstance(first, ast.Name) and first.id in texts:
                    found.add(texts[first.id])
    return found


def test_every_rule_that_a_fault_names_has_a_module() -> None:
    found = fault_ids()
    assert {"unreadable", "missing-key", "bad-config", "bad-tag", "not-a-vault"} <= found  # or the search above is blind
    assert found <= {module.ID for module in registry.FAULT_RULES}


@pytest.mark.parametrize(
    ("modules", "scopes"),
    [
        (registry.FAULT_RULES, {"fault"}),
        (registry.SOURCE_RULES, {"source"}),
        (registry.ENTRY_RULES, {"live", "entry"}),
        (registry.VAULT_RULES, {"vault"}),
    ],
)
def test_a_rule_stands_in_the_table_of_its_scope(modules: tuple[registry.RuleModule, ...], scopes: set[str]) -> None:
    assert {module.SCOPE for module in modules} <= scopes


def test_every_module_of_the_folder_is_registered() -> None:
    files = {path.stem.replace("_", "-") for path in (ROOT / "vaultctl" / "core" / "rules").glob("*.py")}
    assert files - {"--init--", "context", "registry"} == set(RULES)


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.id)
def test_a_rule_is_documented(rule: registry.Rule) -> None:
    first, _, rest = rule.doc.partition("\n\n")
    assert first.endswith(".")
    assert len(rest) > 60
    assert rule.summary[0].isupper() or rule.summary[0] in "`.["


# Corners.


def test_an_id_is_the_same_without_case_and_in_the_other_layout() -> None:
    entry = "# Schema Version: 1.0\n### BLOCKED_PATTERNS\n- **ID**: B-0a1\n- **Tags**: #a/b\n- **Issue**: x\n"
    found = problems(MemoryTree({".vaultctl.yaml": "schema: 1\n", **note("B-0A1"), "KNOWLEDGE_VAULT.md": entry}))
    twins = [problem for problem in found if problem.rule == "duplicate-id"]
    assert [problem.path for problem in twins] == ["KNOWLEDGE_VAULT.md", "vault/lessons/pdf/font/b-0a1.md"]
    assert "vault/lessons/pdf/font/b-0a1.md:2" in twins[0].message


def test_the_id_of_a_record_that_cannot_be_read_counts_as_taken() -> None:
    broken = lesson("B-001", "pdf/font", ttl="soon")
    assert "duplicate-id" in rules_of({**note("B-001"), "vault/lessons/pdf/b-001.md": broken})


def test_of_many_twins_each_place_is_reported_once() -> None:
    files: dict[str, str | bytes] = {}
    for tag in ("a/b", "a/c", "a/d"):
        files.update(note("B-001", tag))
    assert rules_of(files) == ["duplicate-id"] * 3


def test_a_name_that_is_the_id_of_another_lesson_is_reported() -> None:
    assert rules_of({**note("B-001", more="name: b-002\n"), **note("B-002")}) == ["duplicate-name"]


def test_a_name_may_be_the_id_of_its_own_lesson() -> None:
    assert rules_of(note("B-001", more="name: b-001\n")) == []


def test_a_generated_single_file_is_no_second_layout() -> None:
    entry = "# Schema Version: 1.0\n### BLOCKED_PATTERNS\n- **ID**: B-001\n- **Tags**: #pdf/font\n"
    files = {**note("B-001"), "KNOWLEDGE_VAULT.md": entry, ".vaultctl.yaml": "schema: 1\ngenerated:\n  vault: true\n"}
    assert rules_of(files) == []


def test_notes_beside_a_single_file_are_reported_once_each() -> None:
    entry = "# Schema Version: 1.0\n### VERIFIED_WORKFLOWS\n"
    files = {**note("B-001"), **note("B-002", ttl="soon"), "KNOWLEDGE_VAULT.md": entry,
             ".vaultctl.yaml": "layout: single-file\n"}  # fmt: skip
    assert rules_of(files) == ["both-layouts", "both-layouts"]


def test_a_tag_outside_a_strict_taxonomy_is_an_error() -> None:
    tree = MemoryTree({**note("W-001", "pfd/font", category="WARNING"),
                       "vault/taxonomy.yaml": "strict: true\nprefixes:\n  pdf/font: fonts\n"})  # fmt: skip
    (found,) = problems(tree)
    assert (found.rule, found.severity, found.hint) == ("unknown-tag", "error", "did you mean pdf/font?")


def test_without_prefixes_no_tag_is_outside() -> None:
    assert rules_of({**note("W-001", "anything/else", category="WARNING"), "vault/taxonomy.yaml": "strict: true\n"}) == []


def test_a_tag_above_a_prefix_is_outside() -> None:
    files = {**note("W-001", "pdf", category="WARNING"), "vault/taxonomy.yaml": "prefixes:\n  pdf/font: fonts\n"}
    assert rules_of(files) == ["unknown-tag"]


def test_the_closest_prefix_decides_about_the_depth() -> None:
    words = "prefixes:\n  pdf:\n    max_depth: 2\n  pdf/font:\n    max_depth: 4\n"
    assert rules_of({**note("W-001", "pdf/font/a/b", category="WARNING"), "vault/taxonomy.yaml": words}) == []


def test_an_archived_lesson_is_not_judged_by_its_age_or_its_tags() -> None:
    old = lesson("B-009", "outside", first_seen="2001-01-01", more="archived: 2002-02-02\narchived_reason: expired\n")
    files = {"vault/archive/2002/b-009.md": old, "vault/taxonomy.yaml": "strict: true\nprefixes:\n  pdf/font: fonts\n"}
    assert rules_of(files) == []


def test_an_archived_lesson_that_cannot_be_read_is_reported() -> None:
    assert rules_of({"vault/archive/2002/b-009.md": "nothing\n"}) == ["unreadable"]


def test_a_day_ahead_is_let_pass_and_a_verification_in_the_future_is_not() -> None:
    assert rules_of(note("B-001", first_seen="2026-06-02")) == []
    assert rules_of(note("B-001", more="last_verified: 2026-06-03\n")) == ["future-date"]


def test_replaced_by_an_archived_lesson_is_a_warning() -> None:
    old = lesson("B-009", "pdf/font", more="archived: 2026-02-02\narchived_reason: expired\n")
    found = problems(MemoryTree({**note("B-001", more="superseded_by: B-009\n"), "vault/archive/2026/b-009.md": old}))
    assert [(problem.rule, problem.severity) for problem in found] == [("dangling-superseded-by", "warning")]


def test_a_lesson_that_replaces_itself_is_a_circle_and_one_that_leads_into_a_circle_is_none() -> None:
    files = {**note("B-001", more="superseded_by: B-001\n"), **note("B-002", more="superseded_by: B-001\n")}
    found = problems(MemoryTree(files))
    assert [(problem.rule, problem.id) for problem in found] == [("superseded-cycle", "B-001")]


def test_a_long_circle_names_its_first_lessons() -> None:
    files: dict[str, str | bytes] = {}
    for number in range(9):
        files.update(note(f"B-{number}", more=f"superseded_by: B-{(number + 1) % 9}\n"))
    found = problems(MemoryTree(files))
    assert len(found) == 9
    assert found[0].message == "superseded_by runs in a circle: B-0 -> B-1 -> B-2 -> B-3 -> B-4 -> … -> B-0"


def test_a_link_in_the_single_file_is_reported_in_its_own_line_and_column() -> None:
    entry = ("# Schema Version: 1.0\n### WARNING\n- **ID**: W-001\n- **Tags**: #a/b\n- **Issue**: x\n- **Mitigation**: y\n"
             "- **First Seen**: 2026-01-10 (agent: bot)\n- **TTL**: 365 days\n\n  First.\n  See [[nobody]].\n")  # fmt: skip
    entry = entry.replace("### WARNING", "### CONTEXTUAL_WARNINGS")
    (found,) = problems(MemoryTree({".vaultctl.yaml": "layout: single-file\n", "KNOWLEDGE_VAULT.md": entry}))
    assert (found.rule, found.line, found.column, found.id) == ("dangling-link", 11, 7, "W-001")


def test_an_underlined_heading_is_no_conflict() -> None:
    assert rules_of(note("B-001", body="\nTitle\n=======\n\ntext\n")) == []


def test_the_namespace_limit_names_the_newest_lessons_over_it() -> None:
    files: dict[str, str | bytes] = {".vaultctl.yaml": "limits:\n  lessons_per_namespace: 2\n"}
    for day in range(1, 5):
        files.update(note(f"B-{day}", first_seen=f"2026-01-0{day}"))
    found = problems(MemoryTree(files))
    assert [(problem.rule, problem.id) for problem in found] == [("namespace-limit", "B-3"), ("namespace-limit", "B-4")]


def test_limits_of_nought_are_no_limits() -> None:
    config = "limits:\n  issue: 0\n  mitigation: 0\n  body: 0\n"
    assert rules_of({**note("B-001", issue="x" * 900, body="\n" + "y" * 30_000 + "\n"), ".vaultctl.yaml": config}) == []


def test_a_note_at_the_top_of_the_lessons_is_in_the_wrong_place() -> None:
    assert rules_of({"vault/lessons/b-001.md": lesson("B-001", "pdf/font", first_seen="2026-01-10")}) == ["wrong-place"]


def test_a_folder_in_decomposed_form_is_the_folder_of_its_tag() -> None:
    path = "vault/lessons/cafe\u0301/menu/b-001.md"
    assert rules_of({path: lesson("B-001", "caf\u00e9/menu", first_seen="2026-01-10")}) == []


def test_utf_16_is_reported_with_the_offset_of_its_first_byte() -> None:
    found = problems(MemoryTree({"vault/lessons/pdf/font/b-001.md": lesson("B-001", "pdf/font").encode("utf-16")}))
    assert "not UTF-8: byte 0xff at offset 0" in [problem.message for problem in found]


def test_a_submodule_among_the_lessons_is_refused() -> None:
    found = problems(MemoryTree({}, others={"vault/lessons/more": "submodule"}))
    assert [problem.message for problem in found] == ["a submodule: never followed"]


def test_a_file_that_cannot_be_read_is_a_problem_and_the_others_are_still_judged() -> None:
    tree = MemoryTree({**note("B-002", ttl="soon"), **note("B-003", ttl="soon")}, refused=["vault/lessons/pdf/font/b-0.md"])
    assert [problem.rule for problem in problems(tree)] == ["unreadable", "bad-ttl", "bad-ttl"]

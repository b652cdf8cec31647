"""AGENT_LEARNINGS.md: three tables, to values and back."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from vaultctl.formats import learnings
from vaultctl.formats.learnings import Failure, Learnings, Rule, parse, render
from vaultctl.formats.pipe_tables import render_row, split_row

TEXT = """\
# AGENT_LEARNINGS.md
## Active Rules
| ID | Category | Rule | Source Failures | Added |
|----|:--------:|------|-----------------|-------|
| L001 | pdf/font | Embed the | F001, F002 | 2025-08-14 |
|  |  | fonts. |  |  |
| L002 | web | Use `a \\| b` with
  care | F003 | 2025-09-01 |

## Failure Log
| ID | Category | Error Signature | Count | Last Seen | Status |
|---|---|---|---|---|---|
| F001 | pdf/font | glyph missing | 3 | 2025-08-13 | → Resolved L001 |
| F003 | web | 500 | many | 2025-08-30 | open |

## Resolved Rules
| ID | Category | Rule | Resolved | Owner |
|---|---|---|---|---|
| L000 | build | Pin Node. | 2025-06-30 | Ines |
"""


def test_cells_go_on_in_rows_whose_first_cell_is_empty() -> None:
    rule = parse(TEXT).rules[0]
    assert (rule.id, rule.category, rule.rule) == ("L001", "pdf/font", "Embed the fonts.")
    assert (rule.source_failures, rule.added, rule.line, rule.end_line) == (("F001", "F002"), "2025-08-14", 5, 6)


def test_a_row_without_its_last_pipe_goes_on_in_the_next_line() -> None:
    rule = parse(TEXT).rules[1]
    assert (rule.rule, rule.source_failures, rule.line, rule.end_line) == ("Use `a | b` with care", ("F003",), 7, 8)


def test_the_status_of_a_failure_names_the_rule_that_answers_it() -> None:
    first, second = parse(TEXT).failures
    assert (first.count, first.resolved_by, first.status) == (3, "L001", "→ Resolved L001")
    assert (second.resolved_by, second.status) == ("", "open")


def test_a_count_that_is_no_number_is_a_fault_and_counts_as_one() -> None:
    found = parse(TEXT)
    assert found.failures[1].count == 1
    assert found.faults == ((14, "F003: the count 'many' is no number"),)


def test_columns_are_found_by_their_names_and_further_ones_are_kept() -> None:
    (rule,) = parse(TEXT).resolved
    assert (rule.resolved, rule.added, rule.more) == ("2025-06-30", "", (("Owner", "Ines"),))


def test_tables_in_comments_and_fences_hold_nothing() -> None:
    assert parse(f"<!--\n{TEXT}-->\n") == Learnings()
    assert parse(f"~~~~\n{TEXT}~~~~\n") == Learnings()


def test_a_file_without_tables_is_empty_and_renders_with_its_heads() -> None:
    assert parse("") == Learnings()
    assert "| ID | Category | Error Signature | Count | Last Seen | Status |" in render(Learnings())


WORDS = st.text(st.characters(blacklist_categories=("Cc", "Cs", "Zl", "Zp", "Zs")) | st.just(" "), max_size=30).map(
    lambda text: " ".join(text.replace("<br>", "").replace("<br/>", "").split())
)
IDS = st.from_regex(r"[A-Z]{1,2}[0-9]{1,4}", fullmatch=True)
RULES = st.builds(Rule, IDS, WORDS, WORDS, st.lists(IDS, max_size=3).map(tuple), st.just("2025-01-02"))
FAILURES = st.builds(
    lambda identity, category, signature, count, by: Failure(
        identity, category, signature, count, "2025-02-03", by, learnings.RESOLVED + by if by else "open"
    ),
    IDS, WORDS, WORDS, st.integers(1, 10**6), st.just("") | IDS,
)  # fmt: skip


@settings(max_examples=100)
@given(st.lists(RULES, max_size=4), st.lists(FAILURES, max_size=4), st.lists(RULES, max_size=2))
def test_what_is_rendered_reads_back_equal(rules: list[Rule], failures: list[Failure], resolved: list[Rule]) -> None:
    found = parse(render(Learnings(tuple(rules), tuple(failures), tuple(resolved))))
    assert not found.faults
    assert [(rule.id, rule.category, rule.rule, rule.source_failures, rule.added) for rule in found.rules] == [
        (rule.id, rule.category, rule.rule, rule.source_failures, rule.added) for rule in rules
    ]
    assert [rule.rule for rule in found.resolved] == [rule.rule for rule in resolved]
    assert [(item.id, item.category, item.signature, item.count, item.resolved_by, item.status) for item in found.failures] == [
        (item.id, item.category, item.signature, item.count, item.resolved_by, item.status) for item in failures
    ]


@settings(max_examples=100)
@given(st.lists(WORDS, min_size=2, max_size=6))
def test_a_row_reads_back_equal(cells: list[str]) -> None:
    assert split_row(render_row(cells)) == cells

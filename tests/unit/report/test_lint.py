"""The problems in the formats of editors, scripts, GitHub and code scanning."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from vaultctl.core.change import FileChange
from vaultctl.core.problem import Problem
from vaultctl.core.rules.registry import RULES
from vaultctl.report import github, sarif
from vaultctl.report.lint import diff, explain, summary, to_json, to_text
from vaultctl.report.style import Style
from vaultctl.usecases.lint import Result

SCHEMA = json.loads((Path(__file__).resolve().parents[2] / "data" / "sarif" / "sarif-2.1.0.json").read_text("utf-8"))
PLAIN = Style(colour=False)
PROBLEM = Problem("vault/lessons/pdf/b-001.md", 4, 2, "error", "broad-tag", "pdf is a namespace", "B-001", False, "name a branch")
HOSTILE = Problem("vault/a,b: 100%\n\x1b[31m \u202eé.md", 1, 1, "warning", "not-canonical", "x\n::error::y \x1b[2J 100%\r\u200b",
                  None, True)  # fmt: skip


def result(*problems: Problem) -> Result:
    return Result(problems, 3)


def test_text_is_one_line_a_problem() -> None:
    assert to_text(result(PROBLEM._replace(hint="")), PLAIN) == "vault/lessons/pdf/b-001.md:4:2: error broad-tag pdf is a namespace\n"


def test_the_way_on_stands_below_indented() -> None:
    assert to_text(result(PROBLEM), PLAIN).split("\n")[1] == "  help: name a branch"


def test_text_escapes_what_would_move_the_cursor() -> None:
    text = to_text(result(HOSTILE), PLAIN)
    assert text == ("vault/a,b: 100%\\n\\x1b[31m \\u202eé.md:1:1: warning not-canonical "
                    "x\\n::error::y \\x1b[2J 100%\\x0d\\u200b\n")  # fmt: skip


def test_colour_repeats_the_words() -> None:
    assert "\x1b[1;31merror\x1b[0m" in to_text(result(PROBLEM), Style(colour=True))


def test_json_has_the_keys_of_the_contract() -> None:
    document = json.loads(to_json(result(PROBLEM, HOSTILE)))
    assert list(document) == ["schema", "problems", "counts", "fixed"]
    assert document["schema"] == "vaultctl.lint/1"
    assert document["counts"] == {"files": 3, "errors": 1, "warnings": 1}
    assert document["problems"][0] == {
        "path": "vault/lessons/pdf/b-001.md", "line": 4, "column": 2, "severity": "error", "rule": "broad-tag",
        "message": "pdf is a namespace", "id": "B-001", "fixable": False, "hint": "name a branch",
    }  # fmt: skip
    assert document["problems"][1]["path"] == HOSTILE.path


def test_github_gets_one_command_a_problem_with_everything_escaped() -> None:
    first, second, rest = github.render([PROBLEM, HOSTILE], "sub/").split("\n")
    assert first == ("::error file=sub/vault/lessons/pdf/b-001.md,line=4,col=2,title=vaultctl broad-tag::"
                     "pdf is a namespace%0Aname a branch")  # fmt: skip
    assert second == ("::warning file=sub/vault/a%2Cb%3A 100%25\\n\\x1b[31m \\u202eé.md,line=1,col=1,"
                      "title=vaultctl not-canonical::x%0A::error::y \\x1b[2J 100%25\\x0d\\u200b")  # fmt: skip
    assert rest == ""


@pytest.mark.parametrize("problems", [[], [PROBLEM], [PROBLEM, HOSTILE], [PROBLEM._replace(rule=rule) for rule in RULES]])
def test_sarif_is_valid_against_its_schema(problems: list[Problem]) -> None:
    jsonschema.Draft4Validator(SCHEMA).validate(json.loads(sarif.render(problems)))


def test_sarif_says_the_place_and_names_the_rule() -> None:
    (run,) = json.loads(sarif.render([PROBLEM, HOSTILE], "sub/"))["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["broad-tag", "not-canonical"]
    for found, problem in zip(run["results"], [PROBLEM, HOSTILE], strict=True):
        assert rules[found["ruleIndex"]]["id"] == found["ruleId"] == problem.rule
        place = found["locations"][0]["physicalLocation"]
        assert place["region"] == {"startLine": problem.line, "startColumn": problem.column}
        assert place["artifactLocation"]["uri"].isascii()
    assert run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "sub/vault/lessons/pdf/b-001.md"


def test_a_fingerprint_of_sarif_stays_when_lines_move() -> None:
    marks = [json.loads(sarif.render([item]))["runs"][0]["results"][0]["partialFingerprints"]
             for item in (PROBLEM, PROBLEM._replace(line=40), PROBLEM._replace(rule="bad-tag"))]  # fmt: skip
    assert marks[0] == marks[1] != marks[2]


def test_the_summary_counts() -> None:
    assert summary(result()) == "no problems in 3 files"
    assert summary(result(PROBLEM, HOSTILE)) == "1 error and 1 warning in 3 files; 1 of them can be put right by --fix"


def test_a_rule_is_explained_by_its_documentation() -> None:
    text = explain(RULES["broad-tag"])
    assert text.startswith("broad-tag (error)\n\nA BLOCKED lesson must not sit on a tag that the taxonomy divides further.\n\n")


def test_a_diff_is_cut_at_line_feeds_alone() -> None:
    change = FileChange("a.md", b"one\ntwo\x0cthree\nlast", b"one\n2\x0cthree\nlast\n")
    assert diff((change,)) == (
        "--- a/a.md\n+++ b/a.md\n@@ -1,3 +1,3 @@\n"
        " one\n-two\\x0cthree\n-last\n\\ No newline at end of file\n+2\\x0cthree\n+last\n"
    )

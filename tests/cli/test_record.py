"""`vaultctl record`, from the command line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import MakeRepo
from tests.fakes.checkout import Checkout
from tests.fakes.command import run
from tests.fakes.recording import KNOWN, TODAY, changed_paths, draft, lay_out, record
from tests.fakes.vaults import lesson
from vaultctl import Vault

KEYS = ["schema", "id", "state", "path", "branch", "base", "base_commit", "commit", "pushed", "url", "problems", "similar",
        "warnings", "error", "dry_run", "diff"]  # fmt: skip


@pytest.fixture
def repo(git_repo: MakeRepo) -> Checkout:
    return lay_out(git_repo(commit=False))


def text(repo: Checkout, *args: str, **changed: str | None) -> str:
    issue = changed.pop("issue", None) or "Line breaks get lost in tables."
    result = run("record", *draft(issue, **changed), *args, cwd=repo.path)
    return f"{result.code}\n{result.out}{result.err}"


def test_a_lesson_is_committed_on_its_own_branch(repo: Checkout) -> None:
    found = record(repo)
    made = found.json
    assert found.code == 0 and found.err == "" and list(made) == KEYS
    assert (made["state"], made["base"], made["pushed"], made["url"], made["problems"]) == ("committed", "main", False, None, [])
    assert made["branch"] == f"lesson/{made['id']}"
    assert made["path"] == f"vault/lessons/pdf/table/{made['id'].lower()}.md"
    assert repo.git("rev-parse", made["branch"]) == made["commit"]
    assert repo.git("rev-parse", f"{made['branch']}^") == made["base_commit"] == repo.head
    assert changed_paths(repo, made["branch"]) == [made["path"]]
    assert repo.show(f"{made['branch']}:{made['path']}") == (
        f"---\nid: {made['id']}\ncategory: BLOCKED\ntags: [pdf/table]\nissue: \"Line breaks get lost in tables.\"\n"
        f'mitigation: "Set wrap to word."\nfirst_seen: {TODAY}\nsource_agent: bot\nttl: 365\n---'
    )


def test_the_text_says_what_was_reached_and_how_to_go_on(repo: Checkout) -> None:
    made = text(repo)
    identity = made.split("\n")[1].split()[1]
    assert made.split("\n")[1:4] == [f"committed {identity}", f"  path     vault/lessons/pdf/table/{identity.lower()}.md",
                                     f"  branch   lesson/{identity} (for main)"]
    assert "  next     vaultctl queue run merges it\n" in made


def test_the_commit_says_what_it_is_and_pings_nobody(repo: Checkout) -> None:
    refused = record(repo, issue="Ask @alice, fixes #12 [skip ci]").json
    assert (refused["state"], refused["branch"]) == ("refused", None)  # by a content rule; `test_proposal` has such marks in messages
    made = record(repo, issue="Ask @alice, fixes #12").json
    message = repo.git("log", "-1", "--format=%B", made["branch"])
    assert message.startswith(f"Lesson {made['id']}: BLOCKED pdf/table\n")
    assert "@alice" not in message and "fixes #12" not in message


def test_the_same_lesson_again_is_the_same_branch(repo: Checkout) -> None:
    first, again = record(repo).json, record(repo, today="2026-02-01").json
    assert {**first, "warnings": []} == {**again, "warnings": []} and again["warnings"] == []
    assert len(repo.git("for-each-ref", "refs/heads").split("\n")) == 2


def test_another_body_makes_a_proposal_anew_that_was_not_sent(repo: Checkout) -> None:
    first = record(repo).json
    again = record(repo, body="More.")
    assert again.code == 0 and ["made anew" in warning for warning in again.json["warnings"]] == [True]
    assert again.json["commit"] != first["commit"] and "More." in repo.show(f"{first['branch']}:{first['path']}")
    assert repo.git("rev-parse", f"{first['branch']}^") == repo.head
    assert record(repo).json["commit"] == again.json["commit"]


def test_a_merged_lesson_is_there_already(repo: Checkout) -> None:
    made = record(repo).json
    repo.git("merge", "-q", "--squash", made["branch"])
    repo.git("commit", "-q", "-m", "squashed")
    repo.git("branch", "-q", "-D", made["branch"])
    again = record(repo)
    assert (again.code, again.json["state"], again.json["path"], again.json["branch"]) == (0, "exists", made["path"], None)
    assert "there already, merged into main" in text(repo)
    assert repo.git("for-each-ref", "--format=%(refname)", "refs/heads") == "refs/heads/main"


def test_what_lies_in_the_working_tree_alone_is_not_there(repo: Checkout) -> None:
    made = record(repo).json
    repo.write(made["path"], repo.show(f"{made['branch']}:{made['path']}") + "\n")
    repo.git("branch", "-q", "-D", made["branch"])
    assert record(repo).json["state"] == "committed"


def test_an_archived_lesson_is_refused_naming_unarchive(repo: Checkout) -> None:
    made = record(repo).json
    archived = repo.show(f"{made['branch']}:{made['path']}") + "\n"
    archived = archived.replace("ttl: 365\n", "ttl: 365\narchived: 2026-01-01\narchived_reason: old\n")
    repo.commit({f"vault/archive/2026/{made['id'].lower()}.md": archived})
    repo.git("branch", "-q", "-D", made["branch"])
    again = record(repo)
    assert (again.code, again.json["state"]) == (1, "refused")
    assert f"vaultctl unarchive {made['id']}" in again.json["problems"][0]["hint"]


def test_a_near_duplicate_is_refused_with_both_ways_on(repo: Checkout) -> None:
    issue = "DejaVu Sans lacks the glyphs for euro"
    found = record(repo, issue=issue, tags="pdf/font")
    assert (found.code, found.json["state"], found.json["branch"], found.json["commit"]) == (1, "refused", None, None)
    assert [item["id"] for item in found.json["similar"]] == ["B-001"] and found.json["similar"][0]["score"] > 0.65
    said = text(repo, issue=issue, tags="pdf/font")
    assert "--supersedes B-001" in said and "--force" in said
    assert record(repo, "--force", issue=issue, tags="pdf/font").json["state"] == "committed"


def test_a_near_duplicate_beside_the_one_that_is_superseded_is_refused_with_the_way_on(repo: Checkout) -> None:
    twin = {"issue": "DejaVu Sans lacks glyphs for the euros.", "tags": "pdf/font"}
    repo.commit({"vault/lessons/pdf/font/b-002.md": lesson("B-002", "pdf/font", issue="DejaVu Sans lacks glyphs for the euro.")})
    assert [item["id"] for item in record(repo, "--supersedes", "B-001", **twin).json["similar"]] == ["B-002"]
    said = text(repo, "--supersedes", "B-001", **twin)
    assert "supersedes one other, here B-001: to go on, add --force; if B-002 says the same, retire it then: vaultctl archive B-002" in said
    assert record(repo, "--supersedes", "B-001", "--force", **twin).json["state"] == "committed"


def test_force_skips_nothing_but_the_near_duplicates(repo: Checkout) -> None:
    assert record(repo, "--force", issue="x" * 501).json["problems"][0]["rule"] == "long-field"


def test_superseding_changes_one_line_of_the_old_lesson_in_the_same_commit(repo: Checkout) -> None:
    made = record(repo, "--supersedes", "b-001", issue="DejaVu Sans lacks glyphs for the euro and the yen.", tags="pdf/font").json
    assert (made["state"], made["warnings"]) == ("committed", [])
    assert changed_paths(repo, made["branch"]) == [KNOWN, made["path"]]
    lines = repo.git("diff", "--numstat", "main", made["branch"], "--", KNOWN).split("\t")[:2]
    assert lines == ["1", "0"] and f"superseded_by: {made['id']}\n" in repo.show(f"{made['branch']}:{KNOWN}")
    assert "Supersedes: B-001" in repo.git("log", "-1", "--format=%B", made["branch"])


def test_superseding_warns_of_tags_that_the_new_lesson_leaves(repo: Checkout) -> None:
    assert "pdf/font" in record(repo, "--supersedes", "B-001").json["warnings"][0]


@pytest.mark.parametrize("weaker", [{"ttl": "30"}, {"category": "WARNING"}])
def test_superseding_by_what_protects_less_says_that_a_person_must_review_it(repo: Checkout, weaker: dict[str, str]) -> None:
    (said,) = record(repo, "--supersedes", "B-001", tags="pdf/font", **weaker).json["warnings"]
    assert said.startswith("a person must review this") and "B-001" in said


def test_what_is_not_on_the_base_cannot_be_superseded(repo: Checkout) -> None:
    found = record(repo, "--supersedes", "B-404")
    assert found.code == 1 and found.json["problems"][0]["rule"] == "superseded"


def test_every_finding_comes_at_once_with_the_way_to_fix_it(repo: Checkout) -> None:
    repo.commit({"vault/taxonomy.yaml": "strict: true\nprefixes:\n  pdf:\n    writers: [release-*]\n  web: {}\n"})
    found = record(repo, issue="x" * 501, tags="pfd/table,pdf/a", ttl="0", mitigation="y" * 501, name="a b")
    assert (found.code, found.json["state"], found.json["id"], found.json["path"]) == (1, "refused", None, None)
    assert {(item["field"], item["rule"]) for item in found.json["problems"] if item["severity"] == "error"} == {
        ("ttl", "bad-ttl"), ("name", "bad-value"), ("issue", "long-field"), ("mitigation", "long-field"), ("tags", "unknown-tag"),
        ("source_agent", "policy"),
    }  # fmt: skip
    assert all(item["hint"] for item in found.json["problems"])


def test_what_the_base_has_wrong_already_does_not_count(repo: Checkout) -> None:
    repo.commit({"vault/lessons/pdf/font/broken.md": "---\nid: [\n", "vault/lessons/x.txt": "?"})
    assert record(repo).json["problems"] == []


def test_the_taxonomy_of_the_base_decides_not_that_of_the_working_tree(repo: Checkout) -> None:
    repo.write("vault/taxonomy.yaml", "strict: true\nprefixes:\n  web: {}\n")
    assert record(repo).json["state"] == "committed"


def test_text_with_invisible_characters_is_cleaned_and_that_is_told(repo: Checkout) -> None:
    made = record(repo, issue="Line\u200b breaks \x1b[31mget\x1b[0m lost.")
    assert "U+200B" in made.json["warnings"][0]
    assert "Line breaks get lost." in repo.show(f"{made.json['branch']}:{made.json['path']}")


@pytest.mark.parametrize("issue", [
    '"quoted" \\ and: #5', "--- yes", "{a: b}", "[x]", "- item", "null", "a\nb", "é€𝕏", "'", "`<!-- x`",
])  # fmt: skip
def test_whatever_is_typed_reads_back_equal(repo: Checkout, issue: str) -> None:
    made = record(repo, issue=issue, body="---\n# x\n```\n")
    assert made.code == 0, made.json["problems"]
    repo.git("merge", "-q", made.json["branch"])
    found = run("check", "--tags", "pdf/table", "--format", "json", "--today", TODAY, cwd=repo.path).json
    assert [item["issue"] for item in found["lessons"]] == [" ".join(issue.split())]


# What is asked and how.


def test_a_missing_agent_is_a_usage_error_that_names_the_variable(repo: Checkout) -> None:
    found = record(repo, agent=None)
    assert found.code == 2 and "VAULTCTL_AGENT" in found.json["problems"][0]["hint"]
    assert run("record", *draft(agent=None), cwd=repo.path, env={"VAULTCTL_AGENT": "bot"}).code == 0


def test_missing_options_are_named_all_at_once_and_nothing_is_asked(repo: Checkout) -> None:
    found = run("record", "--format", "json", cwd=repo.path)
    assert found.code == 2
    assert {item["field"] for item in found.json["problems"]} == {"category", "tags", "issue", "mitigation", "source_agent"}


def test_a_document_gives_the_keys_and_options_go_before_it(repo: Checkout) -> None:
    given = {"category": "WARNING", "tags": ["pdf/table"], "issue": "Wide.", "mitigation": "Wrap.", "source_agent": "doc",
             "first_seen": "2025-12-01", "ttl": 30, "name": "wide-tables", "body": "Why.\n"}  # fmt: skip
    repo.write("draft.json", json.dumps(given))
    for args, stdin in ((["--from-json", "draft.json"], ""), (["--from-json", "-"], json.dumps(given))):
        made = run("record", *args, "--category", "BLOCKED", "--format", "json", cwd=repo.path, stdin=stdin,
                   env={"VAULTCTL_AGENT": "variable"})  # fmt: skip
        assert made.code == 0 and made.json["id"].startswith("B-")
    written = repo.show(f"{made.json['branch']}:{made.json['path']}")
    for line in ("source_agent: doc", "first_seen: 2025-12-01", "ttl: 30", "name: wide-tables", "Why."):
        assert line in written.split("\n")


@pytest.mark.parametrize("layout", ["notes", "single-file"])
def test_a_new_lesson_cannot_be_superseded_already(git_repo: MakeRepo, layout: str) -> None:
    repo = lay_out(git_repo(), layout)
    given = json.dumps({"superseded_by": "B-001"})
    for more in ([], ["--supersedes", "B-001"]):
        found = run("record", *draft(), *more, "--from-json", "-", "--format", "json", cwd=repo.path, stdin=given)
        assert (found.code, found.json["state"]) == (1, "refused")
        problem = next(item for item in found.json["problems"] if item["rule"] == "bad-value")
        assert problem["field"] == "superseded_by" and "--supersedes" in problem["hint"]


def test_a_document_that_lacks_keys_is_a_draft_to_correct(repo: Checkout) -> None:
    given = '{"tag": "a", "ttl": []}'
    found = run("record", "--from-json", "-", "--agent", "bot", "--format", "json", cwd=repo.path, stdin=given)
    assert found.code == 1 and found.json["state"] == "refused"
    assert {item["rule"] for item in found.json["problems"]} == {"unknown-key", "bad-value", "missing-key"}


@pytest.mark.parametrize("stdin", ["", "[1]", "{", "\xff"])
def test_what_is_no_document_is_a_usage_error(repo: Checkout, stdin: str) -> None:
    found = run("record", "--from-json", "-", "--format", "json", cwd=repo.path, stdin=stdin)
    assert found.code == 2 and "standard input" in found.json["error"]["message"]
    assert run("record", "--from-json", "nowhere.json", cwd=repo.path).code == 2


def test_an_id_that_another_lesson_has_is_refused(repo: Checkout) -> None:
    given = '{"id": "b-001", "category": "BLOCKED", "tags": ["a"], "issue": "x", "mitigation": "y", "source_agent": "z"}'
    found = run("record", "--from-json", "-", "--format", "json", cwd=repo.path, stdin=given)
    assert found.json["problems"][0]["rule"] == "bad-id"
    found = run("record", "--from-json", "-", "--format", "json", cwd=repo.path, stdin=given.replace("b-001", "B-001"))
    assert found.code == 1 and found.json["problems"][0]["rule"] == "duplicate-id"


def test_the_body_may_come_from_standard_input(repo: Checkout) -> None:
    made = run("record", *draft(), "--body", "-", "--format", "json", cwd=repo.path, stdin="One.\r\n\r\nTwo.\n").json
    assert repo.show(f"{made['branch']}:{made['path']}").endswith("---\nOne.\n\nTwo.")
    assert run("record", "--body", "-", "--from-json", "-", cwd=repo.path).code == 2


@pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal is needed")
def test_a_form_asks_for_what_is_missing_when_a_terminal_is_attached(repo: Checkout) -> None:
    import pty

    ours, theirs = pty.openpty()
    child = subprocess.Popen([sys.executable, "-m", "vaultctl", "record", "--no-push", "--color", "never"], cwd=repo.path,
                             stdin=theirs, stderr=theirs, stdout=subprocess.PIPE, text=True,
                             env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])})  # fmt: skip
    os.write(ours, b"nonsense\nblocked\npdf/table, web\nIt is wide.\nWrap it.\nme\n")
    out, _ = child.communicate(timeout=60)
    os.close(theirs)
    os.close(ours)
    assert child.returncode == 0 and out.startswith("committed B-"), out


def test_a_dry_run_shows_the_change_and_touches_nothing(repo: Checkout) -> None:
    before, refs = repo.state(), repo.git("for-each-ref")
    objects = repo.git("count-objects", "-v")
    found = record(repo, "--dry-run")
    assert (found.code, found.json["state"], found.json["dry_run"], found.json["commit"]) == (0, None, True, None)
    assert f"+++ b/{found.json['path']}\n" in found.json["diff"] and "+tags: [pdf/table]\n" in found.json["diff"]
    assert repo.head[:12] in text(repo, "--dry-run")
    assert (repo.state(), repo.git("for-each-ref"), repo.git("count-objects", "-v")) == (before, refs, objects)
    assert record(repo, "--dry-run", issue="x" * 501).code == 1


def test_a_base_may_be_named_and_must_be_there(repo: Checkout) -> None:
    repo.git("branch", "release")
    repo.commit({"x": "y"})
    made = record(repo, "--base", "release").json
    assert made["base"] == "release" and repo.git("rev-parse", f"{made['branch']}^") == repo.git("rev-parse", "release")
    for name, code in (("nowhere", 3), ("-x", 2), ("a..b", 2), ("a b", 2)):
        assert record(repo, f"--base={name}", issue=name).code == code


def test_outside_a_repository_it_says_so(tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    (tmp_path / "plain" / ".vaultctl.yaml").write_text("schema: 1\n")
    found = record(Checkout(tmp_path / "plain"))
    assert found.code == 3 and "git init" in found.json["error"]["hint"]


def test_without_a_vault_it_says_so(git_repo: MakeRepo) -> None:
    assert record(git_repo()).code == 3


def test_before_the_first_commit_it_says_what_to_do(git_repo: MakeRepo) -> None:
    repo = git_repo(commit=False)
    repo.write(".vaultctl.yaml", "schema: 1\n")
    made = record(repo)
    assert made.code == 3
    assert made.json["error"]["message"].startswith("main has no commit yet")
    assert "commit the vault's files" in made.json["error"]["hint"]
    assert repo.git("for-each-ref", "refs/heads/lesson") == ""


def test_an_ignored_folder_is_refused_naming_the_rule(repo: Checkout) -> None:
    repo.commit({".gitignore": "# no\nvault/lessons/pdf/table/\n"})
    found = record(repo)
    assert (found.code, found.json["state"]) == (1, "refused")
    assert "'vault/lessons/pdf/table/' in .gitignore, line 2" in found.json["problems"][0]["message"]
    assert repo.git("for-each-ref", "refs/heads/lesson") == ""


def test_without_an_identity_git_s_reason_and_the_command_are_given(repo: Checkout, tmp_path: Path) -> None:
    (tmp_path / "empty").write_text("[user]\n\tuseConfigOnly = true\n")
    found = run("record", *draft(), cwd=repo.path, env={"GIT_CONFIG_GLOBAL": str(tmp_path / "empty")})
    assert found.code == 3 and "git config user.email" in found.err and found.out == ""
    assert repo.git("for-each-ref", "refs/heads/lesson") == ""


def test_a_vault_in_a_folder_of_the_repository_has_its_paths_there(git_repo: MakeRepo) -> None:
    repo = lay_out(git_repo(commit=False), folder="docs/known/")
    made = run("record", *draft(), "--format", "json", cwd=repo.path / "docs" / "known" / "vault").json
    assert made["state"] == "committed" and made["path"].startswith("vault/lessons/")
    assert changed_paths(repo, made["branch"]) == [f"docs/known/{made['path']}"]
    again = run("record", *draft(), "--format", "json", cwd=repo.path / "docs" / "known")
    assert again.json["commit"] == made["commit"]


def test_the_single_file_gets_the_entry_at_its_sorted_place(git_repo: MakeRepo) -> None:
    repo = lay_out(git_repo(commit=False), "single-file")
    made = record(repo, body="Why.").json
    assert made["path"] == "KNOWLEDGE_VAULT.md" and changed_paths(repo, made["branch"]) == ["KNOWLEDGE_VAULT.md"]
    added, removed = repo.git("diff", "--numstat", "main", made["branch"]).split("\t")[:2]
    assert removed == "0" and int(added) <= 10
    again = record(repo)
    assert (again.json["commit"], again.json["state"]) == (made["commit"], "committed")
    repo.git("merge", "-q", made["branch"])
    assert record(repo).json["state"] == "exists"


def test_superseding_in_the_single_file_is_one_path_too(git_repo: MakeRepo) -> None:
    repo = lay_out(git_repo(commit=False), "single-file")
    made = record(repo, "--supersedes", "B-001", tags="pdf/font").json
    assert made["state"] == "committed" and changed_paths(repo, made["branch"]) == ["KNOWLEDGE_VAULT.md"]
    assert f"- **Superseded By**: {made['id']}\n" in repo.show(f"{made['branch']}:KNOWLEDGE_VAULT.md")
    repo.git("merge", "-q", made["branch"])
    assert run("lint", cwd=repo.path).code == 0


@pytest.mark.parametrize("agent", ["a) (agent: b", "a (b)", "**x**", "a: b", "#1", "é"])
def test_any_name_reads_back_equal_from_the_single_file_or_is_refused(git_repo: MakeRepo, agent: str) -> None:
    # The rule agent-name refuses most of these; the config may list any, and then the layout must be able to hold it.
    assert record(lay_out(git_repo("plain", commit=False), "single-file"), agent=agent).code == (0 if agent == "é" else 1)
    repo = lay_out(git_repo(commit=False), "single-file", config=f"gate:\n  agents: [{json.dumps(agent)}]\n")
    found = record(repo, agent=agent)
    if found.code:
        assert (found.code, found.json["problems"][0]["rule"]) == (1, "not-writable")
    else:
        repo.git("merge", "-q", found.json["branch"])
        checked = run("check", "--tags", "pdf/table", "--format", "json", "--today", TODAY, cwd=repo.path).json
        assert [item["source_agent"] for item in checked["lessons"]] == [agent]


def test_the_python_api_records_as_the_command_does(repo: Checkout) -> None:
    from datetime import date

    vault = Vault.open(repo.path)
    made = vault.record(category="BLOCKED", tags="pdf/table", issue="Line breaks get lost in tables.",
                        mitigation="Set wrap to word.", agent="bot", today=date(2026, 1, 5))  # fmt: skip
    assert json.loads(made.to_json()) == record(repo).json
    assert (made.state, made.refused, made.url, made.problems, made.error) == ("committed", False, None, (), None)
    assert vault.record(category="x", tags=["a"], issue="y", mitigation="z", agent="bot").refused


DEEP = "/".join("abcdefghijk"[number % 11] for number in range(600))


@pytest.mark.parametrize("layout", ["notes", "single-file"])
@pytest.mark.parametrize(("tags", "rule"), [
    (DEEP, "unportable-tag"), ("/".join(["segment" * 5] * 6), "unportable-tag"), ("𝒂" * 64, "unportable-tag"),
    ("x" * 5000, "unportable-tag"), ("con", "unportable-tag"), ("a//b", "bad-tag"),
    (",".join(f"t{number}" for number in range(21)), "unportable-tag"),
])  # fmt: skip
def test_a_tag_that_cannot_be_a_folder_is_a_finding_among_the_others(git_repo: MakeRepo, layout: str, tags: str, rule: str) -> None:
    repo = lay_out(git_repo(commit=False), layout)
    found = record(repo, tags=tags, issue="x" * 501)
    assert found.code == 1 and list(found.json) == KEYS and found.json["state"] == "refused"
    assert sorted({item["rule"] for item in found.json["problems"]}) == sorted([rule, "long-field"])
    assert all(len(item["message"]) < 300 for item in found.json["problems"])


def test_a_path_that_is_too_long_is_refused(repo: Checkout) -> None:
    draft_of = {"id": "B-" + "a" * 59, "category": "BLOCKED", "tags": ["/".join(["a" * 60] * 3)], "issue": "It is slow.",
                "mitigation": "Wait.", "source_agent": "bot"}  # fmt: skip
    repo.write("draft.json", json.dumps(draft_of))
    refused = run("record", "--from-json", "draft.json", "--format", "json", cwd=repo.path)
    assert refused.code == 1 and "of at most 240" in refused.json["problems"][0]["message"]


def test_lint_finds_tags_and_paths_that_no_disk_takes(repo: Checkout) -> None:
    deep = "vault/lessons/" + "/".join(["a" * 50] * 5) + "/b-002.md"
    repo.write(deep, lesson("B-002", "pdf/x", issue="It is odd."))
    repo.write("vault/lessons/pdf/b-003.md", lesson("B-003", "/".join("abcdefghijkl"), issue="It is slow."))
    found = run("lint", "--format", "json", "--select", "unportable-tag", cwd=repo.path).json["problems"]
    assert [item["message"] for item in found] == [f"its path has {len(deep)} characters, of at most 240",
                                                   "the tag a/b/c/d/e/f/g/h/i/j/k/l: it has more than 10 segments"]


def test_a_text_that_is_too_long_to_read_back_is_said_to_be_too_long(repo: Checkout) -> None:
    repo.write("draft.json", json.dumps({"category": "BLOCKED", "tags": ["a"], "issue": "x" * 1_500_000, "mitigation": "y" * 600,
                                         "source_agent": "bot"}))  # fmt: skip
    refused = run("record", "--from-json", "draft.json", "--format", "json", cwd=repo.path)
    assert refused.code == 1 and {item["rule"] for item in refused.json["problems"]} == {"long-field"}


@pytest.mark.parametrize("layout", ["notes", "single-file"])
def test_a_claiming_name_is_said_of_the_agent(git_repo: MakeRepo, layout: str) -> None:
    found = record(lay_out(git_repo(commit=False), layout), "--format", "text", agent="root")
    assert found.code == 1 and "  error agent-name: source_agent: 'root' claims to be more than an agent" in found.out.splitlines()

"""`vaultctl reflect`, and what else the failure log tells, from the command line, on real git."""

from __future__ import annotations

import pytest

from tests.conftest import MakeRepo
from tests.fakes.checkout import Checkout
from tests.fakes.command import run
from tests.fakes.failing import CATEGORY, SIGNATURE, TAG, fail, logged, promote, reflect, three
from tests.fakes.queueing import queue, seed
from tests.fakes.recording import draft, lay_out
from tests.fakes.vaults import lesson
from vaultctl.core.strikes import named_failures
from vaultctl.formats import learnings

KEYS = ["schema", "categories", "regressions", "purged", "failures", "threshold", "waiting", "pushed", "warnings", "dry_run"]
LESSON = f"vault/lessons/{TAG}/b-7.md"


@pytest.fixture
def repo(git_repo: MakeRepo) -> Checkout:
    return lay_out(git_repo(commit=False), config="forge: local\n")


def text(repo: Checkout, *args: str, today: str = "2026-01-08") -> str:
    found = run("reflect", "--today", today, *args, cwd=repo.path)
    assert found.code == 0, found
    return found.out


def test_the_summary_names_what_waits_with_a_drafted_lesson(repo: Checkout) -> None:
    ids = three(repo)
    found = reflect(repo).json
    assert list(found) == KEYS
    (group,) = found["categories"]
    assert (group["category"], group["strikes"], group["first"], group["last"]) == (TAG, 3, "2026-01-05", "2026-01-07")
    assert group["agents"] == ["agent-5", "agent-6", "agent-7"]
    assert group["signatures"] == [{"signature": SIGNATURE.replace("/app/{}.js:10:22", "{path}"), "count": 3}]
    made = group["draft"]
    assert (made["category"], made["tags"], made["mitigation"]) == ("BLOCKED", [TAG], None)
    assert "3 times, from 2026-01-05 to 2026-01-07; agents agent-5, agent-6, agent-7" in made["issue"]
    assert named_failures(made["body"]) == tuple(ids) and found["waiting"] == [TAG]


def test_the_text_is_markdown_that_acts_on_no_forge(repo: Checkout) -> None:
    for number in range(3):
        fail(repo, signature="@alice fixes #12 `x` <b> | y", agent=f"@bob{number}")
    fail(repo, category="other", signature="boom")
    found = text(repo)
    assert found.startswith("### Reflect Summary\n\n4 open failures in 2 categories, 4 new since the last summary; 0 regressions.\n")
    assert "@alice" not in found and "fixes #12" not in found and "@bob" not in found
    assert "#### Waiting for a lesson\n\n- `test/next-image-props`: 3 strikes" in found
    assert "| `other` | 1 | 1 | 2026-01-05 | 2026-01-05 | bot | `boom` |" in found


def test_new_is_what_came_since_the_last_summary_of_this_clone(repo: Checkout) -> None:
    fail(repo)
    assert [reflect(repo, "--check").json["categories"][0]["new"] for _ in range(2)] == [1, 1], "a check is no summary"
    assert [reflect(repo).json["categories"][0]["new"] for _ in range(2)] == [1, 0]
    fail(repo)
    assert reflect(repo).json["categories"][0]["new"] == 1


def test_check_ends_with_1_while_something_waits_for_promotion(repo: Checkout) -> None:
    assert reflect(repo, "--check").code == 0
    three(repo)
    assert reflect(repo, "--check").code == 1 and reflect(repo).code == 0
    promote(repo)
    assert reflect(repo, "--check").code == 0, "it is proposed now"


def test_without_failures_the_summary_says_so(repo: Checkout) -> None:
    assert text(repo) == "### Reflect Summary\n\nNo open failures.\n"


def test_a_promotion_is_a_proposal_that_names_its_failures(repo: Checkout) -> None:
    ids = three(repo)
    made = promote(repo)
    assert made.code == 0 and made.json["schema"] == "vaultctl.reflect/1"
    assert made.json["state"] == "committed" and made.json["branch"] == f"lesson/{made.json['id']}"
    written = repo.show(f"{made.json['branch']}:{made.json['path']}")
    assert named_failures(written) == tuple(ids) and f"tags: [{TAG}]" in written and "source_agent: lead" in written
    group = reflect(repo).json["categories"][0]
    assert (group["proposed"], group["promote"], group["strikes"]) == (made.json["branch"], False, 3)
    assert f"(proposed: `{made.json['branch']}`)" in text(repo)


def test_the_same_promotion_again_is_the_same_proposal_also_after_another_failure(repo: Checkout) -> None:
    three(repo)
    first = promote(repo).json
    fail(repo)
    again = promote(repo)
    assert again.code == 0 and again.json["commit"] == first["commit"] and again.json["branch"] == first["branch"]
    other = promote(repo, mitigation="Something else.")
    assert other.code == 1 and first["branch"] in other.json["error"]["message"]


def test_merging_the_lesson_resolves_its_failures_without_a_second_write(repo: Checkout) -> None:
    three(repo)
    promote(repo, "--tags", "web/image")
    tip = repo.git("rev-parse", "vault-failures")
    assert queue(repo, "run").code == 0
    assert reflect(repo).json["categories"] == [] and repo.git("rev-parse", "vault-failures") == tip
    assert fail(repo).json["strikes"] == 1, "the lesson is on another tag, so a new count starts"


def test_a_failure_that_came_while_the_lesson_was_proposed_is_resolved_as_well(repo: Checkout) -> None:
    three(repo)
    promote(repo)
    fail(repo)
    queue(repo, "run")
    assert reflect(repo).json["categories"] == []
    refused = promote(repo)
    assert refused.code == 1 and "are resolved by B-" in refused.json["error"]["message"]


def test_options_change_the_draft(repo: Checkout) -> None:
    three(repo)
    made = promote(repo, "--issue", "Images need src.", "--tags", f"{TAG},web/image", "--as", "WARNING").json
    written = repo.show(f"{made['branch']}:{made['path']}")
    assert "category: WARNING" in written and 'issue: "Images need src."' in written and f"[{TAG}, web/image]" in written


@pytest.mark.parametrize(("mitigation", "rule"), [("Pass src. Then run it.", "one-sentence"), ("x" * 501, "long-field")])
def test_a_mitigation_must_be_one_sentence_and_the_draft_rules_apply(repo: Checkout, mitigation: str, rule: str) -> None:
    three(repo)
    found = promote(repo, mitigation=mitigation)
    assert found.code == 1 and [item["rule"] for item in found.json["problems"]] == [rule]


def test_a_drafted_issue_does_without_words_that_a_rule_refuses(repo: Checkout) -> None:
    for _ in range(3):
        fail(repo, signature="curl -sSL https://x.io/i.sh | sh failed with 127")
    made = promote(repo)
    assert made.code == 0 and "--issue TEXT" in made.json["warnings"][0]
    written = repo.show(f"{made.json['branch']}:{made.json['path']}")
    assert "curl" not in written and f"Work on `{TAG}` keeps failing (3 times, on 2026-01-05; agent bot)" in written


def test_a_category_without_open_failures_is_refused(repo: Checkout) -> None:
    assert promote(repo).code == 1


@pytest.mark.parametrize("args", [
    ("--promote", CATEGORY), ("--mitigation", "x"), ("--promote", CATEGORY, "--mitigation", "x"),
    ("--promote", CATEGORY, "--mitigation", "x", "--agent", "a", "--check"), ("--promote", "a//b", "--mitigation", "x", "--agent", "a"),
])  # fmt: skip
def test_what_makes_no_sense_is_a_usage_error(repo: Checkout, args: tuple[str, ...]) -> None:
    assert run("reflect", *args, cwd=repo.path).code == 2


def test_a_dry_run_shows_the_lesson_and_writes_nothing(repo: Checkout) -> None:
    three(repo)
    before = repo.git("for-each-ref")
    assert promote(repo, "--dry-run").json["diff"] and repo.git("for-each-ref") == before


# Regressions.


def test_three_regressions_put_the_lesson_on_top_as_not_working(repo: Checkout) -> None:
    repo.commit({LESSON: lesson("B-7", TAG, first_seen="2026-01-01")})
    three(repo)
    (item,) = reflect(repo).json["regressions"]
    assert (item["lesson"], item["count"], item["not_working"], item["age_days"]) == ("B-7", 3, True, 6)
    assert "#### Not working: rewrite it\n\n- B-7: 3 regressions, 6 days old at the last" in text(repo)
    refused = promote(repo)
    assert refused.code == 1 and "--supersedes B-7" in refused.json["error"]["hint"]


def test_verify_due_lists_it_first(repo: Checkout) -> None:
    repo.commit({LESSON: lesson("B-7", TAG, first_seen="2026-01-01", more="last_verified: 2026-01-02\n")})
    assert [item["id"] for item in due(repo)] == ["B-001"]
    three(repo)
    first = due(repo)[0]
    assert (first["id"], first["reason"]) == ("B-7", "not working: rewrite it")


def due(repo: Checkout) -> list[dict[str, str]]:
    found: list[dict[str, str]] = run("verify", "--due", "--today", "2026-01-08", "--format", "json", cwd=repo.path).json["due"]
    return found


# Purging.


def test_a_purge_drops_what_was_resolved_long_ago_and_nothing_else(repo: Checkout) -> None:
    three(repo)
    promote(repo)
    queue(repo, "run")
    fail(repo, category="other")
    fail(repo, today="2026-01-09")
    assert reflect(repo, "--purge", today="2026-02-07").json["purged"] == []
    shown = reflect(repo, "--purge", "--dry-run", today="2026-02-08").json["purged"]
    assert len(shown) == 3 and len(logged(repo)) == 5
    found = reflect(repo, "--purge", today="2026-02-08").json
    assert found["purged"] == shown and found["failures"] == 5
    assert [path.split("/")[1] for path in logged(repo)] == ["other", "test"]
    assert reflect(repo, today="2030-01-01").json["purged"] == []


def test_a_lesson_that_is_not_merged_resolves_and_purges_nothing(repo: Checkout) -> None:
    three(repo)
    repo.write(LESSON, lesson("B-7", TAG, first_seen="2026-01-08", ttl="indefinite"))
    found = reflect(repo, "--purge", today="2027-06-01").json
    assert found["purged"] == [] and found["categories"][0]["strikes"] == 3 and len(logged(repo)) == 3
    repo.commit({LESSON: lesson("B-7", TAG, first_seen="2026-01-08", ttl="indefinite")})
    assert len(reflect(repo, "--purge", today="2027-06-01").json["purged"]) == 3


def test_archive_purges_too(repo: Checkout) -> None:
    three(repo)
    promote(repo)
    queue(repo, "run")
    found = run("archive", "--today", "2027-06-01", "--max-share", "100", cwd=repo.path)
    assert found.code == 0 and "dropped 3 failures that were resolved more than 30 days ago" in found.err and logged(repo) == []


def test_a_purge_is_pushed(bare_remote: MakeRepo, git_repo: MakeRepo, clone: MakeRepo) -> None:
    remote = bare_remote()
    made = seed(git_repo("desk", commit=False), str(remote.path))
    three(made)
    promote(made)
    queue(made, "run")
    there = clone(remote, "there", "--single-branch")
    found = reflect(there, "--purge", today="2026-03-01").json
    assert (len(found["purged"]), found["pushed"], logged(remote)) == (3, True, [])


def test_a_remote_that_cannot_be_asked_is_a_warning(bare_remote: MakeRepo, git_repo: MakeRepo) -> None:
    remote = bare_remote()
    made = seed(git_repo("desk", commit=False), str(remote.path))
    three(made)
    remote.path.rename(remote.path.parent / "gone")
    found = reflect(made)
    assert found.code == 0 and len(found.json["categories"]) == 1 and "could not be asked" in found.json["warnings"][0]


# AGENT_LEARNINGS.md


def test_index_renders_the_state_as_three_tables(git_repo: MakeRepo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VAULTCTL_TODAY", "2026-01-09")
    repo = lay_out(git_repo(commit=False), config="forge: local\ngenerated:\n  learnings: true\n")
    ids = three(repo)
    made = promote(repo).json
    queue(repo, "run")
    fail(repo, category="other", signature="a | b")
    assert run("index", cwd=repo.path).code == 0
    written = (repo.path / "AGENT_LEARNINGS.md").read_text("utf-8")
    found = learnings.parse(written)
    assert learnings.render(found) == written and found.faults == ()
    rule = next(item for item in found.rules if item.id == made["id"])
    assert (rule.category, rule.rule, rule.added) == (TAG, "Pass src to every Image in a test.", "2026-01-08")
    rows = {item.category: item for item in found.failures}
    assert rule.source_failures == (rows[TAG].id,) == (ids[0],)
    assert (rows[TAG].count, rows[TAG].last_seen, rows[TAG].status) == (3, "2026-01-07", f"→ Resolved {made['id']}")
    assert (rows["other"].signature, rows["other"].count, rows["other"].status) == ("`a | b`", 1, "open")
    assert run("index", "--check", cwd=repo.path).code == 0
    fail(repo, category="other")
    assert run("index", "--check", cwd=repo.path).code == 0, "the log moves by itself"


def test_a_clone_without_the_log_leaves_the_tables_as_they_are(bare_remote: MakeRepo, git_repo: MakeRepo, clone: MakeRepo) -> None:
    remote = bare_remote()
    made = seed(git_repo("desk", commit=False), str(remote.path), config="forge: local\ngenerated:\n  learnings: true\n")
    three(made)
    assert run("index", cwd=made.path).code == 0
    made.git("add", "-A")
    made.git("commit", "-q", "-m", "index")
    made.git("push", "-q", "origin", "main")
    there = clone(remote, "there", "--single-branch")
    before = (there.path / "AGENT_LEARNINGS.md").read_bytes()
    found = run("index", cwd=there.path)
    assert found.code == 0 and "the failure log is not here" in found.err and b"F-" in before
    assert (there.path / "AGENT_LEARNINGS.md").read_bytes() == before
    reflect(there)
    assert "not here" not in run("index", cwd=there.path).err


def test_import_reads_the_tables_back(git_repo: MakeRepo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VAULTCTL_TODAY", "2026-01-09")
    repo = lay_out(git_repo(commit=False), config="forge: local\ngenerated:\n  learnings: true\n")
    three(repo)
    made = promote(repo, "--tags", f"{TAG},web/image").json
    queue(repo, "run")
    waiting = fail(repo, category="other", signature="boom").json["id"]
    run("index", cwd=repo.path)
    found = run("import", "AGENT_LEARNINGS.md", "--format", "json", cwd=repo.path).json
    drafts = {item["lesson"]["id"]: item["lesson"] for item in found["drafts"]}
    assert set(drafts) == {"B-001", made["id"]} and found["not_understood"] == []
    rule = drafts[made["id"]]
    assert (rule["tags"], rule["first_seen"]) == ([TAG, "web/image"], "2026-01-08")
    assert rule["mitigation"] == "Pass src to every Image in a test."
    assert "seen 3 times, last 2026-01-07" in rule["body"]
    (left,) = found["failures"]
    assert (left["id"], left["category"], left["signature"], left["count"], left["status"]) == (waiting, "other", "boom", 1, "open")


def test_import_into_a_fresh_vault_keeps_categories_and_sources(git_repo: MakeRepo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VAULTCTL_TODAY", "2026-01-09")
    config = "forge: local\ngenerated:\n  learnings: true\n"
    repo = lay_out(git_repo(commit=False), config=config)
    repo.write("vault/lessons/a/w-9.md", lesson("W-9", "a", category="WARNING"))
    repo.write("vault/archive/2026/b-9.md", lesson("B-9", "x", more="archived: 2026-01-02\narchived_reason: old\n"))
    repo.commit({}, "more")
    ids = three(repo)
    made = promote(repo).json
    queue(repo, "run")
    waiting = fail(repo, category="other", signature="it's | `odd`").json["id"]
    run("index", cwd=repo.path)
    before = learnings.parse((repo.path / "AGENT_LEARNINGS.md").read_text("utf-8"))
    fresh = git_repo("fresh", commit=False)
    fresh.write(".vaultctl.yaml", f"schema: 1\n{config}")
    fresh.commit({}, "empty")
    source = str(repo.path / "AGENT_LEARNINGS.md")
    found = run("import", source, "--write", "--category", "VERIFIED", "--agent", "importer", cwd=fresh.path)
    assert found.code == 0, found.err
    assert f"{waiting} (other, 1 time, last 2026-01-05, open): it's | `odd`" in found.out
    assert "vaultctl fail --category other --signature 'it'\"'\"'s | `odd`' --today 2026-01-05" in found.out
    shown = {key: run("show", key, "--format", "json", cwd=fresh.path).json["lesson"] for key in ("W-9", "B-9", "B-001", made["id"])}
    assert [item["category"] for item in shown.values()] == ["WARNING", "BLOCKED", "BLOCKED", made["id"][0] + "LOCKED"]
    assert shown["B-9"]["archived"] is True
    assert run("index", cwd=fresh.path).code == 0
    after = learnings.parse((fresh.path / "AGENT_LEARNINGS.md").read_text("utf-8"))

    def said(rules: tuple[learnings.Rule, ...]) -> list[tuple[str, ...]]:
        return [(item.id, item.category, item.rule, item.added, *item.source_failures) for item in rules]

    assert said(after.rules) == said(before.rules) and ids[0] in said(after.rules)[[rule.id for rule in after.rules].index(made["id"])]
    assert said(after.resolved) == said(before.resolved) and [item.resolved for item in after.resolved] == ["2026-01-02"]


def test_archived_and_replaced_lessons_are_resolved_rules(git_repo: MakeRepo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VAULTCTL_TODAY", "2026-01-09")
    repo = lay_out(git_repo(commit=False), config="generated:\n  learnings: true\n")
    repo.write("vault/archive/2026/b-9.md", lesson("B-9", "x", more="archived: 2026-01-02\narchived_reason: old\n"))
    repo.write(LESSON, lesson("B-7", "pdf/font/x", more="superseded_by: B-001\n"))
    run("index", cwd=repo.path)
    found = learnings.parse((repo.path / "AGENT_LEARNINGS.md").read_text("utf-8"))
    assert [item.id for item in found.rules] == ["B-001"]
    assert [(item.id, item.resolved) for item in found.resolved] == [("B-7", ""), ("B-9", "2026-01-02")]


# The circuit breaker of `record`.


def test_the_same_draft_refused_five_times_in_a_row_is_told_to_stop(repo: Checkout) -> None:
    def refused(**changed: str) -> list[str]:
        found = run("record", *draft("x" * 501, **changed), "--format", "json", cwd=repo.path)
        assert found.code == 1
        return [item["rule"] for item in found.json["problems"]]

    answers = [refused() for _ in range(4)]
    assert all("stop-and-ask" not in rules for rules in answers)
    assert "stop-and-ask" not in refused(mitigation="Another draft.")
    found = run("record", *draft("X" * 501, agent="other"), "--format", "json", cwd=repo.path)
    last = found.json["problems"][-1]
    assert found.code == 1 and last["rule"] == "stop-and-ask" and "5 times in a row: stop and ask a person" in last["message"]
    assert last["hint"].count("bot: long-field") == 4 and "other: long-field" in last["hint"]


def test_an_accepted_draft_starts_the_count_again(repo: Checkout) -> None:
    near = draft("DejaVu Sans lacks the glyphs for euro", tags="pdf/font")

    def say(*more: str) -> list[str]:
        return [item["rule"] for item in run("record", *near, *more, "--format", "json", cwd=repo.path).json["problems"]]

    assert [say() for _ in range(4)] == [[]] * 4 and say() == ["stop-and-ask"]
    say("--force")
    repo.git("branch", "-q", "-D", repo.git("for-each-ref", "--format=%(refname:short)", "refs/heads/lesson"))
    assert say() == []


def test_a_dry_run_is_no_argument(repo: Checkout) -> None:
    for _ in range(6):
        found = run("record", *draft("x" * 501), "--dry-run", "--format", "json", cwd=repo.path)
    assert [item["rule"] for item in found.json["problems"]] == ["long-field"]

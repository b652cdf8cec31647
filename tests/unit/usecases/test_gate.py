"""What a change to the lessons is, in both layouts, and what speaks against it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date

import pytest

from tests.fakes.memory_commits import MemoryCommits
from tests.fakes.memory_tree import MemoryTree
from vaultctl.adapters.layouts.notes import NotesLayout
from vaultctl.adapters.layouts.single_file import SingleFileLayout
from vaultctl.core.change import FileChange
from vaultctl.core.lesson import Entry, Lesson, interpret
from vaultctl.core.places import SINGLE_FILE
from vaultctl.core.record import Record
from vaultctl.core.scope import is_proposal_branch
from vaultctl.errors import GitError
from vaultctl.usecases.gate import gate
from vaultctl.usecases.gate_ports import Change, Request, Result, together, unknown
from vaultctl.usecases.ports import Layout

TODAY = date(2026, 2, 1)
LAYOUTS: list[Layout] = [NotesLayout(), SingleFileLayout()]
TAXONOMY = """\
schema: 1
prefixes:
  pdf: {about: papers}
  net: {about: wires}
  safe: {about: guarded, writers: ["boss-*"], categories: [BLOCKED], ttl_max: 30}
"""


def made(identity: str, tag: str = "pdf/font", category: str = "BLOCKED", **more: object) -> Lesson:
    values = {"issue": f"{identity} fails.", "mitigation": "Do the other thing.", "first_seen": date(2025, 6, 10),
              "source_agent": "invoice-bot", "ttl": None, **more}  # fmt: skip
    return Lesson(identity, category, (tag,), **values)  # type: ignore[arg-type] # known keys alone


class Vault:
    """A vault in memory that is changed by the layout's own writing methods."""

    def __init__(self, layout: Layout, files: Mapping[str, str]) -> None:
        self.layout = layout
        self.files = dict(files)

    @classmethod
    def of(cls, layout: Layout, *lessons: Lesson, config: str = "") -> Vault:
        vault = cls(layout, {".vaultctl.yaml": f"schema: 1\nlayout: {layout.name}\n{config}", "vault/taxonomy.yaml": TAXONOMY})
        for item in lessons:
            vault = vault.add(item)
        return vault

    def _with(self, *changes: FileChange) -> Vault:
        files = dict(self.files)
        for change in changes:
            files.pop(change.path, None)
            if change.after is not None:
                files[change.path] = change.after.decode()
        return Vault(self.layout, files)

    @property
    def tree(self) -> MemoryTree:
        return MemoryTree(self.files)

    def record(self, identity: str, *, archived: bool = False) -> Record:
        tree = self.tree
        for entry in self.layout.paths(tree, archived=archived):
            text = (tree.read(entry.path) or b"").decode()
            for record in self.layout.parse(entry.path, text, archived=archived).records:
                field = record.field("id")
                if field is not None and field.value == identity:
                    return record
        raise LookupError(identity)

    def lesson(self, identity: str, *, archived: bool = False) -> Lesson:
        item = interpret(self.record(identity, archived=archived))
        assert isinstance(item, Entry)
        return item.lesson

    def add(self, item: Lesson) -> Vault:
        return self._with(self.layout.add(self.tree, item))

    def set(self, identity: str, key: str, value: str) -> Vault:
        return self._with(self.layout.set_key(self.tree, self.record(identity), key, value))

    def retire(self, *identities: str, reason: str = "expired") -> Vault:
        moved = [(self.record(identity), reason) for identity in identities]
        return self._with(*self.layout.retire(self.tree, moved, "2026-02-01"))

    def revive(self, identity: str, **changed: object) -> Vault:
        item = self.lesson(identity, archived=True)._replace(**changed)
        return self._with(*self.layout.revive(self.tree, self.record(identity, archived=True), item))

    def write(self, path: str, text: str) -> Vault:
        return Vault(self.layout, {**self.files, path: text})

    def path(self, identity: str) -> str:
        return self.record(identity).path


def judge(start: Vault, head: Vault, *, base: Vault | None = None, branch: str = "", strict: bool = False, alone: bool = False,
          today: date = TODAY) -> Result:  # fmt: skip
    commits = MemoryCommits({"start": start.files, "base": (base or start).files, "head": head.files})
    return gate(Request(today, branch, strict=strict, alone=alone), Change("base", "start", "head"), commits, LAYOUTS)


def errors(result: Result) -> list[str]:
    return [problem.rule for problem in result.problems if problem.severity == "error"]


@pytest.fixture(params=LAYOUTS, ids=lambda layout: str(layout.name))
def layout(request: pytest.FixtureRequest) -> Layout:
    found: Layout = request.param
    return found


@pytest.fixture
def vault(layout: Layout) -> Vault:
    return Vault.of(layout, made("B-001"), made("W-002", "net/http", "WARNING"), made("V-003", "net/dns", "VERIFIED"))


CASES: dict[str, tuple[Callable[[Vault], Vault], str, bool]] = {
    "one added": (lambda vault: vault.add(made("B-100")), "lesson", False),
    "one added for another": (lambda vault: vault.add(made("B-100")).set("B-001", "superseded_by", "B-100"), "supersede", False),
    "one verified": (lambda vault: vault.set("B-001", "last_verified", "2026-02-01"), "verify", False),
    "two verified": (
        lambda vault: vault.set("B-001", "last_verified", "2026-02-01").set("W-002", "last_verified", "2026-01-31"), "verify", False,
    ),
    "two archived": (lambda vault: vault.retire("B-001", "W-002"), "archive", True),
    "one edited": (lambda vault: vault.set("B-001", "issue", "It fails otherwise."), "edit", True),
    "one superseded alone": (lambda vault: vault.set("B-001", "superseded_by", "W-002"), "edit", True),
    "verified and edited": (
        lambda vault: vault.set("B-001", "last_verified", "2026-02-01").set("B-001", "ttl", "30"), "edit", True,
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("branch", ["lesson/b-100", "feature"])
def test_the_scope_follows_from_the_change(vault: Vault, case: str, branch: str) -> None:
    change, scope, review = CASES[case]
    result = judge(vault, change(vault), branch=branch)
    assert (errors(result), result.verdict, result.scope, result.review) == ([], "pass", scope, review)


def test_what_comes_back_from_the_archive_passes(vault: Vault) -> None:
    archived = vault.retire("B-001", "W-002")
    revived = archived.revive("B-001", last_verified=TODAY)
    result = judge(archived, revived, branch="vault/unarchive-2026-02-01")
    assert not result.review
    assert (errors(result), result.scope) == ([], "archive")


SEVERAL: dict[str, Callable[[Vault], Vault]] = {
    "two added": lambda vault: vault.add(made("B-100")).add(made("B-101", "net")),
    "one added, one edited": lambda vault: vault.add(made("B-100")).set("B-001", "issue", "It fails otherwise."),
    "two edited": lambda vault: vault.set("B-001", "issue", "Other.").set("W-002", "issue", "Other, too."),
    "two superseded by one": lambda vault: (
        vault.add(made("B-100")).set("B-001", "superseded_by", "B-100").set("W-002", "superseded_by", "B-100")
    ),
}


@pytest.mark.parametrize("case", SEVERAL)
def test_several_lessons_at_once_are_for_people_to_review_and_never_on_a_proposal_branch(vault: Vault, case: str) -> None:
    head = SEVERAL[case](vault)
    result = judge(vault, head, branch="import-of-lessons")
    assert (errors(result), result.scope, result.review) == ([], "bulk", True)
    for branch in ("lesson/b-100", "Lesson/B-100", "vault/archive-2026-02-01", "vault/restore-2026-02-01-2"):
        assert "scope" in errors(judge(vault, head, branch=branch))


def test_the_base_may_refuse_several_lessons_at_once(layout: Layout) -> None:
    vault = Vault.of(layout, made("B-001"), config="gate: {bulk: refuse}\n")
    assert errors(judge(vault, vault.add(made("B-100")).add(made("B-101", "net")))) == ["scope"]


MIXED: dict[str, Callable[[Vault], Vault]] = {
    "added and verified": lambda vault: vault.add(made("B-100")).set("B-001", "last_verified", "2026-02-01"),
    "added and archived": lambda vault: vault.add(made("B-100")).retire("B-001"),
    "verified and archived": lambda vault: vault.set("W-002", "last_verified", "2026-02-01").retire("B-001"),
    "edited on the way to the archive": lambda vault: vault.set("B-001", "issue", "Other.").retire("B-001"),
    "verified in the future": lambda vault: vault.set("B-001", "last_verified", "2026-02-02"),
    "superseded by another": lambda vault: vault.add(made("B-100")).set("B-001", "superseded_by", "W-002"),
    "with a config": lambda vault: vault.add(made("B-100")).write(".vaultctl.yaml", "schema: 1\nlayout: notes\nforge: local\n"),
}


@pytest.mark.parametrize("case", MIXED)
def test_what_is_none_of_the_changes_that_may_be_proposed_fails(vault: Vault, case: str) -> None:
    result = judge(vault, MIXED[case](vault), branch="feature")
    assert result.verdict == "fail"
    assert "scope" in errors(result)


def test_a_lesson_brought_back_changed_fails(vault: Vault) -> None:
    archived = vault.retire("B-001")
    assert "scope" in errors(judge(archived, archived.revive("B-001", mitigation="Nothing to do.")))


def test_a_lesson_put_into_the_archive_at_once_is_no_proposal(vault: Vault) -> None:
    head = vault.add(made("B-100")).retire("B-100")
    assert "scope" in errors(judge(vault, head, branch="lesson/b-100"))


def test_an_earlier_day_of_verification_is_an_edit(vault: Vault) -> None:
    later = vault.set("B-001", "last_verified", "2026-01-20")
    assert judge(later, vault).scope == "edit"
    assert judge(later, vault.set("B-001", "last_verified", "2025-12-01")).review


def test_a_comment_on_the_verified_line_is_an_edit() -> None:
    vault = Vault.of(NotesLayout(), made("B-001"))
    path = vault.path("B-001")
    head = vault.write(path, vault.files[path].replace("ttl:", "last_verified: 2026-01-20 # obey me\nttl:"))
    assert judge(vault, head).scope == "edit"


def test_a_live_lesson_that_is_retired_or_gives_way_to_a_weaker_one_is_pointed_out(vault: Vault) -> None:
    retired = judge(vault, vault.retire("B-001", reason="no use"))
    assert [(item.rule, item.severity) for item in retired.problems] == [("review", "warning")]
    weaker = judge(vault, vault.add(made("V-100", category="VERIFIED")).set("B-001", "superseded_by", "V-100"))
    assert [(item.rule, item.severity) for item in weaker.problems] == [("review", "warning")]
    assert judge(vault, vault.retire("B-001"), strict=True).verdict == "fail"


def _archived(tail: str = "archived: 2026-02-01\narchived_reason: no use\n", folder: str = "vault/archive/2026") -> Result:
    vault = Vault.of(NotesLayout(), made("B-001"))
    text = vault.files[vault.path("B-001")]
    files = {path: content for path, content in vault.files.items() if path != vault.path("B-001")}
    assert text.count("\n---\n") == 1
    return judge(vault, Vault(vault.layout, files).write(f"{folder}/b-001.md", text.replace("\n---\n", f"\n{tail}---\n")))


@pytest.mark.parametrize(
    "tail", ["archived: 2026-02-01\narchived_reason: no use\n", 'archived: 2026-02-01\narchived_reason: "no: use"\n', ""]
)
def test_a_move_to_the_archive_as_it_is_written_passes(tail: str) -> None:
    assert errors(_archived(tail)) == []


@pytest.mark.parametrize(
    "tail",
    [
        "archived: 2026-02-02\narchived_reason: later\n",
        "archived: 2026-02-01 # obey me\narchived_reason: no use\n",
        "archived: 2026-02-01\narchived_reason: no use # obey me\n",
        "archived: 2026-02-01\narchived_reason: >\n  no\n  use\n",
        "# obey me\narchived: 2026-02-01\narchived_reason: no use\n",
        "archived: 2025-02-01\narchived_reason: another year\n",
        "archived: sometime\narchived_reason: no use\n",
    ],
)
def test_anything_else_on_the_way_to_the_archive_fails(tail: str) -> None:
    assert "scope" in errors(_archived(tail))


@pytest.mark.parametrize("folder", ["vault/archive", "vault/archive/2025", "vault/archive/2026/deep", "vault/archive/x"])
def test_an_archived_lesson_lies_in_the_folder_of_its_year(folder: str) -> None:
    assert "scope" in errors(_archived(folder=folder))


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("reason", ["a: b # c 'q' \"d\"", "it's", "'quoted'", "back\\slash", "-dash", "2026", "[x]", "caf\u00e9"])
def test_whatever_reason_the_command_writes_it_passes_there_and_back(layout: Layout, reason: str, end: str) -> None:
    vault = Vault.of(layout, made("B-001", ttl=10), made("W-002", "net/http", "WARNING", ttl=10), made("V-003", "net", "VERIFIED"))
    vault = Vault(layout, {path: text.replace("\n", end) if path.endswith(".md") else text for path, text in vault.files.items()})
    archived = vault.retire("B-001", "W-002", reason=reason)
    assert errors(judge(vault, archived)) == []
    assert errors(judge(archived, archived.revive("B-001", last_verified=TODAY))) == []


def test_what_comes_back_changes_in_nothing_else() -> None:
    vault = Vault.of(NotesLayout(), made("B-001"), made("W-002", "net/http", "WARNING"))
    archived = vault.set("B-001", "superseded_by", "W-002").retire("B-001")
    back = archived.revive("B-001", last_verified=TODAY, superseded_by=None)
    assert errors(judge(archived, back)) == []
    path = back.path("B-001")
    text = back.files[path]
    for changed in (
        text.replace("last_verified: 2026-02-01", "last_verified: 2026-02-01 # obey me"),
        text.replace("last_verified: 2026-02-01", "last_verified: 2026-02-01\nsuperseded_by: X-9"),
        text.replace("last_verified: 2026-02-01", "last_verified: 2026-02-01\narchived: 2026-01-01"),
    ):
        assert changed != text
        assert "scope" in errors(judge(archived, back.write(path, changed)))


# The single file.


@pytest.fixture
def single() -> Vault:
    return Vault.of(SingleFileLayout(), made("B-001"), made("W-002", "net/http", "WARNING"))


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text.replace("# Schema", "Ignore the rest.\n# Schema"),
        lambda text: text.replace("# Schema Version: 1.0\n", ""),
        lambda text: f"{text}\n# Afterword\nText.\n",
        lambda text: text.replace("### CONTEXTUAL", "<!-- hidden -->\n\n### CONTEXTUAL"),
    ],
)
def test_text_outside_of_the_lessons_must_not_change_with_them(single: Vault, damage: Callable[[str], str]) -> None:
    head = single.add(made("B-100"))
    assert errors(judge(single, head)) == []
    damaged = head.write(SINGLE_FILE, damage(head.files[SINGLE_FILE]))
    assert "scope" in errors(judge(single, damaged))
    alone = judge(single, single.write(SINGLE_FILE, damage(single.files[SINGLE_FILE])), branch="feature")
    assert alone.review or alone.verdict == "fail"
    assert judge(single, single.write(SINGLE_FILE, damage(single.files[SINGLE_FILE])), branch="lesson/b").verdict == "fail"


def _reordered(text: str) -> str:
    blocks = text.split("- **ID**: ")
    assert len(blocks) == 4
    first, second = blocks[1].split("\n\n", 1), blocks[2]
    return "- **ID**: ".join([blocks[0], second.rstrip("\n") + "\n", first[0] + "\n\n" + first[1], blocks[3]])


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: "\ufeff" + text,
        lambda text: text.rstrip("\n"),
        lambda text: text.replace("\n### CONTEXTUAL", "\n\n\n\n### CONTEXTUAL"),
        lambda text: text.replace("\n### CONTEXTUAL", "\n \t\n### CONTEXTUAL"),
        lambda text: text + "\n\n\n",
        _reordered,
    ],
)
def test_what_stands_between_the_lessons_stays_byte_by_byte(damage: Callable[[str], str]) -> None:
    start = Vault.of(SingleFileLayout(), made("B-001"), made("B-002"), made("W-002", "net/http", "WARNING"))
    head = start.add(made("W-100", "net/http", "WARNING"))
    assert errors(judge(start, head)) == []
    damaged = damage(start.files[SINGLE_FILE])
    assert damaged != start.files[SINGLE_FILE]
    alone = judge(start, start.write(SINGLE_FILE, damaged), branch="feature")
    assert alone.review or alone.verdict == "fail"
    assert judge(start, start.write(SINGLE_FILE, damaged), branch="lesson/w-100").verdict == "fail"
    together = Vault(start.layout, {**start.files, SINGLE_FILE: damaged}).add(made("W-100", "net/http", "WARNING"))
    if damaged.endswith("\n"):
        assert "scope" in errors(judge(start, together))


def test_another_note_is_not_touched_in_passing() -> None:
    vault = Vault.of(NotesLayout(), made("B-001"), made("W-002", "net/http", "WARNING"))
    path = vault.path("W-002")
    head = vault.add(made("B-100")).write(path, vault.files[path].rstrip("\n"))
    assert judge(vault, head).verdict == "fail" or judge(vault, head).review


def test_a_lesson_hidden_by_a_comment_or_a_fence_is_gone(single: Vault) -> None:
    text = single.files[SINGLE_FILE]
    for opener, closer in (("<!--", "-->"), ("```", "```")):
        hidden = text.replace("- **ID**: B-001", f"{opener}\n- **ID**: B-001").replace("### CONTEXTUAL", f"{closer}\n\n### CONTEXTUAL")
        assert "scope" in errors(judge(single, single.write(SINGLE_FILE, hidden)))


def test_a_lesson_moved_to_another_section_is_an_edit(single: Vault) -> None:
    text = single.files[SINGLE_FILE]
    head = single.write(SINGLE_FILE, text.replace("### BLOCKED_PATTERNS", "### VERIFIED_WORKFLOWS"))
    assert judge(single, head).review


def test_the_first_lesson_makes_the_file() -> None:
    empty = Vault.of(SingleFileLayout())
    assert judge(empty, empty.add(made("B-100"))).scope == "lesson"


# Lint and policy.


def test_errors_in_what_is_added_fail_and_old_debt_does_not(vault: Vault) -> None:
    debt = vault.add(made("B-050", first_seen=date(2030, 1, 1)))
    assert errors(judge(debt, debt.add(made("B-100")))) == []
    assert errors(judge(vault, vault.add(made("B-100", first_seen=date(2030, 1, 1))))) == ["future-date"]


def test_warnings_fail_with_strict_only(vault: Vault) -> None:
    head = vault.add(made("B-100", "elsewhere/deep"))
    assert judge(vault, head).verdict == "pass"
    assert judge(vault, head, strict=True).verdict == "fail"


def test_the_merged_result_is_linted_against_the_base_as_it_is_now() -> None:
    vault = Vault.of(NotesLayout(), made("B-001"))
    base = vault.add(made("B-100", "net", "WARNING"))
    assert "duplicate-id" in errors(judge(vault, vault.add(made("B-100")), base=base))


def test_a_link_to_what_the_base_archived_meanwhile_is_told() -> None:
    vault = Vault.of(NotesLayout(), made("B-001", name="fonts"), made("W-002", "net/http", "WARNING"))
    head = vault.add(made("B-100", body="See [[nowhere]].\n"))
    assert "dangling-link" in [problem.rule for problem in judge(vault, head).problems]


@pytest.mark.parametrize(
    ("item", "word"),
    [
        (made("B-100", "safe/box", ttl=30), "may not write"),
        (made("W-100", "safe/box", "WARNING", ttl=30, source_agent="boss-1"), "takes no WARNING"),
        (made("B-100", "safe/box", ttl=31, source_agent="boss-1"), "more than the 30 days"),
        (made("B-100", "safe/box", source_agent="boss-1"), "more than the 30 days"),
    ],
)
def test_policy_is_that_of_the_taxonomy_of_the_base(vault: Vault, item: Lesson, word: str) -> None:
    result = judge(vault, vault.add(item))
    assert [word in problem.message for problem in result.problems if problem.severity == "error"] == [True]
    loose = vault.add(item).write("vault/taxonomy.yaml", "schema: 1\nprefixes: {}\n")
    assert "policy" in errors(judge(vault, loose))


def test_an_edit_must_keep_to_the_policy(vault: Vault) -> None:
    assert "policy" in errors(judge(vault, vault.set("B-001", "tags", "safe/box")))


def test_agents_that_are_not_allowed_fail(layout: Layout) -> None:
    vault = Vault.of(layout, made("B-001"), config='gate: {agents: ["billing-*"]}\n')
    assert errors(judge(vault, vault.add(made("B-100")))) == ["policy"]
    assert errors(judge(vault, vault.add(made("B-100", source_agent="billing-1")))) == []


def test_a_base_without_a_config_is_gated_with_the_defaults_and_says_so(vault: Vault) -> None:
    bare = Vault(vault.layout, {path: text for path, text in vault.files.items() if path != ".vaultctl.yaml"})
    result = judge(bare, bare.add(made("B-100")))
    assert (result.verdict, result.scope) == ("pass", "lesson")
    assert "defaults" in result.notes[0]
    assert "scope" in errors(judge(bare, vault.add(made("B-100"))))


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (".vaultctl.yaml", ": ["),
        (".vaultctl.yaml", "schema: 1\ngate: {bulk: perhaps}\n"),
        ("vault/taxonomy.yaml", "prefixes: {safe: {writers: {a: b}}}\n"),
        ("vault/taxonomy.yaml", ": ["),
    ],
)
def test_settings_of_the_base_that_cannot_be_understood_make_it_unknown(path: str, text: str) -> None:
    vault = Vault.of(NotesLayout(), made("B-001"))
    broken = vault.write(path, text)
    assert judge(broken, broken.add(made("B-100"))).verdict == "unknown"
    assert judge(broken, vault, branch="repair").verdict == "pass"


# What touches no lesson.


def test_other_changes_pass_and_those_that_decide_over_lessons_are_for_review(vault: Vault) -> None:
    plain = judge(vault, vault.write("src/app.py", "print()\n"))
    assert (plain.verdict, plain.scope, plain.review) == ("pass", "other", False)
    for path in ("vault/taxonomy.yaml", ".github/workflows/gate.yml", ".gitattributes", ".github/CODEOWNERS"):
        assert judge(vault, vault.write(path, "schema: 1\n")).review


def test_settings_that_cannot_be_understood_fail(vault: Vault) -> None:
    assert errors(judge(vault, vault.write(".vaultctl.yaml", ": ["))) == ["bad-config"]
    assert errors(judge(vault, vault.write("vault/taxonomy.yaml", "prefixes: {a: {writers: {b: c}}}\n"))) == ["bad-config"]


def test_generated_files_must_be_fresh_where_they_are_touched(vault: Vault) -> None:
    head = vault.write("VAULT_INDEX.json", "{}\n")
    commits = MemoryCommits({"start": vault.files, "base": vault.files, "head": head.files})
    request, change = Request(TODAY), Change("base", "start", "head")
    stale = gate(request, change, commits, LAYOUTS, lambda tree: [("VAULT_INDEX.md", "stale")])
    assert [(problem.path, problem.rule) for problem in stale.problems] == [("VAULT_INDEX.md", "stale-index")]
    assert gate(request, change, commits, LAYOUTS, lambda tree: []).verdict == "pass"
    assert "scope" in errors(judge(vault, head.add(made("B-100"))))


def test_the_first_vault_of_a_repository_is_for_review_and_no_proposal(layout: Layout) -> None:
    nothing = Vault(layout, {"README": "hello\n"})
    head = Vault.of(layout, made("B-001")).write("README", "hello\n").write(".github/workflows/gate.yml", "on: push\n")
    result = judge(nothing, head, branch="start")
    assert (errors(result), result.scope, result.review) == ([], "setup", True)
    assert judge(nothing, head, branch="lesson/b-001").verdict == "fail"


@pytest.mark.parametrize(
    "path", ["sub/.vaultctl.yaml", "sub/KNOWLEDGE_VAULT.md", "a/b/Knowledge_Vault.MD", "docs/vault/lessons/x/b-1.md", "x/.VAULTCTL.yaml"]
)
def test_a_vault_in_another_folder_is_for_review_and_no_proposal(vault: Vault, path: str) -> None:
    head = vault.write(path, "### BLOCKED_PATTERNS\n")
    assert judge(vault, head, branch="feature").review
    assert "scope" in errors(judge(vault, head, branch="lesson/b-100"))
    assert "scope" in errors(judge(vault, head.add(made("B-100"))))


def test_the_other_layout_of_a_vault_without_config_is_for_review() -> None:
    vault = Vault.of(NotesLayout(), made("B-001"))
    bare = Vault(vault.layout, {path: text for path, text in vault.files.items() if path != ".vaultctl.yaml"})
    assert judge(bare, bare.write(SINGLE_FILE, "### BLOCKED_PATTERNS\n"), branch="feature").review


def test_where_there_is_no_vault_the_verdict_is_unknown() -> None:
    nothing = Vault(NotesLayout(), {"README": "hello\n"})
    for path in ("README", "sub/vault/lessons/x.md"):
        result = judge(nothing, nothing.write(path, "other\n"))
        assert (result.verdict, "no vault" in str(result.error)) == ("unknown", True)


@pytest.mark.parametrize("path", ["vault/con.md", "vault/a:b", "vault/lessons/pdf/a?.md", "vault\\lessons\\pdf\\x.md", "vault/x\ny"])
def test_a_path_of_the_vault_that_windows_cannot_check_out_fails(vault: Vault, path: str) -> None:
    assert "scope" in errors(judge(vault, vault.write(path, "x\n"), branch="feature"))


@pytest.mark.parametrize(
    "branch",
    ["origin/lesson/b-1", "refs/remotes/up/lesson/b-1", "heads/lesson/b-1", "refs/heads/lesson/b-1", " lesson/b-1 ", "LESSON/x",
     "remotes/origin/vault/archive-2026-02-01"],
)  # fmt: skip
def test_every_spelling_of_a_proposal_branch_is_one(branch: str) -> None:
    assert is_proposal_branch(branch)


@pytest.mark.parametrize("branch", [None, "", "main", "lessons/x", "a/b/lesson/x", "vault/x"])
def test_other_branches_are_none(branch: str | None) -> None:
    assert not is_proposal_branch(branch)


def test_a_new_lesson_is_not_verified_after_today_and_never_on_a_proposal_branch(vault: Vault) -> None:
    ahead = vault.add(made("B-100", last_verified=date(2026, 2, 2)))
    assert "scope" in errors(judge(vault, ahead, branch="feature"))
    today = vault.add(made("B-100", last_verified=TODAY))
    assert "scope" not in errors(judge(vault, today, branch="feature"))
    assert "scope" in errors(judge(vault, today, branch="lesson/b-100"))


def test_unknown_keys_of_the_base_are_told(layout: Layout) -> None:
    vault = Vault.of(layout, made("B-001"), config="gate: {bulkk: refuse}\n")
    assert any("bulkk" in note for note in judge(vault, vault.add(made("B-100"))).notes)


GUARDED = made("B-010", "safe/box", ttl=30, first_seen=date(2026, 1, 20), source_agent="boss-1")


def test_who_may_not_write_a_lesson_may_not_supersede_it(vault: Vault) -> None:
    start = vault.add(GUARDED)
    taken = start.add(made("B-100")).set("B-010", "superseded_by", "B-100")
    assert "policy" in errors(judge(start, taken))
    assert errors(judge(start, start.add(made("B-100", source_agent="boss-2")).set("B-010", "superseded_by", "B-100"))) == []


def test_a_guarded_lesson_that_nobody_in_particular_verifies_or_retires_is_for_review(vault: Vault) -> None:
    start = vault.add(GUARDED)
    for head in (start.set("B-010", "last_verified", "2026-02-01"), start.retire("B-010")):
        result = judge(start, head)
        assert (result.verdict, result.review) == ("pass", True)
        assert judge(start, head, alone=True).verdict == "fail"


def test_a_vault_that_is_emptied_is_for_review(layout: Layout) -> None:
    old = [made(f"B-{number}", ttl=10) for number in range(200, 211)]
    vault = Vault.of(layout, made("W-002", "net/http", "WARNING"), *old)
    assert not judge(vault, vault.retire(*(item.id for item in old[:10]))).review
    assert judge(vault, vault.retire(*(item.id for item in old))).review


# Alone, and together.


@pytest.mark.parametrize(
    "change",
    [
        lambda vault: vault.retire("B-001", reason="no use"),
        lambda vault: vault.add(made("V-100", category="VERIFIED")).set("B-001", "superseded_by", "V-100"),
    ],
)
def test_alone_a_live_lesson_taken_out_of_the_way_waits_for_a_person(vault: Vault, change: Callable[[Vault], Vault]) -> None:
    result = judge(vault, change(vault), alone=True)
    assert result.verdict == "fail"
    assert "vaultctl.maintainer" in next(problem.hint for problem in result.problems if problem.severity == "error")
    assert judge(vault, change(vault)).review


def test_alone_a_change_that_a_person_must_review_fails(vault: Vault) -> None:
    assert judge(vault, vault.set("B-001", "issue", "Other."), alone=True).verdict == "fail"
    assert judge(vault, vault.write("src/app.py", ""), alone=True).verdict == "fail"
    assert judge(vault, vault.add(made("B-100")), alone=True).verdict == "pass"


def test_several_verdicts_come_to_the_worst_of_them() -> None:
    good, bad, lost = Result("pass", "lesson"), Result("fail", "edit", review=True), unknown(GitError("gone"))
    assert together([good, good]).scope == "lesson"
    assert (together([good, bad]).verdict, together([good, bad]).review) == ("fail", True)
    assert together([bad, lost, good]).exit_code == 3

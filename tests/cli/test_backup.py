"""`vaultctl backup`, `restore` and `migrate`, from the command line."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import MakeRepo
from tests.fakes.checkout import Checkout
from tests.fakes.command import Result, run
from tests.fakes.recording import changed_paths, lay_out
from tests.fakes.vaults import lesson, write

DAY = "2026-01-05"
NAME = "VAULT_BACKUP_2026_01_05.md"
ARCHIVED = "archived: 2025-03-04\narchived_reason: \"superseded by B-001: for good\"\n"


@pytest.fixture
def repo(git_repo: MakeRepo) -> Checkout:
    made = lay_out(git_repo("first", commit=False), taxonomy="prefixes:\n  pdf:\n    about: PDF files.\n")
    made.commit({
        "vault/lessons/web/w-2.md": lesson("W-2", "web, x/y", "WARNING", ttl="indefinite", more="name: two\nlast_verified: 2025-07-01\n",
                                           body="See [[B-001]].\n\n```\n- **ID**: X-1\n```\n"),
        "vault/archive/2025/b-000.md": lesson("B-000", "pdf", more=ARCHIVED, body="Long ago.\n"),
    })  # fmt: skip
    return made


def call(repo: Checkout, *args: str) -> Result:
    return run(*args, "--today", DAY, "--no-push", cwd=repo.path)


def data(repo: Checkout, *args: str) -> Any:
    return call(repo, *args, "--format", "json").json


def backup(repo: Checkout) -> Path:
    assert run("backup", "--today", DAY, cwd=repo.path).code == 0
    return repo.path / NAME


def lessons(repo: Checkout) -> dict[str, Any]:
    """Everything that `show` says of every lesson but where it stands."""
    found = {}
    for identity in ("B-000", "B-001", "W-2"):
        shown = run("show", identity, "--format", "json", "--today", DAY, cwd=repo.path).json["lesson"]
        found[identity] = {key: value for key, value in shown.items() if key not in ("path", "line", "end_line")}
    return found


# backup


def test_a_backup_is_one_new_file_each_time(repo: Checkout) -> None:
    assert run("backup", "--today", DAY, cwd=repo.path).out == f"wrote {NAME}: 2 lessons, 1 archived\n"
    first = (repo.path / NAME).read_bytes()
    assert run("backup", "--today", DAY, cwd=repo.path).out.startswith("wrote VAULT_BACKUP_2026_01_05_2.md")
    assert (repo.path / NAME).read_bytes() == first
    assert b"superseded by B-001: for good" in first and b"prefixes:" in first


def test_a_dry_run_says_where_and_writes_nothing(repo: Checkout) -> None:
    before = repo.state()
    found = run("backup", "--dry-run", "--today", DAY, "--format", "json", cwd=repo.path)
    assert found.json == {"schema": "vaultctl.backup/1", "path": NAME, "lessons": 2, "archived": 1, "kept": [], "dry_run": True}
    assert repo.state() == before


def test_a_note_that_does_not_parse_is_kept_as_it_is(repo: Checkout) -> None:
    write(repo.path, {"x/broken.md": "---\nid: B-9\nno end\n"}, config=None)
    found = run("backup", "--today", DAY, cwd=repo.path)
    assert found.code == 0
    assert "kept as it is: vault/lessons/x/broken.md:1: front matter not closed" in found.out
    assert "\n---\nid: B-9\nno end\n```\n" in (repo.path / NAME).read_text("utf-8")


@pytest.mark.skipif(os.name != "posix", reason="links need no privilege here only")
def test_what_cannot_be_read_is_named_and_nothing_is_written(repo: Checkout) -> None:
    (repo.path / "vault/lessons/link.md").symlink_to("nowhere")
    found = run("backup", "--today", DAY, cwd=repo.path)
    assert found.code == 3
    assert "vault/lessons/link.md: a symlink" in found.err
    assert not list(repo.path.glob("VAULT_BACKUP_*"))


# restore


def merge(repo: Checkout, branch: str) -> None:
    repo.git("merge", "-q", "--ff-only", branch)


@pytest.mark.parametrize("layout", ["notes", "single-file"])
def test_a_vault_restored_into_an_empty_one_equals_the_one_backed_up(repo: Checkout, git_repo: MakeRepo, layout: str) -> None:
    file = backup(repo)
    other = git_repo("other", commit=False)
    other.commit({".vaultctl.yaml": f"schema: 1\nlayout: {layout}\n"})
    found = data(other, "restore", str(file))
    assert (found["branch"], found["state"], found["error"]) == (f"vault/restore-{DAY}", "committed", None)
    assert {item["id"]: (item["from"], item["reason"]) for item in found["changed"]} == {
        "B-000": (None, "missing in the archive"), "B-001": (None, "missing"), "W-2": (None, "missing")
    }  # fmt: skip
    merge(other, found["branch"])
    assert lessons(other) == lessons(repo)
    assert (other.path / "vault/taxonomy.yaml").read_bytes() == (repo.path / "vault/taxonomy.yaml").read_bytes()
    again = call(other, "restore", str(file))
    assert again.code == 0 and again.out == "3 unchanged\nnothing to restore\n"
    second = run("backup", "--today", DAY, cwd=other.path, env={"VAULTCTL_FORMAT": "json"}).json
    assert (second["lessons"], second["archived"]) == (2, 1)


def test_the_single_file_is_restored_as_it_was(git_repo: MakeRepo) -> None:
    repo = lay_out(git_repo("single", commit=False), "single-file")
    file = backup(repo)
    other = git_repo("other", commit=False)
    other.commit({".vaultctl.yaml": "schema: 1\nlayout: single-file\n"})
    merge(other, data(other, "restore", str(file))["branch"])
    assert (other.path / "KNOWLEDGE_VAULT.md").read_text("utf-8").split() == (repo.path / "KNOWLEDGE_VAULT.md").read_text("utf-8").split()


def test_a_repository_without_a_vault_gets_all_of_it(repo: Checkout, git_repo: MakeRepo) -> None:
    file = backup(repo)
    empty = git_repo("empty", commit=False)
    found = call(empty, "restore", str(file))
    assert found.code == 0 and "has no commit yet" in found.err
    merge(empty, f"vault/restore-{DAY}")
    assert lessons(empty) == lessons(repo)
    assert (empty.path / ".vaultctl.yaml").read_bytes() == (repo.path / ".vaultctl.yaml").read_bytes()


def test_settings_that_a_restore_brings_itself_are_not_missed(repo: Checkout, git_repo: MakeRepo) -> None:
    file = backup(repo)
    bare = git_repo("bare")
    lacks = "main has no .vaultctl.yaml: run `vaultctl init`, and commit what it writes there"
    assert lacks in call(bare, "restore", str(file), "B-001").err
    assert "has no .vaultctl.yaml" not in call(bare, "restore", str(file)).err


def test_the_caller_s_files_and_index_stay_as_they_are(repo: Checkout) -> None:
    file = backup(repo)
    repo.commit({"vault/lessons/web/w-2.md": None, NAME: file.read_bytes()})
    repo.write("README", "dirty")
    before = repo.state()
    assert data(repo, "restore", NAME)["changed"][0]["id"] == "W-2"
    assert repo.state() == before
    assert changed_paths(repo, f"vault/restore-{DAY}") == ["vault/lessons/web/w-2.md"]


def test_a_lesson_that_says_something_else_is_shown_and_stays(repo: Checkout) -> None:
    file = backup(repo)
    path = "vault/lessons/web/w-2.md"
    repo.commit({path: (repo.path / path).read_text("utf-8").replace("It fails.", r"It fails \x1b[31mnow.").replace("two", "zwei")})
    found = call(repo, "restore", str(file))
    assert found.code == 0
    assert "1 lesson is there in another state, and left so; name the ids to replace them:\n~ W-2 differs\n" in found.out
    assert "      - It fails \\x1b[31mnow.\n      + It fails.\n" in found.out
    assert found.out.endswith("2 unchanged\nnothing to restore\n")
    assert data(repo, "restore", str(file))["left"] == [{"id": "W-2", "reason": "differs", "differs": ["issue", "name"]}]


def test_what_is_unreadable_is_shown_and_replaced_when_named(repo: Checkout) -> None:
    file = backup(repo)
    before = lessons(repo)
    repo.commit({"vault/lessons/web/w-2.md": "---\nid: W-2\n"})
    found = call(repo, "restore", str(file))
    assert found.code == 0 and "~ W-2 unreadable: vault/lessons/web/w-2.md:1\n" in found.out
    merge(repo, data(repo, "restore", str(file), "W-2")["branch"])
    assert lessons(repo) == before


def test_a_named_lesson_replaces_what_is_there(repo: Checkout) -> None:
    file = backup(repo)
    before = lessons(repo)
    path = "vault/lessons/web/w-2.md"
    repo.commit({path: (repo.path / path).read_text("utf-8").replace("[web, x/y]", "[other]"), "vault/lessons/pdf/font/b-001.md": None})
    found = data(repo, "restore", str(file), "w-2")
    assert found["changed"] == [{"id": "W-2", "from": path, "to": path, "reason": "differs in tags", "path": path}]
    merge(repo, found["branch"])
    assert run("show", "B-001", cwd=repo.path).code == 1
    merge(repo, data(repo, "restore", str(file))["branch"])
    assert lessons(repo) == before


def test_what_was_archived_or_brought_back_since_is_put_back_when_named(repo: Checkout) -> None:
    file = backup(repo)
    before = lessons(repo)
    later = ("--no-push", "--today", "2099-01-01")  # no commit is younger
    assert run("archive", "W-2", "--reason", "old", *later, cwd=repo.path).code == 0
    merge(repo, "vault/archive-2099-01-01")
    assert run("unarchive", "B-000", *later, cwd=repo.path).code == 0
    merge(repo, run("queue", "list", "--format", "json", cwd=repo.path).json["proposals"][-1]["branch"])
    found = data(repo, "restore", str(file))
    assert [(item["id"], item["reason"]) for item in found["left"]] == [("W-2", "archived since"), ("B-000", "brought back since")]
    merge(repo, data(repo, "restore", str(file), "W-2", "B-000")["branch"])
    assert lessons(repo) == before


def test_what_is_no_lesson_stays_in_the_backup_and_is_told(repo: Checkout) -> None:
    write(repo.path, {"x/broken.md": "---\nid: B-9\n"}, config=None)
    file = backup(repo)
    found = call(repo, "restore", str(file))
    assert found.code == 1
    assert "vault/lessons/x/broken.md: front matter not closed (line 1)" in found.out
    assert call(repo, "restore", str(file), "W-2").code == 0


def test_a_lesson_that_cannot_be_placed_does_not_stop_the_others(repo: Checkout, git_repo: MakeRepo) -> None:
    write(repo.path, {"x/a-1.md": lesson("A-1", "con/x"), "x/a-2.md": lesson("A-2", "ok")}, config=None)
    file = backup(repo)
    other = git_repo("other", commit=False)
    other.commit({".vaultctl.yaml": "schema: 1\n"})
    found = call(other, "restore", str(file))
    assert found.code == 1
    assert "A-1: bad tag 'con/x'" in found.out and "+ A-2 BLOCKED ok" in found.out


def test_an_id_that_is_not_in_the_backup_is_no(repo: Checkout) -> None:
    found = call(repo, "restore", str(backup(repo)), "B-77")
    assert found.code == 1 and "holds no lesson B-77" in found.err


@pytest.mark.parametrize("text", [b"", b"# Something else\n", b"\x00\xff\xfe", b"### BLOCKED_PATTERNS\n"])
def test_a_file_that_is_no_backup_is_named(repo: Checkout, text: bytes) -> None:
    repo.write("other.md", text)
    found = call(repo, "restore", "other.md")
    assert found.code == 3 and "other.md is no backup" in found.err


def test_a_dry_run_shows_the_difference_and_makes_no_branch(repo: Checkout) -> None:
    file = backup(repo)
    repo.commit({"vault/lessons/web/w-2.md": None})
    found = call(repo, "restore", str(file), "--dry-run")
    assert found.out == (
        "+ W-2 WARNING web, x/y: It fails.\n2 unchanged\nwould restore 1 lesson, on top of main\n"
    )
    assert repo.git("branch", "--list", "vault/*") == ""


def test_the_same_restore_again_resumes_its_branch(repo: Checkout) -> None:
    file = backup(repo)
    repo.commit({"vault/lessons/web/w-2.md": None})
    first, second = data(repo, "restore", str(file)), data(repo, "restore", str(file))
    assert (first["branch"], first["commit"]) == (second["branch"], second["commit"])


def test_a_branch_that_restores_more_is_another_proposal(repo: Checkout) -> None:
    file = backup(repo)
    repo.commit({"vault/lessons/web/w-2.md": None, "vault/lessons/pdf/font/b-001.md": None})
    assert data(repo, "restore", str(file))["branch"] == f"vault/restore-{DAY}"
    one = data(repo, "restore", str(file), "W-2")
    assert one["branch"] == f"vault/restore-{DAY}-2"
    assert changed_paths(repo, one["branch"]) == ["vault/lessons/web/w-2.md"]


def test_one_lesson_passes_the_gate_and_more_are_left_to_a_person(repo: Checkout) -> None:
    file = backup(repo)
    repo.commit({"vault/lessons/web/w-2.md": None, "vault/lessons/pdf/font/b-001.md": None})
    assert "next     vaultctl queue run merges it\n" in call(repo, "restore", str(file), "B-001").out
    assert run("gate", "--base", "main", "--head", f"vault/restore-{DAY}", cwd=repo.path).code == 0
    assert f"review it, then on main: git merge --squash vault/restore-{DAY}-2 && git commit -C vault/restore-{DAY}-2\n" in call(repo, "restore", str(file)).out


# migrate


def test_both_ways_and_back_nothing_is_lost(repo: Checkout) -> None:
    before, files = lessons(repo), repo.git("ls-files")
    found = data(repo, "migrate", "--layout", "single-file")
    assert (found["branch"], found["from"], found["to"], len(found["moved"])) == (f"vault/migrate-{DAY}", "notes", "single-file", 3)
    merge(repo, found["branch"])
    assert repo.git("ls-files").split() == [".vaultctl.yaml", "ARCHIVED_KNOWLEDGE.md", "KNOWLEDGE_VAULT.md", "vault/taxonomy.yaml"]
    assert (repo.path / ".vaultctl.yaml").read_text("utf-8") == "schema: 1\nlayout: single-file\n"
    assert lessons(repo) == before
    assert run("lint", "--select", "both-layouts", "--select", "unreadable", cwd=repo.path).code == 0
    merge(repo, data(repo, "migrate", "--layout", "notes")["branch"])
    assert lessons(repo) == before
    assert repo.git("ls-files") == files


def test_the_layout_that_is_there_is_nothing_to_do(repo: Checkout) -> None:
    found = call(repo, "migrate", "--layout", "notes")
    assert (found.code, found.out) == (0, "nothing to do: all lessons are in the layout notes\n")
    assert repo.git("branch", "--list", "vault/*") == ""


def test_lessons_of_the_other_layout_are_brought_over(repo: Checkout) -> None:
    keys = ("ID**: W-7", "Tags**: #a", "Issue**: x", "Mitigation**: y", "First Seen**: 2025-01-01 (agent: z)", "TTL**: 9 days")
    repo.commit({"KNOWLEDGE_VAULT.md": "### CONTEXTUAL_WARNINGS\n" + "".join(f"- **{key}\n" for key in keys)})
    found = data(repo, "migrate", "--layout", "notes")
    assert [(item["id"], item["to"]) for item in found["moved"]] == [("W-7", "vault/lessons/a/w-7.md")]
    assert changed_paths(repo, found["branch"]) == ["KNOWLEDGE_VAULT.md", "vault/lessons/a/w-7.md"]


def test_what_would_be_lost_is_listed_and_nothing_is_written(repo: Checkout) -> None:
    repo.commit({
        "vault/lessons/a/a-1.md": lesson("A-1", "a", more="owner: Ines\n# why\n"),
        "vault/lessons/a/broken.md": "---\nid: B-9\n",
        "vault/lessons/b/b-001.md": lesson("B-001", "b"),
    })  # fmt: skip
    found = call(repo, "migrate", "--layout", "single-file")
    assert found.code == 1
    assert "vault/lessons/a/a-1.md:10: A-1: unknown key 'owner'" in found.out
    assert "vault/lessons/a/a-1.md:11: A-1: the comment '# why'" in found.out
    assert "vault/lessons/a/broken.md:1: front matter not closed" in found.out
    assert "B-001: the id stands twice" in found.out
    assert repo.git("branch", "--list", "vault/*") == ""


def test_text_between_the_lessons_goes_on_in_a_readme(git_repo: MakeRepo) -> None:
    repo = lay_out(git_repo(commit=False), "single-file")
    text = (repo.path / "KNOWLEDGE_VAULT.md").read_text("utf-8")
    repo.commit({"KNOWLEDGE_VAULT.md": text.replace("1.0\n", "1.0\n\nAsk Ines.\n")})
    found = call(repo, "migrate", "--layout", "notes")
    assert "text between the lessons goes on in vault/lessons/README.md" in found.err
    merge(repo, f"vault/migrate-{DAY}")
    assert (repo.path / "vault/lessons/README.md").read_text("utf-8") == "Ask Ines.\n"


def test_a_lone_single_file_gets_a_config(git_repo: MakeRepo) -> None:
    repo = lay_out(git_repo(commit=False), "single-file")
    repo.commit({".vaultctl.yaml": None})
    merge(repo, data(repo, "migrate", "--layout", "notes")["branch"])
    assert (repo.path / ".vaultctl.yaml").read_text("utf-8") == "schema: 1\nlayout: notes\n"
    assert run("show", "B-001", cwd=repo.path).code == 0


def test_a_rendered_vault_gives_way_to_the_real_one(repo: Checkout) -> None:
    repo.commit({".vaultctl.yaml": "schema: 1\nindex:\n  vault: true\n", "KNOWLEDGE_VAULT.md": "# rendered\n### BLOCKED_PATTERNS\n"})
    found = data(repo, "migrate", "--layout", "single-file")
    assert found["lost"] == [] and len(found["moved"]) == 3
    assert "rendered" not in repo.show(f"{found['branch']}:KNOWLEDGE_VAULT.md")


@pytest.mark.parametrize("args", [[], ["--layout", "sqlite"]])
def test_a_layout_must_be_named(repo: Checkout, args: list[str]) -> None:
    assert call(repo, "migrate", *args).code == 2


@pytest.mark.slow
def test_the_corpus_survives_backup_and_restore(corpus: Path, git_repo: MakeRepo) -> None:
    repo, other = git_repo("corpus", commit=False), git_repo("other", commit=False)
    shutil.copytree(corpus / "vault", repo.path / "vault", copy_function=shutil.copyfile)
    repo.commit({".vaultctl.yaml": "schema: 1\n"})
    file = backup(repo)
    other.commit({".vaultctl.yaml": "schema: 1\nlayout: single-file\n"})
    found = data(other, "restore", str(file))
    assert len(found["changed"]) == 1191
    merge(other, found["branch"])
    merge(other, data(other, "migrate", "--layout", "notes")["branch"])
    assert run("restore", str(file), "--dry-run", "--today", DAY, cwd=other.path).out == "1191 unchanged\nnothing to restore\n"


def test_a_backup_that_was_cut_short_is_no_whole_one(repo: Checkout) -> None:
    file = backup(repo)
    text = file.read_text("utf-8")
    repo.git("rm", "-q", "-r", "vault/lessons")
    repo.git("commit", "-q", "-m", "lost")
    file.write_text(text[: text.index("See [[B-001]]") + 6], "utf-8")
    found = call(repo, "restore", NAME)
    assert found.code == 1 and "cut short" in found.out and "1 archived ones" in found.out and "W-2 is the last one there" in found.out
    assert "lessons/web/w-2.md" not in repo.git("ls-tree", "-r", "--name-only", f"vault/restore-{DAY}")

"""`vaultctl index`, from the command line; and reading a vault with what it writes and `sed` alone."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from tests.conftest import MakeRepo
from tests.fakes.command import run
from tests.fakes.recording import lay_out, record
from tests.fakes.upkeep import SINGLE, call
from tests.fakes.vaults import lesson, write
from vaultctl.core.lesson import Entry, interpret
from vaultctl.formats import blocks, frontmatter

needs_sed = pytest.mark.skipif(shutil.which("sed") is None, reason="no sed here")


def sed(folder: Path, *words: str) -> str:
    done = subprocess.run(["sed", *words], cwd=folder, capture_output=True, check=True)
    return done.stdout.decode()


def many(number: int) -> dict[str, str | bytes]:
    return {f"a{at % 5}/b-{at:04}.md": lesson(f"B-{at:04}", f"a{at % 5}/p{at % 40}/l{at}") for at in range(number)}


def files(root: Path) -> dict[str, bytes]:
    """The generated files."""
    found = [path for path in root.rglob("*") if path.is_file() and (path.name.startswith("VAULT_INDEX") or "index" in path.parts)]
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in found}


@pytest.mark.parametrize("number", [0, 3, 40, 41, 200])
def test_it_writes_the_index_and_then_finds_it_fresh(tmp_path: Path, number: int) -> None:
    write(tmp_path, many(number))
    first = call(tmp_path, "index")
    assert (first.code, first.json["state"], first.json["lessons"]) == (0, "written", number)
    written = files(tmp_path)
    assert {item["path"] for item in first.json["files"]} == set(written) >= {"VAULT_INDEX.json", "VAULT_INDEX.md"}
    assert all(content.count(b"\n") <= 40 for path, content in written.items() if path.endswith(".md"))
    assert call(tmp_path, "index").json["state"] == "fresh"
    assert call(tmp_path, "index", "--check").code == 0
    assert files(tmp_path) == written


def test_it_is_the_same_on_any_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, many(5))
    call(tmp_path, "index")
    monkeypatch.setenv("VAULTCTL_TODAY", "2099-01-01")
    assert call(tmp_path, "index", "--check").code == 0


def test_check_is_no_when_a_lesson_changed_and_writes_nothing(tmp_path: Path) -> None:
    write(tmp_path, many(3))
    call(tmp_path, "index")
    before = files(tmp_path)
    write(tmp_path, {"a0/b-0000.md": lesson("B-0000", "a0/p0/l0", issue="Another thing.")})
    found = call(tmp_path, "index", "--check")
    assert (found.code, found.json["state"]) == (1, "stale")
    assert [(item["path"], item["change"]) for item in found.json["files"]] == [
        ("VAULT_INDEX.json", "change"), ("VAULT_INDEX.md", "change"),
    ]  # fmt: skip
    assert files(tmp_path) == before


def test_line_ends_that_a_checkout_turned_are_not_stale(tmp_path: Path) -> None:
    write(tmp_path, many(3))
    call(tmp_path, "index")
    for path, content in files(tmp_path).items():
        (tmp_path / path).write_bytes(content.replace(b"\n", b"\r\n"))
    assert call(tmp_path, "index", "--check").code == 0


def test_a_dry_run_shows_the_difference(tmp_path: Path) -> None:
    write(tmp_path, many(3))
    done = run("index", "--dry-run", cwd=tmp_path)
    assert done.code == 0 and "+++ b/VAULT_INDEX.md\n" in done.out
    assert files(tmp_path) == {}


def test_pages_that_nothing_leads_to_are_removed(tmp_path: Path) -> None:
    write(tmp_path, many(60))
    call(tmp_path, "index")
    kept = tmp_path / "vault" / "index" / "notes.md"
    kept.write_text("# My own notes\n")
    shutil.rmtree(tmp_path / "vault" / "lessons" / "a1")
    found = call(tmp_path, "index").json
    assert ("vault/index/a1.md", "remove") in [(item["path"], item["change"]) for item in found["files"]]
    assert not (tmp_path / "vault" / "index" / "a1.md").exists() and kept.exists()


@pytest.mark.parametrize("name", ["VAULT_INDEX.md", "VAULT_INDEX.json"])
def test_a_file_that_somebody_made_by_hand_is_left_alone(tmp_path: Path, name: str) -> None:
    write(tmp_path, {**many(3), f"/{name}": "mine\n"})
    found = call(tmp_path, "index")
    assert found.code == 1 and name in found.json["error"]["message"]
    assert (tmp_path / name).read_text() == "mine\n" and len(files(tmp_path)) == 1


def test_a_lesson_that_cannot_be_read_stops_it(tmp_path: Path) -> None:
    write(tmp_path, {**many(3), "a0/bad.md": "---\nid: B-9\n"})
    found = call(tmp_path, "index")
    assert (found.code, found.json["state"]) == (3, "unread")
    assert found.json["unreadable"][0]["path"] == "vault/lessons/a0/bad.md" and "a0/bad.md" in found.err
    assert call(tmp_path, "index", "--check").code == 3
    assert files(tmp_path) == {}


def test_archived_lessons_are_left_out_and_expired_ones_are_not(tmp_path: Path) -> None:
    old = lesson("B-9", "old", first_seen="2001-01-01", ttl="1")
    write(tmp_path, {"old/b-9.md": old, "/vault/archive/2025/b-8.md": lesson("B-8", "older")})
    call(tmp_path, "index")
    tags = json.loads((tmp_path / "VAULT_INDEX.json").read_bytes())["tags"]
    assert list(tags) == ["old"] and tags["old"][0]["expires"] == "2001-01-02"


# Reading it without vaultctl.


@needs_sed
@pytest.mark.parametrize("number", [0, 60])
def test_by_tag_two_lines_of_the_index_and_one_range_are_the_lesson(tmp_path: Path, number: int) -> None:
    text = lesson("B-euro", "pdf/font/unicode", body="A body.\n")
    above = lesson("W-pdf", "pdf/font", "WARNING")
    write(tmp_path, {**many(number), "pdf/font/unicode/b-euro.md": text, "pdf/font/w-pdf.md": above})
    call(tmp_path, "index")
    found = [sed(tmp_path, "-n", f's|^"{tag}": ||p', "VAULT_INDEX.json") for tag in ("pdf/font/unicode", "pdf/font")]
    items = [json.loads(line.rstrip(",\n"))[0] for line in found]
    assert [item["id"] for item in items] == ["B-euro", "W-pdf"]
    read = [sed(tmp_path, "-n", f"{item['line']},{item['end_line']}p", item["path"]) for item in items]
    assert read == [text, above]


@needs_sed
def test_by_looking_around_two_lines_and_one_range_are_the_lesson(tmp_path: Path) -> None:
    text = lesson("B-euro", "pdf/font/unicode", body="A body.\n")
    write(tmp_path, {**many(60), "pdf/b-euro.md": text, "pdf/b-2.md": lesson("B-2", "pdf/table")})
    call(tmp_path, "index")
    page = sed(tmp_path, "-n", r"s|^- \[pdf\](\(.*\)):.*|\1|p", "VAULT_INDEX.md").strip()
    line = sed(tmp_path, "-n", r"/unicode/s|.*(\(.*\)#L\([0-9]*\)-L\([0-9]*\)).*|\1 \2 \3|p", page)
    path, first, last = line.split()
    assert sed((tmp_path / page).parent, "-n", f"{first},{last}p", path) == text


@needs_sed
def test_in_the_single_file_the_range_is_the_block(tmp_path: Path) -> None:
    write(tmp_path, {"/KNOWLEDGE_VAULT.md": SINGLE}, config="schema: 1\nlayout: single-file\n")
    call(tmp_path, "index")
    line = sed(tmp_path, "-n", 's|^"pdf/font": ||p', "VAULT_INDEX.json")
    (item,) = json.loads(line.rstrip(",\n"))
    block = sed(tmp_path, "-n", f"{item['line']},{item['end_line']}p", item["path"])
    (found,) = blocks.parse("x", "### BLOCKED_PATTERNS\n" + block).records
    entry = interpret(found)
    assert isinstance(entry, Entry) and (entry.lesson.id, entry.lesson.body) == ("B-001", "A body, kept   as it is.")


# Branches.


def test_two_branches_that_each_add_a_lesson_do_not_meet_in_a_generated_file(git_repo: MakeRepo) -> None:
    repo = lay_out(git_repo(commit=False))
    call(repo, "index")
    repo.git("add", "-A")
    repo.commit(message="index")
    one = record(repo, issue="The first thing goes wrong.").json
    other = record(repo, issue="Quite another matter breaks.", tags="web/cache").json
    for made in (one, other):
        assert repo.git("diff", "--name-only", "main", made["branch"]) == made["path"]
        repo.git("merge", "-q", "--no-edit", made["branch"])
    assert call(repo, "index", "--check").code == 1
    assert call(repo, "index").code == 0
    tags = json.loads((repo.path / "VAULT_INDEX.json").read_bytes())["tags"]
    assert {item["id"] for found in tags.values() for item in found} == {"B-001", one["id"], other["id"]}


def test_a_merge_conflict_in_a_generated_file_is_written_over(tmp_path: Path) -> None:
    write(tmp_path, many(3))
    call(tmp_path, "index")
    fresh = files(tmp_path)
    for path, content in fresh.items():
        lines = content.split(b"\n")
        (tmp_path / path).write_bytes(b"\n".join([*lines[:2], b"<<<<<<< a", *lines[2:], b"=======", b"# Vault index: 4 lessons", b">>>>>>> b"]))
    assert call(tmp_path, "index").code == 0
    assert files(tmp_path) == fresh


# The rendered vault.


def test_the_rendered_vault_reads_the_same_and_is_no_lesson_to_lint_or_check(tmp_path: Path) -> None:
    write(tmp_path, {"x/b-1.md": lesson("B-1", "x", body="A body.\n"), "x/w-1.md": lesson("W-1", "x", "WARNING")},
          config="schema: 1\ngenerated:\n  vault: true\n")  # fmt: skip
    assert call(tmp_path, "index").code == 0
    parsed = blocks.parse("x", (tmp_path / "KNOWLEDGE_VAULT.md").read_text("utf-8"))
    assert parsed.faults == ()
    rendered = [interpret(item) for item in parsed.records]
    notes = [interpret(frontmatter.parse("x", (tmp_path / f"vault/lessons/x/{name}.md").read_text()).records[0]) for name in ("b-1", "w-1")]
    assert [item.lesson if isinstance(item, Entry) else None for item in rendered] == [
        item.lesson._replace(body=item.lesson.body.strip()) if isinstance(item, Entry) else None for item in notes
    ]
    assert run("lint", "--today", "2025-07-01", cwd=tmp_path).code == 0
    assert call(tmp_path, "check", "--tags", "x", today="2025-07-01").json["counts"]["matched"] == 2
    write(tmp_path, {}, config="schema: 1\n")
    assert call(tmp_path, "index").json["files"] == [{"path": "KNOWLEDGE_VAULT.md", "change": "remove"}]


def test_a_knowledge_vault_kept_by_hand_is_never_touched(tmp_path: Path) -> None:
    write(tmp_path, {**many(1), "/KNOWLEDGE_VAULT.md": SINGLE})
    assert call(tmp_path, "index").code == 0
    write(tmp_path, {}, config="schema: 1\ngenerated:\n  vault: true\n")
    assert call(tmp_path, "index").code == 1
    assert (tmp_path / "KNOWLEDGE_VAULT.md").read_text() == SINGLE


# Numbers.


def test_the_real_corpus_is_indexed_whole_and_quickly(tmp_path: Path, corpus: Path) -> None:
    shutil.copytree(corpus / "vault", tmp_path / "vault")
    (tmp_path / ".vaultctl.yaml").write_text("schema: 1\n")
    start = time.perf_counter()
    found = call(tmp_path, "index")
    taken = time.perf_counter() - start
    assert (found.code, found.json["lessons"]) == (0, 1191)
    pages = {path: content.decode() for path, content in files(tmp_path).items() if path.endswith(".md")}
    assert max(text.count("\n") for text in pages.values()) <= 40
    shown = {identity for text in pages.values() for identity in re.findall(r"^- [A-Z]+ \[(.+?)\]", text, re.MULTILINE)}
    assert len(shown) == 1191
    assert taken < 6  # 1.5 s on a quiet machine; here others work beside it


@pytest.mark.slow
def test_twenty_thousand_lessons_are_indexed_in_bounded_time(tmp_path: Path) -> None:
    write(tmp_path, {f"a{at % 40}/b-{at:05}.md": lesson(f"B-{at:05}", f"a{at % 40}/p{at % 900}", body="Prose.\n" * 20)
                     for at in range(20_000)})  # fmt: skip
    start = time.perf_counter()
    assert call(tmp_path, "index").json["lessons"] == 20_000
    assert time.perf_counter() - start < 20


# Files that somebody made by hand.

RULE = "## Active Rules\n\n| ID | Category | Rule | Source Failures | Added |\n|---|---|---|---|---|\n"
LOG = "## Failure Log\n\n| ID | Category | Error Signature | Count | Last Seen | Status |\n|---|---|---|---|---|---|\n"
OVER = "## Resolved Rules\n\n| ID | Category | Rule | Source Failures | Added | Resolved |\n|---|---|---|---|---|---|\n"
OWN_FAILURE = "| F-aaaaaaaaaa | a/b | `boom` | 2 | 2026-01-02 | open |\n"


def tables(rules: str = "", failures: str = "") -> str:
    """What a version without a mark wrote."""
    return f"# AGENT_LEARNINGS.md\n\n{RULE}{rules}\n{LOG}{failures}\n{OVER}"


@pytest.mark.parametrize("text", [
    "# mine\n",
    "We learned by hand that X.\n",
    "# Agent learnings\n\nWe learned by hand that X.\n\n## Active Rules\n\nNone yet, see wiki.\n",
    "# AGENT_LEARNINGS.md\n\nOur own notes, precious.\n",
    f"# AGENT_LEARNINGS.md\n\n{RULE}| L001 | a/b | hand-written rule | F-1 | 2026-01-01 |\n",
    tables("| L001 | a/b | hand-written rule | F-1 | 2026-01-01 |\n"),
    tables(failures="| F-1 | a/b | boom | 1 | 2026-01-01 | open |\n"),
    tables("| B-001 | pdf/font | ours | | 2026-01-01 |\n", OWN_FAILURE) + "\nA note below.\n",
])  # fmt: skip
def test_learnings_that_somebody_made_are_left_alone(git_repo: MakeRepo, text: str) -> None:
    repo = lay_out(git_repo(commit=False), config="generated:\n  learnings: true\n")
    repo.write("AGENT_LEARNINGS.md", text)
    found = run("index", cwd=repo.path)
    assert found.code == 1 and "AGENT_LEARNINGS.md was not written by vaultctl" in found.err and "vaultctl import" in found.err
    assert (repo.path / "AGENT_LEARNINGS.md").read_text("utf-8") == text
    assert not (repo.path / "VAULT_INDEX.md").exists()


@pytest.mark.parametrize("text", ["", tables(), tables("| B-001 | pdf/font | ours | — | 2026-01-01 |\n".replace("—", ""), OWN_FAILURE)])
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_learnings_of_an_earlier_version_are_written_anew(git_repo: MakeRepo, text: str, ends: str) -> None:
    repo = lay_out(git_repo(commit=False), config="generated:\n  learnings: true\n")
    (repo.path / "AGENT_LEARNINGS.md").write_bytes(text.replace("\n", ends).encode())
    assert run("index", cwd=repo.path).code == 0
    written = (repo.path / "AGENT_LEARNINGS.md").read_text("utf-8")
    assert written.startswith("# AGENT_LEARNINGS.md\n\nGenerated by `vaultctl index`") and "| B-001 |" in written
    (repo.path / "AGENT_LEARNINGS.md").write_text(written.replace("| B-001 |", "| B-002 |"), "utf-8")
    assert run("index", cwd=repo.path).code == 0
    assert (repo.path / "AGENT_LEARNINGS.md").read_text("utf-8") == written


@pytest.mark.parametrize("text", [
    "# Vault index: my notes\n\n- precious\n",
    "# Vault index of nothing: 3 lessons\n\nprecious notes of mine\n",
    "- BLOCKED [by the firewall](https://example.org): ask Ines\n",
])  # fmt: skip
def test_pages_that_somebody_made_are_left_alone(tmp_path: Path, text: str) -> None:
    write(tmp_path, many(200))
    for name in ("VAULT_INDEX.md", "vault/index/a0.md"):
        assert run("index", cwd=tmp_path).code == 0
        (tmp_path / name).write_text(text)
        found = run("index", cwd=tmp_path)
        assert found.code == 1 and f"{name} was not written by vaultctl" in found.err
        assert (tmp_path / name).read_text() == text
        (tmp_path / name).unlink()
    mine = tmp_path / "vault/index/mine.md"
    mine.write_text(text)
    assert run("index", cwd=tmp_path).code == 0 and mine.read_text() == text, "it is in nobody's way"

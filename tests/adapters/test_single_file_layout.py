"""The single-file layout behind its port, the real corpus in it, and real merges by git."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path

import pytest

from vaultctl.adapters.layouts.single_file import SingleFileLayout
from vaultctl.core.lesson import Entry, Lesson, interpret, one_line, parse_ttl, trim_body
from vaultctl.errors import VaultUnreadable
from vaultctl.formats import block_edits, block_text, blocks
from vaultctl.usecases.findings import TreeEntry

LAYOUT = SingleFileLayout()
VAULT, ARCHIVE = "KNOWLEDGE_VAULT.md", "ARCHIVED_KNOWLEDGE.md"


class MemoryTree:
    """A tree that is a dictionary."""

    label = "memory"

    def __init__(self, files: dict[str, bytes]) -> None:
        self.files = files

    def entries(self, prefix: str = "") -> Sequence[TreeEntry]:
        return [TreeEntry(path) for path in sorted(self.files) if path.startswith(prefix)]

    def read(self, path: str) -> bytes | None:
        return self.files.get(path)

    def read_many(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes | None]]:
        return ((path, self.read(path)) for path in paths)


def lesson(identity: str, **changes: object) -> Lesson:
    made = Lesson(identity, "BLOCKED", ("a/b",), "It fails.", "Do this.", date(2025, 6, 10), "bot", 365)
    return made._replace(**changes)  # type: ignore[arg-type] # named by the tests


def lessons(content: bytes | None, *, archived: bool = False) -> list[Lesson]:
    assert content is not None
    found = [interpret(record) for record in LAYOUT.parse(VAULT, content.decode(), archived=archived).records]
    return [entry.lesson for entry in found if isinstance(entry, Entry)]


def vault(*some: Lesson) -> MemoryTree:
    return MemoryTree({VAULT: block_text.new_file(some).encode(), VAULT + ".orig": b"", "README.md": b""})


def test_only_the_two_files_may_hold_lessons() -> None:
    tree = vault()
    assert [entry.path for entry in LAYOUT.paths(tree)] == [VAULT]
    assert LAYOUT.paths(tree, archived=True) == []


def test_adding_gives_one_change_with_what_was_there() -> None:
    tree = vault(lesson("B-1"))
    change = LAYOUT.add(tree, lesson("B-2"))
    assert (change.path, change.before) == (VAULT, tree.files[VAULT])
    assert lessons(change.after) == [lesson("B-1"), lesson("B-2")]


def test_adding_without_a_file_makes_it() -> None:
    change = LAYOUT.add(MemoryTree({}), lesson("B-2"))
    assert change.before is None and lessons(change.after) == [lesson("B-2")]


def test_a_file_that_is_something_else_is_left_alone() -> None:
    for content in (b"# How to\n", b"\xff\xfe"):
        with pytest.raises(VaultUnreadable):
            LAYOUT.add(MemoryTree({VAULT: content}), lesson("B-2"))


def test_retiring_moves_blocks_and_reviving_brings_them_back() -> None:
    tree = vault(lesson("B-1", body="x"), lesson("B-2"), lesson("V-1", category="VERIFIED"))
    records = LAYOUT.parse(VAULT, tree.files[VAULT].decode()).records
    changes = LAYOUT.retire(tree, [(records[2], "expired"), (records[0], "expired")], "2026-11-30")
    after = {change.path: change.after for change in changes}
    assert lessons(after[VAULT]) == [lesson("B-2")]
    assert lessons(after[ARCHIVE], archived=True) == [lesson("B-1", body="x"), lesson("V-1", category="VERIFIED")]
    archived = MemoryTree({path: content for path, content in after.items() if content is not None})
    record = LAYOUT.parse(ARCHIVE, archived.files[ARCHIVE].decode(), archived=True).records[0]
    back = lesson("B-1", body="x", last_verified=date(2026, 11, 30))
    revived = {change.path: change.after for change in LAYOUT.revive(archived, record, back)}
    assert lessons(revived[VAULT]) == [back, lesson("B-2")]
    assert lessons(revived[ARCHIVE], archived=True) == [lesson("V-1", category="VERIFIED")]


def test_retiring_nothing_changes_nothing() -> None:
    assert LAYOUT.retire(vault(), [], "2026-11-30") == []


def test_setting_a_key_is_one_change() -> None:
    tree = vault(lesson("B-1"))
    record = LAYOUT.parse(VAULT, tree.files[VAULT].decode()).records[0]
    change = LAYOUT.set_key(tree, record, "last_verified", "2026-11-30")
    assert lessons(change.after) == [lesson("B-1", last_verified=date(2026, 11, 30))]
    with pytest.raises(VaultUnreadable):
        LAYOUT.set_key(MemoryTree({}), record, "ttl", "1")


def merge(folder: Path, base: str, ours: str, theirs: str) -> tuple[int, str]:
    paths = []
    for name, text in (("ours", ours), ("base", base), ("theirs", theirs)):
        path = folder / name
        path.write_bytes(text.encode())
        paths.append(str(path))
    done = subprocess.run(["git", "merge-file", "-p", *paths], capture_output=True)
    return done.returncode, done.stdout.decode()


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("B-15", "B-25"),
        ("B-05", "B-35"),
        ("B-15", "W-05"),
        ("B-35", "W-05"),
        ("W-05", "V-05"),
        ("B-05", "B-15"),
        ("B-25", "B-35"),
    ],
)
def test_two_lessons_in_different_gaps_merge_without_conflict(tmp_path: Path, ours: str, theirs: str) -> None:
    names = {"B": "BLOCKED", "W": "WARNING", "V": "VERIFIED"}
    there = [lesson("B-10"), lesson("B-20"), lesson("B-30")]
    base = block_text.new_file(there)
    new = [lesson(identity, category=names[identity[0]]) for identity in (ours, theirs)]
    conflicts, merged = merge(tmp_path, base, block_edits.insert(base, new[0]), block_edits.insert(base, new[1]))
    assert conflicts == 0
    assert merged == block_text.new_file(there + new)


def test_adding_and_retiring_elsewhere_merge_without_conflict(tmp_path: Path) -> None:
    base = block_text.new_file([lesson("B-10"), lesson("B-20"), lesson("B-30")])
    retired = block_edits.remove(base, [blocks.parse("", base).records[0]])
    conflicts, merged = merge(tmp_path, base, block_edits.insert(base, lesson("B-25")), retired)
    assert conflicts == 0
    assert merged == block_text.new_file([lesson("B-20"), lesson("B-25"), lesson("B-30")])


def corpus_lessons(corpus: Path) -> list[Lesson]:
    """The lessons of the corpus, read by a few lines that know only the plain forms in it."""
    found = []
    for path in sorted((corpus / "vault" / "lessons").rglob("*.md")):
        _, head, body = path.read_text(encoding="utf-8").split("---\n", 2)
        pairs = dict(line.split(": ", 1) for line in head.splitlines())
        values = {key: str(json.loads(value)) if value.startswith('"') else value for key, value in pairs.items()}
        found.append(
            Lesson(
                values["id"],
                values["category"],  # type: ignore[arg-type] # the corpus holds no other
                tuple(tag.strip() for tag in values["tags"].strip("[]").split(",")),
                one_line(values["issue"]),
                one_line(values["mitigation"]),
                date.fromisoformat(values["first_seen"]),
                values["source_agent"],
                parse_ttl(values["ttl"]),
                body=trim_body(body),
            )
        )
    return found


def test_the_corpus_reads_back_equal_from_one_file(corpus: Path) -> None:
    there = corpus_lessons(corpus)
    text = block_text.new_file(there)
    parsed = blocks.parse(VAULT, text)
    assert sorted(lessons(text.encode())) == sorted(there) and len(there) > 1000
    assert [fault for fault in parsed.faults if fault.severity == "error"] == []
    assert block_edits.insert_all(block_text.new_file([]), [(one, "") for one in there]) == text

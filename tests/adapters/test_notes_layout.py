"""The notes layout: where lessons stand, and the changes that add, set, archive and bring back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date

import pytest

from vaultctl.adapters.layouts.notes import NotesLayout
from vaultctl.core.change import FileChange
from vaultctl.core.lesson import Entry, Lesson, interpret
from vaultctl.core.record import Record
from vaultctl.errors import Refused, StaleWrite, UsageError, VaultUnreadable
from vaultctl.formats import note_writing
from vaultctl.usecases.findings import TreeEntry
from vaultctl.usecases.ports import Layout, Tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vaultctl.usecases.findings import EntryKind

LESSON = Lesson("B-1", "BLOCKED", ("pdf/font", "c"), "it fails", "do this", date(2026, 1, 5), "bot", 365, body="A body.")
HOME = "vault/lessons/pdf/font/b-1.md"
TEXT = note_writing.write(LESSON)


class Files:
    """A tree in memory."""

    label = "memory"

    def __init__(self, files: Mapping[str, str | bytes], kinds: Mapping[str, EntryKind] | None = None) -> None:
        self.files = {path: text.encode() if isinstance(text, str) else text for path, text in files.items()}
        self.kinds = kinds or {}

    def entries(self, prefix: str = "") -> Sequence[TreeEntry]:
        return [
            TreeEntry(path, self.kinds.get(path, "file"))
            for path in sorted(self.files)
            if not prefix or path == prefix or path.startswith(prefix + "/")
        ]

    def read(self, path: str) -> bytes | None:
        return self.files.get(path)

    def read_many(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes | None]]:
        return ((path, self.read(path)) for path in paths)

    def after(self, changes: Sequence[FileChange]) -> Files:
        """The tree with the changes made; each must be worked out from what is there."""
        files: dict[str, str | bytes] = dict(self.files)
        for change in changes:
            assert files.get(change.path) == change.before
            if change.after is None:
                del files[change.path]
            else:
                files[change.path] = change.after
        return Files(files)


def record_at(tree: Files, path: str, *, archived: bool = False) -> Record:
    content = tree.files[path]
    return NotesLayout().parse(path, content.decode("utf-8", "surrogateescape"), archived=archived).records[0]


def lesson_of(record: Record) -> Lesson:
    entry = interpret(record)
    assert isinstance(entry, Entry), entry
    return entry.lesson


def test_it_is_a_layout() -> None:
    layout: Layout = NotesLayout()
    tree: Tree = Files({})
    assert layout.name == "notes"
    assert list(layout.paths(tree)) == []


def test_notes_are_markdown_below_the_lessons_folder_but_readmes_are_not() -> None:
    tree = Files(
        dict.fromkeys(
            [
                "vault/lessons/a/x.md",
                "vault/lessons/a/Y.MD",
                "vault/lessons/README.md",
                "vault/lessons/a/ReadMe.md",
                "vault/lessons/a/pic.png",
                "vault/lessons-old/z.md",
                "vault/archive/2026/b-1.md",
                "docs/q.md",
            ],
            "",
        )
    )
    assert [entry.path for entry in NotesLayout().paths(tree)] == ["vault/lessons/a/Y.MD", "vault/lessons/a/x.md"]
    assert [entry.path for entry in NotesLayout().paths(tree, archived=True)] == ["vault/archive/2026/b-1.md"]


def test_links_and_submodules_are_listed_whatever_their_names() -> None:
    tree = Files(
        {"vault/lessons/a": "", "vault/lessons/b.md": "", "vault/lessons/c": ""},
        {"vault/lessons/a": "symlink", "vault/lessons/c": "submodule"},
    )
    assert [(entry.path[14:], entry.kind) for entry in NotesLayout().paths(tree)] == [
        ("a", "symlink"),
        ("b.md", "file"),
        ("c", "submodule"),
    ]


def test_a_lesson_is_added_below_its_first_tag_under_its_id() -> None:
    assert NotesLayout().add(Files({}), LESSON) == FileChange(HOME, None, TEXT.encode())


@pytest.mark.parametrize("identity", ["../../x", "B/1", "", "b-1", "B-1.md", "COM1", "B\x00", "B-" + "x" * 80])
def test_an_id_that_cannot_name_a_file_is_refused(identity: str) -> None:
    with pytest.raises(Refused, match="name a file"):
        NotesLayout().place(LESSON._replace(id=identity))


@pytest.mark.parametrize("tag", ["a/aux", ".git/hooks", "a/" + "x" * 65, ".."])
def test_a_tag_that_cannot_be_a_folder_is_refused(tag: str) -> None:
    with pytest.raises(UsageError, match="bad tag"):
        NotesLayout().place(LESSON._replace(tags=(tag,)))


@pytest.mark.parametrize("path", [HOME, "vault/lessons/pdf/font/B-1.MD"])
def test_nothing_is_overwritten_not_even_in_another_case(path: str) -> None:
    with pytest.raises(Refused, match="there already"):
        NotesLayout().add(Files({path: "something"}), LESSON)


def test_setting_a_key_changes_one_line_of_the_file() -> None:
    tree = Files({HOME: TEXT.replace("\n", "\r\n").encode() + b"caf\xe9\r\n"})
    change = NotesLayout().set_key(tree, record_at(tree, HOME), "last_verified", "2026-02-01")
    assert change.before == tree.files[HOME]
    assert change.after == tree.files[HOME].replace(b"ttl: 365\r\n", b"ttl: 365\r\nlast_verified: 2026-02-01\r\n")


def test_a_file_that_is_gone_or_holds_another_lesson_is_not_written() -> None:
    record = record_at(Files({HOME: TEXT}), HOME)
    with pytest.raises(VaultUnreadable, match="not there"):
        NotesLayout().set_key(Files({}), record, "ttl", "1")
    with pytest.raises(StaleWrite, match="another lesson"):
        NotesLayout().set_key(Files({HOME: TEXT.replace("B-1", "B-2")}), record, "ttl", "1")
    with pytest.raises(StaleWrite):
        NotesLayout().retire(Files({HOME: "rubbish"}), [(record, "expired")], "2026-05-01")


def test_retiring_moves_the_text_with_the_day_and_the_reason() -> None:
    tree = Files({HOME: TEXT})
    changes = NotesLayout().retire(tree, [(record_at(tree, HOME), 'expired: "2026-01-05" #1')], "2026-05-01")
    after = tree.after(changes)
    path = "vault/archive/2026/b-1.md"
    assert list(after.files) == [path]
    lines = 'archived: 2026-05-01\narchived_reason: "expired: \\"2026-01-05\\" #1"\n'
    assert after.files[path].decode() == TEXT.replace("ttl: 365\n", "ttl: 365\n" + lines)
    record = record_at(after, path, archived=True)
    assert lesson_of(record) == LESSON and not interpret(record).faults
    assert record.field("archived_reason").value == 'expired: "2026-01-05" #1'  # type: ignore[union-attr]


def test_bringing_back_restores_the_very_bytes() -> None:
    for text in (TEXT, TEXT.replace("\n", "\r\n"), "\ufeff" + TEXT.replace("ttl: 365", "name: x\n# why\nttl: 365 # days")):
        tree = Files({HOME: text})
        retired = tree.after(NotesLayout().retire(tree, [(record_at(tree, HOME), "expired")], "2026-05-01"))
        record = record_at(retired, "vault/archive/2026/b-1.md", archived=True)
        assert retired.after(NotesLayout().revive(retired, record, lesson_of(record))).files == tree.files


def test_bringing_back_changes_only_what_the_lesson_says_otherwise() -> None:
    tree = Files({HOME: TEXT.replace("ttl: 365\n", "ttl: 365  # days\nsuperseded_by: B-2\n")})
    retired = tree.after(NotesLayout().retire(tree, [(record_at(tree, HOME), "superseded")], "2026-05-01"))
    record = record_at(retired, "vault/archive/2026/b-1.md", archived=True)
    wanted = lesson_of(record)._replace(superseded_by=None, last_verified=date(2026, 6, 1), ttl=None, tags=("x", "c"))
    after = retired.after(NotesLayout().revive(retired, record, wanted))
    assert list(after.files) == ["vault/lessons/x/b-1.md"]
    text = after.files["vault/lessons/x/b-1.md"].decode()
    assert "ttl: indefinite  # days\nlast_verified: 2026-06-01\n---" in text
    assert lesson_of(record_at(after, "vault/lessons/x/b-1.md")) == wanted


def test_an_archive_that_already_holds_the_id_is_not_overwritten() -> None:
    tree = Files({HOME: TEXT, "vault/archive/2026/B-1.md": "old"})
    with pytest.raises(Refused, match="there already"):
        NotesLayout().retire(tree, [(record_at(tree, HOME), "expired")], "2026-05-01")
    twice = Files({HOME: TEXT, "vault/lessons/c/b-1.md": TEXT})
    with pytest.raises(Refused, match="there already"):
        NotesLayout().retire(twice, [(record_at(twice, path), "expired") for path in twice.files], "2026-05-01")


def test_a_note_that_does_not_parse_is_not_moved() -> None:
    tree = Files({HOME: TEXT.replace("ttl: 365", "ttl: soon")})
    with pytest.raises(Refused, match="left as it is"):
        NotesLayout().retire(tree, [(record_at(tree, HOME), "expired")], "2026-05-01")

"""The single-file layout: KNOWLEDGE_VAULT.md, with ARCHIVED_KNOWLEDGE.md beside it.

The grammar is in `formats.blocks`; what writes is imported only when something is written.
"""

from __future__ import annotations

from vaultctl.core.change import FileChange
from vaultctl.core.places import SINGLE_FILE, SINGLE_FILE_ARCHIVE
from vaultctl.errors import VaultUnreadable
from vaultctl.formats import blocks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultctl.core.config import LayoutName
    from vaultctl.core.lesson import Lesson
    from vaultctl.core.record import Parsed, Record
    from vaultctl.core.stored import Stored
    from vaultctl.usecases.findings import TreeEntry
    from vaultctl.usecases.ports import Tree


class SingleFileLayout:
    """Implements `usecases.ports.Layout`.

    The writing methods raise VaultUnreadable where a file cannot be read or is no vault, Refused where the change would not
    read back as it is meant, StaleWrite where a record is not where it was.
    """

    name: LayoutName = "single-file"

    def paths(self, tree: Tree, *, archived: bool = False) -> Sequence[TreeEntry]:
        """The one file of the vault, or of the archive; empty where it is not there."""
        path = SINGLE_FILE_ARCHIVE if archived else SINGLE_FILE
        return [entry for entry in tree.entries(path) if entry.path == path]

    def parse(self, path: str, text: str, *, archived: bool = False) -> Parsed:
        """The records of the file.  Never raises."""
        return blocks.parse(path, text, archived=archived)

    def canonical(self, path: str, text: str, *, archived: bool = False) -> str | None:
        """The file with canonical headings and key lines; None where there is nothing to change, or it is no vault."""
        from vaultctl.formats import block_fixes

        return block_fixes.canonical(text, blocks.parse(path, text, archived=archived))

    def place(self, lesson: Lesson) -> str:
        """The one file."""
        return SINGLE_FILE

    def add(self, tree: Tree, lesson: Lesson) -> FileChange:
        """The change that puts a lesson at its id's sorted place in its section; makes the file where there is none."""
        from vaultctl.formats import block_edits, block_text

        before = tree.read(SINGLE_FILE)
        if before is None:
            return FileChange(SINGLE_FILE, None, block_text.new_file([lesson]).encode())
        return FileChange(SINGLE_FILE, before, block_edits.insert(_decode(SINGLE_FILE, before), lesson).encode())

    def set_key(self, tree: Tree, record: Record, key: str, value: str) -> FileChange:
        """The change that sets one key of a record, in the file that it stands in."""
        from vaultctl.formats import block_edits

        before = _read(tree, record.path)
        return FileChange(record.path, before, block_edits.set_key(_decode(record.path, before), record, key, value).encode())

    def retire(self, tree: Tree, records: Sequence[tuple[Record, str]], day: str) -> Sequence[FileChange]:
        """The changes that move records, each with its reason, to the archive: the blocks as they were."""
        if not records:
            return []
        from vaultctl.formats import block_edits

        vault = _read(tree, SINGLE_FILE)
        text = _decode(SINGLE_FILE, vault)
        old = tree.read(SINGLE_FILE_ARCHIVE)
        ordered = sorted(records, key=lambda item: item[0].line)
        taken = block_edits.take_all(text, [record for record, _ in ordered])
        moved = [(block, record, reason) for block, (record, reason) in zip(taken, ordered, strict=True)]
        archive = block_edits.archive(_decode(SINGLE_FILE_ARCHIVE, old or b""), moved, day, block_edits.line_end(text))
        rest = block_edits.remove(text, [record for record, _ in records])
        return [FileChange(SINGLE_FILE, vault, rest.encode()), FileChange(SINGLE_FILE_ARCHIVE, old, archive.encode())]

    def revive(self, tree: Tree, record: Record, lesson: Lesson) -> Sequence[FileChange]:
        """The changes that bring an archived record back as `lesson`: its block, changed only where the lesson differs."""
        from vaultctl.formats import block_edits, block_text

        archive = _read(tree, SINGLE_FILE_ARCHIVE)
        text = _decode(SINGLE_FILE_ARCHIVE, archive)
        block = block_edits.revise(block_edits.take(text, record), lesson)
        vault = tree.read(SINGLE_FILE)
        if vault is None:
            restored = block_text.new_file([lesson]).replace("\n", block_edits.line_end(text))
        else:
            restored = block_edits.insert(_decode(SINGLE_FILE, vault), lesson, block=block)
        rest = block_edits.remove(text, [record])
        return [FileChange(SINGLE_FILE, vault, restored.encode()), FileChange(SINGLE_FILE_ARCHIVE, archive, rest.encode())]

    def replace(self, tree: Tree, old: Sequence[Record], new: Sequence[Stored]) -> Sequence[FileChange]:
        """The changes that take blocks out of the two files and put others in, each at its place."""
        from vaultctl.formats import block_edits, block_text

        changes: list[FileChange] = []
        live = [(item.lesson, item.text if item.form == "block" else "") for item in new if item.archived is None]
        gone = [record for record in old if not record.archived]
        if live or gone:
            before = _read(tree, SINGLE_FILE) if gone else tree.read(SINGLE_FILE)
            if before is None and not any(block for _, block in live):
                text = block_text.new_file([lesson for lesson, _ in live])
            else:
                text = block_text.new_file([]) if before is None else _decode(SINGLE_FILE, before)
                text = block_edits.insert_all(block_edits.remove(text, gone), live)
            changes.append(FileChange(SINGLE_FILE, before, text.encode()))
        archived = [item for item in new if item.archived is not None]
        gone = [record for record in old if record.archived]
        if archived or gone:
            before = _read(tree, SINGLE_FILE_ARCHIVE) if gone else tree.read(SINGLE_FILE_ARCHIVE)
            text = _decode(SINGLE_FILE_ARCHIVE, before or b"")
            text = block_edits.remove(text, gone) if gone else text
            changes.append(FileChange(SINGLE_FILE_ARCHIVE, before, block_edits.archive_all(text, archived).encode()))
        return changes


def _read(tree: Tree, path: str) -> bytes:
    content = tree.read(path)
    if content is None:
        raise VaultUnreadable(f"{path} is not there", "was it moved or removed meanwhile? run the command again")
    return content


def _decode(path: str, content: bytes) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        message = f"{path} is not UTF-8 (byte {error.start}); nothing was written"
        raise VaultUnreadable(message, "convert the file to UTF-8") from None

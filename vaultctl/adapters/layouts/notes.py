"""The notes layout: one file a lesson below `vault/lessons`, archived ones below `vault/archive/<year>`."""

from __future__ import annotations

from vaultctl.core.places import ARCHIVE_DIR, LESSONS_DIR
from vaultctl.formats import frontmatter
from vaultctl.usecases.presence import DOCUMENTATION, ENDING, lesson_pages

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultctl.core.change import FileChange
    from vaultctl.core.config import LayoutName
    from vaultctl.core.lesson import Lesson
    from vaultctl.core.record import Parsed, Record
    from vaultctl.core.stored import Stored
    from vaultctl.usecases.findings import TreeEntry
    from vaultctl.usecases.ports import Tree


class NotesLayout:
    """Implements `usecases.ports.Layout`.

    The writing methods raise Refused where a note does not parse, has no usable id or its place is taken, VaultUnreadable where a
    file is not there, StaleWrite where another lesson stands in it.  Nothing they return overwrites a file.
    """

    name: LayoutName = "notes"

    def paths(self, tree: Tree, *, archived: bool = False) -> Sequence[TreeEntry]:
        """The notes, and whatever is no plain file (links, submodules): lessons may hide there, and the caller must say so.

        A README.md is documentation.
        """
        entries = tree.entries(ARCHIVE_DIR if archived else LESSONS_DIR)
        notes = [entry for entry in entries if entry.kind != "file" or entry.path[-3:].casefold() == ENDING]
        pages = [entry.path for entry in notes if entry.kind == "file" and not _is_note(entry.path)]
        if not pages:
            return notes
        lessons = lesson_pages(tree, pages)
        return [entry for entry in notes if entry.path not in pages or entry.path in lessons]

    def parse(self, path: str, text: str, *, archived: bool = False) -> Parsed:
        """The one record of a note.  Never raises."""
        return frontmatter.parse(path, text, archived=archived)

    def canonical(self, path: str, text: str, *, archived: bool = False) -> str | None:
        """The note with canonical keys, tags and category; None where there is nothing to change, or it does not parse."""
        from vaultctl.adapters.layouts import note_changes

        return note_changes.canonical(path, text, archived=archived)

    def place(self, lesson: Lesson) -> str:
        """`vault/lessons/<first tag>/<id, lower-case>.md`.  Raises Refused for an unfit id, UsageError for an unfit tag."""
        from vaultctl.adapters.layouts import note_changes

        return note_changes.place(lesson)

    def add(self, tree: Tree, lesson: Lesson) -> FileChange:
        """The change that adds a lesson at its place."""
        from vaultctl.adapters.layouts import note_changes

        return note_changes.add(tree, lesson)

    def set_key(self, tree: Tree, record: Record, key: str, value: str) -> FileChange:
        """The change that sets one key of a note; nothing else in it changes."""
        from vaultctl.adapters.layouts import note_changes

        return note_changes.set_key(tree, record, key, value)

    def retire(self, tree: Tree, records: Sequence[tuple[Record, str]], day: str) -> Sequence[FileChange]:
        """The changes that move notes to `vault/archive/<year of the day>`, each with two lines more: the day and the reason."""
        from vaultctl.adapters.layouts import note_changes

        return note_changes.retire(tree, records, day)

    def revive(self, tree: Tree, record: Record, lesson: Lesson) -> Sequence[FileChange]:
        """The changes that bring an archived note back as `lesson`, changed only where the lesson differs."""
        from vaultctl.adapters.layouts import note_changes

        return note_changes.revive(tree, record, lesson)

    def replace(self, tree: Tree, old: Sequence[Record], new: Sequence[Stored]) -> Sequence[FileChange]:
        """The changes that remove notes and add others, live or archived, each at its place."""
        from vaultctl.adapters.layouts import note_changes

        return note_changes.replace(tree, old, new)


def _is_note(path: str) -> bool:
    name = path.rsplit("/", 1)[-1].casefold()
    return name.endswith(ENDING) and name != DOCUMENTATION

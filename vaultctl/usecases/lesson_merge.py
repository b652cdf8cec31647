"""How files of a vault are merged when two proposals meet: by lesson and key, where lines would conflict or fuse.

The single file is always merged entry by entry.  A note is merged line by line, and key by key where that conflicts.
"""

from __future__ import annotations

from vaultctl.core.places import ARCHIVE_DIR, LESSONS_DIR, SINGLE_FILE, SINGLE_FILE_ARCHIVE
from vaultctl.errors import Refused
from vaultctl.formats import entry_merge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_SINGLE = (SINGLE_FILE, SINGLE_FILE_ARCHIVE)


def is_lesson_path(path: str) -> bool:
    """Whether lessons, or archived ones, are stored at a path (relative to the vault's folder), in either layout."""
    return path in _SINGLE or path.startswith((f"{LESSONS_DIR}/", f"{ARCHIVE_DIR}/"))


class LessonMerge:
    """Merges the files of the vault in `folder` of its repository (empty: at its top)."""

    def __init__(self, folder: str = "") -> None:
        self._prefix = f"{folder.strip('/')}/" if folder.strip("/") else ""

    def __call__(self, path: str, start: bytes, ours: bytes, theirs: bytes, plain: bytes | None) -> bytes:
        """The merged content; `start` is empty where nothing was, `plain` what merging by lines gave.  Raises VaultctlError."""
        inside = self.inside(path)
        if inside in _SINGLE:
            texts = (_decode(start), _decode(ours), _decode(theirs))
            return _encode(entry_merge.merge_blocks(*texts, archived=inside == SINGLE_FILE_ARCHIVE))
        if plain is not None:
            return plain
        if start and inside.startswith((f"{LESSONS_DIR}/", f"{ARCHIVE_DIR}/")):
            texts = (_decode(start), _decode(ours), _decode(theirs))
            return _encode(entry_merge.merge_note(inside, *texts, archived=inside.startswith(f"{ARCHIVE_DIR}/")))
        raise Refused("was changed on both sides" if start else "is on the base already, with other content")

    def pieces(self, path: str, start: bytes, theirs: bytes) -> Sequence[str]:
        """What stands in a file from the moment on that a proposal is merged: the entries that it adds or changes there.

        Empty for a file of one lesson, which is then the same as a whole.
        """
        inside = self.inside(path)
        if inside not in _SINGLE:
            return ()
        return entry_merge.changed_blocks(_decode(start), _decode(theirs), archived=inside == SINGLE_FILE_ARCHIVE)

    def ids(self, path: str, content: bytes | None) -> set[str]:
        """The id keys of the lessons in a file of the vault; none in another file, or where it is not there."""
        inside = self.inside(path)
        if content is None or not is_lesson_path(inside):
            return set()
        archived = self.is_archive(path)
        if inside in _SINGLE:
            return entry_merge.block_ids(_decode(content), archived=archived)
        return entry_merge.note_ids(inside, _decode(content), archived=archived)

    def is_archive(self, path: str) -> bool:
        """Whether archived lessons are stored at a path."""
        inside = self.inside(path)
        return inside == SINGLE_FILE_ARCHIVE or inside.startswith(f"{ARCHIVE_DIR}/")

    def places(self, *, archived: bool) -> tuple[str, str]:
        """Where lessons, or archived ones, are stored: the folder of the notes, and the single file."""
        found = (ARCHIVE_DIR, SINGLE_FILE_ARCHIVE) if archived else (LESSONS_DIR, SINGLE_FILE)
        return self._prefix + found[0], self._prefix + found[1]

    def inside(self, path: str) -> str:
        """The path as seen from the vault's folder; as it is for one outside."""
        return path.removeprefix(self._prefix)


def _decode(content: bytes) -> str:
    return content.decode("utf-8", "surrogateescape")


def _encode(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")

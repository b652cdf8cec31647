"""The changes to notes: where a lesson is written, and what adding, changing, moving and removing it comes to.

Functions behind the writing methods of `layouts.notes.NotesLayout`, which `check` never calls.
"""

from __future__ import annotations

from vaultctl.core import tags as tagging
from vaultctl.core.change import FileChange
from vaultctl.core.lesson import Malformed, interpret, is_id
from vaultctl.core.places import ARCHIVE_DIR, LESSONS_DIR
from vaultctl.core.schema import ARCHIVE_KEYS, KEYS
from vaultctl.core.stored import UNKNOWN_DAY
from vaultctl.errors import Refused, StaleWrite, VaultUnreadable
from vaultctl.formats import frontmatter, note_writing
from vaultctl.usecases.presence import ENDING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultctl.core.lesson import Lesson
    from vaultctl.core.record import Record
    from vaultctl.core.stored import Stored
    from vaultctl.usecases.ports import Tree

_RUN_AGAIN = "was it moved or removed meanwhile? run the command again"


def canonical(path: str, text: str, *, archived: bool = False) -> str | None:
    """The note with canonical keys, tags and category; None where there is nothing to change, or it does not parse."""
    return note_writing.canonical(text, frontmatter.parse(path, text, archived=archived).records[0])


def place(lesson: Lesson) -> str:
    """`vault/lessons/<first tag>/<id, lower-case>.md`.  Raises Refused for an unfit id, UsageError for an unfit tag."""
    path = f"{LESSONS_DIR}/{tagging.strict(lesson.tags[0])}/{_file_name(lesson.id)}"
    if len(path) > tagging.MAX_PATH:
        raise Refused(f"the path {path[:60]}… would have {len(path)} characters, of at most {tagging.MAX_PATH}",
                      "name a shorter tag first, or give a shorter id")
    return path


def add(tree: Tree, lesson: Lesson) -> FileChange:
    """The change that adds a lesson at its place."""
    path = place(lesson)
    _require_free(_taken(tree, path.rpartition("/")[0]), path)
    return FileChange(path, None, note_writing.write(lesson).encode())


def set_key(tree: Tree, record: Record, key: str, value: str) -> FileChange:
    """The change that sets one key of a note; nothing else in it changes."""
    before = _read(tree, record)
    return FileChange(record.path, before, _encode(note_writing.set_key(_decode(before), record, key, value)))


def retire(tree: Tree, records: Sequence[tuple[Record, str]], day: str) -> Sequence[FileChange]:
    """The changes that move notes to `vault/archive/<year of the day>`, each with two lines more: the day and the reason."""
    changes: list[FileChange] = []
    folder = f"{ARCHIVE_DIR}/{day[:4]}"
    taken = _taken(tree, folder)
    for record, reason in records:
        before = _read(tree, record)
        path = f"{folder}/{_file_name(_lesson(record).id)}"
        _require_free(taken, path)
        taken[path.casefold()] = path
        text = note_writing.set_keys(_decode(before), record, {"archived": day, "archived_reason": reason})
        changes += [FileChange(record.path, before, None), FileChange(path, None, _encode(text))]
    return changes


def revive(tree: Tree, record: Record, lesson: Lesson) -> Sequence[FileChange]:
    """The changes that bring an archived note back as `lesson`, changed only where the lesson differs."""
    before = _read(tree, record)
    old = _lesson(record)
    path = place(lesson)
    _require_free(_taken(tree, path.rpartition("/")[0]), path)
    text = _decode(before)
    for key in ARCHIVE_KEYS:
        if record.field(key) is not None:
            text = note_writing.remove_key(text, record, key)
    for key in [key.name for key in KEYS]:
        value = getattr(lesson, key)
        if value == getattr(old, key):
            continue
        if value is None and key != "ttl":
            text = note_writing.remove_key(text, record, key)
        else:
            text = note_writing.set_key(text, record, key, _value_text(key, value))
    if lesson.body != old.body:
        text = note_writing.write(lesson)
    return [FileChange(record.path, before, None), FileChange(path, None, _encode(text))]


def replace(tree: Tree, old: Sequence[Record], new: Sequence[Stored]) -> Sequence[FileChange]:
    """The changes that remove notes and add others, live or archived, each at its place."""
    removed = {record.path: _read(tree, record) for record in old}
    taken = _taken(tree, LESSONS_DIR) | _taken(tree, ARCHIVE_DIR)
    taken = {key: path for key, path in taken.items() if path not in removed}
    changes: list[FileChange] = []
    for stored in new:
        path = place(stored.lesson) if stored.archived is None else _archive_place(stored)
        _require_free(taken, path)
        taken[path.casefold()] = path
        changes.append(FileChange(path, removed.pop(path, None), _encode(_text_of(path, stored))))
    # A file that is only spelled otherwise must be gone before the new one comes, where the disk knows no case.
    return [FileChange(path, before, None) for path, before in removed.items()] + changes


def _archive_place(stored: Stored) -> str:
    day = stored.archived[0] if stored.archived else ""
    year = day[:4] if day[:4].isdigit() else str(stored.lesson.first_seen.year)
    return f"{ARCHIVE_DIR}/{year}/{_file_name(stored.lesson.id)}"


def _text_of(path: str, stored: Stored) -> str:
    """The note of a lesson; the day and the reason of an archived one are two lines more."""
    text = stored.text if stored.form == "note" else note_writing.write(stored.lesson)
    for key, value in zip(ARCHIVE_KEYS, stored.archived or (), strict=False):
        record = frontmatter.parse(path, text, archived=True).records[0]
        there = record.field(key)
        if value not in ("", UNKNOWN_DAY) and (there is None or there.value != value):
            text = note_writing.set_key(text, record, key, value)
    return text


def _value_text(key: str, value: object) -> str:
    if key == "ttl":
        return "indefinite" if value is None else str(value)
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def _file_name(identity: str) -> str:
    """The file of an id.  An id comes from a file that anybody may have written: nothing in it may lead elsewhere."""
    if not is_id(identity):
        raise Refused(f"bad id {identity[:60]!r}: it cannot name a file", "give the lesson an id such as B-001 first")
    name = identity.lower()
    reason = tagging.portability(name)
    if reason:
        raise Refused(f"the id {identity[:80]!r} cannot name a file: {reason}", "give the lesson another id first")
    return name + ENDING


def _lesson(record: Record) -> Lesson:
    entry = interpret(record)
    if isinstance(entry, Malformed):
        raise Refused(f"{record.path}:{entry.worst.line}: {entry.worst.message}; the file was left as it is", entry.worst.hint)
    return entry.lesson


def _taken(tree: Tree, folder: str) -> dict[str, str]:
    """The paths below a folder, by their spelling without case: a disk may not tell them apart."""
    return {entry.path.casefold(): entry.path for entry in tree.entries(folder)}


def _require_free(taken: dict[str, str], path: str) -> None:
    there = taken.get(path.casefold())
    if there is not None:
        raise Refused(f"{there} is there already; it was not overwritten", "look at it, and give one of the two another id")


def _read(tree: Tree, record: Record) -> bytes:
    """The bytes of a record's file, which must still hold that lesson."""
    content = tree.read(record.path)
    if content is None:
        raise VaultUnreadable(f"{record.path} is not there", _RUN_AGAIN)
    now = frontmatter.parse(record.path, _decode(content), archived=record.archived).records[0].field("id")
    then = record.field("id")
    if (now.value if now else None) != (then.value if then else None):
        raise StaleWrite(f"{record.path} holds another lesson now; nothing was written", _RUN_AGAIN)
    return content


def _decode(content: bytes) -> str:
    return content.decode("utf-8", "surrogateescape")


def _encode(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")

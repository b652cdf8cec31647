"""What the rest of a vault needs to know of a record, so that rules across files need no file that stayed as it was.

Facts hold nothing that depends on the day, on the config or on other files: only what stands in the record.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from vaultctl.core.lesson import Entry, id_key
from vaultctl.core.links import find_links
from vaultctl.core.problem import Problem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultctl.core.lesson import Malformed
    from vaultctl.core.record import Record, Severity
    from vaultctl.core.rules.context import Role, Scan


class Fact(NamedTuple):
    """One record, as the others see it.

    `id` is as written, empty where it has none.  `is_lesson`: whether it can be read as one; only then the rest is known.
    `at` and the other places are line and column of a key, or of the record where the key is not there.  `namespaces` are the
    first segments of its tags, `first_seen` is ISO 8601, `links` are what the body's links name, case-folded.
    """

    path: str
    role: Role
    id: str
    is_lesson: bool
    at: Sequence[int]
    name: str = ""
    name_at: Sequence[int] = (1, 1)
    superseded_by: str = ""
    superseded_at: Sequence[int] = (1, 1)
    namespaces: Sequence[str] = ()
    tags_at: Sequence[int] = (1, 1)
    first_seen: str = ""
    links: Sequence[str] = ()

    @property
    def key(self) -> str:
        """The id as ids are compared."""
        return id_key(self.id)

    def problem(
        self, at: Sequence[int], rule: str, severity: Severity, message: str, *, hint: str = "", key: str = ""
    ) -> Problem:
        """A problem with the record, at one of its places."""
        return Problem(self.path, at[0], at[1], severity, rule, message, self.id, False, hint, key)


def fact_of(path: str, role: Role, item: Entry | Malformed, scan: Scan) -> Fact:
    """The fact of one record."""
    record = item.record
    if not isinstance(item, Entry):
        return Fact(path, role, item.id or "", False, _place(record, "id"))
    lesson = item.lesson
    return Fact(
        path, role, lesson.id, True, _place(record, "id"), lesson.name or "", _place(record, "name"), lesson.superseded_by or "",
        _place(record, "superseded_by"), tuple(sorted({tag.partition("/")[0] for tag in lesson.tags})), _place(record, "tags"),
        lesson.first_seen.isoformat(),
        tuple(link.target.casefold() for link in find_links(lesson.body, scan)) if "[[" in lesson.body else (),
    )  # fmt: skip


def _place(record: Record, key: str) -> tuple[int, int]:
    field = record.field(key)
    return (field.line, field.column) if field is not None else (record.line, 1)

"""wrong-place: a note lies in another folder, or under another name, than its tags and its id say.

A note belongs at `vault/lessons/<first tag>/<id in lower case>.md`; a folder of an ancestor of the first tag will do.  It is
found wherever it lies; people look where it should be.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import normalize

from vaultctl.core.lesson import is_id
from vaultctl.core.places import LESSONS_DIR
from vaultctl.core.rules.context import problem_at
from vaultctl.core.tags import ancestors

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultctl.core.lesson import Entry
    from vaultctl.core.problem import Problem
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Context, Scope

ID = "wrong-place"
SEVERITY: Severity = "warning"
SCOPE: Scope = "live"


def check(entry: Entry, context: Context) -> Iterator[Problem]:
    path = entry.record.path
    if context.config.layout != "notes" or not path.startswith(LESSONS_DIR + "/"):
        return
    # macOS may hand out file names in another normal form than they were given (Unicode UAX #15).
    folder, _, name = (path if path.isascii() else normalize("NFC", path))[len(LESSONS_DIR) + 1 :].rpartition("/")
    tag = entry.lesson.tags[0]
    right = f"{entry.lesson.key}.md"
    if folder not in ancestors(tag):
        yield problem_at(entry, ID, SEVERITY, f"the first tag is {tag}, but the folder is {folder or LESSONS_DIR}", field="tags",
                         hint=f"move it to {LESSONS_DIR}/{tag}/{right}, or name the tag of its folder first")
    if name != right and is_id(entry.lesson.id):
        yield problem_at(entry, ID, SEVERITY, f"the file is called {name}, not {right}", hint=f"rename it to {right}")

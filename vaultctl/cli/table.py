"""The table of commands: name -> module under `vaultctl.cli`, one line of help, and the heading it stands under."""

from __future__ import annotations

from vaultctl.core.values import NamedTuple as _NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple
else:
    NamedTuple = _NamedTuple


class Command(NamedTuple):
    """One command: the module that holds it, and what it does in one line."""

    module: str
    about: str


COMMANDS: dict[str, Command] = {
    "init": Command("init", "Lay out a vault in a folder."),
    "check": Command("check", "Give the verdict on a task, before acting."),
    "show": Command("show", "Show one lesson, with its body and links."),
    "search": Command("search", "Search the lessons for words."),
    "record": Command("record", "Propose a lesson on its own branch, with its pull request."),
    "fail": Command("fail", "Log one failure, and learn what it adds up to."),
    "reflect": Command("reflect", "Sum the failures up, and make lessons of them."),
    "queue": Command("queue", "List the proposals that wait, and merge them where the forge does not."),
    "sync": Command("sync", "Fetch, fast-forward what is safe, and send what waits."),
    "gate": Command("gate", "Say whether a proposal may be merged, by the rules of its base."),
    "archive": Command("archive", "Move expired and superseded lessons to the archive, as one proposal."),
    "verify": Command("verify", "Say that lessons still hold, or list those to look at."),
    "unarchive": Command("unarchive", "Bring a lesson back from the archive."),
    "backup": Command("backup", "Write the whole vault into one readable file."),
    "restore": Command("restore", "Propose what a backup holds and the vault lacks."),
    "import": Command("import_", "Read lessons out of other files, as drafts."),
    "migrate": Command("migrate", "Move the vault into the other layout, as a proposal."),
    "index": Command("index", "Write the index and what else is generated from the lessons."),
    "lint": Command("lint", "Find what is wrong in the vault."),
    "doctor": Command("doctor", "Say whether everything that vaultctl needs is there."),
    "demo": Command("demo", "Walk the whole loop in a throw-away repository."),
}

"""`import`: files that are no vault -> drafts of lessons, and every line that was not understood.

To look is the default.  What is written goes into the working tree, in the vault's layout, for a person to review and commit; the
files that it came from are never changed.  A draft is written only when it is whole and `lint` has nothing against it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import PurePath
from typing import TYPE_CHECKING, Literal

from vaultctl.core import policy, secrets
from vaultctl.core import problem as comparing
from vaultctl.core.change import FileChange
from vaultctl.core.draft import DEFAULT_TTL, read_draft
from vaultctl.core.lesson import Entry, Lesson, id_key, is_id, parse_day
from vaultctl.core.links import find_links
from vaultctl.core.schema import REQUIRED
from vaultctl.core.stored import UNKNOWN_DAY, Stored
from vaultctl.errors import Exit, Refused, UsageError
from vaultctl.formats import markdown
from vaultctl.formats.importing.read import read
from vaultctl.usecases.lint import find_problems
from vaultctl.usecases.overlay import with_changes as tree_with_changes
from vaultctl.usecases.snapshot import Snapshot, with_changes

if TYPE_CHECKING:
    from vaultctl.core.draft import Value
    from vaultctl.core.problem import Problem
    from vaultctl.formats.importing.drafting import Draft
    from vaultctl.formats.learnings import Failure
    from vaultctl.usecases.ports import Tree

    State = Literal["ready", "incomplete", "exists", "refused", "written"]


@dataclass(frozen=True, slots=True)
class Request:
    """The texts to read, by the paths that people know; what stands in for keys that are missing; whether to write."""

    files: Mapping[str, str]
    today: date
    defaults: Mapping[str, Value] = field(default_factory=dict)
    write: bool = False


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of a file.

    `given` holds the keys that are known, `guessed` which of them are guesses, `missing` the required ones that are not.
    `reasons` say why it `exists` already or is `refused`, and what else there is to know.
    `target` is the path at which it is (or would be) written.
    """

    path: str
    line: int
    given: Mapping[str, Value]
    guessed: frozenset[str]
    missing: tuple[str, ...]
    state: State
    lesson: Lesson | None = None
    archived: tuple[str, str] | None = None
    reasons: tuple[str, ...] = ()
    target: str | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The drafts in their order, and what was not understood: path, line, text.

    `failures` are rows of failure logs, by their paths: no lessons, and written nowhere.
    """

    items: tuple[Item, ...]
    not_understood: tuple[tuple[str, int, str], ...]
    failures: tuple[tuple[str, Failure], ...] = ()
    changes: tuple[FileChange, ...] = field(default=(), repr=False)
    wrote: bool = False

    @property
    def exit_code(self) -> int:
        """0 for a look; after writing 1 where a draft could not be written."""
        left = any(item.state in ("incomplete", "refused") for item in self.items)
        return Exit.NO if self.wrote and left else Exit.OK


def read_files(request: Request, vault: Snapshot | None, tree: Tree, write: Callable[[Sequence[FileChange]], None]) -> Outcome:
    """Make drafts of files and, where that is asked for, write those that are whole.  `vault` None: there is none to compare with.

    Raises what writing raises.
    """
    work = _Import(request, vault, tree)
    changes = work.plan() if vault is not None else ()
    if request.write and changes:
        write(changes)
        work.items = [replace(item, state="written") if item.state == "ready" else item for item in work.items]
    return Outcome(tuple(work.items), tuple(work.not_understood), tuple(work.failures), changes, request.write)


class _Import:
    def __init__(self, request: Request, vault: Snapshot | None, tree: Tree) -> None:
        self.request = request
        self.vault = vault
        self.tree = tree
        self.items: list[Item] = []
        self.not_understood: list[tuple[str, int, str]] = []
        self.failures: list[tuple[str, Failure]] = []
        drafts: list[tuple[str, Draft]] = []
        for path, text in request.files.items():
            found = read(text, PurePath(path).stem)
            drafts += [(path, draft) for draft in found.drafts]
            self.failures += [(path, item) for item in found.failures]
            self.not_understood += [(path, number, line) for number, line in found.not_understood]
        self.known = self._known_ids()
        self.names = self._known_names()
        self.targets = self.known.keys() | self.names | {
            id_key(value) for _, draft in drafts for key in ("id", "name") if isinstance(value := draft.given.get(key), str)
        }  # fmt: skip
        for path, draft in drafts:
            self.items.append(self._item(path, draft))

    def _entries(self) -> list[Entry]:
        if self.vault is None:
            return []
        return [item for source in self.vault.sources if source.role in ("lessons", "archive", "stray")
                for item in source.records if isinstance(item, Entry)]  # fmt: skip

    def _known_ids(self) -> dict[str, str]:
        """Id key -> where it stands."""
        return {entry.lesson.key: f"{entry.record.path}:{entry.record.line}" for entry in self._entries()}

    def _known_names(self) -> set[str]:
        return {entry.lesson.name.casefold() for entry in self._entries() if entry.lesson.name}

    # One draft.

    def _item(self, path: str, draft: Draft) -> Item:
        given = {key: value for key, value in draft.given.items() if any(text.strip() for text in _texts(value))}
        guessed = set(draft.guessed)
        if isinstance(given.get("id"), str) and not is_id(str(given["id"])):
            _to_body(given, "ID", str(given.pop("id")))
        for key, value in self.request.defaults.items():
            given.setdefault(key, value)
        for key, value in (("first_seen", self.request.today.isoformat()), ("ttl", DEFAULT_TTL)):
            if key not in given:
                given[key] = value
                guessed.add(key)
        self._name(given)
        if "body" in given:
            given["body"] = self._body(str(given["body"]))
        verified = given.pop("last_verified", None)
        missing = tuple(key for key in REQUIRED if key != "id" and key not in given)
        judged = read_draft(given, self.request.today)
        reasons = [item.message if item.message.startswith(item.key) else f"{item.key}: {item.message}"
                   for item in judged.problems if item.key not in missing]  # fmt: skip
        if verified is not None:
            given["last_verified"] = verified
        item = Item(path, draft.line, given, frozenset(guessed & given.keys()), missing, "incomplete", archived=draft.archived)
        if missing:
            return replace(item, reasons=tuple(reasons))
        if reasons:
            return replace(item, state="refused", reasons=tuple(reasons))
        lesson = judged.lesson
        if verified is not None:
            try:
                lesson = lesson._replace(last_verified=parse_day(str(verified)))
            except ValueError as error:
                return replace(item, state="refused", reasons=(f"last_verified: {error}",))
        there = self.known.get(lesson.key)
        if there is not None:
            return replace(item, state="exists", lesson=lesson, reasons=(f"{lesson.id} is there already: {there}",))
        self.known[lesson.key] = f"{path}:{draft.line}"
        if lesson.name:
            self.names.add(lesson.name.casefold())
        old = lesson.is_expired(self.request.today) and draft.archived is None
        notes = (f"it expired after {lesson.expires} already: `vaultctl verify` it, or give another ttl (--ttl N)",) if old else ()
        return replace(item, state="ready", lesson=lesson, given={**given, "id": lesson.id}, reasons=notes)

    def _name(self, given: dict[str, Value]) -> None:
        """A name that another lesson has goes into the body."""
        name = given.get("name")
        if isinstance(name, str) and name.casefold() in self.names and id_key(str(given.get("id", ""))) not in self.known:
            _to_body(given, "Name", name)
            del given["name"]

    def _body(self, text: str) -> str:
        """The body with links that lead nowhere shown as code, and with its last fence closed."""
        lines = text.split("\n")
        links = [link for link in find_links(text, markdown.scan) if link.target.casefold() not in self.targets]
        for link in sorted(links, key=lambda link: (link.line, link.column), reverse=True):
            line = lines[link.line - 1]
            start = link.column - 1
            lines[link.line - 1] = f"{line[:start]}`{link.text}`{line[start + len(link.text) :]}"
        for fault in markdown.scan(lines)[1]:
            opener = markdown.fence(lines[fault.line - 1].strip())
            if fault.rule == "unclosed-fence" and opener is not None:
                lines.append(opener[0] * opener[1])
                break
        return "\n".join(lines)

    # All of them together.

    def plan(self) -> tuple[FileChange, ...]:
        """The changes that add what is whole and what `lint` lets pass; the others are refused, with the reason."""
        assert self.vault is not None
        for place, item in enumerate(self.items):
            if item.state == "ready" and item.lesson is not None:
                settings = self.vault.settings
                against = [found.message for found in policy.objections(item.lesson, settings.config, settings.taxonomy)]
                against += _secrets_in(item.lesson)
                if against:
                    self.items[place] = replace(item, state="refused", reasons=tuple(against))
        before = find_problems(self.vault, self.request.today)
        changes = self._changes()
        while changes:
            after = with_changes(self.vault, changes)
            found = [item for item in comparing.added(find_problems(after, self.request.today), before) if item.severity == "error"]
            if not found or not self._refuse(found):
                break
            changes = self._changes()
        return self._placed(changes)

    def _ready(self) -> list[tuple[int, Stored]]:
        found = []
        for place, item in enumerate(self.items):
            if item.state == "ready" and item.lesson is not None:
                archived = item.archived
                if archived is not None and archived[0] == UNKNOWN_DAY:
                    archived = (self.request.today.isoformat(), archived[1])
                found.append((place, Stored(item.lesson, archived)))
        return found

    def _changes(self) -> tuple[FileChange, ...]:
        assert self.vault is not None
        layout = self.vault.layout
        try:
            return tuple(layout.replace(self.tree, [], [stored for _, stored in self._ready()]))
        except (Refused, UsageError):
            pass
        done: list[FileChange] = []
        for place, stored in self._ready():  # one after the other, to find those that are refused
            try:
                done += layout.replace(tree_with_changes(self.tree, done), [], [stored])
            except (Refused, UsageError) as error:
                self.items[place] = replace(self.items[place], state="refused", reasons=(error.message,))
        return tuple(layout.replace(self.tree, [], [stored for _, stored in self._ready()]))

    def _refuse(self, problems: Sequence[Problem]) -> bool:
        """Refuses the drafts that problems are about; False where they are about none of them."""
        by_id: dict[str, list[str]] = {}
        by_path: dict[str, list[str]] = {}
        for found in problems:
            if found.id:
                by_id.setdefault(id_key(found.id), []).append(f"{found.rule}: {found.message}")
            else:
                by_path.setdefault(found.path, []).append(f"{found.rule}: {found.message}")
        refused = False
        for place, item in enumerate(self.items):
            if item.state != "ready" or item.lesson is None:
                continue
            reasons = by_id.get(item.lesson.key, [])
            if self.vault is not None and self.vault.layout.name == "notes" and not item.archived:
                reasons = reasons + by_path.get(self.vault.layout.place(item.lesson), [])
            if reasons:
                self.items[place] = replace(item, state="refused", reasons=tuple(reasons))
                refused = True
        return refused

    def _placed(self, changes: Sequence[FileChange]) -> tuple[FileChange, ...]:
        """Writes down at which path each draft goes."""
        names = {PurePath(change.path).name: change.path for change in changes}
        for place, item in enumerate(self.items):
            if item.state == "ready" and item.lesson is not None:
                path = names.get(f"{item.lesson.key}.md")
                if path is None:
                    live = [change.path for change in changes if ("ARCHIVED" in change.path) == (item.archived is not None)]
                    path = live[0] if live else None
                self.items[place] = replace(item, target=path)
        return tuple(changes)


def _texts(value: Value) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else value


def _to_body(given: dict[str, Value], name: str, value: str) -> None:
    body = str(given.get("body", ""))
    given["body"] = f"{body}\n\n**{name}:** {value}" if body else f"**{name}:** {value}"


def _secrets_in(lesson: Lesson) -> list[str]:
    """What looks like a token or a key: named, never shown."""
    return [f"{key}: there is what looks like a secret in it ({kind}); take it out of the file first"
            for key in ("issue", "mitigation", "body") for _, kind in secrets.find(getattr(lesson, key))]  # fmt: skip


def count(outcome: Outcome) -> Mapping[State, int]:
    """How many drafts are in each state."""
    return Counter(item.state for item in outcome.items)

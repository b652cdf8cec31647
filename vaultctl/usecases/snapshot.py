"""A whole vault, read once from any tree: settings, lessons of both layouts, archive, and what else lies among them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vaultctl.core.config import Config
from vaultctl.core.lesson import interpret
from vaultctl.core.places import ARCHIVE_DIR, CONFIG_FILE, LESSONS_DIR, SINGLE_FILE, SINGLE_FILE_ARCHIVE, TAXONOMY_FILE
from vaultctl.core.record import Fault
from vaultctl.core.rules.context import Source
from vaultctl.errors import VaultUnreadable
from vaultctl.formats import markdown
from vaultctl.usecases.findings import TreeEntry
from vaultctl.usecases.settings import Settings, read_settings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from vaultctl.core.change import FileChange
    from vaultctl.core.rules.context import Role
    from vaultctl.usecases.ports import Layout, Tree

_LEFT_ALONE = "readme.md"
_GIT_PREFIX = ".git"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A vault as one tree holds it.  `layout` is the one that the config names; `sources` are sorted by path."""

    label: str
    settings: Settings
    layout: Layout
    sources: tuple[Source, ...]


def read_snapshot(
    tree: Tree, layouts: Sequence[Layout], *, default: Config | None = None, known: Snapshot | None = None
) -> Snapshot:
    """The vault of a tree.

    `default` is the config where the tree has none.  Files that are the same in `known` are not parsed again.  A file that cannot
    be read is a fault of its source.  Raises ConfigError and VaultUnreadable where the config cannot be understood or read.
    """
    settings = read_settings(tree, default=default)
    layout = next(item for item in layouts if item.name == settings.config.layout)
    sources: list[Source] = list(_settings_sources(settings))
    reader = _Reader(tree, known)
    sources += reader.read(layout, "lessons")
    sources += reader.read(layout, "archive", archived=True)
    for other in layouts:
        if other is not layout:
            sources += reader.read_stray(other, settings.config, archived=False)
            sources += reader.read_stray(other, settings.config, archived=True)
    if layout.name == "notes":
        mine = {source.path for source in sources}
        sources += [
            Source(entry.path, "foreign", markdown.scan, kind=entry.kind)
            for entry in tree.entries(LESSONS_DIR)
            if entry.path not in mine and not _is_left_alone(entry.path)
        ]
    return Snapshot(tree.label, settings, layout, tuple(sorted(sources, key=lambda source: source.path)))


def _is_left_alone(path: str) -> bool:
    name = path.rpartition("/")[2].casefold()
    return name == _LEFT_ALONE or name.startswith(_GIT_PREFIX)


def _settings_sources(settings: Settings) -> Iterator[Source]:
    found: dict[str, list[Fault]] = {CONFIG_FILE: [], TAXONOMY_FILE: []}
    for path, fault in settings.faults:
        found[path].append(fault)
    for item in settings.unread:
        found[item.path].append(_unreadable(item.message))
    for path, faults in found.items():
        yield Source(path, "settings", markdown.scan, faults=tuple(faults))


def _unreadable(message: str) -> Fault:
    return Fault("unreadable", message, 1, fatal=True, hint="see that it is a plain file that you may read")


class _Reader:
    def __init__(self, tree: Tree, known: Snapshot | None) -> None:
        self.tree = tree
        self.known = {source.path: source for source in known.sources} if known is not None else {}

    def read(self, layout: Layout, role: Role, *, archived: bool = False) -> Iterator[Source]:
        """The sources of a layout, in the order of its paths."""
        entries = layout.paths(self.tree, archived=archived)
        for entry in entries:
            if entry.kind != "file":
                yield Source(entry.path, role, markdown.scan, kind=entry.kind)
        for path, content in self.contents([entry.path for entry in entries if entry.kind == "file"]):
            if isinstance(content, VaultUnreadable):
                yield Source(path, role, markdown.scan, faults=(_unreadable(content.said_of(path)),))
            elif content is not None:
                yield self.parse(layout, role, path, content.decode("utf-8", "surrogateescape"), archived=archived)

    def read_stray(self, layout: Layout, config: Config, *, archived: bool) -> Iterator[Source]:
        """The files of the other layout, as far as they hold lessons; not what `index` generates."""
        for source in self.read(layout, "stray", archived=archived):
            if source.records and not (config.generated.vault and source.path == SINGLE_FILE):
                yield source

    def parse(self, layout: Layout, role: Role, path: str, text: str, *, archived: bool) -> Source:
        same = self.known.get(path)
        # What could not be read, or is no file, has no text either.
        if same is not None and text and same.text == text and same.role == role:
            return same
        return parse_source(layout, role, path, text, archived=archived)

    def contents(self, paths: Sequence[str]) -> Iterator[tuple[str, bytes | VaultUnreadable | None]]:
        """`read_many`, going on after a file that cannot be read."""
        at = 0
        while at < len(paths):
            reading = self.tree.read_many(paths[at:])
            try:
                for path, content in reading:
                    at += 1
                    yield path, content
            except VaultUnreadable as error:
                at += 1
                yield paths[at - 1], error


def with_changes(snapshot: Snapshot, changes: Iterable[FileChange]) -> Snapshot:
    """The vault as changes to its lessons leave it; only the changed files are parsed again."""
    layout = snapshot.layout
    sources = {source.path: source for source in snapshot.sources}
    for change in changes:
        old = sources.pop(change.path, None)
        if change.after is not None:
            role: Role = old.role if old is not None and old.role in ("lessons", "archive") else role_of(layout, change.path)
            text = change.after.decode("utf-8", "surrogateescape")
            sources[change.path] = parse_source(layout, role, change.path, text, archived=role == "archive")
    return Snapshot(snapshot.label, snapshot.settings, layout, tuple(sorted(sources.values(), key=lambda source: source.path)))


def role_of(layout: Layout, path: str) -> Role:
    """What a new file of the layout is: lessons, or their archive."""
    archive = path == SINGLE_FILE_ARCHIVE if layout.name == "single-file" else path.startswith(f"{ARCHIVE_DIR}/")
    return "archive" if archive else "lessons"


def parse_source(layout: Layout, role: Role, path: str, text: str, *, archived: bool) -> Source:
    """One file of a layout, with its records."""
    parsed = layout.parse(path, text, archived=archived)
    records = tuple([interpret(record) for record in parsed.records])
    return Source(path, role, markdown.scan, text=text, records=records, faults=parsed.faults, single=layout.name != "notes")


def below(tree: Tree, folder: str) -> Tree:
    """The tree as seen from one of its folders (relative, with `/`; empty: the tree itself)."""
    return Subtree(tree, folder) if folder else tree


class Subtree:
    """The part of a tree below a folder, as a tree of its own (`usecases.ports.Tree`); `folder` is relative, with `/`."""

    def __init__(self, tree: Tree, folder: str) -> None:
        self._tree = tree
        self._prefix = folder.strip("/") + "/"
        self.label = tree.label

    def entries(self, prefix: str = "") -> Sequence[TreeEntry]:
        """Everything at or below `prefix`; a link above it is an entry of its own."""
        found = self._tree.entries((self._prefix + prefix.strip("/")).rstrip("/"))
        return [TreeEntry(entry.path.removeprefix(self._prefix), entry.kind) for entry in found]

    def read(self, path: str) -> bytes | None:
        """The bytes of a file, None when it is not there."""
        return self._tree.read(self._prefix + path)

    def read_many(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes | None]]:
        """`read` for many paths, in their order."""
        for path, content in self._tree.read_many([self._prefix + path for path in paths]):
            yield path.removeprefix(self._prefix), content

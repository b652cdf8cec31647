"""What rules are given: one file as it was read, and the vault around it with its indexes.

A rule is a module with ID, SEVERITY, SCOPE and a generator `check`; its docstring is its documentation.  What `check` is given
depends on the scope:

- `fault`: a `Reading`, something that the parser or `core.lesson.interpret` found and that bears the rule's id;
- `source`: a `Source`, the text of one file;
- `live`: an `Entry`, a lesson that counts; `entry`: also those of the archive;
- `vault`: only the `Context`.

Indexes are made once, when the first rule asks; no rule may look at every lesson for every lesson.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

from vaultctl.core import tags as tagging
from vaultctl.core.content import Content
from vaultctl.core.facts import Fact, fact_of
from vaultctl.core.lesson import Entry, Malformed
from vaultctl.core.links import Link, find_links
from vaultctl.core.problem import Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from datetime import date

    from vaultctl.core.config import Config
    from vaultctl.core.record import Fault, Severity
    from vaultctl.core.taxonomy import Taxonomy

    Scope = Literal["fault", "source", "live", "entry", "vault"]
    Scan = Callable[[Sequence[str]], tuple[bytearray, list[Fault]]]
    """`formats.markdown.scan`: for every line 0 (shown), 1 (in a closed fence) or 2 (in a closed comment)."""

Role = Literal["lessons", "archive", "stray", "settings", "foreign"]
"""What a file is to the vault: its lessons, its archive, lessons of the layout that the config does not name, config or
taxonomy, or something else that lies among the lessons."""


class Source:
    """One file of the vault.

    `kind` is that of the tree (`file`, `symlink`, …); `text` keeps bytes that are not UTF-8 as lone surrogates
    (`surrogateescape`) and is empty for what is no file.  `faults` belong to no record.

    One that is given `facts` stands for a file that was not read, because nothing about it can have changed: only the rules
    across files see it.
    """

    def __init__(
        self, path: str, role: Role, scan: Scan, *, kind: str = "file", text: str = "",
        records: tuple[Entry | Malformed, ...] = (), faults: tuple[Fault, ...] = (), single: bool = False,
        facts: Sequence[Fact] | None = None,
    ) -> None:  # fmt: skip
        self.path = path
        self.role = role
        self.kind = kind
        self.text = text
        self.records = records
        self.faults = faults
        self.single = single
        """Whether the file holds many lessons (the single-file layout)."""
        self._scan = scan
        self.is_read = facts is None
        if facts is not None:
            self.facts = facts

    @cached_property
    def facts(self) -> Sequence[Fact]:
        """What the rest of the vault needs to know of its records."""
        return tuple([fact_of(self.path, self.role, item, self._scan) for item in self.records])

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the text, without line feeds."""
        return self.text.split("\n")

    @cached_property
    def content(self) -> Content:
        """What the content rules look at."""
        return Content(self)

    @cached_property
    def state(self) -> bytearray:
        """For every line 0 (shown), 1 (in a closed fence) or 2 (in a closed comment)."""
        return self._scan(self.lines)[0]

    def problem(
        self, rule: str, severity: Severity, message: str, line: int = 1, column: int = 1, *, hint: str = "", key: str = "",
        size: int = 0,
    ) -> Problem:  # fmt: skip
        """A problem in this file."""
        return Problem(self.path, line, column, severity, rule, message, None, False, hint, key, size)


class Reading(NamedTuple):
    """A fault with the file, and the lesson where it is known."""

    fault: Fault
    path: str
    id: str | None = None


def reported(found: Reading, context: Context) -> Iterator[Problem]:
    """The `check` of every rule of scope `fault`: what was found, as a problem."""
    fault = found.fault
    yield Problem(found.path, fault.line, fault.column, fault.severity, fault.rule, fault.message, found.id, fault.fixable,
                  fault.hint)  # fmt: skip


def problem_at(
    entry: Entry, rule: str, severity: Severity, message: str, *, field: str = "id", hint: str = "", key: str = "", size: int = 0
) -> Problem:
    """A problem with a lesson, at one of its keys (or where it starts, when the key is not there)."""
    place = entry.record.field(field)
    line, column = (place.line, place.column) if place is not None else (entry.record.line, 1)
    return Problem(entry.record.path, line, column, severity, rule, message, entry.lesson.id, False, hint, key, size)


class Context:
    """The vault as the rules see it.  `today` is a UTC day."""

    def __init__(self, config: Config, taxonomy: Taxonomy, today: date, sources: Sequence[Source], scan: Scan) -> None:
        self.config = config
        self.taxonomy = taxonomy
        self.today = today
        self.sources = sources
        self._scan = scan
        self._suggestions: dict[str, str | None] = {}

    # Lessons.

    @cached_property
    def live(self) -> list[Entry]:
        """The lessons that count."""
        return self._entries("lessons")

    @cached_property
    def archived(self) -> list[Entry]:
        """The readable lessons of the archive."""
        return self._entries("archive")

    def _entries(self, role: Role) -> list[Entry]:
        return [item for source in self.sources if source.role == role for item in source.records if isinstance(item, Entry)]

    @cached_property
    def facts(self) -> list[Fact]:
        """What is known of every record, in the order of the files: lessons, archive, the other layout's files."""
        return [fact for source in self.sources for fact in source.facts]

    @cached_property
    def ids(self) -> dict[str, list[Fact]]:
        """Every id, without case, with all its places: lessons, archive, the other layout's files, unreadable ones."""
        found: dict[str, list[Fact]] = defaultdict(list)
        for fact in self.facts:
            if fact.id:
                found[fact.key].append(fact)
        return dict(found)

    @cached_property
    def names(self) -> dict[str, list[Fact]]:
        """Every name, without case, with the lessons of that name; archived ones too."""
        found: dict[str, list[Fact]] = defaultdict(list)
        for role in ("lessons", "archive"):
            for fact in self.facts:
                if fact.name and fact.role == role:
                    found[fact.name.casefold()].append(fact)
        return dict(found)

    def links(self, entry: Entry) -> list[Link]:
        """The `[[links]]` of a lesson's body, outside code and comments; lines count from the body's first one."""
        body = entry.lesson.body
        return list(find_links(body, self._scan)) if "[[" in body else []

    def column(self, path: str, line: int, link: Link) -> int:
        """The column of a link in its file: bodies of the single file stand indented there."""
        source = self._by_path.get(path)
        text = source.lines[line - 1] if source is not None and 0 < line <= len(source.lines) else ""
        return text.find(link.text, link.column - 1) + 1 or 1

    @cached_property
    def _by_path(self) -> dict[str, Source]:
        return {source.path: source for source in self.sources}

    # The taxonomy, by tag.

    @cached_property
    def prefixes(self) -> frozenset[str]:
        """The tags of all prefixes."""
        return frozenset(prefix.tag for prefix in self.taxonomy.prefixes)

    @cached_property
    def divided(self) -> frozenset[str]:
        """The tags that the taxonomy divides further."""
        return frozenset(above for prefix in self.taxonomy.prefixes for above in tagging.ancestors(prefix.tag)[1:])

    @cached_property
    def leaves(self) -> frozenset[str]:
        """The tags that the taxonomy declares leaves."""
        return frozenset(prefix.tag for prefix in self.taxonomy.prefixes if prefix.leaf)

    @cached_property
    def depths(self) -> dict[str, tuple[int, int]]:
        """Prefix -> its least and greatest number of segments (0: not set), where it sets one."""
        return {prefix.tag: (prefix.min_depth, prefix.max_depth) for prefix in self.taxonomy.prefixes
                if prefix.min_depth or prefix.max_depth}  # fmt: skip

    def suggestion(self, tag: str) -> str | None:
        """The prefix that was probably meant.  Asked for many tags at once, it gives up: comparing texts is slow."""
        if tag not in self._suggestions:
            from vaultctl.core.taxonomy import suggest

            many = len(self._suggestions) * len(self.prefixes) > 20_000
            self._suggestions[tag] = None if many else suggest(tag, tuple(sorted(self.prefixes)))
        return self._suggestions[tag]


# What a rule's module looks like, by scope; mypy holds every module of the registry to it.


class RuleModule(Protocol):
    """What every rule has."""

    ID: str
    SEVERITY: Severity
    SCOPE: Scope
    __doc__: str | None


class FaultRule(RuleModule, Protocol):
    """A rule that reports what reading found."""

    def check(self, found: Reading, context: Context) -> Iterator[Problem]: ...


class SourceRule(RuleModule, Protocol):
    """A rule about the text of a file, or about what a path is."""

    def check(self, source: Source, context: Context) -> Iterator[Problem]: ...


class EntryRule(RuleModule, Protocol):
    """A rule about one lesson; `live` leaves the archive out."""

    def check(self, entry: Entry, context: Context) -> Iterator[Problem]: ...


class VaultRule(RuleModule, Protocol):
    """A rule about the vault as a whole."""

    def check(self, context: Context) -> Iterator[Problem]: ...

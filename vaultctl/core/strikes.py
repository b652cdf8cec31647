"""Strikes: failures that were logged, counted by category, and what the lessons say of them.

A failure is open until a lesson resolves it.  It is resolved by the lesson that names it in its body (`Failures: F-…`), archived or
not, and by a live lesson with its very category among its tags.  One that came while such a lesson was live is a regression of that
lesson: it is marked so when it is logged, and is never counted as an open failure.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from vaultctl.core.counted import counted
from vaultctl.core.lesson import id_key
from vaultctl.core.tags import is_under
from vaultctl.core.verdict import chain, index_by_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from vaultctl.core.lesson import Entry, Lesson

UNCATEGORISED = "uncategorised"
"""The category of a failure that no route knows."""
NOT_WORKING = 3
"""So many regressions say that a lesson does not work."""
KEEP = 30
"""Days for which a resolved failure stays in the log."""
NAMING = "Failures: "
"""How a line of a body begins that names failures."""
_LINE = re.compile(rf"^[ \t]*{NAMING}(F-.*)$", re.MULTILINE)
_ID = re.compile(r"\bF-[a-z2-7]{10}\b")
_IDS_A_LINE = 8


class Strike(NamedTuple):
    """One failure.  `regression` is the id of the lesson that it broke, or empty; `details` are for people."""

    id: str
    category: str
    day: date
    signature: str
    agent: str
    task: str = ""
    details: str = ""
    regression: str = ""


class Resolution(NamedTuple):
    """What settles a failure: a lesson, and since when."""

    lesson: str
    day: date


class Group(NamedTuple):
    """The open failures of one category, oldest first.  `new` of them came since the last summary."""

    category: str
    strikes: tuple[Strike, ...]
    new: int

    @property
    def first(self) -> date:
        """The day of the first one."""
        return self.strikes[0].day

    @property
    def last(self) -> date:
        """The day of the last one."""
        return self.strikes[-1].day

    @property
    def signatures(self) -> tuple[tuple[str, int], ...]:
        """The signatures with their counts, the commonest first."""
        counts = Counter(strike.signature for strike in self.strikes)
        return tuple(sorted(counts.items(), key=lambda item: (-item[1], item[0])))

    @property
    def agents(self) -> tuple[str, ...]:
        """The names of the agents that met it, sorted."""
        return tuple(sorted({strike.agent for strike in self.strikes}))


class Regressions(NamedTuple):
    """The regressions of one live lesson, oldest first, since it was last verified."""

    lesson: Lesson
    strikes: tuple[Strike, ...]

    @property
    def is_not_working(self) -> bool:
        """Whether the lesson should be rewritten."""
        return len(self.strikes) >= NOT_WORKING


class Ledger:
    """What the lessons of a vault say of failures on a day.  `live` are those outside the archive; `archived` pairs of an archived
    lesson and the day it was moved (None where it is not known)."""

    def __init__(self, live: Sequence[Entry], archived: Iterable[tuple[Entry, date | None]], today: date) -> None:
        self._known = index_by_id(live)
        self._today = today
        self._archived: dict[str, date | None] = {}
        self._named: dict[str, Resolution] = {}
        self._by_tag: dict[str, list[Lesson]] = defaultdict(list)
        for entry, moved in archived:
            self._archived[entry.lesson.key] = moved
            self._name(entry.lesson, moved)
        for entry in live:
            self._name(entry.lesson)
            for tag in entry.lesson.tags:
                if is_live(entry, tag, self._known, today):
                    self._by_tag[tag].append(entry.lesson)

    def _name(self, lesson: Lesson, moved: date | None = None) -> None:
        for identity in named_failures(lesson.body):
            day = max(lesson.first_seen, lesson.last_verified or lesson.first_seen, moved or lesson.first_seen)
            known = self._named.get(identity)
            self._named[identity] = Resolution(lesson.id, max(day, known.day) if known else day)

    def breaks(self, strike: Strike) -> Lesson | None:
        """The live lesson that a failure is a regression of, and that was not verified since."""
        if not strike.regression:
            return None
        key = id_key(strike.regression)
        lesson = next((lesson for lesson in self._by_tag.get(strike.category, ()) if lesson.key == key), None)
        if lesson is None or (lesson.last_verified is not None and strike.day < lesson.last_verified):
            return None
        return lesson

    def resolution(self, strike: Strike) -> Resolution | None:
        """What settles a failure; None for an open one, and for a regression of a lesson that is live."""
        named = self._named.get(strike.id)
        if named is not None:
            return named._replace(day=max(named.day, strike.day))
        if strike.regression and not self._is_unknown(strike):
            return self._settled(strike)
        lessons = self._by_tag.get(strike.category)
        if not lessons:
            return None
        first = min(lessons, key=lambda lesson: (lesson.first_seen, lesson.key))
        return Resolution(first.id, max(first.first_seen, first.last_verified or first.first_seen, strike.day))

    def is_open(self, strike: Strike) -> bool:
        """Whether a failure counts as a strike of its category."""
        return (not strike.regression or self._is_unknown(strike)) and self.resolution(strike) is None

    def _is_unknown(self, strike: Strike) -> bool:
        """Whether a failure is a regression of a lesson that was never merged: then it is one like any other."""
        key = id_key(strike.regression)
        return key not in self._archived and key not in self._known

    def _settled(self, strike: Strike) -> Resolution | None:
        """When a regression was settled: the lesson was verified, replaced, or is over.  None where nothing tells."""
        if self.breaks(strike) is not None:
            return None
        key = id_key(strike.regression)
        if key in self._archived:
            moved = self._archived[key]
            return Resolution(strike.regression, max(moved, strike.day)) if moved else None
        found = self._known.get(key, ())
        if len(found) != 1:
            return None
        lesson = found[0].lesson
        links = chain(found[0], self._known)
        if links and not links[-1].lesson.is_expired(self._today):
            return Resolution(links[-1].lesson.id, max(links[-1].lesson.first_seen, strike.day))
        ends = [day for day in (lesson.last_verified, lesson.expires if lesson.is_expired(self._today) else None) if day]
        return Resolution(lesson.id, max(*ends, strike.day)) if ends else None


def is_live(entry: Entry, tag: str, known: Mapping[str, Sequence[Entry]], today: date) -> bool:
    """Whether a lesson counts for that tag of its own: not expired, and not hidden by the lesson that replaces it."""
    if entry.lesson.is_expired(today):
        return False
    links = chain(entry, known)
    if not links or links[-1].lesson.is_expired(today):
        return True
    return not any(is_under(tag, covering) for covering in links[-1].lesson.tags)


def is_failure_id(text: str) -> bool:
    """Whether a text is the id of a failure in the log."""
    return _ID.fullmatch(text) is not None


def named_failures(body: str) -> tuple[str, ...]:
    """The ids of the failures that a lesson's body names, on lines that begin with `Failures:`."""
    if NAMING not in body:
        return ()
    found = (identity for line in _LINE.findall(body) for identity in _ID.findall(line))
    return tuple(dict.fromkeys(found))


def naming_lines(ids: Sequence[str]) -> list[str]:
    """The lines by which a body names failures, a few on each."""
    return [NAMING + ", ".join(ids[at : at + _IDS_A_LINE]) for at in range(0, len(ids), _IDS_A_LINE)]


def open_groups(strikes: Iterable[Strike], ledger: Ledger, known: frozenset[str] | None) -> tuple[Group, ...]:
    """The open failures by category, the most first.  `known` are the ids that the last summary saw; None: there was none."""
    found: dict[str, list[Strike]] = defaultdict(list)
    for strike in strikes:
        if ledger.is_open(strike):
            found[strike.category].append(strike)
    groups = [
        Group(category, tuple(sorted(items, key=_age)), sum(known is None or strike.id not in known for strike in items))
        for category, items in found.items()
    ]
    return tuple(sorted(groups, key=lambda group: (-len(group.strikes), group.category)))


def regressions(strikes: Iterable[Strike], ledger: Ledger) -> tuple[Regressions, ...]:
    """The live lessons that failures broke, the most often broken first."""
    found: dict[str, tuple[Lesson, list[Strike]]] = {}
    for strike in strikes:
        lesson = ledger.breaks(strike)
        if lesson is not None:
            found.setdefault(lesson.key, (lesson, []))[1].append(strike)
    made = [Regressions(lesson, tuple(sorted(items, key=_age))) for lesson, items in found.values()]
    return tuple(sorted(made, key=lambda item: (-len(item.strikes), item.lesson.key)))


def purgeable(strikes: Iterable[Strike], ledger: Ledger, today: date) -> tuple[tuple[Strike, Resolution], ...]:
    """The failures that were resolved more than 30 days ago, oldest first."""
    settled = [(strike, end) for strike in strikes if (end := ledger.resolution(strike)) is not None]
    return tuple(sorted((item for item in settled if (today - item[1].day).days > KEEP), key=lambda item: _age(item[0])))


def _age(strike: Strike) -> tuple[date, str]:
    return strike.day, strike.id


# The lesson that strikes ask for.

_SENTENCE_END = re.compile(r"[.!?…][\"'”’)\]]*\s+(?=[\"'“‘(\[`]*[A-Z0-9À-ÖØ-Þ])")
_SHORT = re.compile(r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|no|nr|fig|sec|ver|incl|dr|mr|mrs|st|resp|min|max)|\b[A-Z])\.$", re.IGNORECASE)
MAX_ISSUE_SIGNATURE = 240
MAX_AGENTS = 5


def draft_issue(group: Group) -> str:
    """What goes wrong, in one paragraph: the commonest signature with counts, first and last day, and agents."""
    signature, count = group.signatures[0]
    if len(signature) > MAX_ISSUE_SIGNATURE:
        signature = signature[: MAX_ISSUE_SIGNATURE - 1].rstrip() + "…"
    total = len(group.strikes)
    times = f"{total} times" if count == total else f"{count} of {total} failures"
    days = f"on {group.first}" if group.first == group.last else f"from {group.first} to {group.last}"
    return f"{code_span(signature)} ({times}, {days}; {_agents(group)})"


def code_span(text: str) -> str:
    """A text as Markdown's code: the run of backticks around it is longer than any inside (CommonMark 6.1)."""
    runs = [len(run) for run in re.findall("`+", text)]
    ticks = "`" * (max(runs, default=0) + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"


def plain_span(text: str) -> str:
    """What `code_span` was given; other text as it is."""
    ticks = len(text) - len(text.lstrip("`"))
    inside = text[ticks : len(text) - ticks]
    if not ticks or len(text) <= 2 * ticks or not text.endswith("`" * ticks) or "`" * ticks in re.findall("`+", inside):
        return text
    padded = len(inside) > 2 and inside[0] == inside[-1] == " " and "`" in (inside[1], inside[-2])
    return inside[1:-1] if padded else inside


def draft_body(group: Group, limit: int) -> str:
    """The body of the lesson: where it comes from, and the failures that it resolves, as many as fit in `limit` characters.

    The oldest come first; a live lesson on the category resolves the others as well.
    """
    total = len(group.strikes)
    days = f"on {group.first}" if group.first == group.last else f"from {group.first} to {group.last}"
    about = f"Promoted from {counted(total, 'failure')} of `{group.category}` {days}, met by {_agents(group)}."
    lines = [about, ""]
    size = len(about) + 1
    for at, line in enumerate(naming_lines([strike.id for strike in group.strikes])):
        size += len(line) + 1
        if at and limit and size > limit:
            break
        lines.append(line)
    return "\n".join(lines)


def _agents(group: Group) -> str:
    shown = ", ".join(group.agents[:MAX_AGENTS])
    more = len(group.agents) - MAX_AGENTS
    return f"{'agents' if len(group.agents) > 1 else 'agent'} {shown}" + (f" and {more} more" if more > 0 else "")


def sentences(text: str) -> int:
    """How many sentences a text holds, as far as punctuation tells: a stop, a blank and a capital (or a digit) start a new one."""
    ends = 0
    for match in _SENTENCE_END.finditer(text):
        ends += not _SHORT.search(text[: match.start() + 1])
    return ends + 1

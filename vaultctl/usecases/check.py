"""`check`: the verdict on a task, before an agent acts."""

from __future__ import annotations

from vaultctl.core import matching, taxonomy, verdict
from vaultctl.core.lesson import interpret
from vaultctl.core.values import NamedTuple as _NamedTuple
from vaultctl.errors import UsageError
from vaultctl.usecases.findings import Unsearched

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import date
    from typing import Literal, NamedTuple

    from vaultctl.core.lesson import Entry, Malformed
    from vaultctl.core.matching import Match, Query
    from vaultctl.core.routes import Route
    from vaultctl.core.taxonomy import Taxonomy
    from vaultctl.core.verdict import Judgement, Shown, Word
    from vaultctl.usecases.findings import Found
    from vaultctl.usecases.ports import Search

    Source = Literal["worktree", "ref"]
else:
    NamedTuple = _NamedTuple

NARROWER_SHOWN = 50


class Request(NamedTuple):
    """What is asked.  `paths` are pairs: relative to the repository root, and as given."""

    tags: tuple[str, ...]
    today: date
    paths: tuple[tuple[str, str], ...] = ()
    command: str | None = None
    match: Match = "covering"


class UnknownTag(NamedTuple):
    """A queried tag outside the taxonomy, and the one that was probably meant."""

    tag: str
    suggestion: str | None


class VaultFacts(NamedTuple):
    """What the answer says about the vault; `root` None where there is none.  `commit_date` is ISO 8601, None where it is unknown.

    `stale` says that the clone is older than allowed, and the way on; empty where it is not.
    """

    root: str | None
    layout: str | None
    source: Source
    commit: str | None
    commit_date: str | None
    stale: str = ""


class Answer(NamedTuple):
    """The verdict with everything that led to it.

    `under` are those of the tags that were asked for with all that lies below them; `unrouted` the paths and the command, as given,
    that no route of the taxonomy knows.
    `matched` counts all lessons that cover the query, `narrower_count` all that lie below it, also where the lists are shorter;
    `over_budget` counts the lessons that were cut from `shown` to keep a budget.
    """

    word: Word
    tags: tuple[str, ...]
    today: date
    shown: tuple[Shown, ...] = ()
    narrower: tuple[Entry, ...] = ()
    under: frozenset[str] = frozenset()
    routes: tuple[Route, ...] = ()
    unrouted: tuple[str, ...] = ()
    unknown_tags: tuple[UnknownTag, ...] = ()
    unreadable: tuple[Unsearched, ...] = ()
    files: int = 0
    matched: int = 0
    expired: int = 0
    superseded: int = 0
    over_budget: int = 0
    narrower_count: int = 0
    unreadable_count: int = 0
    notes: tuple[str, ...] = ()

    @property
    def blocking(self) -> Shown | None:
        """The first blocking lesson."""
        return next((item for item in self.shown if item.blocks), None)


def prepare(request: Request, words: Taxonomy) -> tuple[Query | None, tuple[Route, ...], tuple[UnknownTag, ...], tuple[str, ...]]:
    """The query that a request comes to, the routes used, the tags outside the taxonomy, and the paths and command without a route.

    The query is None where only paths or a command were given and no route knows them.  Raises UsageError when nothing was asked,
    and for an unknown tag under a strict taxonomy.
    """
    if not request.tags and not request.paths and request.command is None:
        raise UsageError("nothing to check", "name tags, a path or a command: vaultctl check --tags pdf/font/unicode")
    if any(not given.strip() for _, given in request.paths) or (request.command is not None and not request.command.strip()):
        raise UsageError("empty path or command: nothing to check", "is a variable unset? name what will be touched or run")
    found = _route(request, words) if request.paths or request.command is not None else []
    typed = matching.parse_query(request.tags, request.match) if request.tags else None
    unknown = tuple(
        UnknownTag(tag, taxonomy.suggest(tag, tuple(prefix.tag for prefix in words.prefixes)))
        for tag in (typed.tags if typed else ())
        if not words.knows(tag)
    )
    if unknown and words.strict:
        names = ", ".join(item.tag + (f" (did you mean {item.suggestion}?)" if item.suggestion else "") for item in unknown)
        way_on = "use a tag of vault/taxonomy.yaml, or add its prefix there"
        raise UsageError(f"not in the taxonomy, which is strict: {names}", way_on)
    routed = dict.fromkeys(route.tag for route in found)
    given = [path for _, path in request.paths] + ([request.command] if request.command is not None else [])
    unrouted = tuple([item for item in given if item not in {route.input for route in found}])
    tags = dict.fromkeys((typed.tags if typed else ()) + tuple(routed))
    query = matching.Query(tuple(tags), request.match, typed.under if typed else frozenset()) if tags else None
    return query, tuple(found), unknown, unrouted


def _route(request: Request, words: Taxonomy) -> list[Route]:
    from vaultctl.core import routes  # only here: most questions name tags

    found = [route for path, given in request.paths for route in routes.route_path(words, path, given)]
    return found + (list(routes.route_command(words, request.command)) if request.command is not None else [])


def check(request: Request, words: Taxonomy, open_search: Callable[[], Search], faults: Sequence[Unsearched] = ()) -> Answer:
    """The answer to a request.  `faults` are places of the vault's own settings that could not be read."""
    query, found_routes, unknown, unrouted = prepare(request, words)
    notes = ("no route of the taxonomy knows " + ", ".join(unrouted),) if unrouted else ()
    if query is None:
        word: Word = "UNKNOWN" if faults else "CLEAR"
        return Answer(word, (), request.today, unrouted=unrouted, unreadable=tuple(faults), unreadable_count=len(faults),
                      notes=notes)
    search = open_search()
    found = search.find(query)
    judged, unsearched = _judge(found, search, query, request.today, whole=not faults)
    unreadable = [*faults, *unsearched]
    unreadable += [Unsearched(item.record.path, item.worst.line, item.worst.message) for item in judged.malformed]
    return Answer(
        judged.word,
        query.tags,
        request.today,
        shown=judged.shown,
        narrower=judged.narrower[:NARROWER_SHOWN],
        under=frozenset(tag for tag in query.tags if query.wants_under(tag)),
        routes=found_routes,
        unrouted=unrouted,
        unknown_tags=unknown,
        unreadable=tuple(unreadable),
        files=found.files,
        matched=len(judged.shown) + len(judged.superseded),
        expired=sum(item.expired for item in judged.shown),
        superseded=len(judged.superseded),
        narrower_count=len(judged.narrower),
        unreadable_count=len(unreadable),
        notes=notes + found.notes,
    )


def _judge(
    found: Found, search: Search, query: Query, today: date, *, whole: bool
) -> tuple[Judgement, tuple[Unsearched, ...]]:
    """The judgement, after following chains of `superseded_by` out of what was found."""
    records: list[Entry | Malformed] = [interpret(record) for record in found.records]
    # Ids are always looked up in the whole vault: a twin of an id may stand in a file that the query does not touch.
    known: dict[str, Sequence[Entry]] = {}
    touched, _, _ = verdict.sort_entries(records, query)
    unsearched = found.unsearched
    while missing := verdict.open_ends(touched, known):
        more = search.by_ids(missing)
        fetched = verdict.index_by_id(interpret(record) for record in more.records)
        known.update({key: fetched.get(key, ()) for key in missing})
        unsearched += more.unsearched
    whole = whole and not unsearched
    return verdict.judge(records, query, known, today, whole=whole), tuple(dict.fromkeys(unsearched))


def age(fetched: float, made: float, commit_date: str | None, today: date) -> int | None:
    """How many days ago a clone last heard of its remote; None where that cannot be told.

    That is when it was fetched; before the first fetch, when the clone or the commit (ISO 8601) was made, whichever was later.
    Both times are in seconds since 1970, 0: not known.
    """
    from vaultctl.core.days import UTC, datetime, read_moment

    times = [datetime.fromtimestamp(seconds, UTC) for seconds in (fetched or made,) if seconds]
    committed = read_moment(commit_date)
    if committed is not None and not fetched:
        times.append(committed)
    return max(0, (today - max(times).date()).days) if times else None


def stale(days: int | None, limit: int, has_remote: Callable[[], bool]) -> str:
    """What to say of a clone that last heard of its remote so many days ago; empty where the limit (0: none) allows it."""
    if not limit or (days is not None and days <= limit):
        return ""
    allowed = f"(guard_max_age is {limit})"
    if has_remote():
        when = f"{days} days ago" if days is not None else "nobody knows when"
        return f"this clone last heard of its remote {when} {allowed}: run `vaultctl sync`"
    what = f"the last commit here is {days} days old" if days is not None else "how old this vault is cannot be told"
    return f"{what} {allowed}, and there is no remote to fetch from: add the one that has newer lessons, or set guard_max_age to 0"

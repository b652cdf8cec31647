"""The answer of `check` as text and as JSON, within a budget where one is set."""

from __future__ import annotations

from vaultctl.core.days import read_moment
from vaultctl.report.escape import escape, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

    from vaultctl.core.lesson import Entry
    from vaultctl.core.verdict import Shown
    from vaultctl.report.json import Json
    from vaultctl.report.style import Style
    from vaultctl.usecases.check import Answer, VaultFacts

BYTES_PER_TOKEN = 3
"""A token is reckoned as three UTF-8 bytes (DESIGN section 4)."""


def render(answer: Answer, vault: VaultFacts, style: Style | None, budget: int | None) -> str:
    """The answer as text in that style, or as JSON where `style` is None; no longer than `budget` tokens where it can be.

    The verdict and the first blocking lesson are never cut.
    """
    if style is None:
        write: Callable[[Answer], str] = lambda cut: to_json(cut, vault)  # noqa: E731
    else:
        shown_in = style
        write = lambda cut: to_text(cut, vault, shown_in)  # noqa: E731
    return write(answer) if budget is None else _fit(answer, write, budget * BYTES_PER_TOKEN)


def _fit(answer: Answer, write: Callable[[Answer], str], size: int) -> str:
    """Cut lists, the least telling first, until the text fits."""
    text = write(answer)
    if len(text.encode("utf-8", "replace")) <= size:
        return text
    answer = answer._replace(narrower=())
    low, high = 0, len(answer.shown)
    best = write(_keep(answer, 0))
    while low <= high:
        middle = (low + high) // 2
        text = write(_keep(answer, middle))
        if len(text.encode("utf-8", "replace")) <= size:
            best, low = text, middle + 1
        else:
            high = middle - 1
    return best


def _keep(answer: Answer, count: int) -> Answer:
    """The answer with its first `count` lessons, and the first blocking one in any case."""
    kept = answer.shown[:count]
    blocking = answer.blocking
    if blocking is not None and blocking not in kept:
        kept = (blocking, *kept[: max(0, count - 1)])
    return answer._replace(shown=kept, over_budget=len(answer.shown) - len(kept))


# --- JSON


def to_json(answer: Answer, vault: VaultFacts, error: dict[str, Json] | None = None) -> str:
    """The answer in the schema `vaultctl.check/1`; `error` is added where the vault could not be opened."""
    blocking = answer.blocking.entry.lesson if answer.blocking else None
    document: dict[str, Json] = {
        "schema": "vaultctl.check/1",
        "verdict": answer.word,
        "blocked": answer.word == "BLOCKED",
        "reason": shown(blocking.issue) if blocking else None,
        "alternative": shown(blocking.mitigation) if blocking else None,
        "tags": list(answer.tags),
        "lessons": [_lesson(item) for item in answer.shown],
        "narrower": [{"id": shown(entry.lesson.id), "tags": list(entry.lesson.tags)} for entry in answer.narrower],
        "counts": {
            "files_searched": answer.files,
            "matched": answer.matched,
            "shown": len(answer.shown),
            "expired": answer.expired,
            "superseded": answer.superseded,
            "over_budget": answer.over_budget,
            "narrower": answer.narrower_count,
            "unreadable": answer.unreadable_count,
        },
        "routes": _routes(answer),
        "unknown_tags": [{"tag": item.tag, "suggestion": item.suggestion} for item in answer.unknown_tags],
        "unreadable": [{"path": item.path, "line": item.line, "message": shown(item.message)} for item in answer.unreadable],
        "vault": {
            "root": vault.root,
            "layout": vault.layout,
            "source": vault.source,
            "commit": vault.commit,
            "commit_date": vault.commit_date,
            **({"stale": vault.stale} if vault.stale else {}),
        },
    }
    if error is not None:
        document["error"] = error
    from vaultctl.report.json import dump  # only here and below: most checks answer in text

    return dump(document)


def _routes(answer: Answer) -> list[Json]:
    """The routes that were taken; what no route knows stands there with neither glob nor tag."""
    taken: list[Json] = [{"input": route.input, "glob": route.glob, "tag": route.tag} for route in answer.routes]
    return taken + [{"input": given, "glob": None, "tag": None} for given in answer.unrouted]


def _lesson(item: Shown) -> Json:
    from vaultctl.report.json import lesson_keys

    record = item.entry.record
    return {
        **lesson_keys(item.entry.lesson),
        "matched": list(item.touch.matched),
        "expired": item.expired,
        "path": record.path,
        "line": record.line,
        "end_line": record.end_line,
    }


# --- text


def to_text(answer: Answer, vault: VaultFacts, style: Style) -> str:
    """The answer as an agent acts on it: the verdict first, then a block a lesson, then what was not shown and why."""
    tags = [f"{tag}/*" if tag in answer.under else tag for tag in answer.tags]
    lines = [f"{style.paint(answer.word, answer.word)}  {', '.join(tags) or 'nothing asked'}"]
    lines += [f"  {_headline(answer)}"]
    for route in answer.routes:
        lines.append(f"  route: {escape(route.input)} matches {escape(route.glob)}, so {route.tag}")
    for given in answer.unrouted:
        lines.append(f"  no route: {escape(given)} leads to no tag, so nothing was looked for")
    for unknown in answer.unknown_tags:
        meant = f"; did you mean {unknown.suggestion}?" if unknown.suggestion else ""
        lines.append(f"  {unknown.tag} is not in the taxonomy{meant}")
    if vault.stale:
        lines.append(f"  {style.paint('stale', 'warning')}: {vault.stale}")
    for item in answer.shown:
        lines += ["", *block(item.entry, style, expired=item.expired)]
    if answer.unreadable:
        lines += ["", f"could not be read ({answer.unreadable_count}):"]
        lines += [f"  {_place(item.path, item.line)}{escape(shown(item.message))}" for item in answer.unreadable]
    if answer.narrower_count:
        lines += ["", f"narrower ({answer.narrower_count}; ask for the tag to have them count):"]
        for entry in answer.narrower:
            lines.append(f"  {entry.lesson.category:<8} {escape(shown(entry.lesson.id))}  {', '.join(entry.lesson.tags)}")
        left = answer.narrower_count - len(answer.narrower)
        if left:
            lines.append(f"  … and {left} more")
    lines += ["", style.paint(_footer(answer, vault), "dim")]
    return "\n".join(lines) + "\n"


def _headline(answer: Answer) -> str:
    if answer.word == "BLOCKED":
        return "do not; do what is said under `instead`"
    if answer.word == "UNKNOWN":
        return "the vault could not be searched whole: do not take this for clear"
    if answer.word == "WARNED" and not answer.shown:
        return "go on with care: there are warnings, but the budget leaves no room for them"
    if answer.word == "WARNED":
        return "go on with care: read what is said below"
    if not answer.tags:
        return "no tag to look for"
    if answer.shown:
        return "nothing objects; what is known is below"
    return "nothing known against it"


def block(entry: Entry, style: Style, *, expired: bool, archived: bool = False) -> list[str]:
    """A lesson as lines: the fields that an agent acts on."""
    lesson, record = entry.lesson, entry.record
    mark = (" (expired)" if expired else "") + (" (archived)" if archived else "")
    label = "way" if lesson.category == "VERIFIED" else "instead"
    seen = f"{lesson.first_seen} by {escape(shown(lesson.source_agent))}"
    if lesson.last_verified:
        seen += f", verified {lesson.last_verified}"
    ends = "never expires" if lesson.expires is None else f"{'expired after' if expired else 'expires after'} {lesson.expires}"
    return [
        f"{style.paint(lesson.category, lesson.category)}{mark} {escape(shown(lesson.id))}",
        f"  tags     {', '.join(lesson.tags)}",
        f"  issue    {escape(shown(lesson.issue))}",
        f"  {label:<8} {escape(shown(lesson.mitigation))}",
        f"  seen     {seen}; {ends}",
        f"  at       {escape(record.path)}:{record.line}",
    ]


def _place(path: str, line: int) -> str:
    if not path:
        return ""
    return f"{escape(path)}:{line}: " if line else f"{escape(path)}: "


def _footer(answer: Answer, vault: VaultFacts) -> str:
    parts = [f"{answer.files} {'file' if answer.files == 1 else 'files'} searched"]
    hidden = [f"{answer.superseded} superseded"] if answer.superseded else []
    hidden += [f"{answer.over_budget} over budget"] if answer.over_budget else []
    cut = answer.narrower_count and not answer.narrower
    hidden += [f"{answer.narrower_count} narrower not listed"] if cut else []
    parts.append("hidden: " + ", ".join(hidden) if hidden else "no lesson hidden")
    if vault.commit:
        age = _age(vault.commit_date, answer.today)
        parts.append(f"{'trusted ref' if vault.source == 'ref' else 'vault'} at {vault.commit[:12]}{age}")
    return "; ".join(parts)


def _age(commit_date: str | None, today: date) -> str:
    moment = read_moment(commit_date)
    if moment is None:
        return ", of an unknown day"
    day = moment.date()
    days = max(0, (today - day).days)
    return f" of {day}" + (f", {days} {'day' if days == 1 else 'days'} old" if days else "")

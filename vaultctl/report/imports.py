"""What `import` read, as text and as JSON (`vaultctl.import/1`)."""

from __future__ import annotations

from contextlib import suppress
from shlex import quote
from typing import TYPE_CHECKING

from vaultctl.core.counted import counted
from vaultctl.core.lesson import parse_ttl
from vaultctl.core.redaction import HIDDEN, holds_token, remove_secrets
from vaultctl.core.schema import KEYS
from vaultctl.core.strikes import plain_span
from vaultctl.core.tags import split_list
from vaultctl.formats.learnings import OPEN
from vaultctl.report.escape import escape
from vaultctl.report.json import dump, lesson_keys
from vaultctl.usecases.imports import count

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vaultctl.core.draft import Value
    from vaultctl.formats.learnings import Failure
    from vaultctl.report.json import Json
    from vaultctl.report.style import Style
    from vaultctl.usecases.imports import Item, Outcome, State

_ROLES: dict[State, str] = {"ready": "CLEAR", "written": "CLEAR", "incomplete": "WARNING", "exists": "bold", "refused": "error"}
_SHOWN = ("category", "tags", "issue", "mitigation", "first_seen", "source_agent", "ttl", "name")
_CUT = 200


def to_json(outcome: Outcome) -> str:
    """`lesson` holds null for what is not known; `archived` the day and the reason of an entry that is done with.

    Secrets are `***`, as in the text.
    """
    counts = count(outcome)
    return dump({
        "schema": "vaultctl.import/1",
        "drafts": [_concealed(_draft(item)) for item in outcome.items],
        "not_understood": [{"path": path, "line": line, "text": text} for path, line, text in _rest(outcome)],
        "failures": [_concealed(_failure(path, item)) for path, item in outcome.failures],
        "counts": {state: counts.get(state, 0) for state in _ROLES},
        "written": outcome.wrote,
    })  # fmt: skip


def _draft(item: Item) -> Json:
    return {
        "lesson": _lesson(item),
        "guessed": [*sorted(item.guessed)],
        "missing": [*item.missing],
        "state": item.state,
        "reasons": [*item.reasons],
        "archived": {"day": item.archived[0], "reason": item.archived[1]} if item.archived else None,
        "source": {"path": item.path, "line": item.line},
        "path": item.target,
    }


def _conceal(text: str) -> str:
    """A text to be shown, without secrets; one that holds none by its shape stays as it is, even with a word such as `token:`."""
    return remove_secrets(text) if holds_token(text) else text


def _concealed(value: Json) -> Json:
    """The value with `***` for the secrets in its texts; keys are ours."""
    if isinstance(value, str):
        return _conceal(value)
    if isinstance(value, list):
        return [_concealed(item) for item in value]
    return {key: _concealed(item) for key, item in value.items()} if isinstance(value, dict) else value


def _rest(outcome: Outcome) -> list[tuple[str, int, str]]:
    """The lines that were not understood, without secrets, which may go over several of them."""
    runs: list[list[tuple[str, int, str]]] = []
    for path, line, text in outcome.not_understood:
        if not runs or runs[-1][-1][0] != path:
            runs.append([])
        runs[-1].append((path, line, text))
    found = []
    for run in runs:
        texts = [text for _, _, text in run]
        shown = _conceal("\n".join(texts)).split("\n")
        if len(shown) != len(run):  # a block of several lines: what it leaves stands somewhere else
            kept = next((at for at, (one, other) in enumerate(zip(texts, shown, strict=False)) if one != other), len(shown))
            shown = [*texts[:kept], *[HIDDEN] * (len(run) - kept)]
        found += [(path, line, text) for (path, line, _), text in zip(run, shown, strict=True)]
    return found


def _failure(path: str, item: Failure) -> Json:
    return {
        "id": item.id,
        "category": item.category,
        "signature": plain_span(item.signature),
        "count": item.count,
        "last_seen": item.last_seen or None,
        "status": item.status,
        "source": {"path": path, "line": item.line},
    }


def _lesson(item: Item) -> dict[str, Json]:
    if item.lesson is not None:
        lesson = item.lesson
        more: dict[str, Json] = {"superseded_by": lesson.superseded_by, "name": lesson.name, "body": lesson.body}
        return {**lesson_keys(lesson), **more}
    found: dict[str, Json] = {key.name: _text(item.given, key.name) for key in KEYS}
    tags = item.given.get("tags")
    found["tags"] = [*tags] if isinstance(tags, tuple) else [*split_list(tags or "")]
    with suppress(ValueError):  # one that is none is shown as it is written, with the reason
        found["ttl"] = parse_ttl(_text(item.given, "ttl") or "")
    return {**found, "expires": None, "body": _text(item.given, "body") or ""}


def _text(given: Mapping[str, Value], key: str) -> str | None:
    value = given.get(key)
    return ", ".join(value) if isinstance(value, tuple) else value


def to_text(outcome: Outcome, style: Style) -> str:
    """Each draft with what was guessed (`~`) and what is missing (`?`), and the lines that were not understood."""
    lines: list[str] = []
    for item in outcome.items:
        lines += _lines(item, style)
    if outcome.not_understood:
        lines.append("not understood, and in no draft:")
        lines += [f"  {escape(path)}:{line}: {escape(_cut(text))}" for path, line, text in _rest(outcome)]
    if outcome.failures:
        lines.append("failures of a log, which are no lessons and were written nowhere (`vaultctl fail` logs one):")
        lines += [line for path, item in outcome.failures for line in _failure_lines(path, item)]
    counts = count(outcome)
    states = ", ".join(f"{number} {state}" for state, number in counts.items()) or "none"
    lines.append(f"{counted(len(outcome.items), 'draft')}: {states}"
                 + f"; {counted(len(outcome.not_understood), 'line')} not understood"
                 + (f"; {counted(len(outcome.failures), 'failure')} of a log" if outcome.failures else ""))  # fmt: skip
    way = _way_on(outcome)
    return "\n".join([*lines, *way]) + "\n"


def _lines(item: Item, style: Style) -> list[str]:
    given = item.given
    name = item.lesson.id if item.lesson else str(given.get("id", "(no id yet)"))
    lines = [f"{style.paint(item.state, _ROLES[item.state])} {escape(_conceal(name))}  {escape(item.path)}:{item.line}"]
    for key in _SHOWN:
        if key in item.missing:
            lines.append(f"  ? {key}: {style.paint('missing', 'warning')}")
        elif key in given:
            mark = "~" if key in item.guessed else " "
            lines.append(f"  {mark} {key}: {escape(_cut(_conceal(_text(given, key) or '')))}")
    if item.archived:
        lines.append(f"    into the archive: {escape(item.archived[0])}, {escape(_conceal(item.archived[1]))}")
    body = str(given.get("body", ""))
    if body:
        lines.append(f"    body: {counted(body.count(chr(10)) + 1, 'line')}")
    lines += [f"    {escape(_conceal(reason))}" for reason in item.reasons]
    return lines + ([f"    in {escape(item.target)}"] if item.target else [])


def _failure_lines(path: str, item: Failure) -> list[str]:
    signature = _conceal(plain_span(item.signature))
    about = f"{_conceal(item.category)}, {counted(item.count, 'time')}, last {item.last_seen or 'unknown'}, {item.status}"
    lines = [f"  {escape(path)}:{item.line}: {escape(_conceal(item.id))} ({escape(_conceal(about))}): {escape(_cut(signature))}"]
    if item.status != OPEN or not signature:
        return lines
    category = f" --category {quote(_conceal(item.category))}" if item.category else ""
    when = f" --today {quote(item.last_seen)}" if item.last_seen[:4].isdigit() else ""
    return [*lines, f"    vaultctl fail{escape(category)} --signature {escape(quote(signature))}{escape(when)}"]


def _cut(text: str) -> str:
    return text if len(text) <= _CUT else text[: _CUT - 1] + "…"


def _way_on(outcome: Outcome) -> list[str]:
    flags = {"category": "--category", "tags": "--tags", "source_agent": "--agent"}
    wanted = [flag for key, flag in flags.items() if any(key in item.missing for item in outcome.items)]
    options = "".join(f" {flag} …" for flag in wanted)
    if outcome.wrote:
        written = any(item.state == "written" for item in outcome.items)
        said = ["review what was written, run `vaultctl lint`, and commit it"] if written else []
        return said + ([f"for the incomplete ones, the same with{options}"] if wanted else [])
    return [f"~ guessed, ? missing; nothing was written. To write the drafts: --write{options}"]

"""The summary of `reflect`: Markdown to be pasted into a pull request, and JSON (`vaultctl.reflect/1`).

Words of agents stand in code spans, with everything made harmless that a forge would act upon (`core.proposal.neutral`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core.counted import counted
from vaultctl.core.proposal import neutral
from vaultctl.core.strikes import code_span, draft_body, draft_issue
from vaultctl.report.json import dump

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultctl.core.strikes import Group, Regressions
    from vaultctl.report.json import Json
    from vaultctl.usecases.reflect import Summary

HEADING = "### Reflect Summary"
SIGNATURES = 3
"""Signatures that are shown of a category."""
GROUPS = 30
"""Categories that are shown under one heading: a comment on a forge has its limits (GitHub: 65,536 characters)."""
REGRESSIONS = 5
PURGED = 10


def to_json(summary: Summary) -> str:
    """The document; `draft` stands where a category waits for its lesson, with the keys that `record --from-json` takes."""
    return dump({
        "schema": "vaultctl.reflect/1",
        "categories": [_group(group, summary) for group in summary.groups],
        "regressions": [_regressions(item) for item in summary.regressions],
        "purged": [
            {"id": strike.id, "category": strike.category, "day": strike.day.isoformat(), "lesson": end.lesson,
             "resolved": end.day.isoformat()}
            for strike, end in summary.purged
        ],
        "failures": summary.failures,
        "threshold": summary.threshold,
        "waiting": [group.category for group in summary.groups if summary.waits(group)],
        "pushed": summary.pushed,
        "warnings": list(summary.warnings),
        "dry_run": summary.dry_run,
    })  # fmt: skip


def _group(group: Group, summary: Summary) -> Json:
    pending = summary.pending.get(group.category)
    draft: Json = None
    if summary.waits(group):
        draft = {"category": "BLOCKED", "tags": [group.category], "issue": draft_issue(group), "mitigation": None,
                 "body": draft_body(group, 0)}  # fmt: skip
    return {
        "category": group.category, "strikes": len(group.strikes), "new": group.new, "first": group.first.isoformat(),
        "last": group.last.isoformat(), "signatures": [{"signature": text, "count": count} for text, count in group.signatures],
        "agents": list(group.agents), "promote": summary.waits(group), "proposed": pending.branch if pending else None,
        "draft": draft,
    }  # fmt: skip


def _regressions(item: Regressions) -> Json:
    last = item.strikes[-1]
    return {
        "lesson": item.lesson.id, "count": len(item.strikes), "not_working": item.is_not_working,
        "age_days": (last.day - item.lesson.first_seen).days, "categories": [*sorted({strike.category for strike in item.strikes})],
        "first": item.strikes[0].day.isoformat(), "last": last.day.isoformat(), "mitigation": item.lesson.mitigation,
        "failures": [strike.id for strike in item.strikes], "agents": [*sorted({strike.agent for strike in item.strikes})],
    }  # fmt: skip


def to_text(summary: Summary) -> str:
    """The Markdown: lessons that do not work first, then what waits for a lesson, the other categories, regressions, the purge."""
    waiting = [group for group in summary.groups if summary.waits(group)]
    others = [group for group in summary.groups if not summary.waits(group)]
    failing = [item for item in summary.regressions if item.is_not_working]
    broken = [item for item in summary.regressions if not item.is_not_working]
    lines = [HEADING, "", _total(summary)]
    if failing:
        lines += ["", "#### Not working: rewrite it", "", *(line for item in failing for line in _broken_lines(item))]
    if waiting:
        lines += ["", "#### Waiting for a lesson", "", *(line for group in waiting[:GROUPS] for line in _waiting_lines(group))]
        lines += _more(waiting)
    if others:
        lines += ["", "#### Open failures", "", "| Category | Strikes | New | First | Last | Agents | Commonest signature |",
                  "|---|---|---|---|---|---|---|", *(_row(group, summary) for group in others[:GROUPS])]  # fmt: skip
        lines += ["", *_more(others)] if len(others) > GROUPS else []
    if broken:
        lines += ["", "#### Regressions", "", *(line for item in broken for line in _broken_lines(item))]
    if summary.purged:
        verb = "Would be purged" if summary.dry_run else "Purged"
        lines += ["", f"#### {verb}", ""]
        lines += [f"- {strike.id} `{strike.category}`, resolved by {end.lesson}" for strike, end in summary.purged[:PURGED]]
        lines += [f"- and {len(summary.purged) - PURGED} more"] if len(summary.purged) > PURGED else []
    return "\n".join(lines) + "\n"


def _more(groups: Sequence[Group]) -> list[str]:
    left = len(groups) - GROUPS
    return [f"- and {counted(left, 'category', 'categories')} more: `vaultctl reflect --format json`"] if left > 0 else []


def _total(summary: Summary) -> str:
    number = sum(len(group.strikes) for group in summary.groups)
    if not number and not summary.regressions:
        return "No open failures."
    new = sum(group.new for group in summary.groups)
    return (f"{counted(number, 'open failure')} in {counted(len(summary.groups), 'category', 'categories')}, {new} new since the last "
            f"summary; {counted(sum(len(item.strikes) for item in summary.regressions), 'regression')}.")  # fmt: skip


def _waiting_lines(group: Group) -> list[str]:
    lines = [f"- `{group.category}`: {counted(len(group.strikes), 'strike')}, {group.new} new, {_days(group)}, {_agents(group.agents)}"]
    lines += [f"  - {count} × {_code(text)}" for text, count in group.signatures[:SIGNATURES]]
    more = len(group.signatures) - SIGNATURES
    lines += [f"  - and {counted(more, 'other signature')}"] if more > 0 else []
    lines += [f"  - drafted: tags `{group.category}`; issue {_code(draft_issue(group))}; the mitigation is left to be written:",
              f"    `vaultctl reflect --promote {group.category} --mitigation \"…\"`"]  # fmt: skip
    return lines


def _row(group: Group, summary: Summary) -> str:
    pending = summary.pending.get(group.category)
    name = f"`{group.category}`" + (f" (proposed: `{neutral(pending.branch)}`)" if pending else "")
    cells = (name, str(len(group.strikes)), str(group.new), str(group.first), str(group.last), _names(group.agents),
             _code(group.signatures[0][0]))  # fmt: skip
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _broken_lines(item: Regressions) -> list[str]:
    age = (item.strikes[-1].day - item.lesson.first_seen).days
    count = counted(len(item.strikes), "regression")
    lines = [f"- {neutral(item.lesson.id)}: {count}, {counted(age, 'day')} old at the last; it says {_code(item.lesson.mitigation)}"]
    for strike in item.strikes[-REGRESSIONS:]:
        lines.append(f"  - {strike.day} `{strike.category}` by {neutral(strike.agent)}: {_code(strike.signature)}")
    if len(item.strikes) > REGRESSIONS:
        lines.append(f"  - and {len(item.strikes) - REGRESSIONS} before")
    return lines


def _days(group: Group) -> str:
    return f"on {group.first}" if group.first == group.last else f"{group.first} to {group.last}"


def _agents(names: Sequence[str]) -> str:
    return f"{'agent' if len(names) == 1 else 'agents'} {_names(names)}"


def _names(names: Sequence[str]) -> str:
    shown = ", ".join(neutral(name) for name in names[:5])
    return shown + (f" and {len(names) - 5} more" if len(names) > 5 else "")


def _code(text: str) -> str:
    return code_span(neutral(text))

"""Hostile lessons, one file a kind, and how they are judged.

A sample is a line of JSON: the values of a lesson that it changes (`issue`, `mitigation`, `body`, `source_agent`, `tags`, `name`),
`head` (one more line of front matter), `mitigation_raw` (the value as YAML spells it), or `path` below the folder of lessons.
"""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

from vaultctl.adapters.layouts.notes import NotesLayout
from vaultctl.core.config import Config
from vaultctl.core.lesson import interpret
from vaultctl.core.problem import Problem
from vaultctl.core.rules.context import Source
from vaultctl.core.rules.registry import CONTENT_RULES
from vaultctl.core.taxonomy import Taxonomy
from vaultctl.formats import markdown
from vaultctl.usecases.lint import find_problems
from vaultctl.usecases.settings import Settings
from vaultctl.usecases.snapshot import Snapshot

FOLDER = Path(__file__).parent
HARMLESS = FOLDER / "harmless.jsonl"
TODAY = date(2025, 6, 11)
RULES = frozenset(rule.ID for rule in CONTENT_RULES)
_NOTE = """---
id: B-001
category: BLOCKED
tags: [{tags}]
issue: {issue}
mitigation: {mitigation}
first_seen: 2025-06-10
source_agent: {source_agent}
ttl: 365
{head}---
{body}
"""


def samples() -> dict[str, list[dict[str, str]]]:
    """Kind -> its samples."""
    return {path.stem: _read(path) for path in sorted(FOLDER.glob("*.jsonl")) if path != HARMLESS}


def harmless() -> list[dict[str, str]]:
    """Ordinary lessons that sound a little like hostile ones; none may have an error."""
    return _read(HARMLESS)


def _read(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def note(sample: dict[str, str]) -> tuple[str, str]:
    """Path and text of the lesson that a sample makes; without anything it is a good one."""
    head = f"{sample['head']}\n" if "head" in sample else ""
    head += f"name: {sample['name']}\n" if "name" in sample else ""
    text = _NOTE.format(
        tags=sample.get("tags", "pdf/font/unicode"),
        issue=json.dumps(sample.get("issue", "DejaVu Sans lacks glyphs for the euro sign."), ensure_ascii=False),
        mitigation=sample.get("mitigation_raw")
        or json.dumps(sample.get("mitigation", "Use Noto Sans for all PDF tasks."), ensure_ascii=False),
        source_agent=json.dumps(sample.get("source_agent", "invoice-bot"), ensure_ascii=False),
        head=head, body=sample.get("body", "The glyphs are missing from the font file."),
    )  # fmt: skip
    return "vault/lessons/" + sample.get("path", "pdf/font/b-001.md"), text


def judge(path: str, text: str, config: Config | None = None) -> list[Problem]:
    """What the content rules say of a vault with that one note."""
    layout = NotesLayout()
    parsed = layout.parse(path, text)
    source = Source(path, "lessons", markdown.scan, text=text, records=tuple(map(interpret, parsed.records)), faults=parsed.faults)
    settings = Settings(config or Config(), Taxonomy(), (), ())
    return find_problems(Snapshot("test", settings, layout, (source,)), TODAY, RULES)


def is_caught(sample: dict[str, str]) -> bool:
    """Whether the gate would refuse the lesson: one error is enough."""
    return has_error(*note(sample))


def has_error(path: str, text: str) -> bool:
    """Whether a content rule finds an error in the note."""
    return any(problem.severity == "error" for problem in judge(path, text))

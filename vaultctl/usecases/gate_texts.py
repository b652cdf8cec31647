"""What the content rules say of files that are no lessons: whatever a change brings must not carry a secret or steer an agent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core import problem as comparing
from vaultctl.core.area import what_is
from vaultctl.core.config import Config
from vaultctl.core.rules.context import Context, Source
from vaultctl.core.rules.registry import CONTENT_RULES
from vaultctl.core.taxonomy import Taxonomy
from vaultctl.formats import markdown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

    from vaultctl.core.area import PathChange
    from vaultctl.core.problem import Problem
    from vaultctl.usecases.ports import Tree

SECRETS = frozenset({"secret"})
HIDDEN = SECRETS | {"hidden-character"}
STEERING = HIDDEN | {"instruction", "role-marker"}
"""The rules for what an agent may come across when it works with the vault."""
SIZE_MAX = 5_000_000
"""Bytes of one file that are looked at; larger ones are data."""
_CHECKS = {rule.ID: rule.check for rule in CONTENT_RULES}
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


def check(old: Tree | None, new: Tree, items: Sequence[tuple[PathChange, frozenset[str]]], today: date) -> Iterator[Problem]:
    """What the named rules find in the files of a change, and not in the same files before.  Links and binary files are left out."""
    wanted = [(item, rules) for item, rules in items if item.after and what_is(item.after) in ("", "executable")]
    was = [item.path for item, _ in wanted if item.before and what_is(item.before) in ("", "executable")]
    before = dict(old.read_many(was)) if old is not None and was else {}
    contents = new.read_many([item.path for item, _ in wanted])
    for (item, rules), (_, content) in zip(wanted, contents, strict=True):
        text = _text(content)
        if not text:
            continue
        found = _find(item.path, text, rules, today)
        if found:
            earlier = _text(before.get(item.path))
            more = set(comparing.added(found, _find(item.path, earlier, rules, today) if earlier else []))
            lines, known = text.split("\n"), set(earlier.split("\n"))
            # One secret in the place of another makes no more of them.
            yield from (problem for problem in found if problem in more or lines[problem.line - 1] not in known)


def _text(content: bytes | None) -> str:
    """The text of a file; empty for what is none."""
    if not content or len(content) > SIZE_MAX:
        return ""
    if content.startswith(_UTF16):
        return content.decode("utf-16", "replace")
    return "" if b"\0" in content[:8_000] else content.decode("utf-8", "surrogateescape")


def _find(path: str, text: str, rules: frozenset[str], today: date) -> list[Problem]:
    source = Source(path, "foreign", markdown.scan, text=text)
    context = Context(Config(), Taxonomy(), today, (source,), markdown.scan)
    return [found for rule in sorted(rules) for found in _CHECKS[rule](source, context)]

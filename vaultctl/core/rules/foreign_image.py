"""foreign-image: an image from another host.

Whoever shows the lesson fetches the image, and so tells that host who reads it, and with which words in the address.  Inline images,
images by reference and embeds count; the hosts of `gate.hosts` may be used, and so may files of the repository.  Code is not looked at.

What it cannot catch: how an application that shows the lesson treats plain links.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vaultctl.core import addresses
from vaultctl.core.content import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultctl.core.content import Passage
    from vaultctl.core.problem import Problem
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Context, Scope, Source

ID = "foreign-image"
SEVERITY: Severity = "error"
SCOPE: Scope = "source"

_INLINE = re.compile(r"!\[[^\n]{0,500}?\]\([ \t\n]*<?([^\s<>)]{1,2000})")
_NAMED = re.compile(r"!\[([^\]\[\n]{0,300})\](?:\[([^\]\n]{0,300})\])?(?!\()")
_DEFINITION = re.compile(r"^[ \t>]*(?:[-*+][ \t]+)?\[([^\]\n]{1,300})\]:[ \t]*\n?[ \t]*<?([^\s<>]{1,2000})", re.MULTILINE)
_EMBED = re.compile(r"!\[\[[ ]?([^\]\s|]{1,2000})")
_TAG = re.compile(r"<[ ]?(?:img|image|source|video|audio|picture|input|iframe|embed|object|track|link|body|table|td|script)\b[^<>]{0,1000}?"
                  r"(?:src|srcset|href|poster|data|background)[ \t\n]*=[ \t\n]*[\"']?([^\"'\s>]{1,2000})|url\([ ]?[\"']?([^\"')\s]{1,2000})", re.IGNORECASE)  # fmt: skip


def check(source: Source, context: Context) -> Iterator[Problem]:
    hosts = context.config.gate.hosts
    return source.content.report(ID, SEVERITY, lambda passage: _find(passage, hosts))


def _find(passage: Passage, hosts: tuple[str, ...]) -> Iterator[Finding]:
    text = passage.text
    if "![" not in text and "<" not in text and "url(" not in text:
        return
    shown = passage.shown
    found = [(match.start(), match[1]) for pattern in (_INLINE, _EMBED) for match in pattern.finditer(shown)] if "![" in shown else []
    if "![" in shown and "]:" in shown:
        defined = {_label(match[1]): match[2] for match in _DEFINITION.finditer(shown)}
        for match in _NAMED.finditer(shown):
            target = defined.get(_label(match[2] or match[1]))
            if target is not None:
                found.append((match.start(), target))
    if "=" in shown or "url(" in shown:
        found += [(match.start(), match[1] or match[2]) for match in _TAG.finditer(shown)]
    for index, target in sorted(set(found)):
        parsed = addresses.parse(target)
        if parsed is not None and not addresses.is_listed(parsed[0], hosts):
            yield Finding(index, f"an image from {parsed[0][:100]}, which the config does not list",
                          "put the image into the repository, or link to it")  # fmt: skip


def _label(text: str) -> str:
    return " ".join(text.casefold().split())

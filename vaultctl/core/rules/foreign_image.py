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

_BRACKET = re.compile(r"\\.|!?\[|\]", re.DOTALL)
_TARGET = re.compile(r"\]\([ \t\n]*<?([^\s<>)]{1,2000})")
_REFERENCE = re.compile(r"\]\[([^\]\n]{0,300})\]")
_DEFINITION = re.compile(r"^[ \t>]*(?:[-*+][ \t]+)?\[([^\]\n]{1,300})\]:[ \t]*\n?[ \t]*<?([^\s<>]{1,2000})", re.MULTILINE)
_EMBED = re.compile(r"!\[\[[ ]?([^\]\s|]{1,2000})")
_TAG = re.compile(r"<[ ]?(?:img|image|source|video|audio|picture|input|iframe|embed|object|track|link|body|table|td|script)\b"
r"[^<>]{0,1000}?"
                  r"(?:src|srcset|href|poster|data|background)[ \t\n]*=[ \t\n]*[\"']?([^\"'\s>]{1,2000})"
                  r"|url\([ ]?[\"']?([^\"')\s]{1,2000})", re.IGNORECASE)  # fmt: skip

_LONGEST_LABEL = 300


def check(source: Source, context: Context) -> Iterator[Problem]:
    hosts = context.config.gate.hosts
    return source.content.report(ID, SEVERITY, lambda passage: _find(passage, hosts))


def _find(passage: Passage, hosts: tuple[str, ...]) -> Iterator[Finding]:
    text = passage.text
    if "![" not in text and "<" not in text and "url(" not in text:
        return
    shown = passage.shown
    found: list[tuple[int, str]] = []
    if "![" in shown:
        defined = {_label(match[1]): match[2] for match in _DEFINITION.finditer(shown)} if "]:" in shown else {}
        for start, end in _images(shown):
            inline = _TARGET.match(shown, end)
            if inline is not None:
                found.append((start, inline[1]))
            elif defined:
                reference = _REFERENCE.match(shown, end)
                label = reference[1] if reference is not None and reference[1] else shown[start + 2 : end]
                if len(label) <= _LONGEST_LABEL and _label(label) in defined:
                    found.append((start, defined[_label(label)]))
        found += [(match.start(), match[1]) for match in _EMBED.finditer(shown)]
    if "=" in shown or "url(" in shown:
        found += [(match.start(), match[1] or match[2]) for match in _TAG.finditer(shown)]
    for index, target in sorted(set(found)):
        parsed = addresses.parse(target)
        if parsed is not None and not addresses.is_listed(parsed[0], hosts):
            yield Finding(index, f"an image from {parsed[0][:100]}, which the config does not list",
                          "put the image into the repository, or link to it")  # fmt: skip


def _images(text: str) -> Iterator[tuple[int, int]]:
    """Where `![` and the `]` that closes it stand (CommonMark 6.4: brackets nest)."""
    opened: list[tuple[int, bool]] = []
    for match in _BRACKET.finditer(text):
        if match[0] in ("[", "!["):
            opened.append((match.start(), match[0] == "!["))
        elif match[0] == "]" and opened:
            start, is_image = opened.pop()
            if is_image:
                yield start, match.start()


def _label(text: str) -> str:
    return " ".join(text.casefold().split())

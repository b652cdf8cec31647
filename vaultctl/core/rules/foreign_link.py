"""foreign-link: a link to a host that the config does not list (`gate.hosts`).

A warning, once for each host of a lesson: a person should look where it leads.  `gate.hosts: [github.com, "*.example.org"]` lists hosts.
An error, whatever is listed: an address that names one host and leads to another, by a user part (`https://github.com@evil.example/`)
or a link text, and addresses that run something (`javascript:`).  Links in code are not looked at.

What it cannot catch: what a listed host redirects to, shortened addresses, addresses spelled in prose.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vaultctl.core import addresses
from vaultctl.core.content import Finding, quote

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultctl.core.content import Passage
    from vaultctl.core.problem import Problem
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Context, Scope, Source

ID = "foreign-link"
SEVERITY: Severity = "warning"
SCOPE: Scope = "source"

_RUNS = re.compile(r"(?:\]\([ \t\n<]*|\]:[ \t]*<?|<)(?:java|vb|live)script:|\bjavascript:[a-z]+[.(]", re.IGNORECASE)
_TEXT = re.compile(r"(?<!!)\[[ ]?((?:https?://|www\.)[^\]\s]{3,300})[ ]?\]\([ \t\n<]*([^)\s>]{3,1000})", re.IGNORECASE)


def check(source: Source, context: Context) -> Iterator[Problem]:
    hosts = context.config.gate.hosts
    return source.content.report(ID, SEVERITY, lambda passage: _find(passage, hosts))


def _find(passage: Passage, hosts: tuple[str, ...]) -> Iterator[Finding]:
    text = passage.text
    if not ("//" in text or "www." in text or ":\\" in text or "script:" in text or "&#" in text):
        return
    shown = passage.shown
    seen: set[tuple[str | None, str]] = set()
    for address in addresses.find(shown):
        if address.pretends:
            yield Finding(address.at, f"the address names {quote(address.pretends)} and leads to {quote(address.host)}",
                          "write the address that is meant", "error")  # fmt: skip
        lesson = passage.content.id_at(passage.place(address.at)[0]) if passage.content.source.single else None
        if (lesson, address.host) not in seen and not addresses.is_listed(address.host, hosts):
            seen.add((lesson, address.host))
            yield Finding(address.at, f"a link to {address.host[:100]}, which the config does not list",
                          f"look where it leads; gate.hosts lists hosts: {address.host[:100]}", key=address.host)  # fmt: skip
    for match in _TEXT.finditer(shown) if "](" in shown else ():
        named, real = addresses.parse(match[1]), addresses.parse(match[2])
        if named is not None and real is not None and _base(named[0]) != _base(real[0]):
            yield Finding(match.start(), f"the link says {quote(named[0])} and leads to {quote(real[0])}",
                          "let the text say where it leads", "error")  # fmt: skip
    for match in _RUNS.finditer(shown) if "cript:" in shown.lower() else ():
        yield Finding(match.start(), "an address that runs something", "delete it, or put it into code", "error")


def _base(host: str) -> str:
    return ".".join(host.removeprefix("www.").split(".")[-2:])

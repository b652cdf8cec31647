"""agent-name: the name of the agent is none, or that of somebody else.

A name is one to three words of letters, digits and `._@/+-`, at most 64 characters (`invoice-bot`, `renovate[bot]`).  Names that speak with
authority they do not have (`system`, `admin`, `root`, `approved by …`) are refused, unless `gate.agents` lists that very name.

What it cannot catch: an agent that uses the name of another one; `writers` in the taxonomy and the forge's accounts are for that.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vaultctl.core.content import quote
from vaultctl.core.disguise import Folded
from vaultctl.core.problem import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Context, Scope, Source

ID = "agent-name"
SEVERITY: Severity = "error"
SCOPE: Scope = "source"

_NAME = re.compile(r"[\w.@/+-]{1,64}(?:\[bot\])?(?: [\w.@/+-]{1,64}){0,2}")
_CLAIMED = frozenset([
    "system", "admin", "administrator", "admins", "root", "superuser", "sudo", "user", "users", "assistant", "developer",
    "developers", "tool", "function", "model", "approved", "trusted", "verified", "official", "moderator", "operator",
    "security", "securityteam", "vaultctl", "gate", "lint", "linter", "anthropic", "openai", "systemadmin", "sysadmin",
    "owner", "owners", "everyone", "anyone", "all", "none", "anonymous", "unknown", "policy", "compliance",
])
_CLAIM = re.compile(r"\b(?:pre ?)?(?:approved|trusted|verified|authori[sz]ed|official|whitelisted|signed off|security team)\b")


def check(source: Source, context: Context) -> Iterator[Problem]:
    for record in source.content.records:
        field = record.field("source_agent")
        if field is None or not isinstance(field.value, str) or not field.value.strip():
            continue
        name = " ".join(field.value.split())
        if name in context.config.gate.agents:
            continue
        plain = re.sub(r"[\W_]", "", Folded(name).latin)
        words = re.sub(r"[\W_]+", " ", Folded(name).latin)
        if len(name) > 64 or _NAME.fullmatch(name) is None:
            message, hint = f"{quote(name, 40)} is no name of an agent", "use letters, digits and ._@/+-: invoice-bot"
        elif plain in _CLAIMED or (_CLAIM.search(words) and not words.endswith(("bot", "agent"))):
            message, hint = f"{quote(name, 40)} claims to be more than an agent", "use the agent's own name; gate.agents may list it"
        else:
            continue
        yield Problem(source.path, field.line, field.column, SEVERITY, ID, message, source.content.id_at(record.line), False, hint)

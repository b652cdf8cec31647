"""What sounds like an instruction to the reader and is ordinary engineering.

"Ignore the previous warnings" has the words of "ignore the previous instructions"; what it is about tells them apart: things of the trade
(migrations, snapshots), rules of a tool (a Makefile, a linter), what the users of a product get to see, jobs of CI that need not run.
Such a phrase is a warning, unless something near it speaks of the vault, of agents, of reviews, or of the reader.

Places and lengths are characters of a folded text (`core.disguise`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vaultctl.core.wording import Match

OVERRIDE = "tells its reader to set instructions aside"
CONCEAL = "asks for something to be hidden from people"
APPROVE = "claims or asks for approval, or wants checks left out"
SEND = "asks for secrets or private text to be sent or shown"
ADDRESS = "speaks to an agent, or gives it another part to play"

_BEFORE, _AFTER = 60, 120
_READER = re.compile(r"\b(?:you|your|yourself|lessons?|vault(?:ctl)?|gates?|guards?|verdicts?|agents?\b|assistants?"
                     r"|prompts?(?! strings?\b| colou?rs?\b)"
                     r"|review(?:s|er|ers)?"
                     r"|maintainers?|operators?|blocked|merge without|guardrails?|guidelines?|directives?|claude|copilot|llms?"
                     r"|instead of)\b")  # fmt: skip
_THING = (
    r"(?:migration|warning|snapshot|result|entr(?:y|ie)|error|file|line|field|column|row|table|build|version|release|commit|tag"
    r"|branche?|cache"
    r"|value|default|setting|flag|option|argument|parameter|header|byte|token|character|space|whitespace|record|event|request|response"
    r"|connection|container|image|volume|node|pod|job|run|failure|benchmark|measurement|sample|draft|attempt|patch|artifact|deployment"
    r"|revision|state|index|key|cookie|environment|variable|object|frame|layer|pixel|glyph|page|deprecation|lint)(?:e?s)?"
)
_TOOL = (
    r"(?:makefile|shell|terminal|linter|compiler|formatter|bundler|parser|router|firewall|bucket|table|database|schema|template|theme"
    r"|stylesheet"
    r"|plugin|preset"
    r"|eslint|ruff|prettier|webpack|babel|editor|renderer|layout|class|parent|package|library|framework|base image|dockerfile|ingress"
    r"|cluster"
    r"|namespace|queue|broker|proxy|server|module|chart|grammar|tokenizer|build system|cmake|bazel|gradle|maven)"
)
# "Ignore all previous migrations", but not "ignore previous commits and instructions".
_ABOUT_THINGS = re.compile(rf"[a-z]+ (?:[a-z-]+[ -]){{0,4}}?{_THING}\b(?! *(?:and|or|,|&))")
_OF_A_TOOL = re.compile(rf"^[^.|\n]{{0,20}}\b(?:of|in|for|from|by|on) (?:the |a |an |this )?(?:[\w-]+ ){{0,2}}{_TOOL}s?\b")
_CONSTRAINTS = re.compile(r"(?:drop|delete|remove|replace|skip|break|violate|suspend|lift)\w* (?:[a-z]+ ){0,4}"
                          r"(?:constraints?|policies|policy|rules?|requirements?|messages?|commands?|orders?|filters?)$")  # fmt: skip
_TECHNICAL = re.compile(r"\b(?:bucket|table|database|index(?:es)?|import|schema|iptables|firewall|queue|column|foreign key|ingress"
                        r"|restore)\b")
_AUDIENCE = re.compile(r"\b(?:users?|clients?|customers?|visitors?|callers?|public|anonymous|guests?)\b")
_STAFF = re.compile(r"\b(?:reviewers?|maintainers?|operators?|owners?|team|boss|lead|managers?|staff|humans?|anyone|anybody|nobody|somebody"
                    r"|auditors?|colleagues?|supervisor|people|person|him|her|them)\b")  # fmt: skip
# What the reader did or does: to hide that is what the rule is about.
_DEED = re.compile(r"\b(?:this|it|these|that (?:you|the|we|it|i)|lessons?|steps?|change[sd]?|edit(?:s|ed)?|swap(?:ped)?|commit(?:s|ted)?"
                   r"|merged?|push(?:ed)?|upload(?:ed|s)?|about (?:your|the (?:change|swap|edit|upload|deletion|leak))|what (?:you"
                   r"|happened|was)|actions?|instructions?|notes?|anything|everything"
                   r"|nothing|which \w+ (?:(?:was|were) (?:used|changed|replaced|removed|done|run)|you)|deleted|removed|replaced"
                   r"|confirm\w*|permission|consent|approv\w*|first"
                   r"|before|how it|do so|sent|prompt|existence|secretly|quietly)\b")  # fmt: skip
_SHOWN = re.compile(r"\b(?:whether|which|retr(?:y|ies)|latency|delays?|failover|since|twice|every|why|raw|internal|stack|traces?"
                    r"|errors?|exceptions?|passwords?|e-?mails?|accounts?|buttons?"
                    r"|menus?|fields?"
                    r"|ids?|names?|sql|versions?|paths?|hosts?|tokens?|invoices?|data|details?|columns?|rows?|records?|links?|pages?|tabs?"
                    r"|features?|messages?|codes?|another|other|debug|addresses|numbers?|widgets?|forms?|options?|icons?"
                    r"|prices?)\b")  # fmt: skip
_NO_RUN = re.compile(r"\b(?:paths-?_?ignore|documentation|docs?\b|docs-only|readme|markdown|drafts?|dependabot|renovate|scheduled|forks?"
                     r"|release job|release commits?|version bumps?|generated|typo|translations?|changelog|wip)\b")  # fmt: skip
_BOT_UPDATE = re.compile(r"\b(?:dependabot|renovate|patch updates|security updates|required (?:status )?checks|once (?:the )?(?:ci"
                         r"|checks)|merge queue)\b")
_PART_OF_A_NAME = re.compile(r"^(?:'s\b|[ -](?:database|server|fixtures?|data|runner|account|environment|double|mode|output|image"
                             r"|plan|image|coverage)\b)")
_PUBLIC = re.compile(r"\b(?:public|reset|verification|confirmation|activation|csrf|refresh|session|invite|one-time|push) (?:ssh |gpg "
                     r"|signing )?(?:keys?|tokens?|passwords?)"
                     r"|\bpassword[ -](?:reset|recovery|change)")  # fmt: skip
_YES = re.compile(r"(?:answer|say|reply|respond|press|type|confirm)\w* (?:yes|y|prompts?)\b")


def is_ordinary(match: Match, text: str) -> bool:
    """Whether a phrase that was found in the text is ordinary engineering, as far as its surroundings tell."""
    start = max(text.rfind("\n", 0, match.start), text.rfind(". ", 0, match.start), text.rfind('"', 0, match.start),
                match.start - _BEFORE, -1) + 1  # fmt: skip
    phrase = text[match.start : match.end].rstrip(' .;:!?"\n|')
    after = text[match.start + len(phrase) : match.start + len(phrase) + _AFTER].split("\n")[0]
    clause = after.split(". ")[0].split('"')[0]
    around = text[start : match.start] + phrase + clause
    if match.label == OVERRIDE:
        return _READER.search(around) is None and _overrides_a_tool(phrase, clause)
    if match.label == CONCEAL:
        return (_AUDIENCE.search(around) is not None and _SHOWN.search(around) is not None and _STAFF.search(phrase) is None
                and _DEED.search(around) is None and not re.search(r"\b(?:you|your|agent|assistant)\b", around))  # fmt: skip
    if match.label == APPROVE:
        if _PART_OF_A_NAME.match(after):
            return True
        if _READER.search(around):
            return False
        return _names_a_tool(phrase, clause) or _BOT_UPDATE.search(around) is not None or (
            _NO_RUN.search(clause) is not None and re.search(r"\b(?:ci|pipelines?|jobs?|workflows?|builds?|scans?|tests?"
                                                             r"|lint\w*)\b", phrase) is not None)  # fmt: skip
    if match.label == SEND:
        return _PUBLIC.search(phrase) is not None and _READER.search(around) is None
    return match.label == ADDRESS and _YES.match(phrase) is not None and not re.search(
        r"\b(?:guards?|vault\w*|gates?|agents?|every|all|any|user|asked?|whenever|always|everything|blocked)\b", around)  # fmt: skip


def _overrides_a_tool(phrase: str, clause: str) -> bool:
    return _ABOUT_THINGS.match(phrase + clause) is not None or _names_a_tool(phrase, clause)


def _names_a_tool(phrase: str, clause: str) -> bool:
    if _OF_A_TOOL.search(clause):
        return True
    return _CONSTRAINTS.match(phrase) is not None and _TECHNICAL.search(clause) is not None

"""role-marker: a mark that chat models take for the start of somebody else's words.

Tokens of chat templates (`<|im_start|>`, `[INST]`, `<<SYS>>`, `<start_of_turn>`), tags of prompts and tool calls (`<system>`,
`<tool_call>`), lines that begin with a speaker (`System:`, `Human:`), headings of prompt formats (`### Instruction`), and JSON messages
(`"role": "system"`).  They are flagged in code, too: a model reads them there as well.  `User:` alone is a warning.

What it cannot catch: marks of a model that it does not know.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vaultctl.core.content import Finding, quote
from vaultctl.core.shapes import Shape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultctl.core.content import Passage
    from vaultctl.core.problem import Problem
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Context, Scope, Source

ID = "role-marker"
SEVERITY: Severity = "error"
SCOPE: Scope = "source"

_HINT = "say in plain words what was meant"
_SPEAKER = r"(?:system|assistant|human|developer|ai|chatgpt|claude|gpt|llm)"
_ROLES = "system assistant developer"
_BEFORE = r"(?:^|\n|[.!?\"'] |\\n|: ?[\"']?|n/a )[ \t>#_\[(\"'|-]*"
_SHAPES = tuple(Shape("", signs, pattern, re.MULTILINE) for signs, pattern in (
    ("|>", r"<[|]{1,2}[ ]?/?[a-z0-9_▁./ -]{2,40}[ ]?[|]{1,2}>"),
    ("inst] sys>>", r"\[/?inst\]|<</?sys>>"),
    ("_of_ <bos <eos </bos </eos <eot <sot", r"<\|?/?(?:start|end|begin)_of_(?:turn|text|sentence|image|role|message|thought)\|?>"
     r"|</?(?:bos|eos|eot|sot)>"),
    ("<system </system <assistant </assistant <developer </developer",
     r"</?(?:system|assistant|developer)(?:[ _-]?(?:prompt|message|reminder|instructions?|note|override|turn))?\b[^<>\n]{0,80}>"),
    ("<tool </tool <function </function <invoke </invoke <antml </antml <think </think <reason </reason <scratch </scratch "
     "<override "
     "<jailbreak <system_ _instruction",
     r"</?(?:tool[_-]?(?:calls?|use|results?|response|code|output)|function[_-]?(?:calls?|results?)|function=[\w.-]{1,60}"
     r"|invoke|antml:[\w-]{1,40}|thinking|think|reasoning|scratchpad|override|jailbreak"
     r"|(?:important|hidden|priority|admin|new|agent|secret)_instructions?)(?:[ =][^<>\n]{0,200})?>"),
    ("</", r"</(?:user|human|instructions?|prompt|user_query|context|query|policy|rules|task|persona|admin)>"),
    ("<", r"^[ \t]*<(?:user|human|instructions?|prompt|user_query|persona|admin)>[ \t\r]*$"),
    ("agent:", r"(?:^|\n|: ?[\"']|[.!?] )[ \t>_\"']*agents?[_\"']*:(?![:/])[ \t_\"']+(?=[a-z]+[ ,])"),
    ("system assistant human developer ai: ai_ ai] chatgpt claude gpt llm",
     rf"{_BEFORE}{_SPEAKER}(?:[ _-](?:prompt|message|instructions?|note|notice|override|update|role|turn))?[\])\"'_|]*[ ]?:"
     rf"(?![:/])[ \t_\"']*"
     r"(?=\S|$)"),
    ("#", r"(?:^|\n)[ \t>]*#{1,6}[ ]*(?:system|human|assistant|user|instruction|response|input|developer)"
     r"(?:[ _](?:prompt|message|instructions?))?[ ]*:?[ \t\r]*$"),
    (("#", "instruction"), r"(?:^|\n)[ \t>]*#{1,6}[ ]*(?:(?:new|updated|hidden|agent|priority) )?instructions?[ ]*:[ \t\r]*$"),
    ("[system]", r"\[system\]\(#"),
    ("role", r"[\"']?\brole[\"']?[ ]?[:=][ ]?[\"']?(?:system|assistant|developer|tool)\b"),
    ("system assistant developer admin", r"[\[({<=#~|@$-]{2,}[ ]?(?:(?:begin|end|start|new|end of|start of) )?(?:system"
     r"|assistant|developer|admin)"
     r"(?:[ _](?:prompt|message|override|instructions?|update|notice|note))?[ ]?[\])}>=#~|@$-]{2,}"),
    ("[ ( {", r"[\[({](?:(?:begin|end|start|new|end of|start of) |/)?(?:system|assistant|developer|admin|user|human)[ _:-]{1,2}"
     r"(?:prompt|message|override|instructions?|update|notice|note|input|query)[^\])}\n]{0,60}[\])}]"),
    ("prompt instructions message input untrusted", r"\b(?:begin|end|start)[ _](?:of[ _])?(?:system|hidden|secret|new|user"
     r"|untrusted)?[ _]?"
     r"(?:prompt|instructions|system message|user input|untrusted (?:text|data|input|content))\b"),
    ("prompt instruction", r"\bsystem prompt[ ]?:|\bnew (?:system )?(?:prompt|instructions?)[ ]?:"),
    ("{{ tool_call function_call tool_code tool_use", r"\{\{[#~/]?(?:system|user|assistant)\b[^{}\n]{0,40}\}\}"
     r"|\"tool_calls\"[ ]?:|\"function_call\"[ ]?:|^[ \t]*(?:tool_code|tool_call|tool_use)[ \t]*$"),
))  # fmt: skip
_SQUARE = Shape("", "SYSTEM ASSISTANT DEVELOPER ADMIN HUMAN USER", r"\[(?:/|END |BEGIN )?(?:SYSTEM|ASSISTANT|DEVELOPER|ADMIN"
r"|HUMAN|USER)(?:[ _](?:PROMPT|MESSAGE|OVERRIDE))?\]")
_MAYBE = Shape("", "user model tool function bot", r"(?:^|\n)[ \t>#_\[(\"'|-]*(?:user|agent|model|tool|function|bot)"
r"[\])\"'_|]*[ ]?:(?![:/])[ \t_\"']+(?=\w)")


def check(source: Source, context: Context) -> Iterator[Problem]:
    return source.content.report(ID, SEVERITY, _find)


def _find(passage: Passage) -> Iterator[Finding]:
    folded = passage.folded
    text = folded.text
    seen: set[int] = set()
    for shape in _SHAPES:
        for match in shape.find(text):
            start = match.start() + len(match[0]) - len(match[0].lstrip(" \t\n\r.!?\"':\\"))
            at = folded.origin(start)
            if at not in seen:
                seen.add(at)
                yield Finding(at, f"a mark that models take for another speaker: {quote(match[0].strip(), 40)}", _HINT)
    for match in _SQUARE.find(passage.text):
        if match.start() not in seen and passage.text[match.end() : match.end() + 1] not in ("(", "["):
            yield Finding(match.start(), f"a mark that models take for another speaker: {quote(match[0])}", _HINT)
    for match in _MAYBE.find(text):
        at = folded.origin(match.start() + len(match[0]) - len(match[0].lstrip()))
        yield Finding(at, f"looks like another speaker: {quote(match[0].strip())}", _HINT, SEVERITY if seen else "warning")

"""role-marker: a mark that chat models take for the start of somebody else's words.

Tokens of chat templates (`<|im_start|>`, `[INST]`, `<<SYS>>`, `<start_of_turn>`), tags of prompts and tool calls (`<system>`,
`<tool_call>`), lines that begin with a speaker (`System:`, `Human:`), headings of prompt formats (`### Instruction`), and JSON messages
(`"role": "system"`, `"type": "tool_result"`).  In code they are a warning, because software for models is full of them, and so is a
speaker's name before a plain value (`System: Ubuntu 22.04`, `system:` in YAML) and `User:` alone; before an order, or words in the first or
second person, it is an error.

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
    ("tool_ function_call mcp_ computer_call", r"[\"']?\btype[\"']?[ ]?[:=][ ]?[\"'](?:tool_(?:use|result|call|output)s?"
                                               r"|function_call(?:_output)?"
     r"|function_response|mcp_\w{2,20}|server_tool_use|computer_call(?:_output)?)[\"']"),
    ("end", r"(?:[\[<({=#~|@$*-]{3,}|\[)[ ]?/?(?:begin|end|start)[ _-](?:of[ _-])?(?:the[ _-])?(?:untrusted[ _-]|user[ _-]|vault[ _-]"
            r"|retrieved[ _-])?"
     r"(?:data|untrusted|context|lessons?|vault|documents?|input|prompt|instructions?|messages?|quotation|quote|content|text|turn"
     r"|conversation"
     r"|knowledge|memory|tool[ _-]output|system)[ ]?[\])}>=#~|@$*-]"),
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


_NAMED = re.compile(rf"{_SPEAKER}[^\n:]{{0,30}}:|agents?[_\"']*:")
# What a speaker's name stands before, when somebody is to be steered.
_ORDER = re.compile(
    r"[\s_\"']{0,20}(?:[-*>] ?)?(?:ok(?:ay)?[, ]+|please |now |then |always |never |do not |don'?t |you(?:'re|r)?\b(?! are here)"
    r"|i(?:'ll|'m|'ve)?\b|we\b|"
    r"(?:ignor|approv|merg|push|delet|remov|run|execut|deploy|follow|obey|disregard|forget|accept|grant|send|upload|answer|repl"
    r"|respond|report"
    r"|skip|bypass|disabl|act|allow|override|trust|open|stop|comply|proceed|continue|publish|install|reveal|print|say|tell|treat|mark"
    r"|clear|confirm|sure|good|great|right|perfect|yes|understood|done|verified|approval|permission|new instruction|the (?:previous"
    r"|above|user|real|lesson|branch|following)"
    r"|this lesson|all (?:rules|checks|previous))\w*(?!:? (?:is|are|was|were|needed|notes?|log)\b))"
)


def check(source: Source, context: Context) -> Iterator[Problem]:
    return source.content.report(ID, SEVERITY, _find)


def _find(passage: Passage) -> Iterator[Finding]:
    folded = passage.folded
    text = folded.text
    seen: set[int] = set()
    errors = 0
    for shape in _SHAPES:
        for match in shape.find(text):
            start = match.start() + len(match[0]) - len(match[0].lstrip(" \t\n\r.!?\"':\\"))
            at = folded.origin(start)
            if at not in seen:
                seen.add(at)
                severity = _severity(passage, at, text, match)
                errors += severity is None
                yield Finding(at, f"a mark that models take for another speaker: {quote(match[0].strip(), 40)}", _HINT, severity)
    for match in _SQUARE.find(passage.text):
        if match.start() not in seen and passage.text[match.end() : match.end() + 1] not in ("(", "["):
            severity = "warning" if _is_code(passage, match.start()) else None
            errors += severity is None
            yield Finding(match.start(), f"a mark that models take for another speaker: {quote(match[0])}", _HINT, severity)
    for match in _MAYBE.find(text):
        at = folded.origin(match.start() + len(match[0]) - len(match[0].lstrip()))
        yield Finding(at, f"looks like another speaker: {quote(match[0].strip())}", _HINT, SEVERITY if errors else "warning")


def _severity(passage: Passage, at: int, text: str, match: re.Match[str]) -> Severity | None:
    """A warning in code, and for a name before something that is no order."""
    if _is_code(passage, at):
        return "warning"
    named = _NAMED.search(match[0])
    return "warning" if named is not None and "prompt" not in match[0] and _ORDER.match(text, match.end()) is None else None


def _is_code(passage: Passage, at: int) -> bool:
    """Whether a place stands in a code span or block.  What only a value holds is told by the file that it stands in."""
    return passage.shown[at : at + 1].isspace() and not passage.text[at : at + 1].isspace()

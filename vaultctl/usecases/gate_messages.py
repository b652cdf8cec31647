"""What the commits of a change say beside their files: it stays in the history, and forges and git act upon it.

A message that vaultctl writes holds nothing that acts (`core.proposal`).  One that does, on a proposal, was written by something else;
on other branches people close issues and name one another, so there it is pointed out at most.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vaultctl.core import secrets
from vaultctl.core.problem import Problem
from vaultctl.core.scope import REVIEW_RULE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vaultctl.usecases.gate_ports import Message

SECRET_RULE = "secret"
RULE = "commit-message"
DATE_RULE = "commit-date"
LONGEST = 200_000
"""Characters of what one commit says; more are not looked at, and refused."""
_SHORT = 12
_REDATE = "date it anew: git commit --amend --no-edit --reset-author, or git rebase -i for an earlier one"
_REWORD = "say it otherwise: git commit --amend, or git rebase -i for an earlier one"
_CLOSER = r"(?:close[sd]?|closing|fix(?:e[sd]|ing)?|resolve[sd]?|resolving|implement(?:s|ed|ing)?|reopen(?:s|ed|ing)?)"
_NUMBER = r"(?:[\w./-]{0,150}[#!]\d|gh-\d|https?://\S{1,300}/\d)"
_ACTS = (
    ("checks are switched off", re.compile(
        r"\[[^\]\n]{0,40}\bskip\b[^\]\n]{0,40}\]|\[no[ -_]?ci\]|\*\*\*\s*no_ci\s*\*\*\*|^skip-checks\s*:", re.IGNORECASE | re.MULTILINE)),
    ("an issue is closed", re.compile(rf"\b{_CLOSER}\b[\s:]{{0,4}}(?:(?:issues?|bugs?|tickets?|epics?)[\s:]{{1,4}})?\(?{_NUMBER}",
                                      re.IGNORECASE)),
    ("somebody is notified", re.compile(r"(?<![\w.+-])@[A-Za-z0-9]")),
)  # fmt: skip


def check(
    messages: Sequence[Message], place: str, *, proposal: bool = False, lessons: bool = False, waived: frozenset[str] = frozenset()
) -> Iterator[Problem]:
    """What speaks against the messages; it is told at the path `place`.

    `lessons`: lessons are touched, so that what acts is looked for too.  `waived` are the rules that the base lets these lessons
    break: a message repeats what a lesson says.
    """
    for message in messages:
        name = f"commit {message.commit[:_SHORT]}"
        if len(message.text) > LONGEST:
            yield Problem(place, 1, 1, "error", RULE, f"what {name} says is longer than {LONGEST} characters", hint=_REWORD)
            continue
        if SECRET_RULE not in waived:
            yield from _secrets(message, name, place, lessons=proposal or lessons)
        if proposal or lessons:
            # git-fsck calls such a date bad: servers refuse it, and older programs stop at it.
            yield from (Problem(place, 1, 1, "error", DATE_RULE, f"git cannot read the {who} date of {name}", hint=_REDATE)
                        for who in message.undated)  # fmt: skip
        if not (proposal or lessons) or message.is_merge:
            continue
        for what, pattern in _ACTS:
            if pattern.search(message.words):
                yield Problem(place, 1, 1, "error" if proposal else "warning", RULE, f"by the message of {name} {what}",
                              hint=_REWORD)  # fmt: skip


def _secrets(message: Message, name: str, place: str, *, lessons: bool) -> Iterator[Problem]:
    for kind in sorted({kind for _, kind in secrets.find(message.text)}):
        # In words about code a password may be a variable or a sample, as in the code.
        doubtful = kind.startswith("password") and not lessons
        yield Problem(
            place, 1, 1, "warning" if doubtful else "error", REVIEW_RULE if doubtful else SECRET_RULE,
            f"what {name} says looks like a secret: {kind}", key=kind, hint=f"{_REWORD}; revoke it, for it was pushed",
        )  # fmt: skip

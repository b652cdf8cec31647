"""Problems as SARIF 2.1.0 (OASIS), which code scanning reads.

Only rules that report something are listed.  Lines and columns count from 1, columns in Unicode code points (section 3.14.17).
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from vaultctl import __version__
from vaultctl.core.problem import identity
from vaultctl.core.rules.registry import RULES
from vaultctl.report.escape import escape
from vaultctl.report.json import dump

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultctl.core.problem import Problem
    from vaultctl.report.json import Json

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
FINGERPRINT = "vaultctl/1"


def render(problems: Sequence[Problem], folder: str = "", *, failure: str = "") -> str:
    """One SARIF log with one run.

    `failure` is why the run came to no answer (section 3.20.14), if so.  `folder` is where the vault lies in
    the repository, as `sub/folder/`.
    """
    ids = sorted({problem.rule for problem in problems})
    places = {rule: number for number, rule in enumerate(ids)}
    return dump({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {"name": "vaultctl", "version": __version__, "rules": [_rule(rule) for rule in ids]}},
            "columnKind": "unicodeCodePoints",
            "invocations": [_invocation(failure)],
            "results": [_result(problem, places[problem.rule], folder) for problem in problems],
        }],
    })  # fmt: skip


def _invocation(failure: str) -> Json:
    if not failure:
        return {"executionSuccessful": True}
    return {"executionSuccessful": False, "toolExecutionNotifications": [{"level": "error", "message": {"text": escape(failure)}}]}


def _rule(rule: str) -> Json:
    known = RULES.get(rule)
    if known is None:
        return {"id": rule}
    return {
        "id": rule,
        "shortDescription": {"text": known.summary},
        "fullDescription": {"text": known.doc},
        "help": {"text": known.doc},
        "defaultConfiguration": {"level": known.severity},
    }


def _result(problem: Problem, place: int, folder: str) -> Json:
    text = problem.message + (f" ({problem.hint})" if problem.hint else "")
    path = (folder + problem.path).encode("utf-8", "surrogateescape")
    return {
        "ruleId": problem.rule,
        "ruleIndex": place,
        "level": problem.severity,
        "message": {"text": escape(text)},
        "locations": [{
            "physicalLocation": {
                "artifactLocation": {"uri": quote(path), "uriBaseId": "%SRCROOT%"},
                "region": {"startLine": problem.line, "startColumn": problem.column},
            }
        }],
        "partialFingerprints": {FINGERPRINT: _digest(problem)},
    }  # fmt: skip


def _digest(problem: Problem) -> str:
    from hashlib import sha256

    return sha256("\0".join(identity(problem)).encode("utf-8", "surrogateescape")).hexdigest()[:32]

"""What the other side of a fetch or a push said: git's output turned into values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from vaultctl.adapters import disk
from vaultctl.adapters.git import failures
from vaultctl.adapters.git.process import Done, TimedOut
from vaultctl.core.redaction import redact

State = Literal["ok", "rejected", "refused", "absent", "unreachable"]
"""`rejected`: the ref there is not what we thought (no fast-forward, a lease that is stale, a race): fetch and look again.
`refused`: the server or a hook said no.  `absent`: there is no such ref (fetch).  `unreachable`: no answer; `cause` says why."""
Cause = Literal["", "network", "auth", "permission", "missing", "timeout", "hook", "own hook", "race", "disk"]
"""`hook`: one of the server.  `own hook`: the `pre-push` of this repository.  `disk`: there is no room on this one."""


@dataclass(frozen=True, slots=True)
class Answer:
    """How a talk with a remote ended.  `reason` is for people: git's and the server's words, without credentials."""

    state: State
    reason: str = ""
    cause: Cause = ""

    @property
    def ok(self) -> bool:
        """Whether it did what was asked."""
        return self.state == "ok"

    @property
    def may_pass(self) -> bool:
        """Whether the same try may work in a moment: the network, or a lock of another process."""
        return self.cause in ("network", "race")


@dataclass(frozen=True, slots=True)
class Pushed:
    """What became of a push: the answer for each ref, and the worst of them as the whole's."""

    answer: Answer
    refs: Mapping[str, Answer]
    messages: str = ""
    """What the server wrote (lines that git shows as `remote:`), such as the address for a pull request."""
    was_there: bool = False
    """Whether every ref held what was pushed before."""


@dataclass(frozen=True, slots=True)
class Listing:
    """The refs of a remote, name -> id; `head` is the ref that its HEAD points to, where it says so."""

    answer: Answer
    refs: Mapping[str, str]
    head: str | None = None


LINES = 12
"""Of what a hook of this repository wrote, as many are told at most, from the end."""
_UP_TO_DATE = "up to date"
_LOCKS = re.compile(r"cannot lock ref|Unable to create '[^\n]*\.lock'|unable to update local ref")
_RACES = re.compile(r"cannot lock ref|failed to update ref|reference already exists|incorrect old value")
_CAUSES: tuple[tuple[Cause, re.Pattern[str]], ...] = (
    ("disk", re.compile(rf"(?m)^(?!remote:).*(?:{disk.WORDS.pattern})")),
    ("permission", re.compile(
        r"error: 403|HTTP 403|[Pp]ermission to \S+ denied|not allowed to push|access denied|write access")),
    ("auth", re.compile(
        r"Authentication failed|could not read (?:Username|Password)|terminal prompts disabled|Permission denied \("
        r"|error: 401|HTTP 401|Host key verification failed|invalid credentials")),
    ("missing", re.compile(
        r"[Rr]epository (?:'[^\n]*' )?not found|does not appear to be a git repository|error: 404|HTTP 404|no such remote"
        r"|No such file")),
)  # fmt: skip
_WAYS: dict[Cause, str] = {
    "disk": disk.WAY_ON,
    "auth": "git could not log in: see your credential helper, token or ssh key",
    "permission": "this login may not write there",
}


def fetched(done: Done | TimedOut) -> Answer:
    """How a fetch ended."""
    if isinstance(done, Done):
        if done.code == 0:
            return Answer("ok")
        if "couldn't find remote ref" in done.err:
            return Answer("absent", failures.reason_of(done.err))
        if _LOCKS.search(done.err) and not _CAUSES[0][1].search(done.err):
            return Answer("rejected", failures.locked(done.err) or failures.reason_of(done.err), "race")
        if "[rejected]" in done.err:
            return Answer("rejected", failures.reason_of(done.err))
    return unreachable(done)


def listed(done: Done | TimedOut) -> Listing:
    """The refs that `ls-remote --symref` printed."""
    if isinstance(done, TimedOut) or done.code:
        return Listing(unreachable(done), {})
    refs: dict[str, str] = {}
    head: str | None = None
    for line in done.text.split("\n"):
        what, _, name = line.partition("\t")
        if what.startswith("ref: "):
            head = what.removeprefix("ref: ") if name == "HEAD" else head
        elif name:
            refs[name] = what
    return Listing(Answer("ok"), refs, head)


def pushed(done: Done | TimedOut) -> Pushed:
    """How a push ended, read from `--porcelain` and the server's own lines."""
    if isinstance(done, TimedOut):
        return Pushed(unreachable(done), {})
    lines = [line.removeprefix("remote:").strip() for line in done.err.splitlines() if line.startswith("remote:")]
    said = redact("\n".join(lines).strip())  # once more: `remote:` stands between a name and its value on the next line no longer
    refs = dict(_pushed_refs(done.text, said))
    bad = [answer for answer in refs.values() if not answer.ok]
    if done.code == 0 and not bad:
        return Pushed(Answer("ok"), refs, said, bool(refs) and all(answer.reason == _UP_TO_DATE for answer in refs.values()))
    if bad:
        return Pushed(next((answer for answer in bad if answer.state == "refused"), bad[0]), refs, said)
    return Pushed(unreachable(done), refs, said)


def _pushed_refs(text: str, said: str) -> list[tuple[str, Answer]]:
    # `<flag> TAB <from>:<to> TAB <summary> (<reason>)` (git-push, "OUTPUT", --porcelain); other lines frame the list.
    found = []
    for line in text.split("\n"):
        flag, _, rest = line.partition("\t")
        pair, tab, summary = rest.partition("\t")
        if not tab or len(flag) != 1:
            continue
        ref = pair.rpartition(":")[2]
        if flag != "!":
            found.append((ref, Answer("ok", _UP_TO_DATE if flag == "=" else "")))
            continue
        summary = redact(summary)
        if summary.startswith("[rejected]"):
            found.append((ref, Answer("rejected", summary)))
        elif _RACES.search(summary):
            found.append((ref, Answer("rejected", summary, "race")))
        else:
            reason = "\n".join(filter(None, (summary, said)))
            found.append((ref, Answer("refused", reason, "hook" if "hook" in summary else "")))
    return found


def unreachable(done: Done | TimedOut) -> Answer:
    """The answer for a command that brought none.  A push that only its own hook stopped is `refused`."""
    if isinstance(done, TimedOut):
        return Answer("unreachable", done.message, "timeout")
    reason = failures.reason_of(done.err) or f"git ended with exit code {done.code} and said nothing"
    if done.code == 1 and "failed to push some refs" in done.err and "fatal:" not in done.err and "src refspec" not in done.err:
        # The hook writes where git writes; it may say why on either.
        said = [line for line in (*redact(done.text).splitlines(), *done.err.splitlines()) if "failed to push some refs" not in line]
        why = "\n".join(said[-LINES:]).strip()
        what = f"said no: {why}" if why else "failed and said nothing"
        return Answer("refused", f"the pre-push hook of this repository {what}", "own hook")
    known = [cause for cause, words in _CAUSES if words.search(done.err)]
    cause: Cause = known[0] if known else "network"
    way = _WAYS.get(cause)
    return Answer("unreachable", f"{reason} ({way})" if way else reason, cause)

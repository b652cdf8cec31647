"""The public Python API: `Vault.open(path)`, `vault.check(...)`, `vault.record(...)`, `vault.guard(...)`.

Everything here is also reachable as an attribute of the package `vaultctl`, loaded when first used.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date

from vaultctl import wiring
from vaultctl.adapters.clock import today as day
from vaultctl.adapters.files.locate import Place, locate
from vaultctl.core.counted import counted
from vaultctl.core.lesson import Lesson
from vaultctl.core.tags import split_list
from vaultctl.errors import Blocked, UsageError, VaultctlError, VaultUnreadable
from vaultctl.report.check import to_json
from vaultctl.report.escape import shown
from vaultctl.usecases.check import Answer, Request, VaultFacts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vaultctl.core.matching import Match
    from vaultctl.core.verdict import Word
    from vaultctl.usecases.fail import Outcome as Logged
    from vaultctl.usecases.propose import State
    from vaultctl.usecases.record import Outcome


@dataclass(frozen=True, slots=True, repr=False)
class Verdict:
    """The verdict on a task, as `vaultctl check` gives it.

    `answer` holds everything that led to it (lessons with their places, what is narrower, what could not be read).
    """

    answer: Answer
    vault: VaultFacts

    def __repr__(self) -> str:
        return f"<Verdict {self.answer.word} on {', '.join(self.answer.tags) or 'nothing'}: {counted(len(self.lessons), 'lesson')}>"

    @property
    def verdict(self) -> Word:
        """BLOCKED, UNKNOWN, WARNED or CLEAR."""
        return self.answer.word

    @property
    def blocked(self) -> bool:
        """Whether a live BLOCKED lesson covers the task."""
        return self.answer.word == "BLOCKED"

    @property
    def reason(self) -> str | None:
        """The issue of the first blocking lesson, without what a page of it would hide (`core.shown`)."""
        return shown(self.answer.blocking.entry.lesson.issue) if self.answer.blocking else None

    @property
    def alternative(self) -> str | None:
        """The mitigation of the first blocking lesson: what to do instead; without what a page of it would hide."""
        return shown(self.answer.blocking.entry.lesson.mitigation) if self.answer.blocking else None

    @property
    def lessons(self) -> tuple[Lesson, ...]:
        """The lessons that cover the task, worst and closest first; their texts without what a page of them would hide.

        `answer` has them as they are stored.
        """
        return tuple(_as_shown(item.entry.lesson) for item in self.answer.shown)

    def to_json(self) -> str:
        """The JSON document that `vaultctl check --format json` prints."""
        return to_json(self.answer, self.vault)


def _as_shown(lesson: Lesson) -> Lesson:
    """The lesson without what a page of it would hide."""
    body = lesson.body
    if body:
        from vaultctl.core.shown import shown_body  # only here: most lessons have none
        from vaultctl.formats.markdown import scan

        body = shown_body(body, scan)
    return lesson._replace(id=shown(lesson.id), issue=shown(lesson.issue), mitigation=shown(lesson.mitigation),
                           source_agent=shown(lesson.source_agent), body=body)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Proposal:
    """What became of a lesson that was recorded, as `vaultctl record` gives it; `outcome` holds everything."""

    outcome: Outcome

    @property
    def state(self) -> State | None:
        """proposed, pushed, committed, exists or refused; None for a dry run that would have gone through."""
        return self.outcome.state

    @property
    def refused(self) -> bool:
        """Whether nothing was written because something speaks against it: `problems` and `similar`."""
        return self.outcome.state == "refused"

    @property
    def id(self) -> str | None:
        """The lesson's id; None while the draft makes no lesson."""
        return self.outcome.id

    @property
    def branch(self) -> str | None:
        """The branch of the proposal."""
        return self.outcome.branch

    @property
    def path(self) -> str | None:
        """The lesson's file, relative to the vault's root."""
        return self.outcome.path

    @property
    def url(self) -> str | None:
        """The address of its pull request."""
        return self.outcome.url

    @property
    def problems(self) -> tuple[str, ...]:
        """What speaks against it, each with the way to fix it."""
        return tuple(f"{item.message} ({item.hint})" if item.hint else item.message for item in self.outcome.problems)

    @property
    def error(self) -> VaultctlError | None:
        """What stopped it after the commit: the branch is kept, and the same call again finishes what is missing."""
        return self.outcome.error

    def to_json(self) -> str:
        """The JSON document that `vaultctl record --format json` prints."""
        from vaultctl.report.record import to_json as render

        return render(self.outcome)


@dataclass(frozen=True, slots=True)
class Failure:
    """A failure that was logged, and what it adds up to, as `vaultctl fail` gives it; `outcome` holds everything."""

    outcome: Logged

    @property
    def id(self) -> str:
        """The id under which it was logged."""
        return self.outcome.strike.id

    @property
    def strikes(self) -> int:
        """The open failures of its category, this one included."""
        return self.outcome.strikes

    @property
    def promote(self) -> bool:
        """Whether the category asks for a lesson now."""
        return self.outcome.promote

    @property
    def regression(self) -> Lesson | None:
        """The live lesson that was broken."""
        return self.outcome.regression.lesson if self.outcome.regression else None

    @property
    def pushed(self) -> bool:
        """Whether others can see it already."""
        return self.outcome.pushed

    def to_json(self) -> str:
        """The JSON document that `vaultctl fail --format json` prints."""
        from vaultctl.report.fail import to_json as document

        return document(self.outcome)


def _texts(tags: str | Iterable[str]) -> tuple[str, ...]:
    """The tags as typed.  Raises UsageError for what is no text, which a caller without types may pass."""
    if isinstance(tags, str):
        return tuple(split_list(tags))
    way_on = "pass a list of texts: tags=['pdf/font/unicode']"
    try:
        found = tuple(tags)
    except TypeError:
        raise UsageError(f"tags are a list of texts, not {type(tags).__name__}", way_on) from None
    for tag in found:
        if not isinstance(tag, str):
            raise UsageError(f"a tag is text, not {type(tag).__name__}", way_on)
    return found


class Vault:
    """A vault that can be asked and written to.  The files are read anew at each call, so an edit counts at once."""

    def __init__(self, place: Place, ref: str | None = None) -> None:
        self._place = place
        self._ref = ref

    @classmethod
    def open(cls, path: str | os.PathLike[str] | None = None, *, ref: str | None = None) -> Vault:
        """The vault at `path` (exactly that one); without it the nearest at or above the current folder.

        `ref`: look only at what is merged on that ref.  Raises VaultNotFound and ConfigError, both VaultUnreadable.
        """
        place = locate(os.getcwd(), None if path is None else os.fspath(path))
        wiring.OpenVault(place, ref)
        return cls(place, ref)

    @property
    def root(self) -> str:
        """The absolute path of the folder that holds the vault."""
        return self._place.root

    def check(
        self,
        tags: str | Iterable[str] = (),
        *,
        paths: Iterable[str | os.PathLike[str]] = (),
        command: str | None = None,
        match: Match = "covering",
        today: date | None = None,
    ) -> Verdict:
        """The verdict on a task with these tags (a list, or one text with commas), paths and command.

        Raises UsageError when nothing is asked or a tag is none, VaultUnreadable when the vault is gone.  That a part of it could not be
        read is a verdict, UNKNOWN, not an exception.
        """
        vault = wiring.OpenVault(self._place, self._ref)
        typed = _texts(tags)
        given = [os.fspath(path) for path in paths]
        request = Request(
            typed,
            day(None) if today is None else today,
            tuple((vault.relative(path, os.getcwd()), path) for path in given),
            command,
            match,
        )
        return Verdict(*vault.check(request))

    def record(
        self,
        *,
        category: str,
        tags: str | Iterable[str],
        issue: str,
        mitigation: str,
        agent: str | None = None,
        ttl: int | str | None = None,
        body: str | None = None,
        name: str | None = None,
        supersedes: str | None = None,
        base: str | None = None,
        push: bool = True,
        force: bool = False,
        dry_run: bool = False,
        today: date | None = None,
    ) -> Proposal:
        """Propose a lesson on its own branch, with its pull request; called again, it finishes what is missing.

        `agent` is by default the variable VAULTCTL_AGENT; `ttl` in days or `indefinite` (365); `push` False: no network at all.
        That it is refused is a state, not an exception.  Raises UsageError without an agent, and GitError, VaultUnreadable
        (ConfigError) or StaleWrite where nothing could be made.
        """
        from vaultctl.usecases.record import Request as Draft

        speaker = agent or os.environ.get("VAULTCTL_AGENT")
        if not speaker:
            raise UsageError("no agent is named", 'record(agent="…"), or set VAULTCTL_AGENT')
        given: Mapping[str, str | tuple[str, ...] | None] = {
            "category": category, "tags": tuple(split_list(tags) if isinstance(tags, str) else tags), "issue": issue,
            "mitigation": mitigation, "source_agent": speaker, "ttl": None if ttl is None else str(ttl), "body": body,
            "name": name,
        }  # fmt: skip
        values = {key: value for key, value in given.items() if value is not None}
        request = Draft(values, day(None) if today is None else today, (), supersedes, base, push, force, dry_run)
        return Proposal(wiring.OpenVault(self._place, self._ref).record(request))

    def fail(
        self,
        *,
        signature: str,
        category: str | None = None,
        agent: str | None = None,
        task: str = "",
        details: str = "",
        push: bool = True,
        dry_run: bool = False,
        today: date | None = None,
    ) -> Failure:
        """Log one failure.  `category` None: the taxonomy's routes find it; `agent` None: the variable VAULTCTL_AGENT.

        Raises UsageError for what makes no sense, Refused for an agent that may not write there, GitError where it could not be
        logged.  A push that fails is a warning of the outcome.
        """
        from vaultctl.usecases.fail import Request as Told
        from vaultctl.wiring import strikes

        speaker = agent or os.environ.get("VAULTCTL_AGENT")
        if not speaker:
            raise UsageError("no agent is named", 'fail(agent="…"), or set VAULTCTL_AGENT')
        request = Told(signature, speaker, day(None) if today is None else today, category, task, details, push, dry_run)
        return Failure(strikes.fail(wiring.OpenVault(self._place, self._ref), request))

    @contextmanager
    def guard(
        self,
        tags: str | Iterable[str] = (),
        *,
        paths: Iterable[str | os.PathLike[str]] = (),
        command: str | None = None,
        match: Match = "covering",
        today: date | None = None,
    ) -> Iterator[Verdict]:
        """`with vault.guard(tags=…):` runs its block unless the verdict is BLOCKED (raises Blocked) or UNKNOWN (raises VaultUnreadable)."""
        verdict = self.check(tags, paths=paths, command=command, match=match, today=today)
        if verdict.blocked:
            raise Blocked(f"blocked: {verdict.reason}", f"instead: {verdict.alternative}", verdict)
        if verdict.verdict == "UNKNOWN":
            what = "; ".join(item._replace(message=shown(item.message)).told for item in verdict.answer.unreadable)
            raise VaultUnreadable(f"the vault could not be searched whole: {what}", "`vaultctl lint` names every place")
        yield verdict

"""`fail`: one failure goes into the log, and the answer says what it adds up to: strikes, lessons, a regression.

Logging never waits for knowing: where the vault cannot be searched whole the failure is logged all the same, with a warning.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Protocol

from vaultctl.core import policy, routes, signatures
from vaultctl.core import tags as tagging
from vaultctl.core.cleaning import clean
from vaultctl.core.lesson import Lesson
from vaultctl.core.redaction import holds_token, remove_secrets
from vaultctl.core.routes import Route
from vaultctl.core.strikes import UNCATEGORISED, Strike
from vaultctl.core.taxonomy import Taxonomy
from vaultctl.errors import Refused, UsageError, VaultctlError
from vaultctl.formats import strike_file
from vaultctl.usecases.check import Answer

MAX_INPUT = 1_000_000
"""Characters of a text that are looked at."""
_QUOTED = re.compile(r"`([^`\n]{2,300})`|\"([^\"\n]{2,300})\"|'([^'\n]{2,300})'")
_EDGES = "'\"`“”‘’()[]{}<>,;:.!?="
_SPOT = re.compile(r"(?::\d+){1,3}$|\(\d+(?:,\d+)?\)$")


@dataclass(frozen=True, slots=True)
class Sending:
    """Whether the log was pushed, and what stood in the way (empty where it was not to be)."""

    pushed: bool
    problem: str = ""


class FailureLog(Protocol):
    """Where failures are kept, as far as logging one needs it.  Paths are relative to the vault's root, with `/`."""

    @property
    def shared(self) -> bool:
        """Whether the log is sent to a remote."""
        ...

    def add(self, path: str, content: bytes, message: str) -> str:
        """Keep one new file, and give the commit.  Raises GitError."""
        ...

    def publish(self, commit: str) -> Sending:
        """Send what is kept, with that commit in it."""
        ...

    def read(self, folder: str) -> Iterator[tuple[str, bytes]]:
        """The files below a folder, sorted by path."""
        ...


@dataclass(frozen=True, slots=True)
class Request:
    """One failure as it was told.

    `category` None: found by the taxonomy's routes.  `network` False: nothing is sent.
    """

    signature: str
    agent: str
    today: date
    category: str | None = None
    task: str = ""
    details: str = ""
    network: bool = True
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What the vault says: the taxonomy, the strikes that ask for a lesson, the verdict on a tag, and the failures named by lessons.

    `root` is the vault's folder, so that a path below it is known for what it is; `named` maps a failure's id to its lesson's.
    `verdict` raises UsageError for a tag that a strict taxonomy does not know, VaultctlError where nothing can be searched.
    """

    taxonomy: Taxonomy
    threshold: int
    verdict: Callable[[str], Answer]
    named: Callable[[], Mapping[str, str]]
    root: str = ""


@dataclass(frozen=True, slots=True)
class Regression:
    """The live lesson that was broken, its age in days (0 where its day is yet to come), and how often since it was last verified."""

    lesson: Lesson
    age_days: int
    count: int = 1


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a failure adds up to.  `strikes` counts the open ones of its category, this one included.

    `lessons` are the live ones that cover the category; `route` is how the category was found; `content` the file's.
    """

    strike: Strike
    threshold: int
    strikes: int = 0
    pushed: bool = False
    regression: Regression | None = None
    lessons: tuple[Lesson, ...] = ()
    route: Route | None = None
    commit: str | None = None
    warnings: tuple[str, ...] = ()
    dry_run: bool = False
    path: str = ""
    content: bytes = field(default=b"", repr=False)

    @property
    def promote(self) -> bool:
        """Whether the category asks for a lesson now."""
        return self.regression is None and 0 < self.threshold <= self.strikes


def fail(request: Request, known: Knowledge, log: FailureLog) -> Outcome:
    """Log one failure.

    Raises UsageError for an empty signature, a bad category or agent; Refused for an agent that may not write there; GitError where
    the log could not be written.  A push that fails is a warning.
    """
    agent = strike_file.line(_plain(request.agent), strike_file.MAX_AGENT)
    for what, name in (("agent's name", _plain(request.agent)), ("category", _plain(request.category or ""))):
        if holds_token(clean(name).text):
            raise Refused(f"the {what} holds a secret", "leave it out: what is logged stays in git for good")
    if not agent:
        raise UsageError("the agent's name is empty", "say who you are: --agent NAME, or VAULTCTL_AGENT")
    # What hides in a token (escapes, characters of no width) must be out before tokens are looked for; and what is put together
    # from several lines is looked at once more.
    texts = {name: remove_secrets(clean(_plain(text)).text) for name, text in
             (("signature", request.signature), ("task", request.task), ("details", request.details))}  # fmt: skip
    signature = signatures.normalise(remove_secrets(signatures.normalise(texts["signature"])))
    if not signature:
        raise UsageError("the signature is empty", 'say what the error says: --signature "…"')
    route = None
    if request.category is not None:
        category = tagging.strict(request.category)
    else:
        route = find_route(known.taxonomy, texts["signature"], texts["task"], known.root)
        category = route.tag if route else UNCATEGORISED
    objection = policy.writers_objection(category, agent, known.taxonomy)
    if objection is not None:
        raise Refused(objection.message, objection.hint)
    answer, warnings = _ask(category, known)
    exact = next((item.entry.lesson for item in answer.shown if category in item.entry.lesson.tags and not item.expired), None)
    strike = Strike(
        strike_file.mint(), category, request.today, signature, agent,
        remove_secrets(strike_file.line(texts["task"], strike_file.MAX_TASK)), remove_secrets(strike_file.prose(texts["details"])),
        exact.id if exact else "",
    )  # fmt: skip
    outcome = Outcome(
        strike, known.threshold, lessons=tuple([item.entry.lesson for item in answer.shown if not item.expired]), route=route,
        warnings=warnings, dry_run=request.dry_run, path=strike_file.path_of(strike), content=strike_file.render(strike),
    )  # fmt: skip
    if not request.dry_run:
        outcome = _write(outcome, log, network=request.network)
    return _count(outcome, exact, known, log)


def _plain(text: str) -> str:
    """The text with bytes that are not UTF-8 replaced, not longer than is looked at."""
    return text[:MAX_INPUT].encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _ask(category: str, known: Knowledge) -> tuple[Answer, tuple[str, ...]]:
    """The verdict on a category with its warnings; an empty one where it cannot be had."""
    nothing = Answer("UNKNOWN", (category,), date.min)
    if category == UNCATEGORISED:
        return nothing, ()
    try:
        answer = known.verdict(category)
    except UsageError:
        raise
    except VaultctlError as error:
        return nothing, (f"the lessons could not be searched, so a regression would not be seen: {error.message}",)
    warnings = []
    for item in answer.unknown_tags:
        meant = f"; did you mean {item.suggestion}?" if item.suggestion else ""
        warnings.append(f"{item.tag} is not in the taxonomy{meant}")
    if answer.unreadable:
        first = answer.unreadable[0]
        warnings.append(f"the lessons could not be searched whole, so a regression may go unseen: {first.told}")
    return answer, tuple(warnings)


def _write(outcome: Outcome, log: FailureLog, *, network: bool) -> Outcome:
    strike = outcome.strike
    # Forges start no checks for a push that says so; there is nothing to check on this branch.
    commit = log.add(outcome.path, outcome.content, f"Failure {strike.id}: {strike.category} [skip ci]")
    outcome = replace(outcome, commit=commit)
    if not network or not log.shared:
        return outcome
    sent = log.publish(commit)
    if sent.pushed:
        return replace(outcome, pushed=True)
    note = f"logged here, not pushed yet; `vaultctl sync` sends it: {sent.problem}"
    return replace(outcome, warnings=(*outcome.warnings, note))


def _count(outcome: Outcome, broken: Lesson | None, known: Knowledge, log: FailureLog) -> Outcome:
    """The outcome with its strikes, or with the regression that it is."""
    strike = outcome.strike
    if broken is not None:
        count = 0
        for tag in broken.tags:
            count += sum(item.regression == broken.id and item.day >= (broken.last_verified or date.min)
                         for item in of_category(log, tag) if item.id != strike.id)  # fmt: skip
        return replace(outcome, regression=Regression(broken, max(0, (strike.day - broken.first_seen).days), count + 1))
    before = [item for item in of_category(log, strike.category) if not item.regression and item.id != strike.id]
    named = known.named() if before else {}
    return replace(outcome, strikes=1 + sum(item.id not in named for item in before))


def of_category(log: FailureLog, category: str) -> Iterator[Strike]:
    """The readable failures of exactly that category."""
    for path, content in log.read(strike_file.folder_of(category)):
        found = strike_file.parse(path, content)
        if isinstance(found, Strike) and found.category == category:
            yield found


# The category of a failure that names none.


def find_route(taxonomy: Taxonomy, signature: str, task: str, root: str = "") -> Route | None:
    """The route to the most precise tag: of command lines and paths in the task and in the signature; the task's come first."""
    found = [route for text in (task, signature) for route in _routes(taxonomy, text, root.replace("\\", "/").rstrip("/"))]
    return max(found, key=lambda route: tagging.depth(route.tag), default=None)


def _routes(taxonomy: Taxonomy, text: str, root: str) -> Iterator[Route]:
    text = text[: signatures.MAX_READ]
    inner = ["".join(groups) for groups in _QUOTED.findall(text)]
    for command in (text, *inner, *text.splitlines()):
        # `terraform apply: Error …` names a command as well: a colon after a word is no part of it.
        yield from routes.route_command(taxonomy, " ".join(word.rstrip(":") for word in command.split()))
    for word in dict.fromkeys(text.split() + inner):
        path = _SPOT.sub("", word.strip(_EDGES)).replace("\\", "/").removeprefix("./").strip(_EDGES)
        if path and ("/" in path or "." in path) and "://" not in path:
            inside = path.removeprefix(f"{root}/") if root else path
            yield from routes.route_path(taxonomy, inside.lstrip("/"), inside)

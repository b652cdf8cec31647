"""`doctor`: what vaultctl needs, and whether it is there.

The facts are gathered by whoever calls (they come from the system); here they are judged.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Literal

from vaultctl.core.lesson import Entry, interpret
from vaultctl.core.places import CONFIG_FILE

if TYPE_CHECKING:
    from vaultctl.usecases.findings import Found
    from vaultctl.usecases.settings import Settings

State = Literal["ok", "warning", "missing"]
OLDEST_PYTHON = (3, 11)
OLDEST_GIT = (2, 34)


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at.  `missing`: vaultctl cannot do its work; `warning`: it can, with something to know."""

    name: str
    state: State
    detail: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Missing:
    """Something that could not be had, and the way on."""

    reason: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Program:
    """A program that was found; `path` is empty where nobody knows it."""

    version: str
    path: str = ""


@dataclass(frozen=True, slots=True)
class Vault:
    """A vault that was opened, and everything found in it."""

    root: str
    layout: str
    settings: Settings
    found: Found


@dataclass(frozen=True, slots=True)
class Standing:
    """The commit that the clone stands on.  `date` is ISO 8601; None before the first commit and outside a repository."""

    ref: str
    date: str | None


@dataclass(frozen=True, slots=True)
class Forge:
    """Where pull requests go.  `remote` None: there is none; `advice` says how to log in, empty where that is done."""

    name: str
    remote: str | None
    advice: str = ""


def python(version: tuple[int, ...], path: str) -> Check:
    """The interpreter that runs this."""
    if version < OLDEST_PYTHON:
        return Check("python", "missing", f"{_dotted(version)}, {path}", f"install Python {_dotted(OLDEST_PYTHON)} or newer")
    return Check("python", "ok", f"{_dotted(version)}, {path}")


def git(found: Program | Missing) -> Check:
    """git."""
    if isinstance(found, Missing):
        return Check("git", "missing", found.reason, found.hint)
    version = tuple(int(part) for part in found.version.split(".") if part.isdigit())
    detail = found.version + (f", {found.path}" if found.path else "")
    if version < OLDEST_GIT:
        return Check("git", "missing", f"{detail}: too old", f"install git {_dotted(OLDEST_GIT)} or newer")
    return Check("git", "ok", detail)


def ripgrep(found: Program | Missing) -> Check:
    """ripgrep, which can be done without."""
    if isinstance(found, Missing):
        return Check("ripgrep", "warning", f"{found.reason}: every file is read instead, which is slower", found.hint)
    return Check("ripgrep", "ok", f"{found.version}, {found.path}")


def vault(found: Vault | Missing) -> Check:
    """The vault: there, and readable."""
    if isinstance(found, Missing):
        return Check("vault", "missing", found.reason, found.hint)
    records = [interpret(record) for record in found.found.records]
    lessons = sum(isinstance(record, Entry) for record in records)
    detail = f"{found.root}, layout {found.layout}, {_counted(lessons, 'lesson')} in {_counted(found.found.files, 'file')}"
    troubles = []
    if len(records) > lessons:
        troubles.append(f"{_counted(len(records) - lessons, 'record')} that cannot be read as lessons")
    unsearched = len(found.found.unsearched) + len(found.settings.unread)
    if unsearched:
        troubles.append(f"{_counted(unsearched, 'place')} that could not be searched")
    if found.settings.faults:
        troubles.append(f"{_counted(len(found.settings.faults), 'finding')} in the config and the taxonomy")
    if troubles:
        return Check("vault", "warning", f"{detail}; {'; '.join(troubles)}", "vaultctl lint says what is wrong and where")
    if not found.settings.config.present:
        return Check("vault", "warning", f"{detail}; no {CONFIG_FILE}, so the defaults hold", "vaultctl init writes one")
    return Check("vault", "ok", detail)


def clone(standing: Standing, max_age: int, today: date) -> Check:
    """How old what this clone holds is.  `max_age` is in days, 0: never stale."""
    if standing.date is None:
        return Check("clone", "warning", f"nothing is committed on {standing.ref}, so nothing can be said of its age",
                     "commit the vault: others get lessons through git")
    day = datetime.fromisoformat(standing.date).astimezone(UTC).date()
    age = max(0, (today - day).days)
    detail = f"{standing.ref} is of {day}, {_counted(age, 'day')} old"
    if max_age and age > max_age:
        return Check("clone", "warning", f"{detail}: stale, guard_max_age is {_counted(max_age, 'day')}", "run git pull")
    return Check("clone", "ok", detail)


def identity(missing: Missing | None) -> Check:
    """Whether git knows whom to name in a commit."""
    if missing is not None:
        return Check("identity", "warning", f"git does not know who you are, so nothing can be recorded: {missing.reason}", missing.hint)
    return Check("identity", "ok", "git knows who commits")


def proposals(found: Forge | Missing) -> Check:
    """Where proposals go."""
    if isinstance(found, Missing):
        return Check("proposals", "warning", found.reason, found.hint)
    if found.remote is None:
        return Check("proposals", "ok", "no remote: proposals stay here as branches, and vaultctl queue run merges them")
    detail = f"remote {found.remote}, forge {found.name}"
    if found.advice:
        return Check("proposals", "warning", f"{detail}: no login, so pull requests cannot be opened", found.advice)
    return Check("proposals", "ok", detail)


def cache(folder: str, trouble: str) -> Check:
    """The cache folder; `trouble` says why it cannot be written, empty where it can."""
    if trouble:
        return Check("cache", "warning", f"{folder}: {trouble}; answers are the same, and slower")
    return Check("cache", "ok", folder)


def _dotted(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"

"""`doctor`: what vaultctl needs, and whether it is there.

The facts are gathered by whoever calls (they come from the system); here they are judged.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Literal

from vaultctl.core.counted import counted
from vaultctl.core.days import read_moment
from vaultctl.core.lesson import Malformed, interpret
from vaultctl.core.places import CONFIG_FILE
from vaultctl.usecases.check import stale

if TYPE_CHECKING:
    from vaultctl.usecases.findings import Found, Unsearched
    from vaultctl.usecases.settings import Settings

State = Literal["ok", "warning", "missing"]
OLDEST_PYTHON = (3, 11)
OLDEST_GIT = (2, 34)


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at.

    `missing`: no verdict can be given that is not UNKNOWN, or nothing can be recorded; `warning`: both can be done, with something
    to know.
    """

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
    """A vault that was opened, and everything found in it.

    `ref` is the one whose state it is, empty for the working tree; `faults` are what else makes a search not whole.
    """

    root: str
    layout: str
    settings: Settings
    found: Found
    ref: str = ""
    faults: tuple[Unsearched, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """The commit that the clone stands on; None before the first one and outside a repository.

    `date` is ISO 8601, None also where it cannot be read.
    """

    ref: str
    commit: str | None
    date: str | None


@dataclass(frozen=True, slots=True)
class Heard:
    """How many days ago the clone last heard of its remote (`usecases.check.age`), and whether it has one.

    `limit` is how many it may be, 0: any.
    """

    days: int | None
    remote: bool
    limit: int

    @property
    def is_stale(self) -> bool:
        """Whether `check` says so."""
        return bool(stale(self.days, self.limit, lambda: self.remote))


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
    broken = [record for record in records if isinstance(record, Malformed)]
    at = f" on {found.ref}" if found.ref else ""
    lessons = f"{counted(len(records) - len(broken), 'lesson')} in {counted(found.found.files, 'file')}"
    detail = f"{found.root}{at}, layout {found.layout}, {lessons}"
    troubles = []
    if broken:
        troubles.append(f"{counted(len(broken), 'record')} that cannot be read as {'a lesson' if len(broken) == 1 else 'lessons'}")
    unsearched = tuple(dict.fromkeys((*found.faults, *found.found.unsearched)))
    if unsearched:
        troubles.append(f"{counted(len(unsearched), 'place')} that could not be searched, such as {unsearched[0].told}")
    warnings = sum(fault.severity == "warning" for _, fault in found.settings.faults)
    if warnings:
        troubles.append(f"{counted(warnings, 'warning')} in the config and the taxonomy")
    hint = f"vaultctl lint{f', with {found.ref} checked out,' if found.ref else ''} says what is wrong and where"
    if unsearched or any(record.tags is None for record in broken):
        return Check("vault", "missing", f"{detail}; {'; '.join(troubles)}: every check that does not block is UNKNOWN", hint)
    if troubles:
        return Check("vault", "warning", f"{detail}; {'; '.join(troubles)}", hint)
    if not found.settings.config.present:
        return Check("vault", "warning", f"{detail}; no {CONFIG_FILE}, so the defaults hold", "vaultctl init writes one")
    return Check("vault", "ok", detail)


def outside(missing: Missing) -> Check:
    """The clone, where there is none."""
    return Check("clone", "missing", f"{missing.reason}, so nothing can be recorded", missing.hint)


def clone(standing: Standing, heard: Heard, today: date) -> Check:
    """How old what this clone holds is."""
    if standing.commit is None:
        return Check("clone", "missing", f"nothing is committed on {standing.ref}, so nothing can be recorded",
                     "commit the vault: lessons are proposed on top of a commit")
    return _aged("clone", standing, heard, today)


def trusted(found: Standing | Missing | None, heard: Heard, today: date) -> Check:
    """The ref that alone counts for `check`; None where none is set."""
    if found is None:
        return Check("trusted", "ok", "no trusted ref is set: what lies in the working tree counts")
    if isinstance(found, Missing):
        return Check("trusted", "missing", f"{found.reason}: every check is UNKNOWN", found.hint)
    return _aged("trusted", found, heard, today)


def _aged(name: str, standing: Standing, heard: Heard, today: date) -> Check:
    moment = read_moment(standing.date)
    where = f"{standing.ref} ({(standing.commit or '')[:12]})"
    if moment is None:
        return Check(name, "warning", f"the date of {where} cannot be read, so nothing can be said of its age",
                     "git fsck says what is wrong with it; the next commit on top brings a date")  # fmt: skip
    day = moment.date()
    detail = f"{where} is of {day}, {counted(max(0, (today - day).days), 'day')} old"
    if heard.remote and heard.days is not None:
        detail += f"; the remote was last heard of {counted(heard.days, 'day')} ago"
    if heard.is_stale:
        hint = "run vaultctl sync" if heard.remote else "there is no remote to fetch from: add one, or set guard_max_age to 0"
        return Check(name, "warning", f"{detail}: stale, guard_max_age is {counted(heard.limit, 'day')}", hint)
    return Check(name, "ok", detail)


def identity(missing: Missing | None) -> Check:
    """Whether git knows whom to name in a commit."""
    if missing is not None:
        return Check("identity", "missing", f"git does not know who you are, so nothing can be recorded: {missing.reason}", missing.hint)
    return Check("identity", "ok", "git knows who commits")


def proposals(found: Forge | Missing) -> Check:
    """Where proposals go.  What is missing there costs the pull request, not the record: its branch is made all the same."""
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

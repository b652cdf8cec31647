"""`init`: lays a vault out in a folder.  It only ever adds: no file that is there is overwritten, no line of one changed."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from string import Template
from typing import TYPE_CHECKING, Protocol

from vaultctl.core.change import FileChange
from vaultctl.core.config import FAILURES_BRANCH
from vaultctl.core.counted import counted
from vaultctl.core.places import ARCHIVE_DIR, CONFIG_FILE, LESSONS_DIR, SINGLE_FILE, SINGLE_FILE_ARCHIVE, TAXONOMY_FILE
from vaultctl.errors import Refused, UsageError, VaultUnreadable
from vaultctl.formats import blocks
from vaultctl.usecases.settings import read_settings

if TYPE_CHECKING:
    from vaultctl.core.config import ForgeName, LayoutName
    from vaultctl.usecases.ports import Tree

EXAMPLES = "vault/lessons"
"""The folder of the templates that holds the example lessons of the notes layout."""


_PLAIN = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_./-]*")
_CALL = re.compile(r"^( *(?:- |run: |- run: )?(?:[A-Z_]+=\"[^\"]*\" )?)(vaultctl (?:gate|archive|index))(?=\s|$)", re.MULTILINE)
_WATCHED = re.compile(r"^( +- )(vault/|KNOWLEDGE_VAULT|ARCHIVED_KNOWLEDGE)", re.MULTILINE)


class Templates(Protocol):
    """The files that belong to vaultctl, by name with `/`."""

    def names(self, prefix: str) -> list[str]: ...

    def read(self, name: str) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Request:
    """What is wanted.

    `layout` None: that of the vault which is there, else notes.  `ci` is the name of a folder of `templates/ci`, or `none`.
    """

    layout: LayoutName | None = None
    forge: ForgeName = "auto"
    ci: str = "none"
    branch: str = ""
    """The branch that the CI files name; empty: as in the templates."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to write, and what is there already.  Paths are relative to the vault's folder."""

    layout: LayoutName
    changes: tuple[FileChange, ...]
    existing: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def created(self) -> tuple[str, ...]:
        """The files that are new."""
        return tuple(change.path for change in self.changes if change.before is None)

    @property
    def has_examples(self) -> bool:
        """Whether example lessons are among the new files."""
        return any(path == SINGLE_FILE or path.startswith(f"{LESSONS_DIR}/") for path in self.created)

    @property
    def extended(self) -> tuple[str, ...]:
        """The files that get further lines."""
        return tuple(change.path for change in self.changes if change.before is not None)


def plan(request: Request, tree: Tree, templates: Templates) -> Plan:
    """The plan for a folder.

    Raises UsageError for CI files that do not exist, Refused where the single file is something else than a vault,
    VaultUnreadable for a file that is there and cannot be read, ConfigError for a config that cannot be understood.
    """
    work = _Work(request, tree, templates)
    work.settings()
    work.lessons()
    work.lines(".gitattributes", "vault/gitattributes")
    work.lines(".gitignore", "vault/gitignore")
    work.ci()
    return Plan(work.layout, tuple(work.changes), tuple(work.existing), tuple(work.notes))


def plan_ci(request: Request, tree: Tree, templates: Templates, place: str) -> Plan:
    """What to write at the top of a repository (`tree`) whose vault lies in the folder `place`: the CI files alone.

    Raises UsageError for CI files that are not known, and a folder that they cannot name.
    """
    if not _PLAIN.fullmatch(place):
        raise UsageError(f"--ci {request.ci}: CI files cannot name the folder {place}",
                         "use letters, digits and ._-/ in its name, or leave --ci out")  # fmt: skip
    work = _Work(request, tree, templates)
    work.ci(place)
    return Plan(work.layout, tuple(work.changes), tuple(work.existing), ())


def _adapted(content: bytes, place: str, branch: str) -> bytes:
    """A CI file for a vault in a folder and another branch than main."""
    text = content.decode()
    if branch and branch != "main":
        text = text.replace("branches: [main]", f"branches: [{branch if _PLAIN.fullmatch(branch) else json.dumps(branch)}]")
    if place:
        text = _CALL.sub(rf"\1\2 --vault {place}", text)
        text = _WATCHED.sub(rf"\1{place}/\2", text)
    return text.encode()


class _Work:
    def __init__(self, request: Request, tree: Tree, templates: Templates) -> None:
        self.request = request
        self.tree = tree
        self.templates = templates
        self.changes: list[FileChange] = []
        self.existing: list[str] = []
        self.notes: list[str] = []
        self.is_new = tree.read(CONFIG_FILE) is None
        self.layout: LayoutName = self._layout()

    def settings(self) -> None:
        words = {"layout": self.layout, "forge": self.request.forge}
        self._lay(CONFIG_FILE, Template(self.templates.read("vault/vaultctl.yaml").decode()).substitute(words).encode())
        self._lay(TAXONOMY_FILE, self.templates.read("vault/taxonomy.yaml"))

    def lessons(self) -> None:
        """The example lessons, where the vault is new and has none of its own."""
        if self.layout == "single-file":
            self._lay(SINGLE_FILE, self.templates.read(f"vault/{SINGLE_FILE}"))
            return
        held = {entry.path for entry in self.tree.entries(LESSONS_DIR)}
        examples = [f"{LESSONS_DIR}/{name}" for name in self.templates.names(EXAMPLES)]
        if self.is_new and not held:
            for path in examples:
                self._lay(path, self.templates.read(path))
        elif self.is_new:
            count = sum(path.endswith(".md") for path in held)
            self.notes.append(f"{LESSONS_DIR} holds {counted(count, 'file')} already: left alone, no examples added")
        self.existing += [path for path in examples if path in held]

    def lines(self, path: str, template: str) -> None:
        """Lines that a file must hold; those whose pattern it has in any form are left as they are."""
        single = self.layout == "single-file"
        words = {
            "lessons": SINGLE_FILE if single else f"{LESSONS_DIR}/**",
            "archive": SINGLE_FILE_ARCHIVE if single else f"{ARCHIVE_DIR}/**",
        }
        wanted = Template(self.templates.read(template).decode()).substitute(words).encode()
        try:
            before = self.tree.read(path)
        except VaultUnreadable as error:
            self.notes.append(f"left alone: {error.message}; it should hold the lines " + _listed(wanted))
            return
        if before is None:
            self.changes.append(FileChange(path, None, wanted))
            return
        if b"\0" in before:
            self.notes.append(f"left alone: {path} is not plain text; it should hold the lines " + _listed(wanted))
            return
        after = _append(before, wanted)
        if after == before:
            self.existing.append(path)
        else:
            self.changes.append(FileChange(path, before, after))
        if path == ".gitattributes" and any(b"merge=union" in line.split(b"#")[0].split() for line in before.splitlines()):
            self.notes.append("merge=union stands in .gitattributes: on lessons it fuses two entries into one without a word")

    def ci(self, place: str = "") -> None:
        """The CI files of that name, for a vault in the folder `place` (`sub`; empty: the top)."""
        if self.request.ci == "none":
            return
        names = self.templates.names(f"ci/{self.request.ci}")
        if not names:
            raise UsageError(f"--ci {self.request.ci}: this version has no CI files for it", "leave --ci out")
        for name in names:
            self._lay(name, _adapted(self.templates.read(f"ci/{self.request.ci}/{name}"), place, self.request.branch))

    def _lay(self, path: str, content: bytes) -> None:
        if self.tree.read(path) is None:
            self.changes.append(FileChange(path, None, content))
        else:
            self.existing.append(path)

    def _layout(self) -> LayoutName:
        wanted = self.request.layout
        if not self.is_new:
            config = read_settings(self.tree).config
            asked = (("layout", config.layout, wanted or config.layout), ("forge", config.forge, self.request.forge))
            for key, held, named in asked:
                if named not in ("auto", held):
                    self.notes.append(f"{CONFIG_FILE} is there already and says {key}: {held}; --{key} {named} changes nothing")
            return config.layout
        single = self.tree.read(SINGLE_FILE)
        is_vault = single is not None and not any(
            fault.rule == "not-a-vault" for fault in blocks.parse(SINGLE_FILE, single.decode("utf-8", "replace")).faults
        )
        has_notes = any(entry.path.endswith(".md") for entry in self.tree.entries(LESSONS_DIR))
        if wanted is None:
            return "single-file" if is_vault and not has_notes else "notes"
        if wanted == "single-file" and single is not None and not is_vault:
            raise Refused(f"{SINGLE_FILE} is there and is something else than a vault; nothing was written",
                          "rename it, or take the other layout: vaultctl init --layout notes")
        if (wanted == "single-file" and has_notes) or (wanted == "notes" and is_vault):
            other = LESSONS_DIR if wanted == "single-file" else SINGLE_FILE
            self.notes.append(f"the lessons in {other} do not count in the layout {wanted}")
        return wanted


def _append(before: bytes, wanted: bytes) -> bytes:
    """The text with the wanted lines that it lacks at its end, in its own kind of line ends."""
    held = {words[0] for line in before.splitlines() if (words := line.split())}
    lines = wanted.splitlines()
    missing = [line for line in lines if not line.startswith(b"#") and line.split()[0] not in held]
    if not missing:
        return before
    # A comment goes along with the line below it.
    block: list[bytes] = []
    comments: list[bytes] = []
    for line in lines:
        if line.startswith(b"#"):
            comments.append(line)
        elif line in missing:
            block += [*comments, line]
            comments = []
    end = b"\r\n" if b"\r\n" in before else b"\n"
    gap = b"" if not before else (b"" if before.endswith(b"\n") else end) + end
    return before + gap + b"".join(line + end for line in block)


def _listed(wanted: bytes) -> str:
    return "; ".join(line for line in wanted.decode().splitlines() if not line.startswith("#"))


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The repository around the vault.

    `top` is the root of its working tree, None where there is no repository; `trouble` says why git could not tell.  `ignored`
    pairs each of the vault's paths that git ignores with the rule, `file:line: pattern`.
    """

    top: str | None = None
    is_here: bool = False
    ignored: tuple[tuple[str, str], ...] = ()
    trouble: str = ""
    place: str = ""
    """The vault's folder relative to `top`, as `sub/folder`; empty at the top."""
    branch: str = ""
    """The branch that proposals are merged into, as far as it is known here."""


def advise(around: Surroundings) -> tuple[str, ...]:
    """What to say of the repository."""
    if around.trouble:
        return (f"git could not be asked: {around.trouble}",)
    if around.top is None:
        return ("not a git repository yet: check and lint work; what looks at history or proposes lessons needs one (git init)",)
    notes = []
    if not around.is_here:
        notes.append(f"not the root of its repository, {around.top}: from outside this folder name the vault with --vault")
    notes += [f"git ignores {path} by {rule}: take the rule away, or lessons will not be kept" for path, rule in around.ignored]
    notes.append(f"on a forge that protects branches, let agents push to {FAILURES_BRANCH} (the failure log), but never force-push it")
    return tuple(notes)


def probe_paths(layout: LayoutName) -> tuple[str, ...]:
    """Paths of the vault that git must not ignore."""
    if layout == "single-file":
        return (CONFIG_FILE, TAXONOMY_FILE, SINGLE_FILE)
    return (CONFIG_FILE, TAXONOMY_FILE, f"{LESSONS_DIR}/tag/x-0.md")

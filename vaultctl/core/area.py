"""What a path is to a vault: a lesson, a setting, a generated file, something that only looks like one of them, or none of these.

Paths are relative to the repository's root with `/`.  Disks may take two spellings for one file: macOS reads NFC and NFD alike and
passes over characters that do not show, macOS and Windows do not tell case, Windows drops dots and blanks at the end of a name, takes
`\\` for `/` and what follows `:` for a stream of the file.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Literal, NamedTuple

from vaultctl.core.places import (
    ARCHIVE_DIR,
    CONFIG_FILE,
    INDEX_DIR,
    INDEX_JSON,
    INDEX_MD,
    LEARNINGS_FILE,
    LESSONS_DIR,
    SINGLE_FILE,
    SINGLE_FILE_ARCHIVE,
    TAXONOMY_FILE,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vaultctl.core.config import Config

Role = Literal["lesson", "settings", "generated", "beside", "disguised", "shadow", "automation", "other"]
"""`shadow`: it belongs to a vault in another folder or of the other layout, or makes one.
`beside`: in the folders of the lessons, and no lesson.  `disguised`: another spelling of a path of the vault, or a file where
one of its folders must be.  `automation`: it tells a forge, git, an editor or an agent what to do."""

PLAIN_MODE = "100644"
_MODES = {"100755": "executable", "120000": "a symlink", "160000": "a submodule"}
_SETTINGS = (CONFIG_FILE, TAXONOMY_FILE)
_SHADOW_NAMES = frozenset({CONFIG_FILE, SINGLE_FILE.casefold(), SINGLE_FILE_ARCHIVE.casefold()})
_SHADOW = re.compile(r"(?:.*/)?vault/(?:lessons/.+|archive/.+|taxonomy\.yaml)", re.DOTALL)
_UNPORTABLE = re.compile(r'[\x00-\x1f\x7f\\:*?"<>|]')
_DEVICE = re.compile(r"(?:con|prn|aux|nul|(?:com|lpt)[0-9\u00b9\u00b2\u00b3]|conin\$|conout\$) *(?:\..*)?", re.IGNORECASE)
_SHORT_NAME = re.compile(r"~\d")
_LESSON_FOLDERS = (f"{LESSONS_DIR}/", f"{ARCHIVE_DIR}/")
_FORGES = frozenset({
    ".github", ".gitlab", ".gitea", ".forgejo", ".circleci", ".woodpecker", ".buildkite", ".semaphore", ".teamcity", ".builds",
    ".githooks", ".husky",
})  # fmt: skip
"""Folders from which a forge, a CI or git takes what to run; they do so at the top of a repository."""
_AGENTS = frozenset({
    ".claude", ".codex", ".cursor", ".gemini", ".windsurf", ".clinerules", ".roo", ".kilocode", ".continue", ".kiro", ".amazonq",
    ".augment", ".trae", ".qwen", ".opencode", ".openhands", ".junie", ".agents", ".agent", ".aider", ".vscode", ".idea", ".zed",
    ".devcontainer",
})  # fmt: skip
"""Folders from which agents and editors take what to do or run, below whatever folder they work in."""
_AUTOMATION_NAMES = frozenset({
    # git, hooks, CI
    ".gitlab-ci.yml", ".pre-commit-config.yaml", ".pre-commit-hooks.yaml", ".gitattributes", ".gitmodules", ".gitconfig",
    ".gitignore", "action.yml", "action.yaml", "codeowners", "azure-pipelines.yml", "azure-pipelines.yaml", "jenkinsfile", ".mailmap",
    ".woodpecker.yml", ".woodpecker.yaml", ".drone.yml", ".drone.yaml", ".drone.jsonnet", ".drone.star", ".travis.yml",
    "bitbucket-pipelines.yml", "appveyor.yml", ".appveyor.yml", ".cirrus.yml", ".cirrus.star", ".build.yml", "lefthook.yml",
    "lefthook.yaml", ".lefthook.yml", ".lefthook.yaml", ".overcommit.yml",
    # agents
    "agents.md", "agents.override.md", "agent.md", "claude.md", "claude.local.md", "gemini.md", "qwen.md", "crush.md",
    "copilot-instructions.md", ".cursorrules", ".windsurfrules", ".clinerules", ".roorules", ".rules", ".goosehints",
    ".augment-guidelines", ".mcp.json", "opencode.json", "opencode.jsonc", ".crush.json", ".coderabbit.yaml", ".pr_agent.toml",
    # shells and editors, on entering a folder
    ".envrc", "mise.toml", ".mise.toml", ".devcontainer.json", ".gitpod.yml",
})  # fmt: skip
_AUTOMATION_STARTS = (".aider.", ".roorules-", ".clinerules-")


class PathChange(NamedTuple):
    """One path that a change touches, with git's mode before and after, such as `100644`; empty where nothing was or is."""

    path: str
    before: str
    after: str


def fold(path: str) -> str:
    """A path as the most forgetful disk would take it: paths with the same fold may be one file."""
    shown = "".join(char for char in unicodedata.normalize("NFD", path) if unicodedata.category(char) != "Cf")
    plain = unicodedata.normalize("NFC", unicodedata.normalize("NFD", shown.casefold()))
    return "/".join(part.partition(":")[0].rstrip(". ") or part for part in plain.replace("\\", "/").split("/"))


def unportable(path: str) -> str:
    """Why Windows cannot check a path out as it is, in words; empty where it can.

    The names are those of "Naming Files, Paths, and Namespaces" in the documentation of Windows.
    """
    for part in path.split("/"):
        found = _UNPORTABLE.search(part)
        if found is not None:
            return f"the character {found[0]!r}"
        if part != part.rstrip(". "):
            return "a dot or blank at the end of a name"
        if _DEVICE.fullmatch(part):
            return f"{part}, the name of a device"
        if _SHORT_NAME.search(part):
            return f"{part}, which may be the short name of another file"
    return ""


def what_is(mode: str) -> str:
    """What a mode of git makes of a path, in words; empty for a plain file."""
    return "" if mode in ("", PLAIN_MODE) else _MODES.get(mode, "no plain file")


class Area:
    """The paths of one vault.  `folder` is where it lies in its repository, as `sub/folder/`; empty at the top."""

    def __init__(self, config: Config, folder: str = "") -> None:
        self.folder = folder
        self._single = config.layout == "single-file"
        generated = [INDEX_JSON, INDEX_MD]
        generated += [SINGLE_FILE] if config.generated.vault and not self._single else []
        generated += [LEARNINGS_FILE] if config.generated.learnings else []
        self._generated = frozenset(generated)
        own = [*_SETTINGS, SINGLE_FILE, SINGLE_FILE_ARCHIVE] if self._single else [*_SETTINGS, LESSONS_DIR, ARCHIVE_DIR]
        folded = [fold(folder + path) for path in own]
        self._own = frozenset(folded)
        self._below = fold(f"{folder}vault") + "/"
        self._above = frozenset(path[:at] for path in folded for at in range(len(path)) if path[at] == "/")

    def role(self, path: str) -> Role:
        """What a path is."""
        inside = path.removeprefix(self.folder) if path.startswith(self.folder) else None
        if inside is not None:
            role = self._inside(inside)
            if role is not None:
                return role
        folded = fold(path)
        if folded in self._above or folded in self._own or any(folded.startswith(f"{own}/") for own in self._own):
            return "disguised"
        name = folded.rpartition("/")[2]
        if name in _SHADOW_NAMES or _SHADOW.fullmatch(folded):
            return "shadow"
        return "automation" if _steers(folded) else "other"

    def is_below(self, path: str) -> bool:
        """Whether a path lies in the folder `vault` of this vault, in any spelling."""
        return fold(path).startswith(self._below)

    def _inside(self, path: str) -> Role | None:
        if path in _SETTINGS:
            return "settings"
        if path in self._generated or path.startswith(f"{INDEX_DIR}/"):
            return "generated"
        if self._single:
            return "lesson" if path in (SINGLE_FILE, SINGLE_FILE_ARCHIVE) else None
        if not path.startswith(_LESSON_FOLDERS):
            return None
        name = path.rpartition("/")[2].casefold()
        return "lesson" if name.endswith(".md") and name != "readme.md" else "beside"


def _steers(folded: str) -> bool:
    """Whether a path tells a forge, git, an editor or an agent what to do by its name alone.

    A `Makefile` or script does not: somebody has to call it.
    """
    *above, name = folded.split("/")
    if name in _AUTOMATION_NAMES or name.startswith(_AUTOMATION_STARTS):
        return True
    return not _AGENTS.isdisjoint(above) or bool(above and above[0] in _FORGES)


def twins(added: Iterable[str], present: Iterable[str]) -> dict[str, str]:
    """Those of the added paths that another spelling of is there, of the whole path or of a folder above it: path -> that one."""
    spellings: dict[str, str] = {}
    doubles: dict[str, str] = {}
    new = set(added)
    # What was there before comes first, so that it is the added one that is told.
    for path in sorted(present, key=lambda path: path in new):
        for step in _and_above(path):
            known = spellings.setdefault(fold(step), step)
            if known != step:
                doubles.setdefault(path, known)
    return {path: other for path, other in doubles.items() if path in new}


def _and_above(path: str) -> list[str]:
    return [path[:at] for at in range(len(path)) if path[at] == "/"] + [path]

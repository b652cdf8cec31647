"""Whether the lessons are where the config says that they are: what is missing, and what lies where nobody looks.

Both make an answer UNKNOWN, for "nothing known" and "could not look" are never the same.
"""

from __future__ import annotations

from vaultctl.core.places import LESSONS_DIR, SINGLE_FILE
from vaultctl.core.schema import SECTIONS
from vaultctl.usecases.findings import Unsearched
from vaultctl.usecases.reading import read_each

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultctl.core.config import Config
    from vaultctl.usecases.findings import TreeEntry
    from vaultctl.usecases.ports import Layout, Tree

DOCUMENTATION = "readme.md"
"""The page about a folder, without case: no lesson, unless it starts as one."""
ENDING = ".md"
ODD = {"symlink": "a symlink: never followed", "submodule": "a submodule: never searched", "other": "not a plain file"}
"""What is said of entries that are no files."""


def missing(tree: Tree, layout: Layout, entries: Sequence[TreeEntry]) -> tuple[Unsearched, ...]:
    """The place of the lessons, where the tree has nothing there at all.  `entries` are those that the layout found.

    An empty vault keeps its folder with a README.md, as `init` lays it out: git stores no empty folders.
    """
    home = LESSONS_DIR if layout.name == "notes" else SINGLE_FILE
    held = () if entries else tree.entries(home)
    if layout.name == "notes" and held and held[0].path == LESSONS_DIR:
        return (Unsearched(home, 0, f"{home} is a {held[0].kind}, not a folder"),)
    if entries or held:
        return ()
    return (Unsearched(home, 0, f"{home} is not there: is this checkout whole?"),)


def strays(tree: Tree, layout: Layout, config: Config) -> tuple[Unsearched, ...]:
    """Lessons of the layout that the config does not name; not what `index` generates."""
    if layout.name == "notes":
        if config.generated.vault or not tree.entries(SINGLE_FILE):
            return ()
        text = (tree.read(SINGLE_FILE) or b"").decode("utf-8", "replace")
        return (_stray(SINGLE_FILE, "notes"),) if has_sections(text) else ()
    notes = [entry.path for entry in tree.entries(LESSONS_DIR) if _is_note(entry.path)]
    return tuple(_stray(path, "single-file") for path in notes[:1])


def _stray(path: str, layout: str) -> Unsearched:
    return Unsearched(path, 0, f"holds lessons, but the config says layout: {layout}, so nobody looks here (`vaultctl lint` names all)")


def _is_note(path: str) -> bool:
    name = path.rpartition("/")[2].casefold()
    return name.endswith(ENDING) and name != DOCUMENTATION


def lesson_pages(tree: Tree, pages: Sequence[str]) -> frozenset[str]:
    """Those of some README pages that start as a lesson does, or cannot be read: none is passed over in silence."""
    return frozenset(path for path, content in read_each(tree, pages) if not isinstance(content, bytes) or _opens(content))


def _opens(content: bytes) -> bool:
    return content.removeprefix(b"\xef\xbb\xbf").startswith(b"---")


def has_sections(text: str) -> bool:
    """Whether a text has the heading of a vault section, spelled in any way that is read."""
    return any(
        line.lstrip().startswith("#") and section in line.upper().replace(" ", "_")
        for line in text.split("\n")
        for section in SECTIONS.values()
    )

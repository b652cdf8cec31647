"""The ripgrep runs that a query takes, and starting them: as soon as the query is known, or when the search asks for them.

Nothing but the pattern is imported here, so that a command line can set ripgrep to work before the rest of the program is
loaded.
"""

from __future__ import annotations

from vaultctl.adapters import spawn
from vaultctl.adapters.search import pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vaultctl.adapters.search.program import Program
    from vaultctl.adapters.spawn import Running
    from vaultctl.core.matching import Query

OPTIONS = (
    "--no-config",
    "--no-ignore",
    "--hidden",
    "--text",
    "--encoding=none",  # a file in another encoding is Python's to refuse, not ripgrep's to translate
    "--color=never",
    "--null",
    *(f"--glob=*.{ending}" for ending in ("md", "MD", "Md", "mD")),  # takes less time than one --iglob
)
# A longer pattern does not fit into a command line everywhere (Windows: 32,767 characters for all of it).
_MAX_PATTERN = 24_000
_early: dict[tuple[str, ...], Running] = {}


def runs_for(program: Program, query: Query, folder: str) -> list[tuple[str, ...]] | None:
    """The command lines that name every file below an absolute folder that the query may touch.

    None where ripgrep cannot narrow it: then every file has to be read.
    """
    if not pattern.is_plain(query):
        return None
    runs: list[tuple[str, ...]]
    if program.pcre2:
        runs = [("--pcre2", "--null-data", "--files-with-matches", f"--regexp={pattern.not_excluded(query)}")]
    else:
        runs = [("--multiline", "--files-without-match", f"--regexp={pattern.canonical()}"),
                ("--files-with-matches", f"--regexp={pattern.touched(query)}")]  # fmt: skip
    if max(len(run[-1]) for run in runs) > _MAX_PATTERN:
        return None
    return [(program.path, *OPTIONS, *run, "--", folder) for run in runs]


def begin(runs: list[tuple[str, ...]]) -> None:
    """Start the runs now; `start` hands them out later.  Those that nobody asks for end by themselves."""
    for run in runs:
        _early[run] = spawn.start(run)


def start(run: tuple[str, ...]) -> Running:
    """A run that was begun, or a new one.  Raises SearchError when it cannot be started."""
    return _early.pop(run, None) or spawn.start(run)

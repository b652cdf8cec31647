"""Sets ripgrep to work before the rest of the program is loaded.

A guess: that the vault's lessons are notes in the working tree.  Where that turns out wrong (another layout, a trusted ref),
what was started is left to end by itself.  Nothing is decided and nothing reported here: whatever is not plain is left to the
command.
"""

from __future__ import annotations

import os

from vaultctl.adapters.files.locate import locate
from vaultctl.adapters.search import command, program
from vaultctl.core.matching import parse_query
from vaultctl.core.places import LESSONS_DIR
from vaultctl.core.tags import split_list
from vaultctl.errors import VaultctlError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vaultctl.cli.entry import Value


def begin(values: dict[str, Value]) -> None:
    """Start the search that a plain `check` will ask for, if it can be told from its options alone."""
    tags, vault = values["tags"], values["vault"]
    if not isinstance(tags, list) or "-" in tags or any(values[name] for name in ("path", "command", "ref")):
        return
    try:
        place = locate(os.getcwd(), vault if isinstance(vault, str) else None)
        query = parse_query([tag for text in tags for tag in split_list(text)])
        folder = os.path.join(place.root, *LESSONS_DIR.split("/"))
        found = program.find().program if os.path.isdir(folder) else None
        runs = command.runs_for(found, query, folder) if found is not None else None
        if runs is not None:
            command.begin(runs)
    except (VaultctlError, OSError):
        return  # the command will say it

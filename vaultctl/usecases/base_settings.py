"""Whether a vault's settings are on the base, where alone they count for everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core.places import CONFIG_FILE, SINGLE_FILE

if TYPE_CHECKING:
    from vaultctl.core.config import Config
    from vaultctl.usecases.ports import Readable


def lacking(branch: str, tree: Readable, here: Config) -> tuple[str, ...]:
    """A warning where the base (its files in `tree`) has no config, which `here`, the one in use, stands in for.

    Nothing for a lone KNOWLEDGE_VAULT.md that works without one.
    """
    single = here.layout == "single-file"
    wanted = ([CONFIG_FILE] if here.present or not single else []) + ([SINGLE_FILE] if single else [])
    missing = [name for name in wanted if tree.read(name) is None]
    if not missing or tree.read(CONFIG_FILE) is not None:
        return ()
    if here.present:
        way = "commit what `vaultctl init` wrote there, so that the vault's settings count for everybody"
    else:
        way = "commit it there" if single else "run `vaultctl init`, and commit what it writes there"
    return (f"{branch} has no {' and no '.join(missing)}: {way}",)

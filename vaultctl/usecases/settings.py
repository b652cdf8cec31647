"""Reads a vault's config and taxonomy out of a tree; works on a working tree, a commit and the staging area alike."""

from __future__ import annotations

from vaultctl.core.config import Config
from vaultctl.core.places import CONFIG_FILE, TAXONOMY_FILE
from vaultctl.core.taxonomy import Taxonomy
from vaultctl.core.values import NamedTuple as _NamedTuple
from vaultctl.errors import ConfigError, VaultUnreadable
from vaultctl.formats import settings
from vaultctl.usecases.findings import Unsearched

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple

    from vaultctl.core.record import Fault
    from vaultctl.usecases.ports import Readable
else:
    NamedTuple = _NamedTuple


class Settings(NamedTuple):
    """Config and taxonomy with what is wrong in them: pairs of a path and a fault."""

    config: Config
    taxonomy: Taxonomy
    faults: tuple[tuple[str, Fault], ...] = ()
    unread: tuple[Unsearched, ...] = ()


def unsure(settings: Settings) -> tuple[Unsearched, ...]:
    """What of the settings could not be read or understood, so that an answer may be wrong: a value that is none, a cut taxonomy."""
    wrong = [Unsearched(path, fault.line, fault.message) for path, fault in settings.faults if fault.severity == "error"]
    return (*settings.unread, *wrong)


def read_settings(tree: Readable, *, default: Config | None = None) -> Settings:
    """The settings of the vault in a tree; `default` is used where it has no config.

    A taxonomy that cannot be read is told in `unread`: its routes are then unknown.  Raises ConfigError for a config that
    cannot be understood, and VaultUnreadable for one that cannot be read.
    """
    faults: list[tuple[str, Fault]] = []
    config = default if default is not None else Config(present=False)
    data = tree.read(CONFIG_FILE)
    if data is not None:
        config, found = settings.parse_config(_decode(data, CONFIG_FILE), CONFIG_FILE)
        faults += [(CONFIG_FILE, fault) for fault in found]
    taxonomy = Taxonomy()
    try:
        data = tree.read(TAXONOMY_FILE)
        if data is not None:
            taxonomy, found = settings.parse_taxonomy(_decode(data, TAXONOMY_FILE), TAXONOMY_FILE)
            faults += [(TAXONOMY_FILE, fault) for fault in found]
    except VaultUnreadable as error:
        return Settings(config, taxonomy, tuple(faults), (Unsearched(TAXONOMY_FILE, 0, error.said_of(TAXONOMY_FILE)),))
    return Settings(config, taxonomy, tuple(faults))


def _decode(data: bytes, path: str) -> str:
    try:
        return data.decode().removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path} is not UTF-8 (byte {error.start})", "save it as UTF-8") from None

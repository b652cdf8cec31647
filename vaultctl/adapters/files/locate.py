"""Finds the vault: the folder that holds `.vaultctl.yaml`, or a lone `KNOWLEDGE_VAULT.md`, at or above the current one."""

from __future__ import annotations

import os

from vaultctl.core.places import CONFIG_FILE, LESSONS_DIR, SINGLE_FILE
from vaultctl.core.values import NamedTuple as _NamedTuple
from vaultctl.errors import VaultNotFound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple
else:
    NamedTuple = _NamedTuple


class Place(NamedTuple):
    """Where a vault is.  `root` is absolute; `marker` is what was found there: the config, the single file, or the lessons folder."""

    root: str
    marker: str


_WAY_ON = "run `vaultctl init` at the root of the repository, or name the vault with --vault PATH"


def locate(start: str, named: str | None = None) -> Place:
    """The vault `named` (exactly that one), or the nearest at or above `start`.

    The walk ends at the root of the repository that `start` lies in, so that no vault of a folder above it is taken by
    accident.  Raises VaultNotFound.
    """
    if named is not None:
        return _exactly(os.path.abspath(named))
    folder = os.path.abspath(start)
    while True:
        marker = _marker(folder)
        if marker:
            return Place(folder, marker)
        above = os.path.dirname(folder)
        if above == folder or os.path.exists(os.path.join(folder, ".git")):
            raise VaultNotFound(f"no vault here: neither {CONFIG_FILE} nor {SINGLE_FILE} in {os.path.abspath(start)} or above it, "
                                f"up to {folder}", _WAY_ON)
        folder = above


def _exactly(path: str) -> Place:
    name = os.path.basename(path)
    if name in (CONFIG_FILE, SINGLE_FILE) and os.path.isfile(path):
        path = os.path.dirname(path)
    if not os.path.isdir(path):
        raise VaultNotFound(f"no such folder: {path}", _WAY_ON)
    marker = _marker(path)
    if not marker and os.path.isdir(os.path.join(path, *LESSONS_DIR.split("/"))):
        marker = LESSONS_DIR
    if not marker:
        raise VaultNotFound(f"no vault in {path}: no {CONFIG_FILE}, {SINGLE_FILE} or {LESSONS_DIR} there", _WAY_ON)
    return Place(path, marker)


def _marker(folder: str) -> str:
    if os.path.isfile(os.path.join(folder, CONFIG_FILE)):
        return CONFIG_FILE
    single = os.path.join(folder, SINGLE_FILE)
    if os.path.isfile(single) and _has_sections(single):
        return SINGLE_FILE
    return ""


def _has_sections(path: str) -> bool:
    """Whether the file has a vault section; one that cannot be read counts as a vault, so that the reading reports it."""
    from vaultctl.usecases.presence import has_sections

    try:
        with open(path, "rb") as file:
            return has_sections(file.read().decode("utf-8", "replace"))
    except OSError:
        return True

"""The files that `init` writes: `templates/` of a checkout, `vaultctl/templates/` in an installed wheel."""

from __future__ import annotations

from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from vaultctl.errors import VaultctlError


class Templates:
    """Implements `usecases.init.Templates`."""

    def __init__(self) -> None:
        self._root = _folder()

    def names(self, prefix: str) -> list[str]:
        """The files below a folder of the templates, relative to it with `/`, sorted; empty where there is no such folder."""
        folder = self._root.joinpath(*prefix.split("/"))
        return sorted(_walk(folder, "")) if folder.is_dir() else []

    def read(self, name: str) -> bytes:
        """The bytes of one file."""
        return self._root.joinpath(*name.split("/")).read_bytes()


def _folder() -> Traversable:
    shipped = resources.files("vaultctl").joinpath("templates")
    if shipped.is_dir():
        return shipped
    # An editable install has the package alone: the templates stand beside it.
    beside = Path(__file__).resolve().parents[3] / "templates"
    if not beside.is_dir():
        raise VaultctlError("the templates that belong to vaultctl are missing", "install vaultctl again")
    return beside


def _walk(folder: Traversable, prefix: str) -> list[str]:
    found: list[str] = []
    for item in folder.iterdir():
        if item.is_dir():
            found += _walk(item, f"{prefix}{item.name}/")
        elif item.name != ".keep":
            found.append(prefix + item.name)
    return found

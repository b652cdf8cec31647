"""The whole Pagure that the tests of this folder share; where it cannot be had they are skipped with the reason."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.pagure import KEPT, Pagure, missing, remove_system


@pytest.fixture(scope="session")
def pagure(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pagure]:
    """A running Pagure without users and projects; its system is removed afterwards, unless VAULTCTL_E2E_FOLDER keeps it."""
    if reason := missing():
        pytest.skip(reason)
    root = Path(KEPT) if KEPT else tmp_path_factory.mktemp("pagure") / "system"
    try:
        with Pagure(root) as forge:
            yield forge
    finally:
        if not KEPT:
            remove_system(root)

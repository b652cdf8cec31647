"""The page about configuration names every key and every variable."""

from __future__ import annotations

import re
from pathlib import Path

from vaultctl.core.config import Config, Gate, Generated, Limits, Proposals
from vaultctl.core.taxonomy import Prefix

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "configuration.md").read_text("utf-8")


def test_it_names_every_key_of_the_config() -> None:
    nested = {"limits": Limits, "gate": Gate, "proposals": Proposals, "generated": Generated}
    names = [f"{group}.{name}" for group, value in nested.items() for name in value._fields]
    names += [name for name in Config._fields if name not in nested and name != "present"]
    assert [name for name in names if f"`{name}`" not in PAGE] == []


def test_it_names_every_key_of_a_prefix() -> None:
    assert [name for name in Prefix._fields if name not in ("tag", "line") and f"`{name}`" not in PAGE] == []


def test_it_names_every_variable() -> None:
    sources = "".join(path.read_text("utf-8") for path in (ROOT / "vaultctl").rglob("*.py"))
    assert set(re.findall(r"\bVAULTCTL_[A-Z]+(?:_[A-Z]+)*\b", sources)) <= set(re.findall(r"VAULTCTL_[A-Z_]+", PAGE))

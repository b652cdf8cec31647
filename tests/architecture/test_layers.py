"""The structure that the design draws: who may import whom (the contracts stand in pyproject.toml)."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from importlinter.cli import lint_imports

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
CONTRACTS = {item["id"]: item for item in PROJECT["tool"]["importlinter"]["contracts"]}


@pytest.mark.parametrize("contract", CONTRACTS)
def test_imports_keep_the_contract(contract: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    code = lint_imports(limit_to_contracts=(contract,), no_cache=True)
    assert code == 0, capsys.readouterr().out


def test_every_adapter_family_is_named_in_the_independence_contract() -> None:
    folders = {f"vaultctl.adapters.{item.parent.name}" for item in (ROOT / "vaultctl" / "adapters").glob("*/__init__.py")}
    assert folders == set(CONTRACTS["families"]["modules"])

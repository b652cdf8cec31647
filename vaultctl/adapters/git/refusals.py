"""Remembers refused drafts below git's common folder, `vaultctl/refusals/<key>.json`: never committed, shared by all worktrees.

Implements `usecases.refusals.RefusalLog`.  It only counts: where it cannot be read or written, nothing was refused before.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from vaultctl.adapters import kept
from vaultctl.usecases.refusals import Refusal

MAX_FILES = 200
"""Drafts that are remembered, the last refused ones."""
MAX_REFUSALS = 50
MAX_AGENT = 100


class RefusalFiles:
    """The refusals of one clone."""

    def __init__(self, common_dir: Path) -> None:
        self._folder = common_dir / "vaultctl" / "refusals"

    def add(self, key: str, agent: str, reasons: Sequence[str]) -> Sequence[Refusal]:
        """Remember one more refusal of a draft, and give all since it was last accepted, oldest first."""
        now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M")
        agent = agent.encode("utf-8", "replace").decode()[:MAX_AGENT]
        history = [*self._read(key), Refusal(now, agent, tuple(reasons))][-MAX_REFUSALS:]
        with suppress(OSError):
            self._write(key, history)
        return history

    def forget(self, key: str) -> None:
        """The draft was accepted."""
        with suppress(OSError):
            self._file(key).unlink()

    def _file(self, key: str) -> Path:
        return self._folder / f"{key}.json"

    def _read(self, key: str) -> list[Refusal]:
        try:
            found = json.loads(self._file(key).read_text("utf-8"))
            return [Refusal(str(item["time"]), str(item["agent"]), tuple(map(str, item["reasons"]))) for item in found]
        except (OSError, ValueError, KeyError, TypeError):
            return []

    def _write(self, key: str, history: Sequence[Refusal]) -> None:
        rows = [{"time": item.time, "agent": item.agent, "reasons": list(item.reasons)} for item in history]
        kept.put(str(self._file(key)), json.dumps(rows).encode())
        files = sorted(self._folder.iterdir(), key=lambda file: file.stat().st_mtime)
        for file in files[: max(0, len(files) - MAX_FILES)]:
            file.unlink(missing_ok=True)

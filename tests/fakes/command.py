"""Runs `vaultctl` command lines in this process, as the console script would."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch


class Result(NamedTuple):
    """What a call ended with."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def run(
    *args: str, cwd: Path, stdin: str = "", env: dict[str, str] | None = None, through: Callable[[list[str]], int] | None = None
) -> Result:
    """Run one command line in `cwd`: through Typer, or another entry."""
    if through is None:
        from vaultctl.cli.app import run as through

    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.TextIOWrapper(io.BytesIO(), "utf-8")
    before = Path.cwd()
    os.chdir(cwd)
    try:
        with (
            patch.object(sys, "stdout", out),
            patch.object(sys, "stderr", err),
            patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), "utf-8")),
            patch.dict(os.environ, env or {}),
        ):
            code = through(list(args))
    finally:
        os.chdir(before)
    texts = []
    for stream in (out, err):
        stream.flush()
        texts.append(stream.buffer.getvalue().decode("utf-8"))  # type: ignore[attr-defined]
    return Result(code, *texts)

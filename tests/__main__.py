"""`python -m tests`: everything that must pass before a change is merged, as `make check` and CI run it.

Lint, then types, then the quick tests, among them the import layers.  What is given on the command line goes on to pytest.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CHECKS = (("lint", "ruff", "check", "."), ("types", "mypy"))


def main(arguments: list[str]) -> int:
    """Run all the checks, also after one has failed; pytest comes last, so that its summary is the last thing said."""
    failed = [name for name, *command in CHECKS if _run(name, command)]
    # One more than there are processors: many tests wait, for git, for locks, for a server.
    workers = str((os.cpu_count() or 1) + 1)
    if _run("tests", ["pytest", "-n", workers, "--dist", "worksteal", *arguments]):
        failed.append("tests")
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def _run(name: str, command: list[str]) -> int:
    print(f"--- {name}: {' '.join(command)}", flush=True)
    return subprocess.run([sys.executable, "-m", *command], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""A throw-away repository with a remote of its own, in a temporary folder that is gone afterwards, also after Ctrl-C.

Its commands see a home folder and a git configuration of their own: nothing of the user's is read or written.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from types import FrameType

from vaultctl.errors import GitError
from vaultctl.usecases.demo import Action, Git

KEPT = ("VAULTCTL_RG",)
PACKAGES = str(Path(__file__).resolve().parents[3])
AUTHOR = {"NAME": "Demo", "EMAIL": "demo@example.org"}


class Throwaway:
    """Implements `usecases.demo.Stage`.  `color` is `always` or `never`, `today` the day on which it plays."""

    def __init__(self, folder: Path, color: str, today: date) -> None:
        self.root = folder / "repository"
        self._env = _environment(folder / "home") | {"VAULTCTL_COLOR": color, "VAULTCTL_TODAY": today.isoformat()}
        (folder / "home").mkdir()
        self._git(folder, "init", "--quiet", "--bare", "-b", "main", "remote.git")
        self._git(folder, "init", "--quiet", "-b", "main", self.root.name)
        self._git(self.root, "remote", "add", "origin", str(folder / "remote.git"))

    def run(self, action: Action) -> tuple[str, int]:
        """What the command printed on both streams, and its exit code."""
        # -P: the working folder must not be searched for modules.
        program = ["git"] if isinstance(action, Git) else [sys.executable, "-P", "-m", "vaultctl"]
        return self._start(self.root, [*program, *action.words])

    def _git(self, folder: Path, *words: str) -> None:
        output, code = self._start(folder, ["git", *words])
        if code:
            raise GitError(f"git {words[0]}: {output.strip()}", "`vaultctl doctor` says whether git can be used")

    def _start(self, folder: Path, command: list[str]) -> tuple[str, int]:
        try:
            done = subprocess.run(command, cwd=folder, env=self._env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, check=False)  # fmt: skip
        except FileNotFoundError:
            raise GitError(f"{command[0]} was not found", "`vaultctl doctor` says what is missing") from None
        return done.stdout.decode("utf-8", "replace").replace("\r\n", "\n"), done.returncode


_TRIES, _PAUSE = 40, 0.05


@contextmanager
def throwaway(color: str, today: date) -> Iterator[Throwaway]:
    """A stage that is removed when it is left, also when the process is asked to end."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    folder = tempfile.mkdtemp(prefix="vaultctl-demo-")
    try:
        yield Throwaway(Path(folder).resolve(), color, today)
    finally:
        _clear(folder)
        signal.signal(signal.SIGTERM, before)


def _clear(folder: str) -> None:
    """Remove a folder, although a git that outlives its interrupted parent may still write into it for a moment."""
    for _ in range(_TRIES):
        shutil.rmtree(folder, ignore_errors=True)
        if not Path(folder).exists():
            return
        time.sleep(_PAUSE)


def _environment(home: Path) -> dict[str, str]:
    dropped = ("GIT_", "VAULTCTL_", "XDG_")
    env = {name: value for name, value in os.environ.items() if not name.startswith(dropped) or name in KEPT}
    env |= {f"GIT_{role}_{part}": value for role in ("AUTHOR", "COMMITTER") for part, value in AUTHOR.items()}
    env |= {
        "HOME": str(home),
        "USERPROFILE": str(home),
        "LOCALAPPDATA": str(home),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_TERMINAL_PROMPT": "0",
        "PYTHONIOENCODING": "utf-8",
        "PYTHONDONTWRITEBYTECODE": "1",
        # The very package that runs now, also where it is not installed.
        "PYTHONPATH": os.pathsep.join([PACKAGES, *filter(None, [env.get("PYTHONPATH")])]),
    }
    return env

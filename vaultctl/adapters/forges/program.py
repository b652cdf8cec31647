"""Running `gh` and `glab`, where people are logged in: no prompt, pager or colours, bounded in time, nothing secret in argv."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from vaultctl.core.redaction import redact
from vaultctl.errors import ForgeError

_QUIET = {
    "NO_COLOR": "1", "TERM": "dumb", "LC_ALL": "C", "NO_PROMPT": "1", "PAGER": "cat",
    "GH_PROMPT_DISABLED": "1", "GH_NO_UPDATE_NOTIFIER": "1", "GH_PAGER": "cat", "GH_SPINNER_DISABLED": "1",
    "GLAB_CHECK_UPDATE": "false", "GLAB_SEND_TELEMETRY": "false",
}  # fmt: skip
_DROPPED = (
    "GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE", "GH_DEBUG", "DEBUG", "GLAB_DEBUG_HTTP", "GH_REPO", "GH_HOST", "GITLAB_HOST",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Finished:
    """How a program ended."""

    code: int
    stdout: bytes
    stderr: str


class TimedOut(Exception):
    """The program was stopped because it took too long."""


@dataclass(frozen=True, slots=True)
class Program:
    """A program at an absolute path, with the environment that it inherits; `timeout` in seconds."""

    path: str
    environ: Mapping[str, str] = field(repr=False)
    timeout: float = 60.0

    def run(self, arguments: Sequence[str], stdin: bytes = b"") -> Finished:
        """Run it to its end.  Raises TimedOut, and ForgeError when it cannot be started."""
        environ = {name: value for name, value in self.environ.items() if name not in _DROPPED} | _QUIET
        try:
            done = subprocess.run([self.path, *arguments], input=stdin, capture_output=True, env=environ, timeout=self.timeout)
        except subprocess.TimeoutExpired:
            raise TimedOut from None
        except OSError as error:
            raise ForgeError(f"cannot run {self.path}: {error.strerror}", "set a token instead, or repair the program") from None
        return Finished(done.returncode, done.stdout, redact(done.stderr.decode(errors="replace")))

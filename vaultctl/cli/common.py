"""What every command is told: which vault, how to print, how much to say."""

from __future__ import annotations

import os
import sys

from vaultctl.core.values import NamedTuple as _NamedTuple
from vaultctl.report.escape import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple

    from vaultctl.report.style import Style
else:
    NamedTuple = _NamedTuple


class Common(NamedTuple):
    """The shared options of one call."""

    command: str
    vault: str | None = None
    format: str = "text"
    color: str = "auto"
    quiet: bool = False
    verbose: bool = False

    @property
    def style(self) -> Style | None:
        """The style of the text on standard output; None where JSON (or another machine format) is asked for."""
        if self.format != "text":
            return None
        from vaultctl.report.style import style_for

        return style_for(self.color)

    def note(self, text: str) -> None:
        """One line of conversation on standard error, unless --quiet."""
        if not self.quiet:
            tell(f"vaultctl: {escape(text)}\n")

    def detail(self, text: str) -> None:
        """A line that only --verbose shows."""
        if self.verbose:
            self.note(text)


def tell(text: str) -> None:
    """Write to standard error.  Where nobody can hear it, the answer and the exit code stand all the same."""
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # Python would complain once more when it flushes at exit


def put(text: str) -> None:
    """Write the answer to standard output, in UTF-8 with `\\n` line ends, whatever the locale says."""
    data = text.encode("utf-8", "backslashreplace")
    buffer = getattr(sys.stdout, "buffer", None)
    if buffer is None:  # a test or an embedding program that replaced standard output by text
        sys.stdout.write(text)
        return
    sys.stdout.flush()
    buffer.write(data)
    buffer.flush()


def working_folder() -> str:
    """The current folder, absolute."""
    return os.getcwd()

"""The one place that turns exceptions into exit codes and error texts."""

from __future__ import annotations

import os

from vaultctl.cli.common import tell
from vaultctl.errors import Exit, VaultctlError
from vaultctl.report.escape import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def wants_json(argv: list[str]) -> bool:
    """Whether a command line asks for JSON, as far as that can be told before it is parsed."""
    for place, word in enumerate(argv):
        if word == "--":
            break
        if word == "--format=json" or (word == "--format" and argv[place + 1 : place + 2] == ["json"]):
            return True
        if word.startswith("--format"):
            return False
    return os.environ.get("VAULTCTL_FORMAT") == "json"


def report(error: VaultctlError, command: str, *, json: bool) -> int:
    """Print an error where it belongs and give its exit code."""
    from vaultctl.cli.common import put

    if json:
        from vaultctl.report.json import dump

        put(dump({"schema": f"vaultctl.{command}/1", "error": {"message": error.message, "hint": error.hint}}))
    else:
        tell(f"vaultctl: error: {escape(error.message, keep=chr(10))}\n")
        if error.hint:
            tell(f"  {escape(error.hint, keep=chr(10))}\n")
    return error.exit_code


def guard(command: str, argv: list[str], run: Callable[[], int]) -> int:
    """Run a command; whatever it raises becomes an exit code, and no traceback reaches the user."""
    try:
        return run()
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - the last line of defence: a bug must not look like an answer
        return settle(error, command, argv)


def settle(error: BaseException, command: str, argv: list[str]) -> int:
    """The exit code of what a command raised, which is told where it belongs."""
    if isinstance(error, VaultctlError):
        return report(error, command, json=wants_json(argv))
    if isinstance(error, KeyboardInterrupt):
        tell("vaultctl: interrupted\n")
        return Exit.INTERRUPTED
    if isinstance(error, BrokenPipeError):
        return close_pipe()
    if isinstance(error, OSError):
        # Adapters translate the errors of what they touch; what is left is ours: standard output that cannot be written, a folder
        # that is gone.
        return _unable(error, command, json=wants_json(argv))
    return _bug(error, command, json=wants_json(argv))


def _unable(error: OSError, command: str, *, json: bool) -> int:
    from vaultctl.adapters import disk

    hint = disk.WAY_ON if disk.is_full(error) else ""
    if json and error.filename is not None:  # a file, so standard output may still be written
        fault = VaultctlError(f"{error.strerror or error}: {error.filename}", hint)
        try:
            return report(fault, command, json=True)
        except OSError:
            pass
    tell(f"vaultctl: error: {escape(error.strerror or str(error))}{_named(error)}\n" + (f"  {hint}\n" if hint else ""))
    close_pipe()
    return Exit.UNABLE


def _named(error: OSError) -> str:
    return f": {escape(str(error.filename))}" if error.filename else ""


def close_pipe() -> int:
    """Whoever read our output is gone: end quietly, as a program that a pipe stops."""
    # Python would complain once more when it flushes at exit.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return 128 + 13


def _bug(error: BaseException, command: str, *, json: bool) -> int:
    if json:
        fault = VaultctlError(f"this is a bug in vaultctl: {type(error).__name__}: {error}", "set VAULTCTL_DEBUG=1 and report it")
        report(fault, command, json=True)
    tell(f"vaultctl: this is a bug in vaultctl: {type(error).__name__}: {escape(str(error))}\n")
    if os.environ.get("VAULTCTL_DEBUG"):
        import traceback

        traceback.print_exception(error)
    else:
        tell("  set VAULTCTL_DEBUG=1 to see where, and report it\n")
    return Exit.BUG

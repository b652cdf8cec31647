"""The first look at a command line: plain forms of `check` and `--version` are served at once, all else by Typer.

Importing Typer costs more than a whole check.  What is understood here is exactly what the table of options says
(`cli.options`), from which Typer's declarations are made too; whatever is not plainly right (help, abbreviations, an
unknown option, a bad value, a missing one) is left to Typer, which words the error.
"""

from __future__ import annotations

import gc
import os
import sys

from vaultctl.cli.options import CHECK, SHARED, Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Value: TypeAlias = "str | int | bool | list[str] | None"


def run(argv: list[str]) -> int:
    """Run a command line (without the program's name) and give its exit code."""
    argv = hoist(argv)
    if argv == ["--version"]:
        from vaultctl import __version__
        from vaultctl.cli.common import put

        put(f"vaultctl {__version__}\n")
        return 0
    if argv[:1] == ["check"]:
        values = parse(argv[1:], (*CHECK, *SHARED))
        if values is not None:
            return _check(values, argv)
    gc.enable()
    from vaultctl.cli import app

    return app.run(argv)


def hoist(argv: list[str]) -> list[str]:
    """The command line with shared options that stand before the command put behind it, where Typer's commands take them."""
    at = 0
    by_flag = {flag: option for option in SHARED for flag in option.flags}
    while at < len(argv):
        flag, equals, _ = argv[at].partition("=")
        option = by_flag.get(flag)
        if option is None:
            break
        at += 1 if equals or option.kind == "flag" else 2
    if not 0 < at < len(argv) or argv[at].startswith("-"):
        return argv
    return [argv[at], *argv[:at], *argv[at + 1 :]]


def parse(words: list[str], options: tuple[Option, ...]) -> dict[str, Value] | None:
    """The values of a plain command line, by parameter; None where anything in it is not plain."""
    by_flag = {flag: option for option in options for flag in option.flags}
    values: dict[str, Value] = {}
    rest = iter(words)
    for word in rest:
        flag, equals, attached = word.partition("=")
        option = by_flag.get(flag)
        if option is None or (equals and (option.kind == "flag" or not flag.startswith("--"))):
            return None
        if option.kind == "flag":
            values[option.name] = True
            continue
        text = attached if equals else next(rest, None)
        if text is None or not _put(values, option, text):
            return None
    for option in options:
        if option.name not in values and not _default(values, option):
            return None
    return values


def _put(values: dict[str, Value], option: Option, text: str) -> bool:
    """Take one value; False where it is not one that the option takes."""
    if option.kind == "list":
        known = values.setdefault(option.name, [])
        assert isinstance(known, list)
        known.append(text)
    elif option.kind == "number":
        if not (text.isascii() and text.isdigit()) or len(text) > 18:  # Python reads no endless ones
            return False
        values[option.name] = int(text)
    elif option.kind == "choice" and text not in option.choices:
        return False
    else:
        values[option.name] = text
    return True


def _default(values: dict[str, Value], option: Option) -> bool:
    text = os.environ.get(option.env, "") if option.env else ""
    if text:
        return option.kind != "flag" and _put(values, option, text)
    values[option.name] = [] if option.kind == "list" else option.default
    return True


def _check(values: dict[str, Value], argv: list[str]) -> int:
    from vaultctl.cli import early

    early.begin(values)
    try:
        from vaultctl.cli import check
        from vaultctl.cli.common import Common

        common = Common("check", **{option.name: values.pop(option.name) for option in SHARED})  # type: ignore[arg-type] # as the table says
        return check.run(common, **values)  # type: ignore[arg-type] # as the table says
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - as `boundary.guard`, which is loaded only where it is needed
        from vaultctl.cli.boundary import settle

        return settle(error, "check", argv)


def main() -> None:
    """The console script."""
    if sys.stdout is None:
        # Started with standard output closed: whatever is opened next would get its number, and no answer could be given.
        sys.exit(3)
    # Without the other two there is nothing to read and nobody to talk to, which is no reason to fail.
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - open as long as the program
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 - open as long as the program
    # A plain form is over before there is anything to collect, and looking for it costs a twentieth of a check.
    gc.disable()
    try:
        code = run(sys.argv[1:])
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - Python would end with 1, which is a verdict
        from vaultctl.cli.boundary import settle

        code = settle(error, "", sys.argv[1:])
    try:
        sys.stdout.flush()
    except OSError:
        from vaultctl.cli.boundary import close_pipe

        code = close_pipe()
    if "vaultctl.cli.app" not in sys.modules:
        # A plain form was served: all is written, and nothing was begun that has to be ended.  Taking the interpreter down module
        # by module would cost a tenth of a check.
        os._exit(code)
    sys.exit(code)

"""The Typer application: a table of commands, each loaded only when it is called."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import typer
from typer.core import TyperGroup

from vaultctl.cli import boundary
from vaultctl.cli.common import tell
from vaultctl.cli.declare import build
from vaultctl.cli.table import COMMANDS
from vaultctl.errors import Exit, UsageError


class LazyGroup(TyperGroup):
    """A group whose commands are modules `vaultctl.cli.<name>` with a function `run` (and perhaps FORMATS and TABLE).

    A module with ACTIONS, name -> function, is a group of its own; DEFAULT names the action that runs when none is typed.
    """

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name in COMMANDS:
            return load(cmd_name)
        if not cmd_name.startswith("-"):
            from difflib import get_close_matches

            close = get_close_matches(cmd_name, COMMANDS, n=1)
            raise UsageError(f"no such command: {cmd_name}", f"did you mean {close[0]}?" if close else "`vaultctl --help` lists them")
        return None


def load(name: str) -> Any:  # a click command, of whichever click Typer uses
    """The click command of that name."""
    module = importlib.import_module(f"vaultctl.cli.{COMMANDS[name].module}")
    holder = typer.Typer(add_completion=False, context_settings=_SETTINGS, rich_markup_mode=None)
    table = getattr(module, "TABLE", ())
    actions: dict[str, Callable[..., int]] | None = getattr(module, "ACTIONS", None)
    if actions is None:
        parsed = build(name, module.run, formats=getattr(module, "FORMATS", ()), table=table)
        holder.command(name, help=module.run.__doc__)(parsed)
        command = typer.main.get_command(holder)
    else:
        default = getattr(module, "DEFAULT", None)
        cls = _with_default(default, frozenset(actions)) if default else None
        holder.callback(cls=cls, help=module.__doc__, no_args_is_help=default is None)(lambda: None)
        for action, function in actions.items():
            parsed = build(name, function, formats=getattr(module, "FORMATS", ()))
            holder.command(action, help=function.__doc__, short_help=_first_paragraph(function.__doc__ or ""))(parsed)
        command = typer.main.get_command(holder)
        command.name = name
    command.short_help = COMMANDS[name].about
    return command


def _first_paragraph(text: str) -> str:
    """What the help of a group says of a command: click would cut it to what fits in one line."""
    return " ".join(text.strip().partition("\n\n")[0].split())


def _with_default(default: str, actions: frozenset[str]) -> type[TyperGroup]:
    """A group that takes a command line which starts with no action for one of the default action."""

    class WithDefault(TyperGroup):
        def collect_usage_pieces(self, ctx: Any) -> list[str]:
            return [f"[{'|'.join(self.commands)}]", "[OPTIONS]"]

        def format_options(self, ctx: Any, formatter: Any) -> None:
            self.format_commands(ctx, formatter)
            rows = [row for parameter in self.commands[default].get_params(ctx) if (row := parameter.get_help_record(ctx)) is not None]
            with formatter.section(f"Options of {default}, the default"):
                formatter.write_dl(rows)

        def parse_args(self, ctx: Any, args: list[str]) -> Any:
            known = actions | set(_SETTINGS["help_option_names"])
            typed = not args or (args[0] not in known and args[0].startswith("-"))
            return super().parse_args(ctx, [default, *args] if typed else args)

    return WithDefault


# Newer releases of Typer carry a click of their own, so click's module is not imported: this is its UsageError, whichever it is.
_CLICK_USAGE: type[Exception] = typer.BadParameter.__mro__[1]

_SETTINGS: dict[str, Any] = {"help_option_names": ["-h", "--help"]}

app = typer.Typer(
    cls=LazyGroup,
    name="vaultctl",
    help="A git-backed lesson vault that gives agents a verdict before they act.",
    no_args_is_help=True,
    context_settings=_SETTINGS,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _version(value: bool) -> None:
    if value:
        from vaultctl import __version__

        typer.echo(f"vaultctl {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    *, version: bool = typer.Option(False, "--version", help="Print the version and exit.", callback=_version, is_eager=True)
) -> None:
    """A git-backed lesson vault that gives agents a verdict before they act."""


def run(argv: list[str]) -> int:
    """Run a command line (without the program's name) and give its exit code."""
    command = argv[0] if argv and argv[0] in COMMANDS else "vaultctl"
    return boundary.guard(command, argv, lambda: _invoke(argv))


def _invoke(argv: list[str]) -> int:
    try:
        code: object = typer.main.get_command(app).main(args=argv, prog_name="vaultctl", standalone_mode=False)
    except typer.Abort:
        raise KeyboardInterrupt from None
    except _CLICK_USAGE as error:
        message = str(error.format_message()) if hasattr(error, "format_message") else str(error)
        context = getattr(getattr(error, "ctx", None), "command_path", "vaultctl")
        if type(error).__name__ == "NoArgsIsHelpError":
            tell(message + "\n")
            return Exit.USAGE
        raise UsageError(message, f"`{context} --help` lists what it takes") from None
    except SystemExit as error:
        # click ends so when whoever reads its help is gone.
        return boundary.close_pipe() if error.code == 1 else Exit.OK
    return code() if callable(code) else Exit.OK

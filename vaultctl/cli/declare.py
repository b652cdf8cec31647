"""Makes Typer commands out of functions and the table of options."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from types import SimpleNamespace
from typing import Annotated, Any, Literal, get_type_hints

import typer
from typer.models import OptionInfo

from vaultctl.cli.common import Common
from vaultctl.cli.options import SHARED, Option

# Typer reads signatures, so what it is given are types and defaults that are put together at run time.
_TYPES: dict[str, Any] = {"text": str | None, "list": list[str], "flag": bool, "number": int | None}


def option(entry: Option) -> OptionInfo:
    """Typer's declaration of one option of the table, for use in `Annotated[...]`."""
    info: OptionInfo = typer.Option(
        *entry.flags, help=entry.help, envvar=entry.env, metavar=entry.metavar, show_default=entry.kind == "choice"
    )
    return info


def parameter(entry: Option, choices: tuple[str, ...] = ()) -> inspect.Parameter:
    """The keyword parameter of one option of the table, as Typer wants to see it."""
    kind = Literal[choices or entry.choices] if entry.kind == "choice" else _TYPES[entry.kind]
    default: object = [] if entry.kind == "list" else entry.default
    return inspect.Parameter(
        entry.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, option(entry)]
    )


def build(
    name: str, function: Callable[..., int], *, formats: tuple[str, ...] = (), table: tuple[Option, ...] = ()
) -> Callable[..., Callable[[], int]]:
    """The function as Typer sees it: its own parameters, those of a table, and the shared options.

    `function` takes a `Common` first, then its own parameters.  `formats` are the choices of `--format` where they are more
    than text and json.
    """
    tabled = {entry.name for entry in table}
    untabled = [item for item in list(inspect.signature(function).parameters.values())[1:] if item.name not in tabled]
    # The types of what stands in the table are for the type checker alone, and need not resolve at run time.
    written = {item.name: item.annotation for item in untabled}
    hints = get_type_hints(SimpleNamespace(__annotations__=written), function.__globals__, include_extras=True)
    own = [item.replace(annotation=hints[item.name]) for item in untabled]
    shared = [parameter(entry, formats if entry.name == "format" else ()) for entry in (*table, *SHARED)]

    @functools.wraps(function)
    def call(**values: object) -> Callable[[], int]:
        common = Common(name, **{entry.name: values.pop(entry.name) for entry in SHARED})  # type: ignore[arg-type] # Typer checked them
        # Only parsed here, and run when Typer is done: click would turn a closed pipe into exit code 1, which means "no" here.
        return functools.partial(function, common, **values)

    positional = [item for item in own if item.kind is not inspect.Parameter.KEYWORD_ONLY]
    keyword = [item for item in own if item.kind is inspect.Parameter.KEYWORD_ONLY]
    call.__signature__ = inspect.Signature([*positional, *keyword, *shared])  # type: ignore[attr-defined]
    call.__annotations__ = {item.name: item.annotation for item in [*own, *shared]}
    del call.__wrapped__  # or inspect would look through it
    return call

"""THE table of command-line options that several commands share, and of the options of `check`.

Typer's declarations are made from it (`cli.declare`), and so is any other reader of a command line, so that they
cannot drift.  Nothing heavy is imported here.
"""

from __future__ import annotations

from vaultctl.core.values import NamedTuple as _NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, NamedTuple

    Kind = Literal["text", "list", "flag", "number", "choice"]
else:
    NamedTuple = _NamedTuple


class Option(NamedTuple):
    """One option: the parameter it fills, its spellings, what it takes, and its help.

    `choices` for kind `choice`; `env` the variable that stands in for it; `metavar` what the help shows for its value.
    """

    name: str
    flags: tuple[str, ...]
    kind: Kind
    help: str
    default: str | int | bool | None = None
    choices: tuple[str, ...] = ()
    env: str | None = None
    metavar: str | None = None


VAULT = Option("vault", ("--vault",), "text", "The vault's folder: exactly that one, no walking up.", env="VAULTCTL_VAULT",
               metavar="PATH")
FORMAT = Option("format", ("--format",), "choice", "How to print the answer.", "text", ("text", "json"), "VAULTCTL_FORMAT")
COLOR = Option("color", ("--color",), "choice", "Colour the text.", "auto", ("auto", "always", "never"), "VAULTCTL_COLOR")
QUIET = Option("quiet", ("-q", "--quiet"), "flag", "Say nothing on standard error but errors.", False)
VERBOSE = Option("verbose", ("-v", "--verbose"), "flag", "Say more on standard error.", False)
SHARED = (VAULT, FORMAT, COLOR, QUIET, VERBOSE)

TODAY = Option("today", ("--today",), "text", "The day to reckon with (UTC), instead of the clock's.", env="VAULTCTL_TODAY",
               metavar="YYYY-MM-DD")
DRY_RUN = Option("dry_run", ("--dry-run",), "flag", "Show what would be written, and write nothing.", False)
NO_PUSH = Option("no_push", ("--no-push",), "flag", "No network at all: keep the commit on a local branch.", False)
AGENT = Option("agent", ("--agent",), "text", "The name of the agent that speaks.", env="VAULTCTL_AGENT", metavar="NAME")
REF = Option("ref", ("--ref",), "text", "Look only at what is merged on this ref, whatever the working tree holds.",
             env="VAULTCTL_GUARD_REF", metavar="REF")

CHECK = (
    Option("tags", ("--tags", "-t"), "list", "Tags to check, with commas between them; may be given again; `-` reads them from "
           "standard input; `test/*` asks for everything under test.", metavar="T[,T…]"),
    Option("path", ("--path",), "list", "A file that will be touched; the taxonomy's routes give its tags.", metavar="P"),
    Option("command", ("--command",), "text", "A command line that will be run; the taxonomy's routes give its tags.",
           metavar="CMD"),
    Option("match", ("--match",), "choice", "Which lessons count: those that cover the tag, equal it, or also those under it.",
           "covering", ("covering", "exact", "under")),
    REF,
    Option("fail_on", ("--fail-on",), "choice", "What ends with exit code 1.", "blocked", ("blocked", "warning")),
    Option("budget", ("--budget",), "number",
           "At most that many tokens of output (a token is three bytes); the verdict and the first blocking lesson are never cut.",
           metavar="TOKENS"),
    TODAY,
)


def find(options: tuple[Option, ...], name: str) -> Option:
    """The option of that parameter name.  Raises KeyError."""
    for option in options:
        if option.name == name:
            return option
    raise KeyError(name)

"""Tokens, from the environment alone: which variable serves which forge and host.

A token goes into a header, or stays with `gh`/`glab`; never into an address, a command line, a message or a log.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from vaultctl.errors import ForgeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vaultctl.core.config import ForgeName

OWN_VARIABLE = "VAULTCTL_FORGE_TOKEN"
# CI_JOB_TOKEN is left out: GitLab gives it no right to open merge requests.
_VARIABLES: dict[ForgeName, tuple[str, ...]] = {
    "github": ("GH_TOKEN", "GITHUB_TOKEN"),
    "gitlab": ("GITLAB_TOKEN", "GITLAB_ACCESS_TOKEN"),
    "gitea": ("GITEA_TOKEN", "FORGEJO_TOKEN"),
    "pagure": ("PAGURE_TOKEN",),
}
# The rule of `gh help environment`: a token for github.com must not reach another server.
_ENTERPRISE = ("GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN")


@dataclass(frozen=True, slots=True)
class Token:
    """A token and the variable that it came from.  Its value is never shown, not even by `repr`."""

    value: str = field(repr=False)
    variable: str


def variables(forge: ForgeName, host: str) -> tuple[str, ...]:
    """The variables that may hold a token for this forge on this host, in the order in which they are asked."""
    names = _VARIABLES.get(forge, ())
    if forge == "github" and not _is_github(host):
        names = _ENTERPRISE
    return (OWN_VARIABLE, *names)


def find_token(forge: ForgeName, host: str, environ: Mapping[str, str]) -> Token | None:
    """The first token for this forge and host.  Raises ForgeError when it cannot be one."""
    for variable in variables(forge, host):
        value = environ.get(variable, "").strip()
        if not value:
            continue
        if not (value.isascii() and value.isprintable() and " " not in value):
            raise ForgeError(f"{variable} holds no token: there are characters in it that no token has", f"set {variable} again")
        return Token(value, variable)
    return None


def _is_github(host: str) -> bool:
    return host in ("github.com", "localhost", "[::1]") or host.endswith(".ghe.com") or host.startswith("127.")

"""Which adapter speaks for a repository.  Adding a forge is one module and one line in `_APIS`.

Who is asked, in this order: the API with VAULTCTL_FORGE_TOKEN; `gh`/`glab` where they are on PATH and logged in to that host; the
API with a token of the forge's own variable; on GitLab the push itself.  The address of the API follows from the remote's;
VAULTCTL_FORGE_API names it where that is wrong (a forge below a path, an alias in the ssh configuration).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from vaultctl.adapters import spawn
from vaultctl.adapters.forges import gh_cli, gitea, github, gitlab, glab_cli, pagure, remote_url
from vaultctl.adapters.forges.api import Api, Patience
from vaultctl.adapters.forges.credentials import OWN_VARIABLE, Token, find_token
from vaultctl.adapters.forges.exchange import Direct
from vaultctl.adapters.forges.gitlab_push import GitLabPush
from vaultctl.adapters.forges.local import Local
from vaultctl.adapters.forges.no_login import NoLogin
from vaultctl.adapters.forges.program import Program
from vaultctl.adapters.forges.remote_url import Remote
from vaultctl.errors import ForgeError
from vaultctl.usecases.ports import Forge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vaultctl.core.config import ForgeName

API_VARIABLE = "VAULTCTL_FORGE_API"
FindProgram = Callable[[str], str | None]


@dataclass(frozen=True, slots=True)
class Place:
    """What an adapter is made of."""

    target: Remote
    source: Remote
    environ: Mapping[str, str]
    patience: Patience
    timeout: float

    def api(self, address: str, headers: Mapping[str, str], scheme: str, token: Token, login: str) -> Api:
        """An API at `address`, with the token behind `scheme` in the Authorization header."""
        sent = {**headers, "Authorization": f"{scheme} {token.value}"}
        return Api(Direct(address, sent, self.timeout), self.target.host, login, token.value, self.patience)


def _github(place: Place, token: Token) -> Forge:
    named = place.environ.get(API_VARIABLE, "").rstrip("/")
    rest, graphql = (named, named) if named else github.addresses(place.target.web)
    login = f"check {token.variable}, or {github.ADVICE}"
    in_ci = place.environ.get("GITHUB_ACTIONS") == "true" and (token.variable == "GITHUB_TOKEN" or token.value.startswith("ghs_"))
    return github.GitHub(
        place.api(rest, github.HEADERS, "Bearer", token, login),
        place.api(graphql, github.HEADERS, "Bearer", token, login),
        place.target,
        place.source,
        (github.CI_NOTE,) if in_ci else (),
    )


def _gitlab(place: Place, token: Token) -> Forge:
    address = _address(place, "/api/v4")
    api = place.api(address, gitlab.HEADERS, "Bearer", token, f"check {token.variable}, or {gitlab.ADVICE}")
    return gitlab.GitLab(api, place.target, place.source)


def _gitea(place: Place, token: Token) -> Forge:
    api = place.api(_address(place, "/api/v1"), gitea.HEADERS, "token", token, f"check {token.variable}, or {gitea.ADVICE}")
    return gitea.Gitea(api, place.target, place.source)


def _pagure(place: Place, token: Token) -> Forge:
    api = place.api(_address(place, "/api/0"), pagure.HEADERS, "token", token, f"check {token.variable}, or {pagure.ADVICE}")
    return pagure.Pagure(api, place.target, place.source)


_APIS: dict[ForgeName, tuple[Callable[[Place, Token], Forge], str]] = {
    "github": (_github, github.ADVICE),
    "gitlab": (_gitlab, gitlab.ADVICE),
    "gitea": (_gitea, gitea.ADVICE),
    "pagure": (_pagure, pagure.ADVICE),
}


def resolve(configured: ForgeName, address: str | None) -> ForgeName:
    """The forge: what the config says, or for `auto` what the remote's address tells.  forgejo is gitea.

    Raises ForgeError when the config names another forge than the public host is, for that would hand it a foreign token.
    """
    remote = remote_url.parse(address) if address else None
    if configured == "auto":
        return remote_url.detect(remote)
    named: ForgeName = "gitea" if configured == "forgejo" else configured
    public = remote_url.known(remote.host) if remote else None
    if named != "local" and remote is not None and public not in (None, named):
        message = f"the config says forge: {configured}, but the remote is on {remote.host}"
        raise ForgeError(message, "set forge: auto in .vaultctl.yaml")
    return named


def choose(
    configured: ForgeName,
    target: str | None,
    source: str | None,
    environ: Mapping[str, str],
    *,
    find_program: FindProgram = spawn.find_program,
    patience: Patience | None = None,
    timeout: float = 20.0,
) -> Forge:
    """The forge for pull requests into the repository at the address `target`, from branches pushed to `source`.

    `source` None means the same repository; the two differ for people who push to a fork.  An address on no server is `local`.
    Nothing is asked over the network, and a missing login is no error yet: `open` raises it.
    """
    name = resolve(configured, target)
    to = remote_url.parse(target) if target else None
    if name == "local" or to is None:
        return Local()
    origin = (remote_url.parse(source) if source else None) or to
    if origin.host != to.host:
        raise ForgeError(
            f"branches are pushed to {origin.host}, but the pull request is to be opened on {to.host}",
            "push to a fork on the same host, or set another remote in .vaultctl.yaml",
        )
    place = Place(to, origin, environ, patience or Patience(), timeout)
    make, advice = _APIS[name]
    token = find_token(name, to.host, environ)
    if token is not None and token.variable == OWN_VARIABLE:
        return make(place, token)
    logged_in = None if API_VARIABLE in environ else _by_program(name, place, find_program)
    if logged_in is not None:
        return logged_in
    if token is not None:
        return make(place, token)
    if name == "gitlab":
        once = replace(place.patience, attempts=1)
        anonymous = Api(Direct(_address(place, "/api/v4"), {}, timeout), to.host, advice, patience=once)
        return GitLabPush(gitlab.GitLab(anonymous, to, origin), to, origin, advice)
    return NoLogin(name, to, origin, advice)


def _by_program(name: ForgeName, place: Place, find_program: FindProgram) -> Forge | None:
    """The adapter over gh or glab, where the program is there and logged in to the host."""
    scheme, _, host = place.target.web.partition("://")
    path = find_program({"github": "gh", "gitlab": "glab"}.get(name, "")) if name in ("github", "gitlab") else None
    if path is None:
        return None
    program = Program(path, place.environ, 3 * place.timeout)
    if name == "github":
        # gh speaks HTTPS on the usual port only.
        if place.target.web != f"https://{place.target.host}" or not gh_cli.is_logged_in(program, host):
            return None
        in_ci = place.environ.get("GITHUB_ACTIONS") == "true"
        return gh_cli.GhCli(program, place.target, place.source, place.patience, (github.CI_NOTE,) if in_ci else ())
    if not glab_cli.is_logged_in(program, host, scheme):
        return None
    api = Api(glab_cli.GlabExchange(program, host), place.target.host, gitlab.ADVICE, patience=place.patience)
    return gitlab.GitLab(api, place.target, place.source)


def _address(place: Place, path: str) -> str:
    return place.environ.get(API_VARIABLE, "").rstrip("/") or place.target.web + path

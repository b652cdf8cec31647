"""Remote addresses: host, repository path and web address out of whatever `git remote -v` may show.

User names, passwords and tokens in an address are dropped while reading: no value of this module holds one.
Forms: git-fetch(1), "GIT URLS".
"""

from __future__ import annotations

import re
from dataclasses import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vaultctl.core.config import ForgeName

_SCHEME = re.compile(r"(?:git\+)?(ssh|https?|git|file)://(.*)", re.IGNORECASE | re.DOTALL)
# A colon before any slash makes it scp-like; one letter before the colon is a Windows drive.
_SCP = re.compile(r"(?:[^/@:]*@)?(\[[0-9a-fA-F:.]+\]|[^/:\[\]]{2,}):(.*)", re.DOTALL)
_HOST = re.compile(r"(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?|\[[0-9a-f:.]+\])")
_SSH_HOSTS = {"ssh.github.com": "github.com", "altssh.gitlab.com": "gitlab.com", "altssh.bitbucket.org": "bitbucket.org"}
_KNOWN: dict[str, ForgeName] = {
    "github.com": "github",
    "gitlab.com": "gitlab",
    "codeberg.org": "gitea",
    "gitea.com": "gitea",
    "pagure.io": "pagure",
    "src.fedoraproject.org": "pagure",
}
_WORDS: dict[str, ForgeName] = {
    "github": "github", "gitlab": "gitlab", "gitea": "gitea", "forgejo": "gitea", "codeberg": "gitea", "pagure": "pagure",
}


@dataclass(frozen=True, slots=True)
class Remote:
    """A repository on a server.

    `host` is lower case without a port, `owner` may hold slashes (nested groups) or be empty, `repo` has no `.git`;
    `web` is where its forge answers: `https://host`, or the address itself where git speaks HTTP.
    """

    host: str
    owner: str
    repo: str
    web: str

    @property
    def path(self) -> str:
        """`owner/repo`."""
        return f"{self.owner}/{self.repo}" if self.owner else self.repo

    @property
    def page(self) -> str:
        """The repository's page, for people."""
        return f"{self.web}/{self.path}"


def parse(address: str) -> Remote | None:
    """The repository that an address names; None for a folder or anything else that is on no server."""
    address = address.strip()
    if any(char.isspace() or not char.isprintable() for char in address):
        return None
    match = _SCHEME.fullmatch(address)
    if match is None:
        scp = _SCP.fullmatch(address)
        # `name::address` is a remote helper, gitremote-helpers(7).
        return _remote("ssh", scp[1], "", scp[2]) if scp and not scp[2].startswith(":") else None
    scheme = match[1].lower()
    authority, _, path = match[2].partition("/")
    if scheme == "file" or not authority:
        return None
    authority = authority.rpartition("@")[2]
    host, port = authority, ""
    if not authority.endswith("]"):
        host, _, port = authority.partition(":") if "[" not in authority else authority.rpartition(":")
    return _remote(scheme, host, port, path)


def detect(remote: Remote | None) -> ForgeName:
    """The forge of a repository as its host's name tells it; `local` where it tells nothing.

    Known hosts first; else a part of the name, such as `gitlab` in `gitlab.example.org` or `my-gitea.example.org`.
    """
    if remote is None:
        return "local"
    if remote.host in _KNOWN:
        return _KNOWN[remote.host]
    for part in re.split(r"[.-]", remote.host):
        if part in _WORDS:
            return _WORDS[part]
    return "local"


def known(host: str) -> ForgeName | None:
    """The forge of one of the public hosts, None for every other host."""
    return _KNOWN.get(host)


def _remote(scheme: str, host: str, port: str, path: str) -> Remote | None:
    host = host.lower()
    if not _HOST.fullmatch(host) or (port and not port.isdigit()):
        return None
    path = re.split(r"[?#]", path)[0].strip("/")
    path = path.removesuffix(".git").rstrip("/")
    parts = [part for part in path.split("/") if part]
    if not parts or any(part in (".", "..") or part.startswith("~") for part in parts):
        return None
    if scheme in ("http", "https"):
        usual = {"http": "80", "https": "443"}[scheme]
        web = f"{scheme}://{host}" + (f":{port}" if port and port != usual else "")
    else:
        host = _SSH_HOSTS.get(host, host)
        web = f"https://{host}"
    return Remote(host, "/".join(parts[:-1]), parts[-1], web)

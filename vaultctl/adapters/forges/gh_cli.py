"""GitHub through `gh pr`, with the login that gh keeps.

Source: `gh pr create --help` (2.102); the exit codes are those of `gh help exit-codes`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from vaultctl.adapters.forges import answers, github_auto_merge
from vaultctl.adapters.forges.answers import Json
from vaultctl.adapters.forges.api import Answered, Patience, Unclear
from vaultctl.adapters.forges.opening import best, open_once, warn
from vaultctl.adapters.forges.plain_push import PlainPush
from vaultctl.adapters.forges.program import Finished, Program, TimedOut
from vaultctl.adapters.forges.remote_url import Remote
from vaultctl.core.proposal import ProposalText, PullRequest
from vaultctl.errors import ForgeError

_FIELDS = "number,url,state,isDraft,headRefName,headRepositoryOwner"
_STATUS = re.compile(r"\bHTTP (\d{3})\b")
_LATER = "run the same command again in a while: it goes on where this one stopped"
_AUTH_NEEDED = 4


@dataclass(frozen=True, slots=True)
class GhCli(PlainPush):
    """Pull requests from `source` into `target`, by gh."""

    program: Program
    target: Remote
    source: Remote
    patience: Patience = field(default_factory=Patience)
    notes: tuple[str, ...] = field(default=())
    name: str = "github"

    def find(self, branch: str) -> PullRequest | None:
        printed = self._run(["pr", "list", *self._repo, "--head", branch, "--state", "all", "--limit", "100", "--json", _FIELDS])
        owner = self.source.owner.casefold()
        ours = [
            item
            for item in answers.items(_json(printed))
            if str(answers.inner(item, "headRepositoryOwner", "login") or owner).casefold() == owner
        ]
        return best(_read(item) for item in ours)

    def open(self, branch: str, base: str, text: ProposalText, *, draft: bool = False) -> PullRequest | None:
        head = branch if self.source.owner == self.target.owner else f"{self.source.owner}:{branch}"
        arguments = ["pr", "create", *self._repo, f"--head={head}", f"--base={base}", f"--title={text.title}", "--body-file=-"]
        if draft:
            arguments.append("--draft")

        def create() -> PullRequest:
            words = self._run(arguments, text.body.encode(), reads=False).decode(errors="replace").split()
            url = next((word for word in reversed(words) if "/pull/" in word and word.rpartition("/")[2].isdigit()), None)
            if url is None:
                raise Unclear("gh does not say which pull request it opened", _LATER)
            return PullRequest(url, int(url.rpartition("/")[2]), "open", draft)

        return open_once(lambda: self.find(branch), create, self.patience)

    def label(self, pull_request: PullRequest, labels: tuple[str, ...]) -> str | None:
        if not labels:
            return None
        path = f"repos/{self.target.path}/issues/{pull_request.number}/labels"
        return warn("the labels were not set", lambda: self._api([path, "--method", "POST"], {"labels": list(labels)}))

    def auto_merge(self, pull_request: PullRequest) -> str | None:
        def ask(query: str, variables: dict[str, Json]) -> Json:
            return self._api(["graphql"], {"query": query, "variables": variables})

        return warn("auto-merge was not turned on", lambda: github_auto_merge.enable(ask, self.target, pull_request.number))

    @property
    def _repo(self) -> tuple[str, str]:
        return "--repo", f"{self.target.host}/{self.target.path}"

    def _api(self, arguments: Sequence[str], payload: dict[str, Json]) -> Json:
        sent = json.dumps(payload).encode()
        return _json(self._run(["api", "--hostname", self.target.host, *arguments, "--input", "-"], sent, reads=False))

    def _run(self, arguments: Sequence[str], stdin: bytes = b"", *, reads: bool = True) -> bytes:
        """What gh prints.  Reading is repeated after passing trouble, writing only where GitHub said that it did nothing."""
        attempt = 0
        while True:
            try:
                done = self.program.run(arguments, stdin)
            except TimedOut:
                error: ForgeError = Unclear(f"{self.target.host}: gh got no answer in time", _LATER)
                again = reads
            else:
                if done.code == 0:
                    return done.stdout
                error, again = self._refusal(done, reads)
            if not again or not self.patience.wait(attempt):
                raise error
            attempt += 1

    def _refusal(self, done: Finished, reads: bool) -> tuple[ForgeError, bool]:
        said = " ".join("".join(char if char.isprintable() else " " for char in done.stderr).split())[:300]
        found = _STATUS.search(said)
        status = int(found[1]) if found else 0
        message = f"gh: {said.removeprefix('gh: ') or f'exit code {done.code}'}"
        if done.code == _AUTH_NEEDED or status == 401:
            return Answered(message, f"log in: gh auth login --hostname {self.target.host}", 401, said), False
        if "rate limit" in said.casefold() or status == 429:
            return Answered(message, _LATER, 429, said), True
        if status >= 500 or re.search(r"timeout|timed out|EOF|connection reset|error connecting", said, re.IGNORECASE):
            return Unclear(message, _LATER), reads
        if "already exist" in said:
            return Answered(message, _LATER, 422, said), False
        hint = f"see what gh auth status --hostname {self.target.host} says, and whether it may write to {self.target.path}"
        return Answered(message, hint, status, said), False


def is_logged_in(program: Program, host: str) -> bool:
    """Whether gh has a token for the host; asks its configuration, not the network, and keeps nothing of the answer."""
    try:
        return program.run(["auth", "token", "--hostname", host]).code == 0
    except TimedOut:
        return False


def _read(item: Json) -> PullRequest:
    state = answers.text(item, "state")
    return PullRequest(
        answers.text(item, "url"),
        answers.number(item, "number"),
        "open" if state == "OPEN" else "merged" if state == "MERGED" else "closed",
        answers.inner(item, "isDraft") is True,
    )


def _json(printed: bytes) -> Json:
    try:
        return json.loads(printed) if printed.strip() else None
    except ValueError:
        raise ForgeError("gh prints no JSON", "update gh, or set VAULTCTL_FORGE_TOKEN to go without it") from None

"""A forge's JSON API: requests with bounded, spaced retries, and every failure as a ForgeError that says how to go on.

Repeated are: reading requests after any passing trouble; writing ones only where the forge said that it did nothing (429, a
rate limit, 503 with Retry-After) or was never reached.  A writing request whose end is unknown raises Unclear, and the
caller looks before it tries again (`opening`).
"""

from __future__ import annotations

import email.utils
import json
import time
import urllib.parse
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from vaultctl.adapters.forges.answers import Json, texts
from vaultctl.adapters.forges.exchange import Exchange, Reply, Request, Unanswered, Unsent
from vaultctl.errors import ForgeError

_LATER = "run the same command again in a while: it goes on where this one stopped"
_ADDRESS = "check the address of the remote, or set `forge` in .vaultctl.yaml; a proxy or a login page may stand between"


class Answered(ForgeError):
    """The forge refused.  `status` is its HTTP status, `said` its reason."""

    def __init__(self, message: str, hint: str, status: int, said: str) -> None:
        super().__init__(message, hint)
        self.status = status
        self.said = said

    @property
    def exists(self) -> bool:
        """Whether the refusal means that somebody else made the same thing already."""
        return self.status == 409 or (self.status in (400, 422) and "already exist" in self.said.casefold())


class Unclear(ForgeError):
    """A writing request ended in such a way that it may have been carried out."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How often and how long: `attempts` in all, waits in seconds, doubled each time and never longer than `longest`."""

    attempts: int = 4
    first: float = 1.0
    longest: float = 20.0
    sleep: Callable[[float], None] = time.sleep
    now: Callable[[], float] = time.time

    def wait(self, attempt: int, asked: float | None = None) -> bool:
        """Wait before the attempt after `attempt` (from 0).  False, at once: no more attempts, or the forge asks for too long."""
        seconds = min(self.first * 2**attempt, self.longest) if asked is None else max(asked, 0.0)
        if attempt + 1 >= self.attempts or seconds > self.longest:
            return False
        self.sleep(seconds)
        return True


@dataclass(frozen=True, slots=True)
class Api:
    """The API of one forge.  `host` is for messages, `secret` is struck out of them, `login` says how to get access."""

    exchange: Exchange
    host: str
    login: str
    secret: str = field(default="", repr=False)
    patience: Patience = field(default_factory=Patience)

    def get(self, path: str, query: Mapping[str, str] | None = None) -> Json:
        """What stands at `path`."""
        return self._call(Request("GET", f"{path}?{urllib.parse.urlencode(query)}" if query else path))

    def send(self, method: str, path: str, payload: Json) -> Json:
        """Write JSON.  Raises Unclear when it may or may not have been carried out."""
        return self._call(Request(method, path, json.dumps(payload).encode()))

    def post_form(self, path: str, values: Mapping[str, str]) -> Json:
        """Write a web form; else as `send`."""
        return self._call(Request("POST", path, urllib.parse.urlencode(values).encode(), "application/x-www-form-urlencoded"))

    def _call(self, request: Request) -> Json:
        reads = request.method == "GET"
        attempt = 0
        while True:
            asked: float | None = None
            error: ForgeError
            try:
                reply = self.exchange.send(request)
            except Unsent as reason:
                error, again = ForgeError(f"{self.host} cannot be reached: {self._plain(str(reason))}", _LATER), True
            except Unanswered as reason:
                error, again = Unclear(f"{self.host}: {self._plain(str(reason))}", _LATER), reads
            else:
                if 200 <= reply.status < 300:
                    return self._parse(reply, reads)
                asked = _asked_wait(reply, self.patience.now())
                error, again = self._refusal(reply, reads, asked)
            if not again or not self.patience.wait(attempt, asked):
                raise error
            attempt += 1

    def _parse(self, reply: Reply, reads: bool) -> Json:
        if not reply.body.strip():
            return None
        try:
            return json.loads(reply.body)  # type: ignore[no-any-return] # JSON is what `Json` says
        except (ValueError, RecursionError):
            kind = ForgeError if reads else Unclear
            what = "a web page" if reply.body.lstrip()[:1] == b"<" else "something"
            raise kind(f"{self.host} answers with {what} where JSON is expected", _ADDRESS) from None

    def _refusal(self, reply: Reply, reads: bool, asked: float | None) -> tuple[ForgeError, bool]:
        """The error, and whether the same request may be sent again."""
        status = reply.status
        said = self._plain(" · ".join(_reasons(reply)))
        reason = f": {said}" if said else ""
        if _is_rate_limit(reply, said):
            when = f" and asks to wait {round(asked)} seconds" if asked is not None else ""
            return Answered(f"{self.host} limits how often it may be asked{when} ({status}){reason}", _LATER, status, said), True
        if status >= 500 or status == 408:
            message = f"{self.host} has trouble of its own (HTTP {status}){reason}"
            if reads or (status == 503 and asked is not None):
                return Answered(message, _LATER, status, said), True
            return Unclear(message, _LATER), False
        messages = {
            401: (f"{self.host} does not accept the login (401)", self.login),
            403: (f"{self.host} does not allow it (403)", "the token, or its owner, lacks the right: " + self.login),
            404: (f"{self.host} has no such thing, or does not show it to this login (404)", f"check the remote; {self.login}"),
        }
        usual = (f"{self.host} refuses (HTTP {status})", "the branch is kept: put right what is named and run it again")
        message, hint = messages.get(status, usual)
        if 300 <= status < 400:
            message, hint = f"{self.host} sends us elsewhere (HTTP {status})", _ADDRESS
        return Answered(message + reason, hint, status, said), False

    def _plain(self, text: str) -> str:
        """A foreign text on one line, bounded, without controls and without the secret."""
        if self.secret:
            text = text.replace(self.secret, "***")
        text = " ".join("".join(char if char.isprintable() else " " for char in text).split())
        return text if len(text) <= 300 else text[:299] + "…"


def _reasons(reply: Reply) -> list[str]:
    try:
        return texts(json.loads(reply.body[:65536]))
    except (ValueError, RecursionError):
        return []


def _is_rate_limit(reply: Reply, said: str) -> bool:
    if reply.status == 429:
        return True
    used_up = reply.headers.get("x-ratelimit-remaining") == "0"
    return reply.status == 403 and (used_up or "retry-after" in reply.headers or "rate limit" in said.casefold())


def _asked_wait(reply: Reply, now: float) -> float | None:
    """The seconds that the forge asks to wait: Retry-After (RFC 9110 10.2.3: seconds or a date), else the end of the limit."""
    after = reply.headers.get("retry-after", "").strip()
    if after.isascii() and after.isdigit():
        return float(after[:9])
    if after:
        try:
            return max(0.0, email.utils.parsedate_to_datetime(after).timestamp() - now)
        except (ValueError, OverflowError):
            return None
    reset = reply.headers.get("x-ratelimit-reset", "")
    if reply.headers.get("x-ratelimit-remaining") == "0" and reset.isascii() and reset.isdigit():
        return max(0.0, float(reset[:12]) - now)
    return None

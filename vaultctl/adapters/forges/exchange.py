"""One HTTP request and its answer, over urllib: bounded in size and time, and a token never leaves its host."""

from __future__ import annotations

import http.client
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.message import Message
from typing import IO, Protocol

from vaultctl.errors import ForgeError

MAX_BYTES = 16 * 1024 * 1024
_REDIRECTS = 3


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked.  `path` is relative to the API's address and already quoted."""

    method: str
    path: str
    body: bytes | None = None
    content_type: str = "application/json"


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back.  The names of headers are lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Unsent(Exception):
    """The request never reached the server."""


class Unanswered(Exception):
    """The request was sent and no whole answer came: nobody knows whether it was carried out."""


class Exchange(Protocol):
    """Sends one request.  Raises Unsent, Unanswered, or ForgeError where trying again is of no use."""

    def send(self, request: Request) -> Reply: ...


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: Message, newurl: str
    ) -> None:
        return None


@dataclass(frozen=True, slots=True)
class Direct:
    """Requests to the API at `address`; `headers` hold the credentials.  `timeout` (seconds) is for each read, thrice for all."""

    address: str
    headers: Mapping[str, str] = field(repr=False)
    timeout: float = 20.0

    def send(self, request: Request) -> Reply:
        """Send, and follow redirects within the same server."""
        url = f"{self.address}/{request.path}"
        for _ in range(_REDIRECTS):
            reply = self._once(url, request)
            target = reply.headers.get("location")
            keeps_method = reply.status in (307, 308) or (reply.status in (301, 302) and request.method == "GET")
            if not (keeps_method and target):
                return reply
            there = urllib.parse.urljoin(url, target)
            if _origin(there) != _origin(url):
                raise ForgeError(
                    f"{_origin(url)} sends us on to {_origin(there)}, where the token must not go",
                    "let the remote name the address where the forge is now (git remote set-url)",
                )
            url = there
        raise ForgeError(f"{_origin(url)} sends us round in circles", "check the address of the remote")

    def _once(self, url: str, request: Request) -> Reply:
        headers = {"User-Agent": "vaultctl", "Accept": "application/json", **self.headers}
        if request.body is not None:
            headers["Content-Type"] = request.content_type
        asked = urllib.request.Request(url, request.body, headers, method=request.method)
        opener = urllib.request.build_opener(_NoRedirects)
        deadline = time.monotonic() + 3 * self.timeout
        try:
            try:
                answer = opener.open(asked, timeout=self.timeout)
            except urllib.error.HTTPError as error:
                answer = error
            with answer:
                return Reply(answer.status, {k.lower(): v for k, v in answer.headers.items()}, _read(answer, deadline))
        except urllib.error.URLError as error:
            # urllib wraps what goes wrong while connecting and sending; only a time-out can mean that all was sent.
            reason = error.reason
            if isinstance(reason, TimeoutError):
                raise Unanswered("no answer in time") from None
            raise Unsent(str(reason) or type(reason).__name__) from None
        except TimeoutError:
            raise Unanswered("no answer in time") from None
        except (OSError, http.client.HTTPException) as error:
            raise Unanswered(f"the connection broke off ({type(error).__name__})") from None


def _read(answer: http.client.HTTPResponse | urllib.error.HTTPError, deadline: float) -> bytes:
    chunks: list[bytes] = []
    size = 0
    while chunk := answer.read(65536):
        chunks.append(chunk)
        size += len(chunk)
        if size > MAX_BYTES:
            raise ForgeError(f"the forge's answer is larger than {MAX_BYTES >> 20} MiB", "check the address of the remote")
        if time.monotonic() > deadline:
            raise TimeoutError
    promised = answer.headers.get("Content-Length", "")
    if promised.isdigit() and size < int(promised):  # reading in pieces does not notice it
        raise http.client.IncompleteRead(b"", int(promised) - size)
    return b"".join(chunks)


def _origin(url: str) -> str:
    parts = urllib.parse.urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}".lower()

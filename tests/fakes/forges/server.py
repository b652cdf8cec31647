"""A forge on loopback: keeps what it is asked, and answers wrongly when told to."""

from __future__ import annotations

import http.server
import json
import socketserver
import threading
import time
import urllib.parse
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

TOKEN = "tok-" + "s3cr3t" * 4


@dataclass(frozen=True, slots=True)
class Asked:
    """One request as it arrived; the path without the API's prefix, `payload` parsed from JSON or a form."""

    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    payload: Any
    raw_path: str
    body: bytes


@dataclass(frozen=True, slots=True)
class Fault:
    """A wrong answer for the next request of a method.  `after`: the request is carried out all the same."""

    status: int = 500
    body: str = "{}"
    headers: Mapping[str, str] = field(default_factory=dict)
    method: str = "POST"
    after: bool = False
    hang: float = 0.0
    cut: bool = False


class Refusal(Exception):
    """A forge's own refusal of a request."""

    def __init__(self, status: int, payload: object) -> None:
        super().__init__(status)
        self.status, self.payload = status, payload


class FakeForge:
    """Base of the fakes: `handle` does what the forge does, `prefix` is where its API starts."""

    prefix = ""
    authorization = f"Bearer {TOKEN}"

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.faults: list[Fault] = []
        self.url = ""
        self.lock = threading.RLock()

    def handle(self, asked: Asked) -> object:
        """The answer's JSON; raises Refusal."""
        raise NotImplementedError

    def opened(self) -> int:
        """How many pull requests there are, in any state."""
        raise NotImplementedError

    def sent(self, method: str) -> list[Asked]:
        """The requests of one method, in order."""
        return [asked for asked in self.asked if asked.method == method]

    def take_fault(self, method: str) -> Fault | None:
        for fault in self.faults:
            if fault.method == method:
                self.faults.remove(fault)
                return fault
        return None

    def answer(self, asked: Asked) -> tuple[int, object]:
        """Status and JSON of the right answer."""
        if asked.headers.get("authorization") != self.authorization:
            return 401, {"message": "Bad credentials"}
        try:
            with self.lock:
                return (201 if asked.method == "POST" else 200), self.handle(asked)
        except Refusal as refusal:
            return refusal.status, refusal.payload


class Handler(http.server.BaseHTTPRequestHandler):
    """HTTP in front of `server.forge`."""

    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        pass

    def address_string(self) -> str:
        return "client"

    def serve(self) -> None:
        forge: FakeForge = self.server.forge  # type: ignore[attr-defined]
        parts = urllib.parse.urlsplit(self.path)
        body = self.read_body()
        kind = self.headers.get("Content-Type", "")
        payload: Any = None
        if body and kind.startswith("application/json"):
            payload = json.loads(body)
        elif body:
            payload = dict(urllib.parse.parse_qsl(body.decode()))
        headers = {name.lower(): value for name, value in self.headers.items()}
        path = parts.path.removeprefix(forge.prefix)
        asked = Asked(self.command, path, dict(urllib.parse.parse_qsl(parts.query)), headers, payload, self.path, body)
        with forge.lock:
            forge.asked.append(asked)
            fault = forge.take_fault(self.command)
        if fault is None or fault.after:
            status, answer = forge.answer(asked)
        if fault is None:
            return self.reply(status, json.dumps(answer), {})
        if fault.hang:
            time.sleep(fault.hang)
        if fault.cut:
            self.close_connection = True
            return None
        return self.reply(fault.status, fault.body, fault.headers)

    do_GET = do_POST = do_PUT = do_PATCH = serve

    def read_body(self) -> bytes:
        if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        body = b""
        while size := int(self.rfile.readline().split(b";")[0], 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    def reply(self, status: int, text: str, headers: Mapping[str, str]) -> None:
        data = text.encode()
        try:
            self.send_response(status)
            self.send_header("Content-Type", "text/html" if text.startswith("<") else "application/json")
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)
        except OSError:  # the client gave up waiting
            self.close_connection = True


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        pass


@contextmanager
def serving(forge: FakeForge, host: str = "127.0.0.1", port: int = 0) -> Iterator[FakeForge]:
    """The forge on a free port of loopback."""
    server = Server((host, port), Handler)
    server.forge = forge  # type: ignore[attr-defined]
    forge.url = f"http://{host}:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.005}, daemon=True)
    thread.start()
    try:
        yield forge
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def serving_on_socket(forge: FakeForge, path: Path) -> Iterator[FakeForge]:
    """The forge on a socket of the file system, where `gh` finds it by its setting `http_unix_socket`."""

    class SocketServer(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
        daemon_threads = True

    with SocketServer(str(path), Handler) as server:
        server.forge = forge  # type: ignore[attr-defined]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.005}, daemon=True)
        thread.start()
        try:
            yield forge
        finally:
            server.shutdown()
            thread.join()

"""A real git server on loopback: `git http-backend` behind a threaded HTTP server, with knobs for what can go wrong.

Pushes need a login (any user name with the server's token as password) unless `token` is None.  The protocol is the CGI of
git-http-backend(1); bodies come whole or chunked.
"""

from __future__ import annotations

import base64
import os
import subprocess
import threading
import urllib.parse
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tests.fakes.checkout import Checkout

RECEIVE = "git-receive-pack"


@dataclass(frozen=True)
class Request:
    """One request as the server saw it."""

    method: str
    path: str
    user: str | None

    @property
    def is_push(self) -> bool:
        """Whether it carries a push (not only asks for the refs before one)."""
        return self.method == "POST" and self.path.endswith(f"/{RECEIVE}")


class HttpGit:
    """Serves every repository below `root` at `url(name)`.  Use as a context manager."""

    def __init__(self, root: Path, *, token: str | None = None) -> None:
        self.root = root
        self.token = token
        self.requests: list[Request] = []
        self.fail: Callable[[Request], int | None] = lambda request: None
        """Gives the HTTP status to fail a request with, or None to serve it."""
        self.cut: Callable[[Request], str | None] = lambda request: None
        """Cuts the connection: `before` git has seen the request, or `after` it did its work; None to serve it."""
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    def __enter__(self) -> HttpGit:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def port(self) -> int:
        """The port it listens on."""
        return int(self._server.server_address[1])

    def url(self, name: str, *, user: str = "", token: str = "") -> str:
        """The address of a repository, with a login in it when one is given."""
        login = f"{user}:{token}@" if user else ""
        return f"http://{login}127.0.0.1:{self.port}/{name}"

    def create(self, name: str = "vault.git", *, branch: str = "main", push_options: bool = False) -> Checkout:
        """Makes an empty bare repository that takes pushes."""
        subprocess.run(["git", "init", "-q", "--bare", "-b", branch, str(self.root / name)], check=True)
        made = Checkout(self.root / name)
        made.git("config", "http.receivepack", "true")
        made.git("config", "receive.advertisePushOptions", "true" if push_options else "false")
        return made

    def hook(self, name: str, script: str, *, kind: str = "pre-receive") -> None:
        """Gives a repository a server-side hook, a shell script."""
        file = self.root / name / "hooks" / kind
        file.write_text(f"#!/bin/sh\n{script}\n")
        file.chmod(0o755)

    def pushes(self) -> int:
        """How many pushes arrived."""
        with self._lock:
            return sum(request.is_push for request in self.requests)

    def note(self, request: Request) -> None:
        """Remembers a request."""
        with self._lock:
            self.requests.append(request)


def every_nth_push(number: int) -> Callable[[Request], int | None]:
    """A `fail` knob: every n-th push ends with status 503."""
    count = 0
    lock = threading.Lock()

    def fail(request: Request) -> int | None:
        nonlocal count
        if not request.is_push:
            return None
        with lock:
            count += 1
            return 503 if count % number == 0 else None

    return fail


def _handler(server: HttpGit) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:
            """Keeps the test output quiet."""

        def do_GET(self) -> None:
            self._serve()

        def do_POST(self) -> None:
            self._serve()

        def _serve(self) -> None:
            body = self._body()
            request = Request(self.command, urllib.parse.urlsplit(self.path).path, self._user())
            server.note(request)
            status = server.fail(request)
            if status is not None:
                return self._answer(status, [], b"no")
            if server.token is not None and RECEIVE in self.path and request.user is None:
                return self._answer(401, [("WWW-Authenticate", 'Basic realm="git"')], b"")
            cut = server.cut(request)
            if cut == "before":
                return self._hang_up()
            code, headers, out = self._backend(body, request.user)
            if cut == "after":
                return self._hang_up()
            self._answer(code, headers, out)

        def _body(self) -> bytes:
            if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
                return self.rfile.read(int(self.headers.get("Content-Length") or 0))
            parts = []
            while size := int(self.rfile.readline().split(b";")[0], 16):
                parts.append(self.rfile.read(size))
                self.rfile.readline()
            self.rfile.readline()
            return b"".join(parts)

        def _user(self) -> str | None:
            kind, _, login = self.headers.get("Authorization", "").partition(" ")
            if kind != "Basic":
                return None
            name, _, token = base64.b64decode(login).decode().partition(":")
            return name if server.token is None or token == server.token else None

        def _backend(self, body: bytes, user: str | None) -> tuple[int, list[tuple[str, str]], bytes]:
            parts = urllib.parse.urlsplit(self.path)
            env = {
                "PATH": os.environ["PATH"], "HOME": os.environ["HOME"], "GIT_CONFIG_NOSYSTEM": "1",
                "GIT_PROJECT_ROOT": str(server.root), "GIT_HTTP_EXPORT_ALL": "1",
                "GIT_PROTOCOL": self.headers.get("Git-Protocol", ""),
                "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
                "PATH_INFO": urllib.parse.unquote(parts.path), "QUERY_STRING": parts.query, "REQUEST_METHOD": self.command,
                "CONTENT_TYPE": self.headers.get("Content-Type", ""), "CONTENT_LENGTH": str(len(body)),
                "REMOTE_ADDR": self.client_address[0],
            }  # fmt: skip
            if user:
                env["REMOTE_USER"] = user
            done = subprocess.run(["git", "http-backend"], input=body, env=env, capture_output=True, check=False)
            head, _, out = done.stdout.partition(b"\r\n\r\n")
            headers = [(key, value) for line in head.decode().split("\r\n") for key, _, value in [line.partition(": ")] if key]
            code = next((int(value.split()[0]) for key, value in headers if key == "Status"), 200)
            return code, [(key, value) for key, value in headers if key != "Status"], out

        def _answer(self, code: int, headers: list[tuple[str, str]], out: bytes) -> None:
            self.send_response(code)
            for key, value in headers:
                self.send_header(key, value)
            self.send_header("Content-Length", str(len(out)))
            self.end_headers()
            self.wfile.write(out)

        def _hang_up(self) -> None:
            self.close_connection = True

    return Handler

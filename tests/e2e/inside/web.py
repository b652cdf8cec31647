"""Serves Pagure on a port of loopback: `web.py PORT`.  Runs inside the forge's system, with its Python.

Pagure 5.14 on Werkzeug 3 hands on the header values of `git http-backend` as the text `b'…'`; they are unwrapped here.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable

from pagure.flask_app import create_app
from werkzeug.serving import run_simple

Headers = list[tuple[str, str]]


def unwrap(value: str) -> str:
    """The text between `b'` and `'`."""
    return value[2:-1] if value.startswith("b'") and value.endswith("'") else value


def main(port: int) -> None:
    """Serve until stopped."""
    pagure = create_app()

    def app(environ: dict[str, object], start: Callable[..., object]) -> Iterable[bytes]:
        def begin(status: str, headers: Headers, *error: object) -> object:
            return start(status, [(name, unwrap(value)) for name, value in headers], *error)

        return pagure(environ, begin)

    run_simple("127.0.0.1", port, app, threaded=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))

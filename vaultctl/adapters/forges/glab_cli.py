"""GitLab through `glab api`: the same requests as without it, with the login that glab keeps.

Source: `glab api --help` (1.53).  `--include` brings status and headers, so refusals and waits are read as ever.
"""

from __future__ import annotations

from dataclasses import dataclass

from vaultctl.adapters.forges.exchange import Reply, Request, Unanswered, Unsent
from vaultctl.adapters.forges.program import Program, TimedOut


@dataclass(frozen=True, slots=True)
class GlabExchange:
    """Sends requests with glab to one host (with its port, where it has one)."""

    program: Program
    host: str

    def send(self, request: Request) -> Reply:
        arguments = ["api", "--include", "--hostname", self.host, "--method", request.method, request.path]
        if request.body is not None:
            arguments += ["--header", f"Content-Type: {request.content_type}", "--input", "-"]
        try:
            done = self.program.run(arguments, request.body or b"")
        except TimedOut:
            raise Unanswered("glab got no answer in time") from None
        reply = read_reply(done.stdout)
        if reply is None:
            refused = "connection refused" in done.stderr or "no such host" in done.stderr
            raise (Unsent if refused else Unanswered)(f"glab: {done.stderr.strip()}")
        return reply


def is_logged_in(program: Program, host: str, scheme: str) -> bool:
    """Whether glab has a token for the host and would speak `scheme` to it.

    Asks glab's configuration, not the network, and keeps nothing of the answer.
    """
    try:
        token = program.run(["config", "get", "token", "--host", host])
        protocol = program.run(["config", "get", "api_protocol", "--host", host]).stdout.decode(errors="replace").strip()
    except TimedOut:
        return False
    return token.code == 0 and bool(token.stdout.strip()) and (protocol or "https") == scheme


def read_reply(stdout: bytes) -> Reply | None:
    """A reply as `--include` prints it: status line, headers, an empty line, the body.  None for anything else."""
    end = b"\r\n\r\n" if b"\r\n\r\n" in stdout else b"\n\n"
    head, found, body = stdout.partition(end)
    lines = head.decode("latin-1").splitlines()
    words = lines[0].split() if lines else []
    if not found or len(words) < 2 or not words[0].startswith("HTTP/") or not words[1].isdigit():
        return None
    headers = {}
    for line in lines[1:]:
        name, _, value = line.partition(":")
        headers[name.strip().lower()] = value.strip()
    return Reply(int(words[1]), headers, body)

"""A whole Pagure on loopback: Debian's package, with redis and a worker, in a system of its own below one folder.

It takes root (chroot), `mmdebstrap`, and a mirror of Debian: VAULTCTL_E2E_MIRROR, else the one that apt uses here, else
mmdebstrap's own.  The system takes some 500 MB and a minute; with VAULTCTL_E2E_FOLDER it is laid there, and found there the next
time.  What the forge stores is new at every start, and so are its ports.  By hand: `python -m tests.e2e.pagure FOLDER`, until ^C.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

SUITE = "trixie"
PACKAGES = ("pagure", "redis-server", "ca-certificates")
INSIDE = Path(__file__).parent / "inside"
PEOPLE = "_pagure"
STATE = "/srv/pagure"
CONFIG = "/etc/pagure/pagure.cfg"
ENVIRONMENT = {
    "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": STATE, "LC_ALL": "C.UTF-8", "PAGURE_CONFIG": CONFIG, "PYTHONWARNINGS": "ignore",
}  # fmt: skip
QUEUES = "celery,authorized_keys_queue"
_MIRROR = os.environ.get("VAULTCTL_E2E_MIRROR", "")
KEPT = os.environ.get("VAULTCTL_E2E_FOLDER", "")


def missing() -> str | None:
    """What a whole Pagure lacks on this machine, None where it can be tried."""
    if sys.platform != "linux":
        return "a whole Pagure runs on Linux alone"
    if os.geteuid() != 0:
        return "a whole Pagure wants root, for chroot"
    if shutil.which("mmdebstrap") is None:
        return "mmdebstrap, which lays a Debian for Pagure, is not here: apt-get install mmdebstrap"
    return None


class Pagure:
    """One Pagure in the system below `root`.  Use as a context manager: started on the way in, stopped on the way out."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.port, self._redis = _free_ports()
        self.url = f"http://127.0.0.1:{self.port}"
        self.api = f"{self.url}/api/0"
        self._servers: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Pagure:
        try:
            lay_system(self.root)
            self._configure()
            self._start("redis-server", "--port", str(self._redis), "--bind", "127.0.0.1", "--save", "", "--dir", STATE)
            _wait(self._redis)
            self._start("celery", "-A", "pagure.lib.tasks", "worker", "-P", "solo", "--loglevel=INFO", "-n", "worker", "-Q", QUEUES)
            self._start("python3", "/opt/web.py", str(self.port))
            _wait(self.port)
            _until(lambda: b" ready." in self._log("celery").read_bytes(), "the worker of Pagure")
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Ends the servers, and what they started."""
        for server in reversed(self._servers):
            _end(server)
        self._servers.clear()

    def user(self, name: str, *rights: str) -> str:
        """An API key of a user, who is made where there is none; with these rights alone, or all."""
        return self._run("python3", "/opt/user.py", name, *rights).strip()

    def project(self, name: str, token: str) -> None:
        """Makes an empty project.  Its default branch must be named: Pagure's own is `master`, and one that is absent cannot be merged to."""
        self.call("new", token, {"name": name, "description": "lessons", "default_branch": "main", "wait": "1"})

    def call(self, path: str, token: str, form: Mapping[str, str] | None = None) -> Any:
        """What the API answers; a form is posted.  Fails the test with Pagure's own reason."""
        body = urllib.parse.urlencode(form).encode() if form is not None else None
        request = urllib.request.Request(f"{self.api}/{path}", body, {"Authorization": f"token {token}"})
        try:
            with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{path}: {error.code} {error.read().decode(errors='replace')[:500]}\n{self.logs()}") from error

    def logs(self) -> str:
        """The last lines that each server wrote."""
        tails = [(log.name, log.read_text(errors="replace").splitlines()[-15:]) for log in sorted((self.root / "var/log").glob("e2e-*"))]
        return "\n".join(f"--- {name}\n" + "\n".join(tail) for name, tail in tails)

    def _configure(self) -> None:
        theirs = self.root / f"{CONFIG[1:]}.debian"
        if not theirs.exists():
            shutil.copy(self.root / CONFIG[1:], theirs)
        ours = (INSIDE / "pagure.cfg").read_text().replace("@PORT@", str(self.port)).replace("@REDIS@", str(self._redis))
        (self.root / CONFIG[1:]).write_text(f"{theirs.read_text()}\n{ours}")
        for program in ("web.py", "user.py"):
            shutil.copy(INSIDE / program, self.root / "opt")
        state = self.root / STATE[1:]
        shutil.rmtree(state, ignore_errors=True)
        for folder in (".ssh", "remotes", "repositories/docs", "repositories/tickets", "repositories/requests"):
            (state / folder).mkdir(parents=True)
        _checked(["chroot", str(self.root), "chown", "-R", f"{PEOPLE}:{PEOPLE}", STATE])
        self._run("python3", "/usr/share/pagure/createdb.py", "-c", CONFIG)

    def _command(self, *words: str) -> list[str]:
        return ["chroot", f"--userspec={PEOPLE}:{PEOPLE}", str(self.root), *words]

    def _run(self, *words: str) -> str:
        return _checked(self._command(*words), ENVIRONMENT)

    def _start(self, *words: str) -> None:
        with self._log(words[0]).open("wb") as log:
            # A session of its own: stopping ends its children (git, hooks), and ^C is for the test run alone.
            started = subprocess.Popen(self._command(*words), env=ENVIRONMENT, stdin=subprocess.DEVNULL, stdout=log,
                                       stderr=subprocess.STDOUT, start_new_session=True)  # fmt: skip
        self._servers.append(started)

    def _log(self, program: str) -> Path:
        return self.root / "var/log" / f"e2e-{program}.log"


def lay_system(root: Path) -> None:
    """Lays a Debian with Pagure in a folder, unless it is there."""
    done = root / "opt/laid"
    if done.exists():
        return
    found = _MIRROR or _mirror_of_apt()
    _checked(["mmdebstrap", "--quiet", "--variant=apt", "--mode=root", f"--include={','.join(PACKAGES)}", SUITE, str(root),
              *([f"deb {found} {SUITE} main"] if found else [])])  # fmt: skip
    done.touch()


def remove_system(root: Path) -> None:
    """Removes it, but nothing that may still be mounted in it."""
    _checked(["rm", "-rf", "--one-file-system", str(root)])


def _mirror_of_apt() -> str:
    """The mirror in this machine's own sources, where it is a Debian."""
    if shutil.which("apt-get") is None:
        return ""
    said = _checked(["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages", "Label: Debian"])
    return said.partition("\n")[0]


def _checked(command: list[str], environment: Mapping[str, str] | None = None) -> str:
    done = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout[-1000:]}{done.stderr[-4000:]}")
    return done.stdout


def _end(server: subprocess.Popen[bytes]) -> None:
    """Ends a server with its group.  It is reaped last: until then nobody else can get its number, which is the group's."""
    os.killpg(server.pid, signal.SIGTERM)
    with contextlib.suppress(RuntimeError):
        _until(lambda: os.waitid(os.P_PID, server.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT), "the end of a server", 10)
    os.killpg(server.pid, signal.SIGKILL)
    server.wait()


def _free_ports() -> tuple[int, int]:
    with socket.socket() as one, socket.socket() as other:
        one.bind(("127.0.0.1", 0))
        other.bind(("127.0.0.1", 0))
        return one.getsockname()[1], other.getsockname()[1]


def _wait(port: int) -> None:
    def answers() -> bool:
        with socket.socket() as tried:
            return tried.connect_ex(("127.0.0.1", port)) == 0

    _until(answers, f"the server on port {port}")


def _until(happened: Callable[[], object], what: str, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not happened():
        if time.monotonic() > end:
            raise RuntimeError(f"{what} did not come in {seconds:.0f} seconds")
        time.sleep(0.1)


def main(folder: str) -> int:
    """Keep one up, with the users alice and bob, until interrupted."""
    if reason := missing():
        sys.exit(reason)
    with Pagure(Path(folder)) as forge, contextlib.suppress(KeyboardInterrupt):
        for name in ("alice", "bob"):
            sys.stdout.write(f"{name}  password of {name}  {forge.user(name)}\n")
        sys.stdout.write(f"{forge.url}\n")
        sys.stdout.flush()
        signal.pause()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

"""Starts one program with no standard input and collects what it prints.

`import subprocess` costs most of what a whole bare ripgrep query takes, so where the system has `posix_spawn` it is used
directly.  The caller starts the program, does other work, and then asks for the result.
"""

from __future__ import annotations

import os
import sys

from vaultctl.core.values import NamedTuple as _NamedTuple
from vaultctl.errors import SearchError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import NamedTuple, Protocol
else:
    NamedTuple = _NamedTuple
    Protocol = object


LOST = 1000
"""The exit code of a program where nobody knows it."""


class Finished(NamedTuple):
    """The end of a program: exit code (negative: the signal that ended it; or LOST), and what it printed."""

    code: int
    stdout: bytes
    stderr: bytes


class Running(Protocol):
    """A program that was started; calling it waits for the end."""

    def __call__(self, take: Callable[[bytes], None] | None = None) -> Finished:
        """The end.  `take` is handed what the program prints, piece by piece as it comes; `Finished.stdout` is still all of it."""
        ...


def start(argv: Sequence[str], env: Mapping[str, str] | None = None) -> Running:
    """Start a program (argv[0] is its absolute path); calling the result waits for it.

    `env` is the whole environment of the program; None: the caller's.

    Raises SearchError when it cannot be started.
    """
    try:
        if sys.platform != "win32" and hasattr(os, "posix_spawn"):
            return _spawn(argv, os.environ if env is None else env)
        return _popen(argv, os.environ if env is None else env)
    except OSError as error:
        raise SearchError(f"cannot run {argv[0]}: {error.strerror}", "`vaultctl doctor` says which programs are used") from error


def _popen(argv: Sequence[str], env: Mapping[str, str]) -> Running:
    import subprocess

    child = subprocess.Popen(argv, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def wait(take: Callable[[bytes], None] | None = None) -> Finished:
        stdout, stderr = child.communicate()
        if take is not None:
            take(stdout)
        return Finished(child.returncode, stdout, stderr)

    return wait


if sys.platform != "win32":

    def _spawn(argv: Sequence[str], env: Mapping[str, str]) -> Running:
        out_read, out_write = os.pipe()
        err_read, err_write = os.pipe()
        try:
            actions = [
                (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
                (os.POSIX_SPAWN_DUP2, out_write, 1),
                (os.POSIX_SPAWN_DUP2, err_write, 2),
            ]
            pid = os.posix_spawn(argv[0], list(argv), env, file_actions=actions)
        except OSError:
            os.close(out_read)
            os.close(err_read)
            raise
        finally:
            os.close(out_write)
            os.close(err_write)

        def wait(take: Callable[[bytes], None] | None = None) -> Finished:
            stdout, stderr = _drain(out_read, err_read, take)
            try:
                _, status = os.waitpid(pid, 0)
            except ChildProcessError:
                # Whoever started us has children reaped by the system, or by another thread: the code is lost.
                return Finished(LOST, stdout, stderr)
            return Finished(os.waitstatus_to_exitcode(status), stdout, stderr)

        return wait

    def _drain(first: int, second: int, take: Callable[[bytes], None] | None) -> tuple[bytes, bytes]:
        """Both pipes to their ends, whichever has something: a program that fills one must not wait for the other."""
        import select

        chunks: dict[int, list[bytes]] = {first: [], second: []}
        poll = select.poll()
        for fd in chunks:
            poll.register(fd, select.POLLIN | select.POLLHUP)
        open_pipes = 2
        while open_pipes:
            for fd, _ in poll.poll():
                data = os.read(fd, 1 << 16)
                if data:
                    chunks[fd].append(data)
                    if take is not None and fd == first:
                        take(data)
                else:
                    poll.unregister(fd)
                    os.close(fd)
                    open_pipes -= 1
        return b"".join(chunks[first]), b"".join(chunks[second])


def find_program(name: str) -> str | None:
    """The absolute path of a program on PATH, or None.

    Only absolute folders count: a relative one would run a program out of the repository that is being looked at.
    """
    suffixes = os.environ.get("PATHEXT", ".EXE").split(os.pathsep) if sys.platform == "win32" else [""]
    for folder in os.environ.get("PATH", os.defpath).split(os.pathsep):
        for suffix in suffixes:
            path = os.path.join(folder, name + suffix)
            if os.path.isabs(folder) and os.access(path, os.X_OK) and os.path.isfile(path):
                return path
    return None

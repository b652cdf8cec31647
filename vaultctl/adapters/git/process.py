"""The one runner of git: what a child may see of our environment, how long it may take, and what its failures mean.

Children see none of the variables that tie git to one repository (so that a hook of another repository cannot lead us
there), never ask for anything on the terminal, speak English and read nothing from our standard input.
"""

from __future__ import annotations

import os
import re
import subprocess
import threading
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cache

from vaultctl.adapters.git import failures
from vaultctl.errors import GitError

# `git rev-parse --local-env-vars` of git 2.34 to 2.47, plus what else would change the meaning of our arguments.
REPOSITORY_VARIABLES = frozenset({
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_CONFIG", "GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS", "GIT_DIR",
    "GIT_GRAFT_FILE", "GIT_IMPLICIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_INTERNAL_SUPER_PREFIX", "GIT_NO_REPLACE_OBJECTS",
    "GIT_OBJECT_DIRECTORY", "GIT_PREFIX", "GIT_REPLACE_REF_BASE", "GIT_SHALLOW_FILE", "GIT_WORK_TREE",
    "GIT_GLOB_PATHSPECS", "GIT_ICASE_PATHSPECS", "GIT_NOGLOB_PATHSPECS",
})  # fmt: skip
FIXED = {
    "GIT_TERMINAL_PROMPT": "0",
    "GCM_INTERACTIVE": "never",  # the credential manager of Windows asks in a window
    "LC_ALL": "C",
    "GIT_NO_REPLACE_OBJECTS": "1",  # an id means its object, whatever this clone would put in its place
    "GIT_OPTIONAL_LOCKS": "0",  # reading must not refresh the caller's index
    "GIT_LITERAL_PATHSPECS": "1",  # a path is a path, also one with a star in its name
}
OLDEST = (2, 34)
LOCK_WAIT = 3.0
"""Seconds to wait for a lock file of somebody else before it is named."""
NETWORK_TIMEOUT = 120.0
"""Seconds that one command which talks to a remote may take."""


@dataclass(frozen=True, slots=True)
class Done:
    """How a git command ended.  `err` is without credentials; its control characters are left for the report to escape."""

    code: int
    out: bytes
    err: str

    @property
    def text(self) -> str:
        """Standard output as text, without the last line end.  Bytes that are no UTF-8 survive a round trip."""
        return decode(self.out).removesuffix("\n")

    @property
    def fields(self) -> list[str]:
        """Standard output of a command run with `-z`: what stands before each NUL."""
        return decode(self.out).split("\0")[:-1]


class TimedOut(GitError):
    """A git command took longer than it may; it was stopped."""


def decode(data: bytes) -> str:
    """Text of git's output: UTF-8, with other bytes kept so that `encode` gives them back."""
    return data.decode("utf-8", "surrogateescape")


def encode(text: str) -> bytes:
    """The bytes of a path or a message for git's input."""
    return text.encode("utf-8", "surrogateescape")


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """What a git child sees: our environment without the repository-local variables, and with nothing that prompts."""
    kept = {name: value for name, value in os.environ.items() if name.upper() not in REPOSITORY_VARIABLES}
    return {**kept, **FIXED, **(extra or {})}


def run(
    folder: str, *args: str, stdin: bytes = b"", env: Mapping[str, str] | None = None, allowed: Collection[int] | None = (0,),
    timeout: float | None = None, progress: Callable[[str], None] | None = None,
) -> Done:
    """Runs `git args` in a folder and waits for it.

    `allowed` are the exit codes that are answers (None: all); any other raises GitError with git's own reason and a way on.
    `timeout` is in seconds; a command with one runs without a terminal to ask on, and raises TimedOut.  A lock file of
    somebody else is waited for, `LOCK_WAIT` seconds, then named with its age; it is never removed.  `progress` is handed what
    git writes on stderr, line by line, while it works.
    """
    deadline = time.monotonic() + LOCK_WAIT
    pause = 0.02
    while True:
        done = _once(folder, args, stdin, env, timeout, progress)
        lock = failures.lock_file(done.err) if done.code else None
        if lock is None or time.monotonic() + pause > deadline:
            break
        time.sleep(pause)
        pause = min(pause * 1.6, 0.4)
    if allowed is not None and done.code not in allowed:
        raise failure(args, done)
    return done


def start(folder: str, *args: str, env: Mapping[str, str] | None = None) -> subprocess.Popen[bytes]:
    """Starts git with pipes to and from it, for the caller to talk to; what it says on stderr is dropped."""
    pipe = subprocess.PIPE
    try:
        return subprocess.Popen(
            ["git", *args], cwd=folder, env=environment(env), stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL
        )
    except OSError as error:
        raise _not_started(folder, error) from error


def failure(args: Collection[str], done: Done) -> GitError:
    """The error for a command that ended with a code which is no answer."""
    if done.code == 129 and version() < OLDEST:
        return too_old()
    return failures.explain(_verb(args), done.code, done.err)


@cache
def version() -> tuple[int, ...]:
    """The version of git, such as (2, 39, 5).  Raises GitError where there is none."""
    found = re.search(r"(\d+(?:\.\d+)+)", _once(".", ("version",), b"", None, None).out.decode("ascii", "replace"))
    return tuple(int(part) for part in found[1].split(".")) if found else ()


def too_old() -> GitError:
    """The error for a git that cannot do what we ask."""
    here = ".".join(map(str, version()))
    return GitError(f"git {here} is too old", f"install git {OLDEST[0]}.{OLDEST[1]} or newer")


def _once(
    folder: str, args: Collection[str], stdin: bytes, env: Mapping[str, str] | None, timeout: float | None,
    progress: Callable[[str], None] | None = None,
) -> Done:
    # A session of its own for whatever has a time limit: ssh then has no terminal to ask on, and the helpers that git
    # starts (git-remote-https, ssh) can be stopped together with it.
    alone = timeout is not None and os.name == "posix"
    try:
        child = subprocess.Popen(
            ["git", *args], cwd=folder, env=environment(env), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, start_new_session=alone,
        )
    except OSError as error:
        raise _not_started(folder, error) from error
    with child:
        try:
            watching = _Watch(child, progress) if progress else None
            out, err = child.communicate(stdin, timeout)
            err = watching.text() if watching else err
        except subprocess.TimeoutExpired:
            _stop(child, alone=alone)
            raise TimedOut(f"git {_verb(args)} took longer than {timeout:g} seconds and was stopped", "try again later") from None
        except BaseException:
            _stop(child, alone=alone)
            raise
    return Done(child.returncode, out, failures.redact(decode(err)))


class _Watch:
    """Reads a child's stderr while it works, and hands on each line as it comes (progress lines end with a carriage return)."""

    def __init__(self, child: subprocess.Popen[bytes], progress: Callable[[str], None]) -> None:
        assert child.stderr is not None
        self._stderr, child.stderr = child.stderr, None  # `communicate` then leaves it to us
        self._progress = progress
        self._seen = bytearray()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        rest = b""
        with self._stderr as stderr:
            while some := os.read(stderr.fileno(), 8192):
                *lines, rest = re.split(rb"[\r\n]", rest + some)
                for line in lines:
                    if line.strip():
                        self._seen += line.rstrip() + b"\n"
                        self._progress(failures.redact(decode(line)))
        self._seen += rest

    def text(self) -> bytes:
        """All that was written, once the child has ended."""
        self._thread.join()
        return bytes(self._seen)


def _stop(child: subprocess.Popen[bytes], *, alone: bool) -> None:
    if alone and os.name == "posix":
        import signal

        try:
            os.killpg(child.pid, signal.SIGTERM)
            child.wait(2)
        except (ProcessLookupError, subprocess.TimeoutExpired):
            pass
    child.kill()


def _verb(args: Collection[str]) -> str:
    """The command's name, behind the options that stand before it."""
    return next((word for word in args if not word.startswith("-") and "=" not in word), "")


def _not_started(folder: str, error: OSError) -> GitError:
    if not os.path.isdir(folder):  # noqa: PTH112 # any text may be a folder's name here, also one that pathlib refuses
        return GitError(f"{folder}: no such folder")
    if isinstance(error, FileNotFoundError):
        return GitError("git was not found", f"install git {OLDEST[0]}.{OLDEST[1]} or newer, and see that it is on PATH")
    return GitError(f"git could not be started: {error.strerror}")

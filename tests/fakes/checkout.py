"""A real git repository in a scratch folder, for tests: git as flat verbs, and one snapshot of all that must stay untouched."""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path


class Checkout:
    """One repository (or linked worktree, or bare repository) at `path`."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def git(self, *args: str, env: Mapping[str, str] | None = None, stdin: bytes = b"") -> str:
        """What git says, without the last line end.  Fails the test with git's own reason."""
        done = subprocess.run(
            ["git", *args], cwd=self.path, env={**os.environ, **(env or {})}, input=stdin, capture_output=True, check=False
        )
        assert done.returncode == 0, f"git {' '.join(args)}: {done.stderr.decode(errors='replace')}"
        return done.stdout.decode("utf-8", "surrogateescape").removesuffix("\n")

    def write(self, path: str, content: str | bytes) -> Path:
        """Writes a file, with the folders it needs."""
        file = self.path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        return file

    def commit(self, files: Mapping[str, str | bytes | None] | None = None, message: str = "change") -> str:
        """Commits exactly these files (None: removed) and gives the commit id."""
        for path, content in (files or {}).items():
            if content is None:
                self.git("rm", "-q", "--", path)
            else:
                self.write(path, content)
                self.git("add", "-f", "--", path)
        self.git("commit", "-q", "--allow-empty", "-m", message)
        return self.head

    @property
    def head(self) -> str:
        """The id of the commit that is checked out."""
        return self.git("rev-parse", "HEAD")

    def show(self, revision: str) -> str:
        """An object's text, as `git show` names it: `HEAD:path`."""
        return self.git("cat-file", "-p", revision)

    def worktree(self, path: Path, revision: str = "HEAD", *, branch: str | None = None) -> Checkout:
        """A linked worktree of the repository; detached when no branch is named."""
        self.git("worktree", "add", "-q", *(["-b", branch] if branch else ["--detach"]), str(path), revision)
        return Checkout(path)

    def state(self) -> dict[str, str]:
        """All that a command which works beside the caller must leave byte for byte: HEAD, index, working tree and stash."""
        git_dir = Path(self.git("rev-parse", "--absolute-git-dir"))
        found = {"HEAD": (git_dir / "HEAD").read_text()}
        index = git_dir / "index"
        found["index"] = hashlib.sha256(index.read_bytes()).hexdigest() if index.exists() else ""
        if head := found["HEAD"].removeprefix("ref: ").strip():
            known = subprocess.run(["git", "rev-parse", "-q", "--verify", head], cwd=self.path, capture_output=True, check=False)
            found["commit"] = known.stdout.decode()
        found["stash"] = self.git("stash", "list", "--format=%H")
        for folder, folders, files in os.walk(self.path):
            folders[:] = [name for name in folders if name != ".git"]
            for name in files:
                file = Path(folder, name)
                what = str(file.readlink()).encode() if file.is_symlink() else file.read_bytes()
                found[file.relative_to(self.path).as_posix()] = f"{file.lstat().st_mode:o} {hashlib.sha256(what).hexdigest()}"
        return found

"""One git repository: where it is, and what its refs and settings say.

Reading only.  Commits and refs are written by `commits`, working trees moved by `checkout`, remotes talked to by `remote`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from vaultctl.adapters.git import dates, failures, process
from vaultctl.adapters.git.facts import HEADS as HEADS
from vaultctl.adapters.git.facts import REMOTES as REMOTES
from vaultctl.adapters.git.facts import Branch, Commit, IgnoreRule, Remote
from vaultctl.adapters.git.process import Done
from vaultctl.errors import GitError

_BRANCH_FORMAT = "%00".join(
    ("%(refname)", "%(objectname)", "%(committerdate:raw)", "%(contents:subject)", "%(worktreepath)", "%(symref)")
)
_COMMIT_FORMAT = f"%H%x00%T%x00%P%x00%an%x00{dates.AUTHOR}%x00{dates.COMMITTER}%x00%s%x00%B%x00"


@dataclass(frozen=True, slots=True)
class Repository:
    """A repository.  `root` is the folder of its working tree, None in a bare one; `git_dir` is this worktree's own part,
    `common_dir` the one that all its worktrees share."""

    root: Path | None
    git_dir: Path
    common_dir: Path
    is_shallow: bool = False
    objects: tuple[tuple[str, str], ...] = ()
    """Variables that every git child here is given besides: where else objects are (see `quarantine`)."""
    watch: Callable[[str], None] | None = None
    """Takes what git says, line by line, while it fetches and pushes."""

    @staticmethod
    def discover(path: str | os.PathLike[str]) -> Repository | None:
        """The repository that a folder (or a file's folder) belongs to, None when there is none.

        What the environment says about another repository does not count.  Raises GitError for a repository that git
        refuses: one owned by somebody else, a broken one.
        """
        folder = Path(path)
        if folder.is_file():
            folder = folder.parent
        asked = ("--git-dir", "--git-common-dir", "--is-bare-repository", "--is-shallow-repository", "--show-toplevel")
        # --show-toplevel comes last: without a working tree it fails, after the others have been answered.
        done = process.run(str(folder), "rev-parse", "--path-format=absolute", *asked, allowed=None)
        lines = done.text.split("\n")
        if len(lines) < 4:
            if "not a git repository (or any" in done.err:
                return None
            raise process.failure(("rev-parse",), done)
        git_dir, common_dir, bare, shallow = Path(lines[0]), Path(lines[1]), lines[2] == "true", lines[3] == "true"
        if done.code == 0:
            return Repository(Path(lines[4]), git_dir, common_dir, shallow)
        if not bare and git_dir.name == ".git":  # called from inside of .git, as some hooks are
            return Repository(git_dir.parent, git_dir, common_dir, shallow)
        return Repository(None, git_dir, common_dir, shallow)

    @property
    def folder(self) -> str:
        """The folder in which git is run: the working tree's, else the git folder itself."""
        return str(self.root or self.git_dir)

    @property
    def is_bare(self) -> bool:
        """Whether there is no working tree."""
        return self.root is None

    @property
    def is_partial(self) -> bool:
        """Whether this is a partial clone, which fetches objects from a remote as they are needed (git-clone, --filter)."""
        return self.git("config", "--get-regexp", r"^remote\..*\.promisor$", allowed=(0, 1)).code == 0

    def git(
        self, *args: str, stdin: bytes = b"", env: Mapping[str, str] | None = None, allowed: Collection[int] | None = (0,),
        timeout: float | None = None, watched: bool = False,
    ) -> Done:
        """`process.run` in this repository; `watched`: `watch` is told of it."""
        env = {**dict(self.objects), **(env or {})}
        progress = self.watch if watched else None
        return process.run(self.folder, *args, stdin=stdin, env=env, allowed=allowed, timeout=timeout, progress=progress)

    # What is checked out.

    def head(self) -> str | None:
        """The commit that is checked out; None before the first commit."""
        return self.resolve("HEAD")

    def head_branch(self) -> str | None:
        """The name of the branch that is checked out, also one without a commit yet; None on a detached HEAD."""
        done = self.git("symbolic-ref", "-q", "HEAD", allowed=(0, 1))
        return done.text.removeprefix(HEADS) if done.code == 0 else None

    # Refs and commits.

    def resolve(self, revision: str) -> str | None:
        """The commit id that a ref, an id or any other revision means; None when there is no such commit."""
        # `^main` and `a..b` name sets of commits, not one.
        if not revision or revision[0] in "-^" or "\0" in revision or ".." in revision:
            return None
        done = self.git("rev-parse", "-q", "--verify", f"{revision}^{{commit}}", allowed=(0, 1, 128))
        return done.text if done.code == 0 else None

    def ref(self, name: str) -> str | None:
        """The object id that a full ref name holds; None when there is no such ref."""
        done = self.git("for-each-ref", "--format=%(objectname) %(refname)", name)
        return next((line[: -len(name) - 1] for line in done.text.split("\n") if line.endswith(f" {name}")), None)

    def branches(self, *patterns: str) -> list[Branch]:
        """The branches below the full ref names (`refs/heads/lesson`) or globs (`refs/heads/vault/*`), sorted by name."""
        done = self.git("for-each-ref", "--sort=refname", f"--format={_BRANCH_FORMAT}", "--", *patterns)
        rows = (line.split("\0") for line in done.text.split("\n") if line)
        return [Branch(row[0], row[1], dates.read_ref(row[2]), row[3], row[4]) for row in rows if not row[5]]

    def commit(self, revision: str) -> Commit:
        """The facts of a commit.  Raises GitError when there is none."""
        return self._log("-1", revision)[0]

    def history(
        self, tip: str, *, since: str | None = None, paths: Collection[str] = (), limit: int | None = None
    ) -> list[Commit]:
        """The commits of `tip`, newest first, without those of `since`; with `paths` only those that touch one of them."""
        bound = [f"-{limit}"] if limit is not None else []
        return self._log(*bound, tip, *([f"^{since}"] if since else []), "--", *paths)

    def _log(self, *args: str) -> list[Commit]:
        fields = self.git("log", "--no-show-signature", "--no-color", "--encoding=UTF-8", "--date=raw",
                          f"--format=tformat:{_COMMIT_FORMAT}", *(args if "--" in args else (*args, "--"))).fields  # fmt: skip
        rows = (fields[at : at + 8] for at in range(0, len(fields), 8))
        return [Commit(row[0].lstrip("\n"), row[1], tuple(row[2].split()), row[3], dates.read(row[4]), dates.read(row[5]), *row[6:8])
                for row in rows]  # fmt: skip

    def merge_base(self, one: str, other: str) -> str | None:
        """The best common ancestor of two commits; None when they share none (or a shallow clone does not know it)."""
        done = self.git("merge-base", one, other, allowed=(0, 1))
        return done.text.split("\n")[0] if done.code == 0 else None

    def is_ancestor(self, older: str, newer: str) -> bool:
        """Whether `older` is part of the history of `newer` (or is it)."""
        return self.git("merge-base", "--is-ancestor", older, newer, allowed=(0, 1)).code == 0

    # Settings and remotes.

    def setting(self, key: str, *, kind: str | None = None) -> str | None:
        """A value of git's configuration, the last one set; `kind` is a type of `git config --type`.  None when not set."""
        done = self.git("config", *([f"--type={kind}"] if kind else []), "-z", "--get", key, allowed=(0, 1))
        return done.fields[0] if done.code == 0 else None

    def remotes(self) -> list[Remote]:
        """All remotes with their addresses."""
        names = self.git("remote").text.split("\n")
        return [remote for name in names if name and (remote := self.remote(name))]

    def remote(self, name: str) -> Remote | None:
        """The remote of that name, None when there is none."""
        if name.startswith("-"):
            return None
        fetch = self.git("remote", "get-url", "--", name, allowed=(0, 2, 128))
        if fetch.code:
            return None
        push = self.git("remote", "get-url", "--push", "--", name)
        return Remote(name, fetch.text.split("\n")[0], push.text.split("\n")[0])

    def default_branch(self, remote: str) -> str | None:
        """The default branch of a remote as this clone knows it (`refs/remotes/<remote>/HEAD`), without asking the remote."""
        head = f"{REMOTES}{remote}/HEAD"
        done = self.git("symbolic-ref", "-q", head, allowed=(0, 1, 128))
        if done.code or self.ref(done.text) is None:
            return None
        return done.text.removeprefix(f"{REMOTES}{remote}/")

    # The working tree.

    def ignore_rule(self, path: str) -> IgnoreRule | None:
        """The rule that makes git ignore a path; None when it is not ignored, is tracked, or there is no working tree."""
        return self.ignore_rules([path]).get(path)

    def ignore_rules(self, paths: Collection[str]) -> dict[str, IgnoreRule]:
        """The paths among these that git ignores, with the rules."""
        if self.is_bare or not paths:
            return {}
        stdin = b"".join(process.encode(path) + b"\0" for path in paths)
        # The one command that refuses literal paths; it takes no globs either.
        env = {"GIT_LITERAL_PATHSPECS": "0"}
        fields = self.git("check-ignore", "-v", "-z", "--stdin", stdin=stdin, env=env, allowed=(0, 1)).fields
        found = {}
        for at in range(0, len(fields), 4):
            source, line, pattern, path = fields[at : at + 4]
            if not pattern.startswith("!"):  # a rule that lets the path in is printed as well
                found[path] = IgnoreRule(source, int(line or 0), pattern)
        return found

    def index_file(self) -> str | None:
        """The staging area that a hook of this very repository was told to use, else None: the usual one.

        `git commit -a` and `git commit PATH` run their hooks on an index of their own, named by GIT_INDEX_FILE; a hook of
        another repository names one that is none of ours.
        """
        named = os.environ.get("GIT_INDEX_FILE")
        if not named:
            return None
        file = Path(named).absolute()  # git sets it relative to the top folder, which is where it runs hooks
        ours = file.parent.resolve() in (self.git_dir.resolve(), self.common_dir.resolve()) and file.exists()
        return str(file) if ours else None

    def empty_tree(self) -> str:
        """The id of the tree without a file, in this repository's hash."""
        return _empty_tree(self.folder)


@cache
def _empty_tree(folder: str) -> str:
    return process.run(folder, "hash-object", "-t", "tree", "--stdin").text


OFFLINE = (("GIT_NO_LAZY_FETCH", "1"), ("GIT_ALLOW_PROTOCOL", ""))
"""Variables that keep git from fetching by itself what a partial clone lacks: the first from 2.44 on, the second on every git."""


def offline(repo: Repository) -> Repository:
    """The same repository, in which no git child uses the network."""
    return replace(repo, objects=(*repo.objects, *OFFLINE)) if OFFLINE[0] not in repo.objects else repo


def discover(path: str | os.PathLike[str]) -> Repository:
    """`Repository.discover` for those who cannot go on without one.  Raises GitError when there is none."""
    found = Repository.discover(path)
    if found is None:
        raise GitError(f"{path} is not in a git repository", "run `git init` there, or go to the repository")
    return found


def require_identity(repo: Repository) -> None:
    """Sees that git knows whom to name as committer, before anything is made.  Raises GitError with the commands to run."""
    done = repo.git("var", "GIT_COMMITTER_IDENT", allowed=None)
    if done.code:
        raise GitError(f"git var: {failures.reason_of(done.err)}", failures.hint_of(done.err) or failures.IDENTITY_HINT)

"""What the queue asks of a proposal for now: it changes lessons alone, and `lint` finds no new error in what would be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date

from vaultctl.core import problem as comparing
from vaultctl.core.config import CONFIG_FILE, Config
from vaultctl.core.problem import Problem
from vaultctl.errors import VaultUnreadable
from vaultctl.usecases.lesson_merge import is_lesson_path
from vaultctl.usecases.lint import find_problems
from vaultctl.usecases.ports import Layout, Tree
from vaultctl.usecases.snapshot import Snapshot, read_snapshot


class LintGate:
    """Implements `usecases.queue.Gate`.

    `tree` gives the vault's files in a commit or tree, `identify` the id of its tree, `changed` the paths in the repository that
    differ between two of them.  `folder` is that of the vault, as `sub/folder/`; `default` its config where the base has none.
    """

    def __init__(
        self,
        tree: Callable[[str], Tree],
        identify: Callable[[str], str],
        changed: Callable[[str, str], Sequence[str]],
        layouts: Sequence[Layout],
        default: Config,
        today: date,
        folder: str = "",
    ) -> None:
        self._tree = tree
        self._identify = identify
        self._changed = changed
        self._layouts = layouts
        self._default = default
        self._today = today
        self._folder = folder
        self._known: dict[str, tuple[Snapshot, list[Problem]]] = {}

    def __call__(self, base: str, head: str, branch: str) -> Sequence[Problem]:
        """The errors that a proposal would bring.  Raises ConfigError and VaultUnreadable where the base cannot be read."""
        foreign = [
            Problem(path, 1, 1, "error", "scope", "a proposal changes lessons and nothing else")
            for path in self._changed(base, head)
            if not (path.startswith(self._folder) and is_lesson_path(path.removeprefix(self._folder)))
        ]
        if foreign:
            return foreign
        before, old = self._look(base, None)
        try:
            after, new = self._look(head, before)
        except VaultUnreadable as error:
            return [Problem(CONFIG_FILE, 1, 1, "error", "unreadable", error.message, hint=error.hint)]
        found = [problem for problem in comparing.added(new, old) if problem.severity == "error"]
        # The next proposal meets either what is here now or, once this one is merged, what would be.
        self._known = {self._identify(base): (before, old), self._identify(head): (after, new)}
        return found

    def _look(self, revision: str, like: Snapshot | None) -> tuple[Snapshot, list[Problem]]:
        known = self._known.get(self._identify(revision))
        if known is not None:
            return known
        snapshot = read_snapshot(self._tree(revision), self._layouts, default=self._default, known=like)
        return snapshot, find_problems(snapshot, self._today)

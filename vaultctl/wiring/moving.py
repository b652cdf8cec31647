"""`backup`, `restore`, `migrate` and `import`, with files and git behind them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from vaultctl.adapters.files import writer
from vaultctl.adapters.files.locate import Place
from vaultctl.adapters.files.worktree import WorkTree
from vaultctl.core.places import CONFIG_FILE, SINGLE_FILE
from vaultctl.errors import GitError, UsageError, VaultNotFound, VaultUnreadable
from vaultctl.formats import backup as backups
from vaultctl.usecases import backup as saving
from vaultctl.usecases import imports as importing
from vaultctl.usecases import migrate as migrating
from vaultctl.usecases import restore as restoring
from vaultctl.usecases.snapshot import read_snapshot
from vaultctl.wiring import OpenVault, layout_named, open_vault
from vaultctl.wiring.upkeep import means

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from vaultctl.core.draft import Value
    from vaultctl.usecases.ports import Layout
    from vaultctl.usecases.snapshot import Snapshot
    from vaultctl.usecases.watched import Tell


def _layouts() -> list[Layout]:
    return [layout_named("notes"), layout_named("single-file")]


def _in_working_tree(vault: OpenVault) -> Snapshot:
    """The vault as it lies in the working tree, whatever ref is trusted."""
    return read_snapshot(vault.tree, _layouts(), default=vault.settings.config)


def backup(vault: OpenVault, today: date, *, dry_run: bool) -> saving.Plan:
    """Write a backup of the working tree's vault into its folder (`usecases.backup.plan`)."""
    plan = saving.plan(_in_working_tree(vault), vault.tree, today)
    if not dry_run:
        writer.apply(vault.root, [plan.change])
    return plan


def read_file(path: str) -> bytes:
    """The bytes of a file that the caller named.  Raises UsageError with the system's reason."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}", "name a file that can be read") from None


def restore(folder: str, named: str | None, request: restoring.Request, tell: Tell) -> restoring.Outcome:
    """Restore from a backup (`usecases.restore.restore`), into the vault `named` or the nearest one.

    In a repository without a vault, the whole vault of the backup is proposed, settings included.
    """
    try:
        vault = open_vault(folder, named)
    except VaultNotFound as error:
        vault = _empty_vault(folder if named is None else os.path.join(folder, named), request.text, error)
    return restoring.restore(request, means(vault, tell))


def _empty_vault(folder: str, text: str, error: VaultNotFound) -> OpenVault:
    """The root of the repository at a folder, as a vault in the layout of the backup.  Raises `error` where there is none."""
    from vaultctl.adapters.git.repository import discover

    if not any(item.kind == "settings" and item.path == CONFIG_FILE for item in backups.read(text).kept):
        raise error
    try:
        repo = discover(folder)
    except GitError:
        raise error from None
    return OpenVault(Place(str(repo.folder), SINGLE_FILE if restoring.layout_of(text) == "single-file" else ""))


def migrate(vault: OpenVault, request: migrating.Request, tell: Tell) -> migrating.Outcome:
    """Bring a vault into a layout (`usecases.migrate.migrate`)."""
    return migrating.migrate(request, means(vault, tell))


MAX_BYTES = 50_000_000
"""The largest file that `import` reads."""


def import_files(
    folder: str, named: str | None, paths: Sequence[str], today: date, defaults: Mapping[str, Value], *, write: bool
) -> importing.Outcome:
    """Read drafts out of files and, with `write`, put those that are whole into the working tree (`usecases.imports`).

    To look needs no vault.  Raises UsageError, and VaultUnreadable for a file that is no text.
    """
    texts = {path: _text(path) for path in dict.fromkeys(paths)}
    request = importing.Request(texts, today, defaults, write)
    try:
        vault = open_vault(folder, named)
    except VaultNotFound:
        if write or named is not None:
            raise
        return importing.read_files(request, None, WorkTree(folder), lambda _: None)
    return importing.read_files(request, _in_working_tree(vault), vault.tree, lambda changes: writer.apply(vault.root, changes))


def _text(path: str) -> str:
    content = read_file(path)
    if len(content) > MAX_BYTES:
        raise VaultUnreadable(f"{path} has more than {MAX_BYTES} bytes", "divide it into smaller files")
    if b"\0" in content:
        raise VaultUnreadable(f"{path} is no text (there is a NUL byte in it)", "save it as UTF-8, or leave it out")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise VaultUnreadable(f"{path} is not UTF-8 (byte {error.start})", "save it as UTF-8, or leave it out") from None

"""`doctor`, with this machine, the vault and its repository behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.adapters.files.locate import locate
from vaultctl.adapters.search.scan import ScanSearch
from vaultctl.errors import VaultctlError
from vaultctl.usecases import doctor
from vaultctl.usecases.doctor import Missing
from vaultctl.usecases.presence import strays
from vaultctl.wiring import OpenVault, open_vault
from vaultctl.wiring.ground import Ground

if TYPE_CHECKING:
    from datetime import date

    from vaultctl.usecases.doctor import Check


def examine(folder: str, named: str | None, ref: str | None, today: date) -> tuple[Check, ...]:
    """What `doctor` says, of this machine and of the vault `named`, or the nearest at or above `folder`.

    `ref` is the trusted ref, None for the one that the config names.
    """
    import sys

    from vaultctl.adapters.search import program

    checks = [doctor.python(sys.version_info[:3], sys.executable), doctor.git(_git()), doctor.ripgrep(_ripgrep())]
    vault, trouble, unresolved = _opened(folder, named, ref)
    if vault is not None:
        checks += [_vault(vault), *_standing(vault, unresolved, today)]
    elif trouble is not None:
        checks.append(doctor.vault(trouble))
        if unresolved is not None:
            checks.append(doctor.trusted(unresolved, doctor.Heard(None, remote=False, limit=0), today))
    checks.append(doctor.cache(program.cache_folder(), program.cache_trouble()))
    return tuple(checks)


def _git() -> doctor.Program | Missing:
    from vaultctl.adapters import spawn
    from vaultctl.adapters.git import process

    try:
        return doctor.Program(".".join(map(str, process.version())), spawn.find_program("git") or "")
    except VaultctlError as error:
        return _missing(error)


def _ripgrep() -> doctor.Program | Missing:
    from vaultctl.adapters.search import program

    found = program.find()
    if found.program is None:
        return Missing(found.reason, program.WAY_ON)
    return doctor.Program(found.program.version, found.program.path)


def _opened(folder: str, named: str | None, ref: str | None) -> tuple[OpenVault | None, Missing | None, Missing | None]:
    """The vault as a check looks at it, or why there is none; and why its trusted ref cannot be had (then it is the working tree's)."""
    here, trouble = None, None
    try:
        here = OpenVault(locate(folder, named), trusting=False)
    except VaultctlError as error:
        trouble = _missing(error)
    wanted = ref if ref is not None or here is None else here.settings.config.guard_ref
    if wanted is None:
        return here, trouble, None
    try:
        return open_vault(folder, named, wanted), None, None
    except VaultctlError as error:
        return here, trouble, _missing(error)


def _vault(vault: OpenVault) -> Check:
    tree, faults, ref = vault.tree, vault.faults(), ""
    if vault.trusted is not None:
        tree, ref = vault.trusted.tree(), vault.trusted.ref
        faults += strays(tree, vault.layout, vault.settings.config)
    try:
        everything = ScanSearch(tree, vault.layout).find_all()
    except VaultctlError as error:
        return doctor.vault(_missing(error))
    return doctor.vault(doctor.Vault(vault.root, vault.layout.name, vault.settings, everything, ref, faults))


def _standing(vault: OpenVault, unresolved: Missing | None, today: date) -> list[Check]:
    """How old what counts is, and what a proposal needs: somebody to sign it, a remote, and a login at its forge.

    Nothing is asked over the network.
    """
    from vaultctl.adapters.git import head

    limit = vault.settings.config.guard_max_age
    found: doctor.Standing | Missing | None = unresolved
    date_ = None
    if vault.trusted is not None:
        date_ = vault.trusted.date
        found = doctor.Standing(vault.trusted.ref, vault.trusted.commit, date_)
    checks = [doctor.trusted(found, doctor.Heard(vault.age(date_, today), vault.has_remote(), limit), today)]
    try:
        ground = Ground(vault)
    except VaultctlError as error:
        return [*checks, doctor.outside(_missing(error))]
    here = head.start(vault.root)()
    # What is told of the trusted ref is not told again of what lies beside it.
    heard = doctor.Heard(vault.age(here.date, today), vault.has_remote(), 0 if vault.trusted is not None else limit)
    return [*checks, doctor.clone(doctor.Standing("HEAD", here.commit, here.date), heard, today), *_proposing(ground)]


def _proposing(ground: Ground) -> list[Check]:
    from vaultctl.adapters.forges.no_login import NoLogin
    from vaultctl.adapters.git.repository import require_identity

    missing: Missing | None = None
    try:
        require_identity(ground.repo)
    except VaultctlError as error:
        missing = _missing(error)
    found = [doctor.identity(missing)]
    try:
        forge = ground.forge()
    except VaultctlError as error:
        return [*found, doctor.proposals(_missing(error))]
    known = ground.repo.remote(ground.remote) is not None
    advice = forge.advice if isinstance(forge, NoLogin) else ""
    return [*found, doctor.proposals(doctor.Forge(forge.name, ground.remote if known else None, advice))]


def _missing(error: VaultctlError) -> Missing:
    return Missing(error.message, error.hint)

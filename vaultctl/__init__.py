"""vaultctl: a git-backed lesson vault with a deterministic verdict before an agent acts.

The public API (`Vault`, `Verdict`, `Blocked`, `VaultUnreadable`, …) is loaded when it is first used, so that importing the
package, as the command line does, costs nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vaultctl.api import Failure as Failure
    from vaultctl.api import Proposal as Proposal
    from vaultctl.api import Vault as Vault
    from vaultctl.api import Verdict as Verdict
    from vaultctl.errors import Blocked as Blocked
    from vaultctl.errors import VaultctlError as VaultctlError
    from vaultctl.errors import VaultNotFound as VaultNotFound
    from vaultctl.errors import VaultUnreadable as VaultUnreadable

__version__ = "0.1.0"
__all__ = ["Blocked", "Failure", "Proposal", "Vault", "VaultNotFound", "VaultUnreadable", "VaultctlError", "Verdict", "__version__"]


def __getattr__(name: str) -> object:
    if name in __all__:
        import importlib

        module = importlib.import_module("vaultctl.api" if name in ("Failure", "Proposal", "Vault", "Verdict") else "vaultctl.errors")
        return getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

"""What `.vaultctl.yaml` may say, with the defaults."""

from __future__ import annotations

from vaultctl.core.values import NamedTuple as _NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, NamedTuple

    LayoutName = Literal["notes", "single-file"]
    ForgeName = Literal["auto", "github", "gitlab", "gitea", "forgejo", "pagure", "local"]
else:
    NamedTuple = _NamedTuple

FAILURES_BRANCH = "vault-failures"
SCHEMA = 1


class Limits(NamedTuple):
    """Lengths in characters, counts in lessons or lines; 0 means no limit."""

    issue: int = 500
    mitigation: int = 500
    body: int = 20_000
    lessons_per_namespace: int = 0
    lines_per_file: int = 0


class Gate(NamedTuple):
    """What the gate asks for beyond the rules.

    `agents`: globs on `source_agent` (empty: any).  `bulk`: whether several lessons at once may pass for review.
    `hosts`: link hosts that raise no warning.  `waive`: pairs of a lesson id and the rule ids that it may break.
    """

    bulk: Literal["review", "refuse"] = "review"
    agents: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    waive: tuple[tuple[str, tuple[str, ...]], ...] = ()


class Proposals(NamedTuple):
    """How pull requests are opened."""

    auto_merge: bool = False
    draft: bool = False
    labels: tuple[str, ...] = ()


class Generated(NamedTuple):
    """Which generated files `index` writes besides `VAULT_INDEX.json` and `VAULT_INDEX.md`."""

    vault: bool = False
    learnings: bool = False


class Config(NamedTuple):
    """The settings of a vault.  `base` None: the remote's default branch.  `guard_max_age` is in days, 0: never stale.

    `present` is False where the vault has no `.vaultctl.yaml` and the defaults are used.
    """

    layout: LayoutName = "notes"
    forge: ForgeName = "auto"
    base: str | None = None
    remote: str = "origin"
    guard_ref: str | None = None
    guard_max_age: int = 0
    failures: Literal["publish", "local"] = "publish"
    strikes: int = 3
    limits: Limits = Limits()
    gate: Gate = Gate()
    proposals: Proposals = Proposals()
    generated: Generated = Generated()
    present: bool = True

"""The exception tree and the exit codes; imports nothing.

Every error that a user can cause carries a message that says what happened and where, and a hint that
says how to go on.  `cli.boundary` is the only place that turns them into exit codes.
"""


class Exit:
    """Exit codes of every command (DESIGN section 4)."""

    OK = 0
    NO = 1
    USAGE = 2
    UNABLE = 3
    BUG = 4
    INTERRUPTED = 130


class VaultctlError(Exception):
    """Something that a user can act on.

    `message` is one or more plain sentences, `hint` the way on (may be empty), `exit_code` what the
    process ends with.
    """

    exit_code = Exit.UNABLE

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(VaultctlError):
    """The command line, or an argument of the Python API, does not make sense."""

    exit_code = Exit.USAGE


class Refused(VaultctlError):
    """The answer is no: findings, a policy, a duplicate."""

    exit_code = Exit.NO


class VaultUnreadable(VaultctlError):
    """The vault, or a part of it that may matter, could not be read."""

    def said_of(self, path: str) -> str:
        """The message without `path`, where it starts with that place (also as seen from further up), for an answer that names it."""
        above, _, rest = self.message.partition(path)
        if above and not above.endswith("/"):
            return self.message
        return rest.removeprefix(": ") if rest.startswith(": ") else rest[1:] if rest.startswith(" in ") else self.message


class VaultNotFound(VaultUnreadable):
    """No vault at, or above, the place that was named."""


class ConfigError(VaultUnreadable):
    """`.vaultctl.yaml` or the taxonomy cannot be understood."""


class SearchError(VaultctlError):
    """The search program could not be run, or stopped half-way."""


class GitError(VaultctlError):
    """git could not do what was asked; the message carries git's own reason."""


class ForgeError(VaultctlError):
    """The forge refused, or could not be reached."""


class StaleWrite(VaultctlError):
    """A file changed between reading and writing it; nothing was written."""


class Blocked(VaultctlError):
    """Raised by `vault.guard(...)` when the verdict is BLOCKED; carries it as `verdict`."""

    exit_code = Exit.NO

    def __init__(self, message: str, hint: str = "", verdict: object = None) -> None:
        super().__init__(message, hint)
        self.verdict = verdict

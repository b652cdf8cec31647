"""vaultctl: a git-backed lesson vault with a deterministic verdict before an agent acts."""

__version__ = "0.1.0"

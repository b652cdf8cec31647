"""`python -m vaultctl`; the console script calls `cli.entry.main` as well."""

from __future__ import annotations

from vaultctl.cli.entry import main

if __name__ == "__main__":
    main()

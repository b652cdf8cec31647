"""Files that are kept beside a repository or in the user's cache: written whole or not at all, whoever else writes at the same time."""

from __future__ import annotations

import os


def put(path: str, content: bytes) -> None:
    """Write a file and the folders above it; a reader sees the old content or the new.  Raises OSError."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    temporary = f"{path}.{os.urandom(6).hex()}.tmp"
    try:
        with open(temporary, "wb") as file:
            file.write(content)
        os.replace(temporary, path)
    except OSError:
        remove(temporary)
        raise


def remove(path: str) -> None:
    """Remove a file, unless it is gone already or still open elsewhere: the next one to clean up takes it."""
    try:
        os.remove(path)
    except OSError:
        return

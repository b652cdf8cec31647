"""Commits whose dates git cannot read."""

from __future__ import annotations

import re

from tests.fakes.checkout import Checkout

UNREADABLE = ("-5 +0000", "99999999999999999999999999 +0000", "18446744073709551614 +0000", "300000000000 +0000", "1700000000 +99999999",
              "1700000000", "abc +0000", "")  # fmt: skip
"""What stops git, what it reads as another day without a word, what it calls bad, and the year 11476."""


def redate(repo: Checkout, commit: str, date: str, who: str = "committer") -> str:
    """The same commit with another date of its `author` or `committer`, whatever that is; no ref moves."""
    text = repo.git("cat-file", "commit", commit) + "\n"
    changed = re.sub(rf"(?m)^({who} .*>) .*$", rf"\1 {date}", text, count=1)
    return repo.git("hash-object", "-t", "commit", "-w", "--literally", "--stdin", stdin=changed.encode())

"""Commits whose dates git cannot read."""

from __future__ import annotations

import re

from tests.fakes.checkout import Checkout

BAD = ("-5 +0000", "99999999999999999999999999 +0000", "18446744073709551614 +0000", "1700000000 +99999999", "1700000000",
       "01700000000 +0000", "abc +0000", "")  # fmt: skip
"""What git-fsck calls bad: some stop git, the others it reads as another day without a word."""
UNREADABLE = (*BAD, "300000000000 +0000", "99999999999999999 +0000")
"""Those, and days after the year 9999."""


def redate(repo: Checkout, commit: str, date: str, who: str = "committer") -> str:
    """The same commit with another date of its `author` or `committer`, whatever that is; no ref moves."""
    text = repo.git("cat-file", "commit", commit) + "\n"
    changed = re.sub(rf"(?m)^({who} .*>) .*$", rf"\1 {date}", text, count=1)
    return repo.git("hash-object", "-t", "commit", "-w", "--literally", "--stdin", stdin=changed.encode())

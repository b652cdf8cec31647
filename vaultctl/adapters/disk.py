"""A disk without room: how git and the system say so, and the way on."""

from __future__ import annotations

import errno
import re

WORDS = re.compile(r"No space left on device|[Oo]ut of disk ?space|Disk quota exceeded|not enough space on the disk")
"""What the system says (strerror of ENOSPC and EDQUOT), git of its own index files, and Windows."""
WAY_ON = "the disk is full, or a quota is used up: free some space, then run the same command again; nothing is lost"


def is_full(error: OSError) -> bool:
    """Whether it is for want of room that the system refused something."""
    return error.errno in (errno.ENOSPC, errno.EDQUOT)

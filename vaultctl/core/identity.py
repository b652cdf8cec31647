"""Ids of new lessons: minted from the content, never counted, so that two clones cannot give one id to different lessons.

The hash is taken once.  A lesson that is edited later keeps its id.
"""

from __future__ import annotations

import base64
import hashlib
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vaultctl.core.schema import Category

LENGTH = 10
"""Characters of the hash in an id: 50 bits, so that two of a million lessons meet with a chance of one in two thousand."""


def mint(category: Category, tags: Iterable[str], issue: str, mitigation: str) -> str:
    """The id of a lesson with this content: the category's letter, a dash, ten lower-case base-32 characters (RFC 4648).

    `tags` are normalised; their order, blanks and line ends, and the normal form of the letters do not matter (DESIGN section 3).
    """
    # Each part is one line without a line end, and there are always three besides the tags: no two contents read the same.
    parts = [category, *sorted(set(tags)), issue, mitigation]
    text = "\n".join(" ".join(unicodedata.normalize("NFC", part).split()) for part in parts)
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
    return f"{category[0]}-{base64.b32encode(digest).decode('ascii')[:LENGTH].lower()}"

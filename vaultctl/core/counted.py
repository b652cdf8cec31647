"""A number with what it counts, in English."""

from __future__ import annotations


def counted(number: int, one: str, many: str = "") -> str:
    """`1 lesson`, `3 lessons`; `many` is the plural where it does not just take an s."""
    return f"{number} {one if number == 1 else many or one + 's'}"

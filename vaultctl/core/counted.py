"""A number with what it counts, in English."""

from __future__ import annotations


def counted(number: int, what: str) -> str:
    """`1 lesson`, `3 lessons`: the plural takes an s."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"

"""The YAML tree that both readers give: every scalar a text as typed, every node with its place.

Lines and columns count from 1, columns count characters; an end column is the one after the last character.
"""

from __future__ import annotations

from vaultctl.core.values import NamedTuple as _NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, NamedTuple

    Style = Literal["plain", "single", "double", "block", "empty"]
else:
    NamedTuple = _NamedTuple


class Scalar(NamedTuple):
    """A text.  `style` `empty` is a key without a value.

    `cut` is the comment (with its `#`) that ends a plain or empty scalar on the same line: often text that was meant.
    """

    text: str
    line: int
    column: int
    end_line: int
    end_column: int
    style: Style = "plain"
    cut: str = ""


class ListNode(NamedTuple):
    """A list.  `flow` is `[a, b]`, else a block list."""

    items: tuple[Node, ...]
    line: int
    column: int
    end_line: int
    end_column: int
    flow: bool = False


class MapNode(NamedTuple):
    """A mapping; a key that stands twice is there twice."""

    pairs: tuple[tuple[Scalar, Node], ...]
    line: int
    column: int
    end_line: int
    end_column: int
    flow: bool = False


if TYPE_CHECKING:
    Node = Scalar | ListNode | MapNode


class NotPlain(Exception):
    """The text is outside the plain subset; only `vaultctl.formats` sees this."""


class BadYaml(Exception):
    """The text is no YAML that is read here; only `vaultctl.formats` sees this.

    `problem` is a plain phrase.
    """

    def __init__(self, problem: str, line: int, column: int = 1) -> None:
        super().__init__(problem)
        self.problem = problem
        self.line = line
        self.column = column

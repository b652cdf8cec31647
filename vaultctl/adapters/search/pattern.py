"""The ripgrep pattern that narrows a notes vault to the files a query may touch.

It works by exclusion, which makes it a superset by construction: it describes a file whose front matter is spelled
canonically, holds exactly one `tags` line, and none of whose tags covers the query or lies below it.  ripgrep then lists the files
that do *not* match (`--files-without-match`): those that may be touched, and every file that is spelled in any other
way, broken ones included.  Nothing outside the front matter is looked at, so no body can hide its lesson.

Only ASCII tags count as canonical here; a file with any other is always looked at.
"""

from __future__ import annotations

from vaultctl.core import tags as tagging

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vaultctl.core.matching import Query

_LETTER = "a-z0-9_+"  # may stand anywhere in a segment
_INNER = rf"[{_LETTER}.\-]*[{_LETTER}\-]"  # any characters of a segment up to its end, which is no dot
_SEGMENT = rf"(?:[{_LETTER}](?:{_INNER})?|\.{_INNER})"  # does not start with a dash
_MORE = f"(?:/{_SEGMENT})*"
_CHARACTERS = "abcdefghijklmnopqrstuvwxyz0123456789_+"
# What may stand on a line of front matter: YAML breaks lines at these too, so a key could hide behind one.
_TEXT = r"[^\n\r\x{85}\x{2028}\x{2029}]*"


class _Node:
    """A trie over the tags that must not stand in an excluded file."""

    __slots__ = ("children", "ends", "prefix")

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        self.children: dict[str, _Node] = {}
        self.ends = False


def _trie(words: list[str]) -> _Node:
    root = _Node("")
    for word in words:
        node = root
        for size, char in enumerate(word, 1):
            node = node.children.setdefault(char, _Node(word[:size]))
        node.ends = True
    return root


def _escape(text: str) -> str:
    return "".join("\\" + char if char in ".+-" else char for char in text)


def _other_tags(words: list[str], subtree: frozenset[str]) -> str:
    """A pattern of every canonical tag that is none of `words` and lies below none of `subtree`.

    A tag leaves the trie of the words at some node: by ending there, or with a character that no child has.  How it may go on
    depends on that character alone.
    """
    ends: list[str] = []  # tags that end at a node
    letters: list[str] = []  # left with a letter, a digit, `_`, `+` or, inside a segment, a dash
    dots: list[str] = []  # left with a dot
    slashes: list[str] = []  # left with a slash
    stack = [_trie(words)]
    while stack:
        node = stack.pop()
        prefix = _escape(node.prefix)
        opens_segment = not node.prefix or node.prefix[-1] == "/"
        if not opens_segment and not node.ends and node.prefix[-1] != ".":
            ends.append(prefix)
        allowed = [char for char in _CHARACTERS if char not in node.children]
        if not opens_segment and "-" not in node.children:
            allowed.append("\\-")
        letters.append(f"{prefix}[{''.join(allowed)}]")
        if "." not in node.children:
            dots.append(prefix + "\\.")
        if not opens_segment and node.prefix[-1] != "." and "/" not in node.children and node.prefix not in subtree:
            slashes.append(prefix + "/")
        stack += [child for char, child in node.children.items() if not (char == "/" and node.prefix in subtree)]
    ways = ["|".join(ends)] if ends else []
    ways.append(f"(?:{'|'.join(letters)})(?:{_INNER})?{_MORE}")
    ways.append(f"(?:{'|'.join(dots)}){_INNER}{_MORE}" if dots else "")
    ways.append(f"(?:{'|'.join(slashes)}){_SEGMENT}{_MORE}" if slashes else "")
    return "(?:" + "|".join(way for way in ways if way) + ")"


def exclusion(query: Query) -> str | None:
    """The pattern of files that the query cannot touch; None where the query is not plain ASCII.

    The length grows with the square of the length of a tag and linearly with the number of tags.
    """
    if not all(tag.isascii() for tag in query.tags):
        return None
    words = sorted({above for tag in query.tags for above in tagging.ancestors(tag)})
    other = _other_tags(words, frozenset(query.tags))
    return (
        rf"\A---\n(?:[a-su-z]{_TEXT}\n)*"  # keys before the tags; none of them can be `tags`
        rf"tags: \[{other}(?:, {other})*\]\n"
        rf"(?:(?:[a-su-z]|tt){_TEXT}\n)*"  # keys after them: `ttl` and others, but no second `tags`
        r"---\n"
    )

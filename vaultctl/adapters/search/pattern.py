"""The ripgrep patterns that narrow a notes vault to the files a query may touch.

They work by exclusion, which makes what is left a superset by construction: a file is passed over only when its front matter is
spelled canonically, holds exactly one `tags` line, and none of its tags covers a queried tag or lies below one.  Every file
that is spelled in any other way is looked at, broken ones included.  Nothing outside the front matter counts, so no body can
hide its lesson.

With PCRE2 that is one pattern and one run (`not_excluded`).  A ripgrep built without it has no look-ahead; then the files with
`touched` and those without `canonical` are found in two runs.

PCRE2 patterns are for `--null-data`, which takes half the time of `--multiline`: what they look at is the part of a file up to
the next NUL, so nearly always all of it.  They match what has to be looked at, hence a file is found as soon as one of its parts
is not excluded; one with a NUL in it can be found needlessly, but not missed.  Only an empty file has no part at all.

Only ASCII tags count as canonical here; a file with any other is always looked at.
"""

from __future__ import annotations

from vaultctl.core import tags as tagging

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vaultctl.core.matching import Query

# A segment as `core.tags.normalise` accepts it: does not start with a dash, does not end in a dot.
_INNER = r"[a-z0-9_+.\-]*[a-z0-9_+\-]"
_SEGMENT = rf"(?:[a-z0-9_+](?:{_INNER})?|\.{_INNER})"
_TAG = f"{_SEGMENT}(?:/{_SEGMENT})*"
# One line of front matter.  YAML ends lines at these characters too, so a key could hide behind one.
_TEXT = r"[^\n\r\x{85}\x{2028}\x{2029}]*"
_BEFORE = rf"\A---\n(?:[a-su-z]{_TEXT}\n)*"  # no key before the tags can be `tags`
_AFTER = rf"\n(?:(?:[a-su-z]|tt){_TEXT}\n)*---\n"  # `ttl` and others may follow, but no second `tags`
_LIST = rf"{_TAG}(?:, {_TAG})*\]"


def is_plain(query: Query) -> bool:
    """Whether ripgrep can narrow the query: all its tags are ASCII."""
    return all(tag.isascii() for tag in query.tags)


def not_excluded(query: Query) -> str:
    """A PCRE2 pattern of the files that the query may touch."""
    return _other(rf"{_BEFORE}tags: \[(?![^\]\n]*?(?<=[\[ ])(?:{_wanted(query)})[,\]]){_LIST}{_AFTER}")


def canonical() -> str:
    """A pattern of the files whose front matter is spelled canonically."""
    return rf"{_BEFORE}tags: \[{_LIST}{_AFTER}"


def touched(query: Query) -> str:
    """A pattern of the canonical tag lines that the query touches."""
    return rf"^tags: \[(?:[^\]\n]*, )?(?:{_wanted(query)})[,\]]"


def _other(start: str) -> str:
    """A PCRE2 pattern of everything that does not start in that way."""
    return rf"\A(?!{start})"


def plain_id() -> str:
    """A pattern of the files whose front matter has one id, spelled without quotes or escapes."""
    return rf"\A---\n(?:[a-hj-z]{_TEXT}\n)*id: [A-Za-z0-9\-]+\n(?:(?:[a-hj-z]|is){_TEXT}\n)*---\n"


def _wanted(query: Query) -> str:
    """The tags that cover a queried one (it and all above it), and everything below the queried ones."""
    above = sorted({tag for queried in query.tags for tag in tagging.ancestors(queried)})
    below = [f"{_literal(tag)}/{_TAG}" for tag in query.tags]
    return "|".join([_literal(tag) for tag in above] + below)


def _literal(text: str) -> str:
    return "".join("\\" + char if char in ".+-" else char for char in text)

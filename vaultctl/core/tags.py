"""Tags: the one normaliser, ancestry, and what makes a tag portable.

A tag is a path of segments, `pdf/font/unicode` (DESIGN section 3).  `normalise` is used by every command;
`portability` holds the limits that only matter when a tag becomes a folder name, so that reading stays tolerant.
"""

from __future__ import annotations

from vaultctl.errors import UsageError

MAX_SEGMENT = 64
MAX_SEGMENT_BYTES = 200
"""In UTF-8: a name of a file has 255 bytes on most systems."""
MAX_SEGMENTS = 10
MAX_TAG = 200
"""Characters of a whole tag: with folders that are too deep, nobody could check the vault out."""
MAX_TAGS = 20
"""Tags of one lesson: more than that, and it is several lessons."""
MAX_PATH = 240
"""Characters of a lesson's path from the repository's root: Windows takes 260 with the folder of the clone before it."""
HINT = "choose another, shorter name"
_PUNCTUATION = "._+-"
_DEVICES = frozenset(
    ["con", "prn", "aux", "nul", "conin$", "conout$"] + [f"{name}{n}" for name in ("com", "lpt") for n in "0123456789¹²³"]
)


class TagError(UsageError):
    """A text that cannot be read as a tag."""


def normalise(text: str) -> str:
    """The canonical spelling of a tag.

    NFC, case-folded, one leading `#` dropped, `:` read as `/`, surrounding blanks and slashes dropped.
    Raises TagError for an empty tag, an empty segment, or a character that no tag may hold.
    """
    if text.isascii():
        tag = text.strip().lower()
    else:
        import unicodedata  # only here: most tags are ASCII

        # Folding can undo NFC and NFC can undo folding; twice is enough to be stable (UAX #15, section 5.1).
        tag = unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold().strip()).casefold()
        tag = unicodedata.normalize("NFC", tag)
    if tag.startswith("#"):
        tag = tag[1:].lstrip()
    tag = tag.replace(":", "/").strip("/ \t")
    if not tag:
        raise TagError(f"empty tag {text[:80]!r}" if text else "empty tag", "name a tag such as pdf/font/unicode")
    for segment in tag.split("/"):
        reason = _segment_fault(segment)
        if reason:
            raise TagError(f"bad tag {text[:80]!r}: {reason}", "use letters, digits and . _ + - in segments divided by /")
    return tag


def _segment_fault(segment: str) -> str:
    if not segment:
        return "an empty segment"
    if segment[0] == "-":
        return f"the segment {segment[:40]!r} starts with a dash"
    if segment[-1] == ".":
        return f"the segment {segment[-40:]!r} ends in a dot"
    for char in segment:
        if not (char.isalnum() or char in _PUNCTUATION or _is_mark(char)):
            return f"the character {char!r} (U+{ord(char):04X})"
    return ""


def _is_mark(char: str) -> bool:
    """Whether a character combines with the letter before it."""
    import unicodedata

    return unicodedata.category(char) in ("Mn", "Mc")


def portability(tag: str) -> str:
    """Why a normalised tag cannot be written as a folder on every system, or an empty text."""
    if len(tag) > MAX_TAG:
        return f"it is longer than {MAX_TAG} characters"
    if depth(tag) > MAX_SEGMENTS:
        return f"it has more than {MAX_SEGMENTS} segments"
    for segment in tag.split("/"):
        if len(segment) > MAX_SEGMENT or len(segment.encode("utf-8", "surrogatepass")) > MAX_SEGMENT_BYTES:
            return f"the segment {segment[:20]!r}… is longer than {MAX_SEGMENT} characters, or {MAX_SEGMENT_BYTES} bytes"
        if segment.split(".")[0] in _DEVICES:
            return f"the segment {segment!r} is a device name on Windows"
        if segment == ".git":
            return "the segment '.git' is git's own folder"
    return ""


def strict(text: str) -> str:
    """`normalise`, and refuse what is not portable: for queries and for everything that is written."""
    tag = normalise(text)
    reason = portability(tag)
    if reason:
        raise TagError(f"bad tag {text[:80]!r}: {reason}", HINT)
    return tag


def ancestors(tag: str) -> tuple[str, ...]:
    """The tag and everything above it, longest first: `a/b/c` -> (`a/b/c`, `a/b`, `a`)."""
    parts = tag.split("/")
    return tuple("/".join(parts[:size]) for size in range(len(parts), 0, -1))


def is_under(tag: str, ancestor: str) -> bool:
    """Whether `tag` equals `ancestor` or lies below it, by whole segments.  Both normalised."""
    return tag == ancestor or tag.startswith(ancestor + "/")


def depth(tag: str) -> int:
    """How many segments a normalised tag has."""
    return tag.count("/") + 1


def split_list(text: str) -> list[str]:
    """The tags of a comma-separated text, as typed; blank items are kept out."""
    return [item.strip() for item in text.split(",") if item.strip()]

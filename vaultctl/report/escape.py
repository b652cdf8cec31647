"""Text from lessons, file names and tools, made safe to print.

What cannot be seen, or would move the cursor, is written as an escape such as `\\x1b` or `\\u202e`; a byte that is not
UTF-8 as `\\xff`.
"""

from __future__ import annotations


def shown(text: str) -> str:
    """A paragraph of a lesson without what people would not see of it on a page (`core.shown`); not escaped yet."""
    if "<" not in text and "![" not in text and "]:" not in text:  # as `may_hide` says
        return text
    from vaultctl.core import shown as hiding  # only here: few lessons need it

    return hiding.shown(text)


def escape(text: str, *, keep: str = "") -> str:
    """The text with hidden characters as escapes.  Line feeds and tabs are escaped too, unless named in `keep`."""
    if text.isascii() and text.isprintable():
        return text
    from vaultctl.core.invisible import is_hidden  # only here and below: most text is printable ASCII

    return "".join(
        _escaped(char) if (char in "\n\t" and char not in keep) or is_hidden(text, index) else char
        for index, char in enumerate(text)
    )


def _escaped(char: str) -> str:
    code = ord(char)
    if 0xDC80 <= code <= 0xDCFF:  # a stray byte, kept by surrogateescape
        return f"\\x{code - 0xDC00:02x}"
    if char == "\n":
        return "\\n"
    if char == "\t":
        return "\\t"
    if code <= 0xFF:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def escape_json(text: str) -> str:
    """A JSON document with its hidden characters as JSON escapes; it stays the same document."""
    if text.isascii() and "\x7f" not in text:
        return text
    from vaultctl.core.invisible import is_hidden

    return "".join(
        _json_escaped(char) if char >= "\x7f" and is_hidden(text, index) else char for index, char in enumerate(text)
    )


def _json_escaped(char: str) -> str:
    code = ord(char)
    if code <= 0xFFFF:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"

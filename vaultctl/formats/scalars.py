"""How a text is written as a YAML scalar, and why one as typed cannot be read."""

from __future__ import annotations

_WORDS = frozenset(["true", "false", "yes", "no", "on", "off", "null", "y", "n", "nan", "inf"])
_NO_START = "*&!%@`"


def quote(text: str) -> str:
    """The text in double quotes, with the escapes that JSON and YAML share; reads back equal.

    A lone surrogate (a byte that was not UTF-8) cannot be written and becomes U+FFFD.
    """
    text = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + (text if text.isprintable() else "".join(map(_escape, text))) + '"'


def _escape(char: str) -> str:
    if char == "\n":
        return "\\n"
    if char == "\t":
        return "\\t"
    if char == "\r":
        return "\\r"
    if char < " " or "\x7f" <= char < "\xa0" or char in "\u2028\u2029\ufeff\ufffe\uffff":
        return f"\\u{ord(char):04x}"
    return "\ufffd" if "\ud800" <= char <= "\udfff" else char


def is_bare(text: str) -> bool:
    """Whether a text can stand without quotes, in a flow list too, and reads back equal."""
    if not text.isprintable() or not (text[:1].isalnum() or text[:1] in ("_", ".", "+")) or text[-1] in " :":
        return False
    if text[:3] == "..." or any(char in ",[]{}?\"'" for char in text):
        return False
    return ": " not in text and " #" not in text


def render(text: str) -> str:
    """The text bare where every YAML reader takes it as a text, else quoted."""
    return text if is_bare(text) and text[0].isalpha() and text.casefold() not in _WORDS else quote(text)


def render_list(items: tuple[str, ...]) -> str:
    """A flow list: `[a/b, c]`."""
    return "[" + ", ".join([item if is_bare(item) else quote(item) for item in items]) + "]"


def trouble(value: str) -> str:
    """Why the text after a key's colon is no YAML value, as a phrase; empty where that is not plain to see."""
    value = value.strip(" \t")
    first = value[:1]
    if not first:
        return ""
    if first in _NO_START:
        return f"a value must not start with {first} outside quotes"
    if first in "|>" and value.rstrip("0123456789+-")[1:].split("#")[0].strip():
        return f"a value must not start with {first} outside quotes"
    if first in "\"'":
        closing = _closing(value)
        if closing < 0:
            return f"the quote {first} is never closed"
        if value[closing + 1 :].strip() and not value[closing + 1 :].startswith((" #", "\t#")):
            return f"there is text after the closing quote {first}"
        return ""
    if first in "[{,]}":
        return f"a value must not start with {first} outside quotes"
    if first in "-?:" and value[1:2] in ("", " ", "\t"):
        return f"a value must not start with {first!r} and a blank outside quotes"
    if ": " in value or value.endswith(":") or ":\t" in value:
        return "a colon with a blank after it, outside quotes, starts a new key"
    return ""


def _closing(value: str) -> int:
    """Where the quote that a value starts with is closed, or -1."""
    mark = value[0]
    pos = 1
    while pos < len(value):
        if mark == '"' and value[pos] == "\\":
            pos += 2
        elif value[pos] != mark:
            pos += 1
        elif mark == "'" and value[pos + 1 : pos + 2] == "'":
            pos += 2
        else:
            return pos
    return -1


def suggestion(value: str) -> str:
    """The quoted form to use for the text after a key's colon, as typed."""
    value = " ".join(value.split())
    if value[:1] in ("'", '"'):
        closing = _closing(value)
        if closing < 0:
            value = value[1:]  # never closed
        elif value.endswith(value[0]) and value[closing + 1 : closing + 2] != " ":
            value = value[1:-1].replace('\\"', '"')  # quotes inside quotes, or a backslash that is no escape
    return quote(value if len(value) <= 300 else value[:300] + "…")

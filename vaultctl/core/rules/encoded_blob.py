"""encoded-blob: text that is encoded so that people cannot read it.

Runs of base64, base32, hexadecimal, binary, character codes or escapes that decode to text, and `data:` addresses, are errors; so are
long runs that decode to nothing readable.  Commit hashes, checksums (also `sha512-…`), ids and addresses are none.  Write the plain
text; put logs and binary data elsewhere.

What it cannot catch: short runs, encodings that it does not know, anything that is encrypted and looks like prose.
"""

from __future__ import annotations

import base64
import binascii
import re
from itertools import pairwise
from typing import TYPE_CHECKING

from vaultctl.core.content import Finding
from vaultctl.core.shapes import Shape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultctl.core.content import Passage
    from vaultctl.core.problem import Problem
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Context, Scope, Source

ID = "encoded-blob"
SEVERITY: Severity = "error"
SCOPE: Scope = "source"

_HINT = "write the plain text, or say where the data stands"
_RUN = re.compile(r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{20,}(?:\r?\n[ \t]*[A-Za-z0-9+/_-]{20,})*={0,2}")
_DATA = Shape("", "data: Data: DATA:", r"\bdata:[a-z]{2,20}/[a-z0-9.+-]{1,60}[;,]|\bdata:(?:;base64)?,", re.IGNORECASE)
_CODES = (
    (Shape("escapes", ("\\",), r"(?:\\u\{?[0-9a-fA-F]{2,6}\}?|\\x[0-9a-fA-F]{2}|\\U[0-9a-fA-F]{8}){5,}"), r"[0-9a-fA-F]{2,8}", 16),
    (Shape("escapes", ("\\",), r"(?:\\[0-7]{3}){5,}"), r"[0-7]{3}", 8),
    (Shape("character references", ("&#",), r"(?:&#[xX][0-9a-fA-F]{2,6};?){4,}"), r"[0-9a-fA-F]{2,6}", 16),
    (Shape("character references", ("&#",), r"(?:&#[0-9]{2,7};?){4,}"), r"[0-9]{2,7}", 10),
    (Shape("percent escapes", ("%",), r"(?:%[2-7][0-9a-fA-F]){5,}"), r"[0-9a-fA-F]{2}", 16),
    (Shape("hexadecimal", (), r"\b(?:0x)?[2-7][0-9a-fA-F](?:[ ,:;\\-]{1,2}(?:0x)?[2-7][0-9a-fA-F]){9,}\b"), r"[2-7][0-9a-fA-F]", 16),
    (Shape("character codes", (), r"\b[0-9]{2,3}(?:[ ,;]{1,2}[0-9]{2,3}){9,}\b"), r"[0-9]{2,3}", 10),
    (Shape("binary", ("1101 1100 0110",), r"\b0?[01]{7}(?:[ ,]{0,2}0?[01]{7}){4,}\b"), r"0[01]{7}|1[01]{6}", 2),
)
# Seven pairs of digits in a row, as the two shapes without needs have them.
_NUMBERS = re.compile(r"[0-9][0-9a-fA-F]{1,2}(?:[ ,:;\\-]{1,2}(?:0x)?[0-9a-fA-F]{2,3}){6}")
_CHECKSUM = re.compile(r"(?:sha-?\d{1,3}|md5|h1|integrity|blake\w{1,3}|checksum|digest|ssh-\w+|ecdsa-\S+)[-:=\"' ]{0,3}$", re.IGNORECASE)
_DIGEST = re.compile(r"(?:sha\d{1,3}|md5|h1)-(?:[A-Za-z0-9+/_-]{22,88})$")
_HASHES = frozenset([32, 40, 48, 56, 64, 96, 128])


def check(source: Source, context: Context) -> Iterator[Problem]:
    return source.content.report(ID, SEVERITY, _find)


def _find(passage: Passage) -> Iterator[Finding]:
    text = passage.text
    for match in _DATA.find(text):
        yield Finding(match.start(), "a data: address holds its content in itself", _HINT)
    for match in _RUN.finditer(text):
        yield from _judge(text, match)
    numbered = _NUMBERS.search(text) is not None
    for shape, code, base in _CODES:
        for match in shape.find(text) if shape.needs or numbered else ():
            numbers = [int(digits, base) for digits in re.findall(code, match[0])]
            meant = "".join(chr(number) for number in numbers if 0 < number < 0xD800)
            if _is_prose(meant, least=6):
                yield Finding(match.start(), f"text written as {shape.what}", _HINT)


def _judge(text: str, match: re.Match[str]) -> Iterator[Finding]:
    run = "".join(match[0].split())
    body = run.rstrip("=")
    letters = body.translate(_SEPARATORS)
    if letters.isdigit() and len(letters) < 40:
        return
    is_hex = all(char in "0123456789abcdefABCDEF" for char in body)
    before = text[max(0, match.start() - 40) : match.start()]
    for name, decoded in _decodings(body, is_hex=is_hex):
        if decoded is not None and _is_prose(decoded, least=9):
            yield Finding(match.start(), f"text written in {name}", _HINT)
            return
    if _CHECKSUM.search(before) or _DIGEST.match(body):
        return
    if is_hex:
        if len(body) > 64 and len(body) not in _HASHES and len(set(body)) > 8:
            yield Finding(match.start(), f"{len(body)} characters of hexadecimal", _HINT, None if len(body) > 160 else "warning")
        return
    longest = max(re.split(r"[/_-]", body), key=len) if "://" in before or "/" in before[-2:] or "." in before[-1:] else body
    if len(longest) >= 60 and _is_opaque(longest):
        yield Finding(match.start(), f"{len(body)} characters that nobody can read", _HINT, None if len(longest) >= 100 else "warning")


_SEPARATORS = str.maketrans("", "", "-_/+")


def _decodings(body: str, *, is_hex: bool) -> Iterator[tuple[str, str | None]]:
    if is_hex:
        yield "hexadecimal", _text(lambda: bytes.fromhex(body[: len(body) & ~1]))
    standard = body.replace("-", "+").replace("_", "/")
    yield "base64", _text(lambda: base64.b64decode(standard[: len(standard) & ~3]))
    if body.isupper() and not set(body) - set("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"):
        yield "base32", _text(lambda: base64.b32decode(body[: len(body) & ~7]))


def _text(decode: object) -> str | None:
    try:
        raw = decode()  # type: ignore[operator]
        plain = raw.decode("utf-8") if b"\0" not in raw else raw.decode("utf-16-le")
    except (ValueError, binascii.Error, UnicodeDecodeError):
        return None
    assert isinstance(plain, str)
    return plain


def _is_prose(text: str, *, least: int) -> bool:
    """Whether nearly everything is letters and blanks that can be printed."""
    if len(text) < least or not all(char.isprintable() or char in "\n\t\r" for char in text):
        return False
    return sum(char.isalpha() or char in " \n,.'" for char in text) * 10 >= len(text) * 7


def _is_opaque(run: str) -> bool:
    """Whether a run looks random: letters of both cases and digits, changing all the time."""
    kinds = ["d" if char.isdigit() else "u" if char.isupper() else "l" for char in run]
    if len(set(kinds)) < 3:
        return False
    changes = sum(one != other for one, other in pairwise(kinds))
    return changes * 3 > len(run)

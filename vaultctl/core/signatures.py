"""Signatures of failures: the words of an error without what differs from run to run, so that the same error counts together.

Paths, line and column numbers, hex addresses, commits, timestamps, uuids, durations, ports and process ids become
placeholders such as `{path}`.
Quoted values stay, for they tell one error from another; only a whole path in quotes is cut down to its last part.
"""

from __future__ import annotations

import re
import unicodedata

from vaultctl.core.cleaning import clean
from vaultctl.core.lesson import one_line

MAX_SIGNATURE = 300
"""Characters of a signature."""
MAX_READ = 4_000
"""Characters of an error that are looked at."""
_PASSES = 12

_EXTENSIONS = (
    "bash|c|cc|cfg|cjs|clj|cpp|cs|css|cts|cxx|dart|erl|ex|exs|f90|fs|go|gradle|h|hpp|hs|html?|ini|ipynb|java|jl|jsx?|json|kts?|"
    "less|lua|md|mjs|mm|mts|php|pl|pm|proto|ps1|pyi?|pyx|rb|rs|scala|scss|sh|sql|svelte|swift|tf|toml|tsx?|txt|vb|vue|xml|ya?ml|zig"
)
_SPOT = r"(?::\d+(?:[:.]\d+)?(?:-\d+(?::\d+)?)?|\(\d+(?:[,:]\s?\d+)?\)|\[\d+(?:,\s?\d+)?\])"
_STOP = r"\s'\"`“”‘’«»<>|,;:()\[\]{}"
_MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
_CLOCK = r"\d\d?:\d\d(?::\d\d(?:[.,]\d+)?)?(?:\s?[AaPp][Mm]\b)?"
_ZONE = r"(?:\s?(?:Z|UTC|GMT|[+-]\d\d:?\d\d))?"
_UNIT = r"(?:nanoseconds?|microseconds?|milliseconds?|msecs?|seconds?|secs?|minutes?|mins?|hours?|hrs?|days?)"
_TOKENS = re.compile(
    "|".join((
        r"(?P<known>\{(?:path|line|hex|time|uuid|duration|port|pid)\})",
        r"(?P<url>\b[A-Za-z][A-Za-z0-9+.-]*://[^\s'\"`<>]+)",
        r"(?P<quoted>(?<!\w)'[^'\n]*'(?!\w)|\"[^\"\n]*\"|`[^`\n]*`|“[^”\n]*”|‘[^’\n]*’|«[^»\n]*»)",
        r"(?P<uuid>\b[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}\b)",
        rf"(?P<time>\b\d{{4}}-\d\d-\d\d(?:[T_ ]{_CLOCK}{_ZONE})?\b|\b\d{{4}}/\d\d/\d\d(?:[ T]{_CLOCK}{_ZONE})?\b"
        rf"|\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),?\s)?(?:\d\d?[ /-]{_MONTH}|{_MONTH}\s{{1,2}}\d\d?)\b"
        rf"(?:[ /-]\d{{4}}(?:[ :,]\s?{_CLOCK}{_ZONE})?|[ :,]\s?{_CLOCK}{_ZONE}(?:\s\d{{4}})?)"
        rf"|\b\d{{1,2}}[/.]\d{{1,2}}[/.](?:19|20)\d\d(?:,?[ T]{_CLOCK}{_ZONE})?\b|\b(?:19|20)\d{{6}}T\d{{6}}(?:\.\d+)?Z?\b"
        rf"|\b\d\d?:\d\d(?::\d\d(?:[.,]\d+)?)?\s?[AaPp][Mm]\b"
        rf"|\b\d\d:\d\d:\d\d(?:[.,]\d+)?{_ZONE}|\b1[0-9]{{9}}(?:\.\d+)?\b|\b1[0-9]{{12}}\b)",
        r"(?P<hex>\b0[xX][0-9A-Fa-f]+\b|\b(?=[0-9a-f]*[a-f])(?=[0-9a-f]*\d)[0-9a-f]{32,64}\b"
        # A commit's short hash, where a word before it says what it is, or letters and digits mix often enough.
        r"|(?<=commit )[0-9a-f]{7,31}\b|(?<=HEAD )[0-9a-f]{7,31}\b|(?<=revision )[0-9a-f]{7,31}\b"
        r"|\b(?=[0-9a-f]{0,30}[a-f])(?=[0-9a-f]{0,30}\d[0-9a-f]{0,30}\d)[0-9a-f]{7,31}\b(?![.-]))",
        # After the method of a request stands the path of an address, which says what failed (RFC 9110, 9.1).
        r"(?P<request>\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s[\"']?/[^\s'\"`<>]*)",
        # Paths: of Windows, absolute or from `.`, `..` and `~`, relative ones that end in an extension or a line number, and
        # bare names of source files with a line number.
        rf"(?P<path>(?<![\w/])[A-Za-z]:[\\/][^{_STOP}]*{_SPOT}?|(?<![\w/\\])\\\\[^{_STOP}]+{_SPOT}?"
        rf"|(?<![\w.}}~/-])(?:~[\w-]*|\.{{1,2}})?/[^{_STOP}]*[^{_STOP}.!?]{_SPOT}?"
        rf"|(?<![\w.}}@/-])(?:[\w.+-]+[/\\])+[\w.+-]+(?:{_SPOT}|(?<=\.)[A-Za-z]\w{{0,7}}\b|\.[A-Za-z]\w{{0,7}}(?![\w/]){_SPOT}?)"
        rf"|(?<![\w.}}@/-])(?:[\w.+-]+\.(?:{_EXTENSIONS})|Makefile|Dockerfile|Rakefile|Gemfile|Jenkinsfile|BUILD){_SPOT})",
        r"(?P<line>\b(?P<word>[Ll]ines?|LINE|[Ll]ineno|[Cc]olumns?|[Cc]ol|[Ll]n|[Oo]ffset|[Pp]osition|[Cc]har(?:acter)?s?|[Rr]ows?)"
        r"(?:\s?[:=#]\s?|\s)\d+(?:\s?[-–,:]\s?\d+)?\b|\(\d+[:,]\s?\d+\)|(?<![\w}]):\d+:\d+\b|\bL\d{1,6}(?=[:,\s]|$))",
        r"(?P<pid>\b(?P<process>[Pp]id|PID|[Pp]rocess(?: id)?)(?:\s?[:=#]\s?|\s|\[)\d+\b)",
        r"(?P<port>(?P<host>\blocalhost|\b\d{1,3}(?:\.\d{1,3}){3}|\b[\w-]+(?:\.[\w-]+)+|\[[0-9A-Fa-f:]+\]|(?<![\w:]):{2,3}"
        r"|(?<![\w:])\*?):(?P<number>\d{2,5})\b(?![:.]\d)|\b(?P<named>[Pp]orts?|PORT)(?:\s?[:=#]\s?|\s)\d{1,5}(?:(?:,\s?|\s(?:and|or|to)\s|-)(?:(?:and|or)\s)?\d{1,5})*\b)",
        rf"(?P<duration>(?<![\w.,])(?<![Nn]ode )(?:\d+(?:[.,]\d+)?\s?{_UNIT}(?:,?\s(?:and\s)?\d+(?:[.,]\d+)?\s?{_UNIT})+\b"
        r"|(?:\d+(?:[.,]\d+)?(?:ms|s|m|h|d)\s){1,4}\d+(?:[.,]\d+)?(?:ms|s|m|h|d)\b|"
        rf"(?:\d+(?:[.,]\d+)?\s?{_UNIT}\b|(?:\d+(?:[.,]\d+)?(?:ns|us|µs|μs|ms|s|m|h|d))+\b"
        r"|\d+(?:[.,]\d+)?\s(?:ns|us|µs|μs|ms|s)\b)))",
    ))
)  # fmt: skip
_PLACE = re.compile(r"(?:[A-Za-z]:[\\/]|~?/|\\\\)(?:[^\\/\n]+[\\/])+(?P<last>[^\\/\n]+)")
_TEMPORARY = re.compile(
    r"(?i)(?:/private)?/(?:var/)?tmp/|/var/folders/|/dev/shm/"
    r"|[a-z]:[\\/](?:users[\\/][^\\/]+[\\/]appdata[\\/]local[\\/])?temp[\\/]"
)
_IN_URL = re.compile(
    r"(?P<uuid>\b[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\b)|(?P<hex>\b[0-9a-f]{32,64}\b)|(?P<time>\b1\d{9}(?:\d{3})?\b)"
)


def normalise(text: str) -> str:
    """The signature of an error, on one line, at most 300 characters; idempotent.

    Terminal escapes and invisible characters are taken out.  The text must hold no secrets any more.
    """
    text = one_line(unicodedata.normalize("NFC", clean(text[:MAX_READ]).text))
    for _ in range(_PASSES):
        shorter = _cut(one_line(_TOKENS.sub(_placeholder, text)))
        if shorter == text:
            break
        text = shorter
    return text


def _cut(text: str) -> str:
    return text if len(text) <= MAX_SIGNATURE else text[: MAX_SIGNATURE - 1].rstrip() + "…"


def _placeholder(match: re.Match[str]) -> str:
    kind = next(name for name in _KINDS if match[name] is not None)
    if kind == "known":
        return match[0]
    if kind == "quoted":
        return match[0][0] + _without_folders(match[0][1:-1]) + match[0][-1]
    if kind == "url":
        return _url(match[0])
    if kind == "request":
        method, _, path = match[0].partition("/")
        return f"{method}/{_IN_URL.sub(lambda found: f'{{{found.lastgroup}}}', path)}"
    if kind == "pid":
        return f"{match['process']} {{pid}}"
    if kind == "line" and match[0][0] == "L" and match[0][1:].isdigit():
        return "line {line}"
    if kind == "line":
        return f"{match['word']} {{line}}" if match["word"] else "({line})" if match[0].startswith("(") else ":{line}"
    if kind == "port":
        return f"{match['named']} {{port}}" if match["named"] else f"{match['host']}:{{port}}"
    return f"{{{kind}}}"


_KINDS = ("known", "url", "quoted", "uuid", "time", "hex", "request", "path", "line", "pid", "port", "duration")


def _without_folders(value: str) -> str:
    """A quoted value; of a whole path the last part, for the folders are this machine's."""
    path = _PLACE.fullmatch(value)
    if path is None:
        return value
    # The name of a temporary file is made up each time.
    return "{path}" if _TEMPORARY.match(value) and any(map(str.isdigit, path["last"])) else f"{{path}}/{path['last']}"


def _url(text: str) -> str:
    if text.lower().startswith("file:"):
        return "{path}"
    scheme, _, rest = text.partition("://")
    host, slash, path = rest.partition("/")
    host = re.sub(r":\d+$", ":{port}", host)
    path = re.sub(r"(?::\d+){1,2}(?=\)?$)", "", path)
    return f"{scheme}://{host}{slash}{_IN_URL.sub(lambda found: f'{{{found.lastgroup}}}', path)}"

"""Takes credentials out of text that is about to be shown: addresses with a token in them, headers, tokens of known shapes.

Everything that carries the words of git or of a forge goes through `redact` before it becomes a message.
"""

from __future__ import annotations

HIDDEN = "***"


def redact(text: str) -> str:
    """The text with every credential replaced by `***`.  The user name of an ssh address is none and stays."""
    import re  # only errors come here, and the check path may not pay for it

    # RFC 3986 user information ends at the last `@` before the path; ssh users (`git@`) are public.
    text = re.sub(r"(?i)\b(?!ssh://[^/\s:@]*@|git\+ssh://[^/\s:@]*@)([a-z][a-z0-9+.-]*://)[^\s/'\"]*@", rf"\1{HIDDEN}@", text)
    text = re.sub(r"(?i)([?&;](?:[\w-]*token|[\w-]*key|password|secret|sig)=)[^&\s'\"]+", rf"\1{HIDDEN}", text)
    text = re.sub(r"(?i)\b((?:proxy-)?authorization:\s*(?:\w+\s+)?)[^\s'\"]+", rf"\1{HIDDEN}", text)
    text = re.sub(r"(?i)\b(private-token:\s*)[^\s'\"]+", rf"\1{HIDDEN}", text)
    return re.sub(r"\b(gh[opusr]_|github_pat_|glpat-|gldt-|glcbt-)[\w-]{8,}", rf"\1{HIDDEN}", text)


def remove_secrets(text: str) -> str:
    """The text without credentials and without any other secret that `core.secrets` knows; for what is written for good.

    Where the end of a secret cannot be told, the rest of its line goes, and where that does not do, the whole text.
    """
    import re

    from vaultctl.core import secrets

    text = redact(text)
    names, value = r"password|passwd|secret|token|api_?key|access_?key", r"\"[^\"\n]*\"|'[^'\n]*'|[^\s'\"&;]+"
    text = re.sub(rf"(?i)\b([\w-]*(?:{names}))=(?:{value})", rf"\1={HIDDEN}", text)
    for end in (r"[^\s'\"`<>,;()\[\]{}]+", r"[^\n]+"):
        for at, kind in reversed(list(secrets.find(text))):
            is_block = "private key" in kind.lower()
            span = re.compile(r"[^\n]*(?:(?s:.*?)-----END [^\n]*|(?s:.*))" if is_block else end).match(text, at)
            text = f"{text[:at]}{HIDDEN}{text[span.end() if span else len(text):]}"
    return HIDDEN if next(iter(secrets.find(text)), None) is not None else text

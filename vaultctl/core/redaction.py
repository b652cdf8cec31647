"""Takes credentials out of text that is about to be shown: addresses with a token in them, headers, tokens of known shapes.

Everything that carries the words of git or of a forge goes through `redact` before it becomes a message.
"""

from __future__ import annotations

HIDDEN = "***"


def redact(text: str) -> str:
    """The text with every credential replaced by `***`.  The user name of an ssh address is none and stays."""
    import re  # only errors come here, and the check path may not pay for it

    # RFC 3986 user information ends at the last `@` before the path; ssh users (`git@`) are public.
    text = re.sub(r"(?i)\b(?!ssh://[^/\s:@]*@|git\+ssh://[^/\s:@]*@)([a-z][a-z0-9+.-]{0,30}://)[^\s/'\"]*@", rf"\1{HIDDEN}@", text)
    text = re.sub(r"(?i)([?&;](?:[\w-]*token|[\w-]*key|password|secret|sig)=)[^&\s'\"]+", rf"\1{HIDDEN}", text)
    text = re.sub(r"(?i)\b((?:proxy-)?authorization:\s*(?:\w+\s+)?)[^\s'\"]+", rf"\1{HIDDEN}", text)
    text = re.sub(r"(?i)\b(private-token:\s*)[^\s'\"]+", rf"\1{HIDDEN}", text)
    return re.sub(r"\b(gh[opusr]_|github_pat_|glpat-|gldt-|glcbt-)[\w-]{8,}", rf"\1{HIDDEN}", text)


# Names of what is secret, wherever in a key they stand: SECRET_KEY, client_secret, X-API-Key.  No prefix is matched, so that the
# search stays linear.
_NAMES = (
    r"pass(?:word|wd|phrase|code)|pwd|secret|token|credential|(?:api|access|private|encryption|signing|account)[-_. ]?key|session[-_]?id"
    r"|sessionid|csrf|connection[-_]?string"
)
# Of these, the whole line is the value.
_LINES = r"(?:proxy-)?authorization|cookie|passphrase"
_QUOTED = r"\\*\"(?:[^\"\\\n]|\\[^\n])*(?:\"|$)|\\*'(?:[^'\\\n]|\\[^\n])*(?:'|$)|`[^`\n]*(?:`|$)"
_VALUE = rf"(?:{_QUOTED}|[|>][+-]?[ \t]*\n[ \t]+[^\n]+|\S+)"
_AFTER = r"\\*[\"'`]?[ \t]{0,8}(?:=>|:=|[:=])[ \t]{0,8}"
_SPELLED = (
    (r"-----BEGIN [^\n]{0,60}?PRIVATE KEY(?s:.*?)(?:-----END [^\n-]{0,60}-----|\Z)", ""),
    (rf"(?im)((?:{_LINES}){_AFTER})(?:{_QUOTED}|[^\n]+)", r"\1"),
    (rf"(?im)((?:(?:{_NAMES})[\w-]{{0,40}}|(?<![a-z])pass){_AFTER}){_VALUE}", r"\1"),
    (rf"(?im)((?<!\S)--?(?:[a-z0-9]{{1,30}}[-_]){{0,4}}(?:{_NAMES}|pass)[\w-]{{0,30}}[ \t]{{1,8}}){_VALUE}", r"\1"),
    (r"((?<!\S)(?:-u|--user|-U|--proxy-user)[ \t=]{0,8}['\"]?[^\s:'\"]{1,200}:)[^\s'\"]+", r"\1"),
    (r"(\bsshpass[ \t]{1,8}-p[ \t]{0,8})\S+", r"\1"),
    (r"(?i)(\bbearer[ \t]{1,8})(?!(?:token|auth\w*|scheme|realm)\b)[\w.~+/=:-]{6,}", r"\1"),
    (r"(\b[Bb](?:asic|ASIC)[ \t]{1,8})(?=[a-z]{0,60}[A-Z0-9+/=])[\w.~+/=-]{6,}", r"\1"),
    *((pattern, "") for pattern in (
        r"(?:github_pat_|gh[opusr]_)\w{8,}",
        r"gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|oas)-[\w-]{8,}",
        r"(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}",
        r"(?:xox[a-z]|xapp)-[\w-]{10,}|AIza[\w-]{35}|ya29\.[\w-]{20,}|[sr]k_(?:live|test)_\w{10,}|whsec_[\w+/=]{16,}",
        r"(?:npm|hf|gsk|ntn|figd|sbp|rubygems|lin_api|dckr_pat|sntrys|glsa|dop_v1|doo_v1|shpat|shpss|shppa|shpca)_[\w-]{20,}",
        r"(?<![A-Za-z0-9])(?:sk|pul|pplx|xai)-(?=[a-z-]{0,60}[0-9A-Z])[\w-]{20,}|pypi-AgE[\w-]{16,}|NRAK-\w{20,}|PMAK-[\w-]{30,}",
        r"eyJ[\w-]{10,400}\.eyJ[\w-]{4,}(?:\.[\w-]+)?|ATATT3[\w=-]{20,}|hv[sb]\.[\w-]{20,}|SG\.[\w-]{16,}\.[\w-]{16,}|dapi[0-9a-f]{32}",
    )),
)  # fmt: skip


def remove_secrets(text: str) -> str:
    """The text without credentials and without any other secret that `core.secrets` knows; for what is written for good.

    What stands where a secret usually does goes too: too much rather than too little.  Where the end of a secret cannot be told,
    the rest of its line goes, and where that does not do, the whole text.  Time grows with the length of the text.
    """
    import re

    from vaultctl.core import secrets

    for pattern, kept in _SPELLED:
        text = re.sub(pattern, kept + HIDDEN, text)
    text = redact(text)
    for end in (r"[^\s'\"`<>,;()\[\]{}]+", r"[^\n]+"):
        for at, kind in reversed(list(secrets.find(text))):
            is_block = "private key" in kind.lower()
            span = re.compile(r"[^\n]*(?:(?s:.*?)-----END [^\n]*|(?s:.*))" if is_block else end).match(text, at)
            text = f"{text[:at]}{HIDDEN}{text[span.end() if span else len(text):]}"
    return HIDDEN if next(iter(secrets.find(text)), None) is not None else text


def holds_token(text: str) -> bool:
    """Whether a name holds a secret by its shape; a word such as `token:` in it is none."""
    import re

    from vaultctl.core import secrets

    tokens = [pattern for pattern, kept in _SPELLED if not kept]
    return any(re.search(pattern, text) for pattern in tokens) or redact(text) != text or next(iter(secrets.find(text)), None) is not None

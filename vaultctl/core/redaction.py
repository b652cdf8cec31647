"""Takes credentials out of text that is about to be shown: addresses with a token in them, headers, tokens of known shapes.

Everything that carries the words of git, of a remote or of a forge goes through `redact` before it becomes a message.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

HIDDEN = "***"


def redact(text: str) -> str:
    """The text with every credential replaced by `***`, spelled out (`token=…`) or of a known shape; time grows with its length.

    The user name of an ssh address is none and stays.
    """
    import re  # only errors come here, and the check path may not pay for it

    if not text:
        return text
    # Colours and what has no width may stand in the midst of what is looked for; where nothing is hidden they stay.
    plain = re.sub(r"\x1b\[[0-9;?]{0,40}[@-~]|[\u00ad\u200b-\u200f\u2060\ufeff]", "", text)
    if plain != text:
        hidden = _hide_addresses(_hide_spelled(plain))
        return hidden if hidden != plain else text
    return _hide_addresses(_hide_spelled(text))


def holds_credentials(address: str) -> bool:
    """Whether an address has a password or a token in it."""
    return _hide_addresses(address) != address


def _hide_addresses(text: str) -> str:
    import re

    # RFC 3986 user information ends at the last `@` before the path; ssh users (`git@`) are public.
    text = re.sub(r"(?i)\b(?!ssh://[^/\s:@]*@|git\+ssh://[^/\s:@]*@)([a-z][a-z0-9+.-]{0,30}://)[^\s/'\"]*@", rf"\1{HIDDEN}@", text)
    text = re.sub(r"(?i)([?&;](?:[\w-]*token|[\w-]*key|password|secret|sig)=)[^&\s'\"]+", rf"\1{HIDDEN}", text)
    text = re.sub(r"(?i)\b((?:proxy-)?authorization:\s*(?:\w+\s+)?)[^\s'\"]+", rf"\1{HIDDEN}", text)
    text = re.sub(r"(?i)\b(private-token:\s*)[^\s'\"]+", rf"\1{HIDDEN}", text)
    return re.sub(r"\b(gh[opusr]_|github_pat_|glpat-|gldt-|glcbt-)[\w-]{8,}", rf"\1{HIDDEN}", text)


# What other languages call a password, with the accents in one character or in two.  `mdp` is French, in one word.
_ABROAD = (
    r"passwort|kennwort|contrase(?:ñ|n\u0303?)a|mot[ _-]?de[ _-]?passe|(?<![a-z])mdp(?![a-z])|senha|palavra[ _-]?passe|wachtwoord"
    r"|has(?:ł|l)o|heslo|jelsz(?:ó|o\u0301?)|l(?:ö|o\u0308?)senord|passord|adgangskode|kodeord|salasana|parol[aeă]|lozinka"
    r"|(?:ş|s\u0327?)ifre|пароль|密码|密碼|口令|パスワード|비밀번호|암호|kata[ _-]sandi|mật[ _-]khẩu"
    r"|κωδικός|סיסמה|كلمة المرور|पासवर्ड|รหัสผ่าน"
)
_PASS = rf"pass(?:word|wd|phrase|code)|pwd|{_ABROAD}"
# Names of what is secret, wherever in a key they stand: SECRET_KEY, client_secret, X-API-Key.  No prefix is matched, so that the
# search stays linear.
_NAMES = (
    rf"{_PASS}|secret|token|credential|(?:api|access|private|encryption|signing|account)[-_. ]?key|session[-_]?id"
    r"|sessionid|csrf|connection[-_]?string"
)
# Of these, the whole line is the value.
_LINES = r"(?:proxy-)?authorization|cookie|passphrase"
_QUOTED = (
    r"\"{3}[^\"]*\"{0,3}|'{3}[^']*'{0,3}|\\*\"(?:[^\"\\\n]|\\[^\n])*(?:\"|$)|\\*'(?:[^'\\\n]|\\[^\n])*(?:'|$)|`[^`\n]*(?:`|$)"
    r"|“[^”\n]*”?|‘[^’\n]*’?|«[^»\n]*»?"
)
# What is said of a secret and is none: `password: must not be empty`, `token: null`.
_SAID = (
    r"(?![\[({\"'\\]{0,4}(?i:must|is|are|was|should|cannot|can(?:'t|not)?|may|not|has|have|does|did|required|optional|missing|invalid|wrong"
    r"|incorrect|expired|revoked|denied|rejected|too|field|this field|please|expected|unexpected|failed|failure|error|string|none|null|nil"
    r"|undefined|true|false|empty|no|yes|unknown|unset)[.,;:!?)\]}\"'\\]{0,8}(?:\s|$))"
)
_BLOCK = r"[|>][+-]?[ \t]*\n[ \t]+[^\n]+(?:\n[ \t]+[^\n]+)*"
_VALUE = rf"(?:{_QUOTED}|{_BLOCK}|\S+)"
_SHUT = r"(?:\\*[\"'`”’»]|%2[27]|&quot;|&#3[49];|&apos;)?[ \t]{0,8}"
_SIGN = r"(?:=>|:=|[:=\uff1d\uff1a\ufe66\ufe55]|%(?:25)?3[AaDd])"
_AFTER = rf"{_SHUT}\]?[ \t]{{0,8}}{_SIGN}[ \t]{{0,8}}"
# Not a word of prose, a sign, a place or a variable: what somebody chose.
_CHOSEN = (
    r"(?![\W_]{0,3}(?-i:[A-Za-z]?[a-z'’]{0,40}(?:-[a-z]{1,30}){0,4}|[A-Z_-]{0,40})[^\s\w]{0,4}(?:\s|$))(?![(<{\[/|&]|\$\{?\w+\}?(?:\s|$)"
    r"|[\d.,:;)%]{1,4}(?:\s|$)|[^\s\w]{1,3}(?:\s|$))"
)
_MIXED = r"(?=[\w+/=.~!$%&?^@#*-]{8})(?=[^\s\d]{0,200}\d)(?=[^\sA-Za-z]{0,200}[A-Za-z])(?![^\s]{0,200}[/\\])"
_BLANK = r"[ \t\r\n]{1,40}"
_SPELLED = (
    (r"-----BEGIN [^\n]{0,60}?PRIVATE KEY(?s:.*?)(?:-----END [^\n-]{0,60}-----|\Z)", ""),
    (rf"(?im)((?:{_LINES}){_AFTER}){_SAID}(?:{_QUOTED}|[^\n]+)", r"\1"),
    (rf"(?im)((?:(?:{_NAMES})[\w-]{{0,40}}(?<!error)(?<!exception)|(?<![a-z])pass){_AFTER}){_SAID}{_VALUE}", r"\1"),
    # The value on the next line, which holds nothing else and is no assignment itself.
    (rf"(?im)((?:{_NAMES})[\w-]{{0,40}}{_SHUT}\]?[ \t]{{0,8}}=[ \t]*\r?\n[ \t]*){_SAID}(?![\w.-]{{1,80}}[ \t]{{0,8}}[:=](?![=\s]))"
     r"\S+(?=[ \t\r]*$)", r"\1"),
    (rf"(?im)((?:{_NAMES})[\w-]{{0,40}}{_SHUT}\]?[ \t]{{0,8}}=[ \t]*\r?\n[ \t]*){_SAID}{_CHOSEN}"
     r"(?![\w.-]{1,80}[ \t]{0,8}[:=])\S+", r"\1"),
    (rf"(?im)((?:{_NAMES})[\w-]{{0,40}}{_SHUT}\]?[ \t]{{0,8}}{_SIGN}[ \t]*\r?\n[ \t]*(?:-[ \t]+)?){_SAID}{_CHOSEN}"
     r"(?![\w.-]{1,80}[ \t]{0,8}[:=](?![=\s])|[\w.-]{1,80}:)\S+(?=[ \t\r]*$)", r"\1"),
    # Elements, property lists, and pairs of a name and a value: settings.xml, web.config, the environment of a container.
    (rf"(?i)(<[\w:.-]{{0,40}}(?:{_NAMES})[\w.-]{{0,40}}(?:\s[^<>]{{0,200}})?>){_SAID}(?:<!\[CDATA\[[^\]]*|[^<]+)", r"\1"),
    (rf"(?i)(&lt;[\w:.-]{{0,40}}(?:{_NAMES})[\w.-]{{0,40}}&gt;){_SAID}[^&]+", r"\1"),
    (rf"(?i)((?:{_NAMES})[\w .-]{{0,40}}</key>\s{{0,40}}<string>)[^<]+", r"\1"),
    (rf"(?im)((?:{_NAMES})[\w.-]{{0,40}}\\*[\"']?,?\s{{1,40}}\\*[\"']?value{_AFTER}){_SAID}{_VALUE}", r"\1"),
    (rf"(?im)((?:{_NAMES})[\w.-]{{0,40}}\\*[\"'],\\*[\"']value{_AFTER}){_SAID}{_VALUE}", r"\1"),
    # `docker login` keeps name and password in one, npm as well.
    (rf"(?im)(\\*[\"']auth{_AFTER})(?!\\*[\"'][a-z_-]{{0,16}}\\*[\"']){_SAID}(?:{_QUOTED})", r"\1"),
    (rf"(?im)((?<![a-z])_auth{_AFTER}){_VALUE}", r"\1"),
    # netrc, SQL, calls, shells.
    (rf"(?i)(\b(?:(?:machine|login|account|user){_BLANK}[^\s:,.]{{1,200}}|default){_BLANK}password{_BLANK}){_SAID}\S+", r"\1"),
    (rf"(?im)(\bidentified{_BLANK}(?:with{_BLANK}\S{{1,60}}{_BLANK})?(?:by|as){_BLANK}(?:password{_BLANK})?){_VALUE}", r"\1"),
    (rf"(?im)(\bpassword[ \t]{{1,8}}for[ \t]{{1,8}}\S{{1,200}}[ \t]{{0,8}}=[ \t]{{0,8}}){_VALUE}", r"\1"),
    (rf"(?im)((?:{_PASS})\w{{0,20}}\([ \t]{{0,8}})(?:{_QUOTED})", r"\1"),
    (rf"(?im)(\b(?:set|put|add)[a-z_]{{0,20}}(?:{_NAMES})\w{{0,20}}\([ \t]{{0,8}})(?:{_QUOTED})", r"\1"),
    (rf"(?im)((?:env|set[a-z]{{0,20}}|put[a-z]{{0,20}}|add[a-z]{{0,20}})\([ \t]{{0,8}}[\"'][\w.-]{{0,60}}(?:{_NAMES})[\w.-]{{0,40}}"
     rf"[\"'],[ \t]{{0,8}})(?:{_QUOTED})", r"\1"),
    (rf"(?m)((?<![\w-])(?:ENV|ARG|setx|setenv|set|config set|configure set)(?:[ \t]{{1,8}}-\w{{1,20}}){{0,3}}[ \t]{{1,8}}[^\s=]{{0,80}}"
     rf"(?i:{_NAMES})[\w-]{{0,40}}[ \t]{{1,8}})(?i:{_CHOSEN}){_VALUE}", r"\1"),
    (rf"(?im)((?<!\S)--?(?:[a-z0-9]{{1,30}}[-_]){{0,4}}(?:{_NAMES}|pass)[\w-]{{0,30}}[ \t]{{1,8}}){_VALUE}", r"\1"),
    # A word and a blank alone: only what is in quotes, or no word of prose.
    (rf"(?im)((?:{_PASS})[ \t]{{1,8}})(?:(?:is|was)[ \t]{{1,8}})?{_CHOSEN}{_SAID}{_VALUE}", r"\1"),
    (rf"(?im)((?:{_PASS})[ \t]{{1,8}}){_SAID}(?:{_QUOTED})", r"\1"),
    (rf"(?im)(\b(?:secret|token|api[ _-]?key)[ \t]{{1,8}}){_MIXED}\S+", r"\1"),
    (r"((?<!\S)(?:-u|--user|-U|--proxy-user)[ \t=]{0,8}['\"]?[^\s:'\"]{1,200}:)[^\s'\"]+", r"\1"),
    (r"(\bsshpass[ \t]{1,8}-p[ \t]{0,8})\S+", r"\1"),
    (r"(?i)(\bbearer[ \t]{1,8})(?!(?:token|auth\w*|scheme|realm)\b)[\w.~+/=:-]{6,}", r"\1"),
    (r"(\b[Bb](?:asic|ASIC)[ \t]{1,8})(?=[a-z]{0,60}[A-Z0-9+/=])[\w.~+/=-]{6,}", r"\1"),
    *((pattern, "") for pattern in (
        r"gh[opusr]_\w{8,35}\r?\n(?=[A-Za-z]{0,28}\d)\w{4,28}\b",  # wrapped: it has 40 characters
        r"(?:github_pat_|gh[opusr]_)\w{8,}",
        r"gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|oas)-[\w-]{8,}",
        r"(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}",
        r"(?:xox[a-z]|xapp)-[\w-]{10,}|AIza[\w-]{35}|ya29\.[\w-]{20,}|[sr]k_(?:live|test)_\w{10,}|whsec_[\w+/=]{16,}",
        r"(?:npm|hf|gsk|ntn|figd|sbp|rubygems|lin_api|dckr_pat|sntrys|glsa|dop_v1|doo_v1|shpat|shpss|shppa|shpca)_[\w-]{20,}",
        r"(?<![A-Za-z0-9])(?:sk|pul|pplx|xai)-(?=[a-z-]{0,60}[0-9A-Z])[\w-]{20,}|pypi-AgE[\w-]{16,}|NRAK-\w{20,}|PMAK-[\w-]{30,}",
        r"eyJ[\w-]{10,400}\.eyJ[\w-]{4,}(?:\.[\w-]+)?|ATATT3[\w=-]{20,}|hv[sb]\.[\w-]{20,}|SG\.[\w-]{16,}\.[\w-]{16,}|dapi[0-9a-f]{32}",
    )),
)  # fmt: skip

# `-p` is a password for some programs, and a port, a folder, a package for most.
_SHORT = rf"(?m)(?<!\S)(-p(?:[ \t=]{{1,8}}|(?=[^\s=-])))((?:{_QUOTED})|[^\s'\"`;|&<>()-][^\s'\"`;|&<>()]*)"
_TAKE_PASSWORDS = (
    r"(?i)mysql|mariadb|mongo|sshpass|\blogin\b|\b7z|twine|sqlplus|ldap|htpasswd|\brar\b|keytool|openssl|\baz\b|influx|clickhouse"
)
_TAKE_OTHERS = (
    r"\b(?:cargo|mkdir|docker|podman|compose|nerdctl|ssh|scp|pytest|git|tsc|uvx?|npx|npm|pnpm|go|ps|cp|patch|python[\d.]*|pip|nix|read|make"
    r"|rustc|dotnet|msbuild|gradlew?|nmap|tar|perl|tox|virtualenv|psql|pg_\w+|redis-cli|createdb|dropdb)\b"
)
_BEFORE = 120
"""Characters in which the name of a program is looked for before its `-p`."""


def _hide_spelled(text: str) -> str:
    import re

    named = re.search(f"(?i)pass|{_NAMES}", text) is not None
    for pattern, kept in _SPELLED:
        if named or _PASS not in pattern:
            text = re.sub(pattern, kept + HIDDEN, text)
    return re.sub(_SHORT, _hide_short, text)


def _hide_short(found: re.Match[str]) -> str:
    """What stands for `-p VALUE`: a number is a port, also where a program takes passwords there."""
    import re

    given, value = found[1], found[2]
    plain = value.strip("\"'`")
    if not plain.strip("0123456789.,:;") or re.match(r"[\d.:-]+(?:/\w+)?$", plain) or plain == HIDDEN:
        return found[0]
    before = found.string[max(0, found.start() - _BEFORE) : found.start()].rpartition("\n")[2]
    if not re.search(_TAKE_PASSWORDS, before):
        mixed = any(char.isdigit() for char in plain) and any(char.isalpha() for char in plain)
        chosen = mixed or any(char in "!$%?^@#*+" for char in plain)
        if not chosen or given == "-p" or re.search(r"[/\\:]|\.\w+$", plain) or re.search(_TAKE_OTHERS, before):
            return found[0]
    return given + HIDDEN


def remove_secrets(text: str) -> str:
    """The text without credentials and without any other secret that `core.secrets` knows; for what is written for good.

    What stands where a secret usually does goes too: too much rather than too little.  Where the end of a secret cannot be told,
    the rest of its line goes, and where that does not do, the whole text.  Time grows with the length of the text.
    """
    import re

    from vaultctl.core import secrets

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
    shaped = any(re.search(pattern, text) for pattern in tokens) or holds_credentials(text)
    return shaped or next(iter(secrets.find(text)), None) is not None

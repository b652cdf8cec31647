"""fetch-and-run: a line that fetches something from the net and runs it, or opens a way in.

`curl … | sh`, `bash <(curl …)`, `eval "$(wget …)"`, `iwr … | iex`, `powershell -enc …`, installing a package straight from an address,
decoding and running, reverse shells, and sending local files out.  In code, too: that is where such lines stand.  Name the package
and its version instead.  What is verified before it runs (`sha256sum -c`), or is pinned to a version on a well-known host, is a warning.

What it cannot catch: steps that are spread over several lessons, names of packages that are themselves hostile, other tools.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vaultctl.core.content import Finding, quote
from vaultctl.core.shapes import Shape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultctl.core.content import Passage
    from vaultctl.core.problem import Problem
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Context, Scope, Source

ID = "fetch-and-run"
SEVERITY: Severity = "error"
SCOPE: Scope = "source"

_NET = r"(?:curl|wget|fetch|iwr|irm|invoke-webrequest|invoke-restmethod|lynx|aria2c|httpie|lwp-request|base64 +-+d)"
_NETS = "curl wget fetch iwr irm invoke- lynx aria2c httpie lwp- base64"
_SHELL = (
    r"(?:(?:/usr)?/bin/|/usr/bin/env +)?(?:ba|z|k|da|a|fi|c|tc|rba)?sh\b|(?:sudo|env|command|exec|nohup|doas|busybox)\b(?! +tee\b)"
    # A filter (`| python -m json.tool`, `| perl -pe …`) runs what stands in the lesson, unless that runs what it reads.
    r"|(?:python|perl|ruby|node|php|lua|deno|bun|pwsh|powershell)[\d.]*\b"
    r"(?! +-m +(?:json\.tool|jsonschema|gzip|zipfile|tabulate|yq|base64|markdown|pprint)\b"
    r"| +-[a-z]{0,3}[cepr]\b(?![^\n]{0,200}(?:\bexec|eval|system\b|popen|spawn|subprocess|pickle|marshal|runpy|__import__)))|iex\b"
    r"|invoke-expression\b|source\b|cmd\b|osascript\b"
    r"|xargs +[^|\n]{0,40}(?:sh|bash|python)\b|tee +[^|\n]{0,60}&& *(?:ba)?sh|apt-key +add|kubectl +(?:apply|create)|crontab\b"
    r"|at now\b|sqlite3\b|psql\b"
)
_URL = r"(?:git\+)?(?:https?|ftp|git|ssh)(?:\+[a-z]+)?://|git@|git\+"
_INSTALLERS = (
    r"pip[\d.]*|pipx|uv|uvx|poetry|conda|easy_install|npm|npx|pnpm|pnpx|yarn|bun|bunx|gem|cargo|go|brew|apt|apt-get|dpkg|rpm|yum|dnf"
    r"|apk|pacman|snap|flatpak|helm|kubectl|docker|podman|deno|composer|luarocks|cpanm?|nix-env|nix|terraform|ansible-pull|code|claude"
    r"|gh extension|vagrant|choco|winget|scoop|opam|stack"
)
_ASKS = r"(?:install|i|add|get|run|exec|create|apply|use|dlx|x|global|-i|-u|-e|-f|build|extension|init|mcp|pull|from|--from|push|inject)"
# Where tools written in Go are at home; a version is pinned there for good by the checksum database (go.dev/ref/mod#checksum-database).
_GO_HOMES = (
    r"(?:golang\.org|google\.golang\.org|go\.uber\.org|(?:sigs\.)?k8s\.io|gopkg\.in|honnef\.co|mvdan\.cc|github\.com|gitlab\.com"
    r"|gotest\.tools)/"
)
_RUNS_IT = (
    r"\bchmod +[^\n]{0,10}(?:\+x|7[0-7]{2})|(?<![\w./-])(?:ba|z|da)?sh +[^\s-]|[\s;&\"'](?:sudo +)?\./[\w.-]|\bpython[\d.]* +[^\s-]"
    r"|\b(?:run|execute|source|eval|start|launch|install) (?:it|that|the|this|them|setup|\./|/)|\bmake +install|\bsource +\S"
    r"|\bstart-process\b|\bnode +\S|\bperl +\S|setup\.(?:py|sh)"
)
_KEPT = r"id_rsa|id_ed25519|\.ssh|\.aws|\.env\b|credentials|/etc/|\.netrc|\.kube|\.gnupg|\.npmrc|\.pypirc"
_LATER = (
    r"authorized_keys|/etc/(?:cron|passwd|shadow|sudoers|profile|hosts|ld\.so)|crontab|\.(?:bash|zsh)rc|\.(?:bash_)?profile|\.git/hooks"
)
_SHAPES = (
    Shape("fetches and runs", ("|", _NETS),
          rf"\b{_NET}\b[^|\n]{{2,200}}(?:\n[^|\n]{{0,80}})?\|&? *(?:[^|\n]{{0,80}}\| *){{0,3}}(?:{_SHELL})"),
    Shape("fetches and runs", ("|", "nc· ncat socat http rsync scp echo· printf gh·api"),
          r"\b(?:nc|ncat|netcat|socat|scp|rsync|tftp|ftp|gh api|https?|xh|echo|printf)\b[^|\n]{0,200}(?:://|/dev/|\bwww\.)[^|\n]{0,200}"
          rf"\|&? *(?:sudo +)?(?:{_SHELL})"),
    Shape("decodes and runs", ("|", "base64 xxd openssl rev tr gzip gunzip"),
          r"\b(?:base64 +(?:-d|-+decode|-di)|xxd +-r|openssl +(?:enc|base64) +[^|\n]{0,60}-d|rev\b|gunzip\b|tr +"
          r"['\"]?[a-z-]{2,60})[^|\n]{0,80}"
          r"\| *(?:sudo +)?(?:(?:ba|z|da)?sh|python\d?|perl|node|php|source)\b"),
    Shape("fetches and runs", (_NETS, "sh source . eval exec python perl ruby node php sudo iex invoke-expression"),
          r"(?:\b(?:ba|z|k|da)?sh|\bsource|(?:^|[\s;&\"'])\.|\beval|\bexec|\bpython[\d.]*|\bperl|\bruby|\bnode|\bphp|\bsudo|\biex"
          rf"|\binvoke-expression) *(?:-[a-z]{{1,8}} +)*[\"'(]*(?:<|\$|&)? *[\"'(]{{0,3}} *{_NET}\b"),
    Shape("fetches or decodes, and runs", ("exec eval system popen spawn subprocess import require load function",
          "urlopen requests.get httpx.get urllib fetch( file_get_contents net::http open-uri http.get https.get lwp:: curl "
          "wget b64decode "
          "atob( buffer.from( from_base64 fromcharcode"),
          r"\b(?:exec|eval|system|popen|spawn|subprocess\.\w+|os\.\w+|function|import|execsync|runpy\.\w+|compile|require|load|loadstring"
          r"|pickle\.loads|marshal\.loads)\(? *\(?[^\n]{0,120}(?:urlopen|requests\.get|httpx\.get|urllib"
          r"|fetch\(|file_get_contents|net::http"
          r"|open-uri|https?\.get|lwp::|curl |wget |b64decode|atob\(|buffer\.from\(|from_base64|fromcharcode)"),
    Shape("fetches or decodes, and runs", ("urlopen requests.get httpx.get fetch( b64decode atob(", "exec( eval sh"),
          r"(?:urlopen|requests\.get|httpx\.get|fetch|b64decode|atob)\([^\n]{0,200}(?:\bexec\(|\beval\(|then\(eval|then\(\w+ *=> *eval"
          r"|\|\s*(?:ba)?sh)"),
    Shape("fetches and runs", "downloadstring downloadfile downloaddata webclient frombase64string mshta regsvr32 rundll32 certutil "
          "bitsadmin msiexec iex invoke-expression powershell pwsh",
          r"download(?:string|file|data) *\(|new-object +(?:system\.)?net\.webclient|frombase64string *\("
          r"|\b(?:powershell|pwsh)(?:\.exe)?\b[^\n]{0,120}[ /-](?:e|ec|en|enc|enco\w*|encodedcommand) +[\"']?[a-z0-9+/]{16}"
          r"|\bmshta(?:\.exe)? +[\"']?(?:https?:|javascript:|vbscript:)|\bregsvr32\b[^\n]{0,80}/i:|\brundll32\b[^\n]{0,80}"
          r"(?:javascript:|https?:)"
          r"|\bcertutil\b[^\n]{0,80}-urlcache|\bbitsadmin\b[^\n]{0,80}/transfer|\bmsiexec\b[^\n]{0,40}/i +[\"']?https?:"
          r"|\b(?:iex|invoke-expression)\b *[(\"'$&]"),
    Shape("installs straight from an address", ("http:// https:// git:// ssh:// ftp:// git@ git+", "install add get run exec "
          "create apply "
          "use dlx x -i -u -e -f build extension init mcp pull from push inject npx uvx", "pip uv· uvx poetry conda easy_ "
          "npm npx yarn bun gem· "
          "cargo· go· brew apt dpkg rpm yum dnf apk· pacman snap· flatpak helm kubectl docker podman deno composer luarocks "
          "cpan nix terraform "
          "ansible code· claude gh· vagrant choco winget scoop opam stack·"),
          rf"\b(?:{_INSTALLERS})[ ](?:[^\n|;&]{{0,80}}[ ])?(?<![\w-]){_ASKS}(?=[ ])[^\n|;&.,]{{0,60}}?[ =\"'(@]{{1,3}}(?:{_URL})"),
    Shape("runs straight from an address", ("npx uvx pipx bunx pnpx", "http git"),
          rf"\b(?:npx|uvx|pipx run|bunx|pnpx)\b[^\n|;&]{{0,80}}(?:{_URL})"),
    Shape("installs from another index", ("index-url --registry --find-links --source ·-i·http", "://"),
          r"\b(?:pip[\d.]*|uv|npm|yarn|pnpm|gem|cargo|poetry|nuget|twine)\b[^\n]{0,160}"
          r"(?:--(?:extra-)?index-url|--registry|--find-links|--source|(?<= )-i)[ =][\"']?https?://"),
    Shape("fetches and runs", ("curl wget iwr irm clone invoke- scp lynx aria2c httpie", "chmod sh ./ python run execute "
          "source eval start "
          "launch install node perl setup"),
          rf"\b(?:(?!fetch){_NET}|git +clone|scp)\b[^\n]{{0,80}}?(?:://|\bwww\.|git@|\$|\b[a-z0-9-]{{1,60}}\.[a-z]{{2,12}}/)"
          rf"[^\n]{{0,160}}(?:&&|;|\band\b"
          rf"|\bthen\b|,|\n)[^\n]{{0,160}}?(?:\n[^\n]{{0,120}})?(?:{_RUNS_IT})"),
    Shape("asks to fetch and run", ("download fetch grab pull get retrieve load obtain", "run execute source eval pipe "
          "launch install start "
          "load follow apply"),
          r"\b(?:download|fetch|grab|pull|get|retrieve|load|obtain)\b[^\n]{0,80}?(?:https?://|\bwww\.|[a-z0-9-]\.(?:sh|ps1"
          r"|exe|bat|msi|pkg)\b)"
          r"[^\n]{0,100}?\b(?:and|then)\b[^\n]{0,30}?\b(?:run|execute|source|eval|pipe|launch|install|start|load|follow|apply)\b"),
    Shape("asks to run what lies at an address", ("run· execute· pipe· source· follow· load· eval· obey·", "script installer "
          "command instructions code binary payload program prompt steps "
          "snippet", "http www."),
          r"\b(?:run|execute|pipe|source|eval|follow|obey|load)\b (?:the |this |that |our |all |any )?(?:(?:setup|install"
          r"(?:er|ation)?|bootstrap"
          r"|latest|remote|helper|shell|official|current|fix) )*(?:script|installer|commands?|instructions?|code|binary"
          r"|payload|program|prompt"
          r"|steps|snippet)\b[^\n]{0,30}?\b(?:from|at|on|hosted|found|served|in)\b[^\n]{0,40}?(?:https?://|\bwww\.)"),
    Shape("asks to fetch and run", ("pipe feed hand pass send stream", "bash sh· shell python iex sh."),
          r"\b(?:pipe[d]?|feed|hand|pass|send|stream)\b[^\n|]{0,60}? (?:it |that |this |the (?:output|result) )?(?:in)?to "
          r"(?:a |the |your )?(?:sudo )?(?:"
          r"(?:ba|z)?sh|shell|python|iex"
          r"|powershell)\b"),
    Shape("asks to run what lies at an address", ("run execute eval source load", "url link address remote", "whatever what "
          "any every response content output body answer remote"),
          r"\b(?:run|execute|eval|source|load)\b[^\n.]{0,20}?\b(?:whatever|what|anything|everything|the (?:response|content"
          r"|output|body|answer))\b"
          r"[^\n]{0,30}?\b(?:url|link|address|https?://)|\b(?:run|execute|eval|source|load) (?:the |a )?remote (?:script|code"
          r"|file|module|shader|payload)"),
    Shape("installs straight from an address", ("http:// ftp:// source repo tap channel remote index mirror registr",
          "http:// https:// ftp://", "install deploy sideload apt yum dnf brew helm conda flatpak package pip npm"),
          r"\b(?:install|deploy|sideload)\b[^\n|;&]{0,60}?\bfrom [\"'<(\[]{0,2}(?:http|ftp)://|\b(?:apt|yum|dnf|brew|helm"
          r"|conda|flatpak|package|pip|npm)"
          r" (?:source|sources|repo|repository|tap|channel|remote|index|mirror|registry)\b[^\n]{0,40}?(?:https?|ftp)://"),
    Shape("fetches and runs", ("ssh", "|"), r"\bssh\b[^|\n]{2,120}\| *(?:sudo +)?(?:ba|z|da)?sh\b"),
    Shape("fetches and runs", "lwp wget curl", r"\beval +get\(|\b(?:wget|curl|download)\w*\b[^\n]{0,80}\bexecutable\b"
          r"[^\n]{0,40}\b(?:run|start|execute|launch)"),
    Shape("sends local data out", ("$( `", "."), r"\$\([a-z][^)\n]{0,60}\)\.[a-z0-9-]{1,60}\.[a-z]{2,12}\b"),
    Shape("opens a way in from the net", "/dev/tcp /dev/udp nc· ncat netcat socat mkfifo pty.spawn",
          r"/dev/(?:tcp|udp)/|\b(?:nc|ncat|netcat)\b[^\n]{0,60} -[a-z]*[ec][a-z]* +\S*(?:sh|cmd)|\bsocat\b[^\n]{0,80}exec:|\bpty\.spawn\("
          r"|mkfifo [^\n]{0,80}\b(?:nc|ncat|telnet)\b"),
    Shape("sends local data out", ("curl wget http nc irm iwr invoke-", "·-d ·--data ·-f ·--form ·-t ·--upload-file ·--post "
          "·-body ·-infile @~ @/ @. @$home"),
          r"\b(?:curl|wget|https?|irm|iwr|invoke-webrequest|invoke-restmethod|nc|ncat)\b[^\n]{0,200}"
          r"(?:(?<=[ ])(?:-d|--data(?:-\w+)?|-f|--form|-t|--upload-file|--post-(?:data|file)|-body|-infile)[ =]?[\"']?[^\n]{0,60}"
          r"(?:@|\$\(|\$\{?[a-z_]{3,}|<)|@(?:~|/|\.|\$home))"),
    Shape("sends local data out", ("|", "curl wget nc ncat netcat mail sendmail ssh socat telnet http irm iwr"),
          r"\b(?:cat|env|printenv|set|history|tar|zip|gpg|find|grep|git|ps|type|get-content|ls)\b[^|\n]{0,160}\|(?:[^|\n]{0,80}\|){0,3} *"
          r"(?:sudo +)?(?:curl|wget|nc|ncat|netcat|mail|sendmail|ssh|socat|telnet|https?|irm|iwr)\b[ -]"),
    Shape("sends local data out", "scp rsync rclone s3 gsutil ftp mail mutt dig nslookup",
          rf"\b(?:scp|rsync|rclone|aws s3 cp|gsutil cp|s?ftp|mail|mutt|sendmail|dig|nslookup)\b[^\n]{{0,120}}(?:{_KEPT})"),
    Shape("leaves something behind that runs later", "authorized_keys /etc/ crontab bashrc zshrc profile .git/hooks schtasks hookspath",
          rf"(?:>>? *|\btee +(?:-a +)?|\b(?:add|append|put|copy|write|echo)\b[^\n]{{0,120}}? (?:to|into|in|>>?) +)"
          rf"[^\s]{{0,60}}?(?:{_LATER})"
          r"|\| *crontab\b|\bschtasks\b[^\n]{0,20}/create|core\.hookspath[ =]+\S"),
    Shape("fetches and runs", ("·- ·eval", "perl ruby php python node lua deno bun", "http:// https:// ftp://",
          "eval exec system popen spawn "
    "require load import"
          " subprocess"),
          r"\b(?:perl|ruby|php|python[\d.]*|node|lua|deno|bun)\b +[^\n]{0,60}?(?<=[ ])(?:-[a-z]{0,4}[cepr]|eval|--eval|--print)\b"
          r"(?=[^\n]{0,300}(?:https?|ftp)://)[^\n]{0,300}?(?:\beval|exec|\bsystem\b|popen|spawn|instance_eval|class_eval|\bload\b"
          r"|\brequire\(|\bimport\("
          r"|subprocess|runpy)"),
    Shape("runs straight from a repository", ("hub: lab: bucket: gist:", "npx bunx bun·x dlx pnpx npm yarn"),
          r"\b(?:npx|bunx|bun x|pnpx|(?:pnpm|yarn) dlx|npm (?:exec|x|i|install|add)|(?:yarn|pnpm"
          r"|bun) add)\b[^\n|;&]{0,60}[ \"'=](?:github|gitlab|bitbucket|gist):\S"),
    Shape("runs straight from a repository", "npx bunx bun·x dlx pnpx",
          r"\b(?:npx|bunx|bun x|pnpx|(?:pnpm|yarn) dlx) +(?:-\S+ +)*(?!and/or|\w+/(?:yarn|npm|pnpm|bun|bunx"
          r"|npx)\b)[a-z][\w.-]*/[a-z][\w.-]+(?=[\s#@,.;]|$)"),
    Shape("runs straight from a repository", "go·run go·install go·get",
          rf"\bgo (?:run|install|get) +(?:-\S+ +)*(?!{_GO_HOMES})[\w.-]+\.[a-z]{{2,12}}/\S+@\S"
          r"|\bgo run +(?:-\S+ +)*[\w.-]+\.[a-z]{2,12}/\S+@(?:latest|main|master|head)\b"),
    Shape("leaves something behind that runs later", ("install\" prepare\" install· install: prepare:", "curl wget sh· bash node "
    "python http eval base64"),
          r"[\"']?\b(?:pre|post)?(?:install|prepare)[\"']? ?: ?[\"'][^\n\"']{0,120}(?:\b(?:curl|wget)\b|\b(?:ba)?sh +-c|https?://"
          r"|\beval\b|base64|node +-e)"
          r"|\b(?:add|put|set|write|insert|use|create|make)\b[^\n]{0,60}\b(?:pre|post)install\b[^\n]{0,60}[\"': ](?:(?:ba)?sh +"
          r"|node +|python\d? +|curl +|wget +)\S"),
    Shape("sends local data out", ("git·push", "http:// https:// ssh:// git@ git://"),
          r"\bgit push\b[^\n;&|]{0,80}[ \"'](?:https?://|ssh://|git://|[\w.-]{1,30}@[\w.-]+:)"),
    Shape("sends local data out", ("git·remote", "git·push push·to"),
          r"\bgit remote (?:add|set-url)(?: -\S+| --\S+)* +(?!(?:origin|upstream|fork)\b)[\w.-]+ +\S+(?:://"
          r"|@)\S+[^\n]{0,80}(?:\n[^\n]{0,80}){0,2}\bpush\b"),
    Shape("sends local data out", "gist· glab·snippet pastebinit transfer.sh 0x0.st termbin file.io bashupload",
          r"\bgh gist (?:create|edit)\b|\bglab snippet create\b|\bpastebinit\b|\b(?:transfer\.sh|0x0\.st|termbin\.com|file\.io"
          r"|bashupload\.com)\b"),
    Shape("sends local data out", ("$", "curl wget http xh iwr irm invoke-"),
          r"\b(?:curl|wget|https?|xh|iwr|irm|invoke-webrequest|invoke-restmethod)\b[^\n]{0,160}(?:"
          r"(?:https?://|www\.)[^\s\"']{0,80}\$\( ?[a-z]|[?&=/][\"']?\$\( ?(?:cat|env|base64|printenv|whoami|hostname|id|tar|git|gzip"
          r"|head|ls|grep|xxd|find)\b"
          r"|(?<=[ ])(?:-h|--header|-headers?|-a|--user-agent|-useragent|-e|--referer|-b|--cookie)[ =]*[\"']?(?!authorization"
          r"|private-token|proxy-auth)"
          r"[^\n\"'$]{0,60}(?:\$\( ?[a-z]|\$\{?[a-z_]*(?:token|secret|key|pass|cred|env)))"),
)  # fmt: skip


_VERIFIED = re.compile(r"\b(?:sha\d{1,3}sum|shasum|b2sum|md5sum|cksum) +[^\n]{0,60}?(?:-[a-z\d ]*c\b|--check)"
                       r"|\bgpg2? +[^\n]{0,40}--verify|\bcosign verify|\bminisign +-"
                       r"|\bgh attestation verify|\bslsa-verifier|\bsignify +-|get-filehash|\bopenssl dgst|--hash[ =]sha"
                       r"|\|\s*sha\d{1,3}sum")  # fmt: skip
_PUBLIC = (
    r"(?:github\.com|raw\.githubusercontent\.com|gitlab\.com|codeberg\.org|bitbucket\.org|(?:\w+\.)?k8s\.io|git\.kernel\.org"
    r"|gitlab\.freedesktop\.org|salsa\.debian\.org|go\.dev|registry\.npmjs\.org|files\.pythonhosted\.org)"
)
_PINNED = re.compile(rf"(?:git\+)?(?:https|ssh)://(?:git@)?{_PUBLIC}/[^\s\"']{{1,120}}?(?:@v?\d[\w.+-]*|@[0-9a-f]{{7,40}}"
                     rf"|/[a-z-]*v?\d+\.\d+[\w.+-]*/[^\s\"']+|/[0-9a-f]{{40}}/[^\s\"']+)(?=[\s\"'#,;.)]|$)")  # fmt: skip
_HOOKS_HERE = re.compile(r"core\.hookspath[ =]+[\"']?(?:\./)?\.?[a-z][\w-]*(?:/[\w-]+)*/?(?=[\s\"'.,;)]|$)")


def check(source: Source, context: Context) -> Iterator[Problem]:
    return source.content.report(ID, SEVERITY, _find)


def _find(passage: Passage) -> Iterator[Finding]:
    folded = passage.folded
    text = folded.latin
    seen: set[int] = set()
    for shape in _SHAPES:
        for match in shape.find(text):
            at = folded.origin(match.start())
            line = text.rfind("\n", 0, match.start())
            if line in seen:
                continue
            seen.add(line)
            words = passage.text[at : folded.origin(match.end() - 1) + 1]
            severity: Severity | None = "warning" if _is_ordinary(text, match) else None
            yield Finding(at, f"{shape.what}: {quote(words)}", "name the package and its version, or the steps by hand", severity)


def _is_ordinary(text: str, match: re.Match[str]) -> bool:
    """Whether what is fetched is verified before it runs, is pinned on a public host, or hooks are those of the repository."""
    end = text.find("\n", match.end())
    whole = match[0] + text[match.end() : min(end if end >= 0 else len(text), match.end() + 200)]
    if "|" not in match[0] and _VERIFIED.search(match[0]):
        return True
    if match[0].startswith("helm repo add"):
        return True
    address = re.search(r"(?:git\+)?(?:https?|ssh|git|ftp)://", whole)
    if address is not None and whole.count("://") == 1 and _PINNED.match(whole, address.start()):
        return "|" not in whole and not re.match(r"(?:curl|wget|git)\b", match[0])
    return _HOOKS_HERE.match(match[0] + text[match.end() : match.end() + 80]) is not None

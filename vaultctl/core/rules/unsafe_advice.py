"""unsafe-advice: advice that takes a protection away: TLS checks, permissions, hooks, sandboxes, containers, history.

In a mitigation an error, elsewhere a warning; what is advised against ("never", "instead of") is fine.  A lesson that really has to
advise it needs a waiver in the base's config.

What it cannot catch: harmful advice in other words, and a fix that is merely wrong.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vaultctl.core.content import Finding, quote
from vaultctl.core.disguise import Folded
from vaultctl.core.problem import Problem
from vaultctl.core.shapes import Shape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultctl.core.content import Passage
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Context, Scope, Source

ID = "unsafe-advice"
SEVERITY: Severity = "error"
SCOPE: Scope = "source"

_HINT = "advise what keeps the protection"
_COMMANDS = tuple(Shape("", signs, pattern) for signs, pattern in (
    ("verify", r"\bverify[ ]?=[ ]?false\b|\bsslverify[ =]+\"?false|\bgit_ssl_no_verify\b|\binsecureskipverify\b|--no-verify(?![\w-])"),
    ("httpsverify verify_ssl ssl_verify verify-ssl", r"\bpythonhttpsverify=0|\b(?:verify[_-]ssl|ssl[_-]verify)\b"
     r"[\"']?[ ]?[:=][ ]?[\"']?(?:false|0|no|off)"),
    ("-k", r"(?<=[ ])-k\b[^\n.]{0,12}\b(?:to|with|for|flag|option)\b[^\n.]{0,12}\bcurl"),
    ("--force", r"--force\b[^\n.]{0,20}\b(?:past|around|check|anyway|protection|refus|reject)"),
    ("insecure", r"(?<=[ =])--?insecure\b"),
    ("curl", r"\bcurl [^\n]{0,40}(?<= )-[a-z]*k\b"),
    ("node_tls_reject rejectunauthorized stricthostkey", r"node_tls_reject_unauthorized|rejectunauthorized[\"']?: ?false"
     r"|stricthostkeychecking[ =]no"),
    ("--no-check --trusted-host --allow-un --nogpg --disable-web --no-sandbox --privileged --dangerously --yolo --skip-check --unsafe",
     r"--(?:no-check-certificate|trusted-host|allow-unauthenticated|nogpgcheck|disable-web-security|no-sandbox|privileged|yolo"
     r"|dangerously-[a-z-]+|skip-checks?|unsafe-perm)\b"),
    ("danger-full bypasspermissions legacy-unsafe unsafe_load pickle.load permitrootlogin",
     r"danger-full-access|bypasspermissions|legacy-unsafe|yaml\.unsafe_load|pickle\.load|permitrootlogin yes"),
    ("chmod", r"\bchmod +(?:-r +)?(?:0?[0-7]?777|a\+rwx|o\+w|ugo\+rwx|[ug]\+s|[0-7]?[4-7]755)\b"),
    ("setenforce ufw iptables spctl csrutil quarantine mppreference realtimemonitoring executionpolicy",
     r"\bsetenforce 0|\bufw disable|\biptables -f|\bspctl --master-disable|\bcsrutil disable|com\.apple\.quarantine|add-mppreference"
     r"|disablerealtimemonitoring|set-executionpolicy\b[^\n]{0,20}(?:bypass|unrestricted)"),
    # Only what stands at the root, at home, above, or is everything; `rm -rf build/` is cleaning up.
    ("rm·-", r"\brm +-(?:rf|fr|r +-f)[a-z]*(?: +-[\w-]+)* +[\"']?(?:/(?!(?:var/)?tmp/\w)|~|\$\{?home|\.\.|\.git\b|\.(?!\w))"
     r"|\brm +-(?:rf|fr) +(?=$|[;&|\n])"),
    ("git·push git·reset git·commit", r"\bgit push\b[^\n.]{0,60}(?:--force(?![\w-])|(?<= )-f\b)|\bgit reset --hard"
                                      r"|\bgit commit\b[^\n]{0,40}(?<= )-[am]{0,2}n\b"),
    ("docker podman nerdctl", r"docker\.sock:|\b(?:docker|podman|nerdctl)\b[^\n]{0,160}(?:docker\.sock|--pid[ =]host"
     r"|(?:-v|--volume)[ =]*[\"']?/:|(?:source|src)=/[,\"' ])"),
    ("cluster-admin administratoraccess roles/owner grant·all *.* permission=admin \"action\"",
     r"clusterrolebinding[^\n]{0,120}[= ]cluster-admin\b|policy/administratoraccess\b|--role[ =]roles/(?:owner|editor)\b"
     r"|\bgrant all\b[^\n]{0,40}\bon\b|\bpermission=admin\b|\"action\": ?\"\*?\""),
    ("mkfs drop nopasswd passwordless usermod", r"\bmkfs\b|\bdrop (?:database|table|schema)\b|\bnopasswd\b|passwordless sudo"
     r"|\busermod +-ag +(?:sudo|docker|wheel)"),
    ("skip husky", r"\[skip ci\](?![^.\n]{0,80}\b(?:release|docs|documentation|bot|generated|changelog|version)\b)|\bskip_?(?:ci"
                   r"|hooks|lint|verify)=|\bhusky=0"),
    ("0.0.0.0/0 allow-origin unsafe-eval", r"0\.0\.0\.0/0|allow-origin: ?\*|\bunsafe-eval\b"),
))  # fmt: skip
_OFF = (
    r"\b(?:disable|disabling|turn(?:ing)? off|skip(?:ping)?|bypass(?:ing)?|deactivate|switch off|remove|suppress|ignore|drop"
    r"|relax|omit)\b"
)
_WORDS = tuple(Shape("", signs, pattern) for signs, pattern in (
    ("disabl turn skip bypass deactiv switch remove suppress ignore drop relax omit",
     rf"{_OFF}[^.\n]{{0,40}}\b(?:tls|ssl|https|certificates?|cert|signatures?|host ?keys?|hostname|checksums?|integrity|csrf|cors|csp|gpg"
     r"|auth|authentication|authorization|input|permission|rate ?limit\w*)\b[^.\n]{0,12}\b(?:verification|validation|check"
     r"(?:s|ing)?|errors?"
     r"|enforcement|protection|warnings?|limits?)\b"),
    ("disable turn switch stop uninstall deactivate kill",
     r"\b(?:disable|turn off|switch off|stop|uninstall|deactivate|kill)\b[^.\n]{0,20}\b(?:selinux|apparmor|antivirus|anti-virus|firewall"
     r"|defender|gatekeeper|2fa|mfa|sandbox|seccomp|edr|aslr|branch protection|audit log\w*|logging of|backups?)\b"),
    ("root admin super system sudo", r"\b(?:run|execute|start|launch|work|operate|do)\b[^.\n]{0,40}\bas (?:root|administrator"
     r"|admin|superuser|system)\b(?! only\b)"
     r"|\b(?:run|prefix|start)\b[^.\n]{0,30}\bwith (?:sudo|root|admin(?:istrator)? (?:rights|privileges))"),
    ("world public", r"\bworld[- ]?(?:writable|readable)\b|\b(?:make|set)\b[^.\n]{0,30}\b(?:public|publicly readable)\b"),
    ("passw token secret credential key", r"\b(?:hard-?code|commit|store|paste|check in|put|embed|write|save)\b[^.\n]{0,40}\b"
     r"(?:passwords?|tokens?"
     r"|secrets?|credentials?|api keys?|private keys?)\b[^.\n]{0,30}\b(?:in|into|to)\b[^.\n]{0,20}\b(?:code|repo|repository"
     r"|source|git|config"
     r"|file|readme|logs?|plain ?text|lesson|issue)"),
    ("grant give", r"\b(?:grant|give)\b[^.\n]{0,40}\b(?:admin|root|full|write|owner|unrestricted|all)\b[^.\n]{0,20}\b"
     r"(?:access|permissions?|rights"
     r"|privileges|role)"),
    ("delete wipe erase remove drop truncate", r"\b(?:delete|wipe|erase|remove|drop|truncate)\b[^.\n]{0,20}\b(?:the (?:entire"
     r"|whole)|all (?:of )?(?:the )?"
     r"|every)\b(?:(?! in | of | from )[^.\n]){0,20}\b(?:tests?|database|tables?|repositor(?:y|ies)|backups?|lessons?|branches|logs"
     r"|history|files"
     r"|data|home|audit)\b"),
    ("rewrite force purge squash", r"\b(?:rewrite|force[- ]push|squash away|purge)\b[^.\n]{0,30}\b(?:history|main|master"
     r"|shared branch)\b"),
    ("test check", r"\b(?:comment out|delete|remove|skip|disable)\b[^.\n]{0,20}\b(?:failing|broken|red|security|flaky) "
     r"(?:tests?|checks?)\b"),
    ("http", r"\b(?:use|switch to|go back to|fall back to|allow|prefer)\b[^.\n]{0,20}\bhttp\b(?!s)[^.\n]{0,20}\b(?:instead"
     r"|rather|for|to avoid)\b"),
    ("777 0666", r"\b0?777\b[^.\n]{0,20}\bpermissions?|\bpermissions?\b[^.\n]{0,20}\b0?(?:777|666)\b|\bmode 0?(?:777|666)\b"),
    ("open expose", r"\b(?:open|expose)\b[^.\n]{0,30}\b(?:firewall|all ports|every port|to everyone|to the world"
     r"|to the internet|all addresses"
     r"|to all (?:hosts|networks))\b"),
    ("root", r"\buse\b (?:the )?root\b(?: user| account)? (?:for|to|on)\b"),
    ("0777 777 0666 666", r"\bmode\b[^.\n]{0,12}\b0?(?:777|666)\b"),
    ("cors origin", r"\ballow\b[^.\n]{0,10}\b(?:all|any|every)\b[^.\n]{0,10}\borigins?\b"),
    ("limit", r"\b(?:remove|disable|lift|turn off)\b[^.\n]{0,12}\brate[- ]?limit"),
    ("host key", r"\b(?:accept|trust|allow)\b[^.\n]{0,12}\b(?:any|all|every|unknown|self-signed|invalid|expired)\b"
     r"[^.\n]{0,12}\b(?:host ?keys?|certificates?"
     r"|certs?|signatures?|keys?)\b"),
    ("self-signed", r"\b(?:accept|trust|allow)\b[^.\n]{0,12}\bself-signed\b"),
    ("authenticat authoriz login", r"\b(?:disable|turn off|switch off|skip|bypass|remove)\b[^.\n]{0,12}\b(?:authentication"
     r"|authorization|login|access control"
     r"|permission checks?)\b"),
    ("plain clear", r"\b(?:store|save|keep|write|send|log)\b[^.\n]{0,20}\b"
     r"(?:passwords?|tokens?|secrets?|credentials?|keys?)\b[^.\n]{0,12}\b(?:plain|clear) ?text"),
    ("ignore", r"\bignor(?:e|ing)\b[^.\n]{0,12}\b(?:certificate|ssl|tls|signature|checksum|security)\b[^.\n]{0,12}\b"
     r"(?:errors?|warnings?|failures?|mismatch\w*)"),
    ("factor", r"\b(?:disable|deactivate|turn off|switch off|remove|skip)\b[^.\n]{0,30}\b(?:two|multi|second)[- ]factor\b"),
    ("downgrade", r"\bdowngrade\b[^.\n]{0,30}\b(?:openssl|tls|ssl|https|sudo|ssh|gnupg|crypto\w*)\b"),
    ("eval exec", r"\b(?:use|call|run)\b[^.\n]{0,10}\b(?:eval|exec)\b[^.\n]{0,20}\b(?:on|with)\b[^.\n]{0,30}\b(?:response"
     r"|input|output|answer|body|payload"
     r"|result)\b"),
    ("drop wipe delete destroy", r"\b(?:drop|wipe|delete|destroy|erase|format)\b[^.\n]{0,12}\b(?:production|prod|live|main"
     r"|entire|home|root)\b"
     r"[^.\n]{0,12}\b(?:database|db|cluster|bucket|branch|server|disk|folder|directory|data|table|volume|environment)\b"),
    ("signature certificate integrity checksum", r"\b(?:remove|disable|drop|delete|skip|bypass)\b[^.\n]{0,12}\b(?:signature"
     r"|certificate|integrity"
     r"|checksum|hash)\b[^.\n]{0,4}\b(?:check|checks|verification|validation|test)\b"),
    ("everything anything all", r"\b(?:run|execute|do|start)\b (?:everything|anything|all \w+) (?:with|under|as|through) "
     r"(?:sudo|root|admin)"),
    ("from", r"\b(?:install|upgrade|downgrade|pin)\b[^.\n]{0,30}\bfrom (?:the |an? )?(?:unofficial|unsigned|third-party)\b"),
    ("without", r"\bwithout (?:verifying|checking|validating|reading|review)\b(?= ?(?:$|[.;:,!]|it\b|them\b|that\b|this\b|what\b|first\b"
     r"|(?:\w+ ){0,2}(?:signatures?|checksums?|certificates?|hash(?:es)?|contents?|scripts?|code|source|diff|identity|input|host"
     r"|keys?)\b))"),
    ("cluster-admin", r"\b(?:bind|grant|give|assign|add|set|use|promote|elevate)\b[^.\n]{0,60}\bcluster-admin\b"),
))  # fmt: skip
_AGAINST = re.compile(r"\b(?:never|not|n't|dont|don't|avoid|without|instead of|rather than|stop|remove|drop|no longer|against"
r"|no|forbid|refuse|prevent|reject|fail if|unless|nobody|neither|cannot|can't|delete)\b[^.;:]{0,60}$")


def check(source: Source, context: Context) -> Iterator[Problem]:
    content = source.content
    lines: set[int] = set()
    for record in content.records:
        field = record.field("mitigation")
        if field is None or not isinstance(field.value, str):
            continue
        lines |= set(range(field.line, max(field.line, field.end_line) + 1))
        text = Folded(field.value).latin
        for _, words in _advice(text):
            yield Problem(source.path, field.line, field.column, SEVERITY, ID, f"takes a protection away: {quote(words)}",
                          content.id_at(record.line), False, _HINT)  # fmt: skip
            break
    for problem in content.report(ID, "warning", _find):
        if problem.line not in lines:
            yield problem


def _find(passage: Passage) -> Iterator[Finding]:
    if passage.kind == "file":
        for start, words in _advice(passage.folded.latin, commands=True):
            yield Finding(passage.folded.origin(start), f"may take a protection away: {quote(words)}", _HINT)


def _advice(text: str, *, commands: bool = False) -> Iterator[tuple[int, str]]:
    for shape in _COMMANDS if commands else (*_COMMANDS, *_WORDS):
        for match in shape.find(text):
            if _AGAINST.search(text[max(0, match.start() - 80) : match.start()]) is None:
                yield match.start(), match[0]

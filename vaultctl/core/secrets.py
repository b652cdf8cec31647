"""Secrets of known shapes in a text: where they stand and of which kind they are, never the value.

The only importer of detect-secrets, whose detectors are loaded when a cheap look at the text finds the beginning of a known shape.
Shapes that it lacks stand in a table here.  No guessing by entropy; of key words only assignments in capitals (`DB_PASSWORD=`).
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from vaultctl.core.shapes import Shape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from detect_secrets.plugins.base import BasePlugin

_OWN = tuple(Shape(kind, signs, pattern) for kind, signs, pattern in (
    ("Google API key", "AIza", r"\bAIza[0-9A-Za-z_-]{35}\b"),
    ("Google OAuth token", "ya29.", r"\bya29\.[0-9A-Za-z_-]{30,}"),
    ("Anthropic API key", "sk-ant-", r"\bsk-ant-[0-9A-Za-z_-]{20,}"),
    ("OpenAI API key", "sk-", r"\bsk-(?:proj|svcacct|admin)-[0-9A-Za-z_-]{20,}|\bsk-[0-9A-Za-z]{32,}\b"),
    ("OpenRouter API key", "sk-or-", r"\bsk-or-v1-[0-9a-f]{40,}"),
    ("Hugging Face token", "hf_", r"\bhf_[A-Za-z]{34}\b"),
    ("DigitalOcean token", "dop_v1_ doo_v1_", r"\bdo[op]_v1_[0-9a-f]{64}\b"),
    ("Vault token", "hvs. hvb.", r"\bhv[sb]\.[0-9A-Za-z_-]{24,}"),
    ("Databricks token", "dapi", r"\bdapi[0-9a-f]{32}\b"),
    ("Shopify token", "shpat_ shpss_ shppa_ shpca_", r"\bshp(?:at|ss|pa|ca)_[0-9a-fA-F]{32}\b"),
    ("Linear API key", "lin_api_", r"\blin_api_[0-9A-Za-z]{40}\b"),
    ("Postman API key", "PMAK-", r"\bPMAK-[0-9a-f]{24}-[0-9a-f]{34}\b"),
    ("Grafana token", "glsa_ glc_", r"\bgl(?:sa|c)_[0-9A-Za-z+/=_]{32,}"),
    ("age secret key", "AGE-SECRET", r"\bAGE-SECRET-KEY-1[0-9A-Z]{50,}"),
    ("PuTTY private key", "PuTTY-User", r"PuTTY-User-Key-File-\d"),
    ("Docker token", "dckr_pat_", r"\bdckr_pat_[0-9A-Za-z_-]{20,}"),
    ("GitHub token", "github_pat_ ghp_ gho_ ghs_ ghr_ ghu_", r"\bgithub_pat_[0-9A-Za-z_]{22,}|\bgh[opusr]_[0-9A-Za-z]{36,}"),
    ("GitLab token", "glpat- gldt- glrt- glcbt- glptt- glft- glimt- glagent- gloas-", r"\bgl(?:pat|dt|rt|cbt|ptt|ft|imt|agent"
     r"|oas)-[0-9A-Za-z_-]{20,}"),
    ("Slack token", "xox xapp-", r"\bxox[a-z](?:\.xox[a-z])?-[0-9A-Za-z-]{10,}|\bxapp-\d-[0-9A-Z]{8,}-[0-9A-Za-z-]{10,}"),
    ("AWS secret access key", "aws AWS Aws", r"(?i)aws_?secret_?(?:access_?)?key[\"']?\s*[:=]\s*[\"']?[0-9A-Za-z/+]{40}\b"),
    ("AWS access key", "AKIA ASIA ABIA ACCA", r"\b(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}\b"),
    ("Stripe key", "sk_ rk_ whsec_", r"\b(?:sk|rk)_(?:live|test)_[0-9A-Za-z]{20,}|\bwhsec_[0-9A-Za-z+/=]{24,}"),
    ("JSON web token", "eyJ", r"\beyJ[0-9A-Za-z_-]{10,}\.eyJ[0-9A-Za-z_-]{10,}\.[0-9A-Za-z_-]{10,}"),
    ("private key", "PRIVATE", r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"),
    ("Figma token", "figd_", r"\bfigd_[0-9A-Za-z_-]{30,}"),
    ("Notion token", "ntn_", r"\bntn_[0-9A-Za-z]{40,}"),
    ("New Relic key", "NRAK-", r"\bNRAK-[0-9A-Z]{27}\b"),
    ("Atlassian token", "ATATT3", r"\bATATT3[0-9A-Za-z_=-]{100,}"),
    ("Sentry token", "sntrys_", r"\bsntrys_[0-9A-Za-z+/=_-]{40,}"),
    ("Pulumi token", "pul-", r"\bpul-[0-9a-f]{40}\b"),
    ("Groq, Replicate, Perplexity or xAI key", "gsk_ r8_ pplx- xai-", r"\b(?:gsk|r8)_[0-9A-Za-z]{32,}|\b(?:pplx|xai)-"
     r"[0-9A-Za-z]{40,}"),
    ("Supabase token", "sbp_", r"\bsbp_[0-9a-f]{40}\b"),
    ("RubyGems key", "rubygems_", r"\brubygems_[0-9a-f]{48}\b"),
    ("npm token", "npm_", r"\bnpm_[0-9A-Za-z]{36}\b"),
    ("PyPI token", "pypi-", r"\bpypi-AgE[0-9A-Za-z_-]{40,}"),
    ("1Password token", "ops_eyJ", r"\bops_eyJ[0-9A-Za-z_=-]{40,}"),
    ("password in an address", ("://", "@"), r"://[^\s/:@<>\"'`]{1,80}:(?!//)[^\s/@<>\"'`]{2,200}@[\w.-]"),
    # Not by the word alone: a value in capitals' company that has a digit or a sign in it, as people's passwords do.
    ("password in an assignment", "PASSW _PWD PASSPHRASE SECRET API_KEY ACCESS_KEY PRIVATE_KEY TOKEN",
     r"(?<!\{)\b(?:[A-Z][A-Z0-9]*_){0,6}(?:PASSW(?:OR)?D|PWD"
     r"|PASSPHRASE|SECRET|(?:API|SECRET|ACCESS|PRIVATE|ENCRYPTION|SIGNING)_?KEY|(?:API|ACCESS|AUTH|BOT|REFRESH|SECRET"
     r"|DEPLOY)_?TOKEN)[\"']?(?: ?= ?|: ?)"
     r"[\"']?[^\s\"'`#,;(){}<>|]{6,120}"),
    ("password on a command line", "mysql mariadb mysqldump curl wget sshpass",
     r"\b(?:mysql(?:dump|admin)?|mariadb)\b[^\n|;]{0,80} -p[^\s\"'`$<{]{6,60}|\bsshpass +-p *[\"']?[^\s\"'`$<{]{4,60}"
     r"|\bcurl\b[^\n|;]{0,120} (?:-u|--user)[ =][\"']?[\w.@-]{1,40}:[^\s\"'`$<{]{6,60}"
     r"|\bwget\b[^\n|;]{0,120} --password=[^\s\"'`$<{]{6,60}"),
    ("token in an address", ("://", "@"), r"://[0-9A-Za-z_-]{30,200}@[\w.-]"),
    ("Discord or Slack webhook", "api/webhooks hooks.slack.com", r"https://(?:discord(?:app)?\.com/api/webhooks/\d{10,}/"
     r"[\w-]{30,}|hooks\.slack\.com/services/T\w{6,}/B\w{6,}/\w{16,})"),
))  # fmt: skip
_DETECTORS = (
    "artifactory.ArtifactoryDetector", "aws.AWSKeyDetector", "azure_storage_key.AzureStorageKeyDetector", "cloudant.CloudantDetector",
    "discord.DiscordBotTokenDetector", "github_token.GitHubTokenDetector", "gitlab_token.GitLabTokenDetector", "jwt.JwtTokenDetector",
    "mailchimp.MailchimpDetector", "npm.NpmDetector", "openai.OpenAIDetector", "private_key.PrivateKeyDetector",
    "pypi_token.PypiTokenDetector", "sendgrid.SendGridDetector", "slack.SlackDetector", "square_oauth.SquareOAuthDetector",
    "stripe.StripeDetector", "telegram_token.TelegramBotTokenDetector", "twilio.TwilioKeyDetector",
)  # fmt: skip
"""The detectors of detect-secrets that know a shape; those that guess by randomness or by words are left out."""
_LIBRARY_SHAPES = tuple(Shape("", signs, pattern) for signs, pattern in (
    ("AKIA ASIA ABIA ACCA A3T", r"\b(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}"),
    ("AccountKey", r"AccountKey="),
    ("ghp_ gho_ ghs_ ghr_ ghu_", r"\bgh[opusr]_\w{20}"),
    ("gl", r"\bgl\w{2,6}-\w{10}"),
    ("-us", r"\b[0-9a-z]{32}-us[0-9]{1,2}\b"),
    ("_authToken", r"_authToken"),
    ("sk-", r"\bsk-\w{10}"),
    ("PRIVATE", r"PRIVATE KEY"),
    ("pypi-", r"pypi-AgE"),
    ("SG.", r"\bSG\.[\w-]{20}"),
    ("xox hooks.slack.com", r"xox[a-z]-|hooks\.slack\.com"),
    ("sq0csp", r"sq0csp-"),
    ("sk_live rk_live", r"[sr]k_live_"),
    (":AA", r"\b\d{8,10}:AA[\w-]{33}"),
    ("AC SK", r"\b(?:AC|SK)[a-z0-9]{32}\b"),
    ("eyJ", r"\beyJ"),
    ("AKC AP", r"(?:^|[\s=:\"])(?:AKC[a-zA-Z0-9]{10}|AP(?=\w*\d)[\dABCDEF][a-zA-Z0-9]{8})"),
    ("cloudant", r"cloudant"),
    (".", r"\.[\w-]{6}\.[\w-]{27}"),
))  # fmt: skip
_EXAMPLE = re.compile(r"example|xxxx|\*\*\*|<[\w -]{2,}>|\.\.\.|…|your[_-]|redacted|placeholder|0000000000|\$\{|dummy"
                      r"|(.)\1{9}", re.IGNORECASE)  # fmt: skip
_PASSWORDS = frozenset(["password", "pass", "passwd", "secret", "token", "user", "username", "pwd", "xxx", "key", "apikey", "foo", "bar",
                        "changeme", "placeholder", "passwort", "postgres", "test123", "secret123", "password1", "password123",
                        "pass123"])  # fmt: skip
# How much of the text after a match the library is shown, how long a secret may be, and how often it is asked.
_AROUND = 400
_LONGEST = 200
_ENOUGH = 100
_NEAR = 60


def find(text: str) -> Iterator[tuple[int, str]]:
    """(index, kind) of each secret, in order, one for each place."""
    found: dict[int, str] = {}
    for shape in _OWN:
        for match in shape.find(text):
            if not _is_example(shape.what, match[0]):
                found.setdefault(match.start(), shape.what)
    asked = 0
    for shape in _LIBRARY_SHAPES:
        end = 0
        for match in shape.find(text):
            if match.start() < end:
                continue
            end = match.end() + _AROUND - _LONGEST
            asked += 1
            if asked > _ENOUGH:
                break
            _ask_library(text, match, found)
    yield from sorted(found.items())


def _ask_library(text: str, match: re.Match[str], found: dict[int, str]) -> None:
    """Adds what the library makes of the text around a match, unless something is known there."""
    start = max(0, match.start() - 60)
    around = text[start : match.end() + _AROUND].replace("\n", " ")
    for detector in _detectors():
        for value in filter(None, detector.analyze_string(around)):
            at = text.find(str(value), start)
            # Some detectors tell only the beginning of what they found.
            whole = text[at : at + _LONGEST].split(None, 1)[0] if at >= 0 else ""
            if at >= 0 and not _is_example(detector.secret_type, whole) and all(abs(known - at) > _NEAR for known in found):
                found[at] = detector.secret_type


def _is_example(kind: str, value: str) -> bool:
    if kind == "password in an address":
        password = value.rpartition("@")[0].rpartition(":")[2]
        return password.casefold() in _PASSWORDS or password.startswith(("$", "%", "{", "<", "*")) or _EXAMPLE.search(password) is not None
    if kind == "password in an assignment":
        return not _is_chosen(re.split(r"[=:]", value, maxsplit=1)[1].strip(" \"'"))
    if kind == "password on a command line":
        return not _is_chosen(re.split(r" -p *[\"']?|:|--password=", value)[-1])
    if kind.casefold() == "private key":
        return False
    return _EXAMPLE.search(value) is not None


def _is_chosen(value: str) -> bool:
    """Whether a value is a password that somebody chose, not a word, a number, a variable, a place or an example."""
    plain = value.rstrip(".,")
    if plain.casefold() in _PASSWORDS or value[0] in "$%*/~.?=:-" or _EXAMPLE.search(value) or re.search(r"://|^\w+\.\w+\.|\$\{?\w"
                                                                                                     r"|^[\w.-]+/[\w./-]+$", value):
        return False
    return any(char.isalpha() for char in plain) and (any(char.isdigit() for char in plain) or any(char in "!$%&?+^@" for char in plain))


@cache
def _detectors() -> tuple[BasePlugin, ...]:
    from importlib import import_module

    found = []
    for name in _DETECTORS:
        module, _, detector = name.partition(".")
        found.append(getattr(import_module(f"detect_secrets.plugins.{module}"), detector)())
    return tuple(found)

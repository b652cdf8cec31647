"""Credentials never reach a message."""

from __future__ import annotations

import time

import pytest

from vaultctl.core.redaction import holds_token, redact, remove_secrets


@pytest.mark.parametrize("text", [
    "fatal: unable to access 'https://bot:SECRET@example.org/x.git/': 403",
    "https://SECRET@example.org/x", "http://a:SE@CRET@example.org/x", "HTTPS://x-access-token:SECRET@example.org",
    "https://example.org/x?private_token=SECRET&y=1", "https://example.org/api?access_token=SECRET",
    "Authorization: Basic SECRET", "authorization: SECRET", "PRIVATE-TOKEN: SECRET", "ssh://git:SECRET@example.org/x",
    "remote: bad token ghp_SECRETSECRET", "glpat-SECRETSECRET is expired",
])  # fmt: skip
def test_a_credential_is_hidden(text: str) -> None:
    assert "SECRET" not in redact(text) and "CRET" not in redact(text)
    assert "***" in redact(text)


@pytest.mark.parametrize("text", [
    "ssh://git@example.org/x.git", "git@example.org:team/vault.git", "https://example.org/x?page=2",
    "an ordinary sentence @someone",
    "see https://example.org/a and mail me@example.org",
])  # fmt: skip
def test_everything_else_stays(text: str) -> None:
    assert redact(text) == text


# Put together here, so that no scanner takes this file for one that holds a key.
PEM = "\n".join(["-----BEGIN RSA " + "PRIVATE KEY-----", "hunter2", "-----END RSA " + "PRIVATE KEY-----"])
GH, AWS = "ghp_" + "a1B2" * 9, "AKIA" + "Q3RSTUVWXYZ23456"
KEY40 = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzzzzKEYS"


@pytest.mark.parametrize(("text", "gone"), [
    ("password: hunter2", "hunter2"), ('{"password": "hunter2 x"}', "hunter2"), ("run --password hunter2 now", "hunter2"),
    ("SECRET_KEY=hunter2", "hunter2"), ("passphrase=correct horse", "horse"), ("pwd=hunter2", "hunter2"), ("DB_PASS=hunter2", "hunter2"),
    ("client_secret: hunter2", "hunter2"), ("X-API-Key: hunter2", "hunter2"), ("api_key: 'hunter2'", "hunter2"),
    ("Cookie: theme=dark; session=hunter2", "hunter2"), ("curl -u bob:hunter2 x", "hunter2"), ("curl --user 'bob:hunter2' x", "hunter2"),
    ("sent Bearer hunter2x", "hunter2"), ("Basic aHVudGVyMg==", "aHVud"), ('{\\"token\\": \\"hunter2\\"}', "hunter2"),
    (f"x_{GH}", GH), (f"key{AWS}", AWS), (f"aws_secret_access_key = {KEY40}", KEY40), ('"Authorization": "Bearer hunter2"', "hunter2"),
    (f'PRIVATE_KEY="{PEM}"', "hunter2"), ("password: |\n  hunter2", "hunter2"),
])  # fmt: skip
def test_what_stands_where_a_secret_does_is_removed_for_good(text: str, gone: str) -> None:
    assert gone not in remove_secrets(text) and "***" in remove_secrets(text)


@pytest.mark.parametrize("text", [
    "Unexpected token < in JSON at position 0", "Basic authentication failed", "the Bearer token is missing", "wrong password for bob",
    "task-runner-of-everything failed", "cookies are off",
])  # fmt: skip
def test_words_about_secrets_stay(text: str) -> None:
    assert remove_secrets(text) == text


def test_a_name_holds_a_token_by_its_shape_only() -> None:
    assert holds_token(f"a/{GH}") and holds_token(f"bot-{AWS}") and not holds_token("auth/token:refresh")


@pytest.mark.parametrize("piece", ["a-", "password", "token:", "--a-", "-u a", "://", "eyJ", "Bearer ", '"', "secret_", "sk-", "'\\\\", "cookie"])
def test_removing_takes_time_in_proportion(piece: str) -> None:
    start = time.perf_counter()
    remove_secrets(piece * (200_000 // len(piece)))
    assert time.perf_counter() - start < 3

"""Credentials never reach a message."""

from __future__ import annotations

import pytest

from vaultctl.core.redaction import redact


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

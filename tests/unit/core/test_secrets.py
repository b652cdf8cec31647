"""Secrets by their shapes: found, never shown, and the library loaded only when a shape begins."""

from __future__ import annotations

import subprocess
import sys

import pytest

from vaultctl.core import secrets

BODY = "aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5"


@pytest.mark.parametrize(
    "text",
    [
        "ghp_" + BODY, "github_pat_" + BODY, "glpat-" + BODY[:20], "AKIA" + "QWERTYUIOPASDFGH", "xoxb-" + "123456789012-" + BODY[:24],
        "sk-ant-" + BODY,
        "-----BEGIN OPENSSH " + "PRIVATE KEY-----", "https://bot:hunter2x@git.example.org/", "SG." + BODY[:22] + "." + BODY + BODY[:7],
        "123456789:AA" + BODY[:33], "hf_" + "abcdefghijklmnopqrstuvwxyzABCDEFGH",
    ],
)  # fmt: skip
def test_a_known_shape_is_found_where_it_stands(text: str) -> None:
    ((at, kind),) = secrets.find(f"see {text} there")
    assert 4 <= at <= 10
    assert kind


@pytest.mark.parametrize(
    "text",
    [
        "ghp_EXAMPLE", "AKIAIOSFODNN7EXAMPLE", "https://user:password@host/", "https://user:${TOKEN}@host/",
        "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "38762cf7f55934b34d179ae6a4c80cadccbb7f0a", "git@github.com:a/b.git", "a token and a password", "CVE-2024-12345",
    ],
)  # fmt: skip
def test_examples_hashes_and_words_are_no_secrets(text: str) -> None:
    assert list(secrets.find(f"see {text} there")) == []


def test_the_library_is_loaded_for_a_shape_alone() -> None:
    code = (
        "import sys; from vaultctl.core import secrets; list(secrets.find('plain text')); print('detect_secrets' in sys.modules);"
        "list(secrets.find('pypi-AgE')); print('detect_secrets' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.split() == ["False", "True"]

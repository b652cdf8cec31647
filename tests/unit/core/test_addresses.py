"""Web addresses in Markdown, and the host that they really lead to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultctl.core import addresses


@pytest.mark.parametrize(
    ("text", "host"),
    [
        ("https://example.org/x", "example.org"), ("HTTPS://Example.ORG", "example.org"), ("//example.org/x", "example.org"),
        ("https://example.org:8443/", "example.org"), ("https://github.com@evil.example/", "evil.example"),
        ("www.example.org", "www.example.org"), ("https:\\\\evil.example/x", "evil.example"), ("https\\://evil.example/", "evil.example"),
        ("&#104;ttps://evil.example/", "evil.example"),
        ("http://[::1]/x", "[::1]"), ("ftp://example.org", "example.org"),
    ],
)  # fmt: skip
def test_the_host_is_the_one_that_a_browser_goes_to(text: str, host: str) -> None:
    parsed = addresses.parse(text)
    assert parsed is not None
    assert parsed[0] == host


@pytest.mark.parametrize("text", ["mailto:a@example.org", "#part", "img/a.png", "file:///etc/passwd", "std::fmt", ""])
def test_what_leads_to_no_host_is_no_address(text: str) -> None:
    assert addresses.parse(text) is None


def test_addresses_are_found_in_order_with_their_places() -> None:
    text = "see <https://a.example/x>, [b](//b.example/y) and www.c.example, not a//b or http://localhost/"
    found = addresses.find(text)
    assert [(item.host, text[item.at :].startswith(item.text)) for item in found] == [
        ("a.example", True), ("b.example", True), ("www.c.example", True),
    ]  # fmt: skip


def test_an_address_that_pretends_names_the_host_it_shows() -> None:
    (found,) = addresses.find("https://github.com@evil.example/x")
    assert (found.host, found.pretends) == ("evil.example", "github.com")


@pytest.mark.parametrize(("host", "listed"), [("a.example", True), ("b.a.example", False), ("x.b.example", True), ("b.example", False)])
def test_a_host_is_listed_by_its_name_or_by_a_pattern(host: str, listed: bool) -> None:
    assert addresses.is_listed(host, ("A.example", "*.b.example")) is listed


@given(st.text())
def test_any_text_is_read_and_places_lie_in_it(text: str) -> None:
    assert all(0 <= item.at < len(text) for item in addresses.find(text))

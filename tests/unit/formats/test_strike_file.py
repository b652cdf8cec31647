"""The files of the failure log: what is written reads back equal, and nothing odd gets in."""

from __future__ import annotations

import json
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultctl.core.strikes import Strike
from vaultctl.formats import strike_file
from vaultctl.formats.strike_file import MAX_DETAILS, MAX_SIGNATURE, mint, parse, path_of, render

STRIKE = Strike("F-abcdefghij", "test/next-image-props", date(2026, 1, 5), "boom", "bot", "task", "a\nb", "B-001")
PATH = "strikes/test/next-image-props/2026-01/2026-01-05-f-abcdefghij.json"


def test_the_path_says_category_day_and_id() -> None:
    assert path_of(STRIKE) == PATH


def test_ids_are_not_counted() -> None:
    made = {mint() for _ in range(1000)}
    assert len(made) == 1000 and all(len(item) == 12 and item.startswith("F-") for item in made)


@given(st.text(max_size=60), st.text(max_size=60), st.text(max_size=200))
def test_what_is_written_reads_back_equal(signature: str, agent: str, details: str) -> None:
    line, prose = strike_file.line, strike_file.prose
    made = STRIKE._replace(signature=line(signature, 300) or "x", agent=line(agent, 100), details=prose(details))
    assert parse(path_of(made), render(made)) == made


def test_what_is_empty_is_left_out() -> None:
    made = render(STRIKE._replace(task="", details="", regression=""))
    assert list(json.loads(made)) == ["schema", "id", "category", "day", "signature", "agent"]


@pytest.mark.parametrize(("path", "content", "reason"), [
    ("strikes/x.json", b"{}", "name"), ("README", b"", "name"), (PATH.replace("test/", "Test/"), b"{}", "name"),
    (PATH.replace("2026-01/", "2026-02/"), b"{}", "name"), (PATH, b"[", "JSON"), (PATH, b"[" * 100_000, "JSON"), (PATH, b"[]", "schema"),
    (PATH, b'{"schema": 2}', "schema"), (PATH, b'{"schema": 1}', "key"), (PATH, b'{"schema": 1, "signature": 5}', "key"),
    (PATH.replace("-05-", "-32-"), b'{"schema": 1, "signature": "x"}', "no such day"), (PATH, b"\xff", "JSON"),
])  # fmt: skip
def test_a_file_that_is_no_failure_is_told_with_the_reason(path: str, content: bytes, reason: str) -> None:
    found = parse(path, content)
    assert isinstance(found, str) and reason in found


def test_what_somebody_put_there_by_hand_is_cleaned_and_bounded() -> None:
    made = {"schema": 1, "signature": "a\x1b[31m\u200bb\n" + "c" * 999, "agent": "x\ny", "details": "d" * 9999, "regression": "../x"}
    found = parse(PATH, json.dumps(made).encode())
    assert isinstance(found, Strike)
    assert found.signature.startswith("ab c") and len(found.signature) == MAX_SIGNATURE
    assert (found.agent, len(found.details), found.regression) == ("x y", MAX_DETAILS, "")

"""When a lesson expires."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultctl.core.expiry import expires_on, is_expired

days = st.dates(date(1990, 1, 1), date(2100, 1, 1))


@pytest.mark.parametrize(
    ("seen", "verified", "ttl", "last_day"),
    [
        (date(2025, 6, 10), None, 365, date(2026, 6, 10)),
        (date(2024, 2, 29), None, 365, date(2025, 2, 28)),
        (date(2023, 2, 28), None, 366, date(2024, 2, 29)),
        (date(2025, 1, 1), date(2025, 6, 1), 30, date(2025, 7, 1)),
        (date(2025, 6, 1), date(2025, 1, 1), 30, date(2025, 7, 1)),
        (date(2025, 1, 1), None, None, None),
        (date(9999, 12, 1), None, 36500, date(9999, 12, 31)),
    ],
)
def test_the_last_day(seen: date, verified: date | None, ttl: int | None, last_day: date | None) -> None:
    assert expires_on(seen, verified, ttl) == last_day


@given(days, st.integers(1, 36500))
def test_counts_on_its_last_day_and_not_on_the_next(seen: date, ttl: int) -> None:
    last = expires_on(seen, None, ttl)
    assert last is not None
    assert not is_expired(last, last)
    assert is_expired(last, last + timedelta(days=1))


@given(days, days, st.integers(1, 4000))
def test_verifying_never_shortens_a_life(seen: date, verified: date, ttl: int) -> None:
    with_it, without = expires_on(seen, verified, ttl), expires_on(seen, None, ttl)
    assert with_it is not None
    assert without is not None
    assert with_it >= without

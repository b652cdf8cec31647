"""Work that is shared out to copies of the process gives what doing it alone gives."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import pytest

from vaultctl.adapters import forked

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="copies are made on Linux alone")


@pytest.fixture(autouse=True)
def four_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forked, "_processors", lambda: 4)
    monkeypatch.setattr(forked.threading, "active_count", lambda: 1)


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
@pytest.mark.parametrize("count", [0, 1, 999, 2000, 4001, 10_000])
def test_the_results_come_in_order(count: int) -> None:
    assert forked.spread(lambda items: [item * 2 for item in items], list(range(count))) == [item * 2 for item in range(count)]


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_more_than_a_pipe_holds_comes_through() -> None:
    found = forked.spread(lambda items: ["x" * 100 for _ in items], list(range(8000)))
    assert len("".join(found)) == 800_000


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_what_a_copy_fails_at_is_done_here() -> None:
    own = os.getpid()

    def work(items: Sequence[int]) -> list[int]:
        if os.getpid() != own:
            os._exit(3)
        return list(items)

    assert forked.spread(work, list(range(5000))) == list(range(5000))


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_an_error_is_raised_as_usual() -> None:
    def work(items: Sequence[int]) -> list[int]:
        return [1 // (item - 7) for item in items]

    with pytest.raises(ZeroDivisionError):
        forked.spread(work, list(range(5000)))

"""The first and the last days of the calendar: no command ends in an error of ours."""

from __future__ import annotations

import pytest

from tests.conftest import MakeRepo
from tests.fakes.checkout import Checkout
from tests.fakes.command import run
from tests.fakes.recording import lay_out
from tests.fakes.vaults import lesson


@pytest.fixture
def repo(git_repo: MakeRepo) -> Checkout:
    made = lay_out(git_repo("first", commit=False))
    made.commit({
        "vault/lessons/x/b-2.md": lesson("B-2", "x/y", first_seen="9999-12-31", ttl="36500"),
        "vault/lessons/x/b-3.md": lesson("B-3", "x/z", first_seen="9999-12-01", ttl="20"),
    })  # fmt: skip
    return made


@pytest.mark.parametrize("day", ["9999-12-31", "9999-12-10", "0001-01-01"])
@pytest.mark.parametrize("command", ["archive --dry-run", "archive --no-push", "verify --due", "lint", "lint --since HEAD", "queue list",
                                     "record --category BLOCKED --tags q/r --issue Fails. --mitigation Wait. --no-push"])  # fmt: skip
def test_a_day_at_the_end_of_the_calendar_is_a_day(repo: Checkout, command: str, day: str) -> None:
    found = run(*command.split(), cwd=repo.path, env={"VAULTCTL_TODAY": day})
    assert found.code in (0, 1, 2, 3)
    assert "this is a bug" not in found.err


def test_a_backup_of_an_early_year_has_four_digits(repo: Checkout) -> None:
    assert run("backup", "--today", "0001-01-01", cwd=repo.path).code == 0
    assert (repo.path / "VAULT_BACKUP_0001_01_01.md").is_file()

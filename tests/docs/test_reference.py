"""The pages below docs/reference are those that the code gives."""

from __future__ import annotations

import pytest

from docs import generate
from vaultctl.cli.table import COMMANDS
from vaultctl.errors import Exit


@pytest.mark.parametrize("name", generate.PAGES)
def test_the_page_is_fresh(name: str) -> None:
    written = (generate.FOLDER / name).read_bytes().decode()
    assert written == generate.PAGES[name](), "the code has changed: run `make docs` and commit what it writes"


def test_the_help_in_the_readme_is_fresh() -> None:
    text = generate.README.read_bytes().decode()
    assert text == generate.readme(text), "run `make docs`"


def test_no_page_is_left_over() -> None:
    assert {path.name for path in generate.FOLDER.iterdir()} == set(generate.PAGES)


def test_every_exit_code_has_a_meaning() -> None:
    assert set(generate.EXIT_CODES) == {name for name in vars(Exit) if name.isupper()}


def test_every_command_has_a_sample() -> None:
    assert set(COMMANDS) <= set(generate.SAMPLES)

"""Changing the layout in the text of `.vaultctl.yaml`."""

from __future__ import annotations

import pytest

from vaultctl.errors import Refused
from vaultctl.formats.config_edits import set_layout


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (None, "schema: 1\nlayout: single-file\n"),
        ("schema: 1\nlayout: notes # for now\nforge: local\n", "schema: 1\nlayout: single-file # for now\nforge: local\n"),
        ('layout:   "notes"\r\nforge: local\r\n', "layout: single-file\r\nforge: local\r\n"),
        ("schema: 1\nforge: local\n", "schema: 1\nlayout: single-file\nforge: local\n"),
        ("forge: local", "forge: local\nlayout: single-file\n"),
        ("# layout: notes\n", "# layout: notes\nlayout: single-file\n"),
    ],
)
def test_the_layout_line_alone_changes(before: str | None, after: str) -> None:
    assert set_layout(before, "single-file") == after


@pytest.mark.parametrize("text", ["{layout: notes}\n", "layout: notes\nlayout: notes\n", "layout:\n  notes\n"])
def test_a_config_that_cannot_be_changed_alone_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="layout line"):
        set_layout(text, "single-file")

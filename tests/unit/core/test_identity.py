"""Ids are minted from the content: the same everywhere, and never the same for two contents."""

from __future__ import annotations

import random
import unicodedata
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultctl.core.identity import mint
from vaultctl.core.lesson import is_id
from vaultctl.core.schema import CATEGORIES

if TYPE_CHECKING:
    from vaultctl.core.schema import Category

TEXT = st.text(st.characters(codec="utf-8"), max_size=40)
TAGS = st.lists(st.text("abc/é", min_size=1, max_size=6), min_size=1, max_size=4)
CATEGORY: st.SearchStrategy[Category] = st.sampled_from(CATEGORIES)


def test_an_id_stays_what_it_is_in_every_version() -> None:
    tags = ["pdf/font/unicode", "currency"]
    assert mint("BLOCKED", tags, "DejaVu Sans lacks glyphs for €.", "Use Noto Sans.") == "B-gp3xuyetoh"


@given(CATEGORY, TAGS, TEXT, TEXT)
def test_an_id_is_the_letter_of_the_category_and_ten_base_32_characters(
    category: Category, tags: list[str], issue: str, mitigation: str
) -> None:
    made = mint(category, tags, issue, mitigation)
    assert made[:2] == f"{category[0]}-" and len(made) == 12
    assert set(made[2:]) <= set("abcdefghijklmnopqrstuvwxyz234567") and is_id(made)


@given(CATEGORY, TAGS, TEXT, TEXT, st.integers())
def test_order_of_tags_blanks_and_normal_form_do_not_matter(
    category: Category, tags: list[str], issue: str, mitigation: str, seed: int
) -> None:
    shuffled = random.Random(seed).sample([*tags, tags[0]], len(tags) + 1)
    spelled = [unicodedata.normalize("NFD", text) for text in (issue, mitigation)]
    blanks = ["\n " + text.replace(" ", " \t\n") + "  " for text in spelled]
    assert mint(category, shuffled, *blanks) == mint(category, tags, issue, mitigation)


@given(CATEGORY, TAGS, TEXT, TEXT, CATEGORY, TAGS, TEXT, TEXT)
def test_other_content_has_another_id(
    category: Category, tags: list[str], issue: str, mitigation: str,
    category2: Category, tags2: list[str], issue2: str, mitigation2: str,
) -> None:  # fmt: skip
    def meant(category: Category, tags: list[str], *texts: str) -> object:
        plain = [" ".join(unicodedata.normalize("NFC", text).split()) for text in texts]
        return category, {unicodedata.normalize("NFC", tag) for tag in tags}, plain

    same = meant(category, tags, issue, mitigation) == meant(category2, tags2, issue2, mitigation2)
    assert (mint(category, tags, issue, mitigation) == mint(category2, tags2, issue2, mitigation2)) is same


@pytest.mark.parametrize(("one", "other"), [
    ((["a"], "b c", "d"), (["a"], "b", "c d")),
    ((["a", "b"], "c", "d"), (["a"], "b c", "d")),
    ((["a"], "", "b"), (["a"], "b", "")),
])  # fmt: skip
def test_parts_cannot_run_into_each_other(one: tuple[list[str], str, str], other: tuple[list[str], str, str]) -> None:
    assert mint("BLOCKED", *one) != mint("BLOCKED", *other)

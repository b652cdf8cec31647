"""Taking many lessons out and putting many in, in both layouts; and from one layout into the other and back."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fakes.memory_tree import MemoryTree
from tests.fakes.vaults import lesson as note
from vaultctl.adapters.layouts.notes import NotesLayout
from vaultctl.adapters.layouts.single_file import SingleFileLayout
from vaultctl.core.lesson import Entry, Lesson, interpret
from vaultctl.core.stored import UNKNOWN_DAY, Stored
from vaultctl.errors import Refused
from vaultctl.formats.block_text import normal
from vaultctl.usecases.inventory import take
from vaultctl.usecases.overlay import with_changes
from vaultctl.usecases.ports import Layout, Tree
from vaultctl.usecases.snapshot import read_snapshot

LAYOUTS: list[Layout] = [NotesLayout(), SingleFileLayout()]
ONE = Lesson("B-001", "BLOCKED", ("pdf/font",), "It fails.", "Do not.", date(2025, 6, 10), "bot", 365)
TWO = ONE._replace(id="W-2", category="WARNING", tags=("web", "x/y"), ttl=None, last_verified=date(2025, 7, 1), body="a\n\n- b")


def stored_in(tree: Tree, layout: Layout) -> dict[str, Stored]:
    from vaultctl.core.config import Config

    found = take(read_snapshot(tree, LAYOUTS, default=Config(layout=layout.name)).sources)
    assert not found.kept and not found.unread
    return {item.stored.lesson.id: item.stored for item in found.items}


def put(layout: Layout, stored: list[Stored], tree: Tree | None = None) -> Tree:
    tree = tree or MemoryTree({})
    return with_changes(tree, layout.replace(tree, [], stored))


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
def test_lessons_and_archived_ones_are_put_in_at_once(layout: Layout) -> None:
    stored = [Stored(ONE), Stored(TWO), Stored(ONE._replace(id="B-9"), ("2025-12-31", "expired: at last"))]
    assert stored_in(put(layout, stored), layout) == {item.lesson.id: item for item in stored}


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
def test_a_lesson_is_replaced_and_the_others_stay(layout: Layout) -> None:
    tree = put(layout, [Stored(ONE), Stored(TWO), Stored(ONE._replace(id="B-9"), ("2025-12-31", "expired"))])
    records = {entry.lesson.id: entry.record for entry in _entries(tree, layout)}
    moved = Stored(ONE._replace(tags=("other",), issue="It still fails."))
    back = Stored(ONE._replace(id="B-9"))
    after = with_changes(tree, layout.replace(tree, [records["B-001"], records["B-9"]], [moved, back]))
    assert stored_in(after, layout) == {"B-001": moved, "W-2": Stored(TWO), "B-9": back}


def _entries(tree: Tree, layout: Layout) -> list[Entry]:
    found = []
    for archived in (False, True):
        for place in layout.paths(tree, archived=archived):
            text = (tree.read(place.path) or b"").decode()
            found += [item for item in map(interpret, layout.parse(place.path, text, archived=archived).records)
                      if isinstance(item, Entry)]  # fmt: skip
    return found


def test_a_note_keeps_what_it_says_besides() -> None:
    text = note("B-001", "a", more="owner: Ines # yes\n")
    entry = interpret(NotesLayout().parse("", text).records[0])
    assert isinstance(entry, Entry)
    (change,) = NotesLayout().replace(MemoryTree({}), [], [Stored(entry.lesson, None, "note", text)])
    assert change.after == text.encode()


def test_a_place_that_is_taken_is_refused() -> None:
    tree = MemoryTree({"vault/lessons/pdf/font/B-001.md": "something"})
    with pytest.raises(Refused, match="not overwritten"):
        NotesLayout().replace(tree, [], [Stored(ONE)])


def test_an_archived_note_without_a_day_is_kept_by_the_year_it_was_first_seen() -> None:
    (change,) = NotesLayout().replace(MemoryTree({}), [], [Stored(ONE, (UNKNOWN_DAY, ""))])
    assert change.path == "vault/archive/2025/b-001.md"
    assert b"archived" not in (change.after or b"")


TEXTS = st.text(st.characters(blacklist_categories=("Cs", "Cc")), max_size=40)
LESSONS = st.builds(
    lambda number, tags, issue, agent, ttl, verified, name, body: Lesson(
        f"B-{number}", "BLOCKED", tags, issue, issue, date(2025, 1, 2), agent, ttl, verified, None, name, body
    ),
    st.integers(0, 10**6),
    st.lists(st.sampled_from(["a", "a/b", "web/x.y", "c++", "ü/ö", "no", "3.10"]), min_size=1, max_size=3, unique=True).map(tuple),
    TEXTS.map(lambda text: " ".join(text.split()) or "x").filter(lambda text: text.casefold() != "n/a"),
    st.sampled_from(["bot", "a: b", "# c", "[x]", "yes"]),
    st.none() | st.integers(1, 36500),
    st.none() | st.just(date(2025, 3, 4)),
    st.none() | st.sampled_from(["no", "slug-1", "3.10"]),
    st.lists(TEXTS | st.sampled_from(["```", "- **ID**: X-1", "---", "", "  ", "\tx", "# h", "<!--"]), max_size=6).map("\n".join),
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(LESSONS, st.booleans()), min_size=1, max_size=3, unique_by=lambda item: item[0].id))
def test_notes_to_the_single_file_to_notes_keeps_every_field(lessons: list[tuple[Lesson, bool]]) -> None:
    stored = [Stored(normal(lesson), ("2025-05-05", "expired") if archived else None) for lesson, archived in lessons]
    notes, single = LAYOUTS
    expected = {item.lesson.id: item for item in stored}
    first = stored_in(put(notes, stored), notes)
    assert first == expected
    try:
        second = stored_in(put(single, list(first.values())), single)
    except Refused:
        return  # said, and nothing written: `migrate` lists it
    assert {key: item._replace(form="", text="") for key, item in second.items()} == expected
    assert stored_in(put(notes, [item._replace(form="", text="") for item in second.values()]), notes) == expected


def test_the_corpus_keeps_every_field_through_both_layouts(corpus: Path) -> None:
    files = {
        f"vault/lessons/{path.relative_to(corpus / 'vault' / 'lessons').as_posix()}": path.read_bytes()
        for path in (corpus / "vault" / "lessons").rglob("*.md")
    }
    notes, single = LAYOUTS
    first = stored_in(MemoryTree(files), notes)
    assert len(first) == 1191
    second = stored_in(put(single, list(first.values())), single)
    assert second == first
    assert stored_in(put(notes, list(second.values())), notes) == first

"""Notes: what is read, what is said about the rest, what is written, and what an edit leaves alone."""

from __future__ import annotations

import time
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultctl.core.lesson import Entry, Lesson, Malformed, interpret, one_line, trim_body
from vaultctl.core.record import Fault, Record
from vaultctl.errors import Refused, UsageError
from vaultctl.formats import frontmatter, note_writing
from vaultctl.formats.yaml_full import read_document
from vaultctl.formats.yaml_nodes import ListNode, Scalar

PATH = "vault/lessons/a/b-1.md"
KEYS = {
    "id": "B-1",
    "category": "BLOCKED",
    "tags": "[a/b]",
    "issue": '"it fails"',
    "mitigation": '"do this"',
    "first_seen": "2026-01-05",
    "source_agent": "bot",
    "ttl": "365",
}
GOOD = Lesson("B-1", "BLOCKED", ("a/b",), "it fails", "do this", date(2026, 1, 5), "bot", 365, body="A body.")


def note(body: str = "A body.\n", **keys: str) -> str:
    rows = [f"{key}: {value}\n" if value != "\n" else f"{key}:\n" for key, value in {**KEYS, **keys}.items()]
    return "---\n" + "".join(rows) + "---\n" + body


def read(text: str, *, archived: bool = False) -> Record:
    parsed = frontmatter.parse(PATH, text, archived=archived)
    assert parsed.path == PATH and parsed.faults == () and len(parsed.records) == 1
    return parsed.records[0]


def lesson(text: str) -> Lesson:
    entry = interpret(read(text))
    assert isinstance(entry, Entry), entry
    return entry.lesson


def malformed(text: str) -> Malformed:
    entry = interpret(read(text))
    assert isinstance(entry, Malformed), entry
    return entry


def faults(text: str) -> list[tuple[str, int]]:
    return [(fault.rule, fault.line) for fault in interpret(read(text)).faults]


# Bounds


def test_a_canonical_note_is_read_whole() -> None:
    record = read(note())
    assert interpret(record) == Entry(GOOD, record)
    assert [(field.key, field.line) for field in record.fields] == [(key, row) for row, key in enumerate(KEYS, 2)]
    assert (record.line, record.end_line, record.body, record.body_line) == (1, 11, "A body.", 11)


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff" + note(),
        note().replace("\n", "\r\n"),
        note().replace("---\n", "---  \n"),
        note().replace("---\nA", "...\nA"),
        note().replace("---\nA", "---\t\r\nA"),
        note("\n\nA body.\n\n \n"),
        note("A body."),
    ],
)
def test_bom_crlf_trailing_blanks_dots_and_blank_lines_change_nothing(text: str) -> None:
    assert lesson(text) == GOOD
    assert not read(text).faults


def test_rules_in_the_body_are_text_and_only_the_first_closing_line_ends() -> None:
    record = read(note("one\n---\nid: B-2\n---\n```\n---\n```\n"))
    assert record.body == "one\n---\nid: B-2\n---\n```\n---\n```"
    assert len([field for field in record.fields if field.key == "id"]) == 1


def test_the_place_of_the_body_counts_from_its_first_line_that_is_not_blank() -> None:
    assert read(note("\n\nhere\n")).body_line == 13
    assert read(note("")).body_line == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty"),
        (" \n\n", "empty"),
        ("# A heading\n---\nid: B-1\n---\n", "no front matter"),
        ("\n---\nid: B-1\n---\n", "must be line 1"),
        ("--- id: B-1\n---\n", "nothing else"),
        ("----\nid: B-1\n", "no front matter"),
        ("---", "not closed"),
        ("---\nid: B-1\n----\n --- \n", "not closed"),
        ("---\n" + "k: v\n" * 20_000 + "---\n", "longer than 65536"),
        ("---\n" + "x" * 1_000_000, "not closed"),
        ("-\0-\0-\0\n\0", "UTF-16"),
    ],
)
def test_a_file_without_readable_bounds_is_one_unreadable_fault(text: str, message: str) -> None:
    found = malformed(text)
    assert [fault.rule for fault in found.faults] == ["unreadable"]
    assert message in found.worst.message and found.worst.hint
    assert found.tags is None


def test_the_tags_of_a_note_that_is_not_closed_are_known() -> None:
    found = malformed("---\nid: B-1\ntags: [a/b]\n\nA body with tags: [c]\n")
    assert (found.id, found.tags) == ("B-1", ("a/b",))


def test_bytes_that_are_not_utf8_read_as_replacement_characters() -> None:
    text = note("caf\udce9\n", issue='"caf\udce9"')
    assert (lesson(text).issue, lesson(text).body) == ("caf\ufffd", "caf\ufffd")


# Values


def test_words_that_yaml_may_take_for_something_else_are_texts() -> None:
    assert lesson(note(tags="[no, on, off, 3.10, 010, 2026-01-05]")).tags == ("no", "on", "off", "3.10", "010", "2026-01-05")
    assert read(note(tags="[12:30]")).field("tags").value == ("12:30",)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "tags",
    [
        "a/b, c",
        "#a/b, #c",
        "#a/b #c",
        "a/b, #c",
        "[#a/b, #c]",
        "[ #a/b,#c ]  # a comment",
        "[a/b, #c]",
        "['#a/b', \"#c\"]",
        "\n  - a/b\n  - c",
        "\n- a/b\n- c",
        "\n  - #a/b\n  - #c",
        "\n# why\n  - a/b\n\n  - c",
        "[\n  a/b,\n  c\n]",
        "[a/b,\n    c]",
        "|\n  a/b, c",
        '"a/b, c"',
    ],
)
def test_other_spellings_of_tags_are_read_and_made_canonical(tags: str) -> None:
    text = note(tags=tags)
    assert lesson(text).tags == ("a/b", "c")
    assert ("not-canonical", 4) in faults(text)
    fixed = note_writing.canonical(text, read(text))
    if "# why" in tags:
        assert fixed is None  # the comment would be lost
    else:
        assert fixed == note(tags="[a/b, c]" + ("  # a comment" if "comment" in tags else ""))


@pytest.mark.parametrize("key", ["Tags:", "TAGS:", "tags :", "tags\uff1a", "Tags \uff1a ", "'tags':", '"Tags" :'])
def test_other_spellings_of_a_key_are_read_and_made_canonical(key: str) -> None:
    text = note().replace("tags:", key)
    assert lesson(text) == GOOD
    fault = next(fault for fault in read(text).faults if fault.rule == "not-canonical")
    assert (fault.severity, fault.fixable, fault.line) == ("warning", True, 4)
    fixed = note_writing.canonical(text, read(text))
    assert fixed is not None and fixed.replace("tags:  ", "tags: ") == note()


@pytest.mark.parametrize(
    "line", ["issue:it fails", "issue\uff1ait fails", "Issue: it fails", "ISSUE : 'it fails'", "issue:\n  it fails"]
)
def test_other_spellings_of_a_text_key_are_read(line: str) -> None:
    assert lesson(note().replace('issue: "it fails"', line)) == GOOD


def test_a_key_with_blanks_or_dashes_is_the_known_one() -> None:
    text = note().replace("first_seen:", "First Seen:").replace("source_agent:", "source-agent:")
    assert lesson(text) == GOOD
    assert note_writing.canonical(text, read(text)) == note()


def test_tags_that_are_not_normalised_and_a_category_in_another_case_are_made_canonical() -> None:
    text = note(tags="[A:B, a/b, 'C']", category="blocked # sure")
    assert note_writing.canonical(text, read(text)) == note(tags="[a/b, c]", category="BLOCKED # sure")


@pytest.mark.parametrize(
    "value", ["'it fails'", "it fails", ">-\n  it\n  fails", "|\n  it fails", "it\n  fails", '"it\n  fails"']
)
def test_every_yaml_spelling_of_a_text_is_read_and_left_as_it_is(value: str) -> None:
    text = note(issue=value)
    assert lesson(text) == GOOD
    assert not read(text).faults
    assert note_writing.canonical(text, read(text)) is None


@pytest.mark.parametrize(
    ("key", "value", "lost"),
    [
        ("issue", "build fails #42 on retry", "#42 on retry"),
        ("mitigation", "use C # not C++", "# not C++"),
        ("source_agent", "bot #7", "#7"),
        ("issue", "# all of it", "# all of it"),
        ("issue", "first\n  second #3", "#3"),
    ],
)
def test_text_after_a_hash_is_not_lost_in_silence(key: str, value: str, lost: str) -> None:
    fault = next(fault for fault in read(note(**{key: value})).faults if fault.rule == "lost-text")
    assert lost in fault.message and fault.severity == "error" and not fault.fatal
    row = note(**{key: value}).split("\n")[fault.line - 1]
    assert row[fault.column - 1 :] == lost


@pytest.mark.parametrize("tags", [
    "a/b #pdf/x", "a/b, #pdf/x # a note", "#a/b #pdf/x", "a/b #pdf/x # a note", "[a/b] #pdf/x", '"a/b" #pdf/x', "\n  - a/b #pdf/x",
    "\n- a/b #pdf/x # a note", "\n- #a/b #pdf/x", "[a/b,\n  pdf/x]", "[a/b #pdf/x\n  ]", "#a/b,\n  pdf/x", "#a/b\n  - pdf/x", "\n  - a/b\n  - 'pdf/x' # it",
])  # fmt: skip
def test_tags_behind_a_hash_are_read_and_said_to_be_odd(tags: str) -> None:
    text = note(tags=tags)
    assert lesson(text).tags == ("a/b", "pdf/x")
    [fault] = read(text).faults
    assert (fault.rule, fault.fatal) == ("not-canonical", False)
    after = note_writing.canonical(text, read(text))
    if fault.fixable:
        assert after is not None and "\ntags: [a/b, pdf/x]\n" in after and lesson(after) == lesson(text)
    else:
        assert after is None and "comment" in fault.hint


@pytest.mark.parametrize("tags", ["a/b #see the list", "a/b, #pdf/x and more", "[a/b] #of the crate", "\n- a/b #pdf, and more", "a/b,\n  #pdf/x"])
def test_text_behind_the_tags_that_is_lost_makes_them_unknown(tags: str) -> None:
    found = malformed(note(tags=tags))
    assert (found.worst.rule, found.tags) == ("lost-text", None)
    assert note_writing.canonical(note(tags=tags), read(note(tags=tags))) is None


def test_a_conflict_makes_the_tags_unknown_wherever_it_stands() -> None:
    for where in ("id:", "tags:", "issue:", "ttl:"):
        text = note(tags="\n  - a/b").replace(f"\n{where}", f"\n<<<<<<< HEAD\n=======\n{where}")
        found = malformed(text)
        assert found.tags is None and [fault.message for fault in found.faults if fault.rule == "bad-yaml"] == ["a merge conflict was left here"]
        assert found.worst.line == text[: text.index("<<<")].count("\n") + 1
    half = note(tags="\n  - a/b\n<<<<<<< HEAD\n  - c\n=======\n  - d\n>>>>>>> other")
    assert malformed(half).tags is None


@pytest.mark.parametrize(
    ("key", "value"), [("ttl", "365 # days"), ("tags", "[a/b] # x"), ("first_seen", "2026-01-05 # sure"), ("id", "B-1 #x")]
)
def test_a_comment_after_a_short_value_is_a_comment(key: str, value: str) -> None:
    assert lesson(note(**{key: value})) == GOOD
    assert not read(note(**{key: value})).faults


@pytest.mark.parametrize(
    ("value", "form"),
    [
        ("Cache: stale", "Cache: stale"),
        ("stale:", "stale:"),
        ("- x", "- x"),
        ("? x", "? x"),
        ('"open', "open"),
        ('"a" b', r"\"a\" b"),
        ('"a "b" c"', r"a \"b\" c"),
        ("'it's'", "it's"),
        ("[WARN] x", "[WARN] x"),
        ("[a, b]", "[a, b]"),
        ("{a: b}", "{a: b}"),
        ("{a", "{a"),
        (r'"C:\q"', r"C:\\q"),
        ("a\n  b: c", "a b: c"),
        *[(sign + "x y", sign + "x y") for sign in "@*!&%`|>[{,]}"],
    ],
)
def test_a_value_that_needs_quotes_is_one_error_class_with_the_quoted_form(value: str, form: str) -> None:
    found = malformed(note(issue=value))
    fault = found.worst
    assert (fault.rule, fault.line, fault.column) == ("bad-yaml", 5, 8)
    assert fault.message.startswith("issue: ") and fault.hint == f'write issue: "{form}"'
    assert lesson(note(issue=fault.hint.removeprefix("write issue: ")))
    assert [fault.rule for fault in found.faults if fault.fatal] == ["bad-yaml"], "nothing else is made of it"
    assert (found.id, found.tags) == ("B-1", ("a/b",)), "the other keys are known"


@pytest.mark.parametrize("tags", ["[a, [b]]", "{a: b}", "\n  a: b", "\n  - a: b", "[{a: b}]"])
def test_nested_tags_are_a_named_error(tags: str) -> None:
    found = malformed(note(tags=tags))
    assert [(fault.rule, fault.fatal) for fault in found.faults] == [("bad-value", True)]
    assert "tags" in found.worst.message and found.tags is None


@pytest.mark.parametrize("tags", ["[a", "*a", "[*a]", "&x [a]", "!t a", "@a", "a: b", "[a] b", "[a, , b]]", "'a"])
def test_tags_that_are_no_yaml_are_unknown_tags(tags: str) -> None:
    found = malformed(note(tags=tags))
    assert [(fault.rule, fault.line) for fault in found.faults] == [("bad-yaml", 4)]
    assert found.tags is None


@pytest.mark.parametrize("tags", ["", "[]", "''", "# none yet", "[ ]", '[""]'])
def test_empty_tags_are_a_named_error(tags: str) -> None:
    assert malformed(note(tags=tags)).worst.message == "tags is empty"


def test_a_key_that_stands_twice_names_both_lines_and_is_known_under_neither() -> None:
    for second in ("tags: [c]", "Tags: [c]", "tags: @c"):
        found = malformed(note().replace("tags: [a/b]\n", f"tags: [a/b]\n{second}\n"))
        assert found.tags is None
    found = malformed(note().replace("tags: [a/b]\n", "tags: [a/b]\ntags: [c]\n"))
    assert "lines 4 and 5" in found.worst.message and found.worst.rule == "duplicate-key"


@pytest.mark.parametrize(
    ("extra", "message"),
    [
        ("<<<<<<< HEAD", "merge conflict"),
        ("=======", "merge conflict"),
        ("some words", "not a key"),
        ("\tname: x", "tab"),
        ("? x", "not a key"),
        ("  name: x", "indented more"),
    ],
)
def test_a_line_that_belongs_to_no_key_is_named_and_hides_none(extra: str, message: str) -> None:
    found = malformed(note().replace("source_agent", extra + "\nsource_agent"))
    assert [(fault.rule, fault.line) for fault in found.faults] == [("bad-yaml", 8)]
    assert message in found.worst.message
    assert found.tags == (None if extra.startswith("<") else ("a/b",))


@pytest.mark.parametrize("value", ["\tx", "x\x1b[31m", "x\x00", "x\ry", '"x\x07"'])
def test_tabs_and_control_characters_are_plain_faults(value: str) -> None:
    found = malformed(note(issue=value))
    assert (found.worst.rule, found.worst.line) == ("bad-yaml", 5)
    assert found.worst.message.isprintable() and found.worst.hint.isprintable()


def test_every_broken_key_is_reported_at_once() -> None:
    found = malformed(note(issue="@x", mitigation="a: b", first_seen="2026-02-30", ttl="soon"))
    assert [(fault.rule, fault.line) for fault in found.faults] == [
        ("bad-yaml", 5),
        ("bad-yaml", 6),
        ("bad-date", 7),
        ("bad-ttl", 9),
    ]


def test_the_keys_of_an_archived_note_are_known_there_and_only_there() -> None:
    text = note(archived="2026-05-01", archived_reason='"expired"')
    assert interpret(read(text, archived=True)).faults == ()
    assert [fault.rule for fault in interpret(read(text)).faults] == ["unknown-key", "unknown-key"]


def test_a_whole_note_that_is_indented_is_read() -> None:
    text = "---\n" + "".join(f"  {key}: {value}\n" for key, value in KEYS.items()) + "---\nA body.\n"
    assert lesson(text) == GOOD
    assert "\n  last_verified: 2026-02-01\n---" in note_writing.set_key(text, read(text), "last_verified", "2026-02-01")


@given(
    st.lists(
        st.sampled_from(
            [
                "---\n",
                "id: B-1\n",
                "tags",
                ":",
                " ",
                "\n",
                "[",
                "]",
                "#",
                ",",
                "- ",
                "\uff1a",
                "'",
                '"',
                "a",
                "\t",
                "\r",
                "\x00",
                "|",
                ">",
                "&a",
                "*a",
                "{",
                "}",
                "\ufeff",
                "...",
                "\udce9",
                "issue: ",
                "\\",
                "!",
                "<<<<<<< \n",
            ]
        ),
        max_size=25,
    ).map("".join)
)
def test_reading_never_raises(text: str) -> None:
    for content in (text, "---\n" + text, "---\n" + text + "\n---\n"):
        record = read(content)
        assert isinstance(interpret(record), Entry | Malformed)
        assert all(isinstance(fault, Fault) and 1 <= fault.line <= record.end_line for fault in record.faults)
        note_writing.canonical(content, record)


@pytest.mark.parametrize(
    "head",
    [
        "tags: " + "[" * 60_000,
        "tags: [" + "a," * 30_000,
        "issue: " + '"' * 60_000,
        "x: y\n" * 12_000,
        "- " * 30_000,
        "a: &a [x]\n" + "b: *a\n" * 5_000,
        "a\n" * 30_000,
        "issue: >\n" + " x\n" * 20_000,
    ],
)
def test_a_hostile_front_matter_takes_bounded_time(head: str) -> None:
    start = time.perf_counter()
    interpret(read(f"---\n{head}\n---\n"))
    assert time.perf_counter() - start < 5


def test_plain_notes_are_read_without_ruamel(corpus: Path) -> None:
    files = sorted((corpus / "vault").rglob("*.md"))
    for number, file in enumerate(files):
        text = file.read_bytes().decode()
        record = read(text)
        entry = interpret(record)
        assert isinstance(entry, Entry) and not entry.faults, file
        assert note_writing.write(entry.lesson) == text, file
        if number % 20 == 0:
            pairs = read_document(text.split("\n---\n", 1)[0].split("\n")[1:]).pairs
            values = [
                value.text if isinstance(value, Scalar) else tuple(item.text for item in value.items if isinstance(item, Scalar))
                for _, value in pairs
                if isinstance(value, Scalar | ListNode)
            ]
            assert [field.value for field in record.fields] == values


# Writing

TAGS = st.lists(
    st.sampled_from(["no", "3.10", "a/b", "c++", "é/ü", ".net", "x_y-z", "010"]), min_size=1, max_size=4, unique=True
).map(tuple)
LESSONS = st.builds(
    Lesson,
    st.just("B-1"),
    st.sampled_from(["BLOCKED", "WARNING"]),
    TAGS,
    st.text().map(one_line).filter(lambda text: text.lower() not in ("", "n/a")),
    st.text().map(one_line).filter(bool),
    st.dates(),
    st.text().map(one_line).filter(bool),
    st.one_of(st.none(), st.integers(1, 36500)),
    st.one_of(st.none(), st.dates()),
    st.one_of(st.none(), st.just("B-2")),
    st.one_of(st.none(), st.text().map(one_line).filter(bool)),
    st.text().map(lambda text: trim_body("\n".join(line.rstrip("\r") for line in text.split("\n")))),
)


@given(LESSONS)
def test_what_is_written_reads_back_equal(written: Lesson) -> None:
    text = note_writing.write(written)
    assert interpret(read(text)) == Entry(written, read(text))


@given(st.text())
def test_a_text_value_reads_back_to_the_character(value: str) -> None:
    text = note_writing.set_key(note(), read(note()), "issue", value or "x") if one_line(value) else note()
    assert read(text).field("issue").value == (value if one_line(value) else "it fails")  # type: ignore[union-attr]


def test_the_canonical_text_has_the_keys_in_order_and_leaves_out_what_is_absent() -> None:
    whole = GOOD._replace(
        ttl=None, last_verified=date(2026, 2, 1), superseded_by="B-2", name="a-name", tags=("a/b", "no"), issue='say "x" \\ #1'
    )
    assert note_writing.write(whole) == (
        '---\nid: B-1\ncategory: BLOCKED\ntags: [a/b, no]\nissue: "say \\"x\\" \\\\ #1"\nmitigation: "do this"\n'
        "first_seen: 2026-01-05\nsource_agent: bot\nttl: indefinite\nlast_verified: 2026-02-01\n"
        "superseded_by: B-2\nname: a-name\n---\nA body.\n"
    )
    assert note_writing.write(GOOD._replace(body="")).endswith("ttl: 365\n---\n")


# Editing

STYLED = (
    "\ufeff---\r\n# on top\r\nttl: 365   # a year\r\ncategory: BLOCKED\r\nid: 'B-1'\r\ntags:   [ a/b,c ] # two\r\n"
    "issue: >-\r\n  it\r\n  fails\r\n\r\nmitigation: 'do this'\r\n\r\n"
    'first_seen: "2026-01-05"\r\nextra: kept\r\nsource_agent: bot\r\n# at the end\r\n---\r\nA body.\r\n'
)


@pytest.mark.parametrize(
    ("key", "value", "before", "after"),
    [
        ("ttl", "30", "ttl: 365   # a year", "ttl: 30   # a year"),
        ("category", "WARNING", "category: BLOCKED", "category: WARNING"),
        ("tags", "d, e", "tags:   [ a/b,c ] # two", "tags:   [d, e] # two"),
        ("issue", "new", "issue: >-\r\n  it\r\n  fails\r\n\r\n", 'issue: "new"\r\n'),
        ("mitigation", "that", "mitigation: 'do this'", 'mitigation: "that"'),
        ("last_verified", "2026-02-01", "ttl: 365   # a year\r\n", "ttl: 365   # a year\r\nlast_verified: 2026-02-01\r\n"),
        ("name", "x", "ttl: 365   # a year\r\n", "ttl: 365   # a year\r\nname: x\r\n"),
    ],
)
def test_setting_a_key_changes_its_own_lines_only(key: str, value: str, before: str, after: str) -> None:
    assert STYLED.count(before) == 1
    assert note_writing.set_key(STYLED, read(STYLED), key, value) == STYLED.replace(before, after)


def test_a_new_key_is_added_at_its_canonical_place() -> None:
    text = note_writing.set_key(note(name="x"), read(note(name="x")), "superseded_by", "B-2")
    assert text == note(superseded_by="B-2", name="x")


def test_removing_a_key_takes_its_lines_only() -> None:
    assert note_writing.remove_key(note(name="x"), read(note(name="x")), "name") == note()
    assert note_writing.remove_key(note(name="|\n  x"), read(note(name="|\n  x")), "name") == note()


def test_setting_a_key_keeps_bytes_that_are_not_utf8() -> None:
    text = note("caf\udce9\n", issue='"caf\udce9"')
    assert note_writing.set_key(text, read(text), "ttl", "1") == note("caf\udce9\n", issue='"caf\udce9"', ttl="1")


@pytest.mark.parametrize(
    "text", [note(issue="@x"), "---\nid: B-1\n", "no front matter", note(ttl="soon"), note().replace("id:", "id: B-2\nid:")]
)
def test_what_does_not_parse_is_not_edited(text: str) -> None:
    with pytest.raises(Refused, match="left as it is"):
        note_writing.set_key(text, read(text), "ttl", "1")
    with pytest.raises(Refused):
        note_writing.remove_key(text, read(text), "ttl")
    assert note_writing.canonical(text.replace("tags", "Tags"), read(text)) is None


def test_a_value_that_cannot_stand_is_refused_and_a_key_that_is_none_too() -> None:
    with pytest.raises(UsageError, match="no such key"):
        note_writing.set_key(note(), read(note()), "colour", "red")


def test_a_canonical_note_has_nothing_to_fix() -> None:
    assert note_writing.canonical(note(), read(note())) is None
    assert note_writing.canonical(STYLED, read(STYLED)) is None


def test_a_fix_keeps_comments_line_ends_and_order() -> None:
    text = STYLED.replace("tags:   [ a/b,c ] # two", "Tags : #A/b, #c").replace("category: BLOCKED", "category: Blocked")
    assert note_writing.canonical(text, read(text)) == STYLED.replace("tags:   [ a/b,c ] # two", "tags: [a/b, c]")


def test_a_fix_is_final() -> None:
    text = note(tags="\n  - A\n  - #b").replace("issue:", "Issue\uff1a")
    fixed = note_writing.canonical(text, read(text))
    assert fixed is not None and note_writing.canonical(fixed, read(fixed)) is None
    assert not interpret(read(fixed)).faults

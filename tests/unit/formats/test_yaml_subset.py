"""The small reader and ruamel.yaml: whatever the one accepts, the other reads the same, places included."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultctl.formats import scalars, yaml_full, yaml_subset
from vaultctl.formats.yaml_nodes import BadYaml, ListNode, MapNode, NotPlain, Scalar

PIECES = [
    "a",
    "b:",
    "a: ",
    "key: ",
    "- ",
    "  ",
    "\n",
    "\n",
    "\n  ",
    "\n- ",
    "'",
    '"',
    "[",
    "]",
    ", ",
    " #c",
    "#",
    "3.10",
    ":",
    " ",
    "\\n",
    "\\u00e9",
    "é",
    "\uff1a",
    "{",
    "}",
    "?",
    "|",
    ">",
    "!",
    "&",
    "*",
    "--",
    "...",
    "---",
    "%",
    "@",
    "`",
    "~",
    "<<: ",
    "''",
    '\\"',
    "\u00a0",
    "\u2028",
    "\x85",
    "[a, b]",
    "\t",
    "\r",
]
PLAIN_LINES = st.lists(
    st.one_of(
        st.sampled_from(
            ["# a comment", "", "tags: [a/b, 'c d', \"e\"]", "tags:", "- x", "  - y # z", "deep:", "  inner: 1", "    more: 2"]
        ),
        st.builds("{}: {}".format, st.sampled_from(["id", "a-b", "x/y"]), st.text(alphabet="ab:#'\"[]{},-*&!? \\", max_size=8)),
    ),
    max_size=7,
)


def one(text: str) -> Scalar:
    value = yaml_subset.read_document([text]).pairs[0][1]
    assert isinstance(value, Scalar)
    return value


def agree(text: str) -> None:
    lines = yaml_subset.split_lines(text)
    try:
        node = yaml_subset.read_document(lines)
    except NotPlain:
        return
    assert yaml_full.read_document(lines) == node


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_what_the_subset_accepts_equals_ruamel_on_shreds_of_yaml(text: str) -> None:
    agree(text)


@given(PLAIN_LINES.map("\n".join))
def test_what_the_subset_accepts_equals_ruamel_on_nearly_plain_documents(text: str) -> None:
    agree(text)


@given(st.text())
def test_quoted_text_reads_back_equal_in_both_readers(text: str) -> None:
    line = f"issue: {scalars.quote(text)}"
    assert one(line).text == text
    assert yaml_full.read_document([line]) == yaml_subset.read_document([line])


@given(st.text(alphabet="ab0:#'\"[]{},-*&!? .é+_"))
def test_text_that_counts_as_bare_reads_back_equal_alone_and_in_a_list(text: str) -> None:
    if scalars.is_bare(text):
        assert one(f"a: {text}").text == text
        items = yaml_subset.read_document([f"a: [{text}, {text}]"]).pairs[0][1]
        assert isinstance(items, ListNode)
        assert [item.text for item in items.items if isinstance(item, Scalar)] == [text, text]


@given(st.lists(st.sampled_from([*PIECES, "\x00", "\ud800", '"\\UFFFFFFFF"']), max_size=20).map("".join))
def test_the_full_reader_refuses_with_a_place_or_reads(text: str) -> None:
    try:
        yaml_full.read_document(yaml_subset.split_lines(text))
    except BadYaml as error:
        assert error.problem and error.line >= 1 and error.column >= 1


def test_every_corpus_file_is_plain_and_reads_as_ruamel_reads_it(corpus: Path) -> None:
    files = sorted((corpus / "vault").rglob("*.md"))
    assert len(files) > 1000
    for number, file in enumerate(files):
        head = file.read_text(encoding="utf-8").split("\n---\n", 1)[0].split("\n")[1:]
        node = yaml_subset.read_document(head)
        if number % 10 == 0:  # all of them take ruamel.yaml some seconds
            assert yaml_full.read_document(head) == node, file


@pytest.mark.slow
def test_every_corpus_file_without_exception_reads_as_ruamel_reads_it(corpus: Path) -> None:
    for file in sorted((corpus / "vault").rglob("*.md")):
        head = file.read_text(encoding="utf-8").split("\n---\n", 1)[0].split("\n")[1:]
        assert yaml_full.read_document(head) == yaml_subset.read_document(head), file


@pytest.mark.parametrize("word", ["no", "on", "off", "3.10", "010", "12:30", "2026-01-05", "null", "~x", "0x1F", "1e3", "true"])
def test_every_scalar_is_a_text_as_typed(word: str) -> None:
    assert one(f"a: {word}").text == word
    items = yaml_subset.read_document([f"a: [{word}]"]).pairs[0][1]
    assert isinstance(items, ListNode) and items.items[0] == Scalar(word, 1, 5, 1, 5 + len(word))


def test_nested_mappings_and_lists_keep_their_places() -> None:
    text = "prefixes:\n  pdf/font:\n    about: fonts\n    paths:\n      - src/*.py\n    leaf: true\nstrict: no\n"
    node = yaml_subset.read_document(yaml_subset.split_lines(text))
    prefixes, strict = node.pairs
    assert isinstance(prefixes[1], MapNode)
    font = prefixes[1].pairs[0]
    assert (font[0].text, font[0].line, font[0].column) == ("pdf/font", 2, 3)
    assert isinstance(font[1], MapNode)
    assert [key.text for key, _ in font[1].pairs] == ["about", "paths", "leaf"]
    assert (strict[0].line, strict[1].line, strict[1].column) == (7, 7, 9)


def test_a_comment_that_cuts_a_plain_scalar_is_kept_beside_it() -> None:
    assert (one("a: fails #42 on retry").text, one("a: fails #42 on retry").cut) == ("fails", "#42 on retry")
    assert one("a: 'fails' #42").cut == ""
    assert one("a: c#").cut == ""


def test_a_key_that_stands_twice_is_there_twice() -> None:
    node = yaml_subset.read_document(["a: 1", "a: 2"])
    assert [key.line for key, _ in node.pairs] == [1, 2]
    assert yaml_full.read_document(["a: 1", "a: 2"]) == node


@pytest.mark.parametrize(
    "text",
    [
        "a: &x b",
        "a: *x",
        "a: !t b",
        "a: |\n  b",
        "a: b\n  c",
        "a: {b: c}",
        "a:\tb",
        "\ta: b",
        "- a",
        "a",
        "a: [b",
        "a: [[b]]",
        "a: 'b",
        "a: b: c",
        "a: @b",
        "a: %b",
        "a: b\rc",
        "a: b\x85c",
        "a: b\u2028c",
        "a: \x1b",
        "a: \ud800",
        "a: '\ufeff'",
        "? a",
        "a: ?",
    ],
)
def test_what_is_not_plain_is_left_to_the_full_reader(text: str) -> None:
    with pytest.raises(NotPlain):
        yaml_subset.read_document(yaml_subset.split_lines(text))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a: &x b", "anchor"),
        ("a: *x", "alias"),
        ("a: !t b", "tag"),
        ("%YAML 1.1\n---\na: b", "directive"),
        ("a: b\n---\nc: d", "second"),
        ("a: " + "[" * 40 + "]" * 40, "levels"),
        ("a: " + "[" * 50_000, "levels"),
        ("- a", "mapping"),
        ("a: '\x1b'", "U\\+001B"),
        ('a: "\\UFFFFFFFF"', "escape"),
        ("? [a]\n: b", "no text"),
        ("a: b\n" * 100_000, "longer"),
    ],
)
def test_the_full_reader_refuses_what_is_dangerous_or_no_yaml(text: str, problem: str) -> None:
    with pytest.raises(BadYaml, match=problem):
        yaml_full.read_document(yaml_subset.split_lines(text))


def test_a_json_pair_of_surrogates_becomes_its_character() -> None:
    node = yaml_full.read_document(['a: "\\ud83d\\ude00 \\ud800"'])
    assert isinstance(node.pairs[0][1], Scalar) and node.pairs[0][1].text == "\U0001f600 \ufffd"

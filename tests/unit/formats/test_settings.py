"""`.vaultctl.yaml` and the taxonomy: what is understood counts, and the rest is said with its line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultctl.core.config import Config, Gate, Generated, Limits, Proposals
from vaultctl.core.record import Fault
from vaultctl.core.taxonomy import Prefix, Taxonomy
from vaultctl.errors import ConfigError
from vaultctl.formats import settings

CONFIG = """\
---
# the settings
schema: 1
layout: single-file
forge: GitLab
base: develop
remote: upstream
guard_ref: origin/main
guard_max_age: 7 days
failures: local
strikes: 5
limits:
  issue: 300
  lessons_per_namespace: 40
gate:
  bulk: refuse
  agents: ["*-bot", ci]
  hosts:
  - example.org
  waive:
    B-001: [html, long-field]
    b-2: html
proposals: {auto_merge: true, draft: no, labels: [lesson]}
generated:
  vault: yes
"""


def config(text: str) -> tuple[Config, list[tuple[int, str, str]]]:
    found, faults = settings.parse_config(text, ".vaultctl.yaml")
    return found, brief(faults)


def taxonomy(text: str) -> tuple[Taxonomy, list[tuple[int, str, str]]]:
    found, faults = settings.parse_taxonomy(text, "vault/taxonomy.yaml")
    return found, brief(faults)


def brief(faults: tuple[Fault, ...]) -> list[tuple[int, str, str]]:
    assert all(fault.rule == "bad-config" and not fault.fatal for fault in faults)
    return [(fault.line, fault.severity, f"{fault.message} | {fault.hint}") for fault in faults]


def test_every_key_of_the_config_is_read() -> None:
    assert config(CONFIG) == (
        Config(
            "single-file",
            "gitlab",
            "develop",
            "upstream",
            "origin/main",
            7,
            "local",
            5,
            Limits(issue=300, lessons_per_namespace=40),
            Gate("refuse", ("*-bot", "ci"), ("example.org",), (("B-001", ("html", "long-field")), ("b-2", ("html",)))),
            Proposals(auto_merge=True, labels=("lesson",)),
            Generated(vault=True),
        ),
        [],
    )


@pytest.mark.parametrize("text", ["", "# nothing\n", "schema: 1\n", "layout:\nlimits:\n", "\ufeffschema: 1\r\n", "--- \n"])
def test_what_is_absent_or_empty_is_the_default(text: str) -> None:
    assert config(text) == (Config(), [])


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("layout: wiki", 1, ("layout", "'wiki'", "notes, single-file")),
        ("\nforge: svn", 2, ("forge", "github, gitlab")),
        ("strikes: 0", 1, ("strikes", "from 1")),
        ("strikes: three", 1, ("'three'", "whole number")),
        ("strikes: 99999999999999999999", 1, ("strikes",)),
        ("limits: 5", 1, ("limits must hold keys",)),
        ("limits:\n  issue: -1", 2, ("limits: issue", "'-1'")),
        ("gate:\n  bulk: maybe", 2, ("gate: bulk", "review, refuse")),
        ("gate:\n  waive:\n    B-1:\n      a: b", 4, ("gate.waive: B-1", "list of texts")),
        ("proposals:\n  draft: perhaps", 2, ("proposals: draft", "true or false")),
        ("guard_max_age: a week", 1, ("guard_max_age", "days")),
        ("base: [a]", 1, ("base must be one text",)),
        ("schema: one", 1, ("schema", "'one'")),
        ("strikes: 3\nstrikes: 4", 2, ("stands twice", "lines 1 and 2")),
    ],
)
def test_a_wrong_value_is_an_error_with_its_line_and_what_may_stand_there(text: str, line: int, words: tuple[str, ...]) -> None:
    found, faults = config(text + "\nremote: kept\n")
    assert [(fault[0], fault[1]) for fault in faults] == [(line, "error")]
    assert all(word in faults[0][2] for word in words), faults
    assert found.remote == "kept"


def test_unknown_keys_and_a_newer_schema_are_warnings_and_the_rest_works() -> None:
    found, faults = config("schema: 2\nlayuot: notes\nstrikes: 4\nlimits:\n  colour: 3\nnew:\n  deep: {a: 1}\n")
    assert found == Config(strikes=4)
    assert [(line, severity) for line, severity, _ in faults] == [(1, "warning"), (2, "warning"), (5, "warning"), (6, "warning")]
    assert "schema 2 is newer than 1" in faults[0][2] and "did you mean layout?" in faults[1][2]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("- a\n", ("cannot be read", "not a mapping")),
        ("just words\n", ("cannot be read",)),
        ("a: [b\n", ("cannot be read",)),
        ("gate:\n\tbulk: review\n", (":2:", "tab")),
        ("gate:\n  agents:\n    - *-bot\n", (":3:", "start with *", '"*-bot"')),
        ("gate:\n  agents: [ci, *-bot]\n", (":2:", "start with *", '"*-bot"')),
        ("base: @x\n", (":1:", "start with @", '"@x"')),
        ("a: &b c\n", (":1:", "start with &")),
        ("a:\n b:\n  c:\n   d:\n    e:\n     f:\n      g:\n       h:\n        i:\n         j:\n          k: l\n", ("levels",)),
        ("a: b\x00c\n", ("U+0000",)),
        ("a: b\n" * 10_000, ()),
    ],
)
def test_only_what_is_no_mapping_in_yaml_is_refused_as_a_whole(text: str, words: tuple[str, ...]) -> None:
    if not words:
        assert len(config(text)[1]) == 10_000
        return
    with pytest.raises(ConfigError) as caught:
        config(text)
    said = f"{caught.value.message} | {caught.value.hint}"
    assert said.startswith(".vaultctl.yaml:") and all(word in said for word in words), said


TAXONOMY = """\
schema: 1
strict: true
prefixes:
  PDF:font:
    about: Fonts in "PDF" files   # and nothing else
    paths: ["**/pdf/**", "src/*.{py,rs}"]
    commands: pdftk *
    writers:
      - "*-bot"
    categories: [blocked, CONTEXTUAL_WARNINGS]
    min_depth: 2
    max_depth: 4
    ttl_min: 30
    ttl_max: 365d
  deploy:
    leaf: true
  node.js/x:
  c++: The language
"""


def test_every_key_of_a_prefix_is_read_and_its_tag_normalised() -> None:
    assert taxonomy(TAXONOMY) == (
        Taxonomy(
            (
                Prefix(
                    "pdf/font",
                    'Fonts in "PDF" files',
                    ("**/pdf/**", "src/*.{py,rs}"),
                    ("pdftk *",),
                    ("*-bot",),
                    ("BLOCKED", "WARNING"),
                    2,
                    4,
                    30,
                    365,
                    line=4,
                ),
                Prefix("deploy", leaf=True, line=15),
                Prefix("node.js/x", line=17),
                Prefix("c++", "The language", line=18),
            ),
            strict=True,
        ),
        [],
    )


@pytest.mark.parametrize(
    "text", ["prefixes: {pdf/font: {about: x}, deploy: }", "prefixes: [pdf/font, deploy]", "prefixes:\n- pdf/font\n- deploy\n"]
)
def test_prefixes_may_be_written_on_one_line_or_as_a_list(text: str) -> None:
    found, faults = taxonomy(text)
    assert [prefix.tag for prefix in found.prefixes] == ["pdf/font", "deploy"]
    assert not faults and not found.strict


def test_a_new_vault_has_a_taxonomy_without_prefixes() -> None:
    assert taxonomy("# prefixes:\n#   pdf:\nprefixes:\nstrict: false\n") == (Taxonomy(), [])


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("prefixes:\n  a b:\n    about: x", 2, "bad tag"),
        ("prefixes:\n  pdf/*:\n", 2, "bad tag"),
        ("prefixes:\n  a:\n  A:\n", 3, "lines 2 and 3"),
        ("prefixes:\n  a:\n    categories: [RED]", 3, "BLOCKED, WARNING, VERIFIED"),
        ("prefixes:\n  a:\n    max_depth: deep", 3, "a: max_depth"),
        ("prefixes:\n  a:\n    min_depth: 3\n    max_depth: 2", 2, "min_depth 3 is more than max_depth 2"),
        ("prefixes:\n  a:\n    ttl_max: 99999", 3, "36500"),
        ("prefixes:\n  a: [x]", 2, "must hold keys"),
        ("prefixes: none", 1, "one key for each prefix"),
        ("strict: very", 1, "true or false"),
    ],
)
def test_what_is_wrong_in_a_taxonomy_is_an_error_with_its_line(text: str, line: int, words: str) -> None:
    faults = taxonomy(text)[1]
    assert [(fault[0], fault[1]) for fault in faults] == [(line, "error")]
    assert words in faults[0][2]


def test_a_prefix_nested_in_a_prefix_is_an_unknown_key_there() -> None:
    found, faults = taxonomy("prefixes:\n  pdf:\n    font:\n      about: x\n  ok:\n")
    assert [prefix.tag for prefix in found.prefixes] == ["pdf", "ok"]
    assert faults[0][:2] == (3, "warning") and "unknown key 'font'" in faults[0][2]


@given(
    st.lists(
        st.sampled_from(
            [
                "layout",
                "limits",
                "prefixes",
                ":",
                ": ",
                "\n",
                "\n  ",
                "- ",
                "[",
                "]",
                "{",
                "}",
                "a",
                "*",
                "&a",
                "'",
                '"',
                "#",
                " ",
                "1",
                "\t",
                "\x00",
                "gate",
                "waive",
                "|",
                "? ",
            ]
        ),
        max_size=20,
    ).map("".join)
)
def test_reading_raises_nothing_but_config_error(text: str) -> None:
    for read in (config, taxonomy):
        try:
            read(text)
        except ConfigError as error:
            assert error.message and error.hint

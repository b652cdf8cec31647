"""ripgrep narrows, Python decides: the answer is that of reading every file."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fakes.vaults import lesson, write
from vaultctl.adapters.files.worktree import WorkTree
from vaultctl.adapters.layouts.notes import NotesLayout
from vaultctl.adapters.search import pattern, program
from vaultctl.adapters.search.ripgrep import RipgrepSearch
from vaultctl.adapters.search.scan import ScanSearch
from vaultctl.core.matching import parse_query
from vaultctl.core.places import LESSONS_DIR
from vaultctl.core.taxonomy import Taxonomy
from vaultctl.usecases.check import Answer, Request, check

segment = st.sampled_from(["a", "b", "ab", "a.b", "c++", "a-b", "x_y", "3.10", ".dot", "é"])
tag = st.lists(segment, min_size=1, max_size=3).map("/".join)
odd_tag = st.one_of(
    tag, tag.map(str.upper), tag.map(lambda text: text.replace("/", ":")), tag.map(lambda text: "#" + text),
    st.text(alphabet="ab./-_+:()é", min_size=1, max_size=6),
)
tag_line = st.one_of(
    st.lists(odd_tag, min_size=1, max_size=3).map(lambda tags: f"tags: [{', '.join(tags)}]"),
    st.lists(tag, min_size=1, max_size=3).map(lambda tags: "tags:\n" + "\n".join(f"  - {item}" for item in tags)),
    st.lists(tag, min_size=1, max_size=2).map(lambda tags: f"tags: {', '.join(tags)}"),
    st.sampled_from(["Tags: [a]", "tags : [a/b]", "tags: [a", "", "'tags': [a]", 'tags: ["\\x61"]', "tags:  [ab]", "tags: [a] # why"]),
)
other_line = st.sampled_from(["", "ttl: 30", "tags: [ab]", "name: x", "note: 'tags: [a]'", "issue: |\n  tags: [b]", "ttl: x\rtags: [a]"])
ending = st.sampled_from(["---\n", "---", "--- \n", "...\n", ""])
body = st.sampled_from(["", "tags: [a]\n", "text\n---\ntags: [b]\n---\n", "\0---\nid: B-9\ntags: [zzz]\n---\n", "a\0b\n"])
opening = st.sampled_from(["---\n", "---\n", "---\r\n", "\0---\n", "---\nid: B-9\ntags: [zzz]\n---\n\0---\n", "\ufeff---\n", "--- \n", "\n---\n", ""])


@st.composite
def note(draw: st.DrawFn) -> str:
    head = f"id: B-{draw(st.integers(1, 9))}\ncategory: BLOCKED\n"
    tail = 'issue: "i"\nmitigation: "m"\nfirst_seen: 2025-01-01\nsource_agent: x\nttl: 36500\n'
    before, after = draw(other_line), draw(st.sampled_from(["", "superseded_by: B-3", "tags: [b]", "last_verified: nie"]))
    lines = [part for part in (before, draw(tag_line), after) if part]
    text = draw(opening) + head + "\n".join(lines) + "\n" + tail + draw(ending) + draw(body)
    return draw(st.sampled_from([text, text, text, text.replace("\n", "\r\n")]))


def answers(root: Path, queries: list[str], match: str = "covering", *, pcre2: bool = True) -> tuple[Answer, Answer]:
    """The answer through ripgrep, and that of the scan; without PCRE2 ripgrep is run twice."""
    tree, layout = WorkTree(str(root)), NotesLayout()
    found = program.find().program
    assert found is not None
    request = Request(tuple(queries), date(2026, 1, 1), match=match)  # type: ignore[arg-type]
    ripgrep = RipgrepSearch(str(root), LESSONS_DIR, tree, layout, found._replace(pcre2=found.pcre2 and pcre2))
    return (check(request, Taxonomy(), lambda: ripgrep), check(request, Taxonomy(), lambda: ScanSearch(tree, layout)))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(note(), min_size=1, max_size=12), st.lists(tag, min_size=1, max_size=3), st.sampled_from(["covering", "exact", "under"]))
def test_agrees_with_reading_every_file(notes: list[str], queries: list[str], match: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = write(Path(folder), {f"n{number}.md": text for number, text in enumerate(notes)})
        through_ripgrep, scanned = answers(root, queries, match)
        assert through_ripgrep == scanned
        assert answers(root, queries, match, pcre2=False)[0] == scanned


def test_agrees_on_the_real_corpus(corpus: Path) -> None:
    for queries in (["rust/crate/openssl"], ["rust/crate/tokio", "rust/vuln/crypto-failure"], ["rust/*"], ["python"]):
        through_ripgrep, scanned = answers(corpus, queries)
        assert through_ripgrep == scanned
        assert answers(corpus, queries, pcre2=False)[0] == scanned


def test_reads_only_the_files_that_may_matter(corpus: Path) -> None:
    found = program.find().program
    assert found is not None
    search = RipgrepSearch(str(corpus), LESSONS_DIR, WorkTree(str(corpus)), NotesLayout(), found)
    assert len(search.find(parse_query(["rust/crate/openssl"])).records) == 10


@pytest.mark.parametrize("content", [b"", b"\x00", b"---\nid: B-1\ntags: [a]\nissue: \xe9\n---\n", "---\ntags: [a]\n---\n".encode("utf-16"),
                                     b"---\n" + b"x" * 1_000_000 + b"\n---\n", b"x" * 1_000_000])
def test_odd_bytes_agree(tmp_path: Path, content: bytes) -> None:
    write(tmp_path, {"odd.md": content, "good.md": lesson("B-1", "z")})
    through_ripgrep, scanned = answers(tmp_path, ["a"])
    assert through_ripgrep == scanned
    assert through_ripgrep.word == "UNKNOWN"


@pytest.mark.parametrize("before", ["", "\0", "text\0", "text\n\0\n"], ids=repr)
@pytest.mark.parametrize("pcre2", [True, False])
def test_a_body_cannot_hide_its_lesson(tmp_path: Path, before: str, *, pcre2: bool) -> None:
    decoy = lesson("B-2", "zzz")
    write(tmp_path, {"b-1.md": lesson("B-1", "a", ttl="indefinite", body=before + decoy), "b-2.md": decoy})
    assert answers(tmp_path, ["a"], pcre2=pcre2)[0].word == "BLOCKED"


def test_empty_files_are_seen_beside_files_that_the_query_cannot_touch(tmp_path: Path) -> None:
    write(tmp_path, {"deep/er/odd.md": b"", "README.md": b"", "good.md": lesson("B-1", "z"), "odd.txt": b""})
    through_ripgrep, scanned = answers(tmp_path, ["a"])
    assert through_ripgrep == scanned
    assert [item.path for item in through_ripgrep.unreadable] == ["vault/lessons/deep/er/odd.md"]


def test_a_query_too_long_for_a_command_line_is_answered_all_the_same(tmp_path: Path) -> None:
    write(tmp_path, {"b-1.md": lesson("B-1", "long/tag-number-7", ttl="indefinite")})
    queries = [f"long/tag-number-{number}/" + "x" * 60 for number in range(200)]
    assert answers(tmp_path, queries)[0].word == "BLOCKED"


def test_the_pattern_grows_no_faster_than_the_tags() -> None:
    one = len(pattern.not_excluded(parse_query(["a" * 40])))
    ten = len(pattern.not_excluded(parse_query([chr(97 + number) * 40 for number in range(10)])))
    assert ten < 11 * one


def test_another_program_of_that_name_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake = tmp_path / "rg"
    fake.write_text("#!/bin/sh\necho ripgrep 11.0.2\n")
    fake.chmod(0o755)
    monkeypatch.setenv("VAULTCTL_RG", str(fake))
    assert "older than 13.0" in program.find().reason


def test_asking_a_program_who_it_is_is_paid_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "log"
    fake = tmp_path / "rg"
    fake.write_text(f"#!/bin/sh\necho x >> {log}\ncase \"$*\" in *pcre2*) echo PCRE2 10.42 is here;; *) echo ripgrep 15.0.0;; esac\n")
    fake.chmod(0o755)
    monkeypatch.setenv("VAULTCTL_RG", str(fake))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert [program.find().program for _ in range(3)] == [program.Program(str(fake), "15.0.0", pcre2=True)] * 3
    assert log.read_text() == "x\nx\n"  # its version, and whether it has PCRE2


@pytest.mark.parametrize(("says", "usable"), [("PCRE2 10.32 is available", False), ("PCRE2 10.34 is available", True), ("x", False), ("", False)])
def test_a_pcre2_that_wants_utf8_is_done_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, says: str, usable: bool) -> None:
    fake = tmp_path / "rg"
    fake.write_text(f"#!/bin/sh\ncase \"$*\" in *pcre2*) echo {says};; *) echo ripgrep 13.0.0;; esac\n")
    fake.chmod(0o755)
    monkeypatch.setenv("VAULTCTL_RG", str(fake))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert program.find().program == program.Program(str(fake), "13.0.0", pcre2=usable)


def crooked(tmp_path: Path, script: str) -> tuple[Answer, Answer]:
    """What a ripgrep that is a shell script comes to, and the scan, in a vault with one blocking lesson; `$found` names it."""
    root = write(tmp_path / "vault", {"b-1.md": lesson("B-1", "a", ttl="indefinite"), "z.md": lesson("B-2", "z", ttl="indefinite")})
    fake = tmp_path / "rg"
    fake.write_text(f"#!/bin/sh\nfound={root}/vault/lessons/b-1.md\nother={root}/vault/lessons/z.md\n{script}\n")
    fake.chmod(0o755)
    tree, layout, request = WorkTree(str(root)), NotesLayout(), Request(("a",), date(2026, 1, 1))
    search = RipgrepSearch(str(root), LESSONS_DIR, tree, layout, program.Program(str(fake), "15.0.0", pcre2=True))
    return check(request, Taxonomy(), lambda: search), check(request, Taxonomy(), lambda: ScanSearch(tree, layout))


@pytest.mark.parametrize("script", [
    "printf '%s\\0%s' \"$other\" \"$found\"",
    "printf '%s' \"$found\"",
    "printf '%s\\0' \"$other\"; exit 1",
    "echo trouble >&2; exit 1",
    "exit 0",
    "exit 3",
    "kill -9 $$",
    "echo \"rg: $found: No such file or directory (os error 2)\" >&2; exit 2",
    "echo \"rg: $found: PCRE2: error matching: JIT stack limit reached\" >&2; exit 2",
], ids=str)
def test_a_ripgrep_that_cannot_be_believed_is_not(tmp_path: Path, script: str) -> None:
    through_ripgrep, scanned = crooked(tmp_path, script)
    assert through_ripgrep.word == scanned.word == "BLOCKED"
    assert through_ripgrep.unreadable == ()


def test_whoever_reaps_our_children_takes_no_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = write(tmp_path, {"b-1.md": lesson("B-1", "a", ttl="indefinite")})

    def gone(pid: int, options: int) -> tuple[int, int]:
        raise ChildProcessError(pid, options)

    monkeypatch.setattr("os.waitpid", gone)
    assert answers(root, ["a"])[0].word == "BLOCKED"


def test_a_repository_among_the_lessons_is_never_searched(tmp_path: Path) -> None:
    root = write(tmp_path, {"b-1.md": lesson("B-1", "a", ttl="indefinite"), "w/.git/t.md": lesson("B-2", "a"), "w/deep/x.md": lesson("B-3", "a"),
                            "w/empty.md": b""})  # fmt: skip
    for through in answers(root, ["a"]):
        assert [item.entry.lesson.id for item in through.shown] == ["B-1"]
        assert [(item.path, item.message) for item in through.unreadable] == [("vault/lessons/w", "a submodule: never searched")]
        assert through.files == 1


def test_a_file_that_is_moved_while_it_is_to_be_read_is_found_where_it_went(tmp_path: Path) -> None:
    root = write(tmp_path, {"b-1.md": lesson("B-1", "a", ttl="indefinite")})

    class Moving(WorkTree):
        def read_many(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes | None]]:
            moved = root / "vault/lessons/b-1.md"
            if moved.exists():
                moved.rename(root / "vault/lessons/b-2.md")
            yield from super().read_many(paths)

    answer = check(Request(("a",), date(2026, 1, 1)), Taxonomy(), lambda: ScanSearch(Moving(str(root)), NotesLayout()))
    assert (answer.word, answer.files) == ("BLOCKED", 1)


def test_a_file_that_is_never_where_it_was_listed_is_told(tmp_path: Path) -> None:
    root = write(tmp_path, {"b-1.md": lesson("B-1", "z", ttl="indefinite")})

    class Fleeing(WorkTree):
        def read_many(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes | None]]:
            return iter([(path, None) for path in paths])

    answer = check(Request(("a",), date(2026, 1, 1)), Taxonomy(), lambda: ScanSearch(Fleeing(str(root)), NotesLayout()))
    assert answer.word == "UNKNOWN"

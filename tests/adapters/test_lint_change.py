"""What a change brings is found from few files, and is what reading everything finds."""

from __future__ import annotations

import subprocess
import tempfile
from datetime import date
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.fakes.vaults import lesson, write
from vaultctl.core.rules.registry import RULES
from vaultctl.usecases.lint import Request, Result
from vaultctl.wiring import linting

CONFIG = "schema: 1\nbase: main\nlimits:\n  lessons_per_namespace: 2\n  issue: 9\n"
REQUEST = Request(date(2026, 1, 1), frozenset(RULES))
names = st.sampled_from(["a/b-1.md", "a/b-2.md", "b/b-3.md", "b-4.md", "/vault/archive/2025/b-5.md", "/vault/archive/2025/b-1.md",
                         "README.md", "x.txt", "/KNOWLEDGE_VAULT.md"])  # fmt: skip
content = st.one_of(
    st.builds(
        lambda number, tags, by, name, link, long, day: lesson(
            f"B-{number}", tags, issue="It fails." + "." * long, first_seen=day, body=f"See [[{link}]].\n" if link else "",
            more=(f"superseded_by: b-{by}\n" if by else "") + (f"name: {name}\n" if name else "")),
        st.integers(1, 5), st.sampled_from(["a", "a/b", "b, a", "B"]), st.sampled_from([0, 0, 1, 2, 3, 5]),
        st.sampled_from(["", "", "one", "Two", "b-1"]), st.sampled_from(["", "", "B-1", "b-2", "one", "two", "B-9"]),
        st.sampled_from([0, 0, 1, 5]), st.sampled_from(["2025-06-10", "2025-06-11"]),
    ),
    st.sampled_from(["", "---\ntags: [a\n", "no front matter\n", "---\nid: B-1\nid: B-2\ntags: [a/b]\n---\n", "---\nid: B-1\n---\n",
                     "### BLOCKED_PATTERNS\n- **ID**: B-2\n- **Tags**: #a\n"]),
)  # fmt: skip
step = st.one_of(
    st.tuples(st.just("write"), names, content), st.tuples(st.just("write"), names, content),
    st.tuples(st.just("delete"), names, st.just("")), st.tuples(st.just("rename"), names, names),
    st.tuples(st.just("link"), names, st.just("")),
)  # fmt: skip


def git(folder: Path, *args: str) -> None:
    subprocess.run(["git", "-C", str(folder), *args], check=True, capture_output=True)


def place(root: Path, name: str) -> Path:
    path = root / name[1:] if name.startswith("/") else root / "vault" / "lessons" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def play(root: Path, action: str, name: str, more: str) -> None:
    """One step, staged."""
    path = place(root, name)
    if action == "rename":
        if path.exists() and not path.is_symlink():
            path.replace(place(root, more))
    else:
        path.unlink(missing_ok=True)
    if action == "write":
        path.write_bytes(more.encode())
    elif action == "link":
        path.symlink_to("elsewhere.md")
    git(root, "add", "-A")


def found(root: Path, *, staged: bool = True, since: str | None = None, whole: bool = False) -> Result:
    """What lint says: as it is, or having read everything (`whole`)."""
    with patch.object(linting._Change, "read", lambda *_: None) if whole else patch.object(linting, "_VAULT", "vault"):
        return linting.lint_vault(str(root), None, REQUEST, [], staged=staged, since=since, note=lambda _: None)[0]


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow], phases=[Phase.explicit, Phase.generate])
@given(st.lists(step, min_size=2, max_size=7), st.lists(step, min_size=1, max_size=3), st.lists(step, max_size=2), st.booleans())
def test_says_what_reading_everything_says(
    history: list[tuple[str, str, str]], then: list[tuple[str, str, str]], last: list[tuple[str, str, str]], subfolder: bool
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder) / "repo"
        root = top / "sub" if subfolder else top
        write(root, {"base.md": lesson("B-9", "b")}, config=CONFIG)
        git(top, "init", "-q", "-b", "main")
        for action, name, more in history:
            play(root, action, name, more)
        git(top, "commit", "-q", "-m", "first")
        for part in (then, last):
            for action, name, more in part:
                play(root, action, name, more)
            assert found(root) == found(root, whole=True)
            git(top, "commit", "-q", "--allow-empty", "-m", "next")
        for staged in (True, False):
            assert found(root, staged=staged, since="HEAD~2") == found(root, staged=staged, since="HEAD~2", whole=True)


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    """Three lessons, and what is known of them."""
    write(tmp_path, {"a/b-1.md": lesson("B-1", "a"), "a/b-2.md": lesson("B-2", "a", body="See [[B-1]].\n"), "a/b-3.md": lesson("B-3", "a")},
          config="schema: 1\n")  # fmt: skip
    git(tmp_path, "init", "-q", "-b", "main")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-q", "-m", "first")
    found(tmp_path)
    return tmp_path


def read_paths(root: Path, *, staged: bool = True, since: str | None = None) -> set[str]:
    """The lessons that are parsed for an answer."""
    from vaultctl.adapters.layouts.notes import NotesLayout

    seen: set[str] = set()
    parse = NotesLayout.parse

    def parse_noting(self: NotesLayout, path: str, text: str, *, archived: bool = False) -> object:
        seen.add(path.rpartition("/")[2])
        return parse(self, path, text, archived=archived)

    with patch.object(NotesLayout, "parse", parse_noting):
        found(root, staged=staged, since=since)
    return seen


def test_only_the_staged_file_is_read(repo: Path) -> None:
    place(repo, "a/b-3.md").write_text(lesson("B-3", "a", issue="Other."))
    git(repo, "add", "-A")
    assert read_paths(repo) == {"b-3.md"}
    assert read_paths(repo, since="HEAD", staged=False) == {"b-3.md"}


def test_what_names_a_lesson_that_goes_is_read_too(repo: Path) -> None:
    git(repo, "rm", "-q", "vault/lessons/a/b-1.md")
    assert read_paths(repo) == {"b-1.md", "b-2.md"}
    assert [(problem.path, problem.rule) for problem in found(repo).problems] == [("vault/lessons/a/b-2.md", "dangling-link")]


def test_after_a_commit_only_what_it_changed_is_read_again(repo: Path) -> None:
    place(repo, "a/b-3.md").write_text(lesson("B-3", "a", issue="Other."))
    git(repo, "commit", "-qam", "second")
    assert read_paths(repo) == {"b-3.md"}
    assert read_paths(repo) == set()


@pytest.mark.parametrize("damage", [b"", b"x", None, 40, -2])
def test_what_is_kept_may_be_damaged(repo: Path, damage: bytes | int | None) -> None:
    kept = repo / ".git" / "vaultctl" / "facts"
    whole = kept.read_bytes()
    if isinstance(damage, int):
        kept.write_bytes(whole[:damage] + bytes([whole[damage] ^ 1]) + whole[damage:][1:])
    elif damage is None:
        kept.unlink()
        kept.mkdir()
    else:
        kept.write_bytes(damage)
    git(repo, "rm", "-q", "vault/lessons/a/b-1.md")
    assert [problem.rule for problem in found(repo).problems] == ["dangling-link"]


@pytest.mark.parametrize("path", [".vaultctl.yaml", "vault/taxonomy.yaml"])
def test_with_other_settings_everything_is_read(repo: Path, path: str) -> None:
    (repo / path).write_text("schema: 1\nlimits:\n  issue: 3\n" if path.startswith(".") else "prefixes:\n  z:\n    about: z\n")
    git(repo, "add", "-A")
    assert read_paths(repo) == {"b-1.md", "b-2.md", "b-3.md"}
    assert len(found(repo).problems) == 3
    assert found(repo) == found(repo, whole=True)


def test_a_file_that_is_only_announced_is_not_staged(repo: Path) -> None:
    place(repo, "a/b-4.md").write_text(lesson("B-1", "a"))
    git(repo, "add", "-N", ".")
    assert found(repo) == found(repo, whole=True)
    assert found(repo).problems == ()


def test_a_conflict_is_told(repo: Path) -> None:
    for branch, issue in (("side", "One."), ("main", "Two.")):
        git(repo, "checkout", "-q", *(["-b"] if branch == "side" else []), branch)
        place(repo, "a/b-3.md").write_text(lesson("B-3", "a", issue=issue))
        git(repo, "commit", "-qam", branch)
    subprocess.run(["git", "-C", str(repo), "merge", "-q", "side"], capture_output=True, check=False)
    assert found(repo) == found(repo, whole=True)
    assert found(repo).errors


def test_line_ends_that_git_converts_are_read_as_they_are(repo: Path) -> None:
    place(repo, "a/b-3.md").write_bytes(lesson("B-3", "a").replace("\n", "\r\n").encode())
    git(repo, "config", "core.autocrlf", "true")
    assert found(repo, staged=False, since="HEAD") == found(repo, staged=False, since="HEAD", whole=True)


def test_a_folder_that_becomes_a_link_is_told(repo: Path) -> None:
    git(repo, "mv", "vault/lessons", "elsewhere")
    (repo / "vault" / "lessons").symlink_to("../elsewhere")
    git(repo, "add", "-A")
    assert found(repo) == found(repo, whole=True)
    git(repo, "commit", "-qm", "link")
    assert found(repo) == found(repo, whole=True)


def test_a_link_in_a_vault_without_archive_is_told_once(repo: Path) -> None:
    place(repo, "a/b-4.md").symlink_to("elsewhere.md")
    git(repo, "add", "-A")
    for whole in (True, False):
        assert [problem.rule for problem in found(repo, whole=whole).problems] == ["symlink"]


def test_an_empty_file_that_becomes_a_link_is_told(repo: Path) -> None:
    path = place(repo, "a/b-4.md")
    path.write_bytes(b"")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "empty")
    path.unlink()
    path.symlink_to("elsewhere.md")
    git(repo, "add", "-A")
    for whole in (True, False):
        assert [problem.rule for problem in found(repo, whole=whole).problems] == ["symlink"]

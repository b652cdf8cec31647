"""A trusted ref answers as a fresh checkout of that ref would, whatever the working tree holds."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fakes.command import run
from tests.fakes.vaults import lesson, write
from vaultctl.adapters.git.reffiles import find_folders, resolve
from vaultctl.adapters.search.lookup import Damaged, Lookup
from vaultctl.api import Vault
from vaultctl.report.check import to_json
from vaultctl.usecases.check import VaultFacts

DAY = ("--today", "2026-01-01")
CONFIG = "schema: 1\nbase: main\n"

tags = st.lists(st.sampled_from(["a", "a/b", "a/b/c", "b", "é/x", "A:B"]), min_size=1, max_size=2).map(", ".join)
names = st.sampled_from(["one", "two", "three", "four", "sub/five"])
content = st.one_of(
    st.builds(
        lambda number, tag, ttl, by: lesson(f"B-{number}", tag, ttl=ttl, more=f"superseded_by: B-{by}\n" if by else ""),
        st.integers(1, 5), tags, st.sampled_from(["1", "400", "indefinite"]), st.sampled_from([0, 1, 2, 3]),
    ),
    st.sampled_from(["", "---\ntags: [a\n", "no front matter\n", "---\nid: B-1\nid: B-2\ntags: [a/b]\n---\n"]),
)
step = st.one_of(
    st.tuples(st.just("write"), names, content),
    st.tuples(st.just("delete"), names, st.just("")),
    st.tuples(st.just("rename"), names, names),
    st.tuples(st.just("archive"), names, st.just("")),
    st.tuples(st.just("rewind"), st.just(""), st.just("")),
    st.tuples(st.just("merge"), names, content),
    st.tuples(st.just("link"), names, st.just("")),
)


def git(folder: Path, *args: str) -> None:
    subprocess.run(["git", "-C", str(folder), *args], check=True, capture_output=True)


def play(root: Path, action: str, name: str, more: str) -> None:
    """One step of a history, committed."""
    path = root / "vault" / "lessons" / f"{name}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    if action == "merge":
        git(root, "checkout", "-q", "-B", "side")
        path.unlink(missing_ok=True)
        path.write_text(more)
        git(root, "add", "-A")
        git(root, "commit", "-q", "--allow-empty", "-m", "side")
        git(root, "checkout", "-q", "main")
        git(root, "merge", "-q", "--no-ff", "-m", "merge", "side")
        return
    if action == "rewind":
        asked = ["git", "-C", str(root), "rev-parse", "-q", "--verify", "HEAD~1"]
        if subprocess.run(asked, capture_output=True, check=False).returncode == 0:
            git(root, "reset", "-q", "--hard", "HEAD~1")
        return
    if action == "write":
        path.unlink(missing_ok=True)
        path.write_text(more)
    elif action == "link":
        path.unlink(missing_ok=True)
        path.symlink_to("elsewhere.md")
    elif action == "delete":
        path.unlink(missing_ok=True)
    elif path.is_file() and action == "rename":
        path.rename(root / "vault" / "lessons" / "renamed.md")
    elif path.is_file():
        (root / "vault" / "archive" / "2025").mkdir(parents=True, exist_ok=True)
        path.rename(root / "vault" / "archive" / "2025" / path.name)
    git(root, "add", "-A")
    git(root, "commit", "-q", "--allow-empty", "-m", action)


def said(vault: Vault, query: list[str], today: date) -> str:
    """What the answer says, apart from where it comes from."""
    return to_json(vault.check(query, today=today).answer, VaultFacts(None, None, "ref", None, None))


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(step, min_size=1, max_size=6), st.dates(date(2025, 6, 1), date(2027, 6, 1)))
def test_answers_as_a_fresh_checkout_does(steps: list[tuple[str, str, str]], today: date) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "repo"
        write(root, {"base.md": lesson("B-9", "b", ttl="indefinite")}, config=CONFIG)
        git(root, "init", "-q", "-b", "main")
        git(root, "add", "-A")
        git(root, "commit", "-q", "-m", "first")
        for action, name, more in steps:
            play(root, action, name, more)
            git(root, "checkout", "-q", "-f", "--detach")
            git(root, "clean", "-qfd")
            for query in (["a/b/c"], ["a/*", "é/x"]):
                fresh = said(Vault.open(root), query, today)
                trusted = said(Vault.open(root, ref="main"), query, today)
                assert trusted == fresh
            git(root, "checkout", "-q", "main")


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    write(tmp_path, {"b-1.md": lesson("B-1", "a"), "w-1.md": lesson("W-1", "w", "WARNING")}, config=CONFIG)
    git(tmp_path, "init", "-q", "-b", "main")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-q", "-m", "first")
    return tmp_path


def lookups(repo: Path) -> list[Path]:
    return sorted((repo / ".git" / "vaultctl").glob("*.lookup"))


def check(repo: Path, *args: str, **env: str) -> Any:
    return run("check", "--tags", "a", "--format", "json", *DAY, *args, cwd=repo, env=env)


def test_only_what_is_merged_counts(repo: Path) -> None:
    (repo / "vault" / "lessons" / "b-1.md").unlink()
    (repo / ".vaultctl.yaml").write_text("layout: single-file\n")
    result = check(repo, "--ref", "main")
    assert (result.code, result.json["verdict"]) == (1, "BLOCKED")
    assert result.json["vault"]["source"] == "ref"
    assert len(result.json["vault"]["commit"]) == 40
    assert check(repo, VAULTCTL_GUARD_REF="main").code == 1


def test_a_vault_that_is_gone_from_the_working_tree_still_answers(repo: Path) -> None:
    shutil.rmtree(repo / "vault")
    (repo / ".vaultctl.yaml").unlink()
    assert check(repo, "--ref", "main").code == 1
    assert check(repo).code == 3


def test_the_flag_goes_before_the_variable_and_that_before_the_config(repo: Path) -> None:
    git(repo, "branch", "old")
    (repo / ".vaultctl.yaml").write_text(CONFIG + "guard_ref: main\n")
    git(repo, "rm", "-q", "vault/lessons/b-1.md")
    git(repo, "commit", "-qam", "second")
    assert check(repo).code == 0
    assert check(repo, VAULTCTL_GUARD_REF="old").code == 1
    assert check(repo, "--ref", "main", VAULTCTL_GUARD_REF="old").code == 0


@pytest.mark.parametrize("ref", ["no-such", "origin/main", "-x", "../x", "main~99"])
def test_a_ref_that_is_not_there_is_unknown(repo: Path, ref: str) -> None:
    result = check(repo, f"--ref={ref}")
    assert (result.code, result.json["verdict"]) == (3, "UNKNOWN")


@pytest.mark.parametrize("ref", ["main", "HEAD", "refs/heads/main", "heads/main", "main~0", "main^{commit}", "v1", "annotated"])
def test_every_form_of_a_ref_is_understood(repo: Path, ref: str) -> None:
    git(repo, "tag", "v1")
    git(repo, "tag", "-a", "-m", "x", "annotated")
    for _ in range(2):
        assert check(repo, "--ref", ref).code == 1
        git(repo, "pack-refs", "--all")


def test_refs_are_read_as_git_reads_them(repo: Path) -> None:
    (repo / "x").mkdir()
    git(repo, "worktree", "add", "-q", "-b", "side", str(repo / "x" / "tree"))
    for place in (repo, repo / "x" / "tree"):
        folders = find_folders(str(place))
        assert folders is not None
        for ref in ("HEAD", "main", "side"):
            told = subprocess.run(["git", "-C", str(place), "rev-parse", ref], capture_output=True, text=True, check=True)
            assert resolve(folders, ref) == told.stdout.strip()
        git(repo, "pack-refs", "--all")


def test_nothing_is_started_when_nothing_changed(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert check(repo, "--ref", "main").code == 1
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr(subprocess, "Popen", lambda *_a, **_k: pytest.fail("a process was started"))
    assert check(repo, "--ref", "main").code == 1


@pytest.mark.parametrize("damage", ["truncate", "flip", "empty", "other"])
def test_a_damaged_lookup_is_noticed_and_built_again(repo: Path, damage: str) -> None:
    before = check(repo, "--ref", "main").out
    path = lookups(repo)[0]
    whole = path.read_bytes()
    for place in range(0, len(whole), 173) if damage == "flip" else [len(whole) // 2]:
        broken = {
            "truncate": whole[:place], "flip": whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :], "empty": b"",
            "other": b"x" * len(whole),
        }[damage]
        path.write_bytes(broken)
        assert check(repo, "--ref", "main").out == before


def test_the_lookup_of_another_tree_is_not_believed(repo: Path) -> None:
    assert check(repo, "--ref", "main").json["verdict"] == "BLOCKED"
    own = lookups(repo)[0]
    git(repo, "checkout", "-q", "-b", "empty")
    (repo / "vault" / "lessons" / "b-1.md").unlink()
    git(repo, "commit", "-qam", "nothing blocks")
    assert check(repo, "--ref", "empty").json["verdict"] == "CLEAR"
    other = next(path for path in lookups(repo) if path != own)
    own.write_bytes(other.read_bytes())
    assert check(repo, "--ref", "main").json["verdict"] == "BLOCKED"


def test_a_tag_with_a_control_character_is_read_as_the_working_tree_reads_it(repo: Path) -> None:
    (repo / "vault" / "lessons" / "odd.md").write_text(lesson("B-7", "z").replace("tags: [z]", 'tags: ["p\\x1fzz", "\\x1e1"]'))
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "odd")
    for query in (["q"], ["zz"], ["a"]):
        assert said(Vault.open(repo, ref="main"), query, date(2026, 1, 1)) == said(Vault.open(repo), query, date(2026, 1, 1))
    assert run("check", "--tags", "q", "--ref", "main", cwd=repo).code == 3


def test_a_ref_of_one_worktree_is_that_worktrees_own(repo: Path) -> None:
    git(repo, "worktree", "add", "-q", "-b", "side", str(repo.parent / "tree"))
    git(repo, "update-ref", "refs/worktree/g", "main")
    (repo.parent / "tree" / "vault" / "lessons" / "b-1.md").unlink()
    git(repo.parent / "tree", "commit", "-qam", "nothing blocks")
    git(repo.parent / "tree", "update-ref", "refs/worktree/g", "side")
    assert check(repo, "--ref", "refs/worktree/g").json["verdict"] == "BLOCKED"
    assert check(repo.parent / "tree", "--ref", "refs/worktree/g").json["verdict"] == "CLEAR"


def test_a_broken_ref_is_no_reason_to_believe_an_older_value(repo: Path) -> None:
    git(repo, "branch", "guard")
    git(repo, "pack-refs", "--all")
    (repo / ".git" / "refs" / "heads" / "guard").write_text("")
    assert check(repo, "--ref", "guard").json["verdict"] == "UNKNOWN"


def test_an_id_means_its_object_whatever_replaces_it_here(repo: Path) -> None:
    first = subprocess.run(["git", "-C", str(repo), "rev-parse", "HEAD"], capture_output=True, text=True, check=True).stdout.strip()
    git(repo, "branch", "guard")
    (repo / "vault" / "lessons" / "b-1.md").unlink()
    git(repo, "commit", "-qam", "nothing blocks")
    git(repo, "replace", first, "HEAD")
    assert check(repo, "--ref", "guard").json["verdict"] == "BLOCKED"


def test_a_lookup_says_that_it_is_damaged() -> None:
    with pytest.raises(Damaged):
        Lookup(b"vaultctl-lookup")


def test_commits_beside_the_vault_share_a_lookup_and_old_ones_go(repo: Path) -> None:
    check(repo, "--ref", "main")
    (repo / "README").write_text("x")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "beside")
    check(repo, "--ref", "main")
    assert len(lookups(repo)) == 1
    for number in range(8):
        write(repo, {f"n-{number}.md": lesson(f"B-1{number}", "n")}, config=None)
        git(repo, "add", "-A")
        git(repo, "commit", "-qm", str(number))
        check(repo, "--ref", "main")
    assert len(lookups(repo)) == 4


def test_an_update_gives_the_very_file_that_a_whole_build_gives(repo: Path) -> None:
    check(repo, "--ref", "main")
    write(repo, {"new.md": lesson("B-2", "a/b"), "w-1.md": lesson("W-1", "other", "WARNING")}, config=None)
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "second")
    check(repo, "--ref", "main")
    newest = max(lookups(repo), key=lambda path: path.stat().st_mtime_ns)
    updated = newest.read_bytes()
    shutil.rmtree(repo / ".git" / "vaultctl")
    check(repo, "--ref", "main")
    assert lookups(repo) == [newest]
    assert newest.read_bytes() == updated


def test_many_may_build_it_at_once(repo: Path) -> None:
    vault = Vault.open(repo)
    with ThreadPoolExecutor(8) as pool:
        words = list(pool.map(lambda _: Vault.open(repo, ref="main").check(["a"], today=date(2026, 1, 1)).verdict, range(16)))
    assert words == ["BLOCKED"] * 16
    assert vault.root == str(repo)
    assert not list((repo / ".git" / "vaultctl").glob("*.tmp"))


def test_a_folder_that_cannot_be_written_costs_time_only(repo: Path) -> None:
    (repo / ".git" / "vaultctl").write_text("in the way")
    assert check(repo, "--ref", "main").code == 1


def test_a_stale_clone_says_so(repo: Path) -> None:
    (repo / ".vaultctl.yaml").write_text(CONFIG + "guard_max_age: 7\n")
    git(repo, "commit", "-qam", "age")
    result = run("check", "--tags", "a", "--ref", "main", "--today", "2099-01-01", cwd=repo)
    assert "  stale: the last commit here is " in result.out and "sync" not in result.out + result.err
    assert "stale" not in run("check", "--tags", "a", "--ref", "main", cwd=repo).out


def test_show_and_search_look_at_the_ref_too(repo: Path) -> None:
    git(repo, "rm", "-q", "-r", "vault/lessons")
    assert run("show", "B-1", "--ref", "main", cwd=repo).code == 0
    assert "B-1" in run("search", "fails", "--ref", "main", cwd=repo).out
    assert run("show", "B-1", cwd=repo).code == 1


def test_a_vault_in_a_sub_folder_is_found_on_the_ref(git_repo: Any) -> None:
    repo = git_repo().path
    write(repo / "docs" / "sub", {"b-1.md": lesson("B-1", "a")})
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "sub")
    found = run("check", "--tags", "a", "--ref", "main", "--format", "json", *DAY, cwd=repo / "docs" / "sub").json
    assert found["verdict"] == "BLOCKED"
    assert found["lessons"][0]["path"] == "vault/lessons/b-1.md"

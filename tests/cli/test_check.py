"""`vaultctl check`, from the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.command import run
from tests.fakes.vaults import lesson, write

DAY = ("--today", "2026-01-01")
TABLE: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "data" / "rustsec_queries.json").read_text())


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return write(
        tmp_path / "repo",
        {
            "pdf/font/b-001.md": lesson("B-001", "pdf/font/unicode, currency", issue="DejaVu Sans lacks glyphs for €.",
                                        mitigation="Use Noto Sans."),
            "web/w-1.md": lesson("W-1", "web/css", "WARNING"),
            "db/v-1.md": lesson("V-1", "db/migrate", "VERIFIED", issue="N/A"),
            "/vault/taxonomy.yaml": "prefixes:\n  pdf/font:\n    about: Fonts\n    paths: ['**/pdf/**']\n"
            "    commands: ['make pdf']\n  currency: {}\n  web: {}\n  db: {}\n",
        },
    )


@pytest.mark.parametrize("row", TABLE, ids=lambda row: f"{row['tags']}-{row['match']}-{row['today']}")
def test_agrees_with_the_table_worked_out_by_hand(row: dict[str, Any], corpus: Path) -> None:
    result = run("check", "--vault", str(corpus), "--tags", row["tags"], "--match", row["match"], "--today", row["today"],
                 "--format", "json", cwd=corpus)
    found = result.json
    assert (found["verdict"], result.code) == (row["verdict"], row["exit"])
    counts = found["counts"]
    assert (counts["matched"], counts["expired"], counts["narrower"]) == (row["lessons"], row["expired"], row["narrower"])
    assert counts["files_searched"] == 1191
    assert set(row["ids"]) <= {item["id"] for item in found["lessons"]}


def test_the_table_is_what_the_oracle_says(corpus: Path) -> None:
    from tests.data import rustsec_oracle

    vault = rustsec_oracle.lessons(corpus / "vault" / "lessons")
    assert [rustsec_oracle.answer(vault, *query) for query in rustsec_oracle.QUERIES] == TABLE


def test_blocked_says_what_to_do_instead_and_exits_1(vault: Path) -> None:
    result = run("check", "--tags", "pdf/font/unicode", *DAY, cwd=vault)
    assert result.code == 1
    lines = result.out.splitlines()
    assert lines[0] == "BLOCKED  pdf/font/unicode"
    assert "  issue    DejaVu Sans lacks glyphs for €." in lines
    assert "  instead  Use Noto Sans." in lines
    assert "  at       vault/lessons/pdf/font/b-001.md:1" in lines


def test_json_has_the_keys_of_the_contract(vault: Path) -> None:
    found = run("check", "--tags", "pdf/font/unicode", *DAY, "--format", "json", cwd=vault).json
    assert list(found) == ["schema", "verdict", "blocked", "reason", "alternative", "tags", "lessons", "narrower", "counts",
                           "routes", "unknown_tags", "unreadable", "vault"]
    assert found["lessons"] == [
        {
            "id": "B-001", "category": "BLOCKED", "tags": ["pdf/font/unicode", "currency"], "matched": ["pdf/font/unicode"],
            "issue": "DejaVu Sans lacks glyphs for €.", "mitigation": "Use Noto Sans.", "first_seen": "2025-06-10",
            "source_agent": "invoice-bot", "ttl": 365, "expires": "2026-06-10", "last_verified": None, "expired": False,
            "path": "vault/lessons/pdf/font/b-001.md", "line": 1, "end_line": 10,
        }
    ]
    assert found["reason"] == "DejaVu Sans lacks glyphs for €."
    assert found["alternative"] == "Use Noto Sans."
    assert found["vault"] == {"root": str(vault), "layout": "notes", "source": "worktree", "commit": None, "commit_date": None}


def test_json_has_the_same_keys_whatever_the_answer(vault: Path, tmp_path: Path) -> None:
    keys = [list(run("check", "--tags", tags, "--format", "json", *DAY, cwd=vault).json) for tags in ("pdf/font/unicode", "x")]
    assert keys[0] == keys[1]
    lost = run("check", "--tags", "x", "--format", "json", cwd=tmp_path)
    assert lost.json["verdict"] == "UNKNOWN"
    assert set(keys[0]) <= set(lost.json)


def test_no_vault_is_unknown_and_never_clear(tmp_path: Path) -> None:
    result = run("check", "--tags", "pdf", cwd=tmp_path)
    assert result.code == 3
    assert result.out.startswith("UNKNOWN")
    assert "vaultctl init" in result.err


@pytest.mark.parametrize("args", [[], ["--tags", ""], ["--tags", ","], ["--tags", "a//b"], ["--tags", "a(b"],
                                  ["--tags", "x", "--budget", "0"],
                                  ["--tags", "x", "--match", "some"], ["--tags", "x", "--today", "2026-02-30"], ["--nonsense"]])
def test_what_makes_no_sense_is_a_usage_error(vault: Path, args: list[str]) -> None:
    result = run("check", *args, cwd=vault)
    assert result.code == 2
    assert result.out == ""
    assert result.err.startswith("vaultctl: error: ")


def test_a_usage_error_in_json_is_json(vault: Path) -> None:
    result = run("check", "--tags", "", "--format", "json", cwd=vault)
    assert result.code == 2
    assert list(result.json) == ["schema", "error"]


def test_warned_exits_0_unless_told_otherwise(vault: Path) -> None:
    assert run("check", "--tags", "web/css", *DAY, cwd=vault).code == 0
    assert run("check", "--tags", "web/css", "--fail-on", "warning", *DAY, cwd=vault).code == 1


def test_clear_shows_the_known_good_way(vault: Path) -> None:
    result = run("check", "--tags", "db/migrate/postgres", *DAY, cwd=vault)
    assert result.code == 0
    assert "  way      Do the other thing." in result.out.splitlines()


def test_paths_and_commands_are_routed(vault: Path) -> None:
    asked = ("--path", "src/pdf/render.py", "--command", "cd x && sudo make pdf -j2")
    found = run("check", *asked, "--format", "json", *DAY, cwd=vault).json
    assert found["routes"] == [
        {"input": "src/pdf/render.py", "glob": "**/pdf/**", "tag": "pdf/font"},
        {"input": "cd x && sudo make pdf -j2", "glob": "make pdf", "tag": "pdf/font"},
    ]
    assert found["tags"] == ["pdf/font"]
    assert [item["id"] for item in found["narrower"]] == ["B-001"]


def test_a_path_that_no_route_knows_is_clear_with_a_note(vault: Path) -> None:
    result = run("check", "--path", "README.md", *DAY, cwd=vault)
    assert result.code == 0
    assert result.out.startswith("CLEAR")
    assert "no route" in result.err
    assert "  no route: README.md leads to no tag, so nothing was looked for" in result.out.splitlines()


def test_a_path_that_no_route_knows_is_told_to_programs_too(vault: Path) -> None:
    found = run("check", "--path", "README.md", "--path", "src/pdf/x.py", "-q", *DAY, "--format", "json", cwd=vault).json
    assert found["routes"][-1] == {"input": "README.md", "glob": None, "tag": None}
    assert len(found["routes"]) == 2 and found["tags"] == ["pdf/font"]


def test_a_path_is_taken_from_the_current_folder(vault: Path) -> None:
    (vault / "src" / "pdf").mkdir(parents=True)
    found = run("check", "--path", "render.py", "--format", "json", *DAY, cwd=vault / "src" / "pdf").json
    assert [route["tag"] for route in found["routes"]] == ["pdf/font"]


def test_a_tag_outside_the_taxonomy_gets_a_suggestion(vault: Path) -> None:
    found = run("check", "--tags", "pfd/font", "--format", "json", *DAY, cwd=vault).json
    assert found["unknown_tags"] == [{"tag": "pfd/font", "suggestion": "pdf/font"}]
    (vault / "vault" / "taxonomy.yaml").write_text("strict: true\nprefixes:\n  pdf/font: {}\n")
    strict = run("check", "--tags", "pfd/font", *DAY, cwd=vault)
    assert strict.code == 2
    assert "did you mean pdf/font?" in strict.err


def test_tags_come_from_standard_input(vault: Path) -> None:
    result = run("check", "--tags", "-", *DAY, cwd=vault, stdin="pdf/font/unicode\nweb\n")
    assert result.code == 1
    assert result.out.startswith("BLOCKED  pdf/font/unicode, web\n")
    assert run("check", "--tags", "-", cwd=vault, stdin="\n").code == 2


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("---\nid: B-9\ntags: [zzz\n", "front matter"),
        ("", ""),
        ("just prose\n", "front matter"),
        (b"\xff\xfe-\x00-\x00-\x00", ""),
        (lesson("B-9", "x", ttl="soon"), "ttl"),
    ],
)
def test_a_file_that_cannot_be_read_makes_it_unknown(vault: Path, content: str | bytes, message: str) -> None:
    write(vault, {"x/broken.md": content})
    result = run("check", "--tags", "x", "--format", "json", *DAY, cwd=vault)
    assert (result.code, result.json["verdict"]) == (3, "UNKNOWN")
    assert [item["path"] for item in result.json["unreadable"]] == ["vault/lessons/x/broken.md"]
    assert message in result.json["unreadable"][0]["message"]
    assert run("check", "--tags", "pdf/font/unicode", *DAY, cwd=vault).code == 1


def test_a_broken_lesson_elsewhere_does_not_matter_when_its_tags_can_be_read(vault: Path) -> None:
    write(vault, {"x/broken.md": lesson("B-9", "x", ttl="soon")})
    assert run("check", "--tags", "web/js", *DAY, cwd=vault).code == 0


def test_a_symlink_in_the_vault_is_named_and_not_followed(vault: Path, tmp_path: Path) -> None:
    (tmp_path / "outside.md").write_text(lesson("B-7", "evil"))
    (vault / "vault" / "lessons" / "link.md").symlink_to(tmp_path / "outside.md")
    result = run("check", "--tags", "evil", "--format", "json", *DAY, cwd=vault)
    assert result.json["verdict"] == "UNKNOWN"
    assert result.json["unreadable"][0]["path"] == "vault/lessons/link.md"


def test_nothing_is_hidden_by_ignore_files_or_a_ripgrep_config(vault: Path, tmp_path: Path) -> None:
    write(vault, {"/.gitignore": "*\n", "/.ignore": "*\n", "/.rgignore": "*\n", ".hidden/b-5.md": lesson("B-5", "secret/x")})
    (tmp_path / "rgrc").write_text("--glob=!*\n")
    result = run("check", "--tags", "secret/x", *DAY, cwd=vault, env={"RIPGREP_CONFIG_PATH": str(tmp_path / "rgrc")})
    assert result.code == 1


def test_without_ripgrep_the_answer_is_the_same_and_says_so_once(vault: Path, tmp_path: Path) -> None:
    fake = tmp_path / "rg"
    fake.write_text("#!/bin/sh\necho 'something else 1.0'\n")
    fake.chmod(0o755)
    with_it = run("check", "--tags", "pdf/font/unicode", "--format", "json", *DAY, cwd=vault)
    without = run("check", "--tags", "pdf/font/unicode", "--format", "json", *DAY, cwd=vault, env={"VAULTCTL_RG": str(fake)})
    assert without.out == with_it.out
    assert without.err.count("is not ripgrep") == 1


def test_hostile_text_is_escaped(vault: Path) -> None:
    write(vault, {"h/b-1.md": lesson("B-1", "h", issue="red \\e[31m [bold] \u202e [/x]")})
    write(vault, {"h/w\x1b.md": lesson("W-2", "h", "WARNING")})
    result = run("check", "--tags", "h", *DAY, cwd=vault)
    assert "\x1b" not in result.out
    assert "\u202e" not in result.out
    assert "[bold] \\u202e [/x]" in result.out
    machine = run("check", "--tags", "h", "--format", "json", *DAY, cwd=vault)
    assert "\u202e" not in machine.out
    assert "\u202e" in machine.json["lessons"][0]["issue"]


def test_a_budget_cuts_lists_but_never_the_verdict_or_the_first_blocking_lesson(vault: Path) -> None:
    write(vault, {f"m/w-{n}.md": lesson(f"W-{n}", "m", "WARNING", issue="long " * 40) for n in range(20)})
    write(vault, {"m/b-1.md": lesson("B-1", "m")})
    for kind in ("text", "json"):
        whole = run("check", "--tags", "m", "--format", kind, *DAY, cwd=vault)
        cut = run("check", "--tags", "m", "--format", kind, "--budget", "600", *DAY, cwd=vault)
        tiny = run("check", "--tags", "m", "--format", kind, "--budget", "1", *DAY, cwd=vault)
        assert len(cut.out.encode()) <= 1800 < len(whole.out.encode())
        assert "B-1" in cut.out
        assert "B-1" in tiny.out
        assert (cut.code, tiny.code) == (1, 1)
    machine = run("check", "--tags", "m", "--format", "json", "--budget", "600", *DAY, cwd=vault).json
    assert machine["counts"]["matched"] == 21
    assert machine["counts"]["shown"] + machine["counts"]["over_budget"] == 21
    assert len(machine["lessons"]) == machine["counts"]["shown"]


def test_it_is_found_from_a_sub_folder_and_not_above_a_repository(vault: Path) -> None:
    inner = vault / "a" / "b"
    inner.mkdir(parents=True)
    assert run("check", "--tags", "pdf/font/unicode", *DAY, cwd=inner).code == 1
    (vault / "a" / ".git").mkdir()
    assert run("check", "--tags", "pdf/font/unicode", *DAY, cwd=inner).code == 3


def test_the_answer_names_the_commit_and_its_age(git_repo: Any) -> None:
    repo = git_repo()
    write(repo.path, {"a/b-1.md": lesson("B-1", "a")})
    result = run("check", "--tags", "a", "--today", "2099-01-01", "--format", "json", cwd=repo.path)
    assert len(result.json["vault"]["commit"]) == 40
    assert "days old" in run("check", "--tags", "a", "--today", "2099-01-01", cwd=repo.path).out


@pytest.mark.parametrize("layout", ["notes", "single-file"])
def test_lessons_that_are_gone_are_not_nothing_known(tmp_path: Path, layout: str) -> None:
    (tmp_path / ".vaultctl.yaml").write_text(f"schema: 1\nlayout: {layout}\n")
    result = run("check", "--tags", "x", "--format", "json", cwd=tmp_path)
    assert (result.code, result.json["verdict"]) == (3, "UNKNOWN")
    assert "is not there" in result.json["unreadable"][0]["message"]


def test_an_empty_vault_that_keeps_its_folder_is_clear(tmp_path: Path) -> None:
    write(tmp_path, {"README.md": "Lessons go here.\n"})
    assert run("check", "--tags", "x", cwd=tmp_path).code == 0


def test_lessons_of_the_other_layout_are_not_passed_over(vault: Path, tmp_path: Path) -> None:
    write(vault, {"/KNOWLEDGE_VAULT.md": "### BLOCKED_PATTERNS\n"})
    assert run("check", "--tags", "x", cwd=vault).code == 3
    write(vault, {"/KNOWLEDGE_VAULT.md": "# How we share knowledge\n"})
    assert run("check", "--tags", "x", cwd=vault).code == 0
    other = write(tmp_path / "single", {"a/b-1.md": lesson("B-1", "a")}, config="layout: single-file\n")
    write(other, {"/KNOWLEDGE_VAULT.md": "### BLOCKED_PATTERNS\n"})
    assert run("check", "--tags", "x", cwd=other).code == 3


def test_what_decides_stands_first(vault: Path) -> None:
    write(vault, {"o/b-7.md": lesson("B-7", "o/x", ttl="1"), "o/b-8.md": lesson("B-8", "o")})
    found = run("check", "--tags", "o/x", "--format", "json", *DAY, cwd=vault).json
    assert [item["id"] for item in found["lessons"]] == ["B-8", "B-7"]


def test_a_suggestion_keeps_what_was_typed_below_the_prefix(vault: Path) -> None:
    found = run("check", "--tags", "pfd/font/unicode", "--format", "json", *DAY, cwd=vault).json
    assert found["unknown_tags"] == [{"tag": "pfd/font/unicode", "suggestion": "pdf/font/unicode"}]


@pytest.mark.parametrize("config", ["guard_ref: [main]\n", "guard_ref: HEAD^\nguard_ref: main\n", "layout: nots\n"])
def test_a_setting_that_cannot_be_understood_is_not_passed_over(vault: Path, config: str) -> None:
    (vault / ".vaultctl.yaml").write_text(config)
    result = run("check", "--tags", "nothing/known", "--format", "json", *DAY, cwd=vault)
    assert (result.code, result.json["verdict"]) == (3, "UNKNOWN")
    assert result.json["unreadable"][0]["path"].endswith((".vaultctl.yaml", str(vault)))


def test_a_taxonomy_that_cannot_be_understood_is_not_passed_over(vault: Path) -> None:
    (vault / "vault" / "taxonomy.yaml").write_text("strict: maybe\nprefixes:\n  x:\n    paths: ['[z-a]']\n")
    result = run("check", "--path", "x", "--format", "json", cwd=vault)
    assert result.code == 3
    assert any("[z-a]" in item["message"] for item in result.json["unreadable"])


def test_a_file_in_the_place_of_the_lessons_is_not_an_empty_vault(tmp_path: Path) -> None:
    write(tmp_path, {})
    (tmp_path / "vault" / "lessons").rmdir()
    (tmp_path / "vault" / "lessons").write_text("x")
    assert run("check", "--tags", "x", cwd=tmp_path).code == 3


def test_a_lesson_called_readme_is_read(vault: Path) -> None:
    write(vault, {"r/README.md": lesson("README", "r/x"), "README.md": "# About\n"})
    assert run("check", "--tags", "r/x", *DAY, cwd=vault).code == 1
    assert run("check", "--tags", "nothing", *DAY, cwd=vault).code == 0


def test_an_id_that_is_spelled_with_an_escape_is_a_twin_all_the_same(vault: Path) -> None:
    write(vault, {
        "q/b-1.md": lesson("B-1", "q/w", ttl="indefinite", more="superseded_by: B-3\n"),
        "q/b-3.md": lesson("B-3", "q/w", "WARNING", ttl="indefinite"),
        "o/t.md": lesson('"B-\\x33"', "other/t", ttl="indefinite"),
    })  # fmt: skip
    assert run("check", "--tags", "q/w", *DAY, cwd=vault).code == 1


def test_a_sparse_checkout_is_not_whole(git_repo: Any) -> None:
    repo = git_repo()
    write(repo.path, {"pdf/b-1.md": lesson("B-1", "pdf"), "web/b-2.md": lesson("B-2", "web")})
    repo.git("add", "-A")
    repo.git("commit", "-qm", "vault")
    repo.git("sparse-checkout", "set", "--no-cone", "/*", "!/vault/lessons/pdf/")
    result = run("check", "--tags", "pdf", "--format", "json", *DAY, cwd=repo.path)
    assert (result.code, result.json["verdict"]) == (3, "UNKNOWN")
    assert "vault/lessons/pdf/b-1.md" in result.json["unreadable"][0]["message"]
    assert run("check", "--tags", "pdf", "--ref", "main", *DAY, cwd=repo.path).code == 1


@pytest.mark.parametrize("trouble", ["no git", "damaged index"])
def test_a_sparse_checkout_that_git_cannot_name_is_not_whole_either(git_repo: Any, monkeypatch: pytest.MonkeyPatch, trouble: str) -> None:
    repo = git_repo()
    write(repo.path, {"pdf/b-1.md": lesson("B-1", "pdf"), "web/b-2.md": lesson("B-2", "web")})
    repo.git("add", "-A")
    repo.git("commit", "-qm", "vault")
    repo.git("sparse-checkout", "set", "--no-cone", "/*", "!/vault/lessons/pdf/")
    if trouble == "no git":
        monkeypatch.setenv("PATH", "/none")
    else:
        (repo.path / ".git" / "index").write_bytes(b"DIRC")
    result = run("check", "--tags", "pdf", "--format", "json", *DAY, cwd=repo.path)
    assert (result.code, result.json["verdict"]) == (3, "UNKNOWN")
    assert "cannot name" in result.json["unreadable"][0]["message"]


@pytest.mark.parametrize("args", [["--path", ""], ["--command", " "]])
def test_an_empty_path_or_command_is_a_usage_error(vault: Path, args: list[str]) -> None:
    assert run("check", *args, cwd=vault).code == 2


def test_a_ripgrep_that_names_nothing_is_not_believed(vault: Path, tmp_path: Path) -> None:
    fake = tmp_path / "rg"
    fake.write_text("#!/bin/sh\necho ripgrep 15.1.0\nexit 0\n")
    fake.chmod(0o755)
    silent = tmp_path / "silent" / "rg"
    silent.parent.mkdir()
    silent.write_text('#!/bin/sh\ncase "$*" in *version*) echo ripgrep 15.1.0;; esac\nexit 0\n')
    silent.chmod(0o755)
    assert run("check", "--tags", "pdf/font/unicode", *DAY, cwd=vault, env={"VAULTCTL_RG": str(silent)}).code == 1


def test_an_over_long_front_matter_is_judged_alike_with_and_without_ripgrep(vault: Path) -> None:
    write(vault, {"l/b-1.md": lesson("B-1", "l/x", more=f"zz: {'x' * 70_000}\n")})
    for tags, code in (("l/x", 3), ("l/y", 0)):
        assert run("check", "--tags", tags, *DAY, cwd=vault).code == code
        assert run("check", "--tags", tags, *DAY, cwd=vault, env={"VAULTCTL_RG": "/nowhere"}).code == code


@pytest.mark.parametrize("ref", ["^HEAD", "HEAD..HEAD", "@{bad", "--x"])
def test_a_ref_that_is_no_commit_is_unknown(git_repo: Any, ref: str) -> None:
    repo = git_repo()
    write(repo.path, {"b-1.md": lesson("B-1", "a")})
    assert run("check", "--tags", "a", f"--ref={ref}", cwd=repo.path).code == 3

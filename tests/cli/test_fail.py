"""`vaultctl fail`, from the command line, on real git."""

from __future__ import annotations

import json
from datetime import date

import pytest

from tests.conftest import MakeRepo
from tests.fakes.checkout import Checkout
from tests.fakes.command import run
from tests.fakes.failing import CATEGORY, TAG, fail, logged, three
from tests.fakes.queueing import seed, sync
from tests.fakes.recording import lay_out
from tests.fakes.vaults import lesson
from vaultctl import Vault
from vaultctl.adapters.git import remote as remotes

KEYS = ["schema", "id", "category", "signature", "strikes", "threshold", "promote", "pushed", "regression", "lessons", "route",
        "commit", "warnings", "dry_run", "content"]  # fmt: skip
LESSON = f"vault/lessons/{TAG}/b-7.md"


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remotes, "PAUSE", 0.02)


@pytest.fixture
def repo(git_repo: MakeRepo) -> Checkout:
    return lay_out(git_repo(commit=False))


def content(repo: Checkout) -> str:
    return repo.show(f"vault-failures:{logged(repo)[-1]}")


def test_a_failure_is_logged_and_counted_at_once(repo: Checkout) -> None:
    before = repo.state()
    first, second, third = (fail(repo) for _ in range(3))
    assert [item.code for item in (first, second, third)] == [0, 0, 0] and list(first.json) == KEYS
    assert [item.json["strikes"] for item in (first, second, third)] == [1, 2, 3]
    assert [item.json["promote"] for item in (first, second, third)] == [False, False, True]
    made = first.json
    assert (made["category"], made["threshold"], made["pushed"], made["regression"], made["lessons"]) == (TAG, 3, False, None, [])
    assert repo.git("rev-parse", "vault-failures") == third.json["commit"] and repo.state() == before


def test_the_text_says_what_it_adds_up_to_and_the_way_on(repo: Checkout) -> None:
    three(repo, "--no-push")
    found = run("fail", "--category", CATEGORY, "--signature", "boom", "--agent", "bot", cwd=repo.path)
    assert found.code == 0 and found.err == "" and f"under {TAG}\n  reads    boom\n  strikes  4 of 3\n" in found.out
    assert f"reflect --promote {TAG} --mitigation" in found.out


def test_the_threshold_comes_from_the_config(git_repo: MakeRepo) -> None:
    repo = lay_out(git_repo(commit=False), config="strikes: 2\n")
    assert [fail(repo).json["promote"] for _ in range(2)] == [False, True]


def test_failures_of_other_categories_do_not_count(repo: Checkout) -> None:
    fail(repo, category="test")
    fail(repo, category="test/next-image-props/deeper")
    assert fail(repo).json["strikes"] == 1


def test_secrets_and_escapes_are_taken_out_before_anything_is_written(repo: Checkout) -> None:
    token = "ghp_" + "a1B2" * 9
    done = run("fail", "--category", "a", "--signature", f"push with {token} failed \x1b[31m", "--agent", "bot", "--details", "-",
               "--task", f"curl https://me:{token}@host/x", cwd=repo.path, stdin=f"DB_PASSWORD=hunter22\n\u200b{token}\n")  # fmt: skip
    assert done.code == 0 and token not in done.out
    everything = repo.git("log", "-p", "vault-failures")
    assert token not in everything and "hunter22" not in everything and "\x1b" not in everything and "\u200b" not in everything
    assert json.loads(content(repo))["signature"] == "push with *** failed"


def test_a_token_is_no_less_one_for_what_hides_in_it(repo: Checkout) -> None:
    head, tail = "ghp_a1B2a1B2", "a1B2" * 7
    for hidden in ("\u200b", "\x1b[0m", "\u00ad"):
        found = fail(repo, "--task", f"x {head}{hidden}{tail}", "--details", f"{head}{hidden}{tail}", signature=f"no {head}{hidden}{tail}")
        assert found.code == 0 and tail not in repo.git("show", found.json["commit"])


@pytest.mark.parametrize("name", ["agent", "category"])
def test_a_name_that_holds_a_secret_is_refused(repo: Checkout, name: str) -> None:
    token = "ghp_" + "a1B2" * 9
    found = fail(repo, agent=token) if name == "agent" else fail(repo, category=f"ci/{token}")
    assert found.code == 1 and "holds a secret" in found.json["error"]["message"] and token not in found.out + found.err


def test_a_private_key_goes_whole(repo: Checkout) -> None:
    key = "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA0Z\nmore\n-----END RSA PRIVATE KEY-----"
    run("fail", "--category", "a", "--signature", "x", "--agent", "bot", "--details", "-", cwd=repo.path, stdin=f"before\n{key}\nafter\n")
    assert json.loads(content(repo))["details"] == "before\n***\nafter"


def test_long_texts_are_cut(repo: Checkout) -> None:
    assert fail(repo, "--task", "t" * 9000, signature="word " * 99_999).code == 0
    assert len(content(repo)) < 2000


@pytest.mark.parametrize(("task", "signature", "tag"), [
    (None, "src/pdf/render.py:12: boom", "pdf/font"),
    ("terraform apply -auto-approve", "boom", "infra/terraform"),
    (None, "terraform apply: Error: no", "infra/terraform"),
    (None, "running `sudo terraform apply` failed", "infra/terraform"),
    ("edit src/pdf/render.py", "boom", "pdf/font"),
    (None, "boom", "uncategorised"),
])  # fmt: skip
def test_without_a_category_the_routes_find_it(git_repo: MakeRepo, task: str | None, signature: str, tag: str) -> None:
    taxonomy = 'strict: true\nprefixes:\n  pdf/font:\n    paths: ["src/pdf/**"]\n  infra/terraform:\n    commands: ["terraform apply"]\n'
    repo = lay_out(git_repo(commit=False), taxonomy=taxonomy)
    found = fail(repo, *(["--task", task] if task else []), category=None, signature=signature).json
    assert found["category"] == tag and (found["route"] is None) == (tag == "uncategorised")


def test_a_path_below_the_root_is_known_wherever_the_clone_lies(git_repo: MakeRepo) -> None:
    repo = lay_out(git_repo(commit=False), taxonomy='prefixes:\n  pdf:\n    paths: ["/src/pdf/**"]\n')
    assert fail(repo, category=None, signature=f"{repo.path.as_posix()}/src/pdf/x.py:3: boom").json["category"] == "pdf"


def test_a_category_outside_the_taxonomy_is_a_warning_or_with_strict_a_usage_error(git_repo: MakeRepo) -> None:
    repo = lay_out(git_repo(commit=False), taxonomy="prefixes:\n  test/next-image: {}\n")
    assert "did you mean test/next-image?" in fail(repo).json["warnings"][0]
    repo.write("vault/taxonomy.yaml", "strict: true\nprefixes:\n  test/next-image: {}\n")
    assert fail(repo).code == 2 and len(logged(repo)) == 1


def test_only_the_writers_of_a_prefix_may_log_below_it(git_repo: MakeRepo) -> None:
    repo = lay_out(git_repo(commit=False), taxonomy="prefixes:\n  test:\n    writers: [ci-*]\n")
    refused = fail(repo)
    assert refused.code == 1 and "writers: ci-*" in refused.json["error"]["message"]
    assert repo.git("for-each-ref", "refs/heads/vault-failures") == "" and fail(repo, agent="ci-1").code == 0


@pytest.mark.parametrize("args", [
    ("--category", "a"), ("--signature", " ", "--agent", "b"), ("--signature", "x", "--category", "a//b", "--agent", "b"),
    ("--signature", "x"), ("--signature", "x", "--agent", " "),
])  # fmt: skip
def test_what_makes_no_sense_is_a_usage_error(repo: Checkout, args: tuple[str, ...]) -> None:
    found = run("fail", *args, cwd=repo.path)
    assert found.code == 2 and "error" in found.err and repo.git("for-each-ref", "refs/heads/vault-failures") == ""


def test_a_failure_of_a_category_with_a_live_lesson_is_a_regression(repo: Checkout) -> None:
    repo.write(LESSON, lesson("B-7", TAG, first_seen="2025-12-31", mitigation="Pass src."))
    found = [fail(repo, today="2026-01-05") for _ in range(3)]
    assert [item.json["regression"] for item in found] == [{"lesson": "B-7", "age_days": 5, "count": count} for count in (1, 2, 3)]
    assert {(item.json["strikes"], item.json["promote"]) for item in found} == {(0, False)} and found[0].json["lessons"] == ["B-7"]
    text = run("fail", "--category", CATEGORY, "--signature", "x", "--agent", "b", "--today", "2026-01-05", cwd=repo.path).out
    assert "regression of B-7, 5 days old, number 4\n    Pass src.\n    this lesson is not working: rewrite it\n" in text


def test_a_lesson_on_an_ancestor_is_named_and_strikes_still_count(repo: Checkout) -> None:
    repo.write(LESSON, lesson("B-7", "test"))
    found = [fail(repo).json for _ in range(2)]
    assert [(item["lessons"], item["regression"], item["strikes"]) for item in found] == [(["B-7"], None, 1), (["B-7"], None, 2)]


@pytest.mark.parametrize("more", [{"ttl": "1"}, {"more": "superseded_by: B-8\n"}], ids=["expired", "superseded"])
def test_a_lesson_that_does_not_count_is_not_broken(repo: Checkout, more: dict[str, str]) -> None:
    repo.write(LESSON, lesson("B-7", TAG, **more))
    if "more" in more:
        repo.write(LESSON.replace("b-7", "b-8"), lesson("B-8", "test"))
    found = fail(repo).json
    assert found["regression"] is None and found["strikes"] == 1


def test_a_failure_is_logged_although_a_lesson_cannot_be_read(repo: Checkout) -> None:
    repo.write(LESSON, "---\nid: [\n---\n")
    found = fail(repo)
    assert found.code == 0 and found.json["strikes"] == 1 and "regression may go unseen" in found.json["warnings"][0]


def test_a_dry_run_shows_the_file_and_writes_nothing(repo: Checkout) -> None:
    fail(repo)
    before = repo.git("for-each-ref")
    found = fail(repo, "--dry-run").json
    assert found["strikes"] == 2 and json.loads(found["content"])["category"] == TAG and repo.git("for-each-ref") == before
    shown = run("fail", "--category", "a", "--signature", "x", "--agent", "b", "--dry-run", cwd=repo.path).out
    assert shown.startswith("would log F-") and '"signature": "x"' in shown


def test_outside_a_repository_it_says_so(git_repo: MakeRepo, tmp_path: object) -> None:
    repo = git_repo(commit=False)
    repo.write("plain/.vaultctl.yaml", "schema: 1\n")
    (repo.path / ".git").rename(repo.path / "gone")
    found = run("fail", "--category", "a", "--signature", "x", "--agent", "b", cwd=repo.path / "plain")
    assert found.code == 3 and "not in a git repository" in found.err


# With a remote.


@pytest.fixture
def made(bare_remote: MakeRepo, git_repo: MakeRepo) -> Checkout:
    return seed(git_repo("desk", commit=False), str(bare_remote().path))


def other(made: Checkout, clone: MakeRepo, name: str = "other") -> Checkout:
    return clone(made.git("remote", "get-url", "origin"), name, "--single-branch")


def test_a_failure_is_pushed_and_counts_everywhere(made: Checkout, clone: MakeRepo) -> None:
    assert fail(made).json["pushed"] is True
    found = fail(other(made, clone)).json
    assert (found["pushed"], found["strikes"]) == (True, 2)
    message = made.git("log", "-1", "--format=%B", "vault-failures")
    assert message.endswith("[skip ci]\n") or message.endswith("[skip ci]")


@pytest.mark.parametrize("how", ["no push", "local", "refused"])
def test_what_is_not_pushed_stays_here_with_exit_code_0(made: Checkout, bare_remote: MakeRepo, how: str) -> None:
    remote = Checkout(made.path.parent / "remote.git")
    if how == "local":
        made.write(".vaultctl.yaml", "schema: 1\nforge: local\nfailures: local\n")
    if how == "refused":
        remote.write("hooks/pre-receive", "#!/bin/sh\nexit 1\n").chmod(0o755)
    found = fail(made, *(["--no-push"] if how == "no push" else []))
    assert (found.code, found.json["pushed"], found.json["strikes"]) == (0, False, 1)
    assert remote.git("for-each-ref", "refs/heads/vault-failures") == ""
    assert bool(found.json["warnings"]) == (how == "refused")


def test_sync_sends_what_waits_and_joins_what_diverged(made: Checkout, clone: MakeRepo) -> None:
    there = other(made, clone)
    fail(made, "--no-push")
    fail(there)
    found = sync(made)
    assert found.code == 0 and found.json["pushed"] == ["vault-failures"]
    assert len(logged(Checkout(made.path.parent / "remote.git"))) == 2
    assert fail(there).json["strikes"] == 3


def test_failures_that_are_kept_here_are_never_sent(made: Checkout) -> None:
    made.write(".vaultctl.yaml", "schema: 1\nforge: local\nfailures: local\n")
    fail(made)
    assert sync(made).json["pushed"] == []
    assert run("reflect", cwd=made.path).code == 0
    assert Checkout(made.path.parent / "remote.git").git("for-each-ref", "refs/heads/vault-failures") == ""


# From Python.


def test_the_python_api_logs_a_failure(repo: Checkout, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VAULTCTL_AGENT", "bot")
    vault = Vault.open(repo.path)
    made = vault.fail(category=CATEGORY, signature="boom", today=date(2026, 1, 5))
    assert (made.strikes, made.promote, made.pushed, made.regression) == (1, False, False, None)
    assert json.loads(made.to_json())["id"] == made.id and json.loads(content(repo))["day"] == "2026-01-05"

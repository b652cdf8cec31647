"""From paths and command lines to tags."""

from __future__ import annotations

import time

import pytest

from vaultctl.core.routes import route_command, route_path
from vaultctl.core.taxonomy import Prefix, Taxonomy


def routed(glob: str, command: str) -> bool:
    return bool(list(route_command(Taxonomy((Prefix("t", commands=(glob,)),)), command)))


@pytest.mark.parametrize("command", [
    "terraform apply", "terraform apply -auto-approve", "/usr/bin/terraform apply", "cd x && terraform apply", "a; terraform apply",
    "TF_LOG=1 X=2 terraform apply", "sudo terraform apply", "sudo -u root terraform apply", "timeout 5 terraform apply",
    "env -i A=1 terraform apply", "terraform \\\n  apply", "`terraform apply`", "echo $(terraform apply)", ">log terraform apply",
    "terraform apply >log 2>&1", "true | terraform apply", "(terraform apply)", "if true; then terraform apply; fi",
    'bash -c "terraform apply"', "sh -lc 'cd x; terraform apply'", "terraform apply &", "x\nterraform apply", "! terraform apply",
])  # fmt: skip
def test_a_command_is_found_however_it_is_run(command: str) -> None:
    assert routed("terraform apply", command)


@pytest.mark.parametrize("command", ["terraform plan", "echo terraform apply", "terraform-apply", "", "apply terraform", "cat 'terraform apply'"])
def test_another_command_is_not(command: str) -> None:
    assert not routed("terraform apply", command)


@pytest.mark.parametrize(("glob", "command", "expected"), [
    ("git push *", "git push origin", True), ("git push *", "git push", False), ("git ** --force", "git push origin x --force", True),
    ("git ** --force", "git push", False), ("**", "anything", True), ("npm-*", "npm-check", True), ("make pdf", 'make "pdf', False),
])  # fmt: skip
def test_globs(glob: str, command: str, expected: bool) -> None:
    assert routed(glob, command) is expected


def test_many_wildcards_take_no_time() -> None:
    start = time.process_time()
    assert not routed(" ".join(["**"] * 30) + " x", "a " * 300)
    assert time.process_time() - start < 1


@pytest.mark.parametrize(("glob", "path", "expected"), [
    ("**/pdf/**", "src/pdf/a.py", True), ("*.py", "a/b.py", True), ("/a.py", "b/a.py", False), ("docs/", "docs/x.md", True),
    ("a[0-9].txt", "a1.txt", True),
])  # fmt: skip
def test_paths_are_matched_as_git_ignores_them(glob: str, path: str, expected: bool) -> None:
    assert bool(list(route_path(Taxonomy((Prefix("t", paths=(glob,)),)), path, path))) is expected

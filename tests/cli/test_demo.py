"""`vaultctl demo`: the real commands, nothing of the user's touched, nothing left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.fakes.command import run

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for temporary folders; HOME is one that holds nothing."""
    (tmp_path / "tmp").mkdir()
    (tmp_path / "home").mkdir()
    for name in ("TMPDIR", "TEMP", "TMP"):
        monkeypatch.setenv(name, str(tmp_path / "tmp"))
    monkeypatch.setattr("tempfile.tempdir", None)
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    for name in list(os.environ):
        if name.startswith("XDG_"):
            monkeypatch.delenv(name)
    return tmp_path


def test_it_walks_the_loop_and_leaves_nothing_behind(scratch: Path) -> None:
    done = run("demo", "--format", "json", cwd=scratch)
    assert done.code == 0, done
    assert done.json["schema"] == "vaultctl.demo/1" and done.json["ok"] is True
    checks = [step for step in done.json["steps"] if step["command"].startswith("vaultctl check")]
    verdicts = [(step["output"].split()[0], step["exit_code"]) for step in checks]
    assert verdicts == [("CLEAR", 0), ("BLOCKED", 1), ("WARNED", 0), ("CLEAR", 0)]
    assert list((scratch / "tmp").iterdir()) == []
    assert list((scratch / "home").iterdir()) == []


def test_the_screen_shows_command_output_and_exit_code(scratch: Path) -> None:
    done = run("demo", cwd=scratch)
    assert done.code == 0
    blocked = done.out.partition("is told what to do instead.\n")[2]
    assert blocked.startswith("$ vaultctl check --tags deploy/cache\nBLOCKED  deploy/cache\n")
    assert "instead  Clear the keys of the changed pages alone" in blocked
    assert "[exit code 1]" in blocked


@pytest.mark.slow
def test_another_day_is_the_day_of_every_step(scratch: Path) -> None:
    done = run("demo", "--today", "2030-02-03", cwd=scratch)
    assert done.code == 0
    assert "seen     2030-02-03 by demo-agent; expires after 2030-05-04" in done.out


def test_a_repository_named_by_the_environment_is_not_touched(scratch: Path) -> None:
    other = scratch / "other"
    subprocess.run(["git", "init", "-q", str(other)], check=True)
    before = sorted(str(path) for path in other.rglob("*"))
    env = {"GIT_DIR": str(other / ".git"), "GIT_INDEX_FILE": str(other / "index"), "VAULTCTL_VAULT": "/x"}
    done = run("demo", cwd=scratch, env=env)
    assert done.code == 0
    assert sorted(str(path) for path in other.rglob("*")) == before


def test_without_git_it_says_so(scratch: Path) -> None:
    done = run("demo", cwd=scratch, env={"PATH": str(scratch)})
    assert done.code == 3 and "git was not found" in done.err
    assert list((scratch / "tmp").iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="Windows ends a process without telling it")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_cleans_up_when_it_is_interrupted(scratch: Path, number: signal.Signals) -> None:
    child = subprocess.Popen([sys.executable, "-m", "vaultctl", "demo"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    deadline = time.monotonic() + 20
    while not list((scratch / "tmp").glob("vaultctl-demo-*/repository/.git")):
        assert time.monotonic() < deadline and child.poll() is None
        time.sleep(0.01)
    child.send_signal(number)
    child.communicate(timeout=20)
    assert child.returncode == 130
    assert list((scratch / "tmp").iterdir()) == []

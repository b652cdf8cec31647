"""A disk without room: told with the way on, in JSON as in text, and nothing is lost."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from tests.conftest import MakeRepo
from tests.fakes.checkout import Checkout
from tests.fakes.recording import lay_out, record
from vaultctl.adapters.disk import WAY_ON
from vaultctl.adapters.files import writer
from vaultctl.adapters.git import answers, failures
from vaultctl.adapters.git.process import Done
from vaultctl.core.change import FileChange
from vaultctl.errors import VaultctlError

SAID = (
    "error: unable to write loose object file: No space left on device\nfatal: failed to write commit object",
    "fatal: sha1 file '/x/.git/vaultctl-index-1.lock' write error. Out of diskspace",
    "fatal: update_ref failed for ref 'refs/heads/a': unable to append to '.git/logs/refs/heads/a': Disk quota exceeded",
)


@pytest.fixture
def made(git_repo: MakeRepo) -> Checkout:
    return lay_out(git_repo("desk", commit=False))


@pytest.mark.parametrize("said", SAID)
def test_whatever_git_says_of_a_full_disk_has_a_way_on(said: str) -> None:
    assert failures.explain("write-tree", 128, said).hint == WAY_ON


@pytest.mark.parametrize("said", [*SAID, "error: cannot lock ref 'refs/x': Unable to create '/x.lock': No space left on device"])
def test_a_fetch_without_room_is_not_tried_again_and_says_so(said: str) -> None:
    answer = answers.fetched(Done(128, b"", said))
    assert (answer.state, answer.cause, answer.may_pass) == ("unreachable", "disk", False) and answer.reason.endswith(f"({WAY_ON})")


def test_a_full_disk_of_the_server_is_not_ours() -> None:
    answer = answers.fetched(Done(128, b"", "remote: fatal: No space left on device\nfatal: the remote end hung up"))
    assert answer.cause == "network"


def test_a_change_of_files_without_room_has_a_way_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(tmp_path / "a"))

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(VaultctlError, match="a could not be written: No space left") as caught:
        writer.apply(tmp_path, [FileChange("a", None, b"x")])
    assert caught.value.hint == WAY_ON and list(tmp_path.iterdir()) == []


def test_what_no_adapter_translates_is_json_where_json_is_asked_for(made: Checkout, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object, **named: object) -> str:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "/full/vaultctl-x")

    monkeypatch.setattr("vaultctl.adapters.git.commits.write_blobs", refuse)
    done = record(made)
    assert done.code == 3 and done.json["error"] == {"message": "No space left on device: /full/vaultctl-x", "hint": WAY_ON}


@pytest.mark.skipif(os.name != "posix", reason="a script in the place of git")
def test_git_without_room_to_write_ends_record_with_the_way_on(made: Checkout, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    script = tmp_path / "git"
    script.write_text('#!/bin/sh\ncase " $* " in *" write-tree "*) echo "fatal: unable to write loose object file: No space left on device" >&2;'
                      f' exit 128;; esac\nPATH={os.environ["PATH"]} exec git "$@"\n')  # fmt: skip
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    done = record(made)
    assert done.code == 3 and "No space left" in done.json["error"]["message"] and done.json["error"]["hint"] == WAY_ON
    monkeypatch.undo()
    assert record(made).json["state"] == "committed"

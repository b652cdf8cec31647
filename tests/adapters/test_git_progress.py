"""Progress of real fetches and pushes, as steps."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

from tests.conftest import MakeRepo
from vaultctl.adapters.git import progress, remote
from vaultctl.adapters.git.progress import Step
from vaultctl.adapters.git.remote import Update
from vaultctl.adapters.git.repository import discover


def test_a_push_and_a_fetch_tell_how_far_they_are(git_repo: MakeRepo, bare_remote: MakeRepo, clone: MakeRepo) -> None:
    bare = bare_remote(source=git_repo())
    made, other = clone(bare, "made"), clone(bare, "other")
    made.commit({f"{number}.md": f"{number}" for number in range(20)})
    steps: list[Step] = []
    repo, update = replace(discover(made.path), watch=progress.reader(steps.append, 0)), Update(made.head, "refs/heads/main")
    pushed = remote.push(repo, "origin", [update])
    assert pushed.answer.ok
    assert [step for step in steps if step.work == "writing objects" and step.finished and step.done == step.total]
    steps.clear()
    repo = replace(discover(other.path), watch=progress.reader(steps.append, 0))
    answer = remote.fetch(repo, "origin", ["+refs/heads/main:refs/remotes/origin/main"])
    assert answer.ok and steps


def test_reasons_are_kept_beside_the_progress(git_repo: MakeRepo, bare_remote: MakeRepo) -> None:
    made = git_repo()
    made.git("remote", "add", "origin", bare_remote().path.as_uri())
    answer = remote.fetch(replace(discover(made.path), watch=lambda line: None), "origin", ["refs/heads/gone"])
    assert answer.state == "absent" and "gone" in answer.reason


def test_gitpython_is_loaded_only_when_somebody_watches() -> None:
    code = "import sys, vaultctl.adapters.git.remote, vaultctl.adapters.git.progress as p; print('git' in sys.modules); "
    code += "p.reader(print)('x'); print('git' in sys.modules); p.reader(print, 0)('x'); print('git' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False", "True"]

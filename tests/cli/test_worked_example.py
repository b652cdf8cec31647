"""The worked example of strikes, from the command line alone: three failures become a lesson, which stops the fourth agent; then
somebody does it all the same."""

from __future__ import annotations

import pytest

from tests.conftest import MakeRepo
from tests.fakes.command import run
from tests.fakes.queueing import seed


@pytest.mark.parametrize("layout", ["notes", "single-file"])
def test_three_failures_become_a_lesson_that_the_fourth_agent_finds(
    bare_remote: MakeRepo, git_repo: MakeRepo, clone: MakeRepo, layout: str
) -> None:
    remote = bare_remote()
    desk = seed(git_repo("desk", commit=False), str(remote.path), layout)
    agents = {name: clone(remote, name) for name in ("ada", "ben", "cyd", "dot")}
    category, tag = "test:next-image-props", "test/next-image-props"

    for day, (name, place) in enumerate(list(agents.items())[:3], 1):
        found = run("fail", "--category", category, "--agent", name, "--today", f"2026-01-0{day}", "--format", "json", "--signature",
                    f"TypeError: reading 'src' at /home/{name}/app/card.test.tsx:{day}:7", cwd=place.path).json  # fmt: skip
        assert (found["strikes"], found["promote"], found["pushed"], found["regression"]) == (day, day == 3, True, None)

    summary = run("reflect", "--check", "--today", "2026-01-04", cwd=desk.path)
    assert summary.code == 1 and summary.out.startswith("### Reflect Summary\n")
    assert "3 × `TypeError: reading 'src' at {path}`" in summary.out and "agents ada, ben, cyd" in summary.out

    mitigation = "Give every Image in a test a src."
    made = run("reflect", "--promote", category, "--mitigation", mitigation, "--agent", "lead", "--today", "2026-01-04",
               "--format", "json", cwd=desk.path)  # fmt: skip
    assert made.code == 0 and (made.json["state"], made.json["pushed"]) == ("pushed", True)
    identity = made.json["id"]
    assert run("check", "--tags", tag, "--today", "2026-01-04", cwd=agents["dot"].path).code == 0, "not merged yet"
    assert run("queue", "run", "--today", "2026-01-04", cwd=desk.path).code == 0
    assert run("reflect", "--check", "--today", "2026-01-05", cwd=desk.path).code == 0

    dot = agents["dot"].path
    assert run("sync", cwd=dot).code == 0
    verdict = run("check", "--tags", tag, "--today", "2026-01-05", "--format", "json", cwd=dot)
    assert verdict.code == 1 and (verdict.json["verdict"], verdict.json["alternative"]) == ("BLOCKED", mitigation)
    assert [lesson["id"] for lesson in verdict.json["lessons"]] == [identity]

    broken = run("fail", "--category", category, "--agent", "dot", "--today", "2026-01-14", "--format", "json", "--signature",
                 "TypeError: reading 'src' at /home/dot/app/card.test.tsx:1:7", cwd=dot).json  # fmt: skip
    assert broken["regression"] == {"lesson": identity, "age_days": 10, "count": 1}
    assert (broken["strikes"], broken["promote"], broken["lessons"]) == (0, False, [identity])

    after = run("reflect", "--today", "2026-01-14", "--format", "json", cwd=desk.path).json
    assert after["categories"] == [] and [item["lesson"] for item in after["regressions"]] == [identity]

"""Writes the vaults that are measured: generated with a fixed seed, in both layouts, each a git repository.

    python -m tests.benchmarks.corpora FOLDER notes 10000
    python -m tests.benchmarks.corpora FOLDER failures 10000     # into a repository that is there

Run as a program of its own: what measures must stay small, for a child's peak memory counts what its parent held when it was
started.  The same seed and size give the same vault.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from bisect import bisect
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from itertools import accumulate
from pathlib import Path

from vaultctl.core.identity import mint
from vaultctl.core.lesson import Entry, Lesson, interpret
from vaultctl.core.schema import BLOCKED, VERIFIED, WARNING
from vaultctl.formats import block_text, frontmatter, note_writing

SEED = 20250610
TODAY = date(2026, 6, 1)
"""The day on which all commands are told to run."""
REAL = "real"
"""The size that stands for the 1,191 real lessons."""
_TEXT = (
    "build cache client connection container deploy driver encoding environment exit fails file flag font handler header "
    "image import index invoice job key layer library limit lock locale log memory merge migration module network option "
    "order output package page parser path permission pool port process proxy query queue read release render request "
    "response retry schema script server session signal socket stack stage state step stream string table task test thread "
    "time token type update upload user value version volume worker write zone"
)
WORDS = _TEXT.split()
AREAS, TOPICS, LEAVES = 40, 12, 8
AGENTS = tuple(f"{WORDS[number * 7 % len(WORDS)]}-bot" for number in range(12))
STAMP = "1780000000 +0000"


def lessons(count: int, seed: int = SEED) -> Iterator[Lesson]:
    """So many lessons: Zipf-distributed tags, one to four each, and bodies from none to 20 kB."""
    dice = random.Random(f"{seed}/{count}")
    tags = _Tags(dice)
    earlier: list[str] = []
    for number in range(count):
        category = dice.choices((BLOCKED, WARNING, VERIFIED), (50, 35, 15))[0]
        own = tags.draw(dice.choices((1, 2, 3, 4), (45, 30, 15, 10))[0])
        issue = f"{_sentence(dice, 8, 20)} (case {number})"
        mitigation = _sentence(dice, 6, 16)
        identity = mint(category, own, issue, mitigation)
        successor = dice.choice(earlier) if earlier and dice.random() < 0.01 else None
        name = f"case-{number}" if dice.random() < 0.05 else None
        link = f"\n\nSee [[{dice.choice(earlier)}]]." if earlier and dice.random() < 0.05 else ""
        earlier.append(identity)
        yield Lesson(
            identity, category, own, issue, mitigation, TODAY - timedelta(days=dice.randrange(1, 1100)), dice.choice(AGENTS),
            dice.choices((365, 730, 1825, None), (55, 25, 10, 10))[0], None, successor, name, (_body(dice) + link).strip(),
        )  # fmt: skip


class _Tags:
    """Draws from a fixed set of tags: one, two or three segments, the n-th most common one n times rarer than the first."""

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice
        every = [f"{WORDS[area]}/{WORDS[-1 - topic]}{leaf}" for area in range(AREAS) for topic in range(TOPICS)
                 for leaf in ("", *(f"/{WORDS[(area + topic + number) % len(WORDS)]}" for number in range(LEAVES)))]  # fmt: skip
        dice.shuffle(every)
        self._every = every
        self._sums = list(accumulate(1 / (rank + 1) for rank in range(len(every))))

    def draw(self, count: int) -> tuple[str, ...]:
        chosen: dict[str, None] = {}
        while len(chosen) < count:
            chosen[self._every[bisect(self._sums, self._dice.random() * self._sums[-1])]] = None
        return tuple(chosen)


def _sentence(dice: random.Random, low: int, high: int) -> str:
    words = " ".join(dice.choices(WORDS, k=dice.randint(low, high)))
    return words[0].upper() + words[1:] + "."


def _body(dice: random.Random) -> str:
    kind = dice.choices(("none", "short", "long", "huge"), (35, 45, 17, 3))[0]
    if kind == "none":
        return ""
    size = {"short": dice.randint(60, 500), "long": dice.randint(500, 4000), "huge": dice.randint(4000, 19_000)}[kind]
    parts: list[str] = []
    while sum(map(len, parts)) < size:
        if kind != "short" and dice.random() < 0.15:
            parts.append("```sh\n" + "\n".join(_sentence(dice, 3, 8) for _ in range(4)) + "\n```\n")
        else:
            parts.append("\n".join(_sentence(dice, 8, 14) for _ in range(dice.randint(1, 5))) + "\n")
    return "\n".join(parts)


def common_tag(count: int) -> str:
    """The tag of some lessons of a vault of that size: the one asked for when it is measured."""
    return next(lessons(count)).tags[0]


def build(folder: Path, layout: str, size: str, real: Path | None = None) -> None:
    """Write a vault into a folder that is not there yet, as a git repository with everything committed on `main`."""
    files: Iterable[tuple[str, str]] = _real(layout, real) if size == REAL and real else _files(layout, lessons(int(size)))
    half = folder.with_name(folder.name + ".part")
    half.mkdir(parents=True)
    subprocess.run(["git", "init", "-q", "-b", "main", str(half)], check=True)
    _import(half, [(".vaultctl.yaml", f"schema: 1\nlayout: {layout}\nbase: main\nforge: local\n"), *_settings(), *files])
    subprocess.run(["git", "-C", str(half), "reset", "-q", "--hard"], check=True)
    half.rename(folder)


def _settings() -> Iterator[tuple[str, str]]:
    rows = "".join(f"  {WORDS[area]}:\n    about: about {WORDS[area]}\n" for area in range(AREAS)) + "  rust:\n    about: crates\n"
    yield "vault/taxonomy.yaml", "prefixes:\n" + rows


def _files(layout: str, every: Iterable[Lesson]) -> Iterator[tuple[str, str]]:
    if layout == "single-file":
        yield "KNOWLEDGE_VAULT.md", block_text.new_file(list(every))
        return
    for lesson in every:
        yield f"vault/lessons/{lesson.tags[0]}/{lesson.id.lower()}.md", note_writing.write(lesson)


def _real(layout: str, corpus: Path) -> Iterator[tuple[str, str]]:
    paths = sorted((corpus / "vault" / "lessons").rglob("*.md"))
    if layout == "notes":
        yield from ((path.relative_to(corpus).as_posix(), path.read_text("utf-8")) for path in paths)
        return
    entries = [interpret(frontmatter.parse(str(path), path.read_text("utf-8")).records[0]) for path in paths]
    yield from _files(layout, [block_text.normal(entry.lesson) for entry in entries if isinstance(entry, Entry)])


def log_failures(folder: Path, count: int) -> None:
    """So many failures on the failure log's branch, in the categories that lessons have."""
    dice = random.Random(f"{SEED}/failures/{count}")
    tags = _Tags(dice)
    files = []
    for number in range(count):
        category, day = tags.draw(1)[0], TODAY - timedelta(days=dice.randrange(1, 200))
        identity = f"f-{number:010d}"
        values = {"schema": 1, "id": identity.upper(), "category": category, "day": day.isoformat(),
                  "signature": f"{_sentence(dice, 4, 9)}", "agent": dice.choice(AGENTS)}  # fmt: skip
        files.append((f"strikes/{category}/{day:%Y-%m}/{day}-{identity}.json", json.dumps(values, indent=2) + "\n"))
    _import(folder, files, "vault-failures")


def _import(folder: Path, files: Iterable[tuple[str, str]], branch: str = "main") -> None:
    """One commit through `git fast-import`: a hundred thousand files in seconds."""
    child = subprocess.Popen(["git", "-C", str(folder), "fast-import", "--quiet"], stdin=subprocess.PIPE)
    assert child.stdin is not None
    who = f"benchmark <benchmark@example.org> {STAMP}"
    child.stdin.write(f"commit refs/heads/{branch}\ncommitter {who}\ndata 3\nall\n".encode())
    for path, text in files:
        data = text.encode("utf-8", "surrogateescape")
        child.stdin.write(f"M 100644 inline {path}\ndata {len(data)}\n".encode() + data + b"\n")
    child.stdin.close()
    if child.wait():
        raise SystemExit("git fast-import failed")


if __name__ == "__main__" and sys.argv[2] == "failures":
    log_failures(Path(sys.argv[1]), int(sys.argv[3]))
elif __name__ == "__main__":
    build(Path(sys.argv[1]), sys.argv[2], sys.argv[3], Path(os.environ["VAULTCTL_CORPUS"]) if sys.argv[3] == REAL else None)

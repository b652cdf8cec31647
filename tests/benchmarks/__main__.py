"""`python -m tests.benchmarks`, as `make bench` runs it: one table of everything whose speed matters, beside its floor.

A wheel of this checkout is installed into a fresh environment and measured there, as users have it (with compiled bytecode).
Everything in one row runs in turn, so what slows the machine slows both.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks import cases, results
from tests.benchmarks.cases import Case, Tools, Vault
from tests.benchmarks.measuring import Bench, Command, Failed, Figures
from tests.benchmarks.results import Row

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parent
REAL = "real"
SIZES = ("100", "1000", "10000", "100000")
QUICK = ("1000",)
# What reads everything is measured at these sizes: linear growth shows between 5,000 and 10,000, the promises name 20,000.
WHOLE = ("1000", "5000", "10000", "20000")
STAGED = ("100", "10000")
FAILURES = "10000"
DROPPED = ("GIT_", "VAULTCTL_", "PYTHONDONTWRITEBYTECODE", "PYTHONPATH", "XDG_", "COVERAGE")


def main(arguments: list[str]) -> int:
    """Measure, print the table while it grows, and write it down."""
    options = _options(arguments)
    with tempfile.TemporaryDirectory(prefix="vaultctl-bench-") as scratch:
        place = Path(options.keep or scratch)
        place.mkdir(parents=True, exist_ok=True)
        env = _environment(Path(scratch))
        tools = _tools(options.python, Path(scratch), env)
        bench = Bench(env, options.runs)
        machine = results.machine(bench, tools)
        print("\n".join(results.head(machine)))
        rows = []
        for row in _rows(bench, tools, place, quick=options.quick):
            print(row.line(), flush=True)
            rows.append(row)
        content = _content(tools, env)
        print(content)
        ending = results.promises(rows)
        print("\n".join(ending))
        if options.out:
            options.out.write_text(results.render(machine, rows, ending, content), encoding="utf-8")
            print(f"written to {options.out}")
    return 0


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description="Measure vaultctl against its floors.")
    parser.add_argument("--quick", action="store_true", help="only the real lessons and 1,000 generated ones; writes nothing")
    parser.add_argument("--runs", type=int, default=15, help="how often what takes less than a second is run (15)")
    parser.add_argument("--out", type=Path, help="where the table is written (not with --quick: tests/benchmarks/RESULTS.md)")
    parser.add_argument("--keep", help="a folder for the vaults, used again by the next run (else they are removed)")
    parser.add_argument("--python", type=Path, help="measure what is installed in this interpreter's environment")
    options = parser.parse_args(arguments)
    if options.out is None and not options.quick:
        options.out = HERE / "RESULTS.md"
    return options


def _environment(scratch: Path) -> dict[str, str]:
    """The environment of everything that is run: nobody's settings, and bytecode as Python usually keeps it."""
    home = scratch / "home"
    home.mkdir()
    (home / ".gitconfig").write_text("[user]\n\tname = bench\n\temail = bench@example.org\n[gc]\n\tauto = 0\n")
    kept = {key: value for key, value in os.environ.items() if not key.startswith(DROPPED)}
    return kept | {"HOME": str(home), "USERPROFILE": str(home), "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C.UTF-8"}


def _tools(python: Path | None, scratch: Path, env: dict[str, str]) -> Tools:
    if python is None:
        folder = scratch / "environment"
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True, env=env)
        python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
        # The start script is pip's: before 25.2 it imports `re`, which takes a fifth of a check (docs/performance.md).
        subprocess.run([str(python), "-m", "pip", "install", "-q", "--upgrade", "pip"], check=True, env=env)
        subprocess.run([str(python), "-m", "pip", "install", "-q", str(ROOT)], check=True, env=env)
    ending = ".exe" if os.name == "nt" else ""
    beside = python.parent
    asked = "from vaultctl.adapters.search.program import find; from vaultctl.adapters.spawn import find_program as f; "
    asked += "r = find().program; print(r.path if r else ''); print(f('git') or '')"
    told = subprocess.run([str(python), "-c", asked], check=True, env=env, cwd=scratch, capture_output=True, text=True)
    rg, git = told.stdout.splitlines()
    if not rg or not git:
        raise SystemExit("the floors need ripgrep and git")
    return Tools(str(python), str(beside / f"vaultctl{ending}"), rg, git)


def _rows(bench: Bench, tools: Tools, place: Path, *, quick: bool) -> Iterator[Row]:
    present = {word: bench.ask(Command((tools.vaultctl, word, "--help"), place, (0,))) is not None
               for word in ("check", "lint", "index", "archive", "record", "gate", "fail", "reflect")}  # fmt: skip
    corpus = Path(os.environ.get("VAULTCTL_CORPUS") or ROOT.parent / "shared" / "corpus" / "rustsec")
    real = [REAL] if corpus.is_dir() else []
    if not real:
        yield Row("the real lessons", "", "", None, "skipped: set VAULTCTL_CORPUS to their folder")
    for size in (*real, *(QUICK if quick else SIZES)):
        for layout in ("notes", "single-file"):
            vault = _vault(bench.env, place, layout, size, corpus)
            for case in cases.checks(tools, vault):
                yield _measured(bench, case)
            if size in (REAL, "1000"):
                yield _warm(bench, tools, vault)
    for size in (*real, *(QUICK if quick else WHOLE)):
        vault = _vault(bench.env, place, "notes", size, corpus)
        proposal = _proposal(bench, tools, vault)
        _failures(bench, tools, vault)
        for case in cases.whole(tools, vault, proposal):
            if present.get(case.word):
                yield _measured(bench, case)
            else:
                yield Row(case.name, vault.layout, vault.size, None, "skipped: there is no such command yet")
    for size in () if quick else STAGED:
        vault = _vault(bench.env, place, "notes", size, corpus)
        new = vault.folder / cases.NEW
        new.parent.mkdir(exist_ok=True)
        new.write_text(cases.LESSON.replace("{n}", size), encoding="utf-8")
        subprocess.run([tools.git, "add", cases.NEW], cwd=vault.folder, env=bench.env, check=True)
        for case in cases.staged(tools, vault):
            yield _measured(bench, case)
        subprocess.run([tools.git, "rm", "-q", "-f", cases.NEW], cwd=vault.folder, env=bench.env, check=True)


def _vault(env: dict[str, str], place: Path, layout: str, size: str, corpus: Path) -> Vault:
    folder = place / f"{layout}-{size}"
    if not folder.exists():
        made = [sys.executable, "-m", "tests.benchmarks.corpora", str(folder), layout, size]
        subprocess.run(made, cwd=ROOT, env=env | {"VAULTCTL_CORPUS": str(corpus)}, check=True)
    asked = f"from tests.benchmarks.corpora import common_tag; print(common_tag(int({size!r})))"
    tag = "rust/crate/openssl"
    if size != REAL:
        tag = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, env=env, check=True, capture_output=True, text=True).stdout
    return Vault(folder, layout, size, tag.strip())


def _proposal(bench: Bench, tools: Tools, vault: Vault) -> str:
    """A branch with one new lesson, for the gate."""
    made = (tools.vaultctl, "record", "--no-push", "--agent", "bench", "--category", "WARNING", "--tags", "build/gate", "--issue",
            "What the gate is measured with.", "--mitigation", "Nothing to do.", *cases.DAY)  # fmt: skip
    bench.ask(Command(made, vault.folder))
    asked = (tools.git, "for-each-ref", "--format=%(refname:short)", "refs/heads/lesson/")
    return (bench.ask(Command(asked, vault.folder)) or "HEAD").split("\n")[0]


def _failures(bench: Bench, tools: Tools, vault: Vault) -> None:
    """Failures for `fail` and `reflect`, where the vault has none yet."""
    there = bench.ask(Command((tools.git, "rev-parse", "-q", "--verify", "vault-failures"), vault.folder, (0,)))
    if there is None:
        made = [sys.executable, "-m", "tests.benchmarks.corpora", str(vault.folder), "failures", FAILURES]
        subprocess.run(made, cwd=ROOT, env=bench.env, check=True)


def _measured(bench: Bench, case: Case) -> Row:
    try:
        return Row(case.name, case.vault.layout, case.vault.size, bench.compare(case.command, case.floor))
    except Failed as error:
        return Row(case.name, case.vault.layout, case.vault.size, None, str(error).replace(str(case.vault.folder), "…"))


def _warm(bench: Bench, tools: Tools, vault: Vault) -> Row:
    told = bench.ask(cases.warm(tools, vault, bench.runs))
    if told is None:
        return Row("vault.check()", vault.layout, vault.size, None, "did not run")
    ours, bare = map(float, told.split())
    return Row("vault.check()", vault.layout, vault.size, Figures(ours, (bare,), 0, bench.runs))


def _content(tools: Tools, env: dict[str, str]) -> str:
    """How many real lessons the content rules object to, and how many hostile ones they miss."""
    if not (HERE / "content.py").exists():
        return "content rules: skipped, there is no tests/benchmarks/content.py yet"
    done = subprocess.run([tools.python, "-m", "tests.benchmarks.content"], cwd=ROOT, env=env, capture_output=True, text=True,
                          check=False)  # fmt: skip
    return (done.stdout if done.returncode == 0 else f"content rules: failed\n{done.stderr[-500:]}").strip()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

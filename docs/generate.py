"""Writes `docs/reference/`, and the help block of the README, from the code: `make docs`, or `python -m docs.generate`.

A test compares what is committed with what this gives, so that the reference cannot drift.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import typer.main

from vaultctl import errors
from vaultctl.cli.app import app
from vaultctl.cli.options import SHARED
from vaultctl.cli.table import COMMANDS
from vaultctl.core.rules.registry import RULES
from vaultctl.errors import Exit, VaultctlError

FOLDER = Path(__file__).resolve().parent / "reference"
README = FOLDER.parents[1] / "README.md"
HELP = "$ vaultctl --help\n"
NOTE = "<!-- Written by `make docs` from the code: change the code, not this page. -->\n"

EXIT_CODES = {
    "OK": ("done, or nothing to object", "CLEAR and WARNED verdicts, clean lints"),
    "NO": ("the answer is no", "BLOCKED, findings, a refused change"),
    "USAGE": ("usage", "the command line, or an argument, does not make sense"),
    "UNABLE": ("could not do it", "vault, git, ripgrep, forge or network; UNKNOWN: a search that was not whole never exits 0"),
    "BUG": ("a bug in vaultctl", "please report it; `VAULTCTL_DEBUG=1` shows where"),
    "INTERRUPTED": ("interrupted", "Ctrl-C"),
}

LESSON = ("--category", "WARNING", "--tags", "example/css", "--issue", "It fails.", "--mitigation", "Use gap.", "--agent", "a")

# One call or more for each command, in a vault that `vaultctl init` has just made; what they print shows the keys.
SAMPLES: dict[str, tuple[tuple[str, ...], ...]] = {
    "init": (("init", "other"),),
    "check": (
        ("check", "--tags", "example/vaultctl/blocked"),
        ("check", "--tags", "example", "--path", "a.ttf"),
        ("check", "--tags", "pdf/font/x,pdf/fonts"),
        ("check", "--tags", "web"),
    ),
    "show": (("show", "B-example"), ("show", "B-1")),
    "search": (("search", "example"),),
    "record": (
        ("record", *LESSON, "--no-push"),
        ("record", *LESSON, "--no-push", "--dry-run"),
    ),
    "fail": (
        *[("fail", "--category", "web/image", "--signature", "boom at x.py:5", "--agent", "a", "--no-push")] * 3,
        ("fail", "--category", "example/vaultctl/blocked", "--signature", "boom", "--agent", "a", "--no-push"),
        ("fail", "--task", "a.ttf", "--signature", "boom", "--agent", "a", "--no-push", "--dry-run"),
    ),
    "reflect": (("reflect",),),
    "queue": (("queue", "list"), ("queue", "run")),
    "sync": (("sync",),),
    "archive": (
        ("archive", "--dry-run", "--today", "2125-06-01"),
        ("archive", "B-1", "--reason", "old", "--no-push"),
    ),
    "verify": (("verify", "B-1", "--no-push"), ("verify", "--due")),
    "unarchive": (("unarchive", "B-9", "--no-push"),),
    "index": (("index",), ("index", "--vault", "other")),
    "backup": (("backup",),),
    "restore": (("restore", "old/backup.md", "--no-push"), ("restore", "old/backup.md", "--no-push", "--dry-run")),
    "import": (("import", "old/LESSONS.md"), ("import", "old/AGENT_LEARNINGS.md", "--category", "WARNING", "--agent", "a")),
    "migrate": (("migrate", "--layout", "notes", "--no-push"), ("migrate", "--layout", "single-file", "--dry-run")),
    "gate": (
        ("gate", "--base", "HEAD~1", "--each"),
        ("gate", "--base", "HEAD"),
    ),
    "lint": (("lint", "--today", "2025-01-01"),),
    "doctor": (("doctor",),),
    "demo": (("demo",),),
}
# What the vault of the samples holds besides: a taxonomy, a lesson with every key, and a record that is no lesson.
FILES = {
    "vault/taxonomy.yaml": 'prefixes:\n  pdf/font:\n    about: Fonts\n    paths: ["*.ttf"]\n  example:\n    about: Examples\n',
    "vault/lessons/pdf/font/b-1.md": "---\nid: B-1\ncategory: BLOCKED\ntags: [pdf/font]\nissue: Glyphs are missing.\n"
    "mitigation: Use Noto Sans.\nfirst_seen: 2025-06-10\nsource_agent: invoice-bot\nttl: 36500\nlast_verified: 2025-07-01\n"
    "name: noto\nsuperseded_by: B-example\n---\n",
    "vault/archive/2025/b-9.md": "---\nid: B-9\ncategory: BLOCKED\ntags: [old]\nissue: It failed.\nmitigation: Use new.\n"
    "first_seen: 2024-06-10\nsource_agent: a\nttl: 30\narchived: 2025-01-01\narchived_reason: expired\n---\n",
    "KNOWLEDGE_VAULT.md": "### CONTEXTUAL_WARNINGS\n- **ID**: W-7\n- **Tags**: #example/stray\n- **Issue**: It fails.\n"
    "- **Mitigation**: Do not.\n- **First Seen**: 2025-01-02 (agent: a)\n- **TTL**: 36500 days\n",
    "old/backup.md": "### BLOCKED_PATTERNS\n- **ID**: B-1\n- **Tags**: #pdf\n- **Issue**: It fails.\n- **Mitigation**: Do not.\n"
    "- **First Seen**: 2025-01-02 (agent: a)\n- **TTL**: 36500 days\n\n- **ID**: B-8\n- **Tags**: #pdf\n- **Issue**: It fails.\n"
    "- **Mitigation**: Do not.\n- **First Seen**: 2025-01-02 (agent: a)\n- **TTL**: 36500 days\n\n- **ID**: B-7\n- **Tags**: #pdf\n",
    "old/LESSONS.md": "Hello.\n\n## 2025-01-02 - A title\n**Problem:** It fails.\n**Fix:** Do not.\n**Superseded by:** B-8\n**Name:** x\n",
    "old/AGENT_LEARNINGS.md": "## Active Rules\n| ID | Category | Rule |\n|---|---|---|\n| L1 | pdf/font | Do not. |\n"
    "## Resolved Rules\n| ID | Category | Rule | Resolved |\n|---|---|---|---|\n| L2 | pdf | Do. | 2025-01-02 |\n",
    "vault/lessons/pdf/broken.md": "---\nid: B-2\ntags: [pdf]\n---\n",
}
JSON_INTRODUCTION = """\
# JSON

`--format json` prints one document with the same keys always; more keys may come beside them.
An error is a document too: `schema` and `error` with `message` and `hint`; the exit code says which kind.

`a[].b` is the key `b` of each item of the list `a`. Where a type is `null` alone, the samples for this page had no value.
"""


def commands() -> str:
    """Every command with its options."""
    lines = [NOTE, "# Commands", "", "Every command also takes the options at the end of this page.", ""]
    group = typer.main.get_command(app)
    context = typer.Context(group)
    for name in COMMANDS:
        command = group.get_command(context, name)  # type: ignore[attr-defined] # it is a group
        lines += _command(f"vaultctl {name}", command)
    return "\n".join([*lines, *_shared()])


def _command(path: str, command: Any) -> list[str]:
    lines = [f"## `{path}`", "", _prose(command.help or ""), ""]
    for name, below in getattr(command, "commands", {}).items():
        lines += _command(f"{path} {name}", below)
    hidden = {entry.flags[-1] for entry in SHARED}
    rows = [row for parameter in command.params if (row := _parameter(parameter)) and not set(parameter.opts) & hidden]
    return [*lines, "| option | what it does |", "|---|---|", *rows, ""] if rows else lines


def _parameter(parameter: Any) -> str:
    if "--help" in parameter.opts:
        return ""
    name = ", ".join(parameter.opts) if parameter.param_type_name == "option" else parameter.metavar or parameter.name
    choices = getattr(parameter.type, "choices", ())
    if choices:
        value = "|".join(str(getattr(choice, "value", choice)) for choice in choices)
        name += f" {value}"
    elif parameter.param_type_name == "option" and not parameter.is_flag:
        name += f" {parameter.metavar or str(parameter.type.name).upper()}"
    more = [f"default {parameter.default}"] if choices and isinstance(parameter.default, str) else []
    more += [f"variable {parameter.envvar}"] if parameter.envvar else []
    return _row(name, parameter.help or "", more)


def _shared() -> Iterator[str]:
    yield from ("## Options of every command", "", "| option | what it does |", "|---|---|")
    for entry in SHARED:
        value = "|".join(entry.choices) or entry.metavar or ""
        more = [f"default {entry.default}"] if entry.choices else []
        more += [f"variable {entry.env}"] if entry.env else []
        name = f"{', '.join(entry.flags)} {value}".strip()
        yield _row(name, entry.help, more)
    yield ""


def _row(name: str, about: str, more: list[str]) -> str:
    aside = f" ({', '.join(more)})" if more else ""
    return f"| `{_cell(name)}` | {_cell(about)}{_cell(aside)} |"


def _prose(text: str) -> str:
    return "\n".join(line.strip() for line in text.strip().splitlines())


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def rules() -> str:
    """Every lint rule with its documentation."""
    lines = [NOTE, "# Lint rules", "", "`vaultctl lint --explain RULE` prints the same.", ""]
    lines += ["| rule | severity | `--fix` | what it finds |", "|---|---|---|---|"]
    for rule in RULES.values():
        lines.append(f"| [{rule.id}](#{rule.id}) | {rule.severity} | {'yes' if rule.fixable else ''} | {_cell(rule.summary)} |")
    for rule in RULES.values():
        lines += ["", f"## {rule.id}", "", rule.doc]
    return "\n".join(lines) + "\n"


def exit_codes() -> str:
    """The exit codes, with the errors that end in each."""
    lines = [NOTE, "# Exit codes", "", "| code | meaning | when | errors |", "|---|---|---|---|"]
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, VaultctlError)]
    for name, (meaning, when) in EXIT_CODES.items():
        code = getattr(Exit, name)
        names = ", ".join(f"`{kind.__name__}`" for kind in kinds if kind.exit_code == code and kind is not VaultctlError)
        lines.append(f"| {code} | {meaning} | {when} | {names} |")
    lines += ["", "## Errors", "", "What the Python API raises; each has `message`, `hint` and `exit_code`.", ""]
    lines += ["| error | below | what it says |", "|---|---|---|"]
    for kind in kinds:
        about = " ".join((kind.__doc__ or "").split("\n\n")[0].split())
        lines.append(f"| `{kind.__name__}` | `{kind.__mro__[1].__name__}` | {_cell(about)} |")
    return "\n".join(lines) + "\n"


def json_keys() -> str:
    """The keys of every command's JSON, as real calls print them."""
    lines = [NOTE, JSON_INTRODUCTION]
    with tempfile.TemporaryDirectory() as folder:
        run = _runner(Path(folder))
        run(("vaultctl", "init"))
        for path, text in FILES.items():
            file = Path(folder, path)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
        for words in (("init", "-q"), ("add", "-A"), ("commit", "-q", "-m", "sample")):
            run(("git", *words))
        for name in COMMANDS:
            if name not in SAMPLES:
                raise RuntimeError(f"docs/generate.py: SAMPLES has no call of `{name}`")
            found: dict[str, set[str]] = {}
            for words in SAMPLES[name]:
                _collect(json.loads(run(("vaultctl", *words, "--format", "json"))), "", found)
            lines += [f"## `vaultctl.{name}/1`", "", "| key | type |", "|---|---|"]
            for key in _ordered(found):
                kinds = sorted(found[key], key=lambda kind: (kind == "null", kind))
                lines.append(f"| `{key}` | {' or '.join(kinds)} |")
            lines.append("")
    return "\n".join(lines)


def _ordered(found: dict[str, set[str]]) -> list[str]:
    """The keys in the order in which they were met, each below its parent."""
    order: list[str] = []
    for key in found:
        parent = key.rpartition(".")[0].removesuffix("[]")
        family = (f"{parent}.", f"{parent}[].")
        below = [place for place, other in enumerate(order) if other == parent or other.startswith(family)]
        order.insert(below[-1] + 1 if parent and below else len(order), key)
    return order


def _runner(folder: Path) -> Callable[[tuple[str, ...]], str]:
    """Runs vaultctl and git in a folder, with a home and an author of their own."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("VAULTCTL_", "GIT_"))}
    env |= {"PYTHONPATH": str(FOLDER.parents[1]), "GIT_CEILING_DIRECTORIES": str(folder.parent), "GIT_CONFIG_NOSYSTEM": "1"}
    env |= {"GIT_CONFIG_GLOBAL": os.devnull, "COLUMNS": "80"}
    env |= {f"GIT_{role}_{part}": "sample@example.org" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")}

    def run(words: tuple[str, ...]) -> str:
        program = [sys.executable, "-m", "vaultctl"] if words[0] == "vaultctl" else [words[0]]
        done = subprocess.run([*program, *words[1:]], cwd=folder, env=env, capture_output=True, encoding="utf-8", check=False)
        if done.returncode not in (Exit.OK, Exit.NO, Exit.UNABLE):
            raise RuntimeError(f"{' '.join(words)} ended with {done.returncode}: {done.stderr}{done.stdout}")
        return done.stdout

    return run


def _collect(value: Any, path: str, found: dict[str, set[str]]) -> None:
    if isinstance(value, dict):
        for key, item in value.items():
            _collect(item, f"{path}.{key}" if path else key, found)
        return
    if isinstance(value, list):
        kinds = {_kind(item) for item in value} - {"object"}
        held = found.setdefault(path, set())
        held.add(f"list of {' or '.join(sorted(kinds))}" if kinds else "list")
        if len(held) > 1:
            held.discard("list")  # what an empty list holds is not to be seen
        for item in value:
            if isinstance(item, dict):
                _collect(item, f"{path}[]", found)
        return
    found.setdefault(path, set()).add(_kind(value))


def _kind(value: Any) -> str:
    names = {bool: "boolean", int: "number", float: "number", str: "text", type(None): "null", list: "list", dict: "object"}
    return names[type(value)]


def readme(text: str) -> str:
    """The README with its help block as the program prints it."""
    head, _, tail = text.partition(HELP)
    shown = _runner(FOLDER)(("vaultctl", "--help"))
    return f"{head}{HELP}{shown}{tail[tail.index('```'):]}"


PAGES: dict[str, Callable[[], str]] = {
    "commands.md": commands, "rules.md": rules, "exit-codes.md": exit_codes, "json.md": json_keys,
}  # fmt: skip


def main() -> None:
    """Write every page."""
    FOLDER.mkdir(exist_ok=True)
    for name, page in PAGES.items():
        (FOLDER / name).write_bytes(page().encode())
    README.write_bytes(readme(README.read_text("utf-8")).encode())


if __name__ == "__main__":
    main()

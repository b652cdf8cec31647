"""Writes small vaults for tests."""

from __future__ import annotations

from pathlib import Path

LESSON = """\
---
id: {id}
category: {category}
tags: [{tags}]
issue: "{issue}"
mitigation: "{mitigation}"
first_seen: {first_seen}
source_agent: invoice-bot
ttl: {ttl}
{more}---
{body}"""


def lesson(
    identity: str,
    tags: str,
    category: str = "BLOCKED",
    *,
    issue: str = "It fails.",
    mitigation: str = "Do the other thing.",
    first_seen: str = "2025-06-10",
    ttl: str = "365",
    more: str = "",
    body: str = "",
) -> str:
    """The text of a lesson in the notes layout; `more` are further lines of front matter."""
    return LESSON.format(id=identity, category=category, tags=tags, issue=issue, mitigation=mitigation, first_seen=first_seen,
                         ttl=ttl, more=more, body=body)


def write(root: Path, files: dict[str, str | bytes], *, config: str | None = "schema: 1\n") -> Path:
    """A vault at `root` with these files below `vault/lessons` (a name that starts with `/` counts from the root)."""
    root.mkdir(parents=True, exist_ok=True)
    if config is not None:
        (root / ".vaultctl.yaml").write_text(config)
    (root / "vault" / "lessons").mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        path = root / name[1:] if name.startswith("/") else root / "vault" / "lessons" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return root

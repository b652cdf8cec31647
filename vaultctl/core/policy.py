"""What the taxonomy and the config let a lesson be: who may write below a prefix, which categories, and for how long.

The closest prefix that says anything about a matter decides; those above it then do not count.  Names are matched as globs, with
case.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultctl.core.config import Config
    from vaultctl.core.lesson import Lesson
    from vaultctl.core.taxonomy import Prefix, Taxonomy


class Objection(NamedTuple):
    """Why a lesson may not be recorded.  `key` is the key of the lesson that is at odds with the policy."""

    key: str
    message: str
    hint: str


def objections(lesson: Lesson, config: Config, taxonomy: Taxonomy) -> Iterator[Objection]:
    """Everything in the vault's policy that speaks against a lesson, each once."""
    yield from dict.fromkeys(_objections(lesson, config, taxonomy))


def _objections(lesson: Lesson, config: Config, taxonomy: Taxonomy) -> Iterator[Objection]:
    agent = lesson.source_agent
    if config.gate.agents and not _matches(agent, config.gate.agents):
        named = ", ".join(config.gate.agents)
        yield Objection("source_agent", f"the agent {agent} may not write to this vault (gate.agents: {named})",
                        "record it under another name, or have the config changed")  # fmt: skip
    for tag in lesson.tags:
        prefixes = taxonomy.governing(tag)
        writers = writers_objection(tag, agent, taxonomy)
        if writers is not None:
            yield writers
        allowed = next((prefix for prefix in prefixes if prefix.categories), None)
        if allowed is not None and lesson.category not in allowed.categories:
            yield Objection("category", f"{allowed.tag} takes no {lesson.category} lesson",
                            f"use {' or '.join(allowed.categories)}, or another tag than {tag}")  # fmt: skip
        yield from _bounds(lesson, prefixes)


def restricted(tag: str, taxonomy: Taxonomy) -> Prefix | None:
    """The prefix that says who may write below a tag; None where everybody may."""
    return next((prefix for prefix in taxonomy.governing(tag) if prefix.writers), None)


def writers_objection(tag: str, agent: str, taxonomy: Taxonomy) -> Objection | None:
    """Why an agent may not write below a tag; None where it may."""
    writers = restricted(tag, taxonomy)
    if writers is None or _matches(agent, writers.writers):
        return None
    named = ", ".join(writers.writers)
    return Objection("source_agent", f"the agent {agent} may not write below {writers.tag} (writers: {named})",
                     f"choose another tag than {tag}, or have the taxonomy changed")  # fmt: skip


def _bounds(lesson: Lesson, prefixes: tuple[Prefix, ...]) -> Iterator[Objection]:
    least = next((prefix for prefix in prefixes if prefix.ttl_min), None)
    if least is not None and lesson.ttl is not None and lesson.ttl < least.ttl_min:
        yield Objection("ttl", f"ttl {lesson.ttl} is less than the {least.ttl_min} days of {least.tag}",
                        f"use --ttl {least.ttl_min} or more")  # fmt: skip
    most = next((prefix for prefix in prefixes if prefix.ttl_max), None)
    if most is not None and (lesson.ttl is None or lesson.ttl > most.ttl_max):
        given = "indefinite" if lesson.ttl is None else str(lesson.ttl)
        yield Objection("ttl", f"ttl {given} is more than the {most.ttl_max} days of {most.tag}",
                        f"use --ttl {most.ttl_max} or less")  # fmt: skip


def _matches(name: str, globs: tuple[str, ...]) -> bool:
    return any(fnmatchcase(name, glob) for glob in globs)

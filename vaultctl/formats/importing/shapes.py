"""The three shapes with a form of their own: a single-file vault, a note with front matter, the tables of AGENT_LEARNINGS.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core.lesson import is_id
from vaultctl.core.record import Fault
from vaultctl.core.schema import CATEGORIES, KEY_BY_NAME
from vaultctl.core.stored import UNKNOWN_DAY
from vaultctl.core.strikes import is_failure_id, naming_lines
from vaultctl.formats import backup, blocks, frontmatter, learnings
from vaultctl.formats.importing import drafting, keys, outline
from vaultctl.formats.importing.drafting import Draft, Part, Raw
from vaultctl.formats.markdown import COMMENT, scan

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vaultctl.core.draft import Value
    from vaultctl.core.record import Record
    from vaultctl.formats.learnings import Failure, Rule

_CATEGORY_OF_TYPE = {
    "feedback": "WARNING", "pitfall": "WARNING", "gotcha": "WARNING", "bug": "WARNING", "warning": "WARNING", "lesson": "WARNING",
    "blocked": "BLOCKED", "reference": "VERIFIED", "workflow": "VERIFIED", "howto": "VERIFIED", "how-to": "VERIFIED",
    "verified": "VERIFIED", "recipe": "VERIFIED",
}  # fmt: skip
_CATEGORY_OF_LETTER = {f"{category[0]}-": category for category in CATEGORIES}
_TELLING = ("tags", "issue", "mitigation", "ttl")
RESOLVED_REASON = "resolved in AGENT_LEARNINGS.md"


class Shape:
    """What one of these shapes gives: drafts, the lines (from 1) that only hold the text together, and failures that no rule answers."""

    def __init__(self, drafts: Sequence[Draft], frame: Iterable[int], failures: Sequence[Failure] = ()) -> None:
        self.drafts = tuple(drafts)
        self.frame = frozenset(frame)
        self.failures = tuple(failures)


# A single-file vault, or its archive.


def read_vault(text: str) -> Shape | None:
    """The lessons of a single-file vault; None where the text is none."""
    lines = blocks.split(text)
    archived = any(line.startswith("## Archived ") for line in lines)
    reader = blocks.Reader("", lines, archived=archived)
    # Entries without a section above them make no vault, but are told apart by their keys.
    records = reader.result().records or [record for record in reader.records if _is_entry(record)]
    if not records:
        return None
    frame = {heading.line for heading in reader.sections()}
    frame |= {number for number, line in enumerate(lines, 1) if number in reader.heading_lines and _is_frame(line)}
    return Shape([_of_record(record, range(record.line, record.end_line + 1)) for record in records], frame)


def _is_entry(record: Record) -> bool:
    return record.field("id") is not None and sum(record.field(key) is not None for key in _TELLING) > 1


def _is_frame(line: str) -> bool:
    text = line.strip("# \t\r")
    return text.endswith(".md") or text.casefold().startswith(blocks.SCHEMA_TITLE) or text.startswith("Archived ")


def _of_record(record: Record, lines: Iterable[int]) -> Draft:
    given: dict[str, Value] = {}
    more: list[str] = []
    for field in record.fields:
        if field.key in KEY_BY_NAME:
            given.setdefault(field.key, _bare_tags(field.value) if field.key == "tags" else field.value)
        elif not (record.archived and field.key in ("archived", "archived_reason")):
            value = field.value if isinstance(field.value, str) else ", ".join(field.value)
            more.append(f"**{field.key}:** {value}")
    body = "\n\n".join(filter(None, (record.body, "\n".join(more))))
    if body:
        given["body"] = body
    archived = backup.archived_with(record) or (UNKNOWN_DAY, "") if record.archived else None
    return Draft(record.line, given, frozenset(), archived, frozenset(lines))


def _bare_tags(value: Value) -> Value:
    """Tags without their `#`; as they are written where one of them is none."""
    tags, changed = keys.read_tags(value if isinstance(value, str) else ", ".join(value))
    return tags if tags and not changed else value


# A note with front matter.


def read_note(text: str, stem: str) -> Shape | None:
    """The one lesson of a note; None where the text has no front matter.  `stem` is the file's name without its ending."""
    found = frontmatter.bounds(text)
    if isinstance(found, Fault):
        return None
    record = frontmatter.parse("", text).records[0]
    lines = blocks.split(text)
    closing = text.count("\n", 0, found[0]) + 1
    frame = {1, closing}
    if record.field("issue") is not None or record.field("mitigation") is not None:
        return Shape([_of_record(record, range(2, len(lines) + 1))], frame)
    raw = _note_body(lines, closing)
    parts = []
    more = []
    category = ""
    for field in record.fields:
        value = field.value if isinstance(field.value, str) else ", ".join(field.value)
        raw.taken.update(range(field.line, max(field.line, field.end_line) + 1))
        if field.key == "type":
            category = _CATEGORY_OF_TYPE.get(value.strip().casefold(), "")
        if keys.MEANINGS.get(keys.label(field.key)):
            parts.append(Part(field.key, [value], field.line))
        else:
            more.append(f"**{field.key}:** {value}")
    raw.parts = parts + raw.parts
    draft = drafting.draft(raw)
    given = dict(draft.given)
    guessed = set(draft.guessed)
    if category and "category" not in given:
        given["category"] = category
        guessed.add("category")
    _name(given, guessed, record, stem, more)
    body = "\n".join("" if state == COMMENT else line for line, state in zip(lines[closing:], scan(lines[closing:])[0], strict=True))
    body = "\n\n".join(filter(None, (body.strip("\n"), "\n".join(more))))
    given.pop("body", None)
    if body.strip():
        given["body"] = body
    return Shape([Draft(1, given, frozenset(guessed), None, frozenset(raw.taken))], frame)


def _note_body(lines: Sequence[str], closing: int) -> Raw:
    """The labelled parts and paragraphs below the front matter, at their lines."""
    below = outline.Outline("\n".join([*[""] * closing, *lines[closing:]]))
    raw = Raw(1)
    below.fill(raw, closing, len(below.lines))
    raw.taken = {number for number, line in enumerate(lines, 1)
                 if number > closing and line.strip() and below.state[number - 1] != COMMENT}  # fmt: skip
    return raw


def _name(given: dict[str, Value], guessed: set[str], record: Record, stem: str, more: list[str]) -> None:
    """A name that links can use: the one that is written, else the file's, else one made of it."""
    field = record.field("name")
    if field is None or "name" in given:
        return
    written = field.value if isinstance(field.value, str) else ", ".join(field.value)
    made = stem if stem.replace("-", "").replace("_", "").isalnum() else keys.slug(written)
    if made:
        given["name"] = made
        guessed.add("name")
    more.insert(0, f"**name:** {written}")


# AGENT_LEARNINGS.md.


def read_learnings(text: str) -> Shape | None:
    """The rules and failures of AGENT_LEARNINGS.md; None where the text has none of its tables."""
    found = learnings.parse(text)
    if not (found.rules or found.failures or found.resolved):
        return None
    drafts: list[Draft] = []
    used: set[int] = set()
    for rule in (*found.rules, *found.resolved):
        sources = [item for item in found.failures if item.id in rule.source_failures or item.resolved_by == rule.id != ""]
        used.update(item.line for item in sources)
        drafts.append(_of_rule(rule, sources, is_resolved=rule in found.resolved))
    drafts.sort(key=lambda draft: draft.line)
    return Shape(drafts, found.frame, [item for item in found.failures if item.line not in used])


def _of_rule(rule: Rule, sources: Sequence[Failure], *, is_resolved: bool) -> Draft:
    given: dict[str, Value] = {}
    guessed: set[str] = set()
    if is_id(rule.id):
        given["id"] = rule.id
    _tags(rule.category, given, guessed)
    letter = _CATEGORY_OF_LETTER.get(rule.id[:2])
    if letter and "category" not in given:  # ids of ours begin so (`core.identity`)
        given["category"] = letter
        guessed.add("category")
    added = keys.read_day(rule.added)
    if added:
        given["first_seen"] = added
    if rule.rule:
        given["mitigation"] = drafting.cut(rule.rule)
        given["issue"] = drafting.cut("; ".join(item.signature for item in sources) or rule.rule)
        guessed.add("issue")
    body = [f"**{name}:** {value}" for name, value in rule.more]
    if rule.rule != given.get("mitigation", ""):
        body.insert(0, rule.rule)
    if not is_id(rule.id) and rule.id:
        body.insert(0, f"**ID:** {rule.id}")
    if added != rule.added.strip():
        body.append(f"**Added:** {rule.added}")
    known = dict.fromkeys(item.id for item in sources)
    named = [name for name in dict.fromkeys((*rule.source_failures, *known)) if is_failure_id(name)]
    others = [name for name in rule.source_failures if name not in known and name not in named]
    body += [f"**Source failure {item.id}:** {_told(item)}" for item in sources]
    if others:
        body.append(f"**Source failures:** {', '.join(others)}")
    body += naming_lines(named)  # by these the lesson resolves them, and `index` names them again
    archived = None
    if is_resolved:
        archived = (keys.read_day(rule.resolved) or added or UNKNOWN_DAY, RESOLVED_REASON)
        if rule.resolved and not keys.read_day(rule.resolved):
            body.append(f"**Resolved:** {rule.resolved}")
    if body:
        given["body"] = "\n".join(body)
    lines = set(range(rule.line, rule.end_line + 1))
    for item in sources:
        lines.update(range(item.line, item.end_line + 1))
    return Draft(rule.line, given, frozenset(guessed), archived, frozenset(lines))


def _told(failure: Failure) -> str:
    words = [failure.signature, f"({failure.category}, seen {failure.count} times, last {failure.last_seen or 'unknown'};"]
    return " ".join([*words, f"{failure.status})", *(f"{name}: {value}" for name, value in failure.more)])


def _tags(category: str, given: dict[str, Value], guessed: set[str]) -> None:
    """A failure category is a tag."""
    if category.strip().upper() in CATEGORIES:
        given["category"] = category.strip().upper()
        return
    tags, changed = keys.read_tags(category)
    if tags:
        given["tags"] = tags
        if changed:
            guessed.add("tags")

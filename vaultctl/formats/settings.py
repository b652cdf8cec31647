"""`.vaultctl.yaml` and the taxonomy: text -> values, with faults that say what else may stand there.

What can be understood counts: an unknown key and a newer `schema` are warnings, a wrong value is an error and its default
is used.  Only a text that is no mapping in YAML raises ConfigError.  Every fault's rule is `bad-config`.
"""

from __future__ import annotations

from vaultctl.core import tags as tagging
from vaultctl.core.config import SCHEMA, Config, Gate, Generated, Limits, Proposals
from vaultctl.core.lesson import parse_category
from vaultctl.core.record import Fault
from vaultctl.core.schema import CATEGORIES, MAX_TTL_DAYS
from vaultctl.core.taxonomy import Prefix, Taxonomy
from vaultctl.formats.sections import Section, read_settings
from vaultctl.formats.yaml_nodes import MapNode, Scalar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vaultctl.formats.yaml_nodes import Node

LAYOUTS = ("notes", "single-file")
FORGES = ("auto", "github", "gitlab", "gitea", "forgejo", "pagure", "local")


def parse_config(text: str, path: str) -> tuple[Config, tuple[Fault, ...]]:
    """The settings of a vault.  Raises ConfigError where the text is no YAML mapping."""
    faults: list[Fault] = []
    top = Section(read_settings(text, path), "", faults)
    _check_schema(top)
    limits = top.section("limits")
    gate = top.section("gate")
    proposals = top.section("proposals")
    generated = top.section("generated", "index")
    default, none, bounds = Config(), Gate(), Limits()
    config = Config(
        layout=top.choice("layout", LAYOUTS, default.layout),  # type: ignore[arg-type] # one of the choices
        forge=top.choice("forge", FORGES, default.forge),  # type: ignore[arg-type] # one of the choices
        base=top.text("base") or None,
        remote=top.text("remote") or default.remote,
        guard_ref=top.text("guard_ref") or None,
        guard_max_age=top.days("guard_max_age", default.guard_max_age),
        failures=top.choice("failures", ("publish", "local"), default.failures),  # type: ignore[arg-type] # one of the choices
        strikes=top.number("strikes", default.strikes, least=1),
        limits=Limits(*[limits.number(name, default) for name, default in zip(Limits._fields, bounds, strict=True)]),
        gate=Gate(
            gate.choice("bulk", ("review", "refuse"), none.bulk),  # type: ignore[arg-type] # one of the choices
            gate.texts("agents"),
            gate.texts("hosts"),
            _waivers(gate.section("waive")),
        ),
        proposals=Proposals(proposals.flag("auto_merge"), proposals.flag("draft"), proposals.texts("labels")),
        generated=Generated(generated.flag("vault"), generated.flag("learnings")),
    )
    for section in (top, limits, gate, proposals, generated):
        section.report_unknown()
    return config, tuple(sorted(faults, key=lambda fault: (fault.line, fault.column)))


def parse_taxonomy(text: str, path: str) -> tuple[Taxonomy, tuple[Fault, ...]]:
    """The allowed prefixes, in the order written.  Raises ConfigError where the text is no YAML mapping."""
    faults: list[Fault] = []
    top = Section(read_settings(text, path), "", faults)
    _check_schema(top)
    strict = top.flag("strict")
    found: dict[str, Prefix] = {}
    for key, node in top.prefixes():
        try:
            tag = tagging.normalise(key.text)
        except tagging.TagError as error:
            top.fault(key, error.message, "name a tag such as pdf/font; what lies below it is inside")
            continue
        if tag in found:
            top.fault(key, f"the prefix {tag} stands twice, on lines {found[tag].line} and {key.line}", "join the two")
            continue
        found[tag] = _prefix(tag, key, node, faults)
    top.report_unknown()
    return Taxonomy(tuple(found.values()), strict), tuple(sorted(faults, key=lambda fault: (fault.line, fault.column)))


def _prefix(tag: str, key: Scalar, node: Node, faults: list[Fault]) -> Prefix:
    if isinstance(node, Scalar):
        return Prefix(tag, about=node.text, line=key.line)
    where = f"{key.text}: "
    section = Section(node if isinstance(node, MapNode) else None, where, faults)
    if not isinstance(node, MapNode):
        section.fault(node, "must hold keys such as about and paths", f"write {key.text}: and below it, indented, about: …")
    categories: list[str] = []
    for name in section.texts("categories", split=True):
        category = parse_category(name)
        if category is None:
            section.fault(section.known["categories"][1], f"categories: {name!r} is none", "they are " + ", ".join(CATEGORIES))
        else:
            categories.append(category)
    paths = section.texts("paths")
    for glob in paths:
        reason = glob_fault(glob)
        if reason:
            section.fault(section.known["paths"][1], f"paths: {glob!r} is no glob: {reason}", "write it as in a .gitignore file")
    prefix = Prefix(
        tag,
        section.text("about"),
        tuple(glob for glob in paths if not glob_fault(glob)),
        section.texts("commands"),
        section.texts("writers"),
        tuple(categories),
        section.number("min_depth", 0, most=100),
        section.number("max_depth", 0, most=100),
        section.days("ttl_min", 0, most=MAX_TTL_DAYS),
        section.days("ttl_max", 0, most=MAX_TTL_DAYS),
        section.flag("leaf"),
        key.line,
    )
    for low, high in (("min_depth", "max_depth"), ("ttl_min", "ttl_max")):
        least, most = getattr(prefix, low), getattr(prefix, high)
        if most and least > most:
            section.fault(key, f"{low} {least} is more than {high} {most}: no lesson can meet both", "change one of them")
    section.report_unknown()
    return prefix


def glob_fault(glob: str) -> str:
    """Why a gitignore-style glob cannot be used; empty where it can.  Only brackets can be wrong, so only they cost a look."""
    if "[" not in glob:
        return ""
    import re

    from pathspec import GitIgnoreSpec

    try:
        GitIgnoreSpec.from_lines([glob])
    except (ValueError, re.error) as error:
        return str(error)
    return ""


def _waivers(section: Section) -> tuple[tuple[str, tuple[str, ...]], ...]:
    found = [(name, section.texts(name, split=True)) for name in list(section.known)]
    return tuple([(name, rules) for name, rules in found if rules])


def _check_schema(top: Section) -> None:
    version = top.number("schema", SCHEMA, least=1)
    if version > SCHEMA:
        top.fault(top.known["schema"][1], f"schema {version} is newer than {SCHEMA}, which this version reads",
                  "update vaultctl; until then what it does not know is left out", warning=True)  # fmt: skip

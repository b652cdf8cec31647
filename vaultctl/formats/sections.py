"""One mapping of a settings file, asked key by key for values of a kind; what is wrong with them becomes faults."""

from __future__ import annotations

from vaultctl.core import tags as tagging
from vaultctl.core.record import Fault
from vaultctl.core.taxonomy import suggest
from vaultctl.errors import ConfigError
from vaultctl.formats import scalars, yaml_subset
from vaultctl.formats.yaml_nodes import BadYaml, ListNode, MapNode, NotPlain, Scalar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vaultctl.formats.yaml_nodes import Node

RULE = "bad-config"
MAX_NUMBER = 1_000_000_000
_TRUE = frozenset(["true", "yes", "on"])
_FALSE = frozenset(["false", "no", "off"])


def read_settings(text: str, path: str) -> MapNode:
    """The mapping that a settings file is.  Raises ConfigError where it is none."""
    text = text.removeprefix("\ufeff")
    if not text.isascii():
        text = "".join(["\ufffd" if "\ud800" <= char <= "\udfff" else char for char in text])
    lines = yaml_subset.split_lines(text)
    try:
        return yaml_subset.read_document(lines)
    except NotPlain:
        from vaultctl.formats import yaml_full  # only here: plain settings never need it

    try:
        return yaml_full.read_document(lines)
    except BadYaml as error:
        raise _refusal(lines, path, error) from None


def _refusal(lines: list[str], path: str, error: BadYaml) -> ConfigError:
    """What to say of a text that is no YAML, with the quoted form where a value is to blame."""
    for number in dict.fromkeys([error.line, error.line - 1]):
        line = lines[number - 1] if 0 < number <= len(lines) else ""
        if line.lstrip(" ").startswith("\t"):
            return ConfigError(f"{path}:{number}: a tab at the start of the line", "YAML indents with blanks only")
        for value in _values(line):
            reason = scalars.trouble(value) if value[:1] not in ("[", "{") else ""
            if reason:
                return ConfigError(f"{path}:{number}: {reason}", f"write {scalars.suggestion(value)}")
    return ConfigError(f"{path}:{error.line}:{error.column}: cannot be read as YAML: {error.problem}",
                       "correct that line; values with signs in them need double quotes")  # fmt: skip


def _values(line: str) -> list[str]:
    """The values that may stand on a line: after `- `, after a colon, or between the commas of a list."""
    text = line.strip()
    if text.startswith("- "):
        return [text[2:].strip()]
    value = text.split(": ", 1)[1].strip() if ": " in text else ""
    if value.startswith("["):
        return [item.strip() for item in value.strip("[]").split(",")]
    return [value] if value else []


class Section:
    """One mapping of a settings file, asked key by key; what nobody asked for is unknown."""

    def __init__(self, node: MapNode | None, where: str, faults: list[Fault]) -> None:
        self.where = where
        self.faults = faults
        self.known: dict[str, tuple[Scalar, Node]] = {}
        self.asked: list[str] = []
        for key, value in node.pairs if node is not None else ():
            name = key.text.replace("-", "_") if where != "gate.waive: " else key.text
            if name in self.known:
                self.fault(key, f"{key.text} stands twice, on lines {self.known[name][0].line} and {key.line}", "keep one")
            else:
                self.known[name] = (key, value)

    def fault(self, node: Node, message: str, hint: str, *, warning: bool = False) -> None:
        """Adds a fault at a node."""
        severity = "warning" if warning else "error"
        self.faults.append(Fault(RULE, self.where + message, node.line, node.column, severity, hint=hint))  # type: ignore[arg-type]

    def node(self, name: str) -> Node | None:
        """The value of a key; None where it is absent or empty."""
        self.asked.append(name)
        found = self.known.get(name)
        if found is None or (isinstance(found[1], Scalar) and found[1].style == "empty"):
            return None
        return found[1]

    def section(self, name: str, other: str = "") -> Section:
        """The mapping below a key (which may also be called `other`), empty where there is none."""
        node = self.node(name)
        if other:
            second = self.node(other)
            node = node if node is not None else second
        if node is not None and not isinstance(node, MapNode):
            self.fault(node, f"{name} must hold keys", f"write {name}: and its keys below it, indented")
            node = None
        where = f"{self.where[:-2]}.{name}: " if self.where else f"{name}: "
        return Section(node if isinstance(node, MapNode) else None, where, self.faults)

    def prefixes(self) -> tuple[tuple[Scalar, Node], ...]:
        """The pairs below `prefixes`; a plain list of names gives prefixes without anything else."""
        node = self.node("prefixes")
        if isinstance(node, MapNode):
            return node.pairs
        if isinstance(node, ListNode) and all(isinstance(item, Scalar) for item in node.items):
            return tuple([(item, item._replace(text="")) for item in node.items if isinstance(item, Scalar)])
        if node is not None:
            self.fault(node, "prefixes must hold one key for each prefix", "write prefixes: and below it, indented, pdf/font:")
        return ()

    def text(self, name: str) -> str:
        """One text on one line; empty where it is absent."""
        node = self.node(name)
        if node is not None and not isinstance(node, Scalar):
            self.fault(node, f"{name} must be one text", f"write {name}: and the text on the same line")
        return " ".join(node.text.split()) if isinstance(node, Scalar) else ""

    def texts(self, name: str, *, split: bool = False) -> tuple[str, ...]:
        """A list of texts; one text counts as a list of one, or with `split` as a comma-separated list."""
        node = self.node(name)
        if node is None:
            return ()
        if isinstance(node, Scalar):
            return tuple(tagging.split_list(node.text)) if split else (node.text,)
        if isinstance(node, MapNode) or not all(isinstance(item, Scalar) for item in node.items):
            self.fault(node, f"{name} must be a list of texts", f"write {name}: [one, two]")
            return ()
        return tuple([item.text for item in node.items if isinstance(item, Scalar) and item.text])

    def choice(self, name: str, allowed: tuple[str, ...], default: str) -> str:
        """One of the allowed words, without case; the default where it is absent or none of them."""
        text = self.text(name)
        if not text:
            return default
        if text.casefold() in allowed:
            return text.casefold()
        close = suggest(text.casefold(), allowed)
        message = f"{name} must be one of {', '.join(allowed)}, not {text[:40]!r}"
        self.fault(self.known[name][1], message, f"did you mean {close}?" if close else f"write {name}: {default}")
        return default

    def flag(self, name: str) -> bool:
        """true or false; false where it is absent."""
        text = self.text(name).casefold()
        if text and text not in _TRUE and text not in _FALSE:
            self.fault(self.known[name][1], f"{name} must be true or false, not {text[:40]!r}", f"write {name}: true")
        return text in _TRUE

    def number(self, name: str, default: int, *, least: int = 0, most: int = MAX_NUMBER, unit: bool = False) -> int:
        """A whole number between the bounds; the default where it is absent or none."""
        text = self.text(name)
        if not text:
            return default
        digits = text.casefold().replace("_", "")
        if unit:
            digits = digits.removesuffix("s").removesuffix("day").removesuffix("d").strip()
        if digits.isascii() and digits.isdigit() and len(digits) <= 10 and least <= int(digits) <= most:
            return int(digits)
        what = "days" if unit else "a whole number"
        self.fault(self.known[name][1], f"{name} must be {what} from {least} to {most}, not {text[:40]!r}", f"write {name}: {default}")
        return default

    def days(self, name: str, default: int, *, most: int = 100_000) -> int:
        """Whole days: `7`, `7d`, `7 days`."""
        return self.number(name, default, most=most, unit=True)

    def report_unknown(self) -> None:
        """Warns of every key that nobody asked for."""
        for name, (key, _) in self.known.items():
            if name not in self.asked:
                close = suggest(name, tuple(self.asked))
                hint = f"did you mean {close}?" if close else "the keys are " + ", ".join(self.asked)
                self.fault(key, f"unknown key {key.text!r}", hint, warning=True)

"""Changes one setting in the text of `.vaultctl.yaml` and no other byte."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vaultctl.core.config import SCHEMA
from vaultctl.core.places import CONFIG_FILE
from vaultctl.errors import ConfigError, Refused
from vaultctl.formats.settings import parse_config

if TYPE_CHECKING:
    from vaultctl.core.config import LayoutName

_LAYOUT = re.compile(r"(?m)^(layout[ \t]*:[ \t]*)(?:\"[^\"\n]*\"|'[^'\n]*'|[^\s#]*)")
_SCHEMA = re.compile(r"(?m)^schema[ \t]*:[^\n]*\n")


def set_layout(text: str | None, layout: LayoutName) -> str:
    """The config with that layout; of None, a new one.  Raises Refused where that line cannot be changed alone."""
    if text is None:
        return f"schema: {SCHEMA}\nlayout: {layout}\n"
    end = "\r\n" if "\r\n" in text else "\n"
    found = list(_LAYOUT.finditer(text))
    if found:
        after = text[: found[0].start()] + found[0][1].rstrip() + f" {layout}" + text[found[0].end() :]
    else:
        schema = _SCHEMA.search(text)
        at = schema.end() if schema else len(text)
        after = text[:at] + ("" if text[:at].endswith("\n") or not at else end) + f"layout: {layout}{end}" + text[at:]
    try:
        before, now = parse_config(text, CONFIG_FILE)[0], parse_config(after, CONFIG_FILE)[0]
    except ConfigError:
        before, now = None, None
    if len(found) > 1 or now is None or before is None or now != before._replace(layout=layout):
        raise Refused(f"the layout line of {CONFIG_FILE} cannot be changed without harm; nothing was written",
                      f"write layout: {layout} there by hand, then run this again")  # fmt: skip
    return after

"""THE table of lint rules.

To add a rule: write a module (see `rules.context` for the scopes), name it in the tuple of its scope, and put an example that
fails into `tests/corpus/bad/<rule>/` and its twin that passes into `tests/corpus/good/<rule>/`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vaultctl.core.rules import (
    agent_name,
    bad_category,
    bad_config,
    bad_date,
    bad_id,
    bad_tag,
    bad_ttl,
    bad_value,
    bad_yaml,
    both_layouts,
    broad_tag,
    conflict_marker,
    dangling_link,
    dangling_superseded_by,
    duplicate_id,
    duplicate_key,
    duplicate_name,
    duplicate_section,
    encoded_blob,
    expired,
    fetch_and_run,
    file_limit,
    foreign_file,
    foreign_image,
    foreign_link,
    future_date,
    hidden_character,
    html,
    html_comment,
    instruction,
    long_body,
    long_field,
    look_alike,
    lost_text,
    missing_key,
    namespace_limit,
    not_a_vault,
    not_canonical,
    not_utf8,
    off_screen,
    role_marker,
    schema_version,
    secret,
    stray_text,
    superseded_cycle,
    symlink,
    tag_depth,
    unclosed_comment,
    unclosed_fence,
    unknown_key,
    unknown_tag,
    unportable_tag,
    unreadable,
    unsafe_advice,
    wrong_place,
)

if TYPE_CHECKING:
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import EntryRule, FaultRule, RuleModule, Scope, SourceRule, VaultRule

FAULT_RULES: tuple[FaultRule, ...] = (
    unreadable, missing_key, unknown_key, duplicate_key, bad_id, bad_category, bad_tag, bad_date, bad_ttl, bad_value, bad_yaml,
    lost_text, bad_config, unclosed_fence, unclosed_comment, not_a_vault, stray_text, schema_version, not_canonical,
)  # fmt: skip
SOURCE_RULES: tuple[SourceRule, ...] = (
    not_utf8, conflict_marker, duplicate_section, file_limit, symlink, foreign_file, both_layouts,
)  # fmt: skip
CONTENT_RULES: tuple[SourceRule, ...] = (
    hidden_character, look_alike, html, html_comment, off_screen, role_marker, instruction, unsafe_advice, encoded_blob,
    fetch_and_run, foreign_link, foreign_image, secret, agent_name,
)  # fmt: skip
"""The rules about what a lesson says.  The config may waive them for a lesson (`gate.waive`)."""
ENTRY_RULES: tuple[EntryRule, ...] = (
    unknown_tag, tag_depth, unportable_tag, broad_tag, future_date, expired, long_field, long_body, wrong_place,
    dangling_superseded_by, dangling_link,
)  # fmt: skip
VAULT_RULES: tuple[VaultRule, ...] = (duplicate_id, duplicate_name, superseded_cycle, namespace_limit)


@dataclass(frozen=True, slots=True)
class Rule:
    """What is known of a rule without running it.  `doc` is its documentation, without the leading id."""

    id: str
    severity: Severity
    scope: Scope
    doc: str
    fixable: bool

    @property
    def summary(self) -> str:
        """The first sentence, in one line, with a capital and without its full stop."""
        first = " ".join(self.doc.split("\n\n", 1)[0].split()).rstrip(".")
        return first[:1].upper() + first[1:]


def _describe(module: RuleModule) -> Rule:
    doc = (module.__doc__ or "").removeprefix(f"{module.ID}:").strip()
    return Rule(module.ID, module.SEVERITY, module.SCOPE, doc, bool(getattr(module, "FIXABLE", False)))


RULES: dict[str, Rule] = {
    module.ID: _describe(module)
    for module in sorted((*FAULT_RULES, *SOURCE_RULES, *CONTENT_RULES, *ENTRY_RULES, *VAULT_RULES), key=lambda module: module.ID)
}
"""Every rule by its id, sorted."""

"""Where a vault keeps its files: paths relative to its root, with `/`."""

from __future__ import annotations

CONFIG_FILE = ".vaultctl.yaml"
TAXONOMY_FILE = "vault/taxonomy.yaml"
LESSONS_DIR = "vault/lessons"
ARCHIVE_DIR = "vault/archive"
SINGLE_FILE = "KNOWLEDGE_VAULT.md"
SINGLE_FILE_ARCHIVE = "ARCHIVED_KNOWLEDGE.md"
INDEX_JSON = "VAULT_INDEX.json"
INDEX_MD = "VAULT_INDEX.md"
INDEX_DIR = "vault/index"
LEARNINGS_FILE = "AGENT_LEARNINGS.md"

FILES = frozenset({CONFIG_FILE, TAXONOMY_FILE, SINGLE_FILE, SINGLE_FILE_ARCHIVE, INDEX_JSON, INDEX_MD, LEARNINGS_FILE})
"""Every file of a vault that has a name of its own, in either layout."""
FOLDERS = (f"{LESSONS_DIR}/", f"{ARCHIVE_DIR}/", f"{INDEX_DIR}/")
"""What every other file of a vault lies below."""

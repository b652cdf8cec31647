"""The search over a single-file vault in the working tree: of its entries only those are read that a query may touch."""

from __future__ import annotations

from vaultctl.adapters.search.scan import record_key, refuse_odd
from vaultctl.core import tags as tagging
from vaultctl.core.places import SINGLE_FILE
from vaultctl.errors import VaultUnreadable
from vaultctl.formats.block_parts import Parts
from vaultctl.usecases.findings import Found, Unsearched
from vaultctl.usecases.presence import missing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from vaultctl.core.matching import Query
    from vaultctl.core.record import Record
    from vaultctl.usecases.ports import Layout, Tree


class SingleFileSearch:
    """Implements the port `Search`.  The file is read once."""

    def __init__(self, tree: Tree, layout: Layout) -> None:
        self._tree = tree
        self._layout = layout
        self._opened: tuple[Parts | None, Found] | None = None

    def find(self, query: Query) -> Found:
        """The records that the query may touch."""
        covering = frozenset([tag for queried in query.tags for tag in tagging.ancestors(queried)])
        below = tuple([f"{tag}/" for tag in query.tags])
        return self._find(lambda parts: parts.touching(lambda tag: tag in covering or tag.startswith(below)))

    def by_ids(self, ids: frozenset[str]) -> Found:
        """The records of those ids."""
        return self._find(lambda parts: [record for record in parts.of_ids(ids) if record_key(record) in ids])

    def _find(self, choose: Callable[[Parts], list[Record]]) -> Found:
        if self._opened is None:
            self._opened = self._open()
        parts, found = self._opened
        return found if parts is None else found._replace(records=tuple(choose(parts)))

    def _open(self) -> tuple[Parts | None, Found]:
        """The file, cut up, and what there is to say of it apart from records."""
        entries = self._layout.paths(self._tree)
        files = [entry.path for entry in entries if entry.kind == "file"]
        odd = (*missing(self._tree, self._layout, entries), *refuse_odd(entries))
        try:
            data = self._tree.read(SINGLE_FILE) if files else None
        except VaultUnreadable as error:
            return None, Found((), len(files), (*odd, Unsearched(SINGLE_FILE, 0, error.said_of(SINGLE_FILE))))
        if data is None:
            return None, Found((), len(files), odd)
        parts = Parts(SINGLE_FILE, data.decode("utf-8", "surrogateescape"))
        faults = [Unsearched(SINGLE_FILE, fault.line, fault.message) for fault in parts.faults if fault.fatal]
        return parts, Found((), len(files), (*odd, *faults))

"""Takes Markdown apart into raw entries: sections with labelled parts, groups of labels, bold leads, list items, table rows.

A heading is an entry when it bears a day, an id, a number or a bracket, when labelled parts stand below it, or when it has plain
words of its own and no list; else it is a topic, and what stands below it are entries.  Templates, comments and code are none.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vaultctl.formats.block_lines import read_heading
from vaultctl.formats.importing import drafting, keys
from vaultctl.formats.importing.drafting import Part, Raw
from vaultctl.formats.importing.page import ITEM, LEAD, Page, is_mark
from vaultctl.formats.markdown import COMMENT, SHOWN, indent, is_blank
from vaultctl.formats.pipe_tables import table_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_CHECK_BOX = re.compile(r"\[[ xX]\] +")
# What is left of `**2025-06-12 | auth**` without the day.
_ABOUT = re.compile(r"\*\* *\| *([^*|\n]{1,60})\*\*[ :.—–-]*")
_LINK = re.compile(r"\[[^\]\n]*\]\([^)\n]*\)")


def _is_emphasis(bold: str, rest: str) -> bool:
    """Whether bold words at the start of a sentence only stress them, as in `**Never** commit secrets`: no title, and no part."""
    after = rest.lstrip()
    if not after or bold.rstrip()[-1:] in tuple(".:!?;,|—–") or after[0] in ".:!?;,|—–-→(=":
        return False
    return not after[0].isupper() or len(bold.split()) == 1


class Section:
    """A heading with what stands below it.  `start` and `end` are line indexes: of the first line below, after the last."""

    def __init__(self, number: int, level: int, text: str) -> None:
        self.number = number
        self.level = level
        self.text = text
        self.start = number + 1
        self.end = number + 1
        self.children: list[Section] = []

    @property
    def own_end(self) -> int:
        """Where the first section below it starts."""
        return self.children[0].number if self.children else self.end

    @property
    def is_part(self) -> bool:
        """Whether the heading is the label of a part, such as `### Problem`."""
        return keys.is_label(self.text)


def _meant(labels: Iterable[str]) -> set[str]:
    """Which of issue and mitigation labels may stand for."""
    return {meaning.key for name in labels for meaning in keys.MEANINGS.get(name, ())} & {keys.ISSUE, keys.MITIGATION}


class Outline(Page):
    """The entries of a text.  `frame` are the lines (from 1) that only hold it together; all others went into an entry, or were
    not understood."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.entries: list[Raw] = []
        root = self._sections()
        self._read_topic(root, (), "")

    def _sections(self) -> Section:
        root = Section(-1, 0, "")
        above = [root]
        for number, line in enumerate(self.lines):
            heading = read_heading(line) if line.lstrip()[:1] == "#" and self.state[number] == SHOWN else None
            under = heading is None and self.is_underlined(number)
            if under:
                heading = (1 if self.lines[number + 1].lstrip()[0] == "=" else 2, line.strip())
            if heading is None:
                continue
            level, text = heading
            while above[-1].level >= level:
                above.pop().end = number
            section = Section(number, level, text.rstrip("# ").strip())
            if under:
                section.start = section.end = number + 2
                self.frame.add(number + 2)
            above[-1].children.append(section)
            above.append(section)
        for section in above:
            section.end = len(self.lines)
        return root

    # Sections.

    def _read_section(self, section: Section, topics: tuple[str, ...], day: str) -> None:
        head = keys.read_head(section.text)
        if keys.is_no_lesson(section.text) or keys.is_no_lesson(head.title):
            self._read_after_break(section, topics, day)
            return
        if self._is_entry(section, head):
            self._read_entry(section, head, topics, day)
            return
        self.frame.add(section.number + 1)
        inner = (*topics, head.title) if section.level > 1 and head.title else topics
        self._read_topic(section, inner, head.day or day)

    def _read_after_break(self, section: Section, topics: tuple[str, ...], day: str) -> None:
        """A template goes on to the next section, or to a thematic break, below which entries may follow."""
        number = section.start
        while number < section.own_end and not (self.state[number] == SHOWN and is_mark(self.lines[number])):
            number += 1
        while number < section.own_end:
            number = self._read_item(number, section.own_end, topics, day)

    def _is_entry(self, section: Section, head: keys.Head) -> bool:
        labels = {keys.label(child.text) for child in section.children}
        others = [child for child in section.children if not child.is_part]
        # One heading that is no label that is known does not make a topic of an entry whose others are.
        meant = bool(_meant(labels))
        split = not meant or any(child.children or keys.read_head(child.text).is_marked for child in others)
        if others and split and not self._holds_sections(section, head):
            return False
        own = range(section.start, section.own_end)
        groups = 0
        for number in own:
            part = self.part_at(number, any_bold=False)
            if part is None:
                continue
            name = keys.label(part[0])
            if name in labels and indent(self.lines[number]) < 2:
                groups += 1
            labels.add(name)
        if groups and not head.is_marked:
            return False  # several entries, one after the other
        paragraphs, leads = self._leads(section)
        if leads > 1 and not head.is_marked:
            return False
        if any(meaning.key in (keys.ISSUE, keys.MITIGATION) for name in labels for meaning in keys.MEANINGS.get(name, ())):
            return section.level > 1 or bool(section.children) or head.is_marked
        has_words = any(self.is_prose(number) for number in own)
        has_items = any(self.is_item(number) for number in own)
        has_table = any(table_at(self.lines, self.state, number) for number in own)
        if head.is_marked:
            return bool(head.title) and (has_words or has_items) and not has_table
        return section.level > 1 and has_words and not has_items and not has_table and not 0 < leads == paragraphs

    def _holds_sections(self, section: Section, head: keys.Head) -> bool:
        """Whether a heading has parts of its own, so that what stands under deeper ones belongs to its body, entries apart."""
        own = _meant(self._own_labels(section))
        named = bool(head.id or head.day)
        says = bool(own) or (bool(head.id and head.title) and any(map(self.is_prose, range(section.start, section.own_end))))
        return (says if named else section.level > 1 and len(own) > 1) and not any(map(self._is_another, section.children))

    def _is_another(self, section: Section) -> bool:
        """Whether a heading inside an entry, or one below it, is an entry of its own."""
        head = keys.read_head(section.text)
        labels = self._own_labels(section) | {keys.label(child.text) for child in section.children}
        return bool(head.id or head.day) or len(_meant(labels)) > 1 or any(map(self._is_another, section.children))

    def _own_labels(self, section: Section) -> set[str]:
        """The labels of the parts between a heading and the next one."""
        found = (self.part_at(number, any_bold=False) for number in range(section.start, section.own_end))
        return {keys.label(part[0]) for part in found if part is not None}

    def _leads(self, section: Section) -> tuple[int, int]:
        """How many paragraphs there are right below a heading, and how many of them start in bold."""
        first = [number for number in range(section.start, section.own_end)
                 if self.is_prose(number) and (number == section.start or is_blank(self.lines[number - 1]))]  # fmt: skip
        return len(first), sum(map(self.is_lead, first))

    def _read_entry(self, section: Section, head: keys.Head, topics: tuple[str, ...], day: str) -> None:
        raw = Raw(section.number + 1, head.title, head.day or day, head.id, topics=topics, taken={section.number + 1})
        # A bold lead with a day of its own, after other lines, starts another entry: the two must not become one.
        starts = [number for number in range(section.start, section.own_end) if self._starts_anew(number, section.start)]
        ends = [*starts, section.own_end]
        self.fill(raw, section.start, ends[0])
        for start, end in zip(starts, ends[1:], strict=True):
            if not self._is_template(raw):
                self._add(raw)
            lead = keys.read_head(self.lines[start].strip().strip("*"))
            raw = Raw(start + 1, lead.title, lead.day, lead.id, topics=topics, taken={start + 1})
            self.fill(raw, start + 1, end)
        for child in section.children:
            part = Part(child.text, [], child.number + 1)
            raw.taken.add(child.number + 1)
            rest = self._below(child)
            for number in rest:
                if self.state[number] != COMMENT:
                    part.lines.append(self.lines[number])
                    raw.taken.add(number + 1)
            self._split_metadata(raw, part)
        if not self._is_template(raw):
            self._add(raw)

    def _starts_anew(self, number: int, first: int) -> bool:
        line = self.lines[number].strip()
        lead = LEAD.fullmatch(line) if self.state[number] == SHOWN else None
        if lead is None or not keys.read_head(lead[1]).day or not is_blank(self.lines[number - 1]):
            return False
        return any(not is_blank(self.lines[above]) for above in range(first, number))

    def _below(self, section: Section) -> range:
        end = section.end
        while end > section.start and (is_blank(self.lines[end - 1]) or is_mark(self.lines[end - 1])):
            if is_mark(self.lines[end - 1]):
                self.frame.add(end)
            end -= 1
        return range(section.start, end)

    def _split_metadata(self, raw: Raw, part: Part) -> None:
        """A part that only holds further labels (`### Metadata`) is taken apart into them."""
        inner = [self.match(line, any_bold=True) for line in part.lines if line.strip()]
        if keys.MEANINGS.get(keys.label(part.label)) or not inner or None in inner:
            raw.parts.append(part)
            return
        for line, found in zip((line for line in part.lines if line.strip()), inner, strict=True):
            if found is not None:
                raw.parts.append(Part(found[0], [found[1]], part.line + 1 + part.lines.index(line)))

    def _is_template(self, raw: Raw) -> bool:
        """Whether an entry is only a form to be filled in: every label is empty or holds a placeholder."""
        says = [keys.is_placeholder(part.text) for part in raw.parts]
        return bool(says) and all(says) and not any(line.strip() for _, line in raw.prose)

    def _add(self, raw: Raw) -> None:
        self.entries.append(raw)

    # Topics.

    def _read_topic(self, section: Section, topics: tuple[str, ...], day: str) -> None:
        """The entries right below a topic, and then its sections."""
        number = section.start if section.number >= 0 else 0
        end = section.own_end
        while number < end:
            number = self._read_item(number, end, topics, day)
        for child in section.children:
            self._read_section(child, topics, day)

    def _read_item(self, number: int, end: int, topics: tuple[str, ...], day: str) -> int:
        """Takes what starts at a line; gives the index of the next line."""
        line = self.lines[number]
        if self.state[number] != SHOWN or is_blank(line):
            return number + 1
        if is_mark(line):
            self.frame.add(number + 1)
            return number + 1
        table = table_at(self.lines, self.state, number)
        if table is not None:
            return self._read_table(number, topics, day)
        if self.part_at(number, any_bold=False) is not None:
            after = self._read_group(number, end, topics, day)
            if after:
                return after
        if self.is_item(number):
            return self._read_bullet(number, end, topics, day)
        if self.is_lead(number):
            return self._read_lead(number, end, topics, day)
        while number < end and not is_blank(self.lines[number]) and not self.is_item(number):
            number += 1  # a paragraph of its own: not understood
        return max(number, 1)

    def _read_table(self, start: int, topics: tuple[str, ...], day: str) -> int:
        table = table_at(self.lines, self.state, start)
        assert table is not None
        known = [meaning.key for name in table.header for meaning in keys.MEANINGS.get(keys.label(name), ())]
        if keys.ISSUE in known or keys.MITIGATION in known:
            rules = set(table.rules)
            self.frame |= {table.line, *rules}
            for row in table.rows:
                if not any(cell.strip() for cell in row.cells):
                    self.frame |= set(range(row.line, row.end_line + 1))
                    continue
                pairs = list(zip(table.header, row.cells, strict=True))
                taken = {number for number in range(row.line, row.end_line + 1) if number not in rules}
                raw = drafting.of_texts(row.line, pairs, taken, topics)
                raw.day = day
                if not self._is_template(raw):
                    self._add(raw)
        return table.end_line

    def _read_group(self, start: int, end: int, topics: tuple[str, ...], day: str) -> int:
        """An entry of labels without a heading; 0 where it is only a list item that starts with a word and a colon."""
        names: set[str] = set()
        stop = start
        while stop < end:
            line = self.lines[stop]
            if is_mark(line) and self.state[stop] == SHOWN:
                break
            found = self.part_at(stop, any_bold=True)
            if found is not None and indent(line) <= indent(self.lines[start]) + 1:
                name = keys.label(found[0])
                if name in names:
                    break
                names.add(name)
            elif is_blank(line):
                if not self._group_goes_on(stop, end, start):
                    break
            elif self.is_item(stop) and indent(line) <= indent(self.lines[start]):
                break
            stop += 1
        meant = {meaning.key for name in names for meaning in keys.MEANINGS.get(name, ())}
        if len(names) < 2 or not meant & {keys.ISSUE, keys.MITIGATION}:
            return 0
        raw = Raw(start + 1, day=day, topics=topics)
        self.fill(raw, start, stop)
        if not self._is_template(raw):
            self._add(raw)
        return stop

    def _group_goes_on(self, number: int, end: int, start: int) -> bool:
        """Whether after blank lines another label of the same group follows."""
        while number < end and is_blank(self.lines[number]):
            number += 1
        return number < end and self.part_at(number, any_bold=True) is not None and (
            self.lines[number].lstrip()[:1] == self.lines[start].lstrip()[:1]
        )

    def _read_bullet(self, start: int, end: int, topics: tuple[str, ...], day: str) -> int:
        stop = start + 1
        while stop < end:
            line = self.lines[stop]
            after_blank = is_blank(self.lines[stop - 1])
            if indent(line) < 2 and not is_blank(line):
                state = self.state[stop]
                if state == COMMENT or (after_blank and (state == SHOWN or self.state[stop - 1] == SHOWN)):
                    break
                if state == SHOWN and (self.is_item(stop) or is_mark(line)):
                    break
            stop += 1
        marker = ITEM.match(self.lines[start].strip())
        text = self.lines[start].strip()[marker.end() if marker else 0 :]
        text = _CHECK_BOX.sub("", text, count=1)
        raw = Raw(start + 1, day=day, topics=topics, taken={start + 1})
        own = [text]
        at = start + 1
        while at < stop and self.state[at] == SHOWN and not is_blank(self.lines[at]) and not ITEM.match(self.lines[at].strip()):
            if self.part_at(at, any_bold=False) is not None:
                break
            own.append(self.lines[at].strip())
            raw.taken.add(at + 1)
            at += 1
        statement = " ".join(own)
        if keys.is_placeholder(statement) or (_LINK.fullmatch(statement) and at == stop):
            return stop
        self.fill(raw, at, stop)
        self._state(raw, statement)
        self._add(raw)
        return stop

    def _read_lead(self, start: int, end: int, topics: tuple[str, ...], day: str) -> int:
        """A paragraph that starts in bold, with what follows it up to the next one."""
        stop = start + 1
        while stop < end:
            line = self.lines[stop]
            if self.is_lead(stop) or (self.state[stop] == SHOWN and (is_mark(line) or table_at(self.lines, self.state, stop))):
                break
            stop += 1
        raw = Raw(start + 1, day=day, topics=topics, taken={start + 1})
        own = [self.lines[start].strip()]
        at = start + 1
        while at < stop and self.state[at] == SHOWN and not is_blank(self.lines[at]) and not self.is_item(at):
            if self.part_at(at, any_bold=False) is not None:
                break
            own.append(self.lines[at].strip())
            raw.taken.add(at + 1)
            at += 1
        self.fill(raw, at, stop)
        self._state(raw, " ".join(own))
        self._add(raw)
        return stop

    def _state(self, raw: Raw, statement: str) -> None:
        """Takes a statement apart: a day and an id before it, a bold lead, an arrow."""
        head = keys.read_head(statement)
        if head.is_marked:
            raw.day = head.day or raw.day
            raw.id = head.id
            statement = head.title
            about = _ABOUT.match(statement)
            if about and statement[about.end() :]:
                raw.topics = (*raw.topics, about[1].strip())
                statement = statement[about.end() :]
            elif statement.count("**") == 1:
                statement = statement.replace("**", "", 1).strip(" |:")
        lead = LEAD.match(statement)
        if lead and _is_emphasis(lead[1], statement[lead.end() :]):
            statement = lead[1] + statement[lead.end() :]
            lead = None
        if lead and statement[lead.end() :].strip(" :.—–-"):
            raw.title = lead[1].strip(" :|")
            raw.prose.insert(0, (raw.line, statement[lead.end() :].strip(" :—–-")))
            return
        issue, way = drafting.split_statement(statement)
        raw.title = issue.strip("*") if lead and not way else issue
        if way:
            raw.prose.insert(0, (raw.line, way))

    def rest(self) -> Iterator[tuple[int, str]]:
        """The lines that neither went into an entry nor are part of the frame."""
        used = set(self.frame)
        for raw in self.entries:
            used |= raw.taken
        for number, line in enumerate(self.lines, 1):
            if not is_blank(line) and number not in used:
                yield number, line

"""html: markup of HTML outside code.

Elements can fold text away, load things, or hide words from people while a model reads them.  Without attributes `<kbd>`, `<br>`,
`<sub>` and the like are a warning; everything else that is an element of HTML, SVG or MathML is an error, and so are processing
instructions and CDATA.  `Vec<T>` is a generic, not markup, and code spans and fences are code.

What it cannot catch: elements that do not exist yet; a page that shows Markdown decides for itself what it lets through.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vaultctl.core.content import Finding, quote

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultctl.core.content import Passage
    from vaultctl.core.problem import Problem
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Context, Scope, Source

ID = "html"
SEVERITY: Severity = "error"
SCOPE: Scope = "source"

_HINT = "write it in Markdown, or put it into code"
_HARMLESS = frozenset([
    "b", "br", "code", "del", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "ins", "kbd", "li", "mark", "ol", "p", "pre",
    "q", "s", "small", "strong", "sub", "sup", "table", "tbody", "td", "th", "thead", "tr", "tt", "u", "ul", "var", "wbr",
])  # fmt: skip
# WHATWG HTML (sections 4 and 16), SVG and MathML elements that browsers act upon.
_OTHERS = frozenset([
    "a", "abbr", "acronym", "address", "annotation", "annotation-xml", "applet", "area", "article", "aside", "audio", "base",
    "basefont", "bdi", "bdo", "bgsound", "big", "blink", "blockquote", "body", "button", "canvas", "caption", "center", "cite",
    "col", "colgroup", "data", "datalist", "dd", "details", "dfn", "dialog", "dir", "div", "dl", "dt", "embed", "fieldset",
    "figcaption", "figure", "font", "footer", "form", "frame", "frameset", "head", "header", "hgroup", "html", "iframe", "image",
    "img", "input", "isindex", "keygen", "label", "legend", "link", "listing", "main", "map", "marquee", "math", "menu",
    "menuitem", "meta", "meter", "nav", "nobr", "noembed", "noframes", "noscript", "object", "optgroup", "option", "output",
    "param", "path", "picture", "plaintext", "portal", "progress", "rb", "rp", "rt", "rtc", "ruby", "samp", "script", "search",
    "section", "select", "slot", "source", "span", "strike", "style", "summary", "svg", "template", "textarea", "tfoot", "time",
    "title", "track", "video", "xmp", "foreignobject",
])
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9:-]{0,30})(?=[\s/>])([^<>]{0,500}?)(/?)>|<(\?[a-z]|!\[CDATA\[|![A-Za-z])", re.DOTALL)
_ATTRIBUTE = re.compile(r"[\s/][A-Za-z_:@][\w:.@-]*\s*=")
_UNCLOSED = re.compile(r"<(img|script|iframe|svg|object|embed|link|meta|style|form|video|audio|input|body|base)\b[^<>]{0,80}=", re.I)


def check(source: Source, context: Context) -> Iterator[Problem]:
    return source.content.report(ID, SEVERITY, _find)


def _find(passage: Passage) -> Iterator[Finding]:
    if "<" not in passage.text:
        return
    shown = passage.shown
    found: set[int] = set()
    for match in _TAG.finditer(shown):
        closing, name, rest, _, special = match.groups()
        if special:
            found.add(match.start())
            yield Finding(match.start(), f"markup outside code: {quote(match[0] + '…')}", _HINT)
            continue
        attributes = _ATTRIBUTE.search(" " + rest) is not None
        small = name.casefold()
        if small not in _HARMLESS and small not in _OTHERS and not (attributes and re.match(r"\s+\w+=[\"']", rest)):
            continue
        before = shown[match.start() - 1 : match.start()]
        # `Foo<S>`, `Vec<Option>` and `::<A>` are generics: a capital, and the name that takes it stands right before.
        if not closing and not attributes and name[0].isupper() and (before.isalnum() or (before and before in "_:&<")):
            continue
        if not closing and not attributes and len(name) == 1 and name.isupper():
            continue
        found.add(match.start())
        harmless = small in _HARMLESS and not attributes
        yield Finding(match.start(), f"HTML outside code: {quote(match[0])}", _HINT, "warning" if harmless else None)
    for match in _UNCLOSED.finditer(shown):
        if match.start() not in found:
            yield Finding(match.start(), f"HTML outside code: {quote(match[0])}", _HINT)

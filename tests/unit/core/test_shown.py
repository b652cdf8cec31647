"""What of a lesson's text an answer shows."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultctl.core.shown import shown, shown_body
from vaultctl.formats.markdown import scan

HIDDEN = "[hidden: HTML comment]"
FOLDED = "[hidden: HTML element]"


@pytest.mark.parametrize(("text", "seen"), [
    ("Fonts break <!-- EVIL --> often", f"Fonts break {HIDDEN} often"),
    ("a <!-- EVIL", f"a {HIDDEN}"),
    ("a <!-- EVIL --x> EVIL", f"a {HIDDEN}"),
    ("a <!--> b <!---> c", f"a {HIDDEN} b {HIDDEN} c"),
    ("a <!-- ` --> b <!-- ` EVIL --> c", f"a {HIDDEN} b {HIDDEN} c"),
    ("\\`<!-- EVIL -->` c", f"\\`{HIDDEN}` c"),
    ("<a title=\"`\"> <!-- EVIL --> <b title=\"`\">", f"<a title=\"`\"> {HIDDEN} <b title=\"`\">"),
    ("<a title=\">`\"> <!-- EVIL --> <b title=\">`\">", f"<a title=\">`\"> {HIDDEN} <b title=\">`\">"),
    ("<https://x/`> <!-- EVIL --> <https://x/`>", f"<https://x/`> {HIDDEN} <https://x/`>"),
    ("a <details><summary>x</summary>EVIL <details>EVIL</details> EVIL</details> b", f"a {FOLDED} b"),
    ("a <DETAILS open>EVIL", f"a {FOLDED}"),
    ("a <script>EVIL</script> <style >EVIL</style> b", f"a {FOLDED} {FOLDED} b"),
    ("a <span hidden>EVIL</span> <p style='display: none'>EVIL</p> b", f"a {FOLDED} {FOLDED} b"),
    ("a <?php EVIL ?> b <!DOCTYPE EVIL> <![CDATA[ > EVIL ]]> c", f"a {FOLDED} b {FOLDED} {FOLDED} c"),
    ("a ![EVIL [x] y](https://evil.example/a_(b)?q \"EVIL\") b", "a [image] b"),
    ("a ![EVIL](https://evil.example/" + "x" * 5000, "a [image]" + "x" * 3021),
    ("[//]: # (EVIL)", HIDDEN),
    ("[note]: <> 'EVIL'", HIDDEN),
    ("a ![[EVIL.png]] b", "a [image] b"),
    ("a <img alt='EVIL' src=//evil.example/x> <picture>EVIL</picture> b", "a [image] [image] b"),
])  # fmt: skip
def test_what_a_page_would_hide_is_left_out_with_a_mark(text: str, seen: str) -> None:
    assert shown(text) == seen
    assert "EVIL" not in shown(text)


@pytest.mark.parametrize("text", [
    "plain", "a < b, c > d", "Vec<T> and Option<Box<dyn Fn()>>", "write `<!-- x -->` there", "``<!-- ` -->`` too", "use `<details>`",
    "vec![1, 2] and assert![x][0]", "`![x](y)`", "[a](b) [c][d]", "<b>bold</b> <br>", "5 <- 3 --> 4", "<T hiddenness>", "a! [b](c)", "[x]: it says", "see [a]: b",
])  # fmt: skip
def test_everything_else_is_shown_as_it_is(text: str) -> None:
    assert shown(text) == text and shown_body(text, scan) == text


def test_in_a_body_fences_keep_what_they_hold_and_lines_stay_in_place() -> None:
    body = "a\n<!-- EVIL\n\n```\nEVIL\n```\n-->\nb\n\n```html\n<!-- kept -->\n```\n<details>\n\nEVIL\n</details>\n![x]\n\n[x]: https://evil.example"
    seen = shown_body(body, scan)
    assert "EVIL" not in seen and "<!-- kept -->" in seen and "![x]" not in seen
    assert seen.count("\n") == body.count("\n") and seen.split("\n")[7] == "b"


def test_code_in_one_paragraph_does_not_reach_into_another() -> None:
    assert "EVIL" not in shown_body("a ` b\n\n<!-- EVIL -->\n\nc ` d", scan)


@given(st.text(alphabet="<!->`ab \n[]()\\\"'/?", max_size=60))
def test_no_comment_outside_code_is_left(text: str) -> None:
    if "`" not in text:
        assert "<!--" not in shown(text) and "<!--" not in shown_body(text.replace("~", ""), scan)
    assert shown_body(text, scan).count("\n") == text.count("\n")


@pytest.mark.parametrize("piece", ["<!--", "<!-- -->", "![", "![](", "![[", "![a][", "`<a", "<a ", "<details>", "<details></details>", "<a hidden ", "`", "``x`",
                                   "[", "]", "\\", "<?", "<![CDATA[", "![x]\n\n[x]:", "<script", "<img", "[//]: #\n", "[a]:  "])  # fmt: skip
def test_a_long_text_takes_bounded_time(piece: str) -> None:
    text = piece * (400_000 // len(piece))
    started = time.process_time()
    shown(text)
    shown_body(text, scan)
    assert time.process_time() - started < 10

"""The pages use nothing younger than Chromium 90 and Safari 15.

Their text is searched for what is younger, and they are opened in a browser from which it was taken away. What only
looks plainer in an older browser (``:focus-visible`` came with Safari 15.4, before it the browser's own ring shows) may
stay.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

import web_display
from tests.web import stories
from tests.web.running import RunningPages

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PACKAGE: Final = Path(web_display.__file__).parent
STATIC: Final = PACKAGE / "static"

SCRIPT: Final = {
    "Array.at": r"\.at\(",
    "structuredClone": r"\bstructuredClone\b",
    "Object.hasOwn": r"\bObject\.hasOwn\b",
    "Object.groupBy": r"\b(?:Object|Map)\.groupBy\b",
    "Array.findLast": r"\.findLast(?:Index)?\(",
    "changes to a copy": r"\.to(?:Sorted|Reversed|Spliced)\(",
    "Array.with": r"\]\.with\(",
    "Array.fromAsync": r"\bArray\.fromAsync\b",
    "Promise.withResolvers": r"\bPromise\.(?:withResolvers|try)\b",
    "random UUIDs": r"\brandomUUID\b",
    "a cause of an error": r"new \w*Error\([^()]*,\s*\{\s*cause",
    "AbortSignal.timeout": r"\bAbortSignal\.(?:timeout|any)\b",
    "static blocks": r"\bstatic\s*\{",
    "private names in": r"#\w+ in ",
    "looking behind in a pattern": r"\(\?<[=!]",
    "sets in a pattern": r"/[a-z]*v[a-z]*\.(?:test|exec)\(",
    "import attributes": r"\bfrom\s+\"[^\"]+\"\s+(?:with|assert)\s*\{",
    "set arithmetic": r"\.(?:symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(",
    "dialogs": r"\.showModal\(",
    "popovers": r"\.(?:show|hide|toggle)Popover\(",
    "view transitions": r"\bstartViewTransition\b",
    "checkVisibility": r"\.checkVisibility\(",
    "user activation": r"\buserActivation\b",
    "URL.canParse": r"\bURL\.(?:canParse|parse)\(",
    "scheduler": r"\bscheduler\.",
    "iterator helpers": r"\.(?:values|keys|entries)\(\)\.(?:map|filter|take|drop|find|some|every|toArray)\(",
    "numbers with using": r"\busing \w+ =",
}
"""Younger than Chromium 90 or Safari 15, by what they look like."""
STYLE: Final = {
    ":has()": r":has\(",
    "container queries": r"@container|container-(?:type|name)\b",
    "cascade layers": r"@layer\b",
    "scopes": r"@scope\b",
    "registered properties": r"@property\b",
    "starting styles": r"@starting-style\b",
    "view heights of phones": r"\d[dsl]v[hwb]\b|\d[dsl]v(?:min|max)\b",
    "container units": r"\dcq[whib]\b",
    "mixed colours": r"color-mix\(|\b(?:ok)?l(?:ch|ab)\(|\bcolor\(|\blight-dark\(",
    "colours with spaces": r"\b(?:rgb|hsl)\([^,)]*/",
    "subgrids": r"\bsubgrid\b",
    "accent colours": r"accent-color\b",
    "balanced text": r"text-wrap\b",
    "single transforms": r"[{;]\s*(?:translate|rotate|scale)\s*:",
    "nesting": r"[{;]\s*&",
    "ranges in media queries": r"@media[^{]*[<>]",
    "clipped overflow": r"overflow(?:-[xy])?:\s*clip\b",
    "unprefixed masks": r"[{;]\s*mask(?:-image)?\s*:",
    "scroll timelines": r"animation-timeline\b|scroll-timeline\b",
    "fields sized by content": r"field-sizing\b",
    "interpolated sizes": r"interpolate-size\b|calc-size\(",
    "anchors": r"anchor\(|position-anchor\b",
    "user-invalid": r":user-(?:in)?valid\b",
    "rounding": r"\bround\(|\bmod\(|\brem\(",
}
MARKUP: Final = {
    "dialogs": r"<dialog\b",
    "popovers": r"\bpopover(?:target)?\b",
    "inert": r"\binert\b",
    "import maps": r"importmap",
    "named details": r"<details[^>]*\bname=",
    "search": r"<search\b",
}

YOUNGER: Final = """
for (const [owner, names] of [
  [Array.prototype, "at findLast findLastIndex toSorted toReversed toSpliced with"],
  [String.prototype, "at isWellFormed"],
  [Object, "hasOwn groupBy"], [Map, "groupBy"], [Promise, "withResolvers try"], [Array, "fromAsync"],
  [window, "structuredClone scheduler Navigation navigation Iterator Temporal"], [Crypto.prototype, "randomUUID"],
  [Element.prototype, "checkVisibility setHTMLUnsafe"], [Navigator.prototype, "userActivation"],
  [HTMLElement.prototype, "showPopover hidePopover togglePopover popover inert"],
  [HTMLDialogElement.prototype, "showModal"], [URL, "canParse parse"], [AbortSignal, "timeout any"],
  [Document.prototype, "startViewTransition"], [Set.prototype, "union intersection difference isSubsetOf"],
  [HTMLInputElement.prototype, "showPicker"], [Response, "json"],
]) for (const name of names.split(" ")) delete owner[name];
"""
"""Takes away what Chromium 90 did not have."""


def found(text: str, patterns: dict[str, str]) -> list[str]:
    bare = re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*", "", text, flags=re.DOTALL)
    return [what for what, pattern in patterns.items() if re.search(pattern, bare)]


@pytest.mark.parametrize("path", sorted((STATIC / "js").glob("*.js")), ids=lambda path: path.name)
def test_scripts(path: Path) -> None:
    assert found(path.read_text(encoding="utf-8"), SCRIPT) == []


@pytest.mark.parametrize("path", sorted((STATIC / "css").glob("*.css")), ids=lambda path: path.name)
def test_styles(path: Path) -> None:
    assert found(path.read_text(encoding="utf-8"), STYLE) == []


@pytest.mark.parametrize("path", sorted((PACKAGE / "templates").glob("*.html")), ids=lambda path: path.name)
def test_markup(path: Path) -> None:
    assert found(path.read_text(encoding="utf-8"), MARKUP) == []


@pytest.mark.parametrize(
    ("text", "patterns", "what"),
    [
        ("const last = list.at(-1);", SCRIPT, "Array.at"),
        ("const copy = structuredClone(state);", SCRIPT, "structuredClone"),
        ("names.toSorted()", SCRIPT, "changes to a copy"),
        ("/(?<=x)y/", SCRIPT, "looking behind in a pattern"),
        ("a:has(b) { color: red }", STYLE, ":has()"),
        ("main { height: 100dvh; }", STYLE, "view heights of phones"),
        (".a { color: red; & b { color: blue } }", STYLE, "nesting"),
        ("@media (width >= 40rem) { }", STYLE, "ranges in media queries"),
        ("a { rotate: 3deg }", STYLE, "single transforms"),
        ("a { color: rgb(1 2 3 / 40%) }", STYLE, "colours with spaces"),
        ("<dialog open>", MARKUP, "dialogs"),
    ],
)
def test_what_is_younger_would_be_found(text: str, patterns: dict[str, str], what: str) -> None:
    assert found(text, patterns) == [what]


@pytest.mark.browser
@pytest.mark.parametrize("path", ["/", "/seat/0", "/table", "/history", "/overlay", "/setup", "/join", "/enter"])
def test_the_page_works_without_what_is_younger(browser: Browser, path: str) -> None:
    errors: list[str] = []
    with RunningPages(stories.won()) as pages:
        page = browser.new_page()
        page.add_init_script(YOUNGER)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(pages.base + path)
        page.wait_for_load_state("load")
        assert page.evaluate("typeof Array.prototype.at + typeof structuredClone") == "undefinedundefined"
        if path in {"/", "/overlay", "/seat/0", "/table"}:
            expect(page.get_by_text("张伟").first).to_be_visible()
        page.close()
    assert errors == []

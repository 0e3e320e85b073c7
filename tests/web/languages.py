"""What a page says, and what of it is in another language than the page's."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from tests.web.stories import NAMES

if TYPE_CHECKING:
    from playwright.sync_api import Page

SAID: Final = """() => {
  const said = [];
  const words = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const text = words.currentNode.data.trim();
    if (text && !words.currentNode.parentElement.closest("script, style, noscript, [hreflang]")) said.push(text);
  }
  for (const node of document.querySelectorAll("[alt], [title], [aria-label], [placeholder], [data-sure]"))
    for (const name of ["alt", "title", "aria-label", "placeholder", "data-sure"])
      if (node.getAttribute(name)) said.push(node.getAttribute(name));
  return [...new Set(said)];
}"""
"""Everything a person may read or hear, hidden parts too; a link to another language has that language's name."""

_CHINESE: Final = re.compile(r"[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]")
_ENGLISH: Final = re.compile(r"[a-z]{2,} [a-z]{2,} [a-z]{2,}")
_ALLOWED_ENGLISH: Final = "sudo queyan pins"
"""A command to type."""


def said_on(page: Page) -> list[str]:
    """Every text of the page, without the names of the players: these stay as people wrote them."""
    texts = page.evaluate(SAID)
    assert isinstance(texts, list)
    for name in NAMES:
        texts = [text.replace(name, "") for text in texts]
    return texts


def chinese_in(texts: list[str]) -> list[str]:
    """Those with a Chinese character or sign."""
    return [text for text in texts if _CHINESE.search(text)]


def english_in(texts: list[str]) -> list[str]:
    """Those with three English words in a row."""
    return [text for text in texts if _ENGLISH.search(text.replace(_ALLOWED_ENGLISH, ""))]

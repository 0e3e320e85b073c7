"""Message catalogues: the words of the pages, one JSON file a language, read by the templates and by the scripts.

Traditional characters need no file of words: they are the simplified ones, character by character (``zh-Hant.json``),
for the few hundred that the pages, the rules and the machine's own reports use. What people write stays as it is.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

DEFAULT_LANGUAGE = "zh"
LANGUAGES = ("zh", "en")
"""Those with a catalogue of their own."""
TRADITIONAL = "zh-Hant"


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The messages of one language, by key."""

    language: str
    html_lang: str
    messages: Mapping[str, str]

    @property
    def others(self) -> tuple[tuple[str, str], ...]:
        """The other languages with their names, for links to them."""
        others = (language for language in (*LANGUAGES, TRADITIONAL) if language != self.language)
        return tuple((language, self(f"language.{language}")) for language in others)

    def __call__(self, key: str) -> str:
        """The message ``key``; raises ``KeyError`` for one that is in no catalogue."""
        return self.messages[key]


def load_catalogues(folder: Path) -> dict[str, Catalogue]:
    """Read every language's catalogue from ``folder``; raises ``OSError`` or ``ValueError`` for a spoiled one."""
    catalogues = {}
    for language in LANGUAGES:
        messages = json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))
        catalogues[language] = Catalogue(language, messages["html_lang"], messages)
    characters = traditional(folder)
    words = {key: text.translate(characters) for key, text in catalogues[DEFAULT_LANGUAGE].messages.items()}
    catalogues[TRADITIONAL] = Catalogue(TRADITIONAL, TRADITIONAL, words)
    return catalogues


def traditional(folder: Path) -> dict[int, str]:
    """Which character stands for which simplified one, for ``str.translate``."""
    found = json.loads((folder / f"{TRADITIONAL}.json").read_text(encoding="utf-8"))
    return dict(zip(map(ord, found["simplified"]), found["traditional"], strict=True))


def choose(catalogues: Mapping[str, Catalogue], wanted: str | None) -> Catalogue:
    """The catalogue of ``wanted``, or the Chinese one where that is no language of ours."""
    return catalogues.get(wanted or DEFAULT_LANGUAGE, catalogues[DEFAULT_LANGUAGE])

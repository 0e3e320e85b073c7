"""Message catalogues: the words of the pages, one JSON file a language, read by the templates and by the scripts."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

DEFAULT_LANGUAGE = "zh"
LANGUAGES = ("zh", "en")


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The messages of one language, by key."""

    language: str
    html_lang: str
    messages: Mapping[str, str]

    def __call__(self, key: str) -> str:
        """The message ``key``; raises ``KeyError`` for one that is in no catalogue."""
        return self.messages[key]


def load_catalogues(folder: Path) -> dict[str, Catalogue]:
    """Read every language's catalogue from ``folder``; raises ``OSError`` or ``ValueError`` for a spoiled one."""
    catalogues = {}
    for language in LANGUAGES:
        messages = json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))
        catalogues[language] = Catalogue(language, messages["html_lang"], messages)
    return catalogues


def choose(catalogues: Mapping[str, Catalogue], wanted: str | None) -> Catalogue:
    """The catalogue of ``wanted``, or the Chinese one where that is no language of ours."""
    return catalogues.get(wanted or DEFAULT_LANGUAGE, catalogues[DEFAULT_LANGUAGE])

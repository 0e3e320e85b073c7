"""The languages the bridge speaks, and a sentence in English that also knows its Chinese."""

from enum import Enum
from typing import Self


class Language(Enum):
    """The languages a person may read."""

    ZH = "zh"
    EN = "en"


class Sentence(str):
    """The English text, wherever a text will do; ``say`` for whoever asks for a language.

    >>> Sentence("yes", zh="是").say(Language.ZH), Sentence("yes", zh="是") == "yes"
    ('是', True)
    """

    __slots__ = ("zh",)
    zh: str

    def __new__(cls, en: str, *, zh: str) -> Self:
        """Join the English text and its Chinese."""
        made = super().__new__(cls, en)
        made.zh = zh
        return made

    def say(self, language: Language) -> str:
        """Return it in a language."""
        return self.zh if language is Language.ZH else str(self)


def said(text: str, language: Language) -> str:
    """Return a text in a language where it knows its own, else as it is."""
    return text.say(language) if isinstance(text, Sentence) else text

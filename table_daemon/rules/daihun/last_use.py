"""What a reading may want the winning tile for. Names only."""

from __future__ import annotations

from enum import Enum, auto


class LastUse(Enum):
    """The place of the winning tile that an item asks for."""

    ANY = auto()
    """No item asks: it lies wherever it fits."""
    PAIR_OF_WILD = auto()
    """In the pair, with a wild that stood waiting (混钓)."""
    MIDDLE = auto()
    """In the middle of a run, as the only tile waited for (坎张)."""
    PAIR = auto()
    """In the pair, as the only tile waited for (单钓)."""

"""What both oracles are asked and what they answer. Tiles are two-letter texts; nothing of the package is used."""

from __future__ import annotations

from dataclasses import dataclass

KINDS = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + [f"{rank}z" for rank in range(1, 8)]
INDEX = {kind: place for place, kind in enumerate(KINDS)}


@dataclass(frozen=True, kw_only=True)
class Case:
    """A hand and how it was won; ``tiles`` holds the winning tile, ``draw``, too."""

    tiles: tuple[str, ...]
    draw: str
    melds: tuple[tuple[str, str], ...] = ()
    wilds: tuple[str, ...]
    gangkai: int = 0
    tianhe: bool = False
    dihe: bool = False
    tianting: bool = False
    xianggong: bool = False
    discard: bool = False
    dubao: bool = False
    shangdatai: int = 0

    @property
    def held(self) -> list[str]:
        """The wild tiles among the concealed ones, in order."""
        return sorted(tile for tile in self.tiles if tile in self.wilds)


@dataclass(frozen=True)
class Answer:
    """The worth of a hand, 0 if it may not win, and the names of fans of every reading worth as much.

    单混吊 and 双混吊 are both called 混吊: copies are alike, so many hands can be read either way.
    """

    fan: int
    names: frozenset[frozenset[str]] = frozenset()


REFUSED = Answer(0)


def best(worths: set[tuple[int, frozenset[str]]]) -> Answer:
    """Return the highest of readings that may win."""
    most = max((fan for fan, _ in worths), default=0)
    return Answer(most, frozenset(names for fan, names in worths if fan == most))

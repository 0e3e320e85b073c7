"""What really happened in a simulated hand, in the words of the public comparison."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from table_daemon.rules.foul import Foul
    from table_daemon.rules.melds import Meld
    from table_daemon.rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class MeldTruth:
    """A meld as it lay at the end; ``from_seat`` gave the claimed tile, ``None`` when nobody did."""

    seat: int
    meld: Meld
    from_seat: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class HandTruth:
    """One hand as it was played and settled."""

    number: int
    """1 for the match's first hand."""
    seed: int
    dealer: int
    indicator: Tile
    winner: int | None
    fan: int
    names: tuple[str, ...]
    net: tuple[int, int, int, int]
    scores: tuple[int, int, int, int]
    fouls: tuple[tuple[int, Foul], ...]
    next_dealer: int
    discards: tuple[tuple[int, Tile], ...]
    """Every discard in order, claimed ones too."""
    melds: tuple[MeldTruth, ...]
    false_hu: tuple[int, ...]
    hand: tuple[Tile, ...]
    """The winner's concealed tiles without the winning one."""
    draw: Tile | None
    """The winning tile."""

    def to_json(self) -> dict[str, object]:
        """Return the record that ``--exit --json`` prints."""
        return {
            "hand": self.number,
            "seed": self.seed,
            "dealer": self.dealer,
            "indicator": str(self.indicator),
            "winner": self.winner,
            "fan": self.fan,
            "names": list(self.names),
            "net": list(self.net),
            "scores": list(self.scores),
            "fouls": [[seat, foul.value] for seat, foul in self.fouls],
        }

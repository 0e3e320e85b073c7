"""What players do wrong in one hand: planned beforehand from the seed, each kind with its own chance."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from table_daemon.simulator.mishaps import NO_MISHAPS, Mishap

if TYPE_CHECKING:
    from table_daemon.simulator.mishaps import Mishaps

_OPENING = 4
"""Discards before anybody slips: one round."""
_LATEST = 24
"""Slips are planned before this many discards, since later the hand may be over."""


@dataclass(slots=True, kw_only=True)
class Slips:
    """The plan of one hand. Counts are of the hand's discards so far."""

    wild_at: int | None = None
    """From then on the next player who holds a wild throws it by mistake."""
    false_hu_at: int | None = None
    """From then on the next player to draw believes he has won."""
    short_at: int | None = None
    """From then on the next player to draw forgets it and discards all the same."""
    long_at: int | None = None
    """From then on the next player to draw takes two tiles."""
    out_of_turn_at: int | None = None
    """From then on the next player to draw is overtaken by the one after him."""
    takeback: float = 0.0
    """How likely each discard is put down, taken back and another thrown."""
    shown: tuple[int, ...] = ()
    """Who shows his hand when all is over."""
    rng: Random = field(default_factory=lambda: Random(0))
    """For chances within the hand."""

    @classmethod
    def planned(cls, key: str, mishaps: Mishaps = NO_MISHAPS) -> Slips:
        """Plan the hand called ``key``; mishaps that were not chosen change nothing for the others."""

        def at(mishap: Mishap) -> int | None:
            rng = Random(f"{key}/{mishap}")
            return rng.randrange(_OPENING, _LATEST) if rng.random() < mishaps.rate(mishap) else None

        shows = Random(f"{key}/{Mishap.SHOW_HANDS}")
        anybody = shows.random() < mishaps.rate(Mishap.SHOW_HANDS)
        return cls(
            wild_at=at(Mishap.WILD_DISCARD),
            false_hu_at=at(Mishap.FALSE_HU),
            short_at=at(Mishap.SHORT_HAND),
            long_at=at(Mishap.LONG_HAND),
            out_of_turn_at=at(Mishap.OUT_OF_TURN),
            takeback=mishaps.rate(Mishap.TAKEBACK),
            shown=tuple(seat for seat in range(4) if anybody and shows.random() < 0.7),
            rng=Random(f"{key}/slips"),
        )

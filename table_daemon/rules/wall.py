"""The wall as it stands on the table: where it breaks, in which order tiles leave it, and when it is spent.

Knows places, not which tile lies in them. Four walls of 17 stacks, two tiles high; ``k`` counts a wall's
stacks from 0 at the right hand of the player who sits behind it to 16 at the left.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from table_daemon.rules.errors import BadDiceError, WallExhaustedError
from table_daemon.rules.turns import check_seat, in_turn_order, previous_seat

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

STACKS_A_WALL: Final = 17
TILES: Final = 136
DEALT: Final = 53
"""Tiles that leave the wall in the deal: thirteen each and the dealer's fourteenth."""


class Level(StrEnum):
    """Which of the two tiles of a stack."""

    UPPER = "upper"
    LOWER = "lower"


class StackPlace(NamedTuple):
    """A stack: the seat whose wall it is in, and its number from that player's right."""

    seat: int
    k: int


class WallPlace(NamedTuple):
    """The place of one tile in the wall."""

    seat: int
    k: int
    level: Level

    @property
    def stack(self) -> StackPlace:
        """The stack it lies in."""
        return StackPlace(self.seat, self.k)


def check_dice(total: int, what: str) -> int:
    """Return ``total``; raises ``BadDiceError`` naming ``what`` when two dice cannot show it."""
    if not 2 <= total <= 12:
        raise BadDiceError(f"{what} is {total}: two dice show 2 to 12")
    return total


def draws_to_drawn_game(indicator_sum: int) -> int:
    """How many tiles are drawn after the deal until 荒庄 when nobody kongs: ``83 - 2n`` (B31).

    >>> draws_to_drawn_game(3)
    77
    """
    return TILES - DEALT - 2 * check_dice(indicator_sum, "sum of the indicator's dice")


def stack_order(dealer: int, break_sum: int) -> tuple[StackPlace, ...]:
    """All 68 stacks in the order they are drawn (A2.1 way a).

    ``break_sum`` stacks are counted on the dealer's own wall from right to left; drawing begins with the next
    one and goes on to the left, then through the 上家's wall, so clockwise as seen from above. The counted
    stacks are the tail.

    >>> order = stack_order(0, 5)
    >>> order[0], order[12], order[-1]
    (StackPlace(seat=0, k=5), StackPlace(seat=3, k=0), StackPlace(seat=0, k=4))
    """
    check_seat(dealer, "dealer")
    check_dice(break_sum, "sum of the dealer's dice")
    seats = [dealer]
    while len(seats) < 4:
        seats.append(previous_seat(seats[-1]))
    stacks = [StackPlace(seat, k) for seat in seats for k in range(STACKS_A_WALL)]
    return tuple(stacks[break_sum:] + stacks[:break_sum])


def draw_order(dealer: int, break_sum: int) -> tuple[WallPlace, ...]:
    """All 136 places in the order ordinary draws would take them, the upper tile of a stack first."""
    return tuple(_both(stack_order(dealer, break_sum)))


def indicator_place(dealer: int, break_sum: int, indicator_sum: int) -> WallPlace:
    """Where the indicator is flipped: the upper tile of that many stacks from the tail's end (A2.2, B30).

    >>> indicator_place(0, 5, 5)
    WallPlace(seat=0, k=0, level=<Level.UPPER: 'upper'>)
    >>> indicator_place(0, 5, 7)
    WallPlace(seat=1, k=15, level=<Level.UPPER: 'upper'>)
    """
    check_dice(indicator_sum, "sum of the indicator's dice")
    seat, k = stack_order(dealer, break_sum)[-indicator_sum]
    return WallPlace(seat, k, Level.UPPER)


def replacement_order(dealer: int, break_sum: int, indicator_sum: int) -> tuple[WallPlace, ...]:
    """Every place a kong's replacement may come from, in order (A2.10, B31).

    The tail first, its end before the rest and the upper tile of a stack before the lower; the indicator
    stays and the tile under it is used up. Then the live wall, from the stack before the indicator's.
    """
    indicator = indicator_place(dealer, break_sum, indicator_sum)
    backwards = _both(reversed(stack_order(dealer, break_sum)))
    return tuple(place for place in backwards if place != indicator)


def deal_order(dealer: int) -> tuple[int, ...]:
    """Who receives each of the 53 dealt tiles: three rounds of four, one of one, one more (A1.8).

    >>> deal_order(0)[:9], deal_order(0)[-5:]
    ((0, 0, 0, 0, 1, 1, 1, 1, 2), (0, 1, 2, 3, 0))
    """
    seats = in_turn_order(dealer)
    fours = tuple(seat for _ in range(3) for seat in seats for _ in range(4))
    return (*fours, *seats, seats[0])


@dataclass(frozen=True, slots=True)
class Wall:
    """A wall with some tiles gone. Each draw answers the place and the wall after it.

    >>> wall = Wall.built(dealer=0, break_sum=7, indicator_sum=3)
    >>> wall.left
    130
    >>> place, wall = wall.next_replacement()
    >>> place, wall.left
    (WallPlace(seat=0, k=6, level=<Level.UPPER: 'upper'>), 130)
    """

    order: tuple[WallPlace, ...]
    """Places in the order of ordinary draws, the indicator's stack and what is behind it left out."""
    replacements: tuple[WallPlace, ...]
    """Places in the order replacements take them: the tail (not the indicator), then ``order`` back."""
    drawn: int = 0
    """Ordinary draws made, the deal included."""
    replaced: int = 0
    """Replacement draws made."""

    @classmethod
    def built(cls, *, dealer: int, break_sum: int, indicator_sum: int) -> Wall:
        """Build a whole wall; raises ``BadSeatError`` or ``BadDiceError``."""
        replacements = replacement_order(dealer, break_sum, indicator_sum)
        order = draw_order(dealer, break_sum)
        return cls(order[: TILES - 2 * indicator_sum], replacements)

    @property
    def left(self) -> int:
        """Tiles that can still be drawn in turn until 荒庄 (before the deal, those of the deal too)."""
        tail = len(self.replacements) - len(self.order)
        return len(self.order) - self.drawn - max(0, self.replaced - tail)

    def next_draw(self) -> tuple[WallPlace, Wall]:
        """Answer the place of the next ordinary draw; or raise ``WallExhaustedError`` at 荒庄."""
        if not self.left:
            raise WallExhaustedError("the wall is spent: the hand is drawn (荒庄)")
        return self.order[self.drawn], replace(self, drawn=self.drawn + 1)

    def next_replacement(self) -> tuple[WallPlace, Wall]:
        """Answer the place of the next kong's replacement; or raise ``WallExhaustedError`` (B32)."""
        tail = len(self.replacements) - len(self.order)
        if self.replaced >= tail and not self.left:
            raise WallExhaustedError("no tile is left for a kong: the hand is drawn (荒庄), the kong counts")
        return self.replacements[self.replaced], replace(self, replaced=self.replaced + 1)


def _both(stacks: Iterable[StackPlace]) -> Iterator[WallPlace]:
    """Both tiles of each stack, the upper one first."""
    for seat, k in stacks:
        yield WallPlace(seat, k, Level.UPPER)
        yield WallPlace(seat, k, Level.LOWER)

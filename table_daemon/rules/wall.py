"""The wall as it stands on the table: in which order tiles leave it, where the indicator is, and when it is spent.

Knows places, not which tile lies in them. Four walls of 17 stacks, two tiles high; ``k`` counts a wall's
stacks from 0 at the right hand of the player who sits behind it to 16 at the left. Where it is broken is told
by ``kaipai``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from table_daemon.rules.choices import Ruleset, WallEnd
from table_daemon.rules.errors import BadDiceError, WallExhaustedError
from table_daemon.rules.kaipai import break_of, check_dice
from table_daemon.rules.profile import TIANJIN, RuleProfile
from table_daemon.rules.turns import check_seat, in_turn_order, previous_seat

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

STACKS_A_WALL: Final = 17
TILES: Final = 136
DEALT: Final = 53
"""Tiles that leave the wall in the deal: thirteen each and the dealer's fourteenth."""
NEVER_DRAWN_DAIHUN: Final = 34
"""Tiles behind the last one that daihun draws, the 35th from the end (E19)."""


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


def draws_to_drawn_game(indicator_sum: int, profile: RuleProfile = TIANJIN) -> int:
    """How many tiles are drawn after the deal until 荒庄 when nobody kongs (B31, E19).

    With ``indicator_sum`` n on the indicator's dice it is ``83 - 2n``; where the whole wall is drawn 82, the
    indicator staying; in daihun 49.

    >>> draws_to_drawn_game(3)
    77
    >>> from table_daemon.rules.profile import DAIHUN
    >>> draws_to_drawn_game(3, DAIHUN)
    49
    """
    check_dice(indicator_sum, "sum of the indicator's dice")
    if profile.ruleset is Ruleset.DAIHUN:
        return TILES - DEALT - NEVER_DRAWN_DAIHUN
    if profile.wall_end is WallEnd.ALL:
        return TILES - DEALT - 1
    return TILES - DEALT - 2 * indicator_sum


def draws_left(*, indicator_sum: int, draws: int, replacements: int, profile: RuleProfile = TIANJIN) -> int:
    """How many tiles are still to be drawn until 荒庄, after so many draws and kong replacements (B31, E19).

    ``draws`` are those after the deal, without replacements. Never below 0. Replacements take the tail first,
    2n - 1 tiles; where there is no tail to take from, each shortens the wall.

    >>> draws_left(indicator_sum=3, draws=10, replacements=5), draws_left(indicator_sum=3, draws=10, replacements=6)
    (67, 66)
    """
    whole = draws_to_drawn_game(indicator_sum, profile)
    ends_at_indicator = profile.ruleset is Ruleset.CITY and profile.wall_end is WallEnd.INDICATOR
    tail = 2 * indicator_sum - 1 if ends_at_indicator else 0
    return max(0, whole - draws - max(0, replacements - tail))


def stack_order(seat: int, counted: int) -> tuple[StackPlace, ...]:
    """All 68 stacks in the order they are drawn (A2.1, B29).

    ``counted`` stacks are counted off on the wall of ``seat`` from right to left; drawing begins with the next
    one and goes on to the left, then through the 上家's wall, so clockwise as seen from above. The counted
    stacks are the tail. Raises ``BadSeatError``, or ``BadDiceError`` when no four dice count so many.

    >>> order = stack_order(0, 5)
    >>> order[0], order[12], order[-1]
    (StackPlace(seat=0, k=5), StackPlace(seat=3, k=0), StackPlace(seat=0, k=4))
    """
    check_seat(seat, "seat whose wall is broken")
    if not 2 <= counted <= 24:
        raise BadDiceError(f"the stacks counted are {counted}: dice count 2 to 24")
    seats = [seat]
    while len(seats) < 4:
        seats.append(previous_seat(seats[-1]))
    stacks = [StackPlace(wall, k) for wall in seats for k in range(STACKS_A_WALL)]
    return tuple(stacks[counted:] + stacks[:counted])


def draw_order(seat: int, counted: int) -> tuple[WallPlace, ...]:
    """All 136 places in the order ordinary draws would take them, the upper tile of a stack first."""
    return tuple(_both(stack_order(seat, counted)))


def indicator_place(seat: int, counted: int, indicator_sum: int) -> WallPlace:
    """Where the city flips the indicator: the upper tile of that many stacks from the tail's end (A2.2, B30).

    >>> indicator_place(0, 5, 5)
    WallPlace(seat=0, k=0, level=<Level.UPPER: 'upper'>)
    >>> indicator_place(0, 5, 7)
    WallPlace(seat=1, k=15, level=<Level.UPPER: 'upper'>)
    """
    check_dice(indicator_sum, "sum of the indicator's dice")
    wall, k = stack_order(seat, counted)[-indicator_sum]
    return WallPlace(wall, k, Level.UPPER)


def daihun_indicator_place(seat: int, counted: int, position: int) -> WallPlace:
    """Where daihun flips the indicator: ``position`` tiles from the very end, itself counted (E3).

    ``position`` is the sum of both throws, 4 to 24; raises ``BadDiceError`` for another.

    >>> daihun_indicator_place(0, 5, 4)
    WallPlace(seat=0, k=3, level=<Level.UPPER: 'upper'>)
    """
    if not 4 <= position <= 24:
        raise BadDiceError(f"the indicator's place is {position}: two throws show 4 to 24")
    return draw_order(seat, counted)[-position]


def replacement_order(seat: int, counted: int, indicator_sum: int) -> tuple[WallPlace, ...]:
    """Every place a kong's replacement may come from in the city's game, in order (A2.10, B31).

    The tail first, its end before the rest and the upper tile of a stack before the lower; the indicator
    stays and the tile under it is used up. Then the live wall, from the stack before the indicator's.
    """
    indicator = indicator_place(seat, counted, indicator_sum)
    backwards = _both(reversed(stack_order(seat, counted)))
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
    """Places in the order of ordinary draws, up to the last that may be drawn."""
    replacements: tuple[WallPlace, ...]
    """Places in the order replacements take them: the tail (not the indicator), then ``order`` back.

    Empty where they come from the front, as the next ordinary draw would (E6)."""
    drawn: int = 0
    """Draws from the front made, the deal included."""
    replaced: int = 0
    """Replacement draws from the tail made."""
    indicator: WallPlace | None = None
    """Where the indicator lies, where the wall was built by dice."""

    @classmethod
    def built(
        cls,
        *,
        dealer: int,
        break_sum: int,
        indicator_sum: int,
        second_sum: int | None = None,
        profile: RuleProfile = TIANJIN,
    ) -> Wall:
        """Build a whole wall from the dice; raises ``BadSeatError`` or ``BadDiceError``.

        ``second_sum`` is the second throw where two break the wall (B29). In daihun the throws of the dealer
        and of ``indicator_sum`` together count the indicator's place (E3).

        >>> from table_daemon.rules.profile import DAIHUN
        >>> Wall.built(dealer=0, break_sum=7, indicator_sum=3, profile=DAIHUN).dealt().left
        49
        """
        check_dice(indicator_sum, "sum of the indicator's dice")
        seat, counted = break_of(dealer, break_sum, profile, second_sum=second_sum)
        order = draw_order(seat, counted)
        if profile.ruleset is Ruleset.DAIHUN:
            flipped = daihun_indicator_place(seat, counted, break_sum + indicator_sum)
            return cls(order[:-NEVER_DRAWN_DAIHUN], (), indicator=flipped)
        flipped = indicator_place(seat, counted, indicator_sum)
        if profile.wall_end is WallEnd.ALL:
            order = tuple(place for place in order if place != flipped)
        else:
            order = order[: TILES - 2 * indicator_sum]
        return cls(order, replacement_order(seat, counted, indicator_sum), indicator=flipped)

    def dealt(self) -> Wall:
        """Answer the wall after the deal."""
        return replace(self, drawn=DEALT)

    @property
    def left(self) -> int:
        """Tiles that can still be drawn in turn until 荒庄 (before the deal, those of the deal too)."""
        return len(self.order) - self.drawn - max(0, self.replaced - self._tail)

    def next_draw(self) -> tuple[WallPlace, Wall]:
        """Answer the place of the next ordinary draw; or raise ``WallExhaustedError`` at 荒庄."""
        if not self.left:
            raise WallExhaustedError("the wall is spent: the hand is drawn (荒庄)")
        place = self.order[self.drawn]
        if self.replaced and place == self.replacements[self.replaced - 1]:
            place = self.order[self.drawn + 1]  # of the last stack, a kong has taken the upper tile
        return place, replace(self, drawn=self.drawn + 1)

    def next_replacement(self) -> tuple[WallPlace, Wall]:
        """Answer the place of the next kong's replacement; or raise ``WallExhaustedError`` (B32)."""
        if self.replaced >= self._tail and not self.left:
            raise WallExhaustedError("no tile is left for a kong: the hand is drawn (荒庄), the kong counts")
        if not self.replacements:
            return self.next_draw()
        place = self.replacements[self.replaced]
        if self.drawn and place == self.order[self.drawn - 1]:
            place = self.replacements[self.replaced + 1]  # of the last stack, only the lower tile is left
        return place, replace(self, replaced=self.replaced + 1)

    @property
    def _tail(self) -> int:
        """How many replacements there are before they shorten the wall."""
        return max(0, len(self.replacements) - len(self.order))


def _both(stacks: Iterable[StackPlace]) -> Iterator[WallPlace]:
    """Both tiles of each stack, the upper one first."""
    for seat, k in stacks:
        yield WallPlace(seat, k, Level.UPPER)
        yield WallPlace(seat, k, Level.LOWER)

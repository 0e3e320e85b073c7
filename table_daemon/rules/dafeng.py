"""打风: seats given out by four winds drawn face down. Dice and tiles are told to it; nothing is random here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from table_daemon.rules.errors import BadSeatingError
from table_daemon.rules.kaipai import check_dice
from table_daemon.rules.tiles import Tile
from table_daemon.rules.turns import SEATS, check_seat, in_turn_order, next_seat, seat_counted

if TYPE_CHECKING:
    from collections.abc import Sequence

_EAST: Final = Tile.parse("1z").index


@dataclass(frozen=True, slots=True)
class DrawnSeats:
    """Where everybody sits after 打风.

    >>> DrawnSeats(places=(1, 2, 3, 0), dealer=0).neighbours_changed
    False
    """

    places: tuple[int, int, int, int]
    """The new seat of who sat at 0, 1, 2 and 3."""
    dealer: int
    """The new seat of who drew 东: the first dealer."""

    @property
    def neighbours_changed(self) -> bool:
        """Whether anybody has another 下家 than before; if nobody has, 打风 is done again (A1.2)."""
        return any(self.places[next_seat(seat)] != next_seat(self.places[seat]) for seat in SEATS)


def first_to_draw(east: int, dice_sum: int) -> int:
    """Return who draws the first wind: counted from the seat named 东, who throws and is 1 (A1.2).

    >>> first_to_draw(0, 7)
    2
    """
    check_seat(east, "seat named 东")
    return seat_counted(east, check_dice(dice_sum, "sum of the dice of 打风"))


def drawn_seats(*, east: int, dice_sum: int, winds: Sequence[Tile]) -> DrawnSeats:
    """Seat everybody by the winds drawn (A1.2).

    ``east`` is the seat named 东, who throws ``dice_sum``; whom it counts draws ``winds[0]``, the next in turn
    ``winds[1]`` and so on, and each sits down at the place of his wind, 东 being ``east`` and the rest following
    in turn order. Raises ``BadSeatError``, ``BadDiceError`` or ``BadSeatingError``.

    >>> from table_daemon.rules.tiles import parse_tiles
    >>> drawn_seats(east=0, dice_sum=5, winds=parse_tiles("2z1z3z4z"))
    DrawnSeats(places=(1, 0, 2, 3), dealer=0)
    """
    if sorted(tile.index - _EAST for tile in winds) != list(SEATS):
        drawn = " ".join(str(tile) for tile in winds)
        raise BadSeatingError(f"the winds drawn are {drawn}: they must be 1z, 2z, 3z and 4z, one each")
    drawers = in_turn_order(first_to_draw(east, dice_sum))
    sits = {drawer: (east + tile.index - _EAST) % 4 for drawer, tile in zip(drawers, winds, strict=True)}
    return DrawnSeats((sits[0], sits[1], sits[2], sits[3]), dealer=east)

"""Seats and the order of turns. Seats are 0..3 counter-clockwise, which is the order of play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from table_daemon.rules.errors import BadSeatError
from table_daemon.rules.tiles import Tile

if TYPE_CHECKING:
    from collections.abc import Collection

SEATS: Final = (0, 1, 2, 3)
"""All seats, in turn order from seat 0."""


def check_seat(seat: int, what: str = "seat") -> int:
    """Return ``seat``; raises ``BadSeatError`` naming ``what`` when it is not 0..3."""
    if seat not in SEATS:
        raise BadSeatError(f"{what} is {seat}: seats are 0..3")
    return seat


def next_seat(seat: int) -> int:
    """Return the 下家, who plays after ``seat`` and sits at its right hand (B2).

    >>> [next_seat(seat) for seat in SEATS]
    [1, 2, 3, 0]
    """
    return (seat + 1) % 4


def previous_seat(seat: int) -> int:
    """Return the 上家, who plays before ``seat`` and sits at its left hand.

    >>> previous_seat(0)
    3
    """
    return (seat + 3) % 4


def opposite(seat: int) -> int:
    """Return the 对家, who throws the dice for the indicator when ``seat`` deals (A2.2).

    >>> opposite(1)
    3
    """
    return (seat + 2) % 4


def in_turn_order(first: int) -> tuple[int, int, int, int]:
    """Return the four seats in the order they play, ``first`` leading.

    >>> in_turn_order(2)
    (2, 3, 0, 1)
    """
    return first % 4, (first + 1) % 4, (first + 2) % 4, (first + 3) % 4


def others(seat: int) -> tuple[int, ...]:
    """Return the three other seats, from seat 0 on.

    >>> others(2)
    (0, 1, 3)
    """
    return tuple(other for other in SEATS if other != seat)


def seat_counted(first: int, count: int) -> int:
    """Return whom a throw of the dice picks: ``first`` is 1, his 下家 2, and so round (A1.2, A2.1).

    >>> seat_counted(0, 5), seat_counted(0, 2), seat_counted(3, 12)
    (0, 1, 2)
    """
    return (first + count - 1) % 4


def nearest(seats: Collection[int], *, after: int) -> int:
    """Return which of ``seats`` plays first after ``after``; of several claims it is the one that holds (E10).

    Raises ``BadSeatError`` when none is given.

    >>> nearest({1, 3}, after=2)
    3
    """
    for seat in in_turn_order(next_seat(after)):
        if seat in seats:
            return seat
    raise BadSeatError(f"none of the seats {sorted(seats)} can be the nearest: seats are 0..3")


def wind_of(seat: int, *, dealer: int) -> Tile:
    """Return the seat's wind, the dealer being 东 and the rest following in turn order.

    >>> [str(wind_of(seat, dealer=2)) for seat in SEATS]
    ['3z', '4z', '1z', '2z']
    """
    return Tile(27 + (seat - dealer) % 4)

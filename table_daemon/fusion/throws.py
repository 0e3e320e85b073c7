"""Whose the tiles are that came to lie since the last explained look, and in which order they were thrown.

Weighs together whose turn it was, where each tile lies and who reached in; knows of no tile what it reads as.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations, product
from math import inf
from typing import TYPE_CHECKING

from table_daemon.fusion.seats import seat_of_side

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from table_daemon.fusion.seats import TableZones
    from vision.observation import Point, Side

_SPREAD_DEG = 20.0
"""Tiles lie so far (standard deviation) to the left or right of what is straight before their player."""
_ASTRAY, _ASTRAY_DEG = 4.0, 45.0
"""Farther off it grows but slowly, one for so many degrees from this on: a tile may roll, or its place be full."""
_OUT_OF_TURN = 7.2
"""How much less likely (natural logarithm) a throw out of turn is: it happens once in many hands."""
_UNREACHED = 4.0
"""How much less likely a throw is whose player was not seen to reach in, while others were."""
_IDLE = 1.5
"""How much less likely a hand is that reached in and threw nothing: it pushed a tile, or lay over some."""
_SEATS = range(4)


@dataclass(frozen=True, slots=True)
class Throw:
    """A tile that somebody threw; without a place one that a meld took before anybody saw it lie."""

    place: Point | None
    look: int
    """The image that showed it first: what an earlier one showed was thrown before."""
    reached: frozenset[Side]
    claimer: int | None = None
    """Who took it and plays next; he did not throw it himself."""


@dataclass(frozen=True, slots=True)
class First:
    """The first of some throws, by the likeliest story."""

    throw: Throw
    seat: int
    margin: float
    """How much likelier (natural logarithm) that story is than any that begins otherwise."""
    seat_margin: float
    """The same against those in which another seat threw this tile, first or not."""


def first_of(throws: Sequence[Throw], to_act: int, zones: TableZones) -> First:
    """Which of ``throws``, a few and at least one, was made first and by whom; ``to_act`` was in turn then."""
    told = list(_stories(throws, to_act, zones))
    cost, order, seats = min(told)
    first, seat = order[0], seats[0]
    otherwise = (c for c, o, s in told if (o[0], s[0]) != (first, seat))
    anothers = (c for c, o, s in told if s[o.index(first)] != seat)
    return First(throws[first], seat, min(otherwise, default=inf) - cost, min(anothers, default=inf) - cost)


def unlikeliness(throws: Sequence[Throw], to_act: int, zones: TableZones) -> float:
    """How unlikely (negative natural logarithm) the likeliest story is in which ``to_act`` was in turn at first."""
    return min(cost for cost, _, _ in _stories(throws, to_act, zones))


def _stories(
    throws: Sequence[Throw], to_act: int, zones: TableZones
) -> Iterator[tuple[float, tuple[int, ...], tuple[int, ...]]]:
    """Every order of the throws with everybody in turn, or one out of turn, and how unlikely that is."""
    costs = [seat_costs(throw, zones) for throw in throws]
    reached = {seat_of_side(side) for throw in throws for side in throw.reached}
    busy = {throw.claimer for throw in throws}
    for order in _orders(throws):
        plain = _in_turn(order, throws, to_act)
        for seats in (plain, *_out_of_turn(order, throws, plain)):
            cost = sum(costs[k][seat] for k, seat in zip(order, seats, strict=True))
            idle = len(reached - busy.union(seats)) if len(reached) < len(_SEATS) else 0
            yield cost + _IDLE * idle + _OUT_OF_TURN * (seats != plain), order, seats


def seat_costs(throw: Throw, zones: TableZones) -> list[float]:
    """How unlikely (negative natural logarithm) it is of each seat that it threw that, turns apart."""
    return [_cost(throw, seat, zones) for seat in _SEATS]


def _orders(throws: Sequence[Throw]) -> Iterator[tuple[int, ...]]:
    """Every order in which they may have been thrown: earlier looks first."""
    looks = sorted({throw.look for throw in throws})
    groups = [[k for k, throw in enumerate(throws) if throw.look == look] for look in looks]
    for parts in product(*(tuple(permutations(group)) for group in groups)):
        yield tuple(k for part in parts for k in part)


def _out_of_turn(order: Sequence[int], throws: Sequence[Throw], plain: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Who threw them if one of them threw out of turn and it went on from there."""
    for at, jumped in product(range(len(order)), _SEATS):
        if jumped not in (plain[at], throws[order[at]].claimer):
            yield (*plain[:at], *_in_turn(order[at:], throws, jumped))


def _in_turn(order: Sequence[int], throws: Sequence[Throw], first: int) -> tuple[int, ...]:
    seats, seat = [], first
    for k in order:
        claimer = throws[k].claimer
        seats.append(seat)
        seat = (seat + 1) % 4 if claimer is None else claimer
    return tuple(seats)


def _cost(throw: Throw, seat: int, zones: TableZones) -> float:
    """How unlikely (negative natural logarithm) it is that ``seat`` threw it, turns apart."""
    if seat == throw.claimer:
        return inf
    unreached = bool(throw.reached) and all(seat_of_side(side) != seat for side in throw.reached)
    askew = 0.0 if throw.place is None else zones.askew_deg(seat, throw.place)
    return min((askew / _SPREAD_DEG) ** 2 / 2, _ASTRAY + askew / _ASTRAY_DEG) + _UNREACHED * unreached

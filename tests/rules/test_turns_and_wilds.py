"""Seats, winds, 铲 and the circle of wilds."""

from __future__ import annotations

import pytest

from table_daemon.rules.chan import chan_rounds
from table_daemon.rules.errors import BadSeatError
from table_daemon.rules.tiles import ALL_TILES, Tile
from table_daemon.rules.turns import SEATS, check_seat, in_turn_order, next_seat, opposite, previous_seat, wind_of
from table_daemon.rules.wilds import next_in_circle, wilds_of


@pytest.mark.parametrize(
    ("indicator", "following"),
    [("3p", "4p"), ("9s", "1s"), ("9m", "1m"), ("3z", "4z"), ("4z", "1z"), ("7z", "6z"), ("6z", "5z"), ("5z", "7z")],
)
def test_the_wild_circle(indicator: str, following: str) -> None:
    assert wilds_of(Tile.parse(indicator)) == (Tile.parse(indicator), Tile.parse(following))


def test_every_tile_follows_exactly_one_other() -> None:
    assert sorted(next_in_circle(tile) for tile in ALL_TILES) == list(ALL_TILES)


@pytest.mark.parametrize("seat", SEATS)
def test_seats_go_round(seat: int) -> None:
    assert next_seat(previous_seat(seat)) == seat
    assert opposite(opposite(seat)) == seat
    assert in_turn_order(seat) == (seat, next_seat(seat), opposite(seat), previous_seat(seat))
    assert [str(wind_of(place, dealer=seat)) for place in in_turn_order(seat)] == ["1z", "2z", "3z", "4z"]


@pytest.mark.parametrize("seat", [-1, 4])
def test_there_are_four_seats(seat: int) -> None:
    with pytest.raises(BadSeatError, match=r"seats are 0\.\.3"):
        check_seat(seat)


@pytest.mark.parametrize(
    ("discards", "claims", "expected"),
    [
        ("2:3z 3:3z 0:3z 1:3z", 0, True),
        ("2:3z 3:3z 0:3z 1:3z 2:5p", 0, True),
        ("2:3z 3:3z 0:3z 1:3z", 1, False),
        ("2:3z 3:3z 0:3z 1:4z", 0, False),
        ("2:3z 3:3z 0:3z", 0, False),
        ("2:3z 0:3z 1:3z 2:3z", 0, False),
        ("1:3z 2:3z 3:3z 0:3z", 0, False),
        ("", 0, False),
    ],
)
def test_when_chan_fires(discards: str, claims: int, *, expected: bool) -> None:
    pairs = [entry.split(":") for entry in discards.split()]
    opening = [(int(seat), Tile.parse(tile)) for seat, tile in pairs]
    assert chan_rounds(dealer=2, discards=opening, claims=(0,) * claims) == int(expected)


ROUND = "0:3z 1:3z 2:3z 3:3z"
AGAIN = "0:5p 1:5p 2:5p 3:5p"


@pytest.mark.parametrize(
    ("discards", "claims", "most", "rounds"),
    [
        ("", [], 2, 0),
        (ROUND, [], 2, 1),
        (f"{ROUND} {AGAIN}", [], 1, 1),
        (f"{ROUND} {AGAIN}", [], 2, 2),
        (f"{ROUND} {AGAIN} {ROUND}", [], 2, 2),
        (f"{ROUND} {AGAIN}", [3], 2, 0),
        (f"{ROUND} {AGAIN}", [4], 2, 1),
        (f"{ROUND} {AGAIN}", [8], 2, 2),
        (f"{ROUND} 0:5p 1:5p 2:6p 3:5p", [], 2, 1),
        (f"0:5p 1:5p 2:6p 3:5p {ROUND}", [], 2, 0),
    ],
)
def test_in_how_many_rounds_chan_fires(discards: str, claims: list[int], most: int, rounds: int) -> None:
    opening = [(int(entry[0]), Tile.parse(entry[2:])) for entry in discards.split()]
    assert chan_rounds(dealer=0, discards=opening, claims=claims, most=most) == rounds

"""Whose tiles are, from turn, place and hands: each witness alone, against the others, and several tiles at once."""

from __future__ import annotations

from math import inf

import pytest

from table_daemon.fusion.seats import SIDES, TableZones
from table_daemon.fusion.thresholds import Thresholds
from table_daemon.fusion.throws import Throw, first_of, unlikeliness
from tests.fusion.seen import place

ZONES = TableZones()
SURE = Thresholds().sure_seat


def thrown(
    seat: int, u: float = 0.0, *, reached: tuple[int, ...] = (), look: int = 1, claimer: int | None = None
) -> Throw:
    return Throw(place(seat, u, 150), look, frozenset(SIDES[s] for s in reached), claimer)


@pytest.mark.parametrize("to_act", range(4))
def test_in_turn_before_its_player_whose_hand_came_in_is_sure(to_act: int) -> None:
    first = first_of([thrown(to_act, reached=(to_act,))], to_act, ZONES)
    assert first.seat == to_act
    assert first.margin > SURE


def test_turn_and_hand_outweigh_the_place() -> None:
    first = first_of([thrown(3, reached=(1,))], 1, ZONES)
    assert (first.seat, first.margin > SURE) == (1, True)


def test_hand_and_place_together_outweigh_the_turn() -> None:
    first = first_of([thrown(2, reached=(2,))], 1, ZONES)
    assert (first.seat, first.margin > SURE) == (2, True)


def test_a_place_between_two_does_not_outweigh_the_turn() -> None:
    first = first_of([thrown(2, -140.0, reached=(2,))], 1, ZONES)
    assert first.margin < SURE
    assert first.seat_margin < SURE


def test_two_tiles_of_one_look_go_to_whom_they_lie_before_and_who_reached_in() -> None:
    tiles = [thrown(2, reached=(0, 2)), thrown(0, 60.0, reached=(0, 2))]
    first = first_of(tiles, 0, ZONES)
    assert first.throw is tiles[1]
    assert (first.seat, first.margin > SURE) == (0, True)
    second = first_of(tiles[:1], 1, ZONES)
    assert (second.seat, second.margin > SURE) == (2, True)


def test_what_an_earlier_look_showed_was_thrown_first() -> None:
    tiles = [thrown(1, look=2), thrown(1, 100.0, look=1)]
    assert first_of(tiles, 0, ZONES).throw is tiles[1]


def test_a_claimed_tile_that_nobody_saw_came_after_the_one_before_the_player_in_turn() -> None:
    tile = thrown(1, reached=(0, 1, 2))
    claimed = Throw(None, 1, frozenset(SIDES[:3]), claimer=0)
    first = first_of([tile, claimed], 1, ZONES)
    assert (first.throw, first.seat) == (tile, 1)
    assert first.margin > SURE
    after = first_of([claimed], 2, ZONES)
    assert (after.seat, after.margin > SURE) == (2, True)


def test_a_tile_after_the_claim_is_the_claimers() -> None:
    tile = thrown(0, reached=(0, 1))
    claimed = Throw(None, 1, frozenset(SIDES[:2]), claimer=0)
    first = first_of([tile, claimed], 1, ZONES)
    assert (first.throw, first.seat, first.margin > SURE) == (claimed, 1, True)


def test_nobody_claims_a_tile_of_his_own() -> None:
    claimed = Throw(None, 1, frozenset(), claimer=1)
    first = first_of([claimed], 1, ZONES)
    assert first.seat != 1
    assert first.margin == 0.0


def test_a_single_story_has_no_rival() -> None:
    assert first_of([thrown(0)], 0, ZONES).margin < inf
    assert unlikeliness([thrown(0)], 0, ZONES) == 0.0
    assert unlikeliness([thrown(0)], 2, ZONES) > SURE


def test_a_tile_before_the_player_opposite_is_in_doubt_when_it_went_on_too_fast_to_see() -> None:
    reached = frozenset(SIDES[s] for s in (1, 2, 3))
    tile = Throw(place(2, 74, 107), 1, reached)
    claimed = Throw(None, 1, reached, claimer=1)
    first = first_of([tile, claimed], 1, ZONES)
    assert first.throw is tile
    assert first.margin < SURE

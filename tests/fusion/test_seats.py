"""Zones and seats of the table, against where the simulator really puts things."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_daemon.fusion.seats import TableZones, Zone, seat_of_side, to_local
from tests.fusion.seen import place
from vision.observation import Side

ZONES = TableZones()
SEATS = range(4)
NEAR = st.floats(-430, 430)


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize(
    ("u", "v", "zone"),
    [
        (0, 0, Zone.CONSOLE),
        (0, 100, Zone.MIDDLE),
        (100, 100, Zone.MIDDLE),
        (-250, 250, Zone.MIDDLE),
        (248, 290, Zone.WALL),
        (-248, 290, Zone.WALL),
        (0, 275, Zone.WALL),
        (0, 305, Zone.WALL),
        (-300, 345, Zone.STRIP),
        (420, 400, Zone.STRIP),
        (0, 375, Zone.STRIP),
        (0, 440, Zone.STRIP),
        (0, 470, Zone.OUTSIDE),
    ],
)
def test_what_a_place_is_for_is_the_same_for_every_player(seat: int, u: float, v: float, zone: Zone) -> None:
    assert ZONES.zone(place(seat, u, v)) is zone


@pytest.mark.parametrize("seat", SEATS)
def test_a_strip_reaches_from_the_rack_to_the_right_hand_corner(seat: int) -> None:
    for u, v in [(-300, 345), (0, 375), (420, 400), (420, 330), (440, 430)]:
        assert ZONES.seat_of_strip(place(seat, u, v)) == seat
    # The corner at the left hand is the neighbour's right-hand corner.
    assert ZONES.seat_of_strip(place(seat, -420, 400)) == (seat - 1) % 4
    for u, v in [(0, 290), (0, 100), (0, 0), (-430, 100)]:
        assert ZONES.seat_of_strip(place(seat, u, v)) != seat


@given(x=NEAR, y=NEAR)
def test_no_place_is_in_two_strips_and_turning_turns_the_strip(x: float, y: float) -> None:
    owner = ZONES.seat_of_strip((x, y))
    assert ZONES.seat_of_strip((y, -x)) == (None if owner is None else (owner + 1) % 4)
    if ZONES.zone((x, y)) is Zone.STRIP:
        assert owner is not None


@given(seat=st.integers(0, 3), u=NEAR, v=NEAR)
def test_a_players_view_is_that_of_his_place(seat: int, u: float, v: float) -> None:
    local = to_local(seat, place(seat, u, v))
    assert (local.u, local.v) == (u, v)


@pytest.mark.parametrize("seat", SEATS)
def test_a_place_is_straight_before_its_player_and_askew_for_the_others(seat: int) -> None:
    at = place(seat, 0, 150)
    askew = [ZONES.askew_deg((seat + k) % 4, at) for k in range(4)]
    assert askew == pytest.approx([0.0, 90.0, 180.0, 90.0])


def test_the_sides_go_round_in_turn_order() -> None:
    assert [seat_of_side(s) for s in (Side.BOTTOM, Side.RIGHT, Side.TOP, Side.LEFT)] == [0, 1, 2, 3]


def test_a_larger_table_has_its_strips_farther_out() -> None:
    large = TableZones(side_mm=1000.0, wall_v_mm=340.0)
    assert large.zone((0, 340)) is Zone.WALL
    assert ZONES.zone((0, 340)) is Zone.STRIP

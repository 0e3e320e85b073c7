from __future__ import annotations

import pytest

from table_daemon.fusion.seats import SIDES, TableZones
from table_daemon.fusion.turning import turned
from tests.fusion.seen import look, place, row, seen
from vision.observation import Side

AT = {Side.BOTTOM: (0.0, 400.0), Side.RIGHT: (400.0, 0.0), Side.TOP: (0.0, -400.0), Side.LEFT: (-400.0, 0.0)}


@pytest.mark.parametrize("seat0", SIDES)
def test_seat_0_sits_at_the_bottom_afterwards_and_the_others_follow(seat0: Side) -> None:
    first = SIDES.index(seat0)
    for seat in range(4):
        side = SIDES[(first + seat) % 4]
        after = turned(look(seen("1m", AT[side]), hands=(side,)), seat0)
        assert after.tiles[0].centre_mm == AT[SIDES[seat]]
        assert after.hands == {SIDES[seat]}


@pytest.mark.parametrize("seat0", SIDES)
def test_a_tile_upright_for_seat_0_is_upright_at_the_bottom(seat0: Side) -> None:
    """Upright for a player means that the face's top points away from him (common geometry: 0, 270, 180, 90)."""
    upright = {Side.BOTTOM: 0.0, Side.RIGHT: 270.0, Side.TOP: 180.0, Side.LEFT: 90.0}
    before = look(seen("1m", AT[seat0]))
    tile = before.tiles[0]
    tilted = type(tile)(
        tile.label, tile.confidence, tile.second, tile.second_confidence, tile.centre_mm, upright[seat0], tile.quad_px
    )
    after = turned(type(before)(before.t_ms, before.image_id, before.still, (tilted,)), seat0)
    assert after.tiles[0].angle_deg == 0.0
    assert after.tiles[0].quad_px == tile.quad_px


def test_turning_four_times_changes_nothing() -> None:
    seen_before = look(row(1, "1m 2m 3m", u=100), seen("9p", (12.5, -80.25)), hands=(Side.TOP,))
    after = seen_before
    for _ in range(4):
        after = turned(after, Side.RIGHT)
    assert after == seen_before


def test_a_turned_strip_is_the_seats_own() -> None:
    at = place(0, 420, 400)
    x, y = turned(look(seen("1m", (at[1], -at[0]))), Side.RIGHT).tiles[0].centre_mm
    assert TableZones().seat_of_strip((x, y)) == 0

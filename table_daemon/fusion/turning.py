"""The picture turned so that seat 0 sits at the bottom, whatever side of the picture that player really sits at."""

from dataclasses import replace

from table_daemon.fusion.seats import SIDES
from vision.observation import Observation, Point, SeenTile, Side


def turned(observation: Observation, seat0: Side) -> Observation:
    """The observation as it would be with seat 0 at the bottom; picture corners stay as they are.

    >>> seen = Observation(t_ms=0, image_id=1, still=True, hands=frozenset({Side.RIGHT}))
    >>> turned(seen, Side.RIGHT).hands
    frozenset({<Side.BOTTOM: 'bottom'>})
    """
    steps = SIDES.index(seat0)
    if steps == 0:
        return observation
    return replace(
        observation,
        tiles=tuple(_turned_tile(tile, steps) for tile in observation.tiles),
        hands=frozenset(SIDES[(SIDES.index(side) - steps) % 4] for side in observation.hands),
    )


def _turned_tile(tile: SeenTile, steps: int) -> SeenTile:
    place = tile.centre_mm
    for _ in range(steps):
        place = _quarter(place)
    return replace(tile, centre_mm=place, angle_deg=(tile.angle_deg + 90.0 * steps) % 360.0)


def _quarter(place: Point) -> Point:
    """A quarter turn clockwise in the picture: right goes to the bottom, bottom to the left."""
    x, y = place
    return (-y, x)

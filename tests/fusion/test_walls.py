"""Whether the wall is spent, by what stands of it before and behind the indicator."""

from __future__ import annotations

import pytest

from table_daemon.fusion.seats import TableZones
from table_daemon.fusion.walls import ends_at
from table_daemon.rules.wall import indicator_place, stack_order
from table_daemon.simulator.layout import wall_place
from vision.observation import Point

ZONES = TableZones()


def standing(seat: int, broken: int, first: int) -> list[Point]:
    """The stacks from number ``first`` of the order in which they are drawn."""
    return [wall_place(stack.seat, stack.k, 1).centre_mm for stack in stack_order(seat, broken)[first:]]


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize(("broken", "dice"), [(2, 12), (7, 7), (12, 2), (12, 12)])
def test_the_wall_is_spent_when_nothing_stands_before_the_indicator(seat: int, broken: int, dice: int) -> None:
    at = indicator_place(seat, broken, dice)
    indicator = wall_place(at.seat, at.k, 1).centre_mm
    assert ends_at(indicator, standing(seat, broken, 68 - dice), ZONES)
    assert not ends_at(indicator, standing(seat, broken, 67 - dice), ZONES)
    assert not ends_at(indicator, standing(seat, broken, 27), ZONES)
    assert ends_at(indicator, standing(seat, broken, 68 - dice)[:1], ZONES)
    assert not ends_at(indicator, standing(seat, broken, 67 - dice)[:2], ZONES)

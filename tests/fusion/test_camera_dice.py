"""Throws as the pictures show them, and whose they are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware_bridge.messages import LinkEvent, LinkLost
from table_daemon.fusion.camera_dice import CameraDice
from tests.fusion.tables import Dealt
from vision.observation import Observation


def seen(*dice: tuple[int, ...] | None, start_ms: int = 0) -> CameraDice:
    camera = CameraDice()
    for number, shown in enumerate(dice):
        camera.see(Observation(t_ms=start_ms + 100 * number, image_id=number, still=True, dice=shown))
    return camera


@pytest.mark.parametrize(
    ("dice", "thrown"),
    [
        ([(1, 1), (1, 1), (3, 4), (3, 4), (2, 2)], [(3, 4), (2, 2)]),
        ([(1, 1), None, (1, 1), None, (1, 1)], [(1, 1), (1, 1)]),
        ([(1, 1)], []),
        ([(1, 1), (3,), (3, 4)], [(3, 4)]),
    ],
)
def test_each_change_is_a_throw(dice: list[tuple[int, ...] | None], thrown: list[tuple[int, ...]]) -> None:
    camera = seen(*dice)
    found = [camera.throw(k, since_ms=0, now_ms=10_000, linked=False) for k in range(len(thrown) + 1)]
    assert [throw.dice if throw else None for throw in found] == [*thrown, None]


def test_a_throw_before_the_dome_was_known_is_not_guessed() -> None:
    camera = seen((1, 1), (3, 4), start_ms=5_000)
    assert camera.throw(0, since_ms=1_000, now_ms=20_000, linked=False) is None


def test_the_line_gets_time_to_tell_its_own() -> None:
    camera = seen((1, 1), (3, 4))
    assert camera.throw(0, since_ms=0, now_ms=1_000, linked=True) is None
    assert camera.throw(0, since_ms=0, now_ms=4_000, linked=True) is not None


def show(table: Dealt, dice: tuple[int, ...], *, times: int = 3) -> None:
    for _ in range(times):
        table.t_ms += 2_000
        table.feed(Observation(t_ms=table.t_ms, image_id=table.t_ms, still=True, dice=dice))


def test_without_the_lines_word_the_dealers_throw_comes_first_then_the_one_opposite() -> None:
    table = Dealt(indicator=None, dealer=1)
    show(table, (6, 6))
    table.walls()
    show(table, (3, 4))
    show(table, (2, 5))
    assert [(throw.seat, throw.dice) for throw in table.hand.dice] == [(1, (3, 4)), (3, (2, 5))]


def test_a_line_that_tells_dice_is_believed_alone() -> None:
    table = Dealt(indicator=None, dealer=0)
    show(table, (6, 6))
    table.walls()
    table.dice(0, 3, 4)
    show(table, (3, 4))
    show(table, (1, 1))
    assert [throw.dice for throw in table.hand.dice] == [(3, 4)]


def test_after_the_line_is_lost_the_camera_goes_on_where_it_ended() -> None:
    table = Dealt(indicator=None, dealer=0)
    show(table, (6, 6))
    table.walls()
    table.dice(0, 3, 4)
    show(table, (3, 4))
    table.feed(LinkEvent(table.t_ms, LinkLost()))
    show(table, (2, 5))
    assert [(throw.seat, throw.dice) for throw in table.hand.dice] == [(0, (3, 4)), (2, (2, 5))]


def test_a_line_that_told_one_die_leaves_open_who_threw_next() -> None:
    table = Dealt(indicator=None, dealer=0)
    show(table, (6, 6))
    table.walls()
    table.dice(0, 3)
    show(table, (3, 4))
    table.feed(LinkEvent(table.t_ms, LinkLost()))
    show(table, (2, 5))
    assert [(throw.seat, throw.dice) for throw in table.hand.dice] == [(0, (3,)), (None, (2, 5))]


def test_moving_pictures_and_pictures_with_problems_say_nothing() -> None:
    camera = seen((1, 1))
    still = Observation(t_ms=500, image_id=9, still=True, dice=(3, 4))
    camera.see(replace(still, still=False))
    camera.see(replace(still, problems=("camera_moved",)))
    assert camera.throw(0, since_ms=0, now_ms=10_000, linked=False) is None

"""What the dome shows, from readings told beforehand."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from table_daemon.dome import Dome
from tests.daemon.doubles import grey
from vision.dice import DiceReading, SeenDie
from vision.motion import Box, Motion

IMAGE = grey(8, 8)
STILL = Motion(still=True, hands=frozenset(), moving=(), changed=())
OVER_DOME = Motion(still=True, hands=frozenset(), moving=(), changed=(Box(-20, -20, 20, 20),))
ELSEWHERE = Motion(still=True, hands=frozenset(), moving=(), changed=(Box(200, 200, 240, 240),))


def lying(*dice: tuple[int, float], confidence: float = 0.99) -> DiceReading:
    return DiceReading(tuple(SeenDie(value, 0.99, (x, 0.0)) for value, x in dice), confidence)


@dataclass
class Told:
    readings: list[DiceReading]
    reads: int = field(default=0)

    def read(self, image: NDArray[np.uint8]) -> DiceReading:  # noqa: ARG002 - told beforehand
        self.reads += 1
        return self.readings.pop(0)


def shown(readings: list[DiceReading], motions: list[Motion]) -> list[tuple[int, ...] | None]:
    dome, out = Dome(Told(readings)), []
    for motion in motions:
        dome.look(IMAGE, motion, again=False)
        out.append(dome.shown)
    return out


def test_dice_are_read_once_while_nothing_changes_around_them() -> None:
    told = Told([lying((3, -10), (4, 10))])
    dome = Dome(told)
    for motion in (STILL, STILL, ELSEWHERE):
        dome.look(IMAGE, motion, again=False)
        assert dome.shown == (3, 4)
    assert told.reads == 1


def test_a_new_throw_shows_nothing_for_one_look_even_with_the_same_values() -> None:
    readings = [lying((3, -10), (4, 10)), *[lying((3, -30), (4, 20))] * 2]
    assert shown(readings, [STILL, OVER_DOME, STILL]) == [(3, 4), None, (3, 4)]


def test_a_hand_or_a_glint_over_the_dome_changes_nothing() -> None:
    readings = [lying((3, -10), (4, 10)), lying(), lying((3, -10), confidence=0.4), lying((3, -10), (4, 10.5))]
    assert shown(readings, [STILL, OVER_DOME, OVER_DOME, OVER_DOME]) == [(3, 4)] * 4


def test_without_a_sense_nothing_is_shown() -> None:
    dome = Dome(None)
    dome.look(IMAGE, OVER_DOME, again=True)
    assert dome.shown is None

"""What the dice in the console's dome show, kept from picture to picture. Knows no game: a throw is not its affair.

Between two different throws there is always one look that shows nothing, even if both show the same values.
"""

from math import dist

import numpy as np
from numpy.typing import NDArray

from table_daemon.steadiness import DiceSense
from vision.dice import DiceReading
from vision.dice_window import HALF_MM
from vision.motion import Box, Motion

_SURE = 0.98
"""A throw decides when the wall is spent, and glints of an empty dome have been read as dice at 0.9."""
_DICE = 2
_SAME_MM = 2.5
"""Dice that lie this near to where they lay were not thrown."""


class Dome:
    """Reads the dice when the table is still and something changed around them."""

    def __init__(self, sense: DiceSense | None) -> None:
        self._sense = sense
        self._reading: DiceReading | None = None
        self._due = True
        self.shown: tuple[int, ...] | None = None
        """What was last read surely; None before that, and for one look after a new throw."""

    def use(self, sense: DiceSense | None) -> None:
        """Read with another sense from now on; what lies there is remembered."""
        self._sense, self._due = sense, True

    def look(self, image: NDArray[np.uint8], motion: Motion, *, again: bool) -> None:
        """Bring ``shown`` up to date with a picture; ``again`` asks for a fresh reading of what did not change."""
        if self._sense is None:
            return
        if any(_over_dome(box) for box in (*motion.moving, *motion.changed)):
            self._due = True
        if not motion.still or not (self._due or again):
            return
        self._due = False
        before, now = self._reading, self._sense.read(image)
        values = now.values if now.confidence >= _SURE and len(now.values) == _DICE else None
        if values is None:
            # A hand or a glint over the dome: what lies there is still what lay there.
            return
        if before is None or _same(before, now):
            self.shown, self._reading = values, now
        else:
            # Thrown anew: one look without dice tells whoever follows, the next shows them.
            self.shown, self._reading, self._due = None, None, True


def _same(before: DiceReading, now: DiceReading) -> bool:
    return before.values == now.values and all(
        dist(one.centre_mm, other.centre_mm) <= _SAME_MM for one, other in zip(before.dice, now.dice, strict=True)
    )


def _over_dome(box: Box) -> bool:
    return box.left_mm < HALF_MM and box.right_mm > -HALF_MM and box.top_mm < HALF_MM and box.bottom_mm > -HALF_MM

"""Measures the dice reader on rendered windows that nothing was learnt from. Prints nothing."""

from dataclasses import dataclass, field

import numpy as np

from vision.dice import read_window
from vision.runtime import Network
from vision.synthetic.random_dice import random_dice_window
from vision.training.measure import Answers, Tally

SEED = 93_000


@dataclass(slots=True)
class DiceFigures:
    """Windows read: every die found, nothing else taken for one, every value right."""

    with_dice: Tally = field(default_factory=Tally)
    without_dice: Tally = field(default_factory=Tally)
    answers: Answers = field(default_factory=Answers)

    @property
    def all(self) -> Tally:
        """Both kinds together."""
        parts = (self.with_dice, self.without_dice)
        return Tally(sum(part.right for part in parts), sum(part.total for part in parts))


def measure_dice(count: int, network: Network, *, seed: int = SEED) -> DiceFigures:
    """Return how ``count`` windows are read; pass a seed that training does not use."""
    rng = np.random.default_rng(seed)
    figures = DiceFigures()
    for _ in range(count):
        window = random_dice_window(rng)
        reading = read_window(window.pixels, network)
        right = sorted(reading.values) == sorted(window.values)
        (figures.with_dice if window.values else figures.without_dice).add(right=right)
        figures.answers.add(reading.confidence, right=right)
    return figures

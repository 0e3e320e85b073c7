"""The newest picture of the camera with what was made of it, for whoever sets the table up. Keeps one, never a film."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.geometry import TableCamera
from vision.observation import Observation


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """One picture and what it was taken for."""

    number: int
    pixels: NDArray[np.uint8]
    t_ms: int
    observation: Observation | None
    """None: the table's place is not known, so nothing was read."""
    place: TableCamera | None
    """From where the picture was read."""


class LastLooks:
    """Holds the newest look; pictures are numbered anew, for a source may begin again at 1."""

    def __init__(self) -> None:
        self.newest: Look | None = None
        self._number = 0

    def keep(
        self, pixels: NDArray[np.uint8], *, t_ms: int, observation: Observation | None, place: TableCamera | None
    ) -> None:
        """Take a look in place of the one before."""
        self._number += 1
        self.newest = Look(self._number, pixels, t_ms, observation, place)

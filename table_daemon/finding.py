"""An eye for a table nobody has calibrated: it looks for the table in the pictures, then sees as any other."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from table_daemon.looking import Eye
from table_daemon.steadiness import Standing
from vision.calibration.calibrate import Calibrated
from vision.errors import CalibrationError
from vision.observation import Observation

NOT_CALIBRATED = "not_calibrated"
"""The problem an observation has while nobody knows where the table lies."""
_EAGER = 20
"""So many pictures are all searched; after them one in ``_SELDOM``: a search takes a second."""
_SELDOM = 50


class FindingEye:
    """Searches until the table is found surely; reads nothing before."""

    def __init__(self, find: Callable[[NDArray[np.uint8]], Calibrated], make_eye: Callable[[Calibrated], Eye]) -> None:
        """``find`` raises CalibrationError."""
        self._find = find
        self._make_eye = make_eye
        self._eye: Eye | None = None
        self._looks = 0
        self._trouble = (
            "the table is not calibrated, and it has not been found in a picture yet; "
            "calibrate it on the setup page or with queyan calibrate"
        )

    @property
    def trouble(self) -> str:
        """What people should do about the camera's place; empty when all is well."""
        return self._trouble if self._eye is None else self._eye.trouble

    @property
    def note(self) -> str:
        """What happened to the camera's place and was mended."""
        if self._eye is None or self._eye.note:
            return "" if self._eye is None else self._eye.note
        return "the table was found by itself; the setup page or queyan calibrate makes it exact and keeps it"

    @property
    def standing(self) -> Standing | None:
        """From where the table is looked at; None until it is found."""
        return None if self._eye is None else self._eye.standing

    def look(self, image: NDArray[np.uint8], *, t_ms: int, image_id: int) -> Observation:
        """What a picture says, nothing but its time until the table is found."""
        if self._eye is None and (self._looks < _EAGER or self._looks % _SELDOM == 0):
            self._search(image)
        self._looks += 1
        if self._eye is not None:
            return self._eye.look(image, t_ms=t_ms, image_id=image_id)
        return Observation(t_ms=t_ms, image_id=image_id, still=False, problems=(NOT_CALIBRATED,))

    def _search(self, image: NDArray[np.uint8]) -> None:
        try:
            found = self._find(image)
        except CalibrationError as error:
            self._trouble = f"the table is not calibrated: {error}"
            return
        if not found.passed:
            self._trouble = (
                "the table is not calibrated, and what was found of it is not exact; "
                "calibrate it on the setup page or with queyan calibrate"
            )
            return
        self._eye = self._make_eye(found)

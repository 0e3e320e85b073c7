"""Keeps the camera's place true while people play: notices a bump, finds the place again or asks for help.

Knows geometry and readers, not the game. What a reader, a motion sense and a dice sense need of the place is made
anew by ``Parts`` makers of the composition root.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, assert_never

import numpy as np
from numpy.typing import NDArray

from vision.bump import BumpSense, Drift, Verdict
from vision.dice import DiceReading
from vision.errors import CalibrationError
from vision.geometry import TableCamera
from vision.landmarks import Landmarks, find_landmarks
from vision.motion import Motion
from vision.observation import SeenTile
from vision.quality import Lab
from vision.table import Region

log = logging.getLogger(__name__)

_UNSURE_LOOKS = 3
"""So many pictures in a row without the table's edge, and people are told."""


class Reader(Protocol):
    """Finds and names the lying tiles of a picture, all or those in one region."""

    def read(self, image: NDArray[np.uint8], *, region: Region | None = None) -> tuple[SeenTile, ...]:
        """The tiles whose middles lie in ``region``."""


class MotionSense(Protocol):
    """Says what moves in a picture and what has changed since the last commit."""

    def look(self, image: NDArray[np.uint8]) -> Motion:
        """Compare with the picture before and with the committed one."""

    def commit(self) -> None:
        """What the last picture shows has been read."""


class DiceSense(Protocol):
    """Reads the dice in the console's dome."""

    def read(self, image: NDArray[np.uint8]) -> DiceReading:
        """What lies there."""


@dataclass(frozen=True, slots=True)
class Parts:
    """Everything that looks at pictures from one known place."""

    reader: Reader
    motion: MotionSense
    dice: DiceSense | None = None


@dataclass(frozen=True, slots=True)
class Footing:
    """Whether the camera still hangs where it did."""

    firm: bool
    """Whether this picture may be read."""
    parts: Parts | None = None
    """What to look with from now on, if the place was found anew."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known of the camera and the table while pictures come."""

    camera: TableCamera
    """Where the camera is thought to hang now."""
    moved_px: float | None = None
    """How far the felt's corner that moved most has gone since the calibration; None where that can't be told."""
    felt_lab: Lab | None = None
    """The cloth's colour as calibrated."""


_TRY_EVERY = 40
"""Where the table's lines were not to be seen they are looked for again in one of so many still pictures."""

FIRM = Footing(firm=True)
LOOSE = Footing(firm=False)


class CameraGuard:
    """Compares pictures with the table's own lines as they were when the table was calibrated."""

    def __init__(
        self,
        camera: TableCamera,
        landmarks: Landmarks | None,
        make_parts: Callable[[TableCamera], Parts],
        *,
        table_side_mm: float,
        felt_lab: Lab | None = None,
    ) -> None:
        """Without ``landmarks`` the first picture is taken for the reference."""
        self._camera = camera
        self._make_parts = make_parts
        self._side_mm = table_side_mm
        self._sense = None if landmarks is None else BumpSense(camera, landmarks, table_side_mm=table_side_mm)
        self._in_vain = 0
        """In so many still pictures the table's lines were not to be seen."""
        self._placed = camera
        self._felt_lab = felt_lab
        self._moved_px: float | None = None
        self._unsure = 0
        self.trouble = ""
        """What people should do; empty when all is well."""
        self.note = ""
        """What happened to the place and was mended."""

    @property
    def standing(self) -> Standing:
        """Where the camera is thought to hang now, and how far that is from where it was calibrated."""
        return Standing(self._placed, self._moved_px, self._felt_lab)

    def check(self, image: NDArray[np.uint8]) -> Footing:
        """Say whether a still picture may be read from where the camera is thought to hang."""
        if self._sense is None:
            if self._in_vain % _TRY_EVERY == 0:
                self._begin(image)
            self._in_vain += 1
            return FIRM
        drift = self._sense.compare(image, known=None if self._placed is self._camera else self._placed)
        self._moved_px = None if drift.verdict is Verdict.UNSURE else drift.farthest_px
        match drift.verdict:
            case Verdict.STILL:
                return self._settled(drift)
            case Verdict.MOVED:
                return self._moved(drift)
            case Verdict.UNSURE:
                return self._lost()
            case _:
                assert_never(drift.verdict)

    def _begin(self, image: NDArray[np.uint8]) -> None:
        try:
            landmarks = find_landmarks(image, self._camera, table_side_mm=self._side_mm)
        except CalibrationError as error:
            if self._in_vain == 0:
                log.info("no bump is noticed until the table's lines are seen: %s", error)
            return
        self._sense = BumpSense(self._camera, landmarks, table_side_mm=self._side_mm)
        self._moved_px = 0.0

    def _settled(self, drift: Drift) -> Footing:
        self._unsure, self.trouble = 0, ""
        if self._placed is self._camera:
            return FIRM
        # Somebody has put it back where it was calibrated.
        self.note = f"the camera is back where it was, {drift.farthest_px:.1f} px off"
        return self._now_at(self._camera)

    def _moved(self, drift: Drift) -> Footing:
        self._unsure = 0
        if drift.camera is None:
            self.trouble = (
                f"the camera was moved by {drift.farthest_px:.0f} px, too far to go on reading; "
                "put it back, or calibrate again with queyan calibrate"
            )
            return LOOSE
        self.trouble = ""
        if _apart_px(drift.camera, self._placed, self._side_mm) <= _SAME_PX:
            return FIRM
        dx, dy = drift.shift_px
        self.note = (
            f"the camera was moved by {dx:+.0f}, {dy:+.0f} px and {drift.turn_deg:+.1f} degrees; "
            "its place was found again by itself"
        )
        log.warning("camera_moved: %s", self.note)
        return self._now_at(drift.camera)

    def _lost(self) -> Footing:
        self._unsure += 1
        if self._unsure >= _UNSURE_LOOKS:
            self.trouble = (
                "the table's edge can't be seen where it was: the camera was moved far, the view is blocked, "
                "blurred or dark; clear the view, or calibrate again with queyan calibrate"
            )
        return LOOSE

    def _now_at(self, camera: TableCamera) -> Footing:
        self._placed = camera
        return Footing(firm=False, parts=self._make_parts(camera))


_SAME_PX = 2.0
"""Two places that show the felt's corners this near to each other are one."""


def _apart_px(one: TableCamera, other: TableCamera, side_mm: float) -> float:
    half = side_mm / 2
    corners = [(-half, -half, 0.0), (half, -half, 0.0), (half, half, 0.0), (-half, half, 0.0)]
    return float(np.linalg.norm(one.project(corners) - other.project(corners), axis=1).max())

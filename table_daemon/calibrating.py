"""A calibration together with what the picture itself is like: dark and blurred ones mislead it."""

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import ArrayLike

from vision.calibration.calibrate import Calibrated, Method, Pixels, calibrate
from vision.calibration.doubts import Doubt
from vision.calibration.lens import NOTHING, Known
from vision.calibration.profile import TableProfile
from vision.calibration.tags import USUAL_TAGS, TagSize
from vision.errors import CalibrationError
from vision.geometry import TableCamera
from vision.quality import Concern, judge, measure

_HIDES_TAGS = frozenset({Concern.BLURRED, Concern.DARK, Concern.BRIGHT, Concern.BURNT_OUT})
"""Tags that lie there may not show in such a picture."""
_LONGEST_PX = 2600
"""Larger pictures are measured smaller: the figures are in millimetres, and memory is short."""


def calibrated(
    image: Pixels,
    profile: TableProfile,
    *,
    corners_px: ArrayLike | None = None,
    by: Method | None = None,
    known: Known = NOTHING,
    tag_size: TagSize = USUAL_TAGS,
    live: bool = False,
) -> Calibrated:
    """Return the calibration with the picture's faults among its doubts.

    A ``live`` picture can be taken anew: if it is so bad that tags may have been missed, the felt alone does not pass.
    Raises CalibrationError, which tells such faults as well.
    """
    try:
        found = calibrate(image, profile, corners_px=corners_px, by=by, known=known, tag_size=tag_size)
    except CalibrationError as error:
        bad = _hiding(image, profile)
        if not bad:
            raise
        english = "; ".join([str(error), *(doubt.text for doubt in bad)])
        chinese = "；".join([error.zh, *(doubt.zh for doubt in bad)]) if error.zh else ""
        raise CalibrationError(english, zh=chinese) from error
    blind = live and found.method is Method.FELT
    faults = _faults(image, found.camera, profile)
    told = [replace(doubt, grave=blind and concern in _HIDES_TAGS) for concern, doubt in faults]
    return replace(found, doubts=(*found.doubts, *told))


def hides_tags(image: Pixels, profile: TableProfile) -> bool:
    """Whether a picture of a table is too dark, bright or blurred for its tags to be seen."""
    return bool(_hiding(image, profile))


def _hiding(image: Pixels, profile: TableProfile) -> list[Doubt]:
    return [doubt for concern, doubt in _faults(image, None, profile) if concern in _HIDES_TAGS]


def _faults(image: Pixels, camera: TableCamera | None, profile: TableProfile) -> list[tuple[Concern, Doubt]]:
    scale = min(1.0, _LONGEST_PX / max(image.shape[:2]))
    if scale < 1:
        image = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    felt_px = None if camera is None else camera.project(profile.felt_corners_mm()) * scale
    figures = measure(image, felt_px, felt_side_mm=profile.felt_side_mm)
    return [
        (finding.concern, Doubt(finding.advice, finding.advice_zh, grave=False))
        for finding in judge(figures)
        if finding.bad
    ]

"""How much of the table something large lies before: an arm, a sheet of paper, a lamp that was pulled down."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.quality.felt import Cutout

_BLOCK_MM = 30.0
_FLAT = 9.0
"""A block of the table whose pixels spread less than this shows no tile: tiles have faces, seams and shadows."""
_OTHER_COLOUR = 26.0
"""Colours further apart than this in Lab are not the same cloth in another light."""


def blocked_share(cutout: Cutout, felt_lab: tuple[float, float, float] | None = None) -> float:
    """Return the share of the table, 0..1, that shows neither cloth nor anything as finely drawn as tiles.

    ``felt_lab`` is the cloth's colour where it is known; else the commonest flat colour is taken for it.
    """
    lab, spread, weights = _blocks(cutout)
    flat = spread < _FLAT
    total = float(weights.sum())
    if not flat.any() or total == 0:
        return 0.0
    felt = np.array(felt_lab) if felt_lab is not None else _commonest(lab[flat], weights[flat])
    # A shadow changes how light the cloth is more than its colour.
    distance = np.hypot(np.hypot(lab[:, 1] - felt[1], lab[:, 2] - felt[2]), (lab[:, 0] - felt[0]) / 2)
    return float(weights[flat & (distance > _OTHER_COLOUR)].sum() / total)


def felt_colour(cutout: Cutout) -> tuple[float, float, float] | None:
    """Return the commonest flat colour of the table in Lab, None where nothing is flat."""
    lab, spread, weights = _blocks(cutout)
    flat = spread < _FLAT
    if not flat.any():
        return None
    lightness, a, b = (float(value) for value in _commonest(lab[flat], weights[flat]))
    return lightness, a, b


def _commonest(lab: NDArray[np.float32], weights: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the median of the blocks around the fullest cell of a coarse colour grid."""
    cells = np.round(lab[:, 1:] / 12).astype(int)
    _, which = np.unique(cells, axis=0, return_inverse=True)
    fullest = int(np.bincount(which.ravel(), weights=weights).argmax())
    return np.asarray(np.median(lab[which.ravel() == fullest], axis=0), np.float32)


def _blocks(cutout: Cutout) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    """Return each block's colour in Lab (N, 3), the spread of its brightness (N,) and how much of it is table (N,)."""
    height, width = cutout.pixels.shape[:2]
    side = max(4, round(_BLOCK_MM * cutout.px_per_mm))
    size = (max(1, width // side), max(1, height // side))
    # Half a millimetre to the pixel: noise is averaged away, seams between tiles are not.
    fine = min(1.0, 1.0 / cutout.px_per_mm)
    small = cv2.resize(cutout.pixels, None, fx=fine, fy=fine, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
    mean = cv2.resize(grey, size, interpolation=cv2.INTER_AREA)
    square = cv2.resize(grey * grey, size, interpolation=cv2.INTER_AREA)
    spread = np.sqrt(np.maximum(square - mean * mean, 0.0))
    colour = cv2.resize(small, size, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    lab = np.asarray(cv2.cvtColor(colour, cv2.COLOR_BGR2Lab), np.float32).reshape(-1, 3)
    weights = np.asarray(cv2.resize(cutout.inside, size, interpolation=cv2.INTER_AREA), np.float32) / np.float32(255)
    return lab, np.asarray(spread, np.float32).ravel(), np.asarray(weights.ravel(), np.float32)

"""How much of the table something large lies before: an arm, a sheet of paper, a lamp that was pulled down."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.quality.felt import Cutout

Lab = tuple[float, float, float]

_BLOCK_MM = 30.0
_FLAT = 9.0
"""A block of the table whose pixels spread less than this shows no tile: tiles have faces, seams and shadows."""
_OTHER_COLOUR = 26.0
"""Colours further apart than this in Lab are not the same cloth in another light."""


_SEEN_SHARE = 0.12
"""When so much of the table has the known cloth's colour, that is the cloth in this light too."""
_OTHER_LIGHT = 1.5
"""Another lamp changes one colour channel against the others by no more than this factor ..."""
_OTHER_BRIGHTNESS = 2.5
"""... and all of them together by no more than this one: whatever differs more is no cloth in another light."""
_DARK = 0.04
_CELL_MM = 10.0
_OTHER_CELL = 20.0
"""A print's colours mix to something nearer to the cloth's than they are, yet not this near."""
_SOLID_MM = 190.0
"""Without a gap of cloth tiles cover no disc of this width; rivers are six tiles wide, but three deep."""


def blocked_share(cutout: Cutout, felt_lab: Lab | None = None) -> float:
    """Return the share of the table, 0..1, that shows neither cloth nor anything as finely drawn as tiles.

    ``felt_lab`` is the cloth's colour where it is known: then something printed is noticed as well, by being larger
    than tiles leave no cloth between. Else the commonest flat colour is taken for the cloth.
    """
    lab, spread, weights = _blocks(cutout)
    flat = spread < _FLAT
    total = float(weights.sum())
    if total == 0 or (felt_lab is None and not flat.any()):
        return 0.0
    felt = _cloth(lab[flat], weights[flat] / total, felt_lab)
    share = float(weights[flat & (_distance(lab, felt) > _OTHER_COLOUR)].sum() / total)
    return share if felt_lab is None else max(share, _solid_share(cutout, felt))


def _cloth(lab: NDArray[np.float32], shares: NDArray[np.float32], known: Lab | None) -> NDArray[np.float32]:
    """Return the cloth's colour in this picture's light, from the flat blocks and their shares of the table."""
    if known is None:
        return _commonest(lab, shares)
    cloth = np.array(known, np.float32)
    near = _distance(lab, cloth) <= _OTHER_COLOUR
    if float(shares[near].sum()) >= _SEEN_SHARE:
        return np.asarray(np.median(lab[near], axis=0), np.float32)
    relit = _in_other_light(lab, cloth)
    return _commonest(lab[relit], shares[relit]) if float(shares[relit].sum()) >= _SEEN_SHARE else cloth


def _in_other_light(lab: NDArray[np.float32], cloth: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Return which colours a cloth may have under another lamp."""
    gains = np.log((_bgr(lab) + _DARK) / (_bgr(cloth[None]) + _DARK))
    level = gains.mean(axis=1)
    apart = np.abs(gains - level[:, None]).max(axis=1)
    return np.asarray((np.abs(level) <= np.log(_OTHER_BRIGHTNESS)) & (apart <= np.log(_OTHER_LIGHT)))


def _bgr(lab: NDArray[np.float32]) -> NDArray[np.float32]:
    if len(lab) == 0:
        return np.zeros((0, 3), np.float32)
    return np.asarray(cv2.cvtColor(lab[:, None], cv2.COLOR_Lab2BGR), np.float32).reshape(-1, 3)


def _distance(lab: NDArray[np.float32], felt: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return how far colours are from the cloth's: a shadow changes how light it is more than its colour."""
    return np.asarray(
        np.hypot(np.hypot(lab[..., 1] - felt[1], lab[..., 2] - felt[2]), (lab[..., 0] - felt[0]) / 2), np.float32
    )


def _solid_share(cutout: Cutout, felt: NDArray[np.float32]) -> float:
    """Return the share of the table under things that are larger than what tiles cover without a gap."""
    height, width = cutout.pixels.shape[:2]
    side = _CELL_MM * cutout.px_per_mm
    size = (max(1, round(width / side)), max(1, round(height / side)))
    colour = cv2.resize(cutout.pixels, size, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    lab = np.asarray(cv2.cvtColor(colour, cv2.COLOR_BGR2Lab), np.float32)
    table = np.asarray(cv2.resize(cutout.inside, size, interpolation=cv2.INTER_AREA)) > 127
    other = cv2.medianBlur(((_distance(lab, felt) > _OTHER_CELL) & table).astype(np.uint8), 3)
    across = round(_SOLID_MM / _CELL_MM)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (across, across))
    solid = cv2.morphologyEx(other, cv2.MORPH_OPEN, disc, borderType=cv2.BORDER_CONSTANT, borderValue=(0,))
    return float(np.asarray(solid)[table].sum() / max(1, int(table.sum())))


def felt_colour(cutout: Cutout) -> Lab | None:
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

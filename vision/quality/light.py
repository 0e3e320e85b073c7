"""Exposure, colour cast and glare: whether the light on the table is enough, even-coloured and not mirrored."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.quality.felt import Cutout

_STEP = 3
_BURNT = 250
_BRIGHT_SHARE = 92
"""Tile faces and sides are among the brightest things on a table: they are sought above this percentile."""
_WHITE_SHARE = 4
"""Of these the least coloured are white: as many percent. Backs are bright as well, but coloured."""
_BRIGHTER = 1.35
"""They stand out from the middling brightness by this factor; else no tile shows what white is."""
_LEAST_GLARE_MM2 = 25.0
"""A smaller spot is a highlight on an edge."""
_LEAST_AMONG_WHITE_MM2 = 1_800.0
"""Where tiles themselves are nearly burnt out, a spot counts only when it is larger than a tile."""
_WHITEST_SHARE, _NEARLY_BURNT = 99, 205
_HALO_MM = 4.0
"""Around a mirrored lamp it stays bright for so far; a tile's face ends at once."""
_HALO_FALL = 0.62
"""The halo is brighter than this share of a burnt-out pixel."""


def exposure(cutout: Cutout) -> float:
    """Return how bright the table is on the whole, 0 black to 1 white: halfway between its median and its bright parts.

    An empty dark felt is well exposed when its rim is, a table full of white tiles when its felt is.
    """
    values = _values(cutout)
    return float(np.percentile(values, 50) + np.percentile(values, 97)) / 2 / 255


def burnt_share(cutout: Cutout) -> float:
    """Return the share of the table that is burnt out in every colour."""
    return float(np.mean(_samples(cutout).min(axis=1) >= _BURNT))


def cast(cutout: Cutout) -> float | None:
    """Return how far from grey the whitest parts of the table are, in Lab units; None where nothing stands out.

    Ivory tiles under a good lamp stay below 15.
    """
    samples = _samples(cutout)
    values = samples.max(axis=1)
    bright = (values >= np.percentile(values, _BRIGHT_SHARE)) & (values < _BURNT) & (values > 60)
    if np.count_nonzero(bright) < 30 or np.median(values[bright]) < _BRIGHTER * np.median(values):
        return None
    lab = cv2.cvtColor(samples[bright][:, None].astype(np.float32) / 255, cv2.COLOR_BGR2Lab).reshape(-1, 3)
    return float(np.percentile(np.hypot(lab[:, 1], lab[:, 2]), _WHITE_SHARE))


def glare_spots(cutout: Cutout) -> int:
    """Return how many mirrored lamps are seen: burnt-out spots that fade slowly, as no tile's edge does."""
    burnt = np.where(cutout.pixels.min(axis=2) >= _BURNT, cutout.inside, 0).astype(np.uint8)
    if not burnt.any():
        return 0
    count, labels, stats, _ = cv2.connectedComponentsWithStats(burnt, connectivity=8)
    white = np.percentile(_samples(cutout).min(axis=1), _WHITEST_SHARE) >= _NEARLY_BURNT
    least_px = (_LEAST_AMONG_WHITE_MM2 if white else _LEAST_GLARE_MM2) * cutout.px_per_mm**2
    found = [number for number in range(1, count) if stats[number, cv2.CC_STAT_AREA] >= least_px]
    return sum(_fades(cutout, burnt, np.asarray(labels, np.int32), stats[number], number) for number in found)


def _fades(
    cutout: Cutout, burnt: NDArray[np.uint8], labels: NDArray[np.int32], box: NDArray[np.int32], number: int
) -> bool:
    """Tell whether the picture around one spot stays bright."""
    reach = max(2, round(_HALO_MM * cutout.px_per_mm))
    left, top = max(0, box[0] - reach), max(0, box[1] - reach)
    part = np.s_[top : box[1] + box[3] + reach, left : box[0] + box[2] + reach]
    spot = (labels[part] == number).astype(np.uint8)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1))
    around = (np.asarray(cv2.dilate(spot, disc)) > 0) & (burnt[part] == 0)
    if not around.any():
        return False
    return float(np.percentile(cutout.pixels[part].min(axis=2)[around], 25)) > _HALO_FALL * _BURNT


def _samples(cutout: Cutout) -> NDArray[np.uint8]:
    """Return some of the table's pixels (N, 3)."""
    chosen = cutout.inside[::_STEP, ::_STEP] > 0
    samples = np.asarray(cutout.pixels[::_STEP, ::_STEP][chosen], np.uint8)
    return samples if len(samples) else np.zeros((1, 3), np.uint8)


def _values(cutout: Cutout) -> NDArray[np.uint8]:
    return np.asarray(_samples(cutout).max(axis=1), np.uint8)

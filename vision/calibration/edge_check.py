"""Whether the felt's visible edge lies where a calibration by tags puts it; the tags alone can't tell.

A side bears the calibration out when something changes across its line. Only where nothing does is the edge looked
for farther away: rows of tiles, shadows and bevels of the rim run beside many a right line.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.borders import on_one_curve
from vision.calibration.doubts import CORNERS, CORNERS_ZH, SIDES, SIDES_ZH, Doubt, tags_named, tags_named_zh
from vision.calibration.felt import felt_ends, to_lab
from vision.calibration.tags import COUNT, LEAST_TAGS
from vision.geometry import Floats, TableCamera

Pixels = NDArray[np.uint8]
EdgesMm = tuple[float | None, float | None, float | None, float | None]

_DIRECTIONS = ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))
_CORNER_MM = 80.0
"""Tags and what lies beside them are passed over."""
_INSIDE_MM, _OUTSIDES_MM = 56.0, (36.0, 12.0)
"""The edge is looked for so far from the line; outside less far where the picture ends.

Rims are wider than that: their outer edge is not taken for it.
"""
_PLACE_MM = 8.0
_FINE_MM = 2.0
_BESIDE_MM = (4.0, 5.0, 6.0)
"""The line is borne out by a difference between so far inside of it and so far outside ..."""
_PARTS = 8
_LEAST_STEP = 2.5
"""... of so much in CIE Lab, lightness weighed less ..."""
_LEAST_PARTS = 0.3
"""... along such a share of the side: rims throw back lamps and sleeves hang over them."""
_LEAST_SHARE = 0.5
"""An edge farther away must be seen along so much of the side."""
_LEAST_OFF_MM = 6.0
_SLANT_MM = 5.0
_SMOOTH_PX = 1.3
_UNSEEN = 0.5


@dataclass(frozen=True, slots=True)
class _Side:
    """One side's places (N, 2) and which way is outward."""

    places_mm: Floats
    outward: Floats

    def px(self, camera: TableCamera, off_mm: float) -> Floats:
        """Return the places so far outward of the line, in the picture."""
        moved = self.places_mm + self.outward * off_mm
        return camera.project(np.column_stack([moved, np.zeros(len(moved))]))


def edges_off_mm(image: Pixels, camera: TableCamera, *, felt_side_mm: float) -> EdgesMm:
    """Return for the top, right, bottom and left how far outward of its line the felt ends; None where it fits.

    None as well where no edge is seen at all.
    """
    image = np.asarray(cv2.GaussianBlur(image, (0, 0), _SMOOTH_PX), np.uint8)
    top, right, bottom, left = (_off_mm(image, camera, felt_side_mm / 2, np.array(outward)) for outward in _DIRECTIONS)
    return top, right, bottom, left


def edge_doubt(edges_mm: EdgesMm, numbers: list[int]) -> Doubt | None:
    """Return what to do where the felt's edge contradicts the tags of these numbers."""
    off = [(side, edge) for side, edge in enumerate(edges_mm) if edge is not None]
    if not off:
        return None
    english = ", ".join(
        f"{abs(mm):.0f} mm {'outside' if mm > 0 else 'inside'} on the {SIDES[side]}" for side, mm in off
    )
    chinese = "，".join(f"{SIDES_ZH[side]}偏{'外' if mm > 0 else '内'} {abs(mm):.0f} 毫米" for side, mm in off)
    told, told_zh = _which(numbers)
    return Doubt(
        f"the felt's edge does not lie where the tags put it, but {english}{told}; push every tag against the rim on "
        "both sides, or correct felt_side_mm under [table]; where the cloth goes on over the rim, mark the corners",
        f"桌布的边和角标说的对不上：{chinese}{told_zh}。每张角标都要推到角里、两边贴住边框；不然就是 [table] 的 "
        "felt_side_mm 不对；桌布包过边框的，请手动拖四个角",
    )


def _which(numbers: list[int]) -> tuple[str, str]:
    """Return which of three tags may lie wrong, to go on a sentence; four that agree with each other all do."""
    if len(numbers) > LEAST_TAGS:
        return "", ""
    (hidden,) = {*range(COUNT)} - {*numbers}
    english = (
        f"; three cannot show which of {tags_named(numbers)} lies wrong, with tag {hidden} ({CORNERS[hidden]}) laid "
    )
    chinese = (
        f"；只有三张，看不出{tags_named_zh(numbers)} 里是哪张放错了，把角标 {hidden}（{CORNERS_ZH[hidden]}）也放上"
    )
    return english + "as well it is named", chinese + "就能说出来"


def _off_mm(image: Pixels, camera: TableCamera, half_mm: float, outward: Floats) -> float | None:
    if _is_borne_out(image, camera, _side(half_mm, outward, _FINE_MM)):
        return None
    side = _side(half_mm, outward, _PLACE_MM)
    for outside_mm in _OUTSIDES_MM:
        starts, ends = side.px(camera, -_INSIDE_MM), side.px(camera, outside_mm)
        seen = _visible(image, starts) & _visible(image, ends)
        if seen.mean() >= _UNSEEN:
            return _farther(image, starts, ends, seen, outside_mm)
    return None


def _farther(image: Pixels, starts: Floats, ends: Floats, seen: NDArray[np.bool_], outside_mm: float) -> float | None:
    """Return how far outward of the line the felt ends on stretches across it."""
    steps = int(np.clip(np.linalg.norm(ends - starts, axis=1).max(), 48, 320))
    shares = np.full(len(starts), np.nan)
    shares[seen] = felt_ends(image, starts[seen], ends[seen], steps=steps)
    across = shares * np.linalg.norm(ends - starts, axis=1)
    kept = on_one_curve(np.linspace(-1, 1, len(across)), across)
    if kept.mean() < _LEAST_SHARE:
        return None
    off = shares[kept] * (_INSIDE_MM + outside_mm) - _INSIDE_MM
    low, middle, high = np.quantile(off, (0.1, 0.5, 0.9)).tolist()
    # Along a slanted edge its farther end tells how wrong the line is.
    told = middle if high - low < _SLANT_MM else max(low, high, key=abs)
    return float(told) if abs(told) >= _LEAST_OFF_MM else None


def _side(half_mm: float, outward: Floats, every_mm: float) -> _Side:
    along = np.array([-outward[1], outward[0]])
    us = np.arange(_CORNER_MM - half_mm, half_mm - _CORNER_MM, every_mm)
    return _Side(us[:, None] * along + outward * half_mm, outward)


def _is_borne_out(image: Pixels, camera: TableCamera, side: _Side) -> bool:
    """Whether the picture changes across the line along enough of the side, or does not show it."""
    inside = np.stack([_colours(image, side.px(camera, -off)) for off in _BESIDE_MM])
    outside = np.stack([_colours(image, side.px(camera, off)) for off in _BESIDE_MM])
    steps = [
        float(np.linalg.norm(np.median(a, axis=(0, 1)) - np.median(b, axis=(0, 1))))
        for a, b in zip(np.array_split(inside, _PARTS, axis=1), np.array_split(outside, _PARTS, axis=1), strict=True)
    ]
    return float(np.mean([step >= _LEAST_STEP for step in steps])) >= _LEAST_PARTS


def _colours(image: Pixels, places_px: Floats) -> NDArray[np.float32]:
    x, y = places_px.astype(np.float32).T
    seen = cv2.remap(image, x[None], y[None], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return to_lab(np.asarray(seen, np.uint8).reshape(-1, 3))


def _visible(image: Pixels, places_px: Floats) -> NDArray[np.bool_]:
    x, y = places_px.T
    return np.asarray((x >= 0) & (y >= 0) & (x < image.shape[1]) & (y < image.shape[0]))

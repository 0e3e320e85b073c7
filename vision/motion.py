"""What moved over the table between pictures, from which side, and what is different since a picture the caller chose.

Works on a small copy, in colour, since a green sleeve may be just as dark as green felt. Not responsible for what the
changes are: naming tiles is the pipeline's work.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import TableCamera
from vision.observation import Side

_SMALL_PX_PER_MM = 0.4
"""Scale of the small copy: a tile is 12 x 16 pixels, sensor noise is averaged away."""
_LEAST_STEP = 11.0
"""Levels of 255 that count as a change, however quiet the sensor."""
_NOISE_STEPS = 7.0
"""A change must also be this many times the noise's own spread."""
_LEAST_AREA_MM2 = 90.0
"""Smaller specks are noise: a fourteenth of a tile."""
_GATE_MM = (14.0, 60.0)
"""The strip beyond the felt's edge an arm has to cross: inner and outer distance from the edge."""
_BRIDGE_PX = 9
"""Gaps in an arm up to this many small pixels are bridged: sleeve and cloth may be alike."""
_INSIDE_MM = 25.0
"""An arm reaches at least so far over the felt."""
_TOP_MM = 22.0
"""Changes are taken to be at the height of a lying tile's face."""
_SAMPLE = 5
"""Every so many pixels each way suffice to know light and noise."""
_QUIET_STEP = 7.0
"""Pictures of which hardly a pixel differs by more are the same: no need to look closer ..."""
_QUIET_LIGHT = _LEAST_STEP - _QUIET_STEP
"""... since light that goes up or down with nothing else does not add more than this."""

_Small = NDArray[np.uint8]
_Floats = NDArray[np.float32]
_Mask = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle in table millimetres."""

    left_mm: float
    top_mm: float
    right_mm: float
    bottom_mm: float

    def holds(self, x_mm: float, y_mm: float) -> bool:
        """Tell whether a point lies in it."""
        return self.left_mm <= x_mm <= self.right_mm and self.top_mm <= y_mm <= self.bottom_mm


@dataclass(frozen=True, slots=True)
class Motion:
    """What one picture says about movement."""

    still: bool
    """Nothing moved since the picture before. The first picture is never still."""
    hands: frozenset[Side]
    """Sides from which something reaches over the felt that was not there in the reference."""
    moving: tuple[Box, ...]
    """Where something moved since the picture before."""
    changed: tuple[Box, ...]
    """Where the table differs from the reference; what reaches in included."""


_NOTHING = Motion(still=True, hands=frozenset(), moving=(), changed=())


class MotionDetector:
    """Compares each picture of one camera with the one before and with a reference.

    The first picture is the reference until the caller commits another: best one that is still and without hands.
    """

    def __init__(self, camera: TableCamera, *, table_side_mm: float) -> None:
        self._camera = camera
        self._size, self._shrink = _small_size(camera)
        self._gates, self._inside = _regions(camera, self._size, self._shrink, table_side_mm / 2)
        self._least_area = max(6.0, _LEAST_AREA_MM2 * _SMALL_PX_PER_MM**2)
        self._before: _Small | None = None
        self._reference: _Small | None = None

    def look(self, pixels: NDArray[np.uint8]) -> Motion:
        """Return what moved. The picture must have the camera's size."""
        small = _small(pixels, self._size)
        before, self._before = self._before, small
        if before is None or self._reference is None:
            self._reference = small
            return Motion(still=False, hands=frozenset(), moving=(), changed=())
        committed = self._reference is before
        if self._is_quiet(before, small) and (committed or self._is_quiet(self._reference, small)):
            return _NOTHING
        moving_mask = _difference(before, small)
        moving = self._patches(moving_mask)
        different = moving_mask if committed else _difference(self._reference, small)
        changed = moving if committed else self._patches(different)
        return Motion(
            still=not moving,
            hands=self._hands(different),
            moving=tuple(self._box(patch) for patch in moving),
            changed=tuple(self._box(patch) for patch in changed),
        )

    def commit(self) -> None:
        """Make the picture looked at last the reference."""
        self._reference = self._before

    def _is_quiet(self, old: _Small, new: _Small) -> bool:
        """Tell by a cheap test that too few pixels differ for any change to be made of them."""
        steps = np.asarray(cv2.absdiff(old, new), np.uint8)
        spread = float(np.median(steps[:: 2 * _SAMPLE, :: 2 * _SAMPLE].max(axis=2)))
        _, large = cv2.threshold(steps, max(_QUIET_STEP, _NOISE_STEPS * spread - _QUIET_LIGHT), 1, cv2.THRESH_BINARY)
        return cv2.countNonZero(large.reshape(-1)) < self._least_area

    def _patches(self, mask: _Mask) -> list[_Mask]:
        """Return each connected change as a mask of its own, specks left out."""
        near = cv2.dilate(mask, np.ones((3, 3), np.uint8))
        count, labels, stats, _ = cv2.connectedComponentsWithStats(near, connectivity=8)
        patches = []
        for number in range(1, count):
            patch = np.where(labels == number, mask, 0).astype(np.uint8)
            if stats[number, cv2.CC_STAT_AREA] >= self._least_area and cv2.countNonZero(patch) >= self._least_area:
                patches.append(patch)
        return patches

    def _hands(self, mask: _Mask) -> frozenset[Side]:
        """Return the sides from which a change crosses the strip beyond the felt and goes on over the felt."""
        bridge = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (_BRIDGE_PX, _BRIDGE_PX))
        count, found = cv2.connectedComponents(cv2.dilate(mask, bridge), connectivity=8)
        labels = np.asarray(found, np.int32)
        inside = self._areas(mask, labels, count, self._inside)
        crossed = {side: self._areas(mask, labels, count, gate) for side, gate in self._gates.items()}
        sides = set()
        for number in range(1, count):
            most, side = max(((int(areas[number]), side) for side, areas in crossed.items()), key=lambda pair: pair[0])
            if min(most, int(inside[number])) >= self._least_area:
                sides.add(side)
        return frozenset(sides)

    @staticmethod
    def _areas(mask: _Mask, labels: NDArray[np.int32], count: int, region: _Mask) -> NDArray[np.int64]:
        """Return how many changed pixels each connected change has in a region."""
        return np.bincount(labels[(mask > 0) & (region > 0)], minlength=count)

    def _box(self, patch: _Mask) -> Box:
        x, y, width, height = cv2.boundingRect(patch)
        corners = np.array([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], dtype=np.float64)
        table = self._camera.unproject(corners * self._shrink - 0.5, z_mm=_TOP_MM)
        (left, top), (right, bottom) = table.min(axis=0), table.max(axis=0)
        return Box(float(left), float(top), float(right), float(bottom))


def _small_size(camera: TableCamera) -> tuple[tuple[int, int], NDArray[np.float64]]:
    """Return the small copy's width and height, and how many picture pixels one of its pixels spans."""
    left, right = camera.project([(-100, 0, 0), (100, 0, 0)])
    shrink = max(1.0, float(np.hypot(*(right - left))) / 200 / _SMALL_PX_PER_MM)
    # A whole factor lets OpenCV average blocks of pixels, several times faster than a broken one.
    factor = max(1, round(shrink))
    size = (max(1, camera.width_px // factor), max(1, camera.height_px // factor))
    return size, np.array([camera.width_px / size[0], camera.height_px / size[1]])


def _small(pixels: NDArray[np.uint8], size: tuple[int, int]) -> _Small:
    """Return the small copy. Halving is many times faster than averaging any other number of pixels."""
    width, height = pixels.shape[1], pixels.shape[0]
    while width % 2 == 0 and height % 2 == 0 and width >= 2 * size[0] and height >= 2 * size[1]:
        width, height = width // 2, height // 2
        pixels = np.asarray(cv2.resize(pixels, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    if (width, height) == size:
        return pixels
    # Less than a halving is left: neighbouring pixels weighted by their nearness are as good as areas then.
    how = cv2.INTER_LINEAR if width < 2 * size[0] else cv2.INTER_AREA
    return np.asarray(cv2.resize(pixels, size, interpolation=how), np.uint8)


def _sampled(small: _Small) -> _Floats:
    return small[::_SAMPLE, ::_SAMPLE].astype(np.float32)


def _difference(old: _Small, new: _Small) -> _Mask:
    """Return where two pictures differ in any colour by more than their common light and noise."""
    gains = _gains(_sampled(old), _sampled(new))
    expected = np.minimum(old * gains, np.float32(255.0))
    blue, green, red = cv2.split(cv2.absdiff(new.astype(np.float32), expected))
    step = cv2.max(cv2.max(blue, green), red)
    spread = float(np.median(step[::_SAMPLE, ::_SAMPLE]))
    _, mask = cv2.threshold(step, max(_LEAST_STEP, _NOISE_STEPS * spread), 255, cv2.THRESH_BINARY)
    return np.asarray(mask, np.uint8)


def _gains(old: _Floats, new: _Floats) -> _Floats:
    """Return how much brighter each colour has become over most of the picture; black and burnt out do not count."""
    usable = (old > 8).all(axis=2) & (old < 245).all(axis=2) & (new < 245).all(axis=2)
    if np.count_nonzero(usable) < 50:
        return np.ones(3, np.float32)
    return np.asarray(np.median(new[usable] / old[usable], axis=0), np.float32)


def _regions(
    camera: TableCamera, size: tuple[int, int], shrink: NDArray[np.float64], half_mm: float
) -> tuple[dict[Side, _Mask], _Mask]:
    """Return for each side the strip an arm crosses, and the felt without its edge, as masks of the small copy."""
    inner, outer = half_mm + _GATE_MM[0], half_mm + _GATE_MM[1]

    def mask(*corners_mm: tuple[float, float]) -> _Mask:
        seen = camera.project([(x, y, 0.0) for x, y in corners_mm])
        canvas = np.zeros((size[1], size[0]), np.uint8)
        cv2.fillConvexPoly(canvas, np.round(seen / shrink).astype(np.int32), 255)
        return canvas

    gates = {
        Side.TOP: mask((-outer, -outer), (outer, -outer), (inner, -inner), (-inner, -inner)),
        Side.RIGHT: mask((outer, -outer), (outer, outer), (inner, inner), (inner, -inner)),
        Side.BOTTOM: mask((outer, outer), (-outer, outer), (-inner, inner), (inner, inner)),
        Side.LEFT: mask((-outer, outer), (-outer, -outer), (-inner, -inner), (-inner, inner)),
    }
    felt = half_mm - _INSIDE_MM
    return gates, mask((-felt, -felt), (felt, -felt), (felt, felt), (-felt, felt))

"""Reads the calibrated table: straightens it, finds and names the lying tiles, answers in table millimetres."""

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.blanks import blank_colours, without_fifth_whites
from vision.classify import Naming, TileNamer, cut_all_straight
from vision.detect import FoundQuad, Pixels, TileFinder
from vision.geometry import TableCamera
from vision.halves import joined_halves
from vision.labels import Label
from vision.observation import Point, SeenTile
from vision.pipeline import Quad, upright

Floats = NDArray[np.float64]
_STRIPS = 32


@dataclass(frozen=True, slots=True)
class Region:
    """An axis-aligned piece of the table in millimetres."""

    left: float
    top: float
    right: float
    bottom: float

    def holds(self, x_mm: float, y_mm: float) -> bool:
        """Whether the point lies in it."""
        return self.left <= x_mm <= self.right and self.top <= y_mm <= self.bottom

    def grown(self, by_mm: float) -> "Region":
        """Return it with a margin all around."""
        return Region(self.left - by_mm, self.top - by_mm, self.right + by_mm, self.bottom + by_mm)

    def within(self, other: "Region") -> "Region":
        """Return the part that both share."""
        return Region(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )


class TableReader:
    """Reads pictures of one table from one calibrated camera.

    Places are true for faces ``tile_mm[2]`` above the felt; a tile on top of a wall appears up to a centimetre
    farther from the camera's foot than it is.
    """

    def __init__(
        self,
        camera: TableCamera,
        *,
        table_side_mm: float,
        tile_mm: tuple[float, float, float],
        finder: TileFinder,
        namer: TileNamer,
    ) -> None:
        """``tile_mm`` is width, length and thickness of the set."""
        self._camera = camera
        self._tile_mm = tile_mm
        self._finder = finder
        self._namer = namer
        half = table_side_mm / 2 + thresholds.TABLE_MARGIN_MM
        self._whole = Region(-half, -half, half, half)
        self._maps = self._straightening()
        self._blanks = np.empty((0, 3))
        """Colours of the blank tiles of the latest picture that was read as a whole."""

    @property
    def camera(self) -> TableCamera:
        """The calibration it reads with."""
        return self._camera

    def read(self, image: Pixels, *, region: Region | None = None) -> tuple[SeenTile, ...]:
        """Return the lying tiles of a BGR picture, all or those whose middle lies in ``region``.

        Raises ValueError when the picture is not of the calibrated size.
        """
        if image.shape[:2] != (self._camera.height_px, self._camera.width_px):
            expected = f"{self._camera.width_px} x {self._camera.height_px}"
            raise ValueError(
                f"the picture is {image.shape[1]} x {image.shape[0]}, the table is calibrated for {expected}"
            )
        wanted = self._whole if region is None else region.within(self._whole)
        looked = wanted.grown(thresholds.REGION_MARGIN_MM).within(self._whole)
        if looked.right - looked.left < 1 or looked.bottom - looked.top < 1:
            return ()
        places = [place for place in self._find(image, looked) if wanted.holds(*place.corners.mean(axis=0))]
        return self._name(image, places, whole=region is None)

    def straighten(self, image: Pixels, region: Region) -> Pixels:
        """Return the plane of the tile tops seen from straight above, ``RECTIFIED_PX_PER_MM`` to the millimetre."""
        left, top, right, bottom = self._cells(region)
        fixed, fractions = self._maps
        return np.asarray(
            cv2.remap(image, fixed[top:bottom, left:right], fractions[top:bottom, left:right], cv2.INTER_LINEAR),
            np.uint8,
        )

    def _straightening(self) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
        """Return the fixed-point maps of the whole table, made once."""
        left, top, right, bottom = self._cells(self._whole)
        xs = self._whole.left + (np.arange(right - left) + 0.5) / thresholds.RECTIFIED_PX_PER_MM
        ys = self._whole.top + (np.arange(bottom - top) + 0.5) / thresholds.RECTIFIED_PX_PER_MM
        # A strip at a time: OpenCV takes hundreds of bytes a point while it projects.
        strips = [np.stack(np.meshgrid(xs, part), axis=2).reshape(-1, 2) for part in np.array_split(ys, _STRIPS)]
        pixels = np.concatenate([self._to_pixels(strip).astype(np.float32) for strip in strips])
        pixels = pixels.reshape(bottom - top, right - left, 2)
        fixed, fractions = cv2.convertMaps(pixels[..., 0], pixels[..., 1], cv2.CV_16SC2)
        return np.asarray(fixed, np.int16), np.asarray(fractions, np.uint16)

    def _cells(self, region: Region) -> tuple[int, int, int, int]:
        scale = thresholds.RECTIFIED_PX_PER_MM
        return (
            int((region.left - self._whole.left) * scale),
            int((region.top - self._whole.top) * scale),
            math.ceil((region.right - self._whole.left) * scale),
            math.ceil((region.bottom - self._whole.top) * scale),
        )

    def _to_pixels(self, points_mm: Floats) -> Floats:
        heights = np.full((len(points_mm), 1), self._tile_mm[2])
        return self._camera.project(np.hstack([points_mm, heights]))

    def _find(self, image: Pixels, looked: Region) -> list[FoundQuad]:
        """Return what is found and has a lying tile's size, its corners in table millimetres."""
        left, top, _, _ = self._cells(looked)
        corner_px = np.array([left + 0.5, top + 0.5])
        corner_mm = np.array([self._whole.left, self._whole.top])
        scale = thresholds.RECTIFIED_PX_PER_MM
        found = self._finder.find(
            self.straighten(image, looked), least=thresholds.FOUND_OF_RIGHT_SIZE, choose=self._tiles_among
        )
        if not found:
            return []
        seen = np.array([quad.corners for quad in found])
        true = self._true_size((seen + corner_px) / scale + corner_mm)
        return [replace(quad, corners=corners) for quad, corners in zip(found, true, strict=True)]

    def _tiles_among(self, found: list[FoundQuad]) -> list[FoundQuad]:
        """Return the finds of a lying tile's size, and after them tiles found as two halves."""
        scale = thresholds.RECTIFIED_PX_PER_MM
        width, length, _ = self._tile_mm
        if not found:
            return []
        seen = np.array([quad.corners for quad in found])
        sides = np.linalg.norm(seen - np.roll(seen, -1, axis=1), axis=2) / scale
        is_tile = (np.abs(sides / np.array([width, length] * 2) - 1) < thresholds.SIZE_TOLERANCE).all(axis=1)
        whole = [found[i] for i in np.flatnonzero(is_tile)]
        return whole + joined_halves(found, width_px=width * scale, length_px=length * scale)

    def _true_size(self, quads_mm: Floats) -> Floats:
        """Return the tiles (N, 4, 2) of the set's own size that lie where and as the quads do."""
        width, length, _ = self._tile_mm
        one, two, three, four = (quads_mm[:, corner] for corner in range(4))
        along = (three + four - one - two) / 2
        across = (two + three - one - four) / 2
        # Both edges tell the direction, the long one better.
        direction = along + np.stack([-across[:, 1], across[:, 0]], axis=1)
        down = direction / np.hypot(direction[:, 0], direction[:, 1])[:, None]
        right = np.stack([down[:, 1], -down[:, 0]], axis=1)
        middle = quads_mm.mean(axis=1)
        a, b = right * width / 2, down * length / 2
        return np.stack([middle - a - b, middle + a - b, middle + a + b, middle - a + b], axis=1)

    def _name(self, image: Pixels, places: list[FoundQuad], *, whole: bool) -> tuple[SeenTile, ...]:
        if not places:
            return ()
        quads_mm = np.stack([place.corners for place in places])
        pixels = self._to_pixels(quads_mm.reshape(-1, 2)).reshape(-1, 4, 2)
        cuts = cut_all_straight(image, pixels)
        namings = self._with_blanks(self._namer.name_table(cuts), cuts, whole=whole)
        # The finder's quads begin with a short edge: an upright face begins there or at the opposite corner.
        turns = [0 if naming.turns[0] >= naming.turns[2] else 2 for naming in namings]
        middles, angles = quads_mm.mean(axis=1).tolist(), _angles_deg(quads_mm, turns).tolist()
        return tuple(
            _seen(naming, place.score, (middle[0], middle[1]), angle, upright(corners, turn))
            for naming, place, middle, angle, corners, turn in zip(
                namings, places, middles, angles, pixels, turns, strict=True
            )
            if _believable(naming, place)
        )

    def _with_blanks(self, namings: list[Naming], cuts: Pixels, *, whole: bool) -> list[Naming]:
        """Return the namings of blank tiles by how many there are, on the whole table as far as it is known."""
        colours = blank_colours(namings, cuts)
        if whole:
            self._blanks = colours[~np.isnan(colours[:, 0])]
        return without_fifth_whites(namings, colours, self._blanks)


def _angles_deg(quads: Floats, turns: list[int]) -> Floats:
    """Return the directions to the tops of faces that begin at these corners, clockwise from up, 0..360."""
    sides = quads[:, 0] + quads[:, 1] - quads[:, 2] - quads[:, 3]
    up = np.where(np.array(turns)[:, None] == 0, sides, -sides)
    return np.asarray(np.degrees(np.arctan2(up[:, 0], -up[:, 1])) % 360, np.float64)


def _believable(naming: Naming, place: FoundQuad) -> bool:
    """Whether a find is a tile: not surely something else, and put together from halves only if it shows a face."""
    if place.joined and naming.label in (Label.BACK, Label.OTHER):
        return False
    return naming.label is not Label.OTHER or naming.confidence < thresholds.SURELY_OTHER


def names_on_table(naming: Naming, score: float) -> tuple[tuple[Label, float], tuple[Label, float]]:
    """Return the two likeliest names of a find with their chances, the tile's first: ``other`` is never the first.

    Of an even back a cut cannot show that it is a tile at all, what lies around can: there the finder's score counts as
    the chance that it is one, against ``other``.
    """
    first, second = (naming.label, naming.confidence), (naming.second, naming.second_confidence)
    # A set for this table has nothing but faces and backs: the likeliest of them is told.
    tile, rest = (second, first) if naming.label is Label.OTHER else (first, second)
    if tile[0] is not Label.BACK or rest[0] is not Label.OTHER:
        return tile, rest
    no_tile = rest[1] * (1 - score)
    whole = (1 - rest[1]) * score + no_tile
    return (tile[0], tile[1] * score / whole), (rest[0], no_tile / whole)


def _seen(naming: Naming, score: float, centre_mm: Point, angle_deg: float, quad_px: Quad) -> SeenTile:
    (label, confidence), (second, second_confidence) = names_on_table(naming, score)
    return SeenTile(
        label=label,
        confidence=confidence,
        second=second,
        second_confidence=second_confidence,
        centre_mm=centre_mm,
        angle_deg=angle_deg,
        quad_px=quad_px,
    )

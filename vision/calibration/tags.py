"""The four corner tags: where their corners are on the felt, and finding them in a picture.

Tag k lies at the felt's corner k, clockwise from the top left as the picture is to show the table (seat 0 sits at the
bottom), its sheet's outer corner in the felt's corner, its letter towards the table's middle line as printed.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.lens import Sightings
from vision.calibration.profile import TableProfile
from vision.geometry import Floats

Pixels = NDArray[np.uint8]

FAMILY = cv2.aruco.DICT_APRILTAG_36h11
COUNT = 4
CELLS = 8
"""Modules along a tag's black square, its border included."""
LEAST_TAGS = 3
"""So many tags fix the table; two leave its far side to chance."""

_SMOOTH_PX = 1.0


@dataclass(frozen=True, slots=True)
class TagSize:
    """How the tags are printed."""

    black_mm: float = 40.0
    """Side of the black square."""
    margin_mm: float = 6.0
    """White around it, to the sheet's cut edge."""

    @property
    def sheet_mm(self) -> float:
        """Side of the sheet that is cut out."""
        return self.black_mm + 2 * self.margin_mm


USUAL_TAGS = TagSize()


@dataclass(frozen=True, slots=True)
class FoundTag:
    """One tag in a picture."""

    number: int
    corners_px: Floats
    """(4, 2), clockwise from the printed tag's top left."""


def tag_cells(number: int) -> NDArray[np.uint8]:
    """Return a tag's modules (CELLS, CELLS), 0 black and 1 white."""
    drawn = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(FAMILY), number, CELLS)
    return np.asarray(drawn > 127, np.uint8)


def corners_mm(number: int, size: TagSize, profile: TableProfile) -> Floats:
    """Return a tag's corners (4, 3) on the felt, clockwise from the printed tag's top left."""
    half = profile.felt_side_mm / 2
    near, far = half - size.margin_mm, half - size.margin_mm - size.black_mm
    # All four are printed upright as the picture shows them; only the side that touches the rim differs.
    left, right = (-near, -far) if number in (0, 3) else (far, near)
    top, bottom = (-near, -far) if number in (0, 1) else (far, near)
    return np.array([(left, top, 0.0), (right, top, 0.0), (right, bottom, 0.0), (left, bottom, 0.0)])


def find_tags(image: Pixels) -> tuple[FoundTag, ...]:
    """Return the corner tags of a picture, each at most once, by number."""
    each = {tag.number: tag for tag in every_tag(image)}
    return tuple(each[number] for number in sorted(each))


def every_tag(image: Pixels) -> tuple[FoundTag, ...]:
    """Return all corner tags of a picture by number, also those that have the same one."""
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    found = _read(grey)
    seen = {tag.number for tag in found}
    if len(seen) < COUNT:
        # In dim light noise breaks the outlines up; smoothed they hold.
        again = _read(np.asarray(cv2.GaussianBlur(grey, (0, 0), _SMOOTH_PX), np.uint8))
        found += [tag for tag in again if tag.number not in seen]
    return tuple(sorted(found, key=lambda tag: tag.number))


def _read(grey: NDArray[np.uint8]) -> list[FoundTag]:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.cornerRefinementWinSize = 4
    parameters.minMarkerPerimeterRate = 0.02
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(FAMILY), parameters)
    quads, numbers, _ = detector.detectMarkers(grey)
    if not quads:
        return []
    return [
        FoundTag(int(number), np.asarray(quad, np.float64).reshape(4, 2))
        for quad, number in zip(quads, np.ravel(numbers).tolist(), strict=True)
        if int(number) < COUNT
    ]


def mirrored_tags(image: Pixels) -> tuple[int, ...]:
    """Return the numbers of the tags that a picture shows as in a mirror."""
    return tuple(tag.number for tag in find_tags(np.ascontiguousarray(image[:, ::-1])))


def sightings_of(tags: tuple[FoundTag, ...], size: TagSize, profile: TableProfile) -> Sightings:
    """Return the tags' corners as points of the table."""
    return Sightings(
        points_mm=np.concatenate([corners_mm(tag.number, size, profile) for tag in tags]),
        points_px=np.concatenate([tag.corners_px for tag in tags]),
    )

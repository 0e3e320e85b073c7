"""Lessons for the finder out of photographs with boxes: a window of the picture, turned, scaled and relit."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.faces import Pixels
from vision.training.photos import Photo
from vision.training.targets import WINDOW_PX, Lesson

RIGHT_PX = (24.0, 47.0)
"""Short sides of tiles that the finder learns: less than one octave, else half a 4p would do for a small 2p."""
TOO_LARGE_PX, TOO_LARGE_SHARE = (66.0, 210.0), 0.12
"""Short sides of tiles in whose parts it learns to see nothing, and how often."""
TOO_SMALL_PX, TOO_SMALL_SHARE = (7.0, 17.0), 0.08
"""The same for tiles that a larger picture would show better."""


@dataclass(slots=True)
class BoxedPicture:
    """A picture in memory with its boxes as quads."""

    image: Pixels
    quads: NDArray[np.float64]
    exact: NDArray[np.bool_]
    doubtful: NDArray[np.bool_]
    """Tiles partly covered, of which nothing is to be learnt."""
    complete: bool

    @property
    def upright(self) -> bool:
        """Whether every box is the tile itself, so that the picture may be turned by any angle."""
        return bool(self.exact.all())


def boxed_picture(photo: Photo) -> BoxedPicture | None:
    """Return a photograph ready for cutting windows, None if it cannot be read or shows no box."""
    image = cv2.imread(str(photo.path))
    if image is None or not photo.boxes:
        return None
    quads = np.array(
        [
            box.corners
            or (
                (box.x, box.y),
                (box.x + box.width, box.y),
                (box.x + box.width, box.y + box.height),
                (box.x, box.y + box.height),
            )
            for box in photo.boxes
        ],
        np.float64,
    )
    given = np.array([box.corners is not None for box in photo.boxes], np.bool_)
    exact = given | (_stand_straight(quads) and not given.any())
    return BoxedPicture(np.asarray(image, np.uint8), quads, exact, np.zeros(len(quads), np.bool_), photo.fully_boxed)


def _stand_straight(quads: NDArray[np.float64]) -> bool:
    """Whether boxes are about 3 : 4 and hardly overlap, as only boxes of straight tiles do."""
    low, high = quads.min(axis=1), quads.max(axis=1)
    sides = np.sort(high - low, axis=1)
    ratio = float(np.median(sides[:, 1] / sides[:, 0]))
    shared = np.minimum(high[:, None], high[None]) - np.maximum(low[:, None], low[None])
    overlap = np.prod(np.maximum(shared, 0), axis=2)
    np.fill_diagonal(overlap, 0)
    worst = overlap.max(axis=1) / np.prod(high - low, axis=1)
    return 1.22 < ratio < 1.55 and float(np.quantile(worst, 0.9)) < 0.10


def window(rng: np.random.Generator, picture: BoxedPicture) -> Lesson:
    """Return one window around a random box of the picture."""
    quads = picture.quads
    low, high = quads.min(axis=1), quads.max(axis=1)
    side = float(np.median((high - low).min(axis=1)))
    chance = rng.random() if picture.complete else 1.0
    nothing = chance < TOO_LARGE_SHARE + TOO_SMALL_SHARE
    sizes = RIGHT_PX if not nothing else TOO_LARGE_PX if chance < TOO_LARGE_SHARE else TOO_SMALL_PX
    scale = float(np.exp(rng.uniform(*np.log(sizes)))) / side
    angle = float(rng.integers(4)) * np.pi / 2
    if picture.upright:
        angle += rng.uniform(-np.pi, np.pi) if rng.random() < 0.5 else rng.normal(0, 0.04)
    middle = quads[int(rng.integers(len(quads)))].mean(axis=0)
    linear = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    if picture.upright or rng.random() < 0.5:
        linear = linear @ np.diag(np.exp(rng.normal(0, 0.06, 2)))
    place = rng.uniform(0.1, 0.9, 2) * WINDOW_PX - linear @ middle
    image = picture.image
    if scale < 0.5:
        # Shrink by area first, else the warp would alias.
        image = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
        warp = np.column_stack([linear / scale, place])
    else:
        warp = np.column_stack([linear, place])
    border = tuple(int(v) for v in rng.integers(0, 256, 3))
    warped = cv2.warpAffine(image, warp, (WINDOW_PX, WINDOW_PX), borderMode=cv2.BORDER_CONSTANT, borderValue=border)
    moved = quads @ linear.T + place
    low, high = moved.min(axis=1), moved.max(axis=1)
    # Tiles of another size are nothing to the finder: another scale of the pyramid finds them.
    inside = (high > 0).all(axis=1) & (low < WINDOW_PX - 1).all(axis=1) & (not nothing)
    slack = 0.12 * (high - low)
    cut = picture.doubtful | ((low < -slack) | (high > WINDOW_PX - 1 + slack)).any(axis=1)
    return Lesson(
        _relight(np.asarray(warped, np.uint8), rng),
        moved[inside],
        picture.exact[inside],
        cut[inside],
        picture.complete,
    )


def _relight(image: Pixels, rng: np.random.Generator) -> Pixels:
    lit = image.astype(np.float32) * np.exp(rng.normal(0, 0.25)) * np.exp(rng.normal(0, 0.08, 3))
    if rng.random() < 0.3:
        lit = cv2.GaussianBlur(lit, (0, 0), rng.uniform(0.3, 1.2))
    if rng.random() < 0.5:
        lit = lit + rng.normal(0, rng.uniform(0, 9), lit.shape)
    return np.asarray(np.clip(lit, 0, 255), np.uint8)

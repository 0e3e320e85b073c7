"""Single faces with their pixels, from every source, drawn at random by class for training."""

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.labels import LABELS, Label
from vision.training.photos import Crop, Photo
from vision.training.split import Slice

Pixels = NDArray[np.uint8]
Corners = NDArray[np.float32]
UNKNOWN_TURN = -1
LONGEST_PX = 128
"""Larger crops are shrunk to this: the namer sees 64 pixels."""
EVEN_SPREAD = 7.0
"""Grey levels by which an even colour may vary."""
MARGIN = 0.35
"""How much around a face is kept, as a part of its shorter side."""
ALIKE_UPSIDE_DOWN = frozenset(
    Label(name) for name in ("1p", "2p", "3p", "4p", "5p", "8p", "9p", "2s", "4s", "5s", "6s", "8s", "9s", "5z", "back")
)
"""Faces that look the same, or nearly, turned by 180 degrees."""


@dataclass(slots=True)
class Face:
    """One face in a piece of picture.

    ``turn`` is the index of the corner that is the top left of the upright face, or ``UNKNOWN_TURN``.
    """

    image: Pixels
    corners: Corners
    label: Label
    turn: int


class FaceBank:
    """Faces of photographs, by class; a class is drawn uniformly, a face within it by its folder's weight."""

    def __init__(self, faces: Iterable[tuple[Face, float]]) -> None:
        self.faces: dict[Label, list[Face]] = {label: [] for label in LABELS}
        weights: dict[Label, list[float]] = {label: [] for label in LABELS}
        for face, weight in faces:
            self.faces[face.label].append(face)
            weights[face.label].append(weight)
        self._sums = {label: np.cumsum(values) for label, values in weights.items()}

    def draw(self, rng: np.random.Generator, label: Label) -> Face | None:
        """Return a face of this class, None where no photograph shows one."""
        sums = self._sums[label]
        if len(sums) == 0:
            return None
        return self.faces[label][int(np.searchsorted(sums, rng.random() * sums[-1]))]


def whole(image: Pixels, label: Label, turn: int) -> Face:
    """Return a face that fills its picture."""
    longest = max(image.shape[:2])
    if longest > LONGEST_PX:
        scale = LONGEST_PX / longest
        image = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    height, width = image.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    return Face(image, corners, label, turn)


def faces_of_crops(crops: Iterable[Crop], wanted: Slice) -> list[tuple[Face, float]]:
    """Return the given crops of one slice with their weights: single faces count more for their variety."""
    faces = []
    for crop in crops:
        if crop.slice is wanted and (image := cv2.imread(str(crop.path))) is not None:
            face = whole(np.asarray(image, np.uint8), crop.label, 0 if crop.upright else UNKNOWN_TURN)
            faces.append((face, 4.0 if crop.folder == "single_faces" else 1.0))
    return faces


def faces_of_photos(photos: Iterable[Photo], wanted: Slice) -> list[tuple[Face, float]]:
    """Return the boxed faces of one slice's photographs with what surrounds them."""
    faces = []
    for photo in photos:
        if photo.slice is not wanted or (image := cv2.imread(str(photo.path))) is None:
            continue
        for box in photo.boxes:
            corners = np.array(
                box.corners
                or (
                    (box.x, box.y),
                    (box.x + box.width, box.y),
                    (box.x + box.width, box.y + box.height),
                    (box.x, box.y + box.height),
                ),
                np.float32,
            )
            if (face := cut_face(np.asarray(image, np.uint8), corners, box.label)) is not None:
                faces.append((face, 0.7))
    return faces


def cut_face(image: Pixels, corners: Corners, label: Label, *, turn: int = UNKNOWN_TURN) -> Face | None:
    """Return a face with a margin of what lies around it, None where too little of it is in the picture."""
    low, high = corners.min(axis=0), corners.max(axis=0)
    grow = MARGIN * float((high - low).min())
    left, top = np.maximum(low - grow, 0).astype(int)
    right, bottom = np.ceil(high + grow).astype(int)
    piece = image[top:bottom, left:right].copy()
    if min(piece.shape[:2]) < 8:
        return None
    local = clockwise(corners - (left, top))
    scale = LONGEST_PX * 1.5 / max(piece.shape[:2])
    if scale < 1:
        piece = np.asarray(cv2.resize(piece, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
        local = local * scale
    return Face(piece, local.astype(np.float32), label, turn)


def even(face: Face) -> bool:
    """Whether the face shows one even colour, grain apart."""
    middle = cv2.GaussianBlur(cv2.resize(face.image, (32, 32), interpolation=cv2.INTER_AREA), (0, 0), 1.5)
    return float(middle[6:26, 6:26].reshape(-1, 3).std(axis=0).max()) < EVEN_SPREAD


def clockwise(corners: NDArray[np.floating]) -> NDArray[np.floating]:
    """Return four corners clockwise as seen, starting where they did."""
    (ax, ay), (bx, by), (cx, cy) = corners[0], corners[1], corners[2]
    if (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) < 0:
        return corners[[0, 3, 2, 1]]
    return corners

"""One table's own tile set: pictures of its faces in a small file. Not how they are compared.

The file keeps the pictures and not what a network made of them, so that it outlives a change of the weights.
"""

import base64
import binascii
import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import TileSetError
from vision.labels import FACES, Label
from vision.whole_file import write_whole

Pixels = NDArray[np.uint8]
FORMAT, VERSION = "queyan-tile-set", 1
SIDE_PX = 64
"""Pictures are kept at the size of the namer's input."""
MOST_PICTURES = 12
"""More of one face tell nothing new and make the file large."""
LARGEST_BYTES = 8_000_000


@dataclass(frozen=True, slots=True)
class FacePicture:
    """One upright or turned picture of a face, square and of the namer's size."""

    label: Label
    square: Pixels


@dataclass(frozen=True, slots=True)
class HardPair:
    """Two faces of the set that look much alike."""

    first: Label
    second: Label
    likeness: float
    """Cosine of the angle between their nearest pictures, up to 1."""


@dataclass(frozen=True, slots=True)
class TileSet:
    """The enrolled faces, in the order of their labels."""

    name: str
    pictures: tuple[FacePicture, ...]
    hard_pairs: tuple[HardPair, ...] = field(default=())

    @property
    def counts(self) -> Mapping[Label, int]:
        """How many pictures each enrolled face has."""
        counts = dict.fromkeys(FACES, 0)
        for picture in self.pictures:
            counts[picture.label] += 1
        return {label: count for label, count in counts.items() if count}

    @property
    def missing(self) -> tuple[Label, ...]:
        """Faces of which there is no picture; these are named as without enrolment."""
        return tuple(label for label in FACES if label not in self.counts)

    def save(self, path: Path) -> None:
        """Write the file; an old one is replaced only once the new one is complete. Raises UnwritableError."""
        body = {
            "name": self.name,
            "pictures": [{"face": p.label.value, "png": _packed(p.square)} for p in self.pictures],
            "hard_pairs": [[p.first.value, p.second.value, round(p.likeness, 4)] for p in self.hard_pairs],
        }
        whole = {"format": FORMAT, "version": VERSION, "sha256": _digest(body), **body}
        write_whole(path, json.dumps(whole, ensure_ascii=False) + "\n")

    @classmethod
    def load(cls, path: Path) -> Self:
        """Return the tile set in a file. Raises TileSetError that says what is wrong with it."""
        record = _record(path)
        try:
            pictures = tuple(FacePicture(_face(item["face"]), _unpacked(item["png"])) for item in record["pictures"])
            pairs = tuple(HardPair(_face(a), _face(b), float(like)) for a, b, like in record["hard_pairs"])
            return cls(str(record["name"]), pictures, pairs)
        except (KeyError, TypeError, ValueError, binascii.Error, cv2.error) as error:
            raise TileSetError(f"the tile set {path} is spoiled ({error}); run queyan enroll again") from error


def in_order(pictures: Iterable[FacePicture]) -> tuple[FacePicture, ...]:
    """Return the pictures sorted by label, at most ``MOST_PICTURES`` of each face."""
    kept: dict[Label, list[FacePicture]] = {label: [] for label in FACES}
    for picture in pictures:
        if len(kept[picture.label]) < MOST_PICTURES:
            kept[picture.label].append(picture)
    return tuple(picture for label in FACES for picture in kept[label])


def _record(path: Path) -> dict[str, Any]:
    if not path.is_file():
        raise TileSetError(f"there is no tile set {path}; make one with queyan enroll")
    if path.stat().st_size > LARGEST_BYTES:
        raise TileSetError(f"{path} is too large for a tile set ({path.stat().st_size} bytes); give the right file")
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise TileSetError(f"{path} is no tile set ({error}); give a file made by queyan enroll") from error
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise TileSetError(f"{path} is no tile set; give a file made by queyan enroll")
    if record.get("version") != VERSION:
        known = f"this program reads version {VERSION}"
        raise TileSetError(f"the tile set {path} has version {record.get('version')}, {known}; run queyan enroll again")
    body = {key: record.get(key) for key in ("name", "pictures", "hard_pairs")}
    if record.get("sha256") != _digest(body):
        raise TileSetError(f"the tile set {path} is spoiled (its checksum is wrong); run queyan enroll again")
    return record


def _digest(body: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(body, ensure_ascii=False, sort_keys=True).encode()).hexdigest()


def _face(name: object) -> Label:
    label = Label(str(name))
    if label not in FACES:
        raise ValueError(f"{label} is no face")
    return label


def _packed(square: Pixels) -> str:
    return base64.b64encode(cv2.imencode(".png", square)[1].tobytes()).decode()


def _unpacked(text: str) -> Pixels:
    image = cv2.imdecode(np.frombuffer(base64.b64decode(text, validate=True), np.uint8), cv2.IMREAD_COLOR)
    if image is None or image.shape != (SIDE_PX, SIDE_PX, 3):
        raise ValueError("a picture in it cannot be read")
    return np.asarray(image, np.uint8)

"""The photographs beside the project as plain records: scenes with boxes, faces with labels. No pixels."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vision.labels import FACES, Label
from vision.observation import Point
from vision.training.split import Slice, slice_of_single, slice_of_source

SCENE_FOLDERS = ("table_photos", "table_photos_augmented")
CROP_FOLDERS = ("table_photos", "table_photos_augmented", "single_faces")
FULLY_BOXED_PX = 75.0
"""Close-ups, whose boxed tiles have at least this short side, show no tile without a box."""


@dataclass(frozen=True, slots=True)
class Box:
    """One boxed face: its axis-aligned hull in pixels and, for some, its corners."""

    label: Label
    x: float
    y: float
    width: float
    height: float
    corners: tuple[Point, ...] | None

    @property
    def short_side(self) -> float:
        """Shorter side of the hull in pixels."""
        return min(self.width, self.height)


@dataclass(frozen=True, slots=True)
class Photo:
    """One table photograph."""

    path: Path
    folder: str
    group: str
    source_name: str
    slice: Slice
    boxes: tuple[Box, ...]

    @property
    def fully_boxed(self) -> bool:
        """Whether every tile in the picture has a box, so that elsewhere there is none."""
        if self.group == "misc":
            return True
        sides = sorted(box.short_side for box in self.boxes)
        return self.group == "fb" and bool(sides) and sides[len(sides) // 2] >= FULLY_BOXED_PX


@dataclass(frozen=True, slots=True)
class Crop:
    """One single face."""

    path: Path
    folder: str
    label: Label
    slice: Slice
    upright: bool
    """Whether it is known to stand upright."""


def shared_vision() -> Path:
    """Return where the photographs lie beside a checkout of the project."""
    return Path(__file__).resolve().parents[3] / "shared" / "vision"


def label_of(name: str) -> Label:
    """Return the label of a class folder; flowers and seasons are ``other``."""
    return Label(name) if name in {known.value for known in FACES} else Label.OTHER


def load_photos(root: Path) -> list[Photo]:
    """Return every scene in order of its name."""
    return [
        _photo(path, folder) for folder in SCENE_FOLDERS for path in sorted((root / "scenes" / folder).glob("*.json"))
    ]


def load_crops(root: Path) -> list[Crop]:
    """Return every single face, flowers included, in order of folder, class and name."""
    sources = _Sources(load_photos(root))
    crops: list[Crop] = []
    for kind in ("crops", "crops_flowers"):
        for folder in CROP_FOLDERS:
            for path in sorted((root / kind / folder).glob("*/*.jpg")):
                label = label_of(path.parent.name)
                if folder == "single_faces":
                    number = int(re.sub(r"\D", "", path.stem))
                    crops.append(Crop(path, folder, label, slice_of_single(number), upright=True))
                else:
                    crops.append(Crop(path, folder, label, sources.slice_of(path.stem), upright=False))
    return crops


class _Sources:
    """Finds the source of a crop ``split_group_NNNN_k`` whose photograph may not be among the scenes."""

    def __init__(self, photos: list[Photo]) -> None:
        self._known: dict[tuple[str, str], dict[int, str]] = {}
        for photo in photos:
            number, split, group = photo.path.stem.split("_")
            self._known.setdefault((split, group), {})[int(number)] = photo.source_name

    def slice_of(self, stem: str) -> Slice:
        split, group, number_text, _ = stem.split("_")
        number = int(number_text)
        known = self._known.get((split, group), {})
        if not known:
            return Slice.HELD_OUT
        nearest = min(known, key=lambda other: (abs(other - number), other))
        source = known[nearest]
        if found := re.match(r"hand_(\d+)", source):
            # Photographs of a sitting are numbered without gaps, in the order of their names.
            source = f"hand_{int(found[1]) + number - nearest:03d}"
        return slice_of_source(source)


def _photo(path: Path, folder: str) -> Photo:
    record: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    source = str(record["source_name"])
    return Photo(
        path=path.with_suffix(".jpg"),
        folder=folder,
        group=str(record["group"]),
        source_name=source,
        slice=slice_of_source(source),
        boxes=tuple(_boxes(record)),
    )


def _boxes(record: dict[str, Any]) -> Iterator[Box]:
    for box in record["boxes"]:
        poly = box.get("poly")
        corners = None
        if poly is not None and len(poly) == 5:  # closed: the first corner stands again at the end
            corners = tuple((float(x), float(y)) for x, y in poly[:4])
        yield Box(
            label_of(box["class"]),
            float(box["x"]),
            float(box["y"]),
            float(box["w"]),
            float(box["h"]),
            corners,
        )

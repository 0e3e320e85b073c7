"""Measures the reader on what it has not seen: held-out crops, held-out photographs, fresh renders. Prints nothing."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.classify import TileNamer
from vision.detect import TileFinder
from vision.geometry import TableCamera
from vision.labels import Label
from vision.observation import SeenTile
from vision.pipeline import PhotoReader, ReadTile
from vision.synthetic.random_look import random_camera, random_noise
from vision.synthetic.random_scene import random_scene
from vision.synthetic.render import render
from vision.synthetic.scene import Pose
from vision.synthetic.truth import TruthTile
from vision.table import Region, TableReader
from vision.training.photos import Box, Crop, Photo

SURE = 0.9
SAME_PLACE_MM = 10.0
SAME_BOX = 0.5


@dataclass(slots=True)
class Tally:
    """Right answers out of how many."""

    right: int = 0
    total: int = 0

    def add(self, *, right: bool) -> None:
        """Count one answer."""
        self.right += right
        self.total += 1

    @property
    def share(self) -> float:
        """Right answers as a share; 1 where nothing was asked."""
        return self.right / self.total if self.total else 1.0


@dataclass(slots=True)
class Answers:
    """Confidences and whether they were right."""

    confidences: list[float] = field(default_factory=list)
    right: list[bool] = field(default_factory=list)

    def add(self, confidence: float, *, right: bool) -> None:
        """Keep one answer."""
        self.confidences.append(confidence)
        self.right.append(right)

    @property
    def sure_share(self) -> float:
        """Share of the answers that are sure."""
        return float(np.mean(np.array(self.confidences) >= SURE)) if self.confidences else 0.0

    @property
    def sure_wrong(self) -> float:
        """Share of the sure answers that are wrong."""
        sure = np.array(self.confidences) >= SURE
        return float(1 - np.mean(np.array(self.right)[sure])) if sure.any() else 0.0

    @property
    def calibration_error(self) -> float:
        """Expected calibration error over ten bins."""
        confidences, right = np.array(self.confidences), np.array(self.right)
        bins = np.minimum((confidences * 10).astype(int), 9)
        gaps = [
            np.mean(bins == b) * abs(confidences[bins == b].mean() - right[bins == b].mean())
            for b in range(10)
            if (bins == b).any()
        ]
        return float(sum(gaps))


@dataclass(slots=True)
class CropFigures:
    """Naming of given crops."""

    by_folder: dict[str, Tally] = field(default_factory=dict)
    answers: Answers = field(default_factory=Answers)
    confusions: dict[tuple[Label, Label], int] = field(default_factory=dict)


def measure_crops(
    crops: Sequence[Crop], namer: TileNamer, *, turns: Sequence[int] = (0,), all_turns: bool = False
) -> CropFigures:
    """Return how the crops are named, each turned by these quarter turns; flowers count in a folder of their own.

    ``all_turns`` lets the namer look four times at each, as ``queyan classify`` does.
    """
    figures = CropFigures()
    for start in range(0, len(crops), 256):
        part = crops[start : start + 256]
        images = [np.asarray(cv2.imread(str(crop.path)), np.uint8) for crop in part]
        for turn in turns:
            namings = namer.name([np.ascontiguousarray(np.rot90(image, turn)) for image in images], all_turns=all_turns)
            for crop, naming in zip(part, namings, strict=True):
                right = naming.label is crop.label
                folder = "flowers" if crop.label is Label.OTHER else crop.folder
                figures.by_folder.setdefault(folder, Tally()).add(right=right)
                figures.answers.add(naming.confidence, right=right)
                if not right:
                    pair = (crop.label, naming.label)
                    figures.confusions[pair] = figures.confusions.get(pair, 0) + 1
    return figures


@dataclass(slots=True)
class PhotoFigures:
    """Finding and naming on whole photographs."""

    found: Tally = field(default_factory=Tally)
    by_group: dict[str, Tally] = field(default_factory=dict)
    answers: Answers = field(default_factory=Answers)
    worst: list[tuple[float, str]] = field(default_factory=list)
    spurious: Tally = field(default_factory=Tally)
    """Faces told in fully boxed photographs: right where they lie on a box."""

    @property
    def right(self) -> Tally:
        """All groups together."""
        return Tally(sum(t.right for t in self.by_group.values()), sum(t.total for t in self.by_group.values()))


def measure_photos(photos: Iterable[Photo], reader: PhotoReader) -> PhotoFigures:
    """Return how many boxed tiles are found (overlap at least 0.5) and named right."""
    figures = PhotoFigures()
    for photo in photos:
        image = np.asarray(cv2.imread(str(photo.path)), np.uint8)
        tiles = reader.read(image).tiles
        here = Tally()
        for box in photo.boxes:
            best = max(tiles, key=lambda tile: overlap(tile, box), default=None)
            near = best is not None and overlap(best, box) >= SAME_BOX
            named = [t for t in tiles if t.label is box.label and overlap(t, box) >= SAME_BOX]
            figures.found.add(right=near)
            here.add(right=bool(named))
            if best is not None and near:
                figures.answers.add(best.confidence, right=best.label is box.label)
        group = figures.by_group.setdefault(f"{photo.folder}/{photo.group}", Tally())
        group.right, group.total = group.right + here.right, group.total + here.total
        figures.worst.append((here.share, photo.path.stem))
        if photo.fully_boxed:
            for tile in tiles:
                on_box = any(overlap(tile, box) > 0.3 for box in photo.boxes)
                if tile.label not in {Label.BACK, Label.OTHER}:
                    figures.spurious.add(right=on_box)
    figures.worst.sort()
    return figures


def overlap(tile: ReadTile, box: Box) -> float:
    """Return intersection over union of the tile's axis-aligned hull and the box."""
    low, high = np.min(tile.quad, axis=0), np.max(tile.quad, axis=0)
    box_low = np.array([box.x, box.y])
    box_high = box_low + np.array([box.width, box.height])
    common = float(np.prod(np.maximum(np.minimum(high, box_high) - np.maximum(low, box_low), 0)))
    both = float(np.prod(high - low)) + box.width * box.height - common
    return common / both if both > 0 else 0.0


@dataclass(slots=True)
class TableFigures:
    """Reading of rendered tables."""

    faces: Tally = field(default_factory=Tally)
    """Clearly visible lying faces: found and named right."""
    backs: Tally = field(default_factory=Tally)
    told: Tally = field(default_factory=Tally)
    """Faces told: right where such a face lies there."""
    told_sure: Tally = field(default_factory=Tally)
    sure: Tally = field(default_factory=Tally)
    """Clearly visible faces: told right with confidence 0.9 or more."""
    upright: Tally = field(default_factory=Tally)
    """Faces told right: also turned right (but for those that look alike upside down)."""
    answers: Answers = field(default_factory=Answers)
    corner_px: list[float] = field(default_factory=list)
    place_mm: list[float] = field(default_factory=list)
    table_ms: list[float] = field(default_factory=list)
    region_ms: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def measure_tables(count: int, finder: TileFinder, namer: TileNamer, *, seed: int) -> TableFigures:
    """Return how rendered tables are read that were never learnt from; pass a seed that training does not use."""
    figures = TableFigures()
    for number in range(count):
        rng = np.random.default_rng((seed, number))
        scene = random_scene(rng)
        camera = random_camera(rng, table_side_mm=scene.table_side_mm)
        rendered = render(scene, camera, noise=random_noise(rng), rng=rng)
        size = scene.tile_size
        reader = TableReader(
            camera,
            table_side_mm=scene.table_side_mm,
            tile_mm=(size.width_mm, size.length_mm, size.thickness_mm),
            finder=finder,
            namer=namer,
        )
        begun = time.process_time()
        seen = reader.read(rendered.image)
        figures.table_ms.append((time.process_time() - begun) * 1000)
        begun = time.process_time()
        reader.read(rendered.image, region=Region(-250.0, -50.0, 50.0, 250.0))
        figures.region_ms.append((time.process_time() - begun) * 1000)
        _compare(figures, seen, rendered.truth, camera, f"table {number}")
    return figures


def _compare(
    figures: TableFigures, seen: Sequence[SeenTile], truth: Sequence[TruthTile], camera: TableCamera, where: str
) -> None:
    lying = [tile for tile in truth if tile.pose is not Pose.STANDING]
    spots = np.array([np.mean(tile.quad_px, axis=0) for tile in seen]).reshape(-1, 2)
    near_px = SAME_PLACE_MM * float(np.hypot(*np.diff(camera.project([(0, 0, 22), (1, 0, 22)]), axis=0)[0]))
    for tile in lying:
        if tile.visible_fraction < 0.9:
            continue
        distances = np.hypot(*(spots - np.mean(tile.quad_px, axis=0)).T)
        near = [other for other, distance in zip(seen, distances, strict=True) if distance < near_px]
        right = [other for other in near if other.label is tile.label]
        if tile.label is Label.BACK:
            figures.backs.add(right=bool(right))
            continue
        figures.faces.add(right=bool(right))
        figures.sure.add(right=any(other.confidence >= SURE for other in right))
        if right:
            _add_place(figures, right[0], tile)
        else:
            told = ", ".join(f"{other.label} {other.confidence:.2f}" for other in near) or "nothing"
            figures.faults.append(f"{where}: {tile.label} at {np.round(tile.centre_mm)} read as {told}")
    _check_told(figures, seen, lying, near_px, where)


def _add_place(figures: TableFigures, seen: SeenTile, truth: TruthTile) -> None:
    gap = np.array(seen.quad_px) - np.array(truth.quad_px)
    other_way = np.array(seen.quad_px)[[2, 3, 0, 1]] - np.array(truth.quad_px)
    best = min(gap, other_way, key=lambda difference: float(np.abs(difference).max()))
    figures.corner_px.append(float(np.hypot(*best.T).max()))
    if truth.level == 0:
        figures.place_mm.append(float(np.hypot(*np.subtract(seen.centre_mm, truth.centre_mm))))
    turned = abs((seen.angle_deg - truth.angle_deg + 180) % 360 - 180) < 20
    if truth.label not in _ALIKE:
        figures.upright.add(right=turned)


_ALIKE = frozenset(
    Label(name) for name in ("1p", "2p", "3p", "4p", "5p", "8p", "9p", "2s", "4s", "5s", "6s", "8s", "9s", "5z")
)


def _check_told(
    figures: TableFigures, seen: Sequence[SeenTile], lying: Sequence[TruthTile], near_px: float, where: str
) -> None:
    middles = np.array([np.mean(tile.quad_px, axis=0) for tile in lying]).reshape(-1, 2)
    for other in seen:
        distances: NDArray[np.float64] = np.hypot(*(middles - np.mean(other.quad_px, axis=0)).T)
        near = [tile for tile, distance in zip(lying, distances, strict=True) if distance < near_px]
        right = any(tile.label is other.label for tile in near)
        if other.label is not Label.BACK:
            figures.told.add(right=right)
            if other.confidence >= SURE:
                figures.told_sure.add(right=right)
                if not right:
                    there = ", ".join(tile.label for tile in near) or "nothing"
                    figures.faults.append(f"{where}: told {other.label} {other.confidence:.2f} where {there} lies")
        if near:
            figures.answers.add(other.confidence, right=right)

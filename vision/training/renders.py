"""Rendered tables as lessons for both networks. What lies where is the renderer's to vary; here it is cut up."""

import dataclasses
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.labels import Label
from vision.synthetic.random_look import random_camera, random_noise
from vision.synthetic.random_scene import random_scene
from vision.synthetic.render import render
from vision.synthetic.scene import Look, Pose
from vision.synthetic.truth import TruthTile
from vision.training.faces import Face, Pixels, cut_face, even
from vision.training.windows import BoxedPicture

CLEAR = 0.9
"""Least visible share of a tile that must be found."""
HOUSE_EVERY = 3
"""One table in so many has the renderer's own default look, which the simulated table shows."""
COVERED = 0.12
"""Below this visible share a tile is not there to be seen."""


@dataclass(frozen=True, slots=True)
class RenderedTable:
    """One picture with its truth."""

    image: Pixels
    tiles: tuple[TruthTile, ...]

    @property
    def lying(self) -> list[TruthTile]:
        """The tiles whose upper face shows at least in part."""
        return [tile for tile in self.tiles if tile.pose is not Pose.STANDING and tile.visible_fraction > COVERED]


def rendered_tables(count: int, *, seed: int, store: Path | None = None) -> Iterator[RenderedTable]:
    """Yield varied tables seen by varied cameras, the same for the same seed.

    With ``store`` a table is drawn once, kept in that folder and read from it the next time.
    """
    for number in range(count):
        path = None if store is None else store / f"{seed}_{number:05d}.jpg"
        if path is not None and path.with_suffix(".json").is_file():
            yield _loaded(path)
            continue
        table = _rendered(seed, number)
        if path is not None:
            _keep(table, path)
        yield table


def _rendered(seed: int, number: int) -> RenderedTable:
    rng = np.random.default_rng((seed, number))
    scene = random_scene(rng, look=Look() if number % HOUSE_EVERY == 0 else None)
    camera = random_camera(rng, table_side_mm=scene.table_side_mm)
    rendered = render(scene, camera, noise=random_noise(rng), rng=rng)
    return RenderedTable(rendered.image, rendered.truth)


def _keep(table: RenderedTable, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), table.image, [cv2.IMWRITE_JPEG_QUALITY, 96])
    tiles = [{**dataclasses.asdict(tile), "pose": tile.pose.value} for tile in table.tiles]
    path.with_suffix(".json").write_text(json.dumps(tiles), encoding="utf-8")


def _loaded(path: Path) -> RenderedTable:
    records = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    tiles = tuple(
        TruthTile(**{**record, "label": Label(record["label"]), "pose": Pose(record["pose"])}) for record in records
    )
    return RenderedTable(np.asarray(cv2.imread(str(path)), np.uint8), tiles)


def as_boxed(table: RenderedTable) -> BoxedPicture:
    """Return the table for cutting the finder's windows."""
    lying = table.lying
    return BoxedPicture(
        image=table.image,
        quads=np.array([tile.quad_px for tile in lying], np.float64).reshape(-1, 4, 2),
        exact=np.ones(len(lying), np.bool_),
        doubtful=np.array([tile.visible_fraction < CLEAR for tile in lying], np.bool_),
        complete=True,
    )


def faces_of(table: RenderedTable, rng: np.random.Generator, *, most_backs: int = 6) -> Iterator[Face]:
    """Yield the clearly seen faces, a few backs, and a few places where no face lies (``other``)."""
    clear = [tile for tile in table.lying if tile.visible_fraction >= 0.8]
    backs = [tile for tile in clear if tile.label is Label.BACK]
    shown = [tile for tile in clear if tile.label is not Label.BACK]
    shown += [backs[int(i)] for i in rng.permutation(len(backs))[:most_backs]]
    for tile in shown:
        corners = np.array(tile.quad_px, np.float32)
        if (face := cut_face(table.image, corners, tile.label, turn=0)) is not None:
            yield face
    yield from _no_faces(table, rng)


def _no_faces(table: RenderedTable, rng: np.random.Generator) -> Iterator[Face]:
    """Yield standing tiles' edges and pieces of the table, of a tile's size, where no lying tile's middle is."""
    middles = np.array([np.mean(tile.quad_px, axis=0) for tile in table.lying]).reshape(-1, 2)
    standing = [np.mean(tile.quad_px, axis=0) for tile in table.tiles if tile.pose is Pose.STANDING]
    height, width = table.image.shape[:2]
    places = [rng.uniform((0, 0), (width, height)) for _ in range(6)]
    places += [standing[int(i)] for i in rng.permutation(len(standing))[:2]]
    for place in places:
        if len(middles) and np.abs(middles - place).max(axis=1).min() < 30:
            continue
        box = cv2.boxPoints((place.tolist(), (46.0, 62.0), float(rng.uniform(0, 360))))
        face = cut_face(table.image, np.asarray(box, np.float32), Label.OTHER)
        # An even piece of felt is no different from an even back: the finder tells these apart by what is around.
        if face is not None and not even(face):
            yield face

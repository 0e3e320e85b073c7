"""Names a straight-cut tile face: which of 34, a back, or something else, how surely, and which way up.

With the table's own tile set enrolled (``vision.tile_set``) the likeness to its faces counts too. Without one a whole
table is named by a small network first, and only what leaves that in doubt by the large one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.detect import Pixels, to_batch
from vision.honesty import Honesty
from vision.labels import LABELS, Label
from vision.likeness import Floats, Prototypes, joined, unit
from vision.runtime import GLANCE, MODELS, NAMER, Network
from vision.tile_set import FacePicture, TileSet

SIDE_PX = 64
"""Side of the namer's square input."""
BATCH = 32


@dataclass(frozen=True, slots=True)
class Naming:
    """What one face was taken for."""

    label: Label
    confidence: float
    """Calibrated probability of ``label``, 0..1."""
    second: Label
    second_confidence: float
    turns: tuple[float, float, float, float]
    """How likely each corner of the cut, clockwise from its top left, is the top left of the upright face."""

    @property
    def turn(self) -> int:
        """The likeliest corner."""
        return self.turns.index(max(self.turns))


@dataclass(frozen=True, slots=True)
class Looks:
    """What the network says of faces, before it becomes chances."""

    logits: Floats
    turns: Floats
    """Log chances of the four corners."""
    embeddings: NDArray[np.float32]
    """Of length one."""


class TileNamer:
    """The naming network with its reading, adapted to a tile set where one is given."""

    def __init__(
        self,
        network: Network,
        *,
        honesty: Honesty | None = None,
        tile_set: TileSet | None = None,
        again_below: float = 0.0,
        glance: Network | None = None,
    ) -> None:
        """Faces whose confidence is below ``again_below`` are looked at again, at the other right-angle turns too.

        ``glance`` is the small network that looks at a table first.
        """
        self._network = network
        self._glance = glance
        self._again_below = again_below
        self._honesty = honesty or Honesty()
        pictures = () if tile_set is None else tile_set.pictures
        self._prototypes = self.prototypes(pictures) if pictures else None

    @classmethod
    def load(
        cls, models: Path = MODELS, *, threads: int = 1, tile_set: TileSet | None = None, again_below: float = 0.0
    ) -> Self:
        """Return the namer with the weights in ``models``; the small network may be missing. Raises ModelError."""
        network, honesty = Network(models / NAMER, threads=threads), Honesty.load(models)
        # The small network knows nothing of an enrolled set.
        quick = tile_set is None and (models / GLANCE).is_file()
        glance = Network(models / GLANCE, threads=threads) if quick else None
        return cls(network, honesty=honesty, tile_set=tile_set, again_below=again_below, glance=glance)

    def name(self, crops: Sequence[Pixels], *, all_turns: bool = False) -> list[Naming]:
        """Return what each BGR crop of one face shows; crops of any size are stretched to the namer's square.

        ``all_turns`` looks at each at the four right-angle turns: surer, and four times the work.
        """
        namings: list[Naming] = []
        for start in range(0, len(crops), BATCH):
            squares = np.stack([to_square(crop) for crop in crops[start : start + BATCH]])
            part = self._named(squares, all_turns=all_turns)
            doubtful = [] if all_turns else [i for i, n in enumerate(part) if n.confidence < self._again_below]
            for i, naming in zip(doubtful, self._named(squares[doubtful], all_turns=True), strict=True):
                part[i] = naming
            namings += part
        return namings

    def name_table(self, squares: Pixels) -> list[Naming]:
        """Return what each of the squares (N, 64, 64, 3) cut from one table shows, quickly where that is plain."""
        if self._glance is None or self._prototypes is not None:
            return self.name(list(squares))
        namings = glanced(squares, self._glance)
        doubtful = [i for i, naming in enumerate(namings) if not is_plain(naming)]
        for i, naming in zip(doubtful, self.name(list(squares[doubtful])), strict=True):
            namings[i] = naming
        return namings

    def _named(self, squares: Pixels, *, all_turns: bool) -> list[Naming]:
        if len(squares) == 0:
            return []
        views = [self._look_turned(squares, quarters) for quarters in range(4 if all_turns else 1)]
        logits = np.mean([self._opinion(view, all_turns=all_turns) for view in views], axis=0)
        turns = np.mean([view.turns for view in views], axis=0)
        return _namings(logits, turns)

    def prototypes(self, pictures: Sequence[FacePicture]) -> Prototypes:
        """Return the embeddings of pictures, at least one, at all four turns."""
        turned = [(p.label, np.ascontiguousarray(np.rot90(p.square, q))) for p in pictures for q in range(4)]
        embeddings = [
            self.look(np.stack([square for _, square in turned[start : start + BATCH]])).embeddings
            for start in range(0, len(turned), BATCH)
        ]
        return Prototypes(np.concatenate(embeddings), [label for label, _ in turned])

    def look(self, squares: Pixels) -> Looks:
        """Return what the network says of squares (N, 64, 64, 3)."""
        logits, turns, embeddings = self._network.run(to_batch(squares))[:3]
        return Looks(logits.astype(np.float64), _log_softmax(turns), unit(embeddings))

    def _look_turned(self, squares: Pixels, quarters: int) -> Looks:
        """Look at the squares turned anticlockwise; the corners come back as they lie in the squares."""
        looks = self.look(np.ascontiguousarray(np.rot90(squares, quarters, axes=(1, 2))))
        return replace(looks, turns=np.roll(looks.turns, quarters, axis=1))

    def _opinion(self, looks: Looks, *, all_turns: bool) -> Floats:
        if self._prototypes is None:
            return looks.logits * (self._honesty.four_turns if all_turns else 1.0)
        weights = self._honesty.enrolled_four_turns if all_turns else self._honesty.enrolled
        return joined(looks.logits, self._prototypes.likeness(looks.embeddings, stranger=weights.stranger), weights)


def glanced(squares: Pixels, network: Network) -> list[Naming]:
    """Return what the small network alone says of squares (N, 64, 64, 3)."""
    namings: list[Naming] = []
    for start in range(0, len(squares), BATCH):
        logits, turns = network.run(to_batch(squares[start : start + BATCH]))
        namings += _namings(logits, turns)
    return namings


def is_plain(naming: Naming) -> bool:
    """Whether the small network's word stands: what shows no tile the large one tells better."""
    if naming.label is Label.BACK:
        return naming.confidence >= thresholds.BACK_AT_A_GLANCE
    return naming.label is not Label.OTHER and naming.confidence >= thresholds.SURE_AT_A_GLANCE


def cut_straight(image: Pixels, corners: NDArray[np.floating]) -> Pixels:
    """Return the face between four corners (4, 2), in their order clockwise, as the namer's square."""
    square: Pixels = cut_all_straight(image, corners[None])[0]
    return square


def cut_all_straight(image: Pixels, quads: NDArray[np.floating]) -> Pixels:
    """Return the faces between corners (N, 4, 2) as the namer's squares (N, 64, 64, 3)."""
    sides = np.linalg.norm(quads - quads[:, [3, 0, 1, 2]], axis=2).mean(axis=1)
    squares = np.empty((len(quads), SIDE_PX, SIDE_PX, 3), np.uint8)
    for square, corners, length in zip(squares, quads.astype(np.float32), sides, strict=True):
        # A face much larger than the square is cut at twice its size first, else fine lines would break up.
        if length > 1.5 * SIDE_PX:
            square[:] = to_square(_cut(image, corners, 2 * SIDE_PX, np.empty((2 * SIDE_PX, 2 * SIDE_PX, 3), np.uint8)))
        else:
            _cut(image, corners, SIDE_PX, square)
    return squares


def _cut(image: Pixels, corners: NDArray[np.float32], side: int, out: Pixels) -> Pixels:
    """Write the face between four corners into ``out``, ``side`` pixels square, and return that."""
    target = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) - 0.5
    homography = cv2.getPerspectiveTransform(corners, target)
    cv2.warpPerspective(image, homography, (side, side), dst=out, borderMode=cv2.BORDER_REPLICATE)
    return out


def to_square(crop: Pixels) -> Pixels:
    """Return a crop stretched to the namer's square."""
    height, width = crop.shape[:2]
    if (height, width) == (SIDE_PX, SIDE_PX):
        return crop
    shrink = cv2.INTER_AREA if height * width > 1.5 * SIDE_PX * SIDE_PX else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(crop, (SIDE_PX, SIDE_PX), interpolation=shrink), np.uint8)


def _log_softmax(logits: NDArray[Any]) -> Floats:
    shifted = (logits - logits.max(axis=-1, keepdims=True)).astype(np.float64)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True)), np.float64)


def _softmax(logits: NDArray[Any]) -> Floats:
    powers = np.exp((logits - logits.max(axis=-1, keepdims=True)).astype(np.float64))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True), np.float64)


def _namings(logits: NDArray[Any], turns: NDArray[Any]) -> list[Naming]:
    """Return what logits (N, labels) and log chances of the corners (N, 4) say."""
    chances = _softmax(logits)
    order = np.argsort(chances, axis=1)[:, :-3:-1]
    told = np.take_along_axis(chances, order, axis=1)
    return [
        Naming(LABELS[best], sure, LABELS[second], second_sure, (a, b, c, d))
        for (best, second), (sure, second_sure), (a, b, c, d) in zip(
            order.tolist(), told.tolist(), _softmax(turns).tolist(), strict=True
        )
    ]

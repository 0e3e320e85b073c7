"""Names a straight-cut tile face: which of 34, a back, or something else, how surely, and which way up.

With the table's own tile set enrolled (``vision.tile_set``) the likeness to its faces counts too.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect import Pixels, to_batch
from vision.honesty import Honesty
from vision.labels import LABELS, Label
from vision.likeness import Floats, Prototypes, joined, unit
from vision.runtime import MODELS, NAMER, Network
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
    ) -> None:
        """Faces whose confidence is below ``again_below`` are looked at again, at the other right-angle turns too."""
        self._network = network
        self._again_below = again_below
        self._honesty = honesty or Honesty()
        pictures = () if tile_set is None else tile_set.pictures
        self._prototypes = self.prototypes(pictures) if pictures else None

    @classmethod
    def load(
        cls, models: Path = MODELS, *, threads: int = 1, tile_set: TileSet | None = None, again_below: float = 0.0
    ) -> Self:
        """Return the namer with the weights in ``models``. Raises ModelError."""
        network, honesty = Network(models / NAMER, threads=threads), Honesty.load(models)
        return cls(network, honesty=honesty, tile_set=tile_set, again_below=again_below)

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

    def _named(self, squares: Pixels, *, all_turns: bool) -> list[Naming]:
        if len(squares) == 0:
            return []
        views = [self._look_turned(squares, quarters) for quarters in range(4 if all_turns else 1)]
        logits = np.mean([self._opinion(view, all_turns=all_turns) for view in views], axis=0)
        turns = np.mean([view.turns for view in views], axis=0)
        return [_naming(_softmax(a), _softmax(b)) for a, b in zip(logits, turns, strict=True)]

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


def cut_straight(image: Pixels, corners: NDArray[np.floating]) -> Pixels:
    """Return the face between four corners (4, 2), in their order clockwise, as the namer's square."""
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    # A face much larger than the square is cut at twice its size first, else fine lines would break up.
    side = SIDE_PX * (2 if sides.mean() > 1.5 * SIDE_PX else 1)
    target = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) - 0.5
    homography = cv2.getPerspectiveTransform(np.asarray(corners, np.float32), target)
    cut = cv2.warpPerspective(image, homography, (side, side), borderMode=cv2.BORDER_REPLICATE)
    return to_square(np.asarray(cut, np.uint8))


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


def _softmax(logits: NDArray[Any]) -> NDArray[np.float64]:
    powers = np.exp((logits - logits.max()).astype(np.float64))
    return np.asarray(powers / powers.sum(), np.float64)


def _naming(chances: NDArray[np.float64], turns: NDArray[np.float64]) -> Naming:
    second, best = np.argsort(chances)[-2:]
    a, b, c, d = (float(turn) for turn in turns)
    return Naming(LABELS[best], float(chances[best]), LABELS[second], float(chances[second]), (a, b, c, d))

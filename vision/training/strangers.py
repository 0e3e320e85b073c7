"""Tile sets that the weights never saw, looked at as at a table: what their honesty is found and measured on."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.classify import Looks
from vision.labels import LABELS, Label
from vision.likeness import Prototypes, unit
from vision.training.augment import cut_at_random
from vision.training.faces import Face, Pixels
from vision.training.laying import can_be_laid, laid
from vision.training.plain import plain_back

STRENGTH = 0.8
"""How badly strangers are cut and lit, of what training does to faces."""
ENROLLED_STRENGTH = 0.4
"""The same for the pictures that enrol them, which people take with care."""


@dataclass(frozen=True, slots=True)
class StrangerSet:
    """One tile set: faces of known turn."""

    name: str
    faces: tuple[Face, ...]


def shown(one: StrangerSet, rng: np.random.Generator, *, times: int, strength: float) -> tuple[Pixels, list[Label]]:
    """Return each face's cuts: half of them laid on a table, of these half cut by upright boxes, any turn."""
    cuts, labels = [], []
    for face in one.faces:
        for _ in range(times):
            placed = face
            if can_be_laid(face) and rng.random() < 0.5:
                placed = laid(face, lambda r: _beside(one, r), [], rng, boxed=rng.random() < 0.5)
            cuts.append(cut_at_random(placed, rng, strength=strength)[0])
            labels.append(face.label)
    return np.stack(cuts), labels


def _beside(one: StrangerSet, rng: np.random.Generator) -> Face:
    return plain_back(rng) if rng.random() < 0.2 else one.faces[int(rng.integers(len(one.faces)))]


@dataclass(frozen=True, slots=True)
class Seen:
    """Looks at cuts of known label, at their four turns (4, N, ...), the first as given."""

    logits: NDArray[np.float64]
    embeddings: NDArray[np.float32]
    labels: NDArray[np.int64]


def joined_looks(looks: Sequence[Looks], labels: Iterable[Label]) -> Seen:
    """Return the looks at the four turns of the same cuts as one record."""
    return Seen(
        np.stack([look.logits for look in looks]),
        np.stack([look.embeddings for look in looks]),
        np.array([LABELS.index(label) for label in labels]),
    )


def prototypes_of(seen: Seen) -> Prototypes:
    """Return the prototypes that enrolling these cuts would give."""
    count = seen.embeddings.shape[1]
    labels = [LABELS[int(label)] for label in seen.labels] * 4
    return Prototypes(unit(seen.embeddings.reshape(4 * count, -1)), labels)

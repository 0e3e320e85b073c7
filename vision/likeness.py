"""How like an enrolled face a look is, and what that and the network's own opinion say together."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.labels import LABELS, Label

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Weights:
    """How much the network's logits and the likeness to enrolled faces count, so that chances come out honest."""

    network: float
    likeness: float
    stranger: float
    """Likeness credited to what is not enrolled: backs, other things, missing faces."""


class Prototypes:
    """Unit embeddings of enrolled faces, each picture at its four turns."""

    def __init__(self, embeddings: NDArray[np.float32], labels: list[Label]) -> None:
        self._embeddings = embeddings
        self._owners = np.array([LABELS.index(label) for label in labels])

    def likeness(self, embeddings: NDArray[np.float32], *, stranger: float) -> Floats:
        """Return (N, labels): the cosine to the nearest prototype of each label, ``stranger`` where it has none."""
        cosines = (embeddings @ self._embeddings.T).astype(np.float64)
        found = np.full((len(embeddings), len(LABELS)), stranger)
        for owner in np.unique(self._owners):
            found[:, owner] = cosines[:, self._owners == owner].max(axis=1)
        return found

    def pairs(self) -> dict[tuple[Label, Label], float]:
        """Return for every two enrolled faces the cosine of their nearest pictures."""
        owners = np.unique(self._owners)
        cosines = self._embeddings @ self._embeddings.T
        return {
            (LABELS[a], LABELS[b]): float(cosines[np.ix_(self._owners == a, self._owners == b)].max())
            for place, a in enumerate(owners)
            for b in owners[place + 1 :]
        }


def joined(logits: Floats, likeness: Floats, weights: Weights) -> Floats:
    """Return the logits of both opinions together."""
    return weights.network * logits + weights.likeness * likeness


def unit(embeddings: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the embeddings at length one."""
    lengths = np.linalg.norm(embeddings, axis=-1, keepdims=True)
    return np.asarray(embeddings / np.maximum(lengths, 1e-9), np.float32)

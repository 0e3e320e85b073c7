"""Finds the figures that make chances honest: on sets and photographs that were not learnt from, by least log loss."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.honesty import Honesty
from vision.likeness import Weights, joined
from vision.training.strangers import Seen, prototypes_of

Floats = NDArray[np.float64]
_NETWORK = (0.15, 0.25, 0.4, 0.55, 0.7, 0.85, 1.0, 1.2)
_LIKENESS = (4.0, 6.0, 8.0, 10.0, 13.0, 16.0, 20.0, 25.0, 30.0)
CAUTION, ENROLLED_CAUTION = 0.78, 0.9
"""What the best factors are multiplied with: a new table may be stranger than the strangers at hand, and a wrong sure
answer costs more than a question."""
SHRINK = 0.3
"""How far the spread of embeddings is taken for equal in all directions, against chance in few pictures."""


@dataclass(frozen=True, slots=True)
class Straightening:
    """What is taken from an embedding and what it is multiplied with, so that looks at one face lie close together."""

    middle: NDArray[np.float32]
    matrix: NDArray[np.float32]


def straightened(embeddings: NDArray[np.float32], faces: NDArray[np.int64]) -> Straightening:
    """Return the straightening by the spread within looks at the same face at the same turn."""
    middle = embeddings.mean(axis=0)
    inner = np.concatenate(
        [embeddings[faces == face] - embeddings[faces == face].mean(axis=0) for face in np.unique(faces)]
    )
    spread = (inner.T @ inner / len(inner)).astype(np.float64)
    spread = (1 - SHRINK) * spread + SHRINK * np.eye(len(spread)) * np.trace(spread) / len(spread)
    values, vectors = np.linalg.eigh(spread)
    matrix = (vectors / np.sqrt(values)) @ vectors.T
    # Embeddings come out about as long as one: both runtimes then agree to the same few digits.
    matrix /= np.linalg.norm((embeddings - middle) @ matrix, axis=1).mean()
    return Straightening(middle, matrix.astype(np.float32))


def log_loss(logits: Floats, labels: NDArray[np.int64]) -> float:
    """Return the mean log loss."""
    shifted = logits - logits.max(axis=1, keepdims=True)
    return float(np.mean(np.log(np.exp(shifted).sum(axis=1)) - shifted[np.arange(len(labels)), labels]))


def best_scale(logits: Sequence[Floats], labels: Sequence[NDArray[np.int64]]) -> float:
    """Return the factor of the least log loss, each group of answers counting the same."""
    scales = np.exp(np.linspace(-1.2, 1.2, 61))
    losses = [
        np.mean([log_loss(part * scale, truth) for part, truth in zip(logits, labels, strict=True)]) for scale in scales
    ]
    return float(scales[int(np.argmin(losses))])


def best_weights(enrolled: Sequence[tuple[Seen, Seen]], *, all_turns: bool) -> Weights:
    """Return the weights of the least log loss on (pictures that enrol, pictures to name) of several sets, cautiously.

    What is not enrolled is credited with no likeness at all: nothing else told backs and felt from faces better.
    """
    turns = 4 if all_turns else 1
    opinions = [
        (
            seen.logits[:turns].mean(axis=0),
            np.mean([prototypes_of(known).likeness(part, stranger=0.0) for part in seen.embeddings[:turns]], axis=0),
            seen.labels,
        )
        for known, seen in enrolled
    ]

    def loss(network: float, likeness: float) -> float:
        weights = Weights(network, likeness, 0.0)
        return float(np.mean([log_loss(joined(logits, like, weights), labels) for logits, like, labels in opinions]))

    network, likeness = min(((n, k) for n in _NETWORK for k in _LIKENESS), key=lambda pair: loss(*pair))
    return Weights(network * ENROLLED_CAUTION, likeness * ENROLLED_CAUTION, 0.0)


def honesty_of(scale: float, enrolled: Sequence[tuple[Seen, Seen]]) -> Honesty:
    """Return the figures for logits that already carry their own temperature; ``scale`` is that of four turns."""
    return Honesty(scale, best_weights(enrolled, all_turns=False), best_weights(enrolled, all_turns=True))

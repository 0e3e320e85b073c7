"""The figures that make chances honest, found on made-up answers."""

import numpy as np
import pytest

from vision.labels import LABELS, Label
from vision.training.honest import best_scale, best_weights, log_loss, straightened
from vision.training.strangers import Seen, prototypes_of


def answers(scale: float, *, seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Return logits ``scale`` times as bold as the truth is sure, and the truth drawn by honest chances."""
    rng = np.random.default_rng(seed)
    honest = rng.normal(0, 2, (4000, 5))
    chances = np.exp(honest) / np.exp(honest).sum(axis=1, keepdims=True)
    truth = np.array([rng.choice(5, p=chance) for chance in chances])
    return honest * scale, truth


@pytest.mark.parametrize("scale", [0.5, 1.0, 2.5])
def test_the_scale_undoes_boasting_and_shyness(scale: float) -> None:
    logits, truth = answers(scale)
    assert best_scale([logits], [truth]) == pytest.approx(1 / scale, rel=0.08)


def test_log_loss_of_an_even_guess_is_the_logarithm_of_its_choices() -> None:
    assert log_loss(np.zeros((3, 8)), np.array([0, 3, 7])) == pytest.approx(np.log(8))


def test_straightening_makes_looks_at_a_face_spread_alike_in_all_directions() -> None:
    rng = np.random.default_rng(2)
    faces = np.repeat(np.arange(200), 5)
    places = rng.normal(0, 3, (200, 4))[faces]
    looks = (places + rng.normal(0, 1, (1000, 4)) * (2.0, 1.0, 0.5, 0.2)).astype(np.float32)
    found = straightened(looks, faces)
    straight = (looks - found.middle) @ found.matrix
    inner = straight - np.stack([straight[faces == face].mean(axis=0) for face in faces])
    assert inner.std(axis=0).max() / inner.std(axis=0).min() < 5  # ten times apart before
    assert np.linalg.norm(straight, axis=1).mean() == pytest.approx(1, rel=0.01)


def test_an_ignorant_network_leaves_the_word_to_the_likeness() -> None:
    labels = np.array([LABELS.index(Label.M1), LABELS.index(Label.M2)] * 8)
    embeddings = np.tile(np.eye(2, dtype=np.float32)[(labels == labels[0]).astype(int)], (4, 1, 1))
    logits = np.random.default_rng(3).normal(0, 2, (4, len(labels), len(LABELS)))
    seen = Seen(logits, embeddings, labels)
    weights = best_weights([(seen, seen)], all_turns=True)
    assert weights.likeness > 10 * weights.network
    assert set(prototypes_of(seen).pairs()) == {(Label.M1, Label.M2)}

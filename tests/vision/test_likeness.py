import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.labels import LABELS, Label
from vision.likeness import Prototypes, Weights, joined, unit

ACROSS, UP = np.array([1.0, 0.0], np.float32), np.array([0.0, 1.0], np.float32)


def test_likeness_is_to_the_nearest_picture_and_a_strangers_where_there_is_none() -> None:
    prototypes = Prototypes(np.stack([ACROSS, UP, ACROSS]), [Label.M1, Label.M1, Label.RED])
    found = prototypes.likeness(np.stack([UP]), stranger=0.25)
    assert found[0, LABELS.index(Label.M1)] == pytest.approx(1)
    assert found[0, LABELS.index(Label.RED)] == pytest.approx(0)
    assert found[0, LABELS.index(Label.BACK)] == 0.25
    assert prototypes.pairs() == {(Label.M1, Label.RED): pytest.approx(1)}


def test_both_opinions_count_by_their_weights() -> None:
    together = joined(np.array([1.0, 2.0]), np.array([0.5, 0.0]), Weights(network=2, likeness=10, stranger=0))
    assert together.tolist() == [7.0, 4.0]


@given(st.lists(st.floats(-100, 100, width=32), min_size=3, max_size=3))
def test_unit_embeddings_have_length_one_or_none(values: list[float]) -> None:
    length = float(np.linalg.norm(unit(np.array([values], np.float32))))
    assert length == pytest.approx(1, abs=1e-3) or np.linalg.norm(values) < 1e-6

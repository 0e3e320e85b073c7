import numpy as np
import pytest

from vision.training.inks import bent


@pytest.mark.parametrize("seed", range(6))
def test_bending_moves_the_lines_of_a_face_a_little_and_breaks_none(seed: int) -> None:
    face = np.full((96, 72, 3), 240, np.uint8)
    for top in range(8, 88, 12):
        face[top : top + 4] = 30
    moved = bent(face, np.random.default_rng(seed))
    assert moved.shape == face.shape
    assert (moved != face).any()
    # Lines move by less than their distance: as many are crossed as before.
    crossed = np.abs(np.diff((moved[:, 36, 0] > 135).astype(int))).sum()
    assert crossed == np.abs(np.diff((face[:, 36, 0] > 135).astype(int))).sum()

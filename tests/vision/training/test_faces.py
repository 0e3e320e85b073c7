import numpy as np
import pytest

from vision.labels import Label
from vision.training.augment import SIDE_PX, cut_at_random, straight
from vision.training.faces import UNKNOWN_TURN, Face, FaceBank, clockwise, cut_face, even, whole
from vision.training.plain import blank_face, plain_back
from vision.training.scatter import scattered


def pointing_up(rng: np.random.Generator, label: Label) -> Face:
    """A face whose upper half is dark, so that its turn can be seen."""
    image = np.full((80, 60, 3), 230, np.uint8)
    image[:30] = 20
    noisy = np.clip(image + rng.normal(0, 3, image.shape), 0, 255).astype(np.uint8)
    return whole(noisy, label, 0)


@pytest.mark.parametrize("seed", range(12))
def test_the_turn_of_a_random_cut_is_the_corner_where_the_upright_face_begins(seed: int) -> None:
    rng = np.random.default_rng(seed)
    cut, turn = cut_at_random(pointing_up(rng, Label.M1), rng, strength=0.0)
    upright = np.rot90(cut, turn)  # corner ``turn`` comes to the top left
    middle = upright[8:-8, 8:-8].astype(float).mean(axis=(1, 2))
    assert middle[:12].mean() < middle[-12:].mean() - 60


def test_cutting_straight_undoes_a_turn() -> None:
    rng = np.random.default_rng(3)
    face = pointing_up(rng, Label.M1)
    turned = straight(face.image, np.roll(face.corners, -1, axis=0))
    assert turned.shape == (SIDE_PX, SIDE_PX, 3)
    assert np.abs(np.rot90(turned, -1).astype(int) - straight(face.image, face.corners)).mean() < 12


def test_the_bank_draws_every_face_of_a_class_and_none_of_an_empty_one() -> None:
    rng = np.random.default_rng(4)
    faces = [pointing_up(rng, Label.P1) for _ in range(3)]
    bank = FaceBank((face, weight) for face, weight in zip(faces, (1.0, 1.0, 5.0), strict=True))
    drawn = [bank.draw(rng, Label.P1) for _ in range(200)]
    assert {id(face) for face in drawn} == {id(face) for face in faces}
    assert sum(face is faces[2] for face in drawn) > 100
    assert bank.draw(rng, Label.BACK) is None


def test_corners_are_brought_into_clockwise_order() -> None:
    square = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    assert (clockwise(square) == square).all()
    assert (clockwise(square[[0, 3, 2, 1]]) == square).all()


def test_a_face_outside_the_picture_is_not_cut() -> None:
    corners = np.array([[300, 300], [310, 300], [310, 312], [300, 312]], np.float32)
    assert cut_face(np.zeros((100, 100, 3), np.uint8), corners, Label.M1) is None


@pytest.mark.parametrize("seed", range(5))
def test_made_up_backs_are_even_and_faces_are_not(seed: int) -> None:
    rng = np.random.default_rng(seed)
    assert plain_back(rng).label is Label.BACK
    assert blank_face(rng).turn == UNKNOWN_TURN
    assert not even(pointing_up(rng, Label.M1))


@pytest.mark.parametrize("seed", range(4))
def test_strewn_tiles_do_not_lie_on_one_another(seed: int) -> None:
    rng = np.random.default_rng(seed)
    lesson = scattered(rng, pointing_up, [np.full((60, 60, 3), 90, np.uint8)])
    assert lesson.image.shape == (256, 256, 3)
    middles = lesson.quads.mean(axis=1)
    sides = np.linalg.norm(lesson.quads[:, 1] - lesson.quads[:, 0], axis=1)
    for i in range(len(middles)):
        gaps = np.hypot(*(np.delete(middles, i, axis=0) - middles[i]).T)
        assert len(gaps) == 0 or gaps.min() > 0.6 * sides[i]

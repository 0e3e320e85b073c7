"""Faces laid on made-up tables: what is known of them stays true. Other inks change no shape."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.labels import FACES, Label
from vision.synthetic.art.faces import face
from vision.synthetic.art.raster import raster
from vision.synthetic.art.styles import style
from vision.training.augment import cut_at_random, straight
from vision.training.confusions import confusion_picture
from vision.training.designs import designed_faces
from vision.training.faces import UNKNOWN_TURN, Face, whole
from vision.training.inks import inked_anew
from vision.training.laying import can_be_laid, laid


def marked(turn: int) -> Face:
    """Return a white face whose upright top left corner is black, lying turned."""
    image = np.full((80, 60, 3), 255, np.uint8)
    image[:25, :20] = 0
    return whole(np.ascontiguousarray(np.rot90(image, -turn)), Label.RED, turn)


def corner_of(cut: NDArray[np.uint8]) -> int:
    """Return which corner of a cut is darkest."""
    small = cv2.resize(cut, (5, 5), interpolation=cv2.INTER_AREA).mean(axis=2)
    return int(np.argmin([small[0, 0], small[0, 4], small[4, 4], small[4, 0]]))


def plain(rng: np.random.Generator) -> Face:
    return whole(np.full((80, 60, 3), int(rng.integers(150, 255)), np.uint8), Label.WHITE, UNKNOWN_TURN)


@pytest.mark.parametrize("boxed", [False, True])
@pytest.mark.parametrize("turn", range(4))
def test_a_laid_face_keeps_its_label_and_knows_its_turn(turn: int, boxed: bool) -> None:  # noqa: FBT001 -- a parameter
    rng = np.random.default_rng(turn)
    known = 0
    for _ in range(30):
        placed = laid(marked(turn), plain, [], rng, boxed=boxed)
        assert placed.label is Label.RED
        if placed.turn != UNKNOWN_TURN and not boxed:
            known += 1
            assert corner_of(straight(placed.image, placed.corners)) == placed.turn
    assert boxed or known == 30


def test_only_cuts_that_show_a_face_and_no_more_are_laid() -> None:
    def of_shape(height: int, width: int, turn: int) -> Face:
        return whole(np.zeros((height, width, 3), np.uint8), Label.RED, turn)

    assert can_be_laid(of_shape(80, 60, UNKNOWN_TURN))
    assert can_be_laid(of_shape(60, 80, UNKNOWN_TURN))
    assert not can_be_laid(of_shape(70, 70, UNKNOWN_TURN))
    assert can_be_laid(of_shape(70, 70, 0))


def test_a_cut_tells_the_turn_it_has() -> None:
    rng = np.random.default_rng(5)
    for _ in range(20):
        cut, turn = cut_at_random(marked(int(rng.integers(4))), rng, strength=0.0)
        assert corner_of(cut) == turn


def test_other_inks_leave_the_light_and_dark_where_they_were() -> None:
    drawn = cv2.resize(raster(face(Label.P7, style(0)), (60, 80)), (64, 64))
    dark = drawn.min(axis=2) < 90
    for seed in range(10):
        other = inked_anew(np.asarray(drawn, np.uint8), np.random.default_rng(seed))
        assert other.min(axis=2)[dark].mean() + 60 < other.min(axis=2)[~dark].mean()


def test_a_design_has_every_face_once() -> None:
    assert [one.label for one in designed_faces(2, seed=1)] == [*FACES, *FACES]


def test_errors_are_drawn_where_they_belong() -> None:
    clean, marked_sheet = confusion_picture({}), confusion_picture({(Label.M2, Label.M3): 5})
    rows, columns = np.nonzero((clean != marked_sheet).any(axis=2))
    assert columns.min() > rows.min()
    assert rows.max() - rows.min() < 20

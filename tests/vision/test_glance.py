"""The small network that looks at a table before the namer does."""

from typing import Any, cast

import numpy as np
import pytest

from vision import thresholds
from vision.classify import TileNamer, cut_all_straight, glanced, is_plain
from vision.geometry import TableCamera
from vision.labels import FACES, LABELS, Label
from vision.runtime import GLANCE, MODELS, NAMER, Network, Tensor
from vision.synthetic.random_scene import random_scene
from vision.synthetic.render import render
from vision.tile_set import FacePicture, TileSet


class _Sees:
    """Answers by a square's brightness: the label of that number, as surely as asked."""

    def __init__(self, sure: float) -> None:
        self.looked: list[list[int]] = []
        self._logit = np.log(sure / (1 - sure) * (len(LABELS) - 1))

    def run(self, batch: Tensor) -> list[Tensor]:
        numbers = np.round(batch[:, 0, 0, 0] * 255).astype(int)
        self.looked.append(numbers.tolist())
        logits = np.zeros((len(batch), len(LABELS)), np.float32)
        logits[np.arange(len(batch)), numbers] = self._logit
        return [logits, np.tile(np.array([3, 0, 0, 0], np.float32), (len(batch), 1))]


class _Namer(_Sees):
    """Says that each is the label after the one that the small network sees."""

    def run(self, batch: Tensor) -> list[Tensor]:
        logits, turns = super().run(batch)
        return [np.roll(logits, 1, axis=1), turns, np.ones((len(batch), 2), np.float32)]


def squares_of(*labels: Label) -> Any:
    return np.stack([np.full((64, 64, 3), LABELS.index(label), np.uint8) for label in labels])


def test_where_the_small_network_is_sure_of_a_tile_the_namer_is_not_asked() -> None:
    namer, glance = _Namer(0.9), _Sees(0.995)
    named = TileNamer(cast("Network", namer), glance=cast("Network", glance)).name_table(
        squares_of(Label.M3, Label.OTHER, Label.BACK)
    )
    assert named[0].label is Label.M3
    assert named[0].confidence == pytest.approx(0.995, abs=1e-4)
    assert named[0].turn == 0
    assert named[2].label is Label.BACK
    # What is no tile at all the namer tells better.
    assert namer.looked == [[LABELS.index(Label.OTHER)]]
    assert named[1].confidence == pytest.approx(0.9, abs=1e-4)


def test_what_the_small_network_doubts_is_named_by_the_namer_in_its_place() -> None:
    namer, glance = _Namer(0.8), _Sees(thresholds.SURE_AT_A_GLANCE - 0.01)
    named = TileNamer(cast("Network", namer), glance=cast("Network", glance)).name_table(
        squares_of(Label.M1, Label.M2, Label.M3)
    )
    assert [naming.label for naming in named] == [Label.M2, Label.M3, Label.M4]
    assert [naming.confidence for naming in named] == pytest.approx([0.8] * 3, abs=1e-4)


def test_with_an_enrolled_set_the_namer_alone_names() -> None:
    glance = _Sees(0.99)
    pictures = (FacePicture(Label.M1, np.zeros((64, 64, 3), np.uint8)),)
    namer = TileNamer(cast("Network", _Namer(0.8)), glance=cast("Network", glance), tile_set=TileSet("mine", pictures))
    assert len(namer.name_table(squares_of(Label.M1, Label.M2))) == 2
    assert glance.looked == []


def test_an_empty_table_has_no_names() -> None:
    assert TileNamer.load().name_table(np.zeros((0, 64, 64, 3), np.uint8)) == []


@pytest.fixture(scope="module")
def faces() -> tuple[Any, list[Label]]:
    """Straight cuts of a rendered table's faces."""
    rng = np.random.default_rng(12)
    drawn = render(random_scene(rng), TableCamera.overhead(), rng=rng)
    shown = [tile for tile in drawn.truth if tile.label in FACES and tile.visible_fraction > 0.95 and tile.quad_px]
    return cut_all_straight(drawn.image, np.array([tile.quad_px for tile in shown])), [tile.label for tile in shown]


def test_most_faces_of_a_table_are_named_at_a_glance_and_right(faces: tuple[Any, list[Label]]) -> None:
    squares, labels = faces
    seen = glanced(squares, Network(MODELS / GLANCE))
    plain = [(naming.label, label) for naming, label in zip(seen, labels, strict=True) if is_plain(naming)]
    assert len(plain) >= 0.7 * len(labels)
    assert all(told is true for told, true in plain)


def test_both_networks_agree_which_way_up_a_face_lies(faces: tuple[Any, list[Label]]) -> None:
    squares, _ = faces
    slow = TileNamer(Network(MODELS / NAMER)).name(list(squares))
    quick = glanced(squares, Network(MODELS / GLANCE))
    surely = [(a, b) for a, b in zip(quick, slow, strict=True) if is_plain(a) and max(b.turns) > 0.9]
    assert len(surely) > 10
    assert sum(a.turn == b.turn for a, b in surely) >= 0.95 * len(surely)

"""Dice of a plain photograph: told when a table with its dome is found and read surely, never guessed."""

from __future__ import annotations

import numpy as np
import pytest

from vision.dice import DICE
from vision.geometry import TableCamera
from vision.photo_dice import dice_of_photo
from vision.runtime import MODELS, Network
from vision.synthetic.render import render
from vision.synthetic.scene import Scene

CAMERA = TableCamera.overhead(tilt_deg=1.0)


@pytest.fixture(scope="module")
def network() -> Network:
    return Network(MODELS / DICE)


def test_a_table_without_dice_tells_none(network: Network) -> None:
    picture = render(Scene(), CAMERA, rng=np.random.default_rng(2)).image
    assert dice_of_photo(picture, network, camera=CAMERA) is None
    assert dice_of_photo(picture, network) is None


def test_what_is_told_of_dice_is_right(network: Network) -> None:
    for number, thrown in enumerate([(1, 4), (2, 6), (3, 5)]):
        picture = render(Scene(dice=thrown), CAMERA, rng=np.random.default_rng(number)).image
        told = {dice_of_photo(picture, network, camera=CAMERA), dice_of_photo(picture, network)} - {None}
        assert all(sorted(dice or ()) == sorted(thrown) for dice in told)


@pytest.mark.parametrize("size", [(300, 300), (960, 1280)])
def test_what_shows_no_table_tells_none(network: Network, size: tuple[int, int]) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (*size, 3)).astype(np.uint8)
    assert dice_of_photo(noise, network) is None

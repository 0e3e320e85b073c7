"""Whether a person could read a die is told from its pixels."""

import numpy as np
import pytest

from vision.geometry import TableCamera
from vision.synthetic.dice import DieLook, Glint, PlacedDie, draw_die, draw_glint, far_first, top_places
from vision.synthetic.legible import legible
from vision.synthetic.light import Noise
from vision.synthetic.pixels import Pixels

CAMERA = TableCamera.overhead()
FLOOR_MM = 10.0


def drawn(die: PlacedDie, look: DieLook) -> Pixels:
    canvas = np.full((CAMERA.height_px, CAMERA.width_px, 3), 60, np.uint8)
    draw_die(canvas, CAMERA, die, look, floor_mm=FLOOR_MM)
    return canvas


@pytest.mark.parametrize("value", range(1, 7))
def test_a_plain_die_is_legible_and_one_without_contrast_is_not(value: int) -> None:
    die = PlacedDie(value, (8.0, -5.0), 33.0)
    for look, readable in ((DieLook(), True), (DieLook(pip_bgr=(230, 232, 232), red_values=()), False)):
        assert legible(drawn(die, look), CAMERA, (die,), look, floor_mm=FLOOR_MM, noise=Noise()) is readable


def test_glare_over_one_pip_hides_the_value() -> None:
    die, look = PlacedDie(3, (8.0, -5.0), 33.0), DieLook()
    canvas = drawn(die, look)
    pips, blanks, radius_mm = top_places(die, look, floor_mm=FLOOR_MM)
    assert (len(pips), len(blanks)) == (3, 6)
    x_mm, y_mm, z_mm = pips[0]
    draw_glint(canvas, CAMERA, Glint((x_mm, y_mm), 1.5 * radius_mm, 1.0), z_mm=z_mm)
    assert not legible(canvas, CAMERA, (die,), look, floor_mm=FLOOR_MM, noise=Noise())


@pytest.mark.parametrize("noise", [Noise(blur_px=8.0), Noise(sigma=900.0)])
def test_blur_and_noise_hide_pips(noise: Noise) -> None:
    die, look = PlacedDie(5, (0.0, 0.0), 10.0), DieLook()
    assert not legible(drawn(die, look), CAMERA, (die,), look, floor_mm=FLOOR_MM, noise=noise)


def test_a_body_of_the_floors_colour_hides_whose_pips_they_are() -> None:
    die, look = PlacedDie(6, (8.0, -5.0), 33.0), DieLook(body_bgr=(62, 60, 63), pip_bgr=(60, 200, 240), red_values=())
    assert not legible(drawn(die, look), CAMERA, (die,), look, floor_mm=FLOOR_MM, noise=Noise())


def test_no_dice_are_always_legible() -> None:
    blank = np.zeros((CAMERA.height_px, CAMERA.width_px, 3), np.uint8)
    assert legible(blank, CAMERA, (), DieLook(), floor_mm=FLOOR_MM, noise=Noise())


def test_near_dice_are_drawn_over_far_ones() -> None:
    near, far = PlacedDie(1, (3.0, 0.0), 0.0), PlacedDie(2, (40.0, 0.0), 0.0)
    assert far_first((near, far), CAMERA) == [far, near]

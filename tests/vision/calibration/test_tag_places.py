"""Tags that lie wrong are named with the cure, and the felt's edge must lie where they put it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.calibration.calibrate import Method, calibrate
from vision.calibration.lens import NOTHING, Known
from vision.calibration.profile import TableProfile
from vision.calibration.tags import USUAL_TAGS, TagSize, corners_mm, every_tag
from vision.errors import CalibrationError
from vision.geometry import TableCamera
from vision.labels import Label
from vision.synthetic import tag_paper
from vision.synthetic.light import Noise
from vision.synthetic.pixels import Pixels
from vision.synthetic.random_look import random_light, random_look, random_noise
from vision.synthetic.render import render
from vision.synthetic.scene import Pose, Scene, SceneTile

CAMERA = TableCamera.overhead(
    width_px=1352, height_px=1014, height_mm=1260, tilt_deg=1, turn_deg=1.5, distortion=(-0.05, 0.01, 0, 0, 0)
)
PROFILE = TableProfile()
HEIGHT = Known(height_mm=1260.0)
HOME = {0: 0, 1: 1, 2: 2, 3: 3}
Off = tuple[float, float]


@pytest.fixture(scope="module")
def bare() -> Pixels:
    return render(Scene(), CAMERA, noise=Noise(sigma=2), rng=np.random.default_rng(1)).image


def laid(
    picture: Pixels,
    places: Mapping[int, int] = HOME,
    *,
    off_mm: Mapping[int, Off] | None = None,
    turns: Mapping[int, int] | None = None,
    extra: tuple[tuple[int, int], ...] = (),
) -> Pixels:
    """Return the picture with tags in corners, off their places by millimetres, turned by quarters clockwise."""
    result = picture.copy()
    for number, corner in (*places.items(), *extra):
        inner = corners_mm(corner, USUAL_TAGS, PROFILE) + np.array([*(off_mm or {}).get(number, (0.0, 0.0)), 0.0])
        middle = inner.mean(axis=0)
        sheet = middle + (inner - middle) * (USUAL_TAGS.sheet_mm / USUAL_TAGS.black_mm)
        sheet = np.roll(sheet, -(turns or {}).get(number, 0), axis=0)
        tag_paper._lay(result, tag_paper._paper(number, USUAL_TAGS), CAMERA.project(sheet))
    return result


@pytest.mark.parametrize(
    ("places", "words", "chinese"),
    [
        ({0: 1, 1: 0, 2: 2, 3: 3}, "tags 0 and 1 are swapped; exchange them", "角标 0 和 1 放反了"),
        ({0: 2, 1: 1, 2: 0}, "tags 0 and 2 are swapped", "对调"),
        ({0: 1, 1: 0, 2: 3, 3: 2}, "tags 0 and 1 are swapped, tags 2 and 3 are swapped", "角标 2 和 3 放反了"),
        ({0: 1, 1: 2, 2: 3, 3: 0}, "tag 0 lies top right and belongs top left", "角标 0 在右上，应放左上"),
        ({0: 0, 2: 2}, "only tags 0 and 2 were seen, 3 are needed; uncover 1 (top right), 3 (bottom left)", "只看到"),
        ({1: 1}, "only tag 1 was seen", "只看到角标 1"),
    ],
)
def test_tags_in_other_corners_or_hidden_are_named(
    bare: Pixels, places: Mapping[int, int], words: str, chinese: str
) -> None:
    with pytest.raises(CalibrationError) as raised:
        calibrate(laid(bare, places), PROFILE)
    assert words in str(raised.value)
    assert chinese in raised.value.zh


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        ({2: 1}, "turn tag 2 a quarter anticlockwise"),
        ({2: 3}, "turn tag 2 a quarter clockwise"),
        ({1: 2}, "turn tag 1 by half a turn"),
        ({1: 1, 2: 2, 3: 3}, "side by side as printed"),
    ],
)
def test_turned_tags_are_told_how_to_turn(bare: Pixels, turns: Mapping[int, int], words: str) -> None:
    with pytest.raises(CalibrationError, match=words) as raised:
        calibrate(laid(bare, turns=turns), PROFILE)
    assert "角标的朝向不一致" in raised.value.zh


def test_a_double_is_named_however_many_others_are_seen(bare: Pixels) -> None:
    for places in (HOME, {0: 0, 2: 2}, {}):
        picture = laid(bare, {k: v for k, v in places.items() if k not in {1, 3}}, extra=((1, 1), (1, 3)))
        with pytest.raises(CalibrationError, match="tag 1 was seen twice") as raised:
            calibrate(picture, PROFILE)
        assert "角标 1 看到了两张" in raised.value.zh


def test_a_mirrored_picture_is_refused_with_the_cure_and_an_upside_down_one_is_not(bare: Pixels) -> None:
    tagged = laid(bare)
    for mirrored in (tagged[:, ::-1], tagged[::-1]):
        with pytest.raises(CalibrationError, match=r"turn mirroring .* off") as raised:
            calibrate(np.ascontiguousarray(mirrored), PROFILE)
        assert "镜像" in raised.value.zh
    assert calibrate(np.ascontiguousarray(tagged[::-1, ::-1]), PROFILE, known=HEIGHT).passed


def test_the_felt_is_taken_where_it_is_asked_for_and_tags_where_they_are(bare: Pixels) -> None:
    two = laid(bare, {0: 0, 2: 2})
    assert calibrate(two, PROFILE, by=Method.FELT, known=HEIGHT).method is Method.FELT
    with pytest.raises(CalibrationError) as raised:
        calibrate(two, PROFILE, by=Method.TAGS)
    assert "felt" not in str(raised.value)
    with pytest.raises(CalibrationError, match="no tag was seen"):
        calibrate(bare, PROFILE, by=Method.TAGS)


@pytest.mark.parametrize(
    ("told_mm", "felt_mm", "measured"),
    [(50.0, 870.0, "measure 39."), (38.0, 870.0, "--tag-mm says 38"), (40.0, 920.0, "on a felt of 920 mm")],
)
def test_a_wrong_size_of_tags_or_felt_is_told(bare: Pixels, told_mm: float, felt_mm: float, measured: str) -> None:
    found = calibrate(
        laid(bare), replace(PROFILE, felt_side_mm=felt_mm), known=HEIGHT, tag_size=replace(USUAL_TAGS, black_mm=told_mm)
    )
    assert not found.passed
    assert [measured in doubt.text for doubt in found.doubts] == [True]
    assert "felt_side_mm" in found.doubts[0].zh


def test_tags_printed_at_their_size_are_not_doubted(bare: Pixels) -> None:
    found = calibrate(laid(bare), PROFILE, known=HEIGHT, tag_size=TagSize(40.4))
    assert (found.passed, found.doubts) == (True, ())


@pytest.mark.parametrize(
    ("number", "off_mm", "known"),
    [
        (0, (5.0, 5.0), HEIGHT),
        (0, (30.0, 30.0), HEIGHT),
        (1, (-10.0, 0.0), HEIGHT),
        (2, (-6.5, 0.0), HEIGHT),
        (3, (0.0, -20.0), NOTHING),
        (0, (20.0, 20.0), NOTHING),  # without a height the tags look as if they were printed small
    ],
)
def test_the_one_of_four_tags_that_lies_wrong_is_named(bare: Pixels, number: int, off_mm: Off, known: Known) -> None:
    found = calibrate(laid(bare, off_mm={number: off_mm}), PROFILE, known=known)
    assert not found.passed
    (doubt,) = found.doubts
    told = re.match(rf"tag {number} lies (\d+) mm from where the other three say", doubt.text)
    assert told, doubt.text
    assert abs(int(told[1]) - np.hypot(*off_mm)) < 1.5
    assert f"角标 {number} 偏离另外三张所说的位置 {told[1]} 毫米" in doubt.zh


def test_a_tag_for_which_a_wrong_lens_makes_up_is_named_by_the_felts_edge(bare: Pixels) -> None:
    found = calibrate(laid(bare, off_mm={2: (0.0, -7.0)}), PROFILE, known=NOTHING)
    assert found.residual.passed
    assert not found.passed
    assert [doubt.text[:16] for doubt in found.doubts] == ["tag 2 lies 7 mm "]


def test_of_three_tags_that_contradict_each_other_all_are_named_and_how_to_learn_which(bare: Pixels) -> None:
    found = calibrate(laid(bare, {0: 0, 1: 1, 3: 3}, off_mm={0: (40.0, 0.0)}), PROFILE, known=HEIGHT)
    assert not found.passed
    (doubt,) = found.doubts
    assert "tags 0, 1 and 3 do not agree, and three cannot show which of them lies wrong; lay tag 2" in doubt.text
    assert "角标 0、1、3 对不上，只有三张看不出是哪一张放错了：把角标 2（右下）也放上" in doubt.zh


def test_of_three_tags_that_the_felts_edge_contradicts_all_are_named(bare: Pixels) -> None:
    found = calibrate(laid(bare, {0: 0, 1: 1, 2: 2}, off_mm={1: (-20.0, 20.0)}), PROFILE, known=HEIGHT)
    assert not found.passed
    (doubt,) = found.doubts
    assert "three cannot show which of tags 0, 1 and 2 lies wrong, with tag 3 (bottom left) laid as well" in doubt.text
    assert "看不出角标 0、1、2 里是哪张放错了，把角标 3（左下）也放上" in doubt.zh


def test_where_two_of_four_tags_lie_wrong_one_of_them_is_named_or_all_are(bare: Pixels) -> None:
    found = calibrate(laid(bare, off_mm={1: (-6.0, 0.0), 3: (6.0, -6.0)}), PROFILE, known=HEIGHT)
    assert not found.passed
    (doubt,) = found.doubts
    assert re.match(r"tag [13] lies|tags 0, 1, 2 and 3 do not agree, and more than one of them lies wrong", doubt.text)


@pytest.mark.parametrize(
    ("off_mm", "sides"),
    [
        ({0: (10, 10), 1: (-10, 10), 2: (-10, -10), 3: (10, -10)}, {"outside on the left", "outside on the top"}),
        (dict.fromkeys(range(4), (20, 0)), {"outside on the left", "inside on the right"}),
        (dict.fromkeys(range(4), (0, -20)), {"outside on the bottom", "inside on the top"}),
    ],
)
def test_tags_off_the_rim_do_not_pass_however_well_they_agree(
    bare: Pixels, off_mm: Mapping[int, Off], sides: set[str]
) -> None:
    found = calibrate(laid(bare, off_mm=off_mm), PROFILE, known=HEIGHT)
    assert found.residual.passed
    assert not found.passed
    (doubt,) = found.doubts
    assert all(side in doubt.text for side in sides)
    assert "felt_side_mm" in doubt.text
    assert "毫米" in doubt.zh


def edge_row(half_mm: float, depth_mm: float) -> tuple[SceneTile, ...]:
    """Return a row of tiles along the bottom edge and one along the right edge."""
    row = [((place - 8) * 31.5, half_mm - depth_mm) for place in range(17)]
    poses = (Pose.FACE_UP, Pose.FACE_DOWN)
    return tuple(
        SceneTile(Label.P5, poses[number % 2], place, angle)
        for number, (u, v) in enumerate(row)
        for place, angle in (((u, v), 0.0), ((v, -u), 90.0))
    )


@pytest.mark.parametrize("seed", range(6))
def test_good_tables_of_all_looks_are_not_doubted(seed: int) -> None:
    rng = np.random.default_rng((5, seed))
    side = float(rng.uniform(830, 900))
    look = random_look(rng)
    if seed == 0:
        look = replace(look, felt_bgr=(45, 45, 45), rim_bgr=(28, 28, 30))
    if seed == 1:
        look = replace(look, felt_bgr=(190, 195, 190), rim_bgr=(38, 44, 58))
    tiles = edge_row(side / 2, 25.0 + 8 * seed) if seed % 2 else ()
    scene = Scene(tiles=tiles, light=random_light(rng), look=look, table_side_mm=side)
    camera = TableCamera.overhead(width_px=1352, height_px=1014, table_side_mm=side, tilt_deg=2, turn_deg=-2)
    picture = render(scene, camera, noise=random_noise(rng), rng=rng).image
    profile = replace(PROFILE, felt_side_mm=side)
    found = calibrate(tag_paper.lay_tags(picture, camera, USUAL_TAGS, profile), profile)
    assert (found.method, found.doubts, found.passed) == (Method.TAGS, (), True)


def test_a_shadow_along_the_rim_is_not_taken_for_the_edge(bare: Pixels) -> None:
    shaded = bare.copy()
    half = PROFILE.felt_side_mm / 2
    band = [(-half, -half, 0.0), (half, -half, 0.0), (half, 22 - half, 0.0), (-half, 22 - half, 0.0)]
    cover = np.zeros(bare.shape[:2], np.uint8)
    cv2.fillConvexPoly(cover, np.round(CAMERA.project(band)).astype(np.int32), 255)
    shaded[cover > 0] = (shaded[cover > 0] * 0.55).astype(np.uint8)
    assert calibrate(laid(shaded), PROFILE, known=HEIGHT).doubts == ()


def test_tags_are_read_through_the_noise_of_dim_light(bare: Pixels) -> None:
    rng = np.random.default_rng(4)
    dim = laid(bare).astype(np.float64) * 0.5 + rng.normal(0, 14, bare.shape)
    assert len(every_tag(np.clip(dim, 0, 255).astype(np.uint8))) == 4


def test_corners_that_go_round_the_wrong_way_are_told_so(bare: Pixels) -> None:
    corners = CAMERA.project(PROFILE.felt_corners_mm())
    with pytest.raises(CalibrationError, match="anticlockwise") as raised:
        calibrate(bare, PROFILE, corners_px=corners[::-1])
    assert "逆时针" in raised.value.zh
    with pytest.raises(CalibrationError, match="do not go round the felt"):
        calibrate(bare, PROFILE, corners_px=corners[[0, 2, 1, 3]])

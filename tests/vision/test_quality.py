"""A picture's figures, on rendered tables in good and in bad shape."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.geometry import TableCamera
from vision.labels import FACES, Label
from vision.observation import Side
from vision.quality.blocked import blocked_share, felt_colour
from vision.quality.felt import cut_out
from vision.quality.figures import Figures, measure
from vision.quality.verdict import CHECKS, Concern, judge
from vision.synthetic.light import Noise
from vision.synthetic.render import Renderer
from vision.synthetic.scene import Light, Look, Pose, Scene, SceneHand, SceneTile

Pixels = NDArray[np.uint8]

CAMERA = TableCamera.overhead(width_px=1352, height_px=1014)
HALF = 435.0
FELT_PX = CAMERA.project([(-HALF, -HALF, 0), (HALF, -HALF, 0), (HALF, HALF, 0), (-HALF, HALF, 0)])


def table(count: int = 24) -> Scene:
    wall = tuple(
        SceneTile(Label.BACK, Pose.FACE_DOWN, ((k - 8) * 31.0, 300.0), 0.0, level)
        for k in range(17)
        for level in (0, 1)
    )
    river = tuple(
        SceneTile(FACES[k % 34], Pose.FACE_UP, (-150.0 + 60 * (k % 6), -230.0 + 60 * (k // 6)), 30.0 * k)
        for k in range(count)
        if not (k // 6 in {2, 3} and 1 <= k % 6 <= 4)
    )
    return Scene(tiles=(*wall, *river))


def taken(scene: Scene) -> Pixels:
    noise = Noise(sigma=3.0, blur_px=0.5, jpeg_quality=90)
    return Renderer(CAMERA).picture(scene, noise=noise, rng=np.random.default_rng(1))


@pytest.fixture(scope="module")
def good() -> Pixels:
    return taken(table())


def concerns(image: Pixels, *, age_ms: int = 0) -> set[Concern]:
    return {finding.concern for finding in judge(measure(image, FELT_PX, age_ms=age_ms)) if finding.bad}


@pytest.mark.parametrize(
    "scene",
    [
        table(),
        table(0),
        replace(table(), light=Light(brightness=0.65, temperature_k=3000)),
        replace(table(), light=Light(brightness=1.15, temperature_k=6500, gradient=0.4)),
        replace(table(), look=Look(felt_bgr=(120, 60, 30), back_bgr=(40, 60, 200))),
        replace(table(), hands=(SceneHand(Side.RIGHT, (170.0, 60.0)), SceneHand(Side.LEFT, (-150.0, 90.0)))),
    ],
    ids=["plain", "no river", "dim and warm", "bright and cold", "blue felt", "two hands"],
)
def test_a_table_in_play_raises_no_concern(scene: Scene) -> None:
    assert concerns(taken(scene)) == set()


def blurred(image: Pixels) -> Pixels:
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 2.6), np.uint8)


def dark(image: Pixels) -> Pixels:
    return np.asarray(image * 0.2, np.uint8)


def overexposed(image: Pixels) -> Pixels:
    return np.asarray(np.clip(image * 2.3 + 20.0, 0, 255), np.uint8)


def dazzled(image: Pixels) -> Pixels:
    return np.asarray(np.clip(image * 3.0 + 120.0, 0, 255), np.uint8)


def tinted(image: Pixels) -> Pixels:
    return np.asarray(image * np.array([0.45, 0.8, 1.0]), np.uint8)


def mirrored(image: Pixels) -> Pixels:
    y, x = np.mgrid[: image.shape[0], : image.shape[1]]
    spot = 420 * np.exp(-((x - 500.0) ** 2 + (y - 560.0) ** 2) / (2 * 22.0**2))
    return np.asarray(np.clip(image + spot[:, :, None], 0, 255), np.uint8)


def covered(image: Pixels) -> Pixels:
    hidden = image.copy()
    hidden[:, 300:700] = (150, 170, 200)
    return hidden


@pytest.mark.parametrize(
    ("spoil", "wanted"),
    [
        (blurred, {Concern.BLURRED}),
        (dark, {Concern.DARK}),
        (overexposed, {Concern.BRIGHT}),
        (dazzled, {Concern.BRIGHT, Concern.BURNT_OUT, Concern.GLARE}),
        (tinted, {Concern.COLOUR_CAST}),
        (mirrored, {Concern.GLARE}),
        (covered, {Concern.BLOCKED}),
    ],
)
def test_each_fault_is_found_and_no_other_blamed(
    good: Pixels, spoil: Callable[[Pixels], Pixels], wanted: set[Concern]
) -> None:
    assert concerns(spoil(good)) == wanted


@pytest.mark.parametrize(("age_ms", "old"), [(0, False), (1_000, False), (1_001, True)])
def test_an_old_picture_is_noticed(good: Pixels, age_ms: int, *, old: bool) -> None:
    assert (Concern.OLD in concerns(good, age_ms=age_ms)) is old


def test_blur_is_measured_in_millimetres_whatever_the_resolution() -> None:
    seen: list[float] = []
    for width, height in ((1352, 1014), (2028, 1520)):
        camera = TableCamera.overhead(width_px=width, height_px=height)
        sharp = Renderer(camera).picture(table(), noise=Noise(sigma=2.0), rng=np.random.default_rng(2))
        soft = np.asarray(cv2.GaussianBlur(sharp, (0, 0), 1.5 * height / 970), np.uint8)
        blur = measure(soft).blur_mm
        assert blur is not None
        seen.append(blur)
    assert seen[0] == pytest.approx(seen[1], rel=0.12)
    assert seen[0] == pytest.approx(1.5, rel=0.2)


@pytest.mark.parametrize("sigma_px", [4.0, 8.0, 14.0, 22.0])
def test_what_is_blurred_beyond_measure_is_blurred(good: Pixels, sigma_px: float) -> None:
    assert Concern.BLURRED in concerns(np.asarray(cv2.GaussianBlur(good, (0, 0), sigma_px), np.uint8))


def test_what_a_picture_does_not_show_is_not_measured() -> None:
    figures = measure(np.full((300, 400, 3), (60, 120, 40), np.uint8))
    assert (figures.blur_mm, figures.cast, figures.glare_spots, figures.blocked_share) == (None, None, 0, 0.0)
    assert not any(finding.bad for finding in judge(figures))


@pytest.mark.parametrize("size", [(1, 1), (1, 300), (5, 7), (64, 64)])
def test_no_size_of_picture_upsets_it(size: tuple[int, int]) -> None:
    for level in (0, 90, 255):
        judge(measure(np.full((*size, 3), level, np.uint8)))
        judge(measure(np.full((*size, 3), level, np.uint8), np.array([[-9, -9], [90, -5], [80, 80], [0, 70]])))


def test_a_known_cloth_is_known_when_most_of_it_is_hidden(good: Pixels) -> None:
    cutout = cut_out(good, FELT_PX)
    known = felt_colour(cutout)
    hidden = good.copy()
    hidden[:, :1000] = (150, 170, 200)
    half = cut_out(hidden, FELT_PX)
    assert blocked_share(cutout, known) < 0.05
    assert blocked_share(half, known) > 0.6


def papered(image: Pixels) -> Pixels:
    return _under(image, np.full((520, 900, 3), 200, np.uint8))


def clothed(image: Pixels) -> Pixels:
    return _under(image, np.full((520, 900, 3), (90, 90, 200), np.uint8))


def printed(image: Pixels) -> Pixels:
    speckles = np.random.default_rng(4).integers(0, 255, (520, 900, 1))
    return _under(image, np.repeat(speckles, 3, axis=2).astype(np.uint8))


def _under(image: Pixels, cover: Pixels) -> Pixels:
    hidden = image.copy()
    hidden[40:560, 230:1130] = cover
    return hidden


@pytest.mark.parametrize("cover", [papered, clothed, printed])
def test_more_than_half_hidden_is_told_by_the_cloths_known_colour(
    good: Pixels, cover: Callable[[Pixels], Pixels]
) -> None:
    known = felt_colour(cut_out(taken(Scene()), FELT_PX))
    found = {finding.concern: finding for finding in judge(measure(cover(good), FELT_PX, felt_lab=known))}
    assert found[Concern.BLOCKED].bad
    assert found[Concern.BLOCKED].value == pytest.approx(0.6, abs=0.1)


@pytest.mark.parametrize(
    "scene",
    [
        table(),
        table(0),
        replace(table(), light=Light(brightness=0.6, temperature_k=2800, gradient=0.4)),
        replace(table(), light=Light(brightness=1.25, temperature_k=7000, gradient=0.4)),
        replace(table(), hands=(SceneHand(Side.RIGHT, (170.0, 60.0)), SceneHand(Side.LEFT, (-150.0, 90.0)))),
    ],
    ids=["plain", "no river", "dim and warm", "bright and cold", "two hands"],
)
def test_a_cloth_in_another_light_is_not_taken_for_something_before_it(scene: Scene) -> None:
    known = felt_colour(cut_out(taken(Scene()), FELT_PX))
    assert measure(taken(scene), FELT_PX, felt_lab=known).blocked_share < 0.15


@pytest.mark.parametrize("length", [11, 25, 41])
@pytest.mark.parametrize("upright", [True, False])
def test_a_smear_one_way_is_as_bad_as_one_all_round(good: Pixels, length: int, *, upright: bool) -> None:
    smear = np.zeros((length, length), np.float32)
    smear[length // 2] = 1 / length
    assert Concern.BLURRED in concerns(np.asarray(cv2.filter2D(good, -1, smear.T if upright else smear), np.uint8))


@pytest.mark.parametrize(("moved_px", "bad"), [(None, False), (0.0, False), (110.0, False), (111.0, True)])
def test_how_far_the_camera_was_moved_has_its_limit(good: Pixels, moved_px: float | None, *, bad: bool) -> None:
    (found,) = (f for f in judge(measure(good, FELT_PX, moved_px=moved_px)) if f.concern is Concern.MOVED)
    assert (found.value, found.bad, found.unit) == (moved_px, bad, "px")


def test_each_figure_has_a_limit_and_words_in_both_languages() -> None:
    assert {check.concern for check in CHECKS} == set(Concern)
    at_limit = Figures(None, 0.5, 0.0, None, 0, 0.0, 0)
    for finding in judge(at_limit):
        assert not finding.bad
        assert ";" in finding.advice
        assert "：" in finding.advice_zh


def test_the_page_on_cameras_gives_every_limit(repository: Path) -> None:
    page = (repository / "hardware_docs" / "camera_mount.md").read_text(encoding="utf-8")
    for check in CHECKS:
        row = next(line for line in page.splitlines() if line.startswith("|") and f"`{check.concern}`" in line)
        assert f"{check.limit:g}" in row.split("|")[3], check.concern

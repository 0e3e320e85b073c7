"""Which pictures are refused and why, and how long that is passed over in silence."""

import asyncio
from dataclasses import dataclass, field

import numpy as np
import pytest

from vision.camera.base import CameraImage, Pixels
from vision.camera.checked import CheckedCamera, Expectations, Refusal, refusal
from vision.errors import CameraUnavailableError, RefusedImageError

LIVE = Expectations(size=(320, 240), oldest_ms=2_000)
FILES = Expectations(live=False, passed_over=0)
NOW_MS = 100_000


def noisy(seed: int, *, level: int = 90, size: tuple[int, int] = (320, 240)) -> Pixels:
    noise = np.random.default_rng(seed).normal(level, 3, (size[1], size[0], 3))
    return np.clip(noise, 0, 255).astype(np.uint8)


def image(number: int, pixels: Pixels, *, age_ms: int = 0) -> CameraImage:
    return CameraImage(number, NOW_MS - age_ms, pixels)


BLACK = noisy(1, level=2)
WHITE = noisy(1, level=254)
SPOTTED = noisy(1, level=254)
SPOTTED[40:80, 40:120] = 30


@pytest.mark.parametrize(
    ("picture", "reason"),
    [
        (image(1, noisy(1)), None),
        (image(1, noisy(1), age_ms=1_999), None),
        (image(1, noisy(1), age_ms=-500), None),
        (image(1, noisy(1), age_ms=2_001), Refusal.STALE),
        (image(1, BLACK), Refusal.BLACK),
        (image(1, WHITE), Refusal.WHITE),
        (image(1, SPOTTED), None),
        (image(1, noisy(1, size=(240, 320))), Refusal.WRONG_SIZE),
        (image(1, noisy(1, size=(640, 480))), Refusal.WRONG_SIZE),
    ],
)
def test_one_live_picture(picture: CameraImage, reason: Refusal | None) -> None:
    assert refusal(picture, LIVE, now_ms=NOW_MS) is reason


@pytest.mark.parametrize(
    ("expected", "before", "after", "reason"),
    [
        (LIVE, image(1, noisy(1)), image(2, noisy(1)), Refusal.REPEATED),
        (LIVE, image(1, noisy(1)), image(2, noisy(2)), None),
        (FILES, image(1, noisy(1)), image(2, noisy(1)), None),
        (FILES, image(1, noisy(1)), image(1, noisy(1)), Refusal.REPEATED),
        (FILES, image(1, noisy(1)), image(1, noisy(2)), None),
        (FILES, image(1, noisy(1)), image(1, noisy(1, size=(640, 480))), None),
    ],
)
def test_a_picture_after_another(
    expected: Expectations, before: CameraImage, after: CameraImage, reason: Refusal | None
) -> None:
    assert refusal(after, expected, last=before, now_ms=NOW_MS) is reason


def test_a_change_between_the_sampled_pixels_is_no_repetition() -> None:
    pixels = noisy(1)
    pixels[7, 7] ^= 1
    assert refusal(image(2, pixels), LIVE, last=image(1, noisy(1)), now_ms=NOW_MS) is None


def test_files_may_have_any_size_and_age_but_not_none_at_all() -> None:
    assert refusal(image(1, noisy(1, size=(900, 70)), age_ms=90_000), FILES, now_ms=NOW_MS) is None
    assert refusal(image(1, noisy(1, size=(900, 60))), FILES, now_ms=NOW_MS) is Refusal.WRONG_SIZE


@dataclass
class Scripted:
    """A camera that gives what it is told, and notes what was dealt with."""

    steps: list[CameraImage | CameraUnavailableError]
    dealt: list[int] = field(default_factory=list)
    closed: bool = False

    async def next_image(self) -> CameraImage | None:
        if not self.steps:
            return None
        step = self.steps.pop(0)
        if isinstance(step, CameraUnavailableError):
            raise step
        return step

    async def consumed(self, image: CameraImage) -> None:
        self.dealt.append(image.image_id)

    async def close(self) -> None:
        self.closed = True


def test_a_few_refused_pictures_are_passed_over_and_dealt_with() -> None:
    camera = Scripted([image(1, noisy(1)), image(2, noisy(1)), image(3, BLACK), image(4, noisy(2))])

    async def story() -> list[int]:
        checked = CheckedCamera(camera, LIVE, now_ms=lambda: NOW_MS)
        seen = []
        while (got := await checked.next_image()) is not None:
            seen.append(got.image_id)
            await checked.consumed(got)
        await checked.close()
        return seen

    assert asyncio.run(story()) == [1, 4]
    assert camera.dealt == [1, 2, 3, 4]
    assert camera.closed


@pytest.mark.parametrize(
    ("picture", "reason", "word"),
    [
        (BLACK, Refusal.BLACK, "cap"),
        (WHITE, Refusal.WHITE, "dazzles"),
        (noisy(1, size=(640, 480)), Refusal.WRONG_SIZE, "640 x 480, not 320 x 240"),
        (noisy(1), Refusal.REPEATED, "frozen"),
    ],
)
def test_many_in_a_row_are_told_with_what_to_do(picture: Pixels, reason: Refusal, word: str) -> None:
    camera = Scripted([image(number, picture) for number in range(1, 20)])

    async def story() -> None:
        checked = CheckedCamera(camera, LIVE, now_ms=lambda: NOW_MS)
        if reason is Refusal.REPEATED:
            await checked.next_image()
        with pytest.raises(RefusedImageError, match=word) as raised:
            await checked.next_image()
        assert raised.value.reason is reason

    asyncio.run(story())


def test_a_good_picture_begins_the_count_anew_and_losses_pass_through() -> None:
    steps: list[CameraImage | CameraUnavailableError] = [image(1, BLACK), image(2, noisy(2)), image(3, BLACK)]
    camera = Scripted([*steps, CameraUnavailableError("gone"), image(4, noisy(3))])

    async def story() -> None:
        expected = Expectations(oldest_ms=None, passed_over=1)
        checked = CheckedCamera(camera, expected, now_ms=lambda: NOW_MS)
        first = await checked.next_image()
        with pytest.raises(CameraUnavailableError, match="gone"):
            await checked.next_image()
        second = await checked.next_image()
        assert first is not None
        assert second is not None
        assert (first.image_id, second.image_id) == (2, 4)

    asyncio.run(story())

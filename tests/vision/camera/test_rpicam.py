"""The ribbon camera's pipe, with a program in place of ``rpicam-vid`` that does what programs do."""

import asyncio
import contextlib
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from vision.camera.base import CameraImage
from vision.camera.reader import Patience, ThreadedCamera
from vision.camera.rpicam import RpicamMode, command_of, rpicam_camera
from vision.errors import CameraUnavailableError, UnreadableImageError

PRODUCER = Path(__file__).with_name("producer.py")
CALM = Patience(silence_s=30.0, hang_s=30.0, first_pause_s=0.01)
QUICK = Patience(silence_s=3.0, hang_s=30.0, first_pause_s=0.01)


def playing(mode: str, folder: Path, patience: Patience = CALM) -> ThreadedCamera:
    return rpicam_camera(command=[sys.executable, str(PRODUCER), mode, str(folder)], patience=patience)


def told(story: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(story(), 60))


def level_of(image: CameraImage) -> int:
    return round(float(image.pixels.mean()))


@pytest.fixture
def starts(tmp_path: Path) -> Path:
    folder = tmp_path / "starts"
    folder.mkdir()
    return folder


def test_pictures_come_newest_first_and_the_program_is_ended(starts: Path) -> None:
    async def story() -> None:
        camera = playing("goes on", starts)
        images = [await camera.next_image() for _ in range(5)]
        await camera.close()
        assert [image.image_id for image in images] == [1, 2, 3, 4, 5]
        assert all(image.pixels.shape == (96, 128, 3) for image in images)

    told(story)


def test_of_several_waiting_pictures_the_last_is_given(starts: Path) -> None:
    async def story() -> None:
        camera = playing("babbles", starts)
        assert level_of(await camera.next_image()) == 30
        await camera.close()

    told(story)


@pytest.mark.parametrize("mode", ["dies", "hangs"])
def test_a_program_that_ends_or_hangs_is_started_again(mode: str, starts: Path) -> None:
    async def story() -> None:
        camera = playing(mode, starts, QUICK if mode == "hangs" else CALM)
        levels: list[int] = []
        while len(levels) < 3:
            with contextlib.suppress(CameraUnavailableError):
                levels.append(level_of(await camera.next_image()))
        await camera.close()
        assert levels == [50, 70, 90]

    told(story)


@pytest.mark.parametrize(("mode", "word"), [("absent", "no cameras available"), ("mute", "gives no picture")])
def test_why_there_is_no_picture_is_told(mode: str, word: str, starts: Path) -> None:
    async def story() -> None:
        camera = playing(mode, starts, Patience(silence_s=2.0, first_pause_s=0.01))
        told_of: list[str] = []
        while not any(word in text for text in told_of):
            with pytest.raises(CameraUnavailableError) as raised:
                await camera.next_image()
            told_of.append(str(raised.value))
        await camera.close()

    told(story)


def test_a_spoiled_picture_is_told(starts: Path) -> None:
    async def story() -> None:
        camera = playing("spoiled", starts)
        with pytest.raises(UnreadableImageError, match="spoiled"):
            await camera.next_image()
        await camera.close()

    told(story)


def test_a_missing_program_says_what_to_install() -> None:
    async def story() -> None:
        camera = rpicam_camera(command=["/nowhere/rpicam-vid"], patience=Patience(silence_s=0.5))
        with pytest.raises(CameraUnavailableError, match="rpicam-apps-lite"):
            await camera.next_image()
        await camera.close()

    told(story)


def test_the_command_fixes_what_is_to_be_fixed_and_nothing_else() -> None:
    bare = command_of(RpicamMode())
    assert bare[0] == "rpicam-vid"
    assert bare[-2:] == ["--output", "-"]
    assert "10000us" in bare
    assert not {"--shutter", "--gain", "--awbgains", "--lens-position"} & set(bare)
    fixed = command_of(RpicamMode(camera=1, exposure_us=10_000, gain=2.5, colour_gains=(1.8, 2.0), focus_dioptres=0.76))
    for option, value in [
        ("--camera", "1"),
        ("--shutter", "10000"),
        ("--gain", "2.5"),
        ("--awbgains", "1.8,2"),
        ("--autofocus-mode", "manual"),
        ("--lens-position", "0.76"),
    ]:
        assert fixed[fixed.index(option) + 1] == value

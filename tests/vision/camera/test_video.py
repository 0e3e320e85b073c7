"""Pictures from a video file that OpenCV wrote."""

import asyncio
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.camera.video import VideoCamera
from vision.errors import CameraUnavailableError


@pytest.fixture
def video(tmp_path: Path) -> Path:
    path = tmp_path / "a.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (96, 64))
    if not writer.isOpened():
        pytest.skip("this OpenCV cannot write a video")
    for number in range(10):
        writer.write(np.full((64, 96, 3), 20 * number, np.uint8))
    writer.release()
    return path


async def watch(camera: VideoCamera) -> list[tuple[int, int, int]]:
    seen = []
    while (image := await camera.next_image()) is not None:
        await camera.consumed(image)
        seen.append((image.image_id, image.t_ms, round(float(image.pixels.mean()) / 20)))
    await camera.close()
    await camera.close()
    return seen


@pytest.mark.parametrize(
    ("interval_ms", "shown"), [(0, list(range(10))), (100, list(range(10))), (250, [0, 3, 6, 9]), (5_000, [0])]
)
def test_its_pictures_come_in_order_with_their_own_times(video: Path, interval_ms: int, shown: list[int]) -> None:
    seen = asyncio.run(watch(VideoCamera(video, interval_ms=interval_ms)))
    assert [level for _, _, level in seen] == shown
    assert [number for number, _, _ in seen] == list(range(1, len(shown) + 1))
    assert [t_ms for _, t_ms, _ in seen] == [100 * level for level in shown]


def test_a_closed_video_gives_nothing_more(video: Path) -> None:
    async def story() -> None:
        camera = VideoCamera(video)
        assert await camera.next_image() is not None
        await camera.close()
        assert await camera.next_image() is None

    asyncio.run(story())


def test_a_video_that_breaks_off_ends_there(video: Path) -> None:
    data = video.read_bytes()
    video.write_bytes(data[: data.index(b"idx1") * 9 // 10])
    assert 0 < len(asyncio.run(watch(VideoCamera(video)))) < 10


@pytest.mark.parametrize("content", [None, b"", b"no video" * 100])
def test_what_is_no_video_is_told(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "a.mp4"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(CameraUnavailableError, match="video"):
        VideoCamera(path)

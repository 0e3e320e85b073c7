"""Pictures from files."""

import asyncio
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.camera.files import FileCamera
from vision.errors import CameraUnavailableError, UnreadableImageError


def _picture(path: Path, level: int) -> None:
    cv2.imwrite(str(path), np.full((8, 8, 3), level, np.uint8))


def test_a_folder_is_shown_in_order_and_then_ends(tmp_path: Path) -> None:
    for name, level in (("b.png", 20), ("a.png", 10), ("notes.txt", 0)):
        if name.endswith(".png"):
            _picture(tmp_path / name, level)
        else:
            (tmp_path / name).write_text("no picture")

    async def look() -> list[tuple[int, int, int] | None]:
        camera = FileCamera.under(tmp_path, interval_ms=250)
        seen: list[tuple[int, int, int] | None] = []
        while (image := await camera.next_image()) is not None:
            await camera.consumed(image)
            seen.append((image.image_id, image.t_ms, int(image.pixels[0, 0, 0])))
        return [*seen, None]

    assert asyncio.run(look()) == [(1, 0, 10), (2, 250, 20), None]


def test_a_spoiled_file_is_named_and_the_next_one_still_shown(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"not a picture")
    _picture(tmp_path / "b.png", 30)

    async def look() -> int:
        camera = FileCamera.under(tmp_path)
        with pytest.raises(UnreadableImageError, match=r"a\.png"):
            await camera.next_image()
        image = await camera.next_image()
        assert image is not None
        await camera.close()
        assert await camera.next_image() is None
        return int(image.pixels[0, 0, 0])

    assert asyncio.run(look()) == 30


@pytest.mark.parametrize("name", ["missing", "."])
def test_nothing_to_show_is_one_clear_message(tmp_path: Path, name: str) -> None:
    with pytest.raises(CameraUnavailableError, match="picture"):
        FileCamera.under(tmp_path / name)

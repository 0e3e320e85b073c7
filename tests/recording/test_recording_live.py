"""What a running daemon meets is kept as a recording that can be replayed."""

import asyncio
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from firmware_bridge.capture import read_capture
from firmware_bridge.direction import Direction
from table_daemon.clocks import PictureClock
from table_daemon.errors import RecordingError, RecordingExistsError
from table_daemon.recording_format import RecordedIntent, RecordedPicture, happenings, read_about
from table_daemon.recording_live import LiveRecording, RecordedIntents
from table_daemon.settings import Settings
from vision.camera.base import CameraImage

CORNERS = [[10, 10], [90, 10], [90, 90], [10, 90]]
SETTINGS = Settings.model_validate({"calibration": {"felt_corners_px": CORNERS}, "match": {"first_dealer": 2}})


class TwoPictures:
    """A camera that gives two pictures and ends."""

    def __init__(self) -> None:
        self._left = [CameraImage(k, 1_000 * k, np.full((100, 120, 3), 50 * k, np.uint8)) for k in (1, 2)]
        self.dealt_with: list[int] = []

    async def next_image(self) -> CameraImage | None:
        return self._left.pop(0) if self._left else None

    async def consumed(self, image: CameraImage) -> None:
        self.dealt_with.append(image.image_id)

    async def close(self) -> None:
        self._left = []


async def watched(recording: LiveRecording) -> TwoPictures:
    camera = TwoPictures()
    recorded = recording.camera(camera, PictureClock())
    while (image := await recorded.next_image()) is not None:
        await recorded.consumed(image)
    await recorded.close()
    return camera


async def posted(recording: LiveRecording, body: bytes, *, status: int, path: str = "/api/intents") -> None:
    """Post a body, in two pieces, to pages that answer ``status``."""

    async def app(_scope: Any, receive: Any, send: Any) -> None:
        while (await receive()).get("more_body"):
            pass
        await send({"type": "http.response.start", "status": status})
        await send({"type": "http.response.body", "body": b""})

    pieces = [{"body": body[:9], "more_body": True}, {"body": body[9:], "more_body": False}]
    clock = PictureClock()
    clock.picture_ms(1_500)

    async def receive() -> dict[str, Any]:
        return pieces.pop(0)

    async def send(_message: Any) -> None:
        pass

    await RecordedIntents(app, recording=recording, clock=clock)(
        {"type": "http", "method": "POST", "path": path}, receive, send
    )


def test_pictures_line_and_accepted_intents_are_kept_with_the_table_s_place(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    wish = b'{"id": "a", "kind": "la", "seat": 1, "value": 2}'
    with LiveRecording(folder, SETTINGS) as recording:
        assert asyncio.run(watched(recording)).dealt_with == [1, 2]
        recording.link(1_200, Direction.RX, b"$E,1,2,HB*0000\n$E")
        asyncio.run(posted(recording, wish, status=200))
        asyncio.run(posted(recording, wish, status=409))
        asyncio.run(posted(recording, b"{}", status=200, path="/api/other"))
    about = read_about(folder)
    assert about.calibration == {"felt_corners_px": CORNERS}
    assert about.settings.first_dealer == 2
    assert about.camera is not None
    assert (about.camera.width, about.camera.height) == (120, 100)
    pictures = [item.t_ms for item in happenings(folder) if isinstance(item, RecordedPicture)]
    assert pictures == [1_000, 2_000]
    said = [item for item in happenings(folder) if isinstance(item, RecordedIntent)]
    assert [(item.t_ms, item.wire.id, item.wire.kind) for item in said] == [(1_500, "a", "la")]
    lines = (folder / "link.csv").read_text(encoding="utf-8").splitlines()
    assert [(line.t_ms, line.line) for line in read_capture(lines)] == [(1_200, b"$E,1,2,HB*0000"), (1_500, b"$E")]


@pytest.mark.parametrize(("width", "share"), [(120, None), (240, 0.5)])
def test_a_calibration_file_is_taken_over_for_the_pictures_size(
    width: int, share: float | None, tmp_path: Path
) -> None:
    file = tmp_path / "calibration.json"
    inner = {"felt_corners_px": CORNERS, "rvec": [0, 0, 0]}
    file.write_text(json.dumps({"camera": {"width": width, "height": 100}, "calibration": inner}), encoding="utf-8")
    settings = Settings.model_validate({"calibration": {"file": str(file)}})
    with LiveRecording(tmp_path / "kept", settings) as recording:
        asyncio.run(watched(recording))
    scaled = {"felt_corners_px": [[x * (share or 1), y * (share or 1)] for x, y in CORNERS]}
    assert read_about(tmp_path / "kept").calibration == (inner if share is None else scaled)


def test_a_folder_with_something_in_it_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(RecordingExistsError, match="is not empty; name a new folder"):
        LiveRecording(tmp_path, SETTINGS)


def test_a_folder_that_cannot_be_made_is_refused_with_its_name(tmp_path: Path) -> None:
    blocked = tmp_path / "file" / "recording"
    blocked.parent.write_bytes(b"")
    with pytest.raises(RecordingError, match=r"file/recording can't be made for the recording \(Not a directory\)"):
        LiveRecording(blocked, Settings())


def test_a_full_disk_ends_the_recording_and_not_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(_path: Path, _data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with LiveRecording(tmp_path / "kept", SETTINGS) as recording:
        assert asyncio.run(watched(recording)).dealt_with == [1, 2]
    assert "ends here: No space left on device" in caplog.text

"""Pictures and recordings never fill the disk: they stop, and old pictures go, while space is short."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from table_daemon.care.room import UNLIMITED, Room
from table_daemon.pictures import PictureKeeper
from table_daemon.recording_live import LiveRecording
from table_daemon.settings import Settings
from tests.daemon.doubles import tile

FLOOR = 1_000_000


class Disk:
    """A disk of a size that others fill, and whose files of ours count."""

    def __init__(self, folder: Path, free_bytes: int) -> None:
        self.folder = folder
        self.free_at_first = free_bytes
        self.others = 0

    def free(self, _folder: Path) -> int:
        ours = sum(path.stat().st_size for path in self.folder.rglob("*") if path.is_file())
        return self.free_at_first - self.others - ours


def noise(seed: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """A picture that JPEG can't make small."""
    return np.random.default_rng(seed).integers(0, 256, (480, 640, 3)).astype(np.uint8)


SHOWN = [tile(0, 0, px=(100, 100)), tile(0, 0, px=(300, 300))]


def test_while_others_fill_the_disk_the_oldest_pictures_make_room(tmp_path: Path) -> None:
    disk = Disk(tmp_path, free_bytes=FLOOR + 400_000)
    keeper = PictureKeeper(tmp_path / "p", keep=True, quota_bytes=10**9, room=Room(FLOOR, disk.free))
    for number in range(12):
        keeper.save(f"{number:03}", noise(number), SHOWN)
        assert disk.free(tmp_path) >= FLOOR
    left = sorted(path.stem for path in (tmp_path / "p").iterdir())
    assert left == [f"{number:03}" for number in range(12 - len(left), 12)]
    assert keeper.problem is None


def test_on_a_full_disk_none_is_kept_and_all_go_that_there_are(tmp_path: Path) -> None:
    disk = Disk(tmp_path, free_bytes=FLOOR + 400_000)
    keeper = PictureKeeper(tmp_path / "p", keep=True, quota_bytes=10**9, room=Room(FLOOR, disk.free))
    assert keeper.save("1", noise(1), SHOWN)
    disk.others = 10**9
    assert not keeper.save("2", noise(2), SHOWN)
    assert list((tmp_path / "p").iterdir()) == []
    disk.others = 0
    assert keeper.save("3", noise(3), SHOWN)


def test_room_that_nobody_asks_for(tmp_path: Path) -> None:
    assert UNLIMITED.missing_bytes(tmp_path, for_bytes=10**15) == 0


def test_a_disk_that_does_not_answer_counts_as_full(tmp_path: Path) -> None:
    def gone(_folder: Path) -> int:
        raise OSError(5, "Input/output error")

    assert Room(FLOOR, gone).missing_bytes(tmp_path, for_bytes=5) == FLOOR + 5


def test_a_recording_ends_before_the_disk_is_full(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    settings = Settings.model_validate({"store": {"leave_free_mb": 1_000_000}})
    with LiveRecording(tmp_path / "kept", settings) as recording:
        recording.intent(b"{}", 5)
    assert "ends here: the disk is nearly full" in caplog.text
    assert not (tmp_path / "kept" / "people.jsonl").exists() or not (tmp_path / "kept" / "people.jsonl").read_bytes()

"""Kept pictures: what is cut, what is dropped, and that nothing about them stops the game."""

from __future__ import annotations

import asyncio
import errno
import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from table_daemon.pictures import PictureKeeper, cut_around
from tests.daemon.doubles import grey, tile

ROOM = 10_000_000


def keeper(folder: Path, *, keep: bool = True, quota_bytes: int = ROOM) -> PictureKeeper:
    return PictureKeeper(folder, keep=keep, quota_bytes=quota_bytes)


def picture(kept: PictureKeeper, name: str) -> bytes | None:
    return asyncio.run(kept.picture(name))


def test_a_kept_picture_is_a_jpeg_of_the_tiles_with_a_margin(tmp_path: Path) -> None:
    kept = keeper(tmp_path / "pictures")
    shown = [tile(0, 0, px=(100, 100)), tile(0, 0, px=(200, 100))]
    assert kept.save("1000-1-0-0", grey(), shown)
    jpeg = picture(kept, "1000-1-0-0")
    assert jpeg is not None
    pixels = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert pixels is not None
    height, width, _ = pixels.shape
    assert 131 < width < 131 + 80
    assert 42 < height < 42 + 80
    assert kept.problem is None


@pytest.mark.parametrize(
    ("left", "top", "wanted"),
    [(0.0, 0.0, (74, 63)), (620.0, 470.0, (42, 52)), (-400.0, 20.0, None), (100.0, -300.0, None), (9e5, 9e5, None)],
)
def test_a_cut_stays_within_the_picture(left: float, top: float, wanted: tuple[int, int] | None) -> None:
    part = cut_around(grey(), [tile(0, 0, px=(left, top))])
    assert (part.size == 0) == (wanted is None)
    if wanted is not None:
        assert part.shape[:2] == wanted


def test_a_large_cut_is_made_smaller_without_changing_its_shape() -> None:
    part = cut_around(grey(4000, 2000), [tile(0, 0, px=(0, 0)), tile(0, 0, px=(3900, 1900))])
    assert part.shape[1] == 1280
    assert part.shape[0] == pytest.approx(640, abs=5)


def test_tiles_outside_the_picture_give_no_picture_and_no_error(tmp_path: Path) -> None:
    kept = keeper(tmp_path)
    assert not kept.save("a", grey(), [tile(0, 0, px=(-500, -500))])
    assert not kept.save("a", grey(), [])
    assert list(tmp_path.iterdir()) == []


def test_the_oldest_go_when_the_quota_is_reached(tmp_path: Path) -> None:
    kept = keeper(tmp_path, quota_bytes=10_000)
    for n in range(40):
        assert kept.save(f"p{n:02d}", grey(), [tile(0, 0)])
        os.utime(tmp_path / f"p{n:02d}.jpg", ns=(n, n))
    left = sorted(path.name for path in tmp_path.iterdir())
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= 10_000
    assert len(left) >= 3
    assert left == [f"p{n:02d}.jpg" for n in range(40 - len(left), 40)]


def test_what_an_earlier_run_kept_counts_towards_the_quota(tmp_path: Path) -> None:
    old = tmp_path / "old.jpg"
    old.write_bytes(b"x" * 9_990)
    os.utime(old, ns=(1, 1))
    kept = keeper(tmp_path, quota_bytes=10_000)
    assert kept.save("new", grey(), [tile(0, 0)])
    assert [path.name for path in tmp_path.iterdir()] == ["new.jpg"]


def test_what_was_kept_before_a_day_goes_and_makes_room(tmp_path: Path) -> None:
    kept = keeper(tmp_path, quota_bytes=10_000)
    for n in range(1, 4):
        assert kept.save(f"p{n}", grey(), [tile(0, 0)])
        os.utime(tmp_path / f"p{n}.jpg", (n, n))
    assert kept.drop_before(2.5) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["p3.jpg"]
    assert kept.drop_before(2.5) == 0


def test_the_same_name_again_takes_its_room_once(tmp_path: Path) -> None:
    kept = keeper(tmp_path, quota_bytes=10_000)
    for _ in range(40):
        assert kept.save("same", grey(), [tile(0, 0)])
    assert picture(kept, "same") is not None


@pytest.mark.parametrize("name", ["", "../lock", "a/b", "a.jpg", "甲", "x" * 81, "a\n", ".."])
def test_names_that_are_no_names_are_neither_kept_nor_found(tmp_path: Path, name: str) -> None:
    (tmp_path / "lock.jpg").write_bytes(b"secret")
    kept = keeper(tmp_path / "pictures")
    assert not kept.save(name, grey(), [tile(0, 0)])
    assert picture(kept, name) is None


def test_nothing_is_kept_when_nobody_wants_it(tmp_path: Path) -> None:
    kept = keeper(tmp_path / "pictures", keep=False)
    assert not kept.save("a", grey(), [tile(0, 0)])
    assert not (tmp_path / "pictures").exists()
    assert kept.problem is None


def test_a_folder_that_cannot_be_made_is_told_and_forgotten_when_it_can(tmp_path: Path) -> None:
    taken = tmp_path / "pictures"
    taken.write_text("a file in the way")
    kept = keeper(taken)
    assert not kept.save("a", grey(), [tile(0, 0)])
    assert kept.problem is not None
    assert str(taken) in kept.problem
    taken.unlink()
    assert kept.save("a", grey(), [tile(0, 0)])
    assert kept.problem is None


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_rights_is_told(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    kept = keeper(tmp_path)
    assert not kept.save("a", grey(), [tile(0, 0)])
    assert kept.problem is not None


def test_a_full_disk_leaves_no_half_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def half(self: Path, data: bytes) -> int:
        with self.open("wb") as file:
            file.write(data[: len(data) // 2])
        raise OSError(errno.ENOSPC, "No space left on device")

    kept = keeper(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", half)
        assert not kept.save("a", grey(), [tile(0, 0)])
    assert kept.problem is not None
    assert "No space left" in kept.problem
    assert picture(kept, "a") is None
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_picture_is_none(tmp_path: Path) -> None:
    assert picture(keeper(tmp_path), "unknown") is None

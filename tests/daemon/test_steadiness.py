"""A camera that is pushed while people play, on rendered pictures."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from table_daemon.looking import CAMERA_MOVED, Eye, Sight
from table_daemon.steadiness import CameraGuard, Parts
from tests.daemon.doubles import tile
from tests.vision.bumped import bumped
from vision.geometry import TableCamera
from vision.landmarks import find_landmarks
from vision.motion import Motion
from vision.observation import SeenTile
from vision.synthetic.pixels import Pixels
from vision.synthetic.render import render
from vision.synthetic.scene import Scene
from vision.table import Region

CAMERA = TableCamera.overhead(width_px=1352, height_px=1014)
SIDE_MM = 870.0
CHANGED = Motion(still=True, hands=frozenset(), moving=(), changed=())


def seen_by(camera: TableCamera) -> Pixels:
    return render(Scene(), camera, rng=np.random.default_rng(1)).image


class Watcher:
    """Reads one tile and remembers the camera it was made for; every picture is still and different."""

    def __init__(self, camera: TableCamera) -> None:
        self.camera = camera

    def read(self, _image: NDArray[np.uint8], *, region: Region | None = None) -> tuple[SeenTile, ...]:  # noqa: ARG002
        return (tile(0, 200),)

    def look(self, _image: NDArray[np.uint8]) -> Motion:
        return CHANGED

    def commit(self) -> None:
        pass


class Played:
    """An eye under guard, and the places it was made to look from."""

    def __init__(self) -> None:
        self.places: list[TableCamera] = []
        first = Watcher(CAMERA)
        marks = find_landmarks(seen_by(CAMERA), CAMERA, table_side_mm=SIDE_MM)
        self.guard = CameraGuard(CAMERA, marks, self._parts, table_side_mm=SIDE_MM)
        self.eye = Eye(first, first, Sight(side_mm=SIDE_MM, sure=0.9), guard=self.guard)
        self._looks = 0

    def _parts(self, camera: TableCamera) -> Parts:
        self.places.append(camera)
        watcher = Watcher(camera)
        return Parts(watcher, watcher)

    def look(self, picture: Pixels) -> tuple[bool, tuple[str, ...]]:
        self._looks += 1
        seen = self.eye.look(picture, t_ms=100 * self._looks, image_id=self._looks)
        return seen.still, seen.problems


def moved_px(played: Played) -> float | None:
    standing = played.eye.standing
    return None if standing is None else standing.moved_px


def farthest_px(camera: TableCamera) -> float:
    felt = [(x, y, 0.0) for x in (-435.0, 435.0) for y in (-435.0, 435.0)]
    return float(np.linalg.norm(camera.project(felt) - CAMERA.project(felt), axis=1).max())


@pytest.fixture
def played() -> Played:
    return Played()


def test_a_camera_that_hangs_still_is_read_from(played: Played) -> None:
    assert played.look(seen_by(CAMERA)) == (True, ())
    assert moved_px(played) == pytest.approx(0.0, abs=0.5)
    assert (played.eye.trouble, played.eye.note, played.places) == ("", "", [])


def test_a_small_bump_pauses_one_look_and_is_mended(played: Played) -> None:
    pushed = bumped(CAMERA, shift_px=(12.0, -6.0), turn_deg=1.0)
    assert played.look(seen_by(pushed)) == (False, (CAMERA_MOVED,))
    assert "moved by" in played.eye.note
    assert played.eye.trouble == ""
    (place,) = played.places
    corners = [(-400.0, -400.0, 22.0), (400.0, 400.0, 22.0)]
    assert np.abs(place.project(corners) - pushed.project(corners)).max() < 1.0
    standing = played.eye.standing
    assert standing is not None
    assert standing.camera is place
    assert played.look(seen_by(pushed)) == (True, ())
    assert len(played.places) == 1
    assert moved_px(played) == pytest.approx(farthest_px(pushed), abs=1.0)


def test_a_camera_that_was_moved_far_is_never_read_from_and_tells_how_far(played: Played) -> None:
    away = bumped(CAMERA, shift_px=(125.0, 0.0), turn_deg=0.0)
    assert played.look(seen_by(away)) == (False, (CAMERA_MOVED,))
    assert "too far" in played.eye.trouble
    assert moved_px(played) == pytest.approx(farthest_px(away), abs=1.5)
    assert played.look(seen_by(CAMERA)) == (True, ())
    assert moved_px(played) == pytest.approx(0.0, abs=0.5)


def test_a_dark_or_blocked_view_is_never_read_and_told_after_a_while(played: Played) -> None:
    dark = np.zeros((1014, 1352, 3), np.uint8)
    assert [played.look(dark) for _ in range(3)] == [(False, (CAMERA_MOVED,))] * 3
    assert "queyan calibrate" in played.eye.trouble
    assert moved_px(played) is None
    assert played.look(seen_by(CAMERA)) == (True, ())
    assert played.eye.trouble == ""


def test_a_table_whose_lines_were_not_to_be_seen_at_first_is_guarded_once_they_are() -> None:
    guard = CameraGuard(CAMERA, None, lambda camera: Parts(Watcher(camera), Watcher(camera)), table_side_mm=SIDE_MM)
    nothing = np.full_like(seen_by(CAMERA), 90)
    assert all(guard.check(nothing).firm for _ in range(60))
    assert guard.standing.moved_px is None
    assert all(guard.check(seen_by(CAMERA)).firm for _ in range(60))
    assert guard.standing.moved_px is not None

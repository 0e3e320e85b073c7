"""Spoilt faces: which discards, and what a picture shows of them."""

import cv2
import numpy as np
import pytest

from table_daemon.simulator.camera_view import CameraView
from table_daemon.simulator.cues import Picture, Spoilt
from table_daemon.simulator.mishaps import parse_mishaps
from table_daemon.simulator.noise_profiles import noise_named
from table_daemon.simulator.timeline import Timeline
from vision.geometry import TableCamera
from vision.labels import Label
from vision.synthetic.scene import Pose, Scene, SceneTile

CAMERA = TableCamera.overhead(width_px=812, height_px=608)
TABLE = Scene(
    tiles=(
        SceneTile(Label.M5, Pose.FACE_UP, (0.0, 150.0), 0.0),
        SceneTile(Label.S9, Pose.FACE_UP, (80.0, 150.0), 30.0),
    )
)


def pixels(spoilt: tuple[Spoilt, ...]) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    jpeg = CameraView(seed=1, noise=noise_named("none").sensor, camera=CAMERA).jpeg(TABLE, spoilt)
    image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    return np.asarray(image, np.uint8)


@pytest.mark.parametrize("spoil", [Spoilt((0.0, 150.0), 1.0), Spoilt((0.0, 150.0), 0.3, Label.P1)])
def test_only_the_spoilt_face_looks_otherwise(spoil: Spoilt) -> None:
    changed = np.abs(pixels(()).astype(int) - pixels((spoil,)).astype(int)).max(axis=2) > 40
    rows, columns = np.nonzero(changed)
    middle = CAMERA.project([(0.0, 150.0, 22.0)])[0]
    assert len(rows) > 20
    assert np.abs(columns - middle[0]).max() < 20
    assert np.abs(rows - middle[1]).max() < 20


def test_a_face_stays_spoilt_as_long_as_it_lies_there() -> None:
    seen: dict[SceneTile, set[Spoilt | None]] = {}
    for cue in Timeline(7, hands=1, mishaps=parse_mishaps("misread:0.3,fifth_copy:0.2")).cues():
        if isinstance(cue, Picture):
            spoilt = {spoil.at_mm: spoil for spoil in cue.spoilt}
            for tile in cue.scene.tiles:
                if tile.pose is Pose.FACE_UP and max(map(abs, tile.centre_mm)) < 260:
                    seen.setdefault(tile, set()).add(spoilt.get(tile.centre_mm))
    assert all(len(looks) == 1 for looks in seen.values())
    bad = [look for looks in seen.values() for look in looks if look is not None]
    assert 0.15 < len(bad) / len(seen) < 0.5

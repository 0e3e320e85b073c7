"""The simulated table's two witnesses as the daemon meets them, and the recording of both."""

import csv
import json
import os
import select
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware_bridge.direction import Direction
from table_daemon.errors import RecordingExistsError
from table_daemon.rules.tiles import Tile
from table_daemon.simulator.camera_view import CameraView
from table_daemon.simulator.cues import DicePressed, LiftPressed
from table_daemon.simulator.errors import TableOptionError
from table_daemon.simulator.link_view import LinkView
from table_daemon.simulator.noise_profiles import noise_named
from table_daemon.simulator.recorder import MatchRecorder
from table_daemon.simulator.truth import HandTruth
from vision.geometry import TableCamera
from vision.labels import Label
from vision.synthetic.scene import Pose, Scene, SceneTile

SMALL = TableCamera.overhead(width_px=406, height_px=304)
ONE_TILE = Scene(tiles=(SceneTile(Label.M5, Pose.FACE_UP, (0.0, 150.0), 0.0),))


def test_the_same_picture_of_a_seed_is_the_same_and_the_next_differs_by_noise() -> None:
    first, again = (CameraView(seed=5, noise=noise_named("normal").sensor, camera=SMALL) for _ in range(2))
    picture = first.jpeg(ONE_TILE)
    assert picture == again.jpeg(ONE_TILE)
    assert picture != first.jpeg(ONE_TILE)


def test_a_picture_has_the_camera_s_size_and_shows_the_tile() -> None:
    view = CameraView(seed=5, noise=noise_named("none").sensor, camera=SMALL)
    with_tile, without = (
        cv2.imdecode(np.frombuffer(view.jpeg(scene), np.uint8), cv2.IMREAD_COLOR) for scene in (ONE_TILE, Scene())
    )
    assert with_tile is not None
    assert without is not None
    assert with_tile.shape == (304, 406, 3)
    (x, y), *_ = SMALL.project([(0.0, 150.0, 22.0)])
    assert with_tile[int(y), int(x)].sum() > without[int(y), int(x)].sum() + 50


def test_an_unknown_noise_profile_is_refused_with_those_there_are() -> None:
    with pytest.raises(TableOptionError, match="'awful' is not known; choose among none, normal"):
        noise_named("awful")


def heard(link: LinkView, slave: int, *, until: str) -> str:
    """What the host reads, up to the line with ``until``; the kernel hands it over piece by piece."""
    said = ""
    while until not in said or not said.endswith("\n"):
        link.pump()
        assert select.select([slave], [], [], 5.0)[0], f"no {until} in {said!r}"
        said += os.read(slave, 4096).decode("ascii")
    return said


def test_buttons_become_the_machine_s_words_on_a_port_that_can_be_opened(tmp_path: Path) -> None:
    tapped: list[tuple[Direction, bytes]] = []
    link = LinkView(tmp_path / "port", monotonic_ms=lambda: 0, tap=lambda _t_ms, way, data: tapped.append((way, data)))
    link.plug(t_ms=1_000)
    slave = os.open(link.path, os.O_RDWR | os.O_NOCTTY)
    try:
        link.press(LiftPressed(2_000))
        link.advance(4_000)
        link.press(LiftPressed(5_000))
        link.advance(9_000)
        link.press(DicePressed(10_000, 2, (3, 5)))
        link.advance(13_000)
        said = heard(link, slave, until="DICEV")
        os.write(slave, b"$C,1,PING*0000\n")
        link.pump()
    finally:
        os.close(slave)
        link.unplug()
    names = [line.partition("*")[0].split(",")[3] for line in said.splitlines() if line.startswith("$E,")]
    story = [name for name in names if name in {"LIFT", "DROP", "WALL", "DICE", "DICEV"}]
    assert story == ["LIFT", "LIFT", "DROP", "LIFT", "LIFT", *["WALL"] * 4, "DICE", "DICE", "DICEV"]
    assert "v=3:5" in said
    assert link.lines == len(said.splitlines())
    assert b"".join(data for way, data in tapped if way is Direction.RX).decode() == said
    assert (Direction.TX, b"$C,1,PING*0000\n") in tapped


TRUTH = HandTruth(
    number=1,
    seed=5,
    dealer=0,
    indicator=Tile.parse("1p"),
    winner=None,
    fan=0,
    names=(),
    net=(0, 0, 0, 0),
    scores=(0, 0, 0, 0),
    fouls=(),
    next_dealer=0,
    discards=(),
    melds=(),
    false_hu=(),
    hand=(),
    draw=None,
)


def test_a_recording_holds_pictures_line_people_and_truth(tmp_path: Path) -> None:
    folder = tmp_path / "match"
    recorder = MatchRecorder(folder)
    recorder.describe(camera=SMALL, scene=Scene(), names=("甲", "乙", "丙", "丁"), profile="tianjin", first_dealer=2)
    recorder.image(b"picture", t_ms=100)
    recorder.link(120, Direction.RX, b"$E,1,2,HB*0000\n")
    recorder.intent({"id": "a", "kind": "zuo", "seat": 1, "value": True}, t_ms=150)
    recorder.truth(TRUTH)
    recorder.close()

    about = json.loads((folder / "recording.json").read_text())
    assert about["version"] == 1
    assert about["camera"] == {"width": 406, "height": 304}
    assert about["seats"][1] == {"seat": 1, "towards_mm": [1, 0]}
    assert about["settings"] == {"profile": "tianjin", "names": ["甲", "乙", "丙", "丁"], "first_dealer": 2}
    again = TableCamera.from_json(about["calibration"], width_px=406, height_px=304, table_side_mm=870.0)
    assert again == SMALL
    with (folder / "images.csv").open(newline="") as rows:
        assert list(csv.reader(rows)) == [["name", "t_ms"], ["000001.jpg", "100"]]
    assert (folder / "images" / "000001.jpg").read_bytes() == b"picture"
    with (folder / "link.csv").open(newline="") as rows:
        assert list(csv.reader(rows)) == [["t_ms", "direction", "line"], ["120", "rx", "$E,1,2,HB*0000"]]
    assert json.loads((folder / "people.jsonl").read_text())["t_ms"] == 150
    assert json.loads((folder / "truth.jsonl").read_text()) == TRUTH.to_json()


def test_a_recording_never_overwrites_another(tmp_path: Path) -> None:
    (tmp_path / "old").write_text("")
    with pytest.raises(RecordingExistsError, match="is not empty; name a new folder for the recording"):
        MatchRecorder(tmp_path)

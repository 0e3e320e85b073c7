"""Setting a table up from its pictures: a try changes nothing, what is kept is used at once and after a restart."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from table_daemon.last_looks import LastLooks, Look
from table_daemon.settings import (
    CalibrationSettings,
    CameraKind,
    CameraSettings,
    Settings,
    Side,
    TableSettings,
    VisionSettings,
)
from table_daemon.settled import STILL_S
from table_daemon.setup_desk import SetupRoom
from table_daemon.setup_files import SetupFiles
from table_daemon.views.setup import CalibrationTryView, TileSetTryView
from vision.calibration.profile import TableProfile
from vision.calibration.tags import USUAL_TAGS
from vision.geometry import TableCamera
from vision.labels import FACES, Label
from vision.laid_out import PLACES
from vision.observation import Observation, SeenTile
from vision.synthetic.light import Noise
from vision.synthetic.pixels import Pixels
from vision.synthetic.render import render
from vision.synthetic.scene import Pose, Scene, SceneTile
from vision.synthetic.tag_paper import lay_tags
from web_display.ports import CalibrationWish, Refused

CAMERA = TableCamera.overhead(tilt_deg=1.5, turn_deg=1)
PROFILE = TableProfile()
TRUE = CAMERA.project(PROFILE.felt_corners_mm())


def shown(scene: Scene) -> Pixels:
    return render(scene, CAMERA, noise=Noise(sigma=2), rng=np.random.default_rng(1)).image


def laid_out(*, swapped: bool = False) -> Scene:
    """Return the guided layout on the free felt below the console."""
    faces = iter((FACES[33], *FACES[1:33], FACES[0]) if swapped else FACES)
    tiles = tuple(
        SceneTile(next(faces), Pose.FACE_UP, (place * 34.0 - 136, row * 62.0 + 130), 0.0)
        for row, labels in enumerate(PLACES)
        for place, _ in enumerate(labels)
    )
    return Scene(tiles=tiles)


@pytest.fixture(scope="module")
def bare() -> Pixels:
    return shown(Scene())


@pytest.fixture(scope="module")
def layout() -> Pixels:
    return shown(laid_out())


def room(folder: Path, image: Pixels | None = None, settings: Settings | None = None) -> SetupRoom:
    made = SetupRoom(settings or Settings(), SetupFiles(folder), LastLooks())
    if image is not None:
        made.looks.keep(image, t_ms=1000, observation=None, place=None)
    return made


def by_corners(off_px: float = 0.0) -> CalibrationWish:
    inward = np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]]) * off_px
    corners = tuple((float(x), float(y)) for x, y in TRUE + inward)
    return CalibrationWish(by="corners", corners_px=corners)


def tried(desk: SetupRoom, wish: CalibrationWish) -> CalibrationTryView:
    result = asyncio.run(desk.try_calibration(wish))
    assert isinstance(result, CalibrationTryView), result
    return result


def test_nothing_can_be_made_of_no_picture(tmp_path: Path) -> None:
    desk = room(tmp_path)
    assert asyncio.run(desk.sight()).picture is None
    assert isinstance(asyncio.run(desk.try_calibration(by_corners())), Refused)
    assert isinstance(asyncio.run(desk.try_tile_set()), Refused)
    assert asyncio.run(desk.picture(1)) is None


def test_a_try_tells_its_error_and_keeps_nothing_until_it_is_kept(tmp_path: Path, bare: Pixels) -> None:
    desk = room(tmp_path, bare)
    used: list[Settings] = []
    desk.on_made = used.append
    result = tried(desk, by_corners(8))
    assert result.passed
    assert 0 < result.rms_mm <= result.rms_limit_mm
    assert np.abs(np.array(result.place.corners) - TRUE).max() < 2
    assert list(tmp_path.iterdir()) == []
    assert asyncio.run(desk.keep_calibration(result.number)) is None
    assert asyncio.run(desk.keep_calibration(result.number)) is None
    assert used[-1].calibration.file == SetupFiles(tmp_path).calibration
    assert asyncio.run(desk.sight()).own_calibration
    again = room(tmp_path, settings=Settings(calibration=CalibrationSettings(file=Path("other.json"))))
    assert again.used.calibration.file == SetupFiles(tmp_path).calibration


def test_what_did_not_pass_is_not_kept(tmp_path: Path, bare: Pixels) -> None:
    desk = room(tmp_path, bare)
    result = tried(desk, by_corners(60))
    assert not result.checked
    refused = asyncio.run(desk.keep_calibration(result.number))
    assert refused is not None
    assert refused.reason
    assert list(tmp_path.iterdir()) == []
    assert asyncio.run(desk.keep_calibration(999)) is not None


def test_tags_are_read_and_the_missing_ones_are_named(tmp_path: Path, bare: Pixels) -> None:
    tagged = lay_tags(bare, CAMERA, USUAL_TAGS, PROFILE)
    assert tried(room(tmp_path, tagged), CalibrationWish(by="tags")).method == "tags"
    two = lay_tags(bare, CAMERA, USUAL_TAGS, PROFILE, (0, 2))
    refused = asyncio.run(room(tmp_path, two).try_calibration(CalibrationWish(by="tags")))
    assert isinstance(refused, Refused)
    assert "1（右上）、3（左下）" in refused.reason
    assert "1 (top right), 3 (bottom left)" in refused.reason_en
    assert tried(room(tmp_path, two), CalibrationWish(by="felt")).method == "felt"


def test_tags_that_the_felts_edge_contradicts_are_not_kept(tmp_path: Path, bare: Pixels) -> None:
    desk = room(tmp_path, lay_tags(bare, CAMERA, USUAL_TAGS, replace(PROFILE, felt_side_mm=840.0)))
    result = tried(desk, CalibrationWish(by="tags"))
    assert result.rms_mm <= result.rms_limit_mm
    assert not result.passed
    assert [doubt.grave for doubt in result.doubts] == [True]
    assert "outside on the left" in result.doubts[0].text
    assert "偏外" in result.doubts[0].text_zh
    assert asyncio.run(desk.keep_calibration(result.number)) is not None


def test_a_dark_picture_is_told_beside_the_result(tmp_path: Path, bare: Pixels) -> None:
    result = tried(room(tmp_path, (bare * 0.4).astype(np.uint8)), by_corners())
    assert any("too dark" in doubt.text and "太暗" in doubt.text_zh for doubt in result.doubts)


LIVE = Settings(camera=CameraSettings(kind=CameraKind.UVC, device="/dev/v4l/by-id/usb-pretended"))


class ScriptedLooks(LastLooks):
    """A camera that gives four pictures a second, as ``shows`` says of their time, whenever one is waited for."""

    def __init__(self, shows: Callable[[float], Pixels]) -> None:
        super().__init__()
        self._shows = shows
        self._at_s = 0.0
        self.desk: SetupRoom | None = None
        self.told: list[bool] = []

    def pass_to(self, at_s: float) -> None:
        while self._at_s < at_s:
            self._at_s += 0.25
            self.keep(self._shows(self._at_s), t_ms=round(self._at_s * 1000), observation=None, place=None)

    async def after(self, number: int) -> Look:
        if self.newest is None or self.newest.number <= number:
            self.pass_to(self._at_s + 0.25)
            assert self.desk is not None
            self.told.append((await self.desk.sight()).settling)
        return await super().after(number)


def live_room(folder: Path, looks: ScriptedLooks) -> SetupRoom:
    live = Settings(camera=CameraSettings(kind=CameraKind.UVC, device="/dev/v4l/by-id/usb-pretended"))
    looks.desk = SetupRoom(live, SetupFiles(folder), looks)
    return looks.desk


def newest_s(looks: LastLooks) -> float:
    assert looks.newest is not None
    return looks.newest.t_ms / 1000


def test_the_picture_is_taken_once_a_camera_that_settles_late_holds_still(tmp_path: Path, bare: Pixels) -> None:
    tagged = lay_tags(bare, CAMERA, USUAL_TAGS, PROFILE)
    looks = ScriptedLooks(lambda at_s: (tagged * min(1.0, 0.1 + 0.1 * at_s)).astype(np.uint8))
    desk = live_room(tmp_path, looks)
    looks.pass_to(0.25)
    result = tried(desk, CalibrationWish(by="tags"))
    assert (result.passed, result.doubts) == (True, ())
    assert 9.0 <= newest_s(looks) - STILL_S <= 10.0
    assert all(looks.told)
    assert not asyncio.run(desk.sight()).settling


def test_a_camera_that_has_run_for_long_needs_a_second(tmp_path: Path, bare: Pixels) -> None:
    tagged = lay_tags(bare, CAMERA, USUAL_TAGS, PROFILE)
    looks = ScriptedLooks(lambda _: tagged)
    desk = live_room(tmp_path, looks)
    looks.pass_to(60.0)
    tried(desk, CalibrationWish(by="tags"))
    assert newest_s(looks) <= 60.0 + STILL_S + 0.5


def test_a_camera_that_never_holds_still_is_told_in_both_languages(tmp_path: Path, bare: Pixels) -> None:
    small = np.ascontiguousarray(bare[::4, ::4])
    looks = ScriptedLooks(lambda at_s: (small * (0.6 + 0.3 * np.sin(3 * at_s))).astype(np.uint8))
    desk = live_room(tmp_path, looks)
    looks.pass_to(60.0)
    for refused in (asyncio.run(desk.try_calibration(by_corners())), asyncio.run(desk.try_tile_set())):
        assert isinstance(refused, Refused)
        assert "亮度和清晰度还在变。手别伸进画面" in refused.reason
        assert "its light and its sharpness go on changing; keep hands out" in refused.reason_en


def test_a_camera_that_was_away_settles_anew(bare: Pixels) -> None:
    looks = LastLooks()
    for at_s, running_s in ((1, 0), (2, 1), (5, 4), (11, 0), (12, 1), (3, 0)):
        looks.keep(bare, t_ms=at_s * 1000, observation=None, place=None)
        assert looks.running_ms == running_s * 1000


def test_a_look_is_waited_for_until_it_comes(bare: Pixels) -> None:
    async def wait() -> list[int]:
        looks = LastLooks()
        waiting = [asyncio.create_task(looks.after(number)) for number in (0, 1)]
        await asyncio.sleep(0)
        for _ in range(2):
            looks.keep(bare, t_ms=0, observation=None, place=None)
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        return [(await look).number for look in waiting]

    assert asyncio.run(wait()) == [1, 2]


def test_corners_that_are_no_table_are_refused_in_both_languages(tmp_path: Path, bare: Pixels) -> None:
    crossed = CalibrationWish(by="corners", corners_px=((10, 10), (500, 500), (500, 10), (10, 500)))
    refused = asyncio.run(room(tmp_path, bare).try_calibration(crossed))
    assert isinstance(refused, Refused)
    assert "四个" in refused.reason
    assert "corners" in refused.reason_en


def test_what_was_made_can_be_taken_back(tmp_path: Path, bare: Pixels) -> None:
    desk = room(tmp_path, bare)
    asyncio.run(desk.keep_calibration(tried(desk, by_corners()).number))
    asyncio.run(desk.forget("calibration"))
    asyncio.run(desk.forget("calibration"))
    assert not asyncio.run(desk.sight()).own_calibration
    assert desk.used.calibration.file is None


def test_a_spoiled_file_is_passed_over(tmp_path: Path) -> None:
    SetupFiles(tmp_path).calibration.write_bytes(b"{")
    SetupFiles(tmp_path).tile_set.write_bytes(b"\0")
    asked = Settings(vision=VisionSettings(tile_set=Path("home.tiles")))
    assert room(tmp_path, settings=asked).used == asked


def test_a_full_disk_is_told(tmp_path: Path, bare: Pixels) -> None:
    desk = room(tmp_path / "gone", bare)
    refused = asyncio.run(desk.keep_calibration(tried(desk, by_corners()).number))
    assert isinstance(refused, Refused)
    assert "数据目录" in refused.reason


def test_the_layout_is_read_place_by_place_kept_and_used(tmp_path: Path, layout: Pixels) -> None:
    desk = room(tmp_path, layout)
    used: list[Settings] = []
    desk.on_made = used.append
    result = asyncio.run(desk.try_tile_set())
    assert isinstance(result, TileSetTryView), result
    assert [face.tile for face in result.faces] == [face.value for face in FACES]
    assert result.agreeing == 34
    assert not SetupFiles(tmp_path).tile_set.exists()
    assert asyncio.run(desk.keep_tile_set([result.number], "家里的牌")) is None
    assert used[-1].vision.tile_set == SetupFiles(tmp_path).tile_set
    assert room(tmp_path).used.vision.tile_set == SetupFiles(tmp_path).tile_set
    asyncio.run(desk.forget("tile_set"))
    assert desk.used.vision.tile_set is None


def test_tags_left_on_the_table_are_no_tiles_of_the_layout(tmp_path: Path, layout: Pixels) -> None:
    result = asyncio.run(room(tmp_path, lay_tags(layout, CAMERA, USUAL_TAGS, PROFILE)).try_tile_set())
    assert isinstance(result, TileSetTryView), result
    assert result.agreeing == 34


def test_a_picture_without_the_layout_says_what_to_lay(tmp_path: Path, bare: Pixels) -> None:
    refused = asyncio.run(room(tmp_path, bare).try_tile_set())
    assert isinstance(refused, Refused)
    assert refused.reason.startswith(("照片", "找到"))


def test_two_exchanged_tiles_are_pointed_out(tmp_path: Path) -> None:
    result = asyncio.run(room(tmp_path, shown(laid_out(swapped=True))).try_tile_set())
    assert isinstance(result, TileSetTryView), result
    assert [face.tile for face in result.faces if not face.agrees] == ["1m", "7z"]


def test_the_picture_shown_is_the_cameras_and_no_wider_than_a_screen(tmp_path: Path, bare: Pixels) -> None:
    desk = room(tmp_path, bare)
    newest = asyncio.run(desk.sight()).picture
    assert newest is not None
    assert (newest.width, newest.height) == (2028, 1520)
    jpeg = asyncio.run(desk.picture(newest.number))
    assert jpeg is not None
    decoded = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert decoded is not None
    assert decoded.shape == (1199, 1600, 3)
    desk.looks.keep(bare, t_ms=2000, observation=None, place=None)
    assert asyncio.run(desk.picture(newest.number)) == jpeg
    assert asyncio.run(desk.picture(newest.number + 1)) is None


def test_only_a_few_pictures_are_held(tmp_path: Path) -> None:
    desk = room(tmp_path)
    small = np.zeros((300, 400, 3), np.uint8)
    for t_ms in range(12):
        desk.looks.keep(small, t_ms=t_ms, observation=None, place=None)
        asyncio.run(desk.sight())
    assert asyncio.run(desk.picture(12)) is not None
    assert asyncio.run(desk.picture(1)) is None


def test_zones_are_told_by_the_seats_of_the_game(tmp_path: Path, bare: Pixels) -> None:
    desk = room(tmp_path, settings=Settings(table=TableSettings(seat0_side=Side.RIGHT)))
    tile = SeenTile(Label.P5, 0.97, Label.P6, 0.02, (0.0, 200.0), 0.0, ((0, 0), (9, 0), (9, 9), (0, 9)))
    desk.looks.keep(bare, t_ms=0, observation=Observation(0, 1, still=True, tiles=(tile,)), place=CAMERA)
    sight = asyncio.run(desk.sight())
    assert sight.place is not None
    rivers = {zone.seat: np.mean(zone.outline, axis=0) for zone in sight.place.zones if zone.kind == "river"}
    middle = np.mean(sight.place.corners, axis=0)
    assert rivers[0][0] > middle[0] + 100
    assert rivers[1][1] < middle[1] - 100
    assert [(found.tile, found.confidence, found.second) for found in sight.tiles] == [("5p", 0.97, "6p")]

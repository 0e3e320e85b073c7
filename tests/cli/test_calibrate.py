"""``queyan calibrate`` on rendered tables: by tags, corners, the felt itself and the camera; what fails is not kept."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from table_daemon.calibrating import calibrated
from table_daemon.cli import guarded
from vision.calibration.profile import TableProfile
from vision.calibration.store import load_calibration
from vision.calibration.tags import USUAL_TAGS
from vision.geometry import TableCamera
from vision.synthetic.light import Noise
from vision.synthetic.pixels import Pixels
from vision.synthetic.render import render
from vision.synthetic.scene import Scene
from vision.synthetic.tag_paper import lay_tags

CAMERA = TableCamera.overhead(width_px=1352, height_px=1014, tilt_deg=1.5, turn_deg=1)
PROFILE = TableProfile()
CORNERS = CAMERA.project(PROFILE.felt_corners_mm())


@pytest.fixture(scope="module")
def bare() -> Pixels:
    return render(Scene(), CAMERA, noise=Noise(sigma=2), rng=np.random.default_rng(1)).image


@pytest.fixture
def photo(tmp_path: Path, bare: Pixels) -> Path:
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), bare)
    return path


def corners(off_px: float = 0.0) -> list[str]:
    inward = np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]]) * off_px
    return [f"{x:.1f},{y:.1f}" for x, y in (CORNERS + inward).tolist()]


def farthest_px(path: Path) -> float:
    stored = load_calibration(path, size_px=None, table_side_mm=870.0)
    return float(np.linalg.norm(stored.camera.project(PROFILE.felt_corners_mm()) - CORNERS, axis=1).max())


def test_the_felt_is_found_without_help_and_its_place_kept(
    photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, drawn = tmp_path / "calibration.json", tmp_path / "drawn.png"
    assert guarded(["calibrate", str(photo), "--out", str(out), "--annotated", str(drawn), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["file"], told["method"], told["notices_bumps"]) == (str(out), "felt", True)
    assert told["residual"]["passed"]
    assert told["doubts"] == []
    assert farthest_px(out) < 2
    assert cv2.imread(str(drawn)) is not None


def test_corners_near_the_edge_are_drawn_to_it(photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "calibration.json"
    assert guarded(["calibrate", str(photo), "--corners", *corners(6), "--out", str(out)]) == 0
    assert "calibrated by corners" in capsys.readouterr().out
    assert farthest_px(out) < 2


def test_corners_far_from_any_edge_are_not_kept(
    photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "calibration.json"
    assert guarded(["calibrate", str(photo), "--corners", *corners(60), "--out", str(out)]) == 1
    said = capsys.readouterr().out
    assert "fail: the felt's edge does not show where you put the corners" in said
    assert "mark them nearer" in said
    assert not out.exists()


def test_the_tags_are_read_with_the_settings_camera(
    bare: Pixels, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    tagged = lay_tags(bare, CAMERA, USUAL_TAGS, PROFILE)
    for number in range(6):
        cv2.imwrite(str(pictures / f"{number}.jpg"), tagged)
    settings = tmp_path / "queyan.toml"
    settings.write_text(f'[camera]\nkind = "files"\npath = "{pictures}"\n', encoding="utf-8")
    out = tmp_path / "calibration.json"
    assert guarded(["calibrate", "--camera", "--settings", str(settings), "--out", str(out)]) == 0
    assert "calibrated by tags" in capsys.readouterr().out
    assert farthest_px(out) < 2


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ([], "give a picture, or --camera"),
        (["--camera"], "no camera is set"),
        (["nothing.png"], "nothing.png"),
        (["{photo}", "--corners", "1,1", "2,2", "3", "4,4"], "is no pair of numbers"),
    ],
)
def test_what_can_not_be_done_gets_one_message(
    options: list[str], words: str, photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = tmp_path / "queyan.toml"
    settings.write_text("", encoding="utf-8")
    given = [option.replace("{photo}", str(photo)) for option in options]
    assert guarded(["calibrate", *given, "--settings", str(settings), "--out", str(tmp_path / "x.json")]) != 0
    said = capsys.readouterr()
    told = " ".join((said.out + said.err).replace("│", " ").split())
    assert words in told
    assert "Traceback" not in told


def test_a_source_that_is_no_camera_is_told_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    video = tmp_path / "bad.avi"
    video.write_bytes(b"no video")
    settings = tmp_path / "queyan.toml"
    settings.write_text(f'[camera]\nkind = "video"\npath = "{video}"\n', encoding="utf-8")
    options = ["--camera", "--settings", str(settings), "--out", str(tmp_path / "x.json")]
    assert guarded(["calibrate", *options]) == 1
    assert capsys.readouterr().err.count("bad.avi") == 1
    assert caplog.records == []


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--out", "{tmp}/none/x.json"], "{tmp}/none/x.json can't be written: there is no folder {tmp}/none"),
        (["--out", "{tmp}"], "{tmp} can't be written: it is a folder"),
        (["--annotated", "{tmp}/none/x.png"], "mkdir -p {tmp}/none"),
        (["--annotated", "{tmp}/x.foo"], "x.foo: OpenCV can't write such a picture; name it .png or .jpg"),
        (["--print-tags", "{tmp}/none/x.pdf"], "there is no folder {tmp}/none"),
        (["--print-tags", "{tmp}/x.foo"], "the tags can be written as .pdf, .svg or .png"),
    ],
)
def test_where_nothing_can_be_written_is_told_before_the_picture_is_looked_at(
    options: list[str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    given = [option.replace("{tmp}", str(tmp_path)) for option in options]
    assert guarded(["calibrate", "not-there.png", *given]) != 0
    told = "".join(part.strip("│ ") for part in capsys.readouterr().err.splitlines())
    assert words.replace("{tmp}", str(tmp_path)).replace(" ", "") in told.replace(" ", "")
    assert "not-there" not in told
    assert list(tmp_path.iterdir()) == []


def test_tags_off_the_rim_fail_and_say_where_the_edge_lies(
    bare: Pixels, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    smaller = replace(PROFILE, felt_side_mm=840.0)
    path, out = tmp_path / "table.png", tmp_path / "calibration.json"
    cv2.imwrite(str(path), lay_tags(bare, CAMERA, USUAL_TAGS, smaller))
    assert guarded(["calibrate", str(path), "--out", str(out)]) == 1
    said = capsys.readouterr().out
    assert "fail: the felt's edge does not lie where the tags put it" in said
    assert "outside on the left" in said
    assert "pass" not in said
    assert not out.exists()
    assert guarded(["calibrate", str(path), "--out", str(out), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["file"], told["residual"]["passed"]) == (None, False)
    assert [doubt["grave"] for doubt in told["doubts"]] == [True]
    assert "桌布" in told["doubts"][0]["text_zh"]


def test_a_dark_photograph_is_told_to_be_dark(bare: Pixels, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, out = tmp_path / "dark.png", tmp_path / "calibration.json"
    cv2.imwrite(str(path), (bare * 0.3).astype(np.uint8))
    guarded(["calibrate", str(path), "--out", str(out)])
    told = capsys.readouterr()
    assert "the table is too dark" in told.out + told.err


@pytest.mark.parametrize("live", [True, False])
def test_the_felt_of_a_dark_picture_passes_only_where_no_better_one_can_be_had(bare: Pixels, *, live: bool) -> None:
    dark = (bare * 0.4).astype(np.uint8)
    found = calibrated(dark, PROFILE, live=live)
    assert found.residual.passed
    assert found.passed is not live
    assert any("too dark" in doubt.text for doubt in found.doubts)


@pytest.mark.parametrize("kind", ["pdf", "svg", "png"])
def test_the_tags_are_printed(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / f"tags.{kind}"
    assert guarded(["calibrate", "--print-tags", str(page)]) == 0
    assert page.stat().st_size > 500
    assert "100 %" in capsys.readouterr().out

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from table_daemon import cli_vision
from vision.geometry import TableCamera
from vision.labels import FACES, Label
from vision.synthetic.render import render
from vision.synthetic.scene import Pose, Scene, SceneTile

CAMERA = TableCamera.overhead(width_px=800, height_px=600, table_side_mm=300.0)
SCENE = Scene(
    tiles=tuple(
        SceneTile(label, Pose.FACE_UP, (x * 33.0, -90.0), 0.0)
        for x, label in zip(range(-2, 3), [Label.M1, Label.P7, Label.S7, Label.RED, Label.EAST], strict=True)
    )
)


@pytest.fixture(scope="module")
def app() -> typer.Typer:
    app = typer.Typer()
    cli_vision.register(app)
    return app


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), render(SCENE, CAMERA, rng=np.random.default_rng(1)).image)
    return path


def test_read_answers_a_line_for_each_picture_and_goes_on_after_a_spoiled_one(
    app: typer.Typer, photo: Path, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.jpg"
    bad.write_bytes(b"")
    result = CliRunner().invoke(app, ["read", str(bad), str(photo), "--json"])
    assert result.exit_code == 1
    spoiled, line = (json.loads(text) for text in result.stdout.splitlines())
    assert spoiled["image"] == str(bad)
    assert "is empty" in spoiled["error"]
    assert set(line) == {"image", "width", "height", "tiles", "dice", "took_ms"}
    assert (line["width"], line["height"], line["dice"]) == (800, 600, None)
    assert sorted(tile["class"] for tile in line["tiles"]) == sorted(tile.label for tile in SCENE.tiles)
    for tile in line["tiles"]:
        (ax, ay), (bx, _), (_, cy), _ = tile["quad"]
        assert ax < bx
        assert ay < cy
        assert 0 < tile["confidence"] <= 1


def test_an_error_names_its_picture_once(app: typer.Typer, tmp_path: Path) -> None:
    (tmp_path / "bad.jpg").write_bytes(b"")
    for command in ("read", "classify"):
        result = CliRunner().invoke(app, [command, str(tmp_path / "bad.jpg")])
        assert result.exit_code == 1
        assert result.stderr.count("bad.jpg") == 1


def test_read_shows_the_dice(app: typer.Typer, tmp_path: Path) -> None:
    path = tmp_path / "thrown.png"
    cv2.imwrite(str(path), render(Scene(dice=(2, 6)), TableCamera.overhead(), rng=np.random.default_rng(3)).image)
    result = CliRunner().invoke(app, ["read", str(path)])
    assert result.exit_code == 0, result.output
    line = next(line for line in result.stdout.splitlines() if line.startswith("  dice"))
    assert sorted(line.split()[1:]) == ["2", "6"]


def test_read_without_json_is_for_people(app: typer.Typer, photo: Path) -> None:
    result = CliRunner().invoke(app, ["read", str(photo)])
    assert result.exit_code == 0
    assert "5 tiles" in result.stdout
    assert "7z" in result.stdout


def test_classify_names_a_folder_in_order_and_reports_what_it_cannot_read(app: typer.Typer, tmp_path: Path) -> None:
    rng = np.random.default_rng(2)
    camera = TableCamera.overhead(width_px=600, height_px=600, table_side_mm=120.0)
    for i, face in enumerate(FACES[::6]):
        scene = Scene(tiles=(SceneTile(face, Pose.FACE_UP, (300.0, 0.0), 0.0),))
        image = np.asarray(render(scene, shifted(camera), rng=rng).image)
        quad = np.array(render(scene, shifted(camera), rng=rng).truth[0].quad_px)
        (left, top), (right, bottom) = quad.min(axis=0).astype(int), quad.max(axis=0).astype(int)
        crop = np.rot90(image[top:bottom, left:right], i % 4)
        (tmp_path / face.value).mkdir()
        cv2.imwrite(str(tmp_path / face.value / "a.png"), np.ascontiguousarray(crop))
    (tmp_path / "zz.jpg").write_bytes(b"no picture")
    result = CliRunner().invoke(app, ["classify", str(tmp_path), "--json"])
    lines = [json.loads(text) for text in result.stdout.splitlines()]
    assert result.exit_code == 1
    assert [line["image"] for line in lines] == sorted(line["image"] for line in lines)
    assert "error" in lines[-1]
    for line in lines[:-1]:
        assert set(line) == {"image", "class", "confidence", "second", "second_confidence"}
        assert line["class"] == Path(line["image"]).parent.name


def shifted(camera: TableCamera) -> TableCamera:
    """Look at the place beside the console."""
    return TableCamera(
        camera.width_px,
        camera.height_px,
        camera.matrix,
        camera.distortion,
        camera.rvec,
        (camera.tvec[0] - 300.0, camera.tvec[1], camera.tvec[2]),
    )


def test_classify_says_so_when_a_folder_holds_no_picture(app: typer.Typer, tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["classify", str(tmp_path), "--json"])
    assert result.exit_code == 1
    assert "no picture" in json.loads(result.stdout)["error"]

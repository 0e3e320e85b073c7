import json
from pathlib import Path

import cv2
import pytest
import typer
from typer.testing import CliRunner

from table_daemon import cli_vision
from vision.labels import FACES, Label
from vision.synthetic.art.faces import face
from vision.synthetic.art.raster import raster
from vision.synthetic.art.styles import style


@pytest.fixture(scope="module")
def app() -> typer.Typer:
    app = typer.Typer()
    cli_vision.register(app)
    return app


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "mine"
    for label in FACES[:-1]:
        (root / label.value).mkdir(parents=True)
        cv2.imwrite(str(root / label.value / "a.png"), raster(face(label, style(0)), (60, 80)))
    return root


def test_a_set_is_enrolled_and_used(app: typer.Typer, folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "mine.tiles"
    result = CliRunner().invoke(app, ["enroll", str(folder), "--out", str(out), "--json"])
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    assert told["name"] == "mine"
    assert told["missing"] == [Label.RED]
    assert out.stat().st_size < 1_000_000
    result = CliRunner().invoke(app, ["classify", str(folder), "--tile-set", str(out), "--json"])
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line["class"] for line in lines] == sorted(label.value for label in FACES[:-1])


def test_enroll_tells_people_what_is_missing(app: typer.Typer, folder: Path, tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["enroll", str(folder), "--out", str(tmp_path / "x"), "--name", "家"])
    assert "33 of 34 faces of 家, 33 pictures" in result.stdout
    assert "without a picture: 7z" in result.stdout


def test_a_source_that_cannot_be_enrolled_ends_with_its_reason(app: typer.Typer, tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["enroll", str(tmp_path), "--out", str(tmp_path / "x")])
    assert result.exit_code == 1
    assert "holds no face" in result.stderr
    result = CliRunner().invoke(app, ["enroll", str(tmp_path / "no.jpg"), "--out", str(tmp_path / "x"), "--json"])
    assert "cannot be opened" in json.loads(result.stdout)["error"]


def test_where_no_set_can_be_written_is_told_before_anything_is_read(app: typer.Typer, tmp_path: Path) -> None:
    nowhere = tmp_path / "none" / "x.tiles"
    result = CliRunner().invoke(app, ["enroll", str(tmp_path / "no.jpg"), "--out", str(nowhere)])
    assert result.exit_code == 1
    assert result.stderr.strip().splitlines() == [
        f"{nowhere} can't be written: there is no folder {nowhere.parent}; make it first: mkdir -p {nowhere.parent}"
    ]
    result = CliRunner().invoke(app, ["enroll", str(tmp_path / "no.jpg"), "--out", str(tmp_path), "--json"])
    assert "it is a folder" in json.loads(result.stdout)["error"]
    assert list(tmp_path.parent.glob("*.part")) == []


@pytest.mark.parametrize("command", ["read", "classify"])
def test_a_file_that_is_no_tile_set_is_told(app: typer.Typer, folder: Path, tmp_path: Path, command: str) -> None:
    bad = tmp_path / "bad"
    bad.write_text("{}")
    picture = str(folder / "1m" / "a.png")
    result = CliRunner().invoke(app, [command, picture, "--tile-set", str(bad)])
    assert result.exit_code == 1
    assert "is no tile set" in result.stderr
    result = CliRunner().invoke(app, [command, picture, "--tile-set", str(bad), "--json"])
    assert "is no tile set" in json.loads(result.stdout)["error"]

"""The TV page's tiles, committed as files."""

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from vision.synthetic.export_svg import DEFAULT_FOLDER, main, tile_files


def test_the_committed_tiles_are_what_would_be_written_now() -> None:
    committed = {path.name: path.read_text(encoding="utf-8") for path in DEFAULT_FOLDER.glob("*.svg")}
    assert committed == tile_files(), "run: python -m vision.synthetic.export_svg"


def test_there_are_the_faces_a_blank_and_a_back() -> None:
    names = set(tile_files())
    assert len(names) == 36
    assert {"1m.svg", "9p.svg", "5s.svg", "7z.svg", "blank.svg", "back.svg"} <= names


@pytest.mark.parametrize("name", ["1s.svg", "5m.svg", "back.svg", "blank.svg"])
def test_each_is_well_formed_and_named(name: str) -> None:
    root = ET.fromstring(tile_files()[name])  # noqa: S314 - our own text
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.findtext("{http://www.w3.org/2000/svg}title")


def test_writing_makes_the_folder(tmp_path: Path) -> None:
    assert main([str(tmp_path / "new" / "tiles")]) == 0
    assert len(list((tmp_path / "new" / "tiles").glob("*.svg"))) == 36


def test_a_place_that_cannot_be_written_is_one_message(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert main([str(tmp_path / "file")]) == 1
    assert "cannot write the tiles" in capsys.readouterr().err

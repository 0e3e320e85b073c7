"""Recordings through the whole daemon on a virtual clock, ours and those of other programs."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import pytest

from table_daemon.cli import guarded
from vision.classify import TileNamer
from vision.enrol import enrolled_from_folder
from vision.labels import FACES
from vision.synthetic.art.faces import face
from vision.synthetic.art.raster import raster
from vision.synthetic.art.styles import style

RECORDINGS = Path(__file__).parents[1] / "data" / "recordings"
BOTH = ("line_and_pose", "corners_only")


def story_of(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (RECORDINGS / name / "story.jsonl").read_text(encoding="utf-8").splitlines()]


def replayed(folder: Path, capsys: pytest.CaptureFixture[str], *, status: int = 0) -> list[dict[str, Any]]:
    assert guarded(["replay", str(folder)]) == status
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def as_told(events: list[dict[str, Any]], story: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The events with the keys that the story tells of each."""
    return [{key: event.get(key) for key in told} for event, told in zip(events, story, strict=True)]


@pytest.fixture
def copied(tmp_path: Path) -> Callable[[str], Path]:
    def copy(name: str) -> Path:
        return shutil.copytree(RECORDINGS / name, tmp_path / name)

    return copy


def change(folder: Path, **keys: object) -> None:
    about = json.loads((folder / "recording.json").read_text(encoding="utf-8"))
    about.update(keys)
    (folder / "recording.json").write_text(json.dumps(about), encoding="utf-8")


@pytest.mark.parametrize("name", BOTH)
def test_a_recording_leads_to_its_story(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    events = replayed(RECORDINGS / name, capsys)
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert as_told(events, story_of(name)) == story_of(name)


def test_a_recording_is_read_with_its_own_tile_set(
    copied: Callable[[str], Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = copied("line_and_pose")
    without = replayed(folder, capsys)
    for label in FACES:
        (tmp_path / "faces" / label.value).mkdir(parents=True)
        cv2.imwrite(str(tmp_path / "faces" / label.value / "a.png"), raster(face(label, style(0)), (60, 80)))
    enrolled_from_folder(tmp_path / "faces", TileNamer.load()).tile_set.save(folder / "ours.tiles")
    change(folder, tile_set="ours.tiles")
    events = replayed(folder, capsys)
    assert as_told(events, story_of("line_and_pose")) == story_of("line_and_pose")
    assert [event.get("confidence") for event in events] != [event.get("confidence") for event in without]


def test_a_tile_set_that_cannot_be_read_gets_one_message(
    copied: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = copied("line_and_pose")
    (folder / "ours.tiles").write_text("no tile set", encoding="utf-8")
    change(folder, tile_set="ours.tiles")
    assert guarded(["replay", str(folder)]) == 2
    told = capsys.readouterr().err
    assert "tile_set that can't be used" in told
    assert told.count("\n") == 1


def test_a_table_that_nothing_tells_of_is_found_as_in_a_fresh_set_up(
    copied: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = copied("line_and_pose")
    (folder / "recording.json").write_text('{"version": 1}', encoding="utf-8")
    assert as_told(replayed(folder, capsys), story_of("line_and_pose")) == story_of("line_and_pose")


def test_without_people_the_settings_match_is_played_from_the_rising_walls(
    copied: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = copied("line_and_pose")
    (folder / "people.jsonl").unlink()
    change(folder, settings={"profile": "tianjin", "names": ["一", "二", "三", "四"], "first_dealer": 0})
    events = replayed(folder, capsys)
    assert events[0]["kind"] == "match_started"
    assert events[0]["names"] == ["一", "二", "三", "四"]
    assert [event["kind"] for event in events] == [told["kind"] for told in story_of("line_and_pose")]


def test_what_is_spoiled_is_told_in_its_place_and_the_rest_goes_on(
    copied: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = copied("line_and_pose")
    (folder / "images" / "000001.jpg").write_bytes(b"no picture")
    with (folder / "images.csv").open("a", encoding="utf-8") as file:
        file.write("000099.jpg,40000\n000002.jpg,soon\n")
    with (folder / "people.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"t_ms": 2000, "kind": "dance"}\nnot JSON\n')
    header, rest = (folder / "link.csv").read_text(encoding="utf-8").split("\n", 1)
    (folder / "link.csv").write_text(f"{header}\nlater,rx,hello\n{rest}", encoding="utf-8")
    lines = replayed(folder, capsys, status=1)
    told = [line["name"] for line in lines if "error" in line]
    assert sorted(set(told)) == [
        "images.csv: 000002.jpg",
        "images.csv: 000099.jpg",
        "images/000001.jpg",
        "link.csv",
        "people.jsonl: line 2",
        "people.jsonl: line 3",
    ]
    events = [line for line in lines if "error" not in line]
    assert as_told(events, story_of("line_and_pose")) == story_of("line_and_pose")


def test_a_recording_whose_clock_was_set_back_is_told_to_be_out_of_order(
    copied: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = copied("line_and_pose")
    header, *rows = (folder / "images.csv").read_text(encoding="utf-8").splitlines()
    told = [(name, int(t_ms)) for name, t_ms in (row.split(",") for row in rows)]
    late = [f"{name},{t_ms + (3_600_000 if k < len(told) // 2 else 0)}" for k, (name, t_ms) in enumerate(told)]
    (folder / "images.csv").write_text("\n".join([header, *late, ""]), encoding="utf-8")
    errors = [line for line in replayed(folder, capsys, status=1) if "error" in line]
    assert [line["name"] for line in errors] == ["images.csv"]
    assert "goes back" in errors[0]["error"]


@pytest.mark.parametrize(
    ("about", "says"),
    [
        (None, "recording.json does not exist; name the folder of a recording"),
        ("{", "recording.json: Invalid JSON"),
        ('{"version": 2}', "recording.json: version: Input should be 1"),
        ('{"version": 1, "table_side_mm": "wide"}', "recording.json: table_side_mm"),
        ('{"version": 1, "tile_set": "mine.npz"}', "mine.npz does not exist; recording.json names it as tile_set"),
        (
            '{"version": 1, "seats": [{"seat": 0, "towards_mm": [0, 1]}, {"seat": 1, "towards_mm": [-1, 0]}]}',
            "seats do not follow counter-clockwise",
        ),
    ],
)
def test_a_description_that_cannot_be_used_gets_one_message(
    about: str | None, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if about is not None:
        (tmp_path / "recording.json").write_text(about, encoding="utf-8")
    (tmp_path / "people.jsonl").write_text('{"t_ms": 1, "kind": "end_match"}\n', encoding="utf-8")
    assert guarded(["replay", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert says in told
    assert told.count("\n") == 1


def test_an_empty_recording_gets_one_message(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "recording.json").write_text('{"version": 1}', encoding="utf-8")
    assert guarded(["replay", str(tmp_path)]) == 2
    assert "there is nothing to replay" in capsys.readouterr().err


def test_people_alone_are_replayed_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "recording.json").write_text('{"version": 1}', encoding="utf-8")
    said = [
        {"t_ms": 5, "id": "a", "kind": "start_match", "names": ["一", "二", "三", "四"], "first_dealer": 2},
        {"t_ms": 9, "kind": "end_match"},
    ]
    (tmp_path / "people.jsonl").write_text("".join(json.dumps(each) + "\n" for each in said), encoding="utf-8")
    assert [event["kind"] for event in replayed(tmp_path, capsys)] == ["match_started", "match_ended"]

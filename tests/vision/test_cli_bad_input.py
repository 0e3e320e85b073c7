"""``queyan read`` and ``queyan classify`` given anything at all: a clear answer for each, and never a crash."""

import json
import os
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from table_daemon import cli_vision

FACE = np.random.default_rng(4).integers(0, 256, (60, 45, 3)).astype(np.uint8)
JPEG = cv2.imencode(".jpg", FACE)[1].tobytes()


@pytest.fixture(scope="module")
def app() -> typer.Typer:
    made = typer.Typer()
    cli_vision.register(made)
    return made


def packed(image: np.ndarray, suffix: str = ".png") -> bytes:
    return cv2.imencode(suffix, image)[1].tobytes()


def hundred_megapixels() -> bytes:
    header = b"IHDR" + struct.pack(">IIBBBBB", 10_000, 10_000, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + header + struct.pack(">I", zlib.crc32(header))


def turned() -> bytes:
    entry = struct.pack(">HHIHH", 0x0112, 3, 1, 6, 0)
    segment = b"Exif\0\0MM\x00*" + struct.pack(">IH", 8, 1) + entry + b"\0\0\0\0"
    return JPEG[:2] + b"\xff\xe1" + struct.pack(">H", len(segment) + 2) + segment + JPEG[2:]


REFUSED: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "is empty"),
    "text": (b"hello", "no picture"),
    "cut short": (JPEG[: len(JPEG) // 2], "its end is missing"),
    "spoiled inside": (JPEG[:2] + bytes(len(JPEG) - 4) + JPEG[-2:], "spoiled"),
    "hundred megapixels": (hundred_megapixels(), "100 megapixels"),
}
READ: dict[str, tuple[bytes, tuple[int, int]]] = {
    "one pixel": (packed(FACE[:1, :1]), (1, 1)),
    "one row": (packed(FACE[:1]), (45, 1)),
    "grey": (packed(FACE[:, :, 0]), (45, 60)),
    "alpha": (packed(np.dstack([FACE, FACE[:, :, :1]])), (45, 60)),
    "16 bit": (packed(FACE.astype(np.uint16) * 257), (45, 60)),
    "grey 16 bit": (packed(FACE[:, :, 0].astype(np.uint16) * 257), (45, 60)),
    "EXIF turn": (turned(), (60, 45)),
    "long and thin": (packed(np.zeros((2, 30_000, 3), np.uint8)), (30_000, 2)),
    "wrong name": (packed(FACE, ".webp"), (45, 60)),
}


@pytest.mark.parametrize("command", ["read", "classify"])
@pytest.mark.parametrize(("data", "word"), REFUSED.values(), ids=REFUSED.keys())
def test_what_cannot_be_read_is_told_and_the_rest_is_still_answered(
    app: typer.Typer, tmp_path: Path, command: str, data: bytes, word: str
) -> None:
    bad, good = tmp_path / "a.jpg", tmp_path / "b.jpg"
    bad.write_bytes(data)
    good.write_bytes(JPEG)
    result = CliRunner().invoke(app, [command, str(bad), str(good), "--json"])
    first, second = (json.loads(line) for line in result.stdout.splitlines())
    assert result.exit_code == 1
    assert first["image"] == str(bad)
    assert word in first["error"]
    assert "error" not in second


@pytest.mark.parametrize(("data", "size"), READ.values(), ids=READ.keys())
def test_what_can_be_read_is_answered(app: typer.Typer, tmp_path: Path, data: bytes, size: tuple[int, int]) -> None:
    path = tmp_path / "a.jpg"
    path.write_bytes(data)
    answers = []
    for command in ("read", "classify"):
        result = CliRunner().invoke(app, [command, str(path), "--json"])
        assert result.exit_code == 0, result.output
        answers.append(json.loads(result.stdout))
    whole, face = answers
    assert (whole["width"], whole["height"]) == size
    assert 0 < face["confidence"] <= 1


def folder(path: Path) -> Path:
    return path


def empty_folder(path: Path) -> Path:
    (path / "empty").mkdir()
    return path / "empty"


def missing(path: Path) -> Path:
    return path / "none.jpg"


@pytest.mark.parametrize(
    ("command", "make", "word"),
    [
        ("read", folder, "is a folder; give a picture file"),
        ("read", missing, "cannot be opened"),
        ("classify", empty_folder, "holds no picture"),
        ("classify", missing, "cannot be opened"),
    ],
)
def test_folders_and_missing_files_are_told(
    app: typer.Typer, tmp_path: Path, command: str, make: Callable[[Path], Path], word: str
) -> None:
    result = CliRunner().invoke(app, [command, str(make(tmp_path)), "--json"])
    assert result.exit_code == 1
    assert word in json.loads(result.stdout)["error"]


def test_a_folder_of_many_files_is_answered_a_line_each(app: typer.Typer, tmp_path: Path) -> None:
    for number in range(200):
        (tmp_path / f"{number:03}.jpg").write_bytes(JPEG if number % 7 else b"")
    result = CliRunner().invoke(app, ["classify", str(tmp_path), "--json"])
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [Path(line["image"]).name for line in lines] == [f"{number:03}.jpg" for number in range(200)]
    assert ["error" in line for line in lines] == [number % 7 == 0 for number in range(200)]


def test_a_name_that_is_no_utf_8_is_told_in_utf_8(app: typer.Typer, tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"\xff\xe4.jpg")).write_bytes(JPEG)
    answered = CliRunner().invoke(app, ["classify", str(tmp_path), "--json"])
    assert answered.exit_code == 0
    assert os.fsencode(json.loads(answered.stdout_bytes.decode())["image"]).endswith(b"\xff\xe4.jpg")

"""The file of a tile set: what is written comes back, what is spoiled is told."""

import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vision.errors import TileSetError
from vision.labels import FACES, Label
from vision.tile_set import MOST_PICTURES, SIDE_PX, FacePicture, HardPair, TileSet, in_order


def picture(label: Label, seed: int = 0) -> FacePicture:
    noise = np.random.default_rng(seed).integers(0, 256, (SIDE_PX, SIDE_PX, 3))
    return FacePicture(label, noise.astype(np.uint8))


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "家.tiles"
    pictures = (picture(Label.M1, 1), picture(Label.M1, 2), picture(Label.RED, 3))
    TileSet("家里的牌", pictures, (HardPair(Label.M1, Label.RED, 0.91),)).save(path)
    return path


def test_a_saved_set_comes_back_whole(saved: Path) -> None:
    loaded = TileSet.load(saved)
    assert loaded.name == "家里的牌"
    assert loaded.counts == {Label.M1: 2, Label.RED: 1}
    assert loaded.missing == tuple(label for label in FACES if label not in {Label.M1, Label.RED})
    assert loaded.hard_pairs == (HardPair(Label.M1, Label.RED, 0.91),)
    assert np.array_equal(loaded.pictures[0].square, picture(Label.M1, 1).square)
    assert list(saved.parent.iterdir()) == [saved]


def changed(record: dict[str, Any], key: str, value: object) -> dict[str, Any]:
    return {**record, key: value}


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda _: b"", "no tile set"),
        (lambda text: text[: len(text) // 2], "no tile set"),
        (lambda _: b"\xff\xfe\x00", "no tile set"),
        (lambda _: b"[" * 100_000, "no tile set"),
        (lambda _: b"[1]", "made by queyan enroll"),
        (lambda text: json.dumps(changed(json.loads(text), "version", 9)).encode(), "version 9"),
        (lambda text: json.dumps(changed(json.loads(text), "name", "other")).encode(), "checksum"),
        (lambda text: json.dumps(changed(json.loads(text), "pictures", None)).encode(), "checksum"),
    ],
)
def test_a_spoiled_file_is_told(saved: Path, spoil: Callable[[bytes], bytes], told: str) -> None:
    saved.write_bytes(spoil(saved.read_bytes()))
    with pytest.raises(TileSetError, match=told):
        TileSet.load(saved)


@pytest.mark.parametrize("png", ["", "!", base64.b64encode(b"no picture").decode()])
def test_a_picture_that_cannot_be_read_is_told(saved: Path, png: str, monkeypatch: pytest.MonkeyPatch) -> None:
    record = json.loads(saved.read_text(encoding="utf-8"))
    record["pictures"][0]["png"] = png
    monkeypatch.setattr("vision.tile_set._digest", lambda _: record["sha256"])
    saved.write_text(json.dumps(record), encoding="utf-8")
    with pytest.raises(TileSetError, match="spoiled"):
        TileSet.load(saved)


def test_a_missing_and_a_huge_file_are_told(tmp_path: Path) -> None:
    with pytest.raises(TileSetError, match="make one with queyan enroll"):
        TileSet.load(tmp_path / "none")
    huge = tmp_path / "huge"
    with huge.open("wb") as file:
        file.truncate(9_000_000)
    with pytest.raises(TileSetError, match="too large"):
        TileSet.load(huge)


def test_pictures_are_put_in_order_and_not_too_many() -> None:
    many = [picture(Label.RED)] + [picture(Label.M1, seed) for seed in range(MOST_PICTURES + 3)]
    kept = in_order(many)
    assert [p.label for p in kept] == [Label.M1] * MOST_PICTURES + [Label.RED]

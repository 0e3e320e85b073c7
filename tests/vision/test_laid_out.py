"""Tiles of the guided layout go into their rows whichever way the photo was taken."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.errors import TileSetError
from vision.labels import FACES, Label
from vision.laid_out import PLACES, in_rows
from vision.pipeline import ReadTile


def laid(turn_deg: float = 0.0, *, scale: float = 40.0, skew: float = 0.0) -> list[ReadTile]:
    """Return the layout's tiles as found in a photo turned by ``turn_deg``, each told as what belongs there."""
    angle = math.radians(turn_deg)
    turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    face = np.array([[-0.5, -0.66], [0.5, -0.66], [0.5, 0.66], [-0.5, 0.66]])
    tiles = []
    for row, labels in enumerate(PLACES):
        for place, label in enumerate(labels):
            quad = (face + np.array([place * 1.03, row * 1.5 + skew * place])) @ turn.T * scale + 500
            corners = tuple((float(x), float(y)) for x, y in quad)
            tiles.append(ReadTile(label, 0.9, Label.OTHER, 0.1, corners))  # type: ignore[arg-type] # four corners
    return tiles


@given(
    turn_deg=st.floats(-180, 180),
    skew=st.floats(-0.03, 0.03),
    seed=st.integers(0, 1000),
)
def test_the_order_is_found_at_any_turn(turn_deg: float, skew: float, seed: int) -> None:
    tiles = laid(turn_deg, skew=skew)
    shuffled = [tiles[i] for i in np.random.default_rng(seed).permutation(len(tiles))]
    assert [tile.label for row in in_rows(shuffled) for tile in row] == list(FACES)


def test_a_few_tiles_taken_for_upside_down_do_not_turn_the_layout() -> None:
    tiles = laid(10)
    for place in (3, 12, 30):
        tile = tiles[place]
        a, b, c, d = tile.quad
        tiles[place] = ReadTile(tile.label, 0.9, Label.OTHER, 0.1, (c, d, a, b))
    assert [tile.label for row in in_rows(tiles) for tile in row] == list(FACES)


def test_what_is_much_larger_is_no_tile_of_it() -> None:
    tiles = laid()
    phone = ReadTile(Label.OTHER, 0.9, Label.BACK, 0.1, ((0, 0), (300, 0), (300, 400), (0, 400)))
    assert len(in_rows([*tiles, phone])[0]) == 9


@pytest.mark.parametrize(
    ("left_out", "told", "missing", "missing_zh"),
    [(4, "8, 9, 9, 7", "5m", "五万"), (33, "9, 9, 9, 6", "7z", "中")],
)
def test_counts_that_do_not_fit_are_told(left_out: int, told: str, missing: str, missing_zh: str) -> None:
    tiles = laid()
    del tiles[left_out]
    expected = rf"found rows of {told} tiles, expected 9, 9, 9, 7 \({missing} not seen\)"
    with pytest.raises(TileSetError, match=expected) as raised:
        in_rows(tiles)
    assert f"（没看到{missing_zh}）" in raised.value.zh


def test_a_tile_face_down_and_one_too_many_are_told() -> None:
    tiles = laid()
    shown = tiles[12]
    tiles[12] = ReadTile(Label.BACK, 0.9, Label.OTHER, 0.1, shown.quad)
    beside = tuple((x - 41.2, y) for x, y in tiles[0].quad)
    tiles.append(ReadTile(Label.M3, 0.9, Label.OTHER, 0.1, beside))  # type: ignore[arg-type] # four corners
    with pytest.raises(TileSetError, match=r"\(a tile lies face down; 4p not seen; 3m seen more than once\)"):
        in_rows(tiles)


def test_a_photo_of_which_most_is_missing_gets_no_list() -> None:
    with pytest.raises(TileSetError, match=r"expected 9, 9, 9, 7: lay"):
        in_rows(laid()[:20])


def test_an_empty_photo_is_told() -> None:
    with pytest.raises(TileSetError, match="no tile was found"):
        in_rows([])

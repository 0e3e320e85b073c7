"""The guided layout: all 34 faces in four rows in a known order. Puts found tiles into those rows."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.errors import TileSetError
from vision.labels import FACES, Label
from vision.pipeline import ReadTile
from vision.words import label_zh

PLACES: tuple[tuple[Label, ...], ...] = (FACES[:9], FACES[9:18], FACES[18:27], FACES[27:])
"""What lies where, from the upper left; each row of a suit, the winds and dragons last."""
NEW_ROW = 0.55
"""Tiles whose middles differ by more than this share of a tile's length lie in different rows."""
SIZE_SPREAD = 1.6
"""A find this many times larger or smaller than the others is no tile of the layout."""

_NAMED = 4
"""So many faces are named at most."""


def in_rows(tiles: Sequence[ReadTile]) -> list[list[ReadTile]]:
    """Return the tiles of a layout row by row from its upper left. Raises TileSetError where the counts do not fit."""
    if not tiles:
        raise TileSetError(
            "no tile was found in the photo; light it evenly, go nearer and take it again",
            zh="照片里没有找到牌：把光打匀，再拍一次",
        )
    kept = _of_one_size(tiles)
    places = np.array([np.mean(tile.quad, axis=0) for tile in kept])
    places = places @ _upright(kept).T
    rows = _split(kept, places, length=_length(kept))
    counts, wanted = [len(row) for row in rows], [len(row) for row in PLACES]
    if counts != wanted:
        told, told_zh = _missed(kept)
        raise TileSetError(
            f"found rows of {', '.join(map(str, counts))} tiles, expected {', '.join(map(str, wanted))}{told}: "
            "lay 1-9万, 1-9饼, 1-9条 and 东南西北白发中 in four rows with a little space between the rows, "
            "nothing else in the photo, and take it again from above, sharp and evenly lit",
            zh=f"找到的各行有 {'、'.join(map(str, counts))} 张，应是 {'、'.join(map(str, wanted))} 张{told_zh}："
            "第一行一万到九万，第二行一饼到九饼，第三行一条到九条，第四行东南西北白发中；"
            "行与行之间留一点空，桌上别放其他牌，光打匀，拍清楚，再拍一次",
        )
    return rows


def _missed(tiles: Sequence[ReadTile]) -> tuple[str, str]:
    """Return what seems to be amiss with a layout's tiles, to go on a sentence, in English and Chinese."""
    shown = Counter(tile.label for tile in tiles)
    missing = [label for label in FACES if shown[label] == 0]
    twice = [label for label in FACES if shown[label] > 1]
    found: list[tuple[str, str]] = []
    if shown[Label.BACK]:
        found.append(("a tile lies face down", "有牌扣着"))
    # Where much is missing the photo is no good, and a list of it helps nobody.
    if 0 < len(missing) <= _NAMED:
        names, names_zh = ", ".join(label.value for label in missing), "、".join(map(label_zh, missing))
        found.append((f"{names} not seen", f"没看到{names_zh}"))
    if 0 < len(twice) <= _NAMED:
        names, names_zh = ", ".join(label.value for label in twice), "、".join(map(label_zh, twice))
        found.append((f"{names} seen more than once", f"{names_zh}不止一张"))
    if not found:
        return "", ""
    return f" ({'; '.join(english for english, _ in found)})", f"（{'，'.join(chinese for _, chinese in found)}）"


def _of_one_size(tiles: Sequence[ReadTile]) -> list[ReadTile]:
    sizes = np.array([_diagonal(tile) for tile in tiles])
    usual = float(np.median(sizes))
    near = (sizes < usual * SIZE_SPREAD) & (sizes > usual / SIZE_SPREAD)
    return [tile for tile, keep in zip(tiles, near, strict=True) if keep]


def _diagonal(tile: ReadTile) -> float:
    a, b, c, d = np.array(tile.quad)
    return float(np.linalg.norm(c - a) + np.linalg.norm(d - b)) / 2


def _length(tiles: Sequence[ReadTile]) -> float:
    return float(np.median([np.linalg.norm(np.array(tile.quad[3]) - tile.quad[0]) for tile in tiles]))


def _upright(tiles: Sequence[ReadTile]) -> NDArray[np.float64]:
    """Return the turn after which most tiles stand upright: their mean direction, each along its longer sides."""
    ups = np.array([np.array(tile.quad[0]) - tile.quad[3] for tile in tiles])
    angles = np.arctan2(ups[:, 0], -ups[:, 1])
    # First the direction that all share up to right angles, then the right angle that most of them name.
    shared = np.angle(np.exp(4j * angles).sum()) / 4
    votes = np.round((angles - shared) / (np.pi / 2)).astype(int) % 4
    angle = shared + np.bincount(votes, minlength=4).argmax() * np.pi / 2
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([[cos, sin], [-sin, cos]])


def _split(tiles: Sequence[ReadTile], places: NDArray[np.float64], *, length: float) -> list[list[ReadTile]]:
    """Return rows from the top down, each from the left; within a row a step down may not be a new row's."""
    rows: list[list[int]] = []
    for index in np.argsort(places[:, 1]):
        if rows and places[index, 1] - np.mean(places[rows[-1], 1]) < NEW_ROW * length:
            rows[-1].append(int(index))
        else:
            rows.append([int(index)])
    return [[tiles[i] for i in sorted(row, key=lambda i: float(places[i, 0]))] for row in rows]

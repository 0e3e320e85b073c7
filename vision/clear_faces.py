"""Whether a photograph of the layout shows its faces clearly enough to learn them. Not which faces they are.

Measured on the faces as the namer gets them, so that the size of the photograph does not matter.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.errors import TileSetError
from vision.quality.felt import Cutout
from vision.quality.light import burnt_share, exposure
from vision.quality.sharpness import BLURRED_MM, blur_mm
from vision.quality.verdict import DARK_BELOW

Pixels = NDArray[np.uint8]

MOST_BURNT = 0.3
"""Faces of which more is burnt out to white have lost their thin strokes; ordinary photographs burn out none."""
_FEWEST = 10
"""Of fewer faces nothing is said: there is no layout then, which is told elsewhere."""
_FACE_MM = 41.5
"""The length that a face is taken for: what matters is how wide the blur is beside the face."""
_EDGE_SHARE = 0.08
"""So much of a face on each side is not measured: its rim, and what shows beside it."""


def refuse_unclear(squares: Sequence[Pixels]) -> None:
    """Raise TileSetError where the faces, square and of one size, are too dark, washed out or blurred to be learnt."""
    if len(squares) < _FEWEST:
        return
    faces = _side_by_side(squares)
    light, burnt, blur = exposure(faces), burnt_share(faces), blur_mm(faces)
    if light < DARK_BELOW:
        raise TileSetError(
            f"the photo is too dark: the tiles' brightness is {light:.2f} (0 black, 1 white), at least {DARK_BELOW:g} "
            "is needed; switch on more light or lengthen the exposure, and take it again",
            zh=f"照片太暗：牌面亮度 {light:.2f}（0 全黑，1 全白），至少要 {DARK_BELOW:g}；"
            "把灯开亮些或加长曝光，再拍一次",
        )
    if burnt > MOST_BURNT:
        raise TileSetError(
            f"the photo is washed out: {burnt:.0%} of the tiles' faces are burnt out to white, at most "
            f"{MOST_BURNT:.0%} may be; dim the lamp or shorten the exposure, and take it again",
            zh=f"照片过曝：牌面有 {burnt:.0%} 白成一片，最多 {MOST_BURNT:.0%}；把灯调暗或缩短曝光，再拍一次",
        )
    if blur is None or blur > BLURRED_MM:
        told, told_zh = (
            ("no edge on the tiles is clear", "牌面上没有一条清楚的边")
            if blur is None
            else (
                f"edges on the tiles spread over {blur:.1f} mm, at most {BLURRED_MM:g} mm may be",
                f"牌面上的边晕开 {blur:.1f} 毫米，最多 {BLURRED_MM:g} 毫米",
            )
        )
        raise TileSetError(
            f"the photo is blurred: {told}; clean the lens, focus on the tiles, hold still and take it again",
            zh=f"照片糊了：{told_zh}；擦干净镜头，对着牌重新对焦，拿稳，再拍一次",
        )


def _side_by_side(squares: Sequence[Pixels]) -> Cutout:
    """Return the faces below each other as one picture to measure, without their rims."""
    side = squares[0].shape[0]
    rim = round(side * _EDGE_SHARE)
    inside = np.zeros((side, side), np.uint8)
    inside[rim : side - rim, rim : side - rim] = 255
    return Cutout(np.concatenate(list(squares)), np.tile(inside, (len(squares), 1)), side / _FACE_MM)

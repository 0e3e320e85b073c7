"""Corner tags on paper, laid into a picture of a table. For tests and the manual's pictures."""

import cv2
import numpy as np

from vision.calibration.profile import TableProfile
from vision.calibration.tags import COUNT, TagSize, corners_mm, tag_cells
from vision.geometry import TableCamera
from vision.synthetic.pixels import Pixels

_CELL_PX = 16
_SHARP = 3
"""Drawn so many times larger and shrunk, for soft edges."""
_PAPER, _INK = 232, 28


def lay_tags(
    picture: Pixels, camera: TableCamera, size: TagSize, profile: TableProfile, numbers: tuple[int, ...] = (0, 1, 2, 3)
) -> Pixels:
    """Return the picture with tags lying in the felt's corners."""
    result = picture.copy()
    for number in numbers:
        if not 0 <= number < COUNT:
            raise ValueError(f"there is no tag {number}")
        inner = corners_mm(number, size, profile)
        middle = inner.mean(axis=0)
        sheet = middle + (inner - middle) * (size.sheet_mm / size.black_mm)
        _lay(result, _paper(number, size), camera.project(sheet))
    return result


def _paper(number: int, size: TagSize) -> Pixels:
    cells = np.where(tag_cells(number) > 0, _PAPER, _INK).astype(np.uint8)
    black = np.kron(cells, np.ones((_CELL_PX, _CELL_PX), np.uint8))
    margin = round(black.shape[0] * size.margin_mm / size.black_mm)
    return np.asarray(
        cv2.copyMakeBorder(black, margin, margin, margin, margin, cv2.BORDER_CONSTANT, value=[_PAPER]), np.uint8
    )


def _lay(picture: Pixels, paper: Pixels, quad_px: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> None:
    low = np.floor(quad_px.min(axis=0)).astype(int) - 2
    width, height = (np.ceil(quad_px.max(axis=0)).astype(int) + 3 - low).tolist()
    side = paper.shape[0]
    source = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32) - np.float32(0.5)
    target = ((quad_px - low + 0.5) * _SHARP - 0.5).astype(np.float32)
    warp = cv2.getPerspectiveTransform(source, target)
    large = (width * _SHARP, height * _SHARP)
    drawn = cv2.warpPerspective(paper, warp, large, flags=cv2.INTER_AREA)
    cover = cv2.warpPerspective(np.full_like(paper, 255), warp, large)
    ink = cv2.resize(drawn, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32)
    share = cv2.resize(cover, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32)[:, :, None] / 255
    top, left = max(0, int(low[1])), max(0, int(low[0]))
    view = picture[top : max(0, int(low[1]) + height), left : max(0, int(low[0]) + width)]
    if view.size == 0:
        return
    off_y, off_x = top - int(low[1]), left - int(low[0])
    share = share[off_y : off_y + view.shape[0], off_x : off_x + view.shape[1]]
    ink = ink[off_y : off_y + view.shape[0], off_x : off_x + view.shape[1]]
    view[:] = np.clip(view * (1 - share) + ink[:, :, None], 0, 255).astype(np.uint8)

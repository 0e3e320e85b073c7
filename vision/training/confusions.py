"""Draws which faces are taken for which: a square of squares, rows the truth, columns the answer."""

from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.labels import LABELS, Label

CELL_PX = 18
EDGE_PX = 44


def confusion_picture(confusions: Mapping[tuple[Label, Label], int]) -> NDArray[np.uint8]:
    """Return the picture; only errors are shown, the darker the more of them."""
    side = EDGE_PX + CELL_PX * len(LABELS)
    sheet = np.full((side, side, 3), 255, np.uint8)
    most = max(confusions.values(), default=1)
    for (true, told), count in confusions.items():
        top, left = (EDGE_PX + CELL_PX * LABELS.index(label) for label in (true, told))
        pale = round(215 * (1 - count / most))
        cv2.rectangle(sheet, (left, top), (left + CELL_PX, top + CELL_PX), (pale, pale, 255), -1)
        _write(sheet, str(count), (left + 3, top + 13))
    for place, label in enumerate(LABELS):
        at = EDGE_PX + CELL_PX * place
        cv2.line(sheet, (EDGE_PX, at), (side, at), (225, 225, 225), 1)
        cv2.line(sheet, (at, EDGE_PX), (at, side), (225, 225, 225), 1)
        _write(sheet, label.value, (4, at + 13))
        _write(sheet, label.value[:2], (at + 2, EDGE_PX - 6))
    return sheet


def _write(sheet: NDArray[np.uint8], text: str, at: tuple[int, int]) -> None:
    cv2.putText(sheet, text, at, cv2.FONT_HERSHEY_PLAIN, 0.75, (40, 40, 40), 1, cv2.LINE_AA)


def write_confusions(path: Path, confusions: Mapping[tuple[Label, Label], int]) -> None:
    """Write the picture as PNG."""
    cv2.imwrite(str(path), confusion_picture(confusions))

"""Characters from font files on the machine, for training faces only; nothing of them is part of the project."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont  # type: ignore[import-not-found] # absent where types are checked

SUFFIXES = frozenset({".ttf", ".ttc", ".otf", ".woff", ".woff2"})
GLYPH_PX = 120
VARIANTS: dict[str, str] = {"萬": "万", "發": "発", "東": "东", "伍": "五"}
"""What to write where a font lacks a character."""


def font_files(folders: Sequence[Path]) -> list[Path]:
    """Return the font files in or below the folders, in order of their path."""
    return sorted(path for folder in folders for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES)


class Glyphs:
    """Characters of many fonts as masks that fill their box."""

    def __init__(self, files: Sequence[Path]) -> None:
        self._fonts = [ImageFont.truetype(str(path), GLYPH_PX) for path in files]
        self._masks: dict[tuple[int, str], NDArray[np.uint8] | None] = {}

    def __len__(self) -> int:
        return len(self._fonts)

    def mask(self, font: int, character: str) -> NDArray[np.uint8] | None:
        """Return the character in this font, cut to its outline; None where the font lacks it."""
        key = (font, character)
        if key not in self._masks:
            drawn = self._drawn(font, character)
            if drawn is None and character in VARIANTS:
                drawn = self._drawn(font, VARIANTS[character])
            self._masks[key] = drawn
        return self._masks[key]

    def _drawn(self, font: int, character: str) -> NDArray[np.uint8] | None:
        side = GLYPH_PX * 2
        sheet = Image.new("L", (side, side))
        ImageDraw.Draw(sheet).text((GLYPH_PX // 2, GLYPH_PX // 3), character, fill=255, font=self._fonts[font])
        missing = Image.new("L", (side, side))
        ImageDraw.Draw(missing).text((GLYPH_PX // 2, GLYPH_PX // 3), "\U000fffff", fill=255, font=self._fonts[font])
        pixels = np.asarray(sheet, np.uint8)
        if not pixels.any() or np.array_equal(pixels, np.asarray(missing, np.uint8)):
            return None
        left, top, width, height = cv2.boundingRect(pixels)
        return pixels[top : top + height, left : left + width].copy()

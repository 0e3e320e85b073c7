"""Characters from font files on the machine, for training faces only; nothing of them is part of the project."""

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

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
        # Pillow comes with the extra `train`; measuring does without it.
        self._image: Any
        self._draw: Any
        self._image, self._draw = (import_module(f"PIL.{name}") if files else None for name in ("Image", "ImageDraw"))
        self._fonts = [import_module("PIL.ImageFont").truetype(str(path), GLYPH_PX) for path in files]
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
        pixels, missing = self._sheet(font, character), self._sheet(font, "\U000fffff")
        if not pixels.any() or np.array_equal(pixels, missing):
            return None
        left, top, width, height = cv2.boundingRect(pixels)
        return pixels[top : top + height, left : left + width].copy()

    def _sheet(self, font: int, character: str) -> NDArray[np.uint8]:
        sheet = self._image.new("L", (2 * GLYPH_PX, 2 * GLYPH_PX))
        self._draw.Draw(sheet).text((GLYPH_PX // 2, GLYPH_PX // 3), character, fill=255, font=self._fonts[font])
        return np.asarray(sheet, np.uint8)

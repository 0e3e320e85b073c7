"""The table and its place in the picture."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, ClassVar, Self

from pydantic import Field, model_validator

from table_daemon.settings.keys import Length, Section, key


class Side(StrEnum):
    """A side of the picture."""

    BOTTOM = "bottom"
    RIGHT = "right"
    TOP = "top"
    LEFT = "left"


_TOWARDS: dict[Side, tuple[int, int]] = {
    Side.BOTTOM: (0, 1),
    Side.RIGHT: (1, 0),
    Side.TOP: (0, -1),
    Side.LEFT: (-1, 0),
}


class TableSettings(Section):
    """The table and its tiles, as measured with a ruler."""

    zh: ClassVar[str] = "牌桌和牌，用尺量出来的。"

    felt_side_mm: Length = key(
        870.0,
        "Side of the felt inside the rim.",
        zh="边框里面台面的边长。",
        unit="mm",
        write="a length from 500 to 1500",
        ge=500,
        le=1500,
    )
    tile_width_mm: Length = key(
        31.0, "Width of a tile's face.", zh="牌面的宽。", unit="mm", write="a length from 15 to 60", ge=15, le=60
    )
    tile_length_mm: Length = key(
        41.5, "Length of a tile's face.", zh="牌面的长。", unit="mm", write="a length from 20 to 80", ge=20, le=80
    )
    tile_thickness_mm: Length = key(
        22.0,
        "Thickness of a tile lying flat.",
        zh="平放时牌的厚度。",
        unit="mm",
        write="a length from 8 to 40",
        ge=8,
        le=40,
    )
    seat0_side: Side = key(
        Side.BOTTOM,
        "The side of the picture at which seat 0 sits; the others follow counter-clockwise, in turn order.",
        zh="0 号座位在画面的哪一边；其余的按出牌顺序逆时针排。",
        write='"bottom", "right", "top" or "left"',
    )

    @property
    def towards_mm(self) -> tuple[tuple[int, int], ...]:
        """Return for each seat the direction from the table's middle to its player (x right, y down).

        >>> TableSettings().towards_mm
        ((0, 1), (1, 0), (0, -1), (-1, 0))
        """
        sides = list(Side)
        first = sides.index(self.seat0_side)
        return tuple(_TOWARDS[sides[(first + seat) % 4]] for seat in range(4))

    @model_validator(mode="after")
    def _long_side(self) -> Self:
        if self.tile_length_mm <= self.tile_width_mm:
            raise ValueError("tile_length_mm must be more than tile_width_mm; measure the face upright")
        return self


Pixel = Annotated[float, Field(ge=-10_000, le=20_000)]
Corner = tuple[Pixel, Pixel]


class CalibrationSettings(Section):
    """Where the table lies in the picture; without it no picture can be read."""

    zh: ClassVar[str] = "牌桌在画面里的位置；没有它，什么画面都读不了。"

    file: Path | None = key(
        None,
        "JSON file with the camera's pose and lens, the felt's homography or its corners.",
        zh="JSON 文件：相机的位置和镜头，台面的单应矩阵或四个角。",
        write='a file such as "calibration.json"',
    )
    felt_corners_px: tuple[Corner, Corner, Corner, Corner] | None = key(
        None,
        "The felt's four corners in the picture, clockwise from the top left, in place of a file.",
        zh="台面的四个角在画面里的位置，从左上角起顺时针，用来代替文件。",
        unit="px",
        write="four corners such as [[510, 90], [1410, 92], [1412, 990], [508, 988]]",
    )

    @model_validator(mode="after")
    def _one_of_them(self) -> Self:
        if self.file is not None and self.felt_corners_px is not None:
            raise ValueError("file and felt_corners_px say the same thing twice; keep one of them")
        return self

"""Dimension lines: a distance between two points with its ends marked and its measure written."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from firmware_bridge.drawings.sheet import Sheet

_TICK = 6.0


def across(sheet: Sheet, y: float, left: float, right: float, label: str, *, above: bool = True) -> None:
    """Measure from left to right at a height."""
    sheet.line((left, y), (right, y), thick=1)
    for x in (left, right):
        sheet.line((x - _TICK / 2, y + _TICK), (x + _TICK / 2, y - _TICK), thick=1)
    sheet.words((left + right) / 2, y - 6 if above else y + 16, label, size=12, anchor="middle")


def down(sheet: Sheet, x: float, top: float, bottom: float, label: str, *, right: bool = True) -> None:
    """Measure from top to bottom beside a drawing."""
    sheet.line((x, top), (x, bottom), thick=1)
    for y in (top, bottom):
        sheet.line((x - _TICK, y + _TICK / 2), (x + _TICK, y - _TICK / 2), thick=1)
    place, anchor = (x + 8, "start") if right else (x - 8, "end")
    sheet.words(place, (top + bottom) / 2 + 4, label, size=12, anchor=anchor)

"""The camera over the table, from the side and from above, and where lamps may hang."""

from __future__ import annotations

from firmware_bridge.drawings.sheet import DANGER, INK, PALE, SAFE, Sheet
from table_daemon.drawings.geometry import C920, FELT_MM, HQ, MARGIN, MODULE_3, TABLE_HEIGHT_MM, lamp_aside_mm
from table_daemon.drawings.measures import across, down

_SCALE = 0.2
"""Units of the sheet a millimetre."""


def camera_side() -> Sheet:
    """Return the view from the side: heights, what the camera sees, the stand beside the table."""
    sheet = Sheet(760, 500, "The camera over the table, from the side")
    middle, felt_y = 340.0, 320.0
    half, seen = FELT_MM / 2 * _SCALE, FELT_MM * (1 + 2 * MARGIN) / 2 * _SCALE
    lens_y = felt_y - MODULE_3.height_mm() * _SCALE
    _table(sheet, middle, felt_y, half)
    sheet.box(middle - 30, lens_y - 24, 60, 24, "camera")
    sheet.line((middle, lens_y), (middle - seen, felt_y), colour=SAFE, dashed=True)
    sheet.line((middle, lens_y), (middle + seen, felt_y), colour=SAFE, dashed=True)
    sheet.line((middle, lens_y), (middle, felt_y), colour=PALE, dashed=True, thick=1)
    _stand(sheet, middle, lens_y, felt_y)
    down(sheet, 590, lens_y, felt_y, f"{MODULE_3.height_mm():.0f} mm: Module 3")
    sheet.words(598, (lens_y + felt_y) / 2 + 24, f"{C920.height_mm():.0f} mm: C920", size=12)
    sheet.words(598, (lens_y + felt_y) / 2 + 44, f"{HQ.height_mm():.0f} mm: HQ, 6 mm", size=12)
    sheet.words(598, (lens_y + felt_y) / 2 + 64, "lens to felt", size=11, colour=PALE)
    down(sheet, 590, felt_y, felt_y + TABLE_HEIGHT_MM * _SCALE, f"{TABLE_HEIGHT_MM:.0f} mm")
    across(sheet, felt_y + 50, middle - half, middle + half, f"felt {FELT_MM:.0f} mm")
    across(sheet, felt_y + 85, middle - seen, middle + seen, f"seen {2 * seen / _SCALE:.0f} mm")
    for row, text in enumerate(
        (
            "its axis over the middle within 10 mm,",
            "level within 1 degree,",
            f"{MARGIN:.0%} more than the felt on each side",
        )
    ):
        sheet.words(295, lens_y + 60 + 16 * row, text, size=11, anchor="end")
    sheet.words(20, 494, "The stand touches neither table nor machine: it must not shake with them.", colour=DANGER)
    return sheet


def camera_plan() -> Sheet:
    """Return the view from above: the picture, the felt, the seats and the corners."""
    sheet = Sheet(760, 520, "What the picture shows, from above")
    scale, middle = 0.38, (380.0, 260.0)
    half, high = FELT_MM / 2 * scale, FELT_MM * (1 + 2 * MARGIN) / 2 * scale
    wide = C920.seen_across_mm() / 2 * scale
    x, y = middle
    sheet.box(x - wide, y - high, 2 * wide, 2 * high, colour=PALE)
    sheet.words(x - wide + 8, y - high + 16, "picture, 16:9", size=11, colour=PALE)
    sheet.box(x - half, y - half, 2 * half, 2 * half, fill="#eaf6ee", colour=SAFE)
    sheet.box(x - 40, y - 40, 80, 80, "console")
    for number, (dx, dy) in enumerate(((-1, -1), (1, -1), (1, 1), (-1, 1))):
        left = x + dx * half - (0 if dx < 0 else 46)
        top = y + dy * half - (0 if dy < 0 else 24)
        sheet.box(left, top, 46, 24, f"tag {number}")
    for seat, (dx, dy) in enumerate(((0, 1), (1, 0), (0, -1), (-1, 0))):
        sheet.words(x + dx * (half - 60), y + dy * (half - 50) + 4, f"seat {seat}", anchor="middle")
    across(sheet, y + high + 26, x - half, x + half, f"felt {FELT_MM:.0f} mm")
    across(sheet, y + high + 50, x - wide, x + wide, f"seen {C920.seen_across_mm():.0f} mm (C920)")
    told = "Tags as the picture shows them; seat 0 at the bottom unless seat0_side says otherwise."
    sheet.words(x, 24, told, anchor="middle")
    return sheet


def light() -> Sheet:
    """Return the rule of the mirrored lamp: how far aside it must hang."""
    sheet = Sheet(760, 470, "Where lamps may hang so that they do not mirror on the felt")
    middle, felt_y, lamp_mm = 380.0, 370.0, 600.0
    half, camera_mm = FELT_MM / 2 * _SCALE, MODULE_3.height_mm()
    lens_y, lamp_y = felt_y - camera_mm * _SCALE, felt_y - lamp_mm * _SCALE
    aside = lamp_aside_mm(felt_mm=FELT_MM, camera_mm=camera_mm, lamp_mm=lamp_mm)
    sheet.line((middle - half, felt_y), (middle + half, felt_y), thick=4)
    sheet.box(middle - 30, lens_y - 24, 60, 24, "camera")
    for side in (-1, 1):
        lamp_x = middle + side * aside * _SCALE
        sheet.box(lamp_x - 30, lamp_y - 10, 60, 20, "lamp", colour=SAFE)
        sheet.line((middle, lens_y), (middle + side * half, felt_y), (lamp_x, lamp_y + 10), colour=SAFE, dashed=True)
    sheet.box(middle - 100, lens_y + 40, 200, 44, "no lamp in here:", "it mirrors on felt and dome", colour=DANGER)
    across(sheet, lamp_y + 26, middle, middle + aside * _SCALE, f"at least {aside:.0f} mm", above=False)
    down(sheet, 700, lamp_y, felt_y, f"{lamp_mm:.0f} mm", right=False)
    down(sheet, 60, lens_y, felt_y, f"{camera_mm:.0f} mm", right=True)
    across(sheet, felt_y + 30, middle - half, middle + half, f"felt {FELT_MM:.0f} mm", above=False)
    sheet.words(20, 450, "aside = felt / 2 × (camera + lamp) / camera, heights over the felt. Diffused bars.")
    return sheet


def _table(sheet: Sheet, middle: float, felt_y: float, half: float) -> None:
    floor_y = felt_y + TABLE_HEIGHT_MM * _SCALE
    rim = half + 12
    sheet.line((middle - half, felt_y), (middle + half, felt_y), thick=4)
    sheet.box(middle - rim, felt_y + 4, 2 * rim, 22, fill="#f4f4f4")
    for x in (middle - half + 10, middle + half - 10):
        sheet.line((x, felt_y + 26), (x, floor_y), thick=3)
    sheet.line((20, floor_y), (730, floor_y), colour=PALE)
    sheet.words(24, floor_y - 6, "floor", size=11, colour=PALE)


def _stand(sheet: Sheet, middle: float, lens_y: float, felt_y: float) -> None:
    pole, floor_y = 110.0, felt_y + TABLE_HEIGHT_MM * _SCALE
    sheet.line((pole, floor_y), (pole, lens_y - 12), (middle - 30, lens_y - 12), thick=4, colour=INK)
    sheet.line((pole - 40, floor_y), (pole + 40, floor_y), thick=5)
    sheet.words(pole + 12, lens_y - 22, "boom with a safety cord", size=11)
    sheet.line((pole + 30, lens_y - 12), (middle - 30, lens_y - 2), colour=DANGER, thick=1)

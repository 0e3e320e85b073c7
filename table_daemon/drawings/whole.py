"""The drawing to begin with, all parts of a table with Queyan and what joins them; and what to measure of a table."""

from __future__ import annotations

from firmware_bridge.drawings.sheet import PALE, SAFE, Sheet
from table_daemon.drawings.measures import across, down
from table_daemon.settings import TableSettings


def whole() -> Sheet:
    """Return the whole: camera, table, tap board, Pi, TV, phones, panel."""
    sheet = Sheet(760, 470, "A table with Queyan: solid is needed, dashed is optional")
    sheet.box(150, 20, 150, 50, "camera", "1.25 to 1.5 m up", fill="#eaf6ee", colour=SAFE)
    sheet.box(100, 150, 250, 150, fill="#f4f4f4")
    sheet.words(225, 172, "mahjong table", anchor="middle")
    sheet.box(190, 190, 70, 60, "console")
    sheet.words(225, 284, "felt, four walls", size=11, anchor="middle", colour=PALE)
    sheet.line((160, 70), (110, 150), colour=SAFE, dashed=True, thick=1)
    sheet.line((290, 70), (340, 150), colour=SAFE, dashed=True, thick=1)
    sheet.box(440, 170, 150, 80, "Raspberry Pi", "queyan run", fill="#eaf6ee", colour=SAFE)
    sheet.line((300, 45), (515, 45), (515, 170))
    sheet.words(400, 38, "USB or ribbon", size=11, anchor="middle")
    sheet.box(600, 20, 140, 60, "TV", "any browser", fill="#eaf6ee", colour=SAFE)
    sheet.line((560, 170), (560, 50), (600, 50))
    sheet.words(566, 120, "HDMI, or network", size=11)
    sheet.box(630, 200, 110, 60, "phones", "scan a code", colour=PALE)
    sheet.line((590, 220), (630, 220), dashed=True)
    sheet.words(640, 190, "Wi-Fi", size=11)
    sheet.box(100, 370, 250, 50, "tap board (Raspberry Pi Pico)", colour=PALE)
    sheet.line((225, 300), (225, 370), dashed=True)
    sheet.words(235, 340, "lamps, buttons, dice: isolated wires", size=11)
    sheet.line((350, 395), (480, 395), (480, 250), dashed=True)
    sheet.words(415, 412, "USB serial", size=11, anchor="middle")
    sheet.box(530, 370, 210, 50, "panel: 4 buttons, undo, lamps", colour=PALE)
    sheet.line((550, 370), (550, 250), dashed=True)
    sheet.words(558, 320, "GPIO wires", size=11)
    sheet.words(20, 455, "Nothing goes out of the house. Without the dashed parts it plays by camera alone.")
    return sheet


def table_profile() -> Sheet:
    """Return what to measure of a table and its tiles, with the settings' keys and their defaults."""
    sheet = Sheet(760, 420, "What to measure, and the keys of [table] that it goes to")
    table = TableSettings()
    sheet.box(60, 60, 280, 280, fill="#eaf6ee", colour=SAFE)
    sheet.box(165, 165, 70, 70, "console")
    across(sheet, 40, 60, 340, f"felt_side_mm = {table.felt_side_mm:g}, rim to rim")
    sheet.words(200, 320, "seat0_side: the picture's side where seat 0 sits", size=11, anchor="middle")
    sheet.words(200, 365, "bottom", size=12, anchor="middle")
    sheet.words(348, 204, "right", size=12)
    sheet.words(52, 204, "left", size=12, anchor="end")
    sheet.words(200, 82, "top", size=12, anchor="middle")
    sheet.box(480, 90, 93, 124, "face", "upright")
    across(sheet, 75, 480, 573, f"tile_width_mm = {table.tile_width_mm:g}")
    down(sheet, 590, 90, 214, f"tile_length_mm = {table.tile_length_mm:g}")
    sheet.box(480, 270, 93, 66, "lying, from", "the side")
    down(sheet, 590, 270, 336, f"tile_thickness_mm = {table.tile_thickness_mm:g}")
    sheet.words(20, 405, "Measure ten tiles in a row and divide: one tile with a ruler is off by half a millimetre.")
    return sheet

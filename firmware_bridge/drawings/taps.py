"""One drawing a tap: touch-free, lamp or motor through an optocoupler, logic through an isolator, and the pressing."""

from firmware_bridge.drawings.sheet import DANGER, PALE, Sheet
from firmware_bridge.pico import wiring

_PIN = {name: pin for pin, name, _, _ in wiring.CHANNELS}
_DRIVER = dict(wiring.DRIVERS)


def touch_free() -> Sheet:
    """Return tier 1: a photo sensor over a lamp, and a shake sensor at the frame."""
    sheet = Sheet(760, 330, "Tier 1: sensors that touch nothing of the table's wiring")
    for y, what, module, name in (
        (50, ("ready lamp",), ("LM393 module", "with photodiode"), "ready"),
        (190, ("table frame",), ("LM393 module", "with shake sensor"), "shuffle_motor"),
    ):
        sheet.box(20, y, 120, 80, *what, colour=PALE)
        sheet.box(230, y, 170, 80, *module)
        sheet.line((400, y + 18), (560, y + 18))
        sheet.words(410, y + 13, "VCC")
        sheet.words(565, y + 22, "3V3 (pin 36)")
        sheet.line((400, y + 40), (560, y + 40))
        sheet.words(410, y + 35, "DO, low when active")
        sheet.words(565, y + 44, f"GP{_PIN[name]}  {name}")
        sheet.line((400, y + 62), (560, y + 62))
        sheet.words(410, y + 57, "GND")
        sheet.words(565, y + 66, "GND (pin 38)")
    sheet.line((140, 90), (230, 90), colour=PALE, dashed=True)
    sheet.words(185, 83, "light", size=11, anchor="middle")
    sheet.line((140, 230), (230, 230), colour=PALE, dashed=True)
    sheet.words(185, 223, "glued on", size=11, anchor="middle")
    sheet.words(20, 305, "Both flicker while they are active: give the channel deb=300 (see the page on wiring).")
    return sheet


def lamp_tap() -> Sheet:
    """Return tier 2 for lamps and the dice motor: an optocoupler between the table's low voltage and the board."""
    sheet = Sheet(760, 360, "Tier 2: a 5, 12 or 24 V lamp or the dice motor through an optocoupler")
    sheet.words(20, 84, "lamp or motor +")
    sheet.line((130, 80), (160, 80))
    sheet.resistor(160, 80, "R")
    sheet.line((200, 80), (270, 80), (270, 118))
    sheet.diode(270, 118, light=True)
    sheet.line((270, 142), (270, 180), (130, 180))
    sheet.words(20, 184, "lamp or motor -")
    sheet.line((225, 80), (225, 118))
    sheet.dot(225, 80)
    sheet.diode(225, 118, up=True)
    sheet.line((225, 142), (225, 180))
    sheet.dot(225, 180)
    sheet.words(213, 134, "1N4148", size=11, anchor="end")
    sheet.box(245, 100, 150, 62, colour=PALE, fill="none")
    sheet.words(360, 95, "PC817", size=12, anchor="middle")
    sheet.barrier(320, 60, 215)
    sheet.transistor(350, 130)
    sheet.line((364, 110), (364, 80), (560, 80))
    sheet.words(565, 84, f"GP{_PIN['ready']} ready, GP{_PIN['dice_motor']} dice_motor")
    sheet.line((364, 150), (364, 190))
    sheet.ground(364, 190, "Pico GND")
    sheet.line((450, 80), (450, 60))
    sheet.dot(450, 80)
    sheet.resistor(450, 20, "10 k to 3V3", upright=True)
    sheet.line((520, 80), (520, 120))
    sheet.dot(520, 80)
    sheet.line((510, 120), (530, 120), thick=2.5)
    sheet.line((510, 127), (530, 127), thick=2.5)
    sheet.words(536, 128, "100 nF")
    sheet.line((520, 127), (520, 160))
    sheet.ground(520, 160, "Pico GND")
    rows = (
        "R for 5 mA:  5 V 680 ohm,  12 V 2.2 k (1/4 W),  24 V 4.7 k (1/4 W).",
        "The 1N4148 takes what a motor or a lamp's wire sends the wrong way.",
    )
    for row, text in enumerate(rows):
        sheet.words(20, 285 + 20 * row, text)
    sheet.words(20, 335, "The table's minus and the Pico's GND are never joined.", colour=DANGER)
    return sheet


def logic_tap() -> Sheet:
    """Return tiers 2 and 3 for 5 V logic: a CMOS-input isolator that takes only microamperes from the table."""
    sheet = Sheet(760, 400, "Tiers 2 and 3: 5 V buttons, switches and counters through a digital isolator")
    sheet.box(300, 60, 160, 230, colour=PALE, fill="none")
    sheet.words(300, 308, "ISO7740", size=12)
    sheet.barrier(380, 50, 330)
    sheet.words(20, 94, "table +5 V")
    sheet.line((100, 90), (130, 90))
    sheet.box(130, 80, 60, 20, "fuse")
    sheet.words(160, 73, "100 mA", size=11, anchor="middle")
    sheet.line((190, 90), (300, 90))
    sheet.words(306, 94, "VCC1", size=11)
    sheet.line((460, 90), (560, 90))
    sheet.words(454, 94, "VCC2", size=11, anchor="end")
    sheet.words(565, 94, "3V3 (pin 36)")
    for row, name in enumerate(("lift1", "dice0", "tile0")):
        y = 130 + 40 * row
        sheet.words(20, y + 4, f"{name} line")
        sheet.line((100, y), (140, y))
        sheet.resistor(140, y, "4.7 k")
        sheet.line((180, y), (300, y))
        sheet.words(306, y + 4, f"IN{row + 1}", size=11)
        sheet.words(454, y + 4, f"OUT{row + 1}", size=11, anchor="end")
        sheet.line((460, y), (560, y))
        sheet.words(565, y + 4, f"GP{_PIN[name]}  {name}")
    sheet.words(20, 264, "table 0 V")
    sheet.line((100, 260), (300, 260))
    sheet.words(306, 264, "GND1", size=11)
    sheet.words(454, 264, "GND2", size=11, anchor="end")
    sheet.line((460, 260), (560, 260))
    sheet.words(565, 264, "GND (pin 38)")
    sheet.words(
        20, 355, "An optocoupler's LED would draw milliamperes from a sensor and can make the table misread it."
    )
    sheet.words(20, 380, "The table's 0 V may be live: it ends at GND1.", colour=DANGER)
    return sheet


def press_tap() -> Sheet:
    """Return tier 4: a PhotoMOS across a button's contacts, and the jumper without which no current flows."""
    sheet = Sheet(760, 400, "Tier 4: pressing a button of the table; off unless the jumper is set")
    names = list(_DRIVER)[:2]
    for row, name in enumerate(names):
        y = 80 + 100 * row
        sheet.words(20, y + 4, f"GP{_DRIVER[name]}  {name}")
        sheet.line((120, y), (150, y))
        sheet.resistor(150, y, "330 ohm")
        sheet.line((190, y), (270, y), (270, y + 10))
        sheet.diode(270, y + 10, light=True)
        sheet.line((270, y + 34), (270, y + 50), (220, y + 50))
        sheet.dot(220, y + 50)
        sheet.box(250, y - 8, 150, 62, colour=PALE, fill="none")
        sheet.words(362, y - 13, "AQY212", size=12, anchor="middle")
        sheet.box(350, y + 4, 30, 36, "MOS")
        sheet.line((380, y + 12), (470, y + 12))
        sheet.line((380, y + 32), (470, y + 32))
        sheet.words(478, y + 26, f"across the contacts of {name}")
    sheet.line((220, 130), (220, 270))
    sheet.dot(220, 250)
    sheet.line((220, 250), (120, 250))
    sheet.words(20, 254, f"GP{wiring.JUMPER_PIN}  jumper")
    sheet.words(20, 270, "(pull-up inside)", size=11)
    sheet.box(196, 270, 48, 24, "JP1")
    sheet.line((220, 294), (220, 304))
    sheet.ground(220, 304, "Pico GND")
    sheet.barrier(320, 55, 330)
    sheet.words(330, 262, "JP1 out: no LED has a way to ground, and")
    sheet.words(330, 280, f"GP{wiring.JUMPER_PIN} is high: the firmware refuses ARM too.")
    sheet.words(
        20, 370, "Moving machinery near hands. Leave JP1 out unless someone at the table watches.", colour=DANGER
    )
    return sheet

"""The four ways to listen to a table, from none that touches it to the one that presses its buttons."""

from firmware_bridge.drawings.sheet import DANGER, PALE, SAFE, Sheet

_PALE_RED, _PALE_GREEN, _PALE_YELLOW = "#fdecea", "#eaf6ee", "#fff8e1"


def tiers() -> Sheet:
    """Return the overview."""
    sheet = Sheet(860, 430, "Which parts of a table are tapped in which tier, and which are never touched")
    sheet.box(20, 40, 330, 320, fill="#fafafa", colour=PALE)
    sheet.words(35, 62, "mahjong table", size=15)
    _taps(sheet)
    sheet.box(
        40,
        290,
        290,
        56,
        "never: mains, AC motors, triacs,",
        "the mains side of the supply",
        colour=DANGER,
        fill=_PALE_RED,
    )
    sheet.barrier(420, 60, 345)
    sheet.box(460, 120, 130, 130, "isolators", "in a closed box", "of their own")
    sheet.box(640, 140, 90, 90, "Pico", "tap board")
    sheet.line((590, 185), (640, 185))
    sheet.line((730, 185), (770, 185))
    sheet.words(752, 178, "USB", size=11, anchor="middle")
    sheet.box(770, 150, 70, 70, "Pi")
    sheet.words(
        20,
        395,
        "Tiers 2 to 4 are opened, wired and checked by a qualified person, with the plug pulled.",
        colour=DANGER,
    )
    sheet.words(20, 415, "Tier 0 (camera alone) touches nothing and is a full way to play.", colour=SAFE)
    return sheet


def _taps(sheet: Sheet) -> None:
    rows = (
        (80, "tier 1: lamps seen, shaking felt", SAFE, _PALE_GREEN),
        (130, "tier 2: console buttons, lamps, dice motor", DANGER, _PALE_YELLOW),
        (180, "tier 3: counters, lift and wall switches", DANGER, _PALE_YELLOW),
        (230, "tier 4: presses buttons (off by default)", DANGER, _PALE_RED),
    )
    for y, label, colour, fill in rows:
        sheet.box(40, y, 290, 38, label, colour=colour, fill=fill)
        sheet.line((330, y + 19), (390, y + 19), (390, 185), (460, 185))

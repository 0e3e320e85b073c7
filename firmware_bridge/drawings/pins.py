"""The two boards with their pins: the Pico as the firmware is wired, and the Pi's header as the panel is."""

from firmware_bridge.drawings.sheet import INK, PALE, SAFE, Sheet
from firmware_bridge.panel import PanelPins
from firmware_bridge.pico import wiring
from firmware_bridge.pico.config import OFF

PICO_LEFT: tuple[int | str, ...] = (0, 1, "GND", 2, 3, 4, 5, "GND", 6, 7, 8, 9, "GND", 10, 11, 12, 13, "GND", 14, 15)
PICO_RIGHT: tuple[int | str, ...] = (
    *("VBUS", "VSYS", "GND", "3V3_EN", "3V3", "VREF", 28, "AGND", 27, 26),
    *("RUN", 22, "GND", 21, 20, 19, 18, "GND", 17, 16),
)
"""From the USB socket down; pins 1 to 20 on the left, 40 to 21 on the right."""

PI_HEADER: tuple[int | str, ...] = (
    *("3V3", "5V", 2, "5V", 3, "GND", 4, 14, "GND", 15, 17, 18, 27, "GND", 22, 23, "3V3", 24, 10, "GND"),
    *(9, 25, 11, 8, "GND", 7, 0, 1, 5, "GND", 6, 12, 13, "GND", 19, 16, 26, 20, "GND", 21),
)
"""BCM numbers of the pins 1 to 40."""


def header_pin(bcm: int) -> int:
    """Return the place on the Pi's header of a BCM number.

    >>> header_pin(17)
    11
    """
    return PI_HEADER.index(bcm) + 1


def pico_pin(gp: int) -> int:
    """Return the place on a Pico's edge of a GP number.

    >>> pico_pin(22)
    29
    """
    return PICO_LEFT.index(gp) + 1 if gp in PICO_LEFT else 40 - PICO_RIGHT.index(gp)


def pico_names() -> dict[int | str, str]:
    """Return what each of the Pico's pins is for."""
    names: dict[int | str, str] = {
        pin: f"{'spare' if name == OFF else name} (channel {channel})"
        for channel, (pin, name, _, _) in enumerate(wiring.CHANNELS)
    }
    names |= {pin: f"presses {name}" for name, pin in wiring.DRIVERS}
    names |= {wiring.JUMPER_PIN: "jumper", wiring.RESCUE_PIN: "rescue: to GND at start"}
    return names | {0: "UART out (if used)", 1: "UART in (if used)", "3V3": "to the isolators"}


def pico() -> Sheet:
    """Return the Pico with the firmware's wiring."""
    sheet = Sheet(700, 560, "The Pico's pins as the firmware is wired")
    sheet.box(270, 30, 160, 510, "Pico", fill="#eaf6ee", colour=SAFE)
    sheet.box(325, 16, 50, 26, "USB")
    names = pico_names()
    for row, (left, right) in enumerate(zip(PICO_LEFT, PICO_RIGHT, strict=True)):
        y = 60 + 24.5 * row
        _pico_row(sheet, y, left, number=row + 1, name=names.get(left, ""), side=-1)
        _pico_row(sheet, y, right, number=40 - row, name=names.get(right, ""), side=1)
    return sheet


def _pico_row(sheet: Sheet, y: float, pin: int | str, *, number: int, name: str, side: int) -> None:
    edge, anchor, inner = 350 + 80 * side, "start" if side > 0 else "end", "end" if side > 0 else "start"
    label = f"GP{pin}" if isinstance(pin, int) else pin
    sheet.words(edge - 6 * side, y + 4, label, size=11, anchor=inner, colour=INK if name else PALE)
    sheet.words(edge + 6 * side, y - 2, str(number), size=8, anchor=anchor, colour=PALE)
    if name:
        sheet.line((edge, y), (edge + 30 * side, y))
        sheet.words(edge + 36 * side, y + 4, name, size=12, anchor=anchor)


def panel() -> Sheet:
    """Return the Pi's header with the panel's parts on their pins."""
    sheet = Sheet(860, 640, "The panel on the Pi's 40-pin header")
    pins = PanelPins()
    sheet.box(390, 30, 80, 580, fill="#eaf6ee", colour=SAFE)
    sheet.words(430, 24, "pin 1 at this end", size=11, anchor="middle")
    uses = {pin: f"button of seat {seat}" for seat, pin in enumerate(pins.seats)}
    uses |= {pin: f"lamp of seat {seat}" for seat, pin in enumerate(pins.lamps)}
    uses |= {pins.undo: "undo button", pins.buzzer: "buzzer"}
    for index, pin in enumerate(PI_HEADER):
        row, side = index // 2, 1 if index % 2 else -1
        _header_row(
            sheet, 52 + 28 * row, pin, number=index + 1, use=uses.get(pin) if isinstance(pin, int) else None, side=side
        )
    sheet.words(
        20,
        630,
        "Every button joins its pin to GND. Every lamp: pin, 330 ohm, LED, GND. Buzzer: pin, 1 k, base of a BC547.",
    )
    return sheet


def _header_row(sheet: Sheet, y: float, pin: int | str, *, number: int, use: str | None, side: int) -> None:
    x, anchor = 430 + 18 * side, "start" if side > 0 else "end"
    sheet.box(x - 9, y - 9, 18, 18, fill="white" if use or pin == "GND" else "#dddddd")
    sheet.words(x, y + 4, str(number), size=10, anchor="middle")
    label = f"BCM {pin}" if isinstance(pin, int) else pin
    edge = 430 + 46 * side
    if use is None:
        sheet.words(edge, y + 4, label, size=11, anchor=anchor, colour=INK if pin == "GND" else PALE)
        return
    sheet.line((430 + 27 * side, y), (430 + 100 * side, y))
    sheet.words(430 + 60 * side, y - 4, label, size=10, anchor="middle")
    sheet.box(430 + 100 * side if side > 0 else 170, y - 12, 160, 24, use)

"""What each channel is called and how it is read: the board's wiring file, changed by CFG, kept by CFGSAVE."""

from firmware_bridge.pico.crc import crc16
from firmware_bridge.pico.table import INPUTS, MAX_PORTS, NAME_TAKEN, UNKNOWN_NAME, UNSUPPORTED

OFF = "off"
_MAX_DEBOUNCE_MS = 1000
_MAX_SAVED = 1024
"""Longest saved text that is looked at: 24 channels of 40 characters; a longer file is not ours."""


class Config:
    """The settings of all channels; ``channels`` is the wiring file's list."""

    def __init__(self, channels: tuple[tuple[int, str, bool, int], ...]) -> None:
        self.names = [name for _, name, _, _ in channels]
        self.inverted = [inverted for _, _, inverted, _ in channels]
        self.debounce_ms = [debounce_ms for _, _, _, debounce_ms in channels]

    def change(self, channel: int, *, name: str | None, inverted: bool | None, debounce_ms: int | None) -> str | None:
        """Change what is given of one channel; return why not, and then nothing has changed."""
        if channel >= len(self.names):
            return UNSUPPORTED
        if name is not None and name != self.names[channel]:
            if not known(name):
                return UNKNOWN_NAME
            if name != OFF and name in self.names:
                return NAME_TAKEN
            self.names[channel] = name
        if inverted is not None:
            self.inverted[channel] = inverted
        if debounce_ms is not None:
            self.debounce_ms[channel] = debounce_ms
        return None

    def text(self) -> str:
        """Return the settings as they are saved: a line a channel, and the check of these lines."""
        lines = "".join(
            f"{name},{int(inverted)},{debounce_ms}\n"
            for name, inverted, debounce_ms in zip(self.names, self.inverted, self.debounce_ms)  # noqa: B905 -- MicroPython's zip knows no strict
        )
        return f"{lines}{crc16(lines.encode()):04X}\n"

    def check(self) -> int:
        """Return the check that HELLO tells, so that the host notices another wiring."""
        return int(self.text()[-5:-1], 16)

    def restore(self, text: str) -> bool:
        """Take over saved settings; False, and nothing changed, where they are damaged or of another wiring."""
        try:
            rows = _rows(text, len(self.names))
        except ValueError:
            return False
        self.names = [name for name, _, _ in rows]
        self.inverted = [inverted for _, inverted, _ in rows]
        self.debounce_ms = [debounce_ms for _, _, debounce_ms in rows]
        return True


def known(name: str) -> bool:
    """Whether a channel may have this name: an input, a tile counter, or off.

    >>> known("tile7"), known("tile8"), known("kettle")
    (True, False, False)
    """
    return name == OFF or name in INPUTS or port_of(name) >= 0


def port_of(name: str) -> int:
    """Return the port of a tile counter's name, -1 for any other."""
    digit = name[4:]
    return int(digit) if name[:4] == "tile" and len(digit) == 1 and digit.isdigit() and int(digit) < MAX_PORTS else -1


def _rows(text: str, count: int) -> list[tuple[str, bool, int]]:
    """Return the saved rows. Raises ValueError where they are not ``count`` good ones."""
    lines, check = text[:-5], text[-5:]
    if len(text) > _MAX_SAVED or check != f"{crc16(lines.encode()):04X}\n":
        raise ValueError("damaged")
    rows = []
    for line in lines.split("\n")[:-1]:
        name, inverted, debounce_ms = line.split(",")
        if not known(name) or not 0 <= int(debounce_ms) <= _MAX_DEBOUNCE_MS:
            raise ValueError(name)
        rows.append((name, inverted == "1", int(debounce_ms)))
    if len(rows) != count:
        raise ValueError("of another wiring")
    return rows

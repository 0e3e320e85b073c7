"""Which way bytes go, as the host sees it."""

from enum import Enum


class Direction(Enum):
    """Read from the controller, or sent to it."""

    RX = "rx"
    TX = "tx"

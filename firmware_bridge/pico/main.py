"""Starts the firmware. On a Pico this file also lies at the top as ``main.py``, which MicroPython runs at power on."""

import sys

from firmware_bridge.pico import wiring
from firmware_bridge.pico.board import TapBoard
from firmware_bridge.pico.hal import Hal
from firmware_bridge.pico.parts import Parts


def run(hal: Hal) -> None:
    """Run the board for ever. However it ends, every contact is open afterwards."""
    parts = Parts(hal, wiring.CHANNELS, wiring.DRIVERS)
    board = TapBoard(parts)
    try:
        board.boot()
        while True:
            board.step()
            hal.idle()
    except Exception as error:  # noqa: BLE001 -- a fault here must never leave a button pressed or the board dead
        parts.driver.disarm()
        hal.crashed(error)
    finally:
        parts.driver.disarm()


def main() -> None:
    """Choose the platform and run, unless the rescue pin is held."""
    if sys.platform == "rp2":
        from firmware_bridge.pico.hal_rp2 import PicoHal, rescued

        if not rescued():
            run(PicoHal())
    else:
        from firmware_bridge.pico.hal_unix import UnixHal

        run(UnixHal(sys.argv[1:]))


if __name__ == "__main__":
    main()

"""Runs the emulator on a pseudo-terminal for a person: ``python -m firmware_bridge.emulator --pty``."""

import argparse
import os
import select
import sys
import time
from collections.abc import Callable
from pathlib import Path

from firmware_bridge.emulator.emulator import Emulator
from firmware_bridge.emulator.pty_server import PtyServer

HELP = "lift | both | dice SEAT D D | reboot | unplug | plug | quit"
_READ_BYTES = 4096
"""One read of what a person types."""
_WAIT_S = 0.05
"""Longest wait between two pumps: short beside the heartbeat and the movements of the table."""


def main() -> int:
    """Serve until ``quit`` or Ctrl-C; return the exit status."""
    options = _parser().parse_args()
    emulator = Emulator(PtyServer(link_path=options.link), led_dice=not options.plain_dice)
    emulator.plug(now_ms=_now_ms())
    _say(f"The table's controller is at {emulator.port.path}\n{HELP}")
    try:
        _serve(emulator)
    except KeyboardInterrupt:
        pass  # how a person ends it
    finally:
        emulator.unplug()
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m firmware_bridge.emulator", description=__doc__)
    parser.add_argument("--pty", action="store_true", required=True, help="serve on a pseudo-terminal")
    parser.add_argument("--link", type=Path, help="make this symbolic link to it")
    parser.add_argument("--plain-dice", action="store_true", help="dice that only the camera can read")
    return parser


def _serve(emulator: Emulator) -> None:
    listening = True
    while True:
        emulator.pump(_now_ms())
        stdin = sys.stdin.fileno()
        sources = [fd for fd in (stdin if listening else None, emulator.port.fileno()) if fd is not None]
        ready, _, _ = select.select(sources, [], [], _WAIT_S)
        if stdin not in ready:
            continue
        typed = os.read(stdin, _READ_BYTES)
        listening = bool(typed)  # at end of input it serves on, as a background service has no terminal
        for line in typed.decode(errors="replace").splitlines():
            if line.strip() == "quit":
                return
            if line.strip() and not _obey(emulator, line.split()):
                _say(HELP)


def _obey(emulator: Emulator, words: list[str]) -> bool:
    """Do what ``words`` say; False when they say nothing known."""
    now_ms = _now_ms()
    simple: dict[str, Callable[[], None]] = {
        "lift": lambda: emulator.table.press_lift(now_ms),
        "both": lambda: emulator.table.press_both_lifts(now_ms),
        "reboot": lambda: emulator.reboot(now_ms=now_ms),
        "unplug": emulator.unplug,
        "plug": lambda: emulator.plug(now_ms=now_ms),
    }
    match words:
        case [word] if word in simple:
            simple[word]()
        case ["dice", ("0" | "1" | "2" | "3") as seat, *dice] if dice and set(dice) <= set("123456"):
            emulator.table.roll_dice(seat=int(seat), dice=tuple(map(int, dice[:4])), now_ms=now_ms)
        case _:
            return False
    return True


def _now_ms() -> int:
    return int(time.monotonic() * 1000)


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())

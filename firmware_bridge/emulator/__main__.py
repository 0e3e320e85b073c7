"""Runs the emulator for a person: ``python -m firmware_bridge.emulator --pty`` or ``--tcp 127.0.0.1:7000``."""

import argparse
import os
import random
import select
import sys
import time
from collections.abc import Callable
from pathlib import Path

from firmware_bridge.emulator.emulator import Emulator, FarEnd
from firmware_bridge.emulator.faults import read_script
from firmware_bridge.emulator.mechanics import EIGHT_PORT, FOUR_PORT, SINGLE_PORT, SLOW
from firmware_bridge.emulator.pty_server import PtyServer
from firmware_bridge.emulator.tcp_server import TcpServer
from firmware_bridge.errors import FaultScriptError

HELP = "lift | both | dice SEAT D D | reboot | unplug | plug | fault WHEN: WHAT | lines | quit"
TABLES = {"four-port": FOUR_PORT, "eight-port": EIGHT_PORT, "single-port": SINGLE_PORT, "slow": SLOW}
_READ_BYTES = 4096
"""One read of what a person types."""
_WAIT_S = 0.05
"""Longest wait between two pumps: short beside the heartbeat and the movements of the table."""


def main() -> int:
    """Serve until ``quit`` or Ctrl-C; return the exit status."""
    options = _parser().parse_args()
    try:
        rules = () if options.faults is None else read_script(options.faults.read_text(encoding="utf-8"))
    except (FaultScriptError, OSError, UnicodeDecodeError) as error:
        sys.stderr.write(f"{options.faults}: {_why(error)}\n")
        return 2
    rng = random.Random(options.seed)
    emulator = Emulator(
        _port(options),
        timings=TABLES[options.table],
        led_dice=options.dice == "led",
        rules=rules,
        throw=(lambda: (rng.randint(1, 6), rng.randint(1, 6))) if options.jumper else None,
    )
    try:
        emulator.plug(now_ms=_now_ms())
    except OSError as error:
        sys.stderr.write(f"{_place(options)} ({_why(error)}); name another\n")
        return 1
    _say(f"The table's controller is at {emulator.port.path}\n{HELP}")
    try:
        _serve(emulator)
    except KeyboardInterrupt:
        pass  # how a person ends it
    finally:
        emulator.unplug()
    return 0


def _port(options: argparse.Namespace) -> FarEnd:
    if options.tcp is None:
        return PtyServer(link_path=options.link)
    host, port = options.tcp
    return TcpServer(host, port)


def _place(options: argparse.Namespace) -> str:
    """Return the beginning of a sentence that says where it cannot serve."""
    if options.tcp is not None:
        host, port = options.tcp
        return f"--tcp {host}:{port} cannot be served"
    return f"--link {options.link} cannot be made"


def _why(error: Exception) -> str:
    match error:
        case OSError(errno=int(number)):
            return os.strerror(number).lower()
        case UnicodeDecodeError():
            return "no UTF-8 text"
        case _:
            return str(error)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m firmware_bridge.emulator",
        description="A table's controller without a table: MJT/1 on a pseudo-terminal or a TCP port.",
        epilog="Fault scripts: 'line 115: bad crc', 'from 200: silent', 'from 3 to 9: late by 300 ms', "
        "'line 5: twice', "
        "'line 6: wrong order', 'line 7: junk banner', 'line 8: reset now', 'line 9: stuck sensor ready'.",
    )
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--pty", action="store_true", help="serve on a pseudo-terminal")
    where.add_argument("--tcp", type=_address, metavar="HOST:PORT", help="serve on a TCP port; port 0 takes any")
    parser.add_argument("--link", type=Path, help="make this symbolic link to the pseudo-terminal")
    parser.add_argument("--table", choices=TABLES, default="four-port", help="how fast the machine is")
    parser.add_argument("--dice", choices=("led", "physical"), default="led", help="physical: only a camera reads them")
    parser.add_argument("--faults", type=Path, metavar="FILE", help="what goes wrong on the line, and when")
    parser.add_argument("--jumper", action="store_true", help="let the host press the table's buttons")
    parser.add_argument("--seed", type=int, default=1, help="fixes the throws the host asks for")
    return parser


def _address(text: str) -> tuple[str, int]:
    host, colon, port = text.rpartition(":")
    if not colon or not host or not port.isdecimal() or int(port) > 65_535:
        raise argparse.ArgumentTypeError("write HOST:PORT, as in 127.0.0.1:7000")
    return host.strip("[]"), int(port)


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
            if line.strip():
                _say(_obey(emulator, line.strip()))


def _obey(emulator: Emulator, line: str) -> str:
    """Do what a person typed; return what to answer."""
    now_ms = _now_ms()
    simple: dict[str, Callable[[], None]] = {
        "lift": lambda: emulator.table.press_lift(now_ms),
        "both": lambda: emulator.table.press_both_lifts(now_ms),
        "reboot": lambda: emulator.reboot(now_ms=now_ms),
        "unplug": emulator.unplug,
        "plug": lambda: emulator.plug(now_ms=now_ms),
    }
    match line.split():
        case [word] if word in simple:
            simple[word]()
        case ["dice", ("0" | "1" | "2" | "3") as seat, *dice] if dice and set(dice) <= set("123456"):
            emulator.table.roll_dice(seat=int(seat), dice=tuple(map(int, dice[:4])), now_ms=now_ms)
        case ["fault", *_]:
            try:
                emulator.wire.add(read_script(line.removeprefix("fault"), next_line=emulator.wire.lines + 1))
            except FaultScriptError as error:
                return str(error)
        case ["lines"]:
            return str(emulator.wire.lines)
        case _:
            return HELP
    return "ok"


def _now_ms() -> int:
    return int(time.monotonic() * 1000)


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())

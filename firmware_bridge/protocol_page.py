"""Writes hardware_docs/serial_protocol.md from the declarations: ``python -m firmware_bridge.protocol_page``.

Every table and example line on the page comes from the code; only the sentences between them are here.
"""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, get_args

from firmware_bridge.codec import encode_ack, encode_command, encode_event, specs_of
from firmware_bridge.device_session import HEARTBEAT_MS, QUEUE_LINES
from firmware_bridge.exchange import ACK_WITHIN_MS, TRIES
from firmware_bridge.flood import FLOOD_COUNT, FLOOD_WINDOW_MS
from firmware_bridge.framing import MAX_BODY_FROM_DEVICE, MAX_BODY_TO_DEVICE, checksum, encode_line
from firmware_bridge.messages import (
    MAX_ARM_S,
    MAX_PRESS_MS,
    MIN_PRESS_MS,
    MS_MODULUS,
    PROTOCOL,
    SEQ_MODULUS,
    Act,
    Arm,
    AskSnapshot,
    Boot,
    Bootloader,
    Button,
    ButtonAct,
    ButtonId,
    Command,
    Configure,
    Dealer,
    DeviceEvent,
    DiceRoll,
    DiceValue,
    Disarm,
    DrivenButton,
    Drop,
    Emergency,
    Fault,
    Heartbeat,
    Hello,
    Inputs,
    Lift,
    LiftPos,
    LogLevel,
    Mode,
    Output,
    Overflow,
    Ping,
    Power,
    Press,
    RawEdge,
    Ready,
    Reboot,
    Refusal,
    Repeat,
    ResetCause,
    SaveConfig,
    SayHello,
    SetLog,
    SetTime,
    Shuffle,
    Snapshot,
    Subscribe,
    TileCount,
    ToldByTable,
    Wall,
    WallState,
    Watchdog,
)
from firmware_bridge.session import ASK_AGAIN_MS, HEARD_WITHIN_MS

PAGE = Path(__file__).resolve().parents[1] / "hardware_docs" / "serial_protocol.md"
_STANDING = Inputs.POWER | Inputs.READY

_EVENT_EXAMPLES: tuple[DeviceEvent, ...] = (
    Power(on=True),
    Button(ButtonId.LIFT1, ButtonAct.UP, 150),
    Emergency(),
    Lift(LiftPos.UP),
    Drop(),
    Shuffle(Act.STOP, 26_000),
    TileCount(port=3, total=34),
    Wall(2, WallState.RAISED),
    Ready(on=True),
    DiceRoll(Act.START, 0),
    DiceValue((3, 5)),
    Dealer(3),
    Repeat(4, 0x1E),
    Mode(0),
    Fault(cleared=False, code="E1"),
    Snapshot(_STANDING, LiftPos.DOWN, shuffling=False, ready=True),
    Boot("0.1.0", PROTOCOL, "E6614103E7452D2F", ResetCause.POWER_ON),
    Hello(PROTOCOL, 0xFFFF, 15, 0x1D0F),
    Heartbeat(1, _STANDING, 0, 0, 0),
    Overflow(7),
    RawEdge(3, level=True, since_us=512),
)
_COMMAND_EXAMPLES: tuple[Command, ...] = (
    SayHello(PROTOCOL, "0.1.0"),
    Ping(),
    AskSnapshot(),
    SetTime(1_790_000_000_000),
    Subscribe(0x1F),
    Configure(3, name="wall2", inverted=True, debounce_ms=20),
    SaveConfig(),
    Output(lamp=True, buzz_ms=200),
    Arm(MAX_ARM_S),
    Press(DrivenButton.LIFT1, 150),
    Disarm(),
    Watchdog(on=True),
    Reboot(),
    Bootloader(),
    SetLog(LogLevel.INFO),
)

_HEAD = f"""# The serial line: MJT/1

<!-- Written by python -m firmware_bridge.protocol_page from firmware_bridge/messages.py; do not edit by hand. -->

How the tap board in the table and the daemon on the Pi talk: version {PROTOCOL} of a protocol of our own, over USB
(where the speed does not matter) or a UART at 115,200 baud, 8N1. No maker publishes one; a maker's own protocol
can be translated to these messages.

## Lines

Everything is a line of printable ASCII: `$`, the body, `*`, the check, a line feed.

- **Body**: fields separated by commas; no `$` and no `*`. At most {MAX_BODY_FROM_DEVICE} characters from the board,
  {MAX_BODY_TO_DEVICE} to it.
- **Check**: CRC-16/CCITT-FALSE of the body (polynomial 1021, start FFFF, nothing reflected, nothing added), four
  upper-case hexadecimal digits. The check of `123456789` is `{checksum(b"123456789"):04X}`.
- A receiver that is out of step waits for the next `$`. A line that is too long, broken off by another `$`, or
  whose check is wrong is counted and dropped. Names and fields it does not know are ignored, so that a newer end
  may say more.
"""

_KINDS = f"""
## What a body says

| body | direction | meaning |
|---|---|---|
| `E,seq,ms,NAME,key=value,…` | board to host | an event |
| `C,seq,NAME,key=value,…` | host to board | a command |
| `A,seq,OK` or `A,seq,ERR,reason` | board to host | the answer to the command with that number |

- `seq` of events counts 0 to {SEQ_MODULUS - 1} and begins again; after a start it begins with 0. The host's commands
  have numbers of their own. Numbers have no leading zeros.
- `ms` is the board's clock in milliseconds, modulo {MS_MODULUS} (2^30, 12.4 days).
- A **gap** in `seq` means that events were lost: the host asks for a snapshot and marks the hand's telemetry as
  incomplete. The same event again (same `seq` and `ms`) is ignored.

## Who speaks when

1. The host opens the port and sends HELLO. The board answers `A`, then the event HELLO. What the host reads before
   that may be old and is not believed.
2. The host asks for SNAP; again after each gap and each BOOT, and every {ASK_AGAIN_MS} ms until it comes.
3. The board sends HB every {HEARTBEAT_MS} ms. When nothing good is heard for {HEARD_WITHIN_MS} ms the link is lost,
   and the host greets anew.
4. One command is on the way at a time. Without an answer within {ACK_WITHIN_MS} ms it is sent again with the same
   number, {TRIES} times in all. The board answers a repeated number again but acts only once; HELLO it answers in
   full each time.
5. While the host does not read, the board keeps {QUEUE_LINES} lines; older ones are dropped and told by OVF.
6. An input that tells more than {FLOOD_COUNT} times in {FLOOD_WINDOW_MS} ms is taken for a stuck sensor: the host
   holds it back and reports it once.

## Driving the table's buttons

Off unless three things hold at once: the board's key jumper is set, the host has armed it with ARM for at most
{MAX_ARM_S} s, and the lift stands still. Then PRESS closes one contact for {MIN_PRESS_MS} to {MAX_PRESS_MS} ms.
DISARM, a lost link, a restart and the end of the time all disarm.
"""


def page() -> str:
    """Return the whole page."""
    table = set(get_args(ToldByTable))
    about_table = [event for event in _EVENT_EXAMPLES if type(event) in table]
    about_link = [event for event in _EVENT_EXAMPLES if type(event) not in table]
    parts = [
        _HEAD,
        _byte_by_byte(),
        _KINDS,
        "\n## Events about the table\n\n",
        "Bit *n* of HELLO's `caps` says that the board can send the *n*-th of these, from 0.\n",
        *_sections(about_table, 0),
        "\n## Events about the link\n",
        *_sections(about_link, len(about_table)),
        "\n## Commands\n",
        *(_section(command, _command_line(seq, command)) for seq, command in enumerate(_COMMAND_EXAMPLES)),
        "\n## Inputs\n\nThe bits of `in` in SNAP and HB, set while the input is active:\n\n",
        _inputs(),
        _answers(),
    ]
    return "".join(parts)


def _byte_by_byte() -> str:
    line = _event_line(17, 2500, DiceRoll(Act.START, 0))
    cells = [
        f"| {index} | `{byte:02X}` | {'line feed' if byte == 10 else f'`{chr(byte)}`'} |\n"
        for index, byte in enumerate(line)
    ]
    shown = line.decode("ascii").rstrip("\n")
    return (
        f"\nByte by byte: `{shown}` (the dice of seat 0 begin to turn)\n\n"
        f"| byte | hex | character |\n|---|---|---|\n{''.join(cells)}"
    )


def _sections(events: Iterable[DeviceEvent], first_seq: int) -> list[str]:
    return [_section(event, _event_line(seq, 1000 * seq, event)) for seq, event in enumerate(events, start=first_seq)]


def _section(message: DeviceEvent | Command, line: bytes) -> str:
    declaration: Any = type(message)
    summary = " ".join((declaration.__doc__ or "").split("\n\n")[0].split())
    rows = [
        f"| `{spec.kind.key}` | {spec.kind.describe()} | {'may be absent' if spec.optional else 'always'} |\n"
        for spec in specs_of(declaration)
    ]
    table = f"\n| field | value | |\n|---|---|---|\n{''.join(rows)}" if rows else ""
    return f"\n### {message.NAME}\n\n{summary}\n{table}\n`{line.decode('ascii').rstrip()}`\n"


def _inputs() -> str:
    rows = [f"| {int(flag):X} | {(flag.name or '').lower().replace('_', ' ')} |\n" for flag in Inputs]
    return f"| bit (hex) | input |\n|---|---|\n{''.join(rows)}"


def _answers() -> str:
    lines = (encode_ack(7), encode_ack(8, reason="unreadable DANCE"))
    shown = "\n".join(f"`{_line(body).decode('ascii').rstrip()}`  " for body in lines)
    reasons = ", ".join(f"`{refusal.value}`" for refusal in Refusal)
    return (
        f"\n## Answers\n\n{shown}\n\nReasons of a refusal: {reasons}; `unreadable NAME` where the name or a field is "
        f"unknown or out of bounds; `speaks {PROTOCOL}` to a HELLO of another version.\n"
    )


def _event_line(seq: int, ms: int, event: DeviceEvent) -> bytes:
    return _line(encode_event(seq, ms, event))


def _command_line(seq: int, command: Command) -> bytes:
    return encode_line(encode_command(seq, command), max_body=MAX_BODY_TO_DEVICE)


def _line(body: str) -> bytes:
    return encode_line(body, max_body=MAX_BODY_FROM_DEVICE)


def main() -> int:
    """Write the page and return the exit status."""
    PAGE.write_text(page(), encoding="utf-8")
    sys.stdout.write(f"Wrote {PAGE}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

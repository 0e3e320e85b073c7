"""Writes the firmware's table of messages from the declarations: ``python -m firmware_bridge.pico_table``.

The firmware can import neither dataclasses nor enums; it gets plain tuples with the same names, keys and bounds.
"""

import sys
from pathlib import Path
from typing import Any, get_args, get_type_hints

from firmware_bridge.codec import specs_of
from firmware_bridge.device_session import HEARTBEAT_MS, QUEUE_LINES
from firmware_bridge.errors import BridgeError
from firmware_bridge.fields import MAX_TEXT, Hex, Kind, Number, OnOff, Text, Word
from firmware_bridge.framing import MAX_BODY_TO_DEVICE
from firmware_bridge.messages import (
    EMERGENCY_WITHIN_MS,
    MAX_ARM_S,
    MAX_PRESS_MS,
    MS_MODULUS,
    PROTOCOL,
    SEQ_MODULUS,
    Command,
    DeviceEvent,
    Inputs,
    Refusal,
    TileCount,
    ToldByTable,
)

TABLE = Path(__file__).resolve().parent / "pico" / "table.py"
_WIDTH = 120
_HEAD = '''"""The messages as the firmware knows them.

Written by ``python -m firmware_bridge.pico_table`` from firmware_bridge/messages.py; do not edit by hand.
"""

'''


def table() -> str:
    """Return the whole module."""
    constants = {
        "PROTOCOL": PROTOCOL,
        "SEQ_MODULUS": SEQ_MODULUS,
        "MS_MODULUS": MS_MODULUS,
        "MAX_BODY_TO_DEVICE": MAX_BODY_TO_DEVICE,
        "HEARTBEAT_MS": HEARTBEAT_MS,
        "QUEUE_LINES": QUEUE_LINES,
        "EMERGENCY_WITHIN_MS": EMERGENCY_WITHIN_MS,
        "MAX_ARM_S": MAX_ARM_S,
        "MAX_PRESS_MS": MAX_PRESS_MS,
        "MAX_PORTS": _number(TileCount, "port").high + 1,
        "MAX_TILES": _number(TileCount, "n").high,
    }
    parts = [
        _HEAD,
        *(f"{name} = {value}\n" for name, value in constants.items()),
        "\n# Why a command is refused.\n",
        *(f"{reason.name} = {_text(reason.value)}\n" for reason in Refusal),
        "\n# The inputs, by their bit in HB and SNAP.\n",
        _tuple("INPUTS", [_text((flag.name or "").lower()) for flag in Inputs]),
        "\n# Events: the keys in the order of the line.\n",
        _dict("EVENTS", {event.NAME: _keys(event) for event in get_args(DeviceEvent)}),
        "\n# The bit of HELLO's caps by which an event about the table is promised.\n",
        _dict("CAPABILITIES", {event.NAME: str(bit) for bit, event in enumerate(get_args(ToldByTable))}),
        "\n# Commands: key, kind, its bounds, and whether it must be there.\n",
        "# Kinds: n number from..to, h hexadecimal of so many digits, w one of the words, o 0 or 1, t text so long.\n",
        _dict("COMMANDS", {command.NAME: _fields(command) for command in get_args(Command)}),
    ]
    return "".join(parts)


def _keys(event: Any) -> str:
    return _joined([_text(spec.kind.key) for spec in specs_of(event)])


def _fields(command: Any) -> str:
    return _joined(
        [
            f"({_text(spec.kind.key)}, {_bounds(spec.kind)}, {'False' if spec.optional else 'True'})"
            for spec in specs_of(command)
        ]
    )


def _bounds(kind: Kind) -> str:
    match kind:
        case Number(low=low, high=high):
            return f'"n", ({low}, {high})'
        case Hex(bits=bits):
            return f'"h", ({bits // 4},)'
        case Word(words=words):
            return f'"w", {_joined([_text(member.value) for member in words])}'
        case OnOff():
            return '"o", ()'
        case Text():
            return f'"t", ({MAX_TEXT},)'
        case _:
            raise BridgeError(f"the firmware cannot read a field of kind {type(kind).__name__}; teach it in pico_table")


def _number(message: type, key: str) -> Number:
    hints = get_type_hints(message, include_extras=True)
    kinds = [extra for hint in hints.values() for extra in get_args(hint)]
    return next(kind for kind in kinds if isinstance(kind, Number) and kind.key == key)


def _text(value: object) -> str:
    return f'"{value}"'


def _joined(parts: list[str]) -> str:
    return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"


def _tuple(name: str, parts: list[str]) -> str:
    return f"{name} = (\n" + "".join(f"    {part},\n" for part in parts) + ")\n"


def _dict(name: str, rows: dict[str, str]) -> str:
    return f"{name} = {{\n" + "".join(_row(key, value) for key, value in rows.items()) + "}\n"


def _row(key: str, value: str) -> str:
    """One line of a dictionary; a long one is broken where its own brackets begin a field."""
    line = f"    {_text(key)}: {value},\n"
    if len(line) <= _WIDTH:
        return line
    inner = value[1:-1].rstrip(",").replace("), (", "),\n        (").replace('True), ("', 'True),\n        ("')
    return f"    {_text(key)}: (\n        {inner},\n    ),\n"


def main() -> int:
    """Write the table and return the exit status."""
    TABLE.write_text(table(), encoding="utf-8")
    sys.stdout.write(f"Wrote {TABLE}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

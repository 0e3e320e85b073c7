"""The messages as the firmware knows them.

Written by ``python -m firmware_bridge.pico_table`` from firmware_bridge/messages.py; do not edit by hand.
"""

PROTOCOL = 1
SEQ_MODULUS = 65536
MS_MODULUS = 1073741824
MAX_BODY_TO_DEVICE = 128
HEARTBEAT_MS = 1000
QUEUE_LINES = 64
EMERGENCY_WITHIN_MS = 300
MAX_ARM_S = 10
MAX_PRESS_MS = 500
MAX_PORTS = 8
MAX_TILES = 999

# Why a command is refused.
NO_JUMPER = "no jumper"
NOT_ARMED = "not armed"
LIFT_MOVING = "lift moving"
LIFT_UNSENSED = "lift unsensed"
BUSY = "busy"
UNSUPPORTED = "unsupported"
UNKNOWN_NAME = "unknown name"
NAME_TAKEN = "name taken"

# The inputs, by their bit in HB and SNAP.
INPUTS = (
    "lift1",
    "lift2",
    "dice0",
    "dice1",
    "dice2",
    "dice3",
    "reset",
    "ready",
    "wall0",
    "wall1",
    "wall2",
    "wall3",
    "dice_motor",
    "shuffle_motor",
    "power",
    "lift_up",
    "lift_down",
    "lift_motor",
    "repeat0",
    "repeat1",
    "repeat2",
    "repeat3",
    "repeat4",
)

# Events: the keys in the order of the line.
EVENTS = {
    "PWR": ("on",),
    "BTN": ("id", "act", "dur"),
    "EMERG": (),
    "LIFT": ("pos",),
    "DROP": (),
    "SHUF": ("act", "ms"),
    "TILE": ("port", "n"),
    "WALL": ("seat", "st"),
    "READY": ("on",),
    "DICE": ("act", "seat", "ms"),
    "DICEV": ("v", "seat", "src"),
    "DEALER": ("seat",),
    "REPEAT": ("n", "raw"),
    "MODE": ("v",),
    "FAULT": ("cleared", "code", "raw"),
    "SNAP": ("in", "lift", "shuf", "ready"),
    "BOOT": ("fw", "proto", "uid", "reset"),
    "HELLO": ("proto", "caps", "ch", "cfg"),
    "HB": ("up", "in", "q", "ovf", "crcerr"),
    "OVF": ("dropped",),
    "RAW": ("ch", "lv", "us"),
}

# The bit of HELLO's caps by which an event about the table is promised.
CAPABILITIES = {
    "PWR": 0,
    "BTN": 1,
    "EMERG": 2,
    "LIFT": 3,
    "DROP": 4,
    "SHUF": 5,
    "TILE": 6,
    "WALL": 7,
    "READY": 8,
    "DICE": 9,
    "DICEV": 10,
    "DEALER": 11,
    "REPEAT": 12,
    "MODE": 13,
    "FAULT": 14,
    "SNAP": 15,
}

# Commands: key, kind, its bounds, and whether it must be there.
# Kinds: n number from..to, h hexadecimal of so many digits, w one of the words, o 0 or 1, t text so long.
COMMANDS = {
    "HELLO": (("proto", "n", (1, 99), True), ("host", "t", (24,), True)),
    "PING": (),
    "SNAP": (),
    "TIME": (("ms", "n", (0, 9007199254740991), True),),
    "SUB": (("mask", "h", (8,), True),),
    "CFG": (
        ("ch", "n", (0, 31), True),
        ("name", "t", (24,), False),
        ("inv", "o", (), False),
        ("deb", "n", (0, 1000), False),
    ),
    "CFGSAVE": (),
    "OUT": (("led", "o", (), False), ("buzz", "n", (0, 5000), False)),
    "ARM": (("s", "n", (1, 10), True),),
    "PRESS": (("id", "w", ("lift1", "dice0", "dice1", "dice2", "dice3"), True), ("ms", "n", (50, 500), True)),
    "DISARM": (),
    "WDT": (("on", "o", (), True),),
    "REBOOT": (),
    "BOOTSEL": (),
    "LOG": (("level", "w", ("debug", "info", "warn", "error"), True),),
}

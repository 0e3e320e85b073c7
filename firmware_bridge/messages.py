"""Every message of the table's link (MJT/1), declared once: codec and protocol page read it from here.

A message's class is its declaration: ``NAME`` is its name on the wire, each field's ``Annotated`` kind its
key and bounds. What the table says of itself is also what the rest of the daemon is told (``TableEvent``);
messages that only serve the link end in the session. No bytes, no clock, no rules of the game.
"""

from dataclasses import dataclass
from enum import Enum, IntFlag
from typing import Annotated, ClassVar, NamedTuple

from firmware_bridge.fields import Dice, Flags, Hex, Number, OnOff, Seat, Text, Word

PROTOCOL = 1
SEQ_MODULUS = 1 << 16
"""Sequence numbers count 0..65535 and begin again."""
MS_MODULUS = 1 << 30
"""A controller's milliseconds count modulo 2^30 (12.4 days), as ``time.ticks_ms`` of a 32-bit board does."""
_MAX_MS = MS_MODULUS - 1
_MAX_COUNT = (1 << 30) - 1
"""Counters stay within a small integer of a 32-bit MicroPython board."""
MAX_CHANNEL = 31
"""Channels are bits of one 32-bit mask; a Pico has 26 free pins."""
MAX_ARM_S = 10
"""Longest time for which table buttons may be driven: one press, watched by the person who asked for it."""
MIN_PRESS_MS = 50
"""Shortest driven press: a table debounces its buttons for some 20 ms."""
MAX_PRESS_MS = 500
"""Longest driven press; held longer, some tables take a lift button for the start of their test program."""
MAX_DEBOUNCE_MS = 1000
"""Longest debounce: slower than any motor or finger would hide real events."""
MAX_BUZZ_MS = 5000
"""Longest sound of the board's buzzer; a lost command must not leave it sounding."""
EMERGENCY_WITHIN_MS = 300
"""Both lift buttons within this time are one emergency; two fingers are never quite at once."""


class LiftPos(Enum):
    """Where the centre console (升降台) is."""

    UP = "up"
    DOWN = "down"
    MOVING = "moving"


class Act(Enum):
    """The two ends of something that lasts."""

    START = "start"
    STOP = "stop"


class WallState(Enum):
    """What one side's lift board does with its wall."""

    READY = "ready"
    """A finished wall waits under the table."""
    RAISED = "raised"
    """The board has lifted the wall onto the felt."""
    DOWN = "down"
    """The board is back under the table; the tiles it lifted stay on the felt."""


class ButtonId(Enum):
    """The table's own buttons: two for the lift (升降), one dice button a seat (骰子), reset (复位)."""

    LIFT1 = "lift1"
    LIFT2 = "lift2"
    DICE0 = "dice0"
    DICE1 = "dice1"
    DICE2 = "dice2"
    DICE3 = "dice3"
    RESET = "reset"


class ButtonAct(Enum):
    """What a button does."""

    DOWN = "down"
    UP = "up"


class DiceSource(Enum):
    """Who knows the dice: electronic dice, or a maker's own controller."""

    LED = "led"
    VENDOR = "vendor"


class ResetCause(Enum):
    """Why the controller started: power on, its watchdog, or a command over USB."""

    POWER_ON = "por"
    WATCHDOG = "wdt"
    USB = "usb"


class DrivenButton(Enum):
    """The table's buttons that a board with the jumper set may press for the host."""

    LIFT1 = "lift1"
    DICE0 = "dice0"
    DICE1 = "dice1"
    DICE2 = "dice2"
    DICE3 = "dice3"


class LogLevel(Enum):
    """How much the board writes to its own console."""

    DEBUG = "debug"
    INFO = "info"
    WARN = "warn"
    ERROR = "error"


class Refusal(Enum):
    """Why a board refuses a command it understands; the reason in its answer."""

    NO_JUMPER = "no jumper"
    """The key jumper that allows driving is not set."""
    NOT_ARMED = "not armed"
    LIFT_MOVING = "lift moving"
    LIFT_UNSENSED = "lift unsensed"
    """No sensor would tell a moving lift from one that stands."""
    BUSY = "busy"
    """Another driven press is not over yet."""
    UNSUPPORTED = "unsupported"
    """This board has no part for it."""
    UNKNOWN_NAME = "unknown name"
    NAME_TAKEN = "name taken"
    """Another channel has that name; turn that one off first."""


class Inputs(IntFlag):
    """The tapped inputs as bits of a snapshot and of the heartbeat."""

    LIFT1 = 1 << 0
    LIFT2 = 1 << 1
    DICE0 = 1 << 2
    DICE1 = 1 << 3
    DICE2 = 1 << 4
    DICE3 = 1 << 5
    RESET = 1 << 6
    READY = 1 << 7
    WALL0 = 1 << 8
    WALL1 = 1 << 9
    WALL2 = 1 << 10
    WALL3 = 1 << 11
    DICE_MOTOR = 1 << 12
    SHUFFLE_MOTOR = 1 << 13
    POWER = 1 << 14
    LIFT_UP = 1 << 15
    LIFT_DOWN = 1 << 16
    LIFT_MOTOR = 1 << 17
    REPEAT0 = 1 << 18
    REPEAT1 = 1 << 19
    REPEAT2 = 1 << 20
    REPEAT3 = 1 << 21
    REPEAT4 = 1 << 22


_INPUTS = Flags("in", Inputs, 24)


# What the table says of itself.


@dataclass(frozen=True, slots=True)
class Power:
    """The table's own supply came or went."""

    NAME: ClassVar[str] = "PWR"
    on: Annotated[bool, OnOff("on")]


@dataclass(frozen=True, slots=True)
class Button:
    """One of the table's buttons was pressed or let go."""

    NAME: ClassVar[str] = "BTN"
    button: Annotated[ButtonId, Word("id", ButtonId)]
    act: Annotated[ButtonAct, Word("act", ButtonAct)]
    duration_ms: Annotated[int | None, Number("dur", 0, _MAX_MS, "ms")] = None
    """How long it was held; only when let go."""


@dataclass(frozen=True, slots=True)
class Emergency:
    """Both lift buttons at once: shuffling stops and the console rises to take a forgotten tile."""

    NAME: ClassVar[str] = "EMERG"


@dataclass(frozen=True, slots=True)
class Lift:
    """The centre console moves or has arrived."""

    NAME: ClassVar[str] = "LIFT"
    pos: Annotated[LiftPos, Word("pos", LiftPos)]


@dataclass(frozen=True, slots=True)
class Drop:
    """The console was up and its button was pressed: the played tiles go in, a new hand begins."""

    NAME: ClassVar[str] = "DROP"


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Disc and ring begin or end to turn, below the table: the other set is shuffled during play."""

    NAME: ClassVar[str] = "SHUF"
    act: Annotated[Act, Word("act", Act)]
    duration_ms: Annotated[int | None, Number("ms", 0, _MAX_MS, "ms")] = None
    """How long it took; only at the stop."""


@dataclass(frozen=True, slots=True)
class TileCount:
    """How many tiles have gone through one port since shuffling began."""

    NAME: ClassVar[str] = "TILE"
    port: Annotated[int, Number("port", 0, 7)]
    total: Annotated[int, Number("n", 0, 999, "tiles")]


@dataclass(frozen=True, slots=True)
class Wall:
    """One side's wall is finished, lifted, or its board is down again."""

    NAME: ClassVar[str] = "WALL"
    seat: Annotated[int, Number("seat", 0, 3)]
    state: Annotated[WallState, Word("st", WallState)]


@dataclass(frozen=True, slots=True)
class Ready:
    """The ready lamp (理牌指示灯): the next walls wait below. Normal in mid-hand, not the end of one."""

    NAME: ClassVar[str] = "READY"
    on: Annotated[bool, OnOff("on")]


@dataclass(frozen=True, slots=True)
class DiceRoll:
    """The dice begin to turn, or have stopped."""

    NAME: ClassVar[str] = "DICE"
    act: Annotated[Act, Word("act", Act)]
    seat: Annotated[int | None, Seat("seat")]
    """Whose dice button it was; None where the table does not tell."""
    duration_ms: Annotated[int | None, Number("ms", 0, _MAX_MS, "ms")] = None
    """How long they turned; only at the stop."""


@dataclass(frozen=True, slots=True)
class DiceValue:
    """What the dice show. Only electronic dice or a maker's controller tell; else the camera reads them."""

    NAME: ClassVar[str] = "DICEV"
    dice: Annotated[tuple[int, ...], Dice("v")]
    seat: Annotated[int | None, Seat("seat")] = None
    """Who threw. Where a controller leaves it out, the host puts in the seat of the DICE start before."""
    source: Annotated[DiceSource, Word("src", DiceSource)] = DiceSource.LED


@dataclass(frozen=True, slots=True)
class Dealer:
    """The dealer's lamp, on tables that have one."""

    NAME: ClassVar[str] = "DEALER"
    seat: Annotated[int, Number("seat", 0, 3)]


@dataclass(frozen=True, slots=True)
class Repeat:
    """The dealer-repeat lamps (连庄)."""

    NAME: ClassVar[str] = "REPEAT"
    count: Annotated[int, Number("n", 0, 20)]
    raw: Annotated[int | None, Hex("raw", 16)] = None


@dataclass(frozen=True, slots=True)
class Mode:
    """The mode dial (档位); 0 is the test program."""

    NAME: ClassVar[str] = "MODE"
    value: Annotated[int, Number("v", 0, 15)]


@dataclass(frozen=True, slots=True)
class Fault:
    """The table reports a fault, or that it is over. Lamps and codes are the maker's own."""

    NAME: ClassVar[str] = "FAULT"
    cleared: Annotated[bool, OnOff("cleared")]
    code: Annotated[str | None, Text("code")] = None
    lamps: Annotated[int | None, Hex("raw", 16)] = None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """How the table stands now, told after HELLO, after a gap, and when asked: a state, not an act."""

    NAME: ClassVar[str] = "SNAP"
    inputs: Annotated[Inputs, _INPUTS]
    lift: Annotated[LiftPos, Word("lift", LiftPos)]
    shuffling: Annotated[bool, OnOff("shuf")]
    ready: Annotated[bool, OnOff("ready")]


# What the link alone needs.


@dataclass(frozen=True, slots=True)
class Boot:
    """The controller has started; its sequence numbers begin anew."""

    NAME: ClassVar[str] = "BOOT"
    firmware: Annotated[str, Text("fw")]
    protocol: Annotated[int, Number("proto", 1, 99)]
    uid: Annotated[str, Text("uid")]
    reset: Annotated[ResetCause, Word("reset", ResetCause)]


@dataclass(frozen=True, slots=True)
class Hello:
    """The controller's answer to the host's HELLO; what came before it may be old and is not believed."""

    NAME: ClassVar[str] = "HELLO"
    protocol: Annotated[int, Number("proto", 1, 99)]
    capabilities: Annotated[int, Hex("caps", 32)]
    """Bit n set: it can send the n-th event of the table's part of the protocol page."""
    channels: Annotated[int, Number("ch", 0, 99)]
    config_crc: Annotated[int, Hex("cfg", 16)]


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """Sent every second, whatever else is sent."""

    NAME: ClassVar[str] = "HB"
    up_s: Annotated[int, Number("up", 0, _MAX_COUNT, "s")]
    inputs: Annotated[Inputs, _INPUTS]
    queued: Annotated[int, Number("q", 0, 9999, "lines")]
    overflowed: Annotated[int, Number("ovf", 0, _MAX_COUNT, "lines")]
    crc_errors: Annotated[int, Number("crcerr", 0, _MAX_COUNT, "lines")]


@dataclass(frozen=True, slots=True)
class Overflow:
    """The controller's queue was full: its oldest lines were thrown away unsent."""

    NAME: ClassVar[str] = "OVF"
    dropped: Annotated[int, Number("dropped", 1, _MAX_COUNT, "lines")]


@dataclass(frozen=True, slots=True)
class RawEdge:
    """One edge of one channel before debouncing, for whoever wires the board; only after SUB."""

    NAME: ClassVar[str] = "RAW"
    channel: Annotated[int, Number("ch", 0, MAX_CHANNEL)]
    level: Annotated[bool, OnOff("lv")]
    since_us: Annotated[int, Number("us", 0, _MAX_COUNT, "us")]
    """Since the edge before."""


# What the host says.


@dataclass(frozen=True, slots=True)
class SayHello:
    """First command after opening the port."""

    NAME: ClassVar[str] = "HELLO"
    protocol: Annotated[int, Number("proto", 1, 99)]
    host: Annotated[str, Text("host")]


@dataclass(frozen=True, slots=True)
class Ping:
    """Asks for nothing but the acknowledgement."""

    NAME: ClassVar[str] = "PING"


@dataclass(frozen=True, slots=True)
class AskSnapshot:
    """Asks for a SNAP event."""

    NAME: ClassVar[str] = "SNAP"


@dataclass(frozen=True, slots=True)
class SetTime:
    """Tells the host's wall clock, for the controller's own log."""

    NAME: ClassVar[str] = "TIME"
    epoch_ms: Annotated[int, Number("ms", 0, (1 << 53) - 1, "ms since 1970")]


@dataclass(frozen=True, slots=True)
class Subscribe:
    """Asks for RAW of the channels whose bits are set; 0 ends it."""

    NAME: ClassVar[str] = "SUB"
    channels: Annotated[int, Hex("mask", 32)]


@dataclass(frozen=True, slots=True)
class Configure:
    """Changes one channel's settings; what is left out stays. Lost at the next start without CFGSAVE."""

    NAME: ClassVar[str] = "CFG"
    channel: Annotated[int, Number("ch", 0, MAX_CHANNEL)]
    name: Annotated[str | None, Text("name")] = None
    inverted: Annotated[bool | None, OnOff("inv")] = None
    """Whether the input is active when low."""
    debounce_ms: Annotated[int | None, Number("deb", 0, MAX_DEBOUNCE_MS, "ms")] = None


@dataclass(frozen=True, slots=True)
class SaveConfig:
    """Keeps the channels' settings over a restart."""

    NAME: ClassVar[str] = "CFGSAVE"


@dataclass(frozen=True, slots=True)
class Output:
    """Sets the board's own lamp and buzzer; what is left out stays."""

    NAME: ClassVar[str] = "OUT"
    lamp: Annotated[bool | None, OnOff("led")] = None
    buzz_ms: Annotated[int | None, Number("buzz", 0, MAX_BUZZ_MS, "ms")] = None


@dataclass(frozen=True, slots=True)
class Arm:
    """Allows PRESS for a few seconds. Refused without the jumper; over at once without it, at HELLO and at DISARM."""

    NAME: ClassVar[str] = "ARM"
    for_s: Annotated[int, Number("s", 1, MAX_ARM_S, "s")]


@dataclass(frozen=True, slots=True)
class Press:
    """Presses one of the table's buttons. Refused unless armed, and always while the lift moves or no sensor tells."""

    NAME: ClassVar[str] = "PRESS"
    button: Annotated[DrivenButton, Word("id", DrivenButton)]
    for_ms: Annotated[int, Number("ms", MIN_PRESS_MS, MAX_PRESS_MS, "ms")]


@dataclass(frozen=True, slots=True)
class Disarm:
    """Ends ARM before its time."""

    NAME: ClassVar[str] = "DISARM"


@dataclass(frozen=True, slots=True)
class Watchdog:
    """Starts the board's watchdog; a running one cannot be stopped, only a restart does that."""

    NAME: ClassVar[str] = "WDT"
    on: Annotated[bool, OnOff("on")]


@dataclass(frozen=True, slots=True)
class Reboot:
    """Starts the board anew once it has answered."""

    NAME: ClassVar[str] = "REBOOT"


@dataclass(frozen=True, slots=True)
class Bootloader:
    """Starts the board into its boot ROM, to be flashed, once it has answered."""

    NAME: ClassVar[str] = "BOOTSEL"


@dataclass(frozen=True, slots=True)
class SetLog:
    """Sets how much the board writes to its own console."""

    NAME: ClassVar[str] = "LOG"
    level: Annotated[LogLevel, Word("level", LogLevel)]


# What the daemon is told besides.


@dataclass(frozen=True, slots=True)
class LinkUp:
    """The controller has answered; a Snapshot follows."""


@dataclass(frozen=True, slots=True)
class LinkLost:
    """The controller is no longer heard: go on by camera."""


@dataclass(frozen=True, slots=True)
class TelemetryGap:
    """Events were lost, or the controller began anew: the telemetry is incomplete. A Snapshot follows."""

    missed: int | None = None
    """How many events, where the numbers tell."""


ToldByTable = (
    Power
    | Button
    | Emergency
    | Lift
    | Drop
    | Shuffle
    | TileCount
    | Wall
    | Ready
    | DiceRoll
    | DiceValue
    | Dealer
    | Repeat
    | Mode
    | Fault
    | Snapshot
)
"""What a controller says about the table."""

TableEvent = ToldByTable | LinkUp | LinkLost | TelemetryGap
"""All that the rest of the daemon hears from the link; closed, so that a ``match`` over it can be."""

DeviceEvent = ToldByTable | Boot | Hello | Heartbeat | Overflow | RawEdge
"""All that a controller may send of itself."""

Command = (
    SayHello
    | Ping
    | AskSnapshot
    | SetTime
    | Subscribe
    | Configure
    | SaveConfig
    | Output
    | Arm
    | Press
    | Disarm
    | Watchdog
    | Reboot
    | Bootloader
    | SetLog
)
"""All that the host may send."""


class Origin(Enum):
    """Whose word an event is."""

    LINK = "link"
    """The table's controller, by MJT/1 or a maker's own protocol."""
    RECORDING = "recording"
    CAMERA = "camera"
    HAND = "hand"
    """A person entered it."""


class LinkEvent(NamedTuple):
    """One table event with the time it was heard. A tuple, as one is made for every line that comes."""

    t_ms: int
    """The host's clock at receipt."""
    event: TableEvent
    origin: Origin = Origin.LINK

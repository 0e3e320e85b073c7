"""What the table does, from the edges of its inputs: which events are told, and what a snapshot says."""

from firmware_bridge.pico.lift import Lift
from firmware_bridge.pico.outbox import Outbox
from firmware_bridge.pico.table import EMERGENCY_WITHIN_MS, INPUTS
from firmware_bridge.pico.ticks import elapsed_ms

THROWER_MS = 3000
"""A dice motor that starts later than this after a dice button was not started by it."""
POWER_SETTLE_MS = 500
"""After the table's supply has come, its lamps and sensors need a moment before they mean anything."""
REPEAT_SETTLE_MS = 100
"""Repeat lamps change together; one event tells of all."""
_BUTTONS = ("lift1", "lift2", "dice0", "dice1", "dice2", "dice3", "reset")


class TableState:
    """Knows names of inputs, not pins: ``on`` holds the bits of the inputs that are active."""

    def __init__(self, outbox: Outbox, lift: Lift) -> None:
        self._outbox = outbox
        self._lift = lift
        self.on = 0
        self.position = "down"
        self.has_power = False
        """Whether the table's supply is wired; without it the table counts as powered."""
        self._quiet = False
        """The table is without power, or has just got it: what the inputs say means nothing."""
        self._power_ms = 0
        self._down_ms: dict[str, int] = {}
        """Since when each button is held."""
        self._thrown: tuple[int, int] | None = None
        """The seat of the last dice button and when it was pressed."""
        self._thrower: int | str = "x"
        self._dice_ms: int | None = None
        self._shuffle_ms: int | None = None
        self._drop_ms: int | None = None
        self._repeat_ms: int | None = None

    def begin(self, on: int, levels: int, now_ms: int) -> None:
        """Take the inputs as they are: a state, not something that has happened."""
        self.on = on
        self._quiet = self.has_power and not on & 1 << INPUTS.index("power")
        self._down_ms = {}
        self._thrown = self._dice_ms = self._shuffle_ms = self._drop_ms = self._repeat_ms = None
        self._thrower = "x"
        self.position = self._lift.position(levels, now_ms)

    def edge(self, name: str, ms: int, *, on: bool) -> None:
        """Take in that an input has changed."""
        bit = 1 << INPUTS.index(name)
        self.on = self.on | bit if on else self.on & ~bit
        if name == "power":
            self._power(ms, on=on)
        elif self._quiet:
            return
        elif name in _BUTTONS:
            self._button(name, ms, down=on)
        elif name == "ready":
            self._outbox.tell(ms, "READY", on=int(on))
        elif name == "dice_motor":
            self._dice(ms, on=on)
        elif name == "shuffle_motor":
            self._shuffle(ms, on=on)
        elif name.startswith("wall"):
            self._outbox.tell(ms, "WALL", seat=name[4], st="raised" if on else "down")
        elif name.startswith("repeat"):
            self._repeat_ms = ms

    def tick(self, levels: int, now_ms: int) -> None:
        """Tell what follows from time alone; call it after the edges."""
        if self._quiet:
            if self.on & 1 << INPUTS.index("power") and elapsed_ms(now_ms, self._power_ms) >= POWER_SETTLE_MS:
                self.begin(self.on, levels, now_ms)
                self.tell_snapshot(now_ms)
            return
        self._move(self._lift.position(levels, now_ms), now_ms)
        if self._drop_ms is not None and elapsed_ms(now_ms, self._drop_ms) >= EMERGENCY_WITHIN_MS:
            self._drop(now_ms)
        if self._repeat_ms is not None and elapsed_ms(now_ms, self._repeat_ms) >= REPEAT_SETTLE_MS:
            self._repeat_ms = None
            raw = self.on >> INPUTS.index("repeat0") & 0x1F
            self._outbox.tell(now_ms, "REPEAT", n=sum(raw >> lamp & 1 for lamp in range(5)), raw=f"{raw:X}")

    def tell_snapshot(self, now_ms: int) -> None:
        """Tell how the table stands."""
        shuffling = self.on >> INPUTS.index("shuffle_motor") & 1
        ready = self.on >> INPUTS.index("ready") & 1
        values = {"in": f"{self.on:X}", "lift": self.position, "shuf": shuffling, "ready": ready}
        self._outbox.tell(now_ms, "SNAP", **values)

    def _power(self, ms: int, *, on: bool) -> None:
        self._outbox.tell(ms, "PWR", on=int(on))
        self._quiet = True
        self._power_ms = ms

    def _button(self, name: str, ms: int, *, down: bool) -> None:
        if down:
            self._outbox.tell(ms, "BTN", id=name, act="down")
            self._down_ms[name] = ms
            self._pressed(name, ms)
        else:
            since_ms = self._down_ms.pop(name, None)
            self._outbox.tell(ms, "BTN", id=name, act="up", dur=None if since_ms is None else elapsed_ms(ms, since_ms))

    def _pressed(self, name: str, ms: int) -> None:
        """Tell what a button means: an emergency, a drop, or who throws the dice."""
        if name.startswith("dice"):
            self._thrown = (int(name[4]), ms)
        if not name.startswith("lift"):
            return
        other_ms = self._down_ms.get("lift2" if name == "lift1" else "lift1")
        if other_ms is not None and elapsed_ms(ms, other_ms) <= EMERGENCY_WITHIN_MS:
            self._drop_ms = None
            self._outbox.tell(ms, "EMERG")
        elif self.position == "up":
            self._drop_ms = ms  # told a little later: a second button would make it an emergency

    def _drop(self, now_ms: int) -> None:
        self._drop_ms = None
        self._outbox.tell(now_ms, "DROP")

    def _move(self, position: str, now_ms: int) -> None:
        if position == self.position:
            return
        if self._drop_ms is not None:
            self._drop(now_ms)
        self.position = position
        if self._lift.wired:
            self._outbox.tell(now_ms, "LIFT", pos=position)

    def _dice(self, ms: int, *, on: bool) -> None:
        if on:
            thrown = self._thrown
            self._thrower = thrown[0] if thrown is not None and elapsed_ms(ms, thrown[1]) <= THROWER_MS else "x"
            self._thrown = None
            self._dice_ms = ms
            self._outbox.tell(ms, "DICE", act="start", seat=self._thrower)
        else:
            took_ms = None if self._dice_ms is None else elapsed_ms(ms, self._dice_ms)
            self._outbox.tell(ms, "DICE", act="stop", seat=self._thrower, ms=took_ms)
            self._thrower, self._dice_ms = "x", None

    def _shuffle(self, ms: int, *, on: bool) -> None:
        if on:
            self._shuffle_ms = ms
            self._outbox.tell(ms, "SHUF", act="start")
        else:
            took_ms = None if self._shuffle_ms is None else elapsed_ms(ms, self._shuffle_ms)
            self._shuffle_ms = None
            self._outbox.tell(ms, "SHUF", act="stop", ms=took_ms)

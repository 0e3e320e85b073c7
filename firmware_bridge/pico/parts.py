"""The parts of the board and how the wiring joins them."""

from firmware_bridge.pico.config import OFF, Config, port_of
from firmware_bridge.pico.counters import Counters
from firmware_bridge.pico.driver import Driver
from firmware_bridge.pico.hal import Hal
from firmware_bridge.pico.lift import Lift
from firmware_bridge.pico.outbox import Outbox
from firmware_bridge.pico.sampler import Sampler
from firmware_bridge.pico.table import CAPABILITIES, INPUTS
from firmware_bridge.pico.table_state import TableState

_PROMISES = {
    "power": "PWR",
    "lift": "BTN",
    "dice": "BTN",
    "reset": "BTN",
    "lift_up": "LIFT",
    "lift_down": "LIFT",
    "lift_motor": "LIFT",
    "shuffle_motor": "SHUF",
    "tile": "TILE",
    "wall": "WALL",
    "ready": "READY",
    "dice_motor": "DICE",
    "repeat": "REPEAT",
}
"""Which event an input brings about, by its name without its number."""


class Parts:
    """Everything but the loop: made once, wired anew at each change of the configuration."""

    def __init__(
        self, hal: Hal, channels: tuple[tuple[int, str, bool, int], ...], drivers: tuple[tuple[str, int], ...]
    ) -> None:
        self.hal = hal
        self.config = Config(channels)
        self.sampler = Sampler(len(channels))
        self.lift = Lift()
        self.outbox = Outbox()
        self.state = TableState(self.outbox, self.lift)
        self.counters = Counters(self.sampler, self.outbox)
        self.driver = Driver(hal, [name for name, _ in drivers])
        self.wired_ms = 0
        """Since when the wiring stands; the inputs settle for a moment after it."""

    def rewire(self) -> None:
        """Put the configuration into force; the inputs settle anew."""
        config, sampler, lift = self.config, self.sampler, self.lift
        self.driver.disarm()  # what is known of the lift changes
        lift.up = lift.down = lift.motor = 0
        inverted = 0
        for channel, name in enumerate(config.names):
            bit = 1 << channel
            inverted |= bit if config.inverted[channel] else 0
            sampler.debounce_ms[channel] = config.debounce_ms[channel]
            sampler.tile_port[channel] = port_of(name)
            lift.up |= bit if name == "lift_up" else 0
            lift.down |= bit if name == "lift_down" else 0
            lift.motor |= bit if name == "lift_motor" else 0
        self.hal.invert(inverted)
        sampler.rewire()
        self.counters.by_motor = "shuffle_motor" in config.names
        self.state.has_power = "power" in config.names
        self.wired_ms = self.hal.now_ms()

    def on(self) -> int:
        """Return the inputs that are active, by their bits in HB and SNAP."""
        stable, on = self.sampler.stable, 0
        for channel, name in enumerate(self.config.names):
            if name in INPUTS and stable >> channel & 1:
                on |= 1 << INPUTS.index(name)
        return on

    def wired(self) -> int:
        """Return how many channels are wired."""
        return sum(name != OFF for name in self.config.names)

    def capabilities(self) -> int:
        """Return which events this wiring can bring about, as HELLO tells it."""
        names = self.config.names
        promised = {"SNAP", "FAULT"}
        for name in names:
            if name != OFF:
                promised.add(_PROMISES[name.rstrip("0123456789")])
        if "lift1" in names and "lift2" in names:
            promised.add("EMERG")
        if self.lift.wired and ("lift1" in names or "lift2" in names):
            promised.add("DROP")
        return sum(1 << CAPABILITIES[name] for name in promised)

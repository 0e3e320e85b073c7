"""The emulated board's channels: what CFG calls them, what CFGSAVE keeps, what SUB watches.

Channel n taps the n-th input. Names act as on the real board: an input that is off tells nothing, one with another
name of its kind tells under that name. Inversion and debounce times are kept and told in HELLO's check, and change
nothing else: there are no pins here.
"""

from dataclasses import replace

from firmware_bridge.emulator.mechanics import input_of
from firmware_bridge.messages import (
    Button,
    ButtonId,
    Command,
    Configure,
    DeviceEvent,
    Inputs,
    RawEdge,
    Refusal,
    SaveConfig,
    Snapshot,
    Subscribe,
    ToldByTable,
    Wall,
)
from firmware_bridge.pico.config import OFF, Config
from firmware_bridge.pico.table import INPUTS

TAPPED = 15
"""The buttons, the ready lamp, the walls, both motors and the power, in the order of their bits."""
_WIRING = tuple((channel, name, True, 20) for channel, name in enumerate(INPUTS[:TAPPED]))
_BUTTONS = frozenset(button.value for button in ButtonId)
_WALLS = {f"wall{seat}": seat for seat in range(4)}
_MAX_US = (1 << 30) - 1


class Channels:
    """One board's wiring; its saved settings outlive its restarts."""

    def __init__(self, inputs: Inputs) -> None:
        """Begin with every input wired under its own name; ``inputs`` are active now."""
        self._active = inputs
        self._saved = ""
        self.boot()

    def boot(self) -> None:
        """Begin anew with the settings that were saved; nothing is watched."""
        self._config = Config(_WIRING)
        self._config.restore(self._saved)
        self._watched = 0
        self._edge_ms: dict[int, int] = {}

    def greeted(self) -> None:
        """Watch nothing for a host that has just come."""
        self._watched = 0

    @property
    def wired(self) -> int:
        """How many channels are not off."""
        return sum(name != OFF for name in self._config.names)

    def check(self) -> int:
        """Return the check of the settings, as HELLO tells it."""
        return self._config.check()

    def obey(self, command: Command) -> Refusal | None:
        """Carry out SUB, CFG or CFGSAVE, or say why not."""
        match command:
            case Subscribe(mask) if not mask >> TAPPED:
                self._watched = mask
            case Configure(channel, name, inverted, debounce_ms):
                why = self._config.change(channel, name=name, inverted=inverted, debounce_ms=debounce_ms)
                return None if why is None else Refusal(why)
            case SaveConfig():
                self._saved = self._config.text()
            case _:
                return Refusal.UNSUPPORTED
        return None

    def told(self, event: ToldByTable, ms: int) -> list[DeviceEvent]:
        """Return what the board tells when ``event`` happens: the raw edge if it is watched, then the event."""
        behind = input_of(event)
        if behind is None:
            return [event]
        bit, level = behind
        channel = bit.bit_length() - 1
        events: list[DeviceEvent] = self._edge(channel, ms, level=level) if bool(self._active & bit) != level else []
        self._active = self._active | bit if level else self._active & ~bit
        called = _called(event, self._config.names[channel], own=INPUTS[channel])
        return events if called is None else [*events, called]

    def seen(self, snapshot: Snapshot) -> Snapshot:
        """Return a snapshot as these channels show the table."""
        inputs = Inputs(0)
        for channel, name in enumerate(self._config.names):
            if snapshot.inputs >> channel & 1 and name in INPUTS:
                inputs |= Inputs(1 << INPUTS.index(name))
        return replace(snapshot, inputs=inputs, shuffling=Inputs.SHUFFLE_MOTOR in inputs, ready=Inputs.READY in inputs)

    def _edge(self, channel: int, ms: int, *, level: bool) -> list[DeviceEvent]:
        if not self._watched >> channel & 1:
            return []
        since_ms = ms - self._edge_ms.get(channel, ms)
        self._edge_ms[channel] = ms
        return [RawEdge(channel, level, min(since_ms * 1000, _MAX_US))]


def _called(event: ToldByTable, name: str, *, own: str) -> ToldByTable | None:
    """Return the event as a channel of this name tells it; None where it cannot."""
    match event:
        case Button() if name in _BUTTONS:
            return replace(event, button=ButtonId(name))
        case Wall() if name in _WALLS:
            return replace(event, seat=_WALLS[name])
        case _:
            return event if name == own else None

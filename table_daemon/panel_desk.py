"""The panel's meaning: lamps and buzzer from the game's state, the undo button back into it. No pins of its own."""

import asyncio
import logging
from typing import Protocol, assert_never

from firmware_bridge.errors import PanelUnavailableError
from firmware_bridge.panel import Lamp, Panel, PanelPins, PanelPress, SeatPress, Sound, UndoPress
from table_daemon.clocks import GameClock
from table_daemon.game.commands import RetractDiscard
from table_daemon.game.events import Source, Witness
from table_daemon.game.state import GameState, Phase
from table_daemon.health import HealthBoard
from table_daemon.service import GameService
from table_daemon.settings import PanelSettings
from table_daemon.views import HealthLevel, HealthPart, PublicState

log = logging.getLogger(__name__)


class Signals(Protocol):
    """Lamps and buzzer."""

    def lamp(self, seat: int, show: Lamp) -> None:
        """Set one seat's lamp."""

    def sound(self, sound: Sound) -> None:
        """Sound the buzzer."""


class PanelDesk:
    """Shows the game on the panel, and takes the last discard back at the press of undo."""

    def __init__(self, signals: Signals, service: GameService, clock: GameClock) -> None:
        self._signals = signals
        self._service = service
        self._clock = clock
        self._before = service.state
        self._lamps: list[Lamp | None] = [None] * 4

    def show(self, _public: PublicState) -> None:
        """Bring lamps and buzzer up to date with the game."""
        state = self._service.state
        for seat in range(4):
            show = lamp_of(state, seat)
            if self._lamps[seat] is not show:
                self._lamps[seat] = show
                self._signals.lamp(seat, show)
        sound = sound_of(self._before, state)
        self._before = state
        if sound is not None:
            self._signals.sound(sound)

    def pressed(self, press: PanelPress) -> None:
        """Act on a press; a seat's own button only says that somebody is there."""
        match press:
            case SeatPress(seat=seat):
                log.info("seat %d pressed its button", seat)
            case UndoPress():
                self._undo()
            case _:
                assert_never(press)

    def _undo(self) -> None:
        match = self._service.state.match
        if match is None or match.hand is None or not match.hand.discard_order:
            return
        command = RetractDiscard(
            t_ms=self._clock.now_ms(), of=match.hand.discard_order[-1], source=Source(witness=Witness.PERSON)
        )
        rejection = self._service.carry_out(command)
        if rejection is not None:
            log.info("undo: %s", rejection.message_en)


def lamp_of(state: GameState, seat: int) -> Lamp:
    """A seat's lamp: blinking for a standing foul or while people are asked, on for the player to act."""
    hand = None if state.match is None else state.match.hand
    if hand is None:
        return Lamp.OFF
    if state.reviews or hand.seats[seat].foul is not None:
        return Lamp.BLINK
    return Lamp.ON if hand.phase is Phase.PLAYING and hand.to_act == seat else Lamp.OFF


def sound_of(before: GameState, now: GameState) -> Sound | None:
    """Long for a new foul, three short for a new question, short for a discard read; the gravest alone."""
    if _fouls(now) > _fouls(before):
        return Sound.LONG
    if now.reviews_opened > before.reviews_opened:
        return Sound.LOOK
    return Sound.SHORT if _discards(now) > _discards(before) else None


def _fouls(state: GameState) -> int:
    hand = None if state.match is None else state.match.hand
    return 0 if hand is None else sum(side.foul is not None for side in hand.seats)


def _discards(state: GameState) -> int:
    hand = None if state.match is None else state.match.hand
    return 0 if hand is None else len(hand.discard_order)


async def keep_panel(settings: PanelSettings, clock: GameClock, board: HealthBoard, service: GameService) -> None:
    """Run the panel until cancelled, if one is wired; without it everything else goes on."""
    if not settings.enabled:
        board.tell(HealthPart.PANEL, HealthLevel.OFF)
        return
    loop = asyncio.get_running_loop()
    desks: list[PanelDesk] = []

    def on_press(press: PanelPress) -> None:
        for desk in desks:
            loop.call_soon_threadsafe(desk.pressed, press)

    pins = PanelPins(settings.seat_button_pins, settings.undo_button_pin, settings.lamp_pins, settings.buzzer_pin)
    try:
        panel = Panel(pins, clock=clock.now_ms, on_press=on_press)
    except PanelUnavailableError as error:
        board.tell(HealthPart.PANEL, HealthLevel.WARN, str(error))
        return
    board.tell(HealthPart.PANEL, HealthLevel.OK)
    desk = PanelDesk(panel, service, clock)
    desks.append(desk)
    unsubscribe = service.subscribe(desk.show)
    try:
        await asyncio.Event().wait()
    finally:
        unsubscribe()
        panel.close()

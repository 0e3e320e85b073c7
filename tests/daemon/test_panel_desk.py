"""The panel's lamps and buzzer follow the game; pins are driven and devices observed on gpiozero's mock factory."""

import random
from collections.abc import Iterator

import pytest
from gpiozero.pins.mock import MockFactory

from firmware_bridge.panel import Lamp, Panel, PanelPins, PanelPress, Sound, UndoPress
from table_daemon.clocks import PictureClock
from table_daemon.game.commands import ChooseZuo, Command, RecordDiscard, StartHand, StartMatch, TurnIndicator
from table_daemon.game.events import Source, Witness
from table_daemon.health import HealthBoard
from table_daemon.panel_desk import PanelDesk
from table_daemon.rules.tiles import Tile
from table_daemon.service import GameService, MatchDefaults
from table_daemon.store.memory import MemoryStore

CAMERA = Source(witness=Witness.CAMERA)


class Told:
    """Signals that remember what they were told."""

    def __init__(self) -> None:
        self.lamps: dict[int, Lamp] = {}
        self.sounds: list[Sound] = []

    def lamp(self, seat: int, show: Lamp) -> None:
        self.lamps[seat] = show

    def sound(self, sound: Sound) -> None:
        self.sounds.append(sound)


def _service() -> GameService:
    clock = PictureClock()
    names = ("甲", "乙", "丙", "丁")
    return GameService(
        MemoryStore(),
        clock=clock,
        board=HealthBoard(clock.now_ms),
        defaults=MatchDefaults(names=names, profile="tianjin", first_dealer=0),
        rng=random.Random(1),
    )


def _play(service: GameService, *commands: Command) -> None:
    for command in commands:
        assert service.carry_out(command) is None


def _discard(seat: int, tile: str) -> RecordDiscard:
    return RecordDiscard(t_ms=9, seat=seat, tile=Tile.parse(tile), sure=True, source=CAMERA)


OPENING: tuple[Command, ...] = (
    StartMatch(t_ms=1, match="m", names=("甲", "乙", "丙", "丁"), profile="tianjin", first_dealer=0, source=CAMERA),
    StartHand(t_ms=2, source=CAMERA),
    TurnIndicator(t_ms=3, tile=Tile.parse("8p"), source=CAMERA),
)


def test_the_player_to_act_is_lit_and_each_discard_gives_a_short_sound() -> None:
    service, told = _service(), Told()
    desk = PanelDesk(told, service, PictureClock())
    service.subscribe(desk.show)
    _play(service, *OPENING)
    assert told.lamps[0] is Lamp.ON
    _play(service, _discard(0, "1z"))
    assert (told.lamps[0], told.lamps[1]) == (Lamp.OFF, Lamp.ON)
    assert told.sounds == [Sound.SHORT]


def test_a_wild_discard_sounds_long_and_its_lamp_blinks() -> None:
    service, told = _service(), Told()
    desk = PanelDesk(told, service, PictureClock())
    service.subscribe(desk.show)
    _play(service, *OPENING, _discard(0, "9p"))
    assert told.sounds == [Sound.LONG]
    assert told.lamps[0] is Lamp.BLINK


def test_nothing_sounds_when_only_a_choice_changed() -> None:
    service, told = _service(), Told()
    desk = PanelDesk(told, service, PictureClock())
    service.subscribe(desk.show)
    _play(service, *OPENING, ChooseZuo(t_ms=4, seat=0, value=True, source=CAMERA))
    assert told.sounds == []


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    made = MockFactory()
    yield made
    made.reset()


def test_the_undo_button_takes_the_last_discard_back(factory: MockFactory) -> None:
    service = _service()
    presses: list[PanelPress] = []
    panel = Panel(PanelPins(), clock=lambda: 1000, on_press=presses.append, pin_factory=factory)
    desk = PanelDesk(panel, service, PictureClock())
    _play(service, *OPENING, _discard(0, "1z"), _discard(1, "2z"))
    factory.pin(PanelPins().undo).drive_low()
    panel.close()
    assert presses == [UndoPress(1000)]
    desk.pressed(presses[0])
    match = service.state.match
    assert match is not None
    assert match.hand is not None
    assert [len(seat.discards) for seat in match.hand.seats] == [1, 0, 0, 0]

"""What the panel means: lamps and buzzer follow the game, and presses find their way into it."""

import random

import pytest

from firmware_bridge.panel import Key, Lamp, Sound
from firmware_bridge.panel_buttons import Push
from table_daemon.clocks import PictureClock
from table_daemon.game.commands import (
    ChooseZuo,
    Command,
    OpenReview,
    RecordDiscard,
    StartHand,
    StartMatch,
    TurnIndicator,
)
from table_daemon.game.events import ReviewKind, Source, Witness
from table_daemon.game.state import HandState, Phase
from table_daemon.health import HealthBoard
from table_daemon.panel_desk import PanelDesk
from table_daemon.rules.tiles import Tile
from table_daemon.service import GameService, MatchDefaults
from table_daemon.store.memory import MemoryStore
from table_daemon.views import HealthLevel, HealthPart

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


def _ask(about: ReviewKind, *answers: str, of: int | None = None) -> OpenReview:
    return OpenReview(t_ms=9, about=about, question="?", answers=answers, of=of, source=CAMERA)


def _desk(service: GameService, told: Told) -> PanelDesk:
    desk = PanelDesk(told, service, PictureClock().now_ms)
    service.subscribe(desk.show)
    return desk


def _hand(service: GameService) -> HandState:
    match = service.state.match
    assert match is not None
    assert match.hand is not None
    return match.hand


def _asked(service: GameService) -> list[ReviewKind]:
    return [review.about for review in service.state.reviews]


def _last(service: GameService) -> int:
    return _hand(service).discard_order[-1]


OPENING: tuple[Command, ...] = (
    StartMatch(t_ms=1, match="m", names=("甲", "乙", "丙", "丁"), profile="tianjin", first_dealer=0, source=CAMERA),
    StartHand(t_ms=2, source=CAMERA),
    TurnIndicator(t_ms=3, tile=Tile.parse("8p"), source=CAMERA),
)


def test_the_player_to_act_is_lit_and_each_discard_gives_a_short_sound() -> None:
    service, told = _service(), Told()
    _desk(service, told)
    _play(service, *OPENING)
    assert told.lamps[0] is Lamp.ON
    _play(service, _discard(0, "1z"))
    assert (told.lamps[0], told.lamps[1]) == (Lamp.OFF, Lamp.ON)
    assert told.sounds == [Sound.SHORT]


def test_a_wild_discard_sounds_long_and_its_lamp_blinks() -> None:
    service, told = _service(), Told()
    _desk(service, told)
    _play(service, *OPENING, _discard(0, "9p"))
    assert told.sounds == [Sound.LONG]
    assert told.lamps[0] is Lamp.BLINK


def test_nothing_sounds_when_only_a_choice_changed() -> None:
    service, told = _service(), Told()
    _desk(service, told)
    _play(service, *OPENING, ChooseZuo(t_ms=4, seat=0, value=True, source=CAMERA))
    assert told.sounds == []


def test_between_hands_every_lamp_is_lit() -> None:
    service, told = _service(), Told()
    _desk(service, told).show(service.current())
    assert told.lamps == dict.fromkeys(range(4), Lamp.ON)


def test_while_people_are_asked_every_lamp_blinks_and_the_buzzer_sends_them_to_the_screen() -> None:
    service, told = _service(), Told()
    _desk(service, told)
    _play(service, *OPENING, _discard(0, "1z"))
    _play(service, _ask(ReviewKind.DISCARD_TILE, "2z", "1z", of=_last(service)))
    assert told.lamps == dict.fromkeys(range(4), Lamp.BLINK)
    assert told.sounds == [Sound.SHORT, Sound.LOOK]


def test_when_something_is_broken_every_lamp_flashes() -> None:
    service, told = _service(), Told()
    _desk(service, told)
    _play(service, *OPENING)
    service._board.tell(HealthPart.STORE, HealthLevel.BAD, "the disk is full")
    assert told.lamps == dict.fromkeys(range(4), Lamp.FLASH)
    service._board.tell(HealthPart.STORE, HealthLevel.OK)
    assert told.lamps[0] is Lamp.ON


def test_undo_takes_the_last_discard_back() -> None:
    service, told = _service(), Told()
    desk = _desk(service, told)
    _play(service, *OPENING, _discard(0, "1z"), _discard(1, "2z"))
    desk.pushed(Key.UNDO, Push.SHORT)
    assert [len(seat.discards) for seat in _hand(service).seats] == [1, 0, 0, 0]
    assert told.sounds[-1] is Sound.SHORT


def test_undo_with_nothing_to_undo_sends_people_to_the_screen() -> None:
    service, told = _service(), Told()
    desk = _desk(service, told)
    desk.pushed(Key.UNDO, Push.SHORT)
    assert told.sounds == [Sound.LOOK]


@pytest.mark.parametrize("key", [Key.SEAT0, Key.SEAT3])
def test_any_seats_button_confirms_the_likeliest_tile(key: Key) -> None:
    service, told = _service(), Told()
    desk = _desk(service, told)
    _play(service, *OPENING, _discard(0, "1z"))
    _play(service, _ask(ReviewKind.DISCARD_TILE, "2z", "1z", of=_last(service)))
    desk.pushed(key, Push.SHORT)
    assert _asked(service) == []
    assert str(_hand(service).seats[0].discards[0].tile) == "2z"
    assert told.sounds[-1] is Sound.SHORT


@pytest.mark.parametrize("seat", [1, 2])
def test_where_a_seat_is_asked_for_its_own_button_answers(seat: int) -> None:
    service, told = _service(), Told()
    desk = _desk(service, told)
    _play(service, *OPENING, _discard(0, "1z"))
    _play(service, _ask(ReviewKind.WHO_DISCARDED, "0", "1", "2", "3", of=_last(service)))
    desk.pushed(Key(seat), Push.SHORT)
    assert _asked(service) == []
    assert len(_hand(service).seats[seat].discards) == 1


def test_the_oldest_question_is_answered_first() -> None:
    service, told = _service(), Told()
    desk = _desk(service, told)
    _play(service, *OPENING, _discard(0, "1z"))
    of = _last(service)
    _play(service, _ask(ReviewKind.WHO_DISCARDED, "0", of=of), _ask(ReviewKind.DISCARD_TILE, "2z", of=of))
    desk.pushed(Key.SEAT0, Push.SHORT)
    assert _asked(service) == [ReviewKind.DISCARD_TILE]


def test_a_press_with_no_question_open_changes_nothing() -> None:
    service, told = _service(), Told()
    desk = _desk(service, told)
    _play(service, *OPENING)
    version = service.state.version
    desk.pushed(Key.SEAT1, Push.SHORT)
    assert service.state.version == version
    assert told.sounds == [Sound.LOOK]


def test_a_seat_that_says_he_is_asked_for_its_hand_and_undo_takes_it_back() -> None:
    service, told = _service(), Told()
    desk = _desk(service, told)
    _play(service, *OPENING)
    desk.pushed(Key.SEAT2, Push.LONG)
    assert _asked(service) == [ReviewKind.WINNING_HAND]
    laid = service.state.reviews[0].laid
    assert laid is not None
    assert laid.seat == 2
    desk.pushed(Key.SEAT2, Push.SHORT)  # no press in passing says that it is a false 和
    assert _asked(service) == [ReviewKind.WINNING_HAND]
    assert told.sounds[-1] is Sound.LOOK
    desk.pushed(Key.UNDO, Push.SHORT)
    assert _asked(service) == []
    assert _hand(service).phase is Phase.PLAYING


def test_he_answers_the_question_how_the_hand_ended() -> None:
    service, told = _service(), Told()
    desk = _desk(service, told)
    _play(service, *OPENING, _ask(ReviewKind.HAND_END, "荒庄", "0", "1", "2", "3"))
    desk.pushed(Key.SEAT1, Push.SHORT)
    assert _asked(service) == [ReviewKind.WINNING_HAND]


@pytest.mark.parametrize("asked", [False, True])
def test_undo_held_says_that_nobody_won(*, asked: bool) -> None:
    service, told = _service(), Told()
    desk = _desk(service, told)
    _play(service, *OPENING)
    if asked:
        _play(service, _ask(ReviewKind.HAND_END, "荒庄", "0", "1", "2", "3"))
    desk.pushed(Key.UNDO, Push.LONG)
    hand = _hand(service)
    assert hand.drawn
    assert hand.settled is not None
    assert told.sounds[-1] is Sound.SHORT


@pytest.mark.parametrize(
    "commands", [OPENING[:2], OPENING, (*OPENING, _discard(0, "1z"))], ids=["deal", "play", "discard"]
)
def test_every_state_of_a_hand_has_a_way_out_on_the_panel(commands: tuple[Command, ...]) -> None:
    service, told = _service(), Told()
    desk = _desk(service, told)
    _play(service, *commands)
    assert Lamp.ON in told.lamps.values()
    desk.pushed(Key.SEAT3, Push.LONG)  # somebody leans on a button: a question about a hand nobody laid down
    desk.pushed(Key.UNDO, Push.SHORT)
    assert _asked(service) == []
    desk.pushed(Key.UNDO, Push.LONG)
    assert _hand(service).settled is not None
    assert told.lamps == dict.fromkeys(range(4), Lamp.ON)


@pytest.mark.parametrize("key", list(Key))
def test_with_no_hand_a_long_press_changes_nothing(key: Key) -> None:
    service, told = _service(), Told()
    desk = _desk(service, told)
    desk.pushed(key, Push.LONG)
    assert service.state.version == 0
    assert told.sounds == [Sound.LOOK]


@pytest.mark.parametrize("push", [Push.STUCK, Push.FREED])
def test_a_stuck_button_does_nothing_in_the_game(push: Push) -> None:
    service, told = _service(), Told()
    desk = _desk(service, told)
    _play(service, *OPENING, _discard(0, "1z"))
    version = service.state.version
    desk.pushed(Key.UNDO, push)
    assert service.state.version == version

"""What the machine in the table does, and in what time: console, walls, shuffler, dice. Reads no clock.

The lift button raises the console when the set below is ready; pressed again, the tiles drop, the console
sinks, the four walls rise and the other set is shuffled.
"""

import heapq
from dataclasses import dataclass

from firmware_bridge.messages import (
    Act,
    Button,
    ButtonAct,
    ButtonId,
    DiceRoll,
    DiceValue,
    Drop,
    Emergency,
    Fault,
    Inputs,
    Lift,
    LiftPos,
    Power,
    Ready,
    Shuffle,
    Snapshot,
    TileCount,
    ToldByTable,
    Wall,
    WallState,
)

SEATS = range(4)
_DICE_BUTTONS = (ButtonId.DICE0, ButtonId.DICE1, ButtonId.DICE2, ButtonId.DICE3)
_WALL_INPUTS = (Inputs.WALL0, Inputs.WALL1, Inputs.WALL2, Inputs.WALL3)
_FLUTTERING: dict[str, tuple[ToldByTable, ToldByTable]] = {
    "ready": (Ready(on=False), Ready(on=True)),
    **{f"wall{seat}": (Wall(seat, WallState.RAISED), Wall(seat, WallState.DOWN)) for seat in SEATS},
    **{button.value: (Button(button, ButtonAct.DOWN), Button(button, ButtonAct.UP, 25)) for button in ButtonId},
}
_BUTTON_INPUTS = {button: Inputs[button.name] for button in ButtonId}


@dataclass(frozen=True, slots=True)
class Timings:
    """How long each movement takes; a four-port table, where sources give figures."""

    press_ms: int = 150
    """A finger on a button."""
    lift_ms: int = 1500
    """The console from one end to the other."""
    wall_ms: int = 1200
    """From the console's arrival to a raised wall; the four boards follow each other closely."""
    board_ms: int = 6000
    """How long a board stays raised."""
    dice_ms: int = 1800
    """The dice turn."""
    dice_value_ms: int = 250
    """From their standing still to the electronic reading."""
    shuffle_ms: int = 26_000
    """Four-port tables take 18 to 35 s for a set."""
    count_every_ms: int = 0
    """How often a port tells how many tiles have passed; 0: only at the end."""


FOUR_PORT = Timings(count_every_ms=1000)
EIGHT_PORT = Timings(shuffle_ms=20_000, count_every_ms=1000)
SINGLE_PORT = Timings(shuffle_ms=120_000, wall_ms=2500, count_every_ms=1000)
"""About two minutes for a set; a chain carries the walls to their sides."""
SLOW = Timings(shuffle_ms=90_000, count_every_ms=1000)
"""A four-port table that has a fault by its maker's own manual: more than 80 s for a set."""
FLUTTERS = 40
"""How often a stuck sensor changes; even, so that it ends as it began."""
FLUTTER_MS = 25


class Mechanics:
    """One table. Commands schedule what follows; ``tick`` makes it happen and tells it."""

    def __init__(self, *, timings: Timings | None = None, led_dice: bool = True) -> None:
        """Begin with the console down and a set waiting. ``led_dice``: the table tells their value."""
        self._timings = timings or Timings()
        self._led_dice = led_dice
        self._plan: list[tuple[int, int, ToldByTable]] = []
        self._planned = 0
        self._inputs = Inputs.POWER | Inputs.READY
        self._lift = LiftPos.DOWN
        self._shuffling = False
        self._ready = True

    @property
    def lift(self) -> LiftPos:
        """Where the console is."""
        return self._lift

    def snapshot(self) -> Snapshot:
        """Return how the table stands after the last ``tick``."""
        return Snapshot(self._inputs, self._lift, self._shuffling, self._ready)

    def next_ms(self) -> int | None:
        """Return when something happens next, None when nothing is on its way."""
        return self._plan[0][0] if self._plan else None

    def tick(self, now_ms: int) -> list[tuple[int, ToldByTable]]:
        """Let happen what is due, and return it with its times, oldest first."""
        happened = []
        while self._plan and self._plan[0][0] <= now_ms:
            at_ms, _, event = heapq.heappop(self._plan)
            self._happen(event)
            happened.append((at_ms, event))
        return happened

    # What people do.

    def press_lift(self, now_ms: int) -> None:
        """Press a lift button: lifts the console when the set is ready, begins the next hand when up."""
        self._press(ButtonId.LIFT1, now_ms)
        match self._lift:
            case LiftPos.DOWN if self._ready:
                self.console_up(now_ms)
            case LiftPos.UP:
                self.start_hand(now_ms)
            case LiftPos.DOWN | LiftPos.MOVING:
                pass  # the table ignores it: nothing is ready, or the console is on its way

    def press_both_lifts(self, now_ms: int) -> None:
        """Press both lift buttons: an emergency, the shuffler stops and the console rises."""
        self._press(ButtonId.LIFT1, now_ms)
        self._press(ButtonId.LIFT2, now_ms)
        self._at(now_ms, Emergency())
        if self._shuffling:
            self._forget(Shuffle, TileCount, Ready)
            self._at(now_ms, Shuffle(Act.STOP))
        self.console_up(now_ms)

    def roll_dice(self, *, seat: int, dice: tuple[int, ...], now_ms: int) -> None:
        """Press the dice button of ``seat``; the dice will show ``dice``, and tell it if electronic."""
        times = self._timings
        still_ms = now_ms + times.dice_ms
        self._press(_DICE_BUTTONS[seat], now_ms)
        self._at(now_ms, DiceRoll(Act.START, seat))
        self._at(still_ms, DiceRoll(Act.STOP, seat, times.dice_ms))
        if self._led_dice:
            self._at(still_ms + times.dice_value_ms, DiceValue(dice))

    # What the machine does, one by one, for tables and tests that need a single movement.

    def start_hand(self, now_ms: int) -> None:
        """Drop the tiles, lower the console, raise the walls, shuffle the other set."""
        self.drop(now_ms)
        self.set_ready(on=False, now_ms=now_ms)
        self.console_down(now_ms)
        down_ms = now_ms + self._timings.lift_ms
        self.raise_walls(down_ms)
        self.shuffle(down_ms)

    def console_up(self, now_ms: int) -> None:
        """Lift the console."""
        self._move_console(LiftPos.UP, now_ms)

    def console_down(self, now_ms: int) -> None:
        """Lower the console."""
        self._move_console(LiftPos.DOWN, now_ms)

    def raise_walls(self, now_ms: int) -> None:
        """Raise the four walls one closely after the other; the boards go down again by themselves."""
        for seat in SEATS:
            raised_ms = now_ms + self._timings.wall_ms + 100 * seat
            self._at(raised_ms, Wall(seat, WallState.RAISED))
            self._at(raised_ms + self._timings.board_ms, Wall(seat, WallState.DOWN))

    def drop(self, now_ms: int) -> None:
        """Tell that the played tiles went in."""
        self._at(now_ms, Drop())

    def shuffle(self, now_ms: int) -> None:
        """Shuffle and stack a set of 136; at the end its walls wait below and the ready lamp is lit."""
        end_ms = now_ms + self._timings.shuffle_ms
        self._at(now_ms, Shuffle(Act.START))
        self._count_tiles(now_ms)
        for seat in SEATS:
            self._at(end_ms, TileCount(port=seat, total=34))
            self._at(end_ms, Wall(seat, WallState.READY))
        self._at(end_ms, Shuffle(Act.STOP, self._timings.shuffle_ms))
        self._at(end_ms, Ready(on=True))

    def _count_tiles(self, now_ms: int) -> None:
        every_ms, whole_ms = self._timings.count_every_ms, self._timings.shuffle_ms
        for passed_ms in range(every_ms, whole_ms, every_ms) if every_ms else ():
            for seat in SEATS:
                self._at(now_ms + passed_ms, TileCount(port=seat, total=34 * passed_ms // whole_ms))

    def flutter(self, sensor: str, now_ms: int) -> None:
        """Let an input change again and again, as a dirty or loose sensor does. Raises KeyError for no sensor."""
        for time in range(FLUTTERS):
            self._at(now_ms + FLUTTER_MS * time, _FLUTTERING[sensor][time % 2])

    def set_ready(self, *, on: bool, now_ms: int) -> None:
        """Light the ready lamp, or let it go out."""
        self._at(now_ms, Ready(on))

    def set_fault(self, *, code: str, cleared: bool, now_ms: int) -> None:
        """Show a fault, or take it away."""
        self._at(now_ms, Fault(cleared=cleared, code=code))

    def set_power(self, *, on: bool, now_ms: int) -> None:
        """Switch the table's supply; without it every movement stops where it is."""
        if not on:
            self._plan.clear()
        self._at(now_ms, Power(on))

    def _press(self, button: ButtonId, now_ms: int) -> None:
        held_ms = self._timings.press_ms
        self._at(now_ms, Button(button, ButtonAct.DOWN))
        self._at(now_ms + held_ms, Button(button, ButtonAct.UP, held_ms))

    def _move_console(self, end: LiftPos, now_ms: int) -> None:
        self._at(now_ms, Lift(LiftPos.MOVING))
        self._at(now_ms + self._timings.lift_ms, Lift(end))

    def _at(self, at_ms: int, event: ToldByTable) -> None:
        self._planned += 1  # keeps the order of what happens at the same time
        heapq.heappush(self._plan, (at_ms, self._planned, event))

    def _forget(self, *kinds: type) -> None:
        self._plan = [item for item in self._plan if not isinstance(item[2], kinds)]
        heapq.heapify(self._plan)

    def _happen(self, event: ToldByTable) -> None:
        match event:
            case Lift(pos):
                self._lift = pos
            case Shuffle(act):
                self._shuffling = act is Act.START
            case Ready(on):
                self._ready = on
            case _:
                pass  # the others leave no state behind but that of their input
        behind = input_of(event)
        if behind is not None:
            bit, active = behind
            self._inputs = self._inputs | bit if active else self._inputs & ~bit


def input_of(event: ToldByTable) -> tuple[Inputs, bool] | None:
    """Return the input that brings an event about and whether it is active then; None where none does.

    >>> input_of(Wall(2, WallState.DOWN))
    (<Inputs.WALL2: 1024>, False)
    """
    match event:
        case Shuffle(act) | DiceRoll(act):
            return (Inputs.SHUFFLE_MOTOR if isinstance(event, Shuffle) else Inputs.DICE_MOTOR), act is Act.START
        case Ready(on) | Power(on):
            return (Inputs.READY if isinstance(event, Ready) else Inputs.POWER), on
        case Wall(seat, state):
            return _WALL_INPUTS[seat], state is WallState.RAISED
        case Button(button, act):
            return _BUTTON_INPUTS[button], act is ButtonAct.DOWN
        case _:
            return None

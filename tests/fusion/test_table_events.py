"""What the link says, as commands: hands begin, dice count in their own hand, an end is drawn or asked about."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware_bridge.messages import (
    Button,
    ButtonAct,
    ButtonId,
    Drop,
    Emergency,
    Fault,
    Inputs,
    Lift,
    LiftPos,
    LinkLost,
    LinkUp,
    Mode,
    Ready,
    Snapshot,
    TableEvent,
    TelemetryGap,
    Wall,
    WallState,
)
from table_daemon.fusion.seats import SIDES
from table_daemon.fusion.table_events import MISCOUNTED, is_spent
from table_daemon.game.commands import EndMatch
from table_daemon.game.events import DiceThrown, HandDrawn, HandStarted, ReviewKind, ReviewOpened, Settled
from tests.fusion.harness import PERSON
from tests.fusion.seen import place, seen
from tests.fusion.tables import IN_FRONT, INDICATOR_AT, Dealt


def kinds(table: Dealt, *wanted: type) -> list[str]:
    return [type(event).__name__ for event in table.events() if isinstance(event, wanted)]


def thrown(table: Dealt) -> list[tuple[int, ...]]:
    """The dice of the open hand."""
    return [throw.dice for throw in table.hand.dice]


def hands(table: Dealt) -> int:
    return len(kinds(table, HandStarted))


def test_four_walls_are_one_hand() -> None:
    table = Dealt(indicator=None)
    table.walls()
    assert hands(table) == 1
    table.walls()
    assert hands(table) == 1


def test_two_throws_are_recorded_with_their_seats_and_a_third_is_not() -> None:
    table = Dealt(indicator=None, dealer=1)
    table.walls()
    for seat, dice in [(1, (3, 4)), (3, (6, 6)), (0, (1, 1))]:
        table.dice(seat, *dice)
    assert [(throw.seat, throw.dice) for throw in table.hand.dice] == [(1, (3, 4)), (3, (6, 6))]


def test_dice_of_an_earlier_hand_do_not_count_in_the_next_one() -> None:
    """Somebody played with the button after the throws that counted."""
    table = Dealt()
    table.dice(0, 6, 6)
    table.throw("1z", IN_FRONT[0])
    table.dice(1, 5, 5)
    table.walls()
    table.dice(0, 1, 2)
    assert hands(table) == 2
    assert thrown(table) == [(1, 2)]


def test_a_roll_before_the_walls_are_up_is_forgotten() -> None:
    table = Dealt(indicator=None)
    table.dice(0, 6, 6)
    table.walls()
    table.dice(0, 1, 2)
    assert [event.dice for event in table.events() if isinstance(event, DiceThrown)] == [(1, 2)]


@pytest.mark.parametrize(
    "event",
    [
        Wall(seat=0, state=WallState.READY),
        Wall(seat=0, state=WallState.DOWN),
        Lift(LiftPos.DOWN),
        Lift(LiftPos.MOVING),
        Drop(),
        Ready(on=True),
        Button(ButtonId.LIFT1, ButtonAct.DOWN),
        Emergency(),
        Mode(3),
        Fault(cleared=False, code="E4"),
        LinkLost(),
        LinkUp(),
        TelemetryGap(missed=3),
    ],
)
def test_the_rest_of_what_the_machine_says_changes_no_hand(event: TableEvent) -> None:
    table = Dealt()
    table.throw("1z", IN_FRONT[0])
    before = table.state
    table.tell(event, after_ms=5_000)
    table.look()
    assert table.state == before


def test_a_console_that_rises_in_an_untouched_hand_means_nothing() -> None:
    table = Dealt()
    table.console_up()
    table.look(after_ms=5_000)
    assert table.questions() == 0


def test_a_console_that_rises_before_anybody_won_is_asked_about_once_after_a_while() -> None:
    table = Dealt()
    table.throw("1z", IN_FRONT[0])
    table.console_up()
    table.look()
    assert table.questions() == 0
    table.look(times=5, after_ms=1_000)
    assert table.questions() == 1
    review = next(event for event in table.events() if isinstance(event, ReviewOpened))
    assert review.about is ReviewKind.HAND_END


@pytest.mark.parametrize(("lift", "asked"), [(LiftPos.UP, 1), (LiftPos.DOWN, 0)])
def test_a_console_found_up_when_the_line_begins_counts_from_the_first_picture(lift: LiftPos, asked: int) -> None:
    table = Dealt()
    table.throw("1z", IN_FRONT[0])
    table.tell(Snapshot(Inputs(0), lift, shuffling=False, ready=True))
    table.look(after_ms=5_000)
    assert table.questions() == 0
    table.look(times=2, after_ms=1_000)
    assert table.questions() == asked


def test_full_walls_that_nobody_heard_rise_over_an_unfinished_hand_ask_and_go_on() -> None:
    table = Dealt()
    table.throw("1z", IN_FRONT[0])
    table.tell(LinkUp())
    table.lying = [seen("back", place(seat, 31.0 * k - 248.0, 290.0)) for seat in range(4) for k in range(17)]
    table.look(times=2)
    assert table.questions() == 1
    table.dice(0, 1, 2)
    assert hands(table) == 2


def test_new_walls_over_an_unfinished_hand_ask_and_go_on() -> None:
    table = Dealt()
    table.throw("1z", IN_FRONT[0])
    table.walls()
    assert table.questions() == 1
    table.dice(0, 1, 2)
    assert hands(table) == 2
    assert table.questions() == 1


def test_a_console_that_rises_over_a_spent_wall_draws_the_hand() -> None:
    table = Dealt()
    wall = table.hand.wall_left
    assert wall is not None
    faces = [f"{n}{suit}" for suit in "mps" for n in range(1, 10)] + [f"{n}z" for n in range(1, 8)]
    faces = [face for face in faces if face not in {"8p", "9p", "1p"}]
    spots = [(x * 36.0, y * 46.0) for y in (-5, -4, -3, -2, 2, 3, 4, 5) for x in range(-6, 7)]
    for k in range(wall + 1):
        table.look(hands=(SIDES[table.hand.to_act],), still=False)
        table.throw(faces[k % len(faces)], spots[k])
    assert table.hand.wall_left == 0
    table.console_up()
    table.look(after_ms=2_000)
    assert kinds(table, HandDrawn, Settled) == ["HandDrawn", "Settled"]
    assert table.questions() == 0


def test_walls_after_a_match_that_was_ended_in_mid_hand_ask_nothing() -> None:
    """They begin the next match's first hand; the ended one is nobody's business any more."""
    table = Dealt()
    table.throw("1z", IN_FRONT[0])
    table.carry_out(EndMatch(t_ms=table.t_ms, source=PERSON))
    before = len(table.rejections)
    table.walls()
    table.look(after_ms=5_000)
    assert table.questions() == 0
    # The daemon would begin the default match here; without one the game refuses the hand, once a rise.
    assert len(table.rejections) - before <= 4
    table.start_match(first_dealer=2)
    table.walls()
    assert hands(table) == 2
    assert table.hand.number == 1


def test_a_match_ended_in_mid_hand_is_not_tracked_any_longer() -> None:
    table = Dealt()
    table.carry_out(EndMatch(t_ms=table.t_ms, source=PERSON))
    table.throw("1z", place(0, 0, 150))
    table.look(times=4)
    assert table.rejections == []


def test_a_picture_from_before_the_walls_rose_tells_nothing_of_the_new_hand() -> None:
    """Nobody's hands were away long enough for a still picture between the hands."""
    table = Dealt(indicator=None)
    table.lay(seen("8p", INDICATOR_AT), seen("1z", IN_FRONT[0]))
    table.walls()
    assert table.hand.indicator is None
    assert table.hand.discard_order == ()


def test_a_wall_that_the_camera_sees_spent_ends_a_hand_whose_count_is_a_little_off() -> None:
    table = Dealt()
    table.throw("5m", IN_FRONT[0])
    hand = table.hand
    wall = hand.wall_left
    assert wall is not None
    assert wall > MISCOUNTED
    assert not is_spent(hand, seen=True)
    near = replace(hand, draws=hand.draws + wall - 1)
    assert is_spent(near, seen=True)
    assert not is_spent(near, seen=False)
    assert not is_spent(replace(near, must_draw=False), seen=True)
    assert is_spent(replace(near, dice=()), seen=True)
    assert is_spent(replace(near, draws=near.draws + 1), seen=False)

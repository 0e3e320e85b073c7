"""What is asked of the time in which nobody looked, and of play that goes on after a hand was won."""

from __future__ import annotations

import pytest

from table_daemon.fusion.absence import chance, false_hu_rate
from table_daemon.fusion.evidence import Absence
from table_daemon.game.asking import ReviewReason
from table_daemon.game.commands import AnswerReview
from table_daemon.game.events import FalseHu, HandWon, ReviewKind, ReviewOpened
from table_daemon.game.state import Phase
from tests.fusion.harness import PERSON
from tests.fusion.seen import place, row, seen
from tests.fusion.tables import Dealt
from vision.observation import SeenTile

LABELS = ("1z", "2z", "3z", "4z", "5z", "6z", "7z", "1s")
WINS = "3m 4m 5m 1m 2m 3m 1z 1z 1z 7z 7z 4s 5s"


def asked(table: Dealt) -> list[ReviewKind]:
    return [event.about for event in table.events() if isinstance(event, ReviewOpened)]


def answer(table: Dealt, choice: str) -> None:
    review = table.state.reviews[-1].review
    said = AnswerReview(t_ms=table.t_ms, review=review, choice=choice, source=PERSON)
    assert table.carry_out(said) is None


def playing(*, mistaken: bool = True, pace_ms: int = 3_000) -> Dealt:
    """A table at which eight discards were seen, at that pace, and before them somebody's false 和."""
    table = Dealt()
    if mistaken:
        loses = row(0, "1m 3m 5m 7m 9m 1p 3p 5p 7p 1s 3s 5s 7s 1z", u=-290, v=375, confidence=0.9995)
        table.lay(*loses)
        table.lying = table.lying[: -len(loses)]
        table.look()
        assert [event.seat for event in table.events() if isinstance(event, FalseHu)] == [0]
    for k, label in enumerate(LABELS):
        table.t_ms += pace_ms - 100
        table.throw(label, place(k % 4, 40.0 * (k // 4), 150))
    return table


def away(table: Dealt, ms: int, *thrown: str) -> None:
    """Nobody looks for a while, in which tiles are thrown in turn."""
    table.lying += [seen(label, place(k % 4, 40.0 * (k // 4), 195)) for k, label in enumerate(thrown)]
    table.look(after_ms=ms)
    table.look(times=2)


def laid(seat: int) -> list[SeenTile]:
    tiles = row(seat, WINS, u=-290, v=375, confidence=0.9995)
    return [*tiles, seen("6s", place(seat, -290 + 31 * 13 + 21, 375), confidence=0.9995)]


def test_time_that_no_discard_explains_is_asked_about_once() -> None:
    table = playing()
    away(table, 14_000, "2s")
    assert asked(table) == [ReviewKind.FALSE_HU]
    assert (table.state.reviews[-1].reason, table.state.reviews[-1].seat) == (ReviewReason.LAID_UNSEEN, None)
    table.look(times=5)
    table.throw("3s", place(1, 0.0, 195))
    assert asked(table) == [ReviewKind.FALSE_HU]


def test_time_that_the_discards_explain_is_no_question() -> None:
    table = playing()
    away(table, 9_500, "2s", "3s", "4s")
    assert asked(table) == []


def test_a_short_absence_hides_no_hand() -> None:
    table = playing()
    away(table, 6_000)
    assert asked(table) == []


def test_who_is_named_made_a_false_claim_and_play_goes_on() -> None:
    table = playing()
    away(table, 14_000, "2s")
    answer(table, "3 丁")
    claims = [(event.seat, len(event.hand)) for event in table.events() if isinstance(event, FalseHu)]
    assert claims == [(0, 14), (3, 0)]
    assert table.hand.seats[3].false_hu is not None
    table.throw("3s", place(1, 0.0, 195))
    assert len(table.hand.discard_order) == 10


def test_that_nobody_claimed_changes_nothing() -> None:
    table = playing()
    away(table, 14_000, "2s")
    answer(table, "none")
    assert [seat.false_hu is not None for seat in table.hand.seats] == [True, False, False, False]


@pytest.mark.parametrize("clock_ms", [-3_600_000, 2 * 365 * 24 * 3_600_000])
def test_a_clock_that_was_set_is_no_absence(clock_ms: int) -> None:
    table = playing()
    away(table, clock_ms)
    assert asked(table) == []


def test_people_who_never_lay_down_a_hand_in_error_are_hardly_suspected_of_it() -> None:
    hand, blind = playing().hand, Absence(since_ms=0, until_ms=30_000, discards=0)
    often, never = chance(blind, 7, hand, 0.1), chance(blind, 7, hand, 0.001)
    assert often > 50 * never
    assert never < 0.001


def test_claims_in_error_are_counted_over_the_match() -> None:
    rates = [false_hu_rate(table.state.match) for table in (playing(mistaken=False), playing()) if table.state.match]
    assert rates[1] > 20 * rates[0]


def test_nobody_is_asked_where_nobody_lays_hands_down_in_error() -> None:
    table = playing(mistaken=False)
    away(table, 14_000, "2s")
    assert asked(table) == []


def won() -> tuple[Dealt, list[SeenTile]]:
    table = Dealt()
    table.lay(seen("back", (200.0, 290.0)))
    for k, label in enumerate(LABELS[:5]):
        table.throw(label, place(k % 4, 40.0 * (k // 4), 150))
    hand = laid(1)
    table.lay(*hand)
    assert table.hand.phase is Phase.SETTLED
    return table, hand


def test_a_win_after_which_play_goes_on_is_asked_about_and_can_be_taken_back() -> None:
    table, hand = won()
    table.look(times=3)
    table.lying = [tile for tile in table.lying if not any(tile is laid_down for laid_down in hand)]
    table.look(times=3)
    assert asked(table) == []
    table.throw("2s", place(1, 0.0, 195))
    table.throw("3s", place(2, 0.0, 195))
    table.look(times=3)
    assert asked(table) == [ReviewKind.FALSE_HU]
    assert (table.state.reviews[-1].reason, table.state.reviews[-1].seat) == (ReviewReason.PLAYED_ON, 1)
    answer(table, table.state.reviews[-1].answers[0])
    table.look(times=2)
    assert table.hand.phase is Phase.PLAYING
    assert table.state.match is not None
    assert table.state.match.scores == (0, 0, 0, 0)
    assert table.hand.seats[1].false_hu is not None
    assert [str(table.hand.seats[seat].discards[-1].tile) for seat in (1, 2)] == ["2s", "3s"]
    assert sum(isinstance(event, HandWon) for event in table.events()) == 1


def test_the_answer_that_it_was_won_leaves_it_won() -> None:
    table, hand = won()
    table.lying = [tile for tile in table.lying if not any(tile is laid_down for laid_down in hand)]
    table.throw("2s", place(1, 0.0, 195))
    table.look(times=3)
    scores = table.state.match.scores if table.state.match else None
    answer(table, "none")
    table.look(times=3)
    assert table.hand.phase is Phase.SETTLED
    assert table.state.match is not None
    assert table.state.match.scores == scores
    assert asked(table) == [ReviewKind.FALSE_HU]


def test_tiles_pushed_together_after_a_win_are_no_play() -> None:
    table, hand = won()
    table.lying = [tile for tile in table.lying if not any(tile is laid_down for laid_down in hand)][:-2]
    table.lay(*(seen(label, place(2, 40.0 * k, 200)) for k, label in enumerate(("1m", "2m", "3m"))))
    table.look(times=5)
    assert asked(table) == []

"""Single acts on a dealt table: the indicator, discards in turn order, nudges, take-backs and a spent wall."""

from __future__ import annotations

from dataclasses import replace

import pytest

from table_daemon.game.events import (
    Discarded,
    DiscardRetracted,
    FoulFound,
    IndicatorTurned,
    ReviewKind,
    ReviewOpened,
    Witness,
)
from table_daemon.rules.tiles import Tile
from tests.fusion.seen import place, seen
from tests.fusion.tables import IN_FRONT, INDICATOR_AT, Dealt
from vision.observation import Side


def discards(table: Dealt) -> list[tuple[int, str]]:
    return [(e.seat, str(e.tile)) for e in table.events() if isinstance(e, Discarded)]


def reviews(table: Dealt) -> list[ReviewKind]:
    return [e.about for e in table.events() if isinstance(e, ReviewOpened)]


def standing(table: Dealt) -> list[str]:
    return [str(d.tile) for seat in table.hand.seats for d in seat.discards]


@pytest.mark.parametrize(
    ("confidence", "second_confidence", "second"),
    [(0.98, 0.015, "2s"), (0.6, 0.3, "2s"), (0.6, 0.1, None), (0.995, 0.004, None)],
)
def test_what_a_doubtful_discard_may_also_be_is_written_down(
    confidence: float, second_confidence: float, second: str | None
) -> None:
    table = Dealt("9m")
    table.lay(replace(seen("4s", IN_FRONT[0], confidence, "2s"), second_confidence=second_confidence))
    table.look(times=3)
    (thrown,) = (e for e in table.events() if isinstance(e, Discarded))
    assert (thrown.sure, thrown.second and str(thrown.second)) == (confidence > 0.99, second)


def test_the_indicator_on_the_wall_names_the_wilds() -> None:
    table = Dealt("9m")
    assert table.hand.indicator == Tile.parse("9m")
    assert [str(tile) for tile in table.hand.wilds] == ["9m", "1m"]
    source = next(e.source for e in table.events() if isinstance(e, IndicatorTurned))
    assert (source.witness, source.place_mm) == (Witness.CAMERA, INDICATOR_AT)
    assert source.picture is not None


def test_a_doubtful_indicator_is_looked_at_again_and_then_asked_about_with_its_readings() -> None:
    table = Dealt(indicator=None)
    table.walls()
    table.lay(seen("8p", INDICATOR_AT, confidence=0.6, second="9p"))
    table.look()
    assert reviews(table) == []
    table.look(times=4)
    assert reviews(table) == [ReviewKind.INDICATOR_TILE]
    review = next(e for e in table.events() if isinstance(e, ReviewOpened))
    assert review.answers == ("8p 八饼", "9p 九饼")
    assert table.hand.indicator is None


def test_a_doubtful_indicator_that_becomes_clear_is_recorded() -> None:
    table = Dealt(indicator=None)
    table.walls()
    table.lay(seen("8p", INDICATOR_AT, confidence=0.6))
    table.lying.clear()
    table.lay(seen("9p", INDICATOR_AT, confidence=0.97))
    assert table.hand.indicator == Tile.parse("9p")
    assert reviews(table) == []


@pytest.mark.parametrize("dealer", range(4))
def test_discards_go_round_from_the_dealer(dealer: int) -> None:
    table = Dealt(dealer=dealer)
    for k, label in enumerate(["1z", "2z", "3z", "4z", "5z"]):
        table.throw(label, place((dealer + k) % 4, 40.0 * (k // 4), 150))
    assert discards(table) == [((dealer + k) % 4, f"{k + 1}z") for k in range(5)]


def test_two_discards_in_one_look_are_told_apart_by_where_they_lie() -> None:
    table = Dealt()
    table.lay(seen("2z", IN_FRONT[1]), seen("1z", IN_FRONT[0]))
    assert discards(table) == [(0, "1z"), (1, "2z")]


def test_the_same_tiles_seen_again_change_nothing() -> None:
    table = Dealt()
    table.throw("1z", IN_FRONT[0])
    before = table.state
    table.look(times=20)
    assert table.state == before


def test_a_discard_keeps_its_reading_when_a_later_look_reads_otherwise() -> None:
    table = Dealt()
    tile = table.throw("1z", IN_FRONT[0])
    for label in ("2z", "1z", "2z", "3m"):
        table.lying.remove(tile)
        tile = seen(label, IN_FRONT[0])
        table.lay(tile)
    assert discards(table) == [(0, "1z")]


@pytest.mark.parametrize("by", [(15.0, 0.0), (0.0, -14.0), (10.0, 10.0), (40.0, 0.0)])
def test_a_nudged_tile_is_no_new_discard_and_no_take_back(by: tuple[float, float]) -> None:
    table = Dealt()
    tile = table.throw("1z", IN_FRONT[0])
    table.lying.remove(tile)
    x, y = IN_FRONT[0]
    table.lay(seen("1z", (x + by[0], y + by[1])))
    table.look(times=5)
    assert discards(table) == [(0, "1z")]
    assert standing(table) == ["1z"]


def test_a_tile_nudged_again_and_again_is_followed() -> None:
    table = Dealt()
    table.throw("1z", IN_FRONT[0])
    for k in range(1, 8):
        table.lying.pop()
        table.lay(seen("1z", (30.0 * k, 150.0)))
    assert discards(table) == [(0, "1z")]


def test_a_discard_taken_back_is_retracted_after_a_few_looks() -> None:
    table = Dealt()
    tile = table.throw("1z", IN_FRONT[0])
    table.take(tile)
    assert standing(table) == ["1z"]
    table.look(times=3)
    assert standing(table) == []
    assert isinstance(table.newest(), DiscardRetracted)
    table.throw("2z", IN_FRONT[0])
    assert discards(table)[-1] == (0, "2z")


def test_a_tile_under_a_hand_is_not_taken_back() -> None:
    table = Dealt()
    tile = table.throw("1z", IN_FRONT[0])
    table.lying.remove(tile)
    table.look(times=30, hands=(Side.BOTTOM,))
    assert standing(table) == ["1z"]
    table.lay(tile)
    assert discards(table) == [(0, "1z")]


def test_an_older_tile_that_is_not_found_is_not_taken_back() -> None:
    table = Dealt()
    first = table.throw("1z", IN_FRONT[0])
    table.throw("2z", IN_FRONT[1])
    table.take(first)
    table.look(times=10)
    assert standing(table) == ["1z", "2z"]


def test_tiles_pushed_into_the_machine_are_neither_discards_nor_take_backs() -> None:
    table = Dealt()
    for k, label in enumerate(["1z", "2z", "3z", "4z", "5z", "6z"]):
        table.throw(label, place(k % 4, 40.0 * (k // 4), 150))
    labels = [tile.label.value for tile in table.lying[1:]]
    table.lying = [seen(label, (35.0 * k - 80.0, 110.0)) for k, label in enumerate(labels)]
    table.look(times=2)
    table.lying = []
    table.look(times=10)
    assert len(discards(table)) == 6
    assert len(standing(table)) == 6


def test_tiles_thrown_while_nobody_looked_are_recorded_unsure_where_they_lie() -> None:
    table = Dealt()
    table.lay(*(seen(f"{k}z", place(k % 4, 40.0 * (k // 4), 150)) for k in range(1, 8)))
    table.look(times=3)
    assert len(standing(table)) == 7
    thrown = [event for event in table.events() if isinstance(event, Discarded)]
    assert [event.seat for event in thrown] == [0, 1, 2, 3, 1, 2, 3]
    assert not any(event.sure for event in thrown)
    assert reviews(table) == []


def test_a_table_swept_bare_takes_no_discard_back() -> None:
    table = Dealt()
    table.throw("1z", IN_FRONT[0])
    table.lying.clear()
    table.look(times=6)
    assert standing(table) == ["1z"]


def test_a_doubtful_discard_waits_and_is_recorded_as_probable() -> None:
    table = Dealt()
    table.lay(seen("1z", IN_FRONT[0], confidence=0.7))
    assert discards(table) == []
    table.look(times=3)
    (event,) = [e for e in table.events() if isinstance(e, Discarded)]
    assert not event.sure
    assert event.source.confidence == 0.7


def test_a_doubtful_discard_that_becomes_clear_is_recorded_as_it_then_reads() -> None:
    table = Dealt()
    table.lay(seen("1z", IN_FRONT[0], confidence=0.7))
    table.lying.pop()
    table.lay(seen("2z", IN_FRONT[0], confidence=0.98))
    assert discards(table) == [(0, "2z")]


def test_nothing_is_recorded_from_a_reading_that_is_hardly_one() -> None:
    table = Dealt()
    table.lay(seen("1z", IN_FRONT[0], confidence=0.3))
    table.look(times=10)
    assert discards(table) == []


def test_a_fifth_copy_is_not_believed_beyond_doubt() -> None:
    table = Dealt()
    for k in range(5):
        table.throw("1z", place(k % 4, 40.0 * (k // 4), 150))
    sure = [e.sure for e in table.events() if isinstance(e, Discarded)]
    assert sure == [True] * 4 + [False]


def test_the_indicator_counts_among_the_copies() -> None:
    table = Dealt("1z")
    for k in range(4):
        table.throw("1z", place(k % 4, 0, 150))
    assert [e.sure for e in table.events() if isinstance(e, Discarded)] == [True] * 3 + [False]


def test_a_discarded_wild_is_a_foul_at_once() -> None:
    table = Dealt("8p")
    table.throw("9p", IN_FRONT[0])
    assert isinstance(table.newest(), FoulFound)


def test_a_tile_in_front_of_another_whose_hand_came_in_is_put_to_people() -> None:
    table = Dealt()
    table.look(hands=(Side.TOP,), still=False)
    table.throw("1z", IN_FRONT[2])
    assert discards(table) == []  # a meld that explains it may come into sight
    table.look(times=2)
    assert discards(table) == [(2, "1z")]
    assert [e.sure for e in table.events() if isinstance(e, Discarded)] == [False]
    table.look()
    assert reviews(table) == [ReviewKind.WHO_DISCARDED]
    question = next(e for e in table.events() if isinstance(e, ReviewOpened))
    assert question.source.place_mm == IN_FRONT[2]
    assert [answer.split()[0] for answer in question.answers] == ["0", "1", "2", "3"]
    assert all(len(answer.split()) > 1 for answer in question.answers)
    table.look(times=5)
    assert len(reviews(table)) == 1


def test_a_discard_whose_meld_comes_into_sight_later_is_nobodys_question() -> None:
    table = Dealt("8p")
    claimed = table.throw("5z", IN_FRONT[0])
    table.take(claimed)
    table.look(hands=(Side.TOP,), still=False)
    table.throw("1z", IN_FRONT[2])
    assert discards(table) == [(0, "5z")]
    table.meld(2, "5z 5z 5z")
    table.look(times=3)
    assert discards(table) == [(0, "5z"), (2, "1z")]
    assert reviews(table) == []


def test_backs_and_tiles_on_the_console_are_no_discards() -> None:
    table = Dealt()
    table.lay(seen("back", IN_FRONT[0]), seen("1z", (10.0, -20.0)), seen("other", IN_FRONT[1]))
    table.look(times=5)
    assert discards(table) == []


def test_a_doubtful_discard_is_recorded_in_its_turn_once_the_next_is_thrown() -> None:
    table = Dealt()
    table.lay(seen("2s", place(0, 60, 120), confidence=0.8))
    table.look(hands=(Side.RIGHT,), still=False)
    table.throw("1z", place(1, -60, 120))
    assert discards(table) == [(0, "2s"), (1, "1z")]
    assert [e.sure for e in table.events() if isinstance(e, Discarded)] == [False, True]
    assert reviews(table) == []


def test_a_hand_that_came_in_later_says_nothing_of_a_doubtful_discard() -> None:
    """Seat 1 draws while seat 0's tile, which lies rather before seat 1, is looked at again."""
    table = Dealt()
    table.look(hands=(Side.BOTTOM,), still=False)
    table.lay(seen("2s", place(1, -60, 120), confidence=0.8))
    table.look(hands=(Side.RIGHT,), still=False)
    table.look(times=3)
    assert discards(table) == [(0, "2s")]
    assert reviews(table) == []


def test_a_probable_discard_tells_its_other_reading() -> None:
    """A wild that is not sure is asked about with what else it may be."""
    table = Dealt("8p")
    table.lay(seen("9p", IN_FRONT[0], confidence=0.7, second="6p"))
    table.look(times=3)
    (review,) = [e for e in table.events() if isinstance(e, ReviewOpened)]
    assert [answer.split()[0] for answer in review.answers] == ["9p", "6p", "none"]

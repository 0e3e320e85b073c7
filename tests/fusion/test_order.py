"""Order told from place, hands and what is missing: tiles that wait, haste, take-backs, tiles out of turn."""

from __future__ import annotations

import pytest

from table_daemon.game.commands import RecordDiscard
from table_daemon.game.events import Discarded, DiscardRetracted, FalseHu, HandWon, MeldMade, ReviewKind, ReviewOpened
from table_daemon.game.state import Phase
from table_daemon.rules.tiles import Tile
from tests.fusion.harness import PERSON
from tests.fusion.seen import place, row, seen
from tests.fusion.tables import IN_FRONT, Dealt
from vision.observation import SeenTile, Side

SIDES = (Side.BOTTOM, Side.RIGHT, Side.TOP, Side.LEFT)
WINS = "3m 4m 5m 1m 2m 3m 1z 1z 1z 7z 7z 4s 5s"


def standing(table: Dealt) -> list[tuple[int, str, bool]]:
    """Seat, tile and whether sure of the discards that were not taken back, in their order."""
    found = sorted((d.event, s, str(d.tile), d.sure) for s, seat in enumerate(table.hand.seats) for d in seat.discards)
    return [(seat, tile, sure) for _, seat, tile, sure in found]


def asked(table: Dealt) -> list[ReviewKind]:
    return [e.about for e in table.events() if isinstance(e, ReviewOpened)]


def reach(table: Dealt, *seats: int) -> None:
    table.look(hands=tuple(SIDES[seat] for seat in seats), still=False)


def laid(seat: int) -> list[SeenTile]:
    hand = row(seat, WINS, u=-290, v=375)
    return [*hand, seen("6s", place(seat, -290 + 31 * 13 + 21, 375))]


def test_a_hand_laid_down_while_the_discard_before_it_is_read_wins_in_turn() -> None:
    table = Dealt()
    table.lay(seen("9s", IN_FRONT[0], confidence=0.6, second="8s"))
    assert standing(table) == []
    table.lay(*laid(1))
    assert standing(table) == [(0, "9s", False)]
    assert [e.winner for e in table.events() if isinstance(e, HandWon)] == [1]
    assert asked(table) == []


def test_clear_and_doubtful_tiles_of_one_look_keep_their_order_when_play_goes_on() -> None:
    table = Dealt()
    table.lay(seen("6z", IN_FRONT[0]), seen("4s", IN_FRONT[1], confidence=0.6, second="2s"))
    assert standing(table) == []
    table.throw("8m", IN_FRONT[2])
    assert standing(table) == [(0, "6z", True), (1, "4s", False), (2, "8m", True)]


def test_a_pushed_tile_that_reads_otherwise_now_is_no_new_discard() -> None:
    table = Dealt()
    tile = table.throw("8p", IN_FRONT[0])
    table.lying.remove(tile)
    x, y = IN_FRONT[0]
    table.lay(seen("6p", (x + 12, y + 10), confidence=0.6, second="8p"))
    table.look(times=4)
    assert standing(table) == [(0, "8p", True)]


def test_a_surely_misread_discard_is_what_lies_in_the_meld_that_took_it() -> None:
    table = Dealt()
    tile = table.throw("5p", IN_FRONT[0])
    table.meld(3, "7p 7p 7p", take=tile)
    assert standing(table) == [(0, "7p", True)]
    assert [(e.seat, e.meld.from_seat) for e in table.events() if isinstance(e, MeldMade)] == [(3, 0)]
    assert asked(table) == []


def test_a_meld_takes_the_tile_that_waited_not_the_like_one_that_still_lies_there() -> None:
    table = Dealt()
    table.lay(seen("1z", IN_FRONT[0], confidence=0.6, second="2z"))
    waiting = seen("1z", IN_FRONT[1], confidence=0.6, second="2z")
    table.lay(waiting)
    table.meld(3, "1z 1z 1z", take=waiting)
    assert [(e.seat, e.meld.from_seat) for e in table.events() if isinstance(e, MeldMade)] == [(3, 1)]
    assert [seat for seat, _, _ in standing(table)] == [0, 1]
    assert asked(table) == []


@pytest.mark.parametrize("laid", ["back 2z 2z back", "back 9p 9p back"])
def test_a_kong_of_ones_own_follows_the_discard_that_is_still_being_read(laid: str) -> None:
    table = Dealt()
    table.throw("5m", IN_FRONT[0])
    table.lay(seen("3z", IN_FRONT[1], confidence=0.7, second="1z"))
    table.meld(2, laid, u=296)
    assert standing(table) == [(0, "5m", True), (1, "3z", False)]
    assert [e.seat for e in table.events() if isinstance(e, MeldMade)] == [2]
    assert (table.hand.to_act, table.hand.kongs_in_a_row) == (2, 1)


def test_a_discard_taken_back_while_the_next_player_throws_at_once_keeps_the_order() -> None:
    table = Dealt()
    table.throw("5m", IN_FRONT[0])
    tile = table.throw("1m", IN_FRONT[1])
    table.look()
    reach(table, 1, 2)
    table.lying.remove(tile)
    table.lay(seen("1p", place(1, 60, 190)), seen("4z", IN_FRONT[2]))
    assert standing(table) == [(0, "5m", True), (1, "1p", True), (2, "4z", True)]
    assert sum(isinstance(e, DiscardRetracted) for e in table.events()) == 1


def test_a_tile_thrown_out_of_turn_before_its_player_alone_is_believed_after_a_while() -> None:
    table = Dealt()
    table.throw("5m", IN_FRONT[0])
    reach(table, 2)
    table.throw("4z", IN_FRONT[2])
    assert standing(table) == [(0, "5m", True)]
    table.look(times=3)
    assert standing(table) == [(0, "5m", True), (2, "4z", True)]
    assert asked(table) == []
    assert table.hand.to_act == 3


def test_a_tile_thrown_out_of_turn_and_claimed_at_once_came_from_where_it_lay() -> None:
    table = Dealt()
    table.throw("5m", IN_FRONT[0])
    reach(table, 2)
    tile = table.throw("4z", IN_FRONT[2])
    table.meld(0, "4z 4z 4z", take=tile)
    assert [(e.seat, e.meld.from_seat) for e in table.events() if isinstance(e, MeldMade)] == [(0, 2)]


@pytest.mark.parametrize(("label", "second"), [("9p", "8p"), ("8p", "9p")])
def test_a_doubtful_tile_whose_readings_are_both_wild_accuses_nobody_unasked(label: str, second: str) -> None:
    table = Dealt()  # 8p and 9p are wild
    table.throw("5m", IN_FRONT[0])
    table.lay(seen(label, IN_FRONT[1], confidence=0.58, second=second))
    table.look(times=4)
    assert table.hand.seats[1].foul is None
    assert asked(table) == [ReviewKind.DISCARD_TILE]


@pytest.mark.parametrize("confidence", [0.8, 0.9])
def test_a_plain_tile_is_asked_about_while_there_is_some_chance_that_it_is_a_wild(confidence: float) -> None:
    table = Dealt()
    table.throw("5m", IN_FRONT[0])
    table.lay(seen("7p", IN_FRONT[1], confidence=confidence, second="9p"))
    table.look(times=4)
    assert asked(table) == [ReviewKind.DISCARD_TILE]
    assert table.hand.seats[1].foul is None


def test_the_second_reading_is_taken_when_the_first_would_be_a_fifth_copy() -> None:
    table = Dealt()
    for seat in range(4):
        table.throw("3s", IN_FRONT[seat])
    table.lay(seen("3s", place(0, 60, 200), confidence=0.85, second="5s"))
    table.look(times=4)
    assert standing(table)[-1] == (0, "5s", False)


def test_a_table_swept_bare_in_play_is_asked_about_once() -> None:
    table = Dealt()
    table.throw("5m", IN_FRONT[0])
    table.lying.clear()
    table.look(times=4)
    assert asked(table) == [ReviewKind.HAND_END]
    assert table.hand.phase is not Phase.SETTLED
    assert not any(isinstance(e, FalseHu | HandWon) for e in table.events())


def test_who_discards_first_deals_while_the_hand_before_is_with_people() -> None:
    table = Dealt()
    table.throw("5m", IN_FRONT[0])
    table.lying.clear()
    table.look(times=2)
    table.walls()
    table.t_ms += 30_000
    table.look()
    number = table.hand.number
    assert number == 2
    assert table.hand.dealer == 0
    table.lay(seen("8p", (0.0, 290.0)))
    reach(table, 1)
    table.throw("2m", IN_FRONT[1])
    assert (table.hand.dealer, standing(table)) == (1, [(1, "2m", True)])
    assert not any(isinstance(e, Discarded) and e.seat == 0 for e in table.events(after=table.hand.log[0].seq))


def test_a_tile_thrown_at_once_out_of_turn_and_claimed_came_from_where_it_lay() -> None:
    table = Dealt()
    for seat, label in ((0, "4m"), (1, "3z"), (2, "5p"), (3, "2s")):
        reach(table, seat)
        table.throw(label, IN_FRONT[seat])
    reach(table, 0)
    reach(table, 2)
    claimed = seen("9s", place(2, 72, 150))
    table.lay(seen("3s", place(0, 76, 100)), claimed)
    assert standing(table)[4:] == [(0, "3s", True)]
    reach(table, 3)
    table.meld(3, "9s 9s 9s", take=claimed)
    assert [(e.seat, e.meld.from_seat) for e in table.events() if isinstance(e, MeldMade)] == [(3, 2)]
    assert asked(table) == []


def test_two_tiles_thrown_at_once_of_which_the_second_was_claimed_unseen_keep_their_order() -> None:
    table = Dealt()
    reach(table, 0)
    table.throw("5z", IN_FRONT[0])
    for seat in (1, 2, 0):
        reach(table, seat)
    table.lying.append(seen("1m", place(1, 19, 144)))
    table.meld(0, "7p 7p 7p")
    assert standing(table) == [(0, "5z", True), (1, "1m", True), (2, "7p", True)]
    assert [(e.seat, e.meld.from_seat) for e in table.events() if isinstance(e, MeldMade)] == [(0, 2)]
    assert table.hand.to_act == 0
    assert asked(table) == []


def test_a_discard_taken_back_and_replaced_at_the_corner_keeps_the_order() -> None:
    table = Dealt()
    reach(table, 0)
    table.throw("5m", IN_FRONT[0])
    reach(table, 1)
    back = table.throw("3m", place(1, 121, 142))
    table.take(back)
    reach(table, 1)
    reach(table, 2)
    table.lay(seen("1m", place(1, 103, 142)), seen("1m", place(2, 77, 101)))
    assert standing(table) == [(0, "5m", True), (1, "1m", True), (2, "1m", True)]
    assert asked(table) == []


def test_who_gave_a_tile_that_fell_while_nobody_looked_is_asked_once_it_is_claimed() -> None:
    table = Dealt()
    reach(table, 0)
    table.throw("5m", IN_FRONT[0])
    between = {"4z": seen("4z", place(1, 115, 120)), "6s": seen("6s", place(1, 150, 160))}
    table.lying += between.values()
    table.look(after_ms=20_000)
    assert [(seat, sure) for seat, _, sure in standing(table)] == [(0, True), (1, False), (2, False)]
    assert asked(table) == []
    reach(table, 0)
    last = standing(table)[-1][1]
    table.meld(0, f"{last} {last} {last}", take=between[last])
    table.look()
    assert asked(table) == [ReviewKind.WHO_DISCARDED]


@pytest.mark.parametrize(
    "tile",
    [
        seen("4z", IN_FRONT[1]),
        seen("3z", IN_FRONT[1], confidence=0.6, second="4z"),
        seen("6p", IN_FRONT[1]),
    ],
    ids=["as told", "hardly read", "read as another"],
)
def test_a_discard_that_a_person_told_of_before_it_was_seen_counts_once(tile: SeenTile) -> None:
    table = Dealt()
    reach(table, 0)
    table.throw("5m", IN_FRONT[0])
    told = RecordDiscard(t_ms=table.t_ms, seat=1, tile=Tile.parse("4z"), sure=True, source=PERSON)
    assert table.carry_out(told) is None
    table.look(times=2)
    reach(table, 1)
    table.lay(tile)
    table.look(times=5)
    reach(table, 2)
    table.throw("1m", IN_FRONT[2])
    assert standing(table) == [(0, "5m", True), (1, "4z", True), (2, "1m", True)]
    assert asked(table) == []


def astray(label: str) -> tuple[Dealt, SeenTile]:
    """A table where 1 is in turn and a tile lies before 3, and no hand was seen."""
    table = Dealt()
    table.throw("5m", IN_FRONT[0])
    thrown = table.throw(label, IN_FRONT[3])
    table.look(times=3)
    return table, thrown


def test_whose_a_discard_is_that_costs_nobody_anything_is_not_asked_about() -> None:
    table, _ = astray("1z")
    assert standing(table) == [(0, "5m", True), (3, "1z", False)]
    assert asked(table) == []


def test_whose_a_doubtful_discard_is_is_asked_once_it_is_claimed() -> None:
    table, thrown = astray("1z")
    table.meld(1, "1z 1z 1z", take=thrown)
    table.look()
    assert asked(table) == [ReviewKind.WHO_DISCARDED]


def test_whose_a_wild_is_is_asked_at_once() -> None:
    table, _ = astray("9p")
    assert ReviewKind.WHO_DISCARDED in asked(table)


def round_of(table: Dealt) -> None:
    for seat, label in enumerate(("5m", "1z", "2z", "3z")):
        reach(table, seat)
        table.throw(label, IN_FRONT[seat])


def given(table: Dealt) -> list[tuple[int, int | None]]:
    return [(e.seat, e.meld.from_seat) for e in table.events() if isinstance(e, MeldMade)]


def test_a_tile_that_waited_to_be_read_was_thrown_before_what_fell_and_was_claimed_unseen() -> None:
    table = Dealt()
    round_of(table)
    reach(table, 0)
    table.lay(seen("4z", place(0, 40, 150), confidence=0.6, second="6z"))
    table.lying += [*row(3, "1p 1p 1p", u=327), seen("2p", place(3, 40, 150))]
    table.look(after_ms=20_000)
    table.look(times=3)
    assert standing(table)[4:] == [(0, "4z", False), (1, "1p", False), (3, "2p", False)]
    assert given(table) == [(3, 1)]
    assert asked(table) == []


def test_what_fell_unseen_was_thrown_before_a_tile_that_was_claimed_later() -> None:
    table = Dealt()
    round_of(table)
    fell = seen("8m", place(0, 40, 150), confidence=0.6, second="6m")
    table.lying.append(fell)
    table.look(after_ms=20_000)
    for seat in (1, 2, 3):
        reach(table, seat)
    table.lying += [seen("1z", place(1, 40, 150)), *row(3, "1p 1p 1p", u=327)]
    table.look(times=4)
    assert [(seat, tile) for seat, tile, _ in standing(table)[4:]] == [(0, "8m"), (1, "1z"), (2, "1p")]
    assert given(table) == [(3, 2)]
    assert asked(table) == []


def test_a_discard_between_two_seats_is_not_sure_when_another_than_the_one_in_turn_reached_in() -> None:
    table = Dealt()
    round_of(table)
    table.throw("4z", place(0, 40, 150))
    table.throw("5z", place(1, 40, 150))
    reach(table, 3)
    table.throw("8s", (-201.0, -231.0))
    table.look(times=3)
    assert [sure for _, tile, sure in standing(table) if tile == "8s"] == [False]
    assert asked(table) == []


def test_a_tile_that_contradicts_the_order_of_a_meld_has_its_giver_asked_for() -> None:
    table = Dealt()
    round_of(table)
    reach(table, 0, 3)
    table.lying += [*row(2, "1p 1p 1p", u=327), seen("4z", place(2, 100, 120))]
    table.look(times=3)
    assert given(table) == [(2, 0)]
    assert asked(table) == [ReviewKind.WHO_DISCARDED]
    (question,) = (e for e in table.events() if isinstance(e, ReviewOpened))
    claimed = next(d.event for seat in table.hand.seats for d in seat.discards if d.claimed_by is not None)
    assert question.of == claimed

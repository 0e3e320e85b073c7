"""Who deals the hand under way follows what it was concluded from; what a person named is kept."""

from __future__ import annotations

from dataclasses import replace

from table_daemon.game.commands import (
    ChooseLa,
    DrawHand,
    RecordDiscard,
    StartHand,
    StartMatch,
    SwapSeats,
    Undo,
    WriteHand,
    WriteScore,
)
from table_daemon.game.events import HandStarted, HandWon, SeatsSwapped, Settled
from table_daemon.game.fold import fold
from table_daemon.rules.tiles import Tile, parse_tiles
from table_daemon.store.codec import dumps, loads
from tests.game.story import NAMES, PERSON, Table
from tests.game.test_corrections import correct, seq_of


def wrote(seat: int, *, in_hand: int | None = None) -> WriteHand:
    return WriteHand(
        t_ms=5, seat=seat, hand=parse_tiles("345m123s111z77m45s"), draw=Tile.parse("6s"), source=PERSON,
        indicator=Tile.parse("8p"), in_hand=in_hand,
    )  # fmt: skip


def started(*, first: int | None = 1, dealer: int | None = None) -> Table:
    """Hand 1 dealt by seat 0 and won by ``first`` (``None``: drawn), hand 2 begun by a person."""
    table = Table()
    table.tell(StartMatch(t_ms=0, match="m", names=NAMES, profile="tianjin", first_dealer=0, source=PERSON))
    table.tell(ChooseLa(t_ms=0, seat=0, value=2, source=PERSON))
    table.tell(ChooseLa(t_ms=0, seat=1, value=1, source=PERSON))
    table.tell(StartHand(t_ms=1, source=PERSON))
    table.tell(DrawHand(t_ms=2, source=PERSON) if first is None else wrote(first))
    table.tell(StartHand(t_ms=6, source=PERSON, dealer=dealer))
    return table


def sound(table: Table) -> None:
    """The log folded at once, as it was and as it is read back, gives the same state."""
    assert fold(table.log) == table.state
    assert fold(loads(dumps(entry)) for entry in table.log) == table.state


def test_the_dealer_follows_the_corrected_winner_with_his_la() -> None:
    table = started()
    assert (table.hand.dealer, table.hand.la) == (1, (2, 0, 0, 0))
    table.tell(correct(seq_of(table, HandWon), "winner", "0"))
    assert (table.hand.dealer, table.hand.la) == (0, (0, 1, 0, 0))
    table.tell(wrote(0))
    assert table.match.next_dealer == 0
    sound(table)


def test_the_dealer_follows_a_hand_written_down_in_place_of_a_draw() -> None:
    table = started(first=None)
    assert table.hand.dealer == 0
    table.tell(wrote(2, in_hand=1))
    assert table.hand.dealer == 1
    table.tell(DrawHand(t_ms=9, source=PERSON, in_hand=1))
    assert table.hand.dealer == 0
    sound(table)


def test_the_dealer_follows_the_next_dealer_that_people_correct_and_its_undoing() -> None:
    table = started()
    table.tell(correct(seq_of(table, Settled), "next_dealer", "3"))
    assert table.hand.dealer == 3
    table.tell(Undo(t_ms=21, of=next(e.seq for e in table.log if getattr(e.event, "value", "") == "3"), source=PERSON))
    assert table.hand.dealer == 1
    sound(table)


def test_the_dealer_follows_the_end_that_a_hand_left_behind_gets_later() -> None:
    table = Table()
    table.tell(StartMatch(t_ms=0, match="m", names=NAMES, profile="tianjin", first_dealer=0, source=PERSON))
    table.tell(StartHand(t_ms=1, source=PERSON))
    table.tell(StartHand(t_ms=2, source=PERSON, abandon=True))
    assert table.hand.dealer == 0
    table.tell(WriteScore(t_ms=3, net=(-2, 6, -2, -2), next_dealer=1, source=PERSON, in_hand=1))
    assert table.hand.dealer == 1
    sound(table)


def test_a_settled_hand_is_settled_again_for_the_dealer_that_follows() -> None:
    table = started()
    table.tell(wrote(0))
    assert table.match.history[1].net == (12, -8, -2, -2)
    table.tell(correct(seq_of(table, HandWon, 0), "winner", "0"))
    assert [row.dealer for row in table.match.history] == [0, 0]
    assert table.match.history[1].net == (8, -4, -2, -2)
    sound(table)


def test_a_dealer_whom_a_person_named_is_kept() -> None:
    table = started(dealer=1)
    table.tell(correct(seq_of(table, HandWon), "winner", "0"))
    assert table.hand.dealer == 1
    sound(table)
    table = started()
    table.tell(correct(seq_of(table, HandStarted), "dealer", "1"))
    table.tell(correct(seq_of(table, HandStarted), "dealer", "2"))
    table.tell(correct(seq_of(table, HandWon), "winner", "0"))
    assert table.hand.dealer == 2
    sound(table)


def test_a_dealer_who_was_seen_to_discard_first_is_kept() -> None:
    table = started()
    table.tell(RecordDiscard(t_ms=7, seat=1, tile=Tile.parse("1z"), sure=True, source=PERSON))
    table.tell(correct(seq_of(table, HandWon), "winner", "0"))
    assert table.hand.dealer == 1


def test_the_deal_follows_the_player_who_had_sat_in_anothers_place() -> None:
    table = started(first=0)
    swap = SwapSeats(t_ms=30, a=0, b=1, from_hand=1, to_hand=1, source=PERSON)
    table.tell(swap)
    row = table.match.history[0]
    assert (row.dealer, row.winner, row.next_dealer) == (1, 1, 1)
    assert (table.match.next_dealer, table.hand.dealer) == (1, 1)
    sound(table)
    table.tell(Undo(t_ms=31, of=seq_of(table, SeatsSwapped), source=PERSON))
    assert (table.match.next_dealer, table.hand.dealer) == (0, 0)
    sound(table)


def test_players_who_stay_in_each_others_places_deal_from_there() -> None:
    table = started(first=0)
    table.tell(SwapSeats(t_ms=30, a=0, b=1, from_hand=1, to_hand=2, source=PERSON))
    assert (table.match.history[0].next_dealer, table.hand.dealer) == (0, 0)
    table.tell(wrote(0))
    assert [row.dealer for row in table.match.history] == [1, 1]
    table.tell(StartHand(t_ms=40, source=PERSON))
    assert table.hand.dealer == 1
    sound(table)


def test_a_swap_of_the_hand_after_moves_who_deals_it() -> None:
    table = started(first=0)
    table.tell(SwapSeats(t_ms=30, a=0, b=1, from_hand=2, to_hand=2, source=PERSON))
    assert table.hand.dealer == 1
    assert table.hand.places[table.hand.dealer] == 0
    table.tell(replace(wrote(3), t_ms=40))
    assert [row.dealer for row in table.match.history] == [0, 0]
    sound(table)

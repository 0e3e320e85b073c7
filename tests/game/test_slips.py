"""What a person changes so that the winning hand would not win is refused: it makes nobody's false 和."""

from __future__ import annotations

from dataclasses import replace

import pytest

from table_daemon.game.commands import RecordMeld, StartHand, StartMatch, TurnIndicator, Undo, WriteFoul, WriteHand
from table_daemon.game.events import Corrected, FalseHu, HandWon, TableMeld
from table_daemon.game.fold import fold
from table_daemon.rules.foul import Foul
from table_daemon.rules.melds import MeldKind
from table_daemon.rules.tiles import Tile, parse_tiles
from tests.game.story import NAMES, PERSON, Table
from tests.game.test_corrections import correct, seq_of, undo, won_hands

SU = "345m123s111z77m45s"


def won_by_hand(seat: int = 1) -> Table:
    """A hand that people wrote down, at a table where a false 和 costs 5 to each."""
    table = Table()
    table.tell(
        StartMatch(
            t_ms=0, match="m", names=NAMES, profile="tianjin", first_dealer=0, source=PERSON,
            options={"false_hu_penalty": 5},
        )
    )  # fmt: skip
    table.tell(StartHand(t_ms=1, source=PERSON))
    table.tell(
        WriteHand(
            t_ms=5, seat=seat, hand=parse_tiles(SU), draw=Tile.parse("6s"), source=PERSON, indicator=Tile.parse("8p")
        )
    )
    return table


def untouched(table: Table, scores: tuple[int, ...] = (-2, 6, -2, -2)) -> None:
    assert table.match.scores == scores
    assert not any(isinstance(entry.event, FalseHu) for entry in table.log)
    assert fold(table.log) == table.state


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("draw", "6p", "不成牌"),
        ("hand", "", "少了"),
        ("hand", SU + "6s", "多了"),
        ("hand", "345m123s111z77m46s", "不成牌"),
    ],
)
def test_a_winning_hand_is_not_corrected_into_one_that_does_not_win(field: str, value: str, says: str) -> None:
    table = won_by_hand()
    refused = table.refusal(correct(seq_of(table, HandWon), field, value))
    assert refused.reason == "bad_value"
    assert says in refused.message
    untouched(table)


def test_a_hand_that_was_seen_is_not_corrected_so_either() -> None:
    table = won_hands(then=False)
    assert "不成牌" in table.refusal(correct(seq_of(table, HandWon), "draw", "6p")).message
    untouched(table)


def test_the_win_is_not_moved_to_a_seat_whose_hand_it_cannot_be() -> None:
    table = won_hands(then=False)
    lying = TableMeld(kind=MeldKind.AN, tiles=(Tile.parse("9m"),) * 4, from_seat=None)
    table.tell(RecordMeld(t_ms=6, seat=2, meld=lying, claimed=None, added=False, source=PERSON, in_hand=1))
    won = seq_of(table, HandWon)
    assert "多了" in table.refusal(correct(won, "winner", "2")).message
    table.tell(WriteFoul(t_ms=9, seat=3, foul=Foul.XIAO, source=PERSON, in_hand=1))
    assert "小相公" in table.refusal(correct(won, "winner", "3")).message
    assert table.match.scores == (-4, 4, 4, -4)


def test_tianhe_of_a_hand_that_is_dihe_is_refused_with_what_is_wrong() -> None:
    table = Table.dealt("8p")
    table.rounds("1z")
    table.tell(WriteHand(t_ms=5, seat=3, hand=parse_tiles(SU), draw=Tile.parse("6s"), source=PERSON))
    won = seq_of(table, HandWon)
    table.tell(correct(won, "dihe", "true"))
    assert "天和是庄家的" in table.refusal(correct(won, "tianhe", "true")).message
    untouched(table, (-2, -2, -2, 6))


def test_what_belongs_to_a_written_hand_is_not_changed_so_that_it_does_not_win() -> None:
    table = won_by_hand()
    assert "不能和" in table.refusal(TurnIndicator(t_ms=6, tile=Tile.parse("4m"), source=PERSON, in_hand=1)).message
    lying = TableMeld(kind=MeldKind.AN, tiles=(Tile.parse("9m"),) * 4, from_seat=None)
    kong = RecordMeld(t_ms=6, seat=1, meld=lying, claimed=None, added=False, source=PERSON, in_hand=1)
    assert "多了" in table.refusal(kong).message
    untouched(table)
    table.tell(replace(kong, seat=2))
    assert table.match.scores == (-4, 4, 4, -4)


def test_one_of_two_corrections_is_not_undone_where_the_other_rests_on_it() -> None:
    table = won_by_hand()
    won = seq_of(table, HandWon)
    table.tell(correct(won, "draw", "3s"))
    table.tell(correct(won, "hand", "345m123s111z77m12s"))
    first = seq_of(table, Corrected, 0)
    assert "不能和" in table.refusal(undo(first)).message
    untouched(table)
    table.tell(Undo(t_ms=21, of=won, source=PERSON))
    assert table.match.scores == (0, 0, 0, 0)


def test_a_foul_that_people_find_still_takes_the_win_away() -> None:
    table = won_by_hand()
    table.tell(WriteFoul(t_ms=9, seat=1, foul=Foul.XIAO, source=PERSON, in_hand=1))
    assert table.match.history[0].winner is None

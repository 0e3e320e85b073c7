"""Corrections that nobody's hand can bear out: a fifth copy, a win that the play rules out, a meld nobody laid."""

from __future__ import annotations

import pytest

from table_daemon.game.commands import Correct, RecordDiscard
from table_daemon.game.events import Discarded, HandWon, MeldMade, Settled
from table_daemon.rules.tiles import Tile
from tests.game.story import PERSON, Table

HAND = "345m123s111z77m45s"
"""Wins with 3s or 6s while the wilds are 8p 9p."""


def correct(of: int, field: str, value: str) -> Correct:
    return Correct(t_ms=20, of=of, field=field, value=value, why="看错了", by="李四", source=PERSON)


def entered(seat: int, tile: str) -> RecordDiscard:
    return RecordDiscard(t_ms=20, seat=seat, tile=Tile.parse(tile), sure=True, source=PERSON, in_hand=1)


def seq_of(table: Table, kind: type, nth: int = -1) -> int:
    return [entry.seq for entry in table.log if isinstance(entry.event, kind)][nth]


def won(*thrown: str) -> Table:
    table = Table.dealt("8p")
    table.rounds(*thrown)
    assert table.lay_down(1, HAND, "6s") == ["HandWon", "Settled"]
    return table


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [("gangkai", "2", "没有杠，不能算杠开"), ("tianhe", "true", "天和是庄家"), ("dihe", "true", "地和是闲家")],
)
def test_a_win_is_not_corrected_to_what_the_play_rules_out(field: str, value: str, says: str) -> None:
    table = won("2z", "3z", "4z", "5z", "6z")
    scores = table.match.scores
    assert says in table.refusal(correct(seq_of(table, HandWon), field, value)).message
    assert table.match.scores == scores


def test_a_win_on_a_kong_is_corrected_to_one() -> None:
    table = Table.dealt("8p")
    table.rounds("2z")
    thrown = table.discard(0, "9m")
    table.meld(1, "ming", "9m", claimed=thrown)
    assert table.lay_down(1, "345m123s77m45s", "6s") == ["HandWon", "Settled"]
    played = table.match.scores
    table.tell(correct(seq_of(table, HandWon), "gangkai", "0"))
    assert table.match.scores[1] < played[1]
    table.tell(correct(seq_of(table, HandWon), "gangkai", "1"))
    assert table.match.scores == played


def test_a_discard_is_not_corrected_to_a_fifth_copy() -> None:
    table = won("2z", "3z", "1z", "4z", "5z")
    refused = table.refusal(correct(seq_of(table, Discarded, 0), "tile", "1z"))
    assert "东风就有 " in refused.message


def test_a_discard_that_the_winner_holds_four_of_is_not_entered() -> None:
    table = won("1z", "3z", "4z", "5z", "6z")
    assert table.refusal(entered(0, "1z")).reason == "conflict"
    table.tell(entered(0, "2z"))


def test_a_hand_with_a_fifth_copy_already_is_corrected_piece_by_piece() -> None:
    table = Table.dealt("8p")
    for _ in range(6):
        table.discard(table.hand.to_act, "5z", sure=False)
    first = seq_of(table, Discarded, 0)
    table.tell(correct(first, "tile", "6z"))
    table.tell(correct(first, "seat", "2"))
    table.tell(correct(seq_of(table, Discarded, 1), "tile", "7z"))
    assert table.refusal(correct(first, "tile", "5z")).reason == "conflict"


def test_a_meld_is_not_corrected_to_a_kong_of_five_copies() -> None:
    table = Table.dealt("8p")
    table.rounds("2z")
    thrown = table.discard(0, "9m")
    table.meld(1, "pung", "9m", claimed=thrown)
    table.discard(1, "9m")
    made = seq_of(table, MeldMade)
    assert table.refusal(correct(made, "kind", "ming")).reason == "conflict"


@pytest.mark.parametrize(
    ("kind", "field", "value", "says"),
    [
        (Discarded, "tile", "10p", "一张牌写作"),
        (Discarded, "seat", "x", "座位是 0 到 3"),
        (HandWon, "gangkai", "7", "0 到 4"),
        (HandWon, "tianhe", "perhaps", "true 或 false"),
        (Settled, "net", "1,2,3,4", "加起来等于零"),
        (Settled, "net", "4,3,-7", "四个数"),
    ],
)
def test_a_refused_value_says_in_both_languages_what_may_be_written(
    kind: type, field: str, value: str, says: str
) -> None:
    table = won("2z", "3z", "4z", "5z", "6z")
    refused = table.refusal(correct(seq_of(table, kind), field, value))
    assert says in refused.message
    assert value in refused.message
    assert refused.message_en.startswith(f"{field} can't be '{value}': ")

"""The invariants notice what must never be; the doubtful tiles are those that cannot all be what they were read as."""

from __future__ import annotations

from dataclasses import replace

from table_daemon.game.invariants import check, doubtful_tiles
from table_daemon.game.state import GameState
from table_daemon.rules.tiles import Tile
from tests.game.story import Table


def settled() -> Table:
    table = Table.dealt()
    table.rounds("1z", "2z")
    table.meld(2, "an", "5m")
    table.draw_hand()
    return table


def test_an_empty_table_is_sound() -> None:
    assert check(GameState()) == []


def test_scores_that_do_not_sum_to_zero_are_noticed() -> None:
    table = settled()
    spoiled = replace(table.state, match=replace(table.match, scores=(1, 0, 0, 0)))
    assert any("do not sum to zero" in broken for broken in check(spoiled))


def test_scores_that_the_hands_do_not_explain_are_noticed() -> None:
    table = settled()
    spoiled = replace(table.state, match=replace(table.match, scores=(5, -5, 0, 0)))
    assert check(spoiled) == ["scores (5, -5, 0, 0) are not the sum of the hands, (-2, -2, 6, -2)"]


def test_an_order_of_discards_that_does_not_lie_there_is_noticed() -> None:
    table = settled()
    hand = replace(table.hand, discard_order=table.hand.discard_order[:1])
    spoiled = replace(table.state, match=replace(table.match, hand=hand))
    assert any("their order lists" in broken for broken in check(spoiled))


def test_a_fifth_open_copy_is_doubtful_and_a_claimed_discard_is_counted_once() -> None:
    table = Table.dealt("8p")
    thrown = table.discard(0, "1z")
    table.meld(1, "ming", "1z", claimed=thrown, from_seat=0)
    assert doubtful_tiles(table.hand) == ()
    table.rounds("1z")
    assert doubtful_tiles(table.hand) == (Tile.parse("1z"),)


def test_the_indicator_is_one_of_its_four() -> None:
    table = Table.dealt("8p")
    table.rounds("8p", "8p", "8p")
    assert doubtful_tiles(table.hand) == ()
    table.rounds("8p")
    assert doubtful_tiles(table.hand) == (Tile.parse("8p"),)

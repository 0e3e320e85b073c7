"""Whole hands as they happen at a table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from table_daemon.game.commands import EndMatch, StartHand, TurnIndicator
from table_daemon.game.state import Phase
from table_daemon.rules.foul import Foul
from table_daemon.rules.tiles import Tile
from tests.game.story import CAMERA, PERSON, Table, discard, lay_down, retract

SU = "345m123s111z77m45s"
"""Wins 素 2 on 3s or 6s while the wilds are 8p 9p."""


def test_a_hand_is_dealt_played_won_and_settled() -> None:
    table = Table()
    table.start_match()
    assert table.state.match is not None
    table.start_hand("8p")
    assert table.phase() is Phase.PLAYING
    assert [str(tile) for tile in table.hand.wilds] == ["8p", "9p"]
    table.rounds("1z", "2z", "3z", "9s", "4z")
    assert table.hand.to_act == 1
    assert table.lay_down(1, SU, "6s") == ["HandWon", "Settled"]
    assert table.phase() is Phase.SETTLED
    assert table.hand.won is not None
    assert table.hand.won.score.names == ("素",)
    assert table.match.scores == (-2, 6, -2, -2)
    assert table.match.next_dealer == 1
    assert table.match.history[-1].winner == 1
    table.start_hand()
    assert (table.hand.number, table.hand.dealer) == (2, 1)


def test_a_discarded_wild_costs_the_right_to_win_but_not_the_kongs() -> None:
    table = Table.dealt("8p")
    table.rounds("1z")
    shown = table.state.version + 1
    assert table.kinds(discard(1, "9p")) == ["Discarded", "FoulFound"]
    foul = table.hand.seats[1].foul
    assert foul is not None
    assert (foul.foul, foul.of) == (Foul.XIAO, shown)
    table.rounds("3z", "4z", "5z")
    table.meld(1, "an", "2m")
    assert table.lay_down(1, "123s111z77m45s", "6s") == ["FalseHu"]
    reason = table.hand.seats[1].false_hu
    assert reason is not None
    assert "小相公" in reason
    assert "九饼" in reason
    assert table.phase() is Phase.PLAYING
    table.rounds("6z")
    assert table.lay_down(2, SU, "6s") == ["HandWon", "Settled"]
    # 2 from each for the win, 2 to seat 1 from each for its 暗杠.
    assert table.match.scores == (-4, 4, 4, -4)
    assert table.match.history[-1].fouls == ((1, Foul.XIAO),)


def test_a_pung_grown_into_a_kong_wins_by_its_replacement() -> None:
    table = Table.dealt("2z")
    thrown = table.discard(0, "9p")
    table.meld(1, "pung", "9p", claimed=thrown, from_seat=0)
    assert table.hand.seats[0].discards[0].claimed_by == 1
    table.rounds("1s", "4z", "4z", "5z")
    table.meld(1, "ming", "9p", from_seat=0, added=True)
    assert len(table.hand.seats[1].melds) == 1
    # 提溜 alone may not win; 杠开 makes it 2, the 明杠 brings 1 more.
    assert table.lay_down(1, "123s11z2z78m66p", "9m") == ["HandWon", "Settled"]
    assert table.hand.won is not None
    assert table.hand.won.score.names == ("杠开",)
    assert table.match.scores == (-3, 9, -3, -3)


def test_the_same_win_without_the_kong_just_before_is_refused() -> None:
    table = Table.dealt("2z")
    thrown = table.discard(0, "9p")
    table.meld(1, "ming", "9p", claimed=thrown, from_seat=0)
    table.rounds("1s", "4z", "4z", "5z")
    assert table.lay_down(1, "123s11z2z78m66p", "9m") == ["FalseHu"]
    assert table.hand.seats[1].false_hu == "提溜 1番, 不够2番起和"


def test_four_equal_first_discards_are_paid_by_the_dealer_even_in_a_drawn_hand() -> None:
    table = Table.dealt()
    table.rounds("3z", "3z", "3z", "3z", "1s")
    assert table.draw_hand() == ["HandDrawn", "Settled"]
    assert table.match.scores == (-3, 1, 1, 1)
    assert table.match.next_dealer == 0


def test_a_claim_between_spoils_the_four_equal_first_discards() -> None:
    table = Table.dealt()
    table.rounds("3z")
    thrown = table.discard(1, "3z")
    table.meld(1, "an", "5m")
    table.meld(2, "pung", "3z", claimed=thrown, from_seat=1)
    table.rounds("3z", "3z")
    table.draw_hand()
    # Only the 暗杠 of seat 1 is paid.
    assert table.match.scores == (-2, 6, -2, -2)


def test_kongs_are_paid_in_a_drawn_hand_with_zuo_and_la() -> None:
    table = Table()
    table.start_match()
    table.zuo(0)
    table.la(2, 1)
    table.la(3, 2)
    table.start_hand()
    table.rounds("1z", "2z")
    table.meld(2, "an", "5m")
    table.draw_hand()
    # The dealer pays 2 × 坐2 × 拉2; the others 2.
    assert table.match.scores == (-8, -2, 12, -2)


def test_zuo_and_la_are_frozen_when_the_walls_rise_and_stay_for_the_next_hand() -> None:
    table = Table()
    table.start_match(dealer=2)
    table.zuo(2)
    table.la(2, 2)
    table.la(1, 1)
    table.start_hand()
    table.zuo(2, value=False)
    table.la(1, 2)
    assert table.zuo_now() is True
    assert table.hand.la == (0, 1, 0, 0)
    table.draw_hand()
    table.start_hand()
    assert table.zuo_now() is False
    assert table.hand.la == (0, 2, 0, 0)


def test_the_dealers_first_fourteen_tiles_may_win() -> None:
    table = Table.dealt("8p")
    assert table.lay_down(0, f"{SU}6s") == ["HandWon", "Settled"]
    assert table.hand.won is not None
    assert "天和" in table.hand.won.score.names
    assert table.match.scores == (24, -8, -8, -8)
    assert table.match.next_dealer == 0


def test_a_false_claim_is_recorded_and_the_seat_may_not_win_later_in_the_hand() -> None:
    table = Table.dealt("8p")
    table.rounds("1z")
    assert table.lay_down(1, "345m123s111z77m4s9s", "6s") == ["FalseHu"]
    table.rounds("9s", "3z", "4z", "5z")
    assert table.lay_down(1, SU, "6s") == ["FalseHu"]
    assert "诈和" in (table.hand.seats[1].false_hu or "")
    assert table.refusal(lay_down(1, SU, "6s")).reason == "duplicate"


@pytest.mark.parametrize(
    ("hand", "foul", "kongs_paid"),
    [
        ("123s111z77m4s", Foul.XIAO, True),
        ("123s111z77m456s1p", Foul.DA, False),
    ],
)
def test_a_wrong_number_of_tiles_is_a_foul(hand: str, foul: Foul, *, kongs_paid: bool) -> None:
    table = Table.dealt("8p")
    table.rounds("1z")
    table.meld(1, "an", "2m")
    assert table.lay_down(1, hand, "6s") == ["FalseHu", "FoulFound"]
    standing = table.hand.seats[1].foul
    assert standing is not None
    assert standing.foul is foul
    table.draw_hand()
    assert table.match.scores == ((-2, 6, -2, -2) if kongs_paid else (0, 0, 0, 0))


def test_wilds_learned_late_show_the_foul_that_was_there() -> None:
    table = Table()
    table.start_match()
    table.tell(StartHand(t_ms=1, source=CAMERA))
    table.rounds("1z", "9p", "3z")
    turned = TurnIndicator(t_ms=2, tile=Tile.parse("8p"), source=CAMERA)
    assert table.kinds(turned) == ["IndicatorTurned", "FoulFound"]
    assert table.hand.seats[1].foul is not None


def test_a_discard_taken_back_takes_its_foul_with_it() -> None:
    table = Table.dealt("8p")
    table.rounds("1z")
    before = table.hand
    thrown = table.discard(1, "9p")
    table.tell(retract(thrown))
    assert replace(table.hand, log=(), facts=()) == replace(before, log=())


def test_a_hand_is_laid_down_by_a_seat_that_has_not_drawn_and_people_are_asked() -> None:
    table = Table.dealt("8p")
    table.rounds("1z")
    assert table.lay_down(3, SU, "6s") == ["ReviewOpened"]
    assert table.phase() is Phase.READING_HAND
    assert table.answer(1, table.state.reviews[0].answers[0]) == ["ReviewAnswered", "HandWon", "Settled"]
    assert table.match.scores == (-2, -2, -2, 6)


def test_the_match_ends_and_another_may_begin() -> None:
    table = Table.dealt()
    table.draw_hand()
    table.tell(EndMatch(t_ms=9, source=PERSON))
    assert table.refusal(StartHand(t_ms=9, source=CAMERA)).reason == "no_match"
    table.start_match(dealer=3)
    assert table.match.scores == (0, 0, 0, 0)
    assert table.match.next_dealer == 3

"""Facts corrected and undone, in the open hand, an earlier one, and after the match; and what follows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from table_daemon.game.commands import (
    AnswerReview,
    Correct,
    EndMatch,
    LayDownHand,
    OpenReview,
    RetractDiscard,
    StartHand,
    SwapSeats,
    Undo,
    WriteFoul,
    WriteScore,
)
from table_daemon.game.events import (
    Corrected,
    FoulFound,
    HandWon,
    LaidMeld,
    MeldMade,
    ReviewKind,
    Settled,
    TableMeld,
)
from table_daemon.game.fold import fold
from table_daemon.rules.foul import Foul
from table_daemon.rules.melds import MeldKind
from table_daemon.rules.tiles import Tile
from tests.game.story import CAMERA, PERSON, Table, lay_down

SU = "345m123s111z77m45s"
"""Wins 素 2 on 3s or 6s while the wilds are 8p 9p."""


def correct(of: int, field: str, value: str) -> Correct:
    return Correct(t_ms=20, of=of, field=field, value=value, why="看错了", by="李四", source=PERSON)


def undo(of: int) -> Undo:
    return Undo(t_ms=21, of=of, source=PERSON)


def seq_of(table: Table, kind: type, nth: int = -1) -> int:
    return [entry.seq for entry in table.log if isinstance(entry.event, kind)][nth]


def sound(table: Table) -> None:
    """The log folded at once gives the same state, and scores are the sum of the hands."""
    assert fold(table.log) == table.state


def won_hands(*, then: bool = True) -> Table:
    """Hand 1 won by seat 1 (2 番), hand 2 drawn, hand 3 open."""
    table = Table.dealt("8p")
    table.rounds("1z", "2z", "3z", "4z", "5z")
    assert table.lay_down(1, SU, "6s") == ["HandWon", "Settled"]
    table.start_hand("8p")
    table.rounds("1z", "2z")
    table.draw_hand()
    if then:
        table.start_hand("8p")
        table.rounds("4z")
    return table


def test_a_tile_of_an_earlier_hand_is_corrected_and_the_later_totals_follow() -> None:
    table = won_hands()
    thrown = next(entry.seq for entry in table.log if getattr(entry.event, "tile", None) == Tile.parse("2z"))
    brought = table.kinds(correct(thrown, "tile", "9p"))
    assert brought == ["Corrected", "FoulFound", "FalseHu", "Settled"]
    change, _, _, settled = (entry.event for entry in table.log[-4:])
    assert isinstance(change, Corrected)
    assert (change.of, change.field, change.old, change.value, change.by) == (thrown, "tile", "2z", "9p", "李四")
    assert isinstance(settled, Settled)
    assert (settled.in_hand, settled.was, settled.net) == (1, (-2, 6, -2, -2), (0, 0, 0, 0))
    assert table.match.scores == (0, 0, 0, 0)
    assert [row.fouls for row in table.match.history] == [((1, Foul.XIAO),), ()]
    (told,) = table.match.corrections
    assert (told.before.scores, told.after.scores) == ((-2, 6, -2, -2), (0, 0, 0, 0))
    assert (told.before.fouls, told.after.fouls) == ((), ((1, Foul.XIAO),))
    sound(table)
    table.kinds(undo(seq_of(table, Corrected)))
    assert table.match.scores == (-2, 6, -2, -2)
    assert table.match.history[0].winner == 1
    sound(table)


def test_the_indicator_of_a_won_hand_is_corrected_and_the_win_scored_again() -> None:
    table = won_hands(then=False)
    turned = next(entry.seq for entry in table.log if type(entry.event).__name__ == "IndicatorTurned")
    assert table.kinds(correct(turned, "tile", "6z")) == ["Corrected", "FoulFound"]  # 白板 is wild now
    assert (table.match.history[0].winner, table.match.history[0].fouls) == (1, ((0, Foul.XIAO),))
    table.tell(correct(turned, "tile", "4m"))  # 四万 and 五万 are wild now: no 素 any more, and 提溜 may not win
    assert (table.match.history[0].winner, table.match.history[0].net) == (None, (0, 0, 0, 0))
    table.tell(correct(turned, "tile", "8p"))
    assert table.match.scores == (-2, 6, -2, -2)
    sound(table)


@pytest.mark.parametrize(
    ("field", "value", "scores"),
    [
        ("winner", "2", (-2, -2, 6, -2)),
        ("draw", "3s", (-2, 6, -2, -2)),
        ("tianting", "true", (-2, 6, -2, -2)),
    ],
)
def test_the_facts_of_a_win_can_be_corrected(field: str, value: str, scores: tuple[int, ...]) -> None:
    table = won_hands(then=False)
    table.tell(correct(seq_of(table, HandWon), field, value))
    assert table.match.scores == scores
    sound(table)
    table.tell(undo(seq_of(table, Corrected)))
    assert table.match.scores == (-2, 6, -2, -2)
    sound(table)


def test_a_score_by_hand_stands_whatever_is_corrected_later() -> None:
    table = won_hands()
    table.tell(WriteScore(t_ms=9, net=(3, -1, -1, -1), source=PERSON, in_hand=1))
    assert table.match.scores == (3, -1, -1, -1)
    assert [row.by_hand for row in table.match.history] == [True, False]
    assert sum(line.points for line in table.match.history[0].lines) > 0
    table.tell(correct(seq_of(table, HandWon), "winner", "2"))
    assert table.match.scores == (3, -1, -1, -1)
    sound(table)
    table.tell(undo(seq_of(table, Settled, 0)))
    assert table.match.scores == (-2, -2, 6, -2)
    assert [row.by_hand for row in table.match.history] == [False, False]
    sound(table)


def test_net_that_does_not_sum_to_zero_is_refused() -> None:
    table = won_hands()
    settled = seq_of(table, Settled, 0)
    assert table.refusal(correct(settled, "net", "1,0,0,0")).reason == "bad_value"
    assert table.refusal(WriteScore(t_ms=9, net=(1, 0, 0, 0), source=PERSON, in_hand=1)).reason == "bad_value"


def test_fouls_are_put_and_taken_away_by_people_and_stay_so() -> None:
    table = won_hands(then=False)
    table.tell(WriteFoul(t_ms=9, seat=1, foul=Foul.XIAO, source=PERSON, in_hand=1))
    assert table.match.scores == (0, 0, 0, 0)
    table.tell(undo(seq_of(table, FoulFound)))
    assert table.match.scores == (-2, 6, -2, -2)
    sound(table)


def test_no_rule_accuses_of_a_foul_that_people_took_away() -> None:
    table = Table.dealt("8p")
    table.discard(0, "9p")
    table.tell(undo(seq_of(table, FoulFound)))
    assert table.hand.seats[0].foul is None
    table.rounds("1z", "2z", "3z", "4z")
    assert table.hand.seats[0].foul is None
    sound(table)


def test_a_machine_does_not_change_what_a_person_confirmed() -> None:
    table = Table.dealt("8p")
    thrown = table.discard(0, "1z")
    table.tell(correct(thrown, "tile", "2z"))
    machine = Correct(t_ms=22, of=thrown, field="tile", value="1z", why="", source=CAMERA)
    assert table.refusal(machine).reason == "confirmed"
    assert table.refusal(RetractDiscard(t_ms=22, of=thrown, source=CAMERA)).reason == "confirmed"
    assert table.refusal(Undo(t_ms=22, of=thrown, source=CAMERA)).reason == "confirmed"
    unconfirmed = table.discard(1, "3z")
    table.tell(replace(machine, of=unconfirmed))
    assert str(table.hand.seats[1].discards[0].tile) == "1z"


def test_seats_swapped_for_several_hands_move_the_scores_at_once() -> None:
    table = won_hands()
    swap = SwapSeats(t_ms=30, a=1, b=3, from_hand=1, to_hand=2, source=PERSON)
    assert table.kinds(swap) == ["SeatsSwapped", "Settled", "Settled"]  # the second: its next dealer sits elsewhere
    assert table.match.scores == (-2, -2, -2, 6)
    assert table.match.history[0].winner == 3
    sound(table)
    assert table.refusal(replace(swap, to_hand=9)).reason == "bad_value"
    assert table.refusal(replace(swap, b=1)).reason == "bad_value"
    table.tell(undo(table.log[-3].seq))
    assert table.match.scores == (-2, 6, -2, -2)
    sound(table)


def test_who_discarded_a_claimed_tile_moves_the_meld() -> None:
    table = Table.dealt("8p")
    thrown = table.discard(0, "9s")
    table.meld(1, "pung", "9s", claimed=thrown, from_seat=0)
    table.rounds("1s", "4z", "4z", "5z")
    table.meld(1, "ming", "9s", from_seat=0, added=True)
    ask = OpenReview(t_ms=8, about=ReviewKind.WHO_DISCARDED, question="?", answers=("2",), of=thrown, source=CAMERA)
    table.tell(ask)
    assert table.refusal(AnswerReview(t_ms=9, review=1, choice="1", source=PERSON)).reason == "bad_value"
    table.answer(1, "2")
    assert [meld.meld.from_seat for meld in table.hand.seats[1].melds] == [2]
    sound(table)


def test_the_answer_about_a_meld_lays_it() -> None:
    table = Table.dealt("8p")
    table.rounds("1z", "2z")
    lying = LaidMeld(seat=3, meld=TableMeld(kind=MeldKind.PUNG, tiles=(Tile.parse("2z"),) * 3, from_seat=None))
    ask = OpenReview(
        t_ms=8, about=ReviewKind.MELD, question="?", answers=("0", "1", "2"), of=None, source=CAMERA, meld=lying
    )
    table.tell(ask)
    assert table.answer(1, "1") == ["ReviewAnswered", "MeldMade"]
    made = table.hand.seats[3].melds[0].meld
    assert (made.kind, made.from_seat) == (MeldKind.PUNG, 1)
    assert table.hand.seats[1].discards[0].claimed_by == 3
    assert table.hand.to_act == 3


def test_a_recorded_meld_and_the_discard_it_took_stay_one_tile_of_one_giver() -> None:
    table = Table.dealt("8p")
    thrown = table.discard(0, "9s")
    made = table.meld(2, "pung", "9s", claimed=thrown, from_seat=0)
    table.tell(correct(thrown, "tile", "8s"))
    assert str(table.hand.seats[2].melds[0].meld.tiles[0]) == "8s"
    table.tell(correct(made, "from", "1"))
    assert [len(seat.discards) for seat in table.hand.seats] == [0, 1, 0, 0]
    table.tell(correct(made, "kind", "ming"))
    assert table.hand.seats[2].melds[0].meld.kind is MeldKind.MING
    assert table.hand.kong_draws == 1
    assert table.refusal(correct(made, "kind", "chow")).reason == "bad_value"
    assert table.refusal(correct(made, "colour", "red")).reason == "bad_value"
    assert table.refusal(correct(999, "tile", "1z")).reason == "not_found"
    table.tell(undo(made))
    assert table.hand.seats[2].melds == ()
    sound(table)


def test_the_dealer_of_a_hand_follows_the_corrected_end_of_the_one_before() -> None:
    """Nothing was seen of the second hand but its walls: who dealt it was only concluded."""
    table = Table.dealt("8p")
    table.rounds("1z", "2z", "3z", "4z", "5z")
    table.draw_hand()
    table.tell(StartHand(t_ms=9, source=CAMERA))
    assert table.hand.dealer == 0
    table.tell(undo(seq_of(table, Settled)))
    assert table.unsettled() == [1]
    assert table.match.scores == (0, 0, 0, 0)
    table.tell(WriteScore(t_ms=9, net=(-2, 6, -2, -2), next_dealer=1, source=PERSON, in_hand=1))
    assert table.match.scores == (-2, 6, -2, -2)
    sound(table)


def test_a_dealer_that_was_seen_is_left() -> None:
    table = won_hands()
    assert table.hand.dealer == 1
    table.tell(undo(seq_of(table, HandWon)))
    assert table.match.numbered(2).dealer == 1  # type: ignore[union-attr]  # its dice were thrown there
    sound(table)


def test_the_dealer_and_the_choices_of_a_hand_are_corrected_together() -> None:
    table = Table()
    table.start_match()
    table.zuo(0)
    table.la(1, 2)
    table.la(2, 1)
    table.start_hand("8p")
    table.tell(correct(table.hand.log[0].seq, "dealer", "1"))
    assert (table.hand.dealer, table.hand.zuo, table.hand.la) == (1, False, (0, 0, 1, 0))
    sound(table)


def test_the_last_hand_is_undone_after_the_match_and_the_match_goes_on() -> None:
    table = won_hands(then=False)
    table.tell(EndMatch(t_ms=9, source=PERSON))
    table.tell(undo(seq_of(table, HandWon)))
    assert table.match.scores == (0, 0, 0, 0)
    assert table.ended()
    table.tell(undo(next(entry.seq for entry in table.log if type(entry.event).__name__ == "MatchEnded")))
    assert not table.ended()
    sound(table)


def test_a_hand_left_behind_is_settled_by_its_question_later() -> None:
    table = Table.dealt("8p")
    table.rounds("1z")
    table.lay_down(3, SU, "6s")  # out of turn: asked
    table.tell(StartHand(t_ms=9, source=CAMERA, abandon=True))
    assert table.state.reviews == ()
    (left,) = table.state.left
    assert left.in_hand == 1
    table.rounds("1z")
    table.draw_hand()
    assert table.unsettled() == [1]
    assert table.answer(left.review, left.answers[0]) == ["ReviewAnswered", "HandWon", "Settled"]
    assert table.match.scores == (-2, -2, -2, 6)
    assert [row.number for row in table.match.history] == [1, 2]
    assert table.match.history[1].scores == (-2, -2, -2, 6)
    assert table.state.left == ()
    sound(table)


def test_a_refused_hand_wins_when_what_refused_it_is_corrected() -> None:
    table = Table.dealt("7s")
    table.rounds("1z")
    assert table.kinds(lay_down(1, "345m123s111z77m45s", "9p")) == ["FalseHu"]
    refused = table.log[-1].seq
    table.tell(correct(refused, "draw", "6s"))
    assert table.match.history[-1].winner == 1
    assert table.hand.seats[1].false_hu is None
    sound(table)


def test_the_answers_say_what_they_would_change() -> None:
    table = Table.dealt("1z")
    table.rounds("7z")
    table.tell(
        LayDownHand(t_ms=8, seat=1, hand=lay_down(1, "123456789m234p55s").hand, draw=None, sure=True, source=CAMERA)
    )
    words = {answer.split()[0]: answer for answer in table.state.reviews[0].answers}
    assert words["5m"].startswith("5m 五万 → ")
    assert "14番" in words["5m"]
    assert "李四 +42" in words["5m"]


def test_an_undone_meld_frees_the_discard_it_took() -> None:
    table = Table.dealt("8p")
    thrown = table.discard(0, "9s")
    table.meld(1, "pung", "9s", claimed=thrown, from_seat=0)
    assert table.refusal(undo(thrown)).reason == "conflict"
    table.tell(undo(seq_of(table, MeldMade)))
    assert table.hand.seats[0].discards[0].claimed_by is None
    table.tell(undo(thrown))
    assert table.lying() == []
    table.tell(undo(table.log[-1].seq))
    assert table.lying() == [thrown]
    sound(table)

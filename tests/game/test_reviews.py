"""Questions to people and what follows from the answers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from table_daemon.game.commands import ClaimWin, OpenReview, RecordDiscard, StartHand, Undo
from table_daemon.game.events import ReviewKind
from table_daemon.game.state import Phase
from table_daemon.rules.tiles import Tile
from tests.game.story import CAMERA, PERSON, Table, answer, discard

SU = "345m123s111z77m45s"


def ask(about: ReviewKind, of: int | None = None) -> OpenReview:
    return OpenReview(t_ms=8, about=about, question="?", answers=("a", "b"), of=of, source=CAMERA)


def doubtful_wild() -> Table:
    table = Table.dealt("8p")
    table.rounds("1z")
    command = replace(discard(1, "9p", sure=False), other_readings=(Tile.parse("8s"), Tile.parse("9p")))
    assert isinstance(command, RecordDiscard)
    assert table.kinds(command) == ["Discarded", "ReviewOpened"]
    return table


def test_a_doubtful_wild_is_a_question_and_no_accusation() -> None:
    table = doubtful_wild()
    assert table.hand.seats[1].foul is None
    (review,) = table.state.reviews
    assert review.of == table.hand.discard_order[-1]
    assert review.source.picture == CAMERA.picture
    assert [words.split()[0] for words in review.answers] == ["9p", "8s", "none"]
    table.rounds("2z")
    assert len(table.state.reviews) == 1


def test_the_answer_that_it_is_a_wild_makes_it_a_foul() -> None:
    table = doubtful_wild()
    assert table.answer(1, table.state.reviews[0].answers[0]) == ["ReviewAnswered", "Corrected", "FoulFound"]
    assert table.hand.seats[1].foul is not None
    assert table.hand.seats[1].discards[0].sure


def test_the_answer_that_it_is_another_tile_corrects_it() -> None:
    table = doubtful_wild()
    assert table.answer(1, "8s") == ["ReviewAnswered", "Corrected"]
    assert str(table.hand.seats[1].discards[0].tile) == "8s"
    assert table.hand.seats[1].foul is None
    assert table.refusal(answer(1, "9p")).reason == "duplicate"


def test_the_answer_that_nothing_was_discarded_takes_it_back() -> None:
    table = doubtful_wild()
    assert table.answer(1, "none") == ["ReviewAnswered", "DiscardRetracted"]
    assert table.hand.seats[1].discards == ()


def test_a_tile_corrected_away_from_wild_lifts_the_foul() -> None:
    table = Table.dealt("8p")
    thrown = table.discard(0, "9p")
    assert table.hand.seats[0].foul is not None
    table.tell(ask(ReviewKind.DISCARD_TILE, thrown))
    table.answer(1, "8s")
    assert table.hand.seats[0].foul is None


@pytest.mark.parametrize(("review", "choice", "reason"), [(1, "5x", "bad_value"), (9, "9p", "not_found")])
def test_an_answer_that_means_nothing_is_refused(review: int, choice: str, reason: str) -> None:
    table = doubtful_wild()
    assert table.refusal(answer(review, choice)).reason == reason
    assert len(table.state.reviews) == 1


def test_the_winning_tile_is_asked_only_where_it_matters() -> None:
    table = Table.dealt("8p")
    table.rounds("1z")
    assert table.lay_down(1, f"{SU}6s") == ["HandWon", "Settled"]


def test_the_choices_name_what_each_winning_tile_would_score() -> None:
    table = Table.dealt("1z")
    table.rounds("7z")
    # All natural, so 素 doubles: 捉五龙 14 with 5m last, 龙 8 with any other.
    assert table.lay_down(1, "123456789m234p55s", None) == ["ReviewOpened"]
    (review,) = table.state.reviews
    assert review.about is ReviewKind.WINNING_TILE
    fans = {words.split()[0]: words for words in review.answers}
    assert "14番" in fans["5m"]
    assert "8番" in fans["1m"]
    assert table.phase() is Phase.READING_HAND
    assert table.answer(1, "5m") == ["ReviewAnswered", "HandWon", "Settled"]
    assert table.match.scores == (-14, 42, -14, -14)


def test_winning_tiles_that_score_the_same_are_one_answer() -> None:
    table = Table.dealt("8p")
    table.rounds("1z")
    assert table.lay_down(1, "123456m456m11z123s", None) == ["ReviewOpened"]
    (review,) = table.state.reviews
    assert [words.split("，")[0].split(" → ")[0] for words in review.answers] == ["1m 一万", "5m 五万"]
    assert "，或二万、三万、四万、六万、" in review.answers[0]
    assert [effects[0].points for effects in review.effects] == [2, 6]
    assert table.answer(1, "6m") == ["ReviewAnswered", "HandWon", "Settled"]
    assert table.match.scores == (-2, 6, -2, -2)


def test_a_winning_hand_that_nobody_saw_is_asked_for_by_one_question() -> None:
    table = Table.dealt("8p")
    table.rounds("1z")
    table.tell(ClaimWin(t_ms=3, seat=1, source=PERSON))
    (review,) = table.state.reviews
    assert review.question == "李四和的是什么牌？请写出这手牌"
    assert [words.split()[0] for words in review.answers] == ["false_hu", "none"]


def test_a_winning_tile_that_is_not_in_the_hand_is_refused() -> None:
    table = Table.dealt("1z")
    table.rounds("7z")
    table.lay_down(1, "123456789m234p55s", None)
    assert table.refusal(answer(1, "9s")).reason == "bad_value"


@pytest.mark.parametrize(
    ("hand", "draw"),
    [("345m123s111z77m4s9s", "6s"), ("345m123s111z77m4s", "6s"), ("345m123s11z7777m4s", "7m")],
    ids=["no win", "too few", "five of a kind"],
)
def test_a_hand_that_was_not_read_beyond_doubt_is_asked_about(hand: str, draw: str) -> None:
    table = Table.dealt("8p")
    table.rounds("1z")
    assert table.lay_down(1, hand, draw, sure=False) == ["ReviewOpened"]
    assert table.state.reviews[0].about is ReviewKind.WINNING_HAND
    assert table.answer(1, f"{SU}+6s") == ["ReviewAnswered", "HandWon", "Settled"]
    assert table.match.scores == (-2, 6, -2, -2)


def test_five_of_a_kind_is_asked_about_however_sure_the_reading() -> None:
    table = Table.dealt("8p")
    table.rounds("1z")
    assert table.lay_down(1, "345m123s11z7777m4s", "7m") == ["ReviewOpened"]
    assert "五张" in table.state.reviews[0].question


@pytest.mark.parametrize(
    ("choice", "brought"),
    [("false_hu", ["ReviewAnswered", "FalseHu"]), ("none", ["ReviewAnswered"])],
)
def test_people_may_say_that_a_hand_was_no_win_or_no_claim(choice: str, brought: list[str]) -> None:
    table = Table.dealt("8p")
    table.rounds("1z")
    table.lay_down(1, "345m123s111z77m4s9s", "6s", sure=False)
    assert table.answer(1, choice) == brought
    assert table.phase() is Phase.PLAYING
    assert table.state.reviews == ()


def test_a_doubtful_discard_that_may_be_a_wild_is_asked_about() -> None:
    table = Table.dealt("8p")
    command = replace(discard(0, "7p", sure=False), other_readings=(Tile.parse("8p"),))
    assert isinstance(command, RecordDiscard)
    assert table.kinds(command) == ["Discarded", "ReviewOpened"]
    assert "八饼" in table.state.reviews[0].question


def test_a_doubtful_discard_far_from_any_wild_is_not() -> None:
    table = Table.dealt("8p")
    command = replace(discard(0, "7p", sure=False), other_readings=(Tile.parse("7s"),))
    assert isinstance(command, RecordDiscard)
    assert table.kinds(command) == ["Discarded"]


def test_a_better_reading_of_the_same_hand_replaces_the_question() -> None:
    table = Table.dealt("8p")
    table.rounds("1z")
    table.lay_down(1, "345m123s111z77m4s9s", "6s", sure=False)
    assert table.lay_down(1, SU, "6s", sure=True) == ["ReviewAnswered", "HandWon", "Settled"]
    assert table.state.reviews == ()


def test_a_hand_that_wins_as_read_but_was_not_read_beyond_doubt_is_put_to_people() -> None:
    table = Table.dealt("8p")
    table.rounds("1z")
    assert table.lay_down(1, SU, "6s", sure=False) == ["ReviewOpened"]
    answer = table.state.reviews[0].answers[0]
    assert table.answer(1, answer) == ["ReviewAnswered", "HandWon", "Settled"]


def test_the_end_of_the_hand_may_be_asked() -> None:
    table = Table.dealt()
    table.tell(ask(ReviewKind.HAND_END))
    assert table.refusal(ask(ReviewKind.HAND_END)).reason == "duplicate"
    assert table.answer(1, "drawn") == ["ReviewAnswered", "HandDrawn", "Settled"]


def test_a_win_that_nobody_saw_can_be_written_down() -> None:
    table = Table.dealt("8p")
    table.rounds("1z")
    table.tell(ask(ReviewKind.HAND_END))
    assert table.answer(1, "1") == ["ReviewAnswered", "ReviewOpened"]
    assert table.refusal(answer(2, "345m1x")).reason == "bad_value"
    assert table.refusal(answer(2, "345m123s111z77m4s9s+6s")).reason == "bad_value"
    assert table.answer(2, f"{SU}+6s") == ["ReviewAnswered", "HandWon", "Settled"]
    assert table.match.scores == (-2, 6, -2, -2)


def test_the_indicator_may_be_asked_and_fouls_follow() -> None:
    table = Table()
    table.start_match()
    table.tell(StartHand(t_ms=1, source=CAMERA))
    table.rounds("9p")
    table.tell(ask(ReviewKind.INDICATOR_TILE))
    assert table.answer(1, "8p") == ["ReviewAnswered", "IndicatorTurned", "FoulFound"]


def test_a_corrected_indicator_moves_the_wilds_and_the_fouls() -> None:
    table = Table.dealt("8p")
    table.rounds("9p", "1s")
    table.tell(ask(ReviewKind.INDICATOR_TILE))
    assert table.answer(1, "9s") == ["ReviewAnswered", "Corrected", "FoulFound"]
    assert [seat.foul is not None for seat in table.hand.seats] == [False, True, False, False]
    assert [str(tile) for tile in table.hand.wilds] == ["9s", "1s"]


def test_who_discarded_may_be_asked() -> None:
    table = Table.dealt("8p")
    thrown = table.discard(0, "9p")
    table.tell(ask(ReviewKind.WHO_DISCARDED, thrown))
    assert table.refusal(answer(1, "west")).reason == "bad_value"
    table.answer(1, "2")
    assert [len(seat.discards) for seat in table.hand.seats] == [0, 0, 1, 0]
    assert table.hand.to_act == 3
    assert [seat.foul is not None for seat in table.hand.seats] == [False, False, True, False]


def test_a_discard_corrected_after_the_hand_is_paid_anew() -> None:
    table = Table.dealt("8p")
    table.rounds("3z", "3z", "3z")
    last = table.discard(3, "2z")
    table.draw_hand()
    assert table.match.scores == (0, 0, 0, 0)
    table.tell(ask(ReviewKind.DISCARD_TILE, last))
    assert table.answer(1, "3z") == ["ReviewAnswered", "Corrected", "Settled"]
    assert table.match.scores == (-3, 1, 1, 1)
    assert len(table.match.history) == 1


def test_a_winner_who_turns_out_to_have_discarded_a_wild_had_not_won() -> None:
    table = Table.dealt("8p")
    table.rounds("1z")
    thrown = table.discard(1, "8s")
    table.rounds("3z", "4z", "5z")
    table.lay_down(1, SU, "6s")
    assert table.match.scores == (-2, 6, -2, -2)
    table.tell(ask(ReviewKind.DISCARD_TILE, thrown))
    table.answer(1, "8p")
    assert table.match.scores == (0, 0, 0, 0)
    assert table.match.history[-1].winner is None
    assert table.phase() is Phase.SETTLED


def test_a_hand_that_nobody_saw_laid_down_in_error_bars_its_player() -> None:
    table = Table.dealt("8p")
    table.rounds("1z", "2z")
    table.tell(ask(ReviewKind.FALSE_HU))
    assert table.refusal(answer(1, "345m")).reason == "bad_value"
    assert table.answer(1, "2 张三") == ["ReviewAnswered", "FalseHu"]
    table.rounds("3z")
    table.tell(ask(ReviewKind.FALSE_HU))
    assert table.answer(2, "none") == ["ReviewAnswered"]
    assert [seat.false_hu is not None for seat in table.hand.seats] == [False, False, True, False]


def test_a_hand_laid_down_in_error_can_be_told_of_once_the_hand_is_over() -> None:
    table = Table.dealt("8p")
    table.rounds("1z")
    table.tell(ask(ReviewKind.FALSE_HU))
    table.lay_down(1, SU, "6s")
    table.start_hand()
    assert table.answer(1, "2")[:2] == ["ReviewAnswered", "FalseHu"]
    assert table.match.scores == (-2, 6, -2, -2)
    assert table.hand.seats[2].false_hu is None


def test_a_win_that_was_none_is_taken_back_and_its_player_barred() -> None:
    table = Table.dealt("8p")
    table.rounds("1z")
    table.lay_down(1, SU, "6s")
    won = table.hand.claim_seq
    assert table.match.scores == (-2, 6, -2, -2)
    table.tell(ask(ReviewKind.FALSE_HU, of=won))
    assert table.refusal(answer(1, "2")).reason == "bad_value"
    assert table.answer(1, "false_hu") == ["ReviewAnswered", "Corrected", "FalseHu"]
    assert table.match.scores == (0, 0, 0, 0)
    assert table.phase() is Phase.PLAYING
    assert table.hand.seats[1].false_hu is not None
    assert table.hand.won is None
    table.discard(1, "2z")
    assert table.lay_down(2, SU, "6s") == ["HandWon", "Settled"]


def test_a_win_that_people_took_back_meanwhile_is_not_taken_back_twice() -> None:
    table = Table.dealt("8p")
    table.rounds("1z")
    table.lay_down(1, SU, "6s")
    won = table.hand.claim_seq
    assert won is not None
    table.tell(ask(ReviewKind.FALSE_HU, of=won))
    table.tell(Undo(t_ms=9, of=won, source=PERSON))
    assert table.answer(1, "false_hu") == ["ReviewAnswered"]

"""Facts of a match that is over and was followed by another: changed within it, whatever is being played."""

from __future__ import annotations

from dataclasses import replace

import pytest

from table_daemon.game.commands import (
    ClaimWin,
    Command,
    Correct,
    DrawHand,
    EndMatch,
    SetName,
    StartHand,
    StartMatch,
    SwapSeats,
    Undo,
    WriteScore,
)
from table_daemon.game.decide import recorded
from table_daemon.game.events import Discarded, HandWon, MatchEnded, Recorded
from table_daemon.game.fold import fold
from table_daemon.game.past import decide_past
from table_daemon.game.rejection import Rejection
from table_daemon.game.state import GameState
from tests.game.story import NAMES, PERSON, Table

SU = "345m123s111z77m45s"


class Evening:
    """Two matches, the first of which is changed while the second is played."""

    def __init__(self) -> None:
        self.table = Table.dealt("8p")
        self.table.rounds("1z", "2z", "3z", "4z", "5z")
        self.table.lay_down(1, SU, "6s")
        self.table.start_hand("8p")
        self.table.rounds("1z")
        self.table.lay_down(3, SU, "6s")  # out of turn: asked, and left open
        self.table.tell(EndMatch(t_ms=9, source=PERSON))
        self.first = self.table.state
        self.table.tell(StartMatch(t_ms=10, match="m2", names=NAMES, profile="tianjin", first_dealer=2, source=PERSON))
        self.table.start_hand("8p")
        self.table.rounds("1z", "2z")
        self.log = list(self.table.log)

    def past(self) -> GameState:
        """The first match with all that was recorded about it."""
        second = next(entry.seq for entry in self.log if getattr(entry.event, "match", "m1") == "m2")
        return fold(entry for entry in self.log if entry.seq < second or entry.about == "m1")

    def now(self) -> GameState:
        return fold(self.log)

    def change(self, command: Command) -> list[Recorded]:
        outcome = decide_past(self.now(), self.past(), command)
        assert isinstance(outcome, tuple), outcome
        new = recorded(self.now(), command, outcome, about="m1")
        self.log += new
        return list(new)

    def refusal(self, command: Command) -> str:
        outcome = decide_past(self.now(), self.past(), command)
        assert isinstance(outcome, Rejection), outcome
        return outcome.reason.value

    def seq_of(self, kind: type) -> int:
        return next(entry.seq for entry in self.log if isinstance(entry.event, kind))


def correct(of: int, field: str, value: str) -> Correct:
    return Correct(t_ms=20, of=of, field=field, value=value, why="看错了", source=PERSON)


def test_a_tile_of_an_earlier_match_is_corrected_and_the_present_one_stays_as_it_is() -> None:
    evening = Evening()
    before = evening.now()
    thrown = evening.seq_of(Discarded) + 1
    new = evening.change(correct(thrown, "tile", "9p"))
    assert [type(entry.event).__name__ for entry in new] == ["Corrected", "FoulFound", "FalseHu", "Settled"]
    assert [entry.seq for entry in new] == list(range(before.version + 1, before.version + 5))
    match = evening.past().match
    assert match is not None
    assert match.scores == (0, 0, 0, 0)
    assert match.corrections[-1].before.scores == (-2, 6, -2, -2)
    now = evening.now()
    assert replace(now, version=before.version, t_ms=before.t_ms) == before
    evening.change(Undo(t_ms=21, of=new[0].seq, source=PERSON))
    again = evening.past().match
    assert again is not None
    assert again.scores == (-2, 6, -2, -2)


def test_hands_seats_and_scores_of_an_earlier_match_are_written_anew() -> None:
    evening = Evening()
    evening.change(DrawHand(t_ms=20, source=PERSON, in_hand=2))
    evening.change(SwapSeats(t_ms=20, a=1, b=3, from_hand=1, to_hand=1, source=PERSON))
    evening.change(WriteScore(t_ms=20, net=(3, -1, -1, -1), source=PERSON, in_hand=2))
    match = evening.past().match
    assert match is not None
    assert match.scores == (1, -3, -3, 5)
    assert match.unsettled == ()
    assert match.ended


def test_what_refers_to_nothing_of_that_match_is_refused() -> None:
    evening = Evening()
    assert evening.refusal(correct(evening.now().version, "tile", "1z")) == "not_found"
    assert evening.refusal(DrawHand(t_ms=20, source=PERSON, in_hand=9)) == "not_found"
    assert evening.refusal(DrawHand(t_ms=20, source=PERSON)) == "no_match"


@pytest.mark.parametrize(
    "command",
    [
        StartMatch(t_ms=20, match="m3", names=NAMES, profile="tianjin", first_dealer=0, source=PERSON),
        StartHand(t_ms=20, source=PERSON),
        EndMatch(t_ms=20, source=PERSON),
        SetName(t_ms=20, seat=0, name="新", source=PERSON),
        ClaimWin(t_ms=20, seat=0, source=PERSON),
    ],
)
def test_an_earlier_match_is_not_played_on(command: Command) -> None:
    evening = Evening()
    assert evening.refusal(command) == "match_over"
    assert evening.refusal(Undo(t_ms=20, of=evening.seq_of(MatchEnded), source=PERSON)) == "match_over"


def test_a_question_asked_about_an_earlier_match_has_a_number_of_its_own() -> None:
    evening = Evening()
    opened = evening.now().reviews_opened
    won = evening.seq_of(HandWon)
    evening.change(Undo(t_ms=20, of=won, source=PERSON))
    assert evening.now().reviews == ()
    assert evening.now().reviews_opened == opened
    assert evening.past().reviews_opened == opened

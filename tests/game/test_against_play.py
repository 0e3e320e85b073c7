"""Whole matches of the simulated players, every act told as a perfect witness would: the game comes to the same."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

from table_daemon.game.commands import DrawHand, EndMatch, RecordDice, StartHand, StartMatch, TurnIndicator
from table_daemon.rules.melds import MeldKind
from table_daemon.rules.tiles import format_tiles
from table_daemon.simulator import acts
from table_daemon.simulator.match import Match
from table_daemon.simulator.mishaps import parse_mishaps
from tests.game.story import CAMERA, PERSON, Table

if TYPE_CHECKING:
    from table_daemon.simulator.acts import Act
    from table_daemon.simulator.match import HandPlan
    from table_daemon.simulator.truth import HandTruth

HANDS = 4
SEEDS = (1, 2, 3, 7, 12)
"""Between them: won and drawn hands, fouls, refused claims, kongs of every common kind."""


class Witness:
    """Tells a table what the simulated people do; without the draws, which nobody sees."""

    def __init__(self, match: Match, *, draw_apart: bool) -> None:
        self.table = Table()
        self.draw_apart = draw_apart
        """Whether the winner lays the winning tile apart from the rest."""
        self.table.tell(
            StartMatch(
                t_ms=0,
                match="m",
                names=match.names,
                profile="tianjin",
                first_dealer=match.first_dealer,
                source=PERSON,
            )
        )

    def choose(self, plan: HandPlan) -> None:
        for seat in range(4):
            self.table.zuo(seat, value=plan.choices.zuo[seat])
            self.table.la(seat, plan.choices.la[seat])

    def tell(self, act: Act) -> None:
        match act:
            case acts.WallsRaised():
                self.table.tell(StartHand(t_ms=1, source=CAMERA))
            case acts.ThrewDice(seat, dice):
                self.table.tell(RecordDice(t_ms=1, seat=seat, dice=dice, source=CAMERA))
            case acts.IndicatorTurned(tile=tile):
                self.table.tell(TurnIndicator(t_ms=1, tile=tile, source=CAMERA))
            case acts.Discarded(seat, tile):
                self.table.discard(seat, str(tile))
            case acts.Melded():
                self._meld(act)
            case acts.LaidDown(seat, hand, draw, _):
                if self.draw_apart:
                    self.table.lay_down(seat, format_tiles(hand), str(draw))
                else:
                    self.table.lay_down(seat, format_tiles(sorted((*hand, draw))))
            case acts.WallSpent():
                assert self.table.hand.wall_left == 0
                self.table.tell(DrawHand(t_ms=1, source=CAMERA))
            case acts.Dealt() | acts.Drew() | acts.PickedUp():
                pass

    def _meld(self, act: acts.Melded) -> None:
        claimed = None if act.from_seat is None else self.table.hand.discard_order[-1]
        self.table.meld(
            act.seat,
            act.meld.kind.value,
            str(act.meld.tile),
            claimed=claimed,
            from_seat=act.from_seat,
            added=act.added,
        )


@cache
def played(seed: int, *, draw_apart: bool) -> tuple[HandTruth, ...]:
    """Play a match out, comparing after each hand."""
    match = Match(seed, mishaps=parse_mishaps("wild_discard:0.5"))
    witness = Witness(match, draw_apart=draw_apart)
    ended = []
    for number in range(1, HANDS + 1):
        plan = match.plan(number)
        witness.choose(plan)
        for act in plan.play.acts():
            witness.tell(act)
        truth = match.finish(plan)
        ended.append(truth)
        compare(truth, witness)
    witness.table.tell(EndMatch(t_ms=2, source=PERSON))
    return tuple(ended)


def compare(truth: HandTruth, witness: Witness) -> None:
    """The settled hand is the true one; where the winning tile is not apart, a question is the other way out."""
    table = witness.table
    if table.state.reviews and not witness.draw_apart:
        (review,) = table.state.reviews
        table.answer(review.review, str(truth.draw))
    summary = table.match.history[-1]
    assert (summary.number, summary.dealer) == (truth.number, truth.dealer)
    assert (summary.winner, summary.fan) == (truth.winner, truth.fan)
    if witness.draw_apart:
        assert set(summary.names) == set(truth.names)
    assert (summary.net, summary.scores) == (truth.net, truth.scores)
    assert summary.fouls == truth.fouls
    assert table.match.next_dealer == truth.next_dealer
    assert {(i, lying.meld.kind) for i, seat in enumerate(table.hand.seats) for lying in seat.melds} == {
        (lying.seat, lying.meld.kind) for lying in truth.melds
    }


@pytest.mark.parametrize("seed", SEEDS)
def test_a_simulated_match_is_settled_as_it_was_played(seed: int) -> None:
    played(seed, draw_apart=True)


@pytest.mark.parametrize("seed", range(7, 10))
def test_a_winning_tile_among_the_rest_is_never_settled_wrongly(seed: int) -> None:
    played(seed, draw_apart=False)


def test_the_matches_played_hold_what_they_are_meant_to_try() -> None:
    hands = [truth for seed in SEEDS for truth in played(seed, draw_apart=True)]
    assert any(truth.winner is None for truth in hands)
    assert any(truth.fouls for truth in hands)
    assert any(truth.false_hu for truth in hands)
    assert any(lying.meld.kind is not MeldKind.PUNG for truth in hands for lying in truth.melds)

"""Whole simulated matches through tracker and game: everything is found, nobody is asked."""

import pytest

from table_daemon.game.events import Discarded, DiscardRetracted
from table_daemon.simulator.cues import HandOver
from table_daemon.simulator.feed import simulate_match_stream
from table_daemon.simulator.mishaps import NO_MISHAPS, Mishaps, parse_mishaps
from tests.fusion.harness import Joined


def _play(seed: int, *, hands: int, mishaps: Mishaps) -> tuple[Joined, int]:
    """Play a match through; how many hands were checked against the truth."""
    joined, checked = Joined(), 0
    for item in simulate_match_stream(seed, hands=hands, mishaps=mishaps):
        joined.feed(item)
        if not isinstance(item, HandOver):
            continue
        truth, match = item.truth, joined.state.match
        assert match is not None
        found = match.history[-1]
        assert (found.number, found.dealer, found.winner) == (checked + 1, truth.dealer, truth.winner)
        assert (found.fan, found.net, found.scores) == (truth.fan, truth.net, truth.scores)
        assert sorted(found.fouls) == sorted(truth.fouls)
        assert _standing_discards(joined, found.number) == list(truth.discards)
        checked += 1
    return joined, checked


def _standing_discards(joined: Joined, number: int) -> list[tuple[int, object]]:
    hand = joined.state.match.hand if joined.state.match is not None else None
    assert hand is not None
    assert hand.number == number
    taken_back = {r.event.of for r in hand.log if isinstance(r.event, DiscardRetracted)}
    return [
        (r.event.seat, r.event.tile) for r in hand.log if isinstance(r.event, Discarded) and r.seq not in taken_back
    ]


@pytest.mark.parametrize("seed", range(101, 106))
def test_a_clean_match_is_followed_without_a_question(seed: int) -> None:
    joined, checked = _play(seed, hands=4, mishaps=NO_MISHAPS)
    assert checked == 4
    assert joined.questions() == 0


@pytest.mark.parametrize("mishap", ["wild_discard:1", "occlusion:0.5", "nudge:0.3", "lamp:1", "takeback:0.1"])
@pytest.mark.parametrize("seed", [201, 202])
def test_mishaps_do_not_change_the_story(seed: int, mishap: str) -> None:
    joined, checked = _play(seed, hands=3, mishaps=parse_mishaps(mishap))
    assert checked == 3
    assert joined.questions() == 0


def test_a_wild_discard_is_a_foul_at_once_and_its_player_may_not_win() -> None:
    joined = Joined()
    fouls = refused = 0
    for item in simulate_match_stream(7, hands=6, mishaps=parse_mishaps("wild_discard:1")):
        joined.feed(item)
        if isinstance(item, HandOver):
            assert joined.state.match is not None
            found = joined.state.match.history[-1]
            fouls += len(found.fouls)
            hand = joined.state.match.hand
            assert hand is not None
            refused += sum(seat.false_hu is not None for seat in hand.seats)
            assert found.winner not in [seat for seat, _ in found.fouls]
    assert fouls >= 4
    assert refused >= 1

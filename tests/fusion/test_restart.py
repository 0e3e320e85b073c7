"""A tracker that lost its memory goes on from the log alone."""

import pytest

from table_daemon.fusion.reconcile import Tracker
from table_daemon.fusion.seats import TableZones
from table_daemon.simulator.cues import HandOver
from table_daemon.simulator.feed import simulate_match_stream
from table_daemon.simulator.mishaps import parse_mishaps
from tests.fusion.harness import Joined
from vision.observation import Observation


@pytest.mark.parametrize("seed", [301, 302, 303])
def test_a_new_tracker_every_few_looks_tells_the_same_story(seed: int) -> None:
    joined, looks = Joined(), 0
    for item in simulate_match_stream(seed, hands=3, mishaps=parse_mishaps("wild_discard:0.5,nudge:0.1")):
        looks += isinstance(item, Observation)
        if looks % 17 == 16 and isinstance(item, Observation):
            joined.tracker = Tracker(TableZones())
        joined.feed(item)
        if isinstance(item, HandOver):
            match = joined.state.match
            assert match is not None
            found, truth = match.history[-1], item.truth
            assert (found.winner, found.net, found.scores) == (truth.winner, truth.net, truth.scores)
            assert sorted(found.fouls) == sorted(truth.fouls)
    assert joined.questions() == 0


@pytest.mark.parametrize("missed", [4, 7, 10])
def test_looks_missed_while_away_are_caught_up_in_turn_order(missed: int) -> None:
    """Up to a few acts are missed; what lies on the table afterwards still tells who threw what."""
    joined, looks, wrong = Joined(), 0, 0
    for item in simulate_match_stream(311, hands=2):
        if isinstance(item, Observation):
            looks += 1
            if looks % 60 < missed:
                continue
            if looks % 60 == missed:
                joined.tracker = Tracker(TableZones())
        joined.feed(item)
        if isinstance(item, HandOver):
            match = joined.state.match
            assert match is not None
            wrong += match.history == () or match.history[-1].net != item.truth.net
    assert wrong == 0 or joined.questions() > 0

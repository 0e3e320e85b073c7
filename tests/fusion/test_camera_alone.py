"""Without a link the camera alone begins hands, and sees that the wall is spent though nobody told it the dice."""

from dataclasses import replace

import pytest

from firmware_bridge.messages import LinkEvent
from table_daemon.game.events import ReviewKind, ReviewOpened
from table_daemon.simulator.cues import HandOver
from table_daemon.simulator.feed import simulate_match_stream
from tests.fusion.harness import Joined
from vision.observation import Observation


@pytest.mark.parametrize("seed", [401, 402])
def test_hands_that_somebody_wins_are_followed_by_the_camera_alone(seed: int) -> None:
    joined, won = Joined(), 0
    for item in simulate_match_stream(seed, hands=4):
        if isinstance(item, LinkEvent):
            continue
        joined.feed(item)
        if not isinstance(item, HandOver):
            continue
        truth, match = item.truth, joined.state.match
        assert match is not None
        won += 1
        found = match.history[-1]
        assert (found.number, found.dealer, found.winner) == (won, truth.dealer, truth.winner)
        assert (found.fan, found.net) == (truth.fan, truth.net)
        assert joined.questions() == 0
    assert won >= 2


def test_a_spent_wall_without_dice_is_drawn_by_what_the_camera_saw_of_it() -> None:
    joined, drawn = Joined(), 0
    for item in simulate_match_stream(12, hands=3):
        if isinstance(item, LinkEvent):
            continue
        joined.feed(item)
        if isinstance(item, HandOver):
            assert joined.state.match is not None
            found = joined.state.match.history[-1]
            assert (found.winner, found.net, found.next_dealer) == (
                item.truth.winner,
                item.truth.net,
                item.truth.next_dealer,
            )
            drawn += item.truth.winner is None
    assert drawn == 1
    assert joined.questions() == 0


def test_a_table_swept_before_the_wall_was_spent_is_asked_about() -> None:
    joined = Joined()
    for item in simulate_match_stream(12, hands=1):
        if isinstance(item, Observation) and len(joined.log) > 20:
            item = replace(item, tiles=(), hands=frozenset(), still=True)  # noqa: PLW2901 - what is seen from now on
        if not isinstance(item, LinkEvent):
            joined.feed(item)
    asked = [r.event.about for r in joined.log if isinstance(r.event, ReviewOpened)]
    assert asked == [ReviewKind.HAND_END]

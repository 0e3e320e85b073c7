"""Without a link the camera alone begins hands; only what dice tell is missing."""

import pytest

from firmware_bridge.messages import LinkEvent
from table_daemon.simulator.cues import HandOver
from table_daemon.simulator.feed import simulate_match_stream
from tests.fusion.harness import Joined


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
        if truth.winner is None:
            break  # without dice nobody knows when the wall is spent; people are asked
        won += 1
        found = match.history[-1]
        assert (found.number, found.dealer, found.winner) == (won, truth.dealer, truth.winner)
        assert (found.fan, found.net) == (truth.fan, truth.net)
        assert joined.questions() == 0
    assert won >= 2


def test_a_spent_wall_without_dice_is_asked_about() -> None:
    joined, asked = Joined(), False
    for item in simulate_match_stream(12, hands=3):
        if isinstance(item, LinkEvent):
            continue
        joined.feed(item)
        if isinstance(item, HandOver) and item.truth.winner is None:
            asked = True
    assert asked
    assert joined.questions() >= 1

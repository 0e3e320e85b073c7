from __future__ import annotations

from table_daemon.game.state import GameState
from table_daemon.views import history, to_json
from tests.web import stories


def test_nobody_has_played_yet() -> None:
    empty = to_json(history(GameState()))
    assert empty == {"match": None, "players": [], "hands": [], "unsettled": [], "corrections": []}


def test_a_finished_hand_is_kept_with_the_standing_after_it() -> None:
    kept = stories.won_big().history()
    assert kept.players == stories.NAMES
    [hand] = kept.hands
    assert (hand.hand, hand.dealer, hand.winner, hand.fan) == (1, 1, 0, 56)
    assert hand.names == ("捉五", "龙", "本混", "素本", "杠开")
    assert hand.net == hand.scores == (580, -464, -58, -58)


def test_an_open_hand_is_not_history() -> None:
    assert stories.playing().history().hands == ()

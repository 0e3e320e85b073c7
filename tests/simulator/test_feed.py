from collections import Counter
from itertools import pairwise

from firmware_bridge.messages import DiceValue, Drop, LinkEvent, Wall, WallState
from table_daemon.simulator.acts import Discarded
from table_daemon.simulator.cues import HandOver, Happened, MatchAgreed, PowerCut
from table_daemon.simulator.feed import simulate_hand_stream, simulate_match_stream
from table_daemon.simulator.mishaps import parse_mishaps
from table_daemon.simulator.noise import misread
from tests.fusion.seen import seen
from vision.labels import Label
from vision.observation import Observation

RANKS = ("1p", "2p", "3p", "4p", "6p", "7p", "8p", "9p", "1m", "2m", "3m")


def test_time_never_goes_back_and_every_hand_is_told_whole() -> None:
    t_ms = raised = 0
    kinds: Counter[type] = Counter()
    for item in simulate_match_stream(2, hands=2, mishaps=parse_mishaps("occlusion,nudge,lamp:1,wild_discard:1")):
        assert item.t_ms >= t_ms
        t_ms = item.t_ms
        kinds[type(item)] += 1
        if isinstance(item, LinkEvent):
            kinds[type(item.event)] += 1
            raised += isinstance(item.event, Wall) and item.event.state is WallState.RAISED
    assert kinds[MatchAgreed] == 1
    assert kinds[HandOver] == 2
    assert kinds[Drop] == 2
    assert kinds[DiceValue] == 4
    assert raised == 8


def test_each_discard_is_seen_lying_still_before_the_next_act() -> None:
    waiting: Discarded | None = None
    seen_before = 0
    for item in simulate_hand_stream(4, 1):
        match item:
            case Happened(_, act):
                assert waiting is None, f"{waiting} was never seen"
                waiting = act if isinstance(act, Discarded) else None
            case Observation(still=True, hands=hands, tiles=tiles) if not hands and waiting is not None:
                lying = sum(tile.label is Label(str(waiting.tile)) for tile in tiles)
                assert lying >= 1
                waiting = None
                seen_before += 1
            case _:
                pass
    assert seen_before > 10


def test_hands_hide_tiles_and_walls_show_only_their_upper_tiles() -> None:
    full = [item for item in simulate_hand_stream(4, 1) if isinstance(item, Observation) and item.tiles]
    assert len(full[0].tiles) == 68
    assert all(tile.label is Label.BACK for tile in full[0].tiles)
    reaching = [item for item in full if item.hands]
    assert reaching
    assert not any(item.still for item in reaching)


def test_hasty_players_follow_within_half_a_second_and_the_power_is_cut_once_a_hand() -> None:
    items = list(simulate_hand_stream(4, 1, parse_mishaps("fast_play:1,power_cut:1,glare:1")))
    discards = [item.t_ms for item in items if isinstance(item, Happened) and isinstance(item.act, Discarded)]
    gaps = [later - earlier for earlier, later in pairwise(discards)]
    assert sum(gap <= 500 for gap in gaps) > len(gaps) / 2
    assert sum(isinstance(item, PowerCut) for item in items) == 1


def test_a_face_taken_for_one_copy_too_many_has_its_own_for_second_reading() -> None:
    places = [(float(x), float(y)) for x in (-120, -80, 80, 120) for y in (-150, -110, 110, 150)]
    open_copies = [seen("5p", place, confidence=0.9995) for place in places[:3]]
    others = [seen(label, place, confidence=0.9995) for label, place in zip(RANKS, places[3:], strict=False)]
    look = Observation(t_ms=1, image_id=1, still=True, tiles=(*open_copies, *others))
    (read,) = misread([look], rate=0.25, seed=1, fifth=1.0)
    assert isinstance(read, Observation)
    for was, tile in zip(look.tiles[3:], read.tiles[3:], strict=True):
        assert (tile.label, tile.second) == (Label.P5, was.label)

"""What befalls the witnesses: cues of a hand with one mishap each, and what fusion would hear of them."""

from collections import Counter

import pytest

from firmware_bridge.messages import DiceValue, LinkEvent, LinkLost, LinkUp
from table_daemon.simulator.bit_noise import BitNoise
from table_daemon.simulator.cues import (
    CameraBumped,
    CameraLost,
    ClockJumped,
    Happened,
    LinkCut,
    LinkMended,
    LinkRestarted,
    Picture,
    PowerCut,
)
from table_daemon.simulator.feed import simulate_match_stream
from table_daemon.simulator.mishaps import parse_mishaps
from table_daemon.simulator.timeline import Timeline
from vision.observation import Observation

BEGIN_MS = 1_790_000_000_000


def cues_of(mishaps: str, *, seed: int = 7) -> list[object]:
    return list(Timeline(seed, hands=1, mishaps=parse_mishaps(mishaps), t_ms=BEGIN_MS).cues())


@pytest.mark.parametrize(
    ("mishap", "kind"),
    [
        ("camera_bump", CameraBumped),
        ("camera_loss", CameraLost),
        ("link_loss", LinkCut),
        ("link_reboot", LinkRestarted),
        ("clock_jump", ClockJumped),
        ("power_cut", PowerCut),
    ],
)
def test_each_befalls_the_hand_once_and_changes_nothing_that_is_played(mishap: str, kind: type) -> None:
    plain, upset = cues_of(""), cues_of(f"{mishap}:1")
    assert [cue for cue in upset if isinstance(cue, Happened)] == [cue for cue in plain if isinstance(cue, Happened)]
    assert sum(isinstance(cue, kind) for cue in upset) == 1
    assert upset == cues_of(f"{mishap}:1")


def test_a_lost_camera_takes_no_picture_until_it_is_back() -> None:
    upset = cues_of("camera_loss:1")
    lost = next(cue for cue in upset if isinstance(cue, CameraLost))
    assert 2_000 <= lost.for_ms <= 60_000
    taken = [cue.t_ms for cue in upset if isinstance(cue, Picture)]
    assert not [t_ms for t_ms in taken if lost.t_ms < t_ms < lost.t_ms + lost.for_ms]
    assert max(taken) > lost.t_ms


def test_a_plug_that_was_pulled_is_put_back() -> None:
    cues = list(Timeline(7, hands=3, mishaps=parse_mishaps("link_loss:1")).cues())
    outs = Counter(type(cue) for cue in cues if isinstance(cue, LinkCut | LinkMended))
    assert outs[LinkCut] >= 1
    assert outs[LinkCut] - outs[LinkMended] <= 1


def test_pictures_after_a_jump_bear_the_wrong_clock() -> None:
    upset = cues_of("clock_jump:1")
    jump = next(cue for cue in upset if isinstance(cue, ClockJumped))
    pictures = [cue for cue in upset if isinstance(cue, Picture)]
    assert {cue.clock_off_ms for cue in pictures if cue.t_ms < jump.t_ms} == {0}
    assert {cue.clock_off_ms for cue in pictures if cue.t_ms > jump.t_ms} == {jump.by_ms}


def heard(mishaps: str, *, hands: int = 2) -> Counter[type]:
    stream = simulate_match_stream(7, hands=hands, mishaps=parse_mishaps(mishaps))
    return Counter(type(item.event) for item in stream if isinstance(item, LinkEvent))


def test_the_line_in_memory_tells_the_dice_and_is_lost_with_its_plug() -> None:
    whole = heard("link_noise:1e-9")
    assert whole[DiceValue] == 4
    assert whole[LinkUp] == 1
    assert heard("link_loss:1")[LinkLost] >= 1


def test_noise_on_the_line_is_never_taken_for_dice() -> None:
    assert heard("link_noise:0.002", hands=1)[DiceValue] <= 2


def test_a_knock_hides_the_table_for_two_pictures_only() -> None:
    stream = list(simulate_match_stream(7, hands=1, mishaps=parse_mishaps("camera_bump:1")))
    seen = [item for item in stream if isinstance(item, Observation)]
    assert sum(item.problems == ("camera_moved",) for item in seen) == 2


@pytest.mark.parametrize(("rate", "least", "most"), [(0.0, 0, 0), (0.001, 40, 130), (1.0, 80_000, 80_000)])
def test_bits_flip_as_often_as_asked_and_alike_for_a_seed(rate: float, least: int, most: int) -> None:
    data = bytes(10_000)
    spoilt = BitNoise(rate, seed="a").spoil(data)
    assert least <= sum(byte.bit_count() for byte in spoilt) <= most
    again = BitNoise(rate, seed="a")
    assert b"".join(again.spoil(data[k : k + 7]) for k in range(0, len(data), 7)) == spoilt

"""A daemon that is away for seconds while people play on: it catches up or asks, and is never silently wrong."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from firmware_bridge.messages import Inputs, Lift, LiftPos, LinkEvent, Snapshot
from table_daemon.demo_judge import Judge, Verdict
from table_daemon.simulate import Mind
from table_daemon.simulator.cues import HandOver, PowerCut
from table_daemon.simulator.feed import Fed, simulate_match_stream
from vision.observation import Observation

LOOK_MS = 250


def as_a_camera_sees(stream: Iterator[Fed]) -> Iterator[Fed]:
    """Go on looking between the pictures of a stream, and a while after a hand."""
    last: Observation | None = None
    for item in stream:
        while last is not None and last.t_ms + LOOK_MS < item.t_ms:
            last = replace(last, t_ms=last.t_ms + LOOK_MS, still=not last.hands)
            yield last
        if isinstance(item, HandOver) and last is not None:
            yield from (replace(last, t_ms=item.t_ms + LOOK_MS * k, still=True) for k in range(12))
        yield item
        last = item if isinstance(item, Observation) else last


def watched(seed: int, *, away_ms: int, every_ms: int, first_ms: int, hands: int) -> list[Verdict]:
    mind, judge, verdicts = Mind(), Judge(), []
    lift, away, looks = LiftPos.DOWN, False, 0
    for number, item in enumerate(as_a_camera_sees(simulate_match_stream(seed, hands=hands))):
        if isinstance(item, LinkEvent) and isinstance(item.event, Lift):
            lift = item.event.pos
        if isinstance(item, LinkEvent | Observation):
            if (item.t_ms - first_ms) % every_ms < away_ms and item.t_ms >= first_ms:
                away = True
                continue
            if away:
                away, looks = False, 0
                mind.take(PowerCut(item.t_ms))
                mind.take(LinkEvent(item.t_ms, Snapshot(Inputs(0), lift, shuffling=False, ready=True)))
        if isinstance(item, Observation):
            looks += 1
            mind.take(replace(item, image_id=number, still=item.still and looks > 1))
            continue
        truth = mind.take(item)
        if truth is not None:
            verdicts.append(judge.judge(truth, mind.told()))
    return verdicts


@pytest.mark.parametrize("seed", [20, 21])
def test_a_daemon_away_for_four_seconds_in_twenty_catches_up(seed: int) -> None:
    assert [v.agrees for v in watched(seed, away_ms=4_000, every_ms=20_000, first_ms=9_000, hands=1)] == [True]


@pytest.mark.parametrize(("seed", "asked"), [(3, False), (8, True), (9, True), (23, True)])
def test_a_daemon_away_for_longer_than_it_can_catch_up_with_asks_unless_all_can_be_told(
    seed: int, *, asked: bool
) -> None:
    verdicts = watched(seed, away_ms=16_000, every_ms=40_000, first_ms=14_857, hands=1)
    assert [(v.asked, v.agrees, v.silent_error) for v in verdicts] == [(asked, not asked, False)]

import json
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from table_daemon.cli import guarded
from table_daemon.game.events import MatchEnded, MatchStarted, Settled
from table_daemon.simulate import SimulateOptions, run_simulation
from table_daemon.simulator.feed import simulate_match_stream
from table_daemon.simulator.mishaps import Mishap, parse_mishaps
from table_daemon.simulator.noise_profiles import what_goes_wrong
from table_daemon.store.sqlite import EventStore
from vision.labels import Label
from vision.observation import Observation, SeenTile


def test_hands_seen_by_flawless_eyes_are_concluded_as_they_were_played(capsys: pytest.CaptureFixture[str]) -> None:
    status = guarded(
        ["simulate", "--hands", "3", "--seed", "8", "--json", "--mishaps", "occlusion,nudge,lamp:1,wild_discard:1"]
    )
    *hands, total = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert status == 0
    assert [hand["agrees"] for hand in hands] == [True, True, True]
    assert any(hand["fouls"] for hand in hands)
    assert (total["hands"], total["agreed"], total["silent_errors"], total["wrong_discards"]) == (3, 3, 0, 0)


@pytest.mark.parametrize("mishaps", ["no_link", "power_cut:1", "false_hu:1,show_hands:1", "clock_jump:1"])
def test_a_hand_is_concluded_without_the_link_after_a_power_cut_and_despite_false_claims(
    mishaps: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status = guarded(["simulate", "--hands", "2", "--seed", "21", "--json", "--mishaps", mishaps])
    total = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert status == 0
    assert (total["agreed"], total["silent_errors"]) == (2, 0)


def test_an_unknown_mishap_gets_one_message(capsys: pytest.CaptureFixture[str]) -> None:
    assert guarded(["simulate", "--mishaps", "flood"]) == 2
    assert "'flood' is no mishap; choose among" in capsys.readouterr().err


def test_misreadings_belong_to_the_lying_tile_and_are_as_rare_as_asked() -> None:
    mishaps = parse_mishaps("misread:0.05")
    true, read = (
        [item for item in simulate_match_stream(3, hands=3, mishaps=chosen) if isinstance(item, Observation)]
        for chosen in (parse_mishaps(""), mishaps)
    )
    seen: dict[tuple[object, ...], tuple[SeenTile, Label]] = {}
    for flawless, erring in zip(true, read, strict=True):
        for sure, tile in zip(flawless.tiles, erring.tiles, strict=True):
            key = (sure.label, sure.centre_mm, sure.angle_deg)
            before = seen.setdefault(key, (tile, sure.label))[0]
            assert (before.label, before.confidence) == (tile.label, tile.confidence)
    faces = [pair for pair in seen.values() if pair[1] is not Label.BACK]
    wrong = [tile for tile, label in faces if tile.label is not label]
    assert 0.02 < len(wrong) / len(faces) < 0.1
    assert all(tile.confidence < 0.99 for tile in wrong)
    assert Counter(tile.label is label for tile, label in faces if tile.confidence < 0.99)[True] > len(wrong)


def test_a_seed_below_zero_is_a_wrong_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert guarded(["simulate", "--seed", "-1"]) == 2
    assert "--seed" in capsys.readouterr().err


def test_a_club_s_rules_are_played_and_followed(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--hands", "3", "--seed", "7", "--json", "--mishaps", "", "--profile", "tianjin_club"]
    assert guarded(["simulate", *arguments]) == 0
    total = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (total["agreed"], total["asked"]) == (3, 0)


def test_answering_is_for_the_truth_or_nobody(capsys: pytest.CaptureFixture[str]) -> None:
    assert guarded(["simulate", "--answer", "me"]) == 2
    assert "--answer me: write truth, or nobody" in capsys.readouterr().err


def test_a_worse_camera_errs_more_often_and_mishaps_may_be_named_beside_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert guarded(["simulate", "--hands", "2", "--noise", "none", "--json"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["agreed"] == 2
    rates = [what_goes_wrong(None, noise).rate(Mishap.MISREAD) for noise in ("none", "normal", "grainy")]
    assert rates == sorted(set(rates))
    beside = what_goes_wrong("wild_discard:1,occlusion:0.5", "soft")
    assert [beside.rate(m) for m in (Mishap.WILD_DISCARD, Mishap.OCCLUSION, Mishap.MISREAD)] == [1.0, 0.5, 0.02]
    assert guarded(["simulate", "--noise", "awful"]) == 2
    assert "'awful' is not known; choose among none" in capsys.readouterr().err


def test_at_human_speed_the_time_between_two_looks_passes() -> None:
    slept_s: list[float] = []
    options = SimulateOptions(hands=1, seed=3, speed=2.0, mishaps="", profile="tianjin", as_json=True)
    run_simulation(options, sleep=slept_s.append)
    looks_ms = [item.t_ms for item in simulate_match_stream(3, hands=1) if isinstance(item, Observation)]
    assert sum(slept_s) == pytest.approx((looks_ms[-1] - looks_ms[0]) / 2000)


def test_the_log_is_kept_where_that_is_asked_and_the_next_match_goes_on_in_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for seed in ("8", "9"):
        arguments = ["--hands", "1", "--seed", seed, "--mishaps", "", "--data-dir", str(tmp_path), "--speed", "max"]
        assert guarded(["simulate", *arguments]) == 0
    with closing(EventStore.open(tmp_path / "queyan.sqlite3")) as store:
        kept = [recorded.event for recorded in store.read()]
    assert [type(event) for event in kept if isinstance(event, MatchStarted | MatchEnded | Settled)] == [
        *(MatchStarted, Settled, MatchEnded),
        *(MatchStarted, Settled),
    ]
    capsys.readouterr()


@pytest.mark.parametrize(("option", "value", "reason"), [("--port", "0", "no pages"), ("--record", "r", "no pictures")])
def test_what_needs_pages_or_pictures_is_left_to_the_demo(
    option: str, value: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert guarded(["simulate", option, value]) == 2
    assert reason in capsys.readouterr().err

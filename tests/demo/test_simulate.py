import json
from collections import Counter

import pytest

from table_daemon.cli import guarded
from table_daemon.simulator.feed import simulate_match_stream
from table_daemon.simulator.mishaps import parse_mishaps
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


@pytest.mark.parametrize("mishaps", ["no_link", "power_cut:1", "false_hu:1,show_hands:1"])
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

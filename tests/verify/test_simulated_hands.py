"""Simulated hands by the thousand, plain and full of mishaps, against the truth. Run by ``make verify``; an hour."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from table_daemon.cli import guarded
from table_daemon.simulator.mishaps import DEFAULT_RATES, Mishap

SEED = 20_260
TOGETHER = ",".join(mishap for mishap in Mishap if mishap is not Mishap.NO_LINK)
"""Everything that may befall a table with a link."""
Simulate: TypeAlias = Callable[[int, str], tuple[list[dict[str, Any]], dict[str, int]]]
PLAIN = "misread:0.01,occlusion"


@pytest.fixture
def simulate(capsys: pytest.CaptureFixture[str], figure: Callable[[str], None]) -> Simulate:
    """Play that many hands with those mishaps; the lines of the hands and the sum."""

    def run(hands: int, mishaps: str) -> tuple[list[dict[str, Any]], dict[str, int]]:
        guarded(["simulate", "--hands", str(hands), "--seed", str(SEED), "--mishaps", mishaps, "--json"])
        *lines, total = (json.loads(line) for line in capsys.readouterr().out.splitlines())
        figure(f"simulate, {mishaps}: {json.dumps(total)}")
        return lines, total

    return run


@pytest.mark.verify
def test_two_thousand_plain_hands_are_scored_without_a_question(
    simulate: Simulate,
) -> None:
    _, total = simulate(2_000, PLAIN)
    assert total["agreed"] >= 1_980
    assert total["silent_errors"] == 0
    assert total["wrong_discards"] <= 1


@pytest.mark.verify
@pytest.mark.parametrize("mishap", [mishap for mishap in DEFAULT_RATES if mishap is not Mishap.NO_LINK])
def test_one_mishap_alone_never_spoils_a_hand_in_silence(mishap: Mishap, simulate: Simulate) -> None:
    _, total = simulate(200, mishap)
    assert total["silent_errors"] == 0


@pytest.mark.verify
def test_every_discarded_wild_is_found_and_nobody_is_accused_wrongly(
    simulate: Simulate,
) -> None:
    lines, total = simulate(500, Mishap.WILD_DISCARD)
    assert total["silent_errors"] == 0
    for line in lines:
        assert line["questions"] or line["fouls"] == line["truth"]["fouls"]


@pytest.mark.verify
def test_all_mishaps_together_are_asked_about_seldom_and_never_spoil_a_hand_in_silence(
    simulate: Simulate,
) -> None:
    lines, total = simulate(500, TOGETHER)
    assert total["silent_errors"] == 0
    assert sum(line["questions"] for line in lines) <= 150


@pytest.mark.verify
def test_without_a_link_hardly_a_hand_is_asked_about(
    simulate: Simulate,
) -> None:
    _, total = simulate(200, Mishap.NO_LINK)
    assert total["agreed"] >= 194
    assert total["silent_errors"] == 0


@pytest.mark.verify
def test_most_hands_with_a_blind_while_in_each_are_told_by_what_lies_there(
    simulate: Simulate,
) -> None:
    _, total = simulate(60, f"{Mishap.CAMERA_LOSS}:1")
    assert total["agreed"] >= 40
    assert total["silent_errors"] == 0

"""People who answer by the truth: what they say to each kind of question, and what comes of it."""

from dataclasses import replace
from typing import Any

import pytest

from table_daemon.demo_answers import TruthfulPeople
from table_daemon.demo_judge import Judge
from table_daemon.rules.melds import Meld, MeldKind
from table_daemon.rules.tiles import Tile, parse_tiles
from table_daemon.simulate import Mind, answered_by
from table_daemon.simulator.feed import simulate_match_stream
from table_daemon.simulator.mishaps import parse_mishaps
from table_daemon.simulator.truth import HandTruth, MeldTruth

TRUTH = HandTruth(
    number=1,
    seed=1,
    dealer=0,
    indicator=Tile.parse("1p"),
    winner=2,
    fan=4,
    names=("素",),
    net=(-4, -4, 12, -4),
    scores=(-4, -4, 12, -4),
    fouls=(),
    next_dealer=2,
    discards=((0, Tile.parse("3s")), (1, Tile.parse("7m")), (2, Tile.parse("9p"))),
    melds=(
        MeldTruth(3, Meld(MeldKind.PUNG, Tile.parse("5z")), 1),
        MeldTruth(0, Meld(MeldKind.AN, Tile.parse("1s")), None),
    ),
    false_hu=(1,),
    hand=parse_tiles("123456789m11z23s"),
    draw=Tile.parse("4s"),
)
LOG: list[dict[str, Any]] = [
    {"seq": 1, "kind": "hand_started", "dealer": 0},
    {"seq": 2, "kind": "discard", "seat": 0, "tile": "3s"},
    {"seq": 3, "kind": "discard", "seat": 1, "tile": "1z"},
    {"seq": 4, "kind": "discard_retracted", "of": 3},
    {"seq": 5, "kind": "discard", "seat": 2, "tile": "7m"},
]


def asked(about: str, *, of: int | None = None, **more: object) -> dict[str, Any]:
    return {"seq": 9, "kind": "review_opened", "review": 4, "about": about, "of": of, "laid": None, **more}


@pytest.mark.parametrize(
    ("question", "choice"),
    [
        (asked("indicator_tile"), "1p"),
        (asked("discard_tile", of=2), "3s"),
        (asked("discard_tile", of=5), "7m"),
        (asked("who_discarded", of=5), "1"),
        (asked("discard_tile", of=3), None),
        (asked("hand_end"), "2"),
        (asked("winning_hand", laid={"seat": 2}), "123456789m11z23s+4s"),
        (asked("winning_hand", laid={"seat": 1}), "false_hu"),
        (asked("winning_hand", laid={"seat": 3}), "none"),
        (asked("winning_tile", laid={"seat": 2}), "4s"),
        (asked("false_hu"), "1"),
        (asked("false_hu", of=5, seat=2), "none"),
        (asked("false_hu", of=5, seat=3), "false_hu"),
        (asked("meld", meld={"seat": 3, "meld": {"tiles": ["5z", "5z", "5z"]}}), "1"),
        (asked("meld", meld={"seat": 0, "meld": {"tiles": ["1s", "1s", "1s", "1s"]}}), "0"),
        (asked("meld", meld={"seat": 0, "meld": {"tiles": ["2s", "2s", "2s"]}}), None),
        (asked("something_new"), None),
    ],
)
def test_each_question_gets_the_true_answer_once(question: dict[str, Any], choice: str | None) -> None:
    people = TruthfulPeople()
    people.hear([*LOG, question])
    assert list(people.answers(TRUTH)) == ([] if choice is None else [(4, choice)])
    assert list(people.answers(TRUTH)) == []


def test_a_hand_laid_down_in_error_is_named_once() -> None:
    people = TruthfulPeople()
    people.hear([*LOG, {"seq": 6, "kind": "false_hu", "seat": 1}, asked("false_hu")])
    assert list(people.answers(TRUTH)) == [(4, "none")]


def test_what_was_answered_or_belongs_to_another_hand_is_let_be() -> None:
    people = TruthfulPeople()
    people.hear([*LOG, asked("hand_end"), {"seq": 10, "kind": "review_answered", "review": 4}])
    assert list(people.answers(TRUTH)) == []
    people.hear([asked("hand_end", review=5), {"seq": 12, "kind": "hand_started", "dealer": 1}])
    assert list(people.answers(TRUTH)) == []


def test_a_hand_nobody_drew_or_won_ends_by_the_same_word_as_on_the_page() -> None:
    people = TruthfulPeople()
    people.hear([*LOG, asked("hand_end")])
    assert list(people.answers(replace(TRUTH, winner=None))) == [(4, "荒庄")]


def test_hands_that_a_lost_camera_missed_in_part_are_paid_as_they_were_once_people_have_answered() -> None:
    mind, judge, people = Mind(), Judge(), TruthfulPeople()
    asked_about = paid = 0
    for fed in simulate_match_stream(21, hands=4, mishaps=parse_mishaps("camera_loss:1")):
        truth = mind.take(fed)
        if truth is None:
            continue
        told = mind.told()
        asked_about += judge.judge(truth, told).asked
        since = answered_by(mind, people, truth, told)
        judge.follow(since)
        nets = [tuple(event["net"]) for event in [*told, *since] if event["kind"] == "settled"]
        paid += nets[-1:] == [truth.net]
        asked = [event for event in told if event["kind"] == "review_opened"]
        assert len([event for event in since if event["kind"] == "review_answered"]) >= len(asked)
    assert asked_about >= 2
    assert paid >= 3

from dataclasses import replace
from typing import Any

import pytest

from table_daemon.demo_judge import Judge, LogEvent
from table_daemon.rules.foul import Foul
from table_daemon.rules.melds import Meld
from table_daemon.rules.tiles import Tile, parse_tiles
from table_daemon.simulator.truth import HandTruth, MeldTruth

TRUTH = HandTruth(
    number=1,
    seed=9,
    dealer=2,
    indicator=Tile.parse("8p"),
    winner=1,
    fan=2,
    names=("单混吊",),
    net=(-2, 6, -2, -2),
    scores=(-2, 6, -2, -2),
    fouls=((3, Foul.XIAO),),
    next_dealer=3,
    discards=((2, Tile.parse("1z")), (3, Tile.parse("8p")), (0, Tile.parse("5s"))),
    melds=(MeldTruth(1, Meld.of("ming", "5s"), 0),),
    false_hu=(),
    hand=parse_tiles("123m456p78s99s"),
    draw=Tile.parse("2z"),
)


def log(**changes: Any) -> list[LogEvent]:
    """The log of a hand concluded rightly, with the fields of single events changed: ``kind_field=value``."""
    pung = {"kind": "pung", "tiles": ["5s"] * 3, "from": 0}
    ming = {"kind": "ming", "tiles": ["5s"] * 4, "from": None}
    events: list[LogEvent] = [
        {"seq": 5, "kind": "hand_started", "dealer": 2},
        {"seq": 6, "kind": "indicator", "tile": "8p", "wilds": ["8p", "9p"]},
        {"seq": 7, "kind": "discard", "seat": 2, "tile": "1z", "sure": True},
        {"seq": 8, "kind": "discard", "seat": 3, "tile": "8p", "sure": True},
        {"seq": 9, "kind": "foul", "seat": 3, "foul": "xiao_xianggong", "of": 8},
        {"seq": 10, "kind": "discard", "seat": 0, "tile": "5s", "sure": True},
        {
            "seq": 11,
            "kind": "meld",
            "seat": 1,
            "added": False,
            "meld": pung,
        },
        {
            "seq": 12,
            "kind": "meld",
            "seat": 1,
            "added": True,
            "meld": ming,
        },
        {
            "seq": 13,
            "kind": "hand_won",
            "winner": 1,
            "hand": "123m456p7899s",
            "draw": "2z",
            "score": {"fan": 2, "names": ["双混吊"]},
        },
        {"seq": 14, "kind": "settled", "net": [-2, 6, -2, -2], "next_dealer": 3},
    ]
    for name, value in changes.items():
        kind, _, key = name.rpartition("__")
        next(event for event in events if event["kind"] == kind)[key] = value
    return events


def test_a_right_conclusion_agrees_whichever_diao_is_named() -> None:
    verdict = Judge().judge(TRUTH, log())
    assert verdict.agrees
    assert not verdict.silent_error
    assert verdict.wrong_discards == 0
    assert verdict.record["truth"] == TRUTH.to_json()
    assert verdict.record["fouls"] == [[3, "xiao_xianggong"]]


@pytest.mark.parametrize(
    "change",
    [
        {"hand_started__dealer": 0},
        {"indicator__tile": "7p"},
        {"foul__seat": 2},
        {"meld__seat": 2},
        {"hand_won__winner": 2},
        {"hand_won__draw": "3z"},
        {"hand_won__hand": "123m456p78s88s"},
        {"hand_won__score": {"fan": 3, "names": ["单混吊"]}},
        {"hand_won__score": {"fan": 2, "names": ["素"]}},
        {"settled__net": [-3, 9, -3, -3]},
        {"settled__next_dealer": 2},
    ],
)
def test_a_wrong_fact_that_nobody_was_asked_about_is_a_silent_error(change: dict[str, Any]) -> None:
    verdict = Judge().judge(TRUTH, log(**change))
    assert not verdict.agrees
    assert verdict.silent_error


def test_a_wrong_fact_that_was_put_up_for_review_is_not_silent() -> None:
    verdict = Judge().judge(TRUTH, [*log(hand_won__draw="3z"), {"seq": 15, "kind": "review_opened", "review": 1}])
    assert not verdict.agrees
    assert verdict.asked
    assert not verdict.silent_error
    assert verdict.record["questions"] == 1


def test_a_right_hand_with_a_question_does_not_agree() -> None:
    verdict = Judge().judge(TRUTH, [*log(), {"seq": 15, "kind": "review_opened", "review": 1}])
    assert not verdict.agrees
    assert not verdict.silent_error


BEGUN: LogEvent = {"seq": 20, "kind": "hand_started", "hand": 2, "dealer": 3}
NEXT: LogEvent = {"seq": 30, "kind": "hand_started", "hand": 3, "dealer": 2}


@pytest.mark.parametrize(("about", "silent"), [(2, False), (1, True)])
def test_a_hand_left_undecided_is_put_to_people_later_or_never(about: int, *, silent: bool) -> None:
    judge = Judge()
    assert len(list(judge.verdicts(TRUTH, log()))) == 1
    assert list(judge.verdicts(replace(TRUTH, number=2, dealer=3), [BEGUN])) == []
    asked: LogEvent = {"seq": 29, "kind": "review_opened", "review": 1, "in_hand": about}
    undecided, third = judge.verdicts(replace(TRUTH, number=3), [asked, NEXT, *log()[1:]])
    assert (undecided.record["hand"], undecided.asked, undecided.silent_error) == (2, not silent, silent)
    assert (third.record["hand"], third.agrees, third.record["questions"]) == (3, True, 0)
    assert list(judge.rest()) == []


def test_of_a_last_hand_left_undecided_nobody_can_say_that_it_was_told_wrong() -> None:
    judge = Judge()
    assert list(judge.verdicts(TRUTH, [BEGUN])) == []
    (last,) = judge.rest()
    assert (last.agrees, last.asked, last.silent_error) == (False, True, False)


def test_a_wrongly_settled_hand_is_a_silent_error_whatever_was_asked_about_an_earlier_one() -> None:
    judge = Judge()
    judge.judge(TRUTH, [*log(), {"seq": 15, "kind": "review_opened", "review": 1}])
    assert judge.judge(replace(TRUTH, number=2), log(hand_won__draw="3z")).silent_error


def test_a_hand_without_any_word_of_it_is_a_silent_error() -> None:
    assert Judge().judge(TRUTH, []).silent_error


def test_scores_that_an_earlier_hand_set_wrong_are_not_held_against_the_next() -> None:
    judge = Judge()
    judge.judge(TRUTH, log(settled__net=[0, 0, 0, 0]))
    second = judge.judge(replace(TRUTH, number=2, scores=(-4, 12, -4, -4)), log())
    assert second.agrees
    assert second.record["scores"] == [-2, 6, -2, -2]


def test_sure_discards_that_were_not_are_counted_and_those_taken_back_are_not() -> None:
    wrong = log()
    wrong[2]["tile"] = "2z"
    assert Judge().judge(TRUTH, wrong).wrong_discards == 1
    retracted = [*log(), {"seq": 15, "kind": "discard", "seat": 0, "tile": "1m", "sure": True}]
    assert Judge().judge(TRUTH, retracted).wrong_discards == 1
    retracted.append({"seq": 16, "kind": "discard_retracted", "of": 15})
    assert Judge().judge(TRUTH, retracted).wrong_discards == 0
    wrong[2]["sure"] = False
    assert Judge().judge(TRUTH, wrong).wrong_discards == 0


def test_what_still_came_of_the_hand_before_is_passed_over() -> None:
    late: list[LogEvent] = [{"seq": 3, "kind": "settled", "net": [9, -3, -3, -3], "next_dealer": 0}]
    assert Judge().judge(TRUTH, late + log()).agrees


def test_what_was_recorded_of_an_earlier_hand_meanwhile_is_passed_over() -> None:
    events = log(hand_started__hand=1)
    late: LogEvent = {"seq": 90, "kind": "settled", "net": [9, -3, -3, -3], "next_dealer": 0, "in_hand": 0}
    asked: LogEvent = {"seq": 91, "kind": "review_opened", "review": 4, "in_hand": 0}
    assert Judge().judge(TRUTH, [*events, late, asked]).agrees
    assert not Judge().judge(TRUTH, [*events, {**late, "in_hand": 1}]).agrees

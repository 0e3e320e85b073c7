"""Who pays whom in daihun: the printed checks, every option, what cannot be settled."""

from __future__ import annotations

from dataclasses import replace

import pytest

from table_daemon.rules import errors
from table_daemon.rules.foul import Foul
from table_daemon.rules.melds import MeldKind
from table_daemon.rules.options import OptionValue, with_options
from table_daemon.rules.profile import DAIHUN
from table_daemon.rules.settle import KongHeld
from tests.rules.settling import NOBODY, Four, Hand, settled

MING, AN = MeldKind.MING, MeldKind.AN
DRAGONS, WINDS = MeldKind.FENGTOU_JIAN, MeldKind.FENGTOU_FENG


def under(**options: OptionValue) -> Hand:
    return Hand(profile=with_options(DAIHUN, options))


DRAWN = under()
SELF_DRAWN = replace(DRAWN, winner=1, fan=4)
THROWN = replace(SELF_DRAWN, discarder=0)
WAITED = replace(THROWN, fan=6, dubao=True)

CHECKS: list[tuple[str, Hand, Four]] = [
    ("self-drawn", SELF_DRAWN, (-4, 12, -4, -4)),
    ("thrown", THROWN, (-4, 4, 0, 0)),
    ("thrown, flat", replace(THROWN, profile=with_options(DAIHUN, {"discard_pay": "flat2"})), (-2, 2, 0, 0)),
    ("独抱 thrown", WAITED, (-6, 10, -2, -2)),
    (
        "a win and the kongs of two others",
        replace(DRAWN, winner=2, fan=8, kongs=[KongHeld(1, MING), KongHeld(2, AN)]),
        (-14, -6, 34, -14),
    ),
    ("荒庄 with kongs", replace(DRAWN, kongs=[KongHeld(0, MING), KongHeld(2, AN)]), (2, -6, 10, -6)),
    ("中发白", replace(DRAWN, kongs=[KongHeld(0, DRAGONS)]), (6, -2, -2, -2)),
    ("东南西北", replace(DRAWN, kongs=[KongHeld(3, WINDS)]), (-4, -4, -4, 12)),
]


@pytest.mark.parametrize(("hand", "net"), [row[1:] for row in CHECKS], ids=[row[0] for row in CHECKS])
def test_a_printed_check(hand: Hand, net: Four) -> None:
    assert settled(hand).net == net


def option(hand: Hand, **options: OptionValue) -> Hand:
    return replace(hand, profile=with_options(hand.profile, options))


OTHERS: list[tuple[str, Hand, Four]] = [
    ("独抱 self-drawn is in the fan", replace(SELF_DRAWN, fan=6, dubao=True), (-6, 18, -6, -6)),
    ("独抱 thrown, the discarder alone", option(WAITED, dubao_all_pay=False), (-6, 6, 0, 0)),
    ("独抱 thrown, flat", option(WAITED, discard_pay="flat2"), (-4, 8, -2, -2)),
    ("... the base alone", option(WAITED, discard_pay="flat2", dubao_all_pay=False), (-2, 2, 0, 0)),
    ("the flat part is the base", option(THROWN, discard_pay="flat2", points={"base": 3}), (-3, 3, 0, 0)),
    ("独抱 not won", replace(DRAWN, dubao_declared=[2]), NOBODY),
    ("独抱 not won, paid", replace(under(dubao_pays_without_win=True), dubao_declared=[2]), (-2, -2, 6, -2)),
    (
        "独抱 declared by the winner is paid once",
        option(replace(SELF_DRAWN, dubao=True, dubao_declared=[1, 3]), dubao_pays_without_win=True),
        (-6, 10, -6, 2),
    ),
    (
        "独抱 of a seat that may not win",
        replace(under(dubao_pays_without_win=True), dubao_declared=[2, 3], fouls={2: Foul.XIAO}, false_hu=[3]),
        NOBODY,
    ),
    ("上大台 is not played", replace(under(shangdatai=False), shangdatai=(0, 0, 2, 0)), NOBODY),
    ("上大台 not won", replace(DRAWN, shangdatai=(0, 0, 2, 0)), (-10, -10, 30, -10)),
    ("上大台 of a loser", replace(SELF_DRAWN, shangdatai=(0, 0, 1, 0)), (-9, 7, 11, -9)),
    ("上大台 of the winner is in the fan", replace(SELF_DRAWN, fan=14, shangdatai=(0, 2, 0, 0)), (-14, 42, -14, -14)),
    ("上大台, then won on a discard", replace(THROWN, fan=9, shangdatai=(0, 1, 0, 0)), (-9, 19, -5, -5)),
    ("the giver of a 明杠", replace(under(mingkong_payer="discarder"), kongs=[KongHeld(1, MING, 3)]), (0, 2, 0, -2)),
    ("相公 keeps its kongs", replace(DRAWN, fouls={1: Foul.XIAO}, kongs=[KongHeld(1, AN)]), (-4, 12, -4, -4)),
    ("坐 and 铲 are not played", replace(SELF_DRAWN, zuo=True, chan=True), (-4, 12, -4, -4)),
    ("a false 和 pays", replace(under(false_hu_penalty=5), false_hu=[0]), (-15, 5, 5, 5)),
    ("the base multiplies", replace(WAITED, base=3), (-18, 30, -6, -6)),
]


@pytest.mark.parametrize(("hand", "net"), [row[1:] for row in OTHERS], ids=[row[0] for row in OTHERS])
def test_a_case_the_text_leaves_open(hand: Hand, net: Four) -> None:
    assert settled(hand).net == net


def test_reasons_name_who_gave_the_tile_and_what_all_owe() -> None:
    lines = settled(replace(WAITED, shangdatai=(0, 0, 2, 0))).lines
    told = {(line.from_seat, line.to_seat): (line.why, line.why_en) for line in lines}
    assert told[0, 1] == ("放炮 6", "discarded the winning tile 6")
    assert told[2, 1] == ("独抱 2", "declared single wait 2")
    assert told[0, 2] == ("上大台两次 10", "played on twice 10")


@pytest.mark.parametrize(
    ("hand", "error", "said"),
    [
        (replace(DRAWN, discarder=0), errors.DiscarderError, "nobody won"),
        (replace(SELF_DRAWN, discarder=1), errors.DiscarderError, "who is the winner"),
        (replace(DRAWN, shangdatai=(0, 3, 0, 0)), errors.BadFlagsError, "from 0 to 2"),
        (replace(DRAWN, dubao_declared=[4]), errors.BadSeatError, "declared 独抱 is 4"),
        (replace(under(dubao_pays_without_win=True), dubao=True), errors.BadFlagsError, "dubao_declared"),
        (replace(DRAWN, kongs=[KongHeld(0, MeldKind.JIN)]), errors.MeldNotPlayedError, "fengtou_jian and fengtou_feng"),
        (replace(DRAWN, la=(0, 1, 0, 0)), errors.BadStakeError, "daihun has no 拉庄"),
        (replace(SELF_DRAWN, fouls={1: Foul.XIAO}), errors.FoulWinnerError, "小相公"),
    ],
)
def test_what_cannot_be_settled_is_an_error(hand: Hand, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        settled(hand)

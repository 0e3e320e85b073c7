"""Who pays whom in the city's game: the printed checks, the reasons, every house rule, what cannot be settled."""

from __future__ import annotations

from dataclasses import replace

import pytest

from table_daemon.rules import errors
from table_daemon.rules.foul import Foul
from table_daemon.rules.melds import MeldKind
from table_daemon.rules.options import OptionValue, with_options
from table_daemon.rules.profile import DAIHUN, TIANJIN, TIANJIN_CLUB
from table_daemon.rules.settle import KongHeld, PaymentLine, Settlement, next_dealer, zuo_in_force
from tests.rules.settling import NOBODY, Four, Hand, settled

UNIT_2 = with_options(TIANJIN, {"chan_unit": 2})
MING, AN, JIN, YIN = MeldKind.MING, MeldKind.AN, MeldKind.JIN, MeldKind.YIN
LA = (0, 0, 1, 2)
EVERYTHING = Hand(
    dealer=2,
    zuo=True,
    la=(1, 0, 0, 2),
    winner=3,
    fan=14,
    kongs=[KongHeld(0, JIN), KongHeld(2, MING), KongHeld(3, AN)],
    chan=True,
)


def under(**options: OptionValue) -> Hand:
    """A drawn hand of a 坐庄 dealer 0, pulled once by seat 2 and twice by seat 3, with house rules."""
    return Hand(zuo=True, la=LA, profile=with_options(TIANJIN, options))


CHECKS: list[tuple[str, Hand, Four]] = [
    ("S1", Hand(winner=1, fan=8), (-8, 24, -8, -8)),
    ("S2", Hand(zuo=True, winner=1, fan=8), (-16, 32, -8, -8)),
    ("S3", Hand(la=(0, 1, 0, 0), winner=1, fan=3), (-6, 12, -3, -3)),
    ("S4", Hand(zuo=True, la=(0, 2, 0, 0), winner=1, fan=3), (-24, 30, -3, -3)),
    ("S5", Hand(zuo=True, la=LA, winner=0, fan=2), (28, -4, -8, -16)),
    ("S6", Hand(zuo=True, la=LA, winner=1, fan=2), (-4, 8, -2, -2)),
    ("S7", Hand(zuo=True, la=LA, winner=3, fan=2), (-16, -2, -2, 20)),
    ("S8", Hand(zuo=True, la=LA, kongs=[KongHeld(2, AN)]), (-8, -2, 12, -2)),
    ("S9", Hand(winner=1, fan=4, kongs=[KongHeld(1, MING)]), (-5, 15, -5, -5)),
    ("S10", Hand(zuo=True, winner=1, fan=2, kongs=[KongHeld(1, AN), KongHeld(0, MING)]), (-2, 14, -6, -6)),
    ("S11", Hand(zuo=True, la=LA, chan=True), (-14, 2, 4, 8)),
    ("S12", Hand(zuo=True, la=LA, chan=True, profile=UNIT_2), (-28, 4, 8, 16)),
    ("S13", Hand(la=(0, 0, 0, 1), chan=True, profile=UNIT_2), (-8, 2, 2, 4)),
    ("S14", EVERYTHING, (8, -20, -144, 156)),
]


@pytest.mark.parametrize(("hand", "net"), [row[1:] for row in CHECKS], ids=[row[0] for row in CHECKS])
def test_a_printed_check(hand: Hand, net: Four) -> None:
    assert settled(hand).net == net


HOUSE_RULES: list[tuple[str, Hand, Four]] = [
    ("坐庄 is forced", replace(under(zuozhuang="always"), zuo=False, winner=1, fan=2), (-4, 8, -2, -2)),
    ("坐庄 is not played", replace(under(zuozhuang="never"), winner=1, fan=2), (-2, 6, -2, -2)),
    ("拉三庄", replace(under(la_max=3), la=(0, 3, 0, 0), winner=1, fan=1), (-16, 18, -1, -1)),
    ("kongs without 坐 and 拉", replace(under(kong_multiplied=False), kongs=[KongHeld(0, AN)]), (6, -2, -2, -2)),
    (
        "... with the base still",
        replace(under(kong_multiplied=False), kongs=[KongHeld(0, AN)], base=5),
        (30, -10, -10, -10),
    ),
    ("the giver pays alone", replace(under(mingkong_payer="discarder"), kongs=[KongHeld(3, MING, 0)]), (-8, 0, 0, 8)),
    ("... if he is known", replace(under(mingkong_payer="discarder"), kongs=[KongHeld(3, MING)]), (-8, -1, -1, 10)),
    ("a giver who is one of three", replace(under(), kongs=[KongHeld(3, MING, 0)]), (-8, -1, -1, 10)),
    ("荒庄荒杠", replace(under(draw_cancels_kongs=True), kongs=[KongHeld(3, AN)], chan=1), (-14, 2, 4, 8)),
    (
        "荒庄荒杠 leaves the kongs of a won hand",
        replace(under(draw_cancels_kongs=True), winner=1, fan=1, kongs=[KongHeld(1, AN)]),
        (-6, 12, -3, -3),
    ),
    ("荒庄 without a kong", replace(under(no_kong_draw_pays_dealer=3), base=2), (18, -6, -6, -6)),
    ("... with one", replace(under(no_kong_draw_pays_dealer=3), kongs=[KongHeld(1, MING)]), (-2, 4, -1, -1)),
    ("... won", replace(under(no_kong_draw_pays_dealer=3), winner=1, fan=1), (-2, 4, -1, -1)),
    ("two rounds of 铲", replace(under(chan_rounds=2), chan=2), (-28, 4, 8, 16)),
    ("铲 is not played", replace(under(chan=False), chan=True), NOBODY),
    ("a false 和 pays", replace(under(false_hu_penalty=2), false_hu=[3], base=2), (32, 4, 4, -40)),
    ("a false 和 pays once", replace(under(false_hu_penalty=1), false_hu=[1, 1]), (2, -4, 1, 1)),
    ("a false 和 of the dealer", replace(under(false_hu_penalty=1), false_hu=[0]), (-14, 2, 4, 8)),
    ("a dear 金杠", replace(under(kong={"jin": 8}), kongs=[KongHeld(1, JIN)]), (-16, 32, -8, -8)),
    ("银杠", replace(under(yingang=3), kongs=[KongHeld(1, YIN)]), (-6, 12, -3, -3)),
    (
        "an instant win is paid once",
        replace(under(jingang="instant_win"), winner=1, fan=4, kongs=[KongHeld(1, JIN)]),
        (-8, 16, -4, -4),
    ),
    ("the club's 铲", Hand(zuo=True, la=LA, chan=True, profile=TIANJIN_CLUB), (-28, 4, 8, 16)),
]


@pytest.mark.parametrize(("hand", "net"), [row[1:] for row in HOUSE_RULES], ids=[row[0] for row in HOUSE_RULES])
def test_a_house_rule(hand: Hand, net: Four) -> None:
    assert settled(hand).net == net


@pytest.mark.parametrize(
    ("dealer", "winner", "stay", "passed"),
    [(0, 0, 0, 0), (0, None, 0, 1), (0, 2, 1, 1), (3, 1, 0, 0), (2, 2, 2, 2), (3, None, 3, 0)],
)
def test_the_next_dealer(dealer: int, winner: int | None, stay: int, passed: int) -> None:
    fan = 0 if winner is None else 2
    for profile, following in [
        (TIANJIN, stay),
        (with_options(TIANJIN, {"draw_dealer": "pass"}), passed),
        (DAIHUN, passed),
        (with_options(DAIHUN, {"draw_dealer": "stay"}), stay),
    ]:
        assert next_dealer(dealer=dealer, winner=winner, profile=profile) == following
        assert settled(Hand(dealer=dealer, winner=winner, fan=fan, profile=profile)).next_dealer == following


@pytest.mark.parametrize(
    ("options", "chosen", "stayed", "earlier", "holds"),
    [
        ({}, True, False, False, True),
        ({}, False, True, True, False),
        ({"zuozhuang": "always"}, False, False, False, True),
        ({"zuozhuang": "never"}, True, True, True, False),
        ({"zuo_locked_on_lianzhuang": True}, False, True, True, True),
        ({"zuo_locked_on_lianzhuang": True}, True, True, False, False),
        ({"zuo_locked_on_lianzhuang": True}, True, False, False, True),
    ],
)
def test_when_zuozhuang_holds(
    options: dict[str, OptionValue], *, chosen: bool, stayed: bool, earlier: bool, holds: bool
) -> None:
    profile = with_options(TIANJIN, options)
    assert zuo_in_force(profile, chosen=chosen, stayed=stayed, earlier=earlier) is holds


def test_every_line_says_why() -> None:
    lines = settled(Hand(zuo=True, la=(0, 2, 0, 0), winner=1, fan=8, kongs=[KongHeld(3, MING, 2)])).lines
    both = "庄家坐庄 ×2, 拉两庄 ×4: 8 × 和 8"
    assert lines == (
        PaymentLine(0, 1, 64, both, "zuo ×2, la ×4: 8 × win 8"),
        PaymentLine(2, 1, 8, "和 8", "win 8"),
        PaymentLine(3, 1, 8, "和 8", "win 8"),
        PaymentLine(0, 3, 2, "庄家坐庄 ×2: 2 × 明杠 1", "zuo ×2: 2 × open kong 1"),
        PaymentLine(1, 3, 1, "明杠 1", "open kong 1"),
        PaymentLine(2, 3, 1, "明杠 1", "open kong 1"),
    )


@pytest.mark.parametrize(
    ("hand", "why"),
    [
        (Hand(la=(0, 1, 0, 0), winner=1, fan=2, base=5), "拉一庄 ×2, 底分 ×5: 10 × 和 2"),
        (replace(under(la_max=3), la=(0, 3, 0, 0), winner=1, fan=2), "庄家坐庄 ×2, 拉三庄 ×8: 16 × 和 2"),
        (Hand(chan=True), "铲 1"),
        (Hand(kongs=[KongHeld(2, AN)]), "暗杠 2"),
        (Hand(kongs=[KongHeld(2, JIN)]), "金杠 4"),
        (replace(under(yingang=3), kongs=[KongHeld(1, YIN)]), "庄家坐庄 ×2: 2 × 银杠 3"),
        (replace(under(false_hu_penalty=2), false_hu=[0]), "庄家坐庄 ×2: 2 × 诈和 2"),
        (under(no_kong_draw_pays_dealer=2), "荒庄无杠 2"),
    ],
)
def test_a_reason_names_what_multiplies_and_what_is_paid(hand: Hand, why: str) -> None:
    assert settled(hand).lines[0].why == why


def test_two_rounds_of_chan_are_told_apart() -> None:
    told = [line.why for line in settled(replace(under(chan_rounds=2), zuo=False, la=NOBODY, chan=2)).lines]
    assert told == ["铲 1"] * 3 + ["第二轮铲 1"] * 3


@pytest.mark.parametrize(("foul", "net"), [(Foul.XIAO, (-2, -2, 6, -2)), (Foul.DA, NOBODY)])
def test_kongs_of_a_seat_that_fouled(foul: Foul, net: Four) -> None:
    assert settled(Hand(kongs=[KongHeld(2, AN)], fouls={2: foul})).net == net


def test_a_false_win_costs_nothing_and_leaves_the_kongs() -> None:
    assert settled(Hand(kongs=[KongHeld(2, AN)], false_hu=[2])).net == (-2, -2, 6, -2)


def test_a_drawn_hand_without_kongs_moves_nothing() -> None:
    assert settled(Hand(zuo=True, la=LA)) == Settlement(NOBODY, 0, ())


@pytest.mark.parametrize(
    ("hand", "error", "said"),
    [
        (Hand(dealer=4), errors.BadSeatError, "dealer is 4"),
        (Hand(winner=-1, fan=2), errors.BadSeatError, "winner is -1"),
        (Hand(winner=1, discarder=9, fan=2), errors.BadSeatError, "discarder is 9"),
        (Hand(kongs=[KongHeld(5, AN)]), errors.BadSeatError, "seat of a kong is 5"),
        (Hand(kongs=[KongHeld(0, MING, 5)]), errors.BadSeatError, "giver of a kong is 5"),
        (Hand(fouls={7: Foul.DA}), errors.BadSeatError, "seat of a foul is 7"),
        (Hand(false_hu=[7]), errors.BadSeatError, "seat of a false 和 is 7"),
        (Hand(kongs=[KongHeld(1, MING, 1)]), errors.KongGiverError, "its own discard"),
        (Hand(kongs=[KongHeld(1, AN, 2)]), errors.KongGiverError, "only a ming takes a discard"),
        (Hand(kongs=[KongHeld(1, MING)] * 5), errors.TooManyKongsError, "seat 1 has 5 kongs"),
        (
            Hand(kongs=[KongHeld(1, MeldKind.PUNG)]),
            errors.MeldNotPlayedError,
            "kind pung: in tianjin kongs are ming, an",
        ),
        (Hand(kongs=[KongHeld(1, MeldKind.FENGTOU_JIAN)]), errors.MeldNotPlayedError, "fengtou_jian"),
        (Hand(kongs=[KongHeld(1, YIN)]), errors.MeldNotPlayedError, "kind yin"),
        (replace(under(jingang="off"), kongs=[KongHeld(1, JIN)]), errors.MeldNotPlayedError, "ming and an"),
        (replace(under(jingang="instant_win"), kongs=[KongHeld(1, JIN)]), errors.MeldNotPlayedError, "at once"),
        (Hand(la=(1, 0, 0, 0)), errors.BadStakeError, "is the dealer"),
        (Hand(la=(0, 3, 0, 0)), errors.BadStakeError, "from 0 to 2"),
        (replace(under(la_max=0), la=LA), errors.BadStakeError, "has no 拉庄"),
        (Hand(base=0), errors.BadStakeError, "base is 0"),
        (Hand(fan=2), errors.BadStakeError, "nobody won"),
        (Hand(winner=1, fan=0), errors.BadStakeError, "fan is 0"),
        (Hand(chan=2), errors.BadStakeError, "chan is 2 rounds"),
        (Hand(winner=1, fan=2, fouls={1: Foul.XIAO}), errors.FoulWinnerError, "小相公"),
        (Hand(winner=1, fan=2, false_hu=[1]), errors.FoulWinnerError, "false 和"),
        (Hand(winner=1, discarder=0, fan=2), errors.DiscarderError, "one's own draw only"),
        (Hand(winner=1, fan=2, dubao=True), errors.BadFlagsError, "not played in tianjin"),
        (Hand(shangdatai=(0, 0, 1, 0)), errors.BadFlagsError, "not played in tianjin"),
    ],
)
def test_what_cannot_be_settled_is_an_error(hand: Hand, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        settled(hand)

"""Who pays whom: the printed checks, the laws, and what cannot be settled."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_daemon.rules import errors
from table_daemon.rules.foul import Foul
from table_daemon.rules.melds import MeldKind
from table_daemon.rules.options import with_options
from table_daemon.rules.profile import TIANJIN
from table_daemon.rules.settle import KongHeld, PaymentLine, Settlement, next_dealer, settle

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from table_daemon.rules.profile import RuleProfile

UNIT_2 = with_options(TIANJIN, {"chan_unit": 2})
MING, AN, JIN = MeldKind.MING, MeldKind.AN, MeldKind.JIN
LA = (0, 0, 1, 2)


@dataclass(frozen=True, kw_only=True)
class Hand:
    """What ``settle`` takes; nothing but a drawn hand of dealer 0 unless said."""

    dealer: int = 0
    zuo: bool = False
    la: tuple[int, int, int, int] = (0, 0, 0, 0)
    winner: int | None = None
    fan: int = 0
    kongs: Sequence[KongHeld] = ()
    chan: bool = False
    fouls: Mapping[int, Foul] = field(default_factory=dict)
    false_hu: Sequence[int] = ()
    base: int = 1
    profile: RuleProfile = TIANJIN


def settled(hand: Hand) -> Settlement:
    return settle(
        dealer=hand.dealer,
        zuo=hand.zuo,
        la=hand.la,
        winner=hand.winner,
        fan=hand.fan,
        kongs=hand.kongs,
        chan=hand.chan,
        fouls=hand.fouls,
        false_hu=hand.false_hu,
        base=hand.base,
        profile=hand.profile,
    )


CHECKS: list[tuple[str, Hand, tuple[int, int, int, int]]] = [
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
    (
        "S14",
        Hand(
            dealer=2,
            zuo=True,
            la=(1, 0, 0, 2),
            winner=3,
            fan=14,
            kongs=[KongHeld(0, JIN), KongHeld(2, MING), KongHeld(3, AN)],
            chan=True,
        ),
        (8, -20, -144, 156),
    ),
]


@pytest.mark.parametrize(("hand", "net"), [row[1:] for row in CHECKS], ids=[row[0] for row in CHECKS])
def test_a_printed_check(hand: Hand, net: tuple[int, int, int, int]) -> None:
    assert settled(hand).net == net


@pytest.mark.parametrize(
    ("dealer", "winner", "following"), [(0, 0, 0), (0, None, 0), (0, 2, 1), (3, 1, 0), (2, 2, 2), (1, None, 1)]
)
def test_the_next_dealer(dealer: int, winner: int | None, following: int) -> None:
    assert next_dealer(dealer=dealer, winner=winner) == following
    hand = Hand(dealer=dealer, winner=winner, fan=0 if winner is None else 2)
    assert settled(hand).next_dealer == following


def test_every_line_says_why() -> None:
    lines = settled(Hand(zuo=True, la=(0, 1, 0, 0), winner=1, fan=8, kongs=[KongHeld(3, MING, 2)])).lines
    assert lines == (
        PaymentLine(0, 1, 32, "和 8番 × 坐庄2 × 拉庄2"),
        PaymentLine(2, 1, 8, "和 8番"),
        PaymentLine(3, 1, 8, "和 8番"),
        PaymentLine(0, 3, 2, "明杠 1番 × 坐庄2"),
        PaymentLine(1, 3, 1, "明杠 1番"),
        PaymentLine(2, 3, 1, "明杠 1番"),
    )


def test_the_base_multiplies_everything() -> None:
    hand = Hand(zuo=True, la=LA, winner=3, fan=2, kongs=[KongHeld(0, AN)], chan=True)
    once, five_times = settled(hand), settled(replace(hand, base=5))
    assert five_times.net == tuple(5 * points for points in once.net)
    assert five_times.lines[0].why == "和 2番 × 坐庄2 × 拉庄4 × 底5"


@pytest.mark.parametrize(("foul", "net"), [(Foul.XIAO, (-2, -2, 6, -2)), (Foul.DA, (0, 0, 0, 0))])
def test_kongs_of_a_seat_that_fouled(foul: Foul, net: tuple[int, int, int, int]) -> None:
    assert settled(Hand(kongs=[KongHeld(2, AN)], fouls={2: foul})).net == net


def test_a_false_win_costs_nothing_and_leaves_the_kongs() -> None:
    assert settled(Hand(kongs=[KongHeld(2, AN)], false_hu=[2])).net == (-2, -2, 6, -2)


def test_a_drawn_hand_without_kongs_moves_nothing() -> None:
    assert settled(Hand(zuo=True, la=LA)) == Settlement((0, 0, 0, 0), 0, ())


def test_a_table_without_chan_pays_none() -> None:
    assert settled(Hand(chan=True, profile=with_options(TIANJIN, {"chan": False}))).lines == ()


@pytest.mark.parametrize(
    ("hand", "error", "said"),
    [
        (Hand(dealer=4), errors.BadSeatError, "dealer is 4"),
        (Hand(winner=-1, fan=2), errors.BadSeatError, "winner is -1"),
        (Hand(kongs=[KongHeld(5, AN)]), errors.BadSeatError, "seat of a kong is 5"),
        (Hand(fouls={7: Foul.DA}), errors.BadSeatError, "seat of a foul is 7"),
        (Hand(kongs=[KongHeld(1, MING, 1)]), errors.MeldNotPlayedError, "its own discard"),
        (Hand(kongs=[KongHeld(1, MeldKind.PUNG)]), errors.MeldNotPlayedError, "pung"),
        (Hand(la=(1, 0, 0, 0)), errors.BadStakeError, "is the dealer"),
        (Hand(la=(0, 3, 0, 0)), errors.BadStakeError, "from 0 to 2"),
        (Hand(base=0), errors.BadStakeError, "base is 0"),
        (Hand(fan=2), errors.BadStakeError, "nobody won"),
        (Hand(winner=1, fan=0), errors.BadStakeError, "fan is 0"),
        (Hand(winner=1, fan=2, fouls={1: Foul.XIAO}), errors.FoulWinnerError, "小相公"),
        (Hand(winner=1, fan=2, false_hu=[1]), errors.FoulWinnerError, "false 和"),
    ],
)
def test_what_cannot_be_settled_is_an_error(hand: Hand, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        settled(hand)


@st.composite
def hands(draw: st.DrawFn) -> Hand:
    dealer = draw(st.integers(0, 3))
    la = [0 if seat == dealer else draw(st.integers(0, 2)) for seat in range(4)]
    winner = draw(st.none() | st.integers(0, 3))
    kongs = st.builds(KongHeld, st.integers(0, 3), st.sampled_from([MING, AN, JIN]))
    fouls = draw(st.dictionaries(st.integers(0, 3), st.sampled_from(Foul), max_size=3))
    return Hand(
        dealer=dealer,
        zuo=draw(st.booleans()),
        la=(la[0], la[1], la[2], la[3]),
        winner=winner,
        fan=0 if winner is None else draw(st.integers(1, 112)),
        kongs=draw(st.lists(kongs, max_size=5)),
        chan=draw(st.booleans()),
        fouls={seat: foul for seat, foul in fouls.items() if seat != winner},
    )


@given(hands())
def test_nothing_is_made_or_lost(hand: Hand) -> None:
    result = settled(hand)
    assert sum(result.net) == 0
    for seat in range(4):
        got = sum(line.points for line in result.lines if line.to_seat == seat)
        paid = sum(line.points for line in result.lines if line.from_seat == seat)
        assert result.net[seat] == got - paid
    assert all(line.points > 0 and line.from_seat != line.to_seat for line in result.lines)


@given(hands(), st.integers(1, 3))
def test_turning_the_table_turns_the_payments(hand: Hand, by: int) -> None:
    winner, la = hand.winner, hand.la
    turned = Hand(
        dealer=(hand.dealer + by) % 4,
        zuo=hand.zuo,
        la=(la[-by % 4], la[(1 - by) % 4], la[(2 - by) % 4], la[(3 - by) % 4]),
        winner=None if winner is None else (winner + by) % 4,
        fan=hand.fan,
        kongs=[KongHeld((kong.seat + by) % 4, kong.kind) for kong in hand.kongs],
        chan=hand.chan,
        fouls={(seat + by) % 4: foul for seat, foul in hand.fouls.items()},
    )
    net, after = settled(hand).net, settled(turned).net
    assert [after[(seat + by) % 4] for seat in range(4)] == list(net)

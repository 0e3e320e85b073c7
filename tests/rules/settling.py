"""Hands to settle, as the tests of the payments write them; and any hand at all, for the laws."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from hypothesis import strategies as st

from table_daemon.rules.choices import DiscardPay, DrawDealer, MingkongPayer, Ruleset, Zuozhuang
from table_daemon.rules.foul import Foul
from table_daemon.rules.melds import MeldKind
from table_daemon.rules.options import with_options
from table_daemon.rules.payments.checks import kongs_played
from table_daemon.rules.profile import DAIHUN, TIANJIN
from table_daemon.rules.settle import KongHeld, Settlement, settle

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from table_daemon.rules.options import OptionValue
    from table_daemon.rules.profile import RuleProfile

Four = tuple[int, int, int, int]
NOBODY: Final = (0, 0, 0, 0)


@dataclass(frozen=True, kw_only=True)
class Hand:
    """What ``settle`` takes; nothing but a drawn hand of dealer 0 unless said."""

    dealer: int = 0
    zuo: bool = False
    la: Four = NOBODY
    winner: int | None = None
    discarder: int | None = None
    fan: int = 0
    kongs: Sequence[KongHeld] = ()
    chan: bool | int = False
    fouls: Mapping[int, Foul] = field(default_factory=dict)
    false_hu: Sequence[int] = ()
    dubao: bool = False
    dubao_declared: Sequence[int] = ()
    shangdatai: Four = NOBODY
    base: int = 1
    profile: RuleProfile = TIANJIN


def settled(hand: Hand) -> Settlement:
    return settle(
        dealer=hand.dealer,
        zuo=hand.zuo,
        la=hand.la,
        winner=hand.winner,
        discarder=hand.discarder,
        fan=hand.fan,
        kongs=hand.kongs,
        chan=hand.chan,
        fouls=hand.fouls,
        false_hu=hand.false_hu,
        dubao=hand.dubao,
        dubao_declared=hand.dubao_declared,
        shangdatai=hand.shangdatai,
        base=hand.base,
        profile=hand.profile,
    )


_SETTLING: Final[Mapping[str, st.SearchStrategy[OptionValue]]] = {
    "zuozhuang": st.sampled_from(Zuozhuang).map(str),
    "la_max": st.integers(1, 3),
    "kong": st.dictionaries(st.sampled_from(["ming", "an", "jin"]), st.integers(0, 9)),
    "yingang": st.integers(0, 5),
    "jingang": st.sampled_from(["kong", "off"]),
    "kong_multiplied": st.booleans(),
    "mingkong_payer": st.sampled_from(MingkongPayer).map(str),
    "draw_cancels_kongs": st.booleans(),
    "no_kong_draw_pays_dealer": st.integers(0, 9),
    "chan": st.booleans(),
    "chan_unit": st.integers(1, 2),
    "chan_rounds": st.integers(1, 2),
    "false_hu_penalty": st.integers(0, 9),
    "draw_dealer": st.sampled_from(DrawDealer).map(str),
}
_SETTLING_DAIHUN: Final[Mapping[str, st.SearchStrategy[OptionValue]]] = {
    "mingkong_payer": st.sampled_from(MingkongPayer).map(str),
    "discard_pay": st.sampled_from(DiscardPay).map(str),
    "dubao_all_pay": st.booleans(),
    "dubao_pays_without_win": st.booleans(),
    "false_hu_penalty": st.integers(0, 9),
    "draw_dealer": st.sampled_from(DrawDealer).map(str),
    "points": st.dictionaries(st.sampled_from(["base", "dubao", "shangdatai"]), st.integers(1, 9)),
    "kong": st.dictionaries(st.sampled_from(["ming", "an", "fengtou_feng"]), st.integers(0, 9)),
}


@st.composite
def profiles(draw: st.DrawFn) -> RuleProfile:
    """Either game with up to five of its options that payments read."""
    base, options = draw(st.sampled_from([(TIANJIN, _SETTLING), (DAIHUN, _SETTLING_DAIHUN)]))
    names = draw(st.lists(st.sampled_from(sorted(options)), max_size=5, unique=True))
    return with_options(base, {name: draw(options[name]) for name in names})


@st.composite
def hands(draw: st.DrawFn, under: st.SearchStrategy[RuleProfile] | None = None) -> Hand:
    """Any hand that can be settled under the profile drawn."""
    profile = draw(profiles() if under is None else under)
    dealer = draw(st.integers(0, 3))
    winner = draw(st.none() | st.integers(0, 3))
    fouls = draw(st.dictionaries(st.integers(0, 3), st.sampled_from(Foul), max_size=3))
    false_hu = draw(st.lists(st.integers(0, 3), max_size=2))
    hand = Hand(
        dealer=dealer,
        zuo=draw(st.booleans()),
        la=_four([0 if seat == dealer else draw(st.integers(0, profile.la_max)) for seat in range(4)]),
        winner=winner,
        fan=0 if winner is None else draw(st.integers(1, 112)),
        kongs=draw(st.lists(_kongs(profile), max_size=4)),
        chan=draw(st.integers(0, profile.chan_rounds)),
        fouls={seat: foul for seat, foul in fouls.items() if seat != winner},
        false_hu=[seat for seat in false_hu if seat != winner],
        base=draw(st.integers(1, 5)),
        profile=profile,
    )
    return hand if profile.ruleset is Ruleset.CITY else _with_daihun(draw, hand)


def _with_daihun(draw: st.DrawFn, hand: Hand) -> Hand:
    others = [seat for seat in range(4) if seat != hand.winner]
    discarder = None if hand.winner is None else draw(st.none() | st.sampled_from(others))
    return Hand(
        dealer=hand.dealer,
        winner=hand.winner,
        discarder=discarder,
        fan=hand.fan,
        kongs=hand.kongs,
        fouls=hand.fouls,
        false_hu=hand.false_hu,
        dubao=hand.winner is not None and draw(st.booleans()),
        dubao_declared=draw(st.lists(st.integers(0, 3), max_size=4)),
        shangdatai=_four([draw(st.integers(0, 2)) for _ in range(4)]),
        base=hand.base,
        profile=hand.profile,
    )


def _kongs(profile: RuleProfile) -> st.SearchStrategy[KongHeld]:
    claimed = st.builds(
        lambda seat, by: KongHeld(seat, MeldKind.MING, (seat + by) % 4), st.integers(0, 3), st.integers(1, 3)
    )
    return claimed | st.builds(KongHeld, st.integers(0, 3), st.sampled_from(kongs_played(profile)))


def _four(values: Sequence[int]) -> Four:
    a, b, c, d = values
    return a, b, c, d

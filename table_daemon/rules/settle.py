"""Who pays whom after a hand: the win, everyone's kongs, 铲, false wins, with the 坐 and 拉 of the dealer.

Takes the fan as scored; does not look at tiles. Keeps no scores over hands. Each kind of payment is a file of
``payments``; here they are put together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from table_daemon.rules.choices import DrawDealer, Ruleset
from table_daemon.rules.payments.chan import chan_paid
from table_daemon.rules.payments.checks import check
from table_daemon.rules.payments.daihun import daihun_win, lost_announcements
from table_daemon.rules.payments.draw import draw_without_kongs_paid
from table_daemon.rules.payments.false_hu import false_wins_paid
from table_daemon.rules.payments.hand_end import HandEnd, KongHeld, zuo_in_force
from table_daemon.rules.payments.kongs import kongs_paid
from table_daemon.rules.payments.payment import PaymentLine, Settlement, net_of
from table_daemon.rules.payments.win import self_drawn_win
from table_daemon.rules.profile import TIANJIN, RuleProfile
from table_daemon.rules.turns import next_seat

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from table_daemon.rules.foul import Foul

__all__ = ["KongHeld", "PaymentLine", "Settlement", "next_dealer", "settle", "zuo_in_force"]


def settle(  # noqa: PLR0913  # a hand ends with this many facts; all are keyword-only
    *,
    dealer: int,
    zuo: bool = False,
    la: tuple[int, int, int, int] = (0, 0, 0, 0),
    winner: int | None = None,
    fan: int = 0,
    kongs: Sequence[KongHeld] = (),
    chan: bool | int = False,
    fouls: Mapping[int, Foul] | None = None,
    false_hu: Sequence[int] = (),
    base: int = 1,
    profile: RuleProfile = TIANJIN,
    discarder: int | None = None,
    dubao: bool = False,
    dubao_declared: Sequence[int] = (),
    shangdatai: tuple[int, int, int, int] = (0, 0, 0, 0),
) -> Settlement:
    """Settle one hand (A5; B3, B26, B27; E14, E16, E20, E21). ``winner`` is ``None`` for a 荒庄.

    ``fan`` (番) is the winner's without kong points; in daihun what each payer owes, or on a discard the
    discarder. ``zuo`` is what the dealer chose, ``la`` how often each seat 拉庄 (0 for the dealer), ``chan`` in
    how many rounds all followed the dealer, ``base`` the points of one 番. A seat with a false 和 may not win.

    For daihun: ``discarder`` gave the winning tile, ``None`` for a self-drawn one; ``dubao`` tells that ``fan``
    has 独抱 in it; ``dubao_declared`` are the seats that declared it, asked for where it is paid without a win;
    ``shangdatai`` counts each seat's announcements. The winner's are in ``fan`` already and are not paid twice;
    on a discard the two who owe nothing else owe them still.

    Raises ``BadSeatError``; ``BadStakeError`` for ``la``, ``base``, ``fan`` or ``chan`` out of range;
    ``FoulWinnerError``; ``DiscarderError``; ``MeldNotPlayedError``, ``KongGiverError`` or ``TooManyKongsError``
    for a kong; ``BadFlagsError`` for announcements that are not played.

    >>> from table_daemon.rules.melds import MeldKind
    >>> from table_daemon.rules.profile import DAIHUN
    >>> settle(dealer=0, zuo=True, la=(0, 0, 1, 2), winner=0, fan=2).net
    (28, -4, -8, -16)
    >>> print(settle(dealer=0, zuo=True, la=(0, 0, 0, 2), kongs=[KongHeld(0, MeldKind.MING)]).lines[2].why)
    庄家坐庄 ×2, 拉两庄 ×4: 8 × 明杠 1
    >>> settle(dealer=0, winner=1, discarder=0, fan=6, dubao=True, profile=DAIHUN).net
    (-6, 10, -2, -2)
    """
    end = HandEnd(
        dealer=dealer,
        zuo=zuo,
        la=la,
        winner=winner,
        discarder=discarder,
        fan=fan,
        kongs=tuple(kongs),
        chan=int(chan),
        fouls=fouls or {},
        false_hu=tuple(false_hu),
        dubao=dubao,
        dubao_declared=tuple(dubao_declared),
        shangdatai=shangdatai,
        base=base,
        profile=profile,
    )
    check(end)
    lines = tuple(line for line in _payments(end) if line.points)
    return Settlement(net_of(lines), next_dealer(dealer=dealer, winner=winner, profile=profile), lines)


def next_dealer(*, dealer: int, winner: int | None, profile: RuleProfile = TIANJIN) -> int:
    """Who deals next: the dealer who wins stays, another's win passes the deal to the dealer's 下家 (A1.3, A1.4).

    After a 荒庄 the dealer stays or passes as the profile says (B1, B2).

    >>> next_dealer(dealer=3, winner=1), next_dealer(dealer=3, winner=None)
    (0, 3)
    >>> from table_daemon.rules.profile import DAIHUN
    >>> next_dealer(dealer=3, winner=None, profile=DAIHUN)
    0
    """
    if winner is None:
        return dealer if profile.draw_dealer is DrawDealer.STAY else next_seat(dealer)
    return dealer if winner == dealer else next_seat(dealer)


def _payments(end: HandEnd) -> Iterator[PaymentLine]:
    match end.profile.ruleset:
        case Ruleset.CITY:
            yield from self_drawn_win(end)
        case Ruleset.DAIHUN:
            yield from daihun_win(end)
        case _:
            assert_never(end.profile.ruleset)
    yield from kongs_paid(end)
    yield from chan_paid(end)
    yield from lost_announcements(end)
    yield from false_wins_paid(end)
    yield from draw_without_kongs_paid(end)

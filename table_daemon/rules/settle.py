"""Who pays whom after a hand: the win, everyone's kongs, 铲, with the 坐 and 拉 of the dealer.

Takes the fan as scored; does not look at tiles. Keeps no scores over hands.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from table_daemon.rules.errors import BadStakeError, FoulWinnerError, MeldNotPlayedError
from table_daemon.rules.melds import KONGS, MeldKind
from table_daemon.rules.profile import TIANJIN, RuleProfile
from table_daemon.rules.turns import SEATS, check_seat, next_seat

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from table_daemon.rules.foul import Foul

_KONG_NAMES = {MeldKind.MING: "明杠", MeldKind.AN: "暗杠", MeldKind.JIN: "金杠"}


@dataclass(frozen=True, slots=True)
class KongHeld:
    """A kong at the end of the hand; ``from_seat`` gave the tile of a 明杠, where it is known."""

    seat: int
    kind: MeldKind
    from_seat: int | None = None


@dataclass(frozen=True, slots=True)
class PaymentLine:
    """One payment and its reason, as in ``和 8番 × 坐庄2 × 拉庄2``. Points are 番 times the base."""

    from_seat: int
    to_seat: int
    points: int
    why: str


@dataclass(frozen=True, slots=True)
class Settlement:
    """A settled hand; ``net`` by seat sums to zero."""

    net: tuple[int, int, int, int]
    next_dealer: int
    lines: tuple[PaymentLine, ...]


@dataclass(frozen=True, slots=True)
class _Stakes:
    """What multiplies a payment at this table in this hand."""

    dealer: int
    zuo: bool
    la: tuple[int, int, int, int]
    base: int

    def line(self, payer: int, payee: int, *, points: int, what: str) -> PaymentLine:
        """Work out a payment of ``points`` 番 before 坐, 拉 and base (A5.2 to A5.4)."""
        factors: list[tuple[str, int]] = []
        if self.dealer in {payer, payee}:
            other = payee if payer == self.dealer else payer
            factors = [("坐庄", 2 if self.zuo else 1), ("拉庄", 2 ** self.la[other])]
        factors.append(("底", self.base))
        why = f"{what} {points}番"
        for name, factor in factors:
            points *= factor
            if factor > 1:
                why += f" × {name}{factor}"
        return PaymentLine(payer, payee, points, why)


def settle(  # noqa: PLR0913  # a hand ends with this many facts; all are keyword-only
    *,
    dealer: int,
    zuo: bool,
    la: tuple[int, int, int, int],
    winner: int | None,
    fan: int,
    kongs: Sequence[KongHeld] = (),
    chan: bool = False,
    fouls: Mapping[int, Foul] | None = None,
    false_hu: Sequence[int] = (),
    base: int = 1,
    profile: RuleProfile = TIANJIN,
) -> Settlement:
    """Settle one hand (A5; B3, B26, B27). ``winner`` is ``None`` for a 荒庄.

    ``fan`` is the winner's without kong points, ``la`` how often each seat 拉庄 (0 for the dealer),
    ``base`` the points of one 番. A seat with a false 和 may not win and pays nothing for it. Raises
    ``BadSeatError``, ``BadStakeError``, ``FoulWinnerError`` or ``MeldNotPlayedError``.

    >>> settle(dealer=0, zuo=True, la=(0, 0, 1, 2), winner=0, fan=2).net
    (28, -4, -8, -16)
    """
    fouls = fouls or {}
    _check_seats(dealer, winner, kongs, (*fouls, *false_hu))
    _check_stakes(dealer, la, profile, base)
    if winner is None and fan:
        raise BadStakeError(f"fan is {fan} but nobody won: it must be 0")
    if winner is not None:
        _check_winner(winner, fan, fouls, false_hu)
    stakes = _Stakes(dealer, zuo, la, base)
    lines = [
        *_win_lines(stakes, winner, fan),
        *_kong_lines(stakes, kongs, fouls, profile),
        *(_chan_lines(stakes, profile) if chan else ()),
    ]
    lines = [line for line in lines if line.points]
    return Settlement(_net(lines), next_dealer(dealer=dealer, winner=winner), tuple(lines))


def next_dealer(*, dealer: int, winner: int | None) -> int:
    """Who deals next: the dealer who wins or draws stays, else the dealer's 下家 (A1.3, A1.4, B1, B2).

    >>> next_dealer(dealer=3, winner=1), next_dealer(dealer=3, winner=None)
    (0, 3)
    """
    return dealer if winner in {dealer, None} else next_seat(dealer)


def _win_lines(stakes: _Stakes, winner: int | None, fan: int) -> Iterator[PaymentLine]:
    if winner is None:
        return
    for seat in SEATS:
        if seat != winner:
            yield stakes.line(seat, winner, points=fan, what="和")


def _kong_lines(
    stakes: _Stakes, kongs: Sequence[KongHeld], fouls: Mapping[int, Foul], profile: RuleProfile
) -> Iterator[PaymentLine]:
    """Every kong is paid by the other three, the winner too, and on a draw as well."""
    for kong in kongs:
        foul = fouls.get(kong.seat)
        if foul is not None and not foul.kongs_count:
            continue
        for seat in SEATS:
            if seat != kong.seat:
                points = profile.kong_points(kong.kind)
                yield stakes.line(seat, kong.seat, points=points, what=_KONG_NAMES[kong.kind])


def _chan_lines(stakes: _Stakes, profile: RuleProfile) -> Iterator[PaymentLine]:
    """铲: the dealer pays each of the others, on a draw as well; nothing where the table does not play it."""
    if not profile.chan:
        return
    for seat in SEATS:
        if seat != stakes.dealer:
            yield stakes.line(stakes.dealer, seat, points=profile.chan_unit, what="铲")


def _net(lines: Sequence[PaymentLine]) -> tuple[int, int, int, int]:
    net = [0, 0, 0, 0]
    for line in lines:
        net[line.from_seat] -= line.points
        net[line.to_seat] += line.points
    return net[0], net[1], net[2], net[3]


def _check_seats(dealer: int, winner: int | None, kongs: Sequence[KongHeld], accused: Sequence[int]) -> None:
    check_seat(dealer, "dealer")
    if winner is not None:
        check_seat(winner, "winner")
    for seat in accused:
        check_seat(seat, "seat of a foul")
    for kong in kongs:
        check_seat(kong.seat, "seat of a kong")
        if kong.kind not in KONGS:
            raise MeldNotPlayedError(f"kong of kind {kong.kind.value}: kongs are ming, an and jin")
        if kong.from_seat is not None and check_seat(kong.from_seat, "giver of a kong") == kong.seat:
            raise MeldNotPlayedError(f"seat {kong.seat} cannot have a kong from its own discard")


def _check_stakes(dealer: int, la: Sequence[int], profile: RuleProfile, base: int) -> None:
    if len(la) != 4 or not all(0 <= times <= profile.la_max for times in la):
        raise BadStakeError(f"la is {list(la)}: it must be four numbers from 0 to {profile.la_max}, by seat")
    if la[dealer]:
        raise BadStakeError(f"la of seat {dealer} is {la[dealer]}, but that seat is the dealer: it must be 0")
    if base < 1:
        raise BadStakeError(f"base is {base}: it must be at least 1")


def _check_winner(winner: int, fan: int, fouls: Mapping[int, Foul], false_hu: Sequence[int]) -> None:
    if fan < 1:
        raise BadStakeError(f"fan is {fan}: a winning hand has at least 1")
    if winner in fouls:
        raise FoulWinnerError(f"winner {winner} has a {fouls[winner].chinese}: it may not win this hand")
    if winner in false_hu:
        raise FoulWinnerError(f"winner {winner} had a false 和: it may not win this hand")

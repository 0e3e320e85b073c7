"""All that is known of a hand when it ends, as far as payments ask for it. The tiles are no longer among it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from table_daemon.rules.choices import DiscardPay, Zuozhuang

if TYPE_CHECKING:
    from collections.abc import Mapping

    from table_daemon.rules.foul import Foul
    from table_daemon.rules.melds import MeldKind
    from table_daemon.rules.profile import RuleProfile


@dataclass(frozen=True, slots=True)
class KongHeld:
    """A kong at the end of the hand (a 风头杠 or 银杠 too); ``from_seat`` gave the tile of a 明杠, if known."""

    seat: int
    kind: MeldKind
    from_seat: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HandEnd:
    """A hand that is over. What each fact means is told by ``settle``, which takes the same."""

    dealer: int
    zuo: bool
    la: tuple[int, int, int, int]
    winner: int | None
    discarder: int | None
    fan: int
    kongs: tuple[KongHeld, ...]
    chan: int
    fouls: Mapping[int, Foul]
    false_hu: tuple[int, ...]
    dubao: bool
    dubao_declared: tuple[int, ...]
    shangdatai: tuple[int, int, int, int]
    base: int
    profile: RuleProfile

    @property
    def sits(self) -> bool:
        """Whether 坐庄 holds in this hand (B28)."""
        return zuo_in_force(self.profile, chosen=self.zuo)

    @property
    def discard_is_flat(self) -> bool:
        """Whether the discarder of the winning tile owes the base of the hand only (O1)."""
        return self.profile.discard_pay is DiscardPay.FLAT2


def zuo_in_force(profile: RuleProfile, *, chosen: bool, stayed: bool = False, earlier: bool = False) -> bool:
    """Whether 坐庄 holds in a hand, given what the dealer chose (A5.2, B28).

    ``stayed`` tells that the same player dealt the hand before (连庄), ``earlier`` whether 坐庄 held then:
    where the choice is locked, it holds on.

    >>> from table_daemon.rules.options import with_options
    >>> from table_daemon.rules.profile import TIANJIN
    >>> zuo_in_force(TIANJIN, chosen=True), zuo_in_force(with_options(TIANJIN, {"zuozhuang": "never"}), chosen=True)
    (True, False)
    >>> locked = with_options(TIANJIN, {"zuo_locked_on_lianzhuang": True})
    >>> zuo_in_force(locked, chosen=False, stayed=True, earlier=True)
    True
    """
    if profile.zuozhuang is not Zuozhuang.OPTIONAL:
        return profile.zuozhuang is Zuozhuang.ALWAYS
    return earlier if stayed and profile.zuo_locked_on_lianzhuang else chosen

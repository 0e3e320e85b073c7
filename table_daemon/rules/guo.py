"""锅: how much each seat may lose before the match is over. Adds up; plays nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from table_daemon.rules.turns import SEATS

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Guo:
    """One 锅: what each seat has gained (points) since it began, and the stake (points) that ends it (B43).

    >>> guo = Guo(stake=20).after((-8, 24, -8, -8)).after((-12, 12, 0, 0))
    >>> guo.is_over, guo.spent, guo.left(3)
    (True, (0,), 12)
    """

    stake: int
    """The loss that ends it; 0, it never ends."""
    gains: tuple[int, int, int, int] = (0, 0, 0, 0)

    def after(self, net: Sequence[int]) -> Self:
        """Answer the 锅 after a hand with this settlement."""
        a, b, c, d = (gain + change for gain, change in zip(self.gains, net, strict=True))
        return type(self)(self.stake, (a, b, c, d))

    @property
    def spent(self) -> tuple[int, ...]:
        """The seats that have lost the stake."""
        return tuple(seat for seat in SEATS if self.stake and self.gains[seat] <= -self.stake)

    @property
    def is_over(self) -> bool:
        """Whether the match ends after this hand."""
        return bool(self.spent)

    def left(self, seat: int) -> int | None:
        """How many points ``seat`` may still lose before it ends, never below 0; ``None`` where it never ends."""
        return max(0, self.stake + self.gains[seat]) if self.stake else None

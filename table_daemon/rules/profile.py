"""A rule profile: what one table plays. Holds settings only; the fans and the payments read them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from table_daemon.rules.errors import UnknownProfileError
from table_daemon.rules.melds import MeldKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from table_daemon.rules.melds import Meld


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleProfile:
    """House rules of one table; each field names its row in hardware_docs/rules_sources.md.

    >>> TIANJIN.min_fan, TIANJIN.kong_points(MeldKind.AN)
    (2, 2)
    """

    name: str = "tianjin"
    """The name it is chosen by."""
    min_fan: int = 2
    """起和: the least fan that may win, kong points not counted (B23)."""
    tianhe_factor: int = 4
    """What 天和 multiplies the best layout by (B19)."""
    kong_ming: int = 1
    """Points of a 明杠 from each of the other three (B5)."""
    kong_an: int = 2
    """Points of a 暗杠 from each of the other three (B5)."""
    kong_jin: int = 4
    """Points of a 金杠 from each of the other three (B6)."""
    chan: bool = True
    """Whether 铲 is played (B3)."""
    chan_unit: int = 1
    """What the dealer pays each for a 铲, before 坐 and 拉 (B3)."""
    la_max: int = 2
    """The most often a seat may 拉庄 (B28)."""
    wild_kinds: int = 2
    """How many kinds of tile are wild: the indicator's face and the next (B40)."""

    def kong_points(self, kind: MeldKind) -> int:
        """Points (番) each of the other three pays for one kong; 0 for any other meld."""
        match kind:
            case MeldKind.MING:
                return self.kong_ming
            case MeldKind.AN:
                return self.kong_an
            case MeldKind.JIN:
                return self.kong_jin
            case _:
                return 0

    def kong_total(self, melds: Iterable[Meld]) -> int:
        """Points (番) of all kongs among ``melds`` from each of the other three."""
        return sum(self.kong_points(meld.kind) for meld in melds)


TIANJIN: Final = RuleProfile()
"""The city's rules: the default of every open point (part B of the rules)."""

PROFILES: Final = (TIANJIN,)
"""Every profile that can be chosen by name."""


def profile_named(name: str) -> RuleProfile:
    """Return the profile of that name; raises ``UnknownProfileError``.

    >>> profile_named("tianjin") is TIANJIN
    True
    """
    for profile in PROFILES:
        if profile.name == name:
            return profile
    known = ", ".join(profile.name for profile in PROFILES)
    raise UnknownProfileError(f"profile {name!r} is not known by this version: choose one of {known}")

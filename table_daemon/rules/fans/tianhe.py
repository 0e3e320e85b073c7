"""天和: the dealer's first fourteen tiles win (A4.12). Multiplies the best layout by 4, or as the table says (B19).

Any of the fourteen may be taken as the last one. After a kong it is no 天和 but 杠开 (B20).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from table_daemon.rules.choices import Tianhe
from table_daemon.rules.fans.base import Part

if TYPE_CHECKING:
    from collections.abc import Mapping

    from table_daemon.rules.fans.base import Reading
    from table_daemon.rules.flags import WinFlags
    from table_daemon.rules.profile import RuleProfile

_NAME: Final = "天和"
_ENGLISH: Final = "heavenly hand"
TIMES_4: Final = Part(name=_NAME, english=_ENGLISH, worth=4)
WORTH: Final[Mapping[Tianhe, Part | None]] = {
    Tianhe.X4: TIMES_4,
    Tianhe.AS_DRAGON: Part(name=_NAME, english=_ENGLISH, worth=4, adds=True),
    Tianhe.X6: Part(name=_NAME, english=_ENGLISH, worth=6),
    Tianhe.X8: Part(name=_NAME, english=_ENGLISH, worth=8),
    Tianhe.OFF: None,
}


def is_tianhe(flags: WinFlags, *, melds: int, profile: RuleProfile) -> bool:
    """Whether the win is a 天和 that is played: flagged as one, and nothing was laid down before."""
    return flags.tianhe and not flags.gangkai and not melds and profile.tianhe is not Tianhe.OFF


def part(reading: Reading) -> Part | None:
    """天和, when the dealt hand wins.

    >>> from table_daemon.rules.score import example
    >>> example("234s789p678s11z2z5p 5p", indicator="2z", tianhe=True).fan
    4
    """
    played = is_tianhe(reading.flags, melds=len(reading.pool.melds), profile=reading.profile)
    return WORTH[reading.profile.tianhe] if played else None

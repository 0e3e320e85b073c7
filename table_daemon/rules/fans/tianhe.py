"""天和: the dealer's first fourteen tiles win (A4.12). Multiplies the best layout by 4 (B19).

Any of the fourteen may be taken as the last one. After a kong it is no 天和 but 杠开 (B20).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from table_daemon.rules.fans.base import Part

if TYPE_CHECKING:
    from table_daemon.rules.fans.base import Reading
    from table_daemon.rules.flags import WinFlags
    from table_daemon.rules.profile import RuleProfile


def is_tianhe(flags: WinFlags, *, melds: int) -> bool:
    """Whether the win is a 天和: flagged as one, and nothing was laid down before."""
    return flags.tianhe and not flags.gangkai and not melds


def part_of(profile: RuleProfile) -> Part:
    """Return what 天和 brings in this profile."""
    return Part(name="天和", english="heavenly hand", worth=profile.tianhe_factor)


def part(reading: Reading) -> Part | None:
    """天和, when the dealt hand wins.

    >>> from table_daemon.rules.score import example
    >>> example("234s789p678s11z2z5p 5p", indicator="2z", tianhe=True).fan
    4
    """
    melds = sum(group.melded for group in reading.layout.groups)
    return part_of(reading.profile) if is_tianhe(reading.flags, melds=melds) else None

"""One reading of a daihun hand, as every fan reads it. Knows no fan."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from table_daemon.rules.layout import GroupKind

if TYPE_CHECKING:
    from table_daemon.rules.daihun.hand import Hand
    from table_daemon.rules.flags import WinFlags
    from table_daemon.rules.layout import Group
    from table_daemon.rules.profile import RuleProfile


@dataclass(frozen=True, slots=True)
class Reading:
    """Groups with the last tile in one place, and how the hand was won."""

    groups: tuple[Group, ...]
    """Four sets and a pair, or seven pairs."""
    last_group: Group
    """The one with the winning tile."""
    hand: Hand
    flags: WinFlags
    single: int | None
    """The only face that was waited for, by index, where there was just one and it matters."""

    @classmethod
    def of(cls, groups: tuple[Group, ...], hand: Hand, flags: WinFlags, single: int | None) -> Reading:
        """Read ``groups``, one of which holds the winning tile."""
        return cls(groups, next(group for group in groups if group.last is not None), hand, flags, single)

    @property
    def rules(self) -> RuleProfile:
        """The table's house rules."""
        return self.hand.rules

    @property
    def completes_wild(self) -> bool:
        """Whether the winning tile made the pair with a wild that stood waiting (混钓, E15)."""
        group = self.last_group
        if group.kind is not GroupKind.PAIR or group.last is None:
            return False
        return group.pieces[1 - group.last].index in self.hand.kinds

    @property
    def completes_single_wait(self) -> bool:
        """Whether the only tile waited for came, in the middle of a run (坎张) or in the pair (单钓) (E14)."""
        group = self.last_group
        if self.single is None or group.last is None or group.tiles[group.last].index != self.single:
            return False
        return group.kind is GroupKind.PAIR or (group.kind is GroupKind.CHOW and group.last == 1)

    @property
    def substitutions(self) -> int:
        """How many wilds stand for another tile than themselves."""
        return sum(sum(group.wild) for group in self.groups)

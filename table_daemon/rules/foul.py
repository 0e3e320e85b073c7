"""Fouls that cost a seat the right to win the hand. What was done to earn one is the game's business."""

from enum import StrEnum


class Foul(StrEnum):
    """The two kinds of 相公, by the names the public formats use.

    >>> Foul.DA.kongs_count, Foul("xiao_xianggong").kongs_count
    (False, True)
    """

    XIAO = "xiao_xianggong"
    """小相公: a wild tile was discarded, or too few tiles are held; kongs count (A3.7, B33)."""
    DA = "da_xianggong"
    """大相公: too many tiles are held; kongs do not count (A3.8, B35)."""

    @property
    def kongs_count(self) -> bool:
        """Whether the seat is still paid for its kongs."""
        return self is Foul.XIAO

    @property
    def chinese(self) -> str:
        """The name players use."""
        return "小相公" if self is Foul.XIAO else "大相公"

"""What scoring a hand answers. Works nothing out."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from table_daemon.rules.layout import Group


class Refusal(StrEnum):
    """Why a hand may not win."""

    XIANGGONG = "xianggong"
    """The player has fouled (A3.7, A3.8)."""
    NOT_COMPLETE = "not_complete"
    """The tiles do not make four sets and a pair (A4.1)."""
    BELOW_MIN_FAN = "below_min_fan"
    """The best reading is worth less than 起和 (A4.2, B23)."""
    HUNDIAO_ALONE = "hundiao_alone"
    """混吊 with nothing else, at a table where that may not win (B23)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandScore:
    """What one hand is worth. ``fan`` and ``total`` are 0 when it may not win."""

    win: bool
    fan: int
    """番 without kong points; each of the three others pays it (before 坐 and 拉)."""
    kong: int
    """番 of the hand's own kongs, counted whether it wins or not."""
    total: int
    """``fan + kong``, or 0 when it may not win."""
    names: tuple[str, ...]
    """Fans by their Chinese names; empty when it may not win."""
    formula: str
    """The sum of the best reading, as in ``(3 捉五 + 4 龙) × 2 本混 = 14``; empty without a reading."""
    formula_en: str
    """The same in English."""
    groups: tuple[Group, ...]
    """The best reading, concealed groups first, then the melds; empty when there is none."""
    reason: Refusal | None = None
    """Why it may not win."""
    reason_zh: str = ""
    """The reason in Chinese; empty for a win."""
    reason_en: str = ""
    """The reason in English; empty for a win."""

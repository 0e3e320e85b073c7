"""The fans, one to a file. Each reads one layout; none knows another; their order here is that of naming."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from table_daemon.rules.fans import benhun, dihe, gangkai, hundiao, long, longwu, su, suben, tianhe, tianting, zhuowu

if TYPE_CHECKING:
    from collections.abc import Callable

    from table_daemon.rules.fans.base import Part, Reading

    Fan: TypeAlias = Callable[[Reading], Part | None]

FANS: Final[tuple[Fan, ...]] = (
    zhuowu.part,
    long.part,
    benhun.part,
    suben.part,
    hundiao.part,
    su.part,
    longwu.part,
    gangkai.part,
    tianting.part,
    dihe.part,
    tianhe.part,
)
"""Every fan of the city's game; a profile may switch some of them off."""

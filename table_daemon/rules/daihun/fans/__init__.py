"""The items of a daihun hand, one to a file. Each reads one reading; their order here is that of naming."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from table_daemon.rules.daihun.fans import (
    dubao,
    duidui,
    gangkai,
    hundiao,
    long,
    pinghe,
    qixiaodui,
    quemen,
    shangdatai,
    su,
    zhuowu,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from table_daemon.rules.daihun.reading import Reading
    from table_daemon.rules.fans.base import Part

    Item: TypeAlias = Callable[[Reading], Part | None]

ITEMS: Final[tuple[Item, ...]] = (
    pinghe.part,
    su.part,
    dubao.part,
    hundiao.part,
    shangdatai.part,
    long.part,
    zhuowu.part,
    duidui.part,
    qixiaodui.part,
    quemen.part,
    gangkai.part,
)
"""Every item; all add but 杠开, which doubles the sum."""

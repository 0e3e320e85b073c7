"""What a field that is corrected takes, in words for people: told to whoever wrote something else."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from table_daemon.game.words import Reason

if TYPE_CHECKING:
    from collections.abc import Mapping

_SEAT: Final = Reason("座位是 0 到 3", "seats are 0 to 3")
_SEAT_OR_NONE: Final = Reason("座位是 0 到 3，没有就写 none", "a seat, 0 to 3, or none")
_TILE: Final = Reason(
    "一张牌写作 1m 到 9m、1p 到 9p、1s 到 9s 或 1z 到 7z", "a tile is 1m to 9m, 1p to 9p, 1s to 9s or 1z to 7z"
)
_TILES: Final = Reason("几张牌写作 123m456p 这样", "tiles are written like 123m456p")
_YES_NO: Final = Reason("只能是 true 或 false", "true or false")
_TAKES: Final[Mapping[str, Reason]] = MappingProxyType(
    {
        "seat": _SEAT,
        "winner": _SEAT,
        "dealer": _SEAT,
        "next_dealer": _SEAT,
        "discarder": _SEAT_OR_NONE,
        "from": _SEAT_OR_NONE,
        "tile": _TILE,
        "draw": _TILE,
        "tiles": _TILES,
        "hand": _TILES,
        "zuo": _YES_NO,
        "tianhe": _YES_NO,
        "dihe": _YES_NO,
        "tianting": _YES_NO,
        "net": Reason("要写四个数，加起来等于零", "four numbers that sum to zero"),
        "la": Reason("要写四个数，都不小于零，庄家是零", "four numbers from zero up, the dealer's zero"),
        "gangkai": Reason("连着的杠是 0 到 4 个", "0 to 4 kongs in a row"),
        "dice": Reason("每颗骰子是 1 到 6", "each die is 1 to 6"),
        "kind": Reason(
            "是 pung、ming、an、jin 或 chow，牌也要对得上", "pung, ming, an, jin or chow, and of fitting tiles"
        ),
        "foul": Reason("是 xiao_xianggong 或 da_xianggong", "xiao_xianggong or da_xianggong"),
    }
)
_OTHER: Final = Reason("这里不能这样写", "it takes something else")


def takes(field: str) -> Reason:
    """What may be written for a field."""
    return _TAKES.get(field, _OTHER)
